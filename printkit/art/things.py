"""Things people make: what stands in the middle of an emblem.

Each is drawn around a place; ``size`` is about half its height.
"""

from __future__ import annotations

import math

from printkit.art import strokes as s
from printkit.art.plate import Plate, volume
from printkit.art.strokes import Point
from printkit.ink import Op, mix


def sword(p: Plate, at: Point, size: float, angle: float = 0.0) -> None:
    """Point up at angle 0."""
    k, on = p.inks, s.onto(at, size, angle)
    p.fill(s.polygon(on([(-0.1, -0.42), (-0.1, 0.8), (0, 1.02), (0.1, 0.8), (0.1, -0.42)])), k.paper)
    p.fill(s.polygon(on([(0.0, -0.42), (0.0, 1.02), (0.1, 0.8), (0.1, -0.42)])), k.soft)
    p.line(s.polygon(on([(-0.1, -0.42), (-0.1, 0.8), (0, 1.02), (0.1, 0.8), (0.1, -0.42)])), k.dark, 0.28)
    p.fill(s.cut(on([(0, 0.6), (0, -0.4)]), size * 0.035), k.dark)
    p.fill(
        s.ribbon(
            on([(-0.44, -0.36), (-0.2, -0.48), (0.2, -0.48), (0.44, -0.36)]), [0.02, size * 0.07, size * 0.07, 0.02]
        ),
        k.dark,
    )
    p.fill(s.polygon(on([(-0.055, -0.5), (0.055, -0.5), (0.065, -0.84), (-0.065, -0.84)])), k.deep)
    for v in (-0.56, -0.64, -0.72, -0.8):
        p.fill(s.cut(on([(-0.07, v), (0.07, v + 0.03)]), size * 0.03), k.light)
    p.fill(s.disc(*on([(0, -0.92)])[0], size * 0.1), k.dark)
    p.fill(s.disc(*on([(0, -0.92)])[0], size * 0.055), k.light)


def axe(p: Plate, at: Point, size: float, angle: float = 0.0, *, flip: bool = False) -> None:
    """A woodman's axe, blade to the right."""
    k, on = p.inks, s.onto(at, size, angle, flip=flip)
    p.fill(
        s.ribbon(
            on([(0.02, 0.95), (0.0, 0.2), (-0.05, -0.4), (0.03, -1.0)]),
            [size * 0.05, size * 0.05, size * 0.055, size * 0.075],
        ),
        k.dark,
    )
    blade = s.smooth(
        on([(-0.14, 0.86), (0.1, 0.84), (0.5, 1.06), (0.64, 0.62), (0.5, 0.2), (0.1, 0.5), (-0.14, 0.5)]), close=True
    )
    edge = s.smooth(on([(0.44, 1.02), (0.64, 0.62), (0.45, 0.24), (0.5, 0.62)]), close=True)
    p.solid(
        blade,
        k.deep,
        [
            (edge, k.paper),
            (
                [
                    op
                    for i in range(5)
                    for op in s.cut(on([(0.06, 0.56 + 0.06 * i), (0.4, 0.42 + 0.1 * i)]), size * 0.03)
                ],
                k.tone,
            ),
        ],
    )
    p.line(blade, k.dark, 0.25)


def shield(p: Plate, at: Point, size: float, charge: str = "") -> None:
    """A heater shield, parted, with a glyph on it."""
    from printkit.art.glyphs import placed

    k, on = p.inks, s.onto(at, size)
    half = [(0.0, 0.94), (0.4, 0.9), (0.8, 0.98), (0.82, 0.3), (0.62, -0.4), (0.0, -1.05)]
    outline = s.polygon(on([*half[:3]])) and s.smooth(
        on([*half, *[(-u, v) for u, v in reversed(half[1:-1])]]), close=True
    )
    p.fill(s.moved(outline, at[0] - at[0] * 1.09, at[1] - at[1] * 1.09, 1.09), k.dark)
    right = s.polygon(on([(0, 1.1), (1, 1.1), (1, -1.2), (0, -1.2)]))
    lines = s.hatch((at[0], at[1] - size * 1.1, at[0] + size, at[1] + size), 0.9, 0.75, 0.28)
    p.solid(outline, k.sky, [(right, k.tone), (lines, k.deep)])
    p.line(outline, k.light, 0.35)
    if charge:
        p.fill(list(placed(charge, at[0], at[1] + size * 0.12, size * 0.52).ops), k.dark, even_odd=True)


