"""Cards that were seen and have no printed copy: two equal faces are two cards, told apart by whose place they lie at.

Games know paper cards by their codes. A card without one gets a code of its own kind: the first, second, third such
card before a seat, in a print set no printer uses. The same cards seen there again have the same codes, so they are
not counted twice; one more of them is new. A card the deck has once is that card, wherever it lies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.values.cards import Card, Deck
from rules.values.code import CardCode

SETS_BY_SEAT = "0123456789ZYXWVUTSRQPONM"
"""Printers count their sets from A."""


@dataclass(frozen=True, slots=True)
class TooMany:
    """A card of which more were seen than the deck has."""

    card: Card
    seen: int


def codes_without_print(
    deck: Deck, seen: Sequence[Card], seat: int
) -> tuple[tuple[CardCode, ...], tuple[TooMany, ...]]:
    """A code for each card seen in one look before a seat, in their order; those beyond the deck's copies have none."""
    count: Counter[str] = Counter()
    codes: list[CardCode] = []
    for card in seen:
        count[card.id] += 1
        if count[card.id] <= card.copies:
            print_set = "A" if card.copies == 1 else SETS_BY_SEAT[seat]
            codes.append(CardCode(deck.letters_of(card), card.code, count[card.id], print_set))
    beyond = [TooMany(card, count[card.id]) for card in dict.fromkeys(seen) if count[card.id] > card.copies]
    return tuple(codes), tuple(beyond)


def beyond_the_deck(deck: Deck, seen: Sequence[CardCode], lying: Iterable[CardCode]) -> tuple[TooMany, ...]:
    """The cards without a print of which more lie before all seats together than the deck has.

    ``lying`` are the codes known before any seat; what was known before the seat that is looked at now is replaced by
    the look. A card that went from one seat to another counts at both until both are looked at again, for nothing on
    it tells it from its like.
    """
    own = {one.print_set for one in seen if one.print_set in SETS_BY_SEAT}
    together = {*seen, *(one for one in lying if one.print_set not in own)}
    count = Counter((one.game, one.card) for one in together)
    cards = {(deck.letters_of(card), card.code): card for card in deck.cards}
    asked = dict.fromkeys((one.game, one.card) for one in seen if one.print_set in SETS_BY_SEAT)
    return tuple(TooMany(cards[key], count[key]) for key in asked if key in cards and count[key] > cards[key].copies)
