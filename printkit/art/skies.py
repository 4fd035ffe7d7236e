"""Skies and what is seen in them: engraved lines, rays, rings, smoke, sun, moon, stars, comets, eclipses, bursts."""

from __future__ import annotations

import math

import numpy as np

from printkit.art import engraving
from printkit.art import strokes as s
from printkit.art.engraving import Grid
from printkit.art.engraving_plate import Plate
from printkit.art.strokes import Point
from printkit.draw.display_list import Op, OpArray, mix


def sky_lines(p: Plate, gap: float = 0.85) -> None:
    """Level engraved lines, darker upwards and away from the light."""
    lx, ly, r = p.light
    rough = engraving.noises(p.rnd, 3, 0.1)
    reach = p.box.width * 0.62

    def tone(x: Grid, y: Grid) -> Grid:
        d = np.hypot(x - lx, (y - ly) * 1.1) - r
        return np.where(d < 1.2, 0.0, np.minimum(0.8, 0.1 + 0.62 * d / reach + 0.13 * rough(x, y)))

    p.ground(p.inks.sky)
    p.fill(engraving.engrave(p.edges, gap, tone, lambda x, y: 0.5 * rough(x * 0.7, y)), p.inks.soft)


def sky_rays(p: Plate, count: int = 44) -> None:
    """Broad rays from the light to the edges of the picture."""
    lx, ly, r = p.light
    p.ground(p.inks.sky)
    far, ops = p.box.width * 1.3, list[Op]()
    turn = p.rnd.uniform(0, 1)
    for i in range(count):
        a = turn + s.TAU * i / count
        w = s.TAU / count * 0.24
        near = r + (1.6 if i % 2 else 3.4)
        ops += s.polygon(
            [
                (lx + near * math.cos(a), ly + near * math.sin(a)),
                (lx + far * math.cos(a - w), ly + far * math.sin(a - w)),
                (lx + far * math.cos(a + w), ly + far * math.sin(a + w)),
            ]
        )
    p.fill(ops, p.inks.soft)


def sky_rings(p: Plate, gap: float = 1.05) -> None:
    """Halos around the light, thinning and breaking as they widen."""
    lx, ly, r = p.light
    p.ground(p.inks.sky)
    arcs = dict[int, list[tuple[float, float, float, float]]]()
    radius, k = r + 1.4, 0
    while radius < p.box.width * 0.95:
        width = 0.1 + 0.3 * min(1.0, (radius - r) / p.box.width * 1.6)
        turn = p.rnd.uniform(0, s.TAU)
        pieces = 1 + k // 3
        for i in range(pieces):
            a = turn + s.TAU * i / pieces
            span = s.TAU / pieces * (1 if pieces == 1 else 0.9)
            steps = max(5, int(24 / pieces))
            arcs.setdefault(steps, []).append((radius, a, span, width))
        radius += gap * (1 + 0.02 * k)
        k += 1
    p.fill(engraving.joined([_arcs((lx, ly), steps, found) for steps, found in arcs.items()]), p.inks.soft)


def _arcs(middle: Point, steps: int, arcs: list[tuple[float, float, float, float]]) -> OpArray:
    """Swelling arcs of as many steps each: (radius, start, span, half width)."""
    radius, start, span, width = np.array(arcs).T[:, :, np.newaxis]
    turns = start + span * np.arange(steps + 1) / steps
    points = np.stack((middle[0] + radius * np.cos(turns), middle[1] + radius * np.sin(turns)), axis=2)
    return engraving.swells(points, width)


def sky_smoke(p: Plate, gap: float = 1.0) -> None:
    """Contour lines of a slow noise: mist, smoke, night air."""
    rough, swirl = engraving.noises(p.rnd, 4, 0.09), engraving.noises(p.rnd, 3, 0.16)
    lx, ly, r = p.light
    p.ground(p.inks.sky)
    left, bottom, right, top = p.edges
    lines = engraving.engrave(
        (left, bottom - 5, right, top + 5),
        gap,
        lambda x, y: np.where(np.hypot(x - lx, y - ly) < r + 0.9, 0.0, 0.36 + 0.3 * swirl(x, y)),
        bend=lambda x, y: 4.2 * rough(x, y),
        step=1.9,
    )
    p.fill(lines, p.inks.soft)


def stars(p: Plate, count: int, above: float = 0.35) -> None:
    """Small stars in the upper part of the picture, none on the light."""
    lx, ly, r = p.light
    ops: list[Op] = []
    for i in range(count):
        x, y = p.at(p.rnd.uniform(0.02, 0.98), p.rnd.uniform(above, 0.98))
        if math.hypot(x - lx, y - ly) > r + 2:
            size = p.rnd.uniform(0.25, 0.6) * (1.7 if i % 9 == 0 else 1)
            ops += s.star(x, y, (size * 0.28, size * 1.25), 4) if i % 3 == 0 else s.disc(x, y, size * 0.4)
    p.fill(ops, p.inks.paper)


