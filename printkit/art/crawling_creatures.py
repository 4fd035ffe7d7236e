"""Moth, spider, web, sea serpent."""

from __future__ import annotations

import math
from collections.abc import Sequence

from printkit.art import dragons
from printkit.art import strokes as s
from printkit.art.engraving_plate import Plate
from printkit.art.strokes import Point
from printkit.draw.display_list import Colour, Op


def moth(p: Plate, at: Point, size: float, colours: tuple[Colour, Colour, Colour, Colour]) -> None:
    """A great moth seen from above, wings spread. Colours: wing, band, mark, body."""
    x, y = at
    wing, band, mark, dark = colours
    for side in (-1, 1):

        def on(points: Sequence[Point], side: int = side) -> list[Point]:
            return [(x + side * u * size, y + v * size) for u, v in points]

        hind = s.smooth(
            on(
                [
                    (0.06, -0.1),
                    (0.42, -0.12),
                    (0.74, -0.3),
                    (0.78, -0.56),
                    (0.56, -0.66),
                    (0.44, -0.92),
                    (0.3, -0.66),
                    (0.12, -0.48),
                ]
            ),
            close=True,
        )
        fore = s.smooth(
            on(
                [
                    (0.06, 0.12),
                    (0.3, 0.4),
                    (0.7, 0.66),
                    (1.16, 0.7),
                    (1.1, 0.42),
                    (0.96, 0.12),
                    (0.84, -0.1),
                    (0.5, -0.12),
                    (0.1, -0.1),
                ]
            ),
            close=True,
        )
        for shape, root, reach, eye in (
            (hind, (0.08, -0.14), 0.95, (0.5, -0.42)),
            (fore, (0.08, 0.08), 1.25, (0.76, 0.3)),
        ):
            veins, rings = list[Op](), list[Op]()
            low, high = (-1.5, -0.1) if eye[1] < 0 else (-0.3, 0.95)
            for k in range(9):
                a = low + (high - low) * k / 8
                veins += s.lens(
                    on([root])[0], on([(root[0] + reach * math.cos(a), root[1] + reach * math.sin(a))])[0], 0.16
                )
            for d in (0.62, 0.7, 0.8):
                arc = [
                    (
                        root[0] + d * reach * math.cos(low - 0.2 + (high - low + 0.4) * k / 8),
                        root[1] + d * reach * math.sin(low - 0.2 + (high - low + 0.4) * k / 8) + (0.02 if k % 2 else 0),
                    )
                    for k in range(9)
                ]
                rings += s.ribbon(on(arc), [size * (0.035 if d != 0.7 else 0.014)] * 9)
            ex, ey = on([eye])[0]
            p.solid(shape, wing, [(veins, dark), (rings, band)])
            p.line(shape, dark, 0.3)
            p.fill(s.disc(ex, ey, size * 0.15), dark)
            p.fill(s.disc(ex, ey, size * 0.115), mark)
            p.fill(s.disc(ex, ey, size * 0.06), dark)
            p.fill(s.disc(ex - size * 0.02, ey + size * 0.02, size * 0.02), mark)
    trunk = s.ribbon(
        [(x, y + size * 0.3), (x, y + size * 0.1), (x, y - size * 0.2), (x, y - size * 0.56)],
        [size * 0.07, size * 0.1, size * 0.085, 0.02],
    )
    p.fill(trunk, dark)
    p.fill(
        [
            op
            for k in range(6)
            for op in s.lens(
                (x - size * 0.08, y - size * (0.02 + 0.075 * k)), (x + size * 0.08, y - size * (0.02 + 0.075 * k)), 0.24
            )
        ],
        band,
    )
    feelers: list[Op] = []
    for side in (-1, 1):
        line = [
            (x + side * 0.02 * size, y + 0.3 * size),
            (x + side * 0.14 * size, y + 0.52 * size),
            (x + side * 0.34 * size, y + 0.68 * size),
        ]
        feelers += s.swell(line, 0.2)
        for k in range(7):
            t = 0.3 + 0.1 * k
            fx, fy = x + side * size * 0.34 * t**1.4, y + size * (0.3 + 0.38 * t)
            feelers += s.lens((fx, fy), (fx + side * size * 0.1, fy + size * 0.01), 0.12) + s.lens(
                (fx, fy), (fx + side * size * 0.01, fy + size * 0.1), 0.12
            )
    p.fill(feelers, dark)


