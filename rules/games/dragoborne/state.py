"""What a Dragoborne table knows. Frozen, JSON-serialisable (rules.wire), and free of names.

Hands, decks and barriers are counts. Three things are their owner's alone: where banners stand before the game
begins, which cards a phone has read of a deck, and which card lies as an ambush.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from rules.games.dragoborne import dice, payment, turn
from rules.games.dragoborne.house import AS_WRITTEN, House
from rules.table import Notice, Seat

Phase = Literal["setup", "dice", "draw", "resource", "main", "combat", "end", "audit", "over"]
DeckName = Literal["", "ember", "tide", "scanned", "own"]
AskKind = Literal["burst", "goes", "room"]
Stage = Literal["declared", "blocked"]
Ending = Literal["", "forts", "deck"]

SEATS = 2
FORTS = ("1", "2", "3")


@dataclass(frozen=True, slots=True)
class Paper:
    """A card somebody sees; ``code`` where a phone has read it."""

    card: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Creature:
    """A creature on the field; ``uid`` such as ``0c3`` is never given twice. The mods last until the turn ends.

    A creature that is ``held`` does not stand in its owner's next stand step.
    """

    uid: str
    card: str
    code: str = ""
    fort: str = "1"
    rested: bool = False
    damage: int = 0
    atk_mod: int = 0
    edr_mod: int = 0
    held: bool = False


@dataclass(frozen=True, slots=True)
class Ambush:
    """A card set face down; which one is known to its owner at most."""

    rested: bool = True
    card: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class Fort:
    """A fort with its banner's colour, its barriers and the ambush in front of it."""

    color: str = ""
    barriers: int = 0
    ambush: Ambush | None = None


@dataclass(frozen=True, slots=True)
class DieAt:
    """A die; ``value`` 0 before its first roll. ``at`` is the fort it shields, or the creature it lies on."""

    color: str
    value: int = 0
    where: dice.Place = "zone"
    at: str = ""
    assigned: bool = False


@dataclass(frozen=True, slots=True)
class Resource:
    """A banner, or a card in the resource area."""

    color: str
    rested: bool = False
    banner: bool = False
    card: str = ""
    code: str = ""


NO_FORTS = (Fort(),) * len(FORTS)


@dataclass(frozen=True, slots=True)
class Player:
    """One player's half. ``listed`` are the cards a phone has read of the deck; ``unnamed`` counts discarded cards
    nobody named, ``laid`` says that the barriers lie.
    """

    deck_name: DeckName = ""
    listed: tuple[Paper, ...] = ()
    size: int = 0
    forts: tuple[Fort, ...] = NO_FORTS
    creatures: tuple[Creature, ...] = ()
    dice: tuple[DieAt, ...] = ()
    resources: tuple[Resource, ...] = ()
    hand: int = 0
    deck: int = 0
    discard: tuple[Paper, ...] = ()
    unnamed: int = 0
    mulligan: bool = False
    laid: bool = False

    @property
    def barriers(self) -> tuple[int, ...]:
        return tuple(fort.barriers for fort in self.forts)


@dataclass(frozen=True, slots=True)
class Ask:
    """A question ``seat`` has to answer before the game goes on.

    ``burst``: a barrier of ``fort`` left, is its fort burst used? ``goes``: where does a used barrier or ambush go?
    ``room``: who leaves ``fort`` for ``card``? ``origin`` is what it was: barrier, ambush or summons.
    """

    kind: AskKind
    seat: Seat
    fort: str
    card: str = ""
    code: str = ""
    origin: Literal["barrier", "ambush", "summon"] = "barrier"
    rested: bool = False


@dataclass(frozen=True, slots=True)
class Clash:
    """An attack going on, against a ``fort``, or by Assassin against the creature ``blocker``.

    At stage ``declared`` triggers and ambushes have their moment and the defender chooses; at ``blocked`` the blocker
    stands and damage follows.
    """

    attacker: Seat
    creature: str
    fort: str = ""
    stage: Stage = "declared"
    blocker: str = ""
    assassin: bool = False

    @property
    def defender(self) -> Seat:
        return 1 - self.attacker


@dataclass(frozen=True, slots=True)
class Paid:
    """The last payment of this turn, so that other resources can be rested instead."""

    seat: Seat
    cost: int
    color: str
    rested: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Todo:
    """Card text for people to follow: of ``card``, which belongs to ``seat``; ``uid`` where it is on the field."""

    seat: Seat
    card: str
    text: str
    uid: str = ""
    done: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A game of two. ``active`` is None until a starter is chosen; ``serial`` numbers creatures."""

    house: House = AS_WRITTEN
    phase: Phase = "setup"
    active: Seat | None = None
    turn: int = 1
    sides: tuple[Player, Player] = (Player(), Player())
    clash: Clash | None = None
    asks: tuple[Ask, ...] = ()
    paid: Paid | None = None
    todo: tuple[Todo, ...] = ()
    serial: int = 0
    losers: tuple[Seat, ...] = ()
    ending: Ending = ""
    shown: tuple[Paper, ...] = ()
    notices: tuple[Notice, ...] = ()
    players: int = SEATS


def with_side(state: State, seat: Seat, side: Player) -> State:
    """The table with another half at one seat."""
    return replace(state, sides=(side, state.sides[1]) if seat == 0 else (state.sides[0], side))


def fort(player: Player, number: str) -> Fort:
    return player.forts[FORTS.index(number)]


def with_fort(player: Player, number: str, new: Fort) -> Player:
    """The half with another fort in one place."""
    at = FORTS.index(number)
    return replace(player, forts=(*player.forts[:at], new, *player.forts[at + 1 :]))


def at_fort(player: Player, number: str) -> tuple[Creature, ...]:
    """The creatures at a fort."""
    return tuple(one for one in player.creatures if one.fort == number)


def room_at(player: Player, number: str) -> bool:
    """Whether another creature fits at a fort."""
    return len(at_fort(player, number)) < turn.CREATURES_MAX


def creature(player: Player, uid: str) -> Creature | None:
    """The creature with that uid, or None."""
    return next((one for one in player.creatures if one.uid == uid), None)


def find(state: State, uid: str) -> tuple[Seat, Creature] | None:
    """Whose creature that is, and the creature."""
    return next(
        ((seat, one) for seat, side in enumerate(state.sides) for one in side.creatures if one.uid == uid), None
    )


def with_creature(player: Player, new: Creature) -> Player:
    """The half with a creature as it is now."""
    return replace(player, creatures=tuple(new if one.uid == new.uid else one for one in player.creatures))


def with_die(player: Player, index: int, new: DieAt) -> Player:
    """The half with another die."""
    return replace(player, dice=(*player.dice[:index], new, *player.dice[index + 1 :]))


def shields(player: Player, number: str) -> tuple[int, ...]:
    """Which dice stand as dragoshields before a fort."""
    return tuple(n for n, die in enumerate(player.dice) if die.where == "shield" and die.at == number)


def crosses(player: Player, uid: str) -> tuple[int, ...]:
    """Which dice lie on a creature."""
    return tuple(n for n, die in enumerate(player.dice) if die.where == "cross" and die.at == uid)


def plain_dice(player: Player) -> tuple[dice.Die, ...]:
    """The dice as the algorithms take them."""
    return tuple(dice.Die(one.color, one.value, one.where, one.assigned) for one in player.dice)


def purse(player: Player) -> tuple[payment.Resource, ...]:
    """The resources as the algorithms take them."""
    return tuple(payment.Resource(one.color, one.rested) for one in player.resources)


def ask_of(state: State) -> Ask | None:
    """The question the table waits for."""
    return state.asks[0] if state.asks else None
