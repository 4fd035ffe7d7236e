"""What stands on the ground: trees, brambles, houses, mills, towers, stones, caves, wheat."""

from __future__ import annotations

import math
from collections.abc import Sequence

from printkit.art import strokes as s
from printkit.art.plate import Plate
from printkit.art.strokes import Point
from printkit.ink import Colour, Op, mix


def branches(
    p: Plate, at: Point, angle: float, length: float, width: float, depth: int, out: tuple[list[Op], list[Point]]
) -> None:
    """A tree of tapering limbs, added to ``out``: (shapes, tips)."""
    rnd = p.rnd
    x, y = at
    bend = rnd.uniform(-0.25, 0.25)
    mid = (x + length * 0.55 * math.cos(angle + bend), y + length * 0.55 * math.sin(angle + bend))
    end = (x + length * math.cos(angle), y + length * math.sin(angle))
    out[0].extend(s.ribbon([at, mid, end], [width, width * 0.8, width * 0.62]))
    if depth == 0:
        out[1].append(end)
        return
    for turn in (rnd.uniform(0.3, 0.6), -rnd.uniform(0.3, 0.6), *((rnd.uniform(-0.15, 0.15),) if depth > 2 else ())):
        branches(p, end, angle + turn, length * rnd.uniform(0.66, 0.8), width * 0.62, depth - 1, out)


def tree(p: Plate, base: Point, height: float, colours: tuple[Colour, Colour, Colour], *, leaves: bool = True) -> None:
    """A broad old tree with roots. Colours: wood, leaf, light leaf."""
    wood, leaf, bright = colours
    x, y = base
    out: tuple[list[Op], list[Point]] = ([], [])
    width = height * 0.075
    for side, reach in ((-1, 0.3), (1, 0.34), (-1, 0.16), (1, 0.14)):
        out[0].extend(
            s.taper(
                [
                    (x + side * width * 0.3, y + width * 2.2),
                    (x + side * height * reach * 0.5, y + width * 0.4),
                    (x + side * height * reach, y - width * 0.5),
                ],
                width * 0.75,
            )
        )
    branches(p, (x, y), math.pi / 2 + p.rnd.uniform(-0.08, 0.08), height * 0.36, width, 4, out)
    if leaves:
        back, front = list[Op](), list[Op]()
        for tx, ty in out[1]:
            for _ in range(3):
                a = p.rnd.uniform(0, s.TAU)
                back += s.leaf(tx, ty, a, height * p.rnd.uniform(0.1, 0.15), height * 0.07)
            a = p.rnd.uniform(0.3, 2.8)
            front += s.leaf(tx, ty, a, height * 0.1, height * 0.05)
        p.fill(back, leaf)
        p.fill(out[0], wood)
        p.fill(front, bright)
    else:
        p.fill(out[0], wood)
    marks: list[Op] = []
    for k in range(7):
        off = (k - 3) * width * 0.26
        marks += s.lens(
            (x + off, y + height * 0.03 * (k % 3)), (x + off * 0.7, y + height * (0.24 + 0.03 * (k % 2))), 0.14
        )
    p.fill(marks, mix(wood, leaf, 0.55))


def pine(p: Plate, base: Point, height: float, colours: tuple[Colour, Colour]) -> None:
    """A fir in tiers. Colours: body, cut."""
    x, y = base
    body, cut = colours
    shape: list[Op] = s.polygon(
        [
            (x - height * 0.03, y),
            (x + height * 0.03, y),
            (x + height * 0.02, y + height * 0.3),
            (x - height * 0.02, y + height * 0.3),
        ]
    )
    marks: list[Op] = []
    for tier in range(5):
        low, half = y + height * (0.1 + 0.16 * tier), height * (0.24 - 0.04 * tier)
        top = low + height * 0.3
        shape += s.polygon(
            [
                (x - half, low),
                (x - half * 0.4, low + height * 0.03),
                (x, low - height * 0.015),
                (x + half * 0.4, low + height * 0.03),
                (x + half, low),
                (x, top),
            ]
        )
        for k in range(3):
            marks += s.lens(
                (x + half * (0.12 + 0.22 * k), low + height * 0.05), (x + half * 0.1 * k, low + height * 0.16), 0.13
            )
    p.fill(shape, body)
    p.fill(marks, cut)


