"""Who sits where: adding, swapping, freeing, giving back, and playing for somebody whose phone has died."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote, urlsplit

from flask import Blueprint, abort, make_response, request
from werkzeug.wrappers import Response

from companion.errors import NotYours, SeatTaken, TooOften
from companion.table.tables import Joined
from companion.web import cookies
from companion.web.lobby import free_looks
from companion.web.refusal_notice import No, why_not
from companion.web.request import client, host_token, look, number, page, see_other, service, spend, tables, tokens
from rules.game_protocol import Refusal, Seat

bp = Blueprint("seats", __name__)
WATCHED = "http://localhost:8000"
"""Where ``tablewright watch`` looks for the table by itself."""
Answer = str | Response | tuple[str | Response, int]


@bp.get("/t/<code>/seats")
def seats(code: str) -> str:
    """Everybody, and what can be done about each seat."""
    return _seats(code)


def _seats(code: str, no: No | None = None) -> str:
    seen = look(code)
    colours, shapes = free_looks(seen.people)
    night = service().club.of_table(seen.code)
    called = night is not None and any(code == seen.code for code, _ in night.calls)
    return page("seats.html", seen, colours=colours, shapes=shapes, night=night, called=called, no=no)


@bp.post("/t/<code>/seats/<action>")
def change(code: str, action: str) -> Answer:
    """One change of the seats; what is refused is said on the same page."""
    act = ACTIONS.get(action)
    if act is None:
        abort(404)
    try:
        return act(code)
    except (Refusal, NotYours, SeatTaken, TooOften) as problem:
        no = why_not(problem)
        return _seats(code, no), no.status


def _the_seat() -> Seat:
    found = number("seat")
    if found is None:
        abort(400)
    return found


def _back(code: str) -> Response:
    return see_other(f"/t/{quote(code)}/seats")


def _swap(code: str) -> Response:
    first, second = number("first"), number("second")
    if first is None or second is None:
        abort(400)
    tables().swap_seats(code, tokens(code), first, second)
    return _back(code)


def _rename(code: str) -> Response:
    form = request.form
    wish = {"colour": form.get("colour") or None, "shape": form.get("shape") or None}
    tables().rename(code, tokens(code), seat=_the_seat(), name=form.get("name", ""), **wish)
    return _back(code)


def _free(code: str) -> Response:
    seat = _the_seat()
    if seat in look(code).held:
        tables().leave(code, tokens(code), seat=seat)
        return see_other("/") if not look(code).held and not look(code).host else _back(code)
    if not look(code).host and look(code).people[seat : seat + 1] == (None,):
        return see_other(f"/t/{quote(code)}")  # sent again: this phone has got up already
    tables().revoke(code, host_token(code), seat)
    return _back(code)


def _play_for(code: str) -> Response:
    """The host's phone plays on for somebody; the log shows the change of phones."""
    return _holds(code, tables().take_over(code, host_token(code), _the_seat()), f"/t/{quote(code)}")


def _link(code: str) -> str:
    """A link that moves a seat to another phone, once."""
    seat = number("seat")
    secret = tables().hand_over(code, tokens(code), seat)
    base = service().network.base_url() if _local() else request.host_url.rstrip("/")
    return page("link.html", look(code), seat=seat, url=f"{base}/t/{code}/claim?key={secret}")


def _overhead(code: str) -> str:
    """The line that has a camera over the table log for a seat; this phone keeps the seat."""
    seat = _the_seat()
    seen = tables().look(code, tokens(code), seat=seat)
    own = [token for token in tokens(code) if tables().live(code).who([token]).held == (seat,)] or list(tokens(code))
    key = service().handoffs.leave(code, own, seat)
    base = request.host_url.rstrip("/")
    server = f" --server {service().network.base_url()}" if not _local() or base != WATCHED else ""
    more = f" --seat {seat + 1}" if len(seen.held) > 1 and len(own) != 1 else ""
    command = f"tablewright watch --camera 0 --table {seen.code} --token {key}{more}{server}"
    return page("overhead.html", seen, seat=seat, command=command)


def _local() -> bool:
    return (urlsplit(request.host_url).hostname or "") in ("localhost", "127.0.0.1", "::1")


def _answer_ask(code: str) -> Response:
    tables().grant(code, tokens(code), request.form.get("ask", ""), give=request.form.get("give") == "yes")
    back = request.form.get("back", "")
    return see_other(back if back.startswith(f"/t/{code}") else f"/t/{quote(code)}/seats")


def _ask(code: str) -> Response:
    spend("join")
    seat = _the_seat()
    asked = tables().ask(code, seat, client())
    answer = make_response(see_other(f"/t/{quote(code)}/join"))
    return cookies.ask(answer, request, code, cookies.SeatAsked(seat, asked.number, asked.secret))


ACTIONS: dict[str, Callable[[str], Answer]] = {
    "swap": _swap,
    "rename": _rename,
    "free": _free,
    "play-for": _play_for,
    "link": _link,
    "overhead": _overhead,
    "answer": _answer_ask,
    "ask": _ask,
}


@bp.get("/t/<code>/claim")
def claim_page(code: str) -> Response:
    """What a moving link opens. A button takes the seat: opening the link alone must not use it up."""
    secret = request.args.get("key", "")
    good = tables().claimable(code, secret, cookies.sitting_id(request, code))
    shown = make_response(page("claim.html", look(code), key=secret, good=good))
    return cookies.about_to_sit(shown, request, code)


@bp.post("/t/<code>/claim")
def claim(code: str) -> Response:
    """Take the seat on this phone."""
    spend("join")
    asked = cookies.seat_asked(request, code)
    secret = request.form.get("key") or (asked.secret if asked else "")
    joined = tables().claim(code, secret, cookies.sitting_id(request, code))
    return cookies.asked_no_more(_holds(code, joined, f"/t/{quote(code)}"), request, code)


def _holds(code: str, joined: Joined, then: str) -> Response:
    answer = cookies.keep(make_response(see_other(then)), request, code, joined.token)
    return cookies.sit(answer, request, code, joined.seat) if joined.seat is not None else answer
