"""The result: who has won, and why."""

from __future__ import annotations

from rules import games
from rules.event import Seat
from rules.games.dragoborne import citations as cite
from rules.games.dragoborne.state import State
from rules.house_rules import said
from rules.score import ScoreLine, ScoreSheet, SeatScore
from rules.text import say


def winners(state: State) -> tuple[Seat, ...]:
    """Who has not lost; both where both have (DB-R8). Nobody while the game goes on."""
    if not state.losers:
        return ()
    left = tuple(seat for seat in range(state.players) if seat not in state.losers)
    return left or tuple(range(state.players))


def sheet(state: State) -> ScoreSheet:
    """A point for the winner, and what stands of each side's forts."""
    won = winners(state)
    seats = []
    for seat, side in enumerate(state.sides):
        lines = []
        if state.losers:
            point = int(seat in won and len(won) == 1)
            why = _WHY.get(state.ending, cite.LOSS)
            lines.append(ScoreLine(_result(state, seat), point, why))
        standing = sum(count > 0 for count in side.barriers)
        detail = say("{count} barriers", count=sum(side.barriers))
        lines.append(ScoreLine(say("Forts standing: {count}", count=standing), 0, cite.LOSS, detail))
        place = 1 if not state.losers or seat in won else 2
        seats.append(SeatScore(seat, sum(line.points for line in lines), tuple(lines), place))
    final = state.phase == "over"
    rules = (*games.played_with("dragoborne", state.sides[0].sets), *said(state.house))
    return ScoreSheet(tuple(seats), won if final else (), final=final, house_rules=rules)


def _result(state: State, seat: Seat) -> str:
    if len(state.losers) == state.players:
        return "A draw"
    if seat in state.losers:
        return _SAID.get(state.ending, "No fort left")
    return "Wins the game"


_WHY = {"deck": cite.DECK_OUT, "conceded": cite.CONCEDED, "left": cite.GONE}
_SAID = {"deck": "Had to draw from an empty deck", "conceded": "Gave up the game", "left": "Left the game"}
