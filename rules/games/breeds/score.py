"""Who is left: the score sheet of a game in which nothing is counted but the living (Objective)."""

from __future__ import annotations

from rules.event import Seat
from rules.games.breeds import citations as cite
from rules.games.breeds.combat_rules import BREAKPOINTS
from rules.games.breeds.state import State
from rules.house_rules import said
from rules.score import ScoreLine, ScoreSheet, SeatScore
from rules.text import say


def winner(state: State) -> Seat | None:
    """The last one in the game, once it is over; at a table that was left, the last one there."""
    left = state.present if state.left_at else state.living
    return left[0] if state.phase == "over" and len(left) == 1 else None


def sheet(state: State) -> ScoreSheet:
    """A point for each player outlived, or who left; final when one is left."""
    won = winner(state)
    seats = tuple(_score(state, seat) for seat in range(state.players))
    return ScoreSheet(seats, () if won is None else (won,), state.phase == "over", said(state.house))


def _score(state: State, seat: Seat) -> SeatScore:
    player, fallen = state.seats[seat], state.gone
    outlived = fallen.index(seat) if seat in fallen else len(fallen)
    place = 1 if seat not in fallen else state.players - outlived
    lines = [ScoreLine("Players outlived", outlived, cite.WON)]
    if player.out:
        lines.append(ScoreLine("Eliminated", 0, cite.OUT))
    else:
        label = "Enraged" if player.health.stage == 2 else "First life"
        detail = say("breakpoint {points}", points=BREAKPOINTS[player.health.stage])
        lines.append(ScoreLine(label, 0, cite.BREAKPOINT, detail))
    lines.append(ScoreLine("Quests", 0, cite.QUESTS, " · ".join(map(str, player.quests))))
    return SeatScore(seat, outlived, tuple(lines), place)
