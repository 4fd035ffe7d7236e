"""The table of a game out of a folder: its numbers, its cards, whose turn it is, and the rounds that are over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rules.datagame.plan import CounterRule, Phase, Plan, RowRule, Zone, there
from rules.game_protocol import Mode, Notice, Seat

MOST_LYING = 400
"""So many cards lie on a table, or are counted in one zone."""
Cells = tuple[tuple[int | None, ...], ...]
"""What stands in a line of the pad: of each player or team the cells, None where nothing is written."""


@dataclass(frozen=True, slots=True)
class Lying:
    """One paper card on the table. ``seat`` None is the table's own zone; ``code`` is empty where nobody scanned it.
    In a team's zone ``seat`` is one of its members."""

    uid: str
    card: str
    code: str
    zone: str
    seat: Seat | None
    up: bool = True


@dataclass(frozen=True, slots=True)
class RoundLine:
    """What one rule came to in a round that is over."""

    label: str
    points: int
    detail: str = ""


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """A round that is over: everybody's lines as they stood then, and who won it (None: nobody)."""

    lines: tuple[tuple[RoundLine, ...], ...]
    winner: Seat | None = None


@dataclass(frozen=True, slots=True)
class State:
    """``counters``, and ``counts`` of zones that are only counted, hold a value a seat, a team, or the table's one; of
    a pair counter first what the first seat has from each seat, then the second's."""

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
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    teams: tuple[int, ...] = ()
    """The team of each seat, where there are teams."""
    rows: Mapping[str, Cells] = field(default_factory=dict)
    round: int = 1
    lap: int = 1
    """The how-manieth time in this round that turns go round."""
    starter: Seat = 0
    """Who began this round."""
    won: Seat | None = None
    """Who won last: a phase, or a round."""
    went: tuple[Seat, ...] = ()
    """Who has had their turn in this phase, where everybody has one."""
    chosen: tuple[Seat, ...] = ()
    """Who has set a secret number in this phase."""
    ticked: tuple[str, ...] = ()
    """The lines of lists that are ticked, as ``list:number``."""
    sheets: tuple[RoundSheet, ...] = ()
    result: str = ""
    """How an end left the game: ``count``, ``win`` or ``lose``; and ``ending`` says what it was."""
    ending: str = ""
    ended_by: tuple[Seat, ...] = ()
    edition: str = ""
    """Which edition of its game the table plays, "" for the one that is here."""
    """Whose number ended it."""


def begun(plan: Plan, players: int, mode: Mode, options: Mapping[str, bool | int | str] | None = None) -> State:
    """The table before the first turn."""
    teams = tuple(seat % plan.teams.count for seat in range(players)) if plan.teams else ()
    state = State(players, mode, options=options or {}, teams=teams)
    counters = {one.id: (one.start,) * places(state, one) for one in plan.counters}
    counts = {one.id: (one.start,) * places(state, one) for one in plan.zones if one.counted}
    rows: dict[str, Cells] = {one.id: ((None,),) * places(state, one) for one in plan.rows}
    return replace(state, counters=counters, counts=counts, rows=rows)


def places(state: State, rule: CounterRule | Zone | RowRule) -> int:
    """How many values a counter, zone or line has at this table."""
    match rule.owner:
        case "table":
            return 1
        case "team":
            return max(state.teams, default=0) + 1
        case "pair":
            return state.players**2
    return state.players


def place(state: State, rule: CounterRule | Zone | RowRule, seat: Seat | None, source: Seat | None = None) -> int:
    """Where a seat's value stands among those of a counter, zone or line; of a pair what it has from ``source``."""
    at = seat or 0
    match rule.owner:
        case "table":
            return 0
        case "team":
            return state.teams[at] if at < len(state.teams) else 0
        case "pair":
            return at * state.players + (source or 0)
    return at


def owner_seat(state: State, rule: CounterRule | Zone | RowRule, at: int) -> Seat | None:
    """The seat a place belongs to: of a team its first member, None for the table's."""
    match rule.owner:
        case "table":
            return None
        case "team":
            return next((seat for seat, team in enumerate(state.teams) if team == at), None)
        case "pair":
            return at // state.players
    return at


