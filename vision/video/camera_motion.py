"""How the camera moved between two frames, told from the picture of the table: a homography, in a few milliseconds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.picture.homography import Homography
from vision.picture.opencv_setup import cv2

SMALL_PX = 480
POINTS = 160
FEWEST = 14
TRUE_PX = 2.0
CHANGED_GREY = 40
"""By so much a place is another than before; the table's texture, moved by half a pixel, stays below it."""
CHANGED_PX = 60
"""A code a hand's breadth away, in the small picture: fewer changed pixels are no card turned up."""


@dataclass(frozen=True, eq=False)
class SmallFrame:
    """A frame made small, (h, w) uint8 grey; ``scale`` are full pixels in one of its own, along x and y."""

    image: NDArray[np.uint8]
    scale: tuple[float, float]


def small_frame(grey: NDArray[np.uint8], width: int, height: int) -> SmallFrame:
    """A grey picture, possibly reduced already, of a frame of ``width`` x ``height``."""
    factor = min(1.0, SMALL_PX / max(grey.shape))
    size = (max(1, round(grey.shape[1] * factor)), max(1, round(grey.shape[0] * factor)))
    made = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    return SmallFrame(made, (width / size[0], height / size[1]))


def camera_motion(before: SmallFrame, after: SmallFrame) -> Homography | None:
    """The homography (3, 3) from full pixels of the frame before to those of the frame after; None where it cannot be
    told: too few points are followed, or they do not agree."""
    if before.image.shape != after.image.shape:
        return None
    if np.array_equal(before.image, after.image):
        return np.eye(3)
    found = cv2.goodFeaturesToTrack(before.image, POINTS, 0.01, 8)
    if found is None or len(found) < FEWEST:
        return None
    there, ok = _flow(before, after, found)
    back, ok_back = _flow(after, before, there)
    # What does not lead back to where it came from was followed wrongly.
    true = (ok.ravel() > 0) & (ok_back.ravel() > 0) & (np.abs(back - found).max(axis=(1, 2)) < 0.7)
    if true.sum() < FEWEST:
        return None
    homography, inliers = cv2.findHomography(found[true], there[true], cv2.RANSAC, TRUE_PX)
    if homography is None or inliers.sum() < max(FEWEST, 0.5 * true.sum()):
        return None
    to_before, to_after = np.diag([*(1 / np.array(before.scale)), 1.0]), np.diag([*after.scale, 1.0])
    return np.asarray(to_after @ homography @ to_before, np.float64)


def scene_changed(before: SmallFrame, after: SmallFrame, moved: Homography) -> bool:
    """Whether something was laid, taken or moved on the table between two frames; ``moved`` is the camera's motion."""
    to_small, to_full = np.diag([*(1 / np.array(after.scale)), 1.0]), np.diag([*before.scale, 1.0])
    size = after.image.shape[::-1]
    there = to_small @ moved @ to_full
    carried = cv2.warpPerspective(before.image, there, size, flags=cv2.INTER_LINEAR)
    inside = cv2.warpPerspective(np.full_like(before.image, 255), there, size, flags=cv2.INTER_NEAREST)
    differs = (cv2.absdiff(cv2.blur(carried, (3, 3)), cv2.blur(after.image, (3, 3))) > CHANGED_GREY) & (inside > 0)
    # Edges that are a pixel off are thin, what was turned up is not.
    whole = cv2.erode(differs.astype(np.uint8), np.ones((3, 3), np.uint8))
    return bool(whole.sum() >= CHANGED_PX)


def _flow(here: SmallFrame, there: SmallFrame, points: Any) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    """Where the points (n, 1, 2) of one picture are in the other, and which were found."""
    # The stubs do not know that the first guess may be None.
    flow: Any = cv2.calcOpticalFlowPyrLK
    found, ok, _ = flow(here.image, there.image, points, None, winSize=(17, 17), maxLevel=4)
    return found, ok
