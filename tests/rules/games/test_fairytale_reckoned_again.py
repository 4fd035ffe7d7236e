"""A card that was another one: the turns since it lies there are reckoned again, or their owner is asked (FT-R22)."""

from __future__ import annotations

import random

import fairytale_states
import pytest
from fairytale_states import choose, do, faces, laid, place, table

from rules.event import Event, Refusal
from rules.games.fairytale.corrections import AddCard, RemoveCard, SetFace
from rules.games.fairytale.game import GAME
from rules.games.fairytale.naming_cards import possible
from rules.games.fairytale.play import Choose, NameCard, Select
from rules.games.fairytale.stages_and_draft import NextStage, Score
from rules.games.fairytale.state import State, moment, next_uid, open_duties
from rules.seat_away import SeatAway


def codes(state: State) -> list[str]:
    return [notice.code for notice in state.notices]


def renamed(state: State, uid: str, card: str) -> State:
    """The table once the card's owner says that it is another one."""
    return do(state, NameCard(uid, card, again=True, seat=int(uid[0]), override=True))


def test_flips_of_a_card_that_was_another_one_are_put_right() -> None:
    """Ben said Night Drover, and it was Wyrmbane: the Homestead card lies face up again, the Dragonvale card down."""
    state = place(laid("homesteader sky_dance_dragon", ""), "moss_keeper", "night_drover")
    assert faces(state, 0) == "-homesteader sky_dance_dragon moss_keeper"
    right = renamed(state, "1.1", "wyrmbane")
    assert (faces(right, 0), faces(right, 1)) == ("homesteader -sky_dance_dragon moss_keeper", "wyrmbane")
    assert (right.played, moment(right)) == (1, "select")
    texts = [notice.text for notice in right.notices if notice.code == "flips_again"]
    assert texts == [
        "After the correction Homesteader of {p0} is face up.",
        "After the correction Sky-Dance Dragon of {p0} is face down.",
    ]


def test_a_card_of_another_faction_is_no_longer_or_now_concerned() -> None:
    state = place(laid("homesteader", "moss_keeper"), "moss_keeper", "night_drover")
    assert faces(state, 0) == "-homesteader moss_keeper"
    assert faces(place(laid("hollow_oak", ""), "moss_keeper", "night_drover"), 0) == "hollow_oak moss_keeper"
    again = renamed(state, "0.1", "hollow_oak")
    assert faces(again, 0) == "hollow_oak moss_keeper"


def test_where_a_choice_has_come_of_it_the_owner_is_asked() -> None:
    state = place(laid("homesteader moss_keeper", ""), "moss_keeper", "night_drover")
    asked = renamed(state, "0.2", "harvest_supper")
    assert (moment(asked), fairytale_states.asked(asked, 0)) == ("resolve", ["choose-flip:Homestead"])
    assert faces(asked, 0) == "homesteader harvest_supper moss_keeper"
    assert codes(asked)[-1] == "flips_asked"
    done = choose(asked, 0, "flip:Homestead", "0.2")
    assert (faces(done, 0), done.played) == ("homesteader -harvest_supper moss_keeper", 1)


def test_an_answer_that_still_fits_is_kept() -> None:
    state = place(laid("homesteader harvest_supper moss_keeper", ""), "moss_keeper", "night_drover")
    state = choose(state, 0, "flip:Homestead", "0.2")
    again = renamed(state, "0.3", "village_bell")
    assert (faces(again, 0), moment(again)) == ("homesteader -harvest_supper village_bell moss_keeper", "select")
    gone = renamed(state, "0.2", "hollow_oak")
    assert faces(gone, 0) == "-homesteader hollow_oak moss_keeper moss_keeper"


def test_an_answer_of_somebody_who_has_left_since_is_kept() -> None:
    state = place(laid("homesteader harvest_supper moss_keeper", "moss_keeper"), "moss_keeper", "night_drover")
    state = do(choose(state, 0, "flip:Homestead", "0.2"), SeatAway(seat=0))
    again = renamed(state, "1.1", "hollow_oak")
    assert faces(again, 0) == "homesteader -harvest_supper moss_keeper moss_keeper"


