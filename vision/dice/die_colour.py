"""What a die's colour is called, whatever the lamp: pips are white, so plastic is compared with them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.die_face import FaceReading
from vision.picture.opencv_setup import cv2

Floats = NDArray[np.float64]

HUES = {"red": ((0, 18), (335, 360)), "yellow": ((33, 68),), "green": ((84, 172),), "blue": ((188, 262),)}
"""Degrees of hue; what lies between is not called anything."""
COLOURS = (*HUES, "black")
GREY, DARK = 0.26, 0.46
"""Black plastic has at most this saturation and this value, 0 to 1, beside a white pip, ..."""
DEEP = 0.30
"""... and coloured plastic at least this saturation."""


def lamp_colour(tops: Sequence[FaceReading], light: Sequence[bool]) -> Floats:
    """The colour of the light (3,), BGR, brightest channel 1: that of all white pips in sight."""
    spots = [_linear(one.spot) for one, pale in zip(tops, light, strict=True) if pale]
    if not spots:
        return np.ones(3)
    tone = np.median([one / one.max() for one in spots], axis=0)
    return np.asarray(np.maximum(tone / tone.max(), 0.05), np.float64)


def colour_name(top: FaceReading, light: bool, lamp: Floats) -> str | None:
    """The word for the colour of a face's plastic, or None where it may be two."""
    plastic = _linear(top.plastic)
    seen = plastic / np.maximum(_linear(top.spot), 0.02) if light else plastic / lamp
    shown = np.clip(seen, 0, 1) ** (1 / 2.2)
    hue, saturation, value = cv2.cvtColor(shown.astype(np.float32).reshape(1, 1, 3), cv2.COLOR_BGR2HSV)[0, 0]
    if light and saturation < GREY and value < DARK:
        return "black"
    if saturation < DEEP:
        return None
    return next((word for word, parts in HUES.items() if any(low <= hue <= high for low, high in parts)), None)


def _linear(bgr: Floats) -> Floats:
    return np.asarray((bgr / 255) ** 2.2, np.float64)
