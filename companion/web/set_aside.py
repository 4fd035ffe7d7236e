"""The page of a table the disk has lost something of, or whose game is gone: what, how it stood before, going on."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from companion.web.owner import is_owner
from companion.web.request import page, see_other, tables, tokens

bp = Blueprint("set_aside", __name__)


@bp.get("/t/<code>/last-good")
def last_good(code: str) -> str:
    """The table as everybody could see it before what is missing."""
    found = tables().last_good(code, tokens(code))
    seen = found.look
    may = seen is not None and not found.waits and (found.who.host or is_owner())
    return page("set_aside.html", seen, found=found, may=may)


@bp.post("/t/<code>/go-on")
def go_on(code: str) -> Response:
    """The host, or whoever keeps the tables, has it go on from there."""
    tables().go_on(code, tokens(code), owner=is_owner())
    return see_other(f"/t/{code}")
