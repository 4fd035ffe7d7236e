"""Where whole cards may lie: outlines with four straight sides, whatever is on the card.

Edges, local brightness and what stands out from the table each give contours; a contour whose hull has four straight
sides of a card's proportions is a place. A card's corners are round, so its corners are where lines through the
middles of its sides meet. A picture is looked through in several sizes, each for the cards that are small there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]
FIRST_PX = 1400
"""The longest side of the smallest size a picture is looked at in."""
NEARLY_WHOLE = 0.65
LEAST_SIDE_PX = 26.0
"""The shorter side of a card, at least, in the size it is found in ..."""
MOST_SMALL_PX = 110.0
"""... and at most in every size but the smallest, where it was found already."""
PROPORTION = (0.95, 2.6)
"""Long sides to short ones, as seen: a card may lie aslant."""
SPREAD = 1.7
"""A side to the one across, at most: the near end of a card looks larger."""
SHARES = np.linspace(0, 1, 10, endpoint=False)
"""A straight piece of a hull counts by so many points, those of its corners alone would not weigh enough."""


def card_outlines(image_bgr: Picture) -> Floats:
    """Quads (n, 4, 2) in the picture's pixels that may be whole cards, clockwise, a short side first."""
    return _distinct([quad for quads, _ in _by_size(image_bgr) for quad in quads])


def outlines_coarse_to_fine(image_bgr: Picture) -> Iterator[tuple[Floats, float]]:
    """Quads as of ``card_outlines``, those of large cards first, each lot with how wide the cards of the next may be.

    Who knows from one lot how large the cards are need not look for the small ones: that takes longest.
    """
    for quads, next_px in _by_size(image_bgr):
        yield _distinct(quads), next_px


def _by_size(image_bgr: Picture) -> Iterator[tuple[list[Floats], float]]:
    height, width = image_bgr.shape[:2]
    scale = _whole(min(FIRST_PX / max(height, width), 2.0))
    most = float(max(height, width)) * scale
    while True:
        sized = _resized(image_bgr, scale)
        quads = [quad / scale for mask in _masks(sized) for quad in _quads(mask, most)]
        finer = _whole(min(scale * 2, 1.0)) if scale < 1 else 0.0
        yield [quad for quad in quads if not _is_frame(quad, width, height)], MOST_SMALL_PX / finer if finer else 0.0
        if not finer:
            return
        scale, most = finer, MOST_SMALL_PX


def _whole(scale: float) -> float:
    """The picture's own size where a scale comes near to it."""
    return 1.0 if NEARLY_WHOLE <= scale < 1 else scale


def _is_frame(quad: Floats, width: int, height: int) -> bool:
    """Whether a quad is the picture's own edge."""
    rim = 0.02 * max(width, height)
    x, y = quad[:, 0], quad[:, 1]
    at_edge = (x < rim).any(), (y < rim).any(), (x > width - rim).any(), (y > height - rim).any()
    return sum(map(bool, at_edge)) >= 3


def _resized(image: Picture, scale: float) -> Picture:
    if scale == 1:
        return image
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=way), np.uint8)


def _masks(image: Picture) -> Iterator[Picture]:
    """Pictures of lines and of areas whose contours may be a card's."""
    smooth = cv2.GaussianBlur(image, (0, 0), 1.0)
    dx, dy = _steepest(np.asarray(smooth, np.uint8))
    for low, high in ((20, 60), (50, 130), (110, 260)):
        yield np.asarray(cv2.dilate(cv2.Canny(dx, dy, low, high), np.ones((3, 3), np.uint8)), np.uint8)
    light = cv2.cvtColor(smooth, cv2.COLOR_BGR2GRAY)
    for reach in (51, 151):
        for kind, offset in ((cv2.THRESH_BINARY, -6), (cv2.THRESH_BINARY_INV, 6)):
            yield np.asarray(
                cv2.adaptiveThreshold(light, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, reach, offset), np.uint8
            )
    for plane in (light, cv2.cvtColor(smooth, cv2.COLOR_BGR2HSV)[..., 1]):
        cut = cv2.threshold(plane, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1]
        yield np.asarray(cut, np.uint8)
        yield np.asarray(255 - cut, np.uint8)


def _steepest(smooth: Picture) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """How steeply a picture changes across and down, in whichever of its colours does most.

    One colour after the other: all three at once would take half a gigabyte for twelve megapixels.
    """
    dx, dy = (np.zeros(smooth.shape[:2], np.int16) for _ in range(2))
    most = np.full(smooth.shape[:2], -1, np.int16)
    for colour in cv2.split(smooth):
        across, down = cv2.Sobel(colour, cv2.CV_16S, 1, 0), cv2.Sobel(colour, cv2.CV_16S, 0, 1)
        strength = np.abs(across) + np.abs(down)  # at most 2,040: it fits
        steeper = cv2.compare(strength, most, cv2.CMP_GT)
        for kept, new in ((dx, across), (dy, down), (most, strength)):
            cv2.copyTo(new, steeper, kept)
    return dx, dy


