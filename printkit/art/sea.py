"""The sea and what is on it: waves, whirlpool, ship, island, anchor, bottle, barrel, spyglass, rain."""

from __future__ import annotations

import math

from printkit.art import strokes as s
from printkit.art.engraving_plate import Plate, cloud, mountain, scales, volume
from printkit.art.strokes import Point
from printkit.draw.display_list import Colour, Op, mix


def great_wave(p: Plate) -> None:
    """A wave about to break, claws of foam, over smaller ones."""
    k, on = p.inks, s.onto(p.at(0.5, 0.0), p.box.height)
    back = [
        *s.smooth(on([(-0.8, 0.28), (-0.5, 0.36), (-0.2, 0.24), (0.1, 0.3), (0.4, 0.44), (0.66, 0.34), (0.8, 0.38)])),
        ("l", *on([(0.8, -0.1)])[0]),
        ("l", *on([(-0.8, -0.1)])[0]),
        ("h",),
    ]
    p.fill(back, k.soft)
    outer = [(-0.8, 0.14), (-0.6, 0.4), (-0.4, 0.74), (-0.1, 0.92), (0.14, 0.86), (0.3, 0.66), (0.26, 0.56)]
    inner = [
        (0.26, 0.56),
        (0.14, 0.66),
        (-0.02, 0.66),
        (-0.14, 0.5),
        (-0.12, 0.3),
        (0.06, 0.14),
        (0.4, 0.1),
        (0.8, 0.2),
    ]
    shape = [
        *s.smooth(on(outer)),
        *s.smooth(on(inner))[1:],
        ("l", *on([(0.8, -0.1)])[0]),
        ("l", *on([(-0.8, -0.1)])[0]),
        ("h",),
    ]
    bands: list[Op] = []
    for i in range(1, 9):
        t = i / 9
        line = [
            ((1 - t) * a[0] + t * b[0], (1 - t) * a[1] + t * b[1])
            for a, b in zip(
                outer[:6],
                [(-0.8, -0.3), (-0.5, -0.1), (-0.3, 0.1), (-0.16, 0.44), (0.0, 0.64), (0.16, 0.64)],
                strict=True,
            )
        ]
        bands += s.swell(s.curve(on(line), 3), p.box.height * 0.02)
    p.solid(shape, k.tone, [(bands, k.dark)])
    p.line(s.smooth(on(inner)), k.dark, 0.4)
    foam: list[Op] = []
    crest = s.curve(on(outer[2:]), 5)
    for i, (x, y) in enumerate(crest):
        foam += s.disc(x, y, p.rnd.uniform(0.7, 1.5))
        if i > 6:
            for turn in (-1.9, -1.2, -0.6):
                a = turn + p.rnd.uniform(-0.3, 0.3)
                tip = (x + 3.2 * math.cos(a), y + 3.2 * math.sin(a))
                foam += s.ribbon(
                    [(x, y), (x + 1.8 * math.cos(a + 0.4), y + 1.8 * math.sin(a + 0.4)), tip], [0.5, 0.4, 0.0]
                )
                foam += s.disc(tip[0] + p.rnd.uniform(-0.6, 0.6), tip[1] - p.rnd.uniform(0.4, 1.2), 0.28)
    p.fill(foam, k.paper)
    swell = [
        *s.smooth(on([(-0.8, 0.1), (-0.4, 0.16), (-0.1, 0.04), (0.2, 0.1), (0.5, 0.2), (0.8, 0.08)])),
        ("l", *on([(0.8, -0.1)])[0]),
        ("l", *on([(-0.8, -0.1)])[0]),
        ("h",),
    ]
    cuts = [
        op
        for i in range(5)
        for op in s.swell(
            on(
                [
                    (-0.7, 0.06 - 0.03 * i),
                    (-0.3, 0.1 - 0.03 * i),
                    (0.1, 0.02 - 0.03 * i),
                    (0.5, 0.13 - 0.03 * i),
                    (0.78, 0.04 - 0.03 * i),
                ]
            ),
            0.22,
        )
    ]
    p.solid(swell, k.deep, [(cuts, k.soft)])


def whirlpool(p: Plate, *, back: bool = False) -> None:
    """A maelstrom seen from above its rim."""
    k, (cx, cy) = p.inks, p.at(0.5, 0.46)
    p.ground(k.deep)
    turn = -1 if back else 1
    for arm in range(16):
        for ink, lag, width in ((k.tone, 0.0, 0.17), (k.paper, 0.13, 0.045), (k.soft, 0.22, 0.07)):
            points, widths = [], []
            for i in range(15):
                t = i / 14
                a = turn * (arm * s.TAU / 16 + lag + 3.2 * (1 - t) ** 1.6)
                r = 1.5 + 40 * t**1.35
                points.append((cx + r * math.cos(a), cy + r * 0.62 * math.sin(a)))
                widths.append(r * width * 0.55 * (0.3 + 0.7 * math.sin(math.pi * min(1, t + 0.1))))
            p.fill(s.ribbon(points, widths), ink)
    p.fill(s.disc(cx, cy, 3.4, 0.62), k.dark)
    p.line(s.disc(cx, cy, 3.4, 0.62), k.light, 0.3)


