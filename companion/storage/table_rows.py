"""One table's rows as they lie in the database, read so that one bad place costs no more than what lies there."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from companion.storage.chain import seal
from companion.storage.engine import is_damage
from companion.storage.schema import ASKS, CHECKPOINTS, ENTRIES, HEADS, KEYS, TABLES
from companion.storage.store_protocol import Ask, CheckpointRow, EntryRow, Head, Key, TableRow

log = logging.getLogger(__name__)
_ENTRY = (ENTRIES.c.rev, ENTRIES.c.id, ENTRIES.c.at, ENTRIES.c.by, ENTRIES.c.body, ENTRIES.c.told, ENTRIES.c.chain)


@dataclass(frozen=True, slots=True)
class Found:
    """What there is of a table; ``entries`` with the digests they were kept with, ``head`` None where it is gone."""

    row: TableRow
    entries: tuple[tuple[EntryRow, str], ...]
    keys: tuple[Key, ...]
    asks: tuple[Ask, ...]
    head: Head | None
    checkpoints: tuple[CheckpointRow, ...]


def read(connection: sa.Connection, code: str) -> Found | None:
    """The table, None where there is none. Raises DBAPIError where not even that can be told."""
    row = connection.execute(sa.select(TABLES).where(TABLES.c.code == code)).first()
    if row is None:
        return None
    there = entries(connection, code)
    return Found(
        TableRow(*row),
        there,
        keys(connection, code),
        asks(connection, code),
        head(connection, code),
        checkpoints(connection, code, there),
    )


def keys(connection: sa.Connection, code: str) -> tuple[Key, ...]:
    """What opens the table's seats."""
    query = sa.select(KEYS.c.digest, KEYS.c.kind, KEYS.c.seat, KEYS.c.until).where(KEYS.c.code == code)
    return tuple(Key(*found) for found in _rows(connection, query))


def asks(connection: sa.Connection, code: str) -> tuple[Ask, ...]:
    """The phones that ask the host for a seat, in the order in which they asked."""
    query = sa.select(ASKS.c.id, ASKS.c.seat, ASKS.c.number, ASKS.c.digest, ASKS.c.at).where(ASKS.c.code == code)
    return tuple(Ask(*found) for found in _rows(connection, query.order_by(ASKS.c.at)))


def head(connection: sa.Connection, code: str, *, held: bool = False) -> Head | None:
    """What is noted of its newest entry beside the entries; ``held`` until the transaction ends."""
    query = sa.select(HEADS.c.rev, HEADS.c.chain, HEADS.c.version).where(HEADS.c.code == code)
    query = query.with_for_update() if held else query
    return next((Head(*found) for found in _rows(connection, query)), None)


def heads(connection: sa.Connection) -> dict[str, Head]:
    """The heads of all tables."""
    found = connection.execute(sa.select(HEADS.c.code, HEADS.c.rev, HEADS.c.chain, HEADS.c.version))
    return {code: Head(rev, chain, version) for code, rev, chain, version in found}


def newest(connection: sa.Connection) -> dict[str, tuple[int, Head | None]]:
    """Of all tables the newest entry there is, and the head."""
    last = sa.select(sa.func.max(ENTRIES.c.rev)).where(ENTRIES.c.code == TABLES.c.code).scalar_subquery()
    known = heads(connection)
    found = connection.execute(sa.select(TABLES.c.code, sa.func.coalesce(last, 0)))
    return {code: (rev, known.get(code)) for code, rev in found}


def entries(connection: sa.Connection, code: str, *, after: int = 0) -> tuple[tuple[EntryRow, str], ...]:
    """The entries after a rev with the digests they were kept with, up to the first that cannot be read."""
    query = sa.select(*_ENTRY).where(ENTRIES.c.code == code, ENTRIES.c.rev > after).order_by(ENTRIES.c.rev)
    try:
        return tuple((EntryRow(*found[:-1]), found[-1]) for found in connection.execute(query))
    except DBAPIError as error:
        if not is_damage(error):
            raise
        log.warning("table %s: its entries cannot be read at once (%s)", code, error.orig)
    return _up_to_the_bad_place(connection, code, after)


def checkpoints(
    connection: sa.Connection, code: str, there: Sequence[tuple[EntryRow, str]]
) -> tuple[CheckpointRow, ...]:
    """The checkpoints that belong to these entries and are as they were kept."""
    columns = CHECKPOINTS.c
    query = sa.select(columns.rev, columns.edition, columns.body, columns.chain, columns.digest)
    found = []
    for rev, edition, body, chain, digest in _rows(connection, query.where(columns.code == code)):
        if type(rev) is not int or type(edition) is not str or type(body) is not bytes:
            continue
        row = CheckpointRow(rev, edition, body)
        if 0 < rev <= len(there) and there[rev - 1][1] == chain and digest == seal(chain, row):
            found.append(row)
    return tuple(found)


def _up_to_the_bad_place(connection: sa.Connection, code: str, after: int) -> tuple[tuple[EntryRow, str], ...]:
    """The entries one by one, until one cannot be read: on a damaged page, or with bytes that are no text."""
    whole: list[tuple[EntryRow, str]] = []
    while True:
        query = sa.select(*_ENTRY).where(ENTRIES.c.code == code, ENTRIES.c.rev == after + len(whole) + 1)
        try:
            found = connection.execute(query).first()
        except DBAPIError as error:
            if not is_damage(error):
                raise
            return tuple(whole)
        if found is None:
            return tuple(whole)
        whole.append((EntryRow(*found[:-1]), found[-1]))


def _rows(connection: sa.Connection, query: Any) -> list[Any]:
    """Rows of what a table can do without: of a damaged page there are none."""
    try:
        return list(connection.execute(query))
    except DBAPIError as error:
        if not is_damage(error):
            raise
        log.warning("something that belongs to a table cannot be read (%s)", error.orig)
        return []


def entry_values(entry: EntryRow) -> dict[str, Any]:
    """An entry's columns, but for its table and its digest."""
    names = ("rev", "id", "at", "by", "body", "told")
    return {name: getattr(entry, name) for name in names}


def of_table(connection: sa.Connection, table: sa.Table, code: str) -> list[dict[str, Any]]:
    """Rows of another of the database's tables that belong to this one, as far as they can be read."""
    names = [column.name for column in table.columns]
    rows = _rows(connection, sa.select(table).where(table.c.code == code))
    return [dict(zip(names, row, strict=True)) for row in rows]
