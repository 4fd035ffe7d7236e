"""What happened at a table, and what follows from it.

One reducer: a game turns (state, event) into a state and never touches anything else. An illegal event raises and
changes nothing. Undo is an entry of its own, so revs only grow and nothing is ever deleted (rules.md 0.1, 0.2).

No random here: dice, coins, draws and shuffles happen on the real table and arrive as events.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from typing import Any, Literal, Protocol, TypeVar

from rules.code import CardCode
from rules.score import ScoreSheet, Why
from rules.view import View

Seat = int
Mode = Literal["play", "score"]
Calculator = Callable[[Mapping[str, Any]], Mapping[str, Any]]


class Level(StrEnum):
    """How bad a reported action is (rules.md 0.2)."""

    STRUCT = "STRUCT"
    """Impossible data; cannot be overridden."""
    RULE = "RULE"
    """Breaks a written rule; an override is accepted and logged."""
    WARN = "WARN"
    """Legal but odd; accepted, shown."""
    ASK = "ASK"
    """Accepted; somebody is asked a question."""


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
        self.notices.append(Notice(Level.RULE, code, f"Overridden: {text}", why.citation, to))

    def warn(self, holds: bool, code: str, text: str, why: Why | None = None, to: Seat | None = None) -> None:
        """Leave a notice unless ``holds``."""
        if not holds:
            self.notices.append(Notice(Level.WARN, code, text, why.citation if why else "", to))


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule of a game, chosen when a table opens. ``values`` lists them, the default first."""

    id: str
    label: str
    values: tuple[bool | int | str, ...]
    detail: str = ""
    ruling: str = ""

    @property
    def default(self) -> bool | int | str:
        return self.values[0]


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What a game is, for lists and headers. ``rulebook`` is how its rulebook is cited."""

    id: str
    title: str
    about: str
    players: tuple[int, int]
    rulebook: str
    options: tuple[Option, ...] = ()
    modes: tuple[Mode, ...] = ("play",)


@dataclass(frozen=True, slots=True)
class Setup:
    """How a table begins: how many seats, the options as (id, value) pairs, tracked play or only the score."""

    players: int
    options: tuple[tuple[str, bool | int | str], ...] = ()
    mode: Mode = "play"

    def chosen(self, info: GameInfo) -> dict[str, bool | int | str]:
        """Every option of the game with its value at this table. Raises Refusal STRUCT on a foreign id or value."""
        values = {option.id: option.default for option in info.options}
        for key, value in self.options:
            option = next((o for o in info.options if o.id == key), None)
            if option is None:
                raise Refusal(Level.STRUCT, "bad_option", f"{info.title} has no option called {key}")
            if not any(type(value) is type(v) and value == v for v in option.values):
                words = ", ".join(str(v) for v in option.values)
                raise Refusal(Level.STRUCT, "bad_option", f"{option.label}: {value} is not among {words}")
            values[key] = value
        return values


@dataclass(frozen=True, slots=True)
class Pick:
    """One answer a field offers. ``card`` names the card it stands for, so that a scan can find it."""

    value: str | int
    label: str
    card: str = ""
    uid: str = ""
    detail: str = ""
    suit: str = ""
    code: str = ""
    """The printed code, where this one paper card is known."""


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """A hole in a choice's event: the argument ``name`` takes ``low`` to ``high`` of ``picks``, or a number.

    With ``picks`` and ``many`` the argument is a tuple of values; with picks alone one value; without picks a whole
    number from ``low`` to ``high``, or, for kind ``cards``, the codes of scanned cards. A name such as ``hits.2b1``
    is the entry ``2b1`` of the mapping ``hits``: one hole for each target among which something is split. ``values.0``
    is the first entry of the list ``values``.
    """

    name: str
    label: str
    picks: tuple[Pick, ...] = ()
    many: bool = False
    low: int = 1
    high: int = 1
    kind: Literal["pick", "number", "cards"] = "pick"
    search: bool = False
    preset: tuple[str | int, ...] = ()
    """What is ticked, or the number shown, before anybody touches it."""


@dataclass(frozen=True, slots=True)
class Pool:
    """What the number fields named in ``fields`` share: together they take at most ``amount``."""

    label: str
    amount: int
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Something a seat can do now: a button that already holds the event it means.

    With ``fields`` the event has holes to fill first (``fill``); ``pools`` bounds several of them together. ``prompt``
    ties it to a Prompt of the view. ``correction`` marks by-hand corrections, which screens keep behind one tap and
    random players leave alone.
    """

    label: str
    event: Event
    fields: tuple[FieldSpec, ...] = ()
    detail: str = ""
    card: str = ""
    uid: str = ""
    suit: str = ""
    prompt: str = ""
    primary: bool = False
    correction: bool = False
    why: Why | None = None
    pools: tuple[Pool, ...] = ()

    def fill(self, **values: object) -> Event:
        """The event with its holes filled. Raises Refusal STRUCT where a value is missing, foreign or out of bounds."""
        filled: dict[str, Any] = {}
        for spec in self.fields:
            if spec.name not in values:
                raise Refusal(Level.STRUCT, "bad_input", f"{spec.label}: nothing was chosen")
            filled[spec.name] = _checked(spec, values[spec.name])
        for pool in self.pools:
            total = sum(filled[name] for name in pool.fields)
            if total > pool.amount:
                raise Refusal(Level.STRUCT, "bad_input", f"{pool.label}: {total} is more than there is ({pool.amount})")
        named = {name.partition(".")[0] for name in filled}
        args = in_place({name: getattr(self.event, name) for name in named}, filled)
        return replace(self.event, **args) if args else self.event


