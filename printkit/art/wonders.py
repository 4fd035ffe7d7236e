"""What is seen once: comet, eclipse, dew, burst."""

from __future__ import annotations

import math

from printkit.art import engraving
from printkit.art import strokes as s
from printkit.art.engraving_plate import Plate
from printkit.art.strokes import Point
from printkit.draw.display_list import Op


def comet(p: Plate, heads: int) -> None:
    """A comet across the sky, its tail combed into lines."""
    k = p.inks
    for n in range(heads):
        x, y = p.at(0.3 + 0.1 * n, 0.36 + 0.3 * n)
        a = 0.5 - 0.16 * n
        for i in range(13):
            t = (i - 6) / 6
            long = 40 * (1 - 0.5 * abs(t)) * (0.9 + 0.1 * math.sin(i * 2))
            sx, sy = x - math.sin(a) * t * 3.2, y + math.cos(a) * t * 3.2
            turn = a + t * 0.12
            tail = [
                (sx, sy),
                (sx + long * 0.5 * math.cos(turn), sy + long * 0.5 * math.sin(turn) + t),
                (sx + long * math.cos(turn + 0.05), sy + long * math.sin(turn + 0.05) + t * 2),
            ]
            p.fill(s.taper(tail, 0.36 if i % 2 else 0.22), k.light if i % 2 else k.paper)
        p.fill(s.star(x, y, (3.4, 5.4), 11, 0.3), k.light)
        p.fill(s.disc(x, y, 3.2), k.paper)
        p.line(s.disc(x, y, 2.4), k.soft, 0.2)


def eclipse(p: Plate) -> None:
    """A black sun in its corona, over the edge of the world."""
    k, (x, y, r) = p.inks, p.light
    for share, count, width in ((2.6, 30, 0.055), (1.9, 60, 0.03)):
        p.fill(s.rays(x, y, (r * 0.9, r * share), count, width, p.rnd.uniform(0, 1)), k.light)
    p.fill(s.disc(x, y, r * 1.16), k.light)
    p.fill(s.disc(x, y, r * 1.05), k.paper)
    p.fill(s.disc(x, y, r), k.dark)
    lines = engraving.engrave(
        (x - r, y - r, x + r, y + r), 0.7, lambda u, v: 0.5 * ((u - x) + (y - v)) / r - 0.1, step=r / 6
    )
    p.inside(s.disc(x, y, r), [(lines, k.tone)])


def dew(p: Plate, at: Point, size: float) -> None:
    """A spray of leaves with drops of dew."""
    k = p.inks
    on = s.onto(at, size)
    stem = s.curve(on([(-1.5, -0.9), (-0.7, -0.3), (0.1, 0.1), (1.0, 0.8)]), 6)
    for i in range(1, len(stem), 3):
        x, y = stem[i]
        for side in (-1, 1):
            a = math.atan2(stem[i][1] - stem[i - 1][1], stem[i][0] - stem[i - 1][0]) + side * 0.9
            long = size * (0.9 - 0.03 * i)
            shape = s.leaf(x, y, a, long, long * 0.46)
            veins: list[Op] = []
            for j in range(1, 6):
                vx, vy = x + long * 0.16 * j * math.cos(a), y + long * 0.16 * j * math.sin(a)
                for turn in (-0.7, 0.7):
                    veins += s.lens(
                        (vx, vy), (vx + long * 0.24 * math.cos(a + turn), vy + long * 0.24 * math.sin(a + turn)), 0.16
                    )
            p.solid(
                shape,
                k.tone if side > 0 else k.deep,
                [(veins, k.dark), (s.lens((x, y), (x + long * math.cos(a), y + long * math.sin(a)), 0.3), k.dark)],
            )
    p.fill(s.taper(stem, size * 0.06, 0.1), k.dark)
    for u, v, r in ((-0.1, -0.56, 0.24), (0.78, -0.1, 0.18), (-0.86, 0.5, 0.16), (0.3, 0.86, 0.14)):
        x, y = on([(u, v)])[0]
        drop = s.smooth(
            [
                (x, y + size * r * 1.8),
                (x + size * r * 0.86, y + size * r * 0.1),
                (x, y - size * r),
                (x - size * r * 0.86, y + size * r * 0.1),
            ],
            close=True,
        )
        p.solid(drop, k.paper, [(s.swell(s.arc_points(x, y, size * r * 0.66, (4.4, 6.6)), size * 0.03), k.tone)])
        p.line(drop, k.dark, 0.35)


def burst(p: Plate, at: Point, size: float) -> None:
    """An explosion: stars within stars and flying splinters."""
    k, (x, y) = p.inks, at
    for share, points, ink in ((1.5, 17, k.deep), (1.2, 15, k.tone), (0.9, 13, k.light), (0.5, 11, k.paper)):
        p.fill(s.star(x, y, (size * share * 0.6, size * share), points, p.rnd.uniform(0, 1)), ink)
        p.line(s.star(x, y, (size * share * 0.6, size * share), points, p.rnd.uniform(0, 1)), k.dark, 0.01)
    bits: list[Op] = []
    for i in range(26):
        a = s.TAU * i / 26 + p.rnd.uniform(-0.1, 0.1)
        near, far = size * p.rnd.uniform(1.5, 1.7), size * p.rnd.uniform(1.8, 2.6)
        bits += s.lens(
            (x + near * math.cos(a), y + near * math.sin(a)), (x + far * math.cos(a), y + far * math.sin(a)), 0.5
        )
    p.fill(bits, k.dark)