def wood(p: Plate, trunks: int, colours: Sequence[Colour]) -> None:
    """Trunks behind trunks, the nearest darkest, with low boughs."""
    left, bottom, right, top = p.edges
    for depth, colour in enumerate(colours):
        shapes, bark = list[Op](), list[Op]()
        near = (depth + 1) / len(colours)
        for i in range(trunks - depth * 2):
            x = left + (right - left) * (i + p.rnd.uniform(0.1, 0.9)) / (trunks - depth * 2)
            if near == 1 and 0.36 < (x - left) / (right - left) < 0.64:
                continue
            w = 0.5 + 1.25 * near * p.rnd.uniform(0.7, 1.2)
            lean = p.rnd.uniform(-1.5, 1.5)
            shapes += s.ribbon(
                [(x, bottom - 1), (x + lean * 0.3, bottom + 4), (x + lean, top + 2)], [w * 1.9, w, w * 0.8]
            )
            for k in range(3):
                y = p.rnd.uniform(bottom + 12, top - 2)
                side = 1 if k % 2 else -1
                shapes += s.taper(
                    [(x + lean * 0.5, y), (x + side * w * 3, y + w * 2.4), (x + side * w * 5.5, y + w * 3)], w * 0.35
                )
            for k in range(int(5 + 4 * near)):
                y = bottom + (top - bottom) * (k + p.rnd.random()) / 9
                bark += s.lens(
                    (x - w * 0.4 + lean * 0.4 + p.rnd.uniform(0, w * 0.7), y), (x - w * 0.3 + lean * 0.4, y + 2.6), 0.13
                )
        p.fill(shapes, colour)
        if depth:
            p.fill(bark, colours[depth - 1])


def bramble(
    p: Plate, points: Sequence[Point], width: float, colours: tuple[Colour, Colour], *, leaves: bool = True
) -> None:
    """A thorny stem along points. Colours: stem, leaf."""
    line = s.curve(points, 7)
    stem, leaf = colours
    normal = s.normals(line)
    thorns, foliage = list[Op](), list[Op]()
    for i in range(1, len(line) - 1):
        (x, y), (n, m) = line[i], normal[i]
        side = 1 if i % 2 else -1
        dx, dy = m * -1, n
        if i % 2 == 0 or not leaves:
            thorns += s.polygon(
                [
                    (x - dx * width, y - dy * width),
                    (x + side * n * width * 4.4 - dx * width * 1.6, y + side * m * width * 4.4 - dy * width * 1.6),
                    (x + dx * width, y + dy * width),
                ]
            )
        elif i % 3 == 0:
            foliage += s.leaf(x, y, math.atan2(m * side, n * side) + 0.5, width * 8, width * 4.6)
    p.fill(foliage, leaf)
    p.fill(s.ribbon(line, [width] * (len(line) - 1) + [0.05]), stem)
    p.fill(thorns, stem)


def rose(p: Plate, at: Point, radius: float, colours: tuple[Colour, Colour]) -> None:
    """A wild rose seen from above. Colours: petals, heart and line."""
    x, y = at
    petals, lines = list[Op](), list[Op]()
    for i in range(5):
        a = s.TAU * i / 5 + 0.3
        px, py = x + radius * 0.55 * math.cos(a), y + radius * 0.55 * math.sin(a)
        petals += s.disc(px, py, radius * 0.52)
        for k in (-0.25, 0, 0.25):
            lines += s.lens(
                (x + radius * 0.25 * math.cos(a + k), y + radius * 0.25 * math.sin(a + k)),
                (x + radius * 0.8 * math.cos(a + k), y + radius * 0.8 * math.sin(a + k)),
                0.14,
            )
    p.fill(petals, colours[0])
    p.fill(lines, colours[1])
    p.fill(s.disc(x, y, radius * 0.24), colours[1])


