"""A counter for any game: life totals of two to six people on one phone.

The page is all there is: what was counted stays on the phone (``static/counter.js``) and needs nobody once it is open.
"""

from __future__ import annotations

from flask import Blueprint

from companion.web.request import page
from companion.web.template_helpers import Sitter
from rules.log import COLOURS, SHAPES

bp = Blueprint("counter", __name__)
PLAYERS = (2, 6)
STARTS = (20, 25, 30, 40)
"""What most games with life totals begin at; any other number can be typed."""


@bp.get("/counter")
def counter() -> str:
    """How many players, then their totals."""
    low, high = PLAYERS
    seats = [
        Sitter(seat, str(seat + 1), colour=COLOURS[seat], shape=SHAPES[seat], letter=str(seat + 1))
        for seat in range(high)
    ]
    return page("counter.html", counts=range(low, high + 1), seats=seats, starts=STARTS)
