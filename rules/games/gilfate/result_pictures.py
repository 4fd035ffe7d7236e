"""The cards a result is shown with to everybody: bombs drawn, an effect and what it hit, answers, cards turned up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.action import Telling
from rules.event import Seat
from rules.games.gilfate.chain import NEGATORS
from rules.games.gilfate.deck import card_id, card_of
from rules.games.gilfate.state import Pending, State
from rules.log_line import Pictured
from rules.text import plural, say
from rules.view import person

BOMB, EXPLOSION = "bomb", "explosion"


def drawn(telling: Telling[State, Any]) -> Iterator[Pictured]:
    """The bombs and explosions somebody drew, and whether they took the player out."""
    event, before, after = telling.event, telling.before, telling.after
    seat = event.seat
    if seat is None or after.round != before.round:
        return
    out = after.seats[seat].out and not before.seats[seat].out
    for count, card in ((event.bombs, BOMB), (event.explosions, EXPLOSION)):
        if count:
            text = "{who} is out" if out else "{count} for {who}"
            yield Pictured(card, card_of(card).name, say(text, who=person(seat), count=count))


def happened(telling: Telling[State, Any]) -> Iterator[Pictured]:
    """The card whose effect happened or was stopped, the answers to it, and the cards it took from in front."""
    pending = telling.before.pending
    if pending is None:
        return
    yield _effect(telling, pending)
    for answer, stands in zip(pending.answers, pending.stand[1:], strict=True):
        yield _card(answer.card, person(answer.by), fell=not stands)
    yield from _discarded(telling)


def stopped(telling: Telling[State, Any]) -> Iterator[Pictured]:
    """An answer and the card before it."""
    answered = telling.before.answered_table
    pending = answered.pending if answered is not None else None
    seat = telling.event.seat
    if pending is None or seat is None:
        return
    last, by = (pending.answers[-1].card, pending.answers[-1].by) if pending.answers else (pending.card, pending.by)
    card = card_id(telling.event.card)
    yield _card(last, person(by), fell=card in NEGATORS)
    yield _card(card, person(seat))


def turned_out(telling: Telling[State, Any]) -> Iterator[Pictured]:
    """The card an effect discarded, found or turned over, beside the card that did it."""
    event, pending = telling.event, telling.before.pending
    if pending is None:
        return
    yield _card(pending.card, person(pending.by))
    found = event.option.partition("_")[0]
    if found in (BOMB, EXPLOSION):
        yield Pictured(found, card_of(found).name, "turned over")
    elif event.card:
        text = "found" if pending.card == "8b" else say("discarded by {who}", who=person(pending.aimed_at))
        yield _card(card_id(event.card), text, fell=pending.card != "8b")


def _effect(telling: Telling[State, Any], pending: Pending) -> Pictured:
    by, target = person(pending.by), pending.target
    if pending.cancelled:
        return _card(pending.card, say("{who}: stopped", who=by), fell=True)
    if target is None:
        return _card(pending.card, by)
    hit = _hit(telling.before, telling.after, target)
    text = say("{who} at {target}: {hit}", who=by, target=person(target), hit=hit) if hit else ""
    return _card(pending.card, text or say("{who} at {target}", who=by, target=person(target)))


def _hit(before: State, after: State, seat: Seat) -> str:
    """What the effect took from the player it was aimed at."""
    if before.round != after.round:
        return ""
    old, new = before.seats[seat], after.seats[seat]
    if new.out and not old.out:
        return "out"
    if new.bombs != old.bombs:
        return plural(new.bombs, "bomb")
    return plural(new.hand, "card") if new.hand != old.hand else ""


def _discarded(telling: Telling[State, Any]) -> Iterator[Pictured]:
    """The cards that lay in front of somebody and do no more."""
    if telling.before.round != telling.after.round:
        return
    for seat, (old, new) in enumerate(zip(telling.before.seats, telling.after.seats, strict=True)):
        left = {one.uid for one in new.front}
        for one in old.front:
            if one.uid not in left:
                yield _card(one.card, say("discarded by {who}", who=person(seat)), fell=True)


def _card(card: str, text: str, *, fell: bool = False) -> Pictured:
    return Pictured(card, card_of(card).name, text, fell)
