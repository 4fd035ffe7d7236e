"""What can happen in a game of Dragoborne. ``Event.seat`` is whose board, hand or answer it is.

A fort is named ``1`` to ``3``, from its owner's left. A card is named by its id in the deck; ``code`` is the printed
code where a phone has read it, else empty. A creature on the field is named by its uid (``0c3``), a die by its place
among its owner's three (0 to 2), a resource by its place in the row. An empty ``payment`` lets the table choose.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.table import Event, Seat


@dataclass(frozen=True, slots=True)
class ScanDeck(Event):
    """These cards belong to the deck the seat will play; ``anew`` forgets those read before. Its owner's alone."""

    cards: tuple[str, ...]
    codes: tuple[str, ...] = ()
    anew: bool = False


@dataclass(frozen=True, slots=True)
class UseDeck(Event):
    """The seat plays a ready-made deck, the scanned one, or one of its own with ``size`` cards; five are drawn.

    To everybody else a scanned deck is a deck of one's own.
    """

    deck: Literal["ember", "tide", "scanned", "own"]
    size: int = 50


@dataclass(frozen=True, slots=True)
class PlaceBanners(Event):
    """The banners lie face down behind the forts, in this order from the left; the dice have their colours."""

    left: str
    middle: str
    right: str


@dataclass(frozen=True, slots=True)
class Mulligan(Event):
    """``count`` cards of the opening hand were shuffled back, and as many drawn."""

    count: int


@dataclass(frozen=True, slots=True)
class LayBarriers(Event):
    """Two barriers lie at each fort."""


@dataclass(frozen=True, slots=True)
class ChooseStarter(Event):
    """Seat ``first`` takes the first turn."""

    first: Seat


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
class Attack(Event):
    """A creature rests and attacks a fort of the other player."""

    creature: str
    fort: str


@dataclass(frozen=True, slots=True)
class AttackAssassin(Event):
    """A creature with Assassin rests and attacks a creature at rest."""

    creature: str
    target: str


@dataclass(frozen=True, slots=True)
class Block(Event):
    """The defender's creature rests and blocks."""

    creature: str


@dataclass(frozen=True, slots=True)
class NoBlock(Event):
    """No creature blocks."""


@dataclass(frozen=True, slots=True)
class ChooseShield(Event):
    """Of several dragoshields at the fort, this die blocks."""

    die: int


@dataclass(frozen=True, slots=True)
class DealDamage(Event):
    """Whatever triggered is done: the dragoshield, the blocker or the target and the attacker deal their damage."""


@dataclass(frozen=True, slots=True)
class FortBurst(Event):
    """The owner looked at a barrier that left, and uses its fort burst or does not."""

    use: bool
    card: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class CardGoes(Event):
    """Where a used barrier or ambush goes; ``fort`` is as a creature at that fort, ``resource`` to the resources."""

    where: Literal["hand", "discard", "fort", "resource"]


@dataclass(frozen=True, slots=True)
class MakeRoom(Event):
    """The creature that leaves a full fort, or ``new``: to the discard pile, not destroyed."""

    creature: str


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
