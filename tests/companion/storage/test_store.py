"""What every store promises, and what SQLite does when the disk does not want to."""

from __future__ import annotations

import sqlite3
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from memory_store import MemoryStore
from postgres_schema import empty_schema
from toy_game import Counted, ToyGames
from toy_tables import fresh_id, seated, texts

from companion.errors import StoreBusy, StoreFull, Trouble
from companion.storage.data_folder import claim
from companion.storage.engine import in_words
from companion.storage.sql_store import SqlStore
from companion.storage.store_protocol import Ask, CodeTaken, Commit, EntryRow, Key, MovedOn, Recent, Store, TableRow
from companion.table.tables import Tables

ROW = TableRow("KR7TQX", "toy", "play", '{"a": true}', 1_800_000_000.125)
OTHER = replace(ROW, code="BBBBBB")
ENTRY = EntryRow(1, "one", 1_800_000_001.000001, None, '{"type": "counted", "args": {"name": "\\u0000 🐉"}}')
KEY = Key("d" * 64, "seat", 2)


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made = {
        "memory": MemoryStore,
        "sqlite": lambda: SqlStore.at(tmp_path),
        "postgres": lambda: SqlStore(empty_schema("store")),
    }[request.param]()
    yield made
    made.close()


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[SqlStore]:
    made = SqlStore.at(tmp_path)
    yield made
    made.close()


# --- every store -------------------------------------------------------------------------------------------------


def test_what_was_written_is_read_back_exactly(store: Store):
    later = EntryRow(2, "two", 1_800_000_002.5, 3, "{}")
    link = Key("e" * 64, "host_link", None, 1_800_000_900.5)
    store.write(Commit(ROW.code, (ENTRY,), (KEY,), create=ROW))
    store.write(Commit(ROW.code, (later,), (link,)))
    kept = store.load(ROW.code)
    assert kept is not None
    assert (kept.row, kept.entries, set(kept.keys)) == (ROW, (ENTRY, later), {KEY, link})


def test_a_phone_asks_until_it_is_answered(store: Store):
    one, two = Ask("a", 1, 42, "f" * 64, 1_800_000_003.25), Ask("b", 0, 17, "9" * 64, 1_800_000_004.0)
    store.write(Commit(ROW.code, create=ROW))
    store.write(Commit(ROW.code, asks=(one,)))
    store.write(Commit(ROW.code, asks=(two,)))
    kept = store.load(ROW.code)
    assert kept is not None
    assert kept.asks == (one, two)
    store.write(Commit(ROW.code, answered=("a", "never asked")))
    kept = store.load(ROW.code)
    assert kept is not None
    assert kept.asks == (two,)


def test_the_last_word_under_a_name_is_remembered(store: Store):
    assert store.remembered("address") == ""
    store.remember("address", "10.0.0.4")
    store.remember("address", "192.168.1.20")
    assert store.remembered("address") == "192.168.1.20"
    assert store.remembered("else") == ""


def test_an_unknown_code_is_none(store: Store):
    assert store.load("ZZZZZZ") is None


def test_a_code_is_given_once(store: Store):
    store.write(Commit(ROW.code, create=ROW))
    with pytest.raises(CodeTaken):
        store.write(Commit(ROW.code, (ENTRY,), create=replace(ROW, game="else")))
    kept = store.load(ROW.code)
    assert kept is not None
    assert (kept.row, kept.entries) == (ROW, ())


def test_a_rev_is_written_once_and_all_of_a_commit_or_nothing(store: Store):
    store.write(Commit(ROW.code, (ENTRY,), create=ROW))
    again = (replace(ENTRY, rev=1, id="new"), replace(ENTRY, rev=2, id="newer"))
    with pytest.raises(MovedOn):
        store.write(Commit(ROW.code, again, (KEY,)))
    kept = store.load(ROW.code)
    assert kept is not None
    assert (kept.entries, kept.keys) == ((ENTRY,), ())


def test_keys_are_replaced_and_dropped(store: Store):
    store.write(Commit(ROW.code, put=(KEY, Key("f" * 64, "host")), create=ROW))
    store.write(Commit(ROW.code, put=(replace(KEY, seat=0),), drop=("f" * 64, "unknown")))
    kept = store.load(ROW.code)
    assert kept is not None
    assert kept.keys == (replace(KEY, seat=0),)


def test_tables_do_not_touch_one_another(store: Store):
    store.write(Commit(ROW.code, (ENTRY,), (KEY,), create=ROW))
    store.write(Commit(OTHER.code, (ENTRY,), create=OTHER))
    store.write(Commit(OTHER.code, drop=(KEY.digest,)))
    kept = store.load(ROW.code)
    assert kept is not None
    assert kept.keys == (KEY,)


