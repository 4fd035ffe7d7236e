"""What the log says followed from an event, found by comparing the table before and after it, and under which turn.

Both tables are veiled for the reader, so nothing can be said that they may not know.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.event import Seat
from rules.games.gilfate import score
from rules.games.gilfate.deck import attack, name_of
from rules.games.gilfate.effects import GUESSES, todo_label
from rules.games.gilfate.state import IN_ROUND, Pending, Player, State
from rules.text import listed, plural, say
from rules.view import person

ENDED = {
    "blank_deck": "the blank deck is empty",
    "attack_decks": "the attack decks are empty",
    "one_left": "one player is left",
    "empty_hand": "a hand is empty",
}
"""Why a round is over, beside by hand."""


def turn(state: State) -> str:
    """The heading of the turn the table is in; with the round where a match can have several."""
    if state.mode == "score" or state.phase == "over":
        return "The points"
    several = state.rounds_to_play != 1
    if state.phase in IN_ROUND:
        template = "Round {round}, turn {turn} · {who}" if several else "Turn {turn} · {who}"
        return say(template, round=state.round, turn=state.turn, who=person(state.active))
    if state.phase == "count":
        return say("Round {round} · the points", round=state.round) if several else "The points"
    return say("Round {round} begins", round=state.round + (state.phase == "between"))


def follows(before: State, after: State, viewer: Seat | None) -> Iterator[str]:
    """What followed, results first: what a card did, bombs, who is out, what is due, how the round ended."""
    if before.round != after.round or before.mode == "score":
        yield from _counted(before, after)
        return
    done = {one.key for one in before.todos}
    yield from (todo_label(one.what) for one in after.todos if one.key not in done)
    if before.direction != after.direction:
        yield "play goes clockwise" if after.direction == 1 else "play goes the other way round"
    for seat in range(after.players):
        yield from _seat(before.seats[seat], after.seats[seat], seat)
    yield from _table_card(before, after)
    if after.phase in IN_ROUND:
        yield from _deck(before, after)
        yield from _to_draw(before, after)
    if before.phase in IN_ROUND and after.phase == "count":
        template = "round {round} ends: {why}" if after.ended in ENDED else "round {round} ends"
        yield say(template, round=after.round, why=ENDED.get(after.ended, ""))
    elif before.phase in IN_ROUND and before.lap().first_round and not after.lap().first_round:
        yield "the first lap is over: its limits are gone"
    yield from _counted(before, after)


def _seat(before: Player, after: Player, seat: Seat) -> Iterator[str]:
    """What changed in front of one player."""
    who = person(seat)
    gone = {one.uid for one in before.front} - {one.uid for one in after.front}
    new = {one.uid for one in after.front} - {one.uid for one in before.front}
    yield from (say("{card} is in front of {who}", card=name_of(c.card), who=who) for c in after.front if c.uid in new)
    yield from (
        say("{card} is no longer in front of {who}", card=name_of(c.card), who=who)
        for c in before.front
        if c.uid in gone
    )
    if before.bombs != after.bombs:
        text = say("{who} has {bombs}", who=who, bombs=plural(after.bombs, "bomb") if after.bombs else "no bomb")
        out = say("{text}, {slots} are too many", text=text, slots=after.threshold)
        yield out if after.out and not before.out and after.bombs >= after.threshold else text
    if after.explosions > before.explosions:
        number = after.explosions - before.explosions
        yield say("{explosions} for {who}", who=who, explosions=plural(number, "explosion"))
    if after.shielded and not before.shielded:
        yield say("no explosion takes {who} out in this turn", who=who)
    if after.out != before.out:
        yield say("{who} is knocked out" if after.out else "{who} is in the round again", who=who)
    for part in after.partial[len(before.partial) :]:
        yield say("{card} is paid in part, with {paid}", card=name_of(part.card), paid=plural(part.paid, "card"))


def _table_card(before: State, after: State) -> Iterator[str]:
    """What became of the card on the table."""
    pending, now = before.pending, after.pending
    if pending is None:
        return
    card = name_of(pending.card)
    if now is not None:
        # Of an effect that had begun to happen the answer itself tells that it has not.
        if pending.cancelled != now.cancelled and before.answerable:
            template = "{card} is cancelled, as things stand" if now.cancelled else "{card} counts again"
            yield say(template, card=card)
        return
    if pending.active or _lies_in_front(before, after, pending) or pending.happened:
        return
    if after.seats[pending.by].partial != before.seats[pending.by].partial:
        return
    if pending.pay_only:
        yield say("{card} is paid for, with no effect", card=card)
    elif pending.cancelled and len(after.discard) == len(before.discard):
        yield say("{card} goes back to {who}'s hand", card=card, who=person(pending.by))
    elif pending.step in ("pay", "declare"):
        yield say("{card} has no effect", card=card)


def _lies_in_front(before: State, after: State, pending: Pending) -> bool:
    return len(after.seats[pending.by].front) > len(before.seats[pending.by].front) and attack(pending.card).stays


def _deck(before: State, after: State) -> Iterator[str]:
    """What is known of the blank deck now that was not known before."""
    old, new = before.blank, after.blank
    if new.top and new.left == old.left and new.top == old.bottom[::-1] != old.top:
        yield say("{card} is the next card", card=GUESSES[new.top[0]])
    if not new.left and old.left:
        yield "the blank deck is empty"


def _to_draw(before: State, after: State) -> Iterator[str]:
    """Blanks somebody has to draw now, beside the payment of a card just played."""
    owed = after.due
    if owed is None or (after.pending is not None and after.pending.step != "draw" and owed.purpose != "answer"):
        return
    was = before.due
    if was is not None and (was.seat, was.amount, was.purpose) == (owed.seat, owed.amount, owed.purpose):
        return
    cards = plural(owed.amount, "card")
    template = {
        "start": "{who} has no cards and draws {cards} from the blank deck first",
        "answer": "{who} pays {cards} for it",
        "pay": "{who} has to draw {cards}",
    }[owed.purpose]
    yield say(template, who=person(owed.seat), cards=cards)


def _counted(before: State, after: State) -> Iterator[str]:
    """Hands laid open, the points of a round, who has won."""
    for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if after.phase == "count" and new.shown is not None and new.shown != old.shown and after.counts_points:
            total = score.round_of(after, seat).total
            yield say("{who} has {points}", who=person(seat), points=_points(total))
    if len(after.records) <= len(before.records):
        return
    record = after.records[-1]
    if after.counts_points:
        told = (say("{who} {points}", who=person(seat), points=total) for seat, total in enumerate(record))
        yield say("the points: {points}", points=listed(told))
    else:
        still = tuple(seat for seat, point in enumerate(record) if point)
        yield say("a survival point for {people}", people=listed(map(person, still)) or "nobody")
    if len(after.records) > 1 or not after.counts_points:
        sums = (say("{who} {points}", who=person(seat), points=total) for seat, total in enumerate(score.totals(after)))
        yield say("the match stands at {sums}", sums=listed(sums))
    if after.phase == "over":
        winners = listed(map(person, score.leaders(after)))
        yield say("{people} wins" if len(score.leaders(after)) == 1 else "{people} share the win", people=winners)
    elif after.winners:
        template = "{people} wins the round" if len(after.winners) == 1 else "{people} share the round"
        yield say(template, people=listed(map(person, after.winners)))


def _points(total: int) -> str:
    return plural(total, "point") if total >= 0 else say("{total} points", total=total)
