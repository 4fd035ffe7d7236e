"""The result of a match: the games each player has won, and why the match is whose."""

from __future__ import annotations

from rules.games.tower import book
from rules.games.tower.house import said
from rules.games.tower.state import State, match_winner, wins
from rules.score import ScoreLine, ScoreSheet, SeatScore
from rules.text import say


def sheet(state: State) -> ScoreSheet:
    """A point for each game won; the winners once the match is over."""
    won = wins(state)
    best = max(won)
    seats = tuple(
        SeatScore(seat, won[seat], _lines(state, seat), 1 if won[seat] == best else 2) for seat in range(state.players)
    )
    return ScoreSheet(seats, winners(state), final=state.phase == "over", house_rules=said(state.house))


def winners(state: State) -> tuple[int, ...]:
    """Who has won the match; ended early, whoever has won more games, or both."""
    winner = match_winner(state)
    if winner is not None:
        return (winner,)
    if state.phase != "over" or not state.results:
        return ()
    won = wins(state)
    return tuple(seat for seat in range(state.players) if won[seat] == max(won))


def _lines(state: State, seat: int) -> tuple[ScoreLine, ...]:
    lines = [
        ScoreLine(say("Game {number}", number=number), 1, book.GIVEN_UP, "given up by the other")
        if number in state.given_up
        else ScoreLine(say("Game {number}", number=number), 1, book.WON, "the other palace fell")
        for number, winner in enumerate(state.results, 1)
        if winner == seat
    ]
    if match_winner(state) == seat:
        lines.append(ScoreLine("The match", 0, book.MATCH, "two games won"))
    return tuple(lines)
