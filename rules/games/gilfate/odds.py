"""How likely the next cards of the blank deck hold bombs, from what everybody can see (hypergeometric, exact)."""

from __future__ import annotations

from fractions import Fraction
from math import comb


def bombs_drawn(cards: int, bombs: int, drawn: int) -> tuple[Fraction, ...]:
    """The chance of exactly 0, 1, 2 ... bombs among ``drawn`` of ``cards`` cards with ``bombs`` bombs, shuffled.

    Explosions and cards whose place is known are left out by the caller. More cannot be drawn than there are.
    """
    drawn = min(drawn, cards)
    ways = comb(cards, drawn)
    return tuple(
        Fraction(comb(bombs, found) * comb(cards - bombs, drawn - found), ways)
        for found in range(min(bombs, drawn) + 1)
    )


def at_least(cards: int, bombs: int, drawn: int, wanted: int) -> Fraction:
    """The chance of ``wanted`` bombs or more among the next ``drawn`` cards."""
    return sum(bombs_drawn(cards, bombs, drawn)[wanted:], Fraction(0))
