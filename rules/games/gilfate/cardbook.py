"""The cards of Gilfate Fantasy by their names: what the algorithms know of them, and what their fronts say."""

from __future__ import annotations

from functools import cache

from rules import games
from rules.games.gilfate.attack_cards import AttackCard, attack_cards
from rules.games.gilfate.deck import face
from rules.values.cards import Card, Deck, Face


def whole_deck() -> Deck:
    """Every card of the game."""
    return games.deck("gilfate")


def card_id(word: str) -> str:
    """The card a word names: ``5a/2`` is a second ``5a``."""
    return word.partition("/")[0]


def attack(card: str) -> AttackCard:
    """What the algorithms know of the attack card."""
    return attack_cards()[card]


def card_of(card: str) -> Card:
    """The card of the deck."""
    return whole_deck().by_id[card]


@cache
def face_of(card: str) -> Face:
    """What its front says."""
    return face(card_of(card))


def name_of(card: str) -> str:
    """Such as 5a Rogue Wave."""
    return f"{card} {card_of(card).name}" if card in attack_cards() else "a card"
