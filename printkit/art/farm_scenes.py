"""Pictures of farms, roads, walls and arms."""

from __future__ import annotations

import math

from printkit.art import (
    backdrops,
    countryside_things,
    engraving,
    engraving_plate,
    household_things,
    plants,
    stone_buildings,
    weapons,
)
from printkit.art import strokes as s
from printkit.art.backdrops import ground, lit
from printkit.art.engraving_plate import Plate
from printkit.card_layout import Suit
from printkit.draw.display_list import Op


def farm(p: Plate, suit: Suit) -> None:
    """A house over its furrows."""
    night = lit(p, suit, 0.72, v=0.64, radius=6)
    k = p.inks
    horizon = p.box.y + 13
    engraving_plate.hills(p, engraving_plate.ridge_line(p, horizon - 1, 6, 0.08), k.soft, k.tone)
    countryside_things.field(p, horizon, (k.tone, k.deep), p.rnd.uniform(0.35, 0.5))
    countryside_things.house(p, p.at(0.07, 0.33), 14.5, (k.paper, k.tone, k.dark, k.light))
    del night


def barn(p: Plate, suit: Suit) -> None:
    """A barn going up: the frame stands, half the roof is on."""
    lit(p, suit, 0.2, v=0.7, radius=5.5)
    k = p.inks
    ground(p, night=False)
    x, y = p.at(0.3, 0.12)
    beams: list[Op] = []
    for i in range(6):
        bx = x + i * 5.6
        beams += s.polygon([(bx - 0.5, y), (bx + 0.5, y), (bx + 0.5, y + 13), (bx - 0.5, y + 13)])
        beams += s.ribbon([(bx, y + 13), (bx + 2.8, y + 20)], [0.42, 0.42], soft=False)
        beams += s.ribbon([(bx + 5.6, y + 13), (bx + 2.8, y + 20)], [0.42, 0.42], soft=False)
        if i < 5:
            beams += s.ribbon([(bx, y), (bx + 5.6, y + 6.5)], [0.32, 0.32], soft=False)
    for v in (0.0, 6.5, 13.0):
        beams += s.polygon(
            [(x - 1.4, y + v - 0.4), (x + 29.4, y + v - 0.4), (x + 29.4, y + v + 0.4), (x - 1.4, y + v + 0.4)]
        )
    beams += s.polygon([(x + 1, y + 19.6), (x + 32, y + 19.6), (x + 32, y + 20.4), (x + 1, y + 20.4)])
    p.fill(beams, k.dark)
    planks: list[Op] = []
    for i in range(9):
        planks += s.polygon(
            [
                (x + 0.2 + i * 1.25, y + 0.6),
                (x + 1.2 + i * 1.25, y + 0.6),
                (x + 1.2 + i * 1.25, y + 12.4 - (i % 3)),
                (x + 0.2 + i * 1.25, y + 12.4 - (i % 3)),
            ]
        )
    p.fill(planks, k.light)
    ladder = s.polygon([(x + 22, y), (x + 22.6, y), (x + 26.6, y + 18), (x + 26, y + 18)]) + s.polygon(
        [(x + 25, y), (x + 25.6, y), (x + 29.6, y + 18), (x + 29, y + 18)]
    )
    for i in range(9):
        ladder += s.polygon(
            [
                (x + 22.4 + i * 0.44, y + 1 + i * 1.95),
                (x + 25.4 + i * 0.44, y + 1 + i * 1.95),
                (x + 25.4 + i * 0.44, y + 1.5 + i * 1.95),
                (x + 22.4 + i * 0.44, y + 1.5 + i * 1.95),
            ]
        )
    p.fill(ladder, k.tone)


def windmill(p: Plate, suit: Suit) -> None:
    """A mill on its hill."""
    night = lit(p, suit, 0.3, v=0.6, radius=7.5)
    ground(p, night, 2, 5)
    countryside_things.mill(p, p.at(0.64, 0.1), 33, (p.inks.paper, p.inks.dark, p.inks.soft))


def road(p: Plate, suit: Suit) -> None:
    """A road winding into the hills, a lantern at its side."""
    night = lit(p, suit, 0.7, v=0.66, radius=6.5)
    k = p.inks
    engraving_plate.hills(
        p, engraving_plate.ridge_line(p, p.box.y + 13, 6, 0.1), k.deep if night else k.soft, k.dark if night else k.tone
    )
    engraving_plate.hills(p, engraving_plate.ridge_line(p, p.box.y + 9, 2, 0.1), k.dark if night else k.tone, k.deep)
    x, y = p.at(0.5, 0.0)
    way = [(x + 6, y - 2), (x + 2, y + 3.5), (x - 5, y + 6), (x + 3, y + 9), (x + 7.5, y + 10.4), (x + 5, y + 12)]
    p.fill(s.ribbon(s.curve(way, 4), [5.2 * (1 - i / 20) ** 1.5 + 0.15 for i in range(21)]), k.paper)
    for i, (u, h) in enumerate(((0.05, 15), (0.16, 11), (0.9, 13), (0.97, 17))):
        plants.pine(p, p.at(u, 0.02 + 0.03 * (i % 2)), h, (k.dark, k.tone))
    household_things.lantern(p, p.at(0.3, 0.45), 6.5)


