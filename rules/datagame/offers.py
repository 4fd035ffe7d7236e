"""What a seat can do at the table of a game out of a folder, and what a scanned card means there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.datagame.events import CountPoints, Lay, NextPhase, SetCount, SetCounter, Take, Turn
from rules.datagame.moves import MOST_LYING
from rules.datagame.plan import Plan, Zone
from rules.datagame.state import Lying, State, after_phase, count, phase, value
from rules.table import Choice, Event, FieldSpec, Pick, Reading, ScanProblem, Seat
from rules.text import say
from rules.values.code import CardCode

AT_ONCE = 12
"""As many cards can be named in one go."""


def choices(plan: Plan, state: State, seat: Seat) -> tuple[Choice, ...]:
    """Everything the seat can do now."""
    if state.over:
        return ()
    return (
        *_on(plan, state, seat),
        *_counters(plan, state, seat),
        *(one for zone in plan.zones for one in _in_zone(plan, state, zone, seat)),
        *(one for lying in state.lying if lying.seat in (None, seat) for one in _with_card(plan, state, lying, seat)),
        *((Choice("Count the points: the game is over", CountPoints(seat=seat)),) if plan.scores else ()),
    )


def _on(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    now = phase(plan, state)
    if now is None or state.mode != "play" or (now.active and seat != state.active):
        return
    then = after_phase(plan, state)
    following = plan.phases[then.phase]
    label = (
        say("On to: {label}", label=following.label)
        if following != now
        else "Once more"
        if then.turn == state.turn
        else "End the turn"
    )
    yield Choice(label, NextPhase(state.turn, state.phase, state.time, seat=seat), prompt="phase", primary=True)


def _counters(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    for rule in plan.counters:
        number = value(state, rule, seat)
        if number < rule.high:
            yield Choice(
                f"{rule.label} +1",
                SetCounter(rule.id, number + 1, seat=seat),
                detail=say("from {number}", number=number),
            )
        if number > rule.low:
            yield Choice(
                f"{rule.label} −1",
                SetCounter(rule.id, number - 1, seat=seat),
                detail=say("from {number}", number=number),
            )
        spec = FieldSpec("value", rule.label, low=rule.low, high=rule.high, kind="number", preset=(number,))
        yield Choice(
            say("Set {label}", label=rule.label), SetCounter(rule.id, number, seat=seat), (spec,), correction=True
        )


def _in_zone(plan: Plan, state: State, zone: Zone, seat: Seat) -> Iterator[Choice]:
    held = count(state, zone, seat)
    if zone.counted:
        most = zone.most or MOST_LYING
        spec = FieldSpec("count", zone.label, low=0, high=most, kind="number", preset=(min(held, most),))
        yield Choice(
            say("{label}: how many cards", label=zone.label),
            SetCount(zone.id, held, seat=seat),
            (spec,),
            detail=say("now {held}", held=held),
        )
        return
    room = min(zone.most - held if zone.most else AT_ONCE, AT_ONCE, len(plan.deck.cards), MOST_LYING - len(state.lying))
    if room > 0:
        picks = tuple(
            Pick(card.id, card.name, card.id, suit=plan.deck.spec.face(card).suit) for card in plan.deck.cards
        )
        spec = FieldSpec("cards", "Which cards", picks, many=True, low=1, high=room, search=True)
        yield Choice(say("Lay cards: {label}", label=zone.label), Lay(zone.id, (), seat=seat), (spec,))


def _with_card(plan: Plan, state: State, lying: Lying, seat: Seat) -> Iterator[Choice]:
    """What can be done with a card that lies there: behind one tap, since a table full of cards has many of these."""
    card = plan.deck.by_id[lying.card]
    can: list[tuple[str, Event]] = [(say("Turn {name} over", name=card.name), Turn(lying.uid, card.id, seat=seat))]
    for zone in plan.zones:
        full = zone.most and count(state, zone, seat) >= zone.most
        if zone.id != lying.zone and not full:
            can.append(
                (
                    say("{name} to {label}", name=card.name, label=zone.label),
                    Take(lying.uid, zone.id, card.id, seat=seat),
                )
            )
    can.append((say("{name} leaves the table", name=card.name), Take(lying.uid, "", card.id, seat=seat)))
    suit = plan.deck.spec.face(card).suit
    return (Choice(label, event, card=card.id, uid=lying.uid, suit=suit, correction=True) for label, event in can)


def scan(plan: Plan, state: State, seat: Seat, seen: Sequence[CardCode]) -> Reading:
    """One new card is laid, several are offered together, one that lies there offers what can be done with it."""
    known = [(code, card) for code in dict.fromkeys(seen) if (card := plan.deck.find(code)) is not None]
    if not known:
        text = "This is a card of another game." if seen else "No card was seen. Hold the phone straight above."
        return Reading(problems=(ScanProblem("other_game" if seen else "no_card", text),))
    zone = plan.zone(plan.scan)
    if state.over or zone is None:
        text = "The points stand. Take that back first, then scan again." if state.over else "No zone takes cards here."
        return Reading(problems=(ScanProblem("game_over" if state.over else "no_zone", text),))
    there = {one.code: one for one in state.lying if one.code}
    new = [(code, card) for code, card in known if str(code) not in there]
    if not new:
        return _again(plan, state, [there[str(code)] for code, _ in known], seat)
    event = Lay(zone.id, tuple(card.id for _, card in new), tuple(str(code) for code, _ in new), seat=seat)
    held = count(state, zone, seat)
    if zone.most and held + len(new) > zone.most:
        text = say(
            "{label} holds {held} of {most} cards; take one away first.", label=zone.label, held=held, most=zone.most
        )
        return Reading(problems=(ScanProblem("zone_full", text, new[0][1].id),))
    names = ", ".join(card.name for _, card in new)
    if len(new) == 1:
        return Reading(submit=event, summary=names)
    return Reading(
        choices=(Choice(say("Lay {count} cards", count=len(new)), event, detail=names, primary=True),), summary=names
    )


def _again(plan: Plan, state: State, lying: Sequence[Lying], seat: Seat) -> Reading:
    """Cards that lie there already."""
    own = [one for one in lying if one.seat in (None, seat)]
    if len(own) == 1:
        return Reading(choices=tuple(_with_card(plan, state, own[0], seat)))
    if not own:
        text = "That card lies in front of somebody else."
        return Reading(problems=(ScanProblem("not_yours", text, lying[0].card),))
    return Reading(problems=(ScanProblem("nothing_new", "All of these lie there already."),))
