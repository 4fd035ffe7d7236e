"""What a game.toml says, as frozen values. Numbers that depend on how many play or on an option are settled already:
``Plan.at`` gives the plan of one table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from rules.game_protocol import Option
from rules.values.cards import Deck

Whose = Literal["player", "team", "table", "pair"]
OPEN = "open"
"""In place of a number: again and again, until the table says it is over."""
T = TypeVar("T", bound="Named")


@dataclass(frozen=True, slots=True)
class Alarm:
    """What a counter says from ``at`` on, up or (``down``) down; with ``out`` its player is out of the game then."""

    at: int
    text: str
    out: bool = False
    down: bool = False

    def holds(self, number: int) -> bool:
        """Whether it is on at that number."""
        return number <= self.at if self.down else number >= self.at


@dataclass(frozen=True, slots=True)
class Grow:
    """What is added by itself each turn or round: a number, or what another counter shows."""

    each: Literal["turn", "round"]
    add: int | str


@dataclass(frozen=True, slots=True)
class Named:
    """Anything with an id. ``rounds`` are those in which it is there (empty: all)."""

    id: str
    label: str
    rounds: tuple[int, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True)
class CounterRule(Named):
    """A number somebody keeps, from ``low`` to ``high``; ``reset`` says when ``start`` comes back, if ever.

    A ``pair`` counter is one number from every other player. ``step`` is what a tap adds, ``names`` are words for the
    values from ``low`` on. ``secret``: the phase in which only its owner sees it. ``single``: at most one player has
    more than 0. ``bank``: the counter that gets what is kept when a turn ends.
    """

    owner: Whose
    low: int
    high: int
    start: int
    reset: Literal["", "turn", "round"] = ""
    alarms: tuple[Alarm, ...] = ()
    step: int = 1
    names: tuple[str, ...] = ()
    secret: str = ""
    single: bool = False
    bank: str = ""
    grow: Grow | None = None


@dataclass(frozen=True, slots=True)
class RowRule(Named):
    """A line of the pad: a cell for each player or team, one a game or one a round, worth ``points`` times what stands
    in it. ``allowed`` are the numbers that fit, empty where every one from ``low`` to ``high`` does."""

    owner: Whose
    by_round: bool
    low: int
    high: int
    allowed: tuple[int, ...] = ()
    points: int = 1
    group: str = ""


@dataclass(frozen=True, slots=True)
class Zone(Named):
    """A place for cards, at most ``most`` (0: any number); of a ``counted`` one only how many, as of a hand.

    ``reset`` says when its cards go to the zone ``to`` (empty: off the table). A counted zone begins with ``start``
    cards, loses one for each card laid in the zone ``feeds``, and takes the cards of ``refill`` when it is empty.
    ``bank``: the zone that gets its cards where they are kept when a turn ends; those that are lost go ``to``.
    """

    owner: Whose
    most: int = 0
    counted: bool = False
    reset: Literal["", "phase", "turn", "round"] = ""
    to: str = ""
    start: int = 0
    feeds: str = ""
    refill: str = ""
    bank: str = ""


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards that go from one counted zone to another when a phase begins: a number, or what a counter shows."""

    from_: str
    to: str
    count: int | str


@dataclass(frozen=True, slots=True)
class Phase(Named):
    """A part of a turn: what there is to do, how often it comes, and who does it.

    ``who``: all at once, one ``active`` player, or ``each`` in turn, beginning with ``first``. ``repeat`` is a number,
    a counter, or ``OPEN``. ``winner``: a counter that gets 1 for winning it.
    """

    who: Literal["all", "active", "each"]
    steps: tuple[str, ...] = ()
    repeat: int | str = 1
    first: Literal["", "start", "winner"] = ""
    winner: str = ""
    passing: Literal["", "left", "right", "alternate", "across"] = ""
    deal: Deal | None = None

    @property
    def alone(self) -> bool:
        """Whether one player does it while the others wait."""
        return self.who != "all"

    @property
    def asks_winner(self) -> bool:
        """Whether the table asks who won it."""
        return bool(self.winner) or self.first == "winner"


@dataclass(frozen=True, slots=True)
class TickList(Named):
    """A list whose lines can be ticked; the ticks go when ``reset`` says so."""

    items: tuple[str, ...]
    reset: Literal["", "turn", "round"] = ""


@dataclass(frozen=True, slots=True)
class Amount:
    """What a rule counts of each player: cards, a counter or lines of the pad; exactly one of the three is named.

    Of cards those in ``zone`` that have one of ``words`` in column ``tag`` (all where it is empty): how many, or the
    sum of the whole numbers in column ``field``.
    """

    zone: str = ""
    tag: str = ""
    words: tuple[str, ...] = ()
    field: str = ""
    counter: str = ""
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bid:
    """What was said compared with what was done; ``hit``, ``miss`` and ``zero`` as in docs/own-games.md."""

    bid: str
    made: str
    test: Literal["exact", "at_least", "any"]
    hit: tuple[int, int, str]
    """flat, times the bid, plus a counter"""
    miss: tuple[int, int, int]
    """flat, times the bid, times how far off"""
    zero: tuple[int, int, str] | None
    """for a bid of 0: hit, miss, and the counter (or round) it is multiplied with"""


