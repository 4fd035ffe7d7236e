"""A table's log and the rows it is kept as: entries and their lines to rows and back, and the checkpoints of long ones.

A log is folded from its newest checkpoint on. What came before it is read from its rows when somebody asks for it.
"""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from companion.storage.store_protocol import CheckpointRow, EntryRow, Kept
from rules import wire
from rules.checkpoint import checkpoint, edition, taken_up
from rules.game_protocol import Game, Level, Refusal
from rules.log import TABLE_EVENTS, Amend, Entry, Hidden, Insert, Log, Undo
from rules.log_line import Told, told_from_json, told_to_json

CHECKPOINT_EACH = 250
"""So many entries lie between two checkpoints of a log."""
_log = logging.getLogger(__name__)


def kinds(game: Game[Any]) -> tuple[type[Any], ...]:
    """Every event that can stand in this game's log."""
    return (*TABLE_EVENTS, *game.events)


def entry_row(entry: Entry, told: Told | None = None) -> EntryRow:
    """An entry as the store keeps it, with the lines it was told by."""
    body = _compact(wire.event_to_json(entry.event))
    words = _compact(told_to_json(told)) if told is not None else None
    return EntryRow(entry.rev, entry.id, at=entry.at, by=entry.by, body=body, told=words)


def _compact(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))


def opened_log(kept: Kept, game: Game[Any]) -> tuple[Log[Any], tuple[CheckpointRow, ...]]:
    """The log of a kept table, and the checkpoints that were made on the way because there were none.

    Raises Refusal where an entry cannot be read.
    """
    log = _from_checkpoint(kept, game)
    return folded(log, kept.entries[log.rev :])


def _from_checkpoint(kept: Kept, game: Game[Any]) -> Log[Any]:
    """The log as far as its newest checkpoint goes; empty where none can be used."""
    rows = kept.entries
    usable = {row.rev: row for row in kept.checkpoints if row.edition == _edition(game) and 0 < row.rev <= len(rows)}
    bodies = {rev: partial(_body, row) for rev, row in usable.items()}
    for rev in sorted(usable, reverse=True):
        revs = {row.id: row.rev for row in rows[:rev]}
        try:
            return taken_up(game, rev, bodies, _KeptEntries(game, rows), _KeptLines(rows[:rev]), revs)
        except Exception:  # it only saves work: the entries have all it says
            _log.exception("table %s: its checkpoint at entry %s is not used", kept.row.code, rev)
    return Log(game)


def _edition(game: Game[Any]) -> str | None:
    """By which rules a game's logs add up; None where they are not ours, and may change without our knowing."""
    return edition() if type(game).__module__.startswith("rules.") else None


def _body(row: CheckpointRow) -> Any:
    return json.loads(zlib.decompress(row.body))


def checkpointed(log: Log[Any]) -> tuple[Log[Any], tuple[CheckpointRow, ...]]:
    """The log with a checkpoint where it stands, and its row; as it is, and none, where none can be made."""
    rules = _edition(log.game)
    if rules is None or log.table.state is None:
        return log, ()
    marked = log.marked()
    try:
        data = checkpoint(marked)
    except Exception:  # it only saves work, and must not cost anybody an entry
        _log.exception("no checkpoint could be made of a log with %s entries", log.rev)
        return log, ()
    return (
        (log, ())
        if data is None
        else (marked, (CheckpointRow(log.rev, rules, zlib.compress(_compact(data).encode())),))
    )


def folded(log: Log[Any], rows: Iterable[EntryRow]) -> tuple[Log[Any], tuple[CheckpointRow, ...]]:
    """The log with these entries after its own, and the checkpoints made on the way. Raises Refusal."""
    events, made, last = kinds(log.game), list[CheckpointRow](), log.rev
    for row in rows:
        event = wire.event_from_json(events, json.loads(row.body))
        log = _accepted_once(log, Entry(row.rev, row.id, at=row.at, by=row.by, event=event))
        told = _told(log, row)
        log = log.keep(row.rev, told)
        if told is not None and told.again:
            log = replace(log, fits=False)  # the line is not in its row, so it cannot be read from there later
        if log.rev - last >= CHECKPOINT_EACH:
            last = log.rev
            log, rows_made = checkpointed(log)
            made += rows_made
    return log, tuple(made)


def _accepted_once(log: Log[Any], entry: Entry) -> Log[Any]:
    """The log with an entry that was accepted when it was kept: the rules may have become stricter since.

    What a rule stands against now counts all the same, against the rule; what cannot be any more changes nothing.
    """
    try:
        return log.push(entry)
    except Refusal as refusal:
        event = entry.event
        if isinstance(event, (Undo, Amend, Insert)):
            return log.tried(entry).log
        if type(event) not in log.game.events:
            raise
        if refusal.level is Level.RULE and not event.override:
            with suppress(Refusal):
                return replace(log.push(replace(entry, event=replace(event, override=True))), fits=False)
        return replace(log.push(replace(entry, event=Hidden(seat=event.seat))), fits=False)


def _told(log: Log[Any], row: EntryRow) -> Told | None:
    """The lines kept with an entry; one kept without is told once more from its replay, and marked."""
    if row.told is not None:
        return told_from_json(json.loads(row.told))
    again = log.tell(row.rev)
    return again and replace(again, again=True)


class _KeptEntries(Sequence[Entry]):
    """Entries out of their rows, each read when it is asked for."""

    def __init__(self, game: Game[Any], rows: Sequence[EntryRow]) -> None:
        self._kinds, self._rows = kinds(game), rows
        self._read: dict[int, Entry] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, at: Any) -> Any:
        found = self._read.get(at)
        if found is None:
            row = self._rows[at]
            event = wire.event_from_json(self._kinds, json.loads(row.body))
            found = self._read[at] = Entry(row.rev, row.id, at=row.at, by=row.by, event=event)
        return found


class _KeptLines(Mapping[int, Told]):
    """The lines entries were told by, out of their rows, each read when it is asked for."""

    def __init__(self, rows: Sequence[EntryRow]) -> None:
        self._rows = rows

    def __getitem__(self, rev: int) -> Told:
        words = self._rows[rev - 1].told if 0 < rev <= len(self._rows) else None
        if words is None:
            raise KeyError(rev)
        return told_from_json(json.loads(words))

    def __iter__(self) -> Iterator[int]:
        return (row.rev for row in self._rows if row.told is not None)

    def __len__(self) -> int:
        return sum(row.told is not None for row in self._rows)
