"""A fact about the real table, what may be said against it, and what it leaves to be said (docs/table.md, Refusals)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import ClassVar

from rules.score import Why
from rules.text import say

Seat = int


class Level(StrEnum):
    """How bad a reported action is (docs/table.md, Refusals)."""

    STRUCT = "STRUCT"
    """Impossible data; cannot be overridden."""
    RULE = "RULE"
    """Breaks a written rule; an override is accepted and logged."""
    WARN = "WARN"
    """Legal but odd; accepted, shown."""


class Refusal(Exception):  # noqa: N818 - the word the table uses; a refusal is an answer, not a fault
    """An event was not accepted; the state is unchanged. ``rule`` cites the rulebook or a ruling, or is empty."""

    def __init__(self, level: Level, code: str, text: str, rule: str = "") -> None:
        self.level, self.code, self.text, self.rule = level, code, text, rule
        super().__init__(text)

    def citing(self, why: Why) -> Refusal:
        """The same refusal, with that section where it cites none of its own."""
        return self if self.rule else Refusal(self.level, self.code, self.text, why.citation)


@dataclass(frozen=True, slots=True)
class Event:
    """A fact about the real table. ``seat`` is whose fact it is (None: the table's); ``override`` passes RULE."""

    seat: Seat | None = field(default=None, kw_only=True)
    override: bool = field(default=False, kw_only=True)
    in_place: ClassVar[bool] = False
    """Whether it is reported by touching what it changes: a counter, a cell, a line to tick. No form offers it, and a
    number it is asked for is what stands at its spot from then on."""


@cache
def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def event_type(cls: type) -> str:
    """The event's name on the wire: the class name in snake case."""
    return _snake(cls.__name__)


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the last event left to be said. ``to`` None is everybody; a private notice names its seat."""

    level: Level
    code: str
    text: str
    rule: str = ""
    to: Seat | None = None


@dataclass(frozen=True, slots=True)
class Objection:
    """A written rule stands against it. ``code`` is stable, ``text`` is for people, ``why`` is the rule."""

    code: str
    text: str
    why: Why


OVERRIDDEN = "Overridden: {text}"
"""The notice an override leaves of each rule it set aside."""


class Judge:
    """Collects what one event leaves behind, and refuses it where it must.

    A game makes one for each ``apply``; after an override ``notices`` says which rule was set aside.
    """

    def __init__(self, event: Event) -> None:
        self.event = event
        self.notices: list[Notice] = []

    def struct(self, holds: bool, code: str, text: str, rule: str = "") -> None:
        """Raise Refusal STRUCT unless ``holds``."""
        if not holds:
            raise Refusal(Level.STRUCT, code, text, rule)

    def rule(self, holds: bool, code: str, text: str, why: Why, *, to: Seat | None = None) -> None:
        """Raise Refusal RULE unless ``holds`` or the event overrides, which is noted for the log.

        ``to`` keeps the note to one seat where ``text`` speaks of what only that seat may know.
        """
        if holds:
            return
        if not self.event.override:
            raise Refusal(Level.RULE, code, text, why.citation)
        self.notices.append(Notice(Level.RULE, code, text=say(OVERRIDDEN, text=text), rule=why.citation, to=to))

    def seat(self, players: int, text: str = "This needs a seat: say whose move it is.") -> Seat:
        """The seat the event is about. Raises Refusal STRUCT for an event of the table itself, or a foreign seat."""
        seat = self.event.seat
        if seat is None or not 0 <= seat < players:
            raise Refusal(Level.STRUCT, "no_such_seat", text)
        return seat

    def obey(self, objection: Objection | None, text: str = "", *, to: Seat | None = None) -> None:
        """Raise Refusal RULE with what the algorithms found, in other words where ``text`` has some, or note that it
        was set aside."""
        if objection is not None:
            self.rule(False, objection.code, text or objection.text, objection.why, to=to)

    def by_hand(self, text: str, why: Why) -> None:
        """Leave the notice of a correction: ``text`` is the fact as it stands now."""
        self.warn(False, "by_hand", say("Corrected by hand: {text}", text=text), why)

    def warn(self, holds: bool, code: str, text: str, why: Why | None = None, to: Seat | None = None) -> None:
        """Leave a notice unless ``holds``."""
        if not holds:
            self.notices.append(Notice(Level.WARN, code, text=text, rule=why.citation if why else "", to=to))
