"""One table while it is in memory: its log, its keys, and who a token makes you."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.storage.store import Ask, EntryRow, Kept, Key, TableRow
from companion.table.tokens import digest
from rules import wire
from rules.log import TABLE_EVENTS, Entry, Log, Table
from rules.table import Game, Mode, Seat

Options = tuple[tuple[str, bool | int | str], ...]


@dataclass(frozen=True, slots=True)
class Who:
    """What somebody's tokens make them: the seats they hold, and whether they are the host."""

    held: tuple[Seat, ...] = ()
    host: bool = False


@dataclass(eq=False)
class Room:
    """A table in memory. ``log`` is replaced, never changed, and only after its entries are on disk.

    ``lock`` covers numbering an entry, writing it and telling about it, so that nobody hears of revs out of order.
    Reading takes no lock.
    """

    code: str
    game: Game[Any]
    mode: Mode
    options: Options
    log: Log[Any]
    keys: dict[str, Key]
    lock: threading.RLock = field(default_factory=threading.RLock)
    screens: dict[tuple[int, Seat | None], Any] = field(default_factory=dict)
    """What was already worked out at a rev: every phone at the table asks for the same few things at once."""
    asks: dict[str, Ask] = field(default_factory=dict)
    joined: dict[str, tuple[Seat, str]] = field(default_factory=dict)
    """Seat and token by the sender's id of the last joins, for a phone that sends twice because it heard nothing."""

    @property
    def table(self) -> Table[Any]:
        return self.log.table

    @property
    def players(self) -> int:
        """How many seats there are: the game's once it has begun, the most there can be before."""
        return self.table.state.players if self.table.state is not None else self.game.info.players[1]

    def who(self, tokens: Iterable[str]) -> Who:
        """What these tokens (or this one) open here. Tokens of other tables and spent ones count for nothing."""
        if isinstance(tokens, str):
            tokens = (tokens,)
        keys = [key for key in map(self.keys.get, map(digest, tokens)) if key]
        host = any(key.kind == "host" for key in keys)
        if host and self.mode == "score":
            return Who(tuple(range(self.players)) if self.table.state is not None else (), host=True)
        return Who(tuple(sorted({key.seat for key in keys if key.kind == "seat" and key.seat is not None})), host)

    def seat_keys(self, seat: Seat) -> tuple[Key, ...]:
        """Every key of that seat, links included."""
        return tuple(key for key in self.keys.values() if key.kind != "host" and key.seat == seat)


def kinds(game: Game[Any]) -> tuple[type[Any], ...]:
    """Every event that can stand in this game's log."""
    return (*TABLE_EVENTS, *game.events)


def entry_row(entry: Entry) -> EntryRow:
    """An entry as the store keeps it."""
    body = json.dumps(wire.event_to_json(entry.event), separators=(",", ":"))
    return EntryRow(entry.rev, entry.id, entry.at, entry.by, body)


def open_room(kept: Kept, game: Game[Any]) -> Room:
    """A kept table, folded again from its first entry on. Raises Refusal where an old entry no longer fits."""
    log: Log[Any] = Log(game)
    events = kinds(game)
    for row in kept.entries:
        event = wire.event_from_json(events, json.loads(row.body))
        log = log.push(Entry(row.rev, row.id, row.at, row.by, event))
    return Room(
        kept.row.code,
        game,
        "score" if kept.row.mode == "score" else "play",
        options_from_json(json.loads(kept.row.options)),
        log,
        {key.digest: key for key in kept.keys},
        asks={ask.id: ask for ask in kept.asks},
    )


def table_row(room: Room, made_at: float) -> TableRow:
    """A new table as the store keeps it."""
    return TableRow(room.code, room.game.info.id, room.mode, json.dumps(dict(room.options)), made_at)


def options_from_json(data: Any) -> Options:
    """Options as pairs, from an object or from pairs."""
    pairs: Sequence[Any] = list(data.items()) if isinstance(data, dict) else list(data)
    return tuple((str(key), value) for key, value in pairs)
