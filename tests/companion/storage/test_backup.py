"""A backup is made and brought back while people play; what it holds is what was kept, and nothing half."""

from __future__ import annotations

import json
import os
import stat
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from postgres_schema import empty_schema
from toy_game import ToyGames
from toy_tables import Seated, fresh_id, seated, texts

from companion.cli import main
from companion.errors import JobError, StoreBusy, Trouble
from companion.server import restore_requests
from companion.storage.backup_file import BadBackup, read_about, save
from companion.storage.data_folder import claim
from companion.storage.sql_store import SqlStore
from companion.storage.store_protocol import Damage
from companion.table.restoring import restore
from companion.table.subscriptions import Signal
from companion.table.tables import Tables


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlStore]:
    made = SqlStore.at(tmp_path) if request.param == "sqlite" else SqlStore(empty_schema("backup"))
    yield made
    made.close()


def _count(tables: Tables, table: Seated) -> int:
    event = {"type": "counted", "args": {"by": 1}}
    return tables.submit(table.code, [table.tokens[0]], id=fresh_id(), event=event).rev


def test_what_was_saved_comes_back_and_what_was_there_before_is_kept(store: SqlStore, tmp_path: Path):
    deck = tmp_path / "decks" / "WF.json"
    deck.parent.mkdir()
    deck.write_text("a deck")
    one, file = seated("Ada", "Ben", store=store), tmp_path / "elsewhere" / "saved.zip"
    saved = texts(one.look(0))
    assert save(store, tmp_path, file) == 1
    one.count(0)
    two = seated("Cem", "Dea", store=store)
    deck.write_text("another deck")
    count, before = restore(store, tmp_path, file)
    tables = Tables(store, games=ToyGames())
    assert (count, deck.read_text()) == (1, "a deck")
    told = texts(tables.look(one.code, [one.tokens[0]]))
    assert told[: len(saved)] == saved
    assert told[len(saved) :] == [
        "Lost: what happened here is not kept any more",
        f"A backup was brought back; the table goes on from entry {len(saved)}",
    ]
    with pytest.raises(Trouble, match="No table"):
        tables.look(two.code)
    assert _count(tables, one) == len(saved) + 3, "its number was never given before"
    restore(store, tmp_path, before)
    again = Tables(store, games=ToyGames())
    assert again.look(two.code, [two.tokens[1]]).held == (1,)
    assert (store.damaged(), deck.read_text()) == ({}, "another deck")


def test_a_backup_moves_between_sqlite_and_postgresql(tmp_path: Path):
    here = SqlStore.at(tmp_path / "here")
    table = seated("Ada", "Ben", store=here)
    table.pick(0, 5)
    save(here, tmp_path / "here", tmp_path / "saved.zip")
    there = SqlStore(empty_schema("moved"))
    restore(there, tmp_path / "there", tmp_path / "saved.zip")
    tables = Tables(there, games=ToyGames())
    assert texts(tables.look(table.code, [table.tokens[0]])) == texts(table.look(0))
    _count(tables, table)
    save(there, tmp_path / "there", tmp_path / "back.zip")
    restore(here, tmp_path / "here", tmp_path / "back.zip")
    assert Tables(here, games=ToyGames()).look(table.code).rev == tables.look(table.code).rev
    for one in (here, there):
        one.close()


@pytest.mark.skipif(os.name != "posix", reason="file permissions are POSIX's here")
def test_only_its_owner_may_read_a_backup(tmp_path: Path):
    store = SqlStore.at(tmp_path)
    save(store, tmp_path, tmp_path / "saved.zip")
    store.close()
    assert stat.S_IMODE((tmp_path / "saved.zip").stat().st_mode) == 0o600


def test_a_damaged_table_is_saved_as_far_as_it_goes_and_stays_set_aside(tmp_path: Path):
    store = SqlStore.at(tmp_path)
    table = seated("Ada", "Ben", store=store)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM entries WHERE rev = 3")
    save(store, tmp_path, tmp_path / "saved.zip")
    store.close()
    other = SqlStore.at(tmp_path / "other")
    restore(other, tmp_path / "other", tmp_path / "saved.zip")
    assert other.damaged() == {table.code: Damage(2, 3, "missing")}
    other.close()


