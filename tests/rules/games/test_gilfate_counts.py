"""What Gilfate Fantasy counts of the piles, and how the counts stay true: set-up, deck, bombs, corrections."""

from __future__ import annotations

from dataclasses import replace

import pytest
from calculator_calls import ask
from gilfate_states import begun, codes, do, moves, pay, played, refused, seated, table

from rules.game_protocol import Refusal
from rules.games.gilfate.answers import Act, Happens
from rules.games.gilfate.corrections import (
    DrawBomb,
    EndRound,
    KnockOut,
    NotInPart,
    PaidInPart,
    SetAttackDecks,
    SetBombs,
    SetDecks,
    SetHand,
    SetPoints,
    SetTurn,
)
from rules.games.gilfate.game import GAME
from rules.games.gilfate.piles import BlankDeck, drawn, outcomes
from rules.games.gilfate.play import Declare, Play
from rules.games.gilfate.rounds import (
    AddSecret,
    DrawBlanks,
    EndTurn,
    NoteHand,
    PickAttack,
    ScoreRound,
    ShowHand,
    StartRound,
)
from rules.games.gilfate.state import State, veil


def bombs_anywhere(state: State) -> int:
    """All bombs by our count: in front of people, in the deck, in the box."""
    return sum(player.bombs for player in state.seats) + state.blank.bombs_most + state.box_bombs


# The set-up


@pytest.mark.parametrize(("bombs", "hand"), [(4, 7), (12, 15), (1, 3)])
def test_a_table_may_deal_other_bombs_and_other_hands(bombs, hand):
    state = table(3, bombs=bombs, hand=hand)
    assert (state.blank.left, state.blank.bombs_most, state.box_bombs) == (50 + bombs, bombs, 12 - bombs)
    assert {player.hand for player in state.seats} == {hand}
    assert state.attack_left == 48 - 3 * hand
    asked = ask("gilfate", "setup", players=3, bombs=bombs, hand=hand)
    assert (asked["blank_deck"], asked["hand"], asked["later_hand"]) == (50 + bombs, hand, hand)


def test_no_more_cards_are_dealt_than_go_round():
    state = table(5, hand=12)
    assert ({player.hand for player in state.seats}, state.attack_left) == ({9}, 3)
    assert ask("gilfate", "setup", players=5, hand=12)["hand"] == 9


def test_all_cards_can_be_dealt_with_knockouts_too():
    state = begun(4, version="all_cards_knockout")
    assert {player.hand for player in state.seats} == {12}
    assert (state.attack_left, state.blank.bottom, state.counts_points) == (0, ("explosion",), False)
    out = do(seated(state, 2, bombs=2), DrawBomb(seat=2))
    assert out.seats[2].out
    # An empty hand ends the round for everybody still in; one that is out of it has no say.
    gone = do(played(seated(out, 2, hand=0), "1"), Happens(seat=0), EndTurn(seat=0))
    assert gone.phase == "play"
    last = do(played(seated(out, 0, hand=1), "1"), Happens(seat=0), EndTurn(seat=0))
    assert (last.phase, last.ended) == ("count", "empty_hand")
    assert do(last, ScoreRound()).survival == (1, 1, 0, 1)
    assert ask("gilfate", "round_end", version="all_cards_knockout", hands={"A": 0}, blank_deck=3)["over"]
    assert ask("gilfate", "round_end", version="all_cards_knockout", players_left=1, blank_deck=3)["over"]


# What is known at the ends of the blank deck


def buried(left: int) -> State:
    """A deck so short, with an explosion at the bottom and a bomb 4b laid under it."""
    return replace(begun(2, version="knockout"), blank=BlankDeck(left, 57, 2, 2, 1, bottom=("explosion", "bomb")))


@pytest.mark.parametrize(("left", "known"), [(7 + 3, ("explosion", "bomb")), (6 + 3, ("bomb",)), (5 + 3, ())])
def test_a_new_order_of_the_top_five_reaches_what_lay_at_the_bottom(left, known):
    state = do(played(buried(left), "5b"), Happens(seat=0))
    assert state.blank.bottom == known