def ship(p: Plate, at: Point, size: float) -> None:
    """A three-master under sail, seen from the side."""
    k, on = p.inks, s.onto(at, size, 0.05)
    hull = s.smooth(
        on(
            [
                (-0.96, -0.3),
                (-0.8, -0.72),
                (-0.5, -0.86),
                (0.5, -0.86),
                (0.8, -0.64),
                (1.06, -0.24),
                (0.7, -0.4),
                (-0.5, -0.42),
            ]
        ),
        close=True,
    )
    for u, tall, wide in ((-0.55, 0.7, 0.36), (0.0, 1.0, 0.46), (0.5, 0.72, 0.36)):
        p.fill(
            s.polygon(on([(u - 0.025, -0.5), (u + 0.025, -0.5), (u + 0.015, tall + 0.16), (u - 0.015, tall + 0.16)])),
            k.dark,
        )
        for low, high in ((-0.3, tall * 0.36), (tall * 0.42, tall)):
            w = wide * (1 if low < 0 else 0.76)
            sail = s.smooth(
                on(
                    [
                        (u - w * 0.8, high),
                        (u + w * 0.62, high),
                        (u + w * 1.08, (low + high) / 2),
                        (u + w * 0.8, low),
                        (u - w, low),
                        (u - w * 0.52, (low + high) / 2),
                    ]
                ),
                close=True,
            )
            volume(p, sail, (k.paper, k.tone), gap=0.6, turn=0.0)
            p.line(sail, k.dark, 0.25)
        p.fill(s.polygon(on([(u, tall + 0.3), (u, tall + 0.14), (u + 0.26, tall + 0.2)])), k.light)
    p.line(s.polygon(on([(1.4, 0.0), (0.9, -0.34)]), close=False), k.dark, 0.5)
    p.solid(
        hull,
        k.dark,
        [
            (
                [op for i in range(4) for op in s.cut(on([(-0.9, -0.5 - 0.09 * i), (0.95, -0.46 - 0.09 * i)]), 0.18)],
                k.soft,
            )
        ],
    )


def palm(p: Plate, base: Point, height: float, lean: float) -> None:
    """A palm on the shore."""
    k, (x, y) = p.inks, base
    top = (x + lean * height, y + height)
    trunk = [base, (x + lean * height * 0.2, y + height * 0.4), (x + lean * height * 0.55, y + height * 0.75), top]
    p.fill(s.taper(s.curve(trunk, 3), height * 0.055, height * 0.028), k.dark)
    fronds: list[Op] = []
    for i in range(8):
        a = -0.5 + 4.2 * i / 7
        c = math.cos(a)
        tip = (top[0] + height * 0.56 * c, top[1] + height * (0.3 * math.sin(a) - 0.16))
        mid = (top[0] + height * 0.34 * c, top[1] + height * (0.26 * math.sin(a) + 0.12))
        line = s.curve([top, mid, tip], 5)
        fronds += s.taper(line, 0.2, 0.05)
        for j, (u, v) in enumerate(line[1:]):
            fronds += s.leaf(
                u,
                v,
                -math.pi / 2 + 0.5 * (1 if c > 0 else -1),
                length=height * 0.17 * (1 - j / 16),
                width=height * 0.04,
            )
    p.fill(fronds, k.dark)
    p.fill(s.disc(top[0], top[1] - height * 0.03, height * 0.04), k.light)


def island(p: Plate, at: Point, size: float) -> None:
    """An island with a smoking peak and palms; ``at`` is the middle of its shore."""
    k, (x, y) = p.inks, at
    mountain(p, (x + size * 0.1, y + size * 0.95), size * 0.62, base=y, colours=(k.soft, k.deep, k.paper))
    mountain(p, (x - size * 0.45, y + size * 0.5), size * 0.45, base=y, colours=(k.tone, k.deep, k.tone))
    shore = s.smooth(
        [
            (x - size * 1.2, y - 0.4),
            (x - size * 0.7, y + size * 0.1),
            (x, y + size * 0.16),
            (x + size * 0.7, y + size * 0.1),
            (x + size * 1.25, y - 0.4),
            (x, y - size * 0.06),
        ],
        close=True,
    )
    p.fill(shore, mix(k.light, k.paper, 0.3))
    palm(p, (x - size * 0.72, y + size * 0.02), size * 0.62, -0.2)
    palm(p, (x + size * 0.7, y + size * 0.02), size * 0.74, 0.22)
    palm(p, (x + size * 0.5, y), size * 0.5, 0.05)


def rain(p: Plate) -> None:
    """Rain falling slantwise from heavy clouds."""
    k, ops = p.inks, list[Op]()
    left, bottom, right, top = p.edges
    for _ in range(130):
        x, y = p.rnd.uniform(left, right + 8), p.rnd.uniform(bottom, top - 6)
        ops += s.lens((x, y), (x - 1.3, y - p.rnd.uniform(2.6, 5.2)), 0.34)
    p.fill(ops, k.deep)
    for u, v, w in ((0.12, 0.9, 20), (0.84, 0.92, 24), (0.46, 0.84, 30)):
        cloud(p, *p.at(u, v), w, (k.dark, k.sky))


def sky_seigaiha(p: Plate, size: float = 7.0) -> None:
    """Wave scales over the whole picture, paler in three steps upwards."""
    k = p.inks
    p.ground(k.sky)

    def inks(height: float) -> tuple[Colour, Colour, Colour]:
        step = int(height * 2.99) / 2
        return (
            mix(k.soft, k.sky, 0.35 + 0.4 * step),
            mix(k.tone, k.sky, 0.1 + 0.4 * step),
            mix(k.tone, k.sky, 0.25 + 0.4 * step),
        )

    scales(p, (p.box.y, p.box.top + size), size, inks)
