"""Lengths: millimetres everywhere, points only at the PDF's door."""

from __future__ import annotations

import re

POINTS_PER_MM = 72 / 25.4
MM_PER_POINT = 25.4 / 72
_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": 25.4, "": 1.0}
_LENGTH = r"(\d{1,5}(?:\.\d{1,4})?)\s*(mm|cm|in|)"


def points(mm: float) -> float:
    """Millimetres as PDF points."""
    return mm * POINTS_PER_MM


def read_size_mm(text: str) -> tuple[float, float] | None:
    """``210x297``, ``21x29.7cm`` or ``8.5x11in`` as (width, height) in mm; a unit at the end counts for both.

    None where the text is not a size at all.
    """
    found = re.fullmatch(rf"{_LENGTH}\s*[x×*]\s*{_LENGTH}", text.strip().lower().replace(",", "."))
    if not found:
        return None
    width, width_unit, height, height_unit = found.groups()
    return float(width) * _PER_UNIT[width_unit or height_unit], float(height) * _PER_UNIT[height_unit]
