"""Which paper cards of Dragoborne are whose, where they lie, and how many copies of a card are out."""

from __future__ import annotations

from collections import Counter

from rules.games.dragoborne.cardbook import card, color, deck_banners, deck_cards, kind, whole_deck
from rules.games.dragoborne.deck import DECKS
from rules.games.dragoborne.deckcheck import COPIES_MAX
from rules.games.dragoborne.state import Paper, Player, State
from rules.table import Seat


def own_cards(player: Player) -> tuple[str, ...]:
    """The kinds of cards the deck may hold, as far as is known; without its banners."""
    if player.deck_name in DECKS:
        return deck_cards(player.deck_name)
    if player.deck_name == "scanned":
        return tuple(dict.fromkeys(one.card for one in player.listed if kind(one.card) != "banner"))
    return tuple(one.id for one in whole_deck().cards if one["type"] != "banner")


def copies(player: Player, name: str) -> int:
    """How many of a card the deck may hold."""
    if player.deck_name in DECKS:
        return card(name).copies if name in deck_cards(player.deck_name) else 0
    if player.deck_name == "scanned":
        return sum(one.card == name for one in player.listed)
    return COPIES_MAX


def banners(player: Player) -> tuple[str, ...]:
    """The colours of the forts' banners, from left to right; empty where they do not stand yet."""
    return tuple(fort.color for fort in player.forts if fort.color)


def own_banners(player: Player) -> tuple[str, ...]:
    """The colours the player has to place; empty where any three will do."""
    if player.deck_name in DECKS:
        return deck_banners(player.deck_name)
    if player.deck_name == "scanned":
        return tuple(color(one.card) for one in player.listed if kind(one.card) == "banner")
    return ()


def open_papers(player: Player) -> tuple[Paper, ...]:
    """Every card of the player that lies open."""
    field = tuple(Paper(one.card, one.code) for one in player.creatures)
    laid = tuple(Paper(one.card, one.code) for one in player.resources if one.card and not one.banner)
    return (*field, *player.discard, *laid)


def copies_out(player: Player) -> Counter[str]:
    """How many copies of each card lie open."""
    return Counter(one.card for one in open_papers(player))


def shows_code(state: State, code: str) -> tuple[Seat, str] | None:
    """Where the paper card with that code lies open: the seat, and a creature's uid, ``discard`` or ``resource``."""
    if not code:
        return None
    for seat, side in enumerate(state.sides):
        for one in side.creatures:
            if one.code == code:
                return seat, one.uid
        if any(one.code == code for one in side.discard):
            return seat, "discard"
        if any(one.code == code for one in side.resources):
            return seat, "resource"
    return None
