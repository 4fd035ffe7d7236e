"""Creatures beside dragons: moth, stag, raven, spider, owl, boar, sea serpent."""

from __future__ import annotations

import math
from collections.abc import Sequence

from printkit.art import dragons
from printkit.art import strokes as s
from printkit.art.plate import Plate
from printkit.art.strokes import Point
from printkit.ink import Colour, Op


def both(points: Sequence[Point], x: float) -> list[Point]:
    """Points mirrored about a vertical axis, in reverse order."""
    return [(2 * x - px, py) for px, py in reversed(points)]


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


def stag(p: Plate, at: Point, size: float, colours: tuple[Colour, Colour, Colour]) -> None:
    """A stag's head, facing us, antlers spread. Colours: head, shade, eye."""
    x, y = at
    dark, shade, light = colours
    antlers: list[Op] = []
    for side in (-1, 1):
        beam = [
            (x + side * 0.1 * size, y + 0.34 * size),
            (x + side * 0.36 * size, y + 0.66 * size),
            (x + side * 0.66 * size, y + 0.9 * size),
            (x + side * 0.62 * size, y + 1.34 * size),
            (x + side * 0.4 * size, y + 1.62 * size),
        ]
        line = s.curve(beam, 5)
        antlers += s.taper(line, size * 0.062, 0.05)
        for k, (i, reach, lift) in enumerate(
            ((3, 0.3, 0.42), (7, 0.4, 0.34), (10, 0.44, 0.3), (14, 0.36, 0.34), (17, 0.26, 0.3))
        ):
            bx, by = line[min(i, len(line) - 1)]
            out = side if k not in (0,) else -side * 0.2
            antlers += s.taper(
                [
                    (bx, by),
                    (bx + out * reach * 0.6 * size, by + lift * 0.35 * size),
                    (bx + out * reach * size, by + lift * size),
                ],
                size * 0.045,
            )
    p.fill(antlers, dark)
    half = [
        (0.0, 0.44),
        (0.13, 0.42),
        (0.2, 0.28),
        (0.23, 0.1),
        (0.18, -0.2),
        (0.13, -0.44),
        (0.15, -0.6),
        (0.1, -0.7),
        (0.0, -0.74),
    ]
    outline = [(x + u * size, y + v * size) for u, v in half]
    ears: list[Op] = []
    for side in (-1, 1):
        ears += s.leaf(x + side * 0.18 * size, y + 0.3 * size, math.pi / 2 - side * 1.25, size * 0.42, size * 0.2)
    neck = s.polygon(
        [
            (x - 0.2 * size, y + 0.1 * size),
            (x + 0.2 * size, y + 0.1 * size),
            (x + 0.46 * size, y - 1.1 * size),
            (x + 0.2 * size, y - 1.3 * size),
            (x, y - 1.5 * size),
            (x - 0.2 * size, y - 1.3 * size),
            (x - 0.46 * size, y - 1.1 * size),
        ]
    )
    fur: list[Op] = []
    for _ in range(22):
        u, v = p.rnd.uniform(-0.36, 0.36), p.rnd.uniform(-1.3, -0.5)
        fur += s.lens((x + u * size * 0.8, y + v * size + 0.24 * size), (x + u * size, y + v * size), 0.22)
    p.solid(neck, dark, [(fur, shade)])
    p.fill(ears, dark)
    face = s.smooth([*outline, *both(outline[1:-1], x)], close=True)
    cheeks: list[Op] = []
    for side in (-1, 1):
        for k in range(6):
            cheeks += s.lens(
                (x + side * (0.07 + 0.018 * k) * size, y + (0.36 - 0.02 * k) * size),
                (x + side * (0.05 + 0.01 * k) * size, y - (0.42 - 0.05 * k) * size),
                0.16,
            )
    p.solid(face, dark, [(cheeks, shade)])
    for side in (-1, 1):
        p.fill(
            s.lens((x + side * 0.19 * size, y + 0.16 * size), (x + side * 0.09 * size, y + 0.09 * size), size * 0.07),
            light,
        )
        p.fill(
            s.lens((x + side * 0.09 * size, y - 0.56 * size), (x + side * 0.02 * size, y - 0.62 * size), size * 0.04),
            shade,
        )


def raven(p: Plate, at: Point, size: float, colour: Colour, cut: Colour, *, left: bool = False) -> None:
    """A raven on the wing."""
    f = -1 if left else 1

    def on(points: Sequence[Point]) -> list[Point]:
        return [(at[0] + f * u * size, at[1] + v * size) for u, v in points]

    lift = p.rnd.uniform(-0.15, 0.2)
    p.fill(
        s.smooth(
            on(
                [
                    (0.62, 0.12),
                    (0.44, 0.2),
                    (0.2, 0.12),
                    (-0.3, 0.02),
                    (-0.62, -0.1),
                    (-0.7, -0.02),
                    (-0.66, -0.2),
                    (-0.2, -0.14),
                    (0.2, -0.1),
                    (0.46, 0.02),
                ]
            ),
            close=True,
        ),
        colour,
    )
    p.fill(s.polygon(on([(0.55, 0.19), (0.84, 0.1), (0.56, 0.05)])), colour)
    for rootx, reach in ((0.24, 1.0), (0.05, 0.82)):
        feathers: list[Op] = []
        for k in range(6):
            a = 1.9 - 0.2 * k + lift - (0.3 if reach < 1 else 0)
            tip = (
                rootx + 0.3 * reach * math.cos(1.75 + lift) + reach * (0.75 - 0.06 * k) * math.cos(a + 0.1 * k - 0.4),
                0.1 + 0.3 * reach + reach * (0.66 - 0.07 * k) * math.sin(a),
            )
            feathers += s.ribbon(
                on([(rootx, 0.08), ((rootx + tip[0]) / 2 + 0.05, (0.1 + tip[1]) / 2), tip]),
                [size * 0.1, size * 0.075, 0.0],
            )
        p.fill(feathers, colour)
    p.fill(s.disc(*on([(0.5, 0.14)])[0], size * 0.025), cut)


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


