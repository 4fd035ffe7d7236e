"""How large a module is where on the table: all cards lie in one plane, so each one found tells about the others.

Under a projective map of a plane, the cube root of a small area's size in the picture is linear in the place it is
seen at (the Jacobian determinant of a homography is the cube of a linear form; Hartley and Zisserman, Multiple View
Geometry, 2nd ed., section 2.4 and 8.4). Three numbers therefore say how large a code is anywhere, whichever way the
cards are turned; no camera has to be known.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.picture.homography import Floats, area_roots

NOISE, NOISE_CODES = 0.012, 4
"""Standard deviation of the cube root of a code's area, relative to it, as long as nothing is known: what half a pixel
does to a small code. It counts as much as so many codes; the codes found tell how well they agree themselves."""
SLOPE = 0.6
"""How much that root may change from the middle of the picture to its edge: 45 degrees of tilt and a phone's lens."""
ROUNDS = 5
OUTLIER = 0.12
"""A code whose size is off by more of itself than this counts less and less: it is held in a hand, or is none."""
SURE = 2.5
"""Standard deviations that count as possible, ..."""
UNEVEN = 1.08
"""... and a factor for tables that are not quite one plane."""


@dataclass(frozen=True, eq=False)
class Plane:
    """How large codes are where. ``form`` (3,): the cube root of a code's area in px², as a linear form of (x, y, 1);
    ``spread`` (3, 3): its covariance; ``modules``: along a code's side."""

    form: Floats
    spread: Floats
    modules: int

    def module_px_range(self, points_px: Floats) -> tuple[Floats, Floats]:
        """The least and the most pixels a module may have at points (n, 2); 0 beyond the horizon."""
        at = np.column_stack([points_px, np.ones(len(points_px))])
        root = at @ self.form
        reach = SURE * np.sqrt(np.maximum(np.einsum("ni,ij,nj->n", at, self.spread, at), 0))
        low, high = (np.maximum(one, 0) ** 1.5 / self.modules for one in (root - reach, root + reach))
        return np.asarray(low / UNEVEN, np.float64), np.asarray(high * UNEVEN, np.float64)

    def likely_module_px(self, points_px: Floats) -> Floats:
        """The pixels a module most likely has at points (n, 2), (n,); 0 beyond the horizon."""
        root = np.column_stack([points_px, np.ones(len(points_px))]) @ self.form
        return np.asarray(np.maximum(root, 0) ** 1.5 / self.modules, np.float64)

    def fits(self, quads_px: Floats, within: float) -> NDArray[np.bool_]:
        """Which quads (n, 4, 2) are as large as a code may be there, give or take this factor."""
        low, high = self.module_px_range(quads_px.mean(axis=1))
        seen = area_roots(quads_px) / self.modules
        return np.asarray((seen > low / within) & (seen < high * within), np.bool_)


def plane_through(quads_px: Floats, modules: int, size_px: tuple[int, int]) -> Plane:
    """The plane of the codes found, (n, 4, 2) outer corners, at least one; the fewer, the wider its ranges.

    ``modules`` are those along a code's side, ``size_px`` is the picture's width and height. Codes that do not fit the
    others are outvoted.
    """
    root = np.cbrt(area_roots(quads_px) ** 2)
    scale = float(np.median(root))
    middle, span = np.array(size_px) / 2, float(max(size_px)) / 2
    at = np.column_stack([(quads_px.mean(axis=1) - middle) / span, np.ones(len(root))])
    weights = np.ones(len(root))
    form, normal = np.array([0.0, 0.0, scale]), np.eye(3)
    for _ in range(ROUNDS):
        rows = at * weights[:, None]
        normal = rows.T @ rows + np.diag([(NOISE / SLOPE) ** 2] * 2 + [0.0])
        form = np.linalg.solve(normal, rows.T @ (weights * root))
        off = np.abs(1.5 * (root - at @ form) / np.maximum(root, 1e-9)) / OUTLIER
        weights = 1 / np.maximum(1.0, off**2)
    to_px = np.array([[1 / span, 0, -middle[0] / span], [0, 1 / span, -middle[1] / span], [0, 0, 1.0]])
    off = weights * (root - at @ form) / scale
    noise = (NOISE_CODES * NOISE**2 + float(off @ off)) / (NOISE_CODES + len(root))
    spread = np.linalg.inv(normal) * noise * scale**2
    return Plane(to_px.T @ form, to_px.T @ spread @ to_px, modules)
