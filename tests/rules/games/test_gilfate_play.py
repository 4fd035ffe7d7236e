"""Gilfate Fantasy at the table: every action, its refusals, every house rule read both ways."""

from __future__ import annotations

from dataclasses import replace

import gilfate_states
import pytest
from gilfate_states import begun, codes, do, front, pay, played, refused, seated, table

from rules.game_protocol import Refusal, Setup
from rules.games.gilfate import deck
from rules.games.gilfate.answers import Act, Happens, Respond
from rules.games.gilfate.corrections import (
    Activate,
    DrawBomb,
    EndRound,
    Explosion,
    KnockOut,
    RemoveActive,
    ReturnBomb,
    Reverse,
    SetBombs,
    SetDecks,
    SetHand,
    SetPoints,
    SetTurn,
)
from rules.games.gilfate.deck import activation_cost, attack_cards
from rules.games.gilfate.game import GAME
from rules.games.gilfate.piles import BlankDeck, chance, outcomes, reach
from rules.games.gilfate.play import Declare, Play, UseActive
from rules.games.gilfate.rounds import (
    AddSecret,
    AttackDeckOut,
    DrawBlanks,
    EndTurn,
    Gone,
    NoteHand,
    PickAttack,
    ScoreRound,
    ShowHand,
    StartRound,
    Tick,
)
from rules.games.gilfate.state import State
from rules.view import Banner, Meter, Players, Track


def bombs(state: State) -> tuple[int, ...]:
    return tuple(player.bombs for player in state.seats)


# Setting up


@pytest.mark.parametrize(("players", "hand", "blank", "attack"), [(2, 10, 56, 28), (3, 9, 56, 21), (4, 8, 59, 16)])
def test_a_round_is_dealt_as_the_setup_table_says(players, hand, blank, attack):
    state = table(players)
    assert {player.hand for player in state.seats} == {hand}
    assert (state.blank.left, state.attack_left) == (blank, attack)


def test_too_many_players_and_foreign_modes_are_refused():
    for setup in (Setup(1), Setup(6), Setup(2, mode="other"), Setup(6, mode="score")):  # type: ignore[arg-type]
        with pytest.raises(Refusal):
            GAME.start(setup)
    assert GAME.start(Setup(1, mode="score")).players == 1


def test_the_knockout_version_has_an_explosion_under_the_deck():
    assert table(2, version="knockout").blank.bottom == ("explosion",)
    assert table(2).blank.explosions == 0


def test_option_explosions_at_the_table():
    assert table(2, explosions=2).blank.bottom == ("explosion", "explosion")
    assert table(2, version="knockout", explosions=0).blank.explosions == 0


def test_option_version():
    every = begun(5, version="all_cards")
    assert {player.hand for player in every.seats} == {9}
    assert (every.attack_left, table(5).attack_left) == (0, 18)
    out = seated(begun(3, version="knockout"), 1, bombs=2)
    assert do(out, DrawBomb(seat=1)).seats[1].out
    assert not do(seated(begun(3), 1, bombs=2), DrawBomb(seat=1)).seats[1].out


def test_option_secret_bombs():
    state = table(2, secret_bombs=True)
    assert refused(state, StartRound(0)) == ("RULE", "secret_missing")
    assert (state.blank.bombs_least, state.blank.bombs_most) == (1, 6)
    state = do(state, AddSecret(True, seat=0), AddSecret(False, seat=1), StartRound(0))
    assert refused(state, AddSecret(True, seat=0)) == ("STRUCT", "phase")
    assert refused(table(2), AddSecret(True, seat=0)) == ("STRUCT", "no_secrets")


# Playing and paying


def test_a_card_is_paid_out_of_the_blank_deck():
    state = do(begun(3), Play("1", seat=0))
    assert state.due is not None
    state = pay(state, bombs=1)
    assert (state.blank.left, state.seats[0].bombs, state.seats[0].hand) == (55, 1, 8)
    state = do(state, Happens(seat=0))
    assert (state.direction, state.phase) == (-1, "end")
    assert [one.card for one in state.discard] == ["1"]


@pytest.mark.parametrize("card", sorted(attack_cards()))
@pytest.mark.parametrize(("mine", "others"), [((), ()), (("12a",), ()), ((), ("12c",)), (("12a",), ("12c",))])
def test_what_is_due_is_what_the_calculator_says(card, mine, others):
    state = do(front(front(begun(3), 0, *mine), 1, *others), Play(card, seat=0))
    expected = activation_cost(attack_cards()[card], mine, others)
    pending = state.pending
    if pending is not None:
        assert pending.cost == expected.cost
        if pending.step != "declare":
            owed = state.due
            assert (owed.amount, owed.least) == (expected.cost, expected.least) if owed else expected.cost == 0
    else:
        assert expected.cost == 0


