"""Dark squares in white rims: where a QR code is, long before its modules can be told apart.

Blurred by a module and a half, a code is one dark blob and its quiet zone a bright rim around it, whatever it says,
however it is turned, and down to half a pixel a module. Thresholds at several fractions of the white nearby give the
nested dark areas around every point; one with a code's area and a square's second moments is a candidate. Its moments
also undo the foreshortening (up to a turn), because a parallelogram of them is a square seen from the side.

On photos of printed cards this finds every code whose quiet zone is in sight, where outlines of cards lose those cut
by the picture's edge, overlapped, or on pale tables (docs/scanning.md).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.picture.homography import Floats
from vision.picture.opencv_setup import cv2
from vision.picture.sampling import Pyramid, resized
from vision.sighting import MODULES

FINE_PX = 0.6
"""Pixels a module the blobs are looked for at: fewer, and the rim closes; more costs time."""
SIZE_STEP = 1.6
"""Between the sizes looked for where nothing is known; candidates.py knows how far each search reaches."""
BLUR_MODULES = 1.4
FRACTIONS = (0.6, 0.72, 0.8, 0.84, 0.88)
"""Of the white nearby. Darker ones found nothing else, and brighter ones little but noise, which takes long. The
smallest codes have the narrowest span between a code that hangs together and a rim that is still open, near white."""
PALE_FRACTIONS = (0.88, 0.94, 0.965)
"""The same where pale print is looked for: in overexposed pictures a code is hardly darker than its paper."""
INK_SHARES = (0.25, 0.4, 0.55, 0.7)
"""Of the darkest nearby: where a blob ends, however pale its ink is."""
INK_SIDES = 0.8
"""Sides of a code that count as nearby there: further away something black would set the scale."""
LEAST_INK = 0.04
"""Of the white nearby, the darkest has to be off by as much: paler is noise."""
STRIP_PIXELS = 240_000
"""Parts are counted strip by strip: in 16 bits and out of the processor's own memory, which takes half the time."""
LEAST_AREA, MOST_AREA = 0.42, 2.7
"""Of the area a code of the size meant has."""
LONGEST = 2.7
"""Sides of a code, along a blob's bounding box."""
SOLID = 0.62
"""Area squared over that of the parallelogram with the same moments: 1 for a square, 0.91 for a disk."""
LONGEST_AXIS = 16.0
"""Squared trace over determinant of the moments: 4 for a square, 16 for one seen from 75 degrees."""


@dataclass(frozen=True, eq=False)
class Blobs:
    """n places that may be codes.

    ``centres_px`` (n, 2); ``shapes_px`` (n, 2, 2) maps the square from -0.5 to 0.5, turned somehow, to the blob.
    ``small`` is the picture they were seen in, ``scale`` (2,) its pixels in one of the picture looked at.
    """

    centres_px: Floats
    shapes_px: Floats
    small: NDArray[np.uint8]
    scale: Floats

    def __len__(self) -> int:
        return len(self.centres_px)

    def of(self, chosen: NDArray[np.bool_]) -> Blobs:
        """Some of them."""
        return replace(self, centres_px=self.centres_px[chosen], shapes_px=self.shapes_px[chosen])

    @property
    def sizes_px(self) -> Floats:
        """(n,) the root of each one's area."""
        return np.asarray(np.sqrt(np.abs(np.linalg.det(self.shapes_px))), np.float64)


def find_blobs(pyramid: Pyramid, px_per_module: float, *, pale: bool = False) -> Blobs:
    """Places that may be codes whose modules are about so many pixels large, in a grey picture.

    With ``pale`` those printed or photographed so palely that no fixed share of the white nearby tells them from it.
    """
    height, width = pyramid.levels[0].shape
    factor = FINE_PX / px_per_module
    size = max(8, round(width * factor)), max(8, round(height * factor))
    small = resized(pyramid, size)
    side = MODULES * FINE_PX
    relative = _relative(small, side)
    measured = [_measured(relative, fraction, side) for fraction in (PALE_FRACTIONS if pale else FRACTIONS)]
    if pale:
        ink = _ink(relative, side)
        measured += [_measured(ink, 1 - share, side) for share in INK_SHARES]
    found = _distinct(np.concatenate(measured))
    scale = np.array([width / size[0], height / size[1]])
    spread = np.stack([found[:, 2], found[:, 3], found[:, 3], found[:, 4]], axis=1).reshape(-1, 2, 2)
    spread *= scale[:, None] * scale[None, :]
    values, vectors = np.linalg.eigh(spread)
    root = vectors @ (np.sqrt(np.maximum(12 * values, 1e-9))[:, :, None] * vectors.transpose(0, 2, 1))
    return Blobs(found[:, :2] * scale, root, small, 1 / scale)


