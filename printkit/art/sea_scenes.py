"""Pictures of the sea and its islands."""

from __future__ import annotations

import math

from printkit.art import backdrops, crawling_creatures, dragon_details, engraving_plate, sea, skies, small_animals
from printkit.art import strokes as s
from printkit.art.backdrops import lit
from printkit.art.engraving_plate import Plate
from printkit.card_layout import Suit
from printkit.draw.display_list import Group, Op, mix


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
    """Nothing stirs: a low sun and its path on a still sea, far islands in mist, a heron on its post."""
    del suit
    p.light = (*p.at(0.56, 0.5), 9.0)
    skies.sky_rings(p, 0.95)
    k, (x, y, radius) = p.inks, p.light
    left, bottom, right, _ = p.edges
    horizon = bottom + 15.5
    p.fill(s.disc(x, y, radius + 0.8), k.paper)
    p.fill(s.disc(x, y, radius), k.light)
    p.inside(s.disc(x, y, radius), [(skies.shade_disc(x, y, radius, gap=0.7, edge=1.0), mix(k.light, k.tone, 0.4))])
    for u, peak, half in ((0.86, 7.5, 11.0), (0.98, 11.0, 12.0), (0.2, 3.2, 9.0)):
        px, _ = p.at(u, 0)
        engraving_plate.mountain(p, (px, horizon + peak), half, base=horizon, colours=(k.soft, k.tone, k.paper))
    p.fill(
        s.polygon([(left - 1, horizon), (right + 1, horizon), (right + 1, bottom - 1), (left - 1, bottom - 1)]), k.tone
    )
    bright, dark = list[Op](), list[Op]()
    for row in range(19):
        down = 0.35 + 0.05 * row
        level = horizon - down * (row + 0.8)
        if level < bottom - 0.5:
            break
        wide = 3.0 + 0.95 * row
        for _ in range(2):
            middle, reach = x + p.rnd.uniform(-0.35, 0.35) * wide, wide * p.rnd.uniform(0.35, 0.8)
            bright += s.lens((middle - reach, level), (middle + reach, level), 0.3 + 0.022 * row)
        for _ in range(4):
            middle, reach = p.rnd.uniform(left, right), p.rnd.uniform(2.0, 6.0)
            dark += s.lens((middle - reach, level), (middle + reach, level), 0.16 + 0.012 * row)
    p.fill(dark, k.deep)
    p.fill(bright, k.light)
    _mist(p, horizon)
    _heron_on_a_post(p, p.at(0.31, 0.0))
    for u, v, size in ((0.44, 0.92, 1.8), (0.5, 0.85, 1.3), (0.72, 0.9, 1.6)):
        gx, gy = p.at(u, v)
        for side in (-1, 1):
            p.fill(
                s.swell(
                    [(gx, gy), (gx + side * size * 0.5, gy + size * 0.45), (gx + side * size, gy + size * 0.2)], 0.17
                ),
                k.dark,
            )


def _mist(p: Plate, horizon: float) -> None:
    """Bands of mist along the horizon, thick at the edges of the picture."""
    left, _, right, _ = p.edges
    bands: list[Op] = []
    for middle, level, reach in ((left + 4, 0.7, 15), (right - 6, 1.3, 17), (left + 9, 3.4, 9), (right - 3, 4.4, 10)):
        y = horizon + level
        bands += s.swell(
            [
                (middle - reach, y),
                (middle - reach * 0.3, y + 0.5),
                (middle + reach * 0.4, y - 0.2),
                (middle + reach, y + 0.2),
            ],
            0.75,
        )
    p.fill(bands, p.inks.paper)


def _heron_on_a_post(p: Plate, foot: tuple[float, float]) -> None:
    """A mooring post out of the water, its mirror image broken by ripples, and a heron on it."""
    k, (x, y) = p.inks, foot
    for dx, top, half in ((0.0, 13.0, 1.15), (-3.4, 8.0, 0.95)):
        post = s.polygon(
            [
                (x + dx - half, y - 1),
                (x + dx + half, y - 1),
                (x + dx + half * 0.9, y + top),
                (x + dx - half * 0.9, y + top),
            ]
        )
        p.solid(
            post,
            k.dark,
            [
                (
                    s.polygon(
                        [
                            (x + dx - half, y),
                            (x + dx - half * 0.4, y),
                            (x + dx - half * 0.4, y + top),
                            (x + dx - half, y + top),
                        ]
                    ),
                    k.soft,
                )
            ],
        )
        p.fill(s.disc(x + dx, y + top, half * 0.92, 0.3), k.deep)
    rope = s.ribbon([(x - 3.4, y + 6.4), (x - 1.8, y + 5.4), (x, y + 9.4)], [0.24] * 3)
    p.fill(rope, k.paper)
    ripples: list[Op] = []
    for i in range(4):
        ripples += s.lens((x - 6.4 + 0.5 * i, y + 0.5 + 0.75 * i), (x + 3.6 - 0.6 * i, y + 0.5 + 0.75 * i), 0.32)
    p.fill(ripples, k.paper)
    small_animals.heron(p, (x, y + 21.6), 5.8, left=True)
