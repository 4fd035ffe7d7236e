"""A card brought upright: its picture at a fixed size, evened in light, and its place made exact.

A card's own frame is the rectangle 0..1; its proportions do not matter, because corners go to corners. Units: pixels
of the picture with (0, 0) the outer corner of the first, quads clockwise from the card's top left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]
Evened = NDArray[np.float32]
"""(h, w, 3): brightness, red to green, blue to yellow, each about its surroundings in shares of their brightness."""
InSight = NDArray[np.bool_]
Size = tuple[int, int]
"""Width and height in pixels."""
SMALL: Size = (48, 66)
MIDDLE: Size = (64, 88)
LARGE: Size = (128, 176)
AROUND = 1 / 7
"""Of a card's width: how far its surroundings reach."""
PLANES = np.array([[1 / 3, 1 / 3, 1 / 3], [0, -0.7, 0.7], [0.5, -0.25, -0.25]], np.float32)
"""Brightness, red to green, blue to yellow out of blue, green, red."""
DARKEST = 24.0
"""Added to the brightness that is divided by, so that black does not become noise."""
SHADE = 0.03
"""Of a card's width: so far beside a card that lies on it the card below is dark or hidden as well."""
MOST_MOVED = 0.14
"""Of a side, how far a corner may move while a place is made exact."""


class Levels:
    """A picture at halved sizes, so that a large card is not sampled with gaps."""

    def __init__(self, image_bgr: Picture) -> None:
        self._levels = [image_bgr]

    def straight(self, quad_px: Floats, size: Size) -> Picture:
        """The card at a quad as an upright picture (h, w, 3)."""
        area = abs(cv2.contourArea(quad_px.astype(np.float32)))
        shrink = np.sqrt(area / (size[0] * size[1]))
        level = int(np.clip(np.floor(np.log2(max(shrink, 1.0) * 1.2)), 0, 6))
        picture = self._level(level)
        scale = np.array(picture.shape[1::-1]) / self._levels[0].shape[1::-1]
        # OpenCV counts from the middle of a pixel.
        to = cv2.getPerspectiveTransform(_pixels(quad_px * scale), _pixels(rectangle(size)))
        way = cv2.INTER_LINEAR
        return np.asarray(cv2.warpPerspective(picture, to, size, flags=way, borderMode=cv2.BORDER_REPLICATE), np.uint8)

    def _level(self, level: int) -> Picture:
        while len(self._levels) <= level:
            height, width = self._levels[-1].shape[:2]
            size = max(1, width // 2), max(1, height // 2)
            self._levels.append(np.asarray(cv2.resize(self._levels[-1], size, interpolation=cv2.INTER_AREA), np.uint8))
        return self._levels[level]


def evened(straight_bgr: Picture) -> Evened:
    """A straightened card without what the light does to it."""
    planes = np.asarray(cv2.transform(straight_bgr.astype(np.float32), PLANES), np.float32)
    reach = straight_bgr.shape[1] * AROUND
    mean = cv2.blur(planes, (2 * int(reach) + 1, 2 * int(reach) + 1), borderType=cv2.BORDER_REFLECT)
    planes -= mean
    planes /= mean[..., :1] + DARKEST
    return planes


def card_width_px(quad_px: Floats) -> float:
    """The mean width of a card, its short sides, straight or aslant as it is seen."""
    # Asked for thousands of quads a photo: plain numbers are several times as quick as arrays of four.
    a, b, c, d = quad_px.tolist()
    short, long = math.dist(a, b) + math.dist(c, d), math.dist(b, c) + math.dist(d, a)
    area = abs((c[0] - a[0]) * (d[1] - b[1]) - (c[1] - a[1]) * (d[0] - b[0])) / 2
    return math.sqrt(area * short / max(long, 1e-6))


def widened(quad_px: Floats, times: float) -> Floats:
    """The quad of a card so many times as wide and as high about the same middle, in the card's own plane."""
    to = cv2.getPerspectiveTransform(rectangle((2, 2)) - 1, quad_px.astype(np.float32))
    wider = ((rectangle((2, 2)) - 1) * times).astype(np.float64)
    return np.asarray(cv2.perspectiveTransform(wider[None], to)[0], np.float64)


def in_sight(quad_px: Floats, over_px: Sequence[Floats], size: Size) -> InSight:
    """(h, w) which part of a straightened card no other card lies on, those at the quads ``over_px``."""
    to = cv2.getPerspectiveTransform(_pixels(quad_px), _pixels(rectangle(size)))
    hidden = np.zeros(size[::-1], np.uint8)
    for quad in over_px:
        there = cv2.perspectiveTransform((quad[None] - 0.5).astype(np.float64), to)[0]
        if np.abs(there).max() < 20 * max(size):  # beyond that it is no neighbour
            cv2.fillConvexPoly(hidden, np.rint(there).astype(np.int32), 255)
    reach = 2 * round(size[0] * SHADE) + 1
    return np.asarray(cv2.dilate(hidden, np.ones((reach, reach), np.uint8)) == 0, np.bool_)


def made_exact(face: Evened, card: Evened, quad_px: Floats, sight: InSight | None = None) -> Floats | None:
    """The quad moved so that the card in it lies on the face as well as it can (ECC), None where they do not meet.

    Only what is in ``sight`` counts.

    G. Evangelidis and E. Psarakis, "Parametric image alignment using enhanced correlation coefficient maximization",
    IEEE PAMI 30 (2008).
    """
    height, width = face.shape[:2]
    start = np.eye(3, dtype=np.float32)
    ending = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 20, 1e-3)
    try:
        plane = np.ascontiguousarray(face[..., 0]), np.ascontiguousarray(card[..., 0])
        shown = None if sight is None else sight.astype(np.uint8) * 255
        _, moved = cv2.findTransformECC(*plane, start, cv2.MOTION_HOMOGRAPHY, ending, shown)
    except cv2.error:  # nothing in common, or the steps led away
        return None
    corners = _pixels(rectangle((width, height)))
    now = cv2.perspectiveTransform(corners[None].astype(np.float64), moved.astype(np.float64))[0]
    if not np.isfinite(now).all() or np.abs(now - corners).max() > MOST_MOVED * height:
        return None
    back = cv2.getPerspectiveTransform(corners, quad_px.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(now[None], back)[0], np.float64)


