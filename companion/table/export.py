"""A table as a file: the log is the save file.

After the end an export holds the whole log, unless the end came by hand while cards were still secret. Before it an
export holds what its viewer may know: their own events as they are, secrets of others as the game's placeholders, and
the screens they could see, since what followed from a secret cannot be worked out without it. ``read`` takes both.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.table.kept_log import kinds
from companion.table.live_table import LiveTable, Who
from rules import games, wire
from rules.game_protocol import Event, Game, Level, Refusal, Seat
from rules.log import CHANGES, Amend, Entry, Hidden, Insert, Log
from rules.view import View

FORMAT = "tablewright-table"
VERSION = 1
TABLE_SCREEN = "table"
ENTRIES_MAX = 100_000


@dataclass(frozen=True)
class Saved:
    """An export, played again.

    ``complete`` is False where somebody's secrets are placeholders: ``seats`` are then those it was exported for, and
    ``views`` the screens that came along, by seat (None: the table screen).
    """

    game: Game[Any]
    code: str
    log: Log[Any]
    complete: bool
    seats: tuple[Seat, ...]
    views: Mapping[Seat | None, View]


def export(live: LiveTable, who: Who, at: float, decks: Mapping[str, Mapping[str, object]]) -> dict[str, Any]:
    """The table as JSON for the holder of these seats; ``decks`` are those typed in that it plays with, by key."""
    log = live.log
    state = log.table.state
    complete = state is None or (live.game.over(state) and not _keeps_secrets(live.game, log, who.held))
    entries = []
    for entry in log.entries:
        event = entry.event
        if not complete:
            event = redacted(live.game, seen_from(log, entry), event, who.held)
        entries.append(wire.entry_to_json(Entry(entry.rev, entry.id, at=entry.at, by=entry.by, event=event)))
    return {
        "format": FORMAT,
        "version": VERSION,
        "code": live.code,
        "game": live.game.info.id,
        "mode": live.mode,
        "options": dict(live.options),
        **({"decks": decks} if decks else {}),
        "exported_at": at,
        "complete": complete,
        "seats": list(who.held),
        "entries": entries,
        "views": {} if complete else _views(live.game, state, who.held),
    }


def _keeps_secrets(game: Game[Any], log: Log[Any], held: tuple[Seat, ...]) -> bool:
    """Whether something that counts is still a secret: an end brought about by hand shows nobody's cards."""
    state = log.table.state
    return any(redacted(game, state, one.event, held) != one.event for one in log.played)


def _views(game: Game[Any], state: Any, held: tuple[Seat, ...]) -> dict[str, Any]:
    seats = [seat for seat in held if seat < state.players]
    return {TABLE_SCREEN: wire.encode(game.view(state, None))} | {
        str(seat): wire.encode(game.view(state, seat)) for seat in seats
    }


def redacted(game: Game[Any], state: Any, event: Event, held: tuple[Seat, ...]) -> Event:
    """The event as somebody holding these seats may know it: in full where any of them knows it in full."""
    if isinstance(event, (Amend, Insert)):
        return replace(event, event=redacted(game, state, event.event, held))
    if type(event) not in game.events:
        return event
    views = [game.redact(state, event, seat) for seat in held] or [game.redact(state, event, None)]
    return event if event in views else views[0]


def seen_from(log: Log[Any], entry: Entry) -> Any:
    """The state an entry's secrets are judged by. Begun games only.

    What was taken back or put right never lay open: judged by the table as it is now, a card put back and placed once
    more would be named by the entry that was taken back.
    """
    counts = any(one.rev == entry.rev for one in log.played)
    if not counts and log.table.setup is not None:
        return log.game.start(log.table.setup)
    return log.table.state


def read(text: str, load: Callable[[str], Game[Any]]) -> Saved:
    """An export, read and played again; ``load(game id)`` finds the game and raises KeyError for none.

    Raises Refusal STRUCT where the text is not an export, naming the entry that is at fault.
    """
    data = _parse(text)
    complete = data.get("complete") is True
    _bring(data.get("decks", {}))
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
        if entry.rev != number:
            raise _bad(f"entry {number} is numbered {entry.rev}; entries count up from 1")
        try:
            log = _push(log, entry, complete=complete)
        except Refusal as refusal:
            raise _bad(f"entry {number} does not fit what came before: {refusal.text}") from refusal
    seats = tuple(seat for seat in data["seats"] if type(seat) is int)
    return Saved(
        game, str(data.get("code", "")), log=log, complete=complete, seats=seats, views={} if complete else _seen(data)
    )


def _bring(decks: object) -> None:
    """Have the decks known that came along. Raises Refusal STRUCT where one cannot be read."""
    for key, plain in decks.items() if isinstance(decks, dict) else ():
        try:
            games.bring_deck(games.deck_from_plain(plain))
        except (ValueError, AttributeError, TypeError):
            raise _bad(f"the deck {str(key)[:20]} that came along cannot be read") from None


def _seen(data: dict[str, Any]) -> dict[Seat | None, View]:
    """The screens that came along."""
    found: dict[Seat | None, View] = {}
    for whose, screen in data["views"].items():
        try:
            seat = None if whose == TABLE_SCREEN else int(whose)
            found[seat] = wire.decode(View, screen)
        except (Refusal, ValueError) as problem:
            raise _bad(f"the screen of {whose[:10]} cannot be read") from problem
    return found


def _push(log: Log[Any], entry: Entry, *, complete: bool) -> Log[Any]:
    """The log with the entry. What cannot be followed for want of a secret counts as something hidden."""
    try:
        return log.push(entry)
    except Refusal:
        if complete or type(entry.event) not in (*log.game.events, *CHANGES):
            raise
        return log.push(replace(entry, event=Hidden(seat=entry.event.seat)))


def _parse(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise _bad("is not JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise _bad("is not an exported table")
    if type(data.get("version")) is not int or data["version"] > VERSION:
        raise _bad("was exported by a newer Tablewright; update this one to read it")
    kinds_of = {"entries": list, "game": str, "seats": list, "views": dict}
    missing = next((name for name, kind in kinds_of.items() if not isinstance(data.get(name), kind)), None)
    if missing:
        raise _bad(f"{missing} is missing or is something else")
    if len(data["entries"]) > ENTRIES_MAX:
        raise _bad(f"has more than {ENTRIES_MAX:,} entries")
    return data


def _bad(text: str) -> Refusal:
    return Refusal(Level.STRUCT, "bad_export", text)
