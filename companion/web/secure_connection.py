"""The way to the safe connection: trusting this computer once, and taking one's seat along to the HTTPS address."""

from __future__ import annotations

from urllib.parse import quote, urlsplit

from flask import Blueprint, Response, abort, make_response, request
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import Trouble
from companion.own_decks.taught_decks import id_of
from companion.table.tokens import tidy_code
from companion.web import cookies
from companion.web.request import look, page, see_other, service, tokens
from companion.web.security_headers import CONTENT_SECURITY

bp = Blueprint("safely", __name__)
LOCAL = ("localhost", "127.0.0.1", "::1")
_TRUSTED = b'<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>'


def host() -> str:
    """The host this browser knows us by, as links spell it."""
    found = urlsplit(request.host_url).hostname or "localhost"
    return f"[{found}]" if ":" in found else found


def is_safe() -> bool:
    """Whether the browser opens a camera for this page: over HTTPS, and on this computer itself."""
    return request.is_secure or host().strip("[]") in LOCAL


def safe_address() -> str:
    """The HTTPS address for this browser, "" where HTTPS is not served."""
    return service().network.secure_url(host())


@bp.get("/secure")
def secure() -> AnyResponse:
    """How to trust this computer once, and what the warning is about."""
    authority, address = service().authority, safe_address()
    code, deck = tidy_code(request.args.get("code", "")), _taught_deck()
    onward = f"/t/{code}/over" if code else f"{address}/teach/{quote(deck)}/live" if deck else f"{address}/"
    answer = make_response(
        page(
            "secure.html",
            address=address,
            shown=urlsplit(address).netloc,
            photo=f"/t/{code}/scan" if code else f"/teach/{deck}" if deck else "",
            onward=onward,
            fingerprint=authority.fingerprint.split() if authority else [],
            name=authority.name if authority else "",
            off=service().network.https_off,
            device=_device(),
            arrived=request.is_secure,
        )
    )
    # The page finds out whether the phone trusts us by showing a picture from there.
    answer.headers["Content-Security-Policy"] = CONTENT_SECURITY.replace("img-src", f"img-src {address}".rstrip())
    return answer


def _taught_deck() -> str:
    """The id of the deck without codes that is about to be taught, "" for none."""
    try:
        return id_of(request.args.get("deck", ""))
    except Trouble:
        return ""


def _device() -> str:
    agent = request.headers.get("User-Agent", "")
    if "iPhone" in agent or "iPad" in agent:
        return "iphone"
    return "android" if "Android" in agent else "desktop"


@bp.get("/secure/trusted.svg")
def trusted() -> Response:
    """A picture that a browser shows only where it trusts the connection."""
    answer = Response(_TRUSTED, mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


@bp.get("/tablewright.crt")
def certificate() -> Response:
    """The authority's certificate, as phones take it. Everybody may have it; its key never leaves the computer."""
    authority = service().authority
    if authority is None:
        abort(404)
    answer = Response(authority.certificate_der, mimetype="application/x-x509-ca-cert")
    answer.headers["Content-Disposition"] = 'attachment; filename="tablewright.crt"'
    return answer


@bp.get("/t/<code>/over")
def over(code: str) -> AnyResponse:
    """From HTTP to the live camera over HTTPS; the seats come along by a key that works once."""
    address, seen = safe_address(), look(code)
    if is_safe() or not address:
        return see_other(f"/t/{quote(code)}/live")
    key = service().handoffs.leave(code, tokens(code), seen.viewer)
    return see_other(f"{address}/t/{seen.code}/arrive?key={key}")


@bp.get("/t/<code>/arrive")
def arrive(code: str) -> AnyResponse:
    """On the HTTPS side. A phone whose cookies came along by themselves needs no key."""
    seen = look(code)
    answer = make_response(see_other(f"/t/{seen.code}/live"))
    if seen.held:
        return answer
    move = service().handoffs.arrive(code, request.args.get("key", ""))
    answer = cookies.keep(answer, request, code, *move.tokens)
    return cookies.sit(answer, request, code, move.seat) if move.seat is not None else answer
