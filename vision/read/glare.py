"""Looking through a reflection: a lamp or a window in a sleeve veils a code, brightly on one side, less on the other.

Where the veil is not white itself, what lies under it is still there, but fainter than the veil changes across the
code. Taken relative to the mean nearby, and in shares of how much it varies nearby, the code is whole again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.picture.homography import Floats
from vision.picture.opencv_setup import cv2
from vision.picture.sampling import Pyramid
from vision.read.alignment import GLARE
from vision.read.closed_set import Reading, read_squares
from vision.read.symbol_index import SymbolIndex
from vision.search import candidates
from vision.search.candidates import SizeSearch
from vision.sighting import MODULES

NEAR = 0.9
"""Sides of a code: as far from a place's middle there has to be a glare, or nothing is to be looked through."""
REACH = 1.4
"""Sides of a code around a place's middle that are looked at: half a code alone is found beside its middle."""
MOST_PX = 2.0
"""Pixels a module that are plenty."""
NEARBY_MODULES = 3.0
"""Standard deviation of the window that counts as nearby."""
LEAST_SPREAD = 3.0
"""Grey levels: what varies less is noise and is not raised further."""
GREY, SPREAD = 128, 60
LOOKED_FOR = (1.1, 1.35)
"""A search is certain for codes somewhat larger than meant (candidates.py); half a rim is found by one of them."""


@dataclass(frozen=True, eq=False)
class VeiledPart:
    """A part of a picture made even. ``scale`` and ``corner_px`` say where it is from."""

    even: NDArray[np.uint8]
    scale: float
    corner_px: Floats
    px_per_module: float

    def read(self, index: SymbolIndex) -> list[tuple[Reading, Floats]]:
        """What is believed there, with its corners (4, 2) in the picture."""
        pyramid = Pyramid([self.even])
        everywhere = np.ones((candidates.CELLS + 1, candidates.CELLS + 1), np.bool_)
        looks = [
            candidates.find_candidates(pyramid, SizeSearch(self.px_per_module / one, everywhere))[0]
            for one in LOOKED_FOR
        ]
        found = read_squares(pyramid, np.concatenate(looks), index)
        return [(one, one.quad_px / self.scale + self.corner_px) for one in found if one is not None and one.accepted]


def veiled_part(grey: NDArray[np.uint8], middle_px: Floats, module_px: float) -> VeiledPart | None:
    """The surroundings of a place (2,) that may be a code under a reflection, its modules so many pixels large; None
    where nothing glares."""
    side = module_px * MODULES
    if not (_part_around(grey, middle_px, NEAR * side)[0] >= GLARE).any():
        return None
    part, corner = _part_around(grey, middle_px, REACH * side)
    scale = min(1.0, MOST_PX / module_px)
    if scale < 1:
        # At the picture's edge, or beyond, there may be little of it: never nothing.
        size = tuple(max(1, round(one * scale)) for one in part.shape[::-1])
        part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
    return VeiledPart(_evened(part, NEARBY_MODULES * module_px * scale), scale, corner, module_px * scale)


def _part_around(grey: NDArray[np.uint8], middle_px: Floats, reach_px: float) -> tuple[NDArray[np.uint8], Floats]:
    """A part of the picture, and where it begins."""
    height, width = grey.shape
    low = np.clip(np.floor(middle_px - reach_px), 0, (width - 1, height - 1)).astype(int)
    high = np.clip(np.ceil(middle_px + reach_px), low + 1, (width, height)).astype(int)
    return grey[low[1] : high[1], low[0] : high[0]], low.astype(np.float64)


def _evened(grey: NDArray[np.uint8], nearby_px: float) -> NDArray[np.uint8]:
    bright = grey.astype(np.float32)
    mean = cv2.GaussianBlur(bright, (0, 0), nearby_px)
    square = cv2.GaussianBlur(bright * bright, (0, 0), nearby_px)
    spread = np.sqrt(np.maximum(np.asarray(square) - np.asarray(mean) ** 2, LEAST_SPREAD**2))
    return np.asarray(np.clip(GREY + SPREAD * (bright - mean) / spread, 0, 255), np.uint8)
