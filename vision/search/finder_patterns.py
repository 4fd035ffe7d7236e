"""How a version 1 symbol is turned, from the parts alike in all of them: three finder patterns, timing, quiet rim.

A candidate's neighbourhood is sampled once, straightened by its own shape, and compared with the pattern in all turns
and a few sizes and places at once (one matrix product for all candidates). The best is good to about a module, which
is where the reader takes over.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.picture.homography import Floats
from vision.picture.opencv_setup import cv2
from vision.search.blobs import Blobs
from vision.sighting import MODULES

Soft = NDArray[np.float32]

TURNS = 24
GROWN = (0.80, 0.92, 1.05)
"""Sizes tried: a blurred blob's moments come out a little too large."""
MOVED = (-1.5, 0.0, 1.5)
"""Modules a candidate's middle may be off, along and down."""
SAMPLES, APART = 24, 1.5
"""Across the neighbourhood, so many modules apart: the diagonal of symbol and rim."""
FIRST_LIKENESS = 0.4
"""Of a blob with the pattern at the middle size; the best of all sizes is at most a fifth better."""
RIM = 2
"""Modules of quiet zone that take part."""
BLUR_MODULES = 0.9
LEAST_CONTRAST = 0.10
"""Half the way from ink to paper, as part of the brightest nearby: codes have 0.19 and more, far and out of focus."""
PALE_CONTRAST = 0.02
"""The same where pale print is looked for; below it is noise."""
FINER = 4
PAD = 10
"""Modules around the symbol in the fine picture, so that the blur runs out."""


