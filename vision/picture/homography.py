"""Homographies: where the points of a table lie in another frame of it (Hartley and Zisserman, 2nd ed., chapter 4)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.sighting import Quad

Homography = NDArray[np.float64]
"""(3, 3): pixels of one frame to pixels of another, for points of the table."""


def project_quad(moved: Homography, quad: Quad) -> Quad:
    """A quad through a homography."""
    a, b, c, d = ((float(x), float(y)) for x, y in project(moved, np.array(quad)))
    return a, b, c, d


def project(moved: Homography, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points (n, 2) through a homography."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ moved.T
    weights = np.where(np.abs(mapped[:, 2:]) < 1e-9, 1e-9, mapped[:, 2:])
    return np.asarray(mapped[:, :2] / weights, np.float64)


def homography_between(
    before: Sequence[Quad] | NDArray[np.float64], after: Sequence[Quad] | NDArray[np.float64]
) -> Homography | None:
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


def _normalised(points: NDArray[np.float64]) -> tuple[NDArray[np.float64], Homography]:
    middle, spread = points.mean(axis=0), max(float(points.std()), 1e-9)
    to = np.array([[1 / spread, 0, -middle[0] / spread], [0, 1 / spread, -middle[1] / spread], [0, 0, 1]])
    return (points - middle) / spread, to
