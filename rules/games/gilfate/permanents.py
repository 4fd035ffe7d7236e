"""Card 9a: what counts as a permanent, and what the card does then (rulebook 004, number 9; Permanent cards)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from rules.games.gilfate.attack_cards import AttackCard
from rules.games.gilfate.house import AS_WRITTEN, House

Effect = Literal["discard_all", "bomb_and_remove", "none"]


def permanents(active: Iterable[AttackCard], house: House = AS_WRITTEN) -> tuple[AttackCard, ...]:
    """The face-up permanents among active cards: all that stay in front, or the cards 12 alone (GF-R30).

    The icon page calls permanent what stays in front; a later page only what lasts for the rest of the round.
    """
    narrow = house.permanents == "12_only"
    return tuple(card for card in active if (card.permanent if narrow else card.stays))


def nine_a(own: int) -> Effect:
    """What 9a does for a player with so many permanents of their own.

    Without any: all permanents of another player go. With exactly one: take a bomb, remove one permanent of anybody.
    With more its condition is not met, and only its cost can be paid.
    """
    if own == 0:
        return "discard_all"
    return "bomb_and_remove" if own == 1 else "none"
