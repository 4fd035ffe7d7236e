"""What the faces of a deck are called: the names a taught face is offered, and the card each of them means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rules.values.cards import Card, Deck


def cards_by_face_name(deck: Deck) -> Mapping[str, Card]:
    """Every card by a name no other has: its own, with its suit or id where several share one."""
    names = Counter(card.name for card in deck.cards)
    found: dict[str, Card] = {}
    for card in deck.cards:
        called = card.name
        if names[called] > 1:
            suit = deck.spec.face(card).suit
            called = f"{called} ({suit or card.id})"
        if called in found:
            called = f"{card.name} ({card.id})"
        found[called] = card
    return found
