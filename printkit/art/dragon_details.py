"""Dragons near at hand: egg, eye, head and coils."""

from __future__ import annotations

import math

from printkit.art import dragons
from printkit.art import strokes as s
from printkit.art.crafted_things import crown
from printkit.art.dragons import Hide
from printkit.art.engraving_plate import Plate, volume
from printkit.art.strokes import Point
from printkit.draw.display_list import Op, mix


def hide(p: Plate) -> Hide:
    """A dragon in the inks of the picture."""
    k = p.inks
    return Hide(k.dark, k.tone, belly=mix(k.soft, k.paper, 0.3), wing=k.tone, far=k.soft, eye=k.light)


def scales(p: Plate, shape: list[Op], box: tuple[float, float, float, float], size: float) -> None:
    """Overlapping scales over a shape, each with its rib."""
    k = p.inks
    left, bottom, right, top = box
    dark, ribs = list[Op](), list[Op]()
    for row in range(int((top - bottom) / (size * 0.62)) + 2):
        y = top - row * size * 0.62
        for col in range(int((right - left) / size) + 2):
            x = left + (col - (0.5 if row % 2 else 0)) * size
            dark += s.swell(s.arc_points(x, y, size * 0.52, span=(math.pi, s.TAU), squash=1.25), size * 0.07)
            ribs += s.lens((x, y - size * 0.1), (x, y - size * 0.52), size * 0.07)
    p.inside(shape, [(dark, k.dark), (ribs, k.dark)])


def egg(p: Plate, at: Point, size: float, *, hatching: bool = True) -> None:
    """A scaled egg in a nest of flames, cracked, an eye looking out."""
    k, on = p.inks, s.onto(at, size)
    outline = on(
        [
            (0, 1.04),
            (0.42, 0.78),
            (0.66, 0.2),
            (0.62, -0.42),
            (0.34, -0.84),
            (0, -0.96),
            (-0.34, -0.84),
            (-0.62, -0.42),
            (-0.66, 0.2),
            (-0.42, 0.78),
        ]
    )
    shape = s.smooth(outline, close=True)
    p.fill(s.smooth([(at[0] + (x - at[0]) * 1.07, at[1] + (y - at[1]) * 1.05) for x, y in outline], close=True), k.dark)
    volume(p, shape, (k.soft, k.tone), gap=0.6, turn=0.0)
    scales(p, shape, (at[0] - size * 0.7, at[1] - size, at[0] + size * 0.7, at[1] + size * 1.1), size * 0.22)
    p.inside(shape, [(s.swell(on([(-0.5, 0.0), (-0.4, 0.5), (-0.12, 0.84)]), size * 0.06), k.paper)])
    if hatching:
        crack = on(
            [
                (-0.36, 0.14),
                (-0.2, 0.34),
                (-0.06, 0.16),
                (0.1, 0.38),
                (0.24, 0.18),
                (0.44, 0.3),
                (0.36, 0.0),
                (0.2, -0.12),
                (0.06, 0.02),
                (-0.14, -0.14),
                (-0.24, 0.0),
            ]
        )
        p.fill(s.polygon(crack), k.dark)
        p.fill(s.cut(on([(-0.12, 0.1), (0.26, 0.12)]), size * 0.16), k.light)
        p.fill(s.cut(on([(0.07, 0.22), (0.07, 0.0)]), size * 0.05), k.dark)
    for i in range(9):
        u = -1.0 + 0.25 * i
        tall = 0.5 + 0.28 * math.cos(i * 2.1)
        for share, ink in ((1.0, k.deep), (0.6, k.light)):
            p.fill(
                s.smooth(
                    on(
                        [
                            (u - 0.2 * share, -1.1),
                            (u - 0.14 * share, -0.95 + tall * 0.3 * share),
                            (u + 0.04, -1.05 + tall * share),
                            (u + 0.12 * share, -0.95 + tall * 0.26 * share),
                            (u + 0.2 * share, -1.1),
                        ]
                    ),
                    close=True,
                ),
                ink,
            )


