"""The result of a match: the games each player has won, and why the match is whose."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.tower import citations as cite
from rules.games.tower.state import State
from rules.house_rules import said
from rules.score import ScoreLine, ScoreSheet, SeatScore
from rules.text import say


def sheet(state: State) -> ScoreSheet:
    """A point for each game won; the winners once the match is over."""
    won = state.wins
    best = max(won)
    seats = tuple(
        SeatScore(seat, points, tuple(_lines(state, seat)), 1 if points == best else 2)
        for seat, points in enumerate(won)
    )
    return ScoreSheet(seats, winners(state), final=state.phase == "over", house_rules=said(state.house))


def winners(state: State) -> tuple[int, ...]:
    """Who has won the match; ended early, whoever has won more games, or both."""
    winner = state.match_winner
    if winner is not None:
        return (winner,)
    if state.phase != "over" or not state.results:
        return ()
    won = state.wins
    return tuple(seat for seat in range(state.players) if won[seat] == max(won))


def _lines(state: State, seat: int) -> Iterator[ScoreLine]:
    for number, winner in enumerate(state.results, 1):
        why, how = (cite.WON, "the other palace fell")
        if number in state.given_up:
            why, how = (cite.GIVEN_UP, "given up by the other")
        if winner == seat:
            yield ScoreLine(say("Game {number}", number=number), 1, why, how)
    if state.match_winner == seat:
        yield ScoreLine("The match", 0, cite.MATCH, "two games won")
