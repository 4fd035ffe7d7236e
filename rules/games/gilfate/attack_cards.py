"""The attack cards as the algorithms need them: number, cost, and what sort of card it is (rulebook 004, Card effects).

An id is number and letter in the rulebook's order, the same as in ``cards.csv``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from rules import games

NUMBERS = 13
"""Numbers run from 0 to 12 and do not wrap around."""


@dataclass(frozen=True, slots=True)
class AttackCard:
    """One kind of attack card. ``min_payment`` is the least that makes it usable (None: its whole cost)."""

    id: str
    number: int
    cost: int
    quick: bool = False
    effect_first: bool = False
    once_a_turn: bool = False
    full_price: bool = False
    stays: bool = False
    permanent: bool = False
    min_payment: int | None = None


@cache
def attack_cards() -> Mapping[str, AttackCard]:
    """Every kind of attack card by its id."""
    found = {}
    for card in games.deck("gilfate").cards:
        if card["kind"] != "attack":
            continue
        traits = card.words("traits")
        least = card["min_payment"]
        found[card.id] = AttackCard(
            card.id,
            number=int(str(card["number"])),
            cost=int(str(card["cost"])),
            quick="quick" in traits,
            effect_first="effect_first" in traits,
            once_a_turn="once" in traits,
            full_price="full_price" in traits,
            stays=bool(card["stays"]),
            permanent=card["stays"] == "permanent",
            min_payment=None if least is None else int(str(least)),
        )
    return MappingProxyType(found)
