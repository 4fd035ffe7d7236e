"""What the log says followed from an event, found by comparing the table before and after it, and under which turn.

Both tables are veiled for the reader, so nothing can be said that they may not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rules.action import Telling
from rules.event import Seat
from rules.games.dragoborne import deck
from rules.games.dragoborne.combat_rules import edr_now
from rules.games.dragoborne.deck import card
from rules.games.dragoborne.score import winners
from rules.games.dragoborne.state import FORTS, Creature, Player, State
from rules.text import listed, plural, say
from rules.view import person

LOST = {
    "forts": "{who} has no fort left",
    "deck": "{who} cannot draw what must be drawn",
    "left": "the game goes on when {who} is back",
}
"""Why a game is lost, where the line does not say so itself."""


def turn(state: State) -> str:
    """The heading of the turn the table is in."""
    if state.phase == "setup":
        return "Setting up"
    if state.phase in ("audit", "over") or state.active is None:
        return "The end of the game"
    return say("Turn {turn} · {who}", turn=state.turn, who=person(state.active))


def follows(before: State, after: State, viewer: Seat | None) -> Iterator[str]:
    """What followed, results first: who has won, forts and barriers, creatures, dice, what triggered."""
    yield from _decided(before, after)
    yield from _begun(before, after)
    for seat in range(after.players):
        if not _by_hand(after):
            yield from _forts(before, after, seat)
        yield from _barriers_taken(before, after, seat)
    for seat in range(after.players):
        yield from _creatures(before, after, seat)
        if not _by_hand(after):
            yield from _shields(before.sides[seat], after.sides[seat], seat)
        yield from _arrived(before, after, seat)
    yield from _triggered(before, after)


def _by_hand(after: State) -> bool:
    """Whether the event was a correction: its line says the fact itself."""
    return any(one.code == "by_hand" for one in after.notices)


# --- how the game began and ended


def _decided(before: State, after: State) -> Iterator[str]:
    if before.losers and not after.losers:
        yield "the game goes on"
    elif after.losers != before.losers:
        won = winners(after)
        yield say("{who} wins", who=person(won[0])) if len(won) == 1 else "the game is a draw"
        yield from (say(LOST[after.ending], who=person(seat)) for seat in after.losers if after.ending in LOST)
        if after.phase == "audit":
            yield "the ambushes that are left are shown now"
    elif before.phase == "audit" and after.phase == "over":
        yield "every ambush is shown; the game is over"


def _begun(before: State, after: State) -> Iterator[str]:
    if before.phase != "setup" or after.phase == "setup" or after.active is None or after.losers:
        return
    if not _by_hand(after):
        for seat, side in enumerate(after.sides):
            yield say("the banners of {who} are {colors}", who=person(seat), colors=listed(side.banners))
    yield "the game begins"


# --- forts


def _forts(before: State, after: State, seat: Seat) -> Iterator[str]:
    """Barriers lost; at the setup none is."""
    for number in FORTS:
        left, lost = after.sides[seat].fort(number).barriers, _lost(before, after, seat, number)
        if lost <= 0:
            continue
        who = person(seat)
        if left:
            text = "fort {fort} of {who} loses {barriers}, {left} left"
            yield say(text, fort=number, who=who, barriers=plural(lost, "barrier"), left=left)
        else:
            yield say("fort {fort} of {who} is destroyed", fort=number, who=who)


def _lost(before: State, after: State, seat: Seat, number: str) -> int:
    return before.sides[seat].fort(number).barriers - after.sides[seat].fort(number).barriers


def _barriers_taken(before: State, after: State, seat: Seat) -> Iterator[str]:
    """Barriers looked at, or left unseen, that went to the hand."""
    asked = sum(one.kind == "burst" and one.seat == seat for one in before.asks)
    asked += 0 if _by_hand(after) else sum(max(0, _lost(before, after, seat, number)) for number in FORTS)
    waiting = sum(one.kind == "burst" and one.seat == seat for one in after.asks)
    taken = min(asked - waiting, after.sides[seat].hand - before.sides[seat].hand)
    if taken > 0:
        yield say("{barriers} to {who}'s hand", barriers=plural(taken, "barrier"), who=person(seat))


# --- creatures


def _creatures(before: State, after: State, seat: Seat) -> Iterator[str]:
    side, now = before.sides[seat], after.sides[seat]
    left = tuple(one for one in side.creatures if now.creature(one.uid) is None)
    yield from _left(side, now, left, seat)
    for one in side.creatures:
        still = now.creature(one.uid)
        if still is not None and still.damage > one.damage and not _by_hand(after):
            dealt, bears = still.damage - one.damage, edr_now(after, seat, still)
            text = "{card} takes {dealt} damage, {damage} of {bears}"
            yield say(text, card=one.name, dealt=dealt, damage=still.damage, bears=bears)


def _left(side: Player, now: Player, left: tuple[Creature, ...], seat: Seat) -> Iterator[str]:
    """The creatures that left the field, and where to."""
    piled = Counter(one.card for one in now.discard) - Counter(one.card for one in side.discard)
    fell = now.destroyed - side.destroyed
    # Told apart by the count: of those in the pile, either all were destroyed or none.
    all_fell = fell == sum(one.card in piled for one in left)
    for one in left:
        if one.card in piled:
            template = "{card} is destroyed" if fell and all_fell else "{card} goes to the discard pile"
        elif now.hand > side.hand:
            template = "{card} returns to {who}'s hand"
        elif now.deck > side.deck:
            template = "{card} returns to {who}'s deck"
        else:
            template = "{card} is not on the field"
        yield say(template, card=one.name, who=person(seat))
        for index in side.crosses(one.uid):
            yield say("the {color} die on it goes to the discard pile", color=side.dice[index].color)


def _arrived(before: State, after: State, seat: Seat) -> Iterator[str]:
    """Creatures and resources that a burst, an ambush or an answer brought."""
    side, now = before.sides[seat], after.sides[seat]
    revealed = any(side.fort(n).ambush is not None and now.fort(n).ambush is None for n in FORTS)
    answered = bool(before.asks) and before.asks != after.asks
    if not (revealed or answered):
        return
    known = {one.uid for one in side.creatures}
    for one in now.creatures:
        if one.uid not in known:
            template = "{card} comes to fort {fort} at rest" if one.rested else "{card} comes to fort {fort}"
            yield say(template, card=one.name, fort=one.fort)
    for added in now.resources[len(side.resources) :]:
        if added.card:
            yield say("{card} joins the resources of {who}", card=card(added.card).name, who=person(seat))


# --- dice, and what triggered


def _shields(side: Player, now: Player, seat: Seat) -> Iterator[str]:
    for was, die in zip(side.dice, now.dice, strict=False):
        if was.where != "shield":
            continue
        about = {"color": was.color, "fort": was.at, "who": person(seat)}
        if die.where == "discard":
            yield say("the {color} dragoshield at fort {fort} of {who} is destroyed", **about)
        elif die.where == "shield" and die.value < was.value:
            text = "the {color} dragoshield at fort {fort} of {who} is down to {value}"
            yield say(text, value=die.value, **about)


def _triggered(before: State, after: State) -> Iterator[str]:
    """Abilities whose moment has come; one that was paid for is told as what was done."""
    for one in after.todo:
        known = any((old.card, old.uid, old.text) == (one.card, one.uid, one.text) for old in before.todo)
        found = deck.ability(one.card) if one.uid and not known else None
        if one.uid and not known and (found is None or found.kind != "activated"):
            yield say("{card} triggers: {text}", card=card(one.card).name, text=one.text)


# --- what only the event knows


def paid_with(telling: Telling[State, Any]) -> Iterator[str]:
    """What rested for it."""
    seat = telling.event.seat
    if seat is None:
        return
    row, now = telling.before.sides[seat].resources, telling.after.sides[seat].resources
    rested = Counter(new.color for old, new in zip(row, now, strict=False) if new.rested and not old.rested)
    if rested:
        words = listed(say("{count} {color}", count=count, color=word) for word, count in rested.items())
        yield say("paid with {words}", words=words)


def nothing_dealt(telling: Telling[State, Any]) -> Iterator[str]:
    """An attack that is over and has done nothing to anybody."""
    before, after = telling.before, telling.after
    if after.clash is None and not any(_harm(before, after)):
        yield "no damage is dealt"


def _harm(before: State, after: State) -> Iterator[str]:
    for seat in range(after.players):
        yield from _forts(before, after, seat)
        yield from _creatures(before, after, seat)
        yield from _shields(before.sides[seat], after.sides[seat], seat)
