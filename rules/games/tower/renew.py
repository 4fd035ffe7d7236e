"""Renewing in Attack at the Tower: recruit, draw two, discard to five (rulebook 002, Instructions)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.games.tower.house import AS_WRITTEN, House

TROOPS_MAX = 2
DRAWN = 2
HAND_MAX = 5


@dataclass(frozen=True, slots=True)
class Pile:
    """A draw pile and the discard pile beside it, as counts."""

    draw: int
    discard: int = 0


def recruited(counters: Sequence[int | None]) -> tuple[int | None, ...]:
    """One more troop on every base, at most two; an empty space (None) recruits nobody."""
    return tuple(None if count is None else min(TROOPS_MAX, count + 1) for count in counters)


def can_draw(count: int, piles: Sequence[Pile] | None, house: House = AS_WRITTEN) -> int:
    """How many of ``count`` cards can be drawn; ``piles`` None: enough are there.

    The owner chooses the pile for each card; with one empty the other serves, with both empty nobody draws, unless
    the table refills them from the discards (TW-R11).
    """
    if piles is None:
        return count
    there = sum(pile.draw + (pile.discard if house.reshuffle else 0) for pile in piles)
    return min(count, there)


def discard_to_limit(hand: int) -> int:
    """How many cards a hand is over the limit of five."""
    return max(0, hand - HAND_MAX)
