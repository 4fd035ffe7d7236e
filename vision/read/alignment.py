"""Refining maps: Gauss-Newton on brightness, all candidates in step.

The symbol is moved under the picture (inverse compositional), so that the picture is sampled once a step and its
slopes are never needed; level, slope and contrast of the light are solved for alongside.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.picture import sampling
from vision.picture.sampling import Floats, Pyramid, Soft
from vision.read.symbol_index import BLURS, MARGIN, SymbolIndex

Ints = NDArray[np.int64]

OWN_BLUR_PX = 0.8
"""What lens and sampling blur by, where nothing is known yet."""
FIXED_BLURS = (4, 4, 3)
"""Indices of BLURS of the first steps on the parts alike in all symbols: from far, so that a module is in reach."""
GLARE = 250
"""Brightness that says nothing where it fills three modules by three: a lamp in a sleeve, or paper overexposed."""
LEAST_CONTRAST = 1.0
"""Grey levels between paper and ink below which there is nothing to align to."""
STIFF = np.array([1, 1, 0.02, 1, 1, 0.02, 4, 4])
"""How much each parameter of a map is held back, relative to one another: shifts hardly, perspective most."""


class AlignedSquares:
    """Candidates on their way: which ones, at which level of the picture, and their maps so far."""

    def __init__(self, pyramid: Pyramid, index: SymbolIndex, which: Ints, levels: Ints, maps: Floats) -> None:
        self.pyramid, self.index, self.which, self.levels, self.maps = pyramid, index, which, levels, maps

    def __len__(self) -> int:
        return len(self.which)

    def of(self, chosen: NDArray[np.bool_] | Ints) -> AlignedSquares:
        """Some of them, or some more than once; their maps are their own."""
        return AlignedSquares(
            self.pyramid, self.index, self.which[chosen], self.levels[chosen], self.maps[chosen].copy()
        )

    def transposed(self) -> AlignedSquares:
        """The same squares as a mirrored picture shows them."""
        swap = np.array([[0.0, 1, 0], [1, 0, 0], [0, 0, 1]])
        return AlignedSquares(self.pyramid, self.index, self.which, self.levels, self.maps @ swap)

    @property
    def points(self) -> Floats:
        """The middles of the modules looked at."""
        return sampling.module_middles(self.index.modules, MARGIN)

    def seen(self) -> tuple[Soft, NDArray[np.bool_]]:
        """Brightness there, and where it says something: in the picture, and not in a glare."""
        values, inside = sampling.sample(self.pyramid, self.levels, self.maps, self.points)
        tamed, beyond = sampling.clip_outliers(values)
        glaring = (values >= GLARE) | beyond
        if glaring.any():
            side = self.index.modules + 2 * MARGIN
            inside &= ~(_whole_patches(glaring.reshape(-1, side, side)).reshape(glaring.shape) | beyond)
        return tamed, inside

    def px_per_module(self) -> Floats:
        """In the picture itself."""
        return np.asarray(
            sampling.side_lengths(sampling.square_corners(self.maps)).mean(axis=1) / self.index.modules, np.float64
        )

    def blurs(self) -> Ints:
        """The blur to begin with, by size."""
        px = self.px_per_module() / 2.0**self.levels
        with np.errstate(divide="ignore", invalid="ignore"):
            wanted = np.log(OWN_BLUR_PX / np.maximum(px, 0.1))
        return np.asarray(np.abs(np.log(BLURS)[None, :] - wanted[:, None]).argmin(axis=1), np.int64)

    def move(self, change: Floats) -> None:
        """Maps moved by (n, 8) parameters, at most two modules at once: farther is no step but a guess."""
        half = self.index.modules / 2
        change = np.nan_to_num(change, nan=0.0, posinf=0.0, neginf=0.0)
        change = change * np.minimum(1.0, 2.0 / half / (np.abs(change).max(axis=1, initial=1e-9) + 1e-9))[:, None]
        moved = np.concatenate([change, np.zeros((len(change), 1))], axis=1).reshape(-1, 3, 3) + np.eye(3)
        maps = self.maps @ np.linalg.inv(moved)
        self.maps = maps / maps[:, 2:, 2:]


def _whole_patches(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(n, h, w) what lies in whole squares of three by three."""
    rows = mask[:, :-2] & mask[:, 1:-1] & mask[:, 2:]
    middle = rows[:, :, :-2] & rows[:, :, 1:-1] & rows[:, :, 2:]
    found = np.zeros_like(mask)
    for down in range(3):
        for along in range(3):
            found[:, down : down + middle.shape[1], along : along + middle.shape[2]] |= middle
    return found


def blurred_symbols(index: SymbolIndex, symbols: Soft, blurs: Ints, *, slopes: bool = True) -> list[Soft]:
    """(n, k) symbols (n, m + 2 PAD, m + 2 PAD) blurred and, with ``slopes``, how they change along and down."""
    out = [np.empty((len(symbols), (index.modules + 2 * MARGIN) ** 2), np.float32) for _ in range(3 if slopes else 1)]
    for blur in np.unique(blurs):
        mine = slice(None) if (blurs == blur).all() else blurs == blur
        weight, slope = (one.astype(np.float32) for one in index.weights(int(blur)))
        symbol = symbols[mine]
        down = weight @ symbol
        out[0][mine] = (down @ weight.T).reshape(len(symbol), -1)
        if slopes:
            out[1][mine] = (down @ slope.T).reshape(len(symbol), -1)
            out[2][mine] = (slope @ symbol @ weight.T).reshape(len(symbol), -1)
    return out


