"""What swims, hops and crawls, and what grows beside it: for cards of one's own as much as for ours."""

from __future__ import annotations

import math

from printkit.art import strokes as s
from printkit.art.beasts import both
from printkit.art.engraving_plate import Plate
from printkit.art.strokes import Point
from printkit.draw.display_list import Op


def fish(p: Plate, at: Point, size: float) -> None:
    """A fish, from the side, in scales."""
    k, on = p.inks, s.onto(at, size, flip=p.rnd.random() < 0.5)
    for fin in (
        [(-0.62, 0.0), (-1.06, 0.5), (-1.24, 0.52), (-1.04, 0.0), (-1.24, -0.52), (-1.06, -0.5)],
        [(0.34, 0.4), (0.1, 0.74), (-0.3, 0.72), (-0.4, 0.3)],
        [(0.1, -0.36), (-0.14, -0.72), (-0.34, -0.66), (-0.3, -0.26)],
    ):
        shape = s.polygon(on(fin))
        middle = (sum(u for u, _ in fin) / len(fin), sum(v for _, v in fin) / len(fin))
        ribs = [op for u, v in fin[1:] for op in s.cut(on([(middle[0] * 0.6, middle[1] * 0.4), (u, v)]), size * 0.03)]
        p.solid(shape, k.deep, [(ribs, k.light)])
        p.line(shape, k.dark, 0.3)
    body = s.smooth(
        on(
            [
                (1.04, 0.02),
                (0.8, 0.28),
                (0.4, 0.44),
                (-0.1, 0.36),
                (-0.7, 0.1),
                (-0.7, -0.1),
                (-0.1, -0.34),
                (0.4, -0.42),
                (0.8, -0.26),
            ]
        ),
        close=True,
    )
    scaled: list[Op] = []
    for row in range(-4, 5):
        for i in range(9):
            u, v = 0.36 - 0.13 * i - (0.065 if row % 2 else 0), 0.1 * row
            scaled += s.swell(s.arc_points(*on([(u, v)])[0], size * 0.075, span=(1.5, 4.8)), size * 0.014)
    belly = s.smooth(on([(1.1, -0.06), (0.4, -0.2), (-0.7, -0.08), (-0.4, -0.6), (0.6, -0.6)]), close=True)
    p.solid(body, k.paper, [(belly, k.soft), (scaled, k.deep)])
    p.line(body, k.dark, 0.4)
    p.fill(s.swell(on([(0.5, 0.36), (0.4, 0.0), (0.52, -0.34)]), size * 0.03), k.dark)
    p.fill(s.disc(*on([(0.74, 0.1)])[0], size * 0.09), k.light)
    p.fill(s.disc(*on([(0.75, 0.1)])[0], size * 0.05), k.dark)
    p.fill(s.swell(on([(1.04, -0.02), (0.94, -0.08), (0.86, -0.06)]), size * 0.02), k.dark)
    bubbles = on([(1.2, 0.24), (1.34, 0.44), (1.26, 0.64)])
    for i, (x, y) in enumerate(bubbles):
        p.line(s.disc(x, y, size * (0.06 - 0.012 * i)), k.dark, 0.25)


