"""How a game out of a folder goes on: the next player of a phase, its next time, the next phase, turn and round, and
what happens by itself on the way. The order at the end of a round is always the same: points, who won it, what is
cleared, what grows, ends, what is dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules.datagame.plan import OPEN, CounterRule, End, Named, Phase, Plan, Zone, there
from rules.datagame.score import came_to, round_lines, round_points, sheet
from rules.datagame.state import (
    MOST_LYING,
    RoundSheet,
    State,
    alive,
    count,
    from_all,
    owner_seat,
    phase,
    place,
    places,
    put,
    value,
)
from rules.game_protocol import Seat

STEPS = ""
"""The list whose lines are what there is to do in a phase."""


@dataclass(frozen=True, slots=True)
class Said:
    """What people say when something is over: who won it, whether what is at risk was ``kept`` or ``lost``, who won the
    round, and whether what goes on until somebody says so is ``done``."""

    winner: Seat | None = None
    kept: str = ""
    best: Seat | None = None
    done: bool = False


@dataclass(frozen=True, slots=True)
class Over:
    """What is over with the next step: a player's part of a phase is, and with it perhaps more."""

    time: bool = False
    phase: bool = False
    turn: bool = False
    round: bool = False


# --- what comes next


def what_ends(plan: Plan, state: State, *, done: bool = False) -> Over:
    """What the next step would end."""
    now = phase(plan, state)
    if now is None:
        return Over(time=True, phase=True, turn=True, round=True)
    if now.who == "each" and next_of_each(plan, state) is not None:
        return Over()
    if not is_last_time(plan, state, now, done=done):
        return Over(time=True)
    if _next_phase(plan, state) is not None:
        return Over(time=True, phase=True)
    return Over(time=True, phase=True, turn=True, round=_round_ends(plan, state, done=done))


def is_last_time(plan: Plan, state: State, now: Phase, *, done: bool) -> bool:
    """Whether a phase does not come again."""
    if now.repeat == OPEN:
        return done
    return state.time >= number(plan, state, now.repeat)


def number(plan: Plan, state: State, said: int | str) -> int:
    """A number of the plan: itself, or what a counter of the table shows."""
    if isinstance(said, int):
        return said
    rule = plan.counter(said)
    return value(state, rule, None) if rule is not None else 0


def _next_phase(plan: Plan, state: State) -> int | None:
    later = range(state.phase + 1, len(plan.phases))
    return next((at for at in later if there(plan.phases[at], state.round)), None)


def following(plan: Plan, state: State) -> Seat:
    """Whose turn is next where people take turns: the next one in the game, clockwise."""
    order = [(state.active + step) % state.players for step in range(1, state.players + 1)]
    return next((seat for seat in order if seat in alive(state)), state.active)


def _lap_ends(plan: Plan, state: State) -> bool:
    """Whether everybody has had a turn since whoever began."""
    if not plan.goes_round:
        return True
    past = (following(plan, state) - state.starter) % state.players
    return past <= (state.active - state.starter) % state.players


def _round_ends(plan: Plan, state: State, *, done: bool) -> bool:
    if plan.rounds is None or not plan.goes_round:
        return _lap_ends(plan, state)
    if plan.rounds.turns == 0:
        return done
    return _lap_ends(plan, state) and state.lap >= plan.rounds.turns


def order_of(plan: Plan, state: State, now: Phase) -> tuple[Seat, ...]:
    """In which order everybody has their part of a phase."""
    first = state.won if now.first == "winner" and state.won is not None else state.starter
    return tuple((first + step) % state.players for step in range(state.players))


def _waiting(plan: Plan, state: State) -> tuple[Seat, ...]:
    """Who still has a part in this phase, the active one among them."""
    now = phase(plan, state)
    if now is None:
        return ()
    return tuple(seat for seat in order_of(plan, state, now) if seat in alive(state) and seat not in state.went)