def _jacobian(points: Floats, half: float, paper: Soft, along: Soft, down: Soft) -> Soft:
    """(n, 12, k): what each of eight parameters of the map, the contrast and the light's three change."""
    u, v = points.astype(np.float32).T
    rows = np.empty((len(paper), 12, len(u)), np.float32)
    gu, gv = along * np.float32(half), down * np.float32(half)
    both = gu * u + gv * v
    for row, value in enumerate((gu * u, gu * v, gu, gv * u, gv * v, gv, -both * u, -both * v, paper, 1.0, u, v)):
        rows[:, row] = value
    return rows


def refine(candidates: AlignedSquares, symbols: Soft, blurs: Ints, *, stiff: float) -> None:
    """One step of every map towards the picture its symbol (n, m + 2 PAD, m + 2 PAD) explains best."""
    values, inside = candidates.seen()
    rows = _jacobian(
        candidates.points, candidates.index.modules / 2, *blurred_symbols(candidates.index, symbols, blurs)
    )
    weighed = rows if inside.all() else rows * inside[:, None, :]
    normal = (weighed @ rows.transpose(0, 2, 1)).astype(np.float64)
    right = (weighed @ values[:, :, None])[:, :, 0].astype(np.float64)
    solved = _solve(normal, right, stiff)
    contrast = solved[:, 8:9]
    candidates.move(np.where(contrast > LEAST_CONTRAST, solved[:, :8] / np.maximum(contrast, LEAST_CONTRAST), 0.0))


def _solve(normal: Floats, right: Floats, stiff: float) -> Floats:
    scale = np.einsum("nii->ni", normal)[:, :8].mean(axis=1)
    damping = np.concatenate([STIFF * stiff, np.full(4, 1e-6)])
    normal = normal + np.eye(12) * (damping * scale[:, None] + 1e-6)[:, None, :]
    return np.asarray(np.linalg.solve(normal, right[:, :, None])[:, :, 0], np.float64)


def refine_on_fixed(candidates: AlignedSquares) -> Floats:
    """Refine on what is alike in all symbols; the correlation there.

    The same few hundred modules for every candidate, so a step is one product with a matrix made beforehand.
    """
    own = candidates.blurs()
    for far in (*FIXED_BLURS, None, None):
        _fixed_step(candidates, own if far is None else np.maximum(own, far))
    return _fixed_fit(candidates, own)


def _fixed_step(candidates: AlignedSquares, blurs: Ints) -> None:
    chosen = candidates.index.held
    values, _ = sampling.sample(candidates.pyramid, candidates.levels, candidates.maps, candidates.points[chosen])
    values, _ = sampling.clip_outliers(values)
    change = np.zeros((len(candidates), 8))
    for blur in np.unique(blurs):
        mine = blurs == blur
        solved = values[mine] @ _fixed_gain(candidates.index, int(blur)).T
        contrast = solved[:, 8:9]
        change[mine] = np.where(contrast > LEAST_CONTRAST, solved[:, :8] / np.maximum(contrast, LEAST_CONTRAST), 0.0)
    candidates.move(change)


@lru_cache(maxsize=64)
def _fixed_gain(index: SymbolIndex, blur: int) -> Soft:
    """(12, k) what a step makes of the brightness of the k modules alike in all symbols."""
    paper, along, down = (one[:, index.held] for one in blurred_symbols(index, index.alike()[None], np.array([blur])))
    rows = _jacobian(sampling.module_middles(index.modules, MARGIN)[index.held], index.modules / 2, paper, along, down)[
        0
    ]
    right = rows.astype(np.float64)
    normal = (right @ right.T)[None]
    return np.stack([_solve(normal, one[None], 0.02)[0] for one in right.T], axis=1).astype(np.float32)


def _fixed_fit(candidates: AlignedSquares, blurs: Ints) -> Floats:
    index = candidates.index
    values, visible = candidates.seen()
    paper = blurred_symbols(
        index, np.repeat(index.alike()[None], len(BLURS), axis=0), np.arange(len(BLURS)), slopes=False
    )[0]
    return correlation(values[:, index.held], paper[:, index.held][blurs], visible[:, index.held])


def correlation(values: Soft, paper: Soft, weights: NDArray[np.bool_] | Soft) -> Floats:
    """Weighted correlation, row by row."""
    weights = weights.astype(np.float32)
    total = weights.sum(axis=1, keepdims=True) + 1e-9
    a = values - (values * weights).sum(axis=1, keepdims=True) / total
    b = paper - (paper * weights).sum(axis=1, keepdims=True) / total
    wa, wb = a * weights, b * weights
    top, aa, bb = (np.einsum("nk,nk->n", one, other) for one, other in ((wa, b), (wa, a), (wb, b)))
    return np.asarray(top / (np.sqrt(aa * bb) + 1e-6), np.float64)
