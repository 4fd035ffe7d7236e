"""The shape of a die in a picture: what has the colour around its pips and not the colour of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.dice.pip_spots import PIPS_ACROSS, Spots, lab_of
from vision.picture.opencv_setup import cv2

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

COARSE_PX = 76
"""Side of the square cut around a spot, in which its die is about 20 pixels wide, ..."""
FINE_PX = 104
"""... and of the one cut around the die then, ..."""
ROOM = 1.9
"""... which is so many times as wide as the die."""
REACH = 2.1
"""Sides of a die around one of its pips in which all of it is in sight, and something of the table too."""
COLOURED = 14.0
"""Chroma in CIELAB from which on the tone of light counts little: the sides of a die are darker than its top."""
LIGHTNESS = (0.16, 0.75)
"""How much lightness counts against chroma, for coloured and for black plastic."""
SAME = 20.0
"""Spots whose surroundings differ by less may be of one die."""
TABLE_SAMPLES = 28
SOLID = (0.72, 0.88)
"""Of its convex hull, what a die fills at least: at first glance, and looked at closely."""
OTHER = 9.0
"""What is nearer to the die's colour than this is not taken for the table's, wherever it is."""
SIDES = (0.55, 2.1)
"""Square root of the area seen, over the side guessed from a pip."""


@dataclass(frozen=True, eq=False)
class DiePatch:
    """A die-like patch: its picture, what of it is die, its convex outline, and the way back to the whole picture.

    A point p of the patch lies at ``corner_px + p * step`` in the picture looked at.
    """

    image: Bytes
    mask: NDArray[np.bool_]
    hull_px: Floats
    corner_px: Floats
    step: float
    light: bool

    def to_picture(self, points: Floats) -> Floats:
        return points * self.step + self.corner_px


def die_patch_at(image_bgr: Bytes, found: Spots, one: int) -> DiePatch | None:
    """The die the spot ``one`` lies on, or None where what is around it is not shaped like one."""
    side = PIPS_ACROSS * float(found.diameters_px[one])
    near = np.abs(found.centres_px - found.centres_px[one]).max(axis=1) < 1.2 * side
    near &= found.light == found.light[one]
    near &= np.linalg.norm((found.around - found.around[one]) * (0.4, 1, 1), axis=1) < SAME
    protos = found.around[near][:6]
    middle = found.centres_px[one]
    rough = _cut_square(image_bgr, middle, REACH * side, COARSE_PX)
    if rough is None:
        return None
    outline = _die_outline(rough[0], protos, (COARSE_PX / 2, COARSE_PX / 2), SOLID[0])
    if outline is None:
        return None
    _, hull = outline
    low, high = hull.min(axis=0), hull.max(axis=0)
    width = float((high - low).max()) * rough[2]
    if not SIDES[0] * side < np.sqrt(cv2.contourArea(hull.astype(np.float32))) * rough[2] < SIDES[1] * side:
        return None
    if low.min() <= 1 or high.max() >= COARSE_PX - 2:
        return None
    again = _cut_square(image_bgr, (low + high) / 2 * rough[2] + rough[1], ROOM * width / 2, FINE_PX)
    if again is None:
        return None
    patch, corner, step = again
    at = (middle - corner) / step
    outline = _die_outline(patch, protos, (float(at[0]), float(at[1])), SOLID[1])
    if outline is None:
        return None
    mask, hull = outline
    if hull.min() <= 1 or hull.max() >= FINE_PX - 2:
        return None
    return DiePatch(patch, mask, hull, corner, step, bool(found.light[one]))


def _cut_square(image: Bytes, middle: Floats, half: float, side_px: int) -> tuple[Bytes, Floats, float] | None:
    """A square of the picture at another size; None where it reaches beyond the picture by more than a little."""
    low = np.floor(middle - half).astype(int)
    size = int(np.ceil(2 * half))
    high = low + size
    inner_low, inner_high = np.maximum(low, 0), np.minimum(high, image.shape[1::-1])
    if (inner_high - inner_low < 0.6 * size).any() or size < 8:
        return None
    part = image[inner_low[1] : inner_high[1], inner_low[0] : inner_high[0]]
    before, after = inner_low - low, high - inner_high
    if before.any() or after.any():
        rim = (before[1], after[1], before[0], after[0])
        part = np.asarray(cv2.copyMakeBorder(part, *rim, cv2.BORDER_REPLICATE), np.uint8)
    way = cv2.INTER_AREA if size > side_px else cv2.INTER_CUBIC
    patch = cv2.resize(part, (side_px, side_px), interpolation=way)
    return np.asarray(patch, np.uint8), low.astype(np.float64), size / side_px


def _die_outline(
    patch: Bytes, protos: Floats, seed: tuple[float, float], solid: float
) -> tuple[NDArray[np.bool_], Floats] | None:
    """What of a patch is die, holes filled, and its convex hull (n, 2)."""
    lab = lab_of(patch).astype(np.float32)
    # What is darker than any of it may still be its side.
    lab[..., 0] = np.maximum(lab[..., 0], protos[:, 0].min())
    chroma = float(np.linalg.norm(np.median(protos, axis=0)[1:] - 128))
    weight = np.array([LIGHTNESS[0] if chroma > COLOURED else LIGHTNESS[1], 1, 1], np.float32)
    pixels = (lab * weight).reshape(-1, 3)
    die = _nearest(pixels, protos.astype(np.float32) * weight)
    table = _nearest(pixels, _border(lab, protos, weight) * weight)
    near: NDArray[Any] = ((die < table) & (die < 34)).reshape(lab.shape[:2]).astype(np.uint8)
    # Pips are holes: fill them before what is thin, such as the rim of a shadow, is taken away.
    near = cv2.morphologyEx(near, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    around, _ = cv2.findContours(near, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(near, around, -1, 1, -1)
    near = cv2.morphologyEx(near, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, label, _, _ = cv2.connectedComponentsWithStats(near, connectivity=4)
    if count < 2:
        return None
    side = patch.shape[0]
    reach = side // 12
    x, y = (int(np.clip(round(one), reach, side - reach - 1)) for one in seed)
    there = np.bincount(label[y - reach : y + reach + 1, x - reach : x + reach + 1].ravel(), minlength=count)
    there[0] = 0
    if not there.any():
        return None
    shape = (label == int(there.argmax())).astype(np.uint8)
    # A pip at the edge opens to the table.
    shape = cv2.morphologyEx(shape, cv2.MORPH_CLOSE, np.ones((side // 16, side // 16), np.uint8))
    contours, _ = cv2.findContours(shape, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    contour = max(contours, key=len)
    hull = cv2.convexHull(contour)
    if len(hull) < 4 or cv2.contourArea(contour) < solid * cv2.contourArea(hull):
        return None
    mask = np.zeros_like(shape)
    cv2.drawContours(mask, [hull], -1, 1, -1)  # a pip at the edge may look like the table
    # Contours run through the middles of the outermost pixels.
    points = hull[:, 0].astype(np.float64)
    middle = points.mean(axis=0)
    ways = points - middle
    return mask.astype(bool), points + 0.5 * ways / np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-6)


def _border(lab: NDArray[np.float32], protos: Floats, weight: NDArray[np.float32]) -> NDArray[np.float32]:
    """Colours at the border of a patch, as far as they are not the die's own."""
    edge = np.concatenate(
        [lab[:3].reshape(-1, 3), lab[-3:].reshape(-1, 3), lab[:, :3].reshape(-1, 3), lab[:, -3:].reshape(-1, 3)]
    )
    some = edge[:: max(1, len(edge) // TABLE_SAMPLES)]
    apart = _nearest(some * weight, protos.astype(np.float32) * weight)
    kept = some[apart > OTHER]
    return np.asarray(kept if len(kept) > 5 else some, np.float32)


def _nearest(pixels: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far each pixel (n, 3) is from the nearest of the others."""
    nearest = ((others**2).sum(axis=1)[:, None] - 2 * others @ pixels.T).min(axis=0)
    return np.asarray(np.sqrt(np.maximum(nearest + (pixels**2).sum(axis=1), 0)), np.float32)
