"""The one place that imports OpenCV.

OpenCV reads its size limit from the environment once, while it is being loaded, so the limit has to be set first.
It is the second line of defence: decoding.py reads the dimensions from the header and refuses before decoding. The same
holds for its log: what it thinks of a damaged picture would stand on the terminal beside our own sentence.

NumPy's matrix products run in one thread. Ours are small: sharing one between threads takes up to ten times as long as
computing it, above all on a machine that has something else to do.
"""

from __future__ import annotations

import os

from vision.picture.limits import MAX_PIXELS

os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MAX_PIXELS))
os.environ.setdefault("OPENCV_LOG_LEVEL", "OFF")

import cv2
import numpy  # noqa: F401 - what is not loaded yet is not limited
from threadpoolctl import threadpool_limits

threadpool_limits(1, user_api="blas")

__all__ = ["cv2"]