def test_a_wrong_name_put_right_at_once_leaves_the_table_as_it_was() -> None:
    state = place(laid("homesteader dragons_lair", "moss_keeper"), "moss_keeper", "night_drover")
    state = place(state, "reed_whistler", "hearth_fiddler")
    state = place(state, "stag_knight", "eclipse")
    state = choose(choose(state, 0, "flip:*", "0.5"), 1, "flip:*", "1.4")
    wrong = renamed(state, "0.1", "hollow_oak")
    assert renamed(wrong, "0.1", "homesteader").tableaus == state.tableaus


def test_later_reveals_are_reckoned_on_what_lies_there_then() -> None:
    """Two reveals on: the card turned down in the first is there to be turned in the third."""
    state = place(laid("homesteader", "moss_keeper"), "moss_keeper", "night_drover")
    state = place(state, "reed_whistler", "hearth_fiddler")
    state = place(state, "reed_whistler", "night_drover")
    assert faces(state, 0) == "-homesteader moss_keeper reed_whistler reed_whistler"
    assert faces(state, 1) == "moss_keeper night_drover -hearth_fiddler night_drover"
    right = renamed(state, "1.2", "moss_keeper")
    assert faces(right, 0) == "-homesteader moss_keeper reed_whistler reed_whistler"
    later = renamed(state, "1.4", "moss_keeper")
    assert faces(later, 1) == "moss_keeper night_drover hearth_fiddler moss_keeper"
    assert (later.played, later.closed, later.discarded) == (3, True, 4)


def test_a_question_about_an_earlier_reveal_comes_before_what_followed() -> None:
    state = place(laid("homesteader moss_keeper", ""), "moss_keeper", "night_drover")
    state = place(state, "reed_whistler", "wyrmbane")
    state = do(place(state, "reed_whistler", "moss_keeper"), NextStage(3))
    asked = renamed(state, "0.2", "sky_dance_dragon")
    assert (faces(asked, 0), moment(asked)) == (
        "-homesteader -sky_dance_dragon moss_keeper reed_whistler reed_whistler",
        "draft",
    )
    asked = renamed(state, "0.2", "harvest_supper")
    assert moment(asked) == "resolve"
    done = choose(asked, 0, "flip:Homestead", "0.2")
    assert faces(done, 0) == "homesteader -harvest_supper moss_keeper reed_whistler reed_whistler"
    assert (done.stage, moment(done), done.played) == (3, "draft", 0)


def test_what_was_set_by_hand_stays_as_it_was_set() -> None:
    state = place(laid("homesteader hollow_oak", ""), "moss_keeper", "night_drover")
    state = do(state, SetFace("0.2", False, seat=0))
    state = place(state, "hearth_fiddler", "moss_keeper")
    again = renamed(state, "1.1", "wyrmbane")
    assert faces(again, 0).split()[1] == "-hollow_oak"
    twice = renamed(again, "1.1", "night_drover")
    assert faces(twice, 0) == faces(state, 0)


def test_points_that_stood_wait_for_the_answer() -> None:
    state = laid("homesteader moss_keeper", "", stage=8, played=2)
    state = do(place(state, "moss_keeper", "night_drover"), NextStage(9), Score(seat=0))
    again = renamed(state, "0.2", "harvest_supper")
    assert (again.over, fairytale_states.asked(again, 0)) == (False, ["choose-flip:Homestead"])
    assert do(choose(again, 0, "flip:Homestead", "0.1"), Score(seat=0)).over


