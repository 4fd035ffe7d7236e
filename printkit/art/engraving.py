"""The burin: tones as level lines that swell, many strokes at once, the slow noises they follow.

As in ``strokes``, path operators in mm out of pure functions; here whole fields of lines are computed in arrays.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import repeat
from random import Random

import numpy as np
from numpy.typing import NDArray

from printkit.art.strokes import TAU, lens, swelling
from printkit.ink import Op

Waves = Callable[[float, float], float]
"""A number for every place."""
Grid = NDArray[np.float64]
Tone = Callable[[Grid, Grid], Grid]
"""How dark places are, 0 (paper) to 1 (solid): all x and all y at once, in arrays that broadcast."""


def swells(lines: Grid, widths: Grid) -> list[Op]:
    """Many strokes as ``swell`` draws each, at once: an array of (stroke, point, x and y), a column of half widths."""
    along = np.diff(lines[:, [0, *range(lines.shape[1]), -1]], axis=1)
    along = along[:, 1:] + along[:, :-1]
    length = np.hypot(along[..., 0], along[..., 1])
    share = widths * np.array(swelling(lines.shape[1])) / np.where(length == 0, 1.0, length)
    aside = np.stack((-along[..., 1] * share, along[..., 0] * share), axis=2)
    left, right = (lines + aside)[:, ::-1], lines - aside
    turn = zip(right[:, 0].tolist(), _cubics(right), left[:, 0].tolist(), _cubics(left), strict=True)
    ops: list[Op] = []
    for first, there, end, back in turn:
        ops.append(("m", *first))
        ops += [("c", a, b, c, d, x, y) for a, b, c, d, x, y in there]
        ops.append(("l", *end))
        ops += [("c", a, b, c, d, x, y) for a, b, c, d, x, y in back]
        ops.append(("h",))
    return ops


def _cubics(lines: Grid) -> list[list[list[float]]]:
    """The curves of ``smooth`` through each line's points."""
    around = lines[:, [0, *range(lines.shape[1]), -1]]
    a, b, c, d = around[:, :-3], around[:, 1:-2], around[:, 2:-1], around[:, 3:]
    curves: list[list[list[float]]] = np.concatenate((b + (c - a) / 6, c - (d - b) / 6, c), axis=2).tolist()
    return curves


def engrave(
    box: tuple[float, float, float, float],
    gap: float,
    tone: Tone,
    bend: Tone | None = None,
    step: float = 2.2,
) -> list[Op]:
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
    ops: list[Op] = []
    for upper, lower, cut in zip((at + half).tolist(), (at - half).tolist(), half <= 0.018, strict=True):
        start = 0
        for end in (*np.flatnonzero(cut).tolist(), len(places)):
            if end - start > 1:
                ops.append(("m", places[start], upper[start]))
                ops += zip(repeat("l"), places[start + 1 : end], upper[start + 1 : end])
                ops += zip(repeat("l"), places[start:end][::-1], lower[start:end][::-1])
                ops.append(("h",))
            start = end + 1
    return ops


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
