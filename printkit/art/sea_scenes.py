"""Pictures of the sea and its islands."""

from __future__ import annotations

import math

from printkit.art import backdrops, crawling_creatures, dragon_details, engraving_plate, sea, skies
from printkit.art import strokes as s
from printkit.art.backdrops import lit
from printkit.art.engraving_plate import Plate
from printkit.card_layout import Suit
from printkit.draw.display_list import Group, Op


def serpent(p: Plate, suit: Suit) -> None:
    """A sea serpent out of the waves."""
    lit(p, suit, 0.76, v=0.66, radius=6.5)
    k = p.inks
    crawling_creatures.serpent(p, p.rnd.uniform(14, 15.5), dragon_details.hide(p), p.box.y + 10)
    engraving_plate.water(p, p.box.y + 11.5, (k.deep, k.soft))


def wave(p: Plate, suit: Suit) -> None:
    """A wave about to break."""
    p.light = (*p.at(0.74, 0.72), 5.0)
    p.rnd.choice((skies.sky_rays, skies.sky_lines))(p)
    skies.sun(p)
    sea.great_wave(p)


def maelstrom(p: Plate, suit: Suit) -> None:
    """A whirlpool."""
    sea.whirlpool(p, back=p.rnd.random() < 0.5)


def ship(p: Plate, suit: Suit) -> None:
    """A ship under sail."""
    lit(p, suit, 0.7, v=0.6, radius=8)
    sea.ship(p, p.at(0.45, 0.52), 13.5)
    engraving_plate.water(p, p.box.y + 9, (p.inks.deep, p.inks.soft))


def isle(p: Plate, suit: Suit, *, over: bool = False) -> None:
    """An island; ``over`` hangs a second one upside down above it."""
    lit(p, suit, 0.5, v=0.72 if not over else 0.5, radius=7)
    size = 16.0 if not over else 11.5
    sea.island(p, p.at(0.5, 0.26 if not over else 0.14), size)
    engraving_plate.water(p, p.box.y + (10 if not over else 5.5), (p.inks.deep, p.inks.soft))
    if over:
        half = Plate(p.box, p.inks, p.rnd)
        sea.island(half, p.at(0.5, 0.14), size)
        engraving_plate.water(half, p.box.y + 5.5, (p.inks.deep, p.inks.soft))
        cx, cy = p.at(0.5, 0.5)
        p.items.append(Group(tuple(half.items), round(2 * cx, 3), round(2 * cy, 3), 180.0))


def islands(p: Plate, suit: Suit) -> None:
    """A compass over the sea."""
    backdrops.backdrop(p, suit.art)
    k, (x, y, r) = p.inks, p.light
    for share, ink in ((1.08, k.dark), (1.0, k.paper), (0.84, k.tone), (0.8, k.sky)):
        p.fill(s.disc(x, y, r * share), ink)
    ticks: list[Op] = []
    for i in range(64):
        a = s.TAU * i / 64
        ticks += s.lens(
            (x + r * 0.86 * math.cos(a), y + r * 0.86 * math.sin(a)),
            (x + r * 0.98 * math.cos(a), y + r * 0.98 * math.sin(a)),
            0.34 if i % 8 == 0 else 0.16,
        )
    p.fill(ticks, k.dark)
    turn = p.rnd.uniform(0, s.TAU)
    for points, out, ink, lag in ((8, 0.6, k.soft, 0.39), (4, 0.96, k.deep, 0.0)):
        p.fill(s.star(x, y, (r * 0.2, r * out), points=points if points == 4 else 4, turn=turn + lag * 2), ink)
    for i in range(4):
        a = turn + i * math.pi / 2
        p.fill(
            s.polygon(
                [
                    (x, y),
                    (x + r * 0.96 * math.cos(a), y + r * 0.96 * math.sin(a)),
                    (x + r * 0.2 * math.cos(a + math.pi / 4), y + r * 0.2 * math.sin(a + math.pi / 4)),
                ]
            ),
            k.light,
        )
    p.fill(s.disc(x, y, r * 0.1), k.dark)


def storm(p: Plate, suit: Suit) -> None:
    """Rain and lightning."""
    p.light = (*p.at(0.5, 0.5), 0.0)
    skies.sky_lines(p)
    sea.rain(p)
    k = p.inks
    on = s.onto(p.at(p.rnd.uniform(0.4, 0.6), 0.4), 14)
    bolt = s.polygon(
        on([(0.1, 1.1), (-0.44, 0.0), (-0.08, 0.0), (-0.32, -1.3), (0.46, 0.22), (0.08, 0.22), (0.42, 1.1)])
    )
    p.fill(bolt, k.light)
    p.line(bolt, k.dark, 0.45)


def calm(p: Plate, suit: Suit) -> None:
    """Nothing stirs: mist over a still sea, a far island."""
    p.light = (*p.at(0.5, 0.62), 7.0)
    skies.sky_smoke(p, 1.15)
    skies.moon(p)
    k = p.inks
    engraving_plate.mountain(p, p.at(0.22, 0.4), 7, base=p.box.y + 8, colours=(k.soft, k.tone, k.paper))
    engraving_plate.water(p, p.box.y + 10, (k.tone, k.soft), 5.6)