def in_place(args: Mapping[str, Any], filled: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of an event with what fills its holes.

    ``hits.2b1`` goes under ``2b1`` of the mapping ``hits``, ``values.0`` to the first place of the list ``values``.
    """
    found = dict(args)
    for name, value in filled.items():
        outer, _, inner = name.partition(".")
        if not inner:
            found[outer] = value
            continue
        there = found.get(outer)
        if isinstance(there, (tuple, list)) and inner.isdecimal() and int(inner) < len(there):
            at = int(inner)
            found[outer] = (*there[:at], value, *there[at + 1 :])
            continue
        found[outer] = {**(there if isinstance(there, Mapping) else {}), inner: value}
    return found


def _checked(spec: FieldSpec, value: Any) -> Any:
    if spec.kind == "number":
        if type(value) is not int or not spec.low <= value <= spec.high:
            raise _unfit(spec, f"expected {spec.low} to {spec.high}")
        return value
    if (spec.many or spec.kind == "cards") and not isinstance(value, (tuple, list)):
        raise _unfit(spec, "expected a list")
    if spec.kind == "cards":
        if not all(isinstance(code, str) for code in value):
            raise _unfit(spec, "expected the codes of cards")
        return tuple(value)
    chosen = tuple(value) if spec.many else (value,)
    # Compared by type too: a true is not the card with number 1.
    allowed = {(type(pick.value), pick.value) for pick in spec.picks}
    known = all(isinstance(v, (str, int)) and (type(v), v) in allowed for v in chosen)
    if not known or len(set(chosen)) != len(chosen):
        raise _unfit(spec, "that is not among what was offered")
    if spec.many and not spec.low <= len(chosen) <= spec.high:
        raise _unfit(spec, f"choose {spec.low}" if spec.low == spec.high else f"choose {spec.low} to {spec.high}")
    return chosen if spec.many else value


def _unfit(spec: FieldSpec, text: str) -> Refusal:
    return Refusal(Level.STRUCT, "bad_input", f"{spec.label}: {text}")


@dataclass(frozen=True, slots=True)
class ScanProblem:
    """One sentence about a scanned card that leads to nothing, and what to do instead."""

    code: str
    text: str
    card: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a scan means now: one event to do at once, several to offer, or why there is none.

    A photo of a whole tableau offers one choice whose fields are the differences from what the table knows, with
    the suggested answer preset; ``summary`` says in one line what was read. ``missing`` names the cards known to lie
    there that this look has not shown, and ``of`` is how many a whole look has (0: nobody knows).
    """

    submit: Event | None = None
    choices: tuple[Choice, ...] = ()
    problems: tuple[ScanProblem, ...] = ()
    summary: str = ""
    missing: tuple[str, ...] = ()
    of: int = 0


class GameState(Protocol):
    """What the table needs to know of every game's state; the rest is the game's own."""

    @property
    def players(self) -> int: ...
    @property
    def notices(self) -> tuple[Notice, ...]: ...


S = TypeVar("S", bound=GameState)


class Game(Protocol[S]):
    """The contract of a game. Everything is pure; ``S`` is the game's own frozen, JSON-serialisable state."""

    @property
    def info(self) -> GameInfo: ...
    @property
    def events(self) -> tuple[type[Event], ...]: ...
    @property
    def calculators(self) -> Mapping[str, Calculator]: ...
    def start(self, setup: Setup) -> S:
        """The state before the first event. Raises Refusal where the players or options do not fit."""
        ...

    def apply(self, state: S, event: Event) -> S:
        """The state after. Raises Refusal STRUCT or RULE and changes nothing."""
        ...

    def choices(self, state: S, seat: Seat) -> tuple[Choice, ...]:
        """Every legal event of the seat, corrections marked; any event built from one is accepted."""
        ...

    def view(self, state: S, viewer: Seat | None) -> View:
        """Only what that viewer may see; None is the table screen and spectators."""
        ...

    def score(self, state: S) -> ScoreSheet: ...
    def story(self, state: S, event: Event, viewer: Seat | None) -> str:
        """One line for the log about an event that led, sooner or later, to ``state``, for this viewer's eyes."""
        ...

    def redact(self, state: S, event: Event, viewer: Seat | None) -> Event:
        """The event with everything replaced that ``viewer`` may not know while the game is in ``state``."""
        ...

    def scan(self, state: S, seat: Seat, seen: Sequence[CardCode]) -> Reading:
        """What these cards, seen in one look by that seat's phone, mean now."""
        ...

    def over(self, state: S) -> bool: ...


def suggested(reading: Reading) -> Event | None:
    """The event of the one choice a scan leaves, or of its one primary choice, with every suggested answer taken.

    None where there are several, or where a hole has no suggestion.
    """
    ready = [choice for choice in reading.choices if not choice.correction]
    marked = [choice for choice in ready if choice.primary] or ready
    if len(marked) != 1:
        return None
    values: dict[str, object] = {}
    for spec in marked[0].fields:
        if spec.many or spec.kind == "cards":
            values[spec.name] = spec.preset
        elif spec.preset:
            values[spec.name] = spec.preset[0]
        else:
            return None
    try:
        return marked[0].fill(**values)
    except Refusal:
        return None


def named_by_scan(choices: Iterable[Choice], card: str, code: str = "") -> tuple[Choice, ...]:
    """The choices that name a scanned card: ready events as they are, holes filled where one card fills them.

    ``code`` prefers the very paper card where several picks are copies of the same card.
    """
    found: list[Choice] = []
    for choice in choices:
        if choice.card == card and not choice.fields:
            found.append(choice)
        for spec in choice.fields:
            picks = [pick for pick in spec.picks if pick.card == card]
            exact = [pick for pick in picks if code and pick.code == code]
            for pick in (exact or picks)[:1]:
                if len(choice.fields) == 1 and spec.low <= 1 <= spec.high:
                    event = choice.fill(**{spec.name: (pick.value,) if spec.many else pick.value})
                    found.append(
                        replace(choice, event=event, fields=(), card=card, label=f"{choice.label}: {pick.label}")
                    )
    return tuple(found)