def test_ten_a_pays_two_once_a_turn():
    state = front(begun(3), 0, "10a")
    state = do(state, Play("9b", use_10a=True, seat=0))
    assert state.pending.cost == 2
    assert state.seats[0].front[0].used
    other = front(begun(3), 0, "10a")
    assert do(other, Play("10b", use_10a=True, seat=0)).pending.cost == 5
    assert refused(begun(3), Play("9b", use_10a=True, seat=0)) == ("STRUCT", "no_10a")


def test_option_reducible_6a_at_the_table():
    assert do(front(begun(2), 0, "12a"), Play("6a", seat=0)).pending.cost == 3
    assert do(front(begun(2, reducible_6a=True), 0, "12a"), Play("6a", seat=0)).pending.cost == 1


def test_turns_are_kept():
    state = begun(3)
    assert refused(state, Play("1", seat=1)) == ("RULE", "not_your_turn")
    assert refused(state, EndTurn(seat=0)) == ("RULE", "no_card_played")
    assert refused(state, EndTurn(seat=1)) == ("STRUCT", "not_your_turn")
    assert refused(state, DrawBlanks(1, seat=0)) == ("STRUCT", "nothing_due")
    assert refused(state, Play("99", seat=0)) == ("STRUCT", "unknown_card")
    assert refused(state, Play("blank", seat=0)) == ("STRUCT", "unknown_card")
    assert refused(state, Play("1", "GFNOTACODE", seat=0)) == ("STRUCT", "bad_code")
    assert refused(seated(state, 0, hand=0), Play("1", seat=0)) == ("STRUCT", "empty_hand")
    done = do(played(state, "1"), Happens(seat=0))
    assert refused(done, Play("1", seat=0)) == ("RULE", "phase")
    assert refused(played(state, "1"), EndTurn(seat=0)) == ("RULE", "card_open")
    again = do(done, Play("1", seat=0, override=True))
    assert codes(again) == ["phase"]


def test_a_payment_that_does_not_add_up_is_said_and_believed():
    state = do(begun(3), Play("5a", seat=0))
    assert refused(state, DrawBlanks(2, 3, seat=0)) == ("STRUCT", "bad_input")
    assert codes(do(state, DrawBlanks(2, seat=0))) == ["not_the_cost"]
    assert "more_than_left" in codes(do(state, DrawBlanks(3, 0, 1, seat=0)))


def test_a_deck_too_short_pays_in_part_and_that_counts():
    state = replace(begun(2), blank=BlankDeck(2, 56))
    state = pay(do(state, Play("5a", seat=0)))
    assert [(one.card, one.paid) for one in state.seats[0].partial] == [("5a", 2)]
    state = do(state, EndTurn(seat=0))
    assert (state.phase, state.ended) == ("count", "blank_deck")
    state = do(state, *(ShowHand(seat=seat) for seat in (0, 1)))
    assert [own.total for own in GAME.score(state).seats] == [2, 0]


def test_one_paid_card_is_enough_for_10c():
    state = do(begun(2), Play("10c", seat=0))
    assert (state.due.least, state.due.amount) == (1, 5)
    state = do(state, DrawBlanks(1, seat=0), Happens(seat=0))
    assert [one.card for one in state.seats[0].front] == ["10c"]


def test_what_a_card_needs_has_to_be_there():
    state = played(begun(2), "9b")
    assert codes(state) == ["requirement"]
    assert (state.pending, state.phase) == (None, "end")
    # A bomb drawn in paying is there.
    assert played(begun(2), "9b", bombs=2).pending.step == "declare"
    assert refused(begun(2), Play("1", pay_only=True, seat=0)) == ("RULE", "must_use")


# Effects


def _notes_of(state, seat):
    return sum(isinstance(choice.event, Gone) for choice in GAME.choices(state, seat))


def test_an_exchange_leaves_counts_and_asks_both_owners_in_private():
    state = do(begun(3), NoteHand(("5a", "2"), seat=0), NoteHand(("6a",), seat=1))
    state = do(played(state, "2"), Declare(target=1, seat=0), Happens(seat=0))
    assert [player.hand for player in state.seats] == [8, 9, 9]
    # A note can wait: it may be made beside everything else, and stands in nobody's way.
    assert not GAME.view(state, 1).prompts
    assert [_notes_of(state, seat) for seat in range(3)] == [1, 1, 0]
    state = do(state, Gone("6a", seat=1), Gone("", seat=0))
    assert [len(player.notes) for player in state.seats] == [1, 0, 0]
    assert [_notes_of(state, seat) for seat in range(3)] == [0, 0, 0]