Kind = Literal["sum", "count", "most", "table", "counter", "reach", "sets", "per_card", "times", "bid"]
Ties = Literal["all", "split", "pool", "lower", "none"]


@dataclass(frozen=True, slots=True)
class ScoreRule(Named):
    """One reason for points; docs/own-games.md says what each kind makes of its amount."""

    kind: Kind
    amount: Amount = Amount()
    points: int = 1
    per: int = 1
    values: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    fewest: bool = False
    ties: Ties = "all"
    at: int = 0
    different: str = ""
    column: str = ""
    scores: tuple[str, ...] = ()
    bid: Bid | None = None
    split: str = ""
    end: bool = True
    """Whether it counts once, at the end, and not in every round."""
    helper: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """What ends the game: a counter, the cards in a zone, or points at a number or beyond it."""

    counter: str = ""
    zone: str = ""
    score: str = ""
    at: int = 0
    down: bool = False
    everybody: bool = False
    result: Literal["count", "win", "lose"] = "count"
    finish: Literal["now", "turn", "round"] = "now"
    text: str = ""

    def holds(self, number: int) -> bool:
        """Whether a number is there."""
        return number <= self.at if self.down else number >= self.at


@dataclass(frozen=True, slots=True)
class Rounds:
    """How many rounds there are (0: until an end), their ``names``, and who begins the next.

    ``turns`` is how often everybody's turn comes in one, where people take turns (0: until the table says so).
    ``wins`` gets 1 for winning one, which ``judge`` decides; ``best`` is how many of a player's rounds count (0: all).
    """

    count: int = 0
    names: tuple[str, ...] = ()
    start: Literal["left", "same", "winner", "last"] = "left"
    judge: Literal["", "highest", "lowest", "ask"] = ""
    wins: str = ""
    best: int = 0
    turns: int = 1


@dataclass(frozen=True, slots=True)
class Teams:
    """How many teams, and whether people choose theirs; else every second (third) seat is of the same."""

    count: int
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Win:
    """Who wins: ``highest``, ``lowest``, ``last_alive``, ``first_to`` have ``goal`` of ``counter``, or all together.

    ``ties`` are pairs of an id and whether less of it is better, looked at in order where people share the first place.
    """

    kind: Literal["highest", "lowest", "last_alive", "first_to", "together"]
    counter: str = ""
    goal: int = 0
    ties: tuple[tuple[str, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole game. ``scan`` is the zone a scanned card goes to."""

    id: str
    title: str
    about: str
    players: tuple[int, int]
    win: Win
    deck: Deck
    """Without cards in a game that has none."""
    counters: tuple[CounterRule, ...] = ()
    rows: tuple[RowRule, ...] = ()
    zones: tuple[Zone, ...] = ()
    phases: tuple[Phase, ...] = ()
    lists: tuple[TickList, ...] = ()
    scores: tuple[ScoreRule, ...] = ()
    ends: tuple[End, ...] = ()
    options: tuple[Option, ...] = ()
    rounds: Rounds | None = None
    teams: Teams | None = None
    keep: tuple[str, ...] = ()
    """Counters that the next table of the same people begins with."""
    rules: str = ""
    """The text of its rules file."""
    scan: str = ""
    format: int = 1
    remarks: tuple[str, ...] = field(default=(), compare=False)
    """What can hardly be meant, each with file, line and key."""
    tables: Callable[[int, Mapping[str, bool | int | str]], Plan] | None = field(default=None, compare=False)

    def at(self, players: int, options: Mapping[str, bool | int | str]) -> Plan:
        """The plan of a table of so many people with these options. Raises DeckError where it makes no sense there."""
        return self if self.tables is None else self.tables(players, options)

    def counter(self, id: str) -> CounterRule | None:
        """The counter of that id."""
        return _of(self.counters, id)

    def row(self, id: str) -> RowRule | None:
        """The line of the pad of that id."""
        return _of(self.rows, id)

    def zone(self, id: str) -> Zone | None:
        """The zone of that id."""
        return _of(self.zones, id)

    def ticks(self, id: str) -> TickList | None:
        """The list of that id."""
        return _of(self.lists, id)

    def score(self, id: str) -> ScoreRule | None:
        """The rule of that id."""
        return next((one for one in self.scores if one.id == id and id), None)

    @property
    def has_points(self) -> bool:
        """Whether anything in it gives points."""
        return any(not one.helper for one in self.scores) or any(one.points for one in self.rows)

    @property
    def goes_round(self) -> bool:
        """Whether one player after the other takes a turn."""
        return any(one.who == "active" for one in self.phases)


def _of(things: tuple[T, ...], id: str) -> T | None:
    return next((one for one in things if one.id == id), None)


def there(thing: Named, round_: int) -> bool:
    """Whether it is part of the game in that round."""
    return not thing.rounds or round_ in thing.rounds
