"""OpenCV's own reader: a second opinion, for codes of about four pixels a module and more.

Of its two detectors this is the one that starts from finder patterns (QRCodeDetectorAruco); docs/scanning.md has both
measured beside zxing-cpp.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2
from vision.sighting import Quad, Sighting


def read(image: NDArray[np.uint8], /, *, enlarged: bool = False) -> list[Sighting]:
    """Every QR code in a grey picture. Corners to about a pixel."""
    if min(image.shape) < 32:
        return []
    try:
        _, texts, quads, _ = cv2.QRCodeDetectorAruco().detectAndDecodeMulti(image)
    except cv2.error:
        return []  # some degenerate pictures trip it up; it is only a second opinion
    if quads is None:
        return []
    # OpenCV counts from the first pixel's centre.
    return [Sighting(text, _quad(quad + 0.5), "opencv") for text, quad in zip(texts, quads, strict=True) if text]


def _quad(points: NDArray[np.float32]) -> Quad:
    first, second, third, fourth = ((float(x), float(y)) for x, y in points)
    return first, second, third, fourth