def test_shuffling_and_redrawing():
    state = do(begun(2), NoteHand(("5a",), seat=0))
    state = do(replace(state, blank=replace(state.blank, top=("bomb",))), Play("3", seat=0))
    state = pay(state, bombs=1)
    deck = do(state, Declare("shuffle", seat=0), Happens(seat=0))
    assert deck.blank.top == ()
    hand = do(state, Declare("redraw", seat=0), Happens(seat=0))
    assert hand.seats[0].notes == ()
    assert hand.seats[0].hand == 9


def test_bombs_to_the_bottom_the_top_and_shuffled():
    state = do(played(seated(begun(3), 0, bombs=1), "4b"), Happens(seat=0))
    assert (state.blank.bottom, bombs(state)) == (("bomb",), (0, 0, 0))
    state = do(played(seated(begun(3), 1, bombs=2), "8c"), Declare(target=1, seat=0), Happens(seat=0))
    assert (state.blank.top, bombs(state)) == (("bomb",), (0, 1, 0))
    assert chance(state.blank) == (1, 1)
    assert reach(state.blank, 1).bombs == (1, 1)
    state = seated(seated(begun(3), 1, bombs=1), 2, bombs=1)
    state = do(played(state, "9b"), Declare("1+2", seat=0), Happens(seat=0))
    assert (state.blank.left, bombs(state)) == (56 - 5 + 2, (0, 0, 0))


def test_a_bomb_on_top_that_was_no_bomb_is_said():
    state = replace(begun(2), blank=replace(begun(2).blank, top=("bomb",)))
    assert "top_known" in codes(pay(do(state, Play("1", seat=0)), bombs=0))


def test_the_deck_turned_over_brings_the_explosion_up():
    state = do(played(begun(3, version="knockout"), "8a"), Happens(seat=0))
    assert state.blank.top == ("explosion",)
    assert reach(state.blank, 1).explosions == (1, 1)


def test_a_wave_discards_from_a_hand_or_from_the_table():
    state = played(begun(2), "5a")
    hand = do(state, Declare("hand", target=1, seat=0), Happens(seat=0), Act(card="12c", seat=1))
    assert (hand.seats[1].hand, [one.card for one in hand.discard]) == (9, ["12c", "5a"])
    unknown = do(state, Declare("hand", target=1, seat=0), Happens(seat=0), Act(seat=0))
    assert unknown.seats[1].hand == 9
    lying = played(front(begun(2), 1, "12c"), "5a")
    gone = do(lying, Declare("front", uid="1.f1", seat=0), Happens(seat=0))
    assert gone.seats[1].front == ()
    assert refused(lying, Declare("front", uid="1.f9", seat=0)) == ("STRUCT", "no_such_card")
    assert refused(lying, Declare("hand", target=0, number=3, seat=0)) == ("RULE", "bad_target")
    assert refused(lying, Declare("hand", target=1, seat=1)) == ("STRUCT", "not_asked")


def test_a_coin_makes_one_of_two_draw_five():
    state = do(played(begun(3), "6a"), Happens(seat=0))
    heads = do(state, Act("heads", seat=0))
    assert (heads.due.seat, heads.due.amount) == (0, 5)
    tails = do(state, Act("tails", target=2, seat=0))
    assert tails.due.seat == 2
    after = pay(tails, bombs=2)
    assert (bombs(after), after.phase) == ((0, 0, 2), "end")
    assert refused(state, Act("tails", seat=0)) == ("STRUCT", "bad_input")
    assert refused(state, Act("tails", target=0, seat=0)) == ("RULE", "bad_target")
    assert refused(state, Act("edge", seat=0)) == ("STRUCT", "bad_input")


def test_a_wager_is_guessed_before_it_is_paid():
    state = do(begun(3), Play("6b", seat=0), Declare("bomb", seat=0), Happens(seat=0))
    given = do(state, Act("bomb", target=1, seat=0))
    assert (bombs(given), given.blank.left, given.phase) == ((0, 1, 0), 55, "end")
    kept = do(state, Act("bomb_keep", target=1, seat=0))
    assert (bombs(kept), kept.due.seat, kept.due.amount) == ((1, 0, 0), 1, 2)
    wrong = do(state, Act("blank", seat=0))
    assert (wrong.due.seat, wrong.due.amount) == (0, 2)


def test_a_cheaper_wager_draws_fewer():
    state = do(front(begun(2), 0, "12a"), Play("6b", seat=0), Declare("bomb", seat=0), Happens(seat=0))
    assert do(state, Act("blank", seat=0)).phase == "end"
    tenth = do(front(begun(2), 0, "10a"), Play("6b", use_10a=True, seat=0), Declare("bomb", seat=0), Happens(seat=0))
    assert do(tenth, Act("blank", seat=0)).due.amount == 1


def test_a_cancelled_wager_comes_back_to_the_hand():
    state = do(begun(3), Play("6b", seat=0), Declare("blank", seat=0), Respond("4a", seat=1))
    state = do(pay(state), Happens(seat=0))
    assert (state.seats[0].hand, state.blank.left, state.phase) == (9, 54, "end")


