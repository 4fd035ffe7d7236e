"""What is set right by hand in Dragoborne, as events: the paper is the truth, and the log says who said so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.table import Event, Seat


@dataclass(frozen=True, slots=True)
class SetFort(Event):
    """A fort has this many barriers."""

    fort: str
    barriers: int


@dataclass(frozen=True, slots=True)
class SetBanner(Event):
    """A fort's banner, and the die that goes with it, have this colour."""

    fort: str
    color: str


@dataclass(frozen=True, slots=True)
class PutCreature(Event):
    """A creature stands at a fort."""

    card: str
    fort: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class SetCreature(Event):
    """A creature's damage, changes until the turn ends, and whether it rests."""

    creature: str
    damage: int = 0
    rested: bool = False
    atk: int = 0
    edr: int = 0


@dataclass(frozen=True, slots=True)
class TakeCreature(Event):
    """A creature is not on the field."""

    creature: str
    where: Literal["hand", "discard", "deck", "nowhere"] = "discard"


@dataclass(frozen=True, slots=True)
class SetDie(Event):
    """A die shows this value and lies there; ``at`` is the fort or the creature it belongs to."""

    die: int
    value: int
    where: Literal["zone", "shield", "cross", "discard"] = "zone"
    at: str = ""


@dataclass(frozen=True, slots=True)
class SetResources(Event):
    """So many resources of a colour stand, so many rest."""

    color: str
    standing: int
    rested: int = 0


@dataclass(frozen=True, slots=True)
class SetHand(Event):
    """So many cards in the hand."""

    count: int


@dataclass(frozen=True, slots=True)
class SetDeck(Event):
    """So many cards in the deck."""

    count: int


@dataclass(frozen=True, slots=True)
class SetDiscard(Event):
    """So many cards in the discard pile that nobody named."""

    count: int


@dataclass(frozen=True, slots=True)
class SetAmbushThere(Event):
    """Whether a card lies face down before a fort."""

    fort: str
    there: bool
    rested: bool = True


@dataclass(frozen=True, slots=True)
class CallOff(Event):
    """The attack and open questions are forgotten."""


@dataclass(frozen=True, slots=True)
class SetTurn(Event):
    """It is this seat's turn number ``turn`` of the game, in this phase."""

    active: Seat
    turn: int
    phase: Literal["dice", "draw", "resource", "main", "combat"] = "main"
