"""The cards a reveal is shown with to everybody: what was turned over, what it brought its player, what its effects
turned. Made from veiled tables, so no card shows that does not lie open or has just lain open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.action import Telling
from rules.event import Seat
from rules.games.fairytale.deck import MINUS, UNFLIP
from rules.games.fairytale.effects import Met
from rules.games.fairytale.score import sheet
from rules.games.fairytale.state import Laid, State, Turning, card_called, find, lying, resolving
from rules.log_line import Pictured
from rules.text import say
from rules.view import person


def revealed(telling: Telling[State, Any]) -> Iterator[Pictured]:
    """The cards of a reveal as soon as they lie open, and once more when its last question is answered."""
    before, after = telling.before, telling.after
    turning = after.turning
    if turning is None or turning.again:
        return
    fresh = before.turning is None or before.turning.uids != turning.uids
    if fresh or (resolving(before) and not resolving(after)):
        yield from _turned_over(after, turning)
        yield from _turned(after, turning)


def _turned_over(state: State, turning: Turning) -> Iterator[Pictured]:
    more = _more_points(state, turning)
    for seat in range(state.players):
        for uid in turning.uids:
            laid = find(state, seat, uid)
            if laid is not None:
                text = person(seat)
                if turning.done:
                    text = say("{who} {points}", who=person(seat), points=_signed(more[seat]))
                yield _pictured(laid, turning, text)


def _turned(state: State, turning: Turning) -> Iterator[Pictured]:
    """The cards of earlier reveals that its effects turned."""
    for met in turning.met:
        for uid in met.uids:
            laid = find(state, met.need.seat, uid)
            if uid not in turning.uids and laid is not None:
                yield _pictured(laid, turning, _how(met))


def _how(met: Met) -> str:
    template = "{who}: turned face up" if met.need.verb == UNFLIP else "{who}: turned face down"
    return say(template, who=person(met.need.seat))


def _pictured(laid: Laid, turning: Turning, text: str) -> Pictured:
    card = laid.card or dict(turning.shown).get(laid.uid) or ""
    return Pictured(card, card_called(card).name if card else "", text, down=not laid.up)


def _more_points(state: State, turning: Turning) -> dict[Seat, int]:
    """What the reveal brought everybody, by the cards that lie open, or did before its effects turned them."""
    earlier = dict(turning.earlier)
    known = tuple(
        tuple(replace(laid, card=laid.card or earlier.get(laid.uid)) for laid in own) for own in state.tableaus
    )
    left = tuple(tuple(laid for laid in own if laid.uid not in turning.uids) for own in known)
    now = sheet(replace(state, tableaus=known))
    was = sheet(lying(replace(state, tableaus=left), turning.began))
    return {one.seat: one.total - old.total for one, old in zip(now.seats, was.seats, strict=True)}


def _signed(points: int) -> str:
    return f"+{points}" if points >= 0 else str(points).replace("-", MINUS)
