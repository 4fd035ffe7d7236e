"""What stands on the ground: trees, brambles, houses, mills, towers, stones, caves, wheat."""

from __future__ import annotations

import math
from collections.abc import Sequence

from printkit.art import engraving
from printkit.art import strokes as s
from printkit.art.engraving_plate import Plate
from printkit.art.strokes import Point
from printkit.draw.display_list import Colour, Op, mix


def house(p: Plate, base: Point, width: float, colours: tuple[Colour, Colour, Colour, Colour]) -> None:
    """A farmhouse: wall, thatched roof, lit windows, smoke. Colours: wall, roof, line, light."""
    x, y = base
    wall, roof, line, light = colours
    h = width * 0.46
    p.fill(s.polygon([(x, y), (x + width, y), (x + width, y + h), (x, y + h)]), wall)
    beams: list[Op] = []
    for k in range(6):
        bx = x + width * k / 5
        beams += s.polygon([(bx - 0.16, y), (bx + 0.16, y), (bx + 0.16, y + h), (bx - 0.16, y + h)])
    for k in (0, 2, 4):
        bx = x + width * k / 5
        beams += s.polygon([(bx, y), (bx + 0.35, y), (bx + width / 5, y + h), (bx + width / 5 - 0.35, y + h)])
    p.fill(beams, line)
    top = y + h + width * 0.44
    shape = s.polygon(
        [
            (x - width * 0.1, y + h - width * 0.05),
            (x + width * 1.1, y + h - width * 0.05),
            (x + width * 0.88, top),
            (x + width * 0.12, top),
        ]
    )
    straw: list[Op] = []
    for k in range(15):
        t = k / 14
        straw += s.lens(
            (x + width * (0.12 + 0.76 * t), top), (x + width * (-0.1 + 1.2 * t), y + h - width * 0.05), 0.22
        )
    for row in (0.33, 0.66):
        yy = y + h + width * 0.44 * row
        straw += s.lens((x - width * 0.1, yy), (x + width * 1.1, yy), 0.2)
    chimney = s.polygon(
        [
            (x + width * 0.66, top - 0.5),
            (x + width * 0.8, top - 0.5),
            (x + width * 0.8, top + width * 0.2),
            (x + width * 0.66, top + width * 0.2),
        ]
    )
    p.fill(chimney, line)
    p.solid(shape, roof, [(straw, line)])
    p.fill(
        s.polygon(
            [
                (x + width * 0.44, y),
                (x + width * 0.58, y),
                (x + width * 0.58, y + h * 0.66),
                (x + width * 0.44, y + h * 0.66),
            ]
        ),
        line,
    )
    for u in (0.2, 0.76):
        wx, wy, d = x + width * u, y + h * 0.52, width * 0.055
        p.fill(s.polygon([(wx - d, wy - d), (wx + d, wy - d), (wx + d, wy + d), (wx - d, wy + d)]), light)
        p.fill(s.polygon([(wx - 0.07, wy - d), (wx + 0.07, wy - d), (wx + 0.07, wy + d), (wx - 0.07, wy + d)]), line)
    smoke(p, (x + width * 0.73, top + width * 0.22), width * 0.8, p.inks.paper)


def smoke(p: Plate, at: Point, height: float, colour: Colour) -> None:
    """A curl of smoke."""
    x, y = at
    side = p.rnd.choice((-1, 1))
    line = [
        (x, y),
        (x + side * height * 0.12, y + height * 0.25),
        (x - side * height * 0.06, y + height * 0.5),
        (x + side * height * 0.2, y + height * 0.78),
        (x + side * height * 0.34, y + height),
    ]
    p.fill(s.ribbon(line, [0.12, height * 0.035, height * 0.05, height * 0.06, 0.0]), colour)


def mill(p: Plate, base: Point, height: float, colours: tuple[Colour, Colour, Colour]) -> None:
    """A windmill. Colours: wall, dark, sail."""
    x, y = base
    wall, dark, sail = colours
    w = height * 0.17
    body = s.polygon([(x - w, y), (x + w, y), (x + w * 0.62, y + height * 0.66), (x - w * 0.62, y + height * 0.66)])
    bricks = engraving.engrave(
        (x - w, y, x + w, y + height * 0.66), 0.7, lambda a, _: ((a - x) / w * 0.8).clip(0.06, 0.75), step=w / 4
    )
    p.solid(body, wall, [(bricks, dark)])
    p.fill(
        s.polygon([(x - w * 0.85, y + height * 0.66), (x + w * 0.85, y + height * 0.66), (x, y + height * 0.84)]), dark
    )
    p.fill(
        s.polygon(
            [
                (x - w * 0.24, y),
                (x + w * 0.24, y),
                (x + w * 0.24, y + w * 0.9),
                (x, y + w * 1.2),
                (x - w * 0.24, y + w * 0.9),
            ]
        ),
        dark,
    )
    hx, hy = x, y + height * 0.7
    turn = p.rnd.uniform(0.2, 1.3)
    arms, cloth, bars = list[Op](), list[Op](), list[Op]()
    reach = height * 0.46
    for i in range(4):
        a = turn + i * math.pi / 2
        c, n = math.cos(a), math.sin(a)

        def on(u: float, v: float, c: float = c, n: float = n) -> Point:
            return hx + reach * (u * c - v * n), hy + reach * (u * n + v * c)

        arms += s.polygon([on(0, 0.025), on(1, 0.015), on(1, -0.015), on(0, -0.025)])
        cloth += s.polygon([on(0.25, 0.02), on(0.98, 0.02), on(0.98, 0.24), on(0.25, 0.2)])
        for k in range(7):
            u = 0.28 + 0.115 * k
            bars += s.polygon([on(u, 0), on(u + 0.022, 0), on(u + 0.022, 0.25), on(u, 0.25)])
        bars += s.polygon([on(0.25, 0.11), on(0.98, 0.125), on(0.98, 0.15), on(0.25, 0.13)])
    p.fill(cloth, sail)
    p.fill(bars, dark)
    p.fill(arms, dark)
    p.fill(s.disc(hx, hy, height * 0.03), dark)


