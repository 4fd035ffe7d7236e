"""The ten games that come as folders: their worked examples, random games to the end, and what the rules promise."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import example_folder_game as example
import pytest
from example_folder_game import CSV, SHOWN
from log_text import line
from random_players import play

from rules import games, wire
from rules.datagame.counting import SetCounter
from rules.datagame.deck import read_cards
from rules.datagame.examples import reckoned
from rules.datagame.flow import end_round
from rules.datagame.game import DataGame, game_of
from rules.datagame.laying import Lay, SetCount
from rules.datagame.pad import SetRound, Tick, Write
from rules.datagame.phases import CountPoints, JoinTeam, NextPhase
from rules.datagame.plan import Plan
from rules.datagame.plan_reading import read_game
from rules.datagame.state import State
from rules.datagame.toml_reading import Table
from rules.game_protocol import Event, Refusal, Setup
from rules.log_line import from_json, to_json
from rules.seat_away import SeatAway
from rules.testing.random_choices import filled
from rules.values.cards import DeckError
from rules.view import Pad, PlayerRow, Players

FOLDER = files("templates") / "games"
NAMES = tuple(sorted(one.name for one in FOLDER.iterdir() if one.is_dir()))
TABLES = (".csv", ".md")


def folder(name: str) -> tuple[bytes, dict[str, bytes]]:
    """The game.toml of a game, and its other files."""
    inside = {one.name: one.read_bytes() for one in (FOLDER / name).iterdir() if one.name.endswith((*TABLES, ".toml"))}
    return inside.pop("game.toml"), inside


def plan(name: str, *changes: tuple[str, str]) -> Plan:
    """The plan, with texts of its game.toml replaced."""
    toml, inside = folder(name)
    for old, new in changes:
        assert old.encode() in toml, old
        toml = toml.replace(old.encode(), new.encode(), 1)
    return read_game(toml, {file: data for file, data in inside.items() if file.endswith(TABLES)})


def game(name: str, *changes: tuple[str, str]) -> DataGame:
    return game_of(plan(name, *changes))


def do(of: DataGame, state: State, *events: Event) -> State:
    for event in events:
        state = of.apply(state, event)
    return state


def on(of: DataGame, state: State, **said: Any) -> State:
    """The next step, by whoever may say it."""
    here = {"turn": state.turn, "phase": state.phase, "time": state.time, "step": len(state.went)}
    return of.apply(state, NextPhase(**here, seat=state.active, **said))


@pytest.fixture(params=NAMES)
def brought(request: pytest.FixtureRequest) -> Iterator[str]:
    """A game of the ten, known to this process."""
    name: str = request.param
    found = plan(name)
    games.bring(found.deck, game_of(found))
    yield name
    games.send_away(name)


# --- all ten


def test_there_are_ten():
    assert len(NAMES) == 10


@pytest.mark.parametrize("name", NAMES)
def test_worked_examples_come_to_what_they_say(name: str):
    count, differences = reckoned(plan(name), folder(name)[1]["examples.toml"])
    assert (count > 0, differences) == (True, ())


def test_random_players_reach_the_end(brought: str):
    for seed in range(2):
        play(brought, seed)


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_offered_is_accepted_told_and_leaves_the_old_table_alone(name: str):
    of = game(name)
    for seed in range(2):
        for before, event, after in walk(of, seed, 20):
            assert wire.encode(of.apply(before, event)) == wire.encode(after)
            assert wire.event_from_json(of.events, wire.event_to_json(event)) == event
            assert wire.decode(State, wire.encode(after)) == after
            assert line(of, after, event, None)
            sheet = of.score(after)
            assert all(own.total == sum(one.points for one in own.lines) for own in sheet.seats)
            assert bool(sheet.winners) <= of.over(after)


def walk(of: DataGame, seed: int, steps: int) -> Iterator[tuple[State, Event, State]]:
    """A random game, corrections in it."""
    rng = random.Random(seed)
    options = tuple((one.id, rng.choice(one.values)) for one in of.info.options)
    state = of.start(Setup(rng.randint(*of.info.players), options))
    for _ in range(steps):
        offered = [one for seat in range(state.players) for one in of.choices(state, seat)]
        going = [one for one in offered if not isinstance(one.event, CountPoints)]
        if of.over(state) or not going:
            return
        ahead = [one for one in going if isinstance(one.event, NextPhase)]
        event = filled(rng.choice(ahead if ahead and rng.random() < 0.3 else going), rng)
        after = of.apply(state, event)
        yield state, event, after
        state = after


@pytest.mark.parametrize("name", NAMES)
def test_everything_can_be_worked_out_from_the_veiled_table(name: str):
    of, past = game(name), list[Event]()
    for before, event, after in walk(of, 7, 60 if name == "ninebells" else 12):
        past.append(event)
        for viewer in (None, *range(after.players)):
            seen, told = of.veil(after, viewer), of.veil(before, viewer)
            assert wire.encode(of.view(seen, viewer)) == wire.encode(of.view(after, viewer))
            assert of.score(seen) == of.score(after)
            if viewer is not None:
                assert wire.encode(of.choices(seen, viewer)) == wire.encode(of.choices(after, viewer))
            shown = of.redact(before, event, viewer)
            assert of.redact(told, event, viewer) == shown
            assert of.tell(told, seen, shown, viewer) == of.tell(before, after, shown, viewer)
            assert [of.redact(after, one, viewer) for one in past] == [of.redact(seen, one, viewer) for one in past]


def test_a_table_that_is_only_counted_has_no_phases():
    for name in NAMES:
        of = game(name)
        if "score" in of.info.modes:
            state = of.start(Setup(1, mode="score"))
            assert not [one for one in of.choices(state, 0) if isinstance(one.event, NextPhase) and not of.plan.rounds]


# --- numbers chosen in secret, tricks, deals


BELLS = game("ninebells")


def test_what_is_chosen_in_secret_is_seen_when_the_phase_is_over():
    state = BELLS.start(Setup(3))
    assert (state.counts["hand"], state.counts["deck"]) == ((1, 1, 1), (49,))
    state = on(BELLS, state)
    state = do(BELLS, state, SetCounter("bid", 1, seat=0), SetCounter("bid", 0, seat=1))
    assert BELLS.veil(state, 1).counters["bid"] == (0, 0, 0)
    assert BELLS.veil(state, 0).counters["bid"] == (1, 0, 0)
    hidden = SetCounter("bid", 1, seat=0)
    assert BELLS.redact(state, hidden, 2) == SetCounter("bid", 0, seat=0)
    assert "1" not in BELLS.tell(state, state, hidden, 2).text.replace("{p0}", "")
    with pytest.raises(Refusal, match=r"\{p2\} has not chosen yet"):
        on(BELLS, state)
    (players,) = (one for one in BELLS.view(state, 2).blocks if isinstance(one, Players))
    assert [row.ready for row in players.rows if isinstance(row, PlayerRow)] == [True, True, False]
    before = do(BELLS, state, SetCounter("bid", 2, seat=2))
    after = on(BELLS, before)
    told = BELLS.tell(before, after, NextPhase(before.turn, before.phase, before.time, seat=0), None)
    assert any("{p0} 1, {p1} 0 and {p2} 2" in one for one in told.outcome)


def test_whoever_wins_a_trick_begins_the_next_and_a_deal_grows():
    state = BELLS.start(Setup(2))
    for deal in (1, 2):
        state = on(BELLS, state)
        state = do(BELLS, state, *(SetCounter("bid", 0, seat=seat) for seat in range(2)))
        state = on(BELLS, state)
        for trick in range(deal):
            first = state.active
            assert first == ((deal - 1) % 2 if trick == 0 else 1)
            state = on(BELLS, on(BELLS, state), winner=1)
    assert state.round == 3
    assert state.counters["deal"] == (3,)
    assert state.counts["hand"] == (3, 3)
    assert [[own.points for own in one.lines[1]] for one in state.sheets] == [[-10], [-20]]
    assert BELLS.score(state).seats[0].total == 10 + 20
    assert state.counters["tricks"] == (0, 0)


def test_a_step_needs_the_answer_it_asks_for_and_counts_once():
    state = BELLS.start(Setup(2))
    state = do(BELLS, on(BELLS, state), SetCounter("bid", 0, seat=0), SetCounter("bid", 0, seat=1))
    state = on(BELLS, on(BELLS, state))
    with pytest.raises(Refusal, match="say who won it"):
        on(BELLS, state)
    with pytest.raises(Refusal, match="Somebody was faster"):
        do(BELLS, state, NextPhase(state.turn, state.phase, state.time, 0, winner=0, seat=state.active))


# --- the water, piles


FLOOD = game("floodgate")


def lap(of: DataGame, state: State) -> State:
    """A round of floodgate without a card."""
    for _ in range(state.players + 1):
        state = on(of, state)
    return state


def test_the_river_rises_by_the_rain_and_the_dam_breaks():
    state = do(FLOOD, FLOOD.start(Setup(2, (("season", "autumn"),))), SetCounter("rain", 3, seat=0))
    assert state.counters["water"] == (3,)
    state = lap(FLOOD, state)
    assert state.counters["water"] == (6,)
    assert any("The cellars fill" in str(block) for block in FLOOD.view(state, None).blocks)
    before = state
    state = lap(FLOOD, state)
    assert (state.over, state.result, FLOOD.score(state).winners) == (True, "lose", ())
    assert before.over is False


def test_a_card_laid_leaves_its_pile_and_goes_where_it_goes():
    state = FLOOD.start(Setup(1))
    full = state.counts["deck"][0]
    state = on(FLOOD, state)
    state = do(FLOOD, state, Lay("sky", ("001",), seat=0))
    assert state.counts["deck"] == (full - 1,)
    state = on(FLOOD, state)
    assert (state.lying, state.counts["past"]) == ((), (1,))


def test_all_win_together_at_once():
    state = do(FLOOD, FLOOD.start(Setup(2)), SetCounter("gates", 4, seat=1))
    assert (state.over, FLOOD.score(state).winners) == (True, (0, 1))


def test_an_empty_pile_is_made_new():
    of = game("orchardworks")
    state = do(of, of.start(Setup(2)), SetCount("used", 5, seat=0), SetCount("deck", 1, seat=0))
    state = on(of, state)
    assert (state.counts["deck"], state.counts["used"]) == ((4,), (0,))


# --- the pad, what is at risk


EMBERS = game("embers")


def test_a_cell_takes_only_what_can_stand_in_it():
    state = EMBERS.start(Setup(2))
    with pytest.raises(Refusal, match="expected one of 0, 25"):
        do(EMBERS, state, Write("hearth", 1, 24, seat=0))
    with pytest.raises(Refusal, match="expected one of 0, 2, 4, 6, 8, 10"):
        do(EMBERS, state, Write("twos", 0, 3, seat=0))
    state = do(EMBERS, state, Write("hearth", 1, 25, seat=0), Write("ash", 1, 17, seat=0))
    (pad,) = (one for one in EMBERS.view(state, 0).blocks if isinstance(one, Pad))
    assert [column.total for column in pad.columns] == [0, 42]
    state = do(EMBERS, state, Write("ash", 1, None, seat=1))
    assert EMBERS.score(state).seats[1].total == 25


def test_what_is_at_risk_is_kept_or_lost_at_the_end_of_the_turn():
    state = do(EMBERS, EMBERS.start(Setup(2)), SetCounter("glow", 7, seat=0))
    with pytest.raises(Refusal, match="kept or lost"):
        on(EMBERS, state)
    kept = on(EMBERS, state, kept="kept")
    assert (kept.counters["purse"], kept.counters["glow"]) == ((7, 0), (0, 0))
    assert on(EMBERS, state, kept="lost").counters["purse"] == (0, 0)


LUCK = b"""format = 2
[game]
id = "luck"
title = "Luck"
letters = "LK"
players = { min = 2, max = 3 }
win = "highest"
[[zone]]
id = "basket"
reset = "turn"
bank = "pantry"
[[zone]]
id = "pantry"
[[phase]]
id = "forage"
who = "active"
[rounds]
count = 2
[cards]
[[score]]
rule = "sum"
field = "worth"
zone = "pantry"
"""


def luck(*changes: tuple[bytes, bytes]) -> DataGame:
    toml = LUCK
    for old, new in changes:
        assert old in toml, old
        toml = toml.replace(old, new, 1)
    return game_of(read_game(toml, {"cards.csv": b"code,name,copies,worth\n001,Nut,4,2\n002,Sloe,4,3\n"}))


def test_cards_at_risk_are_kept_or_lost_at_the_end_of_the_turn():
    of = luck()
    state = do(of, of.start(Setup(2)), Lay("basket", ("001", "002"), seat=0), Lay("basket", ("002",), seat=1))
    with pytest.raises(Refusal, match="kept or lost"):
        on(of, state)
    (asked,) = (one for one in of.choices(state, 0) if one.primary)
    assert [(spec.name, [pick.value for pick in spec.picks]) for spec in asked.fields] == [("kept", ["kept", "lost"])]
    kept, lost = on(of, state, kept="kept"), on(of, state, kept="lost")
    assert [(one.card, one.zone, one.seat) for one in kept.lying] == [
        ("001", "pantry", 0), ("002", "pantry", 0), ("002", "basket", 1),
    ]  # fmt: skip
    assert [(one.card, one.zone, one.seat) for one in lost.lying] == [("002", "basket", 1)]
    assert on(of, on(of, kept, kept="lost")).turn == 4  # an empty basket asks for nothing


def test_lost_cards_go_where_the_zone_says_and_only_players_zones_can_be_banked():
    pile = b'bank = "pantry"\nto = "heap"\n[[zone]]\nid = "heap"\nowner = "table"\n'
    of = luck((b'bank = "pantry"\n', pile))
    state = do(of, of.start(Setup(2)), Lay("basket", ("001",), seat=0))
    assert [one.zone for one in on(of, state, kept="lost").lying] == ["heap"]
    assert [one.zone for one in on(of, state, kept="kept").lying] == ["pantry"]
    with pytest.raises(DeckError, match='add reset = "turn"'):
        luck((b'reset = "turn"\n', b""))
    with pytest.raises(DeckError, match="did you mean pantry"):
        luck((b'bank = "pantry"', b'bank = "pantri"'))


def test_the_end_of_a_round_shows_everybody_what_it_brought_the_most_first():
    of = luck()
    state = do(of, of.start(Setup(2)), Lay("pantry", ("001",), seat=0), Lay("pantry", ("002",), seat=1))
    state = on(of, state)
    last = NextPhase(state.turn, state.phase, state.time, len(state.went), seat=1)
    after = of.apply(state, last)
    shown = of.tell(state, after, last, 0)
    assert [(one.seat, one.points) for one in shown.pictures] == [(1, 3), (0, 2)]
    assert shown.pictures == of.tell(state, after, last, None).pictures
    assert from_json(to_json(shown)) == shown
    first = NextPhase(1, 0, 1, 0, seat=0)
    begun = of.start(Setup(2))
    assert of.tell(begun, of.apply(begun, first), first, 0).pictures == ()


def test_a_full_pad_puts_the_points_first():
    of = game("harvestpad")
    state = of.start(Setup(1))
    for row in of.plan.rows:
        assert not any(one.primary for one in of.choices(state, 0))
        state = do(of, state, Write(row.id, 0, 1, seat=0))
    assert [type(one.event) for one in of.choices(state, 0) if one.primary] == [CountPoints]


def test_steps_can_be_ticked_until_the_phase_is_over():
    state = do(EMBERS, EMBERS.start(Setup(2)), Tick("", 1, True, seat=0))
    assert state.ticked == (":1",)
    assert on(EMBERS, state).ticked == ()
    with pytest.raises(Refusal, match="no such line"):
        do(EMBERS, state, Tick("", 9, True, seat=0))


# --- rounds, teams, lives


WINTERS = game("fivewinters")


def test_the_last_of_the_points_begins_the_next_winter_and_rounds_can_be_set_right():
    state = do(WINTERS, WINTERS.start(Setup(2)), Lay("camp", ("002",), seat=0))
    for _ in range(2 * 2 * (WINTERS.plan.rounds.turns if WINTERS.plan.rounds else 1)):
        if state.round == 1:
            state = on(WINTERS, state)
    assert (state.round, state.starter, state.active) == (2, 1, 1)
    assert (state.counters["wins"], state.lying) == ((1, 0), ())
    assert [own.total for own in WINTERS.score(state).seats] == [5, 0]
    mended = do(WINTERS, state, SetRound(1, 9, seat=1, override=True))
    assert [own.total for own in WINTERS.score(mended).seats] == [5, 9]
    assert [one.code for one in mended.notices] == ["by_hand"]


def test_partners_share_their_points_and_the_end():
    of = game("twobanks")
    state = do(of, of.start(Setup(4)), Write("caught", 0, 60, 1, seat=0), SetCounter("call", 2, seat=2))
    state = do(of, state, SetCounter("out_first", 1, seat=2), SetCounter("out_first", 1, seat=1))
    assert state.counters["out_first"] == (0, 1, 0, 0)
    state = do(of, state, SetCounter("out_first", 1, seat=2))
    ended = end_round(of.plan.at(4, {}), state, _said())
    assert [own.total for own in of.score(ended).seats] == [260, 0, 260, 0]
    with pytest.raises(Refusal, match="no such team"):
        do(game("twobanks", ('seating = "across"', 'seating = "choose"')), state, JoinTeam(3, seat=0))


def _said() -> Any:
    from rules.datagame.flow import Said

    return Said(winner=2)


def test_lives_poison_and_blows_put_people_out_and_the_crown_changes_heads():
    of = game("lasthearth")
    state = of.start(Setup(3, (("duel", "long"),)))
    assert state.counters["life"] == (40, 40, 40)
    state = do(of, state, SetCounter("crown", 1, seat=0), SetCounter("crown", 1, seat=1))
    assert state.counters["crown"] == (0, 1, 0)
    state = do(of, state, SetCounter("blows", 20, 0, seat=1), SetCounter("blows", 20, 2, seat=1))
    assert state.out == ()
    state = do(of, state, SetCounter("blows", 21, 2, seat=1))
    assert state.out == (1,)
    back = do(of, state, SetCounter("blows", 19, 2, seat=1))
    assert back.out == ()
    state = do(of, state, SetCounter("life", 0, seat=2))
    assert (state.over, of.score(state).winners) == (True, (0,))
    with pytest.raises(Refusal, match="no such counter"):
        do(of, of.start(Setup(2)), SetCounter("blows", 1, 1, seat=0))


def test_nobody_waits_for_who_has_left_where_everybody_has_a_part():
    state = BELLS.start(Setup(3))
    state = on(BELLS, state)
    state = do(BELLS, state, SeatAway(seat=2), *(SetCounter("bid", 0, seat=seat) for seat in (0, 1)))
    state = on(BELLS, state)
    state = on(BELLS, state)
    assert (state.active, state.went) == (1, (0,))
    state = on(BELLS, state, winner=0)
    assert state.round == 2


def test_no_event_out_of_place_does_more_than_be_refused():
    """Fields of any kind from outside: refused with a sentence, or accepted, never a fault."""
    rng = random.Random(3)
    kinds: tuple[Any, ...] = (
        lambda: SetCounter(rng.choice(("bid", "x")), rng.randint(-5, 20), None, seat=rng.choice((0, 9))),
        lambda: NextPhase(1, rng.randint(0, 4), 1, rng.randint(0, 2), rng.choice((None, 0, 8, -1)), done=True, seat=0),
        lambda: Tick(rng.choice(("", "x")), rng.randint(-1, 4), True, seat=0),
        lambda: Lay(rng.choice(("trick", "hand", "x")), (rng.choice(("001", "nobody")),), seat=rng.choice((None, 1))),
        lambda: SetCount(rng.choice(("deck", "hand", "x")), rng.randint(-3, 500), seat=rng.choice((None, 0))),
    )  # fmt: skip
    state = BELLS.start(Setup(2))
    for _ in range(300):
        with suppress(Refusal):
            state = BELLS.apply(state, rng.choice(kinds)())
        assert BELLS.view(state, 0).title == "Nine Bells"


# --- the words of the format, and what is said of a file


PAGE = (Path(__file__).resolve().parents[2] / "docs" / "own-games.md").read_text("utf-8")


def test_the_page_says_every_key(monkeypatch: pytest.MonkeyPatch):
    """Every key any table of the ten games may have is on the page as a word of its own."""
    known: set[tuple[str, str]] = set()
    only = Table.only

    def noted(table: Table, words: tuple[str, ...], newer: tuple[str, ...] = ()) -> None:
        known.update((table.inside or table.name, word) for word in (*words, *newer))
        only(table, words, newer)

    monkeypatch.setattr(Table, "only", noted)
    for name in NAMES:
        reckoned(plan(name), folder(name)[1]["examples.toml"])
    spans = re.sub(r"```.+?```", "", PAGE, flags=re.DOTALL)
    words = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`[^`]+`", spans))))
    assert len(known) > 120
    assert {key for _, key in known} - words == set()


def test_the_example_of_the_page_is_of_the_newest_format():
    found = read_game(SHOWN.encode(), {"cards.csv": CSV.encode()})
    assert (found.format, found.deck.cards[0].id) == (2, "001")


def test_a_word_of_format_2_is_named_as_such_in_a_file_without_it():
    toml, inside = folder("tidepool")
    with pytest.raises(DeckError) as caught:
        read_game(toml.replace(b"format = 2\n", b""), inside)
    (said,) = map(str, caught.value.problems)
    assert "key tiebreak: is a word of format 2, and so are rounds, " in said
    assert said.endswith("; write format = 2 in the first line")
    with pytest.raises(DeckError, match="needs a newer Tablewright"):
        read_game(toml.replace(b"format = 2", b"format = 3"), inside)


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("ninebells", 'winner = "tricks"', 'winer = "tricks"', "key winer: is not known here; did you mean winner?"),
        ("ninebells", 'secret = "say"', 'secret = "sey"', '"sey" is not known; did you mean say?'),
        ("floodgate", "default = { players = [6, 8, 10, 12] }", "default = { players = [6, 8] }", "expected 4 whole"),
        ("floodgate", "{ spring = 1, autumn = 3 }", "{ spring = 1 }", "expected whole numbers { spring = ..., autumn"),
        ("floodgate", "at = 9\n", "at = 0\n", "holds from the start: Water begins at 1"),
        ("floodgate", 'result = "win"\n', "", "together needs an [[end]]"),
        ("lasthearth", "down_to = 0,", "down_to = 40,", "Life begins at 20, and that is 40 or less"),
        ("embers", "at = 63", "at = 106", "nobody can reach 106: 105 is the most there can be"),
        ("embers", 'bank = "purse"', 'bank = "glow"', '"glow" is not known; expected one of purse, again'),
        ("hedgerows", "players = [2] }", "players = [7] }", "players: expected numbers from 2 to 5"),
        ("orchardworks", '"presses", "orchards"]', '"presses", "orchids"]', "did you mean orchards?"),
        ("twobanks", '[teams]\ncount = 2\nseating = "across"\n', "", "there are no teams"),
        ("fivewinters", 'rules = "rules.md"', 'rules = "rule.md"', "did you mean rules.md?"),
        ("fivewinters", "{ round = [4, 5] }", "{ round = [8] }", "is never there: there are 5 rounds"),
        ("tidepool", 'value = "kelp"', 'value = "kelb"', 'no card has "kelb" in column kind; did you mean kelp?'),
        ("tidepool", 'id = "reef"', 'id = "bed"', '"bed" is the id of another zone already'),
        ("tidepool", 'about = "Keep', 'about = "Keep\nit', "line 8: a closing quotation mark is missing in this line"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_one_of_the_ten_is_said(name: str, old: str, new: str, expected: str):
    with pytest.raises(DeckError) as caught:
        plan(name, (old, new))
    said = [str(one) for one in caught.value.problems]
    assert any(expected in one for one in said), said


def test_the_first_fault_comes_first_and_brings_no_followers():
    with pytest.raises(DeckError) as caught:
        plan("ninebells", ('id = "tricks"', 'id = "TRICKS"'))
    said = [str(one) for one in caught.value.problems]
    assert len(said) == 1, said
    assert 'key id: "TRICKS" does not fit' in said[0]


def test_an_alarm_that_is_on_from_the_start_of_an_old_game_is_worth_a_look():
    lamp = '[game]\nid = "lamp"\ntitle = "Lamp"\nletters = "LP"\nplayers = { min = 2, max = 4 }\nwin = "last_alive"\n'
    lamp += '[[counter]]\nid = "oil"\nmax = 3\ndefault = 3\nalarm = { at = 0, status = "out", text = "Went out" }\n'
    found = read_game(lamp.encode(), {"cards.csv": b"code,name\n001,Lamp\n"})
    (said,) = found.remarks
    assert "line 11, key alarm: is on from the start: Oil begins at 3" in said
    assert "for an alarm when it goes down write down_to = 0 (format = 2)" in said


def test_a_renamed_card_keeps_its_place_at_a_table():
    toml, inside = folder("tidepool")
    of, state = game("tidepool"), game("tidepool").start(Setup(2))
    code = str(next(of.plan.deck.codes())[1])
    laid = Lay("reef", ("001",), (code,), seat=0)
    renamed = game_of(read_game(toml, {"cards.csv": inside["cards.csv"].replace(b"Ribbon Kelp", b"Sea Lace")}))
    after = do(renamed, do(renamed, renamed.start(Setup(2)), laid), Lay("reef", ("001",), seat=1))
    assert do(of, state, laid).lying[0] == after.lying[0]
    assert "Sea Lace" in str(renamed.view(after, 0))


def test_a_majority_by_a_number_of_the_cards_names_only_cards_that_have_one():
    of = game("tidepool")
    state = do(of, of.start(Setup(2)), Lay("reef", ("003", "006", "001"), seat=0))
    (claws,) = (one for one in of.score(state).seats[0].lines if one.label == "Claws")
    assert (claws.points, claws.detail, len(claws.cards)) == (6, "1 card", 1)


def test_a_card_renamed_in_an_old_game_is_found_by_its_printed_code():
    old = example.game()
    code = str(next(old.plan.deck.codes())[1])
    laid = Lay("stage", ("old_minstrel",), (code,), seat=0)
    renamed = game_of(example.plan(csv=CSV.replace("Old Minstrel", "Young Minstrel")))
    assert do(renamed, renamed.start(Setup(2)), laid).lying[0].card == "young_minstrel"


def suits_of(header: str, *rows: str) -> dict[str, str]:
    """The suit every card of a deck is shown as, by its name."""
    table = [(at, row.split(",")) for at, row in enumerate((header, *rows), 1)]
    deck = read_cards(table, "cards.csv", "pond", "PN", "Pond")
    return {card.name: deck.spec.face(card).suit for card in deck.cards}


def test_cards_without_a_suit_are_coloured_by_their_kind_or_by_a_word_they_share() -> None:
    kinds = suits_of(
        "code,name,kind,worth", "001,A,crab,1", "002,B,forest,2", "003,C,crab,3", "004,D,zzz,1", "005,E,zzz,1"
    )
    assert kinds["A"] == kinds["C"]
    assert len({*kinds.values()}) == 3
    assert kinds["B"] == "green"
    regions = suits_of("code,name,parish,hedges", "001,A,Lea,1", "002,B,Sele,2", "003,C,Lea,3")
    assert regions["A"] == regions["C"] != regions["B"]
    plain = suits_of("code,name,motto", "001,A,one", "002,B,two", "003,C,three")
    assert {*plain.values()} == {"grey"}
    named = suits_of("code,name,suit", "001,A,Silver", "002,B,oak", "003,C,crimson")
    assert (named["A"], named["C"]) == ("grey", "red")
    assert named["B"] not in ("grey", "red")