def unbent(face: Evened, card: Picture, card_evened: Evened) -> Picture:
    """A straightened card drawn onto a face of the same size as far as a bend does, not as far as a figure does."""
    return bent_back(card, bend_of(face, card_evened))


def bend_of(face: Evened, card_evened: Evened) -> NDArray[np.float32]:
    """(h // 8, w // 8, 2): how many pixels the card's print lies beside the face's.

    It is smoothed over a fifth of the card, so that what is printed differently stays different. The flow: T. Kroeger
    et al., "Fast optical flow using dense inverse search", ECCV 2016.
    """
    height, width = face.shape[:2]
    search = cv2.DISOpticalFlow.create(cv2.DISOPTICAL_FLOW_PRESET_FAST)
    flow = np.asarray(
        search.calc(_grey(face), _grey(card_evened), np.zeros((height, width, 2), np.float32)), np.float32
    )
    weight = np.abs(face[..., 0]) + 1e-3
    # Averaged over squares first: a wide blur of every pixel would take longer than all the rest.
    weighed = np.empty((height, width, 3), np.float32)
    weighed[..., :2], weighed[..., 2] = flow * weight[..., None], weight
    squares = cv2.resize(weighed, (width // 8, height // 8), interpolation=cv2.INTER_AREA)
    coarse = cv2.GaussianBlur(squares, (0, 0), width / 8 / 6)
    return np.asarray(coarse[..., :2] / coarse[..., 2:], np.float32)


def bent_back(card: Picture, bend: NDArray[np.float32]) -> Picture:
    """A straightened card without its bend, as ``bend_of`` gives it."""
    height, width = card.shape[:2]
    smooth = cv2.resize(bend, (width, height), interpolation=cv2.INTER_CUBIC)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    moved = cv2.remap(card, x + smooth[..., 0], y + smooth[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def _grey(card: Evened) -> Picture:
    return np.asarray(np.clip(card[..., 0] * 110 + 128, 0, 255), np.uint8)


def rectangle(size: Sequence[int]) -> NDArray[np.float32]:
    """The corners (4, 2) of a picture of that size."""
    width, height = size
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)


def _pixels(points: Floats | NDArray[np.float32]) -> NDArray[np.float32]:
    return (points - 0.5).astype(np.float32)
