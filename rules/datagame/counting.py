"""Numbers people keep: counters set by touching them, secretly where a phase wants it so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.action import Telling
from rules.choice import Choice, FieldSpec
from rules.datagame.flow import outs
from rules.datagame.plan import CounterRule, Plan
from rules.datagame.refusals import counter_of, going, known_seat, whose
from rules.datagame.state import State, counters_now, hidden, owner_seat, place, places, put, value
from rules.event import Event, Judge, Seat
from rules.text import say
from rules.view import person


def counter_spot(rule: CounterRule, at: int) -> str:
    """What is touched of a counter."""
    return f"counter:{rule.id}:{at}"


@dataclass(frozen=True, slots=True)
class SetCounter(Event):
    """A counter shows ``value`` now; of a pair counter what the seat has from ``source``."""

    counter: str
    value: int
    source: int | None = None
    in_place: ClassVar[bool] = True


def set_counter(plan: Plan, state: State, event: SetCounter, judge: Judge) -> State:
    rule = counter_of(plan, state, judge, event.counter)
    seat = whose(state, judge, rule, event.seat)
    going(state, judge)
    if rule.owner == "pair":
        known = known_seat(state, event.source) and event.source != seat
        judge.struct(known, "bad_input", say("{label}: say from whom", label=rule.label))
    fits = rule.low <= event.value <= rule.high
    judge.struct(
        fits, "bad_input", say("{label}: expected {low} to {high}", label=rule.label, low=rule.low, high=rule.high)
    )
    counters = put(state.counters, rule.id, place(state, rule, seat, event.source), event.value)
    if rule.single and event.value > 0:
        # Whoever had it has it no more.
        nothing = max(0, rule.low)
        counters[rule.id] = tuple(now if at == seat else min(now, nothing) for at, now in enumerate(counters[rule.id]))
    state = replace(state, counters=counters)
    if rule.id in hidden(plan, state) and seat is not None:
        state = replace(state, chosen=tuple(sorted({*state.chosen, seat})))
    if seat is None or not any(one.out for one in rule.alarms):
        return state
    return outs(plan, state, range(state.players) if rule.single else _team(state, rule, seat))


def _team(state: State, rule: CounterRule, seat: Seat) -> tuple[Seat, ...]:
    """Everybody whose number it is."""
    if rule.owner != "team":
        return (seat,)
    return tuple(other for other, team in enumerate(state.teams) if team == state.teams[seat])


def offer_counters(plan: Plan, state: State, seat: Seat) -> Iterator[Choice]:
    """The numbers that are the seat's or the table's; as corrections those of everybody else."""
    secret = hidden(plan, state)
    for rule in counters_now(plan, state) if not state.over else ():
        for at in range(places(state, rule)):
            owner = owner_seat(state, rule, at)
            source = at % state.players if rule.owner == "pair" else None
            own = owner is None or owner == seat or (rule.owner == "team" and at == place(state, rule, seat))
            if owner is not None and source == owner:
                continue
            if own or rule.id not in secret:
                yield _choice(state, rule, at, seat if own else owner, own=own, asked=rule.id in secret)


def _choice(state: State, rule: CounterRule, at: int, whose_: Seat | None, *, own: bool, asked: bool) -> Choice:
    number = state.counters[rule.id][at]
    source = at % state.players if rule.owner == "pair" else None
    label = counter_label(rule, source)
    if not own:
        label = say("{label} of {who}", label=label, who=person(whose_ or 0))
    spec = FieldSpec("value", label, low=rule.low, high=rule.high, kind="number", preset=(number,))
    return Choice(
        say("Set {label}", label=label),
        SetCounter(rule.id, number, source, seat=whose_),
        (spec,),
        correction=not own,
        spot=counter_spot(rule, at),
        prompt="phase" if asked else "",
    )


def counter_label(rule: CounterRule, source: Seat | None) -> str:
    """What a counter is called; of a pair with the one it comes from."""
    if source is None:
        return rule.label
    return say("{label}: {who}", label=rule.label, who=person(source))


def shown(rule: CounterRule, number: int) -> str:
    """A value in words where it has some."""
    at = number - rule.low
    return rule.names[at] if 0 <= at < len(rule.names) else ""


def tell_counter(plan: Plan, telling: Telling[State, SetCounter]) -> str:
    rule, event = plan.counter(telling.event.counter), telling.event
    if rule is None:
        return say("{who}: {counter} {value}", who=telling.who, counter=event.counter, value=event.value)
    if rule.id in hidden(plan, telling.before) and not telling.own:
        return say("{who} has chosen: {counter}", who=telling.who, counter=rule.label)
    whose_ = "The table" if rule.owner == "table" else telling.who
    old = value(telling.before, rule, event.seat, event.source)
    label = counter_label(rule, event.source)
    return say("{who}: {counter} {value} (was {old})", who=whose_, counter=label, value=event.value, old=old)


def hide_counter(plan: Plan, state: State, event: SetCounter, viewer: Seat | None) -> SetCounter:
    """The event without a number that was chosen in secret."""
    rule = plan.counter(event.counter)
    if rule is None or rule.id not in hidden(plan, state) or viewer == event.seat:
        return event
    return replace(event, value=rule.start)
