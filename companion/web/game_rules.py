"""The rules text of a game out of a folder, whole, on a phone at its table."""

from __future__ import annotations

import re

from flask import Blueprint
from werkzeug.wrappers import Response

from companion import late
from companion.table.live_table import LiveTable
from companion.web.request import look, page, see_other, tables

bp = Blueprint("game_rules", __name__)


def rules_of(live: LiveTable) -> str:
    """The rules text of the game a table plays, "" where it has none."""
    if not isinstance(live.game, late.game.DataGame):
        return ""
    state = live.table.state
    return (live.game.plan_of(state) if state is not None else live.game.plan).rules


@bp.get("/t/<code>/rules")
def rules(code: str) -> str | Response:
    """The text, its headings and paragraphs told apart; the table itself where its game has none."""
    seen = look(code)
    text = rules_of(tables().live(seen.code))
    if not text:
        return see_other(f"/t/{seen.code}")
    return page("game_rules.html", seen, parts=_parts(text))


def _parts(text: str) -> list[tuple[str, str]]:
    """Paragraphs as (kind, text): ``head`` for lines that begin with #, ``item`` for those that begin with a dash."""
    found: list[tuple[str, str]] = []
    for block in re.split(r"\n\s*\n", text.replace("\r\n", "\n")):
        lines: list[str] = []
        for line in block.strip().split("\n"):
            if line.startswith("#") or re.match(r"[-*] ", line):
                if lines:
                    found.append(("text", " ".join(lines)))
                    lines = []
                found.append(("head" if line.startswith("#") else "item", line.lstrip("#-* ").strip()))
            elif line.strip():
                lines.append(line.strip())
        if lines:
            found.append(("text", " ".join(lines)))
    return found