def mushroom(p: Plate, base: Point, height: float, colours: tuple[Colour, Colour, Colour]) -> None:
    """A spotted toadstool. Colours: cap, stalk, line."""
    x, y = base
    cap, stalk, line = colours
    lean = p.rnd.uniform(-0.1, 0.1) * height
    tx, ty = x + lean, y + height * 0.62
    shape = s.ribbon(
        [(x, y), (x + lean * 0.3, y + height * 0.3), (tx, ty)], [height * 0.13, height * 0.08, height * 0.09]
    )
    p.fill(shape, stalk)
    p.fill(
        [
            op
            for k in range(4)
            for op in s.lens((x + (k - 1.5) * height * 0.05, y), (tx + (k - 1.5) * height * 0.03, ty), 0.1)
        ],
        line,
    )
    half = height * 0.46
    dome = [
        (tx - half, ty),
        (tx - half * 0.8, ty + half * 0.55),
        (tx, ty + half * 0.92),
        (tx + half * 0.8, ty + half * 0.55),
        (tx + half, ty),
        (tx, ty - half * 0.2),
    ]
    cap_shape = s.smooth(dome, close=True)
    p.fill(s.disc(tx, ty - half * 0.02, half * 0.96, 0.24), line)
    spots: list[Op] = []
    for u, v, r in ((-0.4, 0.4, 0.15), (0.15, 0.62, 0.17), (0.55, 0.3, 0.12), (-0.05, 0.22, 0.1), (-0.72, 0.14, 0.08)):
        spots += s.disc(tx + u * half, ty + v * half, r * half * 1.1, 0.8)
    shade = s.engrave(
        (tx - half, ty - half * 0.2, tx + half, ty + half),
        0.55,
        lambda a, b: max(0.0, (a - tx) / half * 0.8 - 0.1),
        step=half / 4,
    )
    p.solid(cap_shape, cap, [(shade, line), (spots, stalk)])


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
    bricks = s.engrave(
        (x - w, y, x + w, y + height * 0.66), 0.7, lambda a, _: max(0.06, min(0.75, (a - x) / w * 0.8)), step=w / 4
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


def tower(
    p: Plate, base: Point, size: tuple[float, float], colours: tuple[Colour, Colour, Colour], *, roof: bool = True
) -> None:
    """A round tower, shaded, with a pointed roof or battlements. Colours: stone, dark, light."""
    x, y = base
    w, h = size[0] / 2, size[1]
    stone, dark, light = colours
    body = s.polygon([(x - w, y), (x + w, y), (x + w, y + h), (x - w, y + h)])
    lines = s.engrave(
        (x - w, y, x + w, y + h), 0.62, lambda a, _: max(0.04, min(0.85, ((a - x) / w) * 0.9 + 0.1)), step=w / 3
    )
    p.solid(body, stone, [(lines, dark)])
    crown = w * 1.28
    top = y + h
    p.fill(
        s.polygon([(x - crown, top), (x + crown, top), (x + crown, top + w * 0.5), (x - crown, top + w * 0.5)]), dark
    )
    if roof:
        p.fill(
            s.polygon([(x - crown * 1.1, top + w * 0.5), (x + crown * 1.1, top + w * 0.5), (x, top + w * 3.4)]), dark
        )
        p.fill(s.lens((x - crown * 0.7, top + w * 0.7), (x - 0.1, top + w * 3), w * 0.22), stone)
        flag = [
            (x, top + w * 3.2),
            (x, top + w * 4.6),
            (x + w * 1.7, top + w * 4.3),
            (x + w * 1.1, top + w * 3.95),
            (x + w * 1.6, top + w * 3.6),
            (x + 0.16, top + w * 3.8),
        ]
        p.fill(s.polygon(flag), light)
    else:
        for k in range(4):
            bx = x - crown + 2 * crown * k / 4
            p.fill(
                s.polygon(
                    [(bx, top + w * 0.5), (bx + crown * 0.3, top + w * 0.5), (bx + crown * 0.3, top + w), (bx, top + w)]
                ),
                dark,
            )
    windows: list[Op] = []
    for k, u in enumerate((0.2, -0.3, 0.1)):
        wx, wy = x + u * w, y + h * (0.28 + 0.24 * k)
        windows += s.polygon(
            [
                (wx - w * 0.14, wy),
                (wx + w * 0.14, wy),
                (wx + w * 0.14, wy + w * 0.42),
                (wx, wy + w * 0.62),
                (wx - w * 0.14, wy + w * 0.42),
            ]
        )
    p.fill(windows, light)


def castle(p: Plate, base: Point, width: float, colours: tuple[Colour, Colour, Colour]) -> None:
    """Three towers and a wall with a gate."""
    x, y = base
    stone, dark, _light = colours
    wall = s.polygon(
        [(x - width / 2, y), (x + width / 2, y), (x + width / 2, y + width * 0.22), (x - width / 2, y + width * 0.22)]
    )
    courses: list[Op] = []
    for row in range(6):
        yy = y + width * 0.036 * (row + 0.5)
        for k in range(14):
            bx = x - width / 2 + width * (k + (row % 2) * 0.5) / 14
            courses += s.polygon([(bx, yy), (bx + width * 0.05, yy), (bx + width * 0.05, yy + 0.16), (bx, yy + 0.16)])
    tower(p, (x, y + width * 0.1), (width * 0.2, width * 0.36), colours)
    p.solid(wall, stone, [(courses, dark)])
    merlons: list[Op] = []
    for k in range(12):
        bx = x - width / 2 + width * k / 12
        merlons += s.polygon(
            [
                (bx, y + width * 0.215),
                (bx + width * 0.05, y + width * 0.215),
                (bx + width * 0.05, y + width * 0.26),
                (bx, y + width * 0.26),
            ]
        )
    p.fill(merlons, stone)
    tower(p, (x - width * 0.44, y - 0.4), (width * 0.17, width * 0.36), colours)
    tower(p, (x + width * 0.44, y - 0.4), (width * 0.17, width * 0.36), colours)
    gate = [
        (x - width * 0.07, y),
        (x + width * 0.07, y),
        (x + width * 0.07, y + width * 0.1),
        (x, y + width * 0.17),
        (x - width * 0.07, y + width * 0.1),
    ]
    p.fill(s.polygon(gate), dark)
    for k in (-1, 0, 1):
        p.fill(
            s.polygon(
                [
                    (x + k * width * 0.035 - 0.1, y),
                    (x + k * width * 0.035 + 0.1, y),
                    (x + k * width * 0.035 + 0.1, y + width * 0.1),
                    (x + k * width * 0.035 - 0.1, y + width * 0.1),
                ]
            ),
            stone,
        )


def stones(p: Plate, base: float, colours: tuple[Colour, Colour, Colour]) -> None:
    """A ring of standing stones, two of them carrying a third. Colours: stone, shade, light."""
    stone, shade, light = colours
    left, _, right, _ = p.edges
    places = ((0.1, 9.0, 2.0), (0.25, 13.0, 2.4), (0.76, 12.0, 2.5), (0.9, 8.5, 2.1))
    for u, h, w in places:
        monolith(
            p,
            (left + (right - left) * u, base + p.rnd.uniform(-1, 1)),
            (w, h * p.rnd.uniform(0.9, 1.1)),
            (stone, shade),
        )
    cx = (left + right) / 2
    for side in (-1, 1):
        monolith(p, (cx + side * 5.4, base - 1.4), (2.6, 15), (stone, shade))
    lintel = [(cx - 9.2, base + 13.2), (cx + 9.4, base + 13.5), (cx + 8.8, base + 17), (cx - 8.7, base + 16.7)]
    lines = s.engrave(
        (cx - 10, base + 13, cx + 10, base + 17.2), 0.6, lambda _, y: max(0.0, (base + 15.6 - y) / 3), step=3
    )
    p.solid(s.polygon(lintel), stone, [(lines, shade)])
    spiral = [
        (cx - 5.6 + (1.9 - 0.14 * k) * math.cos(k * 0.75), base + 6 + (1.9 - 0.14 * k) * math.sin(k * 0.75))
        for k in range(13)
    ]
    p.fill(s.ribbon(spiral, [0.2] * 13), light)


def monolith(p: Plate, base: Point, size: tuple[float, float], colours: tuple[Colour, Colour]) -> None:
    """One rough standing stone: (half width, height)."""
    (x, y), (w, h) = base, size
    r = p.rnd.uniform
    shape = s.polygon(
        [
            (x - w * 1.1, y),
            (x + w * 1.15, y),
            (x + w * r(0.85, 1.0), y + h * 0.6),
            (x + w * r(0.5, 0.9), y + h),
            (x - w * r(0.2, 0.8), y + h * r(1.0, 1.06)),
            (x - w * r(0.8, 1.05), y + h * 0.55),
        ]
    )
    lines = s.engrave(
        (x - w * 1.2, y, x + w * 1.2, y + h * 1.08),
        0.62,
        lambda a, _: max(0.0, min(0.85, (a - x) / w * 0.85 + 0.12)),
        lambda a, b: 0.5 * math.sin(a * 1.3 + b),
        w / 3,
    )
    p.solid(shape, colours[0], [(lines, colours[1])])


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
    beams = s.rays(cx, base + 2, (6, 25), 34, 0.05)
    p.solid(inner, deep, [*halo, (beams, mix(deep, glow, 0.62))])
    teeth: list[Op] = []
    for i in range(17):
        turn = math.pi * (i + 0.5) / 17
        x, y = cx + 24.5 * math.cos(turn), base + 27 * math.sin(turn)
        long = p.rnd.uniform(2.2, 6.4) * math.sin(turn)
        teeth += s.polygon([(x - 1.1, y + 1), (x + 1.1, y + 1), (x + p.rnd.uniform(-0.3, 0.3), y - long)])
    p.fill(teeth, cut)
    return cx, bottom


def wheat(p: Plate, base: Point, tip: Point, size: float, colours: tuple[Colour, Colour]) -> None:
    """One ear of wheat on its stalk. Colours: stalk, grain."""
    (x0, y0), (x1, y1) = base, tip
    a = math.atan2(y1 - y0, x1 - x0)
    mid = ((x0 + x1) / 2 + (y1 - y0) * 0.05, (y0 + y1) / 2)
    p.fill(s.ribbon([base, mid, tip], [size * 0.1, size * 0.09, size * 0.06]), colours[0])
    grains, beard = list[Op](), list[Op]()
    for k in range(6):
        gx, gy = x1 - math.cos(a) * size * (2.6 - 0.5 * k), y1 - math.sin(a) * size * (2.6 - 0.5 * k)
        for side in (-1, 1):
            grains += s.leaf(gx, gy, a + side * 0.55, size * 1.05, size * 0.52)
            beard += s.lens(
                (gx, gy),
                (gx + size * 2.3 * math.cos(a + side * 0.28), gy + size * 2.3 * math.sin(a + side * 0.28)),
                0.07,
            )
    grains += s.leaf(x1, y1, a, size * 1.2, size * 0.55)
    p.fill(beard, colours[0])
    p.fill(grains, colours[1])


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
