"""What lives wild: wolf, fox, snake, treant, nest."""

from __future__ import annotations

import math

from printkit.art import plants
from printkit.art import strokes as s
from printkit.art.beasts import both
from printkit.art.dragon_details import scales
from printkit.art.engraving_plate import Plate, volume
from printkit.art.strokes import Point
from printkit.draw.display_list import Op


def wolf(p: Plate, at: Point, size: float) -> None:
    """A wolf's head, howling."""
    k, on = p.inks, s.onto(at, size, flip=p.rnd.random() < 0.5)
    shape = s.polygon(
        on(
            [
                (0.42, 1.22),
                (0.5, 1.02),
                (0.34, 0.72),
                (0.3, 0.46),
                (0.44, 0.3),
                (0.34, 0.2),
                (0.5, 0.02),
                (0.4, -0.1),
                (0.6, -0.36),
                (0.5, -0.44),
                (0.74, -0.8),
                (0.66, -0.84),
                (0.9, -1.4),
                (-0.9, -1.4),
                (-0.7, -0.9),
                (-0.86, -0.86),
                (-0.6, -0.4),
                (-0.78, -0.36),
                (-0.5, 0.04),
                (-0.66, 0.1),
                (-0.4, 0.34),
                (-0.62, 0.5),
                (-0.74, 0.72),
                (-0.36, 0.68),
                (-0.2, 0.74),
                (0.04, 0.94),
                (0.26, 1.2),
                (0.34, 1.3),
            ]
        )
    )
    fur: list[Op] = []
    for _ in range(60):
        u, v = p.rnd.uniform(-0.55, 0.5), p.rnd.uniform(-1.3, 0.35)
        fur += s.cut(on([(u, v), (u + (0.1 if u > 0 else -0.12), v - 0.28)]), size * 0.035)
    p.solid(shape, k.dark, [(fur, k.tone)])
    p.fill(s.polygon(on([(0.4, 0.72), (0.3, 0.52), (0.26, 0.62), (0.36, 0.9)])), k.paper)
    p.fill(s.cut(on([(-0.02, 0.66), (0.12, 0.76)]), size * 0.07), k.light)
    p.fill(
        [op for i in range(4) for op in s.cut(on([(-0.5 + 0.06 * i, 0.64), (-0.3 + 0.05 * i, 0.5 - 0.02 * i)]), 0.2)],
        k.tone,
    )
    p.fill(s.swell(on([(0.3, 1.16), (0.2, 0.9), (0.24, 0.62)]), size * 0.02), k.soft)


def fox(p: Plate, at: Point, size: float) -> None:
    """A fox's face, from the front."""
    k, (x, _y), on = p.inks, at, s.onto(at, size)
    half = [
        (0.0, 0.36),
        (0.2, 0.42),
        (0.62, 1.0),
        (0.72, 0.3),
        (0.9, 0.0),
        (0.66, -0.14),
        (0.7, -0.3),
        (0.44, -0.4),
        (0.16, -0.86),
        (0.0, -0.94),
    ]
    outline = on(half)
    shape = s.polygon([*outline, *both(outline[1:-1], x)])
    fur: list[Op] = []
    for side in (-1, 1):
        for i in range(9):
            u, v = side * (0.1 + 0.06 * i), 0.3 - 0.03 * i
            fur += s.cut(on([(u, v), (u * 1.1, v - 0.3)]), size * 0.04)
    p.solid(shape, k.tone, [(fur, k.deep)])
    for side in (-1, 1):
        p.fill(s.polygon(on([(side * 0.34, 0.44), (side * 0.58, 0.84), (side * 0.6, 0.36)])), k.dark)
        p.fill(
            s.polygon(
                on(
                    [
                        (side * 0.88, 0.0),
                        (side * 0.66, -0.14),
                        (side * 0.7, -0.3),
                        (side * 0.44, -0.4),
                        (side * 0.16, -0.84),
                        (side * 0.1, -0.4),
                        (side * 0.36, -0.1),
                    ]
                )
            ),
            k.paper,
        )
        p.fill(s.cut(on([(side * 0.46, 0.12), (side * 0.18, 0.0)]), size * 0.16), k.dark)
        p.fill(s.cut(on([(side * 0.4, 0.1), (side * 0.24, 0.03)]), size * 0.08), k.light)
        p.fill(
            [
                op
                for i in range(3)
                for op in s.cut(
                    on([(side * 0.16, -0.56 - 0.04 * i), (side * (0.62 + 0.04 * i), -0.5 - 0.14 * i)]), 0.16
                )
            ],
            k.dark,
        )
    p.line(shape, k.dark, 0.4)
    p.fill(s.disc(*on([(0, -0.84)])[0], size * 0.11, 0.8), k.dark)


