"""How large a picture may be, and the one place that imports OpenCV.

OpenCV reads its limit from the environment once, while it is being loaded, so the limit has to be set first:
everything in this package takes ``cv2`` from here. The limit is the second line of defence; frames.py reads the
dimensions from the header and refuses before anything is decoded.
"""

from __future__ import annotations

import os

MAX_FILE_BYTES = 64_000_000
"""Phones save 48 megapixels in 10 to 25 MB; raw-like HEIC and PNG screenshots of large displays stay under this."""

MAX_PIXELS = 210_000_000
"""The largest phone sensors give 200 megapixels."""

WORK_PIXELS = 13_500_000
"""What is read at most: a 12-megapixel photo (4:3, 4032 x 3024, and a little more) is read pixel for pixel."""

os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MAX_PIXELS))

import cv2  # noqa: E402 - after the limit, see above

__all__ = ["MAX_FILE_BYTES", "MAX_PIXELS", "WORK_PIXELS", "cv2"]
