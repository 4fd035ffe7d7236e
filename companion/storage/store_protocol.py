"""Where tables are kept. A store knows rows of JSON and hashed keys, not games.

Everything a request changes goes into one ``Commit``: all of it is on disk when ``write`` returns, or none of it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal, Protocol

COUNTER = "counter"
"""Stands where a row names its game, for what is no table but a counter (``companion.counters``)."""
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
    """One log entry; ``body`` is the event as JSON, ``by`` the seat whose phone sent it.

    ``told`` are the lines it was told by, as JSON; None where there are none, or an older version kept it.
    """

    rev: int
    id: str
    at: float
    by: int | None
    body: str
    told: str | None = None


@dataclass(frozen=True, slots=True)
class CheckpointRow:
    """What a table added up to at entry ``rev``, by the rules of ``edition``; ``body`` is compressed JSON.

    It only saves work: a store may lose it, and gives back none that does not belong to the entries it has.
    """

    rev: int
    edition: str
    body: bytes


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
class ResultRow:
    """What a finished game came to; ``body`` is JSON, ``rev`` the table's newest entry when it was worked out."""

    code: str
    game: str
    ended_at: float
    rev: int
    body: str


@dataclass(frozen=True, slots=True)
class Head:
    """Where a table stands: its newest entry's rev and digest, and how often it was changed (``version``).

    Keys and asks change a table too, without an entry: its rev stays then, and its version grows.
    """

    rev: int = 0
    chain: str = ""
    version: int = 0


@dataclass(frozen=True, slots=True)
class Damage:
    """What is wrong with a table's entries: up to ``rev`` they are whole, up to ``known`` there were some.

    The entry after ``rev`` is ``missing``, or was ``changed`` since it was kept.
    """

    rev: int
    known: int
    how: Literal["missing", "changed"]


@dataclass(frozen=True, slots=True)
class Commit:
    """One change of one table. With ``create`` the table itself is new. ``put`` adds or replaces keys.

    ``asks`` are new, ``answered`` the ids of those that are over. ``result`` replaces the table's result, unless the
    table has moved on from its rev; with ``no_result`` the game goes on after all, and has none.

    ``checkpoints`` are of the table's entries as they are then; they change nothing anybody sees either.

    ``based_on`` is the version the change was made from; where the table has another by now, nothing is changed.
    ``goes_on_after`` lays everything after that entry of a damaged table aside first; what it holds is kept apart.
    """

    code: str
    entries: tuple[EntryRow, ...] = ()
    put: tuple[Key, ...] = ()
    drop: tuple[str, ...] = ()
    create: TableRow | None = None
    asks: tuple[Ask, ...] = ()
    answered: tuple[str, ...] = ()
    result: ResultRow | None = None
    no_result: bool = False
    checkpoints: tuple[CheckpointRow, ...] = ()
    based_on: int | None = None
    goes_on_after: int | None = None

    @property
    def changes(self) -> bool:
        """Whether the table is another one afterwards; a result alone changes nothing anybody sees there."""
        return bool(self.create or self.entries or self.put or self.drop or self.asks or self.answered)


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as it was kept, entries and asks in order.

    ``head`` belongs to the last of the entries. With ``damage`` they are those that are whole.
    """

    row: TableRow
    entries: tuple[EntryRow, ...] = ()
    keys: tuple[Key, ...] = ()
    asks: tuple[Ask, ...] = ()
    head: Head = field(default_factory=Head, compare=False)
    damage: Damage | None = None
    checkpoints: tuple[CheckpointRow, ...] = ()


@dataclass(frozen=True, slots=True)
class News:
    """What a table has come to since somebody read it: the entries since then, all its keys and asks of now."""

    entries: tuple[EntryRow, ...]
    keys: tuple[Key, ...]
    asks: tuple[Ask, ...]
    head: Head


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
    last two; whatever reads raises StoreBusy.
    """

    def write(self, commit: Commit) -> Head:
        """Keep it all, or nothing. Returns where the table stands then."""
        ...

    @property
    def shared(self) -> bool:
        """Whether other processes may write to these tables too."""
        ...

    def version(self, code: str) -> int | None:
        """How often the table was changed, None for no table."""
        ...

    def since(self, code: str, head: Head) -> News | None:
        """What came after ``head``; None where the table no longer goes on from there, and is to be read anew."""
        ...

    def load(self, code: str) -> Kept | None:
        """The table; of a damaged one what is whole. None where there is none."""
        ...

    def damaged(self) -> dict[str, Damage]:
        """The tables by code of which the newest entries, or all, are not there any more, as far as heads tell."""
        ...

    def recent(self, since: float, limit: int) -> tuple[Recent, ...]:
        """The tables used since then, the newest first."""
        ...

    def results(self, codes: Collection[str] | None = None) -> tuple[ResultRow, ...]:
        """What games came to, the newest first; of these tables, or of all."""
        ...

    def without_result(self, limit: int) -> tuple[TableRow, ...]:
        """Tables whose game has come to no result, the newest first."""
        ...

    def opened_by(self, digests: Collection[str]) -> tuple[tuple[str, Key], ...]:
        """The tables and keys behind these digests of secrets."""
        ...

    def remember(self, name: str, text: str, *, over: str | None = None) -> bool:
        """Keep a line of text under a name, over what was there; with ``over`` only where that is still there.

        Returns whether it was kept.
        """
        ...

    def remembered(self, name: str) -> str:
        """What was kept under that name, "" for nothing."""
        ...

    def close(self) -> None: ...
