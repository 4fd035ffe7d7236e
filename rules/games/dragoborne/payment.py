"""Paying for cards in Dragoborne by resting resources (rulebook 001, Play cards from hand; Ambush)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rules.event import Objection
from rules.score import Why
from rules.text import say

BOOK = "Dragoborne rulebook"
AMBUSH_COST = 2
NOT_PLAYABLE = Why("A card whose cost is a dash is not played from the hand.", f"{BOOK}, Parts of a card: Cost")
COST = Why("Rest as many standing resources as the cost says.", f"{BOOK}, Main phase: Play cards from hand")
COLOR = Why(
    "At least one of the resources rested has the card's colour.", f"{BOOK}, Main phase: Play cards from hand", "DB-R11"
)
AMBUSH = Why("Setting an ambush rests two resources of any colour.", f"{BOOK}, Keywords: Ambush")


@dataclass(frozen=True, slots=True)
class Resource:
    """A banner or a card in the resource area."""

    color: str
    rested: bool = False


@dataclass(frozen=True, slots=True)
class Price:
    """What a card asks for: ``cost`` None is the dash, ``color`` None means any colour will do."""

    cost: int | None
    color: str | None


def ambush_price() -> Price:
    """Two of any colour, whatever the card costs otherwise (rulebook: Ambush)."""
    return Price(AMBUSH_COST, None)


def price_objection(price: Price, resources: Sequence[Resource]) -> Objection | None:
    """Why this cannot be paid with what stands, or None."""
    # Cost "-": not from the hand.
    if price.cost is None:
        return Objection("not_playable", "A card with cost - cannot be played from the hand.", NOT_PLAYABLE)
    standing = [resource.color for resource in resources if not resource.rested]
    # Cost: that many standing resources.
    if len(standing) < price.cost:
        return Objection(
            "not_enough", say("That costs {cost}; {stand}.", cost=price.cost, stand=_stand(len(standing))), COST
        )
    # Cost: one of them in the card's colour; a card that costs nothing needs none (DB-R11).
    if price.cost >= 1 and price.color is not None and price.color not in standing:
        return Objection("no_color", say("No {color} resource is standing.", color=price.color), COLOR)
    return None


def payment_objection(price: Price, resources: Sequence[Resource], chosen: Sequence[int]) -> Objection | None:
    """Why resting exactly these (positions in ``resources``) does not pay, or None. Positions must exist."""
    picked = [resources[index] for index in dict.fromkeys(chosen)]
    refused = price_objection(price, picked)
    if refused is None and price.cost is not None and len(picked) != price.cost:
        return Objection(
            "wrong_count", say("That costs {cost}; {count} were named.", cost=price.cost, count=len(picked)), COST
        )
    return refused


def suggested_payment(price: Price, resources: Sequence[Resource]) -> tuple[int, ...]:
    """Which resources to rest, as positions: one of the card's colour, then always of the colour most is left of.

    That keeps as many colours standing as can be. The price must be payable (``price_objection`` is None).
    """
    left = {i: resource.color for i, resource in enumerate(resources) if not resource.rested}
    chosen: list[int] = []
    wanted = price.color
    for _ in range(price.cost or 0):
        counts = Counter(left.values())
        color = wanted if wanted is not None else max(counts, key=lambda word: (counts[word], word))
        index = next(i for i, word in left.items() if word == color)
        chosen.append(index)
        del left[index]
        wanted = None
    return tuple(sorted(chosen))


def _stand(count: int) -> str:
    return (
        "none is standing"
        if count == 0
        else say("only {count} {word} standing", count=count, word="is" if count == 1 else "are")
    )
