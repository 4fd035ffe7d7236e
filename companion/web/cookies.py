"""What this phone holds of a table: its tokens, the seat it plays, one it asked for; and how the person likes it.

Tokens are in HttpOnly cookies, so no script can read them; ``SameSite=Lax`` keeps other sites from acting with them.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response
from werkzeug.wrappers import Request
from werkzeug.wrappers import Response as AnyResponse

from companion.table.seat_keys import LINK_LIVES_S
from companion.table.tokens import tidy_code
from rules.game_protocol import Seat

KEPT_S = 400 * 24 * 3600
"""As long as browsers keep a cookie at all."""
TABLES_KEPT = 24
TOKENS_KEPT = 8
LANGUAGE_CODE_LENGTH = 12
_TOKENS, _SEAT, _ASK, _THEME = "tw_", "tw_seat_", "tw_ask_", "tw_theme"
_LANGUAGE, _SOUND, _DRAG = "tw_language", "tw_sound", "tw_drag"


@dataclass(frozen=True, slots=True)
class SeatAsked:
    """A seat this phone asked the host for: the number both screens show, and the secret to claim it with."""

    seat: Seat
    number: int
    secret: str


def tokens(request: Request, code: str) -> tuple[str, ...]:
    """Every token this phone has for the table: its seats' and, perhaps, the host's. The newest comes last."""
    found = request.cookies.get(_TOKENS + tidy_code(code), "")
    return tuple(token for token in found.split(".")[-TOKENS_KEPT:] if token)


def bearer(header: str) -> tuple[str, ...]:
    """The tokens after ``Authorization: Bearer``: one, or several with commas between."""
    return tuple(header.replace(",", " ").split())[:TOKENS_KEPT]


def tables(request: Request) -> tuple[str, ...]:
    """The codes of all tables this phone has tokens for."""
    names = (name.removeprefix(_TOKENS) for name in request.cookies if name.startswith(_TOKENS))
    return tuple(name for name in names if tidy_code(name) == name and name)


def seat(request: Request, code: str) -> Seat | None:
    """The seat this phone plays just now, where it holds several."""
    found = request.cookies.get(_SEAT + tidy_code(code), "")
    return int(found) if found.isascii() and found.isdigit() and len(found) < 3 else None


def seat_asked(request: Request, code: str) -> SeatAsked | None:
    """The seat this phone asked the host for and has not been given yet."""
    parts = request.cookies.get(_ASK + tidy_code(code), "").split(".")
    if len(parts) != 3 or not (parts[0].isdigit() and parts[1].isdigit() and len(parts[0]) < 3 and len(parts[1]) < 4):
        return None
    return SeatAsked(int(parts[0]), int(parts[1]), parts[2])


def theme(request: Request) -> str:
    """``light``, ``dark`` or "" for what the phone itself asks for."""
    found = request.cookies.get(_THEME, "")
    return found if found in ("light", "dark") else ""


def language(request: Request) -> str:
    """The code of the language the person chose, or "" for the one the browser asks for."""
    found = request.cookies.get(_LANGUAGE, "")
    return found if found.isascii() and len(found) <= LANGUAGE_CODE_LENGTH else ""


def sound(request: Request) -> bool:
    """Whether the phone makes a sound at the person's turn; off until they switch it on."""
    return request.cookies.get(_SOUND) == "on"


def drag(request: Request) -> bool:
    """Whether cards and dice may be dragged as well as tapped; on until they switch it off."""
    return request.cookies.get(_DRAG) != "off"


def keep(response: Response, request: Request, code: str, *new: str) -> Response:
    """Add tokens for the table to what the phone holds."""
    held = [token for token in tokens(request, code) if token not in new]
    _set(response, request, _TOKENS + tidy_code(code), ".".join([*held, *new][-TOKENS_KEPT:]))
    for old in tables(request)[: -TABLES_KEPT or None]:
        if len(tables(request)) > TABLES_KEPT:
            response.delete_cookie(_TOKENS + old)
    return response


def forget(response: Response, code: str) -> Response:
    """The phone gives up everything it holds of a table."""
    response.delete_cookie(_TOKENS + tidy_code(code))
    response.delete_cookie(_SEAT + tidy_code(code))
    return response


def sit(response: Response, request: Request, code: str, at: Seat) -> Response:
    """The phone plays this seat from now on."""
    _set(response, request, _SEAT + tidy_code(code), str(at))
    return response


def ask(response: AnyResponse, code: str, asked: SeatAsked) -> AnyResponse:
    """The phone has asked for a seat; it is remembered for as long as the host may say yes."""
    value = f"{asked.seat}.{asked.number}.{asked.secret}"
    response.set_cookie(_ASK + tidy_code(code), value, max_age=LINK_LIVES_S, httponly=True, samesite="Lax")
    return response


def asked_no_more(response: AnyResponse, code: str) -> AnyResponse:
    """The phone has its seat, and asks for it no more."""
    response.delete_cookie(_ASK + tidy_code(code))
    return response


def like(response: Response, request: Request, wish: str) -> Response:
    """Keep the light the person chose."""
    _set(response, request, _THEME, wish if wish in ("light", "dark") else "")
    return response


def speak(response: Response, request: Request, code: str) -> Response:
    """Keep the language the person chose; "" is the one the browser asks for."""
    _set(response, request, _LANGUAGE, code[:LANGUAGE_CODE_LENGTH])
    return response


def prefer(response: Response, request: Request, *, sound: bool, drag: bool) -> Response:
    """Keep whether the phone makes a sound and whether things are dragged."""
    _set(response, request, _SOUND, "on" if sound else "off")
    _set(response, request, _DRAG, "on" if drag else "off")
    return response


def _set(response: Response, request: Request, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=KEPT_S, httponly=True, samesite="Lax", path="/")
