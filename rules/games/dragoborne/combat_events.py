"""What happens in a combat of Dragoborne, from the attack to what the burst of a fort leaves behind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.table import Event


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