def next_of_each(plan: Plan, state: State) -> Seat | None:
    """Who is next in a phase in which everybody has a part, None where the active one is the last."""
    waiting = [seat for seat in _waiting(plan, state) if seat != state.active]
    return waiting[0] if waiting else None


def go_on(plan: Plan, state: State, said: Said) -> State:
    """The table after the next step."""
    now = phase(plan, state)
    over = what_ends(plan, state, done=said.done)
    if now is None:
        return end_round(plan, replace(state, turn=state.turn + 1), said)
    if now.who == "each" and not over.time:
        return replace(
            state,
            active=next_of_each(plan, state) or 0,
            went=(*state.went, state.active),
            ticked=_unticked(state, STEPS),
        )
    state = _end_time(plan, state, now, said)
    if not over.phase:
        return _begin_time(plan, replace(state, time=state.time + 1))
    if not over.turn:
        return _begin_time(plan, replace(state, phase=_next_phase(plan, state) or 0, time=1))
    return _end_turn(plan, state, said, round_over=over.round)


def _end_time(plan: Plan, state: State, now: Phase, said: Said) -> State:
    if now.asks_winner and said.winner is not None:
        rule = plan.counter(now.winner)
        if rule is not None:
            at = place(state, rule, said.winner)
            state = _set(plan, state, rule, at, state.counters[rule.id][at] + 1)
        state = replace(state, won=said.winner)
    state = replace(state, went=(), ticked=_unticked(state, STEPS))
    return _cleared(plan, state, "phase", None)


def _begin_time(plan: Plan, state: State) -> State:
    """The beginning of a time of a phase: who is first, and what is dealt."""
    now = phase(plan, state)
    if now is None:
        return state
    state = replace(state, went=(), chosen=())
    if now.who == "each":
        first = next((seat for seat in order_of(plan, state, now) if seat in alive(state)), state.active)
        state = replace(state, active=first)
    if now.deal is None:
        return state
    seats = (state.active,) if now.who == "active" else alive(state)
    return dealt(plan, state, now, seats)


def dealt(plan: Plan, state: State, now: Phase, seats: Iterable[Seat]) -> State:
    """The table with a phase's cards dealt to these seats, as far as there are cards and room."""
    deal = now.deal
    source, to = (plan.zone(deal.from_), plan.zone(deal.to)) if deal else (None, None)
    if deal is None or source is None or to is None:
        return state
    targets = dict.fromkeys(place(state, to, seat) for seat in seats)
    for at in targets:
        room = to.most - state.counts[to.id][at] if to.most else number(plan, state, deal.count)
        state, got = _drawn(plan, state, source, min(room, number(plan, state, deal.count)))
        state = replace(state, counts=put(state.counts, to.id, at, min(MOST_LYING, state.counts[to.id][at] + got)))
    return state


def _drawn(plan: Plan, state: State, pile: Zone, wanted: int) -> tuple[State, int]:
    """Cards taken from a pile of the table, made new on the way where it can be; and how many there were."""
    got = 0
    while got < wanted:
        state = refilled(plan, state, pile)
        taken = min(wanted - got, state.counts[pile.id][0])
        if taken <= 0:
            break
        state, got = replace(state, counts=put(state.counts, pile.id, 0, state.counts[pile.id][0] - taken)), got + taken
    return refilled(plan, state, pile), got


def refilled(plan: Plan, state: State, pile: Zone) -> State:
    """The table with an empty pile made new, where there are cards for it."""
    used = plan.zone(pile.refill)
    if used is None:
        return state
    for at in range(places(state, pile)):
        seat = owner_seat(state, pile, at)
        cards = count(state, used, seat)
        if state.counts[pile.id][at] == 0 and cards:
            state = emptied(plan, state, used, place(state, used, seat))
            state = replace(state, counts=put(state.counts, pile.id, at, cards))
    return state


