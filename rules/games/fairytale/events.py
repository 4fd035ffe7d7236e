"""What can happen at a Fairy Tale table. ``Event.seat`` is whose tableau, hand or answer it is.

A card is named by its id in the deck (``card``); ``code`` is the printed code of the very paper card where a phone
has read it, else empty. A card in a tableau is named by its ``uid`` there.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.table import Event


@dataclass(frozen=True, slots=True)
class NextStage(Event):
    """The table goes on to stage ``to`` (0: whichever is next). Two phones may say so at once; it counts once."""

    to: int = 0


@dataclass(frozen=True, slots=True)
class NextPick(Event):
    """Everybody has picked and passed: pick ``to`` of five begins (0: whichever is next)."""

    to: int = 0


@dataclass(frozen=True, slots=True)
class LogPick(Event):
    """A private note of cards kept in this draft. ``codes`` run beside ``cards``, or are empty."""

    cards: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Select(Event):
    """A card was placed face down. ``card`` None: which one stays secret, even from the companion.

    ``uid`` is where it will lie, filled in by the choice; it lets the log show the card once it lies face up.
    """

    card: str | None = None
    code: str = ""
    uid: str = ""


@dataclass(frozen=True, slots=True)
class Unselect(Event):
    """The placed card was taken back into the hand before anybody saw it."""


@dataclass(frozen=True, slots=True)
class Reveal(Event):
    """The placed cards are turned over although somebody has placed none."""


@dataclass(frozen=True, slots=True)
class NameCard(Event):
    """What a card in one's tableau is: the answer where it lies face up unknown, a correction elsewhere."""

    uid: str
    card: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Choose(Event):
    """The answer to a question of the effects: ``step`` such as ``flip:Homestead`` or ``unflip:*``."""

    step: str
    uids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DiscardRest(Event):
    """The hands go to the discard pile. After the third card this happens by itself."""


@dataclass(frozen=True, slots=True)
class SetFace(Event):
    """A card was found to lie the other way."""

    uid: str
    up: bool


@dataclass(frozen=True, slots=True)
class AddCard(Event):
    """A card was found in the tableau. ``card`` None: face down, and nobody looks. ``uid`` as in ``Select``."""

    card: str | None = None
    code: str = ""
    up: bool = True
    uid: str = ""


@dataclass(frozen=True, slots=True)
class RemoveCard(Event):
    """A card was found not to be in the tableau."""

    uid: str


@dataclass(frozen=True, slots=True)
class SetStage(Event):
    """The table is at ``stage``, with ``step`` picks or plays of it done: a way in from the middle of a game."""

    stage: int
    step: int = 0


@dataclass(frozen=True, slots=True)
class ReadTableau(Event):
    """A look at a whole tableau: the codes ``seen`` face up, and what was settled about each difference.

    ``add`` and ``again`` are codes newly found and codes found twice; the others are uids.
    """

    seen: tuple[str, ...]
    add: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    turn_up: tuple[str, ...] = ()
    turn_down: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AddPlayer(Event):
    """One more player sits down after the last seat."""


@dataclass(frozen=True, slots=True)
class TickReminder(Event):
    """What a card reminded of has been done by hand."""

    uid: str


@dataclass(frozen=True, slots=True)
class Score(Event):
    """The points stand. Before the last stage: a look at what one would score."""


EVENTS: tuple[type[Event], ...] = (
    NextStage,
    NextPick,
    LogPick,
    Select,
    Unselect,
    Reveal,
    NameCard,
    Choose,
    DiscardRest,
    SetFace,
    AddCard,
    RemoveCard,
    SetStage,
    ReadTableau,
    AddPlayer,
    TickReminder,
    Score,
)
