"""Damage to players in Dragon Breeds: breakpoints, K.O., rage, elimination (rulebook 003, Identity cards)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

Status = Literal["alive", "ko", "eliminated"]
Reminder = Literal["", "stage_1", "stage_2"]

BREAKPOINTS: Mapping[int, int] = {1: 4, 2: 2}
"""Stage -> the damage in one turn that knocks a player out."""


@dataclass(frozen=True, slots=True)
class Health:
    """How a player stands: stage 1 human, 2 dragonform; ``taken`` is this turn's damage."""

    stage: int = 1
    status: Status = "alive"
    breakpoint: int = BREAKPOINTS[1]
    taken: int = 0

    @property
    def immune(self) -> bool:
        """A K.O.'d player cannot be attacked, damaged or affected by any ability until their next turn."""
        return self.status != "alive"


def hurt(health: Health, amount: int) -> Health:
    """After ``amount`` damage. At the breakpoint: K.O., or out of the game in stage 2.

    One turn knocks a player out at most once, however much is left over, because a K.O.'d player is immune (BR-R8).
    """
    if health.immune:
        return health
    taken = health.taken + amount
    if taken < health.breakpoint:
        return replace(health, taken=taken)
    return replace(health, taken=taken, status="ko" if health.stage == 1 else "eliminated")


def turn_ended(health: Health) -> Health:
    """Damage does not last beyond the turn it was dealt in, whoever's turn it was (BR-R11)."""
    return replace(health, taken=0)


def own_turn_began(health: Health) -> Health:
    """A K.O.'d player comes back enraged: alive, stage 2, its breakpoint; and takes that turn (BR-R16)."""
    if health.status != "ko":
        return health
    return Health(stage=2, status="alive", breakpoint=BREAKPOINTS[2])


def stage_reminder(stage: int, player_damage: int, *, ko: bool = False, needs_their_cards: bool = False) -> Reminder:
    """Which ability of the attacker's identity to remind of after combat damage (BR-R23).

    Stage 1: must be used when the opponent was damaged, unless it needs the cards of a player it just knocked out.
    """
    if player_damage <= 0 or (stage == 1 and ko and needs_their_cards):
        return ""
    return "stage_1" if stage == 1 else "stage_2"


@dataclass(frozen=True, slots=True)
class Belonging:
    """A card wherever it is: whose faction it has by origin, which a trashed or borrowed card keeps."""

    card: str
    faction: str
    place: str = ""


def leaving(cards: Iterable[Belonging], faction: str) -> tuple[Belonging, ...]:
    """What leaves the game with an eliminated player: every card of the faction deck and the starter cards.

    In whatever place: other players' areas, tokens, the trash, refracted (Identity cards; Token dragons).
    """
    return tuple(card for card in cards if card.faction == faction)


def survivors(statuses: Mapping[str, Status]) -> tuple[str, ...]:
    """Who is not eliminated; one name alone has won. A K.O.'d player is still in the game."""
    return tuple(player for player, status in statuses.items() if status != "eliminated")


def refract_targets(statuses: Mapping[str, Status], refractor: str) -> tuple[str, ...]:
    """Whom refracted dragons may be sent against: anybody in the game but the refractor, their owner included.

    With two players only the owner is left.
    """
    return tuple(player for player in survivors(statuses) if player != refractor)


def self_attack_damage(player_damage: int, *, refractor_ko_this_turn: bool) -> int:
    """What one's own refracted dragons do to oneself: nothing if the refractor was K.O.'d by the end of it (BR-R26)."""
    return 0 if refractor_ko_this_turn else player_damage