def test_called_out_and_the_search_name_a_number():
    state = do(played(begun(2), "7b"), Declare(target=1, number=5, seat=0), Happens(seat=0))
    assert refused(state, Act(card="6a", seat=1)) == ("RULE", "wrong_number")
    assert do(state, Act(card="5b", seat=1)).seats[1].hand == 9
    assert do(state, Act(seat=1)).seats[1].hand == 10
    state = do(played(begun(2), "8b"), Declare("hand", number=12, seat=0), Happens(seat=0))
    found = do(state, Act(card="12a", seat=0))
    assert (found.seats[0].hand, found.attack_left) == (10, 27)
    assert do(state, Act(seat=0)).attack_left == 28


def test_nine_a_by_the_number_of_own_permanents():
    none = front(begun(2), 1, "12c", "7a")
    state = do(played(none, "9a"), Declare("discard_all", target=1, seat=0), Happens(seat=0))
    assert state.seats[1].front == ()
    one = front(front(begun(2), 0, "12a"), 1, "12c")
    state = do(played(one, "9a"), Declare("bomb_and_remove", uid="1.f1", seat=0), Happens(seat=0))
    assert (state.seats[1].front, bombs(state), state.box_bombs) == ((), (1, 0), 5)
    two = front(front(begun(2), 0, "12a", "11a"), 1, "12c")
    assert codes(played(two, "9a")) == ["requirement"]


def test_option_permanents_at_the_table():
    state = front(front(begun(2), 0, "11a"), 1, "12c")
    assert played(state, "9a").pending is not None
    options = {
        choice.event.option
        for choice in gilfate_states.moves(played(state, "9a"), 0)
        if isinstance(choice.event, Declare)
    }
    assert options == {"bomb_and_remove"}
    narrow = front(front(begun(2, permanents="12_only"), 0, "11a"), 1, "12c")
    options = {
        choice.event.option
        for choice in gilfate_states.moves(played(narrow, "9a"), 0)
        if isinstance(choice.event, Declare)
    }
    assert options == {"discard_all"}


def test_active_cards_are_used_once_in_an_own_turn():
    state = front(begun(3), 0, "10b", "10c", "11a", "11b", "11c", "12a")
    taken = do(state, UseActive("0.f1", target=1, seat=0), Happens(seat=0))
    assert [player.hand for player in taken.seats] == [10, 8, 9]
    assert refused(taken, UseActive("0.f1", target=1, seat=0)) == ("RULE", "used_this_turn")
    assert refused(front(state, 1, "10b"), UseActive("1.f1", target=0, seat=1)) == ("RULE", "not_your_turn")
    removed = do(state, UseActive("0.f3", target=1, seat=0), Happens(seat=0), Act(card="1", seat=1))
    assert (removed.seats[1].hand, removed.phase) == (8, "play")
    looked = do(state, UseActive("0.f2", "look", seat=0), Happens(seat=0))
    assert [one.what for one in looked.todos] == ["look3"]
    given = do(seated(state, 0, bombs=1), UseActive("0.f4", "bomb", seat=0), Happens(seat=0))
    assert bombs(given) == (0, 0, 0)
    for uid in ("0.f5", "0.f6"):
        assert refused(state, UseActive(uid, seat=0)) == ("STRUCT", "nothing_to_use")
    assert refused(state, UseActive("9.9", seat=0)) == ("STRUCT", "no_such_card")
    fresh = do(taken, Play("1", seat=0))
    fresh = do(pay(fresh), Happens(seat=0), EndTurn(seat=0))
    assert all(not one.used for one in front(fresh, 2, "10b").seats[2].front)


def test_nothing_is_taken_from_a_hand_emptied_by_its_answer():
    state = seated(front(begun(2), 0, "10b"), 1, hand=1)
    state = do(state, UseActive("0.f1", target=1, seat=0), Respond("0b", seat=1), Respond("0b", seat=0))
    before = sum(player.hand for player in state.seats)
    after = do(state, Happens(seat=0))
    assert sum(player.hand for player in after.seats) == before
    assert not after.todos


def test_option_show_looks():
    def said(show: bool) -> str:
        state = do(front(begun(2, show_looks=show), 0, "10c"), UseActive("0.f1", "look", seat=0), Happens(seat=0))
        return str(GAME.view(state, None).blocks)

    assert "Only the player who looks sees it." in said(False)
    assert "Everybody looks." in said(True)


# Answers


def test_a_cancelled_card_does_nothing_and_a_cancelled_cancel_lets_it_happen():
    state = played(begun(3), "1")
    state = pay(do(state, Respond("4a", discard="12c", seat=1)))
    assert do(state, Happens(seat=0)).direction == 1
    back = pay(do(state, Respond("4a", seat=2)))
    assert do(back, Happens(seat=0)).direction == -1
    assert [player.hand for player in back.seats] == [8, 7, 7]


