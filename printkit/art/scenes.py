"""Which picture a card gets, set in the world of its suit: the suit chooses inks and world, the card's id the chances.

Cards of ours say in their file which drawing is theirs. A card of one's own, or from elsewhere, needs nothing: the
words of its name choose, and where they say nothing its number does.
"""

from __future__ import annotations

import hashlib
from random import Random

from printkit.art import backdrops
from printkit.art.backdrops import Scene
from printkit.art.drawing_by_words import OWN, in_turn, motif
from printkit.art.drawings import DRAWINGS
from printkit.art.engraving_plate import Inks, Plate
from printkit.art.own_signs import still_life
from printkit.card_layout import CardLayout, Suit
from printkit.draw.display_list import Item
from rules import games
from rules.values.cards import Card, Face
from rules.values.code import from_base36
from rules.values.own_deck import is_own


def seeded(*words: str) -> Random:
    """A random source that depends on the words alone, on every machine."""
    return Random(int.from_bytes(hashlib.sha256("/".join(words).encode()).digest()[:8], "big"))


def picture(card: Card, face: Face, suit: Suit, layout: CardLayout) -> tuple[Item, ...]:
    """The art of a card, filling the art box (whoever places it cuts it off there).

    Raises LayoutError where the suit names a kind of art there is not.
    """
    check(suit, layout)
    box = layout.boxes["art"]
    inks = Inks.of(suit.colour, suit.accent, suit.sky, ink=layout.dark, paper=layout.light)
    p = Plate(box, inks, seeded(card.game, card.id, suit.key))
    x, y = p.at(0.5 + p.rnd.uniform(-0.02, 0.02), 0.52)
    p.light = (x, y, backdrops.RADIUS)
    scene_for(card, face, suit)(p, suit)
    return tuple(p.items)


def check(suit: Suit, layout: CardLayout) -> None:
    """Raises LayoutError where the suit names a kind of art there is not."""
    if suit.art not in backdrops.MOODS:
        known = ", ".join(backdrops.MOODS)
        raise layout.wrong(f"suit.{suit.key}.art", f'"{suit.art}" is not known; expected one of {known}')


def scene_for(card: Card, face: Face, suit: Suit) -> Scene:
    """The drawing the card's file names, else the one its words ask for; the suit's own sign where they ask for none.

    Raises KeyError for a name nobody draws.
    """
    drawing = card.drawing or _by_words(card, face, suit)
    number = (from_base36(card.code) or 1) - 1
    if not drawing and suit.sign is not None and by_number(card):
        return still_life(suit.sign, number)
    return DRAWINGS[drawing or _without_words(card, suit, number)]


def _by_words(card: Card, face: Face, suit: Suit) -> str:
    """The first drawing a word of the name, the id or the kind asks for; empty where none does."""
    for words in (f"{card.name} {card.id.replace('_', ' ')}", face.original_kind or face.kind):
        if drawing := motif(words, suit.art):
            return drawing
    return ""


def _without_words(card: Card, suit: Suit, number: int) -> str:
    """One of the suit's own drawings, by the card's number, or by chance."""
    if by_number(card):
        turns = in_turn(suit.art)
        return turns[number % len(turns)]
    own = OWN[suit.art]
    return own[seeded("own", card.game, card.id).randrange(len(own))]


def by_number(card: Card) -> bool:
    """Whether a card whose words say nothing takes its scene by its number: cards from elsewhere do.

    Nobody has looked at such a deck, and by chance three of six cards would have one picture. Numbers stay what they
    are when cards are added or taken out, and so do the pictures.
    """
    return is_own(card.game) or games.brought(card.game)
