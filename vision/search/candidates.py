"""Where codes may be in a picture, near and far: quads good to about a module, for the closed-set reader.

    for search in all_sizes(shape): quads, likeness = find_candidates(pyramid, search)

Blobs (blobs.py) say where something dark and square in a white rim is; the parts all symbols share (finder_patterns.py)
say how it is turned. Whatever is found is only a candidate: the reader decides.

Once a few codes are known, their plane (table_plane.py) says how large the others may be at each place: between two
bounds. A search for one size covers a range of sizes; what several searches leave uncovered somewhere is searched for
there and nowhere else (``next_size``), and what does not fit the plane, or is one of the codes known, is not even
turned.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.picture import homography
from vision.picture.homography import Floats
from vision.picture.opencv_setup import cv2
from vision.picture.sampling import Pyramid
from vision.search import blobs, finder_patterns
from vision.search.table_plane import Plane
from vision.sighting import MODULES

Mask = NDArray[np.bool_]
Box = tuple[int, int, int, int]
"""left, top, right, bottom, in pixels."""


# --- which sizes to search for, and where -----------------------------------------------------------------------------


FINEST_PX = 0.75
"""Pixels a module of the smallest codes searched for; the search reaches a quarter below."""
LEAST_PX = 0.5
"""The smallest codes searched for where a plane says that they are so small."""
SMALLER, LARGER = 1.05, 1.55
"""A search certainly finds codes up to these factors smaller and larger than meant: with fewer pixels a dark card close
around the code's rim closes it, and what is larger than its blobs may be is left to another search."""
PART_COST = 1.5
"""How much more than its cells a part of the picture costs, for what is around it."""
NEARLY = 1.02
CELLS = 8
"""The picture is searched in so many by so many cells, whose corners stand for what is around them."""
ALIGNED = 32
"""Parts of the picture begin at multiples of this, so that they can be cut from its halves too."""
LARGEST_PART = 0.7
"""Of the picture: where parts take more, it is searched as a whole."""


@dataclass(frozen=True, eq=False)
class SizeSearch:
    """A search for one size; ``cells`` (CELLS + 1, CELLS + 1) are the cells' corners it covers.

    With ``pale`` it is for print, or photos, too pale for the first look, and takes half as long again.
    """

    px_per_module: float
    cells: Mask
    pale: bool = False

    @property
    def whole(self) -> bool:
        return bool(self.cells.all())


def all_sizes(shape: tuple[int, ...]) -> list[SizeSearch]:
    """What to search for where nothing is known, coarse to fine: a code is at most the picture."""
    found = [FINEST_PX]
    while found[-1] * blobs.SIZE_STEP * MODULES * 1.2 < min(shape[:2]):
        found.append(found[-1] * blobs.SIZE_STEP)
    everywhere = np.ones((CELLS + 1, CELLS + 1), np.bool_)
    return [SizeSearch(size, everywhere) for size in reversed(found)]


def next_size(table: Plane, shape: tuple[int, ...], searched: Sequence[SizeSearch]) -> SizeSearch | None:
    """The largest size codes in a known plane may have somewhere and nobody searched for there; None for no more."""
    low, high = (
        one.reshape(CELLS + 1, CELLS + 1) for one in table.module_px_range(_cell_corners(shape).reshape(-1, 2))
    )
    least = np.maximum(LEAST_PX, low)
    left = np.minimum(high, min(shape[:2]) / MODULES)
    for search in sorted(searched, key=lambda one: -one.px_per_module):
        size = search.px_per_module
        covered = search.cells & (left > size / SMALLER * NEARLY) & (left < size * LARGER * NEARLY)
        left = np.where(covered, size / SMALLER, left)
    needed = left > least * NEARLY
    if not needed.any():
        return None
    size = _cheapest(least[needed], left[needed])
    return SizeSearch(size, needed & (left > size / SMALLER))


def _cheapest(least: Floats, left: Floats) -> float:
    """The next size for places (n,) with these bounds.

    Where one search can cover them all, it may be cheaper as two, the second only where codes are smallest: a search
    costs what its picture has pixels.
    """
    most, fewest = float(left.max()), float(least.min()) * SMALLER
    if fewest < most / LARGER:
        return most / LARGER
    sizes = np.geomspace(fewest, max(fewest, most / SMALLER), 5)
    rest = (least[None, :] < sizes[:, None] / SMALLER / NEARLY).sum(axis=1)
    cost = len(left) / sizes**2 + PART_COST * rest / fewest**2
    return float(sizes[cost.argmin()])


def search_boxes(search: SizeSearch, shape: tuple[int, ...]) -> list[Box]:
    """The parts of the picture a search covers, with as much around them as codes of its size need."""
    height, width = shape[:2]
    everything = (0, 0, width, height)
    if search.whole:
        return [everything]
    grid = search.cells[:-1, :-1] | search.cells[1:, :-1] | search.cells[:-1, 1:] | search.cells[1:, 1:]
    pad = int(2 * MODULES * search.px_per_module)
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


