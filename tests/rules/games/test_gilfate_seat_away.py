"""Seats whose players have gone at a table of Gilfate Fantasy: nobody waits for them, and they can come back."""

from __future__ import annotations

import random

import gilfate_states
import pytest
from gilfate_states import begun, do, front, moves, played, refused, seated, table

from rules.games.gilfate.answers import Act, Happens, Respond
from rules.games.gilfate.corrections import EndRound
from rules.games.gilfate.game import GAME
from rules.games.gilfate.play import Declare, Play
from rules.games.gilfate.rounds import AddSecret, EndTurn, ScoreRound, ShowHand, StartRound
from rules.seat_away import SeatAway, SeatBack


def test_who_has_left_is_passed_over():
    state = do(begun(3), SeatAway(seat=1))
    done = do(played(state, "1"), Happens(seat=0), EndTurn(seat=0))
    assert done.active == 2
    assert refused(state, Play("1", seat=1)) == ("RULE", "not_your_turn")
    back = do(done, SeatBack(seat=1))
    assert do(played(back, "1"), Happens(seat=2), EndTurn(seat=2)).active == 0
    onward = do(played(back, "0b"), EndTurn(seat=2))
    assert onward.active == 1


def test_who_leaves_in_the_own_turn_ends_it():
    state = do(begun(3), Play("5a", seat=0), SeatAway(seat=0))
    assert (state.active, state.pending, state.dues, state.phase) == (1, None, (), "play")
    assert [one.card for one in state.discard] == ["5a"]
    assert moves(state, 1)


def test_nothing_waits_for_who_has_left():
    # A draw they should make.
    state = do(played(begun(3), "6a"), Happens(seat=0), Act("tails", target=1, seat=0), SeatAway(seat=1))
    assert (state.pending, state.phase) == (None, "end")
    # An answer they did not pay.
    state = do(played(begun(3), "1"), Respond("4a", seat=1), SeatAway(seat=1))
    assert (state.dues, state.pending.answers) == ((), ())
    # What only they could say of their hand.
    state = do(played(begun(3), "7b"), Declare(target=1, number=5, seat=0), Happens(seat=0), SeatAway(seat=1))
    assert any(isinstance(choice.event, Act) for choice in moves(state, 0))


def test_the_only_one_there_makes_nobody_else_draw():
    state = do(begun(2), SeatAway(seat=1), Play("6b", seat=0), Declare("blank", seat=0), Happens(seat=0))
    right = next(choice for choice in moves(state, 0) if choice.event == Act("blank", seat=0))
    assert not right.fields
    assert do(state, right.event).phase == "end"
    coin = do(played(do(begun(2), SeatAway(seat=1)), "6a"), Happens(seat=0))
    tails = next(choice for choice in moves(coin, 0) if choice.event == Act("tails", seat=0))
    assert not tails.fields
    assert do(coin, tails.event).phase == "end"


def test_who_has_left_taxes_nobody_and_is_no_target():
    state = do(front(begun(3), 1, "12c"), SeatAway(seat=1))
    assert do(state, Play("0b", seat=0)).phase == "end"
    aimed = next(choice for choice in moves(played(state, "2"), 0) if isinstance(choice.event, Declare))
    assert [pick.value for pick in aimed.fields[0].picks] == [2]
    assert refused(played(state, "1"), Respond("4a", seat=1)) == ("RULE", "away")


def test_the_last_one_left_in_a_knockout_has_survived():
    state = do(begun(3, version="knockout"), SeatAway(seat=1), SeatAway(seat=2))
    assert (state.phase, state.ended) == ("count", "one_left")
    assert do(state, ScoreRound()).survival == (1, 0, 0)


