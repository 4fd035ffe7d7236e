"""The whole log as a report of the game: turn by turn, in the order in which things happened; as text and as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from companion.table.log_lines import LogLine
from companion.table.snapshot import Snapshot
from rules import wire
from rules.text import listed

FORMAT = "tablewright-log"
VERSION = 1
BEFORE, DURING = "Before the game", "The game"
"""What stands over entries of a game that names no turns, and over what was before it."""
WIDTH = 100


@dataclass(frozen=True, slots=True)
class LogTurn:
    """Entries that belong under one heading, in the order in which they happened."""

    heading: str
    lines: tuple[LogLine, ...]


def by_turn(lines: Iterable[LogLine]) -> tuple[LogTurn, ...]:
    """All entries of a log by turn, the first turn first.

    Something inserted stands at its place in the game. What is no part of a turn (something taken back, a person who
    comes) stands under the turn in which it was said.
    """
    turns: list[tuple[str, list[LogLine]]] = []
    heading = BEFORE
    for line in sorted(lines, key=_order):
        heading = line.turn or (DURING if heading == BEFORE and line.can_amend else heading)
        if not turns or turns[-1][0] != heading:
            turns.append((heading, []))
        turns[-1][1].append(line)
    return tuple(LogTurn(found, tuple(under)) for found, under in turns)


def _order(line: LogLine) -> tuple[int, bool, int]:
    """When it happened: an insertion before the entry it names, everything else by its number."""
    place = line.rev if line.place is None else line.place
    return place, place == line.rev, line.rev


@dataclass(frozen=True, slots=True)
class LogReport:
    """A table's log as one viewer may read it, at a moment in seconds since 1970."""

    look: Snapshot
    turns: tuple[LogTurn, ...]
    at: float

    def as_json(self) -> dict[str, Any]:
        """For programs: entries have the shape of those in a look's ``log``."""
        look = self.look
        return {
            "format": FORMAT,
            "version": VERSION,
            "code": look.code,
            "rev": look.rev,
            "game": {"id": look.info.id, "title": look.info.title},
            "mode": look.mode,
            "people": [None if person is None else person.name for person in look.people],
            "over": look.over,
            "exported_at": self.at,
            "turns": [{"turn": turn.heading, "log": [wire.encode(line) for line in turn.lines]} for turn in self.turns],
        }

    def as_text(self) -> str:
        """To read: what came of each step first, then what was done, the rule it rests on last."""
        look = self.look
        people = listed(look.name(seat) for seat, person in enumerate(look.people) if person is not None)
        moment = datetime.fromtimestamp(self.at, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
        rows = [
            f"{look.info.title}, table {look.code}",
            f"{people or 'Nobody sits here'} · entry {look.rev} · {moment}",
        ]
        for turn in self.turns:
            rows += ["", turn.heading, "-" * len(turn.heading)]
            for line in turn.lines:
                rows += _rows(line, look)
        return "\n".join(rows) + "\n"


def _rows(line: LogLine, look: Snapshot) -> Iterator[str]:
    number = f"{line.rev:>4}  "
    for text in _told(line, look):
        yield from textwrap.wrap(text, WIDTH, initial_indent=number, subsequent_indent=" " * 6) or [number]
        number = " " * 6


def _told(line: LogLine, look: Snapshot) -> Iterator[str]:
    """What is said of one entry, a text a row."""
    mark = "[taken back] " if line.undone else "[no longer fits] " if line.asked else ""
    came = "; ".join(line.outcome)
    if came:
        yield f"{mark}{came[:1].upper()}{came[1:]}"
        mark = ""
    acted = f" (for {look.name(line.for_seat)})" if line.for_seat is not None else ""
    yield f"{mark}{line.text}{acted}{_section(line.why.citation if line.why else '', look)}"
    if line.was:
        yield f"Put right; it said: {line.was}"
    if line.override:
        yield "By hand, against the rule"
    for one in line.set_aside:
        yield f"Set aside: {one.text}{_section(one.rule, look)}"


def _section(citation: str, look: Snapshot) -> str:
    """Where a rule is written, without the book's name where it is the game's own."""
    section = citation.removeprefix(f"{look.info.title} rulebook, ")
    return f" [{section}]" if section else ""
