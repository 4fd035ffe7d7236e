"""Who owns the computer the tables are kept on: whoever sits at it, and every device that opened the owner's link.

The one place that decides it. A request that came through a proxy may come from anywhere, whatever its address says.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from ipaddress import ip_address
from typing import ParamSpec, TypeVar
from urllib.parse import urlsplit

from flask import Blueprint, g, make_response, request
from werkzeug.wrappers import Response

from companion.table.owner_keys import OwnersOnly
from companion.web import cookies
from companion.web.request import page, see_other, service, spend

bp = Blueprint("owner", __name__)
_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via")
Given = ParamSpec("Given")
Made = TypeVar("Made")


def is_owner() -> bool:
    """Whether this request is the owner's."""
    if "owner" not in g:
        g.owner = at_this_computer() or service().owner_keys.holds(cookies.owner(request))
    found: bool = g.owner
    return found


def at_this_computer() -> bool:
    """Whether this request was made at this very computer: over loopback, by a name of its own, and not passed on."""
    if any(header in request.headers for header in _FORWARDED):
        return False
    peer = request.remote_addr or ""
    # A proxy on this computer that adds no header is told from a person by --trust-proxy, and by the name it was asked.
    return _is_loopback(peer) and not service().network.is_proxy(peer) and _is_local_name(request.host)


def _is_loopback(word: str) -> bool:
    try:
        address = ip_address(word)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


def _is_local_name(host: str) -> bool:
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    return name == "localhost" or name.endswith(".localhost") or _is_loopback(name)


def only_owner() -> None:
    """Raise OwnersOnly for anybody else."""
    if not is_owner():
        raise OwnersOnly


def owners(view: Callable[Given, Made]) -> Callable[Given, Made]:
    """A view only the owner may ask."""

    @wraps(view)
    def asked(*args: Given.args, **named: Given.kwargs) -> Made:
        only_owner()
        return view(*args, **named)

    return asked


@bp.get("/owner")
def overview() -> str | Response:
    """Where the owner's link leads: this device is the owner's from now on. Then what only the owner may do."""
    key = request.args.get("key", "")
    if not key:
        only_owner()
        return page("owner.html", here=at_this_computer())
    try:
        token = service().owner_keys.open(key)
    except OwnersOnly:
        spend("guess")  # after the look: whoever else guesses from this address never keeps the right link out
        raise
    return cookies.keep_owner(make_response(see_other("/owner")), request, token)


@bp.post("/owner/only")
@owners
def only_this() -> Response:
    """Every other device is the owner's no more."""
    return cookies.keep_owner(make_response(see_other("/owner")), request, service().owner_keys.only_this())
