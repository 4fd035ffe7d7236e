"""What activating a card costs: printed cost, then tax, then reductions (rulebook 004, Card effects 0, 6, 10, 12)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rules.games.gilfate.attack_cards import AttackCard
from rules.games.gilfate.house import AS_WRITTEN, House

TAX, TAXED = "12c", 2
CHEAP, CHEAP_COST = "12a", 1
ONCE, ONCE_COST = "10a", 2
HIGH = 10
"""Numbers from 10 on are never reduced."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Blank cards to draw, the least that makes the card usable, and which active cards changed the cost."""

    cost: int
    least: int
    changed_by: tuple[str, ...] = ()


def activation_cost(
    card: AttackCard,
    mine: Collection[str] = (),
    others: Collection[str] = (),
    *,
    use_10a: bool = False,
    house: House = AS_WRITTEN,
) -> Cost:
    """The cost for a player with the active cards ``mine`` while all other players together have ``others`` active.

    ``use_10a``: the player spends this turn's use of 10a on it. Reductions come after the tax and never raise a cost
    (GF-R10). Who has played 12c does not pay its tax, unless somebody else has one too.
    """
    cost, changed = card.cost, []
    # 12c: the other players pay 2 for a number 0.
    if card.number == 0 and TAX in others and cost < TAXED:
        cost = TAXED
        changed.append(TAX)
    # 6a has to be paid in full (GF-R11); 12a and 10a leave numbers 10 to 12 alone.
    reducible = card.number < HIGH and (house.reducible_6a or not card.full_price)
    for name, active, reduced in ((CHEAP, CHEAP in mine, CHEAP_COST), (ONCE, use_10a, ONCE_COST)):
        if reducible and active and reduced < cost:
            cost = reduced
            changed.append(name)
    least = cost if card.min_payment is None else min(cost, card.min_payment)
    return Cost(cost, least, tuple(changed))
