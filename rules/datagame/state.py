"""The table of a game out of a folder: its numbers, its cards, and whose turn it is. Nothing in it is secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rules.datagame.plan import CounterRule, Phase, Plan, Zone
from rules.game_protocol import Mode, Notice, Seat


@dataclass(frozen=True, slots=True)
class Lying:
    """One paper card on the table. ``seat`` None is the table's own zone; ``code`` is empty where nobody scanned it."""

    uid: str
    card: str
    code: str
    zone: str
    seat: Seat | None
    up: bool = True


@dataclass(frozen=True, slots=True)
class State:
    """``counters``, and ``counts`` of zones that are only counted, hold a value a seat, or the table's one."""

    players: int
    mode: Mode = "play"
    counters: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    counts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    lying: tuple[Lying, ...] = ()
    dealt: int = 0
    """How many cards ever lay here: the next uid."""
    turn: int = 1
    active: Seat = 0
    phase: int = 0
    time: int = 1
    """The how-manieth time of a phase that repeats."""
    out: tuple[Seat, ...] = ()
    over: bool = False
    away: tuple[Seat, ...] = ()
    """Whose players have gone: their turns are passed over."""
    notices: tuple[Notice, ...] = ()


def begun(plan: Plan, players: int, mode: Mode) -> State:
    """The table before the first turn."""
    counters = {one.id: (one.start,) * (players if one.owner == "player" else 1) for one in plan.counters}
    counts = {one.id: (0,) * (players if one.owner == "player" else 1) for one in plan.zones if one.counted}
    return State(players, mode, counters, counts)


def place(rule: CounterRule | Zone, seat: Seat | None) -> int:
    """Where a seat's value stands among those of a counter or zone."""
    return (seat or 0) if rule.owner == "player" else 0


def value(state: State, rule: CounterRule, seat: Seat | None) -> int:
    """What a counter shows for a seat, or for the table."""
    return state.counters[rule.id][place(rule, seat)]


def count(state: State, zone: Zone, seat: Seat | None) -> int:
    """How many cards are in a zone."""
    return state.counts[zone.id][place(zone, seat)] if zone.counted else sum(1 for _ in cards(state, zone, seat))


def put(values: Mapping[str, tuple[int, ...]], id: str, at: int, value: int) -> dict[str, tuple[int, ...]]:
    """The values with one changed."""
    old = values[id]
    return {**values, id: (*old[:at], value, *old[at + 1 :])}


def cards(state: State, zone: Zone, seat: Seat | None) -> Iterator[Lying]:
    """The cards in a zone, as they were laid."""
    whose = seat if zone.owner == "player" else None
    return (one for one in state.lying if one.zone == zone.id and one.seat == whose)


def find(state: State, uid: str) -> Lying | None:
    """The card on the table with that uid."""
    return next((one for one in state.lying if one.uid == uid), None)


def phase(plan: Plan, state: State) -> Phase | None:
    """What the table does now; None where the game knows no phases."""
    return plan.phases[state.phase] if plan.phases else None


def alive(state: State) -> tuple[Seat, ...]:
    """Who is still in the game, and there."""
    return tuple(seat for seat in range(state.players) if seat not in state.out and seat not in state.away)


def takes_turns(plan: Plan) -> bool:
    """Whether one player after the other is active."""
    return any(one.active for one in plan.phases)


def after_phase(plan: Plan, state: State) -> State:
    """The table at the next time of this phase, the next phase, or the next turn."""
    now = phase(plan, state)
    if now is not None and state.time < now.repeat:
        return replace(state, time=state.time + 1)
    if state.phase + 1 < len(plan.phases):
        return replace(state, phase=state.phase + 1, time=1)
    return next_turn(plan, state)


def next_turn(plan: Plan, state: State) -> State:
    """Where somebody is active, the next one who is in the game; else a turn of everybody, which is a round."""
    shared = not takes_turns(plan)
    order = [(state.active + step) % state.players for step in range(1, state.players + 1)]
    following = state.active if shared else next((seat for seat in order if seat in alive(state)), state.active)
    round_over = shared or following <= state.active
    counters = dict(state.counters)
    for one in plan.counters:
        if (one.reset == "round" and round_over) or (one.reset == "turn" and (shared or one.owner == "table")):
            counters[one.id] = (one.start,) * len(counters[one.id])
        elif one.reset == "turn":
            counters = put(counters, one.id, state.active, one.start)
    return replace(state, turn=state.turn + 1, active=following, phase=0, time=1, counters=counters)
