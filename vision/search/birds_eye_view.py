"""The table from above: what a few codes tell about it straightens a picture taken from the side, and more are found.

From a steep side a code is three times as long as it is high, and a blur that closes it one way closes its white rim
the other. The codes that were found say how the table lies: how large each is gives the horizon (table_plane.py), and
that all of them are squares gives the rest (Hartley and Zisserman, Multiple View Geometry, 2nd ed., section 2.7). So
the picture is brought, small, to a view from straight above, in which all codes are squares of one size.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.picture.homography import Floats
from vision.picture.opencv_setup import cv2
from vision.picture.sampling import Pyramid
from vision.search import candidates
from vision.search.candidates import SizeSearch
from vision.search.table_plane import Plane
from vision.sighting import MODULES

STEEP = 1.9
"""How much longer than high a code may be somewhere before it is worth the time."""
VIEW_PX = 1.2
"""Pixels a module in the view from above."""
LEAST_SEEN_PX = 0.55
"""Parts where a module has fewer in the picture are left out."""
MOST_PIXELS = 6_000_000
GRID_CELLS = 16
COARSE = 32
"""Pixels of the view from above that are taken from the same half of the picture."""
GREY = 128
"""Of what lies outside the picture."""
_HALF = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])


@dataclass(frozen=True, eq=False)
class BirdsEyeView:
    """``down`` (3, 3) takes the picture's pixels to those of the view from above, ``size_px`` (width, height)."""

    down: Floats
    size_px: tuple[int, int]
    table: Plane

    def find_candidates(self, pyramid: Pyramid) -> tuple[Floats, Floats]:
        """Candidates as ``candidates.find_candidates`` gives them, quads (n, 4, 2) in the picture itself."""
        view = self.straightened(pyramid)
        everywhere = SizeSearch(VIEW_PX, np.ones((candidates.CELLS + 1, candidates.CELLS + 1), np.bool_))
        quads, likeness = candidates.find_candidates(Pyramid([view]), everywhere)
        quads = _mapped(_inverse(self.down), quads)
        sound = np.flatnonzero(np.isfinite(quads).all(axis=(1, 2)))
        fits = sound[self.table.fits(quads[sound], candidates.OFF_SIZE)]
        return quads[fits], likeness[fits]

    def straightened(self, pyramid: Pyramid) -> NDArray[np.uint8]:
        """The table from above. Each part comes from that half of the picture which is just fine enough for it."""
        width, height = self.size_px
        coarse = (width // COARSE + 1, height // COARSE + 1)
        x, y = np.meshgrid(*((np.arange(one) + 0.5) * COARSE for one in coarse))
        places = _mapped(_inverse(self.down), np.column_stack([x.ravel(), y.ravel()]))
        module_px = np.nan_to_num(self.table.module_px_range(places)[0]).reshape(coarse[::-1])
        wanted = np.clip(np.log2(np.maximum(module_px, 1e-3) / VIEW_PX), 0, pyramid.deepest).astype(np.uint8)
        level = np.kron(wanted, np.ones((COARSE, COARSE), np.uint8))[:height, :width]
        made = np.full((height, width), GREY, np.uint8)
        for one in np.unique(wanted).tolist():
            picture = pyramid.level(one)
            # OpenCV counts from pixel centres, our coordinates from outer corners.
            warp = np.linalg.inv(_HALF) @ self.down @ np.diag([2.0**one, 2.0**one, 1.0]) @ _HALF
            part = cv2.warpPerspective(
                picture, warp, (width, height), borderMode=cv2.BORDER_CONSTANT, borderValue=(GREY,)
            )
            cv2.copyTo(part, np.asarray(level == one, np.uint8), made)
        return made


def view_from_above(table: Plane, quads_px: Floats, shape: tuple[int, ...]) -> BirdsEyeView | None:
    """The view from above of the plane of codes (n, 4, 2); None where the picture is as good as one already."""
    horizon = table.form / np.abs(table.form).max()
    flat = _mapped(np.vstack([np.eye(3)[:2], horizon]), quads_px)
    a, b, c, d = flat.transpose(1, 0, 2)
    edges = np.stack([(b - a + c - d) / 2, (d - a + c - b) / 2], axis=2)
    spread = np.median(edges @ edges.transpose(0, 2, 1), axis=0)
    values, vectors = np.linalg.eigh(spread)
    if not np.isfinite(spread).all() or values[0] <= 0:
        return None
    straight = vectors @ np.diag(MODULES * VIEW_PX / np.sqrt(values)) @ vectors.T
    down = np.block([[straight, np.zeros((2, 1))], [np.zeros((1, 2)), np.eye(1)]]) @ np.vstack([np.eye(3)[:2], horizon])
    seen = _points_in_sight(table, shape)
    if not len(seen) or _greatest_stretch(down, seen) < STEEP:
        return None
    mapped = _mapped(down, seen)
    low, high = mapped.min(axis=0), mapped.max(axis=0)
    size = np.ceil(high - low).astype(int) + 1
    if not np.isfinite(mapped).all() or min(size) < MODULES or math.prod(size.tolist()) > MOST_PIXELS:
        return None
    shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])
    return BirdsEyeView(shift @ down, (int(size[0]), int(size[1])), table)


def _points_in_sight(table: Plane, shape: tuple[int, ...]) -> Floats:
    """Points (n, 2) all over the part of the picture where codes are large enough."""
    height, width = shape[:2]
    x, y = np.meshgrid(np.linspace(0, width, GRID_CELLS + 1), np.linspace(0, height, GRID_CELLS + 1))
    points = np.column_stack([x.ravel(), y.ravel()])
    root = np.maximum(np.column_stack([points, np.ones(len(points))]) @ table.form, 0)
    return points[root**1.5 / table.modules >= LEAST_SEEN_PX]


def _greatest_stretch(down: Floats, points: Floats) -> float:
    """How much longer than high a square of the table looks at the most stretched of the points."""
    step = np.eye(2)
    here = _mapped(down, points)
    along = np.stack([_mapped(down, points + one) - here for one in step], axis=2)
    values = np.linalg.svd(along, compute_uv=False)
    return float((values[:, 0] / np.maximum(values[:, 1], 1e-9)).max())


def _mapped(h: Floats, points: Floats) -> Floats:
    """Points (..., 2) through a homography."""
    moved = points @ h[:, :2].T + h[:, 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(moved[..., :2] / moved[..., 2:], np.float64)


def _inverse(h: Floats) -> Floats:
    return np.asarray(np.linalg.inv(h), np.float64)
