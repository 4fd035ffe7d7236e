"""What a round costs a player in points (rulebook 004, Points); the fewest win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.games.gilfate.attack_cards import AttackCard
from rules.games.gilfate.cost import HIGH, activation_cost
from rules.games.gilfate.house import AS_WRITTEN, House
from rules.games.gilfate.knockout import slots
from rules.games.gilfate.melds import Melds, best_melds, printed_cost

BOMB, LATE_BOMB = 3, 5
LATE_BOMBS = 3
EXPLOSION = 5
PERMANENT = -3


@dataclass(frozen=True, slots=True)
class Partial:
    """A card the blank deck did not suffice for: what was paid, and its whole cost where that is known."""

    paid: int
    cost: int | None = None


@dataclass(frozen=True, slots=True)
class Points:
    """One player's round, part by part. ``rest`` is hand and partly paid cards together."""

    bombs: int
    explosions: int
    permanents: int
    hand: int
    partial: int
    melds: Melds

    @property
    def rest(self) -> int:
        return self.hand + self.partial

    @property
    def total(self) -> int:
        return self.bombs + self.explosions + self.permanents + self.rest


def bomb_points(bombs: int, cheap: int, house: House = AS_WRITTEN) -> int:
    """3 points for each of the first ``cheap`` bombs, 5 for each one more (GF-R1; ``cheap`` is ``slots``).

    As another table reads the sentence: 3 for every bomb, or 5 only for the three after the first.
    """
    late = max(0, bombs - cheap)
    if house.bomb_rule == "3_each":
        late = 0
    elif house.bomb_rule == "3_then_3x5":
        late = min(late, LATE_BOMBS)
    return BOMB * (bombs - late) + LATE_BOMB * late


def permanent_points(active: Iterable[AttackCard], house: House = AS_WRITTEN) -> int:
    """3 points off for each activated card 10 to 12 still in front; a card in the hand takes nothing off (GF-R15)."""
    first = 12 if house.only_12 else HIGH
    return PERMANENT * sum(1 for card in active if card.number >= first)


def partial_points(cards: Iterable[Partial], house: House = AS_WRITTEN) -> int:
    """Cards paid in part count what was paid (GF-R6); a table may count what was missing, or all of it."""
    total = 0
    for card in cards:
        whole = card.paid if card.cost is None else card.cost
        total += {"paid": card.paid, "rest": max(0, whole - card.paid), "full": whole}[house.partial]
    return total


def round_points(
    hand: Iterable[AttackCard],
    active: Sequence[AttackCard] = (),
    *,
    bombs: int = 0,
    explosions: int = 0,
    partial: Iterable[Partial] = (),
    others: Sequence[str] = (),
    house: House = AS_WRITTEN,
) -> Points:
    """All parts of a player's round. Only hand cards meld (GF-R4). ``others`` matters for current costs alone."""
    ids = [card.id for card in active]

    def current_cost(card: AttackCard) -> int:
        return activation_cost(card, ids, others, house=house).cost

    melds = best_melds(hand, current_cost if house.use_current_cost else printed_cost)
    return Points(
        bombs=bomb_points(bombs, slots(ids), house),
        explosions=EXPLOSION * explosions,
        permanents=permanent_points(active, house),
        hand=melds.points,
        partial=partial_points(partial, house),
        melds=melds,
    )