def test_recent_tables_come_newest_first_by_their_last_entry(store: Store):
    store.write(Commit(ROW.code, create=ROW))
    store.write(Commit(OTHER.code, create=replace(OTHER, made_at=ROW.made_at - 50)))
    store.write(Commit(OTHER.code, (replace(ENTRY, at=ROW.made_at + 50),)))
    used = [Recent(replace(OTHER, made_at=ROW.made_at - 50), ROW.made_at + 50), Recent(ROW, ROW.made_at)]
    assert list(store.recent(0, 9)) == used
    assert list(store.recent(0, 1)) == used[:1]
    assert list(store.recent(ROW.made_at + 1, 9)) == used[:1]


def test_many_threads_write_many_tables_and_every_commit_counts(store: Store):
    rows = [replace(ROW, code=f"BBBBB{letter}") for letter in "BCDF"]
    for row in rows:
        store.write(Commit(row.code, create=row))

    def write(code: str) -> None:
        for rev in range(1, 21):
            store.write(Commit(code, (EntryRow(rev, f"{rev}", 0.0, 0, "{}"),)))

    threads = [threading.Thread(target=write, args=(row.code,)) for row in rows]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for row in rows:
        kept = store.load(row.code)
        assert kept is not None
        assert [entry.rev for entry in kept.entries] == list(range(1, 21))


