"""Things of house and hall. Each is drawn around a place, ``size`` about half its height."""

from __future__ import annotations

import math

from printkit.art import strokes as s
from printkit.art.crafted_things import coins, tongue
from printkit.art.engraving_plate import Plate, volume
from printkit.art.glyphs import placed
from printkit.art.strokes import Point
from printkit.draw.display_list import Op


def lantern(p: Plate, at: Point, size: float) -> None:
    """A lantern with its light."""
    k, on = p.inks, s.onto(at, size)
    p.fill(s.rays(at[0], at[1] - size * 0.1, (size * 0.75, size * 1.9), count=40, width=0.035), k.light)
    p.line(s.arc(*on([(0, 0.82)])[0], size * 0.3, (0, math.pi)), k.dark, 0.5)
    p.fill(s.polygon(on([(-0.5, 0.46), (0.5, 0.46), (0.2, 0.82), (-0.2, 0.82)])), k.dark)
    p.fill(s.polygon(on([(-0.44, 0.46), (0.44, 0.46), (0.52, -0.62), (-0.52, -0.62)])), k.light)
    p.fill(s.polygon(on([(-0.6, -0.6), (0.6, -0.6), (0.5, -0.84), (-0.5, -0.84)])), k.dark)
    p.fill(s.disc(*on([(0, -0.2)])[0], size * 0.3, 1.2), k.paper)
    p.fill(tongue(on([(0, -0.5)])[0], size * 0.5), k.tone)
    p.fill(tongue(on([(0, -0.5)])[0], size * 0.28), k.paper)
    bars: list[Op] = []
    for u in (-0.46, -0.16, 0.16, 0.46):
        bars += s.polygon(
            on([(u * 0.95 - 0.03, 0.46), (u * 0.95 + 0.03, 0.46), (u * 1.1 + 0.03, -0.62), (u * 1.1 - 0.03, -0.62)])
        )
    p.fill(bars, k.dark)


def book(p: Plate, at: Point, size: float) -> None:
    """An open book."""
    k, on = p.inks, s.onto(at, size)
    p.fill(s.polygon(on([(-1.12, 0.52), (0, 0.34), (1.12, 0.52), (1.16, -0.6), (0, -0.8), (-1.16, -0.6)])), k.dark)
    for f in (False, True):
        side = s.onto(at, size, flip=f)
        page = [*s.smooth(side([(0, 0.36), (0.3, 0.56), (0.7, 0.6), (1.04, 0.5)])), ("l", *side([(1.08, -0.5)])[0])]
        page += [*s.smooth(side([(1.08, -0.5), (0.7, -0.42), (0.3, -0.48), (0, -0.7)]))[1:], ("h",)]
        p.fill(page, k.paper)
        lines: list[Op] = []
        for row in range(8):
            v = 0.36 - 0.115 * row
            end = 0.92 if row not in (3, 7) else 0.6
            lines += s.ribbon(side([(0.14, v - 0.02), (0.4, v + 0.1), (end, v + 0.07)]), [0.1, 0.14, 0.08])
        p.fill(lines, k.tone)
        p.line(page, k.dark, 0.25)
    p.fill(s.polygon(on([(0.02, 0.3), (0.16, 0.34), (0.2, -0.98), (0.1, -0.88), (0.0, -0.98)])), k.light)


def potion(p: Plate, at: Point, size: float) -> None:
    """A flask of something that glows."""
    k, on = p.inks, s.onto(at, size)
    glass = s.smooth(
        on(
            [
                (-0.2, 0.9),
                (-0.18, 0.3),
                (-0.66, -0.3),
                (-0.6, -0.84),
                (0, -0.98),
                (0.6, -0.84),
                (0.66, -0.3),
                (0.18, 0.3),
                (0.2, 0.9),
            ]
        ),
        close=True,
    )
    level = s.polygon(on([(-1, -0.12), (-0.3, -0.06), (0.3, -0.18), (1, -0.12), (1, -1.2), (-1, -1.2)]))
    bubbles: list[Op] = []
    for u, v, r in (
        (-0.2, -0.4, 0.09),
        (0.16, -0.56, 0.12),
        (0.3, -0.3, 0.06),
        (-0.3, -0.7, 0.06),
        (0.02, -0.24, 0.05),
    ):
        bubbles += s.disc(*on([(u, v)])[0], size * r)
    p.solid(
        glass,
        k.paper,
        [
            (level, k.light),
            (s.swell(on([(0.52, -0.3), (0.5, -0.7), (0.1, -0.9)]), size * 0.07), k.tone),
            (bubbles, k.paper),
        ],
    )
    p.line(glass, k.dark, 0.55)
    p.fill(s.polygon(on([(-0.28, 0.84), (0.28, 0.84), (0.28, 0.98), (-0.28, 0.98)])), k.dark)
    p.fill(s.polygon(on([(-0.16, 0.96), (0.16, 0.96), (0.12, 1.2), (-0.12, 1.2)])), k.deep)
    for i in range(3):
        x, y = on([(0.1 * (i - 1), 1.34 + 0.2 * i)])[0]
        p.fill(s.star(x, y, (size * 0.03, size * 0.13), 4), k.light)


