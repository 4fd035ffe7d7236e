"""The newest entry of every table, noted once more in a file of its own.

Where the tables' file loses its end (a write-ahead log that was cut or deleted, an older copy put in its place), what
is left looks whole by itself; this file still knows better. It is written after each commit and not forced to disk:
after a power cut it may be behind, which does no harm. One that cannot be read is made anew.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from companion.storage.store_protocol import Head

log = logging.getLogger(__name__)
_DAMAGED = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


class HeadsFile:
    """The heads in the file at ``path``. Safe to use from any thread; never raises for what its disk does."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        # One that was only laid out for its permissions is empty.
        self.is_new = not path.exists() or not path.stat().st_size
        """Whether nothing was noted before, or what was could not be read: then what the tables say is believed."""

    def note(self, heads: Mapping[str, Head]) -> None:
        """What tables have come to."""
        rows = [(code, head.rev, head.chain) for code, head in heads.items()]
        self._try(lambda known: known.executemany("REPLACE INTO heads VALUES (?, ?, ?)", rows))

    def replace(self, heads: Mapping[str, Head]) -> None:
        """These are all there are."""

        def write(known: sqlite3.Connection) -> None:
            known.execute("BEGIN IMMEDIATE")
            known.execute("DELETE FROM heads")
            known.executemany("INSERT INTO heads VALUES (?, ?, ?)", [(c, h.rev, h.chain) for c, h in heads.items()])
            known.execute("COMMIT")

        self._try(write)
        self.is_new = False

    def of(self, code: str) -> Head | None:
        """What was noted of that table."""
        return next(iter(self._read("SELECT code, rev, chain FROM heads WHERE code = ?", (code,)).values()), None)

    def all(self) -> dict[str, Head]:
        """What was noted of all of them."""
        return self._read("SELECT code, rev, chain FROM heads", ())

    def checkpoint(self) -> None:
        """Take what lies in the write-ahead log into the file, and to the disk."""
        self._try(lambda known: known.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._drop()

    def _read(self, query: str, values: Iterable[object]) -> dict[str, Head]:
        found: list[tuple[str, int, str]] = []
        self._try(lambda known: found.extend(known.execute(query, tuple(values))))
        return {code: Head(rev, chain) for code, rev, chain in found}

    def _try(self, work: object) -> None:
        assert callable(work)
        with self._lock:
            try:
                work(self._open())
            except sqlite3.Error as error:
                self._drop()
                if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
                    log.warning("%s cannot be read (%s); it is made anew from the tables", self.path, error)
                    self.is_new = True
                    with suppress(OSError):
                        for path in (self.path, *self.path.parent.glob(f"{self.path.name}-*")):
                            path.unlink(missing_ok=True)
                else:
                    log.warning("the newest entries cannot be noted in %s: %s", self.path, error)

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            known = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=2)
            self._connection = known
            known.execute("PRAGMA journal_mode=WAL")
            known.execute("PRAGMA synchronous=NORMAL")
            known.execute("CREATE TABLE IF NOT EXISTS heads (code TEXT PRIMARY KEY, rev INTEGER, chain TEXT)")
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
        self._connection = None