def castle(p: Plate, suit: Suit) -> None:
    """A castle before the light."""
    night = lit(p, suit, 0.5, v=0.6, radius=9)
    ground(p, night, 1, 3)
    k = p.inks
    colours = (k.soft, k.dark, k.light) if night else (k.paper, k.dark, k.light)
    stone_buildings.castle(p, p.at(0.5, 0.1), 38, colours)


def burrows(p: Plate, suit: Suit) -> None:
    """Round doors in a hillside."""
    night = lit(p, suit, 0.76, v=0.74, radius=5.5)
    k = p.inks
    for base, height, ink in ((13, 9, k.soft), (5, 9, k.tone), (-3, 7, k.deep)):
        line = engraving_plate.ridge_line(p, p.box.y + base, height, 0.05)
        engraving_plate.hills(p, line, ink, k.dark if ink is k.deep else k.deep)
    for u, v, r in ((0.24, 0.3, 4.6), (0.52, 0.2, 5.6), (0.8, 0.26, 4.2)):
        x, y = p.at(u, v)
        p.fill(s.disc(x, y, r * 1.25), k.dark)
        for i in range(12):
            a = s.TAU * i / 12
            p.fill(s.disc(x + r * 1.1 * math.cos(a), y + r * 1.1 * math.sin(a), r * 0.22), k.paper if i % 2 else k.soft)
        p.fill(s.disc(x, y, r * 0.92), k.light)
        p.inside(
            s.disc(x, y, r * 0.92), [(engraving.hatch((x - r, y - r, x + r, y + r), math.pi / 2, 1.1, 0.34), k.dark)]
        )
        p.fill(s.disc(x + r * 0.5, y, 0.5), k.dark)
    del night


def gate(p: Plate, suit: Suit) -> None:
    """A gate with its bars down."""
    lit(p, suit, 0.5, v=0.66, radius=8)
    ground(p, night=False)
    k = p.inks
    for u in (0.2, 0.8):
        stone_buildings.tower(p, p.at(u, 0.04), (11, 22), (k.paper, k.dark, k.light), roof=False)
    x, y = p.at(0.5, 0.04)
    arch = [
        *s.polygon([(x - 12, y), (x - 12, y + 11)], close=False),
        *s.smooth([(x - 12, y + 11), (x - 8, y + 17), (x, y + 19.5), (x + 8, y + 17), (x + 12, y + 11)])[1:],
        ("l", x + 12, y),
        ("h",),
    ]
    p.fill(s.polygon([(x - 14, y), (x + 14, y), (x + 14, y + 21), (x - 14, y + 21)]), k.soft)
    p.line(s.polygon([(x - 14, y), (x + 14, y), (x + 14, y + 21), (x - 14, y + 21)]), k.dark, 0.4)
    bars: list[Op] = []
    for i in range(7):
        bars += s.polygon(
            [(x - 11 + i * 3.4, y), (x - 10 + i * 3.4, y), (x - 10 + i * 3.4, y + 20), (x - 11 + i * 3.4, y + 20)]
        )
    for i in range(5):
        bars += s.polygon(
            [
                (x - 12, y + 2 + i * 3.6),
                (x + 12, y + 2 + i * 3.6),
                (x + 12, y + 2.9 + i * 3.6),
                (x - 12, y + 2.9 + i * 3.6),
            ]
        )
    p.solid(arch, k.light, [(bars, k.dark)])
    p.line(arch, k.dark, 0.6)


def duel(p: Plate, suit: Suit) -> None:
    """Two crossed swords."""
    backdrops.backdrop(p, suit.art)
    for angle in (0.62, -0.62):
        weapons.sword(p, (p.light[0], p.light[1]), 15.5, angle)


def axes(p: Plate, suit: Suit) -> None:
    """Two crossed axes."""
    backdrops.backdrop(p, suit.art)
    weapons.axe(p, (p.light[0], p.light[1]), 14, -0.55)
    weapons.axe(p, (p.light[0], p.light[1]), 14, 0.55, flip=True)