def test_after_a_new_order_a_buried_bomb_may_be_drawn_next():
    before = pay(do(buried(3 + 3), Play("5b", seat=0)))
    assert (0, 1) not in outcomes(before.blank, 1)
    after = do(before, Happens(seat=0))
    # Three cards are left: two bombs and the explosion.
    assert set(outcomes(after.blank, 1)) == {(1, 0), (0, 1)}


# Bombs


def test_setting_bombs_keeps_the_sum_of_deck_and_players():
    state = do(begun(3), SetBombs(2, seat=1))
    assert (state.blank.bombs_least, state.blank.bombs_most, state.blank.left) == (4, 4, 56)
    assert bombs_anywhere(state) == 12
    back = do(state, SetBombs(0, seat=1))
    assert (back.blank.bombs_least, back.blank.bombs_most) == (6, 6)
    # More than the deck held: the others must have come out of the box.
    many = do(begun(3), SetBombs(9, seat=0))
    assert (many.blank.bombs_most, many.box_bombs, bombs_anywhere(many)) == (0, 3, 12)


def test_setting_bombs_in_a_short_deck_leaves_no_more_than_it_has_cards():
    state = replace(seated(begun(2), 0, bombs=5), blank=BlankDeck(1, 56, 1, 1))
    state = do(replace(state, box_bombs=6), SetBombs(0, seat=0))
    assert (state.blank.bombs_most, state.box_bombs, bombs_anywhere(state)) == (1, 11, 12)


def test_an_explosion_set_by_hand_is_not_in_the_deck_any_more():
    state = do(seated(begun(3, version="knockout"), 0, bombs=0), SetBombs(0, 1, seat=0))
    assert (state.blank.explosions, state.blank.bottom) == (0, ())
    assert do(state, SetBombs(0, 0, seat=0)).blank.explosions == 1


def test_a_correction_that_takes_away_what_a_card_needs_leaves_it_without_effect():
    state = played(begun(3), "4b", bombs=1)
    assert state.pending is not None
    mended = do(state, SetBombs(0, seat=0))
    assert (mended.pending, mended.phase, [one.card for one in mended.discard]) == (None, "end", ["4b"])
    assert "requirement" in codes(mended)


def test_more_bombs_than_are_printed_are_said():
    state = do(seated(begun(3), 1, bombs=5), SetBombs(8, seat=0))
    assert "too_many_bombs" in codes(state)


def test_bombs_add_up_whatever_the_paper_shows():
    state = replace(begun(2), blank=BlankDeck(4, 56, 0, 0), box_bombs=12)
    drew = do(do(state, Play("1", seat=0)), DrawBlanks(1, 1, seat=0))
    assert (drew.seats[0].bombs, bombs_anywhere(drew)) == (1, 12)
    # Two of three cards are bombs, and a blank was the one before the last.
    state = replace(begun(2), blank=BlankDeck(2, 56, 2, 2), box_bombs=10)
    assert bombs_anywhere(do(do(state, Play("1", seat=0)), DrawBlanks(1, 0, seat=0))) == 12
    assert bombs_anywhere(do(begun(2), SetDecks(30, 2, 0, 20, seat=0))) == 12
    assert bombs_anywhere(do(begun(2), DrawBomb(seat=0), DrawBomb(from_deck=False, seat=1))) == 12


# A deck that runs out


@pytest.mark.parametrize("left", [1, 2])
def test_the_last_cards_are_enough_for_10c(left):
    state = replace(begun(2), blank=BlankDeck(left, 56))
    state = do(pay(do(state, Play("10c", seat=0))), Happens(seat=0))
    assert [one.card for one in state.seats[0].front] == ["10c"]
    assert state.seats[0].partial == ()
    # Another card of that number is not usable with so few.
    other = pay(do(replace(begun(2), blank=BlankDeck(left, 56)), Play("10b", seat=0)))
    assert [(one.card, one.paid) for one in other.seats[0].partial] == [("10b", left)]


