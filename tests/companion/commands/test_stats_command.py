"""``tablewright stats``: what the cards of a game did, over the tables that are kept."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.own_decks.game_folders import bring_all
from companion.results.card_figures import Course, SeatCards, Told, record
from companion.results.result import Result, Scored, SeatResult, result_of, row_of
from companion.storage.sql_store import SqlStore
from companion.storage.store_protocol import Commit, TableRow
from companion.table.card_course import course_of, looked_into, naming
from companion.table.kept_log import entry_row
from companion.table.registry import Registry
from rules import games
from rules.datagame.game import DataGame, game_of
from rules.datagame.plan_reading import read_game
from rules.log import Begin, Entry, Join, Log, Undo
from rules.testing.random_choices import filled

TOML = """format = 2
[game]
id = "kites"
title = "Kites"
letters = "KT"
players = { min = 2, max = 4 }
win = "highest"
[[zone]]
id = "sky"
[[zone]]
id = "market"
owner = "table"
[cards]
file = "cards.csv"
[[score]]
rule = "sum"
field = "points"
[[end]]
zone = "sky"
at = 2
"""
CSV = 'code,name,copies,points\n001,"=Red, <b>kite</b>",2,3\n002,Blue kite,1,1\n003,Torn kite,4,-1\n004,Box kite,1,9\n'
PAD = """format = 2
[game]
id = "tally"
title = "Tally"
players = { min = 2, max = 4 }
win = "highest"
[[counter]]
id = "goals"
[[score]]
rule = "counter"
counter = "goals"
[[end]]
counter = "goals"
at = 1
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with a game of cards and one of numbers, both known."""
    for name, toml in (("kites", TOML), ("tally", PAD)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.toml").write_text(toml, "utf-8")
    (tmp_path / "kites" / "cards.csv").write_text(CSV, "utf-8")
    yield tmp_path
    for name in ("kites", "tally"):
        if games.brought(name):
            games.send_away(name)


def pushed(log: Log[Any], event: Any, minutes: float = 0) -> Log[Any]:
    rev = log.rev + 1
    return log.push(Entry(rev, f"e{rev}", at=1_800_000_000 + 60 * minutes, by=event.seat, event=event))


def laid(log: Log[Any], seat: int, zone: str, *cards: str, minutes: float = 0) -> Log[Any]:
    """The log after these cards were laid."""
    choices = log.game.choices(log.table.state, seat)
    lay = next(one for one in choices if getattr(one.event, "zone", zone) == zone and one.fields and not one.correction)
    return pushed(log, lay.fill(cards=cards), minutes)


def kites(game: DataGame) -> Log[Any]:
    """Two players: the first lays two red kites and wins; a torn one was laid and taken back."""
    log: Log[Any] = Log(game)
    log = pushed(log, Join(seat=0, name="Ana"))
    log = pushed(log, Begin(players=2))
    log = laid(log, 0, "market", "002", minutes=1)
    log = laid(log, 1, "sky", "003", minutes=5)
    log = laid(log, 0, "sky", "003", minutes=6)
    log = pushed(log, Undo(target=log.rev), minutes=7)
    log = laid(log, 0, "sky", "001", minutes=12)
    return laid(log, 0, "sky", "001", minutes=20)


def keep(store: SqlStore, code: str, log: Log[Any]) -> None:
    """The table as it would be kept, with its result."""
    result = result_of(code, "play", log)
    assert result is not None
    row = TableRow(code, log.game.info.id, "play", "[]", 0.0)
    entries = tuple(entry_row(one) for one in log.entries)
    store.write(Commit(code, entries=entries, create=row, result=row_of(result, log.rev)))


@pytest.fixture
def data(folder: Path) -> Path:
    bring_all(folder / "kites")
    store = SqlStore.at(folder / "data")
    keep(store, "KTAAAA", kites(games.load("kites")))
    store.close()
    games.send_away("kites")
    return folder / "data"


def stats(*words: object) -> int:
    return main(["stats", *map(str, words)])


def test_the_table_says_what_every_card_did(data: Path, folder: Path, capsys):
    assert stats(folder / "kites", "--data", data) == 0
    said = capsys.readouterr().out
    lines = {line.split("  ")[0]: line.split()[-6:] for line in said.splitlines()}
    assert "Kites: 1 game, 2 players. A game takes 20 minutes." in said
    assert lines["=Red, <b>kite</b>"] == ["1", "100%", "-", "1", "100%", "6.0"]
    assert lines["Torn kite"] == ["1", "0%", "-", "1", "0%", "-1.0"]
    assert lines["Blue kite"][2] == "1", "it lay in the middle, and nobody's"
    assert "Never seen: Box kite." in said
    assert "Seat 1: won 1 of 1" in said


def test_what_was_taken_back_was_not_played(data: Path, folder: Path, capsys):
    assert stats(folder / "kites", "--data", data, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    torn = next(one for one in found["cards"] if one["card"] == "Torn kite")
    assert (torn["played"], torn["at_the_end"], torn["at_the_end_and_won"]) == (1, 1, 0)
    assert found["minutes"] == [20]


def test_the_csv_holds_every_card_and_no_formula(data: Path, folder: Path, tmp_path: Path, capsys):
    out = tmp_path / "cards.csv"
    assert stats(folder / "kites", "--data", data, "--csv", out) == 0
    rows = list(csv.DictReader(out.read_text("utf-8-sig").splitlines()))
    assert [row["card"] for row in rows] == ["'=Red, <b>kite</b>", "Blue kite", "Torn kite", "Box kite"]
    assert [row["played"] for row in rows] == ["1", "0", "1", "0"]
    assert "4 cards from 1 game." in capsys.readouterr().out


def test_a_renamed_card_is_the_card_it_was(data: Path, folder: Path, capsys):
    log = kites(game_of(read_game(TOML.encode(), {"cards.csv": CSV.encode()})))
    before = log.game.plan.deck
    after = read_game(TOML.encode(), {"cards.csv": CSV.replace("Torn kite", "Patched kite").encode()}).deck
    course = course_of(log, before, naming(before, after))
    assert course.seats[1].played == {"Patched kite"}


def test_a_game_without_cards_and_one_nobody_played_say_so(data: Path, folder: Path, capsys):
    assert stats(folder / "tally", "--data", data) == 1
    assert "no game of Tally was played to its end here" in capsys.readouterr().err
    store = SqlStore.at(data)
    log = pushed(Log(games.load("tally")), Begin(players=2))
    touch = next(one for one in log.game.choices(log.table.state, 0) if type(one.event).__name__ != "CountPoints")
    log = pushed(log, filled(touch, random.Random(0)))
    if not log.game.over(log.table.state):
        end = next(one for one in log.game.choices(log.table.state, 0) if type(one.event).__name__ == "CountPoints")
        log = pushed(log, end.event)
    keep(store, "TYAAAA", log)
    store.close()
    assert stats(folder / "tally", "--data", data) == 0
    assert "Tally is played without cards" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ("", 0, "kites  Kites: 1 game"),
        ("fairytale", 1, "no game of"),
        ("fairytail", 1, "fairytale"),
        ("kites", 1, "tablewright stats DIR"),
        ("kites --games ../kites --since 2200-01-01", 1, "since 2200-01-01"),
        ("kites --since yesterday", 2, "is not a day; write one such as 2026-11-01"),
        ("kites --games ../kites --csv missing/cards.csv", 1, "--csv missing/cards.csv"),
        ("--csv cards.csv", 2, "name a game"),
        ("kites --data nowhere", 1, "no tables are kept in nowhere"),
    ],
)
def test_every_answer_has_its_sentence(words: str, status: int, said: str, data: Path, monkeypatch, capsys):
    monkeypatch.chdir(data)
    try:
        found = stats(*(words if "--data" in words else f"{words} --data .").split())
    except SystemExit as left:
        found = left.code
    out = capsys.readouterr()
    assert found == status
    assert said in out.out + out.err


def test_a_table_that_cannot_be_read_counts_by_its_result(data: Path, folder: Path):
    bring_all(folder / "kites")
    store = SqlStore.at(data)
    result = result_of("KTBBBB", "play", kites(games.load("kites")))
    assert result is not None
    told = looked_into(Registry(store), result)
    store.close()
    assert told.course is None
    found = record([told], {"Torn kite": 4})
    assert found.unread == 1
    assert {one.name: one.kept for one in found.cards} == {"Torn kite": 1, "=Red, <b>kite</b>": 1}


def test_a_fault_in_one_table_costs_only_its_course(data: Path, folder: Path, monkeypatch, capsys):
    def view(self: DataGame, state: Any, viewer: int | None) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(DataGame, "view", view)
    assert stats(folder / "kites", "--data", data) == 0
    out = capsys.readouterr()
    assert "1 game could not be read through" in out.out
    assert "Traceback" not in out.err


def test_figures_over_several_games():
    def seat(points: int, won: bool, *cards: str, lines: tuple[Scored, ...] = ()) -> SeatResult:
        return SeatResult("", points=points, place=1 + (not won), won=won, cards=cards, lines=lines)

    first = Result(
        "A", "g", "G", 2.0, (seat(10, True, "Owl", lines=(Scored("Owl", 4, 2),)), seat(6, False, "Fox")), 30, True
    )
    second = Result("B", "g", "G", 1.0, (seat(4, False, "Owl"), seat(8, True)), 50, True)
    course = Course((SeatCards(frozenset({"Owl", "Fox"}), frozenset({"Owl"})), SeatCards()), frozenset({"Elk"}))
    found = record([Told(first, course), Told(second, Course())], {"Owl": 2, "Fox": 1, "Elk": 1})
    owl, fox, elk = found.cards
    assert (owl.held, owl.played, owl.kept, owl.kept_and_won, owl.brought, owl.points) == (1, 2, 2, 1, 2.0, 7.0)
    assert (fox.held, fox.played, fox.played_and_won, fox.brought, fox.points) == (1, 1, 0, None, 6.0)
    assert (elk.middle, elk.played, elk.points) == (1, 0, None)
    assert (found.minutes, found.usual_minutes, found.points) == ((30, 50), 40, 7.0)
    assert [(one.won, one.points) for one in found.seats] == [(1, 7.0), (1, 7.0)]


@pytest.mark.parametrize("game", ["fairytale", "dragoborne", "tower", "breeds", "gilfate"])
def test_our_games_tell_what_was_played_and_name_only_cards(game: str):
    """Whatever lay in front of somebody at the end was played by them, and no token or place counts as a card."""
    rng, log = random.Random(5), pushed(Log(games.load(game)), Begin(players=2))
    for _ in range(160):
        state = log.table.state
        offered = [one for seat in range(2) for one in log.game.choices(state, seat) if not one.correction]
        if log.game.over(state) or not offered:
            break
        log = pushed(log, filled(rng.choice(offered), rng))
    deck = games.deck(game)
    course = course_of(log, deck, naming(deck, deck))
    assert any(seat.played for seat in course.seats)
    names = {card.name for card in deck.cards}
    assert all(seat.held | seat.played <= names for seat in course.seats)
    result = result_of("A", "play", log)
    for at, seat in enumerate(result.seats if result else ()):
        assert names & set(seat.cards) <= course.seats[at].played