def test_who_may_answer():
    state = do(played(begun(3), "2"), Declare(target=1, seat=0))
    assert refused(state, Respond("0b", seat=2)) == ("RULE", "not_on_you")
    assert refused(state, Respond("0b", seat=1)) == ("", "")
    assert refused(state, Respond("4a", seat=0)) == ("RULE", "own_effect")
    assert refused(state, Respond("5a", seat=1)) == ("RULE", "not_quick")
    assert refused(state, Respond("0a", seat=1)) == ("RULE", "not_drawing")
    assert refused(seated(state, 1, hand=1), Respond("4a", seat=1)) == ("RULE", "no_discard")
    assert refused(seated(state, 1, hand=0), Respond("0b", seat=1)) == ("STRUCT", "empty_hand")
    assert refused(begun(3), Respond("0b", seat=1)) == ("STRUCT", "not_asked")
    assert refused(state, Respond("11c", seat=1)) == ("STRUCT", "no_such_card")
    assert refused(front(state, 1, "11c"), Respond("11c", uid="1.f1", seat=1)) == ("RULE", "not_own_turn")
    mine = pay(do(front(state, 0, "11c"), Respond("4a", seat=1)))
    rung = do(mine, Respond("11c", uid="0.f1", seat=0))
    assert rung.seats[0].front[0].used
    assert len(rung.pending.answers) == 2
    out = seated(played(begun(3, version="knockout"), "1"), 2, out=True)
    assert refused(out, Respond("4a", seat=2)) == ("RULE", "out")


def test_a_draw_is_passed_on_with_one_card_more_each_time():
    state = do(played(begun(3), "6a"), Happens(seat=0), Act("tails", target=1, seat=0))
    assert refused(state, Respond("0a", seat=2)) == ("RULE", "not_drawing")
    state = do(state, Respond("0a", seat=1))
    assert (state.due.seat, state.due.amount) == (2, 6)
    state = do(state, Respond("0a", seat=2))
    assert (state.due.seat, state.due.amount) == (0, 7)
    less = do(front(state, 0, "10a"), UseActive("0.f1", "draw", seat=0))
    assert less.due.amount == 2


def test_a_taxed_answer_is_paid():
    state = do(played(front(begun(3), 2, "12c"), "2"), Declare(target=1, seat=0), Respond("0b", seat=1))
    assert (state.due.seat, state.due.amount) == (1, 2)


def test_who_falls_paying_an_answer_has_answered_nothing():
    state = seated(played(begun(3, version="knockout"), "1"), 1, bombs=2)
    state = pay(do(state, Respond("4a", seat=1)), bombs=1)
    assert state.seats[1].out
    assert do(state, Happens(seat=0)).direction == -1


def test_a_cancelled_permanent_is_discarded():
    state = do(pay(do(played(begun(3), "12b"), Respond("4a", seat=1))), Happens(seat=0))
    assert state.seats[0].front == ()
    assert [one.card for one in state.discard] == ["4a", "12b"]


def test_a_quick_card_in_the_own_turn_is_only_paid():
    state = played(front(begun(2), 1, "12c"), "0b")
    assert (state.phase, state.blank.left, [one.card for one in state.discard]) == ("end", 54, ["0b"])


# Knockouts


def test_who_is_out_taxes_nobody():
    state = front(begun(3, version="knockout"), 1, "12c")
    assert do(state, Play("0b", seat=0)).pending.cost == 2
    assert played(seated(state, 1, out=True), "0b").phase == "end"


def test_an_explosion_at_the_bottom_stays_there_when_the_deck_is_shuffled():
    state = do(begun(2, version="knockout"), Play("3", seat=0))
    state = do(pay(state), Declare("shuffle", seat=0), Happens(seat=0))
    assert state.blank.bottom == ("explosion",)
    turned = do(played(begun(2, version="knockout"), "8a"), Happens(seat=0), EndTurn(seat=0), Play("3", seat=1))
    turned = do(turned, DrawBlanks(0, seat=1, override=True), Declare("shuffle", seat=1), Happens(seat=1))
    assert (turned.blank.top, turned.blank.bottom, turned.blank.explosions) == ((), (), 1)


def test_bombs_and_explosions_take_players_out():
    state = seated(begun(3, version="knockout"), 0, bombs=2)
    state = pay(do(state, Play("1", seat=0)), bombs=1)
    assert state.seats[0].out
    assert (state.active, state.pending, "knocked_out" in codes(state)) == (1, None, True)
    cloak = front(begun(3, version="knockout"), 1, "12b")
    assert not do(cloak, Explosion(seat=1)).seats[1].out
    assert do(begun(3, version="knockout"), Explosion(seat=1)).seats[1].out
    shield = front(begun(3, version="knockout"), 0, "11b")
    shield = do(shield, UseActive("0.f1", "shield", seat=0), Happens(seat=0))
    assert not do(shield, Explosion(seat=0)).seats[0].out