def crab(p: Plate, at: Point, size: float) -> None:
    """A crab, claws raised."""
    k, on = p.inks, s.onto(at, size)
    for side in (-1, 1):
        for i in range(4):
            u, v = (0.5 - 0.06 * i) * side, -0.1 - 0.14 * i
            knee = ((1.06 - 0.1 * i) * side, 0.02 - 0.24 * i)
            foot = ((1.2 - 0.16 * i) * side, -0.5 - 0.14 * i)
            p.fill(s.ribbon(on([(u, v), knee, foot]), [size * 0.07, size * 0.06, size * 0.01]), k.dark)
        arm = on([(0.5 * side, 0.16), (0.9 * side, 0.26), (0.96 * side, 0.56)])
        p.fill(s.ribbon(arm, [size * 0.1, size * 0.1, size * 0.12]), k.dark)
        for points in (
            [(0.78, 0.5), (0.62, 0.86), (0.7, 1.12), (0.94, 1.3), (0.86, 1.0), (0.98, 0.78)],
            [(1.0, 0.5), (1.24, 0.74), (1.26, 1.06), (1.08, 1.24), (1.08, 0.98), (0.94, 0.8)],
        ):
            claw = s.smooth(on([(u * side, v) for u, v in points]), close=True)
            p.fill(claw, k.tone)
            p.line(claw, k.dark, 0.4)
    half = [(0.0, 0.36), (0.3, 0.36), (0.62, 0.3), (0.8, 0.06), (0.66, -0.3), (0.3, -0.5), (0.0, -0.54)]
    shell = s.smooth([*on(half), *both(on(half)[1:-1], at[0])], close=True)
    marks: list[Op] = []
    for side in (-1, 1):
        for i in range(4):
            marks += s.swell(
                on([(0.1 * side, 0.2 - 0.18 * i), (0.36 * side, 0.24 - 0.18 * i), (0.62 * side, 0.1 - 0.14 * i)]),
                size * 0.03,
            )
    shine = s.smooth(on([(-0.6, 0.24), (-0.3, 0.3), (0.3, 0.3), (0.6, 0.24), (0.3, 0.2), (-0.3, 0.2)]), close=True)
    p.solid(shell, k.tone, [(marks, k.deep), (shine, k.soft)])
    p.line(shell, k.dark, 0.45)
    for side in (-1, 1):
        p.fill(s.ribbon(on([(0.16 * side, 0.34), (0.22 * side, 0.58)]), [size * 0.03] * 2), k.dark)
        p.fill(s.disc(*on([(0.22 * side, 0.64)])[0], size * 0.1), k.paper)
        p.line(s.disc(*on([(0.22 * side, 0.64)])[0], size * 0.1), k.dark, 0.3)
        p.fill(s.disc(*on([(0.22 * side, 0.63)])[0], size * 0.05), k.dark)


def hare(p: Plate, at: Point, size: float) -> None:
    """A hare's face, ears up."""
    k, on = p.inks, s.onto(at, size)
    for side in (-1, 1):
        ear = s.smooth(
            on(
                [
                    (0.06 * side, 0.4),
                    (0.16 * side, 0.9),
                    (0.34 * side, 1.4),
                    (0.5 * side, 1.1),
                    (0.44 * side, 0.7),
                    (0.3 * side, 0.34),
                ]
            ),
            close=True,
        )
        inner = s.smooth(
            on([(0.16 * side, 0.5), (0.24 * side, 0.9), (0.34 * side, 1.24), (0.4 * side, 1.0), (0.34 * side, 0.66)]),
            close=True,
        )
        p.solid(ear, k.tone if side < 0 else k.deep, [(inner, k.light)])
        p.line(ear, k.dark, 0.35)
    half = [
        (0.0, 0.5),
        (0.26, 0.46),
        (0.44, 0.2),
        (0.5, -0.14),
        (0.6, -0.4),
        (0.34, -0.66),
        (0.12, -0.84),
        (0.0, -0.86),
    ]
    face = s.smooth([*on(half), *both(on(half)[1:-1], at[0])], close=True)
    fur: list[Op] = []
    for _ in range(46):
        u, v = p.rnd.uniform(-0.5, 0.5), p.rnd.uniform(-0.7, 0.44)
        fur += s.cut(on([(u, v), (u * 1.14, v - 0.16)]), size * 0.03)
    muzzle = s.smooth(
        on([(0.0, -0.1), (0.24, -0.3), (0.28, -0.6), (0.0, -0.9), (-0.28, -0.6), (-0.24, -0.3)]), close=True
    )
    p.solid(
        face,
        k.tone,
        [(s.polygon(on([(0.0, 0.6), (0.8, 0.6), (0.8, -1), (0.0, -1)])), k.deep), (fur, k.dark), (muzzle, k.paper)],
    )
    p.line(face, k.dark, 0.4)
    for side in (-1, 1):
        p.fill(s.disc(*on([(0.32 * side, 0.06)])[0], size * 0.12), k.paper)
        p.fill(s.disc(*on([(0.31 * side, 0.06)])[0], size * 0.09), k.dark)
        p.fill(s.disc(*on([(0.28 * side, 0.1)])[0], size * 0.03), k.paper)
        for i in range(3):
            p.fill(s.cut(on([(0.16 * side, -0.46 - 0.05 * i), (0.74 * side, -0.34 - 0.14 * i)]), size * 0.016), k.dark)
    p.fill(s.polygon(on([(-0.09, -0.34), (0.09, -0.34), (0.0, -0.46)])), k.dark)
    for side in (-1, 1):
        p.fill(s.swell(on([(0.0, -0.44), (0.0, -0.56), (0.14 * side, -0.64)]), size * 0.02), k.dark)


