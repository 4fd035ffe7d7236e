"""Where pips of dice may be: small round spots, light on something darker or dark on something lighter.

    found = spots(image_bgr)            # the likeliest first, each with the colour around it

White is light in all three channels and a coloured plastic is not; black is dark in all of them. So light spots are
looked for in the least of a pixel's channels and dark ones in the greatest, whatever the lamp's colour.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

LEVELS = 3
"""How often the picture is halved: spots of 4 to 11 pixels are found at each size."""
BLOCK = 21
"""Side of the square whose mean a pixel is compared with, ..."""
STEP = 9
"""... and by how much it has to differ, ..."""
SPOT_PART = 0.4
"""... of what the lightest nearby differs by as well: pips beside each other come apart."""
AREA = (9, 110)
LONG = 2.9
"""A pip seen at a slant is at most so many times longer than wide."""
FULL = 0.58
"""Of the box around it, what a pip fills at least; a disc fills 0.785."""
RING = 1.36
"""Of a spot's half width and height: where the plastic around it is looked at, ..."""
WAYS = 16
EVEN = 14.0
"""... and how far a place there may be from the middle colour, in CIELAB, to count as the same, ..."""
MOSTLY = 0.62
"""... and how many places have to."""
BEYOND = 1.4
"""Sides of a die from one of its pips, where most is no die any more."""
MOST_SPOTS = 1500
PIPS_ACROSS = 4.8
"""Diameters of a pip that make the side of a usual die."""


@dataclass(frozen=True, eq=False)
class Spots:
    """Middles (n, 2) and diameters (n,) in pixels of the picture looked at; CIELAB around each (n, 3)."""

    centres_px: Floats
    diameters_px: Floats
    around: Floats
    light: NDArray[np.bool_]
    even: Floats
    """How much of what is around it has one colour."""

    def __len__(self) -> int:
        return len(self.diameters_px)

    def of(self, index: NDArray[np.intp] | NDArray[np.bool_]) -> Spots:
        return Spots(
            self.centres_px[index], self.diameters_px[index], self.around[index], self.light[index], self.even[index]
        )


def find_spots(image_bgr: Bytes) -> Spots:
    """All spots of a picture; the same one may come at two sizes."""
    parts = []
    level = image_bgr
    for k in range(LEVELS):
        if min(level.shape[:2]) < 2 * BLOCK:
            break
        lab = lab_of(level)
        parts += [_level(pip_channel(level, light), lab, light, 2**k) for light in (True, False)]
        level = np.asarray(cv2.resize(level, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    if not parts:
        return Spots(np.empty((0, 2)), np.empty(0), np.empty((0, 3)), np.empty(0, np.bool_), np.empty(0))
    return Spots(
        np.concatenate([one.centres_px for one in parts]),
        np.concatenate([one.diameters_px for one in parts]),
        np.concatenate([one.around for one in parts]),
        np.concatenate([one.light for one in parts]),
        np.concatenate([one.even for one in parts]),
    )


def lab_of(image_bgr: Bytes) -> NDArray[np.uint8]:
    """CIELAB with 0 to 255 in each channel: what differs alike looks as different."""
    return np.asarray(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2LAB), np.uint8)


def pip_channel(image_bgr: Bytes, light: bool) -> Bytes:
    """The channel that tells white (or black) from any colour; pips are bright in it either way."""
    b, g, r = cv2.split(image_bgr)
    if light:
        return np.asarray(cv2.min(cv2.min(b, g), r), np.uint8)
    return np.asarray(cv2.bitwise_not(cv2.max(cv2.max(b, g), r)), np.uint8)


def _level(extreme_: Bytes, lab: Bytes, light: bool, step: int) -> Spots:
    grey = np.asarray(cv2.GaussianBlur(extreme_, (3, 3), 0.7), np.uint8)
    mean = cv2.blur(grey, (BLOCK, BLOCK))
    most = cv2.subtract(cv2.dilate(grey, np.ones((BLOCK, BLOCK), np.uint8)), mean)
    least = cv2.add(mean, np.maximum(cv2.convertScaleAbs(most, alpha=SPOT_PART), np.uint8(STEP)))
    above = cv2.compare(grey, least, cv2.CMP_GT)
    _, _, stats, middles = cv2.connectedComponentsWithStats(above, connectivity=4)
    width, height, area = (stats[1:, k].astype(np.float64) for k in (2, 3, 4))
    longer, shorter = np.maximum(width, height), np.minimum(width, height)
    good = (area >= AREA[0]) & (area <= AREA[1]) & (longer <= LONG * shorter)
    good &= area >= FULL * width * height * np.minimum(1, shorter / 5)
    index = np.flatnonzero(good)
    index = index[np.argsort(-area[index], kind="stable")[:MOST_SPOTS]]
    centres = np.asarray(middles[1:][index], np.float64)
    around, even = _around(lab, centres, width[index], height[index])
    found = Spots((centres + 0.5) * step, longer[index] * step, around, np.full(len(index), light), even)
    found = found.of(even >= MOSTLY)
    return found.of(_alone(lab, found, step))


def _alone(lab: Bytes, found: Spots, step: int) -> NDArray[np.bool_]:
    """Which spots lie on something small: farther away most is of another colour. Grain of wood and felt is not."""
    angle = np.arange(WAYS) * (2 * np.pi / WAYS)
    reach = BEYOND * PIPS_ACROSS * found.diameters_px[:, None] / step
    middle = found.centres_px / step - 0.5
    rows = np.clip(np.rint(middle[:, 1:] + reach * np.sin(angle)).astype(int), 0, lab.shape[0] - 1)
    columns = np.clip(np.rint(middle[:, :1] + reach * np.cos(angle)).astype(int), 0, lab.shape[1] - 1)
    off = (lab[rows, columns].astype(np.float64) - found.around[:, None]) * (0.5, 1, 1)
    return np.asarray((np.linalg.norm(off, axis=2) > EVEN).mean(axis=1) >= 0.55, np.bool_)


def _around(lab: Bytes, centres: Floats, width: Floats, height: Floats) -> tuple[Floats, Floats]:
    """The colour around spots (n, 3), and how much of the ring has it (n,)."""
    angle = np.arange(WAYS) * (2 * np.pi / WAYS)
    x = centres[:, :1] + (width[:, None] / 2 * RING + 0.8) * np.cos(angle)
    y = centres[:, 1:] + (height[:, None] / 2 * RING + 0.8) * np.sin(angle)
    rows = np.clip(np.rint(y).astype(int), 0, lab.shape[0] - 1)
    columns = np.clip(np.rint(x).astype(int), 0, lab.shape[1] - 1)
    ring = lab[rows, columns].astype(np.float64)
    if not len(ring):
        return np.empty((0, 3)), np.empty(0)
    middle = np.median(ring, axis=1)
    # A lamp mirrored nearby changes lightness more than tone.
    off = np.linalg.norm((ring - middle[:, None]) * (0.6, 1, 1), axis=2)
    return middle, np.asarray((off < EVEN).mean(axis=1), np.float64)
