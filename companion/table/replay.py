"""A table as it was: what everybody could see after each step that counts.

The log keeps the table after every step, so a moment of the past costs one view and no fold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.table.live_table import LiveTable
from rules.log import Log, Played
from rules.log_line import Line
from rules.text import say
from rules.view import View, fill


@dataclass(frozen=True, slots=True)
class Moment:
    """Step ``number`` of ``last``, counted from 0, the beginning of the game.

    ``rev`` is the place in the log it follows; ``at`` when that was, in seconds since 1970. ``view`` is what everybody
    could see then, never a seat's own; ``text`` and ``outcome`` say what had just happened.
    """

    number: int
    last: int
    rev: int
    at: float
    view: View
    text: str
    outcome: tuple[str, ...]
    over: bool
    turns: tuple[tuple[int, str], ...]
    """The first step of every turn, and its heading."""


def moment_of(live: LiveTable, *, number: int | None = None, rev: int | None = None) -> Moment | None:
    """The table after that step, or after the entry ``rev``; at the end where neither is named or there.

    None before the game has begun.
    """
    log = live.log
    steps = begun_steps(log)
    if not steps:
        return None
    at = len(steps) - 1
    if number is not None:
        at = min(max(number, 0), at)
    elif rev is not None:
        at = next((i for i, one in enumerate(steps) if one.place == rev), _nearest(steps, rev))
    one = steps[at]
    line = log.line(one.place, None) or Line(say("The game begins"))
    return Moment(
        at,
        len(steps) - 1,
        rev=one.place,
        at=log.entries[one.rev - 1].at,
        view=live.game.view(one.after.state, None),
        text=fill(line.text, log.table.name),
        outcome=tuple(fill(text, log.table.name) for text in line.outcome),
        over=live.game.over(one.after.state),
        turns=_turns(log, steps),
    )


def begun_steps(log: Log[Any]) -> tuple[Played[Any], ...]:
    """The steps that count, from the beginning of the game on: without who came and went."""
    played = [one for one in log.played if one.after.state is not None]
    return tuple(one for i, one in enumerate(played) if i == 0 or type(one.event) in log.game.events)


def _nearest(steps: Sequence[Played[Any]], rev: int) -> int:
    """The last step at or before an entry that is no step itself."""
    return max((i for i, one in enumerate(steps) if one.place <= rev), default=0)


def _turns(log: Log[Any], steps: Sequence[Played[Any]]) -> tuple[tuple[int, str], ...]:
    found: list[tuple[int, str]] = []
    for i, one in enumerate(steps):
        told = log.told.get(one.place)
        heading = fill(told.public.turn, log.table.name) if told else ""
        if heading and (not found or found[-1][1] != heading):
            found.append((i, heading))
    return tuple(found)