def test_an_open_question_about_an_earlier_reveal_holds_the_stage_and_the_points() -> None:
    state = laid("homesteader moss_keeper", "", stage=6, played=2)
    state = do(place(state, "moss_keeper", "night_drover"), NextStage(7))
    asked = renamed(state, "0.2", "harvest_supper")
    with pytest.raises(Refusal, match="wait for an answer"):
        do(asked, NextStage(8))
    on = do(asked, NextStage(8, override=True))
    assert (on.stage, moment(on), on.later) == (8, "select", ())
    placed_on = do(asked, Select("moss_keeper", seat=0, override=True))
    assert (placed_on.stage, moment(placed_on)) == (8, "select")
    end = laid("homesteader moss_keeper", "", stage=8, played=2)
    end = renamed(do(place(end, "moss_keeper", "night_drover"), NextStage(9)), "0.2", "harvest_supper")
    with pytest.raises(Refusal, match="wait for an answer"):
        do(end, Score(seat=0))


def test_a_reveal_left_open_stays_as_it_was_left() -> None:
    state = place(laid("homesteader harvest_supper", ""), "moss_keeper", "night_drover")
    left = do(state, Select("reed_whistler", seat=0, override=True), Select("moss_keeper", seat=1))
    again = renamed(left, "1.1", "wyrmbane")
    assert (moment(again), faces(again, 0)) == ("select", "homesteader harvest_supper moss_keeper reed_whistler")


@pytest.mark.parametrize("seed", range(30))
def test_a_card_put_right_comes_to_what_it_would_have_come_to(seed: int) -> None:
    """A random game in which one card was misread and put right later, against the same game read right from the
    start, each question answered by the first cards that can be: all cards lie the same in the end."""
    rng = random.Random(seed)
    players = 2 + seed % 3
    wrong_at, right_at = rng.randrange(6), rng.randrange(6, 9)
    true, misread = table(players), table(players)
    slip: tuple[str, str] | None = None
    for n in range(9):
        if true.stage % 2 or true.closed:
            true, misread = (do(one, *stages(one)) for one in (true, misread))
        cards = [rng.choice(possible(true, seat)).id for seat in range(players)]
        said = list(cards)
        if n == wrong_at:
            seat = rng.randrange(players)
            said[seat] = rng.choice([card.id for card in possible(misread, seat)])
            slip = (next_uid(misread, seat), cards[seat])
        true = answered(placed(true, cards))
        misread = answered(placed(misread, said))
        if n == right_at and slip is not None:
            misread = answered(renamed(misread, *slip))
    # An answer given while the card was misread, and that still fits, stays: so compare where nobody had to choose.
    if not any(met.chosen for one in (*true.past, *misread.past) for met in one.met):
        assert [faces(misread, seat) for seat in range(players)] == [faces(true, seat) for seat in range(players)]
    assert (misread.stage, misread.played, misread.closed, misread.discarded) == (
        true.stage,
        true.played,
        true.closed,
        true.discarded,
    )


def stages(state: State) -> list[Event]:
    """On to the next play stage."""
    return [NextStage()] if state.stage % 2 else [NextStage(), NextStage()]


def placed(state: State, cards: list[str]) -> State:
    return do(state, *(Select(card, seat=seat, override=True) for seat, card in enumerate(cards)))


def answered(state: State) -> State:
    while open_duties(state):
        duty = open_duties(state)[0]
        state = do(state, Choose(duty.need.step, duty.candidates[: duty.high], seat=duty.need.seat))
    return state


def test_cards_added_and_taken_away_since_do_not_stand_in_the_way() -> None:
    state = place(laid("homesteader", ""), "moss_keeper", "night_drover")
    state = do(state, AddCard("harvest_supper", seat=0), RemoveCard("0.2", seat=0))
    again = renamed(state, "1.1", "moss_keeper")
    assert faces(again, 0) == "homesteader harvest_supper"
    assert GAME.view(again, 0).prompts[0].key == "place"


def test_a_correction_from_before_leaves_the_flips_as_they_were() -> None:
    """Tables kept from before reveals were reckoned again replay as they were played."""
    state = place(laid("homesteader", ""), "moss_keeper", "night_drover")
    named = do(state, NameCard("1.1", "moss_keeper", seat=1, override=True))
    assert faces(named, 0) == "-homesteader moss_keeper"
