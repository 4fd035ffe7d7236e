"""Connections to a database, and what it says in words for people."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from companion.errors import StoreBusy, StoreFull, Trouble

BUSY_MS = 2000
CONNECTIONS = 15
"""So many a process has to a database server at most, and keeps: as many as SQLAlchemy has by itself, which closes
all but five of them after use. A new one costs the server a process of its own, more than the look it is opened for."""


def open_engine(url: str) -> sa.Engine:
    """An engine for the URL; a transaction that writes says so by ``tablewright_writes``. Raises StoreFull."""
    try:
        if url.startswith("sqlite"):
            engine = sa.create_engine(url)
        else:
            engine = sa.create_engine(
                url, pool_pre_ping=True, pool_size=CONNECTIONS, max_overflow=0, pool_use_lifo=True
            )
    except (sa.exc.ArgumentError, ImportError) as error:
        text = f"The database address cannot be used ({error}); it looks like postgresql+psycopg://user@host/name."
        raise StoreFull(text.replace("\n", " "), "store_address") from error
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _on_connect)
        sa.event.listen(engine, "begin", _on_begin)
    return engine


def _on_connect(connection: sqlite3.Connection, _record: object) -> None:
    # We say ourselves when a transaction begins: the driver would begin it at the first change only.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout={BUSY_MS}")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _on_begin(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get("tablewright_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


_READ_ONLY = (
    "The computer that keeps the table may not write to its own memory; nothing was changed. "
    "Make the data folder writable there, then try again."
)
_DAMAGED = (
    "The file the tables are kept in is damaged or is something else; bring a backup back with tablewright restore, "
    "move it away, or choose another folder with --data."
)
_UNUSABLE = "The table's memory cannot be used just now; nothing was changed. Look at the computer that keeps it."


@contextmanager
def in_words(engine: sa.Engine) -> Iterator[None]:
    """Turn what a database says into StoreBusy and StoreFull, and start over with fresh connections."""
    try:
        yield
    except PoolTimeoutError as error:  # all connections wait for a database that does not answer
        raise StoreBusy from error
    except DBAPIError as error:
        # A connection opened on a read-only file stays read-only after the file is writable again.
        engine.dispose()
        raise _trouble(error.orig) from error


def is_damage(error: DBAPIError) -> bool:
    """Whether SQLite says that a place of the file cannot be what was written there."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    # Bytes that are no text are told by the driver, which has no code for it.
    return code & 0xFF in _CORRUPT if code is not None else "decode" in str(error.orig).lower()


_CORRUPT = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


def _trouble(error: Any) -> Trouble:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    state = getattr(error, "sqlstate", None)
    if code == sqlite3.SQLITE_FULL or state == "53100":
        return StoreFull()
    if code == sqlite3.SQLITE_IOERR:
        return StoreFull("The computer that keeps the table cannot write to its disk; nothing was changed.")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM) or state == "25006":
        return StoreFull(_READ_ONLY, "store_read_only")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreBusy()
    if code in _CORRUPT:
        return StoreFull(_DAMAGED, "store_damaged")
    return StoreBusy(_UNUSABLE)