def bear(p: Plate, at: Point, size: float) -> None:
    """A bear's face."""
    k, on = p.inks, s.onto(at, size)
    for side in (-1, 1):
        p.fill(s.disc(*on([(0.62 * side, 0.66)])[0], size * 0.26), k.dark)
        p.fill(s.disc(*on([(0.62 * side, 0.64)])[0], size * 0.14), k.tone)
    half = [(0.0, 0.86), (0.4, 0.82), (0.78, 0.5), (0.86, 0.0), (0.98, -0.3), (0.7, -0.5), (0.5, -0.86), (0.0, -1.0)]
    face = s.smooth([*on(half), *both(on(half)[1:-1], at[0])], close=True)
    fur: list[Op] = []
    for _ in range(110):
        a, r = p.rnd.uniform(0, s.TAU), p.rnd.uniform(0.45, 0.95)
        u, v = r * math.cos(a) * 0.9, r * math.sin(a)
        fur += s.cut(on([(u, v), (u * 1.12, v * 1.1 - 0.1)]), size * 0.03)
    p.solid(face, k.dark, [(fur, k.tone)])
    muzzle = s.smooth(
        on(
            [
                (0.0, 0.1),
                (0.3, -0.06),
                (0.42, -0.4),
                (0.28, -0.74),
                (0.0, -0.84),
                (-0.28, -0.74),
                (-0.42, -0.4),
                (-0.3, -0.06),
            ]
        ),
        close=True,
    )
    p.solid(muzzle, k.paper, [(s.polygon(on([(0.0, 0.3), (0.6, 0.3), (0.6, -1), (0.0, -1)])), k.soft)])
    p.fill(s.smooth(on([(-0.2, -0.08), (0.2, -0.08), (0.12, -0.28), (0.0, -0.34), (-0.12, -0.28)]), close=True), k.dark)
    p.fill(s.swell(on([(0.0, -0.3), (0.0, -0.5), (0.0, -0.56)]), size * 0.025), k.dark)
    p.fill(
        s.swell(on([(-0.24, -0.54), (-0.1, -0.62), (0.0, -0.54), (0.1, -0.62), (0.24, -0.54)]), size * 0.025), k.dark
    )
    for side in (-1, 1):
        p.fill(s.disc(*on([(0.38 * side, 0.24)])[0], size * 0.1), k.light)
        p.fill(s.disc(*on([(0.37 * side, 0.24)])[0], size * 0.06), k.dark)
        p.fill(s.swell(on([(0.2 * side, 0.34), (0.4 * side, 0.42), (0.56 * side, 0.34)]), size * 0.03), k.tone)