# The match


def test_a_finished_rounds_points_stay_through_the_next():
    state = do(table(2, match=3), StartRound(0), EndRound(seat=0))
    state = do(seated(state, 0, bombs=3), ShowHand(seat=0), ShowHand(("5a", "6a", "7b", "9b", "8a", "12a"), seat=1))
    state = do(state, ScoreRound())
    assert [own.total for own in GAME.score(state).seats] == [9, 6]
    second = do(state, StartRound(1), DrawBomb(seat=0), DrawBomb(seat=1))
    assert [own.total for own in GAME.score(second).seats] == [9, 6]
    third = do(second, EndRound(seat=0), ShowHand(seat=0), ShowHand(seat=1))
    assert [own.total for own in GAME.score(third).seats] == [9, 6]
    done = do(third, ScoreRound())
    assert [own.total for own in GAME.score(done).seats] == [12, 9]


def test_knockouts_by_the_lowest_sum_end_with_survival_points_and_have_one_winner():
    state = table(2, version="knockout", best_of="lowest")
    state = do(state, StartRound(0), SetPoints(3, seat=0), SetPoints(3, seat=1), EndRound(seat=0))
    state = do(state, ShowHand(("9b",), seat=0), ShowHand(("12a",), seat=1), ScoreRound())
    # Five and six points are no survival points: the match goes on.
    assert (state.phase, state.survival) == ("between", (4, 4))
    state = do(state, StartRound(0), EndRound(seat=0), ShowHand(("1",), seat=0), ShowHand(("1",), seat=1), ScoreRound())
    assert (state.phase, state.survival) == ("over", (5, 5))
    assert GAME.score(state).winners == (0,)
    assert [own.total for own in GAME.score(state).seats] == [6, 7]


def test_where_the_explosion_lies_no_bomb_has_room():
    deck = BlankDeck(left=6, full=57, bombs_most=6, explosions=1, bottom=("explosion",))
    assert drawn(deck, 2, 0, 0).bombs_most == 3


# A card paid in part, told by hand


@pytest.mark.parametrize("mode", ["play", "score"])
def test_a_card_paid_in_part_can_be_told_and_taken_back(mode):
    state = begun(2) if mode == "play" else table(2, "score")
    state = do(state, PaidInPart("9b", 2, seat=0))
    assert [(one.card, one.paid) for one in state.seats[0].partial] == [("9b", 2)]
    shown = do(state, EndRound(seat=0)) if mode == "play" else state
    shown = do(shown, ShowHand(seat=0), ShowHand(seat=1))
    assert [own.total for own in GAME.score(shown).seats] == [2, 0]
    assert do(state, NotInPart("9b", seat=0)).seats[0].partial == ()
    assert refused(state, NotInPart("5a", seat=0)) == ("STRUCT", "no_such_card")
    assert refused(state, PaidInPart("9b", 99, seat=0)) == ("STRUCT", "bad_input")
    # One blank is enough for 10c, and the whole price is no part of it.
    assert "paid_enough" in codes(do(state, PaidInPart("10c", 1, seat=0)))
    assert "paid_enough" in codes(do(state, PaidInPart("5a", 3, seat=0)))


def test_score_only_tables_are_offered_cards_paid_in_part():
    state = table(2, "score")
    labels = [choice.label for choice in moves(state, 0)]
    assert "A card paid in part" in labels
    assert "Not paid in part" not in labels
    part = next(choice for choice in moves(state, 0) if choice.label == "A card paid in part")
    state = do(state, part.fill(card="9b", paid=4))
    assert "Not paid in part" in [choice.label for choice in moves(state, 0)]


# What the counts exclude