def sun(p: Plate, *, face: bool = False) -> None:
    """The light as a sun: a disc, a ring and pointed rays; with a calm face where asked."""
    x, y, r = p.light
    p.fill(s.disc(x, y, r * 1.12), p.inks.paper)
    p.fill(s.rays(x, y, (r * 1.14, r * 1.7), count=36, width=0.07, turn=p.rnd.uniform(0, 1)), p.inks.light)
    p.fill(s.disc(x, y, r), p.inks.light)
    p.line(s.disc(x, y, r * 0.86), mix(p.inks.light, p.inks.deep, 0.45), 0.16)
    if face:
        dark = mix(p.inks.light, p.inks.dark, 0.75)
        ops: list[Op] = []
        for side in (-1, 1):
            ops += s.lens((x + side * r * 0.5, y + r * 0.14), (x + side * r * 0.14, y + r * 0.14), r * 0.14)
            ops += s.swell(s.arc_points(x + side * r * 0.32, y + r * 0.12, r * 0.3, (2.5, 0.64)), 0.12)
        ops += s.ribbon(
            [(x - r * 0.03, y + r * 0.1), (x + r * 0.08, y - r * 0.2), (x - r * 0.06, y - r * 0.22)], [0.05, 0.1, 0.05]
        )
        ops += s.swell(s.arc_points(x, y - r * 0.28, r * 0.26, (3.6, 5.8)), 0.16)
        p.fill(ops, dark)


def shade_disc(x: float, y: float, r: float, gap: float, edge: float) -> OpArray:
    """Level lines shading a ball, darkest at the side away from the light (``edge`` > 0: right)."""

    def tone(u: Grid, v: Grid) -> Grid:
        return ((u - x) * edge * 0.8 - (v - y) * 0.6) / r + 0.05

    return engraving.engrave((x - r, y - r, x + r, y + r), gap, tone, step=r / 7)


def moon(p: Plate, phase: float = 0.0) -> None:
    """The light as a moon; ``phase`` from -1 (waning) to 1 (waxing), 0 full."""
    x, y, r = p.light
    p.fill(s.disc(x, y, r), p.inks.light)
    marks = shade_disc(x, y, r, gap=0.55, edge=-1.0 if phase < 0 else 1.0)
    p.inside(s.disc(x, y, r), [(marks, mix(p.inks.light, p.inks.soft, 0.6))])
    craters: list[Op] = []
    for _ in range(7):
        a, d = p.rnd.uniform(0, s.TAU), p.rnd.uniform(0, r * 0.75)
        size = p.rnd.uniform(0.06, 0.17) * r
        cx, cy = x + d * math.cos(a), y + d * math.sin(a)
        craters += s.swell(s.arc_points(cx, cy, size, (0.6, 3.6)), 0.11)
    p.fill(craters, mix(p.inks.light, p.inks.deep, 0.4))
    if phase:
        p.inside(s.disc(x, y, r), [(s.disc(x + phase * r * 0.62, y + r * 0.1, r * 0.98), p.inks.deep)])


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
        p.fill(s.star(x, y, (3.4, 5.4), points=11, turn=0.3), k.light)
        p.fill(s.disc(x, y, 3.2), k.paper)
        p.line(s.disc(x, y, 2.4), k.soft, 0.2)


def eclipse(p: Plate) -> None:
    """A black sun in its corona, over the edge of the world."""
    k, (x, y, r) = p.inks, p.light
    for share, count, width in ((2.6, 30, 0.055), (1.9, 60, 0.03)):
        p.fill(s.rays(x, y, (r * 0.9, r * share), count=count, width=width, turn=p.rnd.uniform(0, 1)), k.light)
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
            shape = s.leaf(x, y, a, length=long, width=long * 0.46)
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
        p.fill(s.star(x, y, (size * share * 0.6, size * share), points=points, turn=p.rnd.uniform(0, 1)), ink)
        p.line(s.star(x, y, (size * share * 0.6, size * share), points=points, turn=p.rnd.uniform(0, 1)), k.dark, 0.01)
    bits: list[Op] = []
    for i in range(26):
        a = s.TAU * i / 26 + p.rnd.uniform(-0.1, 0.1)
        near, far = size * p.rnd.uniform(1.5, 1.7), size * p.rnd.uniform(1.8, 2.6)
        bits += s.lens(
            (x + near * math.cos(a), y + near * math.sin(a)), (x + far * math.cos(a), y + far * math.sin(a)), 0.5
        )
    p.fill(bits, k.dark)
