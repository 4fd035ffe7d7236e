"""The request helper: who asks, the service and its tables, a look at the table as this phone may see it, and pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import current_app, redirect, render_template, request
from werkzeug.wrappers import Response

from companion.errors import SetAside
from companion.service import Service
from companion.table.snapshot import Snapshot
from companion.table.tables import Tables
from companion.web import cookies
from companion.web.kept_fragments import drawing, filled_in
from companion.web.template_helpers import viewer_of
from rules.game_protocol import Seat

SERVICE = "tablewright"
"""The name the application keeps its service under."""


def service() -> Service:
    """The service of the current application."""
    found: Service = current_app.extensions[SERVICE]
    return found


def client() -> str:
    """Where the request comes from, for limits."""
    return request.remote_addr or ""


def caller(code: str, tokens: Iterable[str]) -> str:
    """Who sends, for limits: the seat where a token opens one, since a whole club may share one address.

    A token that opens nothing is none, and so is one of a table that is set aside. Raises NoTable.
    """
    try:
        return tables().known_as(code, tokens) or client()
    except SetAside:
        return client()


def tables() -> Tables:
    """The one door of this server."""
    return service().tables


def tokens(code: str) -> tuple[str, ...]:
    """What this phone holds of the table."""
    return cookies.tokens(request, code)


def host_token(code: str) -> str:
    """The host's token among this phone's, or "" where it has none."""
    return next((t for t in tokens(code) if tables().live(code).who([t]).host), "")


def look(code: str, *, as_table: bool = False) -> Snapshot:
    """The table as this phone may see it, from the seat it plays just now. Raises NoTable."""
    held = tokens(code)
    if as_table:
        return tables().look(code, held, as_table=True)
    found = tables().look(code, held)
    wish = cookies.seat(request, code)
    if wish is not None and wish != found.viewer and wish in found.held:
        return tables().look(code, held, seat=wish)
    return found


def acting(code: str) -> Seat | None:
    """The seat a posted form acts for: the one it names, or the one the phone plays."""
    named = number("seat")
    return look(code).viewer if named is None else named


def page(template: str, seen: Snapshot | None = None, **more: Any) -> str:
    """A page; with a look, one that knows the table."""
    if seen is not None:
        more = {**table_values(seen), **more}
    with drawing():
        return filled_in(render_template(template, **more), seen.rev if seen is not None else 0)


def table_values(seen: Snapshot) -> dict[str, Any]:
    """What every page of a table is drawn with."""
    return {"look": seen, "at": viewer_of(seen), "said": said(seen)}


def spend(what: str, who: str = "") -> None:
    """Take from what this phone may do in a minute. Raises TooOften."""
    service().limits.spend(what, who or client())


def number(name: str) -> int | None:
    """A whole number of the posted form, or None."""
    text = request.form.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def see_other(address: str) -> Response:
    """After a post: the page to load."""
    return redirect(address, 303)


def said(seen: Snapshot) -> str:
    """The newest entry that counts, in words."""
    return next((line.text for line in seen.log if not line.undone), "")