def cave(p: Plate, colours: tuple[Colour, Colour, Colour], glow: Colour) -> Point:
    """A cave's mouth with light in its depth; returns the middle of the glow. Colours: rock, cut, deep."""
    rock, cut, deep = colours
    _left, bottom, _right, _top = p.edges
    cx, base = p.at(0.5, -0.06)
    p.ground(rock)

    def ring(radius: float, rough: float) -> list[Point]:
        lumps = [p.rnd.uniform(-rough, rough) for _ in range(23)]
        return [
            (
                cx + radius * (1 + lumps[i]) * math.cos(math.pi * i / 22),
                base + radius * 1.12 * (1 + lumps[i]) * math.sin(math.pi * i / 22),
            )
            for i in range(23)
        ]

    cuts: list[Op] = []
    for k in range(7):
        points = ring(28 + 3.6 * k, 0.035)
        start = p.rnd.randrange(0, 5)
        for a in range(start, 20, 6):
            cuts += s.swell(points[a : a + 5], 0.42)
    for i in range(46):
        turn, r = math.pi * (i + p.rnd.random()) / 46, p.rnd.uniform(27, 38)
        x, y = cx + r * math.cos(turn), base + r * 1.1 * math.sin(turn)
        cuts += s.lens((x, y), (x + 4.6 * math.cos(turn), y + 5 * math.sin(turn)), 0.55)
    p.fill(cuts, cut)
    mouth = s.polygon(ring(25, 0.045))
    p.fill(mouth, cut)
    inner = s.polygon(ring(23, 0.045))
    halo: list[tuple[Sequence[Op], Colour]] = [
        (s.disc(cx, base + 2, 22 - 3.2 * k, 1.0), mix(deep, glow, 0.1 + 0.14 * k)) for k in range(6)
    ]
    beams = s.rays(cx, base + 2, (6, 25), count=34, width=0.05)
    p.solid(inner, deep, [*halo, (beams, mix(deep, glow, 0.62))])
    teeth: list[Op] = []
    for i in range(17):
        turn = math.pi * (i + 0.5) / 17
        x, y = cx + 24.5 * math.cos(turn), base + 27 * math.sin(turn)
        long = p.rnd.uniform(2.2, 6.4) * math.sin(turn)
        teeth += s.polygon([(x - 1.1, y + 1), (x + 1.1, y + 1), (x + p.rnd.uniform(-0.3, 0.3), y - long)])
    p.fill(teeth, cut)
    return cx, bottom


def field(p: Plate, horizon: float, colours: tuple[Colour, Colour], vanish: float) -> None:
    """Ploughed furrows running to a point on the horizon. Colours: earth, furrow."""
    left, bottom, right, _ = p.edges
    p.fill(s.polygon([(left, bottom), (right, bottom), (right, horizon), (left, horizon)]), colours[0])
    vx = left + (right - left) * vanish
    ops: list[Op] = []
    for i in range(-13, 14):
        spread = i + 0.5
        x0, x1 = vx + spread * 0.7, vx + spread * 6.6
        w = 0.06, 1.15
        ops += s.polygon([(x0 - w[0], horizon), (x0 + w[0], horizon), (x1 + w[1], bottom - 1), (x1 - w[1], bottom - 1)])
    p.fill(ops, colours[1])
    crops: list[Op] = []
    for i in range(-9, 10):
        for k in range(1, 9):
            t = (k / 8) ** 1.6
            x, y = vx + (i + 1) * (0.7 + 5.9 * t), horizon - (horizon - bottom) * t
            if left < x < right:
                h = 0.3 + 1.9 * t
                for d in (-0.45, 0, 0.45):
                    crops += s.lens((x, y), (x + d * h, y + h), 0.06 + 0.16 * t)
    p.fill(crops, p.inks.dark)
