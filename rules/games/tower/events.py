"""What can happen in a match of Attack at the Tower. ``Event.seat`` is whose board, hand or answer it is.

A place is named ``2b``: territory 2, middle space. A territory is ``1`` to ``3``; an attack may also come from the
``palace``. A card is named by its id in the deck; ``code`` is the printed code where a phone has read it, else empty.
In a battle a troop is named ``0-2b1`` (seat, place, number on it), a base ``1-2b``, a special troop ``1-s1``, and the
palace ``palace``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rules.table import Event, Seat


@dataclass(frozen=True, slots=True)
class ChooseStarter(Event):
    """Seat ``first`` takes the first turn of this game."""

    first: Seat


@dataclass(frozen=True, slots=True)
class Draw(Event):
    """``count`` cards were drawn: ``abilities`` of them from that pile, the others from the bases."""

    count: int
    abilities: int = 0


@dataclass(frozen=True, slots=True)
class Burn(Event):
    """The opening hand was shuffled back to be drawn again (TW-R22)."""


@dataclass(frozen=True, slots=True)
class PlaceBase(Event):
    """A base of the hand was laid on a place, over what stood there."""

    place: str
    base: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Done(Event):
    """The seat lays no more bases in this setup or renewing."""


@dataclass(frozen=True, slots=True)
class Renew(Event):
    """The active player renews the game for both, or does not."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Discard(Event):
    """``count`` cards of the hand were discarded, ``abilities`` of them abilities."""

    count: int
    abilities: int = 0


@dataclass(frozen=True, slots=True)
class PlayAbility(Event):
    """An ability was played; it holds until the turn ends, a special troop until it falls."""

    card: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class DeclareAttack(Event):
    """All troops of territory (or palace) ``source`` go against territory ``target`` of the opponent."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Fight(Event):
    """Nobody plays an ability first: the powers are read and the next step begins."""


@dataclass(frozen=True, slots=True)
class AssignDamage(Event):
    """How a side splits its damage: ``hits`` from troops, bases and the palace, ``siege`` from artillery.

    A later one replaces it until it is confirmed; ``confirm`` says at once that it stands.
    """

    step: Literal["initiative", "regular"]
    hits: Mapping[str, int] = field(default_factory=dict)
    siege: Mapping[str, int] = field(default_factory=dict)
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class ConfirmStep(Event):
    """The seat's damage of this step stands as it is split; with both sides' it lands."""

    step: Literal["initiative", "regular"]


@dataclass(frozen=True, slots=True)
class PalaceAssault(Event):
    """The survivors go on against the palace."""


@dataclass(frozen=True, slots=True)
class EndAttack(Event):
    """The attackers go home; before the battle is over only by an override."""


@dataclass(frozen=True, slots=True)
class EndTurn(Event):
    """The active player is done."""


@dataclass(frozen=True, slots=True)
class Recruit(Event):
    """A troll comes back on the Burrows at ``place``."""

    place: str


@dataclass(frozen=True, slots=True)
class Tick(Event):
    """Something to be done by hand on the table has been done."""

    item: int


@dataclass(frozen=True, slots=True)
class GiveUp(Event):
    """The active player sees no way to win this game any more; the other has won it."""


@dataclass(frozen=True, slots=True)
class NextGame(Event):
    """The boards are cleared for another game of the match."""


@dataclass(frozen=True, slots=True)
class EndMatch(Event):
    """The match ends as it stands."""


@dataclass(frozen=True, slots=True)
class SetBase(Event):
    """What lies on a place; an empty ``base`` means nothing."""

    place: str
    base: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class SetTroops(Event):
    """How many troops stand on a place."""

    place: str
    troops: int


@dataclass(frozen=True, slots=True)
class SetSpecials(Event):
    """How many special troops stand on the palace."""

    count: int


@dataclass(frozen=True, slots=True)
class SetHand(Event):
    """How many cards the hand holds, by their backs."""

    abilities: int
    bases: int


@dataclass(frozen=True, slots=True)
class SetPile(Event):
    """How many cards a pile of the seat holds, and the discards beside it."""

    pile: Literal["abilities", "bases"]
    draw: int
    discard: int


@dataclass(frozen=True, slots=True)
class SetAbility(Event):
    """How many copies of an ability of the seat are in effect."""

    card: str
    copies: int


@dataclass(frozen=True, slots=True)
class SetLost(Event):
    """How many trolls the seat lost this turn."""

    trolls: int


@dataclass(frozen=True, slots=True)
class SetTurn(Event):
    """Whose turn it is and where in it: a way in from the middle of a game."""

    active: Seat
    phase: Literal["decide", "action"] = "action"


@dataclass(frozen=True, slots=True)
class SetWins(Event):
    """Games won so far, by the first and the second seat."""

    first: int
    second: int


EVENTS: tuple[type[Event], ...] = (
    ChooseStarter,
    Draw,
    Burn,
    PlaceBase,
    Done,
    Renew,
    Discard,
    PlayAbility,
    DeclareAttack,
    Fight,
    AssignDamage,
    ConfirmStep,
    PalaceAssault,
    EndAttack,
    EndTurn,
    Recruit,
    Tick,
    GiveUp,
    NextGame,
    EndMatch,
    SetBase,
    SetTroops,
    SetSpecials,
    SetHand,
    SetPile,
    SetAbility,
    SetLost,
    SetTurn,
    SetWins,
)
