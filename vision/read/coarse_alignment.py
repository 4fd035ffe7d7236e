"""The first look at candidate squares: where around each, and which way round, the parts alike in all symbols lie.

Thousands of candidates cost some ten milliseconds: each is sampled once, and one matrix product compares it with the
finder patterns and timing lines in every turn, shifted and scaled by up to a module and a half.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.picture import sampling
from vision.picture.sampling import Floats, Pyramid, Soft
from vision.read.symbol_index import PAD, SymbolIndex

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
    bank = _pattern_bank(index.modules, index.alike().tobytes())
    levels = sampling.levels_for(quads_px, index.modules, pyramid, COARSE_LEVEL_PX)
    h = sampling.square_maps(quads_px)
    bad = np.isnan(h).any(axis=(1, 2))
    h[bad] = np.eye(3)
    values, _ = sampling.sample(pyramid, levels, h, sampling.module_middles(index.modules, SAMPLED_MARGIN))
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
        sampling.blur_weights(count, PAD, tuple(round(one, 3) for one in side), PATTERN_BLUR)[0]
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
