"""Things from the sea and the shore. Each is drawn around a place, ``size`` about half its height."""

from __future__ import annotations

import math

from printkit.art import engraving
from printkit.art import strokes as s
from printkit.art.engraving_plate import Plate, volume
from printkit.art.strokes import Point
from printkit.draw.display_list import Op, mix


def anchor(p: Plate, at: Point, size: float) -> None:
    """An anchor with a turn of rope."""
    k, on = p.inks, s.onto(at, size)
    rope = on([(-0.5, 1.2), (-0.1, 0.8), (0.3, 0.5), (-0.3, 0.1), (0.3, -0.3), (0.1, -0.9)])
    p.line(s.smooth(on([(0, 0.74), (0.06, 0.5)])), k.dark, 0.3)
    p.fill(s.polygon(on([(-0.08, 0.6), (0.08, 0.6), (0.1, -0.92), (-0.1, -0.92)])), k.dark)
    p.line(s.disc(*on([(0, 0.76)])[0], size * 0.15), k.dark, size * 0.08)
    p.fill(s.ribbon(on([(-0.5, 0.42), (0.5, 0.42)]), [size * 0.07, size * 0.07], soft=False), k.dark)
    arms = s.arc_points(*on([(0, -0.16)])[0], size * 0.76, (math.pi + 0.2, s.TAU - 0.2), steps=8)
    p.fill(s.ribbon(arms, [size * 0.05 + size * 0.06 * math.sin(math.pi * i / 8) for i in range(9)]), k.dark)
    for end, side in ((arms[0], -1), (arms[-1], 1)):
        tip = s.onto(end, size)
        p.fill(s.polygon(tip([(side * 0.16, 0.2), (-side * 0.22, 0.0), (side * 0.1, -0.16)])), k.dark)
    p.fill(s.ribbon(rope, [size * 0.085] * 6), k.dark)
    p.fill(s.ribbon(rope, [size * 0.055] * 6), k.paper)
    line = s.curve(rope, 5)
    p.fill(
        [op for i, (u, v) in enumerate(line) if i % 2 for op in s.lens((u - 0.5, v - 0.4), (u + 0.5, v + 0.4), 0.2)],
        k.deep,
    )
    p.fill(s.cut(on([(-0.03, 0.3), (-0.04, -0.8)]), size * 0.03), k.soft)


def bottle(p: Plate, at: Point, size: float) -> None:
    """A bottle afloat with a letter in it."""
    k, on = p.inks, s.onto(at, size, -1.15)
    glass = s.smooth(
        on(
            [
                (-0.13, 1.0),
                (-0.14, 0.56),
                (-0.42, 0.3),
                (-0.44, -0.84),
                (0, -0.96),
                (0.44, -0.84),
                (0.42, 0.3),
                (0.14, 0.56),
                (0.13, 1.0),
            ]
        ),
        close=True,
    )
    scroll = s.polygon(on([(-0.22, 0.2), (0.24, 0.24), (0.2, -0.7), (-0.26, -0.72)]))
    lines = [
        op for i in range(6) for op in s.cut(on([(-0.16, 0.06 - 0.12 * i), (0.16, 0.08 - 0.12 * i)]), size * 0.035)
    ]
    p.solid(
        glass,
        mix(k.tone, k.sky, 0.55),
        [
            (scroll, k.paper),
            (lines, k.deep),
            (s.swell(on([(0.34, 0.2), (0.36, -0.3), (0.34, -0.8)]), size * 0.04), k.paper),
        ],
    )
    p.line(glass, k.dark, 0.5)
    p.fill(s.polygon(on([(-0.1, 0.96), (0.1, 0.96), (0.11, 1.2), (-0.11, 1.2)])), k.light)
    p.line(s.polygon(on([(-0.1, 0.96), (0.1, 0.96), (0.11, 1.2), (-0.11, 1.2)])), k.dark, 0.3)