def eye(p: Plate) -> None:
    """A dragon's eye among its scales, filling the picture."""
    k, (cx, cy) = p.inks, p.at(0.5, 0.5)
    left, bottom, _right, _top = p.edges
    p.ground(k.tone)
    size = 4.4
    for row in range(-2, 16):
        shapes, ribs = list[Op](), list[Op]()
        y = bottom + row * size * 0.62
        for col in range(16):
            x = left - size + (col + (0.5 if row % 2 else 0)) * size
            shapes += s.smooth(
                [
                    (x - size * 0.54, y + size * 0.5),
                    (x - size * 0.46, y - size * 0.1),
                    (x, y - size * 0.56),
                    (x + size * 0.46, y - size * 0.1),
                    (x + size * 0.54, y + size * 0.5),
                ],
                close=True,
            )
            for d in (-0.2, 0, 0.2):
                ribs += s.lens((x + d * size, y + size * 0.3), (x + d * size * 0.5, y - size * 0.3), 0.2)
        p.fill(shapes, mix(k.tone, k.deep, 0.5 + 0.5 * math.sin(row * 1.3)))
        p.line(shapes, k.dark, 0.3)
        p.fill(ribs, k.dark)
    on = s.onto((cx, cy), 11.5, p.rnd.uniform(-0.12, 0.12), flip=p.rnd.random() < 0.5)
    lid = s.smooth(
        on([(-1.75, 0.1), (-1.0, 0.95), (0.2, 1.2), (1.2, 0.8), (1.9, -0.2), (1.1, -0.86), (0, -1.08), (-1.1, -0.7)]),
        close=True,
    )
    p.fill(lid, k.dark)
    p.line(lid, k.tone, 0.4)
    ball = s.smooth(
        on([(-1.4, 0.06), (-0.8, 0.66), (0.1, 0.86), (0.9, 0.6), (1.5, -0.14), (0.8, -0.62), (0, -0.78), (-0.8, -0.5)]),
        close=True,
    )
    iris: list[Op] = []
    x, y = on([(0.04, 0.02)])[0]
    for i in range(54):
        a = s.TAU * i / 54
        r = 9.4 if i % 2 else 7.4
        iris += s.lens((x + 2.0 * math.cos(a), y + 3.0 * math.sin(a)), (x + r * math.cos(a), y + r * math.sin(a)), 0.4)
    p.solid(ball, k.light, [(iris, k.tone), (s.cut(on([(0.04, 1.1), (0.04, -1.06)]), 4.6), k.dark)])
    p.fill(s.disc(*on([(-0.36, 0.34)])[0], 1.2), k.paper)
    ridges: list[Op] = []
    for i in range(6):
        u = -1.5 + 0.56 * i
        ridges += s.polygon(
            on([(u - 0.22, 0.86 + 0.3 * math.sin(i)), (u - 0.16, 1.5 + 0.2 * math.cos(i)), (u + 0.3, 1.0)])
        )
    p.fill(ridges, k.dark)


