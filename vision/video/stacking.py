"""Cards too far for one frame: frames of a still table registered as a whole and added on a finer grid.

    stack = FrameStack()
    stack.add(grey)                  # every frame while nothing moves on the table
    finer = stack.picture()          # (2 h, 2 w) uint8 grey; stack.to_newest() leads to the newest frame

A code of half a pixel a module has more in it than one frame shows: the hand's tremble samples the table between the
pixels, and adding takes the noise out. Nothing has to be found before: each frame is laid on the first by its whole
picture (shift and turn, by enhanced correlation; Evangelidis and Psarakis, PAMI 2008). A frame that does not fit, with
a hand in it, is left out; where several in a row do not, the camera has gone elsewhere and the stack begins anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.picture.homography import Homography
from vision.picture.opencv_setup import cv2

FINER = 2
FRAMES = 30
"""More add nothing that can be measured."""
SHARPENED, SHARPENED_PX = 2.0, 2.0
"""By how much, and over how many pixels of the finer grid, the mean is sharpened: the lens blurs, and what adding has
taken out is noise that would be sharpened too."""
REGISTERED_PX = 480
"""Long side of the pictures that are laid on each other."""
SMOOTHED_PX = 1.2
"""What is blurred alike is compared, not the noise of single frames."""
LEAST_FIT = 0.9
LEFT_OUT = 3
"""Frames in a row that may not fit."""
STEPS = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-4)

Grey = NDArray[np.uint8]
NOTHING: Grey = np.zeros((0, 0), np.uint8)


@dataclass(eq=False)
class FrameStack:
    """Frames (h, w) uint8 grey of one size, added up; ``count`` of them are in it."""

    count: int = 0
    left_out: int = 0
    size: tuple[int, int] = (0, 0)
    total: NDArray[np.uint16] = field(default_factory=lambda: NOTHING.astype(np.uint16))
    reference: Grey = field(default_factory=lambda: NOTHING)
    move: NDArray[np.float32] = field(default_factory=lambda: np.eye(2, 3, dtype=np.float32))
    """From the small reference to the small newest frame."""

    def clear(self) -> None:
        """Forget every frame: something moved."""
        self.count = self.left_out = 0
        self.total = NOTHING.astype(np.uint16)

    def add(self, grey: Grey) -> bool:
        """Lay a frame on those before; False where it does not fit and is left out, or the stack is full."""
        small = _small(grey)
        if self.count == 0 or grey.shape != self.size or self.left_out >= LEFT_OUT:
            self._begin(grey, small)
            return True
        move = _registered(self.reference, small, self.move)
        if move is None:
            self.left_out += 1
            return False
        self.move, self.left_out = move, 0
        if self.count >= FRAMES:
            return False
        self._add_up(grey, self._full(move))
        self.count += 1
        return True

    def picture(self) -> Grey:
        """The mean of all frames, sharpened, (FINER h, FINER w), where the first of them lay."""
        mean = cv2.convertScaleAbs(self.total, alpha=1 / max(1, self.count))
        soft = cv2.GaussianBlur(mean, (0, 0), SHARPENED_PX)
        return np.asarray(cv2.addWeighted(mean, 1 + SHARPENED, soft, -SHARPENED, 0), np.uint8)

    def to_newest(self) -> Homography:
        """(3, 3) from pixels of ``picture`` to pixels of the frame added last."""
        return _from_finer(self._full(self.move))

    def _begin(self, grey: Grey, small: Grey) -> None:
        self.clear()
        self.size, self.reference, self.count = (grey.shape[0], grey.shape[1]), small, 1
        self.move = np.eye(2, 3, dtype=np.float32)
        self.total = np.zeros((FINER * self.size[0], FINER * self.size[1]), np.uint16)
        self._add_up(grey, np.eye(3))

    def _add_up(self, grey: Grey, full: Homography) -> None:
        height, width = self.total.shape
        fine = cv2.warpAffine(
            grey,
            _from_finer(full)[:2],
            (width, height),
            flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        cv2.add(self.total, fine, dst=self.total, dtype=cv2.CV_16U)

    def _full(self, move: NDArray[np.float32]) -> Homography:
        """A motion between small pictures as one between frames, (3, 3); pixel middles are whole numbers in both."""
        height, width = self.size
        scale = np.diag([width / self.reference.shape[1], height / self.reference.shape[0], 1.0])
        scale[:2, 2] = (np.diag(scale)[:2] - 1) / 2
        full = scale @ np.vstack([move, [0, 0, 1]]) @ np.linalg.inv(scale)
        return np.asarray(full, np.float64)


def _small(grey: Grey) -> Grey:
    factor = min(1.0, REGISTERED_PX / max(grey.shape))
    size = (max(1, round(grey.shape[1] * factor)), max(1, round(grey.shape[0] * factor)))
    made = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(made, (0, 0), SMOOTHED_PX), np.uint8)


def _registered(reference: Grey, small: Grey, guess: NDArray[np.float32]) -> NDArray[np.float32] | None:
    """Shift and turn, (2, 3), from the reference to the picture; None where they do not show the same."""
    everywhere = np.full(small.shape, 255, np.uint8)
    try:
        fit, move = cv2.findTransformECC(reference, small, guess.copy(), cv2.MOTION_EUCLIDEAN, STEPS, everywhere, 1)
    except cv2.error:  # the correlation has no peak: another scene, or nothing but one grey
        return None
    return np.asarray(move, np.float32) if fit >= LEAST_FIT else None


def _from_finer(full: Homography) -> Homography:
    """The same motion from pixels of the finer grid, whose first pixel's middle lies half a fine pixel further in."""
    coarse = np.array([[1 / FINER, 0, (1 - FINER) / (2 * FINER)], [0, 1 / FINER, (1 - FINER) / (2 * FINER)], [0, 0, 1]])
    return np.asarray(full @ coarse, np.float64)
