"""Where exactly candidate squares lie, found on the parts alike in all symbols or on a whole one.

``align_coarsely`` is the first look: thousands of candidates cost some ten milliseconds, because each is sampled once
and one matrix product compares it with the finder patterns and timing lines in every turn, shifted and scaled by up to
a module and a half. ``refine_on_fixed`` and ``refine`` then move the maps by Gauss-Newton on brightness, all candidates
in step: the symbol is moved under the picture (inverse compositional; Baker and Matthews, 2004), so that the picture is
sampled once a step and its slopes are never needed; level, slope and contrast of the light are solved for alongside.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.picture import homography, sampling
from vision.picture.homography import Floats
from vision.picture.sampling import Pyramid, Soft
from vision.read import symbol_index
from vision.read.streaks import without_streaks
from vision.read.symbol_index import BLURS, MARGIN, PAD, SymbolIndex

Ints = NDArray[np.int64]
Streaks = Literal["", "rows", "columns"]


# --- coarse: turn and place by the patterns all symbols share -------------------------------------------------------


SAMPLED_MARGIN = 3
"""Modules around a quad that are sampled."""
SHIFTS = (-1.6, -0.8, 0.0, 0.8, 1.6)
"""Modules."""
SCALES = (0.9, 1.0, 1.1)
PATTERN_BLUR = 0.9
"""In modules, of the patterns. A sharp picture has less, and would pass between two shifts unseen; so ..."""
SOFTENED = 0.15
"""... what was sampled is blurred too: each sample takes so much from either neighbour."""
COARSE_LEVEL_PX = 0.9
LEAST_VARIATION = 2.0
"""Grey levels a square varies by at least, to be looked at."""


@dataclass(frozen=True, eq=False)
class CoarseAlignment:
    """For each candidate and each quarter turn: (n, 4) correlation and (n, 4, 3, 3) map; (n,) the picture's level."""

    scores: Floats
    maps: Floats
    levels: NDArray[np.int64]


def align_coarsely(pyramid: Pyramid, quads_px: Floats, index: SymbolIndex) -> CoarseAlignment:
    """Look around quads (n, 4, 2) that run clockwise."""
    bank = _pattern_bank(index.modules, index.fixed_symbol().tobytes())
    levels = sampling.levels_for(quads_px, index.modules, pyramid, COARSE_LEVEL_PX)
    h = homography.square_maps(quads_px)
    bad = np.isnan(h).any(axis=(1, 2))
    h[bad] = np.eye(3)
    values, _ = sampling.sample(pyramid, levels, h, symbol_index.module_middles(index.modules, SAMPLED_MARGIN))
    values = _softened(sampling.clip_outliers(values)[0], index.modules + 2 * SAMPLED_MARGIN)
    values -= values.mean(axis=1, keepdims=True)
    counts = bank.windows.sum(axis=1)
    energy = (values**2) @ bank.windows.T - (values @ bank.windows.T) ** 2 / counts
    norms = np.sqrt(np.maximum(energy, counts * LEAST_VARIATION**2))
    fits = (values @ bank.patterns.T).reshape(len(h), -1, 4) / norms[:, :, None]
    best = fits.argmax(axis=1)
    scores = np.take_along_axis(fits, best[:, None], axis=1)[:, 0].astype(np.float64)
    scores[bad] = -1.0
    return CoarseAlignment(scores, h[:, None] @ bank.moves.reshape(-1, 4, 3, 3)[best, np.arange(4)], levels)


def _softened(values: Soft, side: int) -> Soft:
    soft = values.reshape(-1, side, side)
    for one in (soft, soft.transpose(0, 2, 1)):
        one[:, 1:-1] += SOFTENED * (one[:, 2:] + one[:, :-2] - 2 * one[:, 1:-1])
    return values


@dataclass(frozen=True, eq=False)
class _PatternBank:
    patterns: Soft
    """(k, samples), four turns in a row; of norm 1 and blind to the light's level and slope in its window."""
    windows: Soft
    """(k / 4, samples) 1 where a symbol so placed would lie, with a module around."""
    moves: Floats
    """(k, 3, 3) the symbol's own coordinates to the sampled square's."""


@lru_cache(maxsize=8)
def _pattern_bank(count: int, pattern: bytes) -> _PatternBank:
    symbol = np.frombuffer(pattern, np.float32).reshape(count + 2 * PAD, count + 2 * PAD)
    side = (np.arange(count + 2 * SAMPLED_MARGIN) + 0.5 - SAMPLED_MARGIN).tolist()
    windows: list[Floats] = []
    moves: list[Floats] = []
    patterns: list[Floats] = []
    for scale, dx, dy in itertools.product(SCALES, SHIFTS, SHIFTS):
        along, down = ([(one - count / 2 - off) / scale + count / 2 for one in side] for off in (dx, dy))
        window = np.outer(_within(down, count), _within(along, count))
        place = np.array([[scale, 0, 2 * dx / count], [0, scale, 2 * dy / count], [0, 0, 1]])
        for turn in range(4):
            turned = np.rot90(symbol, -turn)
            weight = window * (_blurred(np.abs(turned), down, along, count) > 0.5)
            patterns.append(_normalised(_blurred(turned, down, along, count), weight))
            moves.append(place @ _quarter_turns(turn))
        windows.append(window.ravel())
    return _PatternBank(np.array(patterns, np.float32), np.array(windows, np.float32), np.array(moves, np.float64))


def _quarter_turns(quarters: int) -> Floats:
    c, s = round(math.cos(quarters * math.pi / 2)), round(math.sin(quarters * math.pi / 2))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], np.float64)


def _within(at: list[float], count: int) -> Floats:
    return np.array([-1 < one < count + 1 for one in at], np.float64)


