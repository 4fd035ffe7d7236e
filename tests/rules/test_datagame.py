"""A game out of a folder: what is wrong with it is said with its line, and what is right is played to its points."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from example_folder_game import CSV, TOML, game, plan
from hypothesis import given, settings
from hypothesis import strategies as st
from log_text import line

from rules import wire
from rules.datagame.counting import SetCounter
from rules.datagame.game import DataGame, game_of
from rules.datagame.laying import Lay, SetCount, Take, Turn
from rules.datagame.phases import CountPoints, NextPhase
from rules.datagame.plan_reading import read_game
from rules.datagame.state import State
from rules.game_protocol import Choice, Event, Refusal, Setup
from rules.seat_away import SeatAway, SeatBack
from rules.testing.random_choices import filled
from rules.values.cards import DeckError
from rules.values.code import CardCode
from rules.view import PlayerRow, Players

RAFTERS = game()


def do(state: State, *events: Event, of: DataGame = RAFTERS) -> State:
    for event in events:
        state = of.apply(state, event)
    return state


def said(*changes: tuple[str, str], csv: str = CSV) -> list[str]:
    """Everything that is wrong with a changed game."""
    with pytest.raises(DeckError) as caught:
        plan(*changes, csv=csv)
    return [str(problem) for problem in caught.value.problems]


# --- reading -----------------------------------------------------------------------------------------------------


def test_the_example_of_the_documentation_is_a_game():
    found = plan()
    assert (found.id, found.players, found.deck.size, found.scan) == ("rafters", (2, 6), 12, "stage")
    assert [one.label for one in found.scores] == ["Points", "Bards", "Wounds"]
    assert str(next(found.deck.codes())[1]).startswith("1RF00101A")
    face = found.deck.spec.face(found.deck.by_id["old_minstrel"])
    assert (face.kind, face.stats) == ("bard", (("POINTS", "2"),))
    assert face.suit != found.deck.spec.face(found.deck.by_id["roof_cat"]).suit


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('letters = "RF"', 'letter = "RF"', "game.toml line 4, key letter: is not known here; did you mean"),
        ('letters = "RF"', 'letters = "rf"', 'line 4, key letters: "rf" does not fit; expected two of A to Z'),
        ("max = 5\n", "max = -1\n", "line 11, key max: expected a whole number from 0 to 9999"),
        ("at = 5,", "at = 6,", "line 12, key alarm: at: expected a whole number from 0 to 5"),
        ('id = "hand"', 'id = "stage"', 'key id: "stage" is the id of another zone already'),
        ('field = "points"', 'field = "pionts"', '"pionts" is not known; did you mean points?'),
        ('value = "bard"', 'value = "bird"', 'no card has "bird" in column suit; did you mean bard?'),
        ('counter = "wounds"', 'counter = "lanterns"', '"lanterns" is not known; expected one of wounds'),
        ('play = "stage"', 'play = "hand"', 'key play: "hand" is not known; expected one of stage'),
        ('win = "highest"', 'win = "first_to:wonds:3"', "\"wonds\" is no player's counter; did you mean wounds?"),
        ('win = "highest"', 'win = "last_alive"', "last_alive needs a counter that puts people out"),
        ("[game]", "[gme]", "is not known; did you mean game?"),
        ('file = "cards.csv"', 'file = "kards.csv"', '"kards.csv" is not in the folder; did you mean cards.csv?'),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place_and_its_cure(old: str, new: str, expected: str):
    assert any(expected in line for line in said((old, new))), said((old, new))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("repeat = 5", "repeat = 5 5", "line 33: something stands behind the value; every key has a line of its own"),
        ("repeat = 5", "repeat = 5,5", "line 33: a number is a whole number, without a comma"),
        ("repeat = 5", "repeat =", "line 33: nothing stands after repeat =; write its value"),
        ("repeat = 5", "repeat = 05", "line 33: a number is written without zeros before it: 5"),
        ("repeat = 5", "repeat: 5", "line 33: write = in place of the colon"),
        ("repeat = 5", "repeat five", "line 33: is no line of a game.toml: a key, = and its value"),
        ("repeat = 5", 'repeat = "5"', "line 33, key repeat: expected a whole number from 1 to 99, without quotation"),
        ("repeat = 5", "repeat = 5\nrepeat = 6", "line 34: repeat stands twice in this table; leave one of"),
        ('win = "highest"', "win = highest", 'a word stands in quotation marks: win = "highest"'),
        ('title = "Rafters"', "title = \u201cRafters\u201d", "line 3: has curly quotation marks; write straight ones"),
        ('"Pass the rest to the left"]', '"Pass the rest to the left"', "line 32: a [ is opened here and never closed"),
        ("max = 6 }", "max = 6", "line 6: a closing } is missing"),
        ("[[zone]]", "[zone]", "[zone] stands here a second time; where there can be several, each is"),
        ('about = "Five', 'about = "C:\\songs', "a backslash in a text is written twice"),
    ],
)  # fmt: skip
def test_what_is_no_toml_is_said_as_what_is_wrong_in_its_line(old: str, new: str, expected: str):
    (found,) = said((old, new)) if old != "[[zone]]" else said(*((old, new),) * TOML.count(old))
    assert expected in found


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("code,name", "number,name", "cards.csv line 1, column code: is missing from the header; give every card"),
        ("code,name", "code,title", 'column name: is missing from the header; which of "title", "copies", "suit"'),
        ("\n003,", "\n,", "cards.csv line 4, column code: is empty"),
        ("\n003,", "\n002,", 'cards.csv line 4, column code: "002" is already used on line 3'),
        ("cat,0", "cat,no", "Roof Cat has \"no\" in column points, which is no whole number"),
    ],
)  # fmt: skip
def test_so_is_what_is_wrong_with_the_cards(old: str, new: str, expected: str):
    assert any(expected in line for line in said(csv=CSV.replace(old, new, 1)))


def test_a_number_used_twice_is_told_once():
    """Not a second time of the id that is made of it."""
    (found,) = said(csv=CSV.replace("\n003,", "\n002,", 1))
    assert 'column code: "002" is already used on line 3; give one of the two another' in found


def test_what_follows_from_a_mistyped_key_is_left_out():
    (found,) = said(
        ("[game]", "format = 2\n[game]"),
        ("max = 7", 'max = 7\nfeeds = "stage"'),
        ('visibility = "count"', 'visible = "count"'),
    )
    assert "key visible: is not known here; did you mean visibility?" in found


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (("002,Lute Maker,3,craft,1", "002,Lute Maker,3,craft,"), "Lute Maker with nothing in column points counts"),
        (("", ""), ""),
    ],
)  # fmt: skip
def test_a_figure_that_was_forgotten_is_worth_a_look(rows: tuple[str, str], expected: str):
    found = read_game(TOML.encode(), {"cards.csv": CSV.replace(*rows).encode()}).remarks
    assert [one for one in found if "points" in one and expected in one] == list(found)
    assert bool(found) == bool(expected)


def test_a_column_with_nothing_in_it_is_worth_a_look():
    (found,) = read_game(
        TOML.replace('field = "points"', 'field = "note"').encode(), {"cards.csv": CSV.encode()}
    ).remarks
    assert "key field: gives nothing: no card has anything in column note" in found


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_damaged_file_is_refused_or_read_and_nothing_else(data: st.DataObject):
    toml = TOML.encode()
    at = data.draw(st.integers(0, len(toml)))
    end = data.draw(st.integers(at, min(len(toml), at + 40)))
    put = data.draw(st.sampled_from([b"", b"=", b"[", b"]", b'"', b"{}", b"\xff", b"[[[", b"0", b"-1", b"true", b"[]"]))
    with suppress(DeckError):
        found = read_game(toml[:at] + put + toml[end:], {"cards.csv": CSV.encode()})
        state = game_of(found).start(Setup(found.players[0]))
        assert game_of(found).view(state, 0).title == found.title


# --- playing -----------------------------------------------------------------------------------------------------


def test_cards_counters_and_phases_lead_to_points():
    state = RAFTERS.start(Setup(2))
    state = do(
        state,
        *(NextPhase(1, 0, time, seat=0) for time in range(1, 6)),
        Lay("stage", ("old_minstrel", "fiddler"), seat=0),
        Lay("stage", ("lute_maker",), seat=1),
        SetCounter("wounds", 3, seat=1),
        SetCount("hand", 4, seat=1),
    )
    sheet = RAFTERS.score(state)
    assert [(line.label, line.points) for line in sheet.seats[0].lines] == [("Points", 3), ("Bards", 6)]
    assert [(line.label, line.points) for line in sheet.seats[1].lines] == [("Points", 1), ("Wounds", -2)]
    assert (sheet.final, sheet.winners) == (False, ())
    state = do(state, Turn("c0", seat=0))
    assert RAFTERS.score(state).seats[0].total == 1 + 3
    state = do(state, CountPoints(seat=1))
    assert (RAFTERS.score(state).winners, RAFTERS.over(state)) == ((0,), True)


def test_only_whose_turn_it_is_ends_it_and_two_phones_end_it_once():
    state = do(RAFTERS.start(Setup(2)), *(NextPhase(1, 0, time, seat=1) for time in range(1, 6)))
    with pytest.raises(Refusal, match=r"Play is \{p0\}'s"):
        do(state, NextPhase(1, 1, 1, seat=1))
    state = do(state, NextPhase(1, 1, 1, seat=0))
    assert (state.turn, state.active, state.phase) == (2, 1, 0)
    with pytest.raises(Refusal, match="Somebody was faster"):
        do(state, NextPhase(1, 1, 1, seat=0))


def test_what_is_reset_each_round_waits_for_the_round():
    state = do(RAFTERS.start(Setup(2)), SetCounter("lanterns", 4, seat=0))
    for turn, lit in ((1, 4), (2, 0)):
        state = do(state, *(NextPhase(turn, 0, time, seat=0) for time in range(1, 6)))
        state = do(state, NextPhase(turn, 1, 1, seat=turn - 1))
        assert state.counters["lanterns"] == (lit,)


def test_the_last_one_alive_wins_and_whoever_is_out_is_passed_over():
    alone = game(('win = "highest"', 'win = "last_alive"'), ('text = "Too', 'status = "out", text = "Too'))
    state = do(alone.start(Setup(3)), SetCounter("wounds", 5, seat=1), of=alone)
    (players,) = (block for block in alone.view(state, 0).blocks if isinstance(block, Players))
    assert [row.sign for row in players.rows if isinstance(row, PlayerRow)] == ["", "out", ""]
    state = do(state, *(NextPhase(1, 0, time, seat=0) for time in range(1, 6)), NextPhase(1, 1, 1, seat=0), of=alone)
    assert state.active == 2
    state = do(state, SetCounter("wounds", 5, seat=0), of=alone)
    assert (alone.over(state), alone.score(state).winners) == (True, (2,))


def test_a_full_zone_refuses_and_an_override_is_noted():
    small = game(("max = 12", "max = 1"))
    state = do(small.start(Setup(2)), Lay("stage", ("roof_cat",), seat=0), of=small)
    with pytest.raises(Refusal, match="Stage holds at most 1") as caught:
        do(state, Lay("stage", ("fiddler",), seat=0), of=small)
    assert caught.value.rule == "Rafters, game.toml [zone]"
    after = do(state, Lay("stage", ("fiddler",), seat=0, override=True), of=small)
    assert [notice.code for notice in after.notices] == ["zone_full"]


def test_a_scanned_card_is_laid_once():
    state, code = RAFTERS.start(Setup(2)), CardCode("RF", "003", 1)
    reading = RAFTERS.scan(state, 1, [code])
    assert reading.submit == Lay("stage", ("roof_cat",), (str(code),), seat=1)
    state = do(state, reading.submit)
    again = RAFTERS.scan(state, 1, [code])
    assert {type(choice.event) for choice in again.choices} == {Turn, Take}
    assert RAFTERS.scan(state, 0, [code]).problems[0].code == "not_yours"
    several = RAFTERS.scan(state, 0, [code, CardCode("RF", "001", 1), CardCode("RF", "001", 2)])
    assert [choice.label for choice in several.choices] == ["Lay 2 cards"]
    assert RAFTERS.scan(state, 0, [CardCode("FT", "003", 1)]).problems[0].code == "other_game"


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_offered_is_accepted_and_told(seed: int):
    rng = random.Random(seed)
    state = RAFTERS.start(Setup(3))
    for _ in range(60):
        offered = [one for seat in range(3) for one in RAFTERS.choices(state, seat) if not _ends(one)]
        event = filled(rng.choice(offered), rng)
        state = RAFTERS.apply(state, event)
        assert wire.event_from_json(RAFTERS.events, wire.event_to_json(event)) == event
        assert wire.decode(State, wire.encode(state)) == state
        assert line(RAFTERS, state, event, None)
        assert {viewer: RAFTERS.view(state, viewer).title for viewer in (None, 0, 2)} == dict.fromkeys(
            (None, 0, 2), "Rafters"
        )


def _ends(choice: Choice) -> bool:
    return isinstance(choice.event, CountPoints)


# --- seats that left, and what the log says of what followed -------------------------------------------------------


def test_nobody_waits_for_who_has_left():
    state = RAFTERS.start(Setup(3))
    while not any(one.alone for one in RAFTERS.plan.phases[state.phase : state.phase + 1]):
        state = do(state, NextPhase(state.turn, state.phase, state.time, seat=0))
    gone = do(state, SeatAway(seat=0))
    assert (gone.active, gone.away) == (1, (0,))
    assert "{p0} is back" in {choice.label for choice in RAFTERS.choices(gone, 1)}
    for _ in range(20):
        assert gone.active != 0
        gone = do(gone, NextPhase(gone.turn, gone.phase, gone.time, seat=gone.active))
    back = do(gone, SeatBack(seat=0))
    assert back.away == ()
    alone = do(gone, SeatAway(seat=1))
    with pytest.raises(Refusal, match="Somebody has to stay"):
        do(alone, SeatAway(seat=2))


def test_the_log_says_old_and_new_and_what_followed():
    deadly = game(("at = 5,", 'at = 5, status = "out",'))
    state = deadly.start(Setup(2))
    hit = SetCounter("wounds", 5, seat=1)
    told = deadly.tell(state, deadly.apply(state, hit), hit, None)
    assert told.text.endswith(" 5 (was 0)")
    assert told.outcome == ("{p1} is out",)
    state = RAFTERS.start(Setup(2))
    end = CountPoints(seat=0)
    told = RAFTERS.tell(state, RAFTERS.apply(state, end), end, None)
    assert told.outcome == ("{p0} and {p1} share the win", "points: {p0} 0 and {p1} 0")
