"""What can happen in a game of Dragoborne. ``Event.seat`` is whose board, hand or answer it is.

A fort is named ``1`` to ``3``, from its owner's left. A card is named by its id in the deck; ``code`` is the printed
code where a phone has read it, else empty. A creature on the field is named by its uid (``0c3``), a die by its place
among its owner's three (0 to 2), a resource by its place in the row. An empty ``payment`` lets the table choose.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.games.dragoborne.byhand import (
    CallOff,
    PutCreature,
    SetAmbushThere,
    SetBanner,
    SetCreature,
    SetDeck,
    SetDie,
    SetDiscard,
    SetFort,
    SetHand,
    SetResources,
    SetTurn,
    TakeCreature,
)
from rules.games.dragoborne.combat_events import (
    Attack,
    AttackAssassin,
    Block,
    CardGoes,
    ChooseShield,
    DealDamage,
    FortBurst,
    MakeRoom,
    NoBlock,
)
from rules.games.dragoborne.setup_events import ChooseStarter, LayBarriers, Mulligan, PlaceBanners, ScanDeck, UseDeck
from rules.table import Event, Seat


@dataclass(frozen=True, slots=True)
class Roll(Event):
    """The three dice were rolled, in the order of the dice bar."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draw(Event):
    """``count`` cards were drawn, in the draw step or by an effect; more than there are loses the game."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class AddResource(Event):
    """The top card of the deck joined the resources."""

    color: str
    card: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class SkipResource(Event):
    """No resource is added this turn."""


@dataclass(frozen=True, slots=True)
class Summon(Event):
    """A creature comes to a fort; ``discard`` is the uid of the one that leaves it, or ``new``."""

    card: str
    fort: str
    payment: tuple[int, ...] = ()
    discard: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class Cast(Event):
    """A spell is played and goes to the discard pile."""

    card: str
    payment: tuple[int, ...] = ()
    code: str = ""


@dataclass(frozen=True, slots=True)
class PayOtherwise(Event):
    """For what was paid last, a resource of one colour rests and one of another stands again: ``red>blue``."""

    exchange: str


@dataclass(frozen=True, slots=True)
class SetAmbush(Event):
    """A card is set face down before a fort; ``card`` is its owner's alone, and may stay empty."""

    fort: str
    payment: tuple[int, ...] = ()
    card: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class UseAmbush(Event):
    """The ambush of a fort is revealed and used."""

    fort: str
    card: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class AmbushLeaves(Event):
    """An effect moves the ambush of a fort away; it is revealed."""

    fort: str
    card: str
    where: Literal["hand", "discard"] = "discard"
    code: str = ""


@dataclass(frozen=True, slots=True)
class RevealAmbush(Event):
    """The game is over, and an ambush that was not used is shown."""

    fort: str
    card: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Activate(Event):
    """An activated ability of a creature is paid for and used."""

    creature: str
    payment: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AssignShield(Event):
    """A die becomes a dragoshield."""

    die: int
    fort: str


@dataclass(frozen=True, slots=True)
class AssignCross(Event):
    """A die is laid on a creature."""

    die: int
    creature: str


@dataclass(frozen=True, slots=True)
class Move(Event):
    """A creature goes to another fort."""

    creature: str
    fort: str


@dataclass(frozen=True, slots=True)
class Swap(Event):
    """Two creatures change places."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Effect(Event):
    """A spell or ability of the seat (``source``, a card) chose a creature.

    It takes ``damage``, changes by ``atk`` and ``edr`` until the turn ends, turns (``hold``: it rests and does not
    stand in its next stand step), or leaves the field.
    """

    source: str
    target: str
    damage: int = 0
    atk: int = 0
    edr: int = 0
    turn: Literal["", "rest", "stand", "hold"] = ""
    leaves: Literal["", "destroyed", "hand", "discard", "deck"] = ""


@dataclass(frozen=True, slots=True)
class DamageFort(Event):
    """An effect of the seat damages a fort of ``owner``; its barriers leave one by one."""

    owner: Seat
    fort: str
    amount: int = 1


@dataclass(frozen=True, slots=True)
class DamageShield(Event):
    """An effect of the seat damages a dragoshield of ``owner``."""

    owner: Seat
    die: int
    amount: int = 1


@dataclass(frozen=True, slots=True)
class TurnDie(Event):
    """An effect of the seat turns a die of ``owner`` to another value."""

    owner: Seat
    die: int
    value: int


@dataclass(frozen=True, slots=True)
class Discard(Event):
    """``count`` cards of the hand were discarded, at the end of the turn or by an effect."""

    count: int


@dataclass(frozen=True, slots=True)
class EndTurn(Event):
    """The active player has nothing more to do. ``hand`` is how many cards they hold, where they say so."""

    hand: int | None = None


@dataclass(frozen=True, slots=True)
class Tick(Event):
    """The card text with that number is followed."""

    item: int


EVENTS: tuple[type[Event], ...] = (
    ScanDeck,
    UseDeck,
    PlaceBanners,
    Mulligan,
    LayBarriers,
    ChooseStarter,
    Roll,
    Draw,
    AddResource,
    SkipResource,
    Summon,
    Cast,
    PayOtherwise,
    SetAmbush,
    UseAmbush,
    AmbushLeaves,
    RevealAmbush,
    Activate,
    AssignShield,
    AssignCross,
    Move,
    Swap,
    Attack,
    AttackAssassin,
    Block,
    NoBlock,
    ChooseShield,
    DealDamage,
    FortBurst,
    CardGoes,
    MakeRoom,
    Effect,
    DamageFort,
    DamageShield,
    TurnDie,
    Discard,
    EndTurn,
    Tick,
    SetFort,
    SetBanner,
    PutCreature,
    SetCreature,
    TakeCreature,
    SetDie,
    SetResources,
    SetHand,
    SetDeck,
    SetDiscard,
    SetAmbushThere,
    CallOff,
    SetTurn,
)
