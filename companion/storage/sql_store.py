"""Tables in a SQL database: an SQLite file, or PostgreSQL.

One thread writes. It takes everything that waits, commits it at once (one fsync for many tables) and only then
answers; SQLite runs in WAL mode with synchronous=FULL, so what was answered survives a crash and a power cut.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError

from companion.errors import StoreBusy, StoreFull, Trouble
from companion.storage.store_protocol import (
    Ask,
    CodeTaken,
    Commit,
    EntryRow,
    Kept,
    Key,
    MovedOn,
    Recent,
    ResultRow,
    TableRow,
)

SCHEMA = 3
"""2 keeps with an entry the lines it was told by, 3 what a finished game came to."""
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
    sa.Column("told", sa.Text),
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
RESULTS = sa.Table(
    "results",
    _meta,
    sa.Column("code", _CODE, sa.ForeignKey("tables.code"), primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("ended_at", sa.Double, nullable=False, index=True),
    sa.Column("rev", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
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
    """Make the database ready, one of an older version too. Raises Trouble where a newer Tablewright has changed it."""
    with engine.connect().execution_options(tablewright_writes=True) as connection, connection.begin():
        _meta.create_all(connection)
        found = connection.execute(sa.select(_about.c.schema)).scalar()
        if found is None:
            connection.execute(sa.insert(_about), {"schema": SCHEMA})
        elif found > SCHEMA:
            raise Trouble("store_newer", "These tables were kept by a newer Tablewright; update this one to open them.")
        elif found < SCHEMA:
            if found < 2:
                connection.execute(sa.text("ALTER TABLE entries ADD COLUMN told TEXT"))
            connection.execute(sa.update(_about).values(schema=SCHEMA))


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


BATCH = 256


class SqlStore:
    """A ``Store`` over an SQLAlchemy URL. Raises Trouble where the database cannot be opened."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        with in_words(self.engine):
            prepare(self.engine)
        self._queue: SimpleQueue[tuple[Commit, Future[None]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="table writer", daemon=True)
        self._thread.start()

    @classmethod
    def at(cls, folder: Path) -> SqlStore:
        """The store in a data folder, made where there is none. Raises Trouble where that cannot be."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            text = f"{folder} cannot be used to keep tables ({error.strerror}); choose another folder with --data."
            raise StoreFull(text, "store_folder") from error
        path = (folder / "tables.sqlite").resolve()
        try:
            return cls(f"sqlite:///{path}")
        except Trouble as trouble:
            raise StoreFull(f"{path}: {trouble.text}", trouble.code) from trouble

    def write(self, commit: Commit) -> None:
        """Hand the commit to the writer and wait until it is on disk."""
        done: Future[None] = Future()
        self._queue.put((commit, done))
        done.result()

    def load(self, code: str) -> Kept | None:
        """The table, or None."""
        with in_words(self.engine), self.engine.connect() as connection:
            row = connection.execute(sa.select(TABLES).where(TABLES.c.code == code)).first()
            if row is None:
                return None
            entries = connection.execute(
                sa.select(ENTRIES.c.rev, ENTRIES.c.id, ENTRIES.c.at, ENTRIES.c.by, ENTRIES.c.body, ENTRIES.c.told)
                .where(ENTRIES.c.code == code)
                .order_by(ENTRIES.c.rev)
            )
            keys = connection.execute(
                sa.select(KEYS.c.digest, KEYS.c.kind, KEYS.c.seat, KEYS.c.until).where(KEYS.c.code == code)
            )
            asks = connection.execute(
                sa.select(ASKS.c.id, ASKS.c.seat, ASKS.c.number, ASKS.c.digest, ASKS.c.at)
                .where(ASKS.c.code == code)
                .order_by(ASKS.c.at)
            )
            return Kept(
                TableRow(*row),
                tuple(EntryRow(*e) for e in entries),
                tuple(Key(*k) for k in keys),
                tuple(Ask(*a) for a in asks),
            )

    def recent(self, since: float, limit: int) -> tuple[Recent, ...]:
        """The tables used since then, the newest first."""
        last = sa.func.coalesce(sa.func.max(ENTRIES.c.at), TABLES.c.made_at)
        query = (
            sa.select(*TABLES.c, last.label("used_at"))
            .select_from(TABLES.outerjoin(ENTRIES))
            .group_by(*TABLES.c)
            .having(last >= since)
            .order_by(sa.desc("used_at"))
            .limit(limit)
        )
        with in_words(self.engine), self.engine.connect() as connection:
            return tuple(Recent(TableRow(*row[:-1]), row[-1]) for row in connection.execute(query))

    def results(self, codes: Collection[str] | None = None) -> tuple[ResultRow, ...]:
        """What games came to, the newest first; of these tables, or of all."""
        query = sa.select(*RESULTS.c).order_by(RESULTS.c.ended_at.desc(), RESULTS.c.code)
        if codes is not None:
            query = query.where(RESULTS.c.code.in_(codes))
        with in_words(self.engine), self.engine.connect() as connection:
            return tuple(ResultRow(*row) for row in connection.execute(query))

    def without_result(self, limit: int) -> tuple[TableRow, ...]:
        """Tables whose game has come to no result, the newest first."""
        query = (
            sa.select(*TABLES.c)
            .select_from(TABLES.outerjoin(RESULTS))
            .where(RESULTS.c.code.is_(None))
            .order_by(TABLES.c.made_at.desc(), TABLES.c.code)
            .limit(limit)
        )
        with in_words(self.engine), self.engine.connect() as connection:
            return tuple(TableRow(*row) for row in connection.execute(query))

    def opened_by(self, digests: Collection[str]) -> tuple[tuple[str, Key], ...]:
        """The tables and keys behind these digests of secrets."""
        query = sa.select(KEYS.c.code, KEYS.c.digest, KEYS.c.kind, KEYS.c.seat, KEYS.c.until)
        with in_words(self.engine), self.engine.connect() as connection:
            found = connection.execute(query.where(KEYS.c.digest.in_(digests)).order_by(KEYS.c.code, KEYS.c.seat))
            return tuple((row[0], Key(*row[1:])) for row in found)

    def remember(self, name: str, text: str) -> None:
        """Keep a line of text under a name, over what was there."""
        connection = self.engine.connect().execution_options(tablewright_writes=True)
        with in_words(self.engine), connection, connection.begin():
            connection.execute(sa.delete(NOTES).where(NOTES.c.name == name))
            connection.execute(sa.insert(NOTES), {"name": name, "text": text})

    def remembered(self, name: str) -> str:
        """What was kept under that name, "" for nothing."""
        with in_words(self.engine), self.engine.connect() as connection:
            found: str | None = connection.execute(sa.select(NOTES.c.text).where(NOTES.c.name == name)).scalar()
            return found or ""

    def close(self) -> None:
        """Finish what waits, then let go of the database."""
        self._queue.put(None)
        self._thread.join()
        self.engine.dispose()

    def _run(self) -> None:
        while True:
            jobs, more = self._waiting()
            self._settle(jobs)
            if not more:
                return

    def _waiting(self) -> tuple[list[tuple[Commit, Future[None]]], bool]:
        """Everything that waits, at least one job, and whether more may come."""
        jobs = []
        job = self._queue.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == BATCH:
                break
            try:
                job = self._queue.get_nowait()
            except Empty:
                return jobs, True
        return jobs, job is not None

    def _settle(self, jobs: list[tuple[Commit, Future[None]]]) -> None:
        try:
            self._commit([commit for commit, _ in jobs])
        except Exception as error:
            # One table's fault must not cost another its entry: each is tried by itself.
            if len(jobs) > 1:
                for job in jobs:
                    self._settle([job])
            else:
                jobs[0][1].set_exception(error)
        else:
            for _, done in jobs:
                done.set_result(None)

    def _commit(self, commits: Sequence[Commit]) -> None:
        with in_words(self.engine):
            connection = self.engine.connect().execution_options(tablewright_writes=True)
            with connection, connection.begin():
                for commit in commits:
                    _apply(connection, commit)


def _apply(connection: sa.Connection, commit: Commit) -> None:
    code = commit.code
    if commit.create:
        row = commit.create
        values = {"code": code, "game": row.game, "mode": row.mode, "options": row.options, "made_at": row.made_at}
        try:
            connection.execute(sa.insert(TABLES), values)
        except IntegrityError as error:
            raise CodeTaken(code) from error
    if commit.entries:
        rows = [
            {"code": code, "rev": e.rev, "id": e.id, "at": e.at, "by": e.by, "body": e.body, "told": e.told}
            for e in commit.entries
        ]
        try:
            connection.execute(sa.insert(ENTRIES), rows)
        except IntegrityError as error:
            raise MovedOn(code) from error
    gone = (*commit.drop, *(key.digest for key in commit.put))
    if gone:
        connection.execute(sa.delete(KEYS).where(KEYS.c.code == code, KEYS.c.digest.in_(gone)))
    if commit.put:
        keys = [
            {"digest": k.digest, "code": code, "kind": k.kind, "seat": k.seat, "until": k.until} for k in commit.put
        ]
        connection.execute(sa.insert(KEYS), keys)
    if commit.answered:
        connection.execute(sa.delete(ASKS).where(ASKS.c.code == code, ASKS.c.id.in_(commit.answered)))
    if commit.asks:
        rows = [
            {"id": a.id, "code": code, "seat": a.seat, "number": a.number, "digest": a.digest, "at": a.at}
            for a in commit.asks
        ]
        connection.execute(sa.insert(ASKS), rows)
    if commit.no_result:
        connection.execute(sa.delete(RESULTS).where(RESULTS.c.code == code))
    if commit.result:
        _keep_result(connection, commit.result)


def _keep_result(connection: sa.Connection, row: ResultRow) -> None:
    newest = connection.execute(sa.select(sa.func.max(ENTRIES.c.rev)).where(ENTRIES.c.code == row.code)).scalar()
    if newest == row.rev:
        connection.execute(sa.delete(RESULTS).where(RESULTS.c.code == row.code))
        values = {"game": row.game, "ended_at": row.ended_at, "rev": row.rev, "body": row.body}
        connection.execute(sa.insert(RESULTS), {"code": row.code, **values})
