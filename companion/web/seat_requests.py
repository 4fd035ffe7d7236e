"""A phone that lost its seat, or sees the server under a new address, asks the host for the seat back."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request
from werkzeug.wrappers import Response

from companion.table.seat_keys import LINK_LIVES_S
from companion.table.tokens import tidy_code
from companion.web.request import tables
from rules.table import Seat

_COOKIE = "tw_ask_"


@dataclass(frozen=True, slots=True)
class Waiting:
    """The seat asked for, the number both screens show, and whether the host has said yes."""

    seat: Seat
    number: int
    granted: bool
    secret: str


def waiting(code: str) -> Waiting | None:
    """What this phone waits for at the table."""
    parts = request.cookies.get(_COOKIE + tidy_code(code), "").split(".")
    if len(parts) != 3 or not (parts[0].isdigit() and parts[1].isdigit() and len(parts[0]) < 3 and len(parts[1]) < 4):
        return None
    return Waiting(int(parts[0]), int(parts[1]), tables().claimable(code, parts[2]), parts[2])


def wait(answer: Response, code: str, seat: Seat, number: int, secret: str) -> Response:
    """Remember on the phone that it asked."""
    name = _COOKIE + tidy_code(code)
    answer.set_cookie(name, f"{seat}.{number}.{secret}", max_age=LINK_LIVES_S, httponly=True, samesite="Lax")
    return answer


def done(answer: Response, code: str) -> Response:
    """The phone waits no longer."""
    answer.delete_cookie(_COOKIE + tidy_code(code))
    return answer
