"""Suit glyphs drawn with more care than an icon: beasts, plants, arms. In a box from about -10 to 10."""

from __future__ import annotations

import math

from printkit.art.strokes import TAU, Point, arc_points, disc, drawn, leaf, polygon, ribbon, smooth, star, taper
from printkit.draw.display_list import Op


def dragon() -> list[Op]:
    """A dragon's head in profile, horns swept back."""
    return drawn(
        "M-9.5,-9.8 C-9,-4 -7.6,-.6 -4.6,1.8 C-6.8,3.8 -8,6.2 -7.8,9.6 C-6,6.8 -3.8,5.2 -1.4,4.8"
        " C-2,6.2 -2,7.8 -1.2,9.4"
        " C-.2,7 1.4,5.2 3.6,4.2 C6.2,3.4 8.6,1.6 9.8,-1 C9.9,-2 9.4,-2.8 8.6,-3 L3.4,-2.4 C5.2,-3.2 6.6,-3.8 7.8,-4.4"
        " C7.6,-5.6 6.6,-6.4 5.4,-6.4 C3,-6.2 1.2,-5.4 .2,-4.2 C-.6,-6 -.6,-8 .2,-9.8 Z"
        " M1.6,1.6 C2.4,2.6 3.8,2.6 4.8,1.4 C3.8,.8 2.6,.8 1.6,1.6 Z"
    )


def wheat() -> list[Op]:
    ops = taper([(0, -10), (0.2, -4), (0, 2)], 0.7, 0.5)
    for row in range(4):
        y = -3.2 + row * 2.9
        ops += leaf(0.5, y, 0.95, length=4.9 - row * 0.25, width=2.1) + leaf(
            -0.5, y, math.pi - 0.95, length=4.9 - row * 0.25, width=2.1
        )
    return ops + leaf(0, 6.6, math.pi / 2, length=3.6, width=2.2)


def oak() -> list[Op]:
    """A leaf with lobes and a midrib cut out."""
    right: list[Point] = [
        (0.5, -7),
        (3.6, -5.6),
        (2.8, -3.6),
        (6.2, -2.4),
        (4.2, 0),
        (6.6, 2.2),
        (4, 4),
        (4, 6.6),
        (1.6, 8),
    ]
    outline = [(0.0, 9.6), *[(x, y) for x, y in reversed(right)], *[(-x, y) for x, y in right]]
    return smooth(outline, close=True) + polygon([(-0.35, -10), (0.35, -10), (0.3, -7.2), (-0.3, -7.2)]) + _veins()


def _veins() -> list[Op]:
    ops = polygon([(-0.3, -7), (0.3, -7), (0.12, 7), (-0.12, 7)])
    for y in (-3.6, -0.4, 2.8):
        for s in (1, -1):
            ops += polygon([(0.3 * s, y), (3.6 * s, y + 2.1), (0.3 * s, y + 0.9)])
    return ops


def crescent() -> list[Op]:
    outer = arc_points(0, 0, 9.4, (0.9, TAU - 0.9))
    tips = (outer[0], outer[-1])
    radius = math.hypot(tips[0][0] - 3.4, tips[0][1])
    start = math.atan2(tips[0][1], tips[0][0] - 3.4)
    body = smooth(outer)
    back = smooth(arc_points(3.4, 0, radius, (TAU - start, start)))
    return [*body, *back[1:], ("h",), *star(5.4, 0, (1.2, 3.6), 4)]


def sun() -> list[Op]:
    ops = disc(0, 0, 4.6) + disc(0, 0, 3.2) + disc(0, 0, 1.6)
    for i in range(12):
        a = TAU * i / 12
        reach = 10 if i % 2 == 0 else 8
        ops += polygon(
            [
                (5.6 * math.cos(a - 0.2), 5.6 * math.sin(a - 0.2)),
                (reach * math.cos(a), reach * math.sin(a)),
                (5.6 * math.cos(a + 0.2), 5.6 * math.sin(a + 0.2)),
            ]
        )
    return ops


def wave() -> list[Op]:
    """A cresting wave over two swells."""
    crest = drawn(
        "M-10,-2.4 C-7.4,-1.6 -7,8.6 1,8.8 C6,8.8 8.6,5.4 7.6,2.2 C6.8,-.2 3.6,-.4 2.8,1.8 C2.4,3.2 3.6,4.4 4.8,3.6"
        " C4.8,5.6 2.4,6.2 .8,5.2 C-2,3.4 -1,-1.6 3.6,-2.2 C6,-2.5 8,-2.2 10,-1.6 L10,-4.6 C4,-6 -4,-5.4 -10,-4.4 Z"
    )
    swell = [(-10, -6.6), (-5, -7.6), (0, -6.8), (5, -7.6), (10, -6.8)]
    return crest + ribbon(swell, [0.2, 0.9, 0.9, 0.9, 0.2])


