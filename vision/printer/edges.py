"""A straight edge between light and dark in a photo of a flat sheet, to a small part of a pixel."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2
from vision.printer.lens import SheetView

Array = NDArray[np.float64]
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
    grey: NDArray[np.uint8], view: SheetView, points_mm: Array, step: Array, search_mm: float, *, either: bool = False
) -> EdgeLine:
    """The edge near a row of points, searched ``search_mm`` to both sides along the unit vector ``step``.

    Along the step it goes from light to dark; ``either`` takes dark to light as well. Raises NoEdge.
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


def _crossings(values: Array, offsets: Array, *, either: bool) -> Array:
    """Where each row falls from light to dark (NaN: nowhere): the first place below the middle of its light and dark,
    then the steepest place near it."""
    ksize = 2 * round(3 * SMOOTH_MM / STEP_MM) + 1
    smooth: Array = np.asarray(cv2.GaussianBlur(values, (ksize, 1), SMOOTH_MM / STEP_MM), np.float64)
    edge = round(1.5 / STEP_MM)
    light, dark = np.median(smooth[:, :edge], axis=1), np.median(smooth[:, -edge:], axis=1)
    if either and np.median(light) < np.median(dark):
        smooth, light, dark = -smooth, -light, -dark
    level = (light + dark) / 2
    below = smooth < level[:, None]
    first = below.argmax(axis=1)
    fall: Array = np.asarray(-np.gradient(smooth, axis=1))
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


def _robust(along: Array, found: Array, asked: int) -> tuple[float, float]:
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


def _as_line(points_mm: Array, step: Array, offset: float, slope: float) -> EdgeLine:
    """Slope along the row of points (per half of it) and offset beyond it, as a line in the sheet's axes."""
    reach = float(np.hypot(*(points_mm[-1] - points_mm[0]))) / 2
    middle = points_mm.mean(axis=0)
    axis = 0 if abs(step[0]) > abs(step[1]) else 1
    sign = float(np.sign(step[axis]))
    return EdgeLine(offset, float(middle[axis]) + sign * offset, sign * slope / reach)