def test_losing_a_card_that_helped_is_looked_at_again():
    state = seated(front(begun(3, version="knockout"), 1, "7a"), 1, bombs=3)
    assert not state.seats[1].out
    assert do(state, RemoveActive("1.f1", seat=1)).seats[1].out


def test_the_last_one_standing_ends_the_round_and_five_points_the_game():
    state = do(begun(2, version="knockout"), Explosion(seat=1))
    assert (state.phase, state.ended, state.living) == ("count", "one_left", (0,))
    state = do(state, ScoreRound())
    assert (state.phase, state.survival) == ("between", (1, 0))
    late = do(begun(2, version="knockout"), SetPoints(4, seat=0), Explosion(seat=1), ScoreRound())
    assert late.phase == "over"
    assert GAME.score(late).winners == (0,)
    assert [own.total for own in GAME.score(late).seats] == [5, 0]


# The first lap


def test_the_first_laps_limits():
    state = do(table(3), StartRound(0))
    assert refused(state, Play("12a", seat=0)) == ("RULE", "first_lap")
    paid = pay(do(state, Play("12a", pay_only=True, seat=0)), bombs=3)
    assert (bombs(paid), "first_lap_bombs" in codes(paid)) == ((1, 0, 0), True)
    assert (paid.phase, paid.seats[0].front) == ("end", ())
    assert refused(paid, EndTurn(1, seat=0)) == ("RULE", "first_lap")
    last = replace(state, turn=3)
    last = do(pay(do(last, Play("12a", seat=0))), Happens(seat=0), EndTurn(1, seat=0))
    assert (last.attack_left, last.seats[0].hand) == (20, 9)


def test_option_bomb_return():
    state = do(table(2), StartRound(0))
    shuffled = pay(do(state, Play("1", seat=0)), bombs=1)
    assert shuffled.seats[0].bombs == 1
    for where, bottom in (("shuffle", ()), ("bottom", ("bomb", "bomb"))):
        state = do(table(2, bomb_return=where), StartRound(0), Play("4b", seat=0))
        state = pay(seated(state, 0, bombs=1), bombs=2)
        assert state.blank.bottom == bottom


def test_option_first_round_at_the_table():
    for option, code in (("every", "first_lap"), ("match", "")):
        state = replace(begun(2, turn=1, first_round=option), round=2)
        assert refused(state, Play("12a", seat=0))[1] == code


def test_bombs_of_the_first_lap_go_back_before_anybody_is_out():
    state = do(table(2, version="knockout"), StartRound(0), Play("5a", seat=0))
    state = pay(state, bombs=3)
    assert (bombs(state), state.seats[0].out) == ((1, 0), False)


# Turns and rounds


def test_direction_and_the_next_player():
    state = do(played(begun(3), "1"), Happens(seat=0), EndTurn(seat=0))
    assert (state.active, state.direction) == (2, -1)
    assert do(begun(3), Reverse(seat=0)).direction == -1
    two = do(played(begun(2), "1"), Happens(seat=0), EndTurn(seat=0))
    assert two.active == 1


def test_an_empty_hand_draws_three_and_picks_two():
    state = seated(begun(2), 1, hand=0)
    state = do(played(state, "1"), Happens(seat=0), EndTurn(seat=0))
    assert (state.phase, state.due.seat, state.due.amount) == ("start", 1, 3)
    state = pay(state)
    assert state.phase == "pick"
    assert refused(state, PickAttack(3, seat=1)) == ("RULE", "too_many")
    picks = [choice for choice in GAME.choices(state, 1) if isinstance(choice.event, PickAttack)]
    assert [(choice.event.count, choice.correction) for choice in picks] == [(2, False), (1, True)]
    state = do(state, PickAttack(2, seat=1))
    assert (state.phase, state.seats[1].hand, state.attack_left) == ("play", 2, 26)


def test_option_end_draw():
    for most, over in ((0, 1), (1, 2), (2, 3)):
        state = do(played(begun(2, end_draw=most), "1"), Happens(seat=0))
        assert refused(state, EndTurn(over, seat=0)) == ("RULE", "too_many")
        assert do(state, EndTurn(most, seat=0)).attack_left == 28 - most


def test_option_attack_end_at_the_table():
    for option, phase in (("all", "play"), ("any", "count")):
        state = do(begun(2, attack_end=option), AttackDeckOut("hand", seat=0))
        assert do(played(state, "1"), Happens(seat=0), EndTurn(seat=0)).phase == phase
    state = do(begun(2), AttackDeckOut("hand", seat=0))
    assert refused(state, AttackDeckOut("hand", seat=0)) == ("STRUCT", "already_there")
    assert refused(state, AttackDeckOut("other", seat=0)) == ("STRUCT", "bad_input")


