"""Tables in a SQL database: an SQLite file, or PostgreSQL.

One thread writes. It takes everything that waits, commits it at once (one fsync for many tables) and only then
answers; SQLite runs in WAL mode with synchronous=FULL, so what was answered survives a crash and a power cut.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from companion.errors import StoreFull, Trouble
from companion.storage import table_rows
from companion.storage.chain import checked, linked, origin, seal
from companion.storage.data_folder import make_private
from companion.storage.engine import in_words, open_engine
from companion.storage.heads_file import HeadsFile
from companion.storage.other_processes import OtherProcesses, notify
from companion.storage.schema import (
    ASKS,
    CHECKPOINTS,
    ENTRIES,
    HEADS,
    KEYS,
    LAID_ASIDE,
    NOTES,
    RESULTS,
    TABLES,
    prepare,
)
from companion.storage.store_protocol import (
    CodeTaken,
    Commit,
    Damage,
    Head,
    Kept,
    Key,
    MovedOn,
    News,
    Recent,
    ResultRow,
    TableRow,
)

log = logging.getLogger(__name__)
IDLE_S = 2.0
"""So long nothing was written until the write-ahead log is taken into the file."""
BATCH = 256
DATABASE_FILE, HEADS_FILE = "tables.sqlite", "heads.sqlite"
_Job = tuple[Commit | Callable[[sa.Connection], None], Future[Head]]


class SqlStore:
    """A ``Store`` over an SQLAlchemy URL. Raises Trouble where the database cannot be opened."""

    def __init__(self, url: str, heads: HeadsFile | None = None) -> None:
        self.engine = open_engine(url)
        self._sqlite = self.engine.dialect.name == "sqlite"
        with in_words(self.engine), self._writing() as connection:
            prepare(connection)
        self._heads = heads
        self.others = None if self._sqlite else OtherProcesses(self.engine)
        """The other processes on this database, where there may be any."""
        self._note_anew()
        self._between_commits = threading.Lock()
        self._to_file = False
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="table writer", daemon=True)
        self._thread.start()

    @classmethod
    def at(cls, folder: Path) -> SqlStore:
        """The store in a data folder, made where there is none. Raises Trouble where that cannot be."""
        try:
            make_private(folder, DATABASE_FILE, HEADS_FILE)
        except OSError as error:
            text = f"{folder} cannot be used to keep tables ({error.strerror}); choose another folder with --data."
            raise StoreFull(text, "store_folder") from error
        path = (folder / DATABASE_FILE).resolve()
        try:
            return cls(f"sqlite:///{path}", HeadsFile(path.with_name(HEADS_FILE)))
        except Trouble as trouble:
            raise StoreFull(f"{path}: {trouble.text}", trouble.code) from trouble

    def write(self, commit: Commit) -> Head:
        """Hand the commit to the writer and wait until it is on disk."""
        done: Future[Head] = Future()
        self._queue.put((commit, done))
        return done.result()

    def alone(self, work: Callable[[sa.Connection], None]) -> None:
        """Do something to the whole database between two commits, in one transaction, and note all heads anew."""
        done: Future[Head] = Future()
        self._queue.put((work, done))
        done.result()

    def load(self, code: str) -> Kept | None:
        """The table; of a damaged one what is whole. None where there is none."""
        kept = self._read(code)
        if kept is not None and kept.damage is not None:
            # Perhaps a commit, or a backup that was restored, came between the heads and the tables.
            with self._between_commits:
                kept = self._read(code)
        return kept

    @property
    def shared(self) -> bool:
        """Whether other processes may write to these tables too: a folder is one process's, a database anybody's."""
        return not self._sqlite

    def version(self, code: str) -> int | None:
        """How often the table was changed, None for no table."""
        with in_words(self.engine), self.engine.connect() as connection:
            found: int | None = connection.execute(sa.select(HEADS.c.version).where(HEADS.c.code == code)).scalar()
            return found

    def since(self, code: str, head: Head) -> News | None:
        """What came after ``head``; None where the table no longer goes on from there, and is to be read anew."""
        with in_words(self.engine), self.reading() as connection:
            now = table_rows.head(connection, code)
            if now is None or now.rev < head.rev or (now.rev == head.rev and now.chain != head.chain):
                return None
            rows = table_rows.entries(connection, code, after=head.rev) if now.rev > head.rev else ()
            last, damage = checked(code, head, rows, [now])
            if damage is not None or last.rev != now.rev:
                return None
            keys, asks = table_rows.keys(connection, code), table_rows.asks(connection, code)
            return News(tuple(entry for entry, _ in rows), keys, asks, now)

    def _read(self, code: str) -> Kept | None:
        # Noted before the tables are read: they may be ahead of it, never behind.
        noted = self._heads.of(code) if self._heads else None
        with in_words(self.engine), self.reading() as connection:
            found = table_rows.read(connection, code)
        if found is None:
            return (
                Kept(TableRow(code, "", "play", "{}", 0.0), damage=Damage(0, noted.rev, "missing")) if noted else None
            )
        heads = [head for head in (found.head, noted) if head is not None]
        start = Head(0, origin(found.row), found.head.version if found.head else 0)
        head, damage = checked(code, start, found.entries, heads)
        whole = tuple(entry for entry, _ in found.entries[: head.rev])
        checkpoints = tuple(row for row in found.checkpoints if row.rev <= head.rev)
        return Kept(found.row, whole, found.keys, found.asks, head, damage, checkpoints)

    def noted(self) -> dict[str, Head]:
        """What the second file knows of the newest entries; nothing where there is none."""
        return self._heads.all() if self._heads else {}

    def damaged(self) -> dict[str, Damage]:
        """The tables by code of which the newest entries, or all, are not there any more, as far as heads tell."""
        noted = self.noted()
        with in_words(self.engine), self.reading() as connection:
            there = table_rows.newest(connection)
        found = {}
        for code, (rev, head) in there.items():
            known = max((one.rev for one in (head, noted.get(code)) if one is not None), default=0)
            if head is None or known > rev:
                found[code] = Damage(rev, known, "missing")
        for code in noted.keys() - there.keys():
            found[code] = Damage(0, noted[code].rev, "missing")
        return found

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

    def remember(self, name: str, text: str, *, over: str | None = None) -> bool:
        """Keep a line of text under a name; with ``over`` only where that is still what was there ("" for nothing)."""
        with in_words(self.engine), self._writing() as connection:
            here = NOTES.c.name == name
            if over:
                changed = sa.update(NOTES).where(here, NOTES.c.text == over).values(text=text)
                return connection.execute(changed).rowcount == 1
            if over is None:
                connection.execute(sa.delete(NOTES).where(here))
            try:
                with connection.begin_nested():
                    connection.execute(sa.insert(NOTES), {"name": name, "text": text})
            except IntegrityError:
                if over is None:
                    raise
                return False
            return True

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
        if self._heads is not None:
            self._heads.close()

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        connection = self.engine.connect().execution_options(tablewright_writes=True)
        with connection, connection.begin():
            yield connection

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """One moment of the database, however many queries look at it."""
        connection = self.engine.connect()
        if not self._sqlite:
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        with connection:
            yield connection

    def _note_anew(self) -> None:
        """Note every head where there are no notes that could be compared."""
        if self._heads is None:
            return
        self._heads.all()  # so that a file that cannot be read is found out
        if self._heads.is_new:
            with in_words(self.engine), self.reading() as connection:
                self._heads.replace(table_rows.heads(connection))

    def _run(self) -> None:
        while True:
            jobs, more = self._waiting()
            if jobs:
                self._settle(jobs)
            if not more:
                return

    def _waiting(self) -> tuple[list[_Job], bool]:
        """Everything that waits, at least one job, and whether more may come."""
        jobs: list[_Job] = []
        job = self._next_job()
        while job is not None:
            jobs.append(job)
            if len(jobs) == BATCH:
                break
            try:
                job = self._queue.get_nowait()
            except Empty:
                return jobs, True
        return jobs, job is not None

    def _next_job(self) -> _Job | None:
        while True:
            try:
                return self._queue.get(timeout=IDLE_S if self._to_file else None)
            except Empty:
                self._checkpoint()

    def _checkpoint(self) -> None:
        """Nobody writes: what lies in the write-ahead log goes into the file, where less can happen to it."""
        self._to_file = False
        if not self._sqlite:
            return
        try:
            with in_words(self.engine), self.engine.connect() as connection:
                raw: Any = connection.connection.driver_connection
                raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except Trouble as trouble:
            log.warning("what was written cannot be taken into the file yet: %s", trouble.text)
        if self._heads is not None:
            self._heads.checkpoint()

    def _settle(self, jobs: list[_Job]) -> None:
        if len(jobs) > 1 and not all(isinstance(work, Commit) for work, _ in jobs):
            for job in jobs:
                self._settle([job])
            return
        # In one order everywhere, or two processes wait for each other's tables.
        jobs = sorted(jobs, key=lambda job: job[0].code if isinstance(job[0], Commit) else "")
        try:
            heads = self._do([work for work, _ in jobs])
        except Exception as error:
            # One table's fault must not cost another its entry: each is tried by itself.
            if len(jobs) > 1:
                for job in jobs:
                    self._settle([job])
            else:
                jobs[0][1].set_exception(error)
        else:
            for (_, done), head in zip(jobs, heads, strict=True):
                done.set_result(head)

    def _do(self, jobs: Sequence[Commit | Callable[[sa.Connection], None]]) -> list[Head]:
        """Commits together, or something else alone. Returns where each table stands then."""
        with self._between_commits, in_words(self.engine):
            work = jobs[0]
            if not isinstance(work, Commit):
                with self._writing() as connection:
                    work(connection)
                    if self.others is not None:
                        notify(connection, self.others.name, restored=True)
                    noted = table_rows.heads(connection)
                if self._heads is not None:
                    self._heads.replace(noted)
                heads = [Head()]
            else:
                commits = [one for one in jobs if isinstance(one, Commit)]
                with self._writing() as connection:
                    heads = [apply(connection, commit) for commit in commits]
                    if self.others is not None:
                        for commit in commits:
                            notify(connection, self.others.name, code=commit.code)
                if self._heads is not None:
                    self._heads.note({commit.code: head for commit, head in zip(commits, heads, strict=True)})
        self._to_file = self._sqlite
        return heads


def apply(connection: sa.Connection, commit: Commit) -> Head:
    """One commit within a transaction that writes. Raises CodeTaken, MovedOn."""
    code = commit.code
    before = _created(connection, commit.create) if commit.create else _head(connection, commit)
    digests = linked(before.chain, code, commit.entries)
    if commit.entries:
        if commit.entries[0].rev != before.rev + 1:
            raise MovedOn(code)
        pairs = zip(commit.entries, digests, strict=True)
        rows = [{"code": code, **table_rows.entry_values(entry), "chain": digest} for entry, digest in pairs]
        try:
            connection.execute(sa.insert(ENTRIES), rows)
        except IntegrityError as error:
            raise MovedOn(code) from error
    _keep_keys(connection, commit)
    _keep_checkpoints(connection, commit)
    if commit.no_result:
        connection.execute(sa.delete(RESULTS).where(RESULTS.c.code == code))
    if commit.result:
        _keep_result(connection, commit.result)
    if not commit.changes:
        return before
    after = Head(before.rev + len(digests), digests[-1] if digests else before.chain, before.version + 1)
    values = {"rev": after.rev, "chain": after.chain, "version": after.version}
    connection.execute(sa.update(HEADS).where(HEADS.c.code == code).values(values))
    return after


def _created(connection: sa.Connection, row: TableRow) -> Head:
    values = {"code": row.code, "game": row.game, "mode": row.mode, "options": row.options, "made_at": row.made_at}
    head = Head(0, origin(row))
    try:
        connection.execute(sa.insert(TABLES), values)
    except IntegrityError as error:
        raise CodeTaken(row.code) from error
    connection.execute(sa.insert(HEADS), {"code": row.code, "rev": 0, "chain": head.chain, "version": 0})
    return head


def _head(connection: sa.Connection, commit: Commit) -> Head:
    """Where the table stands, held until this is committed. Raises MovedOn where the change was made from another."""
    code = commit.code
    head = table_rows.head(connection, code, held=True)
    if commit.goes_on_after is not None:
        return _laid_aside(connection, code, commit.goes_on_after, head)
    if head is None or commit.based_on not in (None, head.version):
        raise MovedOn(code)
    return head


def _laid_aside(connection: sa.Connection, code: str, after: int, head: Head | None) -> Head:
    """Lay everything after an entry aside and have the table stand there. Its last whole entry is the caller's word."""
    later = sa.and_(ENTRIES.c.code == code, ENTRIES.c.rev > after)
    for row in connection.execute(sa.select(ENTRIES).where(later).order_by(ENTRIES.c.rev)).all():
        values = {"code": code, "at": time.time(), "row": json.dumps(list(row), default=str)}
        connection.execute(sa.insert(LAID_ASIDE), values)
    connection.execute(sa.delete(ENTRIES).where(later))
    connection.execute(sa.delete(CHECKPOINTS).where(CHECKPOINTS.c.code == code, CHECKPOINTS.c.rev > after))
    last = connection.execute(sa.select(ENTRIES.c.chain).where(ENTRIES.c.code == code, ENTRIES.c.rev == after)).scalar()
    row = connection.execute(sa.select(*TABLES.c).where(TABLES.c.code == code)).one()
    stands = Head(after, last or origin(TableRow(*row)), (head.version if head else 0) + 1)
    connection.execute(sa.delete(HEADS).where(HEADS.c.code == code))
    values = {"code": code, "rev": stands.rev, "chain": stands.chain, "version": stands.version}
    connection.execute(sa.insert(HEADS), values)
    return stands


