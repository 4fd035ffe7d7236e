"""What a disk loses or changes: the table it belongs to is set aside with a sentence, and all others open."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest
from toy_game import ToyGames
from toy_tables import Seated, fresh_id, seated, texts

from companion.errors import NoTable, NotYours, SetAside, Trouble
from companion.storage.schema import SCHEMA
from companion.storage.sql_store import SqlStore
from companion.storage.store_protocol import CheckpointRow, Commit, Damage
from companion.table.tables import Tables


class Kept:
    """Two tables on disk, the second of which is left alone; ``rev`` is the first one's newest entry."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        store = SqlStore.at(folder)
        self.one, self.two = (seated("Ada", "Ben", store=store) for _ in range(2))
        for _ in range(5):
            self.one.count(0)
            self.two.count(1)
        self.rev = self.one.look().rev
        store.close()

    def sql(self, statement: str, *values: object) -> None:
        with sqlite3.connect(self.folder / "tables.sqlite") as connection:
            connection.execute(statement, values)
        connection.close()

    def opened(self) -> Tables:
        return Tables(SqlStore.at(self.folder), games=ToyGames())


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


def _look(tables: Tables, table: Seated) -> list[str]:
    return texts(tables.look(table.code, [table.tokens[0]]))


DAMAGES: dict[str, tuple[str, str]] = {
    "in the middle": ("DELETE FROM entries WHERE code = ? AND rev = 5", r"Entries 5 to 8 .* are missing"),
    "at the end": ("DELETE FROM entries WHERE code = ? AND rev > 6", r"Entries 7 to 8 .* are missing"),
    "the last": ("DELETE FROM entries WHERE code = ? AND rev = 8", r"Entry 8 .* is missing"),
    "another number": (
        "UPDATE entries SET body = replace(body, '1', '2') WHERE code = ? AND rev = 6",
        "Entry 6 .* not what",
    ),
    "another sender": ("UPDATE entries SET by = 1 WHERE code = ? AND rev = 6", "Entry 6 .* not what"),
    "another time": ("UPDATE entries SET at = at + 1 WHERE code = ? AND rev = 6", "Entry 6 .* not what"),
    "no time": ("UPDATE entries SET at = 'x' WHERE code = ? AND rev = 6", "Entry 6 .* not what"),
    "no text": ("UPDATE entries SET body = CAST(x'ff00fe' AS TEXT) WHERE code = ? AND rev = 6", "6"),
    "another line": ("UPDATE entries SET told = '{}' WHERE code = ? AND rev = 6", "Entry 6 .* not what"),
    "no digest": ("UPDATE entries SET chain = NULL WHERE code = ? AND rev = 6", "Entry 6 .* not what"),
}


@pytest.mark.parametrize("what", sorted(DAMAGES))
def test_a_damaged_table_is_set_aside_with_a_sentence_and_all_others_open(kept: Kept, what: str):
    statement, sentence = DAMAGES[what]
    kept.sql(statement, kept.one.code)
    tables = kept.opened()
    with pytest.raises(SetAside, match=sentence) as caught:
        tables.look(kept.one.code)
    assert kept.one.code in caught.value.text
    assert len(_look(tables, kept.two)) == kept.rev
    tables.submit(kept.two.code, [kept.two.tokens[0]], id=fresh_id(), event={"type": "counted", "args": {"by": 1}})
    tables.store.close()


