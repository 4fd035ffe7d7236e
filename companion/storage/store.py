"""Where tables are kept. A store knows rows of JSON and hashed keys, not games.

Everything a request changes goes into one ``Commit``: all of it is on disk when ``write`` returns, or none of it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

KeyKind = Literal["host", "seat", "link", "host_link"]


@dataclass(frozen=True, slots=True)
class TableRow:
    """What stays the same about a table. ``options`` is JSON; ``made_at`` in seconds since 1970 (UTC)."""

    code: str
    game: str
    mode: str
    options: str
    made_at: float


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One log entry; ``body`` is the event as JSON, ``by`` the seat whose phone sent it."""

    rev: int
    id: str
    at: float
    by: int | None
    body: str


@dataclass(frozen=True, slots=True)
class Key:
    """What opens a seat (or, with seat None, the host's place): the digest of a secret.

    A ``link`` works once, until ``until`` (seconds since 1970); a ``host_link`` was made by the host's hand.
    """

    digest: str
    kind: KeyKind
    seat: int | None = None
    until: float | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """A phone that asks the host for a seat back. ``number`` stands on both screens, so the host knows whose it is.

    ``digest`` is the secret the phone claims with once the host has said yes; ``at`` in seconds since 1970.
    """

    id: str
    seat: int
    number: int
    digest: str
    at: float


@dataclass(frozen=True, slots=True)
class Commit:
    """One change of one table. With ``create`` the table itself is new. ``put`` adds or replaces keys.

    ``asks`` are new, ``answered`` the ids of those that are over.
    """

    code: str
    entries: tuple[EntryRow, ...] = ()
    put: tuple[Key, ...] = ()
    drop: tuple[str, ...] = ()
    create: TableRow | None = None
    asks: tuple[Ask, ...] = ()
    answered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as it was kept, entries and asks in order."""

    row: TableRow
    entries: tuple[EntryRow, ...] = ()
    keys: tuple[Key, ...] = ()
    asks: tuple[Ask, ...] = ()


@dataclass(frozen=True, slots=True)
class Recent:
    """A table somebody may come back to; ``used_at`` is when its last entry was made."""

    row: TableRow
    used_at: float


class CodeTaken(Exception):  # noqa: N818 - the opener simply tries another code
    """There is already a table with this code."""


class MovedOn(Exception):  # noqa: N818 - the registry reads the table again
    """Another process has written to this table since it was read."""


class Store(Protocol):
    """Keeps tables, and under ``remember`` the few lines of text that are no table's.

    ``write`` raises CodeTaken, MovedOn, StoreBusy or StoreFull, and then has changed nothing; ``remember`` raises the
    last two; ``load``, ``recent`` and ``remembered`` raise StoreBusy.
    """

    def write(self, commit: Commit) -> None: ...
    def load(self, code: str) -> Kept | None: ...
    def recent(self, since: float, limit: int) -> tuple[Recent, ...]:
        """The tables used since then, the newest first."""
        ...

    def remember(self, name: str, text: str) -> None: ...
    def remembered(self, name: str) -> str:
        """What was kept under that name, "" for nothing."""
        ...

    def close(self) -> None: ...


@dataclass
class MemoryStore:
    """Keeps tables until the process ends; for tests and for trying things out."""

    kept: dict[str, Kept] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def write(self, commit: Commit) -> None:
        """All of it, or raises CodeTaken or MovedOn."""
        with self._lock:
            if commit.create and commit.code in self.kept:
                raise CodeTaken(commit.code)
            table = Kept(commit.create) if commit.create else self.kept[commit.code]
            if any(entry.rev != len(table.entries) + 1 + i for i, entry in enumerate(commit.entries)):
                raise MovedOn(commit.code)
            keys = {key.digest: key for key in table.keys if key.digest not in commit.drop}
            keys |= {key.digest: key for key in commit.put}
            entries = (*table.entries, *commit.entries)
            asks = (*(ask for ask in table.asks if ask.id not in commit.answered), *commit.asks)
            self.kept[commit.code] = replace(table, entries=entries, keys=tuple(keys.values()), asks=asks)

    def load(self, code: str) -> Kept | None:
        """The table, or None."""
        return self.kept.get(code)

    def recent(self, since: float, limit: int) -> tuple[Recent, ...]:
        """The tables used since then, the newest first."""
        with self._lock:
            tables: Iterable[Kept] = tuple(self.kept.values())
        used = [Recent(kept.row, kept.entries[-1].at if kept.entries else kept.row.made_at) for kept in tables]
        newest = sorted((r for r in used if r.used_at >= since), key=lambda r: r.used_at, reverse=True)
        return tuple(newest[:limit])

    def remember(self, name: str, text: str) -> None:
        """Keep a line of text under a name, over what was there."""
        self.notes[name] = text

    def remembered(self, name: str) -> str:
        """What was kept under that name, "" for nothing."""
        return self.notes.get(name, "")

    def close(self) -> None:
        """Nothing to do."""
