"""Things people make: what stands in the middle of an emblem.

Each is drawn around a place; ``size`` is about half its height.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from printkit.art import engraving
from printkit.art import strokes as s
from printkit.art.engraving_plate import Plate, volume
from printkit.art.glyphs import placed
from printkit.art.strokes import Point
from printkit.draw.display_list import Colour, Op, mix


def tongue(at: Point, size: float) -> list[Op]:
    on = s.onto(at, size)
    return s.smooth(
        on([(0, -0.05), (-0.34, 0.2), (-0.3, 0.6), (-0.08, 0.9), (0.02, 1.3), (0.2, 0.9), (0.36, 0.55), (0.3, 0.18)]),
        close=True,
    )


def fire(p: Plate, at: Point, size: float) -> None:
    """A great flame: tongues within tongues, each an ink lighter."""
    k = p.inks
    for share, ink in ((1.0, k.dark), (0.9, k.deep), (0.72, k.tone), (0.52, k.light), (0.3, k.paper)):
        on = s.onto((at[0], at[1] - size * (1 - share) * 0.75), size * share)
        r = p.rnd.uniform
        points = [
            (0, -0.98),
            (-0.62, -0.78),
            (-0.86, -0.2),
            (-0.66 + r(-0.05, 0.05), 0.24),
            (-0.72, 0.56),
            (-0.44, 0.32),
            (-0.3, 0.66),
            (-0.36, 1.0),
            (-0.02, 0.78),
            (0.1, 1.3 + r(-0.1, 0.1)),
            (0.26, 0.74),
            (0.5, 0.92),
            (0.44, 0.5),
            (0.7, 0.44),
            (0.66, 0.0),
            (0.84, -0.3),
            (0.6, -0.8),
        ]
        p.fill(s.smooth(on(points), close=True), ink)
    sparks: list[Op] = []
    for _ in range(26):
        a, d = p.rnd.uniform(0.3, 2.84), p.rnd.uniform(1.1, 1.9)
        x, y = at[0] + size * d * 1.2 * math.cos(a), at[1] - size * 0.4 + size * d * math.sin(a)
        sparks += s.star(x, y, (0.14, p.rnd.uniform(0.4, 0.85)), 4)
    p.fill(sparks, k.light)


def crown(p: Plate, at: Point, size: float) -> None:
    """A crown of five points with stones."""
    k, on = p.inks, s.onto(at, size)
    p.fill(s.disc(*on([(0, 0.34)])[0], size * 0.74, 0.26), k.dark)
    shape = s.polygon(
        on(
            [
                (-0.78, -0.62),
                (-0.98, 0.4),
                (-0.56, -0.02),
                (-0.44, 0.7),
                (-0.18, 0.04),
                (0, 0.92),
                (0.18, 0.04),
                (0.44, 0.7),
                (0.56, -0.02),
                (0.98, 0.4),
                (0.78, -0.62),
            ]
        )
    )
    volume(p, shape, (k.light, k.dark), gap=0.65, turn=0.0)
    p.line(shape, k.dark, 0.4)
    p.fill(s.ribbon(on([(-0.8, -0.6), (-0.3, -0.74), (0.3, -0.74), (0.8, -0.6)]), [size * 0.11] * 4), k.dark)
    for u, v in ((-0.98, 0.46), (-0.44, 0.78), (0, 1.0), (0.44, 0.78), (0.98, 0.46)):
        p.fill(s.disc(*on([(u, v)])[0], size * 0.09), k.dark)
        p.fill(s.disc(*on([(u, v)])[0], size * 0.055), k.paper)
    for u in (-0.5, 0, 0.5):
        x, y = on([(u, -0.7 + 0.08 * abs(u))])[0]
        p.fill(
            s.polygon([(x - size * 0.09, y), (x, y + size * 0.07), (x + size * 0.09, y), (x, y - size * 0.07)]),
            k.tone if u else k.paper,
        )


def bomb(p: Plate, at: Point, size: float) -> None:
    """A round bomb, its fuse alight."""
    k, on = p.inks, s.onto(at, size)
    ball = s.disc(*on([(0, -0.2)])[0], size * 0.8)
    p.fill(ball, k.dark)
    shine = engraving.engrave(
        (at[0] - size * 0.8, at[1] - size, at[0] + size * 0.8, at[1] + size * 0.6),
        0.6,
        lambda x, y: (((at[0] - x) * 0.7 + (y - at[1])) / size * 0.8 - 0.1).clip(0.0, 0.6),
        step=size / 6,
    )
    p.inside(
        ball,
        [(shine, k.tone), (s.swell(s.arc_points(*on([(0, -0.2)])[0], size * 0.6, (1.9, 2.9)), size * 0.08), k.paper)],
    )
    p.fill(s.polygon(on([(0.3, 0.46), (0.58, 0.26), (0.72, 0.46), (0.44, 0.66)])), k.deep)
    fuse = on([(0.56, 0.54), (0.66, 0.86), (0.9, 0.9), (1.0, 1.1)])
    p.fill(s.ribbon(fuse, [size * 0.05] * 4), k.dark)
    x, y = fuse[-1]
    p.fill(s.star(x, y, (size * 0.14, size * 0.46), 9), k.light)
    p.fill(s.star(x, y, (size * 0.07, size * 0.22), 7), k.paper)


def coins(p: Plate, at: Point, size: float, count: int) -> None:
    """A heap of coins."""
    k = p.inks
    heap: list[tuple[float, float]] = []
    for _ in range(count):
        u = p.rnd.uniform(-1, 1)
        heap.append((at[0] + u * size, at[1] + p.rnd.random() * size * 0.62 * (1 - u * u)))
    for x, y in sorted(heap, key=lambda spot: -spot[1]):
        r = size * 0.13
        p.fill(s.disc(x, y - r * 0.26, r, 0.56), k.dark)
        p.fill(s.disc(x, y, r, 0.56), k.light)
        p.line(s.disc(x, y, r * 0.66, 0.56), mix(k.light, k.dark, 0.5), 0.14)


def coin(p: Plate, at: Point, size: float, glyph: str) -> None:
    """A great coin, engraved with a rosette of fine curves around a glyph."""
    k, (x, y) = p.inks, at
    p.fill(s.disc(x + size * 0.05, y - size * 0.08, size), k.dark)
    p.fill(s.disc(x, y, size), k.light)
    p.line(s.disc(x, y, size * 0.95), k.dark, 0.3)
    edge: list[Op] = []
    for i in range(72):
        a = s.TAU * i / 72
        edge += s.lens(
            (x + size * 0.87 * math.cos(a), y + size * 0.87 * math.sin(a)),
            (x + size * 0.94 * math.cos(a), y + size * 0.94 * math.sin(a)),
            0.2,
        )
    p.fill(edge, k.dark)
    petals = p.rnd.choice((5, 6, 7, 8, 9))
    for lap in range(5):
        ring = []
        for i in range(petals * 6):
            a = s.TAU * i / (petals * 6)
            r = size * (0.7 + 0.13 * math.sin(petals * a + lap * s.TAU / 5))
            ring.append((x + r * math.cos(a), y + r * math.sin(a)))
        p.line(s.smooth(ring, close=True), mix(k.light, k.dark, 0.7), 0.13)
    p.fill(s.disc(x, y, size * 0.54), k.light)
    p.line(s.disc(x, y, size * 0.54), k.dark, 0.3)
    p.fill(list(placed(glyph, x, y, size * 0.4).ops), k.dark, even_odd=True)


def minted(p: Plate, at: Point, size: float, outline: Sequence[Point], struck: tuple[str, Colour, Colour]) -> None:
    """A coin of any outline (around the origin, 1 its radius), struck with (glyph, metal, ink): known by its shape."""
    k, (x, y), (glyph, metal, ink) = p.inks, at, struck
    shape = [(x + size * u, y + size * v) for u, v in outline]
    p.fill(s.polygon([(u + size * 0.06, v - size * 0.09) for u, v in shape]), k.dark)
    p.fill(s.polygon(shape), metal)
    p.line(s.polygon(shape), k.dark, 0.55)
    for share, width in ((0.9, 0.3), (0.84, 0.16)):
        p.line(s.polygon([(x + (u - x) * share, y + (v - y) * share) for u, v in shape]), ink, width)
    cuts: list[Op] = []
    for i in range(60):
        a = s.TAU * i / 60
        cuts += s.lens(
            (x + size * 0.6 * math.cos(a), y + size * 0.6 * math.sin(a)),
            (x + size * (0.67 + 0.05 * (i % 2)) * math.cos(a), y + size * (0.67 + 0.05 * (i % 2)) * math.sin(a)),
            0.2,
        )
    p.inside(s.polygon(shape), [(cuts, ink)])
    p.fill(list(placed(glyph, x, y, size * 0.5).ops), ink, even_odd=True)


def cards(p: Plate, at: Point, size: float, glyphs: tuple[str, ...]) -> None:
    """A fan of cards with glyphs on them."""
    k, count = p.inks, len(glyphs)
    for i, glyph in enumerate(glyphs):
        a = 0.32 * ((count - 1) / 2 - i)
        on = s.onto((at[0], at[1] - size * 1.1), size, a)
        shape = s.polygon(on([(-0.46, 0.62), (0.46, 0.62), (0.46, 1.94), (-0.46, 1.94)]))
        p.fill(shape, k.paper if i % 2 == 0 else k.sky)
        p.line(shape, k.dark, 0.4)
        p.line(s.polygon(on([(-0.38, 0.7), (0.38, 0.7), (0.38, 1.86), (-0.38, 1.86)])), k.tone, 0.2)
        p.fill(list(placed(glyph, *on([(0, 1.34)])[0], size * 0.3, a).ops), k.deep, even_odd=True)


def dice(p: Plate, at: Point, size: float) -> None:
    """A die seen from its corner."""
    k, on = p.inks, s.onto(at, size)
    top, left, right = (
        [(0, 1), (0.87, 0.5), (0, 0), (-0.87, 0.5)],
        [(-0.87, 0.5), (0, 0), (0, -1), (-0.87, -0.5)],
        [(0.87, 0.5), (0, 0), (0, -1), (0.87, -0.5)],
    )
    for face, ink in ((top, k.paper), (left, k.soft), (right, k.tone)):
        p.fill(s.polygon(on(face)), ink)
        p.line(s.polygon(on(face)), k.dark, 0.4)
    p.fill(s.disc(*on([(0, 0.5)])[0], size * 0.15, 0.6), k.dark)
    for u, v in ((-0.62, 0.06), (-0.25, -0.5)):
        p.fill(s.disc(*on([(u, v)])[0], size * 0.11, 1.1), k.dark)
    for u, v in ((0.2, -0.1), (0.44, -0.26), (0.66, 0.06), (0.2, -0.64), (0.66, -0.46)):
        p.fill(s.disc(*on([(u, v)])[0], size * 0.095, 1.1), k.paper)
