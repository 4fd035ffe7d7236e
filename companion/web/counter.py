"""A counter for any game: life totals of two to six people, on one phone and on as many more screens as wanted.

What was counted stays on the phone (``static/counter.js``) and needs nobody once the page is open. Where this server
is in reach, it keeps the same changes under a code (``companion.counters``), and whoever has it follows and counts too.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from companion.counters.counter_changes import PLAYERS
from companion.counters.shared_counters import SharedCounter
from companion.web.lobby import Way, ways_in
from companion.web.request import page, service
from companion.web.template_helpers import Sitter
from rules.log import COLOURS, SHAPES

bp = Blueprint("counter", __name__)
STARTS = (20, 25, 30, 40)
"""What most games with life totals begin at; any other number can be typed."""


@bp.get("/counter")
def counter() -> str:
    """How many players, then their totals."""
    low, high = PLAYERS
    return _page(counts=range(low, high + 1), starts=STARTS, way=_way())


@bp.get("/c/<code>")
def shared(code: str) -> str:
    """A counter another phone has opened, to follow and to count on."""
    return _shared(service().counters.find(code))


@bp.get("/c/<code>/table")
def screen(code: str) -> str:
    """The same for a screen everybody sees: all upright, and readable from three metres."""
    return _shared(service().counters.find(code), tv=True)


def _shared(found: SharedCounter, **more: Any) -> str:
    return _page(shared=found, way=_way(), **more)


def _page(**values: Any) -> str:
    high = PLAYERS[1]
    seats = [
        Sitter(seat, str(seat + 1), colour=COLOURS[seat], shape=SHAPES[seat], letter=str(seat + 1))
        for seat in range(high)
    ]
    return page("counter.html", seats=seats, **values)


def _way() -> Way:
    """How other phones reach this server; the script puts the code behind it."""
    return ways_in("")[0]
