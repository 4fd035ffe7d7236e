"""Arms and what is made in a forge or carried to war. Each is drawn around a place, ``size`` about half its height."""

from __future__ import annotations

import math

from printkit.art import engraving
from printkit.art import strokes as s
from printkit.art.crafted_things import tongue
from printkit.art.engraving_plate import Plate, volume
from printkit.art.glyphs import placed
from printkit.art.strokes import Point
from printkit.draw.display_list import Op


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
    k, on = p.inks, s.onto(at, size)
    half = [(0.0, 0.94), (0.4, 0.9), (0.8, 0.98), (0.82, 0.3), (0.62, -0.4), (0.0, -1.05)]
    outline = s.polygon(on([*half[:3]])) and s.smooth(
        on([*half, *[(-u, v) for u, v in reversed(half[1:-1])]]), close=True
    )
    p.fill(s.moved(outline, at[0] - at[0] * 1.09, at[1] - at[1] * 1.09, 1.09), k.dark)
    right = s.polygon(on([(0, 1.1), (1, 1.1), (1, -1.2), (0, -1.2)]))
    lines = engraving.hatch((at[0], at[1] - size * 1.1, at[0] + size, at[1] + size), 0.9, 0.75, 0.28)
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
    volume(p, dome, (k.paper, k.dark), gap=0.7, turn=-0.05)
    p.line(dome, k.dark, 0.4)
    p.fill(s.polygon(on([(0.02, 0.18), (0.66, 0.06), (0.64, -0.06), (0.02, 0.04)])), k.dark)
    p.fill([op for i in range(4) for op in s.disc(*on([(0.22 + 0.1 * i, -0.32 - 0.02 * i)])[0], size * 0.03)], k.dark)
    p.line(s.smooth(on([(-0.52, 0.0), (-0.1, 0.12), (0.05, -0.2), (0.1, -0.96)])), k.dark, 0.35)
    p.fill(s.disc(*on([(-0.08, 0.06)])[0], size * 0.07), k.light)


def horn(p: Plate, at: Point, size: float) -> None:
    """A hunting horn on its strap, sounding."""
    k = p.inks
    line = s.arc_points(at[0], at[1] + size * 0.2, size * 0.82, span=(2.8, 6.4), squash=0.9, steps=9)
    widths = [size * (0.05 + 0.036 * i) for i in range(10)]
    p.line(
        s.smooth([line[1], (at[0] - size * 0.4, at[1] + size * 1.0), (at[0] + size * 0.4, at[1] + size), line[-2]]),
        k.deep,
        0.8,
    )
    shape = s.ribbon(line, widths)
    volume(p, shape, (k.paper, k.deep), gap=0.6, turn=0.0)
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
    volume(p, [*side, *s.disc(*on([(0, -0.8)])[0], size * 0.78, 0.3)], (k.tone, k.dark), gap=0.7, turn=0.0)
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
    volume(p, body, (k.deep, k.dark), gap=0.6, turn=0.1)
    p.line(body, k.dark, 0.4)
    tool = s.onto(on([(0.35, 0.75)])[0], size, -0.7)
    p.fill(s.polygon(tool([(-0.05, 0), (0.05, 0), (0.06, 1.0), (-0.06, 1.0)])), k.dark)
    p.fill(s.polygon(tool([(-0.36, -0.2), (0.36, -0.2), (0.36, 0.14), (-0.36, 0.14)])), k.dark)
    p.fill(s.cut(tool([(-0.3, 0.04), (0.3, 0.04)]), size * 0.08), k.soft)


def banner(p: Plate, at: Point, size: float, glyph: str) -> None:
    """A hanging banner with a glyph and a swallow tail."""
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
        p.fill(tongue((x, y), size * 0.8 * share), ink)


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
    p.fill(s.leaf(x, y, angle, length=size * 0.62, width=size * 0.34), k.dark)
    p.fill(s.leaf(x + 0.4, y + 0.2, angle, length=size * 0.5, width=size * 0.22), k.tone)
    for i in range(3):
        (a, b) = on([(-0.72 + 0.12 * i, 0.0)])[0]
        for side in (-1, 1):
            p.fill(s.leaf(a, b, angle + math.pi - side * 0.7, length=size * 0.24, width=size * 0.09), k.tone)
