"""What is built of stone: towers, castles, standing stones."""

from __future__ import annotations

import math

import numpy as np

from printkit.art import engraving
from printkit.art import strokes as s
from printkit.art.engraving_plate import Plate
from printkit.art.strokes import Point
from printkit.draw.display_list import Colour, Op


def tower(
    p: Plate, base: Point, size: tuple[float, float], colours: tuple[Colour, Colour, Colour], *, roof: bool = True
) -> None:
    """A round tower, shaded, with a pointed roof or battlements. Colours: stone, dark, light."""
    x, y = base
    w, h = size[0] / 2, size[1]
    stone, dark, light = colours
    body = s.polygon([(x - w, y), (x + w, y), (x + w, y + h), (x - w, y + h)])
    lines = engraving.engrave(
        (x - w, y, x + w, y + h), 0.62, lambda a, _: ((a - x) / w * 0.9 + 0.1).clip(0.04, 0.85), step=w / 3
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
    lines = engraving.engrave(
        (cx - 10, base + 13, cx + 10, base + 17.2), 0.6, lambda _, y: (base + 15.6 - y) / 3, step=3
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
    lines = engraving.engrave(
        (x - w * 1.2, y, x + w * 1.2, y + h * 1.08),
        0.62,
        lambda a, _: ((a - x) / w * 0.85 + 0.12).clip(0.0, 0.85),
        bend=lambda a, b: 0.5 * np.sin(a * 1.3 + b),
        step=w / 3,
    )
    p.solid(shape, colours[0], [(lines, colours[1])])
