"""What a game.toml says, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.values.cards import Deck

Whose = Literal["player", "table"]


@dataclass(frozen=True, slots=True)
class Alarm:
    """What a counter says from ``at`` on; with ``out`` its player is out of the game then."""

    at: int
    text: str
    out: bool = False


@dataclass(frozen=True, slots=True)
class CounterRule:
    """A number somebody keeps, from ``low`` to ``high``; ``reset`` says when ``start`` comes back, if ever."""

    id: str
    label: str
    owner: Whose
    low: int
    high: int
    start: int
    reset: Literal["", "turn", "round"] = ""
    alarm: Alarm | None = None


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards, at most ``most`` (0: any number); of a ``counted`` one only how many, as of a hand."""

    id: str
    label: str
    owner: Whose
    most: int = 0
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of a turn: what there is to do, how often it comes, and whether one ``active`` player does it alone."""

    id: str
    label: str
    active: bool
    steps: tuple[str, ...] = ()
    repeat: int = 1


@dataclass(frozen=True, slots=True)
class ScoreRule:
    """One reason for points.

    ``sum`` adds the whole numbers of column ``key`` over the cards of a zone, ``count`` gives ``points`` for every card
    whose ``key`` is ``value``, ``most`` to whoever has most of those (all who tie), ``table`` looks a counter up in
    ``values``, ``counter`` gives ``points`` for each of it. Cards lying face down count nothing.
    """

    kind: Literal["sum", "count", "most", "table", "counter"]
    label: str
    key: str
    value: str = ""
    zone: str = ""
    points: int = 1
    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Win:
    """Who wins: ``highest``, ``lowest``, ``last_alive``, or ``first_to`` have ``goal`` of ``counter``."""

    kind: Literal["highest", "lowest", "last_alive", "first_to"]
    counter: str = ""
    goal: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole game. ``scan`` is the zone a scanned card goes to."""

    id: str
    title: str
    about: str
    players: tuple[int, int]
    win: Win
    deck: Deck
    counters: tuple[CounterRule, ...] = ()
    zones: tuple[Zone, ...] = ()
    phases: tuple[Phase, ...] = ()
    scores: tuple[ScoreRule, ...] = ()
    scan: str = ""

    def counter(self, id: str) -> CounterRule | None:
        """The counter of that id."""
        return next((one for one in self.counters if one.id == id), None)

    def zone(self, id: str) -> Zone | None:
        """The zone of that id."""
        return next((one for one in self.zones if one.id == id), None)
