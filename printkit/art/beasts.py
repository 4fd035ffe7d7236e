"""Creatures beside dragons: moth, stag, raven, spider, owl, boar, sea serpent."""

from __future__ import annotations

import math
from collections.abc import Sequence

from printkit.art import strokes as s
from printkit.art.engraving_plate import Plate
from printkit.art.strokes import Point
from printkit.draw.display_list import Colour, Op


def both(points: Sequence[Point], x: float) -> list[Point]:
    """Points mirrored about a vertical axis, in reverse order."""
    return [(2 * x - px, py) for px, py in reversed(points)]


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
        ears += s.leaf(
            x + side * 0.18 * size, y + 0.3 * size, math.pi / 2 - side * 1.25, length=size * 0.42, width=size * 0.2
        )
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
            feathers += s.swell(s.arc_points(fx, fy, size * 0.05, span=(math.pi, s.TAU), squash=1.3), 0.13)
    p.solid(shape, body, [(feathers, cut)])
    for side in (-1, 1):
        ex, ey = x + side * 0.19 * size, y + 0.4 * size
        p.fill(s.rays(ex, ey, (size * 0.1, size * 0.22), count=22, width=0.1), cut)
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
