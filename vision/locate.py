"""Where codes may be in a picture, near and far: quads good to about a module, for the closed-set reader.

    for size in sizes(grey): quads, likeness = locate(grey, size)

Blobs (blobs.py) say where something dark and square in a white rim is; the parts all symbols share (outline.py) say how
it is turned. Whatever is found is only a candidate: the reader decides.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision import blobs, outline, plane

Floats = NDArray[np.float64]

MODULES = blobs.MODULES
FINEST_PX = 0.75
"""Pixels a module of the smallest codes looked for; the search reaches a quarter below."""
REACH = 1.35
"""A search finds codes up to this factor smaller or larger."""
LEAST_LIKENESS = 0.55
"""Of a candidate with the parts all symbols share, -1 to 1: codes have 0.8 and more, seen small or out of focus."""
SAME_MODULES = 4.0
"""Candidates of about the same size whose middles are no further apart are one place."""


def sizes(grey: NDArray[np.uint8]) -> list[float]:
    """The pixels a module to look for, coarse to fine: a code is at most as large as the picture."""
    found = [FINEST_PX]
    while found[-1] * blobs.STEP * MODULES * 1.2 < min(grey.shape):
        found.append(found[-1] * blobs.STEP)
    return found[::-1]


def locate(grey: NDArray[np.uint8], px_per_module: float) -> tuple[Floats, Floats]:
    """Candidates of about this size in a grey picture: quads (n, 4, 2) and how much each looks like a code (n,)."""
    found = blobs.find(grey, px_per_module)
    quads, likeness = outline.turned(grey, found, px_per_module)
    good = likeness >= LEAST_LIKENESS
    return quads[good], likeness[good]


def distinct(quads_px: Floats, likeness: Floats) -> NDArray[np.int64]:
    """The indices of the most likely candidate at each place, for each size seen there."""
    order = np.argsort(-likeness)
    middle, size = quads_px.mean(axis=1), plane.sizes(quads_px) / MODULES
    kept: list[int] = []
    for one in order:
        others = np.array(kept, np.int64)
        apart = np.linalg.norm(middle[others] - middle[one], axis=1)
        alike = np.abs(np.log(size[others] / size[one])) < np.log(REACH)
        if not (alike & (apart < SAME_MODULES * size[one])).any():
            kept.append(int(one))
    return np.array(kept, np.int64)
