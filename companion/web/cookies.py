"""What this phone holds of a table: its tokens, the seat it plays, one it asked for; and how the person likes it.

Tokens are in HttpOnly cookies, so no script can read them; ``SameSite=Lax`` keeps other sites from acting with them.
Browsers do not keep the cookies of ports and schemes apart: over HTTPS secrets are kept under names of their own, which
plain HTTP can neither read nor overwrite. Those of plain HTTP count there too, so that a seat comes along.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from werkzeug.wrappers import Request, Response

from companion.table.seat_keys import LINK_LIVES_S
from companion.table.tokens import new_token, tidy_code
from rules.game_protocol import Seat

KEPT_S = 400 * 24 * 3600
"""As long as browsers keep a cookie at all."""
TABLES_KEPT = 24
TOKENS_KEPT = 8
LANGUAGE_CODE_LENGTH = 12
SITTING_S = 24 * 3600
_TOKENS, _SEAT, _ASK, _THEME = "tw_", "tw_seat_", "tw_ask_", "tw_theme"
_SITTING = "tw_sit_"
_LANGUAGE, _SOUND, _DRAG, _FLAT = "tw_language", "tw_sound", "tw_drag", "tw_flat"
_OWNER = "tw_owner"
_SAFE = "__Host-"
"""Begins the name of a secret over HTTPS; browsers then take it only as Secure, from this very host, for every path."""

Answer = TypeVar("Answer", bound=Response)


@dataclass(frozen=True, slots=True)
class SeatAsked:
    """A seat this phone asked the host for: the number both screens show, and the secret to claim it with."""

    seat: Seat
    number: int
    secret: str


def tokens(request: Request, code: str) -> tuple[str, ...]:
    """Every token this phone has for the table: its seats' and, perhaps, the host's. The newest comes last."""
    name = _TOKENS + tidy_code(code)
    held = [token for found in _secrets(request, name) for token in found.split(".") if token]
    return tuple(dict.fromkeys(held))[-TOKENS_KEPT:]


def bearer(header: str) -> tuple[str, ...]:
    """The tokens after ``Authorization: Bearer``: one, or several with commas between."""
    return tuple(header.replace(",", " ").split())[:TOKENS_KEPT]


def tables(request: Request) -> tuple[str, ...]:
    """The codes of all tables this phone has tokens for."""
    names = dict.fromkeys(name.removeprefix(_SAFE) for name in request.cookies if _counts(request, name))
    codes = (name.removeprefix(_TOKENS) for name in names if name.startswith(_TOKENS))
    return tuple(code for code in codes if tidy_code(code) == code and code)


def owner(request: Request) -> str:
    """The token of a device of the owner's, "" for none."""
    return (_secrets(request, _OWNER) or ("",))[-1]


def seat(request: Request, code: str) -> Seat | None:
    """The seat this phone plays just now, where it holds several."""
    found = request.cookies.get(_SEAT + tidy_code(code), "")
    return int(found) if found.isascii() and found.isdigit() and len(found) < 3 else None


def seat_asked(request: Request, code: str) -> SeatAsked | None:
    """The seat this phone asked the host for and has not been given yet."""
    parts = (_secrets(request, _ASK + tidy_code(code)) or ("",))[-1].split(".")
    if len(parts) != 3 or not (parts[0].isdigit() and parts[1].isdigit() and len(parts[0]) < 3 and len(parts[1]) < 4):
        return None
    return SeatAsked(int(parts[0]), int(parts[1]), parts[2])


def sitting_id(request: Request, code: str) -> str | None:
    """The secret under which this phone is about to sit down at the table, until it has heard that it sits there."""
    found = "".join(_secrets(request, _SITTING + tidy_code(code))[-1:])
    return found if len(found) == len(new_token()) and found.isascii() and found.isprintable() else None


def about_to_sit(response: Answer, request: Request, code: str) -> Answer:
    """The page where somebody sits down: however often that is sent, it is one seat."""
    if sitting_id(request, code) is None:
        _keep_secret(response, request, _SITTING + tidy_code(code), new_token(), SITTING_S)
    return response


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


def flat(request: Request) -> bool:
    """Whether the hand is hidden while the phone lies flat; off until they switch it on."""
    return request.cookies.get(_FLAT) == "on"


def keep(response: Answer, request: Request, code: str, *new: str) -> Answer:
    """Add tokens for the table to what the phone holds: it has heard that it sits there."""
    if sitting_id(request, code) is not None:
        _drop_secret(response, request, _SITTING + tidy_code(code))
    held = [token for token in tokens(request, code) if token not in new]
    _keep_secret(response, request, _TOKENS + tidy_code(code), ".".join([*held, *new][-TOKENS_KEPT:]))
    for old in tables(request)[: -TABLES_KEPT or None]:
        if len(tables(request)) > TABLES_KEPT:
            _drop_secret(response, request, _TOKENS + old)
    return response


def keep_owner(response: Answer, request: Request, token: str) -> Answer:
    """This device is the owner's from now on."""
    return _keep_secret(response, request, _OWNER, token)


def sit(response: Answer, request: Request, code: str, at: Seat) -> Answer:
    """The phone plays this seat from now on."""
    _set(response, request, _SEAT + tidy_code(code), str(at))
    return response


def ask(response: Answer, request: Request, code: str, asked: SeatAsked) -> Answer:
    """The phone has asked for a seat; it is remembered for as long as the host may say yes."""
    value = f"{asked.seat}.{asked.number}.{asked.secret}"
    return _keep_secret(response, request, _ASK + tidy_code(code), value, LINK_LIVES_S)


def asked_no_more(response: Answer, request: Request, code: str) -> Answer:
    """The phone has its seat, and asks for it no more."""
    return _drop_secret(response, request, _ASK + tidy_code(code))


def like(response: Answer, request: Request, wish: str) -> Answer:
    """Keep the light the person chose."""
    _set(response, request, _THEME, wish if wish in ("light", "dark") else "")
    return response


def speak(response: Answer, request: Request, code: str) -> Answer:
    """Keep the language the person chose; "" is the one the browser asks for."""
    _set(response, request, _LANGUAGE, code[:LANGUAGE_CODE_LENGTH])
    return response


def prefer(response: Answer, request: Request, *, sound: bool, drag: bool, flat: bool) -> Answer:
    """Keep whether the phone makes a sound, whether things are dragged, and whether a hand is hidden on the table."""
    _set(response, request, _SOUND, "on" if sound else "off")
    _set(response, request, _DRAG, "on" if drag else "off")
    _set(response, request, _FLAT, "on" if flat else "off")
    return response


def _set(response: Response, request: Request, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=KEPT_S, httponly=True, samesite="Lax", path="/")


def _counts(request: Request, name: str) -> bool:
    """Over plain HTTP anybody on the way could have written a cookie with a safe name."""
    return request.is_secure or not name.startswith(_SAFE)


def _secrets(request: Request, name: str) -> tuple[str, ...]:
    """What is kept under that name, the one that counts most last."""
    names = (name, _SAFE + name) if request.is_secure else (name,)
    return tuple(found for found in map(request.cookies.get, names) if found)


def _keep_secret(response: Answer, request: Request, name: str, value: str, kept_s: int = KEPT_S) -> Answer:
    safe = request.is_secure
    response.set_cookie(
        _SAFE + name if safe else name, value, max_age=kept_s, secure=safe, httponly=True, samesite="Lax", path="/"
    )
    return response


def _drop_secret(response: Answer, request: Request, name: str) -> Answer:
    response.delete_cookie(name)
    if request.is_secure:
        response.delete_cookie(_SAFE + name, secure=True)
    return response