def skull() -> list[Op]:
    return drawn(
        "M0,9.6 C-6,9.6 -9,5.6 -8.6,1.2 C-8.4,-1 -7.2,-2.4 -5.6,-3.4 L-5,-7.6 C-3.4,-9.4 3.4,-9.4 5,-7.6 L5.6,-3.4"
        " C7.2,-2.4 8.4,-1 8.6,1.2 C9,5.6 6,9.6 0,9.6 Z"
        " M-5.6,2.6 C-3.6,3.8 -1.6,2.6 -1.4,.4 C-1.4,-1.6 -3.4,-2.4 -4.8,-1.8"
        " C-6.6,-1 -6.8,1.4 -5.6,2.6 Z"
        " M5.6,2.6 C6.8,1.4 6.6,-1 4.8,-1.8 C3.4,-2.4 1.4,-1.6 1.4,.4 C1.6,2.6 3.6,3.8 5.6,2.6 Z"
        " M0,-1.4 L-1.4,-4.4 L1.4,-4.4 Z M-2.6,-5.8 L-1.8,-5.8 L-1.8,-8.4 L-2.6,-8.2 Z"
        " M-.4,-5.8 L.4,-5.8 L.4,-8.6 L-.4,-8.6 Z"
        " M1.8,-5.8 L2.6,-5.8 L2.6,-8.2 L1.8,-8.4 Z"
    )


def sword() -> list[Op]:
    blade = polygon([(0, 10), (1.5, 7.4), (1.2, -3.4), (-1.2, -3.4), (-1.5, 7.4)])
    fuller = polygon([(0.25, 6.4), (0.25, -2.4), (-0.25, -2.4), (-0.25, 6.4)])
    guard = ribbon([(-5.4, -3), (-2, -4.3), (2, -4.3), (5.4, -3)], [0.3, 1, 1, 0.3])
    return blade + fuller + guard + polygon([(-0.7, -5), (0.7, -5), (0.7, -8), (-0.7, -8)]) + disc(0, -8.7, 1.3)


def leafblade() -> list[Op]:
    """An elf's bow drawn: a bow with a leaf for an arrow."""
    bow = arc_points(-4, 0, 10, (-1.15, 1.15))
    top, bottom = bow[-1], bow[0]
    ops = ribbon(bow, [0.3, *[1.0] * (len(bow) - 2), 0.3])
    string = [top, (-6.5, 0.0), bottom]
    ops += polygon([(x - 0.18, y) for x, y in string] + [(x + 0.22, y) for x, y in reversed(string)])
    return ops + polygon([(-6.6, 0.3), (4, 0.3), (4, -0.3), (-6.6, -0.3)]) + leaf(3.4, 0, 0, length=6.6, width=3.2)


def sickle() -> list[Op]:
    blade = arc_points(0.6, 2, 7.2, (-0.5, 3.7))
    widths = [0.1, *[1.9 * math.sin(math.pi * (0.15 + 0.85 * (1 - i / 8))) ** 0.7 for i in range(len(blade) - 2)], 0.8]
    ops = ribbon(blade, widths[: len(blade)])
    end = blade[-1]
    return ops + taper([end, (end[0] + 1.5, end[1] - 2.6), (-1.4, -10)], 0.9, 1.3)


def hammer() -> list[Op]:
    head = polygon([(-8, 8.6), (6.4, 8.6), (8.6, 5.6), (6.4, 2.6), (-8, 2.6), (-7, 5.6)])
    return (
        head
        + polygon([(-1.4, 2), (1.4, 2), (1.8, -10), (-1.8, -10)])
        + polygon([(-3, 7.4), (-2, 7.4), (-2, 3.8), (-3, 3.8)])
    )


def spider() -> list[Op]:
    ops = disc(0, -2.2, 3.6, 1.25) + disc(0, 3.4, 2.1)
    for i, (knee, foot) in enumerate(
        (((5, 6.2), (6.6, 10)), ((6.6, 3.6), (9.8, 5)), ((6.6, 0.4), (9.6, -4.6)), ((5.4, -2), (6.4, -9.6)))
    ):
        root = (1.4, 3.6 - i * 0.7)
        for s in (1, -1):
            ops += ribbon(
                [(s * root[0], root[1]), (s * knee[0], knee[1]), (s * foot[0], foot[1])], [0.65, 0.6, 0.1], soft=False
            )
    return ops


def thorn() -> list[Op]:
    stem = [(-9.4, -7), (-4, -3.4), (0, 0.4), (4, 3.2), (9.4, 6.6)]
    ops = ribbon(stem, [1.0, 1.1, 1.1, 1.0, 0.3])
    for x, y, a in ((-6, -4.6, 2.2), (-3.2, -2.8, -0.6), (0.4, 0.9, 2.1), (3.4, 2.6, -0.5), (6.2, 4.6, 2.1)):
        ops += polygon([(x - 1.3, y - 0.9), (x + 4.4 * math.cos(a), y + 4.4 * math.sin(a)), (x + 1.3, y + 0.9)])
    return ops


def tree() -> list[Op]:
    crown = smooth(
        [(0, 10), (5, 8), (8.6, 4.4), (8.4, 0), (4.6, -2.4), (0, -1.6), (-4.6, -2.4), (-8.4, 0), (-8.6, 4.4), (-5, 8)],
        close=True,
    )
    trunk = drawn("M-1.2,-2.4 L-1.4,-6.6 C-2,-8.4 -4,-9.4 -6,-9.8 L6,-9.8 C4,-9.4 2,-8.4 1.4,-6.6 L1.2,-2.4 Z")
    cut = polygon([(-0.3, -1), (0.3, -1), (0.2, 6), (-0.2, 6)])
    for y, s in ((1, 1), (2.6, -1), (3.8, 1)):
        cut += polygon([(0.2 * s, y), (3.8 * s, y + 2.6), (0.2 * s, y + 0.7)])
    return crown + trunk + cut
