"""A photo's perspective and lens, from points whose places on a flat sheet are known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2

Array = NDArray[np.float64]
USUAL_FOCAL = 0.72
"""A phone's main lens: 26 mm for a picture 36 mm wide, so its focal length is 0.72 of the picture's longer side."""


@dataclass(frozen=True, eq=False)
class SheetView:
    """Where points of the sheet (mm, y up) are in the photo (px, the middle of the first pixel at 0, 0).

    A homography, then radial distortion r' = r (1 + k r²) about the photo's middle, r in half diagonals.
    """

    homography: Array
    k: float
    size_px: tuple[int, int]
    residual_px: float = 0.0

    def project(self, points_mm: Array) -> Array:
        """Points (..., 2) of the sheet as points of the photo."""
        homogeneous = np.concatenate((points_mm, np.ones((*points_mm.shape[:-1], 1))), axis=-1) @ self.homography.T
        flat = homogeneous[..., :2] / homogeneous[..., 2:]
        middle, radius = _middle(self.size_px)
        off = (flat - middle) / radius
        return np.asarray(middle + radius * off * (1 + self.k * (off**2).sum(axis=-1, keepdims=True)))

    def px_per_mm(self, at_mm: tuple[float, float]) -> float:
        """The photo's resolution at a point of the sheet."""
        here = np.array((at_mm, (at_mm[0] + 1.0, at_mm[1]), (at_mm[0], at_mm[1] + 1.0)))
        a, b, c = self.project(here)
        return float(np.sqrt(np.hypot(*(b - a)) * np.hypot(*(c - a))))

    def distance_mm(self) -> float:
        """About how far the lens was from the sheet, by a phone's usual lens."""
        return USUAL_FOCAL * max(self.size_px) / self.px_per_mm((0.0, 0.0))

    def straightened(
        self, image: NDArray[np.uint8], box_mm: tuple[float, float, float, float], px_per_mm: float
    ) -> NDArray[np.uint8]:
        """The part of the sheet inside (left, bottom, right, top), upright, at that resolution."""
        left, bottom, right, top = box_mm
        xs = left + (np.arange(round((right - left) * px_per_mm)) + 0.5) / px_per_mm
        ys = top - (np.arange(round((top - bottom) * px_per_mm)) + 0.5) / px_per_mm
        places = self.project(np.stack(np.meshgrid(xs, ys), axis=-1)).astype(np.float32)
        x, y = np.ascontiguousarray(places[..., 0]), np.ascontiguousarray(places[..., 1])
        return np.asarray(cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def fit_view(places_mm: Array, places_px: Array, size_px: tuple[int, int]) -> SheetView:
    """The view that puts (N, 2) places of the sheet nearest to where they were seen; N is 8 or more."""
    matrix, _ = cv2.findHomography(places_mm, places_px, 0)
    values = np.append(np.asarray(matrix, float).ravel()[:8] / matrix[2, 2], 0.0)
    for _ in range(12):
        here = _residuals(values, places_mm, places_px, size_px)
        steps = np.maximum(np.abs(values), 1e-6) * 1e-6
        steps[8] = 1e-6
        columns = [
            (_residuals(values + step * unit, places_mm, places_px, size_px) - here) / step
            for step, unit in zip(steps, np.eye(9), strict=True)
        ]
        change, *_ = np.linalg.lstsq(np.column_stack(columns) * steps, -here, rcond=None)
        values = values + change * steps
        if np.abs(change * steps / np.maximum(np.abs(values), 1e-9)).max() < 1e-10:
            break
    residual = _residuals(values, places_mm, places_px, size_px).reshape(-1, 2)
    rms = float(np.sqrt((residual**2).sum(axis=1).mean()))
    return SheetView(np.append(values[:8], 1.0).reshape(3, 3), float(values[8]), size_px, rms)


def _residuals(values: Array, places_mm: Array, places_px: Array, size_px: tuple[int, int]) -> Array:
    view = SheetView(np.append(values[:8], 1.0).reshape(3, 3), float(values[8]), size_px)
    return (view.project(places_mm) - places_px).ravel()


def _middle(size_px: tuple[int, int]) -> tuple[Array, float]:
    width, height = size_px
    return np.array(((width - 1) / 2, (height - 1) / 2)), float(np.hypot(width, height) / 2)
