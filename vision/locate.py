"""Where codes may be in a picture, near and far: quads good to about a module, for the closed-set reader.

    quads, likeness = locate(pyramid, 1.2)

Blobs (blobs.py) say where something dark and square in a white rim is; the parts all symbols share (outline.py) say
how it is turned. Whatever is found is only a candidate: the reader decides. Once codes are known, their plane says how
large the others are where, and what does not fit is not even looked at.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision import blobs, outline, plane
from vision.plane import Plane
from vision.warp import Pyramid

Floats = NDArray[np.float64]

MODULES = blobs.MODULES
FINEST_PX = 0.75
"""Pixels a module of the smallest codes looked for; the search reaches a quarter below."""
LEAST_PX = 0.5
"""The smallest codes looked for where a plane says that they are so small."""
REACH = 1.35
"""A search finds codes up to this factor smaller or larger, ..."""
SURE_REACH = 1.2
"""... and certainly up to this one."""
LEAST_LIKENESS = 0.62
"""Of a candidate with the parts all symbols share, -1 to 1."""
NEARLY = 1.02
SAME_MODULES = 4.0
"""Candidates of about the same size whose middles are no further apart are one place."""
OFF_SIZE = 1.2
"""A candidate's size is known up to this factor."""
CELLS = 8
"""The picture is looked at in so many by so many cells, to see which of them a size may occur in."""
ALIGNED = 32
"""Parts of the picture begin at multiples of this, so that they can be cut from its halves too."""
Box = tuple[int, int, int, int]


def ladder(shape: tuple[int, ...]) -> list[float]:
    """The pixels a module to look for where nothing is known, coarse to fine: a code is at most the picture."""
    found = [FINEST_PX]
    while found[-1] * blobs.STEP * MODULES * 1.2 < min(shape[:2]):
        found.append(found[-1] * blobs.STEP)
    return found[::-1]


def next_size(table: Plane, shape: tuple[int, ...], looked: Sequence[float]) -> float | None:
    """The largest pixels a module that codes in a known plane may have and nobody ``looked`` for; None for no more."""
    low, high = table.range(_cells(shape).reshape(-1, 2))
    least = max(LEAST_PX, float(low.min()))
    left = min(float(high.max()), min(shape[:2]) / MODULES)
    while left > least * NEARLY:
        covering = [one for one in looked if one / SURE_REACH * NEARLY < left < one * SURE_REACH * NEARLY]
        if not covering:
            return max(left / SURE_REACH, math.sqrt(left * least))
        left = min(covering) / SURE_REACH
    return None


def where(table: Plane, shape: tuple[int, ...], px_per_module: float) -> Box | None:
    """The part of the picture, (left, top, right, bottom), codes of about this size may lie in; None for nowhere."""
    cells = _cells(shape)
    low, high = table.range(cells.reshape(-1, 2))
    may = ((low < px_per_module * REACH) & (high > px_per_module / REACH)).reshape(CELLS + 1, CELLS + 1)
    if not may.any():
        return None
    # A cell's corner stands for the cells around it.
    rows, columns = np.flatnonzero(may.any(axis=1)), np.flatnonzero(may.any(axis=0))
    height, width = shape[:2]
    pad = int(2 * MODULES * px_per_module)
    left, right = (columns[0] - 1) * width // CELLS - pad, (columns[-1] + 1) * width // CELLS + pad
    top, bottom = (rows[0] - 1) * height // CELLS - pad, (rows[-1] + 1) * height // CELLS + pad
    left, top = (max(0, one) // ALIGNED * ALIGNED for one in (left, top))
    right, bottom = (-(-one // ALIGNED) * ALIGNED for one in (right, bottom))
    return left, top, min(width, right), min(height, bottom)


def locate(pyramid: Pyramid, px_per_module: float, table: Plane | None = None) -> tuple[Floats, Floats]:
    """Candidates of about this size in a grey picture: quads (n, 4, 2) and how much each looks like a code (n,)."""
    shape = pyramid.levels[0].shape
    if table is None:
        return _located(pyramid, px_per_module)
    box = where(table, shape, px_per_module)
    if box is None:
        return np.zeros((0, 4, 2)), np.zeros(0)
    part, corner = _part(pyramid, box)
    quads, likeness = _located(part, px_per_module)
    quads = quads + corner
    fits = table.fits(quads, OFF_SIZE)
    return quads[fits], likeness[fits]


def _located(pyramid: Pyramid, px_per_module: float) -> tuple[Floats, Floats]:
    found = blobs.find(pyramid, px_per_module)
    quads, likeness = outline.turned(pyramid, found, px_per_module)
    good = likeness >= LEAST_LIKENESS
    return quads[good], likeness[good]


def _part(pyramid: Pyramid, box: Box) -> tuple[Pyramid, Floats]:
    """A part of a picture, cut where all of its halves have whole pixels, and where it begins."""
    height, width = pyramid.levels[0].shape
    left, top, right, bottom = box
    if (right - left) * (bottom - top) > 0.8 * width * height:
        return pyramid, np.zeros(2)
    whole = [level for k, level in enumerate(pyramid.levels) if ALIGNED % 2**k == 0]
    halves = [level[top >> k : bottom >> k, left >> k : right >> k] for k, level in enumerate(whole)]
    return Pyramid(halves), np.array([left, top], np.float64)


def _cells(shape: tuple[int, ...]) -> Floats:
    """(CELLS + 1, CELLS + 1, 2) corners of the cells."""
    height, width = shape[:2]
    x, y = np.meshgrid(np.linspace(0, width, CELLS + 1), np.linspace(0, height, CELLS + 1))
    return np.stack([x, y], axis=2)


def distinct(quads_px: Floats, likeness: Floats) -> NDArray[np.int64]:
    """The indices of the most likely candidate at each place, for each size seen there."""
    order = np.argsort(-likeness)
    middle, size = quads_px.mean(axis=1), plane.sizes(quads_px) / MODULES
    kept: list[int] = []
    for one in order:
        others = np.array(kept, np.int64)
        apart = np.linalg.norm(middle[others] - middle[one], axis=1)
        alike = np.abs(np.log(size[others] / size[one])) < np.log(REACH)
        if not (alike & (apart < SAME_MODULES * size[one])).any():
            kept.append(int(one))
    return np.array(kept, np.int64)