def spider(p: Plate, at: Point, size: float, colours: tuple[Colour, Colour, Colour]) -> None:
    """A great spider from above. Colours: body, mark, eyes."""
    x, y = at
    body, mark, eyes = colours
    legs: list[Op] = []
    for i, (k1, k2, foot) in enumerate(
        (
            ((0.4, 0.62), (0.62, 0.98), (0.78, 1.3)),
            ((0.56, 0.36), (0.98, 0.52), (1.3, 0.42)),
            ((0.54, 0.06), (0.94, -0.12), (1.26, -0.5)),
            ((0.42, -0.2), (0.68, -0.6), (0.74, -1.16)),
        )
    ):
        for side in (-1, 1):
            line = [
                (x + side * 0.12 * size, y + (0.24 - 0.1 * i) * size),
                *[(x + side * u * size, y + v * size) for u, v in (k1, k2, foot)],
            ]
            legs += s.ribbon(line, [size * 0.055, size * 0.06, size * 0.045, 0.0])
            for u, v in (k1, k2):
                legs += s.disc(x + side * u * size, y + v * size, size * 0.06)
    p.fill(legs, body)
    p.fill(s.disc(x, y - 0.34 * size, 0.36 * size, 1.2), body)
    p.fill(s.disc(x, y + 0.18 * size, 0.24 * size), body)
    p.fill(s.star(x, y - 0.36 * size, (size * 0.05, size * 0.26), 4), mark)
    for k in range(4):
        p.fill(
            s.lens(
                (x - 0.22 * size, y - (0.62 - 0.02 * k) * size + 0.13 * k * size),
                (x + 0.22 * size, y - (0.62 - 0.02 * k) * size + 0.13 * k * size),
                0.1,
            ),
            mark,
        )
    dots: list[Op] = []
    for side in (-1, 1):
        dots += s.disc(x + side * 0.07 * size, y + 0.32 * size, size * 0.04) + s.disc(
            x + side * 0.15 * size, y + 0.27 * size, size * 0.025
        )
    p.fill(dots, eyes)


def web(p: Plate, at: Point, radius: float, colour: Colour) -> None:
    """An orb web."""
    x, y = at
    spokes = [p.rnd.uniform(-0.1, 0.1) + s.TAU * i / 14 for i in range(14)]
    ops: list[Op] = []
    for a in spokes:
        ops += s.lens((x, y), (x + radius * math.cos(a), y + radius * math.sin(a)), 0.14)
    for k in range(1, 12):
        r = radius * k / 12
        for a, b in zip(spokes, [*spokes[1:], spokes[0] + s.TAU], strict=True):
            m = (a + b) / 2
            ops += s.ribbon(
                [
                    (x + r * math.cos(a), y + r * math.sin(a)),
                    (x + r * 0.9 * math.cos(m), y + r * 0.9 * math.sin(m)),
                    (x + r * math.cos(b), y + r * math.sin(b)),
                ],
                [0.06] * 3,
            )
    p.fill(ops, colour)


def serpent(p: Plate, size: float, hide: dragons.Hide, base: float) -> None:
    """A sea serpent rising in coils out of the water at ``base``."""
    x, _ = p.at(0.5, 0.5)
    for k, (dx, r) in enumerate(((-19, 5.0), (-8, 6.5))):
        loop = s.arc_points(x + dx, base - 1.5, r, span=(math.pi, 0.0), squash=1.3, steps=6)
        w = size * (0.13 + 0.03 * k)
        p.solid(s.ribbon(loop, [w] * 7), hide.body, [(s.ribbon(loop, [w * 0.3] * 7), hide.wing)])
        fins: list[Op] = []
        for i in range(1, 6):
            px, py = loop[i]
            a = math.atan2(py - base + 1.5, px - x - dx)
            fins += s.polygon(
                [
                    (px + w * 0.8 * math.cos(a - 0.3), py + w * 0.8 * math.sin(a - 0.3)),
                    (px + w * 2.1 * math.cos(a), py + w * 2.1 * math.sin(a)),
                    (px + w * 0.8 * math.cos(a + 0.3), py + w * 0.8 * math.sin(a + 0.3)),
                ]
            )
        p.fill(fins, hide.body)
    neck = [
        (x + 13, base + 15),
        (x + 10, base + 16),
        (x + 5, base + 12),
        (x + 6, base + 5),
        (x + 4, base - 4),
        (x + 2, base - 14),
    ]
    dragons.body(p, neck, size * 0.3, hide, side=-1)
    dragons.head(p, neck[0], -0.15, size=size * 0.3, hide=hide)