def test_what_the_counts_exclude_can_be_drawn_as_a_correction():
    state = do(replace(begun(2), blank=BlankDeck(30, 56, 0, 0), box_bombs=12), Play("5a", seat=0))
    assert [choice.event.bombs for choice in moves(state, 0) if isinstance(choice.event, DrawBlanks)] == [0]
    other = next(c for c in GAME.choices(state, 0) if c.correction and isinstance(c.event, DrawBlanks))
    drew = do(state, other.fill(bombs=2, explosions=1))
    assert (drew.seats[0].bombs, drew.seats[0].explosions, drew.blank.left) == (2, 1, 27)
    with pytest.raises(Refusal):
        other.fill(bombs=2, explosions=2)


def test_a_wager_can_turn_over_what_the_counts_exclude():
    state = replace(begun(2), blank=BlankDeck(30, 56, 0, 0), box_bombs=12)
    state = do(state, Play("6b", seat=0), Declare("blank", seat=0), Happens(seat=0))
    assert {choice.event.option for choice in moves(state, 0) if isinstance(choice.event, Act)} == {"blank"}
    by_hand = [c for c in GAME.choices(state, 0) if c.correction and isinstance(c.event, Act)]
    assert {choice.event.option for choice in by_hand} == {"bomb_keep", "explosion"}
    assert do(state, by_hand[0].event).seats[0].bombs == 1


def test_a_deck_counted_anew_changes_what_is_due():
    state = do(replace(begun(2), blank=BlankDeck(2, 56)), Play("5a", seat=0))
    assert state.due.amount == 2
    assert do(state, SetDecks(20, 0, 0, 28, seat=0)).due.amount == 3
    assert do(state, SetDecks(0, 0, 0, 28, seat=0)).due.amount == 0


def test_the_blank_deck_can_be_given_more_bombs():
    more = next(c for c in GAME.choices(begun(2), 0) if c.label == "The blank deck has more or fewer bombs")
    state = do(begun(2), more.fill(bombs=8))
    assert (state.blank.bombs_most, state.box_bombs, state.blank.left, state.attack_left) == (8, 4, 56, 28)


def test_hands_and_decks_can_be_set_before_anybody_begins():
    state = do(table(2), SetHand(12, seat=0), SetDecks(56, 4, 0, 26, seat=0), StartRound(1))
    assert ([player.hand for player in state.seats], state.blank.bombs_most) == ([12, 10], 4)
    offered = {type(choice.event) for choice in GAME.choices(table(2), 0) if choice.correction}
    assert {SetHand, SetDecks, SetAttackDecks} <= offered


# Each attack deck on its own


def counted(**options: object) -> State:
    return do(begun(2, **options), SetAttackDecks(2, 1, 9, seat=0))


def test_counted_attack_decks_are_drawn_from_by_name():
    state = do(played(counted(), "0b"))
    assert state.attack_left == 12
    ends = [choice.event for choice in moves(state, 0) if isinstance(choice.event, EndTurn)]
    assert [one.decks for one in ends if one.draw] == [("hand",), ("deck",), ("bombs",)]
    drew = do(state, EndTurn(1, ("deck",), seat=0))
    assert (drew.attack_decks, drew.attack_left) == ((2, 0, 9), 11)
    again = do(played(drew, "0b"))
    ends = [choice.event for choice in moves(again, 1) if isinstance(choice.event, EndTurn)]
    assert [one.decks for one in ends if one.draw] == [("hand",), ("bombs",)]
    assert "more_than_left" in codes(do(again, EndTurn(1, ("deck",), seat=1)))
    assert refused(again, EndTurn(1, ("sword",), seat=1)) == ("STRUCT", "bad_input")
    # Not told which: only the sum is known from then on.
    unsaid = do(state, EndTurn(1, seat=0))
    assert (unsaid.attack_decks, unsaid.attack_left) == ((), 11)
    assert "which_deck" in codes(unsaid)


