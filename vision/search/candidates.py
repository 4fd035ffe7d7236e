"""Where codes may be in a picture, near and far: quads good to about a module, for the closed-set reader.

    quads, likeness = locate(pyramid, look)

Blobs (blobs.py) say where something dark and square in a white rim is; the parts all symbols share (outline.py) say
how it is turned. Whatever is found is only a candidate: the reader decides. Once codes are known, their plane says how
large the others are where (cover.py), and what does not fit it, or is one of those known, is not even turned.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.picture.sampling import Pyramid
from vision.search import blobs, finder_patterns, search_sizes, table_plane
from vision.search.search_sizes import Box, SizeSearch
from vision.search.table_plane import Plane

Floats = NDArray[np.float64]

MODULES = blobs.MODULES
REACH = 1.35
"""Sizes that differ by less are looked at as one."""
LEAST_LIKENESS = 0.62
"""Of a candidate with the parts all symbols share, -1 to 1."""
SAME_MODULES = 4.0
"""Candidates of about the same size whose middles are no further apart are one place."""
OFF_SIZE = 1.2
"""A candidate's size is known up to this factor, ..."""
OFF_BLOB = 1.35
"""... a blob's up to this one: what lies around it may darken its rim."""
ON_KNOWN = 0.3
"""Of a known code's side: a blob whose middle is so near its own is that code."""


def find_candidates(
    pyramid: Pyramid, look: SizeSearch, known_px: Floats | None = None, table: Plane | None = None
) -> tuple[Floats, Floats]:
    """Candidates of about this size in a grey picture: quads (n, 4, 2) and how much each looks like a code (n,).

    None of the codes known, (n, 4, 2), and nothing that does not lie in their plane.
    """
    parts = [
        _located(pyramid, box, look.px_per_module, known_px, table)
        for box in search_sizes.search_boxes(look, _shape(pyramid))
    ]
    quads, likeness = (np.concatenate(one) for one in zip(*parts, strict=True))
    if table is None or not len(quads):
        return quads, likeness
    fits = table.fits(quads, OFF_SIZE)
    return quads[fits], likeness[fits]


def _located(
    pyramid: Pyramid, box: Box, px_per_module: float, known_px: Floats | None, table: Plane | None
) -> tuple[Floats, Floats]:
    part, corner = _part(pyramid, box)
    found = blobs.find_blobs(part, px_per_module)
    middle = found.centres_px + corner
    wanted = np.ones(len(found), np.bool_)
    if known_px is not None and len(known_px):
        apart = np.linalg.norm(middle[:, None] - known_px.mean(axis=1)[None], axis=2)
        wanted &= ~(apart < ON_KNOWN * table_plane.area_roots(known_px)[None]).any(axis=1)
    if table is not None:
        low, high = table.range(middle)
        wanted &= (found.sizes_px > low * MODULES / OFF_BLOB) & (found.sizes_px < high * MODULES * OFF_BLOB)
    quads, likeness = finder_patterns.orient_blobs(found.of(wanted))
    good = likeness >= LEAST_LIKENESS
    return quads[good] + corner, likeness[good]


def _part(pyramid: Pyramid, box: Box) -> tuple[Pyramid, Floats]:
    """A part of a picture, cut where all of its halves have whole pixels, and where it begins."""
    height, width = _shape(pyramid)
    left, top, right, bottom = box
    if (right - left) * (bottom - top) == width * height:
        return pyramid, np.zeros(2)
    whole = [level for k, level in enumerate(pyramid.levels) if search_sizes.ALIGNED % 2**k == 0]
    halves = [level[top >> k : bottom >> k, left >> k : right >> k] for k, level in enumerate(whole)]
    return Pyramid(halves), np.array([left, top], np.float64)


def _shape(pyramid: Pyramid) -> tuple[int, int]:
    height, width = pyramid.levels[0].shape
    return height, width


def distinct_places(quads_px: Floats, likeness: Floats) -> NDArray[np.int64]:
    """The indices of the most likely candidate at each place, for each size seen there."""
    order = np.argsort(-likeness)
    middle, size = quads_px.mean(axis=1), table_plane.area_roots(quads_px) / MODULES
    kept: list[int] = []
    for one in order:
        others = np.array(kept, np.int64)
        apart = np.linalg.norm(middle[others] - middle[one], axis=1)
        alike = np.abs(np.log(size[others] / size[one])) < np.log(REACH)
        if not (alike & (apart < SAME_MODULES * size[one])).any():
            kept.append(int(one))
    return np.array(kept, np.int64)
