"""Pictures put together for one motif: a thing at its size, or a scene with something added."""

from __future__ import annotations

from printkit.art import (
    backdrops,
    crafted_things,
    dragon_details,
    dragon_scenes,
    household_things,
    musical_instruments,
    plants,
    sea_scenes,
    skies,
    weapons,
    wood_scenes,
)
from printkit.art import strokes as s
from printkit.art.backdrops import Scene, emblem
from printkit.art.engraving_plate import Plate
from printkit.art.strokes import Point
from printkit.card_layout import Suit


def sized(draw: object, size: float) -> Scene:
    """An emblem of a thing that takes a place and a size."""

    def put(p: Plate, at: Point) -> None:
        draw(p, at, size)  # type: ignore[operator]  # things share this signature

    return emblem(put)


def coin(p: Plate, suit: Suit, glyph: str = "") -> None:
    """A coin in full light, with the suit's sign or another."""
    backdrops.backdrop(p, suit.art, disc=False)
    crafted_things.coin(p, (p.light[0], p.light[1] - 0.6), 16.0, glyph or suit.glyph)


def rare_coin(p: Plate, suit: Suit) -> None:
    """A coin with a diamond."""
    coin(p, suit, "diamond")


def plain_coin(p: Plate, suit: Suit) -> None:
    """A coin with a crown or a sun."""
    coin(p, suit, "crown" if suit.art == "gold" else "sun")


def bow(p: Plate, at: Point) -> None:
    """A bow."""
    weapons.bow(p, at, 13.5)


def banner(p: Plate, suit: Suit) -> None:
    """A banner."""
    backdrops.backdrop(p, suit.art, disc=False)
    weapons.banner(p, (p.light[0], p.light[1] - 0.4), 14.5, suit.glyph)


def throne(p: Plate, suit: Suit) -> None:
    """A throne."""
    backdrops.backdrop(p, suit.art)
    household_things.throne(p, (p.light[0], p.light[1] + 1.4), 12.5, suit.glyph)


def shield(p: Plate, suit: Suit) -> None:
    """A shield with the suit's sign."""
    backdrops.backdrop(p, suit.art)
    weapons.shield(p, (p.light[0], p.light[1]), 14.5, suit.glyph)


def hand(p: Plate, suit: Suit) -> None:
    """A hand."""
    backdrops.backdrop(p, suit.art)
    crafted_things.cards(p, (p.light[0], p.light[1]), 11.5, ("wave", "sun", "bomb", "star", "compass"))


def regent(p: Plate, suit: Suit) -> None:
    """A crowned dragon."""
    dragon_scenes.bust(p, suit, crowned=True)


def fire_bust(p: Plate, suit: Suit) -> None:
    """A dragon breathing fire."""
    dragon_scenes.bust(p, suit, fire=True)


def hollow(p: Plate, suit: Suit) -> None:
    """A hollow tree."""
    wood_scenes.old_tree(p, suit, hollow=True)


def orchard(p: Plate, suit: Suit) -> None:
    """A tree with fruit."""
    wood_scenes.old_tree(p, suit, fruit=True)


def treecity(p: Plate, suit: Suit) -> None:
    """A tree with houses."""
    wood_scenes.old_tree(p, suit, houses=True)


def imp(p: Plate, suit: Suit) -> None:
    """Eyes among brambles."""
    wood_scenes.brambles(p, suit, eyes=True)


def wall(p: Plate, suit: Suit) -> None:
    """Brambles as a wall."""
    wood_scenes.brambles(p, suit, wall=True)


def over(p: Plate, suit: Suit) -> None:
    """An isle and another upside down above it."""
    sea_scenes.isle(p, suit, over=True)


def eye(p: Plate, suit: Suit) -> None:
    """A dragon's eye."""
    del suit
    dragon_details.eye(p)


def torches(p: Plate, suit: Suit) -> None:
    """Two torches, crossed."""
    backdrops.backdrop(p, suit.art)
    for angle in (0.5, -0.5):
        weapons.torch(p, (p.light[0], p.light[1] - 1), 11, angle)


def key(p: Plate, at: Point) -> None:
    """Two keys, crossed."""
    household_things.key(p, at, 14, 0.7)
    household_things.key(p, at, 14, -0.7)


def axe_song(p: Plate, at: Point) -> None:
    """An axe among notes."""
    weapons.axe(p, at, 14, -0.45)
    musical_instruments.note(p, (at[0] - 9, at[1] + 3), 3.0)
    musical_instruments.note(p, (at[0] - 13, at[1] - 4), 2.6)
    musical_instruments.note(p, (at[0] + 11, at[1] - 5), 2.8)


def sheaf(p: Plate, at: Point) -> None:
    """A sheaf of wheat."""
    k, (x, y) = p.inks, at
    for i in range(11):
        t = (i - 5) / 5
        plants.wheat(
            p,
            (x - t * 4.4, y - 14),
            (x + t * 11, y + 12 - 6 * t * t),
            size=2.1,
            colours=(k.dark, k.light if i % 2 else k.tone),
        )
    p.fill(s.ribbon([(x - 4.4, y - 4.2), (x, y - 5), (x + 4.4, y - 4.2)], [1.5, 1.7, 1.5]), k.dark)
    p.fill(s.lens((x - 4, y - 4.2), (x + 4, y - 4.2), 0.5), k.light)


def dice(p: Plate, at: Point) -> None:
    """Two dice."""
    crafted_things.dice(p, (at[0] - 6.5, at[1] - 2), 9)
    crafted_things.dice(p, (at[0] + 7.5, at[1] + 1.5), 8)


def sunken(p: Plate, suit: Suit) -> None:
    """Bombs in a maelstrom."""
    sea_scenes.maelstrom(p, suit)
    crafted_things.bomb(p, p.at(0.36, 0.5), 7)
    crafted_things.bomb(p, p.at(0.66, 0.46), 6)


egg, sword = sized(dragon_details.egg, 14.5), sized(weapons.sword, 16)
bomb, burst = sized(crafted_things.bomb, 13), sized(skies.burst, 11.5)