def heron(p: Plate, at: Point, size: float, *, left: bool | None = None) -> None:
    """A heron on one leg, its neck drawn in; it looks either way unless it is said which."""
    k, on = p.inks, s.onto(at, size, flip=p.rnd.random() < 0.5 if left is None else left)
    for points in ([(-0.06, -0.3), (-0.02, -1.5)], [(0.16, -0.36), (0.3, -0.72), (0.1, -0.86)]):
        p.fill(s.ribbon(on(points), [size * 0.035] * len(points), soft=False), k.dark)
    neck = on([(0.2, 0.02), (0.44, 0.3), (0.12, 0.56), (0.22, 0.9), (0.34, 1.02)])
    p.fill(s.ribbon(s.curve(neck, 5), [size * w for w in [0.17 - 0.005 * i for i in range(21)]]), k.dark)
    p.fill(s.ribbon(s.curve(neck, 5)[1:], [size * w for w in [0.13 - 0.004 * i for i in range(20)]]), k.paper)
    body = s.smooth(
        on([(0.34, 0.12), (0.1, 0.3), (-0.36, 0.16), (-0.86, -0.36), (-0.5, -0.34), (-0.1, -0.44), (0.26, -0.28)]),
        close=True,
    )
    feathers: list[Op] = []
    for i in range(7):
        feathers += s.swell(
            on(
                [
                    (0.2 - 0.06 * i, 0.2 - 0.07 * i),
                    (-0.2 - 0.06 * i, 0.06 - 0.08 * i),
                    (-0.5 - 0.04 * i, -0.24 - 0.03 * i),
                ]
            ),
            size * 0.025,
        )
    p.solid(body, k.tone, [(feathers, k.dark)])
    p.line(body, k.dark, 0.4)
    head = s.smooth(on([(0.2, 1.06), (0.34, 1.16), (0.5, 1.1), (0.54, 1.0), (0.34, 0.9), (0.22, 0.94)]), close=True)
    p.fill(head, k.paper)
    p.line(head, k.dark, 0.35)
    p.fill(s.polygon(on([(0.5, 1.1), (1.14, 0.92), (0.5, 0.98)])), k.light)
    p.line(s.polygon(on([(0.5, 1.1), (1.14, 0.92), (0.5, 0.98)])), k.dark, 0.3)
    p.fill(s.swell(on([(0.46, 1.14), (0.2, 1.16), (-0.16, 1.0)]), size * 0.045), k.dark)
    p.fill(s.disc(*on([(0.44, 1.05)])[0], size * 0.035), k.dark)


def urchin(p: Plate, at: Point, size: float) -> None:
    """A sea urchin, all spines."""
    k, (x, y) = p.inks, at
    for count, near, far, ink in ((46, 0.4, 1.16, k.dark), (38, 0.3, 0.94, k.tone)):
        spines: list[Op] = []
        for i in range(count):
            a, reach = s.TAU * i / count + p.rnd.uniform(-0.05, 0.05), far * p.rnd.uniform(0.84, 1.06)
            spines += s.ribbon(
                [(x + size * r * math.cos(a), y + size * r * math.sin(a)) for r in (near, reach)],
                [size * 0.045, 0.0],
                soft=False,
            )
        p.fill(spines, ink)
    p.fill(s.disc(x, y, size * 0.52), k.dark)
    dots: list[Op] = []
    for ring in range(1, 6):
        for i in range(5 * ring):
            a = s.TAU * i / (5 * ring) + 0.2 * ring
            dots += s.disc(
                x + size * 0.088 * ring * math.cos(a),
                y + size * 0.088 * ring * math.sin(a),
                size * (0.034 - 0.003 * ring),
            )
    p.fill(dots, k.light)
    p.fill(s.disc(x, y, size * 0.05), k.light)


def kelp(p: Plate, at: Point, size: float) -> None:
    """Kelp that sways, with its bladders."""
    k, (x, y) = p.inks, at
    for offset, ink, lean in ((-0.55, k.deep, 0.16), (0.55, k.deep, -0.16), (0.0, k.dark, 0.1)):
        stalk = [
            (x + size * (offset + lean * math.sin(1.6 * t * math.pi)), y + size * (-1.5 + 2.6 * t))
            for t in (i / 14 for i in range(15))
        ]
        blades: list[Op] = []
        bulbs: list[Op] = []
        for i in range(2, 14):
            px, py = stalk[i]
            side = 1 if i % 2 else -1
            blades += s.leaf(px, py, math.pi / 2 - side * 0.95, length=size * (0.66 - 0.022 * i), width=size * 0.17)
            bulbs += s.disc(px + side * size * 0.05, py + size * 0.02, size * 0.055)
        p.fill([*s.taper(stalk, size * 0.05, size * 0.02), *blades], ink)
        veins: list[Op] = []
        for i in range(2, 14):
            px, py = stalk[i]
            side, long = (1 if i % 2 else -1), size * (0.56 - 0.02 * i)
            veins += s.lens((px, py), (px + side * long * 0.8, py + long * 0.58), size * 0.03)
        p.fill(veins, k.tone)
        p.fill(bulbs, k.light)


