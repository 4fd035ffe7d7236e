"""A photo of a flat sheet of paper: its perspective and lens, and straight edges in it to a small part of a pixel.

Places on the sheet are in millimetres, y up; where 0, 0 is, the caller decides.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.picture.homography import Floats
from vision.picture.opencv_setup import cv2

# --- perspective and lens -------------------------------------------------------------------------------------------


USUAL_FOCAL = 0.72
"""A phone's main lens: 26 mm for a picture 36 mm wide, so its focal length is 0.72 of the picture's longer side."""


@dataclass(frozen=True, eq=False)
class SheetView:
    """Where points of the sheet (mm, y up) are in the photo (px, the middle of the first pixel at 0, 0).

    A homography, then radial distortion r' = r (1 + k r²) about the photo's middle, r in half diagonals.
    """

    homography: Floats
    k: float
    size_px: tuple[int, int]
    residual_px: float = 0.0

    def project(self, points_mm: Floats) -> Floats:
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


def fit_view(places_mm: Floats, places_px: Floats, size_px: tuple[int, int]) -> SheetView:
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


def _residuals(values: Floats, places_mm: Floats, places_px: Floats, size_px: tuple[int, int]) -> Floats:
    view = SheetView(np.append(values[:8], 1.0).reshape(3, 3), float(values[8]), size_px)
    return (view.project(places_mm) - places_px).ravel()


def _middle(size_px: tuple[int, int]) -> tuple[Floats, float]:
    width, height = size_px
    return np.array(((width - 1) / 2, (height - 1) / 2)), float(np.hypot(width, height) / 2)


# --- edges between light and dark -----------------------------------------------------------------------------------


STEP_MM = 0.05
SMOOTH_MM = 0.12
LEAST_CONTRAST = 18.0
LEAST_SHARE = 0.45


class EdgeNotFoundError(Exception):
    """No edge was found; the text says why."""


@dataclass(frozen=True, slots=True)
class EdgeLine:
    """An edge near where it was looked for: ``offset`` mm beyond it at its middle. ``at`` and ``slope`` tell it in the
    sheet's own axes where it was looked for along one: x = at + slope * y, or y = at + slope * x."""

    offset: float
    at: float
    slope: float


def find_edge(
    grey: NDArray[np.uint8], view: SheetView, points_mm: Floats, step: Floats, search_mm: float, *, either: bool = False
) -> EdgeLine:
    """The edge near a row of points, searched ``search_mm`` to both sides along the unit vector ``step``.

    Along the step it goes from light to dark; ``either`` takes dark to light as well. Raises EdgeNotFoundError.
    """
    offsets = np.arange(-search_mm, search_mm + STEP_MM / 2, STEP_MM)
    places = points_mm[:, None, :] + offsets[None, :, None] * np.asarray(step)[None, None, :]
    px = view.project(places)
    inside = (
        (px[..., 0] >= 1) & (px[..., 1] >= 1) & (px[..., 0] <= grey.shape[1] - 2) & (px[..., 1] <= grey.shape[0] - 2)
    ).all(axis=1)
    if inside.mean() < LEAST_SHARE:
        raise EdgeNotFoundError("it is outside the picture")
    x, y = px[inside, :, 0].astype(np.float32), px[inside, :, 1].astype(np.float32)
    values = np.asarray(cv2.remap(grey, x, y, cv2.INTER_LINEAR), np.float64)
    found = _crossings(values, offsets, either=either)
    along = np.linspace(-1, 1, len(points_mm))[inside]
    good = np.isfinite(found)
    if good.sum() < LEAST_SHARE * len(points_mm):
        raise EdgeNotFoundError("paper and table look alike there")
    slope, offset = _robust(along[good], found[good], len(points_mm))
    return _as_line(points_mm, np.asarray(step), offset, slope)


def _crossings(values: Floats, offsets: Floats, *, either: bool) -> Floats:
    """Where each row falls from light to dark (NaN: nowhere): the first place below the middle of its light and dark,
    then the steepest place near it."""
    ksize = 2 * round(3 * SMOOTH_MM / STEP_MM) + 1
    smooth: Floats = np.asarray(cv2.GaussianBlur(values, (ksize, 1), SMOOTH_MM / STEP_MM), np.float64)
    edge = round(1.5 / STEP_MM)
    light, dark = np.median(smooth[:, :edge], axis=1), np.median(smooth[:, -edge:], axis=1)
    if either and np.median(light) < np.median(dark):
        smooth, light, dark = -smooth, -light, -dark
    level = (light + dark) / 2
    below = smooth < level[:, None]
    first = below.argmax(axis=1)
    fall: Floats = np.asarray(-np.gradient(smooth, axis=1))
    near = round(0.6 / STEP_MM)
    window = np.clip(first[:, None] + np.arange(-near, near + 1)[None, :], 1, fall.shape[1] - 2)
    rows = np.arange(len(smooth))
    steepest = np.take_along_axis(fall, window, axis=1).argmax(axis=1)
    best: NDArray[np.intp] = np.clip(first - near + steepest, 1, values.shape[1] - 2)
    a, b, c = fall[rows, best - 1], fall[rows, best], fall[rows, best + 1]
    bend = a - 2 * b + c
    part = np.where(np.abs(bend) > 1e-9, 0.5 * (a - c) / np.where(bend == 0, 1, bend), 0.0)
    found = offsets[best] + np.clip(part, -1, 1) * STEP_MM
    found[(light - dark < LEAST_CONTRAST) | ~below.any(axis=1) | (first == 0)] = np.nan
    return np.asarray(found)


def _robust(along: Floats, found: Floats, asked: int) -> tuple[float, float]:
    """Slope and middle of a line through most of the places; the others are dust, fingers, shadows."""
    keep = np.ones(len(found), bool)
    # A start that a third of strays cannot turn: the median of the slopes between pairs far apart.
    half = len(found) // 2
    slope = float(np.median((found[half : 2 * half] - found[:half]) / (along[half : 2 * half] - along[:half])))
    offset = float(np.median(found - slope * along))
    for _ in range(8):
        off = found - slope * along - offset
        spread = max(1.4826 * float(np.median(np.abs(off[keep]))), 0.01)
        keep = np.abs(off) < 2.5 * spread
        slope, offset = (float(value) for value in np.polyfit(along[keep], found[keep], 1))
    if keep.sum() < LEAST_SHARE * asked:
        raise EdgeNotFoundError("it is not straight")
    return slope, offset


def _as_line(points_mm: Floats, step: Floats, offset: float, slope: float) -> EdgeLine:
    """Slope along the row of points (per half of it) and offset beyond it, as a line in the sheet's axes."""
    reach = float(np.hypot(*(points_mm[-1] - points_mm[0]))) / 2
    middle = points_mm.mean(axis=0)
    axis = 0 if abs(step[0]) > abs(step[1]) else 1
    sign = float(np.sign(step[axis]))
    return EdgeLine(offset, float(middle[axis]) + sign * offset, sign * slope / reach)