def hourglass(p: Plate, at: Point, size: float) -> None:
    """Sand running."""
    k, on = p.inks, s.onto(at, size)
    glass = s.smooth(
        on(
            [
                (-0.5, 0.8),
                (-0.46, 0.4),
                (-0.07, 0.0),
                (-0.46, -0.4),
                (-0.5, -0.8),
                (0.5, -0.8),
                (0.46, -0.4),
                (0.07, 0.0),
                (0.46, 0.4),
                (0.5, 0.8),
            ]
        ),
        close=True,
    )
    top = s.polygon(on([(-0.5, 0.36), (0.5, 0.36), (0.04, 0.0), (-0.04, 0.0)]))
    heap = s.smooth(on([(-0.5, -0.82), (-0.2, -0.56), (0, -0.36), (0.2, -0.56), (0.5, -0.82)]), close=True)
    p.solid(
        glass,
        k.paper,
        [
            (top, k.light),
            (heap, k.light),
            (s.cut(on([(0, 0.1), (0, -0.6)]), size * 0.05), k.light),
            (s.swell(on([(0.4, 0.7), (0.36, 0.4), (0.12, 0.1)]), size * 0.04), k.soft),
            (s.swell(on([(0.12, -0.1), (0.38, -0.4), (0.42, -0.7)]), size * 0.04), k.soft),
        ],
    )
    p.line(glass, k.dark, 0.45)
    for v in (-0.92, 0.92):
        p.fill(s.polygon(on([(-0.7, v - 0.1), (0.7, v - 0.1), (0.7, v + 0.1), (-0.7, v + 0.1)])), k.dark)
        p.fill(s.cut(on([(-0.6, v), (0.6, v)]), size * 0.03), k.light)
    for u in (-0.6, 0.6):
        p.fill(
            s.ribbon(
                on([(u, -0.86), (u * 1.06, -0.3), (u * 0.94, 0.0), (u * 1.06, 0.3), (u, 0.86)]),
                [size * 0.05, size * 0.07, size * 0.04, size * 0.07, size * 0.05],
            ),
            k.dark,
        )


def key(p: Plate, at: Point, size: float, angle: float = 0.0) -> None:
    """An old key."""
    k, on = p.inks, s.onto(at, size, angle)
    ring = on([(0, 0.62)])[0]
    p.fill(s.polygon(on([(-0.07, 0.3), (0.07, 0.3), (0.07, -1.0), (-0.07, -1.0)])), k.dark)
    p.fill(
        s.polygon(
            on(
                [
                    (0.05, -0.6),
                    (0.4, -0.6),
                    (0.4, -0.72),
                    (0.26, -0.72),
                    (0.26, -0.8),
                    (0.42, -0.8),
                    (0.42, -0.98),
                    (0.05, -0.98),
                ]
            )
        ),
        k.dark,
    )
    for i in range(3):
        a = math.pi / 2 + s.TAU * i / 3
        p.fill(
            s.disc(ring[0] + size * 0.2 * math.cos(a + angle), ring[1] + size * 0.2 * math.sin(a + angle), size * 0.22),
            k.dark,
        )
        p.fill(
            s.disc(ring[0] + size * 0.2 * math.cos(a + angle), ring[1] + size * 0.2 * math.sin(a + angle), size * 0.12),
            k.light,
        )
    p.fill(s.disc(*ring, size * 0.08), k.light)
    for v in (0.22, 0.12):
        p.fill(s.cut(on([(-0.16, v), (0.16, v)]), size * 0.07), k.dark)


