"""The database tables are kept in: what it holds, how it is opened, and what it says, in our words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from companion.errors import StoreBusy, StoreFull, Trouble

SCHEMA = 1
BUSY_MS = 2000
_CODE = sa.String(6)

_meta = sa.MetaData()
_about = sa.Table("tablewright", _meta, sa.Column("schema", sa.Integer, primary_key=True))
TABLES = sa.Table(
    "tables",
    _meta,
    sa.Column("code", _CODE, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("mode", sa.Text, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("made_at", sa.Double, nullable=False),
)
ENTRIES = sa.Table(
    "entries",
    _meta,
    sa.Column("code", _CODE, sa.ForeignKey("tables.code"), primary_key=True),
    sa.Column("rev", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("id", sa.String(64), nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("by", sa.Integer),
    sa.Column("body", sa.Text, nullable=False),
    sa.UniqueConstraint("code", "id"),
)
KEYS = sa.Table(
    "keys",
    _meta,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("code", _CODE, sa.ForeignKey("tables.code"), nullable=False, index=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("until", sa.Double),
)
ASKS = sa.Table(
    "asks",
    _meta,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("code", _CODE, sa.ForeignKey("tables.code"), nullable=False, index=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)
NOTES = sa.Table(
    "notes",
    _meta,
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)


def open_engine(url: str) -> sa.Engine:
    """An engine for the URL; a transaction that writes says so by ``tablewright_writes``. Raises StoreFull."""
    try:
        engine = sa.create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
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


def prepare(engine: sa.Engine) -> None:
    """Make the database ready. Raises Trouble where a newer Tablewright has changed it."""
    with engine.connect().execution_options(tablewright_writes=True) as connection, connection.begin():
        _meta.create_all(connection)
        found = connection.execute(sa.select(_about.c.schema)).scalar()
        if found is None:
            connection.execute(sa.insert(_about), {"schema": SCHEMA})
        elif found > SCHEMA:
            raise Trouble("store_newer", "These tables were kept by a newer Tablewright; update this one to open them.")


_READ_ONLY = (
    "The computer that keeps the table may not write to its own memory; nothing was changed. "
    "Make the data folder writable there, then try again."
)
_DAMAGED = (
    "The file the tables are kept in is damaged or is something else; move it away, or choose another folder with "
    "--data."
)
_UNUSABLE = "The table's memory cannot be used just now; nothing was changed. Look at the computer that keeps it."


@contextmanager
def in_words(engine: sa.Engine) -> Iterator[None]:
    """Turn what a database says into StoreBusy and StoreFull, and start over with fresh connections."""
    try:
        yield
    except DBAPIError as error:
        # A connection opened on a read-only file stays read-only after the file is writable again.
        engine.dispose()
        raise _trouble(error.orig) from error


def _trouble(error: Any) -> Trouble:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    state = getattr(error, "sqlstate", None)
    if code == sqlite3.SQLITE_FULL or state == "53100":
        return StoreFull()
    if code == sqlite3.SQLITE_IOERR:
        return StoreFull("The disk of the computer that keeps the table does not take anything; nothing was changed.")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM) or state == "25006":
        return StoreFull(_READ_ONLY, "store_read_only")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreBusy()
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return StoreFull(_DAMAGED, "store_damaged")
    return StoreBusy(_UNUSABLE)
