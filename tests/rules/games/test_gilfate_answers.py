"""Cards against cards in Gilfate Fantasy: a draw passed on is answered like any effect, and what can be held at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from calculator_calls import ask
from gilfate_states import DECK, begun, do, front, moves, pay, played, refused, seated
from hypothesis import given
from hypothesis import strategies as st

from rules.games.gilfate.answers import Act, Happens, Respond
from rules.games.gilfate.chain import standing
from rules.games.gilfate.game import GAME
from rules.games.gilfate.piles import BlankDeck
from rules.games.gilfate.play import Declare, Play, UseActive
from rules.games.gilfate.state import Held, State


def drawing(players: int = 3, target: int = 1, **options: object) -> State:
    """Seat 0's coin makes ``target`` draw five."""
    state = do(played(begun(players, **options), "6a"), Happens(seat=0), Act("tails", target=target, seat=0))
    assert (state.due.seat, state.due.amount) == (target, 5)
    return state


def owed(state: State) -> tuple[int, int] | None:
    return (state.due.seat, state.due.amount) if state.due else None


def answered(state: State, *answers: tuple[str, int]) -> State:
    for card, seat in answers:
        state = do(state, Respond(card, seat=seat))
        if state.dues:
            state = pay(state)
    return state


@pytest.mark.parametrize(
    ("answers", "draws"),
    [
        ([("0a", 1)], (2, 6)),
        # Whom it is passed to cancels the passing on with 0b: the first one draws what was due at first.
        ([("0a", 1), ("0b", 2)], (1, 5)),
        ([("0a", 1), ("0b", 2), ("0b", 1)], (2, 6)),
        # Anybody else's 4a does the same, and another 4a against that lets it happen.
        ([("0a", 1), ("4a", 0)], (1, 5)),
        ([("0a", 1), ("4a", 0), ("4a", 2)], (2, 6)),
        ([("0a", 1), ("4a", 2), ("4a", 1)], (2, 6)),
        # Passed on further, and that cancelled.
        ([("0a", 1), ("0a", 2)], (0, 7)),
        ([("0a", 1), ("0a", 2), ("4a", 1)], (2, 6)),
        # Cancelled, it may be tried with another copy.
        ([("0a", 1), ("0b", 2), ("0a", 1)], (2, 6)),
        # The draw itself is cancelled.
        ([("0b", 1)], None),
        ([("0b", 1), ("4a", 0), ("0a", 1)], (2, 6)),
    ],
)
def test_a_draw_passed_on_can_be_answered(answers, draws):
    state = drawing()
    state = answered(state, *answers)
    assert owed(state) == draws
    chain = [card for card, _ in answers]
    said = ask("gilfate", "redirect", order=["0", "1", "2"], target="1", amount=5, chain=chain)["draws"]
    assert said == ({} if draws is None else {str(draws[0]): draws[1]})
    if draws is not None:
        after = pay(state)
        assert (after.phase, after.blank.left) == ("end", state.blank.left - draws[1])


def test_who_may_answer_a_draw_passed_on():
    state = do(drawing(4), Respond("0a", seat=1))
    assert refused(state, Respond("0b", seat=3)) == ("RULE", "not_on_you")
    assert refused(state, Respond("0b", seat=1)) == ("RULE", "not_on_you")
    assert refused(state, Respond("4a", seat=1)) == ("RULE", "own_effect")
    assert refused(state, Respond("0a", seat=3)) == ("RULE", "not_drawing")
    offered = {choice.event.card for choice in moves(state, 2) if isinstance(choice.event, Respond)}
    assert offered == {"0a", "0b", "4a"}


def test_a_draw_that_comes_back_to_its_causer_may_be_passed_on_again():
    state = do(drawing(2), Respond("0a", seat=1))
    assert owed(state) == (0, 6)
    assert owed(do(state, Respond("0a", seat=0))) == (1, 7)


def test_ten_a_lowers_what_arrives_and_can_be_cancelled():
    state = do(front(drawing(2), 0, "10a"), Respond("0a", seat=1))
    less = do(state, UseActive("0.f1", "draw", seat=0))
    assert owed(less) == (0, 2)
    assert owed(answered(less, ("4a", 1))) == (0, 6)


def test_who_falls_paying_a_taxed_0a_has_passed_nothing_on():
    state = front(seated(drawing(3, version="knockout"), 1, bombs=2), 0, "12c")
    state = pay(do(state, Respond("0a", seat=1)), bombs=1)
    assert state.seats[1].out
    # The draw was theirs: nobody draws it.
    assert (owed(state), state.phase) == (None, "end")


def test_the_calculator_says_which_cards_of_a_chain_with_0a_happen():
    answer = ask("gilfate", "negate", chain=["6a", "0a", "0b"])
    assert [one["happens"] for one in answer["chain"]] == [True, False, True]
    assert ask("gilfate", "negate", chain=["6a", "0a"])["resolves"]
    assert ask("gilfate", "negate", chain=["5a", "0a"])["error"] == "not_drawing"


