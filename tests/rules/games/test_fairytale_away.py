"""A player who has gone: nobody waits for the seat, in the draft or in play, and it may come back (FT-R21)."""

from __future__ import annotations

import random

import fairytale_states
import pytest
from fairytale_states import do, faces, laid, moves, place, table

from rules.event import Event, Refusal
from rules.games.fairytale import stage_plan
from rules.games.fairytale.game import GAME
from rules.games.fairytale.play import NameCard, Select, TurnOver
from rules.games.fairytale.stages_and_draft import LogPick, NextStage
from rules.games.fairytale.state import State, deck_left, moment
from rules.seat_away import SeatAway, SeatBack


def refused(state: State, event: Event, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        GAME.apply(state, event)
    assert caught.value.code == code


def test_everybody_is_offered_to_go_on_without_somebody() -> None:
    state = table(3)
    for seat in range(3):
        offered = {c.label for c in GAME.choices(state, seat) if isinstance(c.event, SeatAway)}
        assert offered == {f"{{p{other}}} has left: go on without them" for other in range(3)}
    gone = do(state, SeatAway(seat=2))
    assert [c.label for c in GAME.choices(gone, 0) if isinstance(c.event, SeatBack)] == ["{p2} is back"]
    refused(gone, SeatAway(seat=2), "already_there")
    refused(state, SeatBack(seat=2), "already_there")
    refused(do(gone, SeatAway(seat=1)), SeatAway(seat=0), "nobody_left")
    refused(table(1, "score"), SeatAway(seat=0), "score_only")


def test_the_last_of_those_who_are_there_turns_the_cards_over() -> None:
    state = do(table(3), NextStage(2), SeatAway(seat=1))
    assert GAME.view(state, 1).prompts == ()
    state = do(state, Select("homesteader", seat=0), Select("moss_keeper", seat=2))
    assert ([len(own) for own in state.tableaus], state.played) == ([1, 0, 1], 1)
    refused(state, Select("eclipse", seat=1), "away")
    back = do(state, SeatBack(seat=1))
    back = do(back, Select("homesteader", seat=0), Select("moss_keeper", seat=2))
    assert (back.played, GAME.view(back, 1).prompts[0].key) == (1, "place")
    assert do(back, Select("wyrmbane", seat=1)).played == 2


def test_leaving_turns_nobody_elses_card_over() -> None:
    """Who has placed a card is asked; else a tap that somebody left would show it."""
    state = do(table(3), NextStage(2), Select("homesteader", seat=0), SeatAway(seat=1))
    assert (state.opening, moment(state)) == ((), "select")
    waiting = do(state, Select("moss_keeper", seat=2))
    assert waiting.played == 1
    late = do(table(3), NextStage(2), Select("homesteader", seat=0), Select("moss_keeper", seat=2), SeatAway(seat=1))
    assert (late.opening, late.tableaus) == ((0, 2), ((), (), ()))
    assert do(late, TurnOver(seat=2), TurnOver(seat=0)).played == 1


def test_a_card_placed_before_leaving_is_turned_over_with_the_others() -> None:
    state = do(table(2), NextStage(2), Select("homesteader", seat=0), SeatAway(seat=0), Select("moss_keeper", seat=1))
    assert [faces(state, seat) for seat in range(2)] == ["homesteader", "moss_keeper"]


def test_what_leaves_no_choice_is_done_and_a_choice_is_skipped() -> None:
    forced = do(laid("homesteader", "", ""), SeatAway(seat=0))
    forced = do(forced, Select("night_drover", seat=1), Select("moss_keeper", seat=2))
    assert (faces(forced, 0), forced.played) == ("-homesteader", 1)
    choice = do(laid("homesteader homesteader", "", ""), SeatAway(seat=0))
    choice = do(choice, Select("night_drover", seat=1), Select("moss_keeper", seat=2))
    assert (faces(choice, 0), choice.played) == ("homesteader homesteader", 1)


def test_whoever_leaves_with_a_question_open_leaves_it_unanswered() -> None:
    state = place(laid("homesteader homesteader", "moss_keeper"), "moss_keeper", "night_drover")
    assert fairytale_states.asked(state, 0)
    gone = do(state, SeatAway(seat=0))
    assert (gone.played, faces(gone, 0)) == (1, "homesteader homesteader moss_keeper")


def test_a_card_nobody_can_name_holds_nobody_up() -> None:
    state = place(laid("", "sky_dance_dragon"), None, "dragons_lair")
    gone = do(state, SeatAway(seat=0))
    assert fairytale_states.asked(gone, 1) == ["choose-flip:Dragonvale"]
    named = do(gone, SeatBack(seat=0), NameCard("0.1", "moss_keeper", seat=0))
    assert faces(named, 0) == "moss_keeper"


def test_a_hand_is_laid_aside_and_passed_over_in_the_draft() -> None:
    state = do(table(4), LogPick(("eclipse",), seat=1), SeatAway(seat=1))
    assert (state.discarded, state.noted[1]) == (5, ())
    assert "{p2}" in GAME.view(state, 0).blocks[0].detail  # type: ignore[union-attr]
    assert stage_plan.receiver(0, 3, "left", (1, 2)) == 0
    back = do(state, SeatBack(seat=1), NextStage(2))
    refused(back, Select("eclipse", seat=1), "no_hand")
    for _ in range(3):
        back = do(back, *(Select(None, seat=seat) for seat in (0, 2, 3)))
        back = do(
            back,
            *(NameCard(f"{seat}.{back.played + 1}", "moss_keeper", seat=seat, override=True) for seat in (0, 2, 3)),
        )
    assert (moment(back), back.discarded, deck_left(back)) == ("closed", 5 + 6, 60)
    dealt = do(back, NextStage(3))
    assert dealt.no_hand == ()
    assert GAME.choices(do(dealt, NextStage(4)), 1)[0].prompt == "place"


def test_no_cards_are_dealt_to_who_is_away() -> None:
    state = do(table(3), NextStage(2), SeatAway(seat=2))
    for n in range(1, 4):
        state = do(state, Select(None, seat=0), Select(None, seat=1))
        state = do(state, *(NameCard(f"{seat}.{n}", "moss_keeper", seat=seat, override=True) for seat in (0, 1)))
    assert state.discarded == 2 + 2 + 5
    state = do(state, NextStage(3))
    assert deck_left(state) == 80 - 15 - 10


@pytest.mark.parametrize("seed", range(10))
def test_games_with_people_coming_and_going_reach_their_end(seed: int) -> None:
    """Somebody who is there can always go on, and the cards add up to the deck."""
    rng = random.Random(seed)
    state = table(2 + seed % 4)
    for _ in range(2_000):
        there = [seat for seat in range(state.players) if seat not in state.away]
        if rng.random() < 0.04:
            events = [c.event for c in GAME.choices(state, there[0]) if isinstance(c.event, (SeatAway, SeatBack))]
            state = do(state, rng.choice(events)) if events else state
            continue
        usual = [c for seat in there for c in moves(state, seat) if not isinstance(c.event, LogPick)]
        if not state.over:
            assert usual, (seed, state)
        state = do(state, fairytale_states.filled(rng.choice(usual), rng)) if usual else state
        assert deck_left(state) >= 0
        if state.over:
            break
    assert state.over
    lying = sum(map(len, state.tableaus))
    assert lying + state.discarded + deck_left(state) == (110 if state.house.expert else 80)