def _blurred(symbol: NDArray[np.float32], down: list[float], along: list[float], count: int) -> Floats:
    rows, columns = (
        symbol_index.blur_weights(count, PAD, tuple(round(one, 3) for one in side), PATTERN_BLUR)[0]
        for side in (down, along)
    )
    return np.asarray(rows @ symbol @ columns.T, np.float64)


def _normalised(seen: Floats, weight: Floats) -> Floats:
    v, u = np.indices(seen.shape)
    light = np.column_stack([np.ones(seen.size), u.ravel(), v.ravel()]) * weight.reshape(-1, 1)
    basis, _ = np.linalg.qr(light)
    flat = (seen * weight).ravel()
    flat = flat - basis @ (basis.T @ flat)
    return np.asarray(flat / np.linalg.norm(flat), np.float64)


# --- fine: maps refined step by step --------------------------------------------------------------------------------


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
    """Candidates on their way: which ones, at which level of the picture, and their maps so far.

    ``streaks`` says which modules of a symbol may have got less ink than others and are brought to one depth before
    they are looked at: whole "rows", whole "columns", or "" for none.
    """

    def __init__(
        self, pyramid: Pyramid, index: SymbolIndex, which: Ints, levels: Ints, maps: Floats, streaks: Streaks = ""
    ) -> None:
        self.pyramid, self.index, self.which, self.levels, self.maps = pyramid, index, which, levels, maps
        self.streaks = streaks

    def __len__(self) -> int:
        return len(self.which)

    def of(self, chosen: NDArray[np.bool_] | Ints) -> AlignedSquares:
        """Some of them, or some more than once; their maps are their own."""
        return AlignedSquares(
            self.pyramid,
            self.index,
            self.which[chosen],
            levels=self.levels[chosen],
            maps=self.maps[chosen].copy(),
            streaks=self.streaks,
        )

    def transposed(self) -> AlignedSquares:
        """The same squares as a mirrored picture shows them."""
        swap = np.array([[0.0, 1, 0], [1, 0, 0], [0, 0, 1]])
        turned: Streaks = "columns" if self.streaks == "rows" else "rows" if self.streaks else ""
        return AlignedSquares(
            self.pyramid, self.index, self.which, levels=self.levels, maps=self.maps @ swap, streaks=turned
        )

    @property
    def points(self) -> Floats:
        """The middles of the modules looked at."""
        return symbol_index.module_middles(self.index.modules, MARGIN)

    def seen(self) -> tuple[Soft, NDArray[np.bool_]]:
        """Brightness there, and where it says something: in the picture, and not in a glare."""
        values, inside = sampling.sample(self.pyramid, self.levels, self.maps, self.points)
        tamed, beyond = sampling.clip_outliers(values)
        glaring = (values >= GLARE) | beyond
        side = self.index.modules + 2 * MARGIN
        if self.streaks:
            tamed = without_streaks(tamed, side, columns=self.streaks == "columns")
        if glaring.any():
            inside &= ~(_whole_patches(glaring.reshape(-1, side, side)).reshape(glaring.shape) | beyond)
        return tamed, inside

    def px_per_module(self) -> Floats:
        """In the picture itself."""
        return np.asarray(
            homography.side_lengths(homography.square_corners(self.maps)).mean(axis=1) / self.index.modules, np.float64
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


def blurred_symbols(index: SymbolIndex, symbols: Soft, blurs: Ints) -> Soft:
    """(n, k) symbols (n, m + 2 PAD, m + 2 PAD) as they look blurred by ``BLURS[blurs]``, at the modules looked at."""
    return _blurred_with_slopes(index, symbols, blurs, slopes=False)[0]


def _blurred_with_slopes(index: SymbolIndex, symbols: Soft, blurs: Ints, *, slopes: bool = True) -> list[Soft]:
    """The same and, with ``slopes``, how it changes along and down."""
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
        candidates.points, candidates.index.modules / 2, *_blurred_with_slopes(candidates.index, symbols, blurs)
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
    chosen = candidates.index.fixed_numbers
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
    paper, along, down = (
        one[:, index.fixed_numbers] for one in _blurred_with_slopes(index, index.fixed_symbol()[None], np.array([blur]))
    )
    rows = _jacobian(
        symbol_index.module_middles(index.modules, MARGIN)[index.fixed_numbers],
        index.modules / 2,
        paper,
        along=along,
        down=down,
    )[0]
    right = rows.astype(np.float64)
    normal = (right @ right.T)[None]
    return np.stack([_solve(normal, one[None], 0.02)[0] for one in right.T], axis=1).astype(np.float32)


def _fixed_fit(candidates: AlignedSquares, blurs: Ints) -> Floats:
    index = candidates.index
    values, visible = candidates.seen()
    paper = blurred_symbols(index, np.repeat(index.fixed_symbol()[None], len(BLURS), axis=0), np.arange(len(BLURS)))
    return correlation(
        values[:, index.fixed_numbers], paper[:, index.fixed_numbers][blurs], visible[:, index.fixed_numbers]
    )


def correlation(values: Soft, paper: Soft, weights: NDArray[np.bool_] | Soft) -> Floats:
    """Weighted correlation, row by row."""
    weights = weights.astype(np.float32)
    total = weights.sum(axis=1, keepdims=True) + 1e-9
    a = values - (values * weights).sum(axis=1, keepdims=True) / total
    b = paper - (paper * weights).sum(axis=1, keepdims=True) / total
    wa, wb = a * weights, b * weights
    top, aa, bb = (np.einsum("nk,nk->n", one, other) for one, other in ((wa, b), (wa, a), (wb, b)))
    return np.asarray(top / (np.sqrt(aa * bb) + 1e-6), np.float64)
