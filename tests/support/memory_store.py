"""A store that keeps tables until the process ends, by the same contract as the databases."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

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


@dataclass
class MemoryStore:
    """Keeps tables until the process ends."""

    kept: dict[str, Kept] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    ended: dict[str, ResultRow] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def write(self, commit: Commit) -> Head:
        """All of it, or raises CodeTaken or MovedOn."""
        with self._lock:
            if commit.create and commit.code in self.kept:
                raise CodeTaken(commit.code)
            table = Kept(commit.create) if commit.create else self.kept[commit.code]
            if commit.based_on not in (None, table.head.version):
                raise MovedOn(commit.code)
            if any(entry.rev != len(table.entries) + 1 + i for i, entry in enumerate(commit.entries)):
                raise MovedOn(commit.code)
            keys = {key.digest: key for key in table.keys if key.digest not in commit.drop}
            keys |= {key.digest: key for key in commit.put}
            entries = (*table.entries, *commit.entries)
            asks = (*(ask for ask in table.asks if ask.id not in commit.answered), *commit.asks)
            head = Head(len(entries), str(len(entries)), table.head.version + commit.changes)
            checkpoints = (*table.checkpoints, *commit.checkpoints)
            self.kept[commit.code] = replace(
                table, entries=entries, keys=tuple(keys.values()), asks=asks, head=head, checkpoints=checkpoints
            )
            if commit.no_result:
                self.ended.pop(commit.code, None)
            if commit.result and commit.result.rev == len(entries):
                self.ended[commit.code] = commit.result
            return head

    @property
    def shared(self) -> bool:
        """This process alone has it."""
        return False

    def version(self, code: str) -> int | None:
        """How often the table was changed."""
        kept = self.kept.get(code)
        return kept.head.version if kept else None

    def since(self, code: str, head: Head) -> News | None:
        """What came after ``head``."""
        kept = self.kept[code]
        return News(kept.entries[head.rev :], kept.keys, kept.asks, kept.head)

    def damaged(self) -> dict[str, Damage]:
        """Memory loses nothing."""
        return {}

    def results(self, codes: Collection[str] | None = None) -> tuple[ResultRow, ...]:
        """What games came to, the newest first; of these tables, or of all."""
        with self._lock:
            found = [row for row in self.ended.values() if codes is None or row.code in codes]
        return tuple(sorted(found, key=lambda row: (-row.ended_at, row.code)))

    def without_result(self, limit: int) -> tuple[TableRow, ...]:
        """Tables whose game has come to no result, the newest first."""
        with self._lock:
            found = [kept.row for code, kept in self.kept.items() if code not in self.ended]
        return tuple(sorted(found, key=lambda row: (-row.made_at, row.code))[:limit])

    def opened_by(self, digests: Collection[str]) -> tuple[tuple[str, Key], ...]:
        """The tables and keys behind these digests of secrets."""
        with self._lock:
            tables = sorted(self.kept.items())
        return tuple((code, key) for code, kept in tables for key in kept.keys if key.digest in digests)

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

    def remember(self, name: str, text: str, *, over: str | None = None) -> bool:
        """Keep a line of text under a name, where ``over`` is what was there, if anything is named."""
        with self._lock:
            if over is not None and self.notes.get(name, "") != over:
                return False
            self.notes[name] = text
            return True

    def remembered(self, name: str) -> str:
        """What was kept under that name, "" for nothing."""
        return self.notes.get(name, "")

    def close(self) -> None:
        """Nothing to do."""
