"""A game of Dragoborne given up: conceded, or left by a player who may come back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from dragoborne_states import ambushed, begun, do, moves, opened, refused, side, table

from rules.games.dragoborne import combat, conceding, setup, turn
from rules.games.dragoborne.game import GAME
from rules.games.dragoborne.state import veil
from rules.seat_away import SeatAway, SeatBack
from rules.view import Banner


@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_gives_the_game_up_and_the_other_has_won(seat: int) -> None:
    state = do(table(), conceding.Concede(seat=seat))
    assert (state.phase, state.losers, state.ending) == ("over", (seat,), "conceded")
    assert GAME.score(state).winners == (1 - seat,)
    banner = GAME.view(state, None).blocks[0]
    assert isinstance(banner, Banner)
    assert (banner.title, banner.detail) == (f"{{p{1 - seat}}} wins", f"{{p{seat}}} gave up the game.")
    assert refused(state, turn.EndTurn(seat=0)) == ("STRUCT", "game_over")


def test_giving_up_stands_where_nobody_taps_it_by_mistake() -> None:
    for state in (table(), begun()):
        for seat in (0, 1):
            assert not [one for one in moves(state, seat) if isinstance(one.event, conceding.Concede)]
            assert [one for one in GAME.choices(state, seat) if isinstance(one.event, conceding.Concede)]
    assert refused(opened(), conceding.Concede(seat=0)) == ("STRUCT", "phase")


def test_ambushes_are_shown_when_a_game_was_given_up() -> None:
    state = do(ambushed(table(), 1, 2, "undertow"), conceding.Concede(seat=0))
    assert state.phase == "audit"
    assert do(state, turn.RevealAmbush("2", "undertow", seat=1)).phase == "over"


def test_a_duel_is_given_up_by_whoever_leaves_and_goes_on_when_they_are_back() -> None:
    state = do(table(side("kindling_whelp")), combat.Attack("0c1", "1", seat=0))
    gone = do(state, SeatAway(seat=1))
    assert (gone.phase, gone.losers, GAME.over(gone), GAME.score(gone).winners) == ("over", (1,), True, (0,))
    offers = {type(one.event): one.event for one in GAME.choices(gone, 0) if one.correction}
    assert offers[SeatBack] == SeatBack(seat=1)
    assert replace(do(gone, SeatBack(seat=1)), notices=()) == replace(state, notices=())


def test_both_may_leave_and_come_back() -> None:
    state = do(table(), SeatAway(seat=0), SeatAway(seat=1))
    assert (state.losers, GAME.score(state).winners) == ((0, 1), (0, 1))
    assert do(state, SeatBack(seat=0)).losers == (1,)
    assert do(state, SeatBack(seat=0), SeatBack(seat=1)).phase == "main"
    assert refused(state, SeatAway(seat=0)) == ("STRUCT", "away_already")
    assert refused(table(), SeatBack(seat=0)) == ("STRUCT", "not_away")


def test_nothing_is_turned_up_because_somebody_has_left() -> None:
    """They may come back into the game, and then it would have been seen."""
    state = do(opened(), setup.UseDeck("ember", seat=0), setup.PlaceBanners("red", "green", "red", seat=0))
    for gone in (do(state, SeatAway(seat=1)), do(ambushed(table(), 0, 1, "bramble_warden"), SeatAway(seat=1))):
        for viewer in (1, None):
            seen = veil(gone, viewer).sides[0]
            assert seen.forts[0].color in ("hidden", "red")
            assert (seen.forts[0].color == "red") == (gone.resumes != "setup")
            assert all(fort.ambush is None or not fort.ambush.card for fort in seen.forts)


def test_nobody_waits_for_the_ambush_of_a_player_who_has_left() -> None:
    state = do(ambushed(table(side(barriers=(0, 0, 0))), 1, 2), turn.EndTurn(seat=0))
    assert state.phase == "audit"
    assert do(state, SeatAway(seat=1)).phase == "over"
