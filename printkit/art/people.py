"""People down to the chest, as a poster has them: half the face lit, half in shadow, a rim of light on dark cloth.

Everything is drawn with a ``Placer`` around the middle of the chest: the chin is at 0, the crown of the head at 0.86,
the shoulders reach out to 1. What they wear and carry is in ``portraits``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from printkit.art import engraving
from printkit.art import strokes as s
from printkit.art.engraving_plate import Plate
from printkit.art.strokes import Placer, Point
from printkit.draw.display_list import Colour, Fill, Group, Item, Op, OpArray, Path


@dataclass(frozen=True, slots=True)
class Sitter:
    """Whom a plate shows: where, how large, and which way they are turned."""

    plate: Plate
    at: Point
    size: float
    on: Placer

    def both(self, half: Sequence[Point]) -> list[Op]:
        """A smooth shape that is the same on both sides, from its right half, top to bottom."""
        return s.smooth(self.on(two_sided(half)), close=True)

    def pair(self, points: Sequence[Point], width: float) -> list[Op]:
        """A swelling stroke on both sides; ``width`` is half its width, as a share of the size."""
        other = [(-u, v) for u, v in points]
        return [*s.swell(self.on(points), width * self.size), *s.swell(self.on(other), width * self.size)]

    def stroke(self, points: Sequence[Point], width: float) -> list[Op]:
        """One swelling stroke."""
        return s.swell(self.on(points), width * self.size)

    def dot(self, u: float, v: float, radius: float, squash: float = 1.0) -> list[Op]:
        """A disc."""
        return s.disc(*self.on([(u, v)])[0], radius * self.size, squash)


def two_sided(half: Sequence[Point]) -> list[Point]:
    """The right half of an outline, top to bottom, and its left half back up."""
    return [*half, *((-u, v) for u, v in reversed(half) if abs(u) > s.SAME_POINT_MM)]


def sitter(p: Plate, at: Point, size: float) -> Sitter:
    """Somebody to draw, turned to one side or the other."""
    return Sitter(p, at, size, s.onto(at, size, flip=p.rnd.random() < 0.5))


HEAD: tuple[Point, ...] = ((0.0, 0.88), (0.2, 0.82), (0.3, 0.58), (0.28, 0.3), (0.2, 0.1), (0.09, 0.0), (0.0, -0.02))
BROAD: tuple[Point, ...] = ((0.0, 0.8), (0.26, 0.76), (0.38, 0.52), (0.37, 0.28), (0.28, 0.08), (0.12, 0.0), (0.0, 0.0))
_NOSE: tuple[Point, ...] = (
    (0.0, 0.9),
    (0.03, 0.56),
    (-0.03, 0.46),
    (-0.1, 0.27),
    (0.0, 0.22),
    (-0.02, 0.1),
    (0.03, -0.04),
)


def cloak(who: Sitter, *, wide: float = 1.0, cloth: Colour | None = None, clasp: bool = True) -> None:
    """Shoulders in a cloak, with its folds, its rim of light, and a clasp at the throat."""
    p, k = who.plate, who.plate.inks
    half = [(0.0, -0.1), (0.2, -0.08), (0.34, -0.2), (0.72 * wide, -0.4), (0.98 * wide, -0.86), (1.08 * wide, -1.7)]
    shape = s.polygon(who.on(two_sided(half)))
    soft = s.smooth(who.on(two_sided(half)), close=True)
    folds: list[Op] = []
    for i in range(1, 6):
        u, low = 0.17 * i * wide, -1.0 - 0.34 * (i % 2)
        folds += who.pair([(u * 0.7, -0.2 - 0.06 * i), (u * 0.9, -0.7), (u * (1.0 + 0.04 * i), low - 0.3)], 0.015)
    p.solid(soft or shape, cloth or k.dark, [(folds, k.tone)])
    p.fill(
        who.stroke([(-0.36, -0.2), (-0.74 * wide, -0.42), (-0.98 * wide, -0.86), (-1.05 * wide, -1.4)], 0.028), k.paper
    )
    if clasp:
        p.fill(who.dot(0.0, -0.2, 0.1), k.light)
        p.line(who.dot(0.0, -0.2, 0.1), k.dark, 0.25)
        p.fill(who.dot(0.0, -0.2, 0.045), k.dark)


def face(who: Sitter, outline: Sequence[Point] = HEAD, *, skin: Colour | None = None, stern: float = 0.5) -> None:
    """A neck and a face; ``stern`` from 0 (mild) to 1 slants the brows."""
    p, k = who.plate, who.plate.inks
    p.fill(s.polygon(who.on([(-0.15, 0.2), (0.15, 0.2), (0.2, -0.2), (0.0, -0.3), (-0.2, -0.2)])), k.soft)
    p.fill(s.polygon(who.on([(0.0, 0.1), (0.16, 0.2), (0.2, -0.2), (0.0, -0.3), (-0.14, 0.04)])), k.deep)
    head = who.both(outline)
    shadow = s.smooth(who.on([*_NOSE, (0.6, -0.2), (0.6, 1.1)]), close=True)
    lines = engraving.engrave(_box(who), who.size * 0.055, lambda x, y: 0.5 + 0.0 * x * y, step=who.size * 0.2)
    p.solid(head, skin or k.paper, [(shadow, k.soft)])
    p.items.append(_within(head, shadow, lines, k.tone))
    for side in (-1, 1):
        lit = side < 0
        u, v = 0.14 * side, 0.44
        p.fill(s.cut(who.on([(u - 0.085, v), (u + 0.085, v)]), who.size * 0.1), k.dark)
        p.fill(s.cut(who.on([(u - 0.05, v), (u + 0.06, v)]), who.size * 0.04), k.light if not lit else k.paper)
        p.fill(who.dot(u, v, 0.026), k.dark)
        slant = 0.05 * stern
        p.fill(
            who.stroke([(0.03 * side, 0.53 - slant), (0.14 * side, 0.56), (0.25 * side, 0.53 + slant * 0.6)], 0.026),
            k.dark,
        )
    p.fill(who.stroke([(-0.1, 0.13), (-0.01, 0.12), (0.1, 0.135)], 0.018), k.dark)
    p.fill(who.stroke([(-0.03, 0.07), (0.05, 0.07)], 0.012), k.deep)
    p.line(head, k.dark, 0.3)


def _within(outer: Sequence[Op], inner: Sequence[Op], lines: OpArray, colour: Colour) -> Item:
    marks = Group((Fill(Path.of(lines), colour),), clip=Path.of(inner))
    return Group((marks,), clip=Path.of(outer))


def _box(who: Sitter) -> tuple[float, float, float, float]:
    (x, y), size = who.at, who.size
    return x - 0.5 * size, y - 0.1 * size, x + 0.5 * size, y + 1.0 * size


def pointed_ears(who: Sitter, reach: float = 0.4, *, droop: float = 0.5) -> None:
    """Long ears to both sides; behind the head."""
    p, k = who.plate, who.plate.inks
    for side in (-1, 1):
        root, tip = (0.24 * side, 0.42), ((0.26 + reach) * side, 0.42 + droop * reach)
        ear = s.smooth(
            who.on(
                [(root[0], 0.58), (tip[0] * 0.7, tip[1] + 0.02), tip, (tip[0] * 0.72, tip[1] - 0.16), (root[0], 0.3)]
            ),
            close=True,
        )
        p.fill(ear, k.paper if side < 0 else k.soft)
        p.line(ear, k.dark, 0.3)
        p.fill(who.stroke([(0.28 * side, 0.44), (tip[0] * 0.82, tip[1] - 0.05)], 0.022), k.tone)


def long_hair(who: Sitter, colour: Colour, streak: Colour, *, length: float = 0.75) -> None:
    """Hair to the shoulders, behind head and face."""
    p = who.plate
    low = 0.3 - length
    shape = who.both(
        [(0.0, 0.98), (0.28, 0.92), (0.4, 0.62), (0.4, 0.2), (0.46, low + 0.1), (0.3, low), (0.0, low + 0.1)]
    )
    streaks: list[Op] = []
    for i in range(1, 6):
        streaks += who.pair(
            [(0.07 * i, 0.94 - 0.03 * i), (0.16 + 0.05 * i, 0.5), (0.16 + 0.055 * i, low + 0.06)], 0.014
        )
    p.solid(shape, colour, [(streaks, streak)])


def fringe(who: Sitter, colour: Colour, streak: Colour, *, parting: float = -0.06) -> None:
    """Hair over the brow, parted; before the face."""
    p = who.plate
    for side in (-1, 1):
        lock = s.smooth(
            who.on(
                [
                    (parting, 0.92),
                    (0.2 * side, 0.93),
                    (0.34 * side, 0.66),
                    (0.335 * side, 0.34),
                    (0.27 * side, 0.46),
                    (0.22 * side, 0.66),
                ]
            ),
            close=True,
        )
        strands: list[Op] = []
        for i in range(3):
            strands += who.stroke(
                [(parting, 0.9), ((0.2 + 0.04 * i) * side, 0.8 - 0.03 * i), ((0.27 + 0.03 * i) * side, 0.46)], 0.01
            )
        p.solid(lock, colour, [(strands, streak)])


def hood(who: Sitter, *, peak: float = 0.12, cloth: Colour | None = None) -> None:
    """A hood round the face, from the crown to the shoulders; draw it before the face and call ``brim`` after."""
    p, k = who.plate, who.plate.inks
    shape = who.both(
        [
            (0.0, 1.06 + peak),
            (0.26, 0.98),
            (0.46, 0.66),
            (0.46, 0.3),
            (0.44, 0.02),
            (0.56, -0.24),
            (0.3, -0.4),
            (0.0, -0.42),
        ]
    )
    folds: list[Op] = []
    for i in range(3):
        folds += who.pair(
            [
                (0.06 + 0.06 * i, 1.04 - 0.06 * i),
                (0.33 + 0.05 * i, 0.66),
                (0.34 + 0.04 * i, 0.1),
                (0.3 + 0.09 * i, -0.3),
            ],
            0.014,
        )
    p.solid(shape, cloth or k.dark, [(folds, k.tone)])
    p.fill(who.stroke([(-0.08, 1.06 + peak * 0.7), (-0.3, 0.94), (-0.465, 0.6), (-0.45, 0.1)], 0.022), k.paper)


def dark_under_hood(who: Sitter) -> list[Op]:
    """The opening of a hood: what is in it is in its shadow."""
    return who.both([(0.0, 0.9), (0.22, 0.82), (0.33, 0.58), (0.31, 0.28), (0.22, 0.02), (0.0, -0.14)])


def beard(who: Sitter, colour: Colour, streak: Colour, *, length: float = 0.6, wide: float = 0.36) -> None:
    """A full beard down the chest, with its moustache."""
    p, k = who.plate, who.plate.inks
    shape = who.both(
        [
            (0.0, 0.2),
            (0.12, 0.22),
            (wide * 0.86, 0.42),
            (wide, 0.16),
            (wide * 0.94, -0.1),
            (wide * 0.62, -length * 0.7),
            (0.0, -length),
        ]
    )
    strands: list[Op] = []
    for i in range(5):
        u = wide * 0.18 * (i + 0.4)
        strands += who.pair([(u, 0.18), (u * 1.06, -0.12), (u * 0.5, -length * 0.9 + 0.1 * i)], 0.014)
    p.solid(shape, colour, [(strands, streak)])
    p.line(shape, k.dark, 0.25)
    p.fill(who.pair([(0.0, 0.2), (0.14, 0.17), (0.27, 0.06), (0.33, 0.1)], 0.045), colour)
    p.line([*who.pair([(0.0, 0.2), (0.14, 0.17), (0.27, 0.06), (0.33, 0.1)], 0.045)], k.dark, 0.15)


def armour(who: Sitter) -> None:
    """A breastplate and pauldrons."""
    p, k = who.plate, who.plate.inks
    body = who.both([(0.0, -0.12), (0.26, -0.14), (0.6, -0.34), (0.66, -0.9), (0.6, -1.7), (0.0, -1.8)])
    lines = engraving.engrave(
        (who.at[0] - who.size, who.at[1] - who.size * 1.7, who.at[0] + who.size, who.at[1]),
        who.size * 0.06,
        lambda x, _: (((x - who.at[0]) / who.size) * 0.9 + 0.12).clip(0.0, 0.8),
        step=who.size * 0.12,
    )
    p.solid(body, k.paper, [(lines, k.dark)])
    p.line(body, k.dark, 0.35)
    p.fill(who.stroke([(0.0, -0.2), (0.02, -0.8), (0.0, -1.6)], 0.018), k.dark)
    for side in (-1, 1):
        for i in (2, 1, 0):
            v, reach = -0.34 - 0.2 * i, 0.98 + 0.05 * i
            plate = s.smooth(
                who.on(
                    [
                        (0.3 * side, v + 0.16 - 0.03 * i),
                        (0.62 * side, v + 0.17),
                        ((reach - 0.1) * side, v - 0.02),
                        (reach * side, v - 0.34),
                        ((reach - 0.26) * side, v - 0.22),
                        (0.5 * side, v - 0.12),
                    ]
                ),
                close=True,
            )
            p.fill(plate, k.paper if side < 0 else k.soft)
            p.line(plate, k.dark, 0.35)
            for u in (0.56, 0.74):
                p.fill(who.dot(u * side, v + 0.05 - 0.5 * (u - 0.56), 0.022), k.dark)
    p.fill(who.both([(0.0, -0.02), (0.24, -0.04), (0.3, -0.2), (0.0, -0.28)]), k.deep)


def plume(who: Sitter, root: Point, colours: tuple[Colour, Colour], *, count: int = 9, reach: float = 1.0) -> None:
    """Feathers that rise from a helm and fall to its back."""
    p = who.plate
    for i in range(count):
        a = 1.75 + 0.19 * i
        u, v = root
        p.fill(
            s.ribbon(
                who.on(
                    [
                        (u, v),
                        (u + 0.32 * reach * math.cos(a - 0.5), v + 0.36 * reach * math.sin(a - 0.5)),
                        (u + 0.8 * reach * math.cos(a), v + 0.12 + 0.5 * reach * math.sin(a)),
                    ]
                ),
                [who.size * 0.04, who.size * 0.1, 0.0],
            ),
            colours[i % 2],
        )


def held(who: Sitter, u: float, v: float) -> Point:
    """A place on the plate, for what somebody holds."""
    return who.on([(u, v)])[0]


def lean(who: Sitter, angle: float) -> float:
    """An angle of something carried, mirrored with who carries it."""
    (ax, _), (bx, _) = who.on([(0, 0), (1, 0)])
    return angle if bx > ax else -angle


def hand(who: Sitter, u: float, v: float) -> None:
    """A fist that holds something."""
    p, k = who.plate, who.plate.inks
    fist = s.smooth(
        who.on([(u - 0.12, v + 0.1), (u + 0.1, v + 0.12), (u + 0.14, v - 0.06), (u, v - 0.14), (u - 0.14, v - 0.06)]),
        close=True,
    )
    p.fill(fist, k.paper)
    p.line(fist, k.dark, 0.3)
    for i in range(3):
        p.fill(who.stroke([(u - 0.1, v + 0.055 - 0.055 * i), (u + 0.06, v + 0.055 - 0.055 * i)], 0.012), k.dark)


def sleeve(who: Sitter, shoulder: Point, wrist: Point) -> None:
    """An arm from shoulder to wrist, the elbow outwards."""
    p, k = who.plate, who.plate.inks
    (a, b), (c, d) = shoulder, wrist
    arm = s.ribbon(
        who.on([(a, b), ((a + c) / 2 + 0.14, (b + d) / 2 - 0.1), (c, d)]), [who.size * w for w in (0.22, 0.19, 0.13)]
    )
    p.fill(arm, k.deep)
    p.line(arm, k.dark, 0.3)