@dataclass(frozen=True, eq=False)
class _PatternBank:
    """m patterns on SAMPLES x SAMPLES points, by size, turn and place: weights, weighed patterns (m, points), norms."""

    weights: Soft
    weighed: Soft
    norm: Soft

    def middle(self) -> _PatternBank:
        """The patterns of the middle size."""
        each = len(self.norm) // len(GROWN)
        mine = slice(len(GROWN) // 2 * each, (len(GROWN) // 2 + 1) * each)
        return _PatternBank(self.weights[mine], self.weighed[mine], self.norm[mine])


def orient_blobs(blobs: Blobs, least_contrast: float = LEAST_CONTRAST) -> tuple[Floats, Floats]:
    """The quads (n, 4, 2) in which blobs look most like a symbol, its top left first, and how much (n,), -1 to 1.

    What has hardly any contrast looks like nothing, nor does what shows no likeness at the middle size.
    """
    bank = _pattern_bank()
    seen = _sampled(blobs)
    white = seen.max(axis=1, initial=1.0)
    seen -= seen.mean(axis=1, keepdims=True)
    likeness = np.full(len(seen), -1.0)
    quads = np.zeros((len(seen), 4, 2))
    some = np.flatnonzero(_scores(seen, bank.middle())[0].max(axis=1, initial=-1.0) >= FIRST_LIKENESS)
    if not len(some):
        return quads, likeness
    scores, fitted = _scores(seen[some], bank)
    best = np.arange(len(some)), scores.argmax(axis=1)
    contrast = fitted[best] / bank.norm[best[1]] ** 2 / white[some]
    likeness[some] = np.where(contrast >= least_contrast, scores[best], -1.0)
    corners = _corners(*_interpolated_best(scores.reshape(-1, len(GROWN), TURNS, len(MOVED), len(MOVED)))) / MODULES
    quads[some] = blobs.centres_px[some, None, :] + corners @ blobs.shapes_px[some].transpose(0, 2, 1)
    return quads, likeness


def _scores(seen: Soft, bank: _PatternBank) -> tuple[Soft, Soft]:
    """(n, m) correlations of neighbourhoods (n, points) with the patterns, and the products they come from."""
    level = seen @ bank.weights.T
    spread = np.maximum((seen * seen) @ bank.weights.T - level * level, 1.0)
    fitted = seen @ bank.weighed.T
    return np.asarray(fitted / (np.sqrt(spread) * bank.norm), np.float32), np.asarray(fitted, np.float32)


def _interpolated_best(scores: Soft | Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """(n,) size, turn in radians and place in modules of the best of the (n, sizes, turns, x, y) scores.

    A parabola through the best and its neighbours along each axis says what lies between the steps.
    """
    count = len(scores)
    best = np.array(np.unravel_index(scores.reshape(count, -1).argmax(axis=1), scores.shape[1:]))
    values = []
    for axis, steps in enumerate(
        (np.array(GROWN), np.arange(TURNS) * (2 * np.pi / TURNS), np.array(MOVED), np.array(MOVED))
    ):
        size, circular = len(steps), axis == 1
        at = best.copy()
        low, high = best[axis] - 1, best[axis] + 1
        inner = np.ones(count, np.bool_) if circular else (low >= 0) & (high < size)
        around = []
        for one in (low, best[axis], high):
            at[axis] = one % size if circular else np.clip(one, 0, size - 1)
            around.append(scores[np.arange(count), at[0], at[1], at[2], at[3]].astype(np.float64))
        bend = np.minimum(around[0] - 2 * around[1] + around[2], -1e-9)
        shift = np.where(inner, np.clip(0.5 * (around[0] - around[2]) / bend, -0.5, 0.5), 0.0)
        values.append(steps[best[axis]] + shift * (steps[1] - steps[0]))
    grown, turn, across, down = values
    return grown, turn, across, down


def _corners(grown: Floats, turn: Floats, across: Floats, down: Floats) -> Floats:
    """(n, 4, 2) corners in modules from the middle of the neighbourhood."""
    c, s = np.cos(turn) * grown, np.sin(turn) * grown
    spin = np.stack([c, -s, s, c], axis=1).reshape(-1, 2, 2)
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * MODULES
    return square @ spin.transpose(0, 2, 1) + np.stack([across, down], axis=1)[:, None, :]


def _sampled(blobs: Blobs) -> Soft:
    """(n, points) grey values around each blob, straightened, from the small picture it was seen in."""
    side = (np.arange(SAMPLES) - (SAMPLES - 1) / 2) * APART / MODULES
    points = np.stack(np.meshgrid(side, side), axis=2).reshape(-1, 2)
    where = (blobs.centres_px[:, None, :] + points @ blobs.shapes_px.transpose(0, 2, 1)) * blobs.scale - 0.5
    where = where.astype(np.float32)
    found = np.empty(where.shape[:2], np.float32)
    for start in range(0, len(where), 16_000):  # remap takes no more rows
        part = where[start : start + 16_000]
        found[start : start + 16_000] = cv2.remap(
            blobs.small, part[..., 0], part[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    return found


@lru_cache(maxsize=1)
def _pattern_bank() -> _PatternBank:
    value, known = _shared_pattern()
    weights, weighed, norms = [], [], []
    turns = np.arange(TURNS) * (2 * np.pi / TURNS)
    for grown, turn, dx, dy in itertools.product(GROWN, turns, MOVED, MOVED):
        weight, pattern = (_placed(plane, grown, float(turn), dx=dx, dy=dy) for plane in (known, value))
        weight = weight / weight.sum()
        pattern = pattern - weight @ pattern
        weights.append(weight)
        weighed.append(weight * pattern)
        norms.append(np.sqrt(weight @ (pattern * pattern)))
    return _PatternBank(*(np.array(rows, np.float32) for rows in (weights, weighed, norms)))


def _placed(plane: Soft, grown: float, turn: float, dx: float, dy: float) -> Floats:
    """A fine picture of the pattern, sampled as a neighbourhood shows it grown, turned and moved; (points,)."""
    c, s = np.cos(turn) * grown, np.sin(turn) * grown
    back = np.linalg.inv(np.array([[c, -s], [s, c]])) * FINER * APART
    at = np.array([dx, dy]) / APART + (SAMPLES - 1) / 2
    warp = np.column_stack([back, (plane.shape[0] - 1) / 2 - back @ at])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(plane, warp, (SAMPLES, SAMPLES), flags=flags), np.float64).ravel()


def _shared_pattern() -> tuple[Soft, Soft]:
    """The pattern, blurred, paper 1 and ink -1, FINER samples a module; and 1 where it is alike in all symbols."""
    value = np.zeros((MODULES, MODULES), np.float32)
    known = np.zeros((MODULES, MODULES), np.float32)
    finder = np.ones((8, 8), np.float32)
    finder[:7, :7] = -1
    finder[1:6, 1:6] = 1
    finder[2:5, 2:5] = -1
    for rows, columns, corner in (
        (slice(0, 8), slice(0, 8), finder),
        (slice(0, 8), slice(13, 21), finder[:, ::-1]),
        (slice(13, 21), slice(0, 8), finder[::-1]),
    ):
        value[rows, columns] = corner
        known[rows, columns] = 1
    timing = np.where(np.arange(8, 13) % 2, 1.0, -1.0)
    value[6, 8:13] = value[8:13, 6] = timing
    known[6, 8:13] = known[8:13, 6] = 1
    fine = np.ones((FINER, FINER), np.float32)
    wide = np.kron(np.pad(value, PAD, constant_values=1.0), fine)
    rim = np.pad(np.pad(known, RIM, constant_values=1.0), PAD - RIM)
    blurred = cv2.GaussianBlur(wide, (0, 0), BLUR_MODULES * FINER)
    return np.asarray(blurred, np.float32), np.asarray(np.kron(rim, fine), np.float32)