def test_with_all_cards_dealt_an_empty_hand_ends_the_round():
    state = seated(begun(2, version="all_cards"), 0, hand=1)
    state = do(played(state, "1"), Happens(seat=0))
    assert refused(replace(state, attack_left=3), EndTurn(1, seat=0)) == ("RULE", "too_many")
    state = do(state, EndTurn(seat=0))
    assert (state.phase, state.ended) == ("count", "empty_hand")


def test_hands_are_laid_open_and_counted():
    state = do(begun(2), EndRound(seat=0))
    assert refused(state, ScoreRound()) == ("RULE", "hand_hidden")
    state = do(state, ShowHand(("5a", "6a", "7a", "9b"), seat=0), ShowHand(("5b", "5a/2"), seat=1))
    assert [own.total for own in GAME.score(state).seats] == [5, 0]
    assert "hand_count" in codes(state)
    assert refused(state, ShowHand(("5a",), ("",) * 2, seat=0)) == ("STRUCT", "bad_input")
    over = do(state, ScoreRound())
    assert (over.phase, GAME.score(over).winners, GAME.over(over)) == ("over", (1,), True)


@pytest.mark.parametrize("option", ["use_current_cost", "only_12", "bomb_rule", "partial"])
def test_house_rules_of_counting_reach_the_table(option):
    other = {"use_current_cost": True, "only_12": True, "bomb_rule": "3_each", "partial": "full"}[option]
    totals = []
    for options in ({}, {option: other}):
        state = front(seated(begun(2, **options), 0, bombs=5), 0, "12a", "11a")
        state = pay(do(replace(state, blank=BlankDeck(1, 56)), Play("11b", seat=0)))
        state = do(state, EndRound(seat=0), ShowHand(("5a",), seat=0), ShowHand(seat=1))
        totals.append(GAME.score(state).seats[0].total)
    assert totals[0] != totals[1]


def finished(scores: list[tuple[str, str]], **options: object) -> State:
    """Rounds ended at once, each with these two hands laid open."""
    state = table(2, **options)
    for first, second in scores:
        starter = state.winners[0] if state.winners else 0
        state = do(state, StartRound(starter), EndRound(seat=0))
        state = do(state, ShowHand(tuple(first.split()), seat=0), ShowHand(tuple(second.split()), seat=1), ScoreRound())
    return state


def test_option_match():
    one, three = finished([("5a", "")]), finished([("5a", "")], match=3)
    assert (one.phase, three.phase) == ("over", "between")
    done = finished([("5a", ""), ("5a", ""), ("", "12a")], match=3)
    assert (done.phase, GAME.score(done).winners) == ("over", (0, 1))
    assert [own.total for own in GAME.score(done).seats] == [6, 6]
    assert [line.points for line in GAME.score(done).seats[0].lines] == [3, 3, 0]


def test_option_best_of_at_the_table():
    scores = [("5a", ""), ("5a", ""), ("", "1")]
    assert GAME.score(finished(scores, match=3)).winners == (1,)
    assert GAME.score(finished(scores, match=3, best_of="most")).winners == (0,)
    assert finished([("5a", "")], version="knockout", match=1, best_of="lowest").records == ((3, 0),)


def test_option_redeal_at_the_table():
    for option, hand in (("table", 10), (3, 3)):
        state = finished([("5a", "")], match=3, redeal=option)
        assert refused(state, StartRound(0)) == ("RULE", "not_the_winner")
        state = do(state, StartRound(1))
        assert (state.round, state.active, state.seats[0].hand) == (2, 1, hand)
        assert state.attack_left == deck.ATTACK_CARDS - 2 * hand


def test_things_to_do_by_hand_are_ticked():
    state = do(played(begun(2), "5b"), Happens(seat=0))
    todo = state.todos[0]
    state = do(state, Tick(todo.key, seat=0))
    assert state.todos[0].done
    assert refused(state, Tick(todo.key, seat=0)) == ("STRUCT", "no_reminder")


# Entering cold, and corrections


def test_a_table_can_begin_in_the_middle():
    state = do(
        table(3, version="knockout"),
        SetTurn(1, 7, 3),
        SetBombs(2, seat=1),
        SetHand(4, seat=1),
        Activate("12b", seat=1),
        SetDecks(20, 3, 1, 9),
        SetPoints(3, seat=2),
    )
    assert (state.active, state.turn, state.round, state.phase) == (1, 7, 3, "play")
    assert (state.blank.left, state.blank.bombs_most, state.attack_left) == (20, 3, 9)
    assert state.seats[1].hand == 4
    state = do(state, DrawBomb(seat=1))
    assert not state.seats[1].out
    assert do(state, DrawBomb(1, False, seat=1)).seats[1].out