def emptied(plan: Plan, state: State, zone: Zone, at: int) -> State:
    """The table with one zone without cards."""
    if zone.counted:
        return replace(state, counts=put(state.counts, zone.id, at, 0))
    left = tuple(one for one in state.lying if one.zone != zone.id or place(state, zone, one.seat) != at)
    return replace(state, lying=left)


# --- turns and rounds


def _end_turn(plan: Plan, state: State, said: Said, *, round_over: bool) -> State:
    seat = state.active if plan.goes_round else None
    if said.kept == "kept":
        state = _banked(plan, state, seat)
    state = _cleared(plan, state, "turn", seat)
    state = _grown(plan, state, "turn", seat)
    active, lap = following(plan, state) if plan.goes_round else state.active, _lap_ends(plan, state)
    state = replace(state, turn=state.turn + 1, active=active, phase=0, time=1, lap=state.lap + lap)
    if round_over:
        return end_round(plan, state, said)
    return _begin_turn(plan, checked(plan, state, "turn"))


def next_turn(plan: Plan, state: State) -> State:
    """The next turn, whatever was still to come in this one: its player has left."""
    return _end_turn(plan, state, Said(), round_over=_round_ends(plan, state, done=False))


def _begin_turn(plan: Plan, state: State) -> State:
    if state.over or not plan.phases:
        return state
    first = next((at for at, one in enumerate(plan.phases) if there(one, state.round)), 0)
    return _begin_time(plan, replace(state, phase=first, time=1))


def end_round(plan: Plan, state: State, said: Said) -> State:
    """The table after a round: its points stand, what is cleared is cleared, and the next one has begun."""
    if plan.rounds is not None:
        lines = round_lines(plan, state)
        winner = _round_winner(
            plan, state, said, [round_points(plan, state, s, state.round, own) for s, own in enumerate(lines)]
        )
        state = replace(state, sheets=(*state.sheets, RoundSheet(lines, winner)))
        wins = plan.counter(plan.rounds.wins)
        if wins is not None and winner is not None:
            at = place(state, wins, winner)
            state = _set(plan, state, wins, at, state.counters[wins.id][at] + 1)
    state = _cleared(plan, state, "round", None)
    state = _grown(plan, state, "round", None)
    state = checked(plan, state, "round")
    if plan.rounds is not None and state.round == plan.rounds.count and not state.over:
        state = replace(state, over=True, result="count")
    if state.over:
        return state
    starter = _next_starter(plan, state)
    active = starter if plan.rounds is not None else state.active
    return _begin_turn(plan, replace(state, round=state.round + 1, lap=1, starter=starter, active=active, won=None))


def _round_winner(plan: Plan, state: State, said: Said, points: list[int]) -> Seat | None:
    match plan.rounds.judge if plan.rounds else "":
        case "ask":
            return said.best
        case "highest" | "lowest" as judge:
            best = max(points) if judge == "highest" else min(points)
            return points.index(best) if points.count(best) == 1 else None
    return None


def _next_starter(plan: Plan, state: State) -> Seat:
    rounds = plan.rounds
    if rounds is None:
        return state.starter
    wanted = state.starter
    match rounds.start:
        case "left":
            wanted = (state.starter + 1) % state.players
        case "winner":
            won = state.sheets[-1].winner if state.sheets and rounds.judge else state.won
            wanted = state.starter if won is None else won
        case "last":
            totals = [own.total for own in sheet(plan, state).seats]
            fewest = min(totals) if plan.win.kind != "lowest" else max(totals)
            wanted = totals.index(fewest)
    order = [(wanted + step) % state.players for step in range(state.players)]
    return next((seat for seat in order if seat in alive(state)), wanted)