def value(state: State, rule: CounterRule, seat: Seat | None, source: Seat | None = None) -> int:
    """What a counter shows for a seat, or for the table."""
    return state.counters[rule.id][place(state, rule, seat, source)]


def from_all(state: State, rule: CounterRule, seat: Seat) -> tuple[int, ...]:
    """The numbers of a counter that are a seat's: of a pair what it has from everybody."""
    if rule.owner == "pair":
        return state.counters[rule.id][seat * state.players : (seat + 1) * state.players]
    return (value(state, rule, seat),)


def count(state: State, zone: Zone, seat: Seat | None) -> int:
    """How many cards are in a zone."""
    return state.counts[zone.id][place(state, zone, seat)] if zone.counted else sum(1 for _ in cards(state, zone, seat))


def put(values: Mapping[str, tuple[int, ...]], id: str, at: int, value: int) -> dict[str, tuple[int, ...]]:
    """The values with one changed."""
    old = values[id]
    return {**values, id: (*old[:at], value, *old[at + 1 :])}


def cell(state: State, row: RowRule, at: int, round_: int) -> int | None:
    """What is written in a line of the pad for a player or team, in that round where it has one cell a round."""
    cells = state.rows[row.id][at]
    number = round_ - 1 if row.by_round else 0
    return cells[number] if number < len(cells) else None


def written(state: State, row: RowRule, at: int, number: int | None, round_: int) -> State:
    """The table with a cell of the pad written, or emptied."""
    cells = list(state.rows[row.id][at])
    where = round_ - 1 if row.by_round else 0
    cells += [None] * (where + 1 - len(cells))
    cells[where] = number
    own = state.rows[row.id]
    return replace(state, rows={**state.rows, row.id: (*own[:at], tuple(cells), *own[at + 1 :])})


def same_owner(state: State, zone: Zone, lying: Lying, seat: Seat | None) -> bool:
    """Whether a card in a zone lies where a seat's cards lie."""
    if zone.owner == "table":
        return lying.seat is None
    if zone.owner == "team" and lying.seat is not None and seat is not None:
        return place(state, zone, lying.seat) == place(state, zone, seat)
    return lying.seat == seat


def cards(state: State, zone: Zone, seat: Seat | None) -> Iterator[Lying]:
    """The cards in a zone, as they were laid."""
    return (one for one in state.lying if one.zone == zone.id and same_owner(state, zone, one, seat))


def find(state: State, uid: str) -> Lying | None:
    """The card on the table with that uid."""
    return next((one for one in state.lying if one.uid == uid), None)


def phase(plan: Plan, state: State) -> Phase | None:
    """What the table does now; None where it only counts."""
    return plan.phases[state.phase] if plan.phases and state.mode == "play" else None


def alive(state: State) -> tuple[Seat, ...]:
    """Who is still in the game, and there."""
    return tuple(seat for seat in range(state.players) if seat not in state.out and seat not in state.away)


def takes_turns(plan: Plan) -> bool:
    """Whether one player after the other is active."""
    return any(one.alone for one in plan.phases)


def hidden(plan: Plan, state: State) -> frozenset[str]:
    """The counters of which everybody sees only their own now."""
    now = phase(plan, state)
    return frozenset(one.id for one in plan.counters if now is not None and one.secret == now.id and not state.over)


def veil(plan: Plan, state: State, viewer: Seat | None) -> State:
    """The table as a viewer may know it: numbers chosen in secret stand at their beginning."""
    secret = hidden(plan, state)
    if not secret:
        return state
    counters = dict(state.counters)
    for rule in plan.counters:
        if rule.id in secret:
            own = counters[rule.id]
            counters[rule.id] = tuple(now if seat == viewer else rule.start for seat, now in enumerate(own))
    return replace(state, counters=counters)


def counters_now(plan: Plan, state: State) -> Iterator[CounterRule]:
    """The counters that are part of the game in this round."""
    return (one for one in plan.counters if there(one, state.round))
