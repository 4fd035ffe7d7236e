"""What can happen at the table of a game out of a folder."""

from __future__ import annotations

from dataclasses import dataclass

from rules.table import Event


@dataclass(frozen=True, slots=True)
class Lay(Event):
    """Cards come to a zone; ``codes`` are theirs, in the same order, where they were scanned."""

    zone: str
    cards: tuple[str, ...]
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Take(Event):
    """A card leaves: to another zone, or (``to`` empty) the table. ``card`` names it for the log."""

    uid: str
    to: str = ""
    card: str = ""


@dataclass(frozen=True, slots=True)
class Turn(Event):
    """A card is turned over. ``card`` names it for the log."""

    uid: str
    card: str = ""


@dataclass(frozen=True, slots=True)
class SetCounter(Event):
    """A counter shows ``value`` now."""

    counter: str
    value: int


@dataclass(frozen=True, slots=True)
class SetCount(Event):
    """A zone of which only the number is kept holds ``count`` cards now."""

    zone: str
    count: int


@dataclass(frozen=True, slots=True)
class NextPhase(Event):
    """On to what comes next. ``turn``, ``phase`` and ``time`` say where the table was: two phones say it only once."""

    turn: int
    phase: int
    time: int


@dataclass(frozen=True, slots=True)
class CountPoints(Event):
    """The game is over and the points stand."""


EVENTS: tuple[type[Event], ...] = (Lay, Take, Turn, SetCounter, SetCount, NextPhase, CountPoints)
