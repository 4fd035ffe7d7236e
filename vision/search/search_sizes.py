"""Which sizes of codes were looked for where in a picture, and which are left.

Once a few codes are known, their plane says how large the others may be at each place: between two bounds. A look at
one size covers a range of sizes; what several looks leave uncovered somewhere is looked for there and nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2
from vision.search import blobs
from vision.search.table_plane import Plane

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Box = tuple[int, int, int, int]
"""left, top, right, bottom, in pixels."""

FINEST_PX = 0.75
"""Pixels a module of the smallest codes looked for; the search reaches a quarter below."""
LEAST_PX = 0.5
"""The smallest codes looked for where a plane says that they are so small."""
SMALLER, LARGER = 1.05, 1.55
"""A look certainly finds codes up to these factors smaller and larger than meant: with fewer pixels a dark card close
around the code's rim closes it, and what is larger than its blobs may be is left to another look."""
PART_COST = 1.5
"""How much more than its cells a part of the picture costs, for what is around it."""
NEARLY = 1.02
CELLS = 8
"""The picture is looked at in so many by so many cells, whose corners stand for what is around them."""
ALIGNED = 32
"""Parts of the picture begin at multiples of this, so that they can be cut from its halves too."""
LARGEST_PART = 0.7
"""Of the picture: where parts take more, it is looked at as a whole."""


@dataclass(frozen=True, eq=False)
class SizeSearch:
    """A search for one size; ``at`` (CELLS + 1, CELLS + 1) are the cells' corners it covers."""

    px_per_module: float
    at: Mask

    @property
    def whole(self) -> bool:
        return bool(self.at.all())


def all_sizes(shape: tuple[int, ...]) -> list[SizeSearch]:
    """What to look for where nothing is known, coarse to fine: a code is at most the picture."""
    found = [FINEST_PX]
    while found[-1] * blobs.SIZE_STEP * blobs.MODULES * 1.2 < min(shape[:2]):
        found.append(found[-1] * blobs.SIZE_STEP)
    everywhere = np.ones((CELLS + 1, CELLS + 1), np.bool_)
    return [SizeSearch(size, everywhere) for size in reversed(found)]


def next_size(table: Plane, shape: tuple[int, ...], looked: Sequence[SizeSearch]) -> SizeSearch | None:
    """The largest size codes in a known plane may have somewhere and nobody looked for there; None for no more."""
    low, high = (one.reshape(CELLS + 1, CELLS + 1) for one in table.range(_cell_corners(shape[:2]).reshape(-1, 2)))
    least = np.maximum(LEAST_PX, low)
    left = np.minimum(high, min(shape[:2]) / blobs.MODULES)
    for look in sorted(looked, key=lambda one: -one.px_per_module):
        size = look.px_per_module
        covered = look.at & (left > size / SMALLER * NEARLY) & (left < size * LARGER * NEARLY)
        left = np.where(covered, size / SMALLER, left)
    needed = left > least * NEARLY
    if not needed.any():
        return None
    size = _cheapest(least[needed], left[needed])
    return SizeSearch(size, needed & (left > size / SMALLER))


def _cheapest(least: Floats, left: Floats) -> float:
    """The next size for places (n,) with these bounds.

    Where one look can cover them all, it may be cheaper as two, the second only where codes are smallest: a look costs
    what its picture has pixels.
    """
    most, fewest = float(left.max()), float(least.min()) * SMALLER
    if fewest < most / LARGER:
        return most / LARGER
    sizes = np.geomspace(fewest, max(fewest, most / SMALLER), 5)
    rest = (least[None, :] < sizes[:, None] / SMALLER / NEARLY).sum(axis=1)
    cost = len(left) / sizes**2 + PART_COST * rest / fewest**2
    return float(sizes[cost.argmin()])


def search_boxes(look: SizeSearch, shape: tuple[int, ...]) -> list[Box]:
    """The parts of the picture a look is at, with as much around them as codes of its size need."""
    height, width = shape[:2]
    everything = (0, 0, width, height)
    if look.whole:
        return [everything]
    grid = look.at[:-1, :-1] | look.at[1:, :-1] | look.at[:-1, 1:] | look.at[1:, 1:]
    pad = int(2 * blobs.MODULES * look.px_per_module)
    found: list[Box] = []
    count, _, stats, _ = cv2.connectedComponentsWithStats(grid.astype(np.uint8), connectivity=8)
    for column, row, wide, high, _ in stats[1:count].tolist():
        left, right = column * width // CELLS - pad, (column + wide) * width // CELLS + pad
        top, bottom = row * height // CELLS - pad, (row + high) * height // CELLS + pad
        left, top = (max(0, one) // ALIGNED * ALIGNED for one in (left, top))
        right, bottom = (-(-one // ALIGNED) * ALIGNED for one in (right, bottom))
        found.append((left, top, min(width, right), min(height, bottom)))
    area = sum((right - left) * (bottom - top) for left, top, right, bottom in found)
    return found if area < LARGEST_PART * width * height else [everything]


@lru_cache(maxsize=8)
def _cell_corners(shape: tuple[int, int]) -> Floats:
    """(CELLS + 1, CELLS + 1, 2) corners of the cells."""
    height, width = shape
    x, y = np.meshgrid(np.linspace(0, width, CELLS + 1), np.linspace(0, height, CELLS + 1))
    return np.stack([x, y], axis=2)
