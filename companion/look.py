"""What one phone, or the table screen, is shown: everything a page or the API says about a table comes from here.

Built from what that viewer may know and nothing else; the games see to it in ``view``, ``choices`` and ``story``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.room import Options, Room, Who
from rules.log import Begin, Entry, Handover, Join, Leave, Person, SwapSeats, Table, Undo, undoable
from rules.table import Choice, GameInfo, Mode, Notice, Seat, Setup
from rules.view import View, fill

LOG_LINES = 60


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry in words, names filled in. ``for_seat`` is set where somebody acted for another seat."""

    rev: int
    at: float
    by: Seat | None
    for_seat: Seat | None
    text: str
    undone: bool
    can_undo: bool
    override: bool


@dataclass(frozen=True, slots=True)
class Look:
    """A table as one viewer may see it at ``rev``.

    ``viewer`` None is the table screen, a spectator or a host without a seat; ``held`` are all seats the tokens
    open. ``view`` is None until the game begins. Texts in ``view`` and ``choices`` still name seats as ``{p0}``:
    pass them through ``say``. ``notices`` and ``log`` (newest first) are filled already.
    """

    code: str
    rev: int
    info: GameInfo
    people: tuple[Person | None, ...]
    seats_online: frozenset[Seat]
    viewer: Seat | None
    held: tuple[Seat, ...]
    host: bool
    begun: bool
    over: bool
    view: View | None
    choices: tuple[Choice, ...]
    notices: tuple[Notice, ...]
    setup: Setup | None
    options: Options
    mode: Mode
    log: tuple[LogLine, ...]

    def name(self, seat: Seat) -> str:
        """The name of who sits there, or Seat 3 where nobody does."""
        return Table(self.people).name(seat)

    def say(self, text: str) -> str:
        """A game's text with the names filled in."""
        return fill(text, self.name)


def look_at(room: Room, who: Who, viewer: Seat | None, online: frozenset[Seat]) -> Look:
    """The table for that viewer. The caller has made sure that the viewer holds the seat."""
    log = room.log
    table = log.table
    view, choices, over = _screen(room, viewer)
    people = table.seats[: room.players] if table.state is not None else table.seats
    people += (None,) * ((room.players if table.state is not None else 0) - len(people))
    notices = tuple(
        Notice(n.level, n.code, fill(n.text, table.name), n.rule, n.to) for n in log.notices if n.to in (None, viewer)
    )
    return Look(
        code=room.code,
        rev=log.rev,
        info=room.game.info,
        people=people,
        seats_online=online,
        viewer=viewer,
        held=who.held,
        host=who.host,
        begun=table.state is not None,
        over=over,
        view=view,
        choices=choices,
        notices=notices,
        setup=table.setup,
        options=room.options,
        mode=room.mode,
        log=lines(room, viewer),
    )


def say(room: Room, text: str) -> str:
    """A game's text with this table's names filled in."""
    return fill(text, room.table.name)


def _screen(room: Room, viewer: Seat | None) -> tuple[View | None, tuple[Choice, ...], bool]:
    state = room.log.table.state
    if state is None:
        return None, (), False
    key = (room.log.rev, viewer)
    if key not in room.views:
        choices = room.game.choices(state, viewer) if viewer is not None else ()
        room.views[key] = room.game.view(state, viewer), choices, room.game.over(state)
    found: tuple[View | None, tuple[Choice, ...], bool] = room.views[key]
    return found


def lines(room: Room, viewer: Seat | None, limit: int = LOG_LINES) -> tuple[LogLine, ...]:
    """The newest entries in words for this viewer, newest first."""
    log = room.log
    return tuple(_line(room, entry, viewer) for entry in reversed(log.entries[-limit:]))


def _line(room: Room, entry: Entry, viewer: Seat | None) -> LogLine:
    log, event = room.log, entry.event
    acted = room.mode == "play" and event.seat is not None and event.seat != entry.by
    people = isinstance(event, (Join, Leave, SwapSeats, Handover))
    return LogLine(
        rev=entry.rev,
        at=entry.at,
        by=entry.by,
        for_seat=event.seat if acted and not people else None,
        text=fill(tell(room, event, viewer), log.table.name),
        undone=entry.rev in log.dead,
        can_undo=undoable(event) and entry.rev not in log.dead,
        override=event.override,
    )


def tell(room: Room, event: Any, viewer: Seat | None) -> str:
    """An entry's event in one line for this viewer; seats are still ``{p0}``."""
    match event:
        case Join(seat=int() as seat):
            return f"{{p{seat}}} sits at seat {seat + 1}"
        case Leave(seat=int() as seat):
            return f"Seat {seat + 1} is free again"
        case Handover(seat=int() as seat):
            return f"{{p{seat}}} goes on with another phone"
        case SwapSeats(first=first, second=second):
            return f"{{p{first}}} and {{p{second}}} changed places"
        case Begin(players=players):
            return f"The game begins with {players} players" if room.mode == "play" else f"Scoring {players} players"
        case Undo(target=target, through=through):
            entries = room.log.entries
            old = tell(room, entries[target - 1].event, viewer) if target <= len(entries) else ""
            return f"Everything from entry {target} on taken back ({old})" if through else f"Taken back: {old}"
    state = room.log.table.state
    return room.game.story(state, event, viewer) if state is not None else "Part of a game that was taken back"