def helm(p: Plate, at: Point, size: float) -> None:
    """A closed helm in profile with a crest of plumes."""
    k, on = p.inks, s.onto(at, size)
    for i in range(9):
        a = 2.5 - 0.24 * i
        p.fill(
            s.ribbon(
                on(
                    [
                        (0.05, 0.5),
                        (0.05 + 0.6 * math.cos(a), 0.55 + 0.5 * math.sin(a)),
                        (-0.1 + 1.05 * math.cos(a + 0.35), 0.4 + 0.72 * math.sin(a + 0.3)),
                    ]
                ),
                [size * 0.06, size * 0.11, 0.0],
            ),
            k.tone if i % 2 else k.deep,
        )
    dome = s.smooth(
        on(
            [
                (-0.5, -0.9),
                (-0.54, -0.2),
                (-0.46, 0.4),
                (-0.1, 0.66),
                (0.3, 0.56),
                (0.56, 0.2),
                (0.62, -0.2),
                (0.4, -0.62),
                (0.42, -0.9),
                (0.0, -1.0),
            ]
        ),
        close=True,
    )
    volume(p, dome, (k.paper, k.dark), 0.7, -0.05)
    p.line(dome, k.dark, 0.4)
    p.fill(s.polygon(on([(0.02, 0.18), (0.66, 0.06), (0.64, -0.06), (0.02, 0.04)])), k.dark)
    p.fill([op for i in range(4) for op in s.disc(*on([(0.22 + 0.1 * i, -0.32 - 0.02 * i)])[0], size * 0.03)], k.dark)
    p.line(s.smooth(on([(-0.52, 0.0), (-0.1, 0.12), (0.05, -0.2), (0.1, -0.96)])), k.dark, 0.35)
    p.fill(s.disc(*on([(-0.08, 0.06)])[0], size * 0.07), k.light)


def bell(p: Plate, at: Point, size: float) -> None:
    """A bell, swinging."""
    k, on = p.inks, s.onto(at, size, p.rnd.choice((-0.22, 0.22)))
    p.fill(s.disc(*on([(0.05, -0.82)])[0], size * 0.16), k.dark)
    body = s.smooth(
        on(
            [
                (-0.82, -0.72),
                (-0.56, -0.46),
                (-0.46, 0.1),
                (-0.3, 0.6),
                (0, 0.74),
                (0.3, 0.6),
                (0.46, 0.1),
                (0.56, -0.46),
                (0.82, -0.72),
                (0.0, -0.84),
            ]
        ),
        close=True,
    )
    volume(p, body, (k.light, k.dark))
    p.line(body, k.dark, 0.35)
    for v, w in ((-0.42, 0.55), (-0.52, 0.6), (0.4, 0.38)):
        p.fill(s.cut(on([(-w, v), (w, v)]), size * 0.05), k.dark)
    p.line(s.disc(*on([(0, 0.86)])[0], size * 0.13), k.dark, 0.7)
    for i in (1, 2, 3):
        for a in (0.0, math.pi):
            p.fill(
                s.swell(s.arc_points(at[0], at[1] - size * 0.3, size * (0.9 + 0.22 * i), (a - 0.3, a + 0.3)), 0.22),
                k.deep,
            )


