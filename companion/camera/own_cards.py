"""A card of one's own in front of the camera of a table where another game is played: it is named, and never a play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.errors import Trouble
from companion.own_decks.decks import OwnDeck, OwnDecks
from rules import games
from rules.values import code
from rules.values.cards import Deck
from rules.values.code import CardCode
from vision.sighting import Foreign


def whose(seen: CardCode, own: OwnDecks | None) -> OwnDeck | None:
    """The deck of one's own a code is of, also where the deck has that card no more. A game's letters are a game's."""
    if own is None or games.by_letters(seen.game) or seen.game not in own.letters():
        return None
    try:
        return own.find(seen.game)
    except Trouble:
        return None


def of_own(kept: OwnDeck, wanted: Deck) -> str:
    """What is said of such a card where ``wanted`` is played."""
    return f"This card is of your deck {kept.title}, not of {wanted.spec.title}."


def strangers(foreign: Iterable[Foreign], wanted: Deck, own: OwnDecks | None) -> tuple[Foreign, ...]:
    """The same cards; those of a deck of one's own say which."""
    return tuple(_named(one, wanted, own) for one in foreign)


def _named(one: Foreign, wanted: Deck, own: OwnDecks | None) -> Foreign:
    if one.reason != "other_game" or one.game:
        return one
    kept = whose(code.parse(one.text), own)
    return replace(one, game=kept.game, why=of_own(kept, wanted)) if kept else one
