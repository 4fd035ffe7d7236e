"""All tables copied out of a database, as they are at one moment, and put in the place of those in another.

Row by row and not page by page: so SQLite and PostgreSQL read each other's, and of a damaged file everything is saved
that can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from companion.storage import table_rows
from companion.storage.engine import in_words, open_engine
from companion.storage.schema import ENTRIES, HEADS, KEYS, LAID_ASIDE, META, NOTES, RESULTS, TABLES, prepare
from companion.storage.sql_store import SqlStore, apply
from companion.storage.store_protocol import Commit, EntryRow, Head

CHUNK = 500
_COPIED = (TABLES, ENTRIES, KEYS, META.tables["asks"], RESULTS, HEADS, LAID_ASIDE, NOTES)
"""In an order in which each may name those before it. What can be worked out again is left out."""
GoingOn = Callable[[int, int], tuple[EntryRow, ...]]
"""The entries that have a table stand after a rev, where phones have seen it at a later one."""


def copy_out(store: SqlStore, target: Path) -> int:
    """Copy all tables into a new SQLite file. Returns how many there are. Raises StoreBusy, StoreFull."""
    engine = open_engine(f"sqlite:///{target.resolve()}")
    try:
        with in_words(engine), _written(engine) as into:
            prepare(into)
            noted = store.noted()
            with in_words(store.engine), store.reading() as source:
                codes = list(source.scalars(sa.select(TABLES.c.code).order_by(TABLES.c.code)))
                for code in codes:
                    _copy_table(source, into, code, noted.get(code))
                for table in (LAID_ASIDE, NOTES):
                    _copy_rows(source, into, table)
        with in_words(engine), engine.connect() as connection:
            raw: Any = connection.connection.driver_connection
            raw.execute("PRAGMA journal_mode=DELETE")
    finally:
        engine.dispose()
    return len(codes)


def bring_back(store: SqlStore, source: Path, going_on: GoingOn) -> int:
    """Have the store hold the tables of that file, of an older version too, and no others, in one transaction.

    A table that has moved on since the copy goes on after it by the entries of ``going_on(rev of the copy, rev of
    now)``: whoever has seen the later ones hears of it. The file is changed where it has an older version. Raises
    Trouble for one of a newer version or one that cannot be read; then nothing has changed.
    """
    engine = open_engine(f"sqlite:///{source.resolve()}")
    count = 0

    def replace(into: sa.Connection) -> None:
        nonlocal count
        before = _furthest(table_rows.heads(into), store.noted())
        version = max((head.version for head in before.values()), default=0)
        for table in reversed(META.sorted_tables):
            if table.name != "tablewright":
                into.execute(sa.delete(table))
        with in_words(engine), engine.connect() as copied:
            for table in _COPIED:
                _copy_rows(copied, into, table)
            # Whoever has a table in memory must notice, whichever version it had.
            into.execute(sa.update(HEADS).values(version=HEADS.c.version + version + 1))
            now = table_rows.heads(into)
        count = len(now)
        for code, head in now.items():
            was = before.get(code)
            if was is not None and (was.rev, was.chain) != (head.rev, head.chain) and was.rev >= head.rev:
                apply(into, Commit(code, going_on(head.rev, was.rev)))

    try:
        with in_words(engine), _written(engine) as connection:
            prepare(connection)
        store.alone(replace)
    finally:
        engine.dispose()
    return count


def _written(engine: sa.Engine) -> Any:
    return engine.execution_options(tablewright_writes=True).begin()


def _furthest(heads: dict[str, Head], noted: dict[str, Head]) -> dict[str, Head]:
    further = {code: head for code, head in noted.items() if code not in heads or heads[code].rev < head.rev}
    return {**heads, **further}


def _copy_table(source: sa.Connection, into: sa.Connection, code: str, noted: Head | None) -> None:
    """One table with all that belongs to it, as far as it can be read; its head says what is missing."""
    found = table_rows.read(source, code)
    if found is None:
        return
    row = found.row
    values = {"code": code, "game": row.game, "mode": row.mode, "options": row.options, "made_at": row.made_at}
    into.execute(sa.insert(TABLES), values)
    _insert(into, ENTRIES, ({"code": code, **table_rows.entry_values(e), "chain": c} for e, c in found.entries))
    head = found.head
    if noted is not None and (head is None or head.rev < noted.rev):
        head = Head(noted.rev, noted.chain, head.version if head else 0)
    if head is not None:
        into.execute(sa.insert(HEADS), {"code": code, "rev": head.rev, "chain": head.chain, "version": head.version})
    for table in (KEYS, META.tables["asks"], RESULTS):
        _insert(into, table, table_rows.of_table(source, table, code))


def _copy_rows(source: sa.Connection, into: sa.Connection, table: sa.Table) -> None:
    # Its numbers are given anew: PostgreSQL would not know that some are taken.
    names = [column.name for column in table.columns if table is not LAID_ASIDE or column.name != "number"]
    rows = source.execution_options(yield_per=CHUNK).execute(sa.select(*(table.c[name] for name in names)))
    _insert(into, table, (dict(zip(names, row, strict=True)) for row in rows))


def _insert(into: sa.Connection, table: sa.Table, rows: Iterable[dict[str, Any]]) -> None:
    left = iter(rows)
    while chunk := list(islice(left, CHUNK)):
        into.execute(sa.insert(table), chunk)