def _bad_files(folder: Path) -> Iterator[Path]:
    good = folder / "good.zip"
    store = SqlStore.at(folder / "data")
    seated("Ada", "Ben", store=store)
    save(store, folder / "data", good)
    store.close()
    yield folder / "nothing.zip"
    data = good.read_bytes()
    for name, content in {"text": b"hello", "cut": data[: len(data) // 2], "empty": b""}.items():
        (folder / name).write_bytes(content)
        yield folder / name
    with zipfile.ZipFile(good) as zip_:
        parts = {name: zip_.read(name) for name in zip_.namelist()}
    about = json.loads(parts["backup.json"])
    tricks: dict[str, dict[str, bytes]] = {
        "other": {**parts, "tables.sqlite": b"other tables"},
        "newer": {**parts, "backup.json": json.dumps({**about, "schema": 99}).encode()},
        "list": {**parts, "backup.json": b"[]"},
    }
    for name in ("../outside", "files/../../outside", "/outside", "files/C:/outside"):
        more = {**about, "files": {**about["files"], name: "0"}}
        tricks[name.replace("/", "_").replace(":", "")] = {
            **parts,
            "backup.json": json.dumps(more).encode(),
            name: b"x",
        }
    for name, content in tricks.items():
        with zipfile.ZipFile(folder / name, "w") as zip_:
            for part, inside in content.items():
                zip_.writestr(part, inside)
        yield folder / name


def test_a_file_that_is_no_backup_changes_nothing(tmp_path: Path):
    store = SqlStore.at(tmp_path / "mine")
    table = seated("Ada", "Ben", store=store)
    for file in _bad_files(tmp_path):
        with pytest.raises(BadBackup) as caught:
            restore(store, tmp_path / "mine", file)
        assert "\n" not in caught.value.text
    assert Tables(store, games=ToyGames()).look(table.code).rev == 3
    store.close()
    assert not (tmp_path / "outside").exists()


def test_the_commands_save_and_bring_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    data, file = tmp_path / "data", tmp_path / "saved.zip"
    store = SqlStore.at(data)
    table = seated("Ada", "Ben", store=store)
    assert main(["backup", str(file), "--data", str(data)]) == 0, "while somebody has the tables open"
    store.close()
    for path in data.glob("tables.sqlite*"):
        path.write_bytes(b"garbage" * 999)
    assert main(["backup", str(tmp_path / "no.zip"), "--data", str(data)]) == 1
    assert "tablewright restore" in capsys.readouterr().err
    assert main(["restore", str(file), "--data", str(data)]) == 0
    assert "1 table brought back" in capsys.readouterr().out
    again = SqlStore.at(data)
    assert Tables(again, games=ToyGames()).look(table.code, [table.tokens[0]]).held == (0,)
    again.close()
    assert main(["restore", str(tmp_path / "none.zip"), "--data", str(data)]) == 1
    assert main(["backup", str(file), "--data", str(tmp_path / "nowhere")]) == 1
    assert read_about(file)["tables"] == 1


def test_a_server_that_runs_brings_a_backup_back_and_everybody_hears_of_it(tmp_path: Path):
    store = SqlStore.at(tmp_path)
    table = seated("Ada", "Ben", store=store)
    save(store, tmp_path, tmp_path / "saved.zip")
    heard: list[Signal] = []
    table.count(0)
    listening = table.tables.subscribe(table.code, [], heard.append)
    stop = restore_requests.watch(table.tables.registry, store, tmp_path, every_s=0.01)
    with claim(tmp_path):
        count, before = restore_requests.ask(tmp_path, tmp_path / "saved.zip")
        assert (count, before.exists()) == (1, True)
        with pytest.raises(JobError, match="no backup"):
            restore_requests.ask(tmp_path, before.parent.parent / "tables.sqlite")
    stop.set()
    assert heard[-1].rev == table.look().rev == 5
    assert table.count(1).rev == 6
    listening.close()
    store.close()


def test_a_table_read_while_a_backup_is_brought_back_is_not_taken_for_a_damaged_one(tmp_path: Path):
    store = SqlStore.at(tmp_path)
    table = seated("Ada", "Ben", store=store)
    save(store, tmp_path, tmp_path / "saved.zip")
    stop, problems = threading.Event(), []

    def look() -> None:
        while not stop.is_set():
            try:
                Tables(store, games=ToyGames()).look(table.code)
            except Trouble as trouble:
                problems.append(trouble.text)

    def play() -> None:
        while not stop.is_set():
            try:
                table.count(0)
            except StoreBusy:
                pass  # said and asked again; nothing was counted
            except Trouble as trouble:
                problems.append(trouble.text)

    threads = [threading.Thread(target=work) for work in (look, look, play)]
    for thread in threads:
        thread.start()
    for _ in range(12):
        restore(store, tmp_path, tmp_path / "saved.zip")
    stop.set()
    for thread in threads:
        thread.join()
    assert problems == []
    assert store.damaged() == {}
    store.close()
