"""Pictures put together for one motif: a thing at its size, or a scene with something added."""

from __future__ import annotations

import math
from collections.abc import Sequence

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
from printkit.art.glyphs import placed
from printkit.art.strokes import Point
from printkit.card_layout import Suit
from printkit.draw.display_list import Colour, mix


def sized(draw: object, size: float) -> Scene:
    """An emblem of a thing that takes a place and a size."""

    def put(p: Plate, at: Point) -> None:
        draw(p, at, size)  # type: ignore[operator]  # things share this signature

    return emblem(put)


def coin(p: Plate, suit: Suit, glyph: str = "") -> None:
    """A coin in full light, with the suit's sign or another."""
    backdrops.backdrop(p, suit.art, disc=False)
    crafted_things.coin(p, (p.light[0], p.light[1] - 0.6), 16.0, glyph or suit.glyph)


def _minted(p: Plate, suit: Suit, corners: Sequence[Point], struck: tuple[str, Colour, Colour], size: float) -> None:
    backdrops.backdrop(p, suit.art, disc=False)
    crafted_things.minted(p, (p.light[0], p.light[1] - 0.5), size, corners, struck)


def _star(points: int, inner: float) -> list[Point]:
    turns = (math.pi / 2 + math.pi * i / points for i in range(2 * points))
    return [
        ((inner if i % 2 else 1.0) * math.cos(a), (inner if i % 2 else 1.0) * math.sin(a)) for i, a in enumerate(turns)
    ]


def plain_coin(p: Plate, suit: Suit) -> None:
    """The least of coins: small, round and bare, with a sun."""
    k = p.inks
    round_ = s.arc_points(0.0, 0.0, 1.0, (0.0, s.TAU), steps=64)[:-1]
    _minted(p, suit, round_, ("sun", mix(k.tone, k.sky, 0.7), k.dark), 11.5)


def rare_coin(p: Plate, suit: Suit) -> None:
    """A silver lozenge with a diamond."""
    k = p.inks
    lozenge = [
        (0.0, 1.0),
        (0.12, 0.98),
        (1.08, 0.08),
        (1.08, -0.08),
        (0.12, -0.98),
        (-0.12, -0.98),
        (-1.08, -0.08),
        (-1.08, 0.08),
        (-0.12, 0.98),
    ]
    _minted(p, suit, lozenge[1:], ("diamond", k.paper, k.dark), 17.0)


def epic_coin(p: Plate, suit: Suit) -> None:
    """A golden star with a crown."""
    k = p.inks
    _minted(p, suit, _star(10, 0.8), ("crown", k.light, k.dark), 17.5)


def faction_coin(p: Plate, suit: Suit) -> None:
    """The great coin of a faction: eight bows, and its sign light on dark."""
    k = p.inks
    bows: list[Point] = []
    for i in range(8):
        a = math.pi / 8 + s.TAU * i / 8
        middle = (0.78 * math.cos(a), 0.78 * math.sin(a))
        bows += s.arc_points(*middle, 0.32, (a - 1.3, a + 1.3), steps=8)
    _minted(p, suit, bows, (suit.glyph, k.light, k.dark), 16.5)
    x, y = p.light[0], p.light[1] - 0.5
    p.fill(s.disc(x, y, 9.6), k.dark)
    p.line(s.disc(x, y, 8.9), k.light, 0.3)
    p.fill(list(placed(suit.glyph, x, y, 7.2).ops), k.paper, even_odd=True)


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