def _banked(plan: Plan, state: State, seat: Seat | None) -> State:
    """What was at risk is added to where it is kept."""
    for rule in plan.counters:
        to = plan.counter(rule.bank)
        for at in range(state.players) if to is not None else ():
            if to is not None and seat in (None, at):
                state = _set(plan, state, to, at, state.counters[to.id][at] + state.counters[rule.id][at])
    for zone in plan.zones:
        for at in range(state.players) if zone.bank else ():
            if seat in (None, at):
                state = _moved_away(plan, state, replace(zone, to=zone.bank), at)
    return state


def at_risk(plan: Plan, state: State) -> tuple[Named, ...]:
    """The counters and zones of whoever's turn ends of which something may be kept or lost."""
    seats = (state.active,) if plan.goes_round else range(state.players)
    counters = (
        one for one in plan.counters if one.bank and any(state.counters[one.id][seat] != one.start for seat in seats)
    )
    zones = (one for one in plan.zones if one.bank and any(count(state, one, seat) for seat in seats))
    return (*counters, *zones)


def _cleared(plan: Plan, state: State, when: str, seat: Seat | None) -> State:
    """What goes back to its beginning now: numbers, cards, ticks. ``seat`` where it is one player's turn that ends.

    What is cleared each round is cleared at its end; a turn of everybody ends what is cleared each turn.
    """
    counters = dict(state.counters)
    for rule in plan.counters:
        if rule.reset != when:
            continue
        for at in range(len(counters[rule.id])):
            if seat is None or rule.owner == "table" or owner_seat(state, rule, at) == seat:
                counters = put(counters, rule.id, at, rule.start)
    state = replace(state, counters=counters)
    for zone in plan.zones:
        if zone.reset == when:
            for at in range(places(state, zone)):
                if seat is None or zone.owner == "table" or owner_seat(state, zone, at) == seat:
                    state = _moved_away(plan, state, zone, at)
    for ticks in plan.lists:
        if ticks.reset == when:
            state = replace(state, ticked=_unticked(state, ticks.id))
    return state


def _moved_away(plan: Plan, state: State, zone: Zone, at: int) -> State:
    """The cards of one place of a zone go where they go when it is cleared."""
    owner = owner_seat(state, zone, at)
    held, to = count(state, zone, owner), plan.zone(zone.to)
    if to is None:
        state = emptied(plan, state, zone, at)
        return replace(state, counts=put(state.counts, zone.id, at, zone.start)) if zone.counted else state
    whose = owner if to.owner != "table" else None
    if not to.counted and not zone.counted:
        moved = tuple(
            replace(one, zone=to.id, seat=whose if to.owner == "table" else one.seat)
            if one.zone == zone.id and place(state, zone, one.seat) == at
            else one
            for one in state.lying
        )
        return replace(state, lying=moved)
    state = emptied(plan, state, zone, at)
    if to.counted:
        there_ = place(state, to, whose)
        total = min(MOST_LYING, state.counts[to.id][there_] + held)
        state = replace(state, counts=put(state.counts, to.id, there_, total))
    return state


def _grown(plan: Plan, state: State, when: str, seat: Seat | None) -> State:
    for rule in plan.counters:
        if rule.grow is None or rule.grow.each != when or not there(rule, state.round):
            continue
        for at in range(places(state, rule)):
            owner = owner_seat(state, rule, at)
            if seat is None or owner in (None, seat):
                state = _set(plan, state, rule, at, state.counters[rule.id][at] + _added(plan, state, rule, owner))
    return state


def _added(plan: Plan, state: State, rule: CounterRule, owner: Seat | None) -> int:
    add = rule.grow.add if rule.grow is not None else 0
    if isinstance(add, int):
        return add
    other = plan.counter(add)
    return value(state, other, owner) if other is not None else 0


def _set(plan: Plan, state: State, rule: CounterRule, at: int, to: int) -> State:
    """The table with a number moved, as far as it goes, and those in or out of the game whom it concerns."""
    state = replace(state, counters=put(state.counters, rule.id, at, max(rule.low, min(to, rule.high))))
    owner = owner_seat(state, rule, at)
    return outs(plan, state, (owner,)) if owner is not None and any(one.out for one in rule.alarms) else state