def snake(p: Plate, at: Point, size: float) -> None:
    """A snake in coils, ready to strike."""
    k, on = p.inks, s.onto(at, size, flip=p.rnd.random() < 0.5)
    for row, half in ((-0.86, 1.05), (-0.56, 0.82), (-0.3, 0.56)):
        ring = s.disc(*on([(0, row)])[0], size * half, 0.26)
        p.fill(ring, k.dark)
        bands: list[Op] = []
        for i in range(9):
            u = -half + 2 * half * (i + 0.5) / 9
            x, y = on([(u, row - 0.1)])[0]
            bands += s.polygon([(x - size * 0.07, y), (x, y + size * 0.1), (x + size * 0.07, y), (x, y - size * 0.1)])
        p.inside(ring, [(bands, k.light)])
        p.fill(s.swell(on([(-half, row + 0.05), (0, row + 0.2), (half, row + 0.05)]), size * 0.03), k.tone)
    neck = s.curve(on([(0.1, -0.26), (-0.3, 0.1), (0.16, 0.5), (-0.06, 0.92), (0.3, 1.06)]), 5)
    widths = [size * (0.2 - 0.07 * i / len(neck)) for i in range(len(neck))]
    p.fill(s.ribbon(neck, widths), k.dark)
    normal = s.normals(neck)
    p.fill(
        [
            op
            for i in range(1, len(neck))
            for op in s.lens(
                (neck[i][0], neck[i][1]),
                (neck[i][0] + normal[i][0] * widths[i] * 0.96, neck[i][1] + normal[i][1] * widths[i] * 0.96),
                0.24,
            )
        ],
        k.light,
    )
    p.fill(s.smooth(on([(0.16, 1.2), (0.5, 1.22), (0.8, 1.04), (0.56, 0.96), (0.2, 0.92)]), close=True), k.dark)
    p.fill(s.smooth(on([(0.3, 0.98), (0.56, 0.86), (0.72, 0.8), (0.5, 0.76), (0.24, 0.86)]), close=True), k.dark)
    p.fill(s.polygon(on([(0.66, 1.02), (0.64, 0.84), (0.58, 1.0)])), k.paper)
    p.line(s.polygon(on([(0.5, 0.9), (0.86, 0.88), (1.0, 0.94)]), close=False), k.tone, 0.3)
    p.line(s.polygon(on([(0.86, 0.88), (0.98, 0.8)]), close=False), k.tone, 0.3)
    p.fill(s.disc(*on([(0.46, 1.12)])[0], size * 0.05), k.light)


def treant(p: Plate, base: Point, height: float) -> None:
    """A tree that looks back."""
    k, (x, y) = p.inks, base
    plants.tree(p, base, height, (k.dark, k.deep, k.tone))
    w = height * 0.14
    trunk = s.ribbon([(x, y - 1), (x, y + height * 0.2), (x, y + height * 0.46)], [w * 1.5, w, w * 0.9])
    bark: list[Op] = []
    for i in range(14):
        u = (i - 6.5) / 6.5 * w
        bark += s.lens((x + u * 1.2, y), (x + u * 0.8, y + height * p.rnd.uniform(0.3, 0.46)), 0.24)
    p.solid(trunk, k.dark, [(bark, k.deep)])
    on = s.onto((x, y + height * 0.28), w)
    for side in (-1, 1):
        p.fill(
            s.polygon(on([(side * 0.14, 0.3), (side * 0.66, 0.56), (side * 0.6, 0.2), (side * 0.26, 0.12)])), k.light
        )
        p.fill(s.disc(*on([(side * 0.38, 0.28)])[0], w * 0.09), k.dark)
        p.fill(s.swell(on([(side * 0.05, 0.5), (side * 0.4, 0.78), (side * 0.8, 0.7)]), w * 0.1), k.tone)
    p.fill(s.polygon(on([(-0.1, 0.2), (0.1, 0.2), (0.18, -0.24), (-0.18, -0.24)])), k.deep)
    p.fill(
        s.polygon(
            on(
                [
                    (-0.5, -0.46),
                    (-0.24, -0.4),
                    (0, -0.5),
                    (0.26, -0.4),
                    (0.5, -0.46),
                    (0.3, -0.72),
                    (0, -0.64),
                    (-0.3, -0.74),
                ]
            )
        ),
        k.light,
    )


def nest(p: Plate, at: Point, size: float) -> None:
    """A nest of boughs with three eggs."""
    k, on = p.inks, s.onto(at, size)
    for u, v, share in ((-0.5, 0.2, 0.42), (0.5, 0.2, 0.42), (0.0, 0.34, 0.52)):
        x, y = on([(u, v)])[0]
        shape = s.disc(x, y, size * share * 0.74, 1.34)
        volume(p, shape, (k.paper, k.tone), gap=0.6, turn=0.0)
        scales(p, shape, (x - size * share, y - size * share, x + size * share, y + size * share), size * 0.17)
        p.line(shape, k.dark, 0.45)
    twigs: list[Op] = []
    light: list[Op] = []
    for i in range(80):
        u = p.rnd.uniform(-1.3, 1.3)
        v = -0.34 - 0.36 * math.cos(u * 1.1) * p.rnd.random() + 0.26 * u * u * 0.6
        a = p.rnd.uniform(-0.45, 0.45) + u * 0.5
        long = p.rnd.uniform(0.3, 0.6)
        (ax, ay), (bx, by) = on(
            [(u - long * math.cos(a), v - long * math.sin(a)), (u + long * math.cos(a), v + long * math.sin(a))]
        )
        (light if i % 4 == 0 else twigs).extend(s.lens((ax, ay), (bx, by), 0.7))
    p.fill(twigs, k.dark)
    p.fill(light, k.light)
