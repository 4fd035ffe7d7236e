"""The burin: tones as level lines that swell, many strokes at once, the slow noises they follow.

As in ``strokes``, path operators in mm out of pure functions; here whole fields of lines are computed in arrays.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from printkit.art.strokes import TAU, lens, swelling
from printkit.draw.display_list import Op, OpArray

Waves = Callable[[float, float], float]
"""A number for every place."""
Grid = NDArray[np.float64]
Tone = Callable[[Grid, Grid], Grid]
"""How dark places are, 0 (paper) to 1 (solid): all x and all y at once, in arrays that broadcast."""


def swells(lines: Grid, widths: Grid) -> OpArray:
    """Many strokes as ``swell`` draws each, at once: an array of (stroke, point, x and y), a column of half widths."""
    strokes, points, _ = lines.shape
    along = np.diff(lines[:, [0, *range(points), -1]], axis=1)
    along = along[:, 1:] + along[:, :-1]
    length = np.hypot(along[..., 0], along[..., 1])
    share = widths * np.array(swelling(points)) / np.where(length == 0, 1.0, length)
    aside = np.stack((-along[..., 1] * share, along[..., 0] * share), axis=2)
    left, right = (lines + aside)[:, ::-1], lines - aside
    numbers = np.concatenate((right[:, 0], _cubics(right), left[:, 0], _cubics(left)), axis=1)
    curves = "c" * (points - 1)
    return OpArray(_letters(f"m{curves}l{curves}h" * strokes), numbers.ravel())


def _cubics(lines: Grid) -> Grid:
    """The curves of ``smooth`` through each line's points, as rows of their numbers."""
    around = lines[:, [0, *range(lines.shape[1]), -1]]
    a, b, c, d = around[:, :-3], around[:, 1:-2], around[:, 2:-1], around[:, 3:]
    return np.concatenate((b + (c - a) / 6, c - (d - b) / 6, c), axis=2).reshape(len(lines), -1)


def _letters(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode("ascii"), np.uint8)


def joined(parts: Sequence[OpArray]) -> OpArray:
    """All their operators."""
    return OpArray(np.concatenate([part.kinds for part in parts]), np.concatenate([part.numbers for part in parts]))


def engrave(
    box: tuple[float, float, float, float],
    gap: float,
    tone: Tone,
    bend: Tone | None = None,
    step: float = 2.2,
) -> OpArray:
    """Level lines that swell where ``tone`` is dark, as a burin cuts a sky: (left, bottom, right, top).

    ``bend`` moves the line up by so many mm at a place. Where the tone is 0 the line is interrupted.
    """
    left, bottom, right, top = box
    columns = max(2, round((right - left) / step))
    places = [left + (right - left) * i / columns for i in range(columns + 1)]
    x = np.array(places)
    y = bottom + gap * np.arange(int((top - bottom) / gap) + 1.0)[:, np.newaxis]
    at = y + bend(x, y) if bend else y
    half = np.broadcast_to(gap * 0.5 * np.minimum(0.96, tone(x, at)), (len(y), len(x)))
    return _bands(np.array(places), at + half, at - half, half > 0.018)


def _bands(x: Grid, upper: Grid, lower: Grid, inked: NDArray[np.bool_]) -> OpArray:
    """Rows of lines between an upper and a lower edge, broken where they are not inked; specks are left out.

    A stretch of n columns is a polygon of 2 n corners: along its upper edge and back along the lower.
    """
    edge = np.diff(np.pad(inked, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, first = np.nonzero(edge == 1)
    long = np.nonzero(edge == -1)[1] - first
    rows, first, long = rows[long > 1], first[long > 1], long[long > 1]
    starts = 2 * (np.cumsum(long) - long)  # each stretch's first corner
    stretch = np.repeat(np.arange(len(long)), long)
    along = np.arange(len(stretch)) - (np.cumsum(long) - long)[stretch]
    column, row = first[stretch] + along, rows[stretch]
    corners = np.empty((2 * len(stretch), 2))
    there = starts[stretch] + along
    back = starts[stretch] + 2 * long[stretch] - 1 - along
    corners[there, 0], corners[there, 1] = x[column], upper[row, column]
    corners[back, 0], corners[back, 1] = x[column], lower[row, column]
    kinds = np.full(len(corners) + len(long), ord("l"), np.uint8)
    ends = starts + 2 * long + np.arange(len(long))
    kinds[ends] = ord("h")
    kinds[starts + np.arange(len(long))] = ord("m")
    return OpArray(kinds, corners.ravel())


def hatch(box: tuple[float, float, float, float], angle: float, gap: float, width: float) -> list[Op]:
    """Parallel swelling strokes across a box at an angle in radians; clip them to the shape they shade."""
    left, bottom, right, top = box
    cx, cy = (left + right) / 2, (bottom + top) / 2
    reach = math.hypot(right - left, top - bottom) / 2
    dx, dy = math.cos(angle), math.sin(angle)
    ops: list[Op] = []
    for i in range(-int(reach / gap), int(reach / gap) + 1):
        ox, oy = cx - dy * i * gap, cy + dx * i * gap
        ops += lens((ox - dx * reach, oy - dy * reach), (ox + dx * reach, oy + dy * reach), width)
    return ops


_Wave = tuple[float, float, float, float]


def noise(rnd: Random, octaves: int = 4, scale: float = 0.12) -> Waves:
    """A slow, smooth, seeded noise over the plane, about -1 to 1."""
    waves = _waves(rnd, octaves, scale)
    return lambda x, y: sum([weight * math.sin(fx * x + fy * y + phase) for fx, fy, phase, weight in waves])


def noises(rnd: Random, octaves: int = 4, scale: float = 0.12) -> Tone:
    """The same noise for many places at once."""
    waves = _waves(rnd, octaves, scale)

    def at(x: Grid, y: Grid) -> Grid:
        first, *others = (weight * np.sin(fx * x + fy * y + phase) for fx, fy, phase, weight in waves)
        return sum(others, first)

    return at


def _waves(rnd: Random, octaves: int, scale: float) -> list[_Wave]:
    """Waves (x and y frequency, phase, weight) that run every way, shorter and weaker one by one; weights sum to 1."""
    total = sum(0.62**i for i in range(octaves))
    waves = list[_Wave]()
    for i in range(octaves):
        a, f = rnd.uniform(0, TAU), scale * 1.7**i
        waves.append((math.cos(a) * f, math.sin(a) * f, rnd.uniform(0, TAU), 0.62**i / total))
    return waves