def owl(p: Plate, at: Point, size: float, colours: tuple[Colour, Colour, Colour]) -> None:
    """An owl on a bough, facing us. Colours: body, cut, eyes."""
    x, y = at
    body, cut, eyes = colours
    half = [(0.0, 0.62), (0.2, 0.66), (0.42, 0.86), (0.44, 0.5), (0.5, 0.1), (0.4, -0.4), (0.16, -0.8), (0.0, -1.0)]
    outline = [(x + u * size, y + v * size) for u, v in half]
    shape = s.smooth([*outline, *both(outline[1:-1], x)], close=True)
    feathers: list[Op] = []
    for row in range(7):
        for k in range(-4, 5):
            fx, fy = x + (k + (0.5 if row % 2 else 0)) * size * 0.1, y + (0.14 - 0.12 * row) * size
            feathers += s.swell(s.arc_points(fx, fy, size * 0.05, (math.pi, s.TAU), 1.3), 0.13)
    p.solid(shape, body, [(feathers, cut)])
    for side in (-1, 1):
        ex, ey = x + side * 0.19 * size, y + 0.4 * size
        p.fill(s.rays(ex, ey, (size * 0.1, size * 0.22), 22, 0.1), cut)
        p.fill(s.disc(ex, ey, size * 0.135), eyes)
        p.fill(s.disc(ex, ey, size * 0.07), body)
    p.fill(
        s.polygon([(x - size * 0.06, y + 0.34 * size), (x + size * 0.06, y + 0.34 * size), (x, y + 0.16 * size)]), eyes
    )


def boar(p: Plate, at: Point, size: float, colours: tuple[Colour, Colour, Colour]) -> None:
    """A bristling boar, walking. Colours: body, cut, tusk."""
    x, y = at
    body, cut, tusk = colours

    def on(points: Sequence[Point]) -> list[Point]:
        return [(x + u * size, y + v * size) for u, v in points]

    legs: list[Op] = []
    for u, d in ((-0.62, -0.1), (-0.46, 0.1), (0.3, 0.12), (0.12, -0.08)):
        legs += s.ribbon(on([(u, -0.1), (u + d * 0.5, -0.42), (u + d, -0.72)]), [size * 0.14, size * 0.07, size * 0.05])
    p.fill(legs, body)
    shape = s.smooth(
        on(
            [
                (1.1, -0.22),
                (0.9, 0.02),
                (0.66, 0.28),
                (0.4, 0.5),
                (0.0, 0.54),
                (-0.4, 0.42),
                (-0.74, 0.24),
                (-0.84, -0.06),
                (-0.66, -0.3),
                (-0.2, -0.34),
                (0.3, -0.36),
                (0.66, -0.32),
                (0.94, -0.38),
                (1.12, -0.34),
            ]
        ),
        close=True,
    )
    bristle: list[Op] = []
    for k in range(22):
        t = k / 21
        u, v = 0.62 - 1.3 * t, 0.3 + 0.25 * math.sin(math.pi * (0.18 + 0.72 * t))
        bristle += s.polygon(on([(u - 0.06, v - 0.1), (u - 0.14, v + 0.16), (u + 0.05, v - 0.06)]))
    p.fill(bristle, body)
    fur: list[Op] = []
    for _ in range(54):
        u, v = p.rnd.uniform(-0.74, 0.5), p.rnd.uniform(-0.26, 0.4)
        a, b = on([(u, v), (u - 0.16, v - 0.05)])
        fur += s.lens(a, b, 0.2)
    p.solid(shape, body, [(fur, cut)])
    p.fill(s.polygon(on([(0.5, 0.4), (0.62, 0.66), (0.72, 0.3)])), body)
    p.fill(s.ribbon(on([(0.84, -0.26), (0.98, -0.12), (0.94, 0.08)]), [size * 0.045, size * 0.035, 0.0]), tusk)
    p.fill(s.cut(on([(0.66, 0.1), (0.76, 0.06)]), size * 0.05), tusk)
    p.fill(s.ribbon(on([(-0.82, 0.06), (-1.0, 0.02), (-1.0, -0.18)]), [size * 0.03, size * 0.025, 0.02]), body)


def serpent(p: Plate, size: float, hide: dragons.Hide, base: float) -> None:
    """A sea serpent rising in coils out of the water at ``base``."""
    x, _ = p.at(0.5, 0.5)
    for k, (dx, r) in enumerate(((-19, 5.0), (-8, 6.5))):
        loop = s.arc_points(x + dx, base - 1.5, r, (math.pi, 0.0), 1.3, steps=6)
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
    dragons.head(p, neck[0], -0.15, size * 0.3, hide)