def test_its_last_good_state_can_be_looked_at_and_its_host_goes_on_from_there(kept: Kept):
    kept.sql("DELETE FROM entries WHERE code = ? AND rev = 7", kept.one.code)
    tables = kept.opened()
    found = tables.last_good(kept.one.code, [])
    assert found.look is not None
    assert (found.rev, found.look.rev) == (6, 6)
    with pytest.raises(NotYours):
        tables.go_on(kept.one.code, [kept.one.tokens[0]], owner=False)
    assert tables.go_on(kept.one.code, [kept.one.host], owner=False) == kept.rev + 1
    told = _look(tables, kept.one)
    assert told[-3:] == ["Lost: what happened here is not kept any more"] * 2 + [
        "The table goes on from entry 6; what came later was lost on the disk"
    ]
    after = tables.submit(
        kept.one.code, [kept.one.tokens[0]], id=fresh_id(), event={"type": "counted", "args": {"by": 1}}
    )
    assert after.rev == kept.rev + 2
    tables.store.close()
    again = kept.opened()
    assert again.look(kept.one.code).rev == after.rev
    with pytest.raises(NoTable):
        again.go_on(kept.one.code, [kept.one.host], owner=True)
    again.store.close()
    with sqlite3.connect(kept.folder / "tables.sqlite") as connection:
        rows = connection.execute("SELECT code FROM laid_aside").fetchall()
    connection.close()
    assert rows == [(kept.one.code,)], "what came after the hole is kept for whoever looks closely"


def test_what_a_cut_write_ahead_log_takes_along_is_named(tmp_path: Path):
    store = SqlStore.at(tmp_path / "whole")
    first, second = (seated("Ada", "Ben", store=store) for _ in range(2))
    with store.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    first.count(0)
    first.count(1)
    third = seated("Cem", "Dea", store=store)
    # As a machine that dies leaves it: the log not yet taken into the file.
    shutil.copytree(tmp_path / "whole", tmp_path / "cut")
    store.close()
    wal = tmp_path / "cut" / "tables.sqlite-wal"
    wal.write_bytes(wal.read_bytes()[:100])
    again = SqlStore.at(tmp_path / "cut")
    assert again.damaged() == {
        first.code: Damage(3, 5, "missing"),
        third.code: Damage(0, 3, "missing"),
    }
    tables = Tables(again, games=ToyGames())
    with pytest.raises(SetAside, match="Entries 4 to 5"):
        tables.look(first.code)
    with pytest.raises(SetAside, match="may have a backup"):
        tables.look(third.code)
    assert tables.last_good(third.code, []).look is None
    assert tables.look(second.code).rev == 3
    again.close()


@pytest.mark.parametrize("how", ["gone", "garbage"])
def test_a_second_file_that_is_gone_or_cannot_be_read_is_made_anew(kept: Kept, how: str):
    path = kept.folder / "heads.sqlite"
    for one in kept.folder.glob("heads.sqlite*"):
        one.unlink()
    if how == "garbage":
        path.write_bytes(b"nothing of the kind" * 500)
    tables = kept.opened()
    assert tables.store.damaged() == {}
    assert tables.look(kept.one.code).rev == kept.rev
    tables.store.close()
    kept.sql("DELETE FROM entries WHERE code = ? AND rev = ?", kept.one.code, kept.rev)
    kept.sql("UPDATE heads SET rev = rev - 1 WHERE code = ?", kept.one.code)
    again = kept.opened()
    with pytest.raises(SetAside, match=f"Entry {kept.rev} "):
        again.look(kept.one.code)
    again.store.close()