@given(st.lists(st.sampled_from(["0a", "0b", "4a", "11c"]), max_size=8))
def test_a_card_of_a_chain_happens_unless_what_cancels_it_happens(answers: Sequence[str]):
    """Worked out the other way round: the last card is taken off with what it cancels until none is left."""
    cards = ["6a", *answers]
    happens = [True] * len(cards)
    for place in range(len(cards) - 1, 0, -1):
        if happens[place] and cards[place] != "0a":
            happens[place - 1] = False
    assert standing(cards) == tuple(happens)


def test_an_answer_stands_where_the_deck_runs_out_on_it():
    state = replace(played(begun(3), "1"), blank=BlankDeck(1, 56))
    cut = do(state, Respond("4a", seat=1))
    assert owed(cut) == (1, 1)
    done = do(pay(cut), Happens(seat=0))
    assert (done.direction, done.seats[1].partial) == (1, ())


def test_a_bomb_guessed_right_is_given_away_at_once():
    state = do(begun(3), Play("6b", seat=0), Declare("bomb", seat=0))
    assert refused(state, Respond("4a", seat=1)) == ("", "")
    given = do(state, Happens(seat=0), Act("bomb", target=1, seat=0))
    assert (given.seats[1].bombs, given.pending) == (1, None)


# What can be held at all


def lying(state: State, *cards: str) -> State:
    return replace(state, discard=tuple(Held(card) for card in cards))


def test_an_answer_of_which_every_copy_lies_open_is_not_offered():
    state = lying(drawing(), "0a", "0a", "4a", "4a")
    assert [choice.event.card for choice in moves(state, 1) if isinstance(choice.event, Respond)] == ["0b"]


def test_the_4a_that_is_played_is_not_the_card_discarded_with_it():
    def beside(state: State) -> list[str | int]:
        cut = next(choice for choice in moves(state, 1) if choice.event == Respond("4a", seat=1))
        return [pick.value for pick in cut.fields[0].picks]

    assert "4a" not in beside(lying(drawing(), "4a"))
    assert "4a" in beside(drawing())


def test_whose_whole_hand_is_noted_discards_a_card_of_it_with_a_4a_and_is_told_to():
    cards = tuple(map(Held, ("4a", "4a", "7b")))
    state = seated(drawing(), 1, hand=3, notes=cards)
    cut = next(choice for choice in moves(state, 1) if choice.event == Respond("4a", seat=1))
    assert [pick.value for pick in cut.fields[0].picks] == ["4a", "7b", ""]
    assert cut.detail == "costs 2. Tap the card you discard with it."
    one = seated(drawing(), 1, hand=2, notes=cards[1:])
    cut = next(choice for choice in moves(one, 1) if choice.event == Respond("4a", seat=1))
    assert [pick.value for pick in cut.fields[0].picks] == ["7b", ""]
    some = seated(drawing(), 1, hand=4, notes=cards)
    cut = next(choice for choice in moves(some, 1) if choice.event == Respond("4a", seat=1))
    assert len(cut.fields[0].picks) > 20, "what is not noted may be any card"


def test_whose_hand_a_number_is_named_of_reads_the_number_and_who_chooses():
    state = do(played(begun(2), "7b"), Declare(target=1, number=5, seat=0), Happens(seat=0))

    def told(seat: int) -> str:
        (asked,) = (one for one in GAME.view(state, seat).prompts if one.key == "act")
        return asked.detail

    assert told(1) == "{p0} named 5: a card of that number in your hand is discarded; {p0} chooses among several."
    assert told(0).endswith("you choose among several.")


def test_a_search_finds_cards_of_the_deck_searched():
    def found(deck: str, number: int) -> set[str]:
        state = do(played(begun(2), "8b"), Declare(deck, number=number, seat=0), Happens(seat=0))
        finds = [choice for choice in moves(state, 0) if isinstance(choice.event, Act) and choice.fields]
        return {pick.card for choice in finds for pick in choice.fields[0].picks}

    decks = {card.id: card.back for card in DECK.cards}
    for deck in ("hand", "deck", "bombs"):
        there = {card for number in range(13) for card in found(deck, number)}
        # All of that deck but the search itself, which lies on the table in its only copy.
        assert there | {"8b"} >= {card for card, back in decks.items() if back == deck}
        assert {decks[card] for card in there} == {deck}


def test_a_number_of_which_every_card_lies_open_is_in_no_hand():
    twelves = front(begun(2), 0, "12a", "12b", "12c")
    state = do(played(twelves, "7b"), Declare(target=1, number=12, seat=0), Happens(seat=0))
    assert [choice.label for choice in moves(state, 1) if isinstance(choice.event, Act)] == ["No 12 in that hand"]
