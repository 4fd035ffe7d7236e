"""Whether a picture of one's own has pixels enough for the size it is printed at."""

from __future__ import annotations

from typing import Literal

from printkit.layout import Box
from rules.values.picture import Picture

COARSE_DPI = 150
"""Below this the pixels are seen at arm's length."""
FINE_DPI = 250
"""From here on nobody sees them."""


def dpi(picture: Picture, box: Box, scale: float = 1.0) -> float:
    """Its pixels an inch in a window of that size, printed ``scale`` times as large."""
    left, _, right, _ = picture.crop(box.width, box.height)
    across = box.width if picture.fit == "cover" else box.width * min(1.0, _share(picture, box))
    return (right - left) * picture.width_px / (across * scale / 25.4)


def _share(picture: Picture, box: Box) -> float:
    return (picture.width_px / picture.height_px) / (box.width / box.height)


def check_picture(picture: Picture, box: Box, scale: float) -> tuple[str, str, Literal["problem", "advice"]] | None:
    """(what is wrong, the cure, how bad) of a picture too coarse for its window; None where it is fine enough."""
    found = dpi(picture, box, scale)
    if found >= FINE_DPI:
        return None
    need = round(box.width * scale / 25.4 * 300), round(box.height * scale / 25.4 * 300)
    size = f"{picture.width_px} × {picture.height_px} pixels"
    looks = "its pixels will be seen" if found < COARSE_DPI else "it may look soft"
    said = f"{picture.name} ({size}) is printed at {found:.0f} dpi and {looks}"
    cure = f"take one of {need[0]} × {need[1]} pixels for 300 dpi"
    return said, f"{cure}, or print a smaller card", "problem" if found < COARSE_DPI else "advice"
