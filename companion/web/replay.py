"""A past table to look through: the table screen at any step, with a scrubber, and the same by plain links."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.web.request import look, page, see_other, tables
from companion.web.template_helpers import Viewer

bp = Blueprint("replay", __name__)


@bp.get("/t/<code>/replay")
def replay(code: str) -> str | Response:
    """The table as everybody could see it after an entry (``at``) or a step (``step``)."""
    seen = look(code, as_table=True)
    moment = tables().moment_at(seen.code, number=_number("step"), rev=_number("at"))
    if moment is None:
        return see_other(f"/t/{seen.code}")
    shown = replace(seen, view=moment.view, viewer=None, choices=(), notices=())
    at = Viewer(seen.code, seen.info.id, you=None, people=seen.people)
    return page("replay.html", shown, at=at, moment=moment, said="")


def _number(name: str) -> int | None:
    text = request.args.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None