def _keep_keys(connection: sa.Connection, commit: Commit) -> None:
    code = commit.code
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


def _keep_checkpoints(connection: sa.Connection, commit: Commit) -> None:
    code = commit.code
    for row in commit.checkpoints:
        here = sa.and_(ENTRIES.c.code == code, ENTRIES.c.rev == row.rev)
        chain = connection.execute(sa.select(ENTRIES.c.chain).where(here)).scalar()
        if chain is not None:
            values = {"edition": row.edition, "body": row.body, "chain": chain, "digest": seal(chain, row)}
            there = sa.and_(CHECKPOINTS.c.code == code, CHECKPOINTS.c.rev == row.rev)
            connection.execute(sa.delete(CHECKPOINTS).where(there))
            connection.execute(sa.insert(CHECKPOINTS), {"code": code, "rev": row.rev, **values})


def _keep_result(connection: sa.Connection, row: ResultRow) -> None:
    newest = connection.execute(sa.select(sa.func.max(ENTRIES.c.rev)).where(ENTRIES.c.code == row.code)).scalar()
    if newest == row.rev:
        connection.execute(sa.delete(RESULTS).where(RESULTS.c.code == row.code))
        values = {"game": row.game, "ended_at": row.ended_at, "rev": row.rev, "body": row.body}
        connection.execute(sa.insert(RESULTS), {"code": row.code, **values})