def outs(plan: Plan, state: State, seats: Iterable[Seat]) -> State:
    """The table with these seats in or out of the game, as their counters say."""
    out = set(state.out)
    for seat in seats:
        held = any(
            alarm.out and alarm.holds(one)
            for rule in plan.counters
            if rule.owner != "table"
            for one in from_all(state, rule, seat)
            for alarm in rule.alarms
        )
        out = out | {seat} if held else out - {seat}
    return replace(state, out=tuple(sorted(out)))


def _unticked(state: State, list_: str) -> tuple[str, ...]:
    return tuple(one for one in state.ticked if one.partition(":")[0] != list_)


# --- ends


def checked(plan: Plan, state: State, moment: str = "now") -> State:
    """The game ended where an end holds: those that end it at once, and at the end of a turn or round also others."""
    moments = {"now": ("now",), "turn": ("now", "turn"), "round": ("now", "turn", "round")}[moment]
    if state.over or state.mode != "play":
        return state
    for end in plan.ends:
        if end.finish in moments:
            by = tuple(_holders(plan, state, end))
            if by:
                seats = tuple(sorted({seat for seat in by if seat >= 0}))
                return replace(state, over=True, result=end.result, ending=end.text, ended_by=seats)
    return state


def _holders(plan: Plan, state: State, end: End) -> Iterator[Seat]:
    """Whose number is where it ends the game (-1: the table's); none where not everybody's is and it must be."""
    found = list(_numbers(plan, state, end))
    holding = [seat for seat, one in found if end.holds(one)]
    if holding and (not end.everybody or len(holding) == len(found)):
        yield from holding


def _numbers(plan: Plan, state: State, end: End) -> Iterator[tuple[Seat, int]]:
    """The numbers an end looks at, and whose they are."""
    if end.counter:
        rule = plan.counter(end.counter)
        for at, one in enumerate(state.counters[end.counter] if rule else ()):
            owner = owner_seat(state, rule, at) if rule is not None else None
            yield -1 if owner is None else owner, one
    elif end.zone:
        zone = plan.zone(end.zone)
        for at in range(places(state, zone)) if zone is not None else ():
            owner = owner_seat(state, zone, at) if zone is not None else None
            if zone is not None:
                yield -1 if owner is None else owner, count(state, zone, owner)
    elif end.score == "total":
        yield from ((one.seat, one.total) for one in sheet(plan, state).seats)
    else:
        found = came_to(plan, state)
        for at, rule_ in enumerate(plan.scores):
            if rule_.id == end.score and at in found:
                yield from ((seat, came.points) for seat, came in enumerate(found[at]))


def settle(plan: Plan, state: State) -> State:
    """What follows by itself after every event: empty piles made new, and the end of the game."""
    for zone in plan.zones:
        if zone.refill:
            state = refilled(plan, state, zone)
    state = checked(plan, state)
    win = plan.win
    if state.mode == "play" and not state.over:
        left = alive(state)
        last = (
            win.kind == "last_alive"
            and len({state.teams[s] for s in left} if state.teams else left) <= 1 < state.players
        )
        first = win.kind == "first_to" and max(state.counters[win.counter]) >= win.goal
        if last or first:
            return replace(state, over=True)
    return state


def first_turn(plan: Plan, state: State) -> State:
    """The table as the game begins, its first phase begun."""
    return _begin_turn(plan, state) if state.mode == "play" else state


def pad_is_full(plan: Plan, state: State) -> bool:
    """Whether every cell of the pad is written that is to be written by now."""
    if not plan.rows:
        return False
    for row in plan.rows:
        for cells in state.rows[row.id]:
            wanted = (plan.rounds.count or state.round) if row.by_round and plan.rounds else 1
            if len(cells) < wanted or any(one is None for one in cells[:wanted]):
                return False
    return True
