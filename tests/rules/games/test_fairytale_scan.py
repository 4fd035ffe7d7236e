"""What a scan means in Fairy Tale: the one card of the moment, or a look at the whole tableau."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fairytale_states import code, do, faces, laid, place, seen, table

from rules.game_protocol import Choice, Event, Reading
from rules.games.fairytale.corrections import AddCard, SetFace
from rules.games.fairytale.game import GAME
from rules.games.fairytale.play import Choose, NameCard, Select, Unselect
from rules.games.fairytale.scan import ReadTableau
from rules.games.fairytale.stages_and_draft import LogPick, NextStage, Score
from rules.games.fairytale.state import Laid, State
from rules.values.code import CardCode, parse


def accept(choice: Choice, **answers: tuple[str, ...]) -> Event:
    """A choice with its fields as preset, or as answered otherwise."""
    return choice.fill(**{spec.name: answers.get(spec.name, spec.preset) for spec in choice.fields})


def problems(reading: Reading) -> list[str]:
    return [problem.code for problem in reading.problems]


def coded(state: State) -> State:
    """The table with a printed code for every known card: copies in order of lying."""
    copies: dict[str, int] = {}
    rows = []
    for own in state.tableaus:
        row: list[Laid] = []
        for one in own:
            if one.card is not None:
                copies[one.card] = copies.get(one.card, 0) + 1
                one = replace(one, code=code(one.card, copies[one.card]))
            row.append(one)
        rows.append(tuple(row))
    return replace(state, tableaus=tuple(rows))


# One card


def test_a_scan_while_placing_is_the_secret_card() -> None:
    state = do(table(2), NextStage(2))
    reading = GAME.scan(state, 1, [seen("stag_knight", 2)])
    assert reading.submit == Select("stag_knight", code("stag_knight", 2), "1.1", seat=1)
    assert do(state, reading.submit).placed[1] is not None


def test_the_same_card_twice_changes_nothing() -> None:
    state = do(table(2), NextStage(2), Select("stag_knight", code("stag_knight"), seat=0))
    again = GAME.scan(state, 0, [seen("stag_knight")])
    assert (again.submit, again.choices, problems(again)) == (None, (), ["scanned_twice"])
    assert "nothing has changed" in again.problems[0].text
    other = GAME.scan(state, 0, [seen("hollow_oak")])
    assert other.submit is None
    assert [c.event for c in other.choices] == [Unselect(seat=0)]


def test_a_card_a_rule_stands_against_is_offered_all_the_same() -> None:
    state = laid("homesteader", "stag_knight stag_knight")
    reading = GAME.scan(state, 0, [seen("stag_knight")])
    assert problems(reading) == ["too_many_copies"]
    assert do(state, reading.choices[0].event).placed[0] is not None


def test_a_scan_answers_a_question() -> None:
    state = coded(laid("sky_dance_dragon homesteader", "moss_keeper"))
    state = place(state, "dragons_lair", "moss_keeper")
    dragon = GAME.scan(state, 0, [seen("sky_dance_dragon")])
    assert dragon.submit == Choose("flip:Dragonvale", ("0.1",), seat=0)
    lair = GAME.scan(state, 0, [seen("dragons_lair", 3)])
    assert lair.submit == Choose("flip:Dragonvale", ("0.3",), seat=0)
    settler = GAME.scan(state, 0, [seen("homesteader")])
    assert (settler.submit, problems(settler)) == (None, ["lies_there"])
    nothing = GAME.scan(state, 0, [seen("hollow_oak")])
    assert (nothing.submit, problems(nothing)) == (None, ["not_now"])


def test_one_of_two_is_ticked_and_two_of_two_are_done() -> None:
    state = coded(laid("homesteader homesteader homesteader", ""))
    state = place(state, "night_drover", "night_drover")
    one = GAME.scan(state, 0, [seen("homesteader", 2)])
    assert one.submit is None
    assert one.choices[0].fields[0].preset == ("0.2",)
    both = GAME.scan(state, 0, [seen("homesteader", 2), seen("homesteader", 3)])
    assert both.submit == Choose("flip:Homestead", ("0.2", "0.3"), seat=0)


def test_a_scan_names_the_card_nobody_told() -> None:
    state = place(laid("", ""), None, "moss_keeper")
    reading = GAME.scan(state, 0, [seen("dragons_lair")])
    assert reading.submit == NameCard("0.1", "dragons_lair", code("dragons_lair"), seat=0)


def test_a_scan_in_a_draft_offers_a_private_note() -> None:
    state = table(2)
    reading = GAME.scan(state, 0, [seen("stag_knight")])
    assert reading.submit is None
    assert [c.event for c in reading.choices] == [LogPick(("stag_knight",), (code("stag_knight"),), seat=0)]
    noted = do(state, reading.choices[0].event)
    assert problems(GAME.scan(noted, 0, [seen("stag_knight")])) == ["noted"]


def test_a_hand_is_noted_by_one_photo() -> None:
    state = do(table(2), NextStage(2))
    hand = [seen(card) for card in ("stag_knight", "hollow_oak", "eclipse", "wyrmbane", "homesteader")]
    reading = GAME.scan(state, 0, hand)
    assert isinstance(reading.submit, LogPick)
    assert [n.card for n in do(state, reading.submit).noted[0]] == [
        "stag_knight",
        "hollow_oak",
        "eclipse",
        "wyrmbane",
        "homesteader",
    ]


def test_a_hand_is_noted_without_asking_only_where_the_look_shows_all_of_it() -> None:
    five = [seen(card) for card in ("stag_knight", "hollow_oak", "eclipse", "wyrmbane", "homesteader")]
    assert GAME.scan(table(2), 0, five).submit is not None
    assert GAME.scan(table(2), 0, five[:4]).submit is None
    some = do(table(2), GAME.scan(table(2), 0, five[:1]).choices[0].event)
    rest = GAME.scan(some, 0, five).submit
    assert isinstance(rest, LogPick)
    assert rest.cards == ("hollow_oak", "eclipse", "wyrmbane", "homesteader")
    assert GAME.scan(coded(laid("homesteader", "")), 0, five).submit is None
    assert GAME.scan(coded(laid("", "homesteader")), 0, five).submit is None


def test_ones_own_card_on_the_table_can_be_turned_by_hand() -> None:
    state = coded(laid("homesteader -hollow_oak", "moss_keeper"))
    up = GAME.scan(state, 0, [seen("homesteader")])
    assert (problems(up), [c.event for c in up.choices]) == (
        ["lies_there"],
        [SetFace("0.1", False, seat=0, override=True)],
    )
    down = GAME.scan(state, 0, [seen("hollow_oak")])
    assert [c.event for c in down.choices] == [SetFace("0.2", True, seat=0, override=True)]


def test_another_players_open_card_is_said_and_a_hidden_one_never() -> None:
    state = coded(laid("homesteader", "moss_keeper -hollow_oak"))
    assert "{p1}" in GAME.scan(state, 0, [seen("moss_keeper")]).problems[0].text
    hidden = GAME.scan(state, 0, [seen("hollow_oak")])
    assert hidden.submit == Select("hollow_oak", code("hollow_oak"), "0.2", seat=0)


@pytest.mark.parametrize(
    ("found", "problem"),
    [
        (CardCode("DB", "101", 1), "other_game"),
        (CardCode("FT", "ZZZ", 1), "unknown_card"),
        (seen("throne_of_scales"), "not_in_deck"),
    ],
)
def test_cards_this_table_does_not_play_with(found: CardCode, problem: str) -> None:
    state = do(table(2), NextStage(2))
    reading = GAME.scan(state, 0, [found])
    assert (reading.submit, problems(reading)) == (None, [problem])
    beside = GAME.scan(state, 0, [found, seen("stag_knight")])
    assert (beside.submit is not None, problems(beside)) == (True, [problem])


def test_nothing_seen_is_one_sentence() -> None:
    assert problems(GAME.scan(table(2), 0, [])) == ["no_card"]


def test_after_three_cards_a_scan_says_why_not() -> None:
    state = laid("", "", stage=2, played=3)
    state = replace(state, closed=True)
    assert problems(GAME.scan(state, 0, [seen("hollow_oak")])) == ["not_now"]


# A whole tableau


def test_a_photo_that_shows_what_is_known_is_confirmed_at_once() -> None:
    state = coded(laid("homesteader homesteader -hollow_oak eclipse", "moss_keeper", stage=9))
    photo = [seen("eclipse"), seen("homesteader", 2), seen("homesteader", 1)]
    reading = GAME.scan(state, 0, photo)
    assert isinstance(reading.submit, ReadTableau)
    after = do(state, reading.submit)
    assert replace(after, notices=()) == replace(state, notices=())
    assert after.notices == ()


def test_no_code_in_sight_is_right_only_where_all_lie_face_down_at_the_end() -> None:
    down = coded(laid("-homesteader -hollow_oak", "moss_keeper", stage=9))
    reading = GAME.scan(down, 0, [])
    assert (reading.submit, reading.problems) == (ReadTableau((), seat=0), ())
    after = do(down, reading.submit)
    assert replace(after, notices=()) == replace(down, notices=())
    assert problems(GAME.scan(down, 1, [])) == ["no_card"]
    assert problems(GAME.scan(replace(down, stage=2), 0, [])) == ["no_card"]
    assert problems(GAME.scan(laid("", "", stage=9), 0, [])) == ["no_card"]


def test_the_check_before_the_points_is_the_same_while_the_last_reveal_leaves_something_to_do() -> None:
    waiting = replace(coded(laid("homesteader -hollow_oak", "-moss_keeper", stage=8, played=3)), closed=True)
    assert GAME.scan(waiting, 0, [seen("homesteader")]).submit == ReadTableau((code("homesteader"),), seat=0)
    assert GAME.scan(waiting, 1, []).submit == ReadTableau((), seat=1)
    earlier = replace(waiting, stage=6)
    assert problems(GAME.scan(earlier, 0, [seen("homesteader")])) == ["lies_there"]
    assert problems(GAME.scan(earlier, 1, [])) == ["no_card"]


def test_cards_tapped_in_learn_their_codes() -> None:
    state = laid("homesteader homesteader -homesteader", "moss_keeper", stage=9)
    reading = GAME.scan(state, 0, [seen("homesteader", 5), seen("homesteader", 6)])
    assert reading.submit is not None
    after = do(state, reading.submit)
    assert [one.code for one in after.tableaus[0]] == [code("homesteader", 5), code("homesteader", 6), ""]
    assert faces(after, 0) == faces(state, 0)


def test_differences_are_settled_with_one_tap() -> None:
    state = coded(laid("homesteader eclipse -hollow_oak -stag_knight", "moss_keeper", stage=9))
    photo = [seen("homesteader"), seen("hollow_oak"), seen("wyrmbane")]
    reading = GAME.scan(state, 0, photo)
    assert reading.submit is None
    (choice,) = reading.choices
    assert (choice.label, choice.primary) == ("Accept 3", True)
    fields = {spec.name: spec for spec in choice.fields}
    assert {name: spec.preset for name, spec in fields.items()} == {
        "add": (code("wyrmbane"),),
        "turn_up": ("0.3",),
        "turn_down": (),
        "remove": (),
    }
    assert [pick.uid for pick in fields["turn_down"].picks] == ["0.2"]
    assert problems(reading) == ["not_seen"]
    kept = do(state, accept(choice))
    assert faces(kept, 0) == "homesteader eclipse hollow_oak -stag_knight wyrmbane"
    assert [n.code for n in kept.notices] == ["by_hand"]
    settled = do(state, accept(choice, turn_down=("0.2",), add=()))
    assert faces(settled, 0) == "homesteader -eclipse hollow_oak -stag_knight"
    replaced = do(state, accept(choice, remove=("0.2",)))
    assert faces(replaced, 0) == "homesteader hollow_oak -stag_knight wyrmbane"


def test_a_card_seen_twice_is_asked_about() -> None:
    state = coded(laid("homesteader eclipse", "moss_keeper", stage=9))
    reading = GAME.scan(state, 0, [seen("homesteader"), seen("homesteader"), seen("eclipse")])
    assert problems(reading) == ["same_code"]
    (choice,) = reading.choices
    assert choice.fields[0].name == "again"
    assert choice.fields[0].preset == ()
    assert faces(do(state, accept(choice)), 0) == "homesteader eclipse"
    assert faces(do(state, accept(choice, again=(code("homesteader"),))), 0) == "homesteader eclipse homesteader"


def test_a_neighbours_card_in_the_photo_is_left_out() -> None:
    state = coded(laid("homesteader eclipse", "moss_keeper -hollow_oak", stage=9))
    reading = GAME.scan(state, 0, [seen("homesteader"), seen("eclipse"), seen("moss_keeper")])
    assert problems(reading) == ["elsewhere"]
    assert faces(do(state, accept(reading.choices[0])), 0) == "homesteader eclipse"
    hidden = GAME.scan(state, 0, [seen("homesteader"), seen("eclipse"), seen("hollow_oak")])
    assert problems(hidden) == []
    assert hidden.choices[0].fields[0].preset == (code("hollow_oak"),)


def test_more_than_twelve_are_not_believed() -> None:
    cards = [seen(card, copy) for card in ("homesteader", "bramble_imp", "cinder_hatchling") for copy in range(1, 6)]
    state = table(2, "score")
    reading = GAME.scan(state, 0, cards[:13])
    assert problems(reading) == ["tableau_full"]
    choice = reading.choices[0]
    assert (choice.fields[0].high, len(choice.fields[0].preset)) == (12, 13)
    assert len(do(state, accept(choice, add=tuple(map(str, cards[:12])))).tableaus[0]) == 12


def test_a_photo_sets_the_tableau_of_a_score_sheet() -> None:
    state = table(2, "score")
    photo = [seen("homesteader", 1), seen("homesteader", 2), seen("throne_of_scales")]
    reading = GAME.scan(state, 0, photo)
    state = do(state, accept(reading.choices[0]))
    assert (faces(state, 0), state.notices) == ("homesteader homesteader throne_of_scales", ())
    assert GAME.scan(state, 0, photo).submit is not None
    one_more = GAME.scan(state, 0, [seen("eclipse")])
    assert one_more.submit is not None
    state = do(state, one_more.submit)
    assert len(state.tableaus[0]) == 4
    fewer = GAME.scan(state, 0, photo)
    (choice,) = fewer.choices
    assert [(spec.name, spec.preset) for spec in choice.fields] == [("remove", ())]
    assert len(do(state, accept(choice)).tableaus[0]) == 4
    assert len(do(state, accept(choice, remove=("0.a4",))).tableaus[0]) == 3


def test_a_photo_after_the_end_changes_nothing() -> None:
    state = do(coded(laid("homesteader", "moss_keeper", stage=9)), Score(seat=0))
    assert problems(GAME.scan(state, 0, [seen("homesteader")])) == ["game_over"]


def test_a_photo_is_checked_like_any_event() -> None:
    state = coded(laid("homesteader", "moss_keeper", stage=9))
    for event in (
        ReadTableau(("1FTZZZ01A0",), seat=0),
        ReadTableau((code("homesteader"),), add=(code("eclipse"),), seat=0),
        ReadTableau((), turn_up=("1.1",), seat=0),
        ReadTableau((), turn_up=("0.1",), remove=("0.1",), seat=0),
    ):
        with pytest.raises(Exception, match=r"code|expected|no longer in front|both turned over and gone"):
            GAME.apply(state, event)
    twice = ReadTableau((code("eclipse"),), add=(code("eclipse"),), seat=0)
    assert faces(do(state, twice, twice), 0) == "homesteader eclipse"


def test_a_stale_photo_still_counts_where_it_makes_sense() -> None:
    state = coded(laid("homesteader -hollow_oak", "moss_keeper", stage=9))
    reading = GAME.scan(state, 0, [seen("homesteader"), seen("hollow_oak")])
    meanwhile = do(state, SetFace("0.2", True, seat=0))
    assert faces(do(meanwhile, accept(reading.choices[0])), 0) == "homesteader hollow_oak"


def test_a_photo_in_the_middle_of_a_game_is_a_correction() -> None:
    state = coded(laid("homesteader eclipse", "moss_keeper"))
    reading = GAME.scan(state, 0, [seen("homesteader"), seen("hollow_oak")])
    (choice,) = [one for one in reading.choices if isinstance(one.event, ReadTableau)]
    after = do(state, accept(choice))
    assert (faces(after, 0), [n.code for n in after.notices]) == ("homesteader eclipse hollow_oak", ["by_hand"])


def test_a_secret_card_beside_the_tableau_stays_secret() -> None:
    state = coded(laid("homesteader eclipse", "moss_keeper"))
    reading = GAME.scan(state, 0, [seen("homesteader"), seen("eclipse"), seen("hollow_oak")])
    assert reading.submit is None
    first = reading.choices[0]
    assert (first.event, first.primary) == (Select("hollow_oak", code("hollow_oak"), "0.3", seat=0), True)
    assert [choice.primary for choice in reading.choices[1:]] == [False] * (len(reading.choices) - 1)


def test_an_added_card_is_read_by_its_code() -> None:
    state = do(table(2, "score"), AddCard("homesteader", code("homesteader", 3), seat=0))
    assert parse(state.tableaus[0][0].code) == seen("homesteader", 3)
