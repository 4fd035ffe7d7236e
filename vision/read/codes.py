"""A code found in a picture: its text, and its place as the whole symbol says it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules.values import code
from vision.read.qr_symbol import modules
from vision.read.symbol_fit import fit_symbol
from vision.sighting import Quad, Sighting, same_place

Floats = NDArray[np.float64]

TRUSTED_FIT = 0.7
"""Fitted corners replace the reader's from this agreement on; true symbols in focus agree by 0.95 and more."""
LARGEST_FITTED = 10
"""Symbols of more modules are links and tickets, whose fourth corner has patterns of its own to hold on to."""


@dataclass(frozen=True, slots=True)
class FoundCode:
    """A text read, with its exact place in the picture looked at, and how far the picture agrees, 0 to 1.

    ``known``: it is one of those looked for. ``second``: it is a card's code in the opposite corner.
    ``mirrored``: it is seen as in a mirror.
    """

    text: str
    corners_px: Quad
    confidence: float
    known: bool
    second: bool = False
    mirrored: bool = False


def place_reading(grey: NDArray[np.uint8], sighting: Sighting, known: bool) -> FoundCode:
    """A general reader's reading, its corners and its trust taken from the whole symbol where that is known."""
    quad, confidence, second, mirrored = sighting.corners_px, 0.5, False, False
    try:
        second = known and sighting.symbol == code.second_symbol(sighting.text)
        version, level, mask = sighting.symbol or code.symbol(sighting.text)
        symbol = modules(sighting.text, version, level, mask) if version <= LARGEST_FITTED else None
    except ValueError:
        symbol = None  # a text our encoder packs otherwise, or a reader that does not tell the symbol
    if symbol is not None:
        found = fit_symbol(grey, np.array(quad, dtype=np.float64), symbol)
        confidence = max(0.0, min(1.0, found.agreement))
        if found.agreement >= TRUSTED_FIT:
            quad, mirrored = clockwise(found.quad_px), is_mirrored(found.quad_px)
    return FoundCode(sighting.text, quad, confidence, known, second, mirrored)


def clockwise(points: Floats) -> Quad:
    """Corners from the code's own top left, clockwise in the picture even where the picture is mirrored."""
    points = points[[0, 3, 2, 1]] if is_mirrored(points) else points
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def is_mirrored(points: Floats) -> bool:
    """Whether corners in a code's own order run counter-clockwise in the picture."""
    (ax, ay), (bx, by), _, (dx, dy) = points
    return bool((bx - ax) * (dy - ay) - (by - ay) * (dx - ax) < 0)


def one_per_place(found: Iterable[FoundCode]) -> list[FoundCode]:
    """One reading a place. The known go first, then what the picture agrees with most: readers now and then report a
    bogus code inside a true one."""
    kept: list[FoundCode] = []
    for one in sorted(found, key=lambda one: (one.known, one.confidence), reverse=True):
        if not any(same_place(one.corners_px, other.corners_px) for other in kept):
            kept.append(one)
    return kept
