"""The size of a print measured against a bank card (ISO/IEC 7810, ID-1), the one ruler every house has."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.picture.homography import Floats
from vision.picture.opencv_setup import cv2
from vision.printer.sheet_photo import EdgeNotFoundError, SheetView, find_edge

CARD_SEARCH_MM = 4.0


def bank_card_scale(grey: NDArray[np.uint8], view: SheetView, data: Mapping[str, Any]) -> tuple[float, float] | None:
    """The print's width and height over what was asked for, by a bank card in its frame; None where none lies there.

    ``data`` is the section ``card`` of ``templates/calibration/sheet.toml``.
    """
    found = _bank_card_outline(grey, view, data)
    if found is None:
        return None
    middle, angle = found
    turn = np.array(((math.cos(angle), -math.sin(angle)), (math.sin(angle), math.cos(angle))))
    sizes = []
    for axis in (0, 1):
        ends = []
        for sign in (-1, 1):
            half, other = data["size_mm"][axis] / 2 * sign, data["size_mm"][1 - axis] / 2
            # Round corners of 3.18 mm are no part of the straight edge.
            along = np.linspace(-0.8, 0.8, 120) * other
            own = np.column_stack(
                (np.full_like(along, half), along) if axis == 0 else (along, np.full_like(along, half))
            )
            step = turn @ ((float(sign), 0.0) if axis == 0 else (0.0, float(sign)))
            try:
                edge = find_edge(grey, view, own @ turn.T + middle, step=step, search_mm=CARD_SEARCH_MM, either=True)
            except EdgeNotFoundError:
                return None
            ends.append(abs(half) + edge.offset)
        sizes.append(sum(ends))
    # The card's upper side is nearer to the lens than the paper, and looks larger by as much.
    nearer = 1 - data["thickness_mm"] / view.distance_mm()
    scale = tuple(true / (size * nearer) for true, size in zip(data["size_mm"], sizes, strict=True))
    if abs(math.degrees(angle)) > 30:
        return None
    return (scale[0], scale[1]) if all(0.9 < one < 1.1 for one in scale) else None


def _bank_card_outline(
    grey: NDArray[np.uint8], view: SheetView, data: Mapping[str, Any]
) -> tuple[Floats, float] | None:
    """Middle (mm) and angle of what lies in the card's frame, if it is about as large as a bank card."""
    width, height = data["box_mm"]
    scale = 5.0
    width, height = width + 8.0, height + 8.0
    flat = view.straightened(grey, (-width / 2, -height / 2, width / 2, height / 2), scale)
    white = float(np.percentile(flat, 99))
    paper = np.median(np.concatenate((flat[:12].ravel(), flat[-12:].ravel())))
    dark = (np.abs(flat.astype(float) - paper) > 0.12 * white).astype(np.uint8)
    # Away with the frame's dashes and print; then the card's own light parts are filled.
    for way, size in ((cv2.MORPH_OPEN, 7), (cv2.MORPH_CLOSE, 45), (cv2.MORPH_OPEN, 25)):
        dark = np.asarray(cv2.morphologyEx(dark, way, np.ones((size, size), np.uint8)))
    contours, _ = cv2.findContours(dark, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not contours:
        return None
    (x, y), (w, h), angle = cv2.minAreaRect(max(contours, key=cv2.contourArea))
    if w < h:
        w, h, angle = h, w, angle - 90
    long, short = (side * scale for side in data["size_mm"])
    if not (0.9 < w / long < 1.1 and 0.9 < h / short < 1.1):
        return None
    angle = (angle + 90) % 180 - 90
    return np.array((x / scale - width / 2, height / 2 - y / scale)), -math.radians(angle)