def test_a_hand_nobody_lays_open_is_not_waited_for_and_wins_nothing():
    state = do(begun(3, match=3), SeatAway(seat=2), EndRound(seat=0))
    state = do(seated(state, 0, bombs=1), ShowHand(seat=0), ShowHand(("5a", "6a"), seat=1))
    assert any(isinstance(choice.event, ShowHand) and choice.event.seat == 2 for choice in GAME.choices(state, 0))
    scored = do(state, ScoreRound())
    assert (scored.records, scored.winners) == (((3, 6, 0),), (0,))
    assert GAME.score(scored).winners == (0,)
    shown = do(state, ShowHand(("9b",), seat=2), ScoreRound())
    assert shown.records == ((3, 6, 5),)
    # Somebody else begins where the winner has left.
    gone = do(scored, SeatBack(seat=2), SeatAway(seat=0))
    assert {choice.event.first for choice in moves(gone, 1) if isinstance(choice.event, StartRound)} == {1, 2}


def test_a_round_is_dealt_to_those_who_are_there():
    state = do(table(4), SeatAway(seat=3))
    assert [player.hand for player in state.seats] == [9, 9, 9, 0]
    assert (state.blank.left, state.attack_left) == (56, 21)
    first = do(state, StartRound(0))
    third = do(played(first, "1"), Happens(seat=0), EndTurn(seat=0))
    assert third.active == 2
    assert not third.lap().may_draw_attack
    # Three turns are the whole lap.
    last = do(played(third, "0b"), EndTurn(seat=2))
    assert (last.active, last.lap().first_round, last.lap().may_draw_attack) == (1, True, True)
    assert do(state, SeatBack(seat=3)) == table(4)
    # Back in the middle of a round, with an empty hand.
    back = do(first, SeatBack(seat=3))
    assert back.seats[3].hand == 0
    turn = do(played(back, "0b"), EndTurn(seat=0))
    turn = do(played(turn, "0b"), EndTurn(seat=1))
    turn = do(played(turn, "0b"), EndTurn(seat=2))
    assert (turn.active, turn.phase, turn.due.amount) == (3, "start", 3)


def test_nobody_waits_for_a_secret_card_of_who_has_left():
    state = do(table(3, secret_bombs=True), AddSecret(True, seat=0), AddSecret(False, seat=1))
    assert refused(state, StartRound(0)) == ("RULE", "secret_missing")
    gone = do(state, SeatAway(seat=2))
    assert do(gone, StartRound(0)).phase == "play"
    assert gone.seats[0].secret is True
    assert refused(gone, StartRound(2)) == ("RULE", "away")


def test_somebody_has_to_stay_and_facts_are_told_once():
    state = do(begun(2), SeatAway(seat=1))
    assert refused(state, SeatAway(seat=0)) == ("STRUCT", "nobody_left")
    assert refused(state, SeatAway(seat=1)) == ("STRUCT", "already_there")
    assert refused(begun(2), SeatBack(seat=1)) == ("STRUCT", "already_there")
    assert refused(table(2, "score"), SeatAway(seat=1)) == ("STRUCT", "score_only")
    assert not [choice for choice in GAME.choices(state, 0) if isinstance(choice.event, SeatAway)]
    assert [choice.label for choice in GAME.choices(state, 0) if isinstance(choice.event, SeatBack)] == ["{p1} is back"]


@pytest.mark.parametrize("seed", range(4))
def test_tables_go_on_whoever_leaves_and_comes_back(seed: int) -> None:
    rng = random.Random(seed)
    state = table(4, version=("no_knockout", "knockout", "all_cards", "all_cards_knockout")[seed], match=1)
    for _ in range(600):
        if GAME.over(state):
            break
        if rng.random() < 0.05:
            facts = [c for c in GAME.choices(state, 0) if isinstance(c.event, (SeatAway, SeatBack))]
            if facts:
                state = do(state, rng.choice(facts).event)
        offered = [choice for seat in state.present for choice in moves(state, seat)]
        assert offered, seed
        assert state.phase not in ("start", "pick", "play", "end") or not state.seats[state.active].absent
        assert state.due is None or not state.seats[state.due.seat].absent
        state = do(state, gilfate_states.anything(state, rng))