def lantern(p: Plate, at: Point, size: float) -> None:
    """A lantern with its light."""
    k, on = p.inks, s.onto(at, size)
    p.fill(s.rays(at[0], at[1] - size * 0.1, (size * 0.75, size * 1.9), 40, 0.035), k.light)
    p.line(s.arc(*on([(0, 0.82)])[0], size * 0.3, (0, math.pi)), k.dark, 0.5)
    p.fill(s.polygon(on([(-0.5, 0.46), (0.5, 0.46), (0.2, 0.82), (-0.2, 0.82)])), k.dark)
    p.fill(s.polygon(on([(-0.44, 0.46), (0.44, 0.46), (0.52, -0.62), (-0.52, -0.62)])), k.light)
    p.fill(s.polygon(on([(-0.6, -0.6), (0.6, -0.6), (0.5, -0.84), (-0.5, -0.84)])), k.dark)
    p.fill(s.disc(*on([(0, -0.2)])[0], size * 0.3, 1.2), k.paper)
    p.fill(_flame(on([(0, -0.5)])[0], size * 0.5), k.tone)
    p.fill(_flame(on([(0, -0.5)])[0], size * 0.28), k.paper)
    bars: list[Op] = []
    for u in (-0.46, -0.16, 0.16, 0.46):
        bars += s.polygon(
            on([(u * 0.95 - 0.03, 0.46), (u * 0.95 + 0.03, 0.46), (u * 1.1 + 0.03, -0.62), (u * 1.1 - 0.03, -0.62)])
        )
    p.fill(bars, k.dark)


def _flame(at: Point, size: float) -> list[Op]:
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
    volume(p, shape, (k.light, k.dark), 0.65, 0.0)
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


