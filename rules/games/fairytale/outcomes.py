"""What followed from an event, in short phrases of the log: made by comparing the table before and after it.

Both tables are veiled for the reader, so nothing hidden is told. A card that was turned over lay open for everybody at
that moment, whichever way its effects have turned it since.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.event import Seat
from rules.games.fairytale import effects, naming_cards, stage_plan
from rules.games.fairytale.deck import UNFLIP, points_word
from rules.games.fairytale.play import duty_title, not_placed
from rules.games.fairytale.score import sheet
from rules.games.fairytale.state import State, Turning, card_of, every_card, find, moment, now, open_duties
from rules.text import first_lower, listed, say
from rules.view import person


def heading(state: State) -> str:
    """The heading of the moment a state is in."""
    stage = now(state)
    if stage.kind == "score":
        return "Points"
    if stage.kind == "draft":
        return say("Round {round} · Draft", round=stage.round)
    play = min(stage_plan.PLAYS, state.played + (not state.closed or not state.played))
    return say("Round {round}, play {play}", round=stage.round, play=play)


def follows(before: State, after: State, viewer: Seat | None) -> Iterator[str]:
    """What followed: cards turned over, the turns their effects made, who has to choose, what a round came to."""
    old, new = before.turning, after.turning
    if new is not None and (new.again or (old is not None and old.again)):
        yield from lying_otherwise(before, after)
    elif new is not None and new != old:
        same = old is not None and old.uids == new.uids
        if not same:
            yield from turned_over(after, new)
        yield from turned(before, after, new, new.met[len(old.met) if old is not None and same else 0 :])
    yield from waiting(before, after)
    yield from points(before, after)


def turned_over(state: State, turning: Turning) -> Iterator[str]:
    """The cards of a reveal."""
    cards = [
        say("{card} ({who})", who=person(seat), card=named(state, turning, seat, uid))
        for seat in range(state.players)
        for uid in turning.uids
        if find(state, seat, uid) is not None
    ]
    if cards:
        yield say("turned over: {cards}", cards=listed(cards))


def named(state: State, turning: Turning, seat: Seat, uid: str) -> str:
    """A card by name, where it lies open or lay open when it was turned over."""
    shown = dict(turning.shown).get(uid)
    if shown is not None and not turning.again:
        return naming_cards.name_of(shown)
    laid = find(state, seat, uid)
    return naming_cards.name_of(laid.card if laid is not None else None)


def turned(before: State, after: State, turning: Turning, met: tuple[effects.Met, ...]) -> Iterator[str]:
    """The turns that left no choice, each with the cards that asked for it, and who had nothing to turn."""
    idle: dict[tuple[str, str | None], list[str]] = {}
    together: dict[tuple[str, str], list[str]] = {}
    for one in met:
        need = one.need
        if one.uids and not one.chosen:
            side = "up" if need.verb == UNFLIP else "down"
            cards = [card_name(before, after, turning, need.seat, uid) for uid in one.uids]
            words = [say("{card} of {who}", card=card, who=person(need.seat)) for card in cards]
            by = cause(after, turning, need)
            together.setdefault((side, "itself" if words == [by] and len(one.uids) == 1 else by), []).extend(words)
        elif one.chosen and need.seat in after.away:
            yield say("{who} is away and turns nothing", who=person(need.seat))
        elif not one.uids and not one.chosen:
            idle.setdefault((need.verb, need.faction), []).append(person(need.seat))
    for (side, by), words in together.items():
        yield say("{cards} turned face {side} by {cause}", cards=listed(words), side=side, cause=by)
    for (verb, faction), people in idle.items():
        lying = "face-down" if verb == UNFLIP else "face-up"
        kind = say("{faction} card", faction=faction) if faction else "card"
        has = "has" if len(people) == 1 else "have"
        yield say("{people} {has} no {lying} {kind} to turn", people=listed(people), has=has, lying=lying, kind=kind)


def card_name(before: State, after: State, turning: Turning, seat: Seat, uid: str) -> str:
    """A card that was turned, by name where the reader may know it."""
    for state in (after, before):
        laid = find(state, seat, uid)
        card = card_of(laid) if laid is not None else None
        if card is not None:
            return card.name
    return named(after, turning, seat, uid)


def cause(state: State, turning: Turning, need: effects.Need) -> str:
    """The cards whose effects ask for that."""
    return listed(
        say("{card} of {who}", card=named(state, turning, one.seat, one.uid), who=person(one.seat))
        for one in turning.fired
        if (one.effect.verb, one.effect.faction) == (need.verb, need.faction)
        and (one.effect.who == "all" or one.seat == need.seat)
    )


def lying_otherwise(before: State, after: State) -> Iterator[str]:
    """The cards that lie otherwise after reveals were reckoned again, once that is done."""
    if after.later:
        return
    old = {laid.uid: laid for _, laid in every_card(before)}
    for seat, laid in every_card(after):
        was = old.get(laid.uid, laid)
        if was.up != laid.up:
            name = naming_cards.name_of(laid.card or was.card)
            template = "{card} of {who} is face up again" if laid.up else "{card} of {who} is face down now"
            yield say(template, card=name, who=person(seat))


def waiting(before: State, after: State) -> Iterator[str]:
    """Who has to answer something that was not asked before."""
    asked = {(duty.need.seat, duty.need.step) for duty in open_duties(before)}
    for duty in open_duties(after):
        if (duty.need.seat, duty.need.step) not in asked:
            yield say("{who} chooses: {title}", who=person(duty.need.seat), title=first_lower(duty_title(duty)))
    if after.opening and not before.opening:
        people = listed(person(seat) for seat in after.opening)
        verb = "turns" if len(after.opening) == 1 else "turn"
        yield say(
            "{people} {verb} over their own, without {absent}",
            people=people, verb=verb, absent=listed(not_placed(after)),
        )  # fmt: skip


def points(before: State, after: State) -> Iterator[str]:
    """What everybody's open cards are worth where a round or the game is over; the discards of a round."""
    if after.over and not before.over:
        final = sheet(after)
        best = [own.total for own in final.seats if own.seat in final.winners]
        if best:
            wins = "wins" if len(final.winners) == 1 else "share the win"
            winners = listed(person(seat) for seat in final.winners)
            yield say("{winners} {wins} with {points}", winners=winners, wins=wins, points=points_word(best[0]))
        yield from (
            said for own in final.seats if own.seat not in final.winners for said in [total(own.seat, own.total)]
        )
    elif after.closed and not before.closed and moment(after) == "closed":
        totals = listed(total(own.seat, own.total) for own in sheet(after).seats)
        yield say("round {round} is over; points so far: {totals}", round=now(after).round, totals=totals)


def total(seat: Seat, value: int) -> str:
    """Such as ``{p0} 12 points``."""
    return say("{who} {points}", who=person(seat), points=points_word(value))
