"""What is set right by hand in Dragon Breeds, as events: the paper is the truth, and the log says who said so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.table import Event, Seat

Status = Literal["alive", "ko", "eliminated"]


@dataclass(frozen=True, slots=True)
class Damage(Event):
    """By hand: ``player`` takes damage this turn."""

    player: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class Ko(Event):
    """By hand: ``player`` is knocked out, in stage 2 eliminated."""

    player: Seat


@dataclass(frozen=True, slots=True)
class SetHealth(Event):
    """By hand: how the seat stands, with this turn's damage."""

    stage: int
    status: Status = "alive"
    taken: int = 0


@dataclass(frozen=True, slots=True)
class SetQuests(Event):
    """By hand: the three cubes of the seat."""

    left: int
    middle: int
    right: int


@dataclass(frozen=True, slots=True)
class SetUnlocked(Event):
    """By hand: whether the seat's legendary is unlocked."""

    unlocked: bool


@dataclass(frozen=True, slots=True)
class SetHand(Event):
    """By hand: the counts of the seat's player deck; ``target`` is what its hand is filled to, 0 by its card."""

    hand: int
    draw: int
    discard: int
    target: int = 0


@dataclass(frozen=True, slots=True)
class SetSupply(Event):
    """By hand: one slot of the seat's supply; with ``stays`` the draw phase leaves it face down."""

    slot: int
    pile: int
    up: bool = True
    card: str = ""
    stays: bool = False


@dataclass(frozen=True, slots=True)
class SetDragons(Event):
    """By hand: the dragons in the seat's player deck."""

    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetTrash(Event):
    """By hand: the seat's cards in the trash pile."""

    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetRefracted(Event):
    """By hand: a dragon of the seat was refracted before the table began."""

    card: str
    refractor: Seat
    target: Seat
    sv: int | None = None


@dataclass(frozen=True, slots=True)
class ClearRefracted(Event):
    """By hand: the seat's refracted dragons are back at their sources."""


@dataclass(frozen=True, slots=True)
class CallOff(Event):
    """By hand: the combat going on did not happen; all dragons go back."""


@dataclass(frozen=True, slots=True)
class SetTurn(Event):
    """By hand: whose turn it is, and which phase."""

    active: Seat
    phase: Literal["combat", "market", "flush", "draw"] = "combat"
    turn: int = 1


EVENTS: tuple[type[Event], ...] = (
    Damage,
    Ko,
    SetHealth,
    SetQuests,
    SetUnlocked,
    SetHand,
    SetSupply,
    SetDragons,
    SetTrash,
    SetRefracted,
    ClearRefracted,
    CallOff,
    SetTurn,
)