def chest(p: Plate, at: Point, size: float) -> None:
    """An open chest of coins."""
    k, on = p.inks, s.onto(at, size)
    p.fill(s.rays(*on([(0, 0.1)])[0], (size * 0.4, size * 1.6), 34, 0.04), k.light)
    lid = s.smooth(on([(-0.94, 0.2), (-0.9, 0.7), (-0.5, 0.98), (0.5, 0.98), (0.9, 0.7), (0.94, 0.2)]), close=True)
    p.fill(lid, k.dark)
    p.fill(
        s.smooth(on([(-0.78, 0.24), (-0.74, 0.62), (-0.4, 0.8), (0.4, 0.8), (0.74, 0.62), (0.78, 0.24)]), close=True),
        k.deep,
    )
    coins(p, on([(0, 0.05)])[0], size * 0.8, 26)
    box = s.polygon(on([(-0.98, 0.14), (0.98, 0.14), (0.9, -0.86), (-0.9, -0.86)]))
    boards = [op for v in (-0.1, -0.36, -0.62) for op in s.cut(on([(-1, v), (1, v)]), size * 0.05)]
    p.solid(box, k.tone, [(boards, k.dark)])
    p.line(box, k.dark, 0.4)
    for u in (-0.62, 0.62):
        p.fill(s.polygon(on([(u - 0.1, 0.14), (u + 0.1, 0.14), (u + 0.09, -0.86), (u - 0.09, -0.86)])), k.dark)
    p.fill(s.disc(*on([(0, 0.02)])[0], size * 0.17), k.dark)
    p.fill(s.disc(*on([(0, 0.05)])[0], size * 0.06), k.light)


def throne(p: Plate, at: Point, size: float, glyph: str) -> None:
    """A high chair on steps."""
    k, on = p.inks, s.onto(at, size)
    back = s.smooth(
        on(
            [
                (-0.46, -0.4),
                (-0.52, 0.6),
                (-0.5, 0.86),
                (-0.3, 0.8),
                (0, 1.16),
                (0.3, 0.8),
                (0.5, 0.86),
                (0.52, 0.6),
                (0.46, -0.4),
            ]
        ),
        close=True,
    )
    volume(p, back, (k.tone, k.dark), gap=0.7, turn=0.0)
    p.line(back, k.dark, 0.5)
    pad = s.smooth(on([(-0.32, -0.3), (-0.34, 0.5), (0, 0.78), (0.34, 0.5), (0.32, -0.3)]), close=True)
    p.fill(pad, k.sky)
    p.line(pad, k.light, 0.3)
    p.fill(list(placed(glyph, *on([(0, 0.24)])[0], size * 0.26).ops), k.dark, even_odd=True)
    p.fill(s.polygon(on([(-0.66, -0.3), (0.66, -0.3), (0.62, -0.5), (-0.62, -0.5)])), k.dark)
    for u in (-0.6, 0.6):
        p.fill(
            s.ribbon(
                on([(u * 1.12, 0.12), (u * 1.16, -0.3), (u * 1.02, -0.96)]), [size * 0.1, size * 0.08, size * 0.06]
            ),
            k.dark,
        )
        p.fill(s.disc(*on([(u * 1.12, 0.14)])[0], size * 0.14), k.dark)
        p.fill(s.disc(*on([(u * 1.12, 0.14)])[0], size * 0.07), k.light)
    p.fill(s.polygon(on([(-0.56, -0.5), (0.56, -0.5), (0.5, -0.96), (-0.5, -0.96)])), k.deep)
    for i in range(3):
        p.fill(
            s.polygon(
                on(
                    [
                        (-1.0 - 0.3 * i, -0.92 - 0.16 * i),
                        (1.0 + 0.3 * i, -0.92 - 0.16 * i),
                        (1.0 + 0.3 * i, -1.1 - 0.16 * i),
                        (-1.0 - 0.3 * i, -1.1 - 0.16 * i),
                    ]
                )
            ),
            k.dark if i % 2 == 0 else k.deep,
        )


def wheel(p: Plate, at: Point, size: float) -> None:
    """A cart wheel."""
    k, (x, y) = p.inks, at
    p.fill(s.disc(x, y, size), k.dark)
    p.fill(s.disc(x, y, size * 0.93), k.tone)
    p.fill(s.disc(x, y, size * 0.78), k.dark)
    p.fill(s.disc(x, y, size * 0.74), k.sky)
    for i in range(10):
        a = s.TAU * i / 10 + 0.16
        on = s.onto(at, size, a)
        p.fill(s.polygon(on([(0.1, -0.05), (0.78, -0.035), (0.78, 0.035), (0.1, 0.05)])), k.dark)
        p.fill(s.cut(on([(0.2, 0.01), (0.74, 0.01)]), size * 0.03), k.light)
        p.fill(s.disc(*on([(0.855, 0.3)])[0], size * 0.022), k.dark)
    p.fill(s.disc(x, y, size * 0.22), k.dark)
    p.fill(s.disc(x, y, size * 0.14), k.light)
    p.fill(s.disc(x, y, size * 0.06), k.dark)