def bomb(p: Plate, at: Point, size: float) -> None:
    """A round bomb, its fuse alight."""
    k, on = p.inks, s.onto(at, size)
    ball = s.disc(*on([(0, -0.2)])[0], size * 0.8)
    p.fill(ball, k.dark)
    shine = s.engrave(
        (at[0] - size * 0.8, at[1] - size, at[0] + size * 0.8, at[1] + size * 0.6),
        0.6,
        lambda x, y: max(0.0, min(0.6, ((at[0] - x) * 0.7 + (y - at[1])) / size * 0.8 - 0.1)),
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
    from printkit.art.glyphs import placed

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


def throne(p: Plate, at: Point, size: float, glyph: str) -> None:
    """A high chair on steps."""
    from printkit.art.glyphs import placed

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
    volume(p, back, (k.tone, k.dark), 0.7, 0.0)
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


def fiddle(p: Plate, at: Point, size: float, angle: float = 0.5) -> None:
    """A fiddle and its bow."""
    k, on = p.inks, s.onto(at, size, angle)
    p.fill(s.ribbon(on([(0.7, -0.9), (0.5, 0.1), (0.74, 1.1)]), [0.16, 0.2, 0.16]), k.dark)
    p.line(s.smooth(on([(0.72, -0.9), (0.66, 0.1), (0.74, 1.1)])), k.paper, 0.2)
    p.fill(s.polygon(on([(-0.07, 0.1), (0.07, 0.1), (0.055, 1.1), (-0.055, 1.1)])), k.dark)
    p.fill(s.disc(*on([(0, 1.16)])[0], size * 0.12), k.dark)
    half = [
        (0.0, 0.36),
        (0.24, 0.34),
        (0.38, 0.18),
        (0.24, -0.1),
        (0.28, -0.28),
        (0.5, -0.54),
        (0.4, -0.9),
        (0.0, -1.02),
    ]
    body = s.smooth(on([*half, *[(-u, v) for u, v in reversed(half[1:-1])]]), close=True)
    volume(p, body, (k.light, k.deep), 0.6, 0.05)
    p.line(body, k.dark, 0.5)
    for u in (-1, 1):
        p.fill(
            s.swell(on([(u * 0.16, -0.16), (u * 0.22, -0.34), (u * 0.14, -0.5), (u * 0.2, -0.62)]), size * 0.035),
            k.dark,
        )
    for x in (-0.045, -0.015, 0.015, 0.045):
        p.line(s.polygon(on([(x, 1.1), (x * 1.4, -0.66)]), close=False), k.paper, 0.09)
    p.fill(s.polygon(on([(-0.14, -0.42), (0.14, -0.42), (0.12, -0.48), (-0.12, -0.48)])), k.dark)
    p.fill(s.polygon(on([(-0.06, -0.62), (0.06, -0.62), (0.09, -0.92), (-0.09, -0.92)])), k.dark)
    for pipe in (-1.25, 1.5):
        note(p, on([(pipe, 0.5 if pipe < 0 else -0.2)])[0], size * 0.22)


def note(p: Plate, at: Point, size: float) -> None:
    """A note of music."""
    on = s.onto(at, size)
    p.fill(s.disc(*at, size * 0.5, 0.74), p.inks.dark)
    p.fill(s.polygon(on([(0.36, 0), (0.5, 0), (0.5, 2.2), (0.36, 2.2)])), p.inks.dark)
    p.fill(s.swell(on([(0.45, 2.2), (0.9, 1.7), (1.0, 1.1)]), size * 0.16), p.inks.dark)


def pipes(p: Plate, at: Point, size: float) -> None:
    """Reed pipes of falling length, bound together."""
    k, on = p.inks, s.onto(at, size, -0.25)
    for i in range(7):
        u = -0.72 + 0.24 * i
        low = -1.0 + 0.2 * i
        reed = s.polygon(on([(u - 0.11, 0.78), (u + 0.11, 0.78), (u + 0.11, low), (u - 0.11, low)]))
        volume(p, reed, (k.light if i % 2 else k.paper, k.deep), 0.6, 0.1)
        p.line(reed, k.dark, 0.28)
        p.fill(s.disc(*on([(u, 0.78)])[0], size * 0.1, 0.4), k.dark)
    for v in (0.34, 0.08):
        p.fill(s.polygon(on([(-0.9, v), (0.9, v), (0.9, v - 0.12), (-0.9, v - 0.12)])), k.dark)
        p.fill(s.cut(on([(-0.86, v - 0.06), (0.86, v - 0.06)]), size * 0.03), k.light)
    note(p, on([(1.1, 0.5)])[0], size * 0.24)
    note(p, on([(1.5, 1.1)])[0], size * 0.2)
    note(p, on([(-1.5, 0.2)])[0], size * 0.22)


def horn(p: Plate, at: Point, size: float) -> None:
    """A hunting horn on its strap, sounding."""
    k = p.inks
    line = s.arc_points(at[0], at[1] + size * 0.2, size * 0.82, (2.8, 6.4), 0.9, steps=9)
    widths = [size * (0.05 + 0.036 * i) for i in range(10)]
    p.line(
        s.smooth([line[1], (at[0] - size * 0.4, at[1] + size * 1.0), (at[0] + size * 0.4, at[1] + size), line[-2]]),
        k.deep,
        0.8,
    )
    shape = s.ribbon(line, widths)
    volume(p, shape, (k.paper, k.deep), 0.6, 0.0)
    p.line(shape, k.dark, 0.4)
    for i in (2, 5, 8):
        (x, y), w = line[i], widths[i]
        n = s.normals(line)[i]
        p.fill(
            s.ribbon(
                [(x - n[0] * w * 1.12, y - n[1] * w * 1.12), (x + n[0] * w * 1.12, y + n[1] * w * 1.12)],
                [size * 0.07, size * 0.07],
                soft=False,
            ),
            k.dark,
        )
    x, y = line[-1]
    p.fill(s.disc(x, y, widths[-1] * 1.08, 0.3), k.dark)
    p.fill(s.disc(x, y, widths[-1] * 0.8, 0.18), k.light)
    for i in range(4):
        p.fill(s.swell(s.arc_points(x, y - size * 0.2, size * (0.66 + 0.24 * i), (0.7, 2.0)), 0.26), k.dark)


def drum(p: Plate, at: Point, size: float) -> None:
    """A war drum with crossed sticks."""
    k, on = p.inks, s.onto(at, size)
    side = [*s.polygon(on([(-0.86, 0.3), (-0.78, -0.8), (0.78, -0.8), (0.86, 0.3)]))]
    volume(p, [*side, *s.disc(*on([(0, -0.8)])[0], size * 0.78, 0.3)], (k.tone, k.dark), 0.7, 0.0)
    laces: list[Op] = []
    for i in range(7):
        u = -0.84 + 0.24 * i
        laces += s.ribbon(on([(u, 0.2), (u + 0.12, -0.88 - 0.1 * math.cos(u))]), [0.14, 0.14], soft=False)
        laces += s.ribbon(on([(u + 0.24, 0.2), (u + 0.12, -0.88 - 0.1 * math.cos(u))]), [0.14, 0.14], soft=False)
    p.fill(laces, k.paper)
    p.fill(s.disc(*on([(0, 0.3)])[0], size * 0.9, 0.36), k.dark)
    p.fill(s.disc(*on([(0, 0.34)])[0], size * 0.8, 0.34), k.paper)
    p.fill(s.star(*on([(0, 0.34)])[0], (size * 0.1, size * 0.3), 8), k.soft)
    for f in (False, True):
        stick = s.onto(at, size, 0.0, flip=f)
        p.fill(s.ribbon(stick([(-0.5, 1.3), (0.3, 0.5)]), [size * 0.045, size * 0.03], soft=False), k.dark)
        p.fill(s.disc(*stick([(0.34, 0.46)])[0], size * 0.1), k.deep)


def anvil(p: Plate, at: Point, size: float) -> None:
    """An anvil, a hammer, sparks."""
    k, on = p.inks, s.onto(at, size)
    spark: list[Op] = []
    for i in range(22):
        a = 0.15 + 2.85 * i / 21
        d = p.rnd.uniform(0.5, 1.2)
        x, y = on([(0.05 + d * math.cos(a) * 1.2, 0.2 + d * math.sin(a) * 0.9)])[0]
        spark += s.lens(on([(0.05 + 0.3 * math.cos(a), 0.2 + 0.2 * math.sin(a))])[0], (x, y), 0.22)
    p.fill(spark, k.light)
    body = s.smooth(
        on(
            [
                (-1.1, 0.18),
                (-0.6, 0.22),
                (0.8, 0.22),
                (0.8, 0.0),
                (0.36, -0.14),
                (0.24, -0.42),
                (0.6, -0.8),
                (-0.5, -0.8),
                (-0.16, -0.42),
                (-0.3, -0.1),
                (-0.8, 0.02),
            ]
        ),
        close=True,
    )
    volume(p, body, (k.deep, k.dark), 0.6, 0.1)
    p.line(body, k.dark, 0.4)
    tool = s.onto(on([(0.35, 0.75)])[0], size, -0.7)
    p.fill(s.polygon(tool([(-0.05, 0), (0.05, 0), (0.06, 1.0), (-0.06, 1.0)])), k.dark)
    p.fill(s.polygon(tool([(-0.36, -0.2), (0.36, -0.2), (0.36, 0.14), (-0.36, 0.14)])), k.dark)
    p.fill(s.cut(tool([(-0.3, 0.04), (0.3, 0.04)]), size * 0.08), k.soft)


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


def banner(p: Plate, at: Point, size: float, glyph: str) -> None:
    """A hanging banner with a glyph and a swallow tail."""
    from printkit.art.glyphs import placed

    k, on = p.inks, s.onto(at, size)
    p.fill(s.polygon(on([(-1.0, 1.02), (1.0, 1.02), (1.0, 1.1), (-1.0, 1.1)])), k.dark)
    for u in (-1.04, 1.04):
        p.fill(s.disc(*on([(u, 1.06)])[0], size * 0.1), k.dark)
    cloth = s.polygon(
        on(
            [
                (-0.78, 1.02),
                (0.78, 1.02),
                (0.72, -0.6),
                (0.76, -1.2),
                (0.36, -0.86),
                (0, -1.25),
                (-0.36, -0.86),
                (-0.76, -1.2),
                (-0.72, -0.6),
            ]
        )
    )
    folds: list[Op] = []
    for u in (-0.62, -0.4, 0.44, 0.66):
        folds += s.swell(on([(u, 1.0), (u * 0.94, 0.2), (u * 1.02, -1.0)]), size * 0.045)
    p.solid(
        cloth,
        k.tone,
        [
            (folds, k.deep),
            (s.polygon(on([(-1, 0.86), (1, 0.86), (1, 0.76), (-1, 0.76)])), k.light),
            (s.polygon(on([(-1, -0.66), (1, -0.66), (1, -0.76), (-1, -0.76)])), k.light),
        ],
    )
    p.line(cloth, k.dark, 0.45)
    p.fill(s.disc(*on([(0, 0.1)])[0], size * 0.56), k.paper)
    p.line(s.disc(*on([(0, 0.1)])[0], size * 0.51), k.light, 0.3)
    p.fill(list(placed(glyph, *on([(0, 0.1)])[0], size * 0.4).ops), k.dark, even_odd=True)


def torch(p: Plate, at: Point, size: float, angle: float = 0.0) -> None:
    """A burning torch."""
    k, on = p.inks, s.onto(at, size, angle)
    p.fill(s.polygon(on([(-0.13, 0.1), (0.13, 0.1), (0.06, -1.1), (-0.06, -1.1)])), k.dark)
    for i in range(4):
        p.fill(s.cut(on([(-0.12, 0.0 - 0.14 * i), (0.12, -0.08 - 0.14 * i)]), size * 0.04), k.light)
    x, y = on([(0, 0.12)])[0]
    for share, ink in ((1.0, k.deep), (0.76, k.tone), (0.54, k.light), (0.3, k.paper)):
        p.fill(_flame((x, y), size * 0.8 * share), ink)


def cards(p: Plate, at: Point, size: float, glyphs: tuple[str, ...]) -> None:
    """A fan of cards with glyphs on them."""
    from printkit.art.glyphs import placed

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


def bow(p: Plate, at: Point, size: float) -> None:
    """A bow drawn, a leaf for its arrowhead."""
    k, on = p.inks, s.onto(at, size, 0.5)
    limb = s.curve(
        on([(-0.3, 1.12), (0.0, 0.92), (0.34, 0.5), (0.5, 0.0), (0.34, -0.5), (0.0, -0.92), (-0.3, -1.12)]), 4
    )
    p.line(s.polygon(on([(-0.28, 1.08), (-0.7, 0.0), (-0.28, -1.08)]), close=False), k.dark, 0.25)
    half = len(limb) / 2
    p.fill(s.ribbon(limb, [size * (0.03 + 0.06 * (1 - abs(i - half) / half)) for i in range(len(limb))]), k.dark)
    p.fill(s.ribbon(limb[3:-3], [size * 0.025] * (len(limb) - 6)), k.light)
    p.fill(s.ribbon(limb[11:14], [size * 0.1] * 3), k.deep)
    p.fill(s.polygon(on([(-0.74, 0.03), (0.9, 0.03), (0.9, -0.03), (-0.74, -0.03)])), k.dark)
    (x, y), (u, v) = on([(0.84, 0.0), (1.4, 0.0)])
    angle = math.atan2(v - y, u - x)
    p.fill(s.leaf(x, y, angle, size * 0.62, size * 0.34), k.dark)
    p.fill(s.leaf(x + 0.4, y + 0.2, angle, size * 0.5, size * 0.22), k.tone)
    for i in range(3):
        (a, b) = on([(-0.72 + 0.12 * i, 0.0)])[0]
        for side in (-1, 1):
            p.fill(s.leaf(a, b, angle + math.pi - side * 0.7, size * 0.24, size * 0.09), k.tone)
