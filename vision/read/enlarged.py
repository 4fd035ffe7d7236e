"""The general reader looking closer: at single places, or all over the picture, three times as large."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.backends import zxing
from vision.picture.opencv_setup import cv2
from vision.search import table_plane
from vision.sighting import Sighting

Floats = NDArray[np.float64]

ENLARGED = 3
"""Readers want two pixels a module and more; an enlarged picture has them."""
TILE_PX = 1600
"""Enlarged tile by tile, so that the memory stays small ..."""
OVERLAP_PX = 224
"""... and each code small enough to need it is whole in one of them: 29 modules of 5 pixels, on the diagonal."""
CROP_SIDES = 1.9
"""Of a code, to have its quiet zone at any turn."""


def read_enlarged(grey: NDArray[np.uint8], quads_px: Floats) -> Iterator[Sighting]:
    """What the general reader reads at single places (n, 4, 2), enlarged."""
    height, width = grey.shape
    for quad in quads_px:
        reach = CROP_SIDES / 2 * float(table_plane.area_roots(quad[None])[0])
        low = np.clip(np.floor(quad.mean(axis=0) - reach), 0, (width - 1, height - 1)).astype(int)
        high = np.clip(np.ceil(quad.mean(axis=0) + reach), low + 1, (width, height)).astype(int)
        yield from _read_larger(grey[low[1] : high[1], low[0] : high[0]], int(low[0]), int(low[1]))


def read_tiles_enlarged(grey: NDArray[np.uint8]) -> Iterator[Sighting]:
    """What it reads in the whole picture, enlarged; what overlaps comes twice."""
    height, width = grey.shape
    step = TILE_PX - OVERLAP_PX
    for y in range(0, max(1, height - OVERLAP_PX), step):
        for x in range(0, max(1, width - OVERLAP_PX), step):
            yield from _read_larger(grey[y : y + TILE_PX, x : x + TILE_PX], x, y)


def _read_larger(part: NDArray[np.uint8], x: int, y: int) -> Iterator[Sighting]:
    larger = cv2.resize(part, None, fx=ENLARGED, fy=ENLARGED, interpolation=cv2.INTER_CUBIC)
    for found in zxing.read(np.asarray(larger, np.uint8), enlarged=True):
        a, b, c, d = ((px / ENLARGED + x, py / ENLARGED + y) for px, py in found.corners_px)
        yield replace(found, corners_px=(a, b, c, d))
