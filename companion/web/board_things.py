"""One thing of the board by itself: large, with what can be done with it now, and what can be put right about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.errors import NotYours, SeatTaken, Trouble
from companion.table.snapshot import Stale
from companion.web.choice_forms import Button, buttons
from companion.web.play import screen, sent_again
from companion.web.refusal_notice import No, why_not
from companion.web.request import acting, look, page, see_other, tables, tokens
from rules.choice import touched
from rules.game_protocol import Choice, Refusal
from rules.view import (
    Block,
    Board,
    CardRow,
    CardView,
    Counter,
    Die,
    Meter,
    Pad,
    PadCell,
    PlayerRow,
    Players,
    Slot,
    Track,
    View,
)

bp = Blueprint("things", __name__)

Thing = CardRow | CardView | Slot | PlayerRow | Counter | Meter | Track | Die | PadCell
MOST_BUTTONS = 24
"""So many numbers a cell may have are buttons; more are typed."""


def things(view: View) -> Iterator[Thing]:
    """Everything drawn on a screen that has a spot."""
    for block in view.blocks:
        yield from (thing for thing in _of(block) if thing.spot)


def _of(block: Block) -> Iterator[Thing]:
    match block:
        case Counter() | Meter() | Track() | Die():
            yield block
        case CardRow():
            yield block
            for card in block.cards:
                yield from (card, *card.tokens)
        case Board():
            for slot in block.slots:
                yield from (slot, *slot.tokens)
                for card in slot.cards:
                    yield from (card, *card.tokens)
        case Players():
            for row in block.rows:
                yield row
                yield from row.cards
                yield from row.meters
        case Pad():
            for line in block.rows:
                yield from line.cells


@bp.get("/t/<code>/thing/<path:spot>")
def thing(code: str, spot: str) -> str | Response:
    """The thing at that spot, as this phone may see it; the table itself where it lies there no more."""
    return _thing(code, spot)


def _thing(code: str, spot: str, no: No | None = None) -> str | Response:
    seen = look(code)
    found = next((one for one in things(seen.view) if one.spot == spot), None) if seen.view else None
    if found is None:
        return screen(seen, no or No("That is no longer there; this is how the table stands now.", status=200))
    if isinstance(found, PadCell) and seen.view is not None:
        return page("cell.html", seen, no=no, **_cell(seen.view, seen.choices, found))
    card = isinstance(found, CardView)
    usual = tuple(_touched(seen.choices, spot, correction=False, card=card))
    mends = tuple(_touched(seen.choices, spot, correction=True, card=card))
    return page("thing.html", seen, thing=found, usual=usual, mends=mends, no=no)


def _cell(view: View, choices: Iterable[Choice], cell: PadCell) -> dict[str, object]:
    """What the page of a cell says: whose it is and what line, what may stand there, and which cell is next."""
    pad, row = next(
        (block, row) for block in view.blocks if isinstance(block, Pad) for row in block.rows if cell in row.cells
    )
    at = row.cells.index(cell)
    held = (touched(choice, cell.spot) for choice in choices if choice.event.in_place)
    spec = next((one.fields[0] for one in held if one is not None and one.fields), None)
    below = pad.rows[pad.rows.index(row) + 1 :]
    after = row.cells[at + 1].spot if at + 1 < len(row.cells) else ""
    following = after or next((one.cells[0].spot for one in below if one.cells[0].spot), "")
    picks = spec.picks if spec is not None and len(spec.picks) <= MOST_BUTTONS else ()
    return {
        "cell": cell,
        "line": row.label,
        "group": row.group,
        "column": pad.columns[at],
        "allowed": [pick.value for pick in picks],
        "low": spec.low if spec is not None and not spec.picks else None,
        "high": spec.high if spec is not None and not spec.picks else None,
        "following": following,
    }


def _touched(choices: Iterable[Choice], spot: str, *, correction: bool, card: bool) -> Iterator[Button]:
    """What begins at a thing. Beside a card shown large its choices are plain buttons, not that card once more."""
    bound = (touched(choice, spot) for choice in choices if choice.correction == correction)
    plain: dict[str, Any] = {"card": "", "suit": ""} if card else {}
    yield from buttons(replace(choice, primary=False, **plain) for choice in bound if choice is not None)


@bp.post("/t/<code>/number")
def number(code: str) -> str | Response | tuple[str | Response, int]:
    """A number on the board, so much more or less."""
    seat, spot = acting(code), request.form.get("spot", "")
    text = request.form.get("by", "")
    sign, digits = text[:1] == "-", text.lstrip("+-")
    by = int(digits) * (-1 if sign else 1) if digits.isascii() and digits.isdigit() and len(digits) < 5 else 0
    try:
        tables().change_number(code, tokens(code), id=request.form.get("id", ""), spot=spot, by=by, seat=seat)
    except (Refusal, Stale, NotYours, SeatTaken) as problem:
        if sent_again(code, problem):
            return see_other(f"/t/{code}")
        no = why_not(problem)
        return screen(tables().look(code, tokens(code), seat=seat), no), no.status
    return see_other(f"/t/{code}")


@bp.post("/t/<code>/cell")
def cell(code: str) -> str | Response | tuple[str | Response, int]:
    """A cell of a score pad, with what was typed into it."""
    seat, form = acting(code), request.form
    try:
        tables().write_cell(
            code,
            tokens(code),
            id=form.get("id", ""),
            spot=form.get("spot", ""),
            text="" if form.get("empty") else form.get("text", "")[:400],
            seat=seat,
        )
    except (Refusal, Stale, NotYours, SeatTaken) as problem:
        no = why_not(problem)
        return screen(tables().look(code, tokens(code), seat=seat), no), no.status
    return see_other(f"/t/{code}")


@bp.post("/t/<code>/level")
def level(code: str) -> Response | tuple[str | Response, int]:
    """How much the companion does at this table from now on."""
    try:
        tables().set_help(code, tokens(code), level=request.form.get("level", ""), id=request.form.get("id") or None)
    except (Refusal, Trouble) as problem:
        if not isinstance(problem, (Refusal, NotYours)):
            raise
        no = why_not(problem)
        return screen(look(code), no), no.status
    back = request.form.get("back", "")
    return see_other(back if back.startswith(f"/t/{code}") else f"/t/{code}")