def _quads(mask: Picture, most_px: float) -> Iterator[Floats]:
    least_area = LEAST_SIDE_PX**2 * 1.2
    for contour in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
        if len(contour) < 3 * LEAST_SIDE_PX:
            continue
        *_, width, height = cv2.boundingRect(contour)
        if min(width, height) < LEAST_SIDE_PX or min(width, height) > 2 * most_px:
            continue
        quad = _quad(contour, least_area)
        if quad is None:
            continue
        if np.linalg.norm(quad[1] - quad[0]) <= most_px:
            yield quad


def _quad(contour: Any, least_area: float) -> Floats | None:
    """The four sides a contour's hull has, None where it has others or is no card's."""
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    if area < least_area:
        return None
    around = cv2.arcLength(hull, True)
    corners = next(
        (one for share in (0.03, 0.05, 0.08) if len(one := cv2.approxPolyDP(hull, share * around, True)) == 4), None
    )
    if corners is None:
        return None
    quad = _straight_sides(hull[:, 0].astype(np.float64), corners[:, 0].astype(np.float64))
    if quad is None or not 0.92 < area / max(abs(cv2.contourArea(quad.astype(np.float32))), 1.0) < 1.04:
        return None
    return _as_card(quad)


def _straight_sides(hull: Floats, corners: Floats) -> Floats | None:
    """Corners where lines through the middles of the four sides meet."""
    turn = np.argsort(np.arctan2(*(corners - corners.mean(axis=0)).T[::-1]))
    begins = corners[turn]
    ways = np.roll(begins, -1, axis=0) - begins
    lengths = np.hypot(ways[:, 0], ways[:, 1])
    if lengths.min() < 12:
        return None
    ahead = np.roll(hull, -1, axis=0)
    dense = (hull + (ahead - hull) * SHARES[:, None, None]).reshape(-1, 2)
    u, v = ((dense[:, axis] - begins[:, axis, None]) for axis in (0, 1))
    dx, dy = (ways / lengths[:, None]).T[..., None]
    along, beside = (u * dx + v * dy) / lengths[:, None], np.abs(v * dx - u * dy)
    middles = (along > 0.12) & (along < 0.88) & (beside < 0.05 * lengths[:, None] + 1.5)
    if middles.sum(axis=1).min() < 4:
        return None
    points = dense.astype(np.float32)
    lines = [cv2.fitLine(points[middle], cv2.DIST_HUBER, 0, 0.01, 0.01).ravel() for middle in middles]
    quad = [_meeting(lines[number - 1], lines[number]) for number in range(4)]
    return None if any(one is None for one in quad) else np.array(quad)


def _meeting(one: Any, other: Any) -> tuple[float, float] | None:
    (a, b, x, y), (c, d, u, v) = one, other
    sine = a * d - b * c
    if abs(sine) < 0.2:
        return None
    along = ((u - x) * d - (v - y) * c) / sine
    return float(x + a * along), float(y + b * along)


def _as_card(quad: Floats) -> Floats | None:
    """The quad with a short side first, None where its proportions are no card's."""
    if not np.isfinite(quad).all() or not cv2.isContourConvex(quad.astype(np.float32)):
        return None
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    if sides[0] + sides[2] > sides[1] + sides[3]:
        quad, sides = np.roll(quad, 1, axis=0), np.roll(sides, 1)
    proportion = (sides[1] + sides[3]) / (sides[0] + sides[2] + 1e-6)
    spread = max(sides[0] / sides[2], sides[2] / sides[0], sides[1] / sides[3], sides[3] / sides[1])
    if not PROPORTION[0] <= proportion <= PROPORTION[1] or spread > SPREAD or sides.min() < LEAST_SIDE_PX * 0.8:
        return None
    return quad


def _distinct(quads: list[Floats]) -> Floats:
    """One of those that are nearly the same, the one that most agree with first."""
    if not quads:
        return np.empty((0, 4, 2))
    every = np.array(quads)
    middles, sizes = every.mean(axis=1), np.sqrt([abs(cv2.contourArea(one.astype(np.float32))) for one in every])
    near = np.abs(middles[:, None] - middles[None]).max(axis=2) < 0.05 * sizes[:, None]
    alike = near & (np.abs(sizes[None] / sizes[:, None] - 1) < 0.05)
    free, kept = np.ones(len(every), bool), []
    for index in np.argsort(-alike.sum(axis=1), kind="stable"):
        if free[index]:
            kept.append(np.median(_turned_alike(every[alike[index]], every[index]), axis=0))
            free &= ~alike[index]
    return np.array(kept)


def _turned_alike(quads: Floats, like: Floats) -> Floats:
    """Quads with their corners in the order of another's."""
    turned = np.stack([np.roll(quads, turns, axis=1) for turns in range(4)])
    best = np.abs(turned - like).sum(axis=(2, 3)).argmin(axis=0)
    return np.asarray(turned[best, np.arange(len(quads))], np.float64)
