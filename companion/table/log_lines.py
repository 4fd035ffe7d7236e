"""The log as one viewer reads it: every entry in words, names filled in, with what followed and the rule behind it.

What happened in the game is told by ``rules.log``, once; what happened at the table (people, things taken back or
amended) is told here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, overload

from companion.table.live_table import LiveTable
from rules.game_protocol import Line, Seat
from rules.log import (
    PEOPLE,
    Amend,
    AnswerUndo,
    AskUndo,
    Begin,
    CloseTable,
    Entry,
    GoOn,
    Handover,
    Help,
    Hidden,
    Insert,
    Join,
    Leave,
    LockCorrections,
    Log,
    Lost,
    Played,
    SetHelp,
    SwapSeats,
    Undo,
    undoable,
)  # fmt: skip
from rules.log_line import Pictured, SetAside, Told
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
    a replay. ``asked`` says that it no longer fits and waits for its owner. ``automatic`` is a step that passed by
    itself.
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
    automatic: bool = False
    pictures: tuple[Pictured, ...] = ()


class LogLines(Sequence[LogLine]):
    """The newest entries in words for one viewer, newest first.

    A line is made when somebody reads it: a phone's board shows one or two of sixty.
    """

    def __init__(self, live: LiveTable, log: Log[Any], viewer: Seat | None, limit: int = LOG_LINES) -> None:
        self._line = partial(_line, live, log, viewer=viewer)
        self._entries = log.entries[: -limit - 1 : -1]
        self._made: list[LogLine | None] = [None] * len(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, at: int) -> LogLine: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[LogLine, ...]: ...
    def __getitem__(self, at: int | slice) -> LogLine | tuple[LogLine, ...]:
        if isinstance(at, slice):
            return tuple(self[one] for one in range(*at.indices(len(self))))
        made = self._made[at]
        if made is None:
            made = self._made[at] = self._line(self._entries[at])
        return made

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, (LogLines, tuple)) else NotImplemented

    __hash__ = None  # type: ignore[assignment] # as sequences have it: it is compared by what it says

    def of(self, rev: int) -> LogLine | None:
        """The line of that entry, None where it is too old to be among them."""
        at = self._entries[0].rev - rev if self._entries else -1
        return self[at] if 0 <= at < len(self) else None

    def since(self, rev: int) -> tuple[LogLine, ...]:
        """The lines of the entries from ``rev`` on, newest first; revs have no gaps."""
        return self[: max(0, self._entries[0].rev - rev + 1)] if self._entries else ()


def asked_of(live: LiveTable, log: Log[Any], viewer: Seat | None) -> tuple[LogLine, ...]:
    """The viewer's entries that no longer fit and wait for a word from them."""
    entries = (log.entries[rev - 1] for rev in sorted(log.asked))
    return tuple(_line(live, log, entry, viewer) for entry in entries if viewer is not None and _of(entry) == viewer)


def _of(entry: Entry) -> Seat | None:
    event = entry.event
    return event.event.seat if isinstance(event, (Amend, Insert)) else event.seat


def _line(live: LiveTable, log: Log[Any], entry: Entry, viewer: Seat | None) -> LogLine:
    """The entry for this viewer. Most are told to all in the same words, and then made once for all."""
    line = tell(log, entry, viewer)
    key = ("line", log.rev, entry.rev, id(line))
    before, found = live.worked_out.get(key, (None, None))
    if found is not None and before is line:
        same: LogLine = found
        return same
    made = _made(live, log, entry, viewer, line)
    if log is live.log and not made.was:
        live.worked_out[key] = line, made
    return made


def _made(live: LiveTable, log: Log[Any], entry: Entry, viewer: Seat | None, line: Line) -> LogLine:
    event, rev = entry.event, entry.rev
    acted = live.mode == "play" and event.seat not in (None, entry.by) and not isinstance(event, PEOPLE)
    at = log.index.get(rev)
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
        automatic=entry.automatic,
        pictures=tuple(
            replace(one, name=fill(one.name, log.table.name), text=fill(one.text, log.table.name))
            for one in line.pictures
        ),
    )


def _place(log: Log[Any], entry: Entry) -> int:
    return entry.event.target if isinstance(entry.event, Insert) else entry.rev


def tell(log: Log[Any], entry: Entry, viewer: Seat | None) -> Line:
    """An entry in one line for this viewer; seats are still ``{p0}``."""
    event = entry.event
    kept = log.told.get(entry.rev)
    match event:
        case Undo() | AskUndo():
            return kept.to(viewer) if kept is not None else _taken_back(log, entry, event, viewer)
        case Amend():
            return kept.to(viewer) if kept is not None else _amended(log, log, event, viewer)
        case Insert(target=target):
            line = log.line(entry.rev, viewer) or Line("Something forgotten")
            return replace(line, text=say("{text} (added before entry {target})", text=line.text, target=target))
        case _:
            return Line(told) if (told := _at_the_table(event)) else log.line(entry.rev, viewer) or Line(GONE)


