"""Trees, thorns, roses, toadstools, wheat."""

from __future__ import annotations

import math
from collections.abc import Sequence

from printkit.art import engraving
from printkit.art import strokes as s
from printkit.art.engraving_plate import Plate
from printkit.art.strokes import Point
from printkit.draw.display_list import Colour, Op, mix


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
        branches(
            p, end, angle + turn, length=length * rnd.uniform(0.66, 0.8), width=width * 0.62, depth=depth - 1, out=out
        )


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
    branches(p, (x, y), math.pi / 2 + p.rnd.uniform(-0.08, 0.08), length=height * 0.36, width=width, depth=4, out=out)
    if leaves:
        back, front = list[Op](), list[Op]()
        for tx, ty in out[1]:
            for _ in range(3):
                a = p.rnd.uniform(0, s.TAU)
                back += s.leaf(tx, ty, a, length=height * p.rnd.uniform(0.1, 0.15), width=height * 0.07)
            a = p.rnd.uniform(0.3, 2.8)
            front += s.leaf(tx, ty, a, length=height * 0.1, width=height * 0.05)
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
            foliage += s.leaf(x, y, math.atan2(m * side, n * side) + 0.5, length=width * 8, width=width * 4.6)
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
    shade = engraving.engrave(
        (tx - half, ty - half * 0.2, tx + half, ty + half),
        0.55,
        lambda a, _: (a - tx) / half * 0.8 - 0.1,
        step=half / 4,
    )
    p.solid(cap_shape, cap, [(shade, line), (spots, stalk)])


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
            grains += s.leaf(gx, gy, a + side * 0.55, length=size * 1.05, width=size * 0.52)
            beard += s.lens(
                (gx, gy),
                (gx + size * 2.3 * math.cos(a + side * 0.28), gy + size * 2.3 * math.sin(a + side * 0.28)),
                0.07,
            )
    grains += s.leaf(x1, y1, a, length=size * 1.2, width=size * 0.55)
    p.fill(beard, colours[0])
    p.fill(grains, colours[1])
