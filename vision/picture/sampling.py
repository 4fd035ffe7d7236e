"""Many small squares of a picture at once: their projective maps, and soft values sampled through them.

A symbol's own coordinates run from -1 to 1 across its modules, the quiet zone lies outside. A map H (3, 3) takes them
to pixels of the picture, (0, 0) the outer corner of its first pixel.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2

Floats = NDArray[np.float64]
Soft = NDArray[np.float32]

BEYOND = 0.6
"""How far beyond paper and ink brightness is believed, in shares of their contrast."""

_UNIT = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


@dataclass(frozen=True, eq=False)
class Pyramid:
    """A picture and its halves, each made when first needed."""

    levels: list[NDArray[np.uint8]]

    def level(self, index: int) -> NDArray[np.uint8]:
        """The picture halved ``index`` times. An odd last row or column is left out, so coordinates halve exactly."""
        while len(self.levels) <= index:
            last = self.levels[-1]
            even = last[: last.shape[0] // 2 * 2, : last.shape[1] // 2 * 2]
            half = cv2.resize(even, (even.shape[1] // 2, even.shape[0] // 2), interpolation=cv2.INTER_AREA)
            self.levels.append(np.asarray(half, np.uint8))
        return self.levels[index]

    @property
    def deepest(self) -> int:
        """How often the picture can be halved and still be one."""
        return max(0, int(math.log2(max(1, min(self.levels[0].shape)))) - 3)


def square_maps(quads_px: Floats) -> Floats:
    """(n, 3, 3) maps of the symbol's square to quads (n, 4, 2); a quad that is none gets a map of NaN."""
    count = len(quads_px)
    u, v = _UNIT[:, 0], _UNIT[:, 1]
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


def square_corners(h: Floats) -> Floats:
    """(n, 4, 2) corners of the symbol's square under maps (n, 3, 3)."""
    points = np.column_stack([_UNIT, np.ones(4)])
    mapped = np.einsum("nij,kj->nki", h, points)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(mapped[:, :, :2] / mapped[:, :, 2:], np.float64)


def side_lengths(quads_px: Floats) -> Floats:
    """(n, 4) lengths of the sides."""
    return np.asarray(np.linalg.norm(np.roll(quads_px, -1, axis=1) - quads_px, axis=2), np.float64)


def signed_areas(quads_px: Floats) -> Floats:
    x, y = quads_px[:, :, 0], quads_px[:, :, 1]
    return np.asarray((x * np.roll(y, -1, axis=1) - np.roll(x, -1, axis=1) * y).sum(axis=1) / 2, np.float64)


def levels_for(quads_px: Floats, modules: int, pyramid: Pyramid, least_px: float) -> NDArray[np.int64]:
    """(n,) how often to halve the picture for each quad.

    A module is sampled once, so a picture of more than twice ``least_px`` pixels a module is halved first.
    """
    module_px = side_lengths(quads_px).min(axis=1) / modules
    with np.errstate(divide="ignore", invalid="ignore"):
        wanted = np.floor(np.log2(module_px / least_px))
    return np.asarray(np.clip(np.nan_to_num(wanted, nan=0.0), 0, pyramid.deepest), np.int64)


def sample(pyramid: Pyramid, levels: NDArray[np.int64], h: Floats, points: Floats) -> tuple[Soft, NDArray[np.bool_]]:
    """Brightness (n, k) at the symbols' own points (k, 2), and which of them lie in the picture."""
    map_ = h.astype(np.float32).reshape(-1, 9, 1)
    u, v = points.astype(np.float32).T
    height, width = pyramid.levels[0].shape
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        bottom = map_[:, 6] * u + map_[:, 7] * v + map_[:, 8]
        x = (map_[:, 0] * u + map_[:, 1] * v + map_[:, 2]) / bottom
        y = (map_[:, 3] * u + map_[:, 4] * v + map_[:, 5]) / bottom
        inside = (bottom > 0) & (x >= 0) & (y >= 0) & (x <= width) & (y <= height)
    if not inside.all():
        x[~inside] = y[~inside] = 0.0
    values = np.empty(x.shape, np.float32)
    for level in np.unique(levels):
        mine = slice(None) if (levels == level).all() else levels == level
        scale = np.float32(0.5**level)
        values[mine] = cv2.remap(
            pyramid.level(int(level)),
            x[mine] * scale - np.float32(0.5),
            y[mine] * scale - np.float32(0.5),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return values, inside


def clip_outliers(values: Soft) -> tuple[Soft, NDArray[np.bool_]]:
    """Brightness with what is far brighter than the paper or darker than the ink taken back, and where it was.

    A lamp's reflection outshines the code it lies on: without this it is all that a correlation sees.
    """
    some = np.sort(values[:, ::5], axis=1)
    ink, paper = (some[:, int(share * some.shape[1])][:, None] for share in (0.1, 0.75))
    beyond = BEYOND * (paper - ink) + 4
    kept = np.clip(values, ink - beyond, paper + beyond)
    return kept, kept != values


@lru_cache(maxsize=32)
def module_middles(modules: int, margin: int) -> Floats:
    """(k, 2) the middles of the modules, row by row, ``margin`` modules of quiet zone around them included."""
    side = (np.arange(modules + 2 * margin) + 0.5 - margin - modules / 2) / (modules / 2)
    v, u = np.meshgrid(side, side, indexing="ij")
    return np.column_stack([u.ravel(), v.ravel()])


@lru_cache(maxsize=512)
def blur_weights(modules: int, pad: int, at: tuple[float, ...], blur: float) -> tuple[Floats, Floats]:
    """How much of each module of a padded row a blurred row shows at places, and how that changes with the place.

    Both (len(at), modules + 2 * pad). ``at`` counts modules from the symbol's left edge; ``blur`` is in modules.
    So a blurred symbol is ``weights @ symbol @ weights.T``, without an approximation.
    """
    edges = (np.arange(modules + 2 * pad + 1) - pad)[None, :] - np.array(at)[:, None]
    blur = max(blur, 0.05)
    step = np.array([[0.5 * math.erf(edge / (blur * math.sqrt(2))) for edge in row] for row in edges])
    bell = np.exp(-(edges**2) / (2 * blur**2)) / (blur * math.sqrt(2 * math.pi))
    # The picture beyond the padding goes on as the padding ends.
    step[:, 0], step[:, -1] = -0.5, 0.5
    bell[:, 0], bell[:, -1] = 0.0, 0.0
    return np.diff(step, axis=1), -np.diff(bell, axis=1)
