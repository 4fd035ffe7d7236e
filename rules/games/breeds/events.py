"""What can happen in a game of Dragon Breeds. ``Event.seat`` is whose dragon, hand or answer it is.

A card is named by its id in the deck, or by a word where somebody brought their own cards (``dragon``,
``faction_coin``); ``sv`` is then what is printed on it. ``code`` is the printed code where a phone has read it. A
dragon on the battlefield has a name of its own, such as ``d3``; a token ``k2``. Supply slots count from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rules.games.breeds import byhand, combat_events
from rules.table import Event, Seat

StepName = Literal["attack", "defense", "fireball_att", "fireball_def", "combat", "market", "flush"]


@dataclass(frozen=True, slots=True)
class ChooseSummoner(Event):
    """The seat plays this faction: ``black``, ``teal``, or one whose cards it brought."""

    faction: str


@dataclass(frozen=True, slots=True)
class ChooseLegendary(Event):
    """The seat laid one legendary face down under its quest card; which one is its owner's alone."""

    card: str = ""


@dataclass(frozen=True, slots=True)
class ChooseStarter(Event):
    """Decks are shuffled, hands drawn, supplies turned up; seat ``first`` takes the first turn."""

    first: Seat


@dataclass(frozen=True, slots=True)
class Done(Event):
    """Nothing more in this step of a combat, or this phase of the turn."""

    step: StepName


@dataclass(frozen=True, slots=True)
class TurnUp(Event):
    """Which cards lie face up in the seat's supply, slot by slot; all of them in one look."""

    cards: Mapping[str, str] = field(default_factory=dict)
    codes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Buy(Event):
    """A supply card is bought. ``coins`` pay it: ``common``, ``rare``, ``faction``, ``epic``, the name of a token or
    a printed code, in a list or joined by ``+``. ``card`` where nobody said yet what lies there.
    """

    slot: int
    coins: str | tuple[str, ...] = ()
    card: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class Trash(Event):
    """A card goes to the trash pile: the market's one, out of the hand, or because an ability says so."""

    card: str
    source: Literal["hand", "draw", "discard", "token"] = "hand"
    by_ability: bool = False
    code: str = ""


@dataclass(frozen=True, slots=True)
class Flush(Event):
    """A supply card goes under its pile for one coin, or under ``pile`` where the table plays that; ``free`` by a
    card's text.
    """

    slot: int
    coin: str = ""
    pile: int = 0
    free: bool = False


@dataclass(frozen=True, slots=True)
class DrawPhase(Event):
    """The turn ends: hand and tokens away, all hands and supplies filled, the next player's turn."""


@dataclass(frozen=True, slots=True)
class Quest(Event):
    """A quest was completed once: 0 the own one, 1 a Faction coin, 2 a trashed card."""

    quest: int


@dataclass(frozen=True, slots=True)
class GainToken(Event):
    """The seat takes a token: a Fireball or Epic coin from the pile, or a card somebody lost to it.

    ``source`` is where it goes back to; ``owner`` whose card it is; ``slot`` of their supply. With ``keep`` it stays
    when the turn ends.
    """

    kind: Literal["fireball", "epic_coin", "dragon", "faction_coin"]
    source: Literal["pile", "discard", "supply", "trash"] = "pile"
    card: str = ""
    owner: Seat | None = None
    slot: int = 0
    sv: int | None = None
    keep: bool = False
    code: str = ""


@dataclass(frozen=True, slots=True)
class ReturnToken(Event):
    """A token goes back to its source before the turn ends."""

    token: str


@dataclass(frozen=True, slots=True)
class DrawCards(Event):
    """A card's text lets the seat draw."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Tick(Event):
    """A reminder was seen to."""

    item: int


EVENTS: tuple[type[Event], ...] = (
    ChooseSummoner,
    ChooseLegendary,
    ChooseStarter,
    *combat_events.EVENTS,
    Done,
    TurnUp,
    Buy,
    Trash,
    Flush,
    DrawPhase,
    Quest,
    GainToken,
    ReturnToken,
    DrawCards,
    Tick,
    *byhand.EVENTS,
)