def test_one_commit_that_does_not_fit_costs_no_other_its_place(store: Store):
    store.write(Commit(ROW.code, (ENTRY,), create=ROW))
    store.write(Commit(OTHER.code, create=OTHER))
    outcomes: list[str] = []

    def write(commit: Commit) -> None:
        try:
            store.write(commit)
            outcomes.append("kept")
        except MovedOn:
            outcomes.append("moved on")

    good = [Commit(OTHER.code, (EntryRow(1, "good", 0.0, 0, "{}"),))]
    bad = [Commit(ROW.code, (replace(ENTRY, id=f"bad{n}"),)) for n in range(8)]
    threads = [threading.Thread(target=write, args=(commit,)) for commit in (*bad, *good)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["kept"] + ["moved on"] * 8


def test_a_whole_game_goes_on_after_a_restart(store: Store):
    table = seated("Ada", "Ben", store=store)
    table.pick(0, 5)
    undone = table.undo(1)
    again = Tables(store, games=ToyGames())
    look = again.look(table.code, [table.tokens[0]])
    assert (look.rev, look.viewer) == (undone, 0)
    assert texts(look)[-1] == "Taken back: Ada picked 5 card"
    assert again.look(table.code, [table.host]).host
    again.submit(table.code, [table.tokens[1]], id=fresh_id(), event=Counted(2))
    assert again.look(table.code).rev == undone + 1


def test_a_second_server_on_the_same_tables_never_numbers_an_entry_twice(store: Store):
    table = seated("Ada", "Ben", store=store)
    other = Tables(store, games=ToyGames())
    other.look(table.code)
    table.count(0)
    other.submit(table.code, [table.tokens[1]], id="late", event=Counted(2))
    assert texts(other.look(table.code))[-2:] == ["counted 1", "counted 2"]


# --- SQLite and the disk -----------------------------------------------------------------------------------------


def _file(store: SqlStore) -> str:
    assert store.engine.url.database
    return store.engine.url.database


def test_only_digests_of_tokens_are_on_disk(sqlite: SqlStore):
    table = seated("Ada", "Ben", store=sqlite)
    secret = table.tables.hand_over(table.code, [table.host], 1)
    folder = Path(_file(sqlite)).parent
    data = b"".join(path.read_bytes() for path in folder.iterdir())
    assert b"Ada" in data
    for token in (*table.tokens, table.host, secret):
        assert token.encode() not in data


def test_commits_are_durable_in_wal_mode(sqlite: SqlStore):
    with sqlite.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def test_a_locked_database_is_said_kindly_and_works_again(sqlite: SqlStore, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("companion.storage.engine.BUSY_MS", 50)
    sqlite.engine.dispose()
    table = seated("Ada", "Ben", store=sqlite)
    before = table.look(0)
    with sqlite3.connect(_file(sqlite), isolation_level=None) as blocker:
        blocker.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match="nothing was changed"):
            table.count(0, id="waits")
        assert table.look(0) == before
        blocker.execute("ROLLBACK")
    blocker.close()
    assert table.count(0, id="waits").rev == before.rev + 1


def test_a_full_disk_is_said_kindly_and_no_entry_is_half_written(sqlite: SqlStore):
    table = seated("Ada", "Ben", store=sqlite)
    pages = 0

    def limit(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")

    sa.event.listen(sqlite.engine, "connect", limit)
    pages = 1  # SQLite takes the number of pages there are where it is more
    sqlite.engine.dispose()
    accepted: list[int] = []

    def count_until_full() -> None:
        for number in range(2000):
            accepted.append(table.count(0, id=f"full-{number}").rev)

    with pytest.raises(StoreFull, match="disk of the computer that keeps the table is full"):
        count_until_full()
    assert accepted == list(range(4, 4 + len(accepted)))
    assert table.look(0).rev == Tables(sqlite, games=ToyGames()).look(table.code).rev == accepted[-1]
    pages = 1_000_000
    sqlite.engine.dispose()
    assert table.count(0, id=f"full-{len(accepted)}").rev == accepted[-1] + 1


def test_a_read_only_database_is_said_kindly_and_works_again(sqlite: SqlStore):
    table = seated("Ada", "Ben", store=sqlite)
    only = "ON"

    def read_only(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute(f"PRAGMA query_only={only}")

    sa.event.listen(sqlite.engine, "connect", read_only)
    sqlite.engine.dispose()
    rev = table.look(0).rev
    with pytest.raises(StoreFull, match="Make the data folder writable"):
        table.count(0, id="later")
    with pytest.raises(StoreFull):
        table.tables.open("toy")
    assert table.look(0).rev == rev
    only = "OFF"
    assert table.count(0, id="later").rev == rev + 1


def test_a_file_that_is_no_database_is_said_in_one_sentence(tmp_path: Path):
    (tmp_path / "tables.sqlite").write_bytes(b"not a database at all" * 100)
    with pytest.raises(Trouble, match=r"tables\.sqlite: .*damaged.*--data"):
        SqlStore.at(tmp_path)


def test_tables_of_a_newer_version_are_left_alone(tmp_path: Path):
    SqlStore.at(tmp_path).close()
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        connection.execute("UPDATE tablewright SET schema = 99")
    connection.close()
    with pytest.raises(Trouble, match="newer Tablewright"):
        SqlStore.at(tmp_path)


def test_a_data_folder_that_is_a_file_names_the_cure(tmp_path: Path):
    (tmp_path / "data").write_text("here already")
    for use in (SqlStore.at, claim):
        with pytest.raises(Trouble, match="choose another folder with --data"):
            use(tmp_path / "data")


@pytest.mark.parametrize("url", ["nonsense", "oracle://x", "postgresql+psycopg://", "sqlite+nothing:///x"])
def test_a_database_address_that_cannot_be_used_is_said_in_words(url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PGCONNECT_TIMEOUT", "1")
    monkeypatch.setenv("PGPORT", "1")
    with pytest.raises(Trouble) as caught:
        SqlStore(url)
    assert "\n" not in caught.value.text


def test_one_data_folder_serves_one_process_at_a_time(tmp_path: Path):
    first = claim(tmp_path)
    with pytest.raises(Trouble, match="running"):
        claim(tmp_path)
    first.close()
    claim(tmp_path).close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a person's folder from others by itself")
def test_nobody_else_on_the_computer_may_look_into_the_data(tmp_path: Path):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    (folder / "tables.sqlite").touch(mode=0o644)
    store = SqlStore.at(folder)
    store.remember("a", "b")
    modes = {path.name: path.stat().st_mode & 0o777 for path in (folder, *folder.iterdir())}
    assert modes.pop("data") == 0o700
    assert {"tables.sqlite", "tables.sqlite-wal", "heads.sqlite"} <= modes.keys()
    assert set(modes.values()) == {0o600}
    store.close()


# --- connections to a database server ------------------------------------------------------------------------------


def test_many_who_look_at_once_do_not_open_connections_anew_each_time():
    store = SqlStore(empty_schema("connections"))
    opened: list[object] = []
    sa.event.listen(store.engine, "connect", lambda *made: opened.append(made))

    def ten_at_once() -> int:
        """How many connections are new for ten who all look at the same moment."""
        before, together = len(opened), threading.Barrier(10)

        def look() -> None:
            with store.engine.connect() as connection:
                connection.execute(sa.text("SELECT 1"))
                together.wait(60)  # nobody lets go before all have one

        threads = [threading.Thread(target=look) for _ in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return len(opened) - before

    try:
        ten_at_once()
        assert ten_at_once() == 0
    finally:
        store.close()


def test_a_database_whose_connections_are_all_taken_is_busy():
    engine = sa.create_engine("sqlite://", poolclass=sa.QueuePool, pool_size=1, max_overflow=0, pool_timeout=0.01)
    with engine.connect(), pytest.raises(StoreBusy), in_words(engine), engine.connect():
        pass
    engine.dispose()
