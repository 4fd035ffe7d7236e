"""The log as one viewer reads it: every entry in words, names filled in, with what followed and the rule behind it.

What happened in the game is told by ``rules.log``, once; what happened at the table (people, things taken back or
amended) is told here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.table.live_table import LiveTable
from rules.game_protocol import Line, Seat
from rules.log import PEOPLE, Amend, Begin, Entry, Handover, Hidden, Insert, Join, Leave, Log, SwapSeats, Undo, undoable
from rules.log_line import SetAside
from rules.score import Why
from rules.text import say
from rules.view import fill, person

LOG_LINES = 60


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry in words, names filled in.

    ``for_seat`` is set where somebody acted for another seat. ``place`` is the rev whose place in the game it has,
    None where it has none: the same as ``rev``, or for an insertion the rev it stands before. ``amended_by`` is the
    entry that says it otherwise, and ``was`` the line it had before. ``again`` says that the line was told later, from
    a replay. ``asked`` says that it no longer fits and waits for its owner.
    """

    rev: int
    at: float
    by: Seat | None
    for_seat: Seat | None
    text: str
    undone: bool
    can_undo: bool
    override: bool
    why: Why | None = None
    outcome: tuple[str, ...] = ()
    set_aside: tuple[SetAside, ...] = ()
    turn: str = ""
    place: int | None = None
    can_amend: bool = False
    amended_by: int | None = None
    was: str = ""
    again: bool = False
    asked: bool = False


def lines(live: LiveTable, log: Log[Any], viewer: Seat | None, limit: int = LOG_LINES) -> tuple[LogLine, ...]:
    """The newest entries in words for this viewer, newest first."""
    return tuple(_line(live, log, entry, viewer) for entry in reversed(log.entries[-limit:]))


def _line(live: LiveTable, log: Log[Any], entry: Entry, viewer: Seat | None) -> LogLine:
    event, rev = entry.event, entry.rev
    acted = live.mode == "play" and event.seat not in (None, entry.by) and not isinstance(event, PEOPLE)
    line, at = tell(log, entry, viewer), log.index.get(rev)
    played = log.played[at] if at is not None else None
    amended = played is not None and played.rev != rev
    kept, undone = log.told.get(rev), rev in log.dead
    return LogLine(
        rev=rev,
        at=entry.at,
        by=entry.by,
        for_seat=event.seat if acted else None,
        text=fill(line.text, log.table.name),
        undone=undone,
        can_undo=undoable(event) and not undone,
        override=played.event.override if played is not None else event.override,
        why=line.why and replace(line.why, text=fill(line.why.text, log.table.name)),
        outcome=tuple(fill(one, log.table.name) for one in line.outcome),
        set_aside=tuple(replace(one, text=fill(one.text, log.table.name)) for one in line.set_aside),
        turn=fill(line.turn, log.table.name),
        place=_place(log, entry) if played is not None else None,
        can_amend=played is not None and type(played.event) in live.game.events,
        amended_by=played.rev if played is not None and amended else None,
        was=fill(kept.to(viewer).text, log.table.name) if kept is not None and amended else "",
        again=kept is not None and kept.again,
        asked=rev in log.asked,
    )


def _place(log: Log[Any], entry: Entry) -> int:
    return entry.event.target if isinstance(entry.event, Insert) else entry.rev


def tell(log: Log[Any], entry: Entry, viewer: Seat | None) -> Line:
    """An entry in one line for this viewer; seats are still ``{p0}``."""
    event = entry.event
    match event:
        case Undo(target=target, through=through):
            old = _text(log, target, viewer)
            if through:
                return Line(say("Everything from entry {target} on taken back ({old})", target=target, old=old))
            return Line(say("Taken back: {old}", old=old))
        case Amend(target=target):
            kept = log.told.get(target)
            old = kept.to(viewer).text if kept else _text(log, target, viewer)
            return Line(say("Entry {target} put right; it said: {old}", target=target, old=old))
        case Insert(target=target):
            line = log.line(entry.rev, viewer) or Line("Something forgotten")
            return replace(line, text=say("{text} (added before entry {target})", text=line.text, target=target))
        case _:
            return Line(told) if (told := _at_the_table(event)) else log.line(entry.rev, viewer) or Line(GONE)


GONE = "Part of a game that was taken back"


def _text(log: Log[Any], rev: int, viewer: Seat | None) -> str:
    return tell(log, log.entries[rev - 1], viewer).text


def _at_the_table(event: object) -> str:
    """What is no part of the game, in words; empty for what is."""
    match event:
        case Join(seat=int() as seat):
            return say("{who} sits at seat {number}", who=person(seat), number=seat + 1)
        case Leave(seat=int() as seat):
            return say("Seat {number} is free again", number=seat + 1)
        case Handover(seat=int() as seat):
            return say("{who} goes on with another phone", who=person(seat))
        case SwapSeats(first=first, second=second):
            return say("{first} and {second} changed places", first=person(first), second=person(second))
        case Hidden():
            return "Something kept secret"
        case Begin(players=players, mode=mode):
            template = "The game begins with {players} players" if mode == "play" else "Scoring {players} players"
            return say(template, players=players)
    return ""