def test_two_cards_may_come_from_one_counted_deck():
    state = seated(counted(), 1, hand=0)
    state = pay(do(played(state, "0b"), EndTurn(0, seat=0)))
    two = next(choice for choice in moves(state, 1) if choice.event == PickAttack(2, seat=1))
    assert [pick.value for pick in two.fields[0].picks] == ["hand", "hand/2", "deck", "bombs", "bombs/2"]
    assert do(state, two.fill(decks=("hand", "hand/2"))).attack_decks == (0, 1, 9)


def test_one_counted_deck_run_out_ends_the_round_where_any_does():
    for option, phase in (("all", "play"), ("any", "count")):
        state = do(played(counted(attack_end=option), "0b"), EndTurn(1, ("deck",), seat=0))
        assert state.phase == phase
    search = do(played(counted(), "8b"), Declare("bombs", number=4, seat=0), Happens(seat=0), Act(card="4b", seat=0))
    assert search.attack_decks == (2, 1, 8)
    redraw = do(played(counted(), "3"), Declare("redraw", seat=0), Happens(seat=0))
    assert (redraw.attack_decks, redraw.attack_left) == ((), 12)


# The first lap


def test_option_first_lap_cards():
    def may(option: str, turn: int) -> tuple[bool, bool]:
        new_hand = played(begun(3, turn=turn, first_lap_cards=option), "3")
        search = played(begun(3, turn=turn, first_lap_cards=option), "8b")
        redraws = refused(new_hand, Declare("redraw", seat=0)) == ("", "")
        return redraws, search.pending is not None

    assert [may(option, 1) for option in ("search", "both", "neither")] == [(False, True), (True, True), (False, False)]
    # The lap's last player, and everybody after it.
    assert may("search", 3) == may("neither", 3) == may("neither", 4) == (True, True)
    state = played(begun(3, turn=1), "3")
    assert refused(state, Declare("redraw", seat=0)) == ("RULE", "first_lap")
    assert [choice.event.option for choice in moves(state, 0) if isinstance(choice.event, Declare)] == ["shuffle"]


# What is told when a game is over


def test_ending_a_game_by_hand_shows_no_secret_card_before_all_have_added_theirs():
    note = AddSecret(True, seat=0)
    state = do(table(2, secret_bombs=True), note, SetTurn(0, 1, seat=0), EndRound(seat=0))
    over = do(state, ShowHand(seat=0), ShowHand(seat=1), ScoreRound())
    assert over.phase == "over"
    assert veil(over, 1).seats[0].secret is None
    assert GAME.redact(over, note, 1) == AddSecret(None, seat=0)
    told = do(table(2, secret_bombs=True), note, AddSecret(False, seat=1), StartRound(0), EndRound(seat=0))
    told = do(told, ShowHand(seat=0), ShowHand(seat=1), ScoreRound())
    assert GAME.redact(told, note, 1) == note


def test_ending_a_game_by_hand_shows_no_hand_that_was_not_laid_open():
    note = NoteHand(("5a",), seat=0)
    state = do(begun(2), note, EndRound(seat=1), ShowHand(seat=1))
    over = do(state, ScoreRound(seat=1, override=True))
    assert over.phase == "over"
    assert veil(over, 1).seats[0].notes == ()
    assert GAME.redact(over, note, 1) == NoteHand(seat=0)
    shown = do(state, ShowHand(("5a",), seat=0), ScoreRound(seat=1))
    assert GAME.redact(shown, note, 1) == note


def test_a_game_with_knockouts_ended_by_a_correction_tells_nobodys_hand():
    note, last = NoteHand(("5a",), seat=0), begun(2, version="knockout", match=1)
    by_hand = do(last, note, KnockOut(seat=0), ScoreRound())
    assert by_hand.phase == "over"
    assert veil(by_hand, 1).seats[0].notes == ()
    assert GAME.redact(by_hand, note, 1) == NoteHand(seat=0)
    played_out = do(seated(last, 0, bombs=2), note, Play("1", seat=0), DrawBlanks(1, 1, seat=0), ScoreRound())
    assert played_out.phase == "over"
    assert GAME.redact(played_out, note, 1) == note