def test_garbage_anywhere_in_the_file_is_a_sentence_and_never_a_wrong_table(tmp_path: Path):
    """Twelve files with a page overwritten: a table is as it was, or set aside, or the file is said to be damaged."""
    seed = random.randrange(1 << 30)
    print(f"seed {seed}")  # noqa: T201 - shown when the test fails
    chance = random.Random(seed)
    kept = Kept(tmp_path / "whole")
    tables = kept.opened()
    right = {table.code: _look(tables, table) for table in (kept.one, kept.two)}
    tables.store.close()
    data = (kept.folder / "tables.sqlite").read_bytes()
    for number in range(12):
        folder = tmp_path / f"hurt {number}"
        shutil.copytree(kept.folder, folder)
        page = chance.randrange(len(data) // 4096)
        hurt = bytearray(data)
        hurt[page * 4096 : page * 4096 + 4096] = chance.randbytes(4096)
        (folder / "tables.sqlite").write_bytes(hurt)
        found = _found(folder, (kept.one, kept.two))
        said = {"set_aside", "store_damaged", "no_game", "unreadable_table", "no_table"}
        assert all((one in said if isinstance(one, str) else one == right[code]) for code, one in found.items()), page


def _found(folder: Path, tables: tuple[Seated, ...]) -> dict[str, list[str] | str]:
    """What becomes of each table: its log, or the code of what is said instead."""
    found: dict[str, list[str] | str] = {}
    try:
        store = SqlStore.at(folder)
    except Trouble as trouble:
        return {table.code: trouble.code for table in tables}
    for table in tables:
        try:
            found[table.code] = texts(Tables(store, games=ToyGames()).look(table.code))
        except Trouble as trouble:
            found[table.code] = trouble.code
    store.close()
    return found


def _as_version(folder: Path, version: int) -> None:
    """The database as that version of Tablewright kept it."""
    with sqlite3.connect(folder / "tables.sqlite") as connection:
        connection.execute("UPDATE tablewright SET schema = ?", (version,))
        for name in ("heads", "laid_aside", *(["results"] if version < 3 else [])):
            connection.execute(f"DROP TABLE {name}")
        for name in ("chain", *(["told"] if version < 2 else [])):
            connection.execute(f"ALTER TABLE entries DROP COLUMN {name}")
    connection.close()
    for path in folder.glob("heads.sqlite*"):
        path.unlink()


@pytest.mark.parametrize("version", [1, 2, 3])
def test_tables_of_older_versions_are_brought_forward(kept: Kept, version: int):
    tables = kept.opened()
    before = [_look(tables, table) for table in (kept.one, kept.two)]
    tables.store.close()
    _as_version(kept.folder, version)
    again = kept.opened()
    assert [_look(again, table) for table in (kept.one, kept.two)] == before
    assert again.store.damaged() == {}
    again.submit(kept.one.code, [kept.one.tokens[0]], id=fresh_id(), event={"type": "counted", "args": {"by": 1}})
    again.store.close()
    with sqlite3.connect(kept.folder / "tables.sqlite") as connection:
        assert connection.execute("SELECT schema FROM tablewright").fetchall() == [(SCHEMA,)]
    connection.close()
    kept.sql("UPDATE entries SET at = 1 WHERE code = ? AND rev = 2", kept.one.code)
    once_more = kept.opened()
    with pytest.raises(SetAside):
        once_more.look(kept.one.code)
    once_more.store.close()


def test_a_hole_of_before_the_entries_were_chained_is_found_too(kept: Kept):
    kept.sql("DELETE FROM entries WHERE code = ? AND rev = 4", kept.one.code)
    _as_version(kept.folder, 3)
    tables = kept.opened()
    with pytest.raises(SetAside, match="Entries 4 to 8"):
        tables.look(kept.one.code)
    tables.store.close()


def test_while_nobody_writes_the_log_is_taken_into_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("companion.storage.sql_store.IDLE_S", 0.05)
    store = SqlStore.at(tmp_path)
    seated("Ada", "Ben", store=store)
    _until(lambda: (tmp_path / "tables.sqlite-wal").stat().st_size == 0)
    store.close()


def _until(holds: Callable[[], bool]) -> None:
    """Wait for something another thread does in its own time."""
    for _ in range(12_000):
        if holds():
            return
        sleep(0.01)
    raise AssertionError("waited in vain")


def test_a_damaged_checkpoint_is_not_given_back_and_harms_no_table(kept: Kept):
    store = SqlStore.at(kept.folder)
    good = CheckpointRow(6, "these rules", b"what it came to")
    store.write(Commit(kept.one.code, checkpoints=(CheckpointRow(5, "these rules", b"before"), good)))
    found = store.load(kept.one.code)
    assert found is not None
    assert [row.rev for row in found.checkpoints] == [5, 6]
    store.close()
    kept.sql("UPDATE checkpoints SET body = x'00' WHERE code = ? AND rev = 5", kept.one.code)
    kept.sql("UPDATE checkpoints SET chain = ? WHERE code = ? AND rev = 6", "0" * 64, kept.one.code)
    store = SqlStore.at(kept.folder)
    found = store.load(kept.one.code)
    assert found is not None
    assert (found.checkpoints, found.damage) == ((), None)
    store.close()
    assert len(_look(kept.opened(), kept.one)) == kept.rev
