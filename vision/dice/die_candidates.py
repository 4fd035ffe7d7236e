"""Where dice may be in a picture: spots that may be pips, and the patches shaped like a die around them.

    spots = find_spots(image_bgr)               # each with the colour around it
    patch = die_patch_at(image_bgr, spots, 0)   # the die the first one lies on, or None

White is light in all three channels and a coloured plastic is not; black is dark in all of them. So light spots are
looked for in the least of a pixel's channels and dark ones in the greatest, whatever the lamp's colour. A die is what
has the colour around its pips and not the colour of the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.picture.homography import Floats
from vision.picture.opencv_setup import cv2

Bytes = NDArray[np.uint8]


# --- colours --------------------------------------------------------------------------------------------------------


def lab_of(image_bgr: Bytes) -> NDArray[np.uint8]:
    """CIELAB with 0 to 255 in each channel: what differs alike looks as different."""
    return np.asarray(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2LAB), np.uint8)


def pip_channel(image_bgr: Bytes, light: bool) -> Bytes:
    """The channel that tells white (or black) from any colour; pips are bright in it either way."""
    b, g, r = cv2.split(image_bgr)
    if light:
        return np.asarray(cv2.min(cv2.min(b, g), r), np.uint8)
    return np.asarray(cv2.bitwise_not(cv2.max(cv2.max(b, g), r)), np.uint8)


# --- spots that may be pips -----------------------------------------------------------------------------------------


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
            self.centres_px[index],
            self.diameters_px[index],
            around=self.around[index],
            light=self.light[index],
            even=self.even[index],
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
        return Spots(
            np.empty((0, 2)), np.empty(0), around=np.empty((0, 3)), light=np.empty(0, np.bool_), even=np.empty(0)
        )
    return Spots(
        np.concatenate([one.centres_px for one in parts]),
        np.concatenate([one.diameters_px for one in parts]),
        around=np.concatenate([one.around for one in parts]),
        light=np.concatenate([one.light for one in parts]),
        even=np.concatenate([one.even for one in parts]),
    )


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
    found = Spots(
        (centres + 0.5) * step, longer[index] * step, around=around, light=np.full(len(index), light), even=even
    )
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


# --- patches shaped like a die --------------------------------------------------------------------------------------


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
    return DiePatch(patch, mask, hull_px=hull, corner_px=corner, step=step, light=bool(found.light[one]))


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
