"""The actions at the table of a game out of a folder. A plan's own limits are its rules: who overrides one is noted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rules.action import Action, Telling
from rules.choice import Choice, FieldSpec, Pick
from rules.datagame.plan import CounterRule, Plan, Zone
from rules.datagame.state import (
    Lying,
    State,
    after_phase,
    alive,
    count,
    find,
    next_turn,
    phase,
    place,
    put,
    takes_turns,
    value,
)
from rules.event import Event, Judge, Seat
from rules.score import Why
from rules.seat_away import SeatAway, SeatBack
from rules.text import say
from rules.values.code import CodeError, parse
from rules.view import person

MOST_LYING = 400
AT_ONCE = 12
"""As many cards can be named in one go."""


def actions(plan: Plan) -> tuple[Action[State, Any], ...]:
    """What can happen at a table of this plan, in the order in which it is offered."""

    def kept(section: str) -> Why:
        return why(plan, "What the table keeps.", section)

    def by_plan(function: Any) -> Any:
        return partial(function, plan)

    return (
        Action(NextPhase, kept("phase"), by_plan(next_phase), by_plan(tell_phase), offers=by_plan(offer_next_phase)),
        Action(
            SetCounter, kept("counter"), by_plan(set_counter), by_plan(tell_counter), offers=by_plan(offer_counters)
        ),
        Action(Lay, kept("zone"), by_plan(lay), by_plan(tell_lay), offers=by_plan(offer_zones)),
        Action(SetCount, kept("zone"), by_plan(set_count), by_plan(tell_count)),
        Action(Turn, kept("zone"), by_plan(turn), by_plan(tell_turn)),
        Action(Take, kept("zone"), by_plan(take), by_plan(tell_take), offers=by_plan(offer_cards)),
        Action(SeatAway, kept("phase"), by_plan(leave), "{who} has left", offers=by_plan(offer_leaving)),
        Action(SeatBack, kept("phase"), by_plan(come_back), "{who} is back", offers=by_plan(offer_coming_back)),
        Action(
            CountPoints, kept("score"), by_plan(count_points), "The points were counted", offers=by_plan(offer_points)
        ),
    )


def why(plan: Plan, text: str, section: str) -> Why:
    """A reason out of the plan: the table of game.toml that says so."""
    return Why(text, say("{title}, game.toml [{section}]", title=plan.title, section=section))


def settle(plan: Plan, state: State) -> State:
    """What follows by itself: the game is over with one left, or with somebody at the goal."""
    win = plan.win
    if state.mode == "play" and not state.over:
        last = win.kind == "last_alive" and len(alive(state)) <= 1 < state.players
        first = win.kind == "first_to" and max(state.counters[win.counter]) >= win.goal
        if last or first:
            return replace(state, over=True)
    return state


# --- what comes next


@dataclass(frozen=True, slots=True)
class NextPhase(Event):
    """On to what comes next. ``turn``, ``phase`` and ``time`` say where the table was: two phones say it only once."""

    turn: int
    phase: int
    time: int


def next_phase(plan: Plan, state: State, event: NextPhase, judge: Judge) -> State:
    _going(state, judge)
    judge.struct(bool(plan.phases) and state.mode == "play", "bad_input", "This table has no phases.")
    here = (event.turn, event.phase, event.time) == (state.turn, state.phase, state.time)
    judge.struct(here, "already_there", "Somebody was faster: the table has gone on already.")
    now = phase(plan, state)
    if now is not None and now.active:
        text = say("{label} is {active}'s.", label=now.label, active=person(state.active))
        judge.rule(event.seat in (None, state.active), "not_your_turn", text, why(plan, text, "phase"))
    return after_phase(plan, state)


def offer_next_phase(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    now = phase(plan, state)
    if state.over or now is None or state.mode != "play" or (now.active and seat != state.active):
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


def tell_phase(plan: Plan, telling: Telling[State, NextPhase]) -> str:
    event = telling.event
    if event.phase >= len(plan.phases):
        return "Something happened"
    label = plan.phases[event.phase].label
    return say("{who} ended: {label}, turn {turn}", who=telling.who, label=label, turn=event.turn)


# --- counters


@dataclass(frozen=True, slots=True)
class SetCounter(Event):
    """A counter shows ``value`` now."""

    counter: str
    value: int


def set_counter(plan: Plan, state: State, event: SetCounter, judge: Judge) -> State:
    rule = plan.counter(event.counter)
    judge.struct(rule is not None, "bad_input", "counter: there is no such counter in this game")
    if rule is None:
        return state
    seat = _whose(state, judge, rule, event.seat)
    _going(state, judge)
    fits = rule.low <= event.value <= rule.high
    judge.struct(
        fits, "bad_input", say("{label}: expected {low} to {high}", label=rule.label, low=rule.low, high=rule.high)
    )
    state = replace(state, counters=put(state.counters, rule.id, place(rule, seat), event.value))
    if rule.alarm is None or not rule.alarm.out or seat is None:
        return state
    out = set(state.out) - {seat} | (
        {seat} if event.value >= rule.alarm.at or _else_out(plan, state, rule, seat) else set()
    )
    return replace(state, out=tuple(sorted(out)))


def _else_out(plan: Plan, state: State, but: CounterRule, seat: Seat) -> bool:
    """Whether another counter keeps the player out."""
    others = (one for one in plan.counters if one.alarm and one.alarm.out and one != but)
    return any(one.alarm is not None and state.counters[one.id][seat] >= one.alarm.at for one in others)


def offer_counters(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    for rule in plan.counters if not state.over else ():
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


def tell_counter(plan: Plan, telling: Telling[State, SetCounter]) -> str:
    rule, event = plan.counter(telling.event.counter), telling.event
    if rule is None:
        return say("{who}: {counter} {value}", who=telling.who, counter=event.counter, value=event.value)
    whose = "The table" if rule.owner == "table" else telling.who
    old = value(telling.before, rule, event.seat)
    return say("{who}: {counter} {value} (was {old})", who=whose, counter=rule.label, value=event.value, old=old)


# --- cards in zones


@dataclass(frozen=True, slots=True)
class Lay(Event):
    """Cards come to a zone; ``codes`` are theirs, in the same order, where they were scanned."""

    zone: str
    cards: tuple[str, ...]
    codes: tuple[str, ...] = ()


def lay(plan: Plan, state: State, event: Lay, judge: Judge) -> State:
    zone = _zone(plan, judge, event.zone)
    seat = _whose(state, judge, zone, event.seat)
    _going(state, judge)
    judge.struct(not zone.counted, "counted", say("Of {label} only the number is kept.", label=zone.label))
    judge.struct(bool(event.cards), "bad_input", "cards: expected at least one")
    judge.struct(len(state.lying) + len(event.cards) <= MOST_LYING, "full", "No table holds that many cards.")
    fits = not event.codes or len(event.codes) == len(event.cards)
    judge.struct(fits, "bad_input", "codes: expected one for each card, or none")
    codes = event.codes or ("",) * len(event.cards)
    there = {one.code: one for one in state.lying if one.code}
    for card, code in zip(event.cards, codes, strict=True):
        _known(plan, judge, card, code)
        name = plan.deck.by_id[card].name
        judge.rule(
            code not in there, "same_code", say("This very {name} lies on the table already.", name=name), _paper(plan)
        )
        copies = sum(one.card == card for one in state.lying) + event.cards.count(card)
        judge.warn(
            copies <= plan.deck.by_id[card].copies,
            "too_many_copies",
            say("That is {copies} of {name}.", copies=copies, name=name),
            _paper(plan),
        )
    judge.struct(len({*codes} - {""}) == len([code for code in codes if code]), "bad_input", "codes: one stands twice")
    room = zone.most - count(state, zone, seat)
    text = say("{label} holds at most {most}.", label=zone.label, most=zone.most)
    judge.rule(not zone.most or len(event.cards) <= room, "zone_full", text, why(plan, text, "zone"))
    laid = tuple(
        Lying(f"c{state.dealt + number}", card, code=code, zone=zone.id, seat=seat)
        for number, (card, code) in enumerate(zip(event.cards, codes, strict=True))
    )
    return replace(state, lying=(*state.lying, *laid), dealt=state.dealt + len(laid))


def offer_zones(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    """Zone by zone: cards laid there, or how many it holds."""
    if not state.over:
        for zone in plan.zones:
            yield from _in_zone(plan, state, zone, seat)


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


def tell_lay(plan: Plan, telling: Telling[State, Lay]) -> str:
    cards = ", ".join(plan.deck.by_id[card].name for card in telling.event.cards if card in plan.deck.by_id)
    return say("{who} laid {cards}: {zone}", who=telling.who, cards=cards, zone=_label(plan, telling.event.zone))


@dataclass(frozen=True, slots=True)
class SetCount(Event):
    """A zone of which only the number is kept holds ``count`` cards now."""

    zone: str
    count: int


def set_count(plan: Plan, state: State, event: SetCount, judge: Judge) -> State:
    zone = _zone(plan, judge, event.zone)
    seat = _whose(state, judge, zone, event.seat)
    _going(state, judge)
    judge.struct(zone.counted, "bad_input", say("{label}: its cards are laid one by one", label=zone.label))
    judge.struct(
        0 <= event.count <= MOST_LYING, "bad_input", say("count: expected 0 to {most_lying}", most_lying=MOST_LYING)
    )
    text = say("{label} holds at most {most}.", label=zone.label, most=zone.most)
    judge.rule(not zone.most or event.count <= zone.most, "zone_full", text, why(plan, text, "zone"))
    return replace(state, counts=put(state.counts, zone.id, place(zone, seat), event.count))


def tell_count(plan: Plan, telling: Telling[State, SetCount]) -> str:
    event, zone = telling.event, plan.zone(telling.event.zone)
    if zone is None:
        return say("{who}: {zone} {count}", who=telling.who, zone=event.zone, count=event.count)
    whose = "The table" if zone.owner == "table" else telling.who
    old = count(telling.before, zone, event.seat)
    return say("{who}: {zone} {count} (was {old})", who=whose, zone=zone.label, count=event.count, old=old)


# --- a card that lies there


@dataclass(frozen=True, slots=True)
class Turn(Event):
    """A card is turned over. ``card`` names it for the log."""

    uid: str
    card: str = ""


def turn(plan: Plan, state: State, event: Turn, judge: Judge) -> State:
    found = _lying(state, judge, event)
    _going(state, judge)
    return replace(state, lying=tuple(replace(one, up=not one.up) if one == found else one for one in state.lying))


def tell_turn(plan: Plan, telling: Telling[State, Turn]) -> str:
    return say("{who} turned {card} over", who=telling.who, card=_card(plan, telling.event.card))


@dataclass(frozen=True, slots=True)
class Take(Event):
    """A card leaves: to another zone, or (``to`` empty) the table. ``card`` names it for the log."""

    uid: str
    to: str = ""
    card: str = ""


def take(plan: Plan, state: State, event: Take, judge: Judge) -> State:
    found = _lying(state, judge, event)
    _going(state, judge)
    rest = tuple(one for one in state.lying if one != found)
    if not event.to:
        return replace(state, lying=rest)
    zone = _zone(plan, judge, event.to)
    seat = _whose(state, judge, zone, event.seat)
    room = count(state, zone, seat)
    text = say("{label} holds at most {most}.", label=zone.label, most=zone.most)
    judge.rule(not zone.most or room < zone.most, "zone_full", text, why(plan, text, "zone"))
    if zone.counted:
        return replace(state, lying=rest, counts=put(state.counts, zone.id, place(zone, seat), room + 1))
    return replace(state, lying=(*rest, replace(found, zone=zone.id, seat=seat)))


def offer_cards(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    """Card by card: turned over, moved, off the table."""
    if not state.over:
        for lying in state.lying:
            if lying.seat in (None, seat):
                yield from with_card(plan, state, lying, seat)


def with_card(plan: Plan, state: State, lying: Lying, seat: Seat) -> Iterator[Choice]:
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


def tell_take(plan: Plan, telling: Telling[State, Take]) -> str:
    card, to = _card(plan, telling.event.card), telling.event.to
    if not to:
        return say("{who} moved {card} off the table", who=telling.who, card=card)
    return say("{who} moved {card} to {zone}", who=telling.who, card=card, zone=_label(plan, to))


# --- the points


@dataclass(frozen=True, slots=True)
class CountPoints(Event):
    """The game is over and the points stand."""


def count_points(plan: Plan, state: State, event: CountPoints, judge: Judge) -> State:
    _going(state, judge)
    return replace(state, over=True)


def offer_points(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    if plan.scores and not state.over:
        yield Choice("Count the points: the game is over", CountPoints(seat=seat))


# --- somebody has left


def leave(plan: Plan, state: State, event: SeatAway, judge: Judge) -> State:
    _going(state, judge)
    seat = judge.seat(state.players)
    judge.struct(seat not in state.away, "already_there", say("{who} has left already.", who=person(seat)))
    text = "Somebody has to stay at the table; count the points to end the game."
    judge.struct(len(state.away) + 1 < state.players, "nobody_left", text)
    state = replace(state, away=tuple(sorted((*state.away, seat))))
    return next_turn(plan, state) if takes_turns(plan) and seat == state.active else state


def offer_leaving(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    waits = takes_turns(plan) or plan.win.kind == "last_alive"
    if waits and state.mode == "play" and not state.over and len(state.away) + 1 < state.players:
        for other in (one for one in range(state.players) if one not in state.away):
            label = say("{who} has left: go on without them", who=person(other))
            yield Choice(label, SeatAway(seat=other), correction=True)


def come_back(plan: Plan, state: State, event: SeatBack, judge: Judge) -> State:
    seat = judge.seat(state.players)
    judge.struct(seat in state.away, "already_there", say("{who} has not left.", who=person(seat)))
    return replace(state, away=tuple(one for one in state.away if one != seat))


def offer_coming_back(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    for other in state.away if not state.over else ():
        yield Choice(say("{who} is back", who=person(other)), SeatBack(seat=other), correction=True)


# --- what stands against naming a zone, a seat or a card


def _going(state: State, judge: Judge) -> None:
    judge.struct(not state.over, "game_over", "The points stand and the game is over; take that back first.")


def _zone(plan: Plan, judge: Judge, id: str) -> Zone:
    found = plan.zone(id)
    judge.struct(found is not None, "bad_input", "zone: there is no such zone in this game")
    assert found is not None
    return found


def _whose(state: State, judge: Judge, rule: Zone | CounterRule, seat: Seat | None) -> Seat | None:
    if rule.owner == "table":
        return None
    judge.struct(
        seat is not None and 0 <= seat < state.players, "no_such_seat", say("{label}: say whose.", label=rule.label)
    )
    return seat


def _lying(state: State, judge: Judge, event: Take | Turn) -> Lying:
    found = find(state, event.uid)
    judge.struct(found is not None, "no_such_card", "That card does not lie there any more; look at the table again.")
    assert found is not None
    judge.struct(event.card in ("", found.card), "no_such_card", "Another card lies there; look at the table again.")
    judge.struct(found.seat in (None, event.seat), "no_such_card", "That card lies in front of somebody else.")
    return found


def _known(plan: Plan, judge: Judge, card: str, code: str) -> None:
    judge.struct(
        card in plan.deck.by_id,
        "unknown_card",
        say('"{card}" is not a card of {title}.', card=card[:40], title=plan.title),
    )
    if not code:
        return
    try:
        found = plan.deck.find(parse(code))
    except CodeError as error:
        judge.struct(False, "bad_code", f"{str(error)[:1].upper()}{str(error)[1:]}.")
        return
    name = plan.deck.by_id[card].name
    judge.struct(
        found is not None and found.id == card,
        "bad_code",
        say("The code {code} is not printed on {name}.", code=code[:12], name=name),
    )


def _paper(plan: Plan) -> Why:
    return why(plan, "There is one of each printed card.", "cards")


def _label(plan: Plan, id: str) -> str:
    found = plan.zone(id)
    return found.label if found is not None else id


def _card(plan: Plan, card: str) -> str:
    return plan.deck.by_id[card].name if card in plan.deck.by_id else "a card"
