"""What stays of a finished game: its result is kept with the entry that ends it, and goes with that entry."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest
from memory_store import MemoryStore
from plain_phone import PlainPhone, words
from toy_game import ToyGames
from toy_tables import Clock, fresh_id, seated

from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.results.result import Result, lowest_win, minutes_played, placed, read_row
from companion.service import Service
from companion.storage.sql_store import SqlStore
from companion.storage.store_protocol import Commit, ResultRow, Store
from companion.table import past_results
from companion.table.tables import Tables
from rules.score import ScoreSheet, SeatScore


def kept(store: Store) -> list[Result]:
    return [read_row(row) for row in store.results()]


def test_a_game_that_ends_leaves_its_result_and_taking_the_end_back_takes_it_out():
    store, clock = MemoryStore(), Clock()
    table = seated("Ada", "Ben", store=store, clock=clock)
    clock.now += 60
    table.pick(0, 5)
    assert kept(store) == [], "nothing has ended yet"
    clock.now += 120
    last = table.pick(1, 7)
    (result,) = kept(store)
    assert (result.code, result.game, result.title, result.ended_at) == (table.code, "toy", "Toy", clock.now)
    assert [(seat.name, seat.points, seat.place) for seat in result.seats] == [("Ada", 5, 2), ("Ben", 7, 1)]
    assert result.minutes == pytest.approx(3)
    asked = table.undo(1, target=last.rev)
    table.tables.answer_undo(table.code, [table.tokens[0]], id=fresh_id(), ask=asked, agree=True)
    assert not table.look().over
    assert kept(store) == []
    table.pick(1, 2)
    assert [seat.points for seat in kept(store)[0].seats] == [5, 2]


def test_a_step_put_right_makes_no_game_longer_nor_does_waiting_for_it_to_begin():
    store, clock = MemoryStore(), Clock()
    service = Service(Tables(store, games=ToyGames(), clock=clock), Network(), no_limits())
    ada, ben = PlainPhone(service), PlainPhone(service)
    ada.open("/new")
    ada.tap("Open the table", name="Ada")
    path, code = ada.path, ada.path.rsplit("/", 1)[1]
    clock.now += 300
    ben.open(f"{path}/join")
    ben.tap("Sit down", name="Ben")
    ada.open(path)
    ada.tap("Begin with 2 players")
    held = ada.client.get_cookie(f"tw_{code}").value.split(".")
    clock.now += 60
    counted = service.tables.submit(code, held, id=fresh_id(), event={"type": "counted", "args": {"by": 1}})
    ada.open(path)
    ada.tap("Pick", f__card="5")
    clock.now += 60
    service.tables.amend(code, held, id=fresh_id(), target=counted.rev, event={"type": "counted", "args": {"by": 3}})
    clock.now += 60
    ben.open(path)
    ben.tap("Pick", f__card="7")
    assert kept(store)[0].minutes == pytest.approx(3)
    ada.open(f"{path}/scores")
    assert words(ada.page.select_one(".podium-head p")) == "3 min"


def test_what_is_put_right_after_the_end_changes_the_result():
    store = MemoryStore()
    table = seated("Ada", "Ben", store=store)
    table.pick(0, 5)
    table.pick(1, 7)
    table.tables.rename(table.code, [table.tokens[1]], seat=1, name="Benedikt")
    assert [seat.name for seat in kept(store)[0].seats] == ["Ada", "Benedikt"]


def test_the_winner_stands_first_whatever_the_points_say():
    few = ScoreSheet((SeatScore(0, 12, ()), SeatScore(1, 3, ()), SeatScore(2, 12, ())), winners=(1,), final=True)
    assert placed(few) == {0: 2, 1: 1, 2: 2}
    assert lowest_win(few)
    many = ScoreSheet((SeatScore(0, 12, (), place=1), SeatScore(1, 3, (), place=2)), winners=(0,), final=True)
    assert not lowest_win(many)


def test_a_night_between_two_entries_is_no_time_played():
    assert minutes_played([0, 600, 600 + 9 * 3600, 1200 + 9 * 3600]) == pytest.approx(10 + 20 + 10)


def test_a_result_that_is_older_than_its_table_is_not_kept(tmp_path: Path):
    for store in (MemoryStore(), SqlStore.at(tmp_path)):
        table = seated("Ada", "Ben", store=store)
        rev = table.look().rev
        store.write(Commit(table.code, result=ResultRow(table.code, "toy", 1.0, rev - 1, "{}")))
        assert store.results() == ()
        store.write(Commit(table.code, result=ResultRow(table.code, "toy", 1.0, rev, "{}")))
        assert [row.rev for row in store.results()] == [rev]
        store.close()


def test_a_database_of_before_upgrades_and_has_its_results_worked_out_once(tmp_path: Path):
    store = SqlStore.at(tmp_path)
    ended, open_ = seated("Ada", "Ben", store=store), seated("Cleo", "Dan", store=store)
    ended.pick(0, 5)
    ended.pick(1, 7)
    open_.pick(0, 1)
    (before,) = kept(store)
    store.close()
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        for name in ("results", "heads", "laid_aside"):
            connection.execute(f"DROP TABLE {name}")
        connection.execute("ALTER TABLE entries DROP COLUMN chain")
        connection.execute("UPDATE tablewright SET schema = 2")
    connection.close()

    store = SqlStore.at(tmp_path)
    assert store.results() == ()
    tables = Tables(store, games=ToyGames())
    assert past_results.work_out(tables.registry, threading.Event()) == 1
    assert kept(store) == [before]
    assert [row.code for row in store.without_result(9)] == [open_.code]
    assert past_results.work_out(tables.registry, threading.Event()) == 0
    store.close()


def test_working_out_past_results_goes_on_where_it_was_stopped():
    store = MemoryStore()
    for _ in range(3):
        table = seated("Ada", "Ben", store=store)
        table.pick(0, 5)
        table.pick(1, 7)
    store.ended.clear()
    registry = Tables(store, games=ToyGames()).registry
    stop = threading.Event()
    stop.set()
    assert past_results.work_out(registry, stop) == 0
    assert past_results.work_out(registry, threading.Event()) == 3


def test_a_fault_in_a_games_score_costs_nobody_an_entry(monkeypatch: pytest.MonkeyPatch):
    store = MemoryStore()
    table = seated("Ada", "Ben", store=store)
    table.pick(0, 5)
    monkeypatch.setattr("toy_game.Toy.score", lambda *_: 1 / 0)
    table.pick(1, 7)
    assert table.look().over
    assert kept(store) == []
