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

Floats = NDArray[np.float64]

STIFF = 0.02
"""Each code's pull against the one that holds the table level: a slope needs evidence from across the picture."""
ROUNDS = 5
OUTLIER = 0.12
"""A code whose size is off by more of itself than this counts less and less: it is held in a hand, or is none."""


@dataclass(frozen=True, eq=False)
class Plane:
    """``form``: (3,) cube root of a code's area in px, as a linear form of (x, y, 1)."""

    form: Floats
    modules: int

    def px_per_module(self, points_px: Floats) -> Floats:
        """The size of a module at points (n, 2); 0 beyond the horizon."""
        root = np.maximum(np.column_stack([points_px, np.ones(len(points_px))]) @ self.form, 0)
        return np.asarray(root**1.5 / self.modules, np.float64)

    def fits(self, quads_px: Floats, within: float) -> NDArray[np.bool_]:
        """Which quads (n, 4, 2) are as large as a code there is, up to this factor."""
        seen = sizes(quads_px) / self.modules
        expected = self.px_per_module(quads_px.mean(axis=1))
        return np.asarray(
            (expected > 0) & (np.abs(np.log((seen + 1e-9) / (expected + 1e-9))) < np.log(within)), np.bool_
        )


def sizes(quads_px: Floats) -> Floats:
    """The root of each quad's area, (n,)."""
    x, y = quads_px[:, :, 0], quads_px[:, :, 1]
    doubled = (x * np.roll(y, -1, axis=1) - np.roll(x, -1, axis=1) * y).sum(axis=1)
    return np.asarray(np.sqrt(np.abs(doubled) / 2), np.float64)


def through(quads_px: Floats, modules: int, size_px: tuple[int, int]) -> Plane | None:
    """The plane of the codes found, (n, 4, 2) outer corners; None for fewer than three.

    ``size_px`` is the picture's width and height. Codes that do not fit the others are outvoted.
    """
    if len(quads_px) < 3:
        return None
    root = np.cbrt(sizes(quads_px) ** 2)
    middle, span = np.array(size_px) / 2, float(max(size_px)) / 2
    at = np.column_stack([(quads_px.mean(axis=1) - middle) / span, np.ones(len(root))])
    weights = np.ones(len(root))
    form = np.array([0.0, 0.0, float(np.median(root))])
    for _ in range(ROUNDS):
        scale = float(np.median(root))
        rows = at * (weights / scale)[:, None]
        hold = np.diag([np.sqrt(STIFF) / scale, np.sqrt(STIFF) / scale, 0.0])
        form = np.linalg.lstsq(np.vstack([rows, hold]), np.append(weights * root / scale, np.zeros(3)), rcond=None)[0]
        off = np.abs(1.5 * (root - at @ form) / np.maximum(root, 1e-9)) / OUTLIER
        weights = 1 / np.maximum(1.0, off**2)
    slope = form[:2] / span
    return Plane(np.append(slope, form[2] - slope @ middle), modules)