def _cell_corners(shape: tuple[int, ...]) -> Floats:
    """(CELLS + 1, CELLS + 1, 2) corners of the cells."""
    height, width = shape[:2]
    x, y = np.meshgrid(np.linspace(0, width, CELLS + 1), np.linspace(0, height, CELLS + 1))
    return np.stack([x, y], axis=2)


# --- what is found there --------------------------------------------------------------------------------------------


REACH = 1.35
"""Sizes that differ by less count as one."""
LEAST_LIKENESS = 0.62
"""Of a candidate with the parts all symbols share, -1 to 1."""
SAME_MODULES = 4.0
"""Candidates of about the same size whose middles are no further apart are one place."""
OFF_SIZE = 1.2
"""A candidate's size is known up to this factor, ..."""
OFF_BLOB = 1.35
"""... a blob's up to this one: what lies around it may darken its rim."""
ON_KNOWN = 0.3
"""Of a known code's side: a blob whose middle is so near its own is that code."""


def find_candidates(
    pyramid: Pyramid, search: SizeSearch, known_px: Floats | None = None, table: Plane | None = None
) -> tuple[Floats, Floats]:
    """Candidates of about this size in a grey picture: quads (n, 4, 2) and how much each looks like a code (n,).

    None of the codes known, (n, 4, 2), and nothing that does not lie in their plane.
    """
    parts = [
        _located(pyramid, box, search, known_px=known_px, table=table) for box in search_boxes(search, _shape(pyramid))
    ]
    quads, likeness = (np.concatenate(one) for one in zip(*parts, strict=True))
    if table is None or not len(quads):
        return quads, likeness
    fits = table.fits(quads, OFF_SIZE)
    return quads[fits], likeness[fits]


def _located(
    pyramid: Pyramid, box: Box, search: SizeSearch, known_px: Floats | None, table: Plane | None
) -> tuple[Floats, Floats]:
    part, corner = _part(pyramid, box)
    found = blobs.find_blobs(part, search.px_per_module, pale=search.pale)
    middle = found.centres_px + corner
    wanted = np.ones(len(found), np.bool_)
    if known_px is not None and len(known_px):
        apart = np.linalg.norm(middle[:, None] - known_px.mean(axis=1)[None], axis=2)
        wanted &= ~(apart < ON_KNOWN * homography.area_roots(known_px)[None]).any(axis=1)
    if table is not None:
        low, high = table.module_px_range(middle)
        wanted &= (found.sizes_px > low * MODULES / OFF_BLOB) & (found.sizes_px < high * MODULES * OFF_BLOB)
    contrast = finder_patterns.PALE_CONTRAST if search.pale else finder_patterns.LEAST_CONTRAST
    quads, likeness = finder_patterns.orient_blobs(found.of(wanted), contrast)
    good = likeness >= LEAST_LIKENESS
    return quads[good] + corner, likeness[good]


def _part(pyramid: Pyramid, box: Box) -> tuple[Pyramid, Floats]:
    """A part of a picture, cut where all of its halves have whole pixels, and where it begins."""
    height, width = _shape(pyramid)
    left, top, right, bottom = box
    if (right - left) * (bottom - top) == width * height:
        return pyramid, np.zeros(2)
    whole = [level for k, level in enumerate(pyramid.levels) if ALIGNED % 2**k == 0]
    halves = [level[top >> k : bottom >> k, left >> k : right >> k] for k, level in enumerate(whole)]
    return Pyramid(halves), np.array([left, top], np.float64)


def _shape(pyramid: Pyramid) -> tuple[int, int]:
    height, width = pyramid.levels[0].shape
    return height, width


def distinct_places(quads_px: Floats, likeness: Floats) -> NDArray[np.int64]:
    """The indices of the most likely candidate at each place, for each size seen there."""
    order = np.argsort(-likeness)
    middle, size = quads_px.mean(axis=1), homography.area_roots(quads_px) / MODULES
    kept: list[int] = []
    # By squares no smaller than any reach: each is compared with what is kept in its own and those around it.
    squares = np.floor(middle / (SAME_MODULES * size.max(initial=1e-9))).astype(np.int64).tolist()
    at: dict[tuple[int, int], list[int]] = defaultdict(list)
    for one in order.tolist():
        column, row = squares[one]
        others = np.array(
            [
                other
                for i in range(column - 1, column + 2)
                for j in range(row - 1, row + 2)
                for other in at.get((i, j), ())
            ],
            np.int64,
        )
        apart = np.linalg.norm(middle[others] - middle[one], axis=1)
        alike = np.abs(np.log(size[others] / size[one])) < np.log(REACH)
        if not (alike & (apart < SAME_MODULES * size[one])).any():
            at[column, row].append(one)
            kept.append(one)
    return np.array(kept, np.int64)