def _relative(small: Any, side: float) -> Any:
    """The picture as a fraction of the white around each point, 255 for white itself."""
    blurred = cv2.GaussianBlur(small, (0, 0), BLUR_MODULES * FINE_PX)
    reach = int(1.5 * side) | 1
    white = cv2.blur(cv2.dilate(blurred, np.ones((reach, reach), np.uint8)), (reach, reach))
    return cv2.divide(blurred, white, scale=255.0)


def _ink(relative: Any, side: float) -> Any:
    """255 for the white nearby, 0 for the darkest nearby."""
    reach = int(INK_SIDES * side) | 1
    darkest = cv2.blur(cv2.erode(relative, np.ones((reach, reach), np.uint8)), (reach // 2 | 1, reach // 2 | 1))
    span = np.maximum(255 - np.asarray(darkest, np.float32), 255 * LEAST_INK)
    share = (255 - np.asarray(relative, np.float32)) / span
    return np.asarray(np.clip(255 * (1 - share), 0, 255), np.uint8)


def _measured(relative: Any, fraction: float, side: float) -> Floats:
    """(n, 6): centre x y, second moments xx xy yy, area of each dark part that may be a code."""
    _, dark = cv2.threshold(relative, 255 * fraction, 1, cv2.THRESH_BINARY_INV)
    height, width = dark.shape
    overlap = int(LONGEST * side) + 2
    rows = max(2 * overlap, STRIP_PIXELS // width)
    found = [_parts(dark[top : top + rows + overlap], top, side) for top in range(0, max(1, height - overlap), rows)]
    return np.concatenate(found)


def _parts(dark: Any, top: int, side: float) -> Floats:
    """The same of one strip that begins ``top`` rows down. What its edges cut is whole in the strip before or after."""
    left, down, wide_px, high_px = cv2.boundingRect(dark)
    if not wide_px:
        return np.zeros((0, 6))
    # Around what is dark lies plain table, often most of the picture. Parts are numbered by blocks of two by two
    # pixels: begun at an even one, they come in the same order as without the cut.
    left, down, right, bottom = left & ~1, down & ~1, left + wide_px, down + high_px
    dark, top = dark[down:bottom, left:right], top + down
    _, labels, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8, ltype=cv2.CV_16U)
    area = stats[:, 4]
    some = np.flatnonzero((area > LEAST_AREA * side**2) & (area < MOST_AREA * side**2))
    wide, high, area = stats[some, 2], stats[some, 3], stats[some, 4]
    fits = (np.maximum(wide, high) < LONGEST * side) & (area > 0.42 * wide * high) & (some > 0)
    rows = []
    for one in some[fits].tolist():
        x, y, w, h, size = stats[one].tolist()
        part = (labels[y : y + h, x : x + w] == one).view(np.uint8)
        moments = cv2.moments(part, True)
        xx, xy, yy = (moments[name] / size for name in ("mu20", "mu11", "mu02"))
        spread = xx * yy - xy * xy
        if spread > 0 and size * size > SOLID * 144 * spread and (xx + yy) ** 2 < LONGEST_AXIS * spread:
            rows.append(
                (left + x + moments["m10"] / size + 0.5, top + y + moments["m01"] / size + 0.5, xx, xy, yy, size)
            )
    return np.array(rows, np.float64).reshape(-1, 6)


def _distinct(rows: Floats) -> Floats:
    """One of those that differ by less than a pixel and a fifth of the area: neighbouring fractions see the same."""
    # By pixels, as in a table of thousands of tiles all with all would be a thousand million pairs.
    at: dict[tuple[int, int], list[tuple[float, float, float]]] = defaultdict(list)
    kept = []
    places = zip(rows[:, 0].tolist(), rows[:, 1].tolist(), np.log(rows[:, 5]).tolist(), strict=True)
    for index, (x, y, size) in enumerate(places):
        column, row = int(x), int(y)
        near = (
            other
            for i in (column - 1, column, column + 1)
            for j in (row - 1, row, row + 1)
            if (i, j) in at
            for other in at[i, j]
        )
        if not any(abs(x - u) < 1 and abs(y - v) < 1 and abs(size - large) < 0.2 for u, v, large in near):
            at[column, row].append((x, y, size))
            kept.append(index)
    return rows[kept]