def barrel(p: Plate, at: Point, size: float) -> None:
    """A keg with a burning fuse."""
    k, on = p.inks, s.onto(at, size)
    shape = s.smooth(
        on(
            [
                (-0.6, 0.86),
                (-0.78, 0.3),
                (-0.78, -0.3),
                (-0.6, -0.9),
                (0, -1.02),
                (0.6, -0.9),
                (0.78, -0.3),
                (0.78, 0.3),
                (0.6, 0.86),
                (0.0, 0.94),
            ]
        ),
        close=True,
    )
    staves: list[Op] = []
    for u in (-0.5, -0.26, 0.0, 0.26, 0.5):
        staves += s.swell(on([(u * 0.86, 0.9), (u * 1.2, 0.0), (u * 0.86, -0.96)]), size * 0.02)
    volume(p, shape, (k.tone, k.dark), gap=0.65, turn=-0.1)
    p.inside(shape, [(staves, k.dark)])
    for v in (-0.66, -0.3, 0.3, 0.62):
        p.inside(
            shape, [(s.ribbon(on([(-0.9, v + 0.03), (0, v - 0.07), (0.9, v + 0.03)]), [size * 0.065] * 3), k.dark)]
        )
    p.line(shape, k.dark, 0.45)
    p.fill(s.disc(*on([(0, 0.88)])[0], size * 0.58, 0.22), k.dark)
    fuse = on([(0.1, 0.9), (0.2, 1.2), (0.44, 1.16), (0.5, 1.36)])
    p.fill(s.ribbon(fuse, [size * 0.035] * 4), k.dark)
    p.fill(s.star(*fuse[-1], (size * 0.1, size * 0.32), 9), k.light)
    p.fill(s.star(*fuse[-1], (size * 0.05, size * 0.15), 7), k.paper)
    p.fill(s.rays(*fuse[-1], (size * 0.4, size * 0.7), 14, 0.05), k.light)


def spyglass(p: Plate, at: Point, size: float) -> None:
    """A brass spyglass, drawn out."""
    k = p.inks
    on = s.onto(at, size, 0.5)
    for left, right, half, ink in ((-1.3, -0.5, 0.17, k.light), (-0.55, 0.3, 0.23, k.tone), (0.25, 1.2, 0.3, k.light)):
        tube = s.polygon(on([(left, half), (right, half * 1.08), (right, -half * 1.08), (left, -half)]))
        cuts = [
            op
            for i in range(5)
            for op in s.cut(
                on([(left, -half * (0.1 + 0.2 * i)), (right, -half * (0.1 + 0.21 * i))]), size * (0.02 + 0.012 * i)
            )
        ]
        p.solid(
            tube, ink, [(cuts, k.dark), (s.cut(on([(left, half * 0.6), (right, half * 0.64)]), size * 0.05), k.paper)]
        )
        p.line(tube, k.dark, 0.35)
    for u, half in ((-1.3, 0.2), (-0.52, 0.26), (0.28, 0.33), (1.2, 0.36)):
        p.fill(s.polygon(on([(u - 0.06, half), (u + 0.06, half), (u + 0.06, -half), (u - 0.06, -half)])), k.dark)
    x, y = on([(1.3, 0)])[0]
    p.fill(s.rays(x, y, (size * 0.2, size * 0.8), count=14, width=0.06), k.light)
    p.fill(s.star(x, y, (size * 0.07, size * 0.3), 4), k.paper)


def shell(p: Plate, at: Point, size: float) -> None:
    """A scallop with its pearl."""
    k, on = p.inks, s.onto(at, size)
    rim = []
    for i in range(19):
        a = 0.1 + (math.pi - 0.2) * i / 18
        r = 1.0 + (0.06 if i % 2 else -0.02)
        rim.append((1.12 * r * math.cos(a), r * math.sin(a) - 0.1))
    shape = [*s.smooth(on(rim)), ("l", *on([(-0.2, -0.9)])[0]), ("l", *on([(0.2, -0.9)])[0]), ("h",)]
    ribs: list[Op] = []
    for i in range(1, 18, 2):
        ribs += s.ribbon(
            on([(0.0 + 0.18 * (i - 9) / 9 * -1, -0.84), (rim[i][0] * 0.97, rim[i][1] * 0.97)]),
            [0.08, size * 0.06],
            soft=False,
        )
    bands = [
        op
        for r in (0.5, 0.66, 0.82)
        for op in s.swell(
            on([(1.1 * r * math.cos(a), r * math.sin(a) - 0.2) for a in [0.2 + 2.74 * j / 8 for j in range(9)]]),
            size * 0.03,
        )
    ]
    p.solid(shape, k.paper, [(ribs, k.soft), (bands, k.tone)])
    p.line(shape, k.dark, 0.45)
    x, y = on([(0, -0.25)])[0]
    p.fill(s.rays(x, y, (size * 0.44, size * 0.66), count=26, width=0.05), k.light)
    p.fill(s.disc(x, y, size * 0.4), k.dark)
    p.fill(s.disc(x, y, size * 0.36), k.paper)
    lines = engraving.engrave(
        (x - size * 0.36, y - size * 0.36, x + size * 0.36, y + size * 0.36),
        0.5,
        lambda u, v: ((u - x) - (v - y)) / size * 0.9,
        step=size * 0.1,
    )
    p.inside(s.disc(x, y, size * 0.36), [(lines, k.tone)])
