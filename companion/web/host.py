"""The host's page: what one person at a table decides for all, in one place."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from companion.errors import NotYours
from companion.web.refusal_notice import No, why_not
from companion.web.request import look, page, see_other, tables, tokens
from rules.game_protocol import Refusal

bp = Blueprint("host", __name__)
Answer = str | Response | tuple[str, int]


@bp.get("/t/<code>/host")
def host(code: str) -> Answer:
    """Everything the host may do; whoever is not the host reads who is asked for it."""
    return _host(code)


def _host(code: str, no: No | None = None) -> str:
    return page("host.html", look(code), no=no)


@bp.post("/t/<code>/host/<action>")
def decide(code: str, action: str) -> Answer:
    """One decision of the host's; what is refused is said on the same page."""
    act = ACTIONS.get(action)
    if act is None:
        abort(404)
    try:
        act(code)
    except (Refusal, NotYours) as problem:
        no = why_not(problem)
        return _host(code, no), no.status
    return see_other(f"/t/{code}/host")


def _corrections(code: str) -> None:
    tables().lock_corrections(code, tokens(code), locked=request.form.get("locked") == "yes")


def _end(code: str) -> None:
    tables().close(code, tokens(code), closed=request.form.get("closed") == "yes")


ACTIONS: dict[str, Callable[[str], None]] = {"corrections": _corrections, "end": _end}
