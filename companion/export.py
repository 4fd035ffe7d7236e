"""A table as a file: the log is the save file.

Before the end an export holds what its viewer may know: their own events as they are, secrets of others as the
game's placeholders. After the end it holds everything. ``read`` takes both.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.room import Room, Who, kinds
from rules import wire
from rules.log import Entry, Log
from rules.table import Event, Game, Level, Refusal, Seat

FORMAT = "tablewright-table"
VERSION = 1
ENTRIES_MAX = 100_000


@dataclass(frozen=True)
class Saved:
    """An export, played again. ``complete`` is False where somebody's secrets are placeholders."""

    game: Game[Any]
    code: str
    log: Log[Any]
    complete: bool
    seats: tuple[Seat, ...]


def export(room: Room, who: Who, at: float) -> dict[str, Any]:
    """The table as JSON for the holder of these seats."""
    log = room.log
    state = log.table.state
    complete = state is None or room.game.over(state)
    entries = []
    for entry in log.entries:
        event = entry.event if complete else redacted(room.game, state, entry.event, who.held)
        entries.append(wire.entry_to_json(Entry(entry.rev, entry.id, entry.at, entry.by, event)))
    return {
        "format": FORMAT,
        "version": VERSION,
        "code": room.code,
        "game": room.game.info.id,
        "mode": room.mode,
        "options": dict(room.options),
        "exported_at": at,
        "complete": complete,
        "seats": list(who.held),
        "entries": entries,
    }


def redacted(game: Game[Any], state: Any, event: Event, held: tuple[Seat, ...]) -> Event:
    """The event as somebody holding these seats may know it: in full where any of them knows it in full."""
    if type(event) not in game.events:
        return event
    views = [game.redact(state, event, seat) for seat in held] or [game.redact(state, event, None)]
    return event if event in views else views[0]


def read(text: str, load: Callable[[str], Game[Any]]) -> Saved:
    """An export, read and played again; ``load(game id)`` finds the game and raises KeyError for none.

    Raises Refusal STRUCT where the text is not an export, naming the entry that is at fault.
    """
    data = _parse(text)
    try:
        game: Game[Any] = load(data["game"])
    except KeyError:
        raise _bad(f"plays a game that is not here: {str(data['game'])[:40]}") from None
    log: Log[Any] = Log(game)
    for number, item in enumerate(data["entries"], 1):
        try:
            entry = wire.entry_from_json(kinds(game), item)
        except Refusal as refusal:
            raise _bad(f"entry {number} cannot be read: {refusal.text}") from refusal
        try:
            log = log.push(entry)
        except ValueError:
            raise _bad(f"entry {number} is numbered {entry.rev}; entries count up from 1") from None
        except Refusal as refusal:
            raise _bad(f"entry {number} does not fit what came before: {refusal.text}") from refusal
    seats = tuple(seat for seat in data.get("seats", ()) if type(seat) is int)
    return Saved(game, str(data.get("code", "")), log, data.get("complete") is True, seats)


def _parse(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise _bad("is not JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise _bad("is not an exported table")
    if type(data.get("version")) is not int or data["version"] > VERSION:
        raise _bad("was exported by a newer Tablewright; update this one to read it")
    if not isinstance(data.get("entries"), list) or not isinstance(data.get("game"), str):
        raise _bad("has no game or no entries")
    if len(data["entries"]) > ENTRIES_MAX:
        raise _bad(f"has more than {ENTRIES_MAX:,} entries")
    return data


def _bad(text: str) -> Refusal:
    return Refusal(Level.STRUCT, "bad_export", text)