def bust(p: Plate, at: Point, size: float, *, left: bool = False, fire: bool = False, crowned: bool = False) -> None:
    """A dragon's head and neck, large."""
    f = -1 if left else 1
    look = hide(p)

    def on(u: float, v: float) -> Point:
        return at[0] + f * u * size, at[1] + v * size

    neck = [on(0.1, 0.42), on(-0.5, 0.36), on(-0.82, -0.1), on(-0.6, -0.7), on(-0.9, -1.5), on(-1.6, -2.6)]
    line = s.curve(neck, 6)
    widths = [size * (0.3 + 0.34 * min(1.0, i / len(line) * 1.5)) for i in range(len(line))]
    normal = s.normals(line)
    spikes: list[Op] = []
    for i in range(3, len(line) - 1, 3):
        (x, y), (n, m), w = line[i], normal[i], widths[i] * -f
        dx, dy = -m, n
        t = size * 0.3
        spikes += s.polygon(
            [
                (x + n * w * 0.9 - dx * t * 0.5, y + m * w * 0.9 - dy * t * 0.5),
                (x + n * w * 1.6 + dx * t * 0.3, y + m * w * 1.6 + dy * t * 0.3),
                (x + n * w * 0.9 + dx * t * 0.5, y + m * w * 0.9 + dy * t * 0.5),
            ]
        )
    p.fill(spikes, look.body)
    shape = s.ribbon(line, widths)
    under = s.offset(line, [f * w * 0.66 for w in widths])
    plates: list[Op] = []
    for i in range(2, len(line)):
        (x, y), (n, m), w = line[i], normal[i], widths[i] * f
        plates += s.lens((x + n * w * 0.3, y + m * w * 0.3), (x + n * w, y + m * w), size * 0.06)
    p.solid(shape, look.body, [(s.ribbon(under, [w * 0.42 for w in widths]), look.belly), (plates, look.body)])
    rows: list[Op] = []
    for i in range(1, len(line) - 1):
        (x, y), (n, m), w = line[i], normal[i], widths[i] * -f
        for j in range(4):
            share = 0.86 - 0.28 * j - (0.14 if i % 2 else 0)
            px, py = x + n * w * share, y + m * w * share
            a = math.atan2(m * w, n * w)
            rows += s.swell(s.arc_points(px, py, size * 0.085, (a - 2.9, a - 0.2)), size * 0.03)
    p.fill(rows, look.line)
    dragons.head(
        p, on(0.1, 0.42), (0.0 if f > 0 else math.pi) - f * 0.08, size=size * 0.86, hide=look, left=left, fire=fire
    )
    if crowned:
        crown(p, on(-0.02, 1.02), size * 0.34)


def coiled(p: Plate, at: Point, size: float, *, left: bool = False) -> None:
    """A dragon in coils, head above, wings folded up behind."""
    f = -1 if left else 1
    look = hide(p)

    def on(u: float, v: float) -> Point:
        return at[0] + f * u * size, at[1] + v * size

    for root, angle in ((on(-0.2, 0.2), math.pi / 2 + f * 0.5), (on(0.1, 0.16), math.pi / 2 - f * 0.02)):
        span = dragons.spread(root, size * 1.15, angle, sweep=1.3, bend=f)
        dragons.wing(p, root, *span, (look.wing if root[0] > 0 else look.far, look.body, look.line))
    loop = [
        on(-1.25, -0.2),
        on(-1.0, -0.62),
        on(-0.2, -0.86),
        on(0.7, -0.74),
        on(0.95, -0.36),
        on(0.5, -0.06),
        on(-0.1, -0.1),
    ]
    tail = s.curve(loop[::-1], 6)
    widths = [size * (0.2 * (1 - i / (len(tail) - 1)) ** 0.8 + 0.01) for i in range(len(tail))]
    p.fill(s.ribbon(tail, [w + 0.3 for w in widths]), p.inks.sky)
    p.fill(s.ribbon(tail, widths), look.body)
    p.fill(dragons.scale_rows(tail, widths, -f), look.line)
    x, y = tail[-1]
    p.fill(s.leaf(x, y, math.pi / 2 + f * 0.5, length=size * 0.32, width=size * 0.22), look.body)
    neck = [
        on(0.72, 0.66),
        on(0.5, 0.74),
        on(0.26, 0.5),
        on(0.3, 0.1),
        on(0.02, -0.3),
        on(-0.5, -0.42),
        on(-0.74, -0.7),
        on(-0.2, -0.98),
        on(0.5, -0.96),
    ]
    dragons.body(p, neck, size * 0.24, look, side=-f)
    dragons.head(p, neck[0], (0.0 if f > 0 else math.pi) - f * 0.3, size=size * 0.26, hide=look, left=left)