def told_at_once(before: Log[Any], after: Log[Any], entry: Entry) -> Told | None:
    """An entry's lines as they are told when it is made; None where nothing is told but that somebody came or went.

    ``before`` and ``after`` are the log without the entry and with it.
    """
    event = entry.event
    if isinstance(event, Amend):
        return _to_all(before, lambda viewer: _amended(before, after, event, viewer))
    if isinstance(event, (Undo, AskUndo)):
        left = before.without(event) if isinstance(event, AskUndo) else after
        gone = before.gone_from(left)
        seen = before.seen_since(gone, left.table)
        return _to_all(before, lambda viewer: _taken_back(before, entry, event, viewer, gone=gone, seen=seen))
    return after.tell(entry.rev)


def _to_all(log: Log[Any], line: Callable[[Seat | None], Line]) -> Told:
    public, state = line(None), log.table.state
    lines = {seat: line(seat) for seat in range(state.players)} if state is not None else {}
    return Told(public, {seat: one for seat, one in lines.items() if one != public})


def _amended(before: Log[Any], after: Log[Any], event: Amend, viewer: Seat | None) -> Line:
    template = "Entry {target} was different. It said: {old}. Now: {new}"
    old, new = _text(before, event.target, viewer), _text(after, event.target, viewer)
    return Line(say(template, target=event.target, old=old, new=new))


def _taken_back(
    log: Log[Any],
    entry: Entry,
    event: Undo | AskUndo,
    viewer: Seat | None,
    *,
    gone: Sequence[Played[Any]] = (),
    seen: Sequence[Played[Any]] = (),
) -> Line:
    """What is taken back, or would be: what others have seen of it by then, and who has what to do again."""
    old = _text(log, event.target, viewer)
    follows = tuple(say("Already seen: {text}", text=_text(log, one.place, viewer)) for one in seen)
    if isinstance(event, AskUndo):
        who = person(entry.by) if entry.by is not None else "The host"
        return Line(say("{who} would take back: {old}", who=who, old=old), follows)
    template = "Everything from entry {target} on taken back ({old})" if event.through else "Taken back: {old}"
    return Line(say(template, target=event.target, old=old), (*follows, *_again(log, gone, viewer)))


def _again(log: Log[Any], gone: Sequence[Played[Any]], viewer: Seat | None) -> Iterator[str]:
    """Who has what to do again, where more than the one entry goes."""
    whose: dict[Seat | None, list[str]] = {}
    played = [one for one in gone if type(one.event) in log.game.events]
    for one in played if len(played) > 1 else ():
        whose.setdefault(one.event.seat, []).append(_text(log, one.place, viewer))
    for seat, texts in whose.items():
        more = len(texts) - AGAIN_SHOWN
        shown = texts[:AGAIN_SHOWN] + ([say("{count} more", count=more)] if more > 0 else [])
        who = person(seat) if seat is not None else "The table"
        yield say("{who} goes back over: {what}", who=who, what="; ".join(shown))


AGAIN_SHOWN = 3
HELP_TOLD: dict[Help, str] = {
    "resolve": "From here on, steps nobody decides pass by themselves",
    "remind": "From here on, every step is confirmed by hand",
    "count": "From here on, the companion only counts",
}
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
        case AnswerUndo(seat=seat, agree=agree):
            who = person(seat) if seat is not None else "The host"
            return say("{who} agrees" if agree else "{who} would rather leave it as it is", who=who)
        case SetHelp(level=level):
            return HELP_TOLD[level]
        case LockCorrections(locked=locked):
            return "From here on, only the host corrects" if locked else "From here on, everybody corrects again"
        case CloseTable(closed=closed):
            return "The host has ended the game" if closed else "The game goes on"
        case Hidden():
            return "Something kept secret"
        case Lost():
            return "Lost: what happened here is not kept any more"
        case GoOn(last=last, backup=True):
            return say("A backup was brought back; the table goes on from entry {last}", last=last)
        case GoOn(last=0):
            return "The table goes on from its very beginning; what came later was lost on the disk"
        case GoOn(last=last):
            return say("The table goes on from entry {last}; what came later was lost on the disk", last=last)
        case Begin(players=players, mode=mode):
            template = "The game begins with {players} players" if mode == "play" else "Scoring {players} players"
            return say(template, players=players)
    return ""
