"""The points of a game out of a folder, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from rules.datagame.actions import why
from rules.datagame.plan import Plan, ScoreRule
from rules.datagame.state import Lying, State, alive
from rules.game_protocol import Seat
from rules.score import ScoreLine, ScoreSheet, SeatScore
from rules.text import say


def sheet(plan: Plan, state: State) -> ScoreSheet:
    """Everybody's lines; winners once the points stand."""
    lines = [tuple(_lines(plan, state, seat)) for seat in range(state.players)]
    totals = [sum(line.points for line in own) for own in lines]
    rank = [_rank(plan, state, seat, totals[seat]) for seat in range(state.players)]
    seats = tuple(
        SeatScore(seat, totals[seat], lines[seat], 1 + sum(other > rank[seat] for other in rank))
        for seat in range(state.players)
    )
    winners = tuple(seat for seat in range(state.players) if rank[seat] == max(rank)) if state.over else ()
    return ScoreSheet(seats, winners, final=state.over)


def _rank(plan: Plan, state: State, seat: Seat, total: int) -> int:
    """The higher the better."""
    match plan.win.kind:
        case "lowest":
            return -total
        case "first_to":
            return state.counters[plan.win.counter][seat]
        case "last_alive":
            return int(seat in alive(state))
    return total


def _lines(plan: Plan, state: State, seat: Seat) -> Iterator[ScoreLine]:
    for number, rule in enumerate(plan.scores, 1):
        points, detail, cards = _points(plan, state, rule, seat)
        if points or cards:
            said = why(
                plan,
                say("{label}: rule {kind}.", label=rule.label, kind=rule.kind),
                say("score {number}", number=number),
            )
            yield ScoreLine(rule.label, points, why=said, detail=detail, cards=tuple(one.uid for one in cards))


def _points(plan: Plan, state: State, rule: ScoreRule, seat: Seat) -> tuple[int, str, tuple[Lying, ...]]:
    """The points of one rule for one seat, how they come about, and from which cards."""
    if rule.kind in ("table", "counter"):
        value = state.counters[rule.key][seat]
        detail = say("at {value}", value=value)
        if rule.kind == "counter":
            return value * rule.points, detail, ()
        return rule.values[max(0, min(value, len(rule.values) - 1))], detail, ()
    if rule.kind == "sum":
        up = [(one, str(plan.deck.by_id[one.card][rule.key])) for one in _up(state, rule, seat)]
        cards = tuple(one for one, cell in up if cell)
        return sum(int(cell) for _, cell in up if cell), _of(len(cards)), cards
    cards = _such(plan, state, rule, seat)
    if rule.kind == "count":
        return len(cards) * rule.points, _of(len(cards)), cards
    most = max(len(_such(plan, state, rule, other)) for other in range(state.players))
    has_most = bool(cards) and len(cards) == most
    return rule.points if has_most else 0, _of(len(cards)), cards if has_most else ()


def _up(state: State, rule: ScoreRule, seat: Seat) -> tuple[Lying, ...]:
    return tuple(one for one in state.lying if one.zone == rule.zone and one.seat == seat and one.up)


def _such(plan: Plan, state: State, rule: ScoreRule, seat: Seat) -> tuple[Lying, ...]:
    return tuple(one for one in _up(state, rule, seat) if str(plan.deck.by_id[one.card][rule.key]) == rule.value)


def _of(number: int) -> str:
    return say("{number} card{s}", number=number, s="" if number == 1 else "s")
