"""The printed cards of Dragoborne as the table needs them: kind, colour, price, and what the ready-made decks hold."""

from __future__ import annotations

from functools import cache

from rules import games
from rules.games.dragoborne import payment
from rules.values.cards import Card, Deck


def whole_deck() -> Deck:
    """Every card of the game, both ready-made decks."""
    return games.deck("dragoborne")


def card(name: str) -> Card:
    """The card with that id."""
    return whole_deck().by_id[name]


@cache
def kind(name: str) -> str:
    """creature, spell or banner."""
    return str(card(name)["type"])


@cache
def color(name: str) -> str:
    return str(card(name)["color"])


@cache
def price(name: str) -> payment.Price:
    """What playing the card asks for."""
    cost = card(name)["cost"]
    return payment.Price(cost if isinstance(cost, int) else None, color(name))


@cache
def deck_cards(deck_name: str) -> tuple[str, ...]:
    """The cards of a ready-made deck, without its banners."""
    return tuple(one.id for one in whole_deck().cards if one["deck"] == deck_name and one["type"] != "banner")


@cache
def deck_banners(deck_name: str) -> tuple[str, ...]:
    """The colours of a ready-made deck's banners, one for each."""
    found = (one for one in whole_deck().cards if one["deck"] == deck_name and one["type"] == "banner")
    return tuple(str(one["color"]) for one in found for _ in range(one.copies))