def test_corrections_are_said_and_bounded():
    state = begun(2, version="knockout")
    for event in (SetBombs(2, seat=0), SetHand(3, seat=0), KnockOut(seat=0), ReturnBomb(seat=0)):
        after = do(seated(state, 0, bombs=1), event)
        assert "by_hand" in codes(after)
    for event in (
        SetBombs(13, seat=0),
        SetBombs(0, 4, seat=0),
        SetHand(49, seat=0),
        SetHand(-1, seat=0),
        SetDecks(5, 6, 0, 0),
        SetPoints(5, seat=0),
        SetTurn(0, 0),
        ReturnBomb("under", seat=0),
        DrawBomb(0, seat=0),
    ):
        assert refused(state, event) == ("STRUCT", "bad_input")
    assert refused(state, ReturnBomb(seat=0)) == ("STRUCT", "no_bomb")
    assert refused(begun(2), KnockOut(seat=0)) == ("RULE", "no_knockouts")
    assert refused(state, Activate("5a", seat=0)) == ("RULE", "does_not_stay")
    assert refused(state, RemoveActive("0.f1", seat=0)) == ("STRUCT", "no_such_card")
    assert refused(state, StartRound(9)) == ("STRUCT", "no_such_seat")
    assert refused(state, SetBombs(1)) == ("STRUCT", "no_such_seat")


def test_a_table_that_only_counts():
    state = table(2, "score")
    state = do(state, SetBombs(4, seat=0), Activate("11c", seat=0), ShowHand(("5a", "6a", "7a", "2"), seat=0))
    state = do(state, ShowHand(seat=1))
    assert [own.total for own in GAME.score(state).seats] == [9 + 5 - 3 + 1, 0]
    assert refused(state, Play("1", seat=0)) == ("STRUCT", "score_only")
    assert GAME.over(do(state, ScoreRound()))


# Screens


def test_the_ring_of_bombs_is_drawn():
    state = seated(front(begun(3, version="knockout"), 1, "7a"), 1, bombs=3)
    view = GAME.view(do(state, Reverse(seat=0)), None)
    ring = next(block for block in view.blocks if isinstance(block, Players))
    assert ring.direction == "right"
    assert ring.rows[1].meters[0] == Track("Bombs", 3, 4, "bomb", spot="bombs:1")
    assert ring.rows[1].tone == "alarm"
    assert "one bomb from out" in ring.rows[1].status
    assert GAME.view(state, 0).blocks[0] == Banner("Your turn", "Play a card.", "act", "left")


def test_the_odds_of_the_next_card_are_drawn():
    state = begun(2)
    meters = {block.label: block for block in GAME.view(state, None).blocks if isinstance(block, Meter)}
    assert meters["Blank deck"].value == 56
    assert meters["Next card a bomb"].value == round(100 * 6 / 56)
    sure = replace(state, blank=replace(state.blank, top=("bomb",)))
    meters = {block.label: block for block in GAME.view(sure, None).blocks if isinstance(block, Meter)}
    assert (meters["Next card a bomb"].value, meters["Next card a bomb"].alarm) == (100, True)


@pytest.mark.parametrize("order", ["bbxxe", "xbxbe", "ebbxx", "xxbbe", "bxexb"])
def test_every_way_a_deck_can_lie_is_among_the_outcomes(order):
    """A deck of two bombs, an explosion and two blanks in any order, nothing known of it: each draw is offered."""
    deck = BlankDeck(5, 5, 2, 2, 1)
    for count in range(1, 6):
        found = outcomes(deck, count)
        assert (order[:count].count("b"), order[:count].count("e")) in found
        assert all(b + e <= count and (2 - b) + (1 - e) <= 5 - count for b, e in found)


def test_what_is_known_at_the_ends_bounds_the_outcomes():
    deck = BlankDeck(4, 9, 2, 2, 1, top=("bomb",), bottom=("explosion",))
    assert outcomes(deck, 1) == ((1, 0),)
    assert outcomes(deck, 2) == ((1, 0), (2, 0))
    assert outcomes(deck, 3) == ((2, 0),)
    assert outcomes(deck, 4) == ((2, 1),)
    # Counts that contradict themselves never leave a table without a button.
    assert outcomes(BlankDeck(1, 9, 3, 3, 2), 1) == ((0, 0), (1, 0), (0, 1))


def test_ones_own_points_follow_the_noted_hand():
    def row(state: State, viewer: int) -> int | None:
        ring = next(block for block in GAME.view(state, viewer).blocks if isinstance(block, Players))
        return ring.rows[0].points

    state = do(seated(begun(2), 0, bombs=1), NoteHand(("9b", "5a", "6a", "7a"), seat=0))
    assert (row(state, 0), row(state, 1)) == (3 + 5, None)