def berries(p: Plate, at: Point, size: float) -> None:
    """A twig heavy with berries."""
    k, on = p.inks, s.onto(at, size)
    twig = on([(-0.96, 0.86), (-0.3, 0.6), (0.3, 0.56), (0.98, 0.9)])
    p.fill(s.ribbon(s.curve(twig, 4), [size * 0.045] * 13), k.dark)
    for u, v, a in (
        (-0.7, 0.78, 2.2),
        (-0.3, 0.62, 1.2),
        (0.1, 0.58, 1.9),
        (0.5, 0.66, 0.9),
        (0.84, 0.82, 1.6),
        (-0.86, 0.8, 3.4),
        (0.9, 0.84, -0.3),
    ):
        x, y = on([(u, v)])[0]
        p.fill(s.leaf(x, y, a, length=size * 0.56, width=size * 0.26), k.deep)
        p.fill(s.lens((x, y), (x + size * 0.46 * math.cos(a), y + size * 0.46 * math.sin(a)), size * 0.03), k.light)
    for u, v in (
        (-0.52, 0.14),
        (0.5, 0.12),
        (-0.2, -0.06),
        (0.2, -0.02),
        (-0.56, -0.28),
        (0.52, -0.3),
        (0.0, 0.24),
        (-0.16, -0.5),
        (0.2, -0.46),
        (0.02, -0.86),
    ):
        x, y = on([(u, v)])[0]
        p.line(s.smooth([(x, y), (x * 0.6 + at[0] * 0.4, y + size * 0.3), on([(u * 0.5, 0.58)])[0]]), k.dark, 0.35)
    for u, v in (
        (-0.52, 0.14),
        (0.5, 0.12),
        (0.0, 0.24),
        (-0.2, -0.06),
        (0.2, -0.02),
        (-0.56, -0.28),
        (0.52, -0.3),
        (-0.16, -0.5),
        (0.2, -0.46),
        (0.02, -0.86),
    ):
        x, y = on([(u, v)])[0]
        ball = s.disc(x, y, size * 0.23)
        p.solid(ball, k.tone, [(s.disc(x + size * 0.09, y - size * 0.09, size * 0.22), k.deep)])
        p.line(ball, k.dark, 0.35)
        p.fill(s.disc(x - size * 0.08, y + size * 0.09, size * 0.05), k.paper)


def logs(p: Plate, at: Point, size: float) -> None:
    """Logs in a pile, their ends to us."""
    k, on = p.inks, s.onto(at, size)
    for row, count in ((0, 4), (1, 3), (2, 2)):
        for i in range(count):
            u, v = (i - (count - 1) / 2) * 0.58, -0.66 + 0.51 * row
            x, y = on([(u, v)])[0]
            p.fill(s.disc(x, y, size * 0.3), k.dark)
            p.fill(s.disc(x, y, size * 0.25), k.paper)
            for share in (0.19, 0.13, 0.07):
                p.line(s.disc(x + size * 0.012, y, size * share, 0.96), k.tone, 0.28)
            a = p.rnd.uniform(0, s.TAU)
            p.fill(s.lens((x, y), (x + size * 0.22 * math.cos(a), y + size * 0.22 * math.sin(a)), size * 0.03), k.dark)
            bark: list[Op] = []
            for j in range(18):
                b = s.TAU * j / 18
                bark += s.lens(
                    (x + size * 0.255 * math.cos(b), y + size * 0.255 * math.sin(b)),
                    (x + size * 0.295 * math.cos(b + 0.12), y + size * 0.295 * math.sin(b + 0.12)),
                    size * 0.02,
                )
            p.fill(bark, k.soft)
