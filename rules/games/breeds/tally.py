"""Who is left: the score sheet of a game in which nothing is counted but the living (Objective)."""

from __future__ import annotations

from rules.games.breeds import book
from rules.games.breeds.damage import BREAKPOINTS
from rules.games.breeds.house import said
from rules.games.breeds.state import State, living
from rules.score import ScoreLine, ScoreSheet, SeatScore
from rules.table import Seat
from rules.text import say


def winner(state: State) -> Seat | None:
    """The last one in the game, once it is over."""
    left = living(state)
    return left[0] if state.phase == "over" and len(left) == 1 else None


def sheet(state: State) -> ScoreSheet:
    """A point for each player outlived; final when one is left."""
    won = winner(state)
    seats = tuple(_score(state, seat) for seat in range(state.players))
    return ScoreSheet(seats, () if won is None else (won,), state.phase == "over", said(state.house))


def _score(state: State, seat: Seat) -> SeatScore:
    player = state.seats[seat]
    fallen = state.fallen
    outlived = fallen.index(seat) if seat in fallen else len(fallen)
    place = 1 if seat not in fallen else state.players - outlived
    lines = [ScoreLine("Players outlived", outlived, book.WON)]
    if player.out:
        lines.append(ScoreLine("Eliminated", 0, book.OUT))
    else:
        stage = player.health.stage
        text = "Enraged" if stage == 2 else "First life"
        lines.append(
            ScoreLine(text, 0, book.BREAKPOINT, say("breakpoint {breakpoints}", breakpoints=BREAKPOINTS[stage]))
        )
    cubes = " · ".join(map(str, player.quests))
    lines.append(ScoreLine("Quests", 0, book.QUESTS, cubes))
    return SeatScore(seat, outlived, tuple(lines), place)
