"""What happened at a table, and what follows from it.

One reducer: a game turns (state, event) into a state and never touches anything else. An illegal event raises and
changes nothing. Undo is an entry of its own, so revs only grow and nothing is ever deleted (docs/table.md, The log).

No random here: dice, coins, draws and shuffles happen on the real table and arrive as events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from rules.choice import Choice, FieldSpec, Pick, Pool, in_place
from rules.event import Event, Judge, Level, Notice, Refusal, Seat, event_type
from rules.game_info import DECKS, EDITION, GameInfo, Mode, Option, Setup
from rules.log_line import Line
from rules.score import ScoreSheet
from rules.values.code import CardCode
from rules.view import View

# The contract of a game in one import, wherever a part of it is at home.
__all__ = [
    "DECKS", "EDITION", "Calculator", "Choice", "Event", "FieldSpec", "Game", "GameInfo", "GameState", "Judge", "Level",
    "Line", "Mode", "Notice", "Option", "Pick", "Pool", "Reading", "Refusal", "ScanProblem", "Seat", "Setup",
    "card_played", "event_type", "in_place", "named_by_scan", "reportable", "suggested",
]  # fmt: skip

Calculator = Callable[[Mapping[str, Any]], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class ScanProblem:
    """One sentence about a scanned card that leads to nothing, and what to do instead."""

    code: str
    text: str
    card: str = ""


@dataclass(frozen=True, slots=True)
class Lying:
    """A paper card that is known to lie there: its id and name, and its printed code where a phone has read it."""

    card: str
    name: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a scan means now: one event to do at once, several to offer, or why there is none.

    A photo of a whole tableau offers one choice whose fields are the differences from what the table knows, with
    the suggested answer preset; ``summary`` says in one line what was read. ``missing`` are the cards known to lie
    there that this look has not shown, and ``of`` is how many a whole look has (0: nobody knows).
    """

    submit: Event | None = None
    choices: tuple[Choice, ...] = ()
    problems: tuple[ScanProblem, ...] = ()
    summary: str = ""
    missing: tuple[Lying, ...] = ()
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
    @property
    def veil(self) -> Callable[[S, Seat | None], S]:
        """The state as a viewer may know it."""
        ...

    def start(self, setup: Setup) -> S:
        """The state before the first event. Raises Refusal where the players or options do not fit."""
        ...

    def apply(self, state: S, event: Event) -> S:
        """The state after. Raises Refusal STRUCT or RULE and changes nothing."""
        ...

    def choices(self, state: S, seat: Seat) -> tuple[Choice, ...]:
        """Every legal event of the seat, corrections marked; any event built from one is accepted."""
        ...

    def next_step(self, state: S) -> Event | None:
        """The event that happens now whatever anybody decides, or None where somebody decides or is asked.

        Judged by public facts alone, so that what is passed over tells nothing: a draw that cannot be refused, a phase
        without an option, a window in which nobody could react. Never the end of somebody's turn.
        """
        ...

    def view(self, state: S, viewer: Seat | None) -> View:
        """Only what that viewer may see; None is the table screen and spectators."""
        ...

    def score(self, state: S) -> ScoreSheet: ...
    def tell(self, before: S, after: S, event: Event, viewer: Seat | None) -> Line:
        """The line of the log about an event that led from ``before`` to ``after``, for this viewer's eyes."""
        ...

    def can_hide(self, event: Event) -> bool:
        """Whether events of this kind may hold what others do not know."""
        ...

    def redact(self, state: S, event: Event, viewer: Seat | None) -> Event:
        """The event with everything replaced that ``viewer`` may not know while the game is in ``state``."""
        ...

    def scan(self, state: S, seat: Seat, seen: Sequence[CardCode]) -> Reading:
        """What these cards, seen in one look by that seat's phone, mean now. Of no cards: no code is in sight."""
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


def reportable(game: Game[Any]) -> tuple[type[Event], ...]:
    """The event classes a phone may send: all but those that only kept tables hold (``ActionGame.retired``)."""
    retired: frozenset[type[Event]] = getattr(game, "retired", frozenset())
    return tuple(kind for kind in game.events if kind not in retired)


def card_played(game: Game[Any], event: Event) -> str:
    """The id of the card an event plays, "" for one that plays none, or where its game does not say (``Action.plays``).

    Cards that lie in front of somebody afterwards are seen there; this is for those that go straight to a pile.
    """
    playing: frozenset[type[Event]] = getattr(game, "plays", frozenset())
    return str(getattr(event, "card", "")) if type(event) in playing else ""


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
