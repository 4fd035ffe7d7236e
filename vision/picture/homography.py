"""Homographies: where the points of a plane lie in a picture of it (Hartley and Zisserman, 2nd ed., chapter 4).

A quad is the picture of a square: its four corners, in the order the square's own run. One homography maps points of
one picture to another (``project``, ``homography_between``); where many squares are looked at together, each has its
own map (3, 3) from the square -1 to 1 (``square_maps``, ``square_corners``).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.sighting import Quad

Floats = NDArray[np.float64]
Homography = NDArray[np.float64]
"""(3, 3): pixels of one frame to pixels of another, for points of the table."""
_SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


# --- one homography -----------------------------------------------------------------------------------------------


def project_quad(moved: Homography, quad: Quad) -> Quad:
    """A quad through a homography."""
    a, b, c, d = ((float(x), float(y)) for x, y in project(moved, np.array(quad)))
    return a, b, c, d


def project(moved: Homography, points: Floats) -> Floats:
    """Points (n, 2) through a homography. What lies on its horizon comes out very far away, never as infinite."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ moved.T
    weights = np.where(np.abs(mapped[:, 2:]) < 1e-9, 1e-9, mapped[:, 2:])
    return np.asarray(mapped[:, :2] / weights, np.float64)


def homography_between(before: Sequence[Quad] | Floats, after: Sequence[Quad] | Floats) -> Homography | None:
    """The homography under which quads lie where other quads lie (normalised DLT, least squares). At least one quad.

    None where the points do not settle it.
    """
    source, to_source = _normalised(np.array(before, dtype=np.float64).reshape(-1, 2))
    target, to_target = _normalised(np.array(after, dtype=np.float64).reshape(-1, 2))
    x, y, one, none = source[:, 0], source[:, 1], np.ones(len(source)), np.zeros((len(source), 3))
    here = np.column_stack([x, y, one])
    rows = np.concatenate(
        [
            np.column_stack([here, none, -target[:, :1] * here]),
            np.column_stack([none, here, -target[:, 1:] * here]),
        ]
    )
    if not np.isfinite(rows).all():
        return None
    _, strength, rest = np.linalg.svd(rows)
    if strength[7] < 1e-6 * strength[0]:
        return None
    found = np.linalg.inv(to_target) @ rest[-1].reshape(3, 3) @ to_source
    return found / found[2, 2] if abs(found[2, 2]) > 1e-12 else None


def _normalised(points: Floats) -> tuple[Floats, Homography]:
    middle, spread = points.mean(axis=0), max(float(points.std()), 1e-9)
    to = np.array([[1 / spread, 0, -middle[0] / spread], [0, 1 / spread, -middle[1] / spread], [0, 0, 1]])
    return (points - middle) / spread, to


# --- many squares at once -----------------------------------------------------------------------------------------


def square_maps(quads_px: Floats) -> Floats:
    """(n, 3, 3) maps of the square -1 to 1 to quads (n, 4, 2); a quad that is none gets a map of NaN."""
    count = len(quads_px)
    u, v = _SQUARE[:, 0], _SQUARE[:, 1]
    x, y = quads_px[:, :, 0], quads_px[:, :, 1]
    rows = np.zeros((count, 8, 8))
    rows[:, :4, 0], rows[:, :4, 1], rows[:, :4, 2] = u, v, 1
    rows[:, 4:, 3], rows[:, 4:, 4], rows[:, 4:, 5] = u, v, 1
    rows[:, :4, 6], rows[:, :4, 7] = -u * x, -v * x
    rows[:, 4:, 6], rows[:, 4:, 7] = -u * y, -v * y
    bad = ~np.isfinite(rows).all(axis=(1, 2)) | (np.abs(signed_areas(quads_px)) < 1e-6)
    rows[bad] = np.eye(8)
    bad |= np.abs(np.linalg.det(rows)) < 1e-9
    rows[bad] = np.eye(8)
    solved = np.linalg.solve(rows, np.concatenate([x, y], axis=1)[:, :, None])[:, :, 0]
    solved[bad] = np.nan
    return np.concatenate([solved, np.ones((count, 1))], axis=1).reshape(count, 3, 3)


def square_corners(maps: Floats) -> Floats:
    """(n, 4, 2) corners of the square -1 to 1 under maps (n, 3, 3)."""
    points = np.column_stack([_SQUARE, np.ones(4)])
    mapped = np.einsum("nij,kj->nki", maps, points)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(mapped[:, :, :2] / mapped[:, :, 2:], np.float64)


# --- measures of quads --------------------------------------------------------------------------------------------


def side_lengths(quads_px: Floats) -> Floats:
    """(n, 4) lengths of the sides of quads (n, 4, 2)."""
    return np.asarray(np.linalg.norm(np.roll(quads_px, -1, axis=1) - quads_px, axis=2), np.float64)


def signed_areas(quads_px: Floats) -> Floats:
    """(n,) areas of quads (n, 4, 2), negative where the corners run counter-clockwise in the picture."""
    x, y = quads_px[:, :, 0], quads_px[:, :, 1]
    return np.asarray((x * np.roll(y, -1, axis=1) - np.roll(x, -1, axis=1) * y).sum(axis=1) / 2, np.float64)


def area_roots(quads_px: Floats) -> Floats:
    """(n,) the square root of each quad's area: its side in pixels, were it a square."""
    return np.asarray(np.sqrt(np.abs(signed_areas(quads_px))), np.float64)


def is_mirrored(quad_px: Floats) -> bool:
    """Whether a code's corners (4, 2), in its own order from its top left, run counter-clockwise in the picture."""
    (ax, ay), (bx, by), _, (dx, dy) = quad_px
    return bool((bx - ax) * (dy - ay) - (by - ay) * (dx - ax) < 0)


def clockwise(quad_px: Floats) -> Quad:
    """Corners (4, 2) from the code's own top left, clockwise in the picture even where the picture is mirrored."""
    quad_px = quad_px[[0, 3, 2, 1]] if is_mirrored(quad_px) else quad_px
    a, b, c, d = ((float(x), float(y)) for x, y in quad_px)
    return a, b, c, d
