"""Many small squares of a picture at once: their projective maps, and soft values sampled through them.

A symbol's own coordinates run from -1 to 1 across its modules, the quiet zone lies outside. A map H (3, 3) takes them
to pixels of the picture, (0, 0) the outer corner of its first pixel.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.picture.homography import Floats, side_lengths
from vision.picture.opencv_setup import cv2

Soft = NDArray[np.float32]

BEYOND = 0.6
"""How far beyond paper and ink brightness is believed, in shares of their contrast."""


@dataclass(frozen=True, eq=False)
class Pyramid:
    """A picture and its halves, each made when first needed."""

    levels: list[NDArray[np.uint8]]

    def level(self, index: int) -> NDArray[np.uint8]:
        """The picture halved ``index`` times. An odd last row or column is left out, so coordinates halve exactly."""
        while len(self.levels) <= index:
            last = self.levels[-1]
            even = last[: last.shape[0] // 2 * 2, : last.shape[1] // 2 * 2]
            half = cv2.resize(even, (even.shape[1] // 2, even.shape[0] // 2), interpolation=cv2.INTER_AREA)
            self.levels.append(np.asarray(half, np.uint8))
        return self.levels[index]

    @property
    def deepest(self) -> int:
        """How often the picture can be halved and still be one."""
        return max(0, int(math.log2(max(1, min(self.levels[0].shape)))) - 3)


def levels_for(quads_px: Floats, modules: int, pyramid: Pyramid, least_px: float) -> NDArray[np.int64]:
    """(n,) how often to halve the picture for each quad.

    A module is sampled once, so a picture of more than twice ``least_px`` pixels a module is halved first.
    """
    module_px = side_lengths(quads_px).min(axis=1) / modules
    with np.errstate(divide="ignore", invalid="ignore"):
        wanted = np.floor(np.log2(module_px / least_px))
    return np.asarray(np.clip(np.nan_to_num(wanted, nan=0.0), 0, pyramid.deepest), np.int64)


def sample(pyramid: Pyramid, levels: NDArray[np.int64], h: Floats, points: Floats) -> tuple[Soft, NDArray[np.bool_]]:
    """Brightness (n, k) at the symbols' own points (k, 2), and which of them lie in the picture."""
    map_ = h.astype(np.float32).reshape(-1, 9, 1)
    u, v = points.astype(np.float32).T
    height, width = pyramid.levels[0].shape
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        bottom = map_[:, 6] * u + map_[:, 7] * v + map_[:, 8]
        x = (map_[:, 0] * u + map_[:, 1] * v + map_[:, 2]) / bottom
        y = (map_[:, 3] * u + map_[:, 4] * v + map_[:, 5]) / bottom
        inside = (bottom > 0) & (x >= 0) & (y >= 0) & (x <= width) & (y <= height)
    if not inside.all():
        x[~inside] = y[~inside] = 0.0
    values = np.empty(x.shape, np.float32)
    for level in np.unique(levels):
        mine = slice(None) if (levels == level).all() else levels == level
        scale = np.float32(0.5**level)
        values[mine] = cv2.remap(
            pyramid.level(int(level)),
            x[mine] * scale - np.float32(0.5),
            y[mine] * scale - np.float32(0.5),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return values, inside


def clip_outliers(values: Soft) -> tuple[Soft, NDArray[np.bool_]]:
    """Brightness with what is far brighter than the paper or darker than the ink taken back, and where it was.

    A lamp's reflection outshines the code it lies on: without this it is all that a correlation sees.
    """
    some = np.sort(values[:, ::5], axis=1)
    ink, paper = (some[:, int(share * some.shape[1])][:, None] for share in (0.1, 0.75))
    beyond = BEYOND * (paper - ink) + 4
    kept = np.clip(values, ink - beyond, paper + beyond)
    return kept, kept != values


def resized(pyramid: Pyramid, size: tuple[int, int]) -> NDArray[np.uint8]:
    """The picture at (width, height), made from the nearest of its halves that is larger."""
    width = pyramid.levels[0].shape[1]
    halved = max(0, min(pyramid.deepest, math.floor(math.log2(max(1.0, width / size[0])))))
    larger = pyramid.level(halved)
    smaller = size[0] < larger.shape[1]
    made = cv2.resize(larger, size, interpolation=cv2.INTER_AREA if smaller else cv2.INTER_LINEAR)
    return np.asarray(made, np.uint8)
