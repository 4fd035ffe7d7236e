"""Pictures of what lives in the woods."""

from __future__ import annotations

from printkit.art import backdrops, beasts, crawling_creatures, household_things, plants, skies, weapons, wild_animals
from printkit.art import strokes as s
from printkit.art.engraving_plate import Plate
from printkit.art.staging import ground, lit
from printkit.layout import Suit


def spider(p: Plate, suit: Suit) -> None:
    """A great spider in its web."""
    day = p.inks
    p.inks = day.night()
    p.light = (*p.at(0.5, 0.5), 0.0)
    skies.sky_rings(p)
    crawling_creatures.web(p, p.at(0.5, 0.5), 36, p.inks.paper)
    crawling_creatures.spider(p, p.at(0.5, 0.5), 13, (p.inks.dark, p.inks.light, p.inks.light))
    p.inks = day


def snared(p: Plate, suit: Suit) -> None:
    """A sword caught in silk."""
    backdrops.backdrop(p, suit.art)
    weapons.sword(p, (p.light[0], p.light[1]), 15, 0.7)
    crawling_creatures.web(p, (p.light[0] + 1, p.light[1] + 1), 17, p.inks.dark)
    x, y = p.at(0.83, 0.62)
    p.fill(s.lens((x, p.box.top), (x, y), 0.25), p.inks.paper)
    crawling_creatures.spider(p, (x, y), 4.6, (p.inks.paper, p.inks.dark, p.inks.dark))


def moth(p: Plate, suit: Suit) -> None:
    """A moth before the moon."""
    backdrops.backdrop(p, suit.art)
    k = p.inks
    crawling_creatures.moth(p, (p.light[0], p.light[1] - 0.5), 16.5, (k.paper, k.tone, k.light, k.dark))


def owl(p: Plate, suit: Suit) -> None:
    """An owl over an open book."""
    backdrops.backdrop(p, suit.art)
    k = p.inks
    beasts.owl(p, (p.light[0], p.light[1] + 3), 13.5, (k.dark, k.soft, k.light))
    household_things.book(p, (p.light[0], p.light[1] - 11), 9.5)


def ravens(p: Plate, suit: Suit) -> None:
    """Ravens over bare trees."""
    night = lit(p, suit, 0.34, 0.6, 8.5)
    ground(p, night, 0, 3)
    k = p.inks
    plants.tree(p, p.at(0.82, 0.02), 33, (k.dark, k.dark, k.dark), leaves=False)
    for u, v, size in ((0.4, 0.56, 10.0), (0.16, 0.8, 5.5), (0.6, 0.86, 5.0), (0.14, 0.36, 4.4)):
        beasts.raven(p, p.at(u, v), size, k.dark, k.light)


def wolf(p: Plate, suit: Suit) -> None:
    """A wolf before the moon, snow on the firs."""
    p.light = (*p.at(0.52, 0.56), 12.0)
    backdrops.backdrop(p, suit.art)
    k = p.inks
    for u, h in ((0.08, 22), (0.2, 15), (0.9, 24), (0.8, 14)):
        plants.pine(p, p.at(u, -0.02), h, (k.deep, k.paper))
    wild_animals.wolf(p, p.at(0.5, 0.36), 12.5)


def hound(p: Plate, suit: Suit) -> None:
    """A watching head before the light."""
    backdrops.backdrop(p, suit.art)
    wild_animals.wolf(p, (p.light[0], p.light[1] - 4), 12)


def boar(p: Plate, suit: Suit) -> None:
    """A boar in the clearing."""
    backdrops.backdrop(p, suit.art)
    k = p.inks
    beasts.boar(p, (p.light[0], p.light[1] - 4.5), 14, (k.dark, k.tone, k.paper))
