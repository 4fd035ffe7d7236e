"""Which card of the deck a small square of the picture shows: closed-set reading.

    index = index_of([games.deck("fairytale")])
    for reading in read(grey, quads_px, index): ...

A general reader has to tell every single module dark or light, and needs two pixels for each. Here all the symbols
there can be are known, so the whole square is compared with each of them, softly: what one module does not tell, four
hundred others do. Candidates come from elsewhere (locate.py, a general reader's corners) with the corners a module or
so off, turned any way round or mirrored; most are no code at all. All of them are looked at together:

1. *seek*: the parts alike in all symbols are sought around each quad, in four turns; most candidates end here;
2. *hold*: the map of what is left is refined on those parts alone;
3. *compare*: with every symbol of the index; the best few refine their map on the whole symbol;
4. *judge* (gate.py): whether the best one is believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision import gate, seek, warp
from vision.index import BLURS, MARGIN, Index, index_of
from vision.warp import Floats, Pyramid, Soft

__all__ = ["Index", "Reading", "index_of", "read"]

TRIED = 3
"""Symbols whose map is refined for each candidate."""
OWN_BLUR_PX = 0.75
"""What lens and sampling blur by, where nothing is known yet."""
STEPS_FIXED, STEPS_WHOLE = 5, 4
LEAST_FIXED = 0.30
"""Correlation on the parts alike in all symbols a candidate needs to be compared at all."""
LEAST_SEEK = 0.30
TURNS_NEAR = 0.8
"""Turns that look nearly as good as the best at first sight are looked at closer too."""
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Reading:
    """The symbol of the index that explains a place best.

    ``quad_px`` (4, 2): outer corners, its own top left first and in its own order, so counter-clockwise where the
    picture is mirrored. ``score``: correlation over the modules that carry data, -1 to 1; ``margin``: how far the
    second best symbol is behind; ``fixed``: correlation over the parts alike in all symbols. ``strength`` is what the
    gate makes of it all, and ``accepted`` whether it is enough to believe.
    """

    text: str
    quad_px: Floats
    px_per_module: float
    score: float
    margin: float
    fixed: float
    strength: float
    accepted: bool


def read(grey: NDArray[np.uint8], quads_px: Floats | Sequence[Floats], index: Index) -> list[Reading | None]:
    """A reading for each candidate quad (n, 4, 2), in their order; None where nothing resembles a code.

    Corners may be off by a module and a half, begin anywhere and run either way round.
    """
    quads = np.asarray(quads_px, np.float64).reshape(-1, 4, 2)
    readings: list[Reading | None] = [None] * len(quads)
    if not len(quads) or min(grey.shape) < 8:
        return readings
    pyramid = Pyramid([np.ascontiguousarray(grey)])
    found = seek.seek(pyramid, _clockwise(quads), index)
    best = found.scores.max(axis=1, keepdims=True)
    which, turn = np.nonzero((found.scores >= LEAST_SEEK) & (found.scores >= best * TURNS_NEAR))
    state = _State(pyramid, index, which, found.levels[which], found.maps[which, turn])
    state = state.of(_best_each(which, _hold(state)))
    if len(state.which):
        for place, reading in zip(state.which, _compare(state), strict=True):
            readings[int(place)] = reading
    return readings


def _clockwise(quads: Floats) -> Floats:
    x, y = quads[:, :, 0], quads[:, :, 1]
    area = (x * np.roll(y, -1, axis=1) - np.roll(x, -1, axis=1) * y).sum(axis=1)
    return np.where((area < 0)[:, None, None], quads[:, [0, 3, 2, 1]], quads)


def _best_each(which: Ints, fits: Floats) -> Ints:
    """The turn of each candidate that fits best, where it fits at all."""
    order = np.lexsort((-fits, which))
    first = np.ones(len(order), np.bool_)
    first[1:] = which[order][1:] != which[order][:-1]
    best = order[first]
    return best[fits[best] >= LEAST_FIXED]


# --- the state of all candidates ----------------------------------------------------------------------------------


@dataclass(eq=False)
class _State:
    """Candidates on their way: which ones, at which level of the picture, and their maps so far."""

    pyramid: Pyramid
    index: Index
    which: Ints
    levels: Ints
    maps: Floats

    def of(self, chosen: NDArray[np.bool_] | Ints) -> _State:
        return _State(self.pyramid, self.index, self.which[chosen], self.levels[chosen], self.maps[chosen])

    def points(self) -> Floats:
        return warp.grid(self.index.modules, MARGIN)

    def seen(self) -> tuple[Soft, NDArray[np.bool_]]:
        return warp.sampled(self.pyramid, self.levels, self.maps, self.points())

    def px_per_module(self) -> Floats:
        return np.asarray(warp.sides(warp.corners(self.maps)).mean(axis=1) / self.index.modules, np.float64)

    def blurs(self) -> Ints:
        """The blur to begin with, by size."""
        px = self.px_per_module() / 2.0**self.levels
        wanted = np.hypot(OWN_BLUR_PX, 0.3) / np.maximum(px, 0.1)
        nearest = np.abs(np.log(np.array(BLURS))[None, :] - np.log(wanted)[:, None]).argmin(axis=1)
        return np.asarray(nearest, np.int64)


def _hold(state: _State) -> Floats:
    """Refine on what is alike in all symbols; the correlation there."""
    index = state.index
    symbol = index.alike()
    weights = np.pad(index.fixed, MARGIN, constant_values=True).ravel().astype(np.float64)
    blurs = state.blurs()
    for _ in range(STEPS_FIXED):
        _step(state, np.broadcast_to(symbol, (len(blurs), *symbol.shape)), blurs, weights, stiff=0.02)
    values, inside = state.seen()
    paper = np.stack([_looks(index, symbol[None], np.array([blur]))[0][0] for blur in range(len(BLURS))])
    return _correlation(values, paper[blurs], weights * inside)


def _looks(index: Index, symbols: Soft | Floats, blurs: Ints) -> tuple[Floats, Floats, Floats]:
    """(n, k) symbols (n, m + 2 PAD, m + 2 PAD) blurred, and their slopes along and down."""
    flat = [np.empty((len(symbols), (index.modules + 2 * MARGIN) ** 2)) for _ in range(3)]
    for blur in np.unique(blurs):
        mine = blurs == blur
        weight, slope = index.weights(int(blur))
        symbol = symbols[mine].astype(np.float64)
        down, down_slope = weight @ symbol, slope @ symbol
        for out, made in zip(flat, (down @ weight.T, down @ slope.T, down_slope @ weight.T), strict=True):
            out[mine] = made.reshape(len(symbol), -1)
    return flat[0], flat[1], flat[2]


def _step(state: _State, symbols: Soft | Floats, blurs: Ints, weights: Floats, *, stiff: float) -> None:
    """One Gauss-Newton step of every map towards the picture its symbol explains best.

    The symbol is moved under the picture (inverse compositional), so the picture is sampled once a step and its
    slopes never; level, slope and contrast of the light are solved for alongside. ``stiff`` holds the perspective
    back where little is known.
    """
    half = state.index.modules / 2
    values, inside = state.seen()
    paper, along, down = _looks(state.index, symbols, blurs)
    u, v = state.points().T
    gu, gv = along * half, down * half
    both = gu * u + gv * v
    ones = np.broadcast_to(np.ones_like(u), paper.shape)
    rows = np.stack(
        [gu * u, gu * v, gu, gv * u, gv * v, gv, -both * u, -both * v, paper, ones, ones * u, ones * v], axis=1
    )
    weighed = rows * (weights * inside)[:, None, :]
    normal = weighed @ rows.transpose(0, 2, 1)
    scale = np.einsum("nii->ni", normal)[:, :8].mean(axis=1)
    damping = np.array([1, 1, 0.02, 1, 1, 0.02, 4, 4, 0, 0, 0, 0]) * stiff
    damping[8:] = 1e-6
    normal += np.eye(12) * (damping * scale[:, None] + 1e-9)[:, None, :]
    solved = np.linalg.solve(normal, (weighed @ values[:, :, None]))[:, :, 0]
    contrast = solved[:, 8]
    good = contrast > 1.0
    change = np.where(good[:, None], solved[:, :8] / np.where(good, contrast, 1.0)[:, None], 0.0)
    # A step that leaves the square's neighbourhood is no step but a guess.
    change *= np.minimum(1.0, 2.0 / half / (np.abs(change).max(axis=1) + 1e-9))[:, None]
    moved = np.concatenate([change, np.zeros((len(change), 1))], axis=1).reshape(-1, 3, 3) + np.eye(3)
    state.maps = state.maps @ np.linalg.inv(moved)
    state.maps /= state.maps[:, 2:, 2:]


def _correlation(values: Soft | Floats, paper: Floats, weights: Floats) -> Floats:
    """Weighted correlation, row by row."""
    total = weights.sum(axis=1) + 1e-9
    a = values - ((values * weights).sum(axis=1) / total)[:, None]
    b = paper - ((paper * weights).sum(axis=1) / total)[:, None]
    top = (a * b * weights).sum(axis=1)
    return np.asarray(top / (np.sqrt((a * a * weights).sum(axis=1) * (b * b * weights).sum(axis=1)) + 1e-6))


# --- comparing with every symbol ----------------------------------------------------------------------------------


def _compare(state: _State) -> list[Reading]:
    first = state.blurs()
    plain = _scores(state, first)
    turned = _transposed(state)
    mirrored = _scores(turned, first)
    both = np.concatenate([plain, mirrored], axis=1)
    tried = np.argsort(-both, axis=1)[:, : min(TRIED, both.shape[1])]
    count, ways = tried.shape
    each = state.of(np.repeat(np.arange(count), ways))
    flat = tried.ravel()
    flip = flat >= len(state.index)
    each.maps[flip] = turned.maps[np.repeat(np.arange(count), ways)[flip]]
    texts = flat % len(state.index)
    symbols = state.index.symbols[texts]
    blurs = np.repeat(first, ways)
    weights = np.ones(len(each.points()))
    for _ in range(STEPS_WHOLE):
        _step(each, symbols, blurs, weights, stiff=0.002)
    blurs = _best_blur(each, symbols, blurs)
    _step(each, symbols, blurs, weights, stiff=0.0005)
    values, inside = each.seen()
    whole = _correlation(values, _looks(state.index, symbols, blurs)[0], inside.astype(np.float64))
    best = whole.reshape(count, ways).argmax(axis=1) + np.arange(count) * ways
    return _judged(each.of(best), blurs[best])


def _transposed(state: _State) -> _State:
    """The same squares as a mirrored picture shows them."""
    swap = np.array([[0.0, 1, 0], [1, 0, 0], [0, 0, 1]])
    return _State(state.pyramid, state.index, state.which, state.levels, state.maps @ swap)


def _best_blur(state: _State, symbols: Soft, blurs: Ints) -> Ints:
    """The blur under which each symbol explains its picture best."""
    values, inside = state.seen()
    weights = inside.astype(np.float64)
    fits = [
        _correlation(values, _looks(state.index, symbols, np.full_like(blurs, blur))[0], weights)
        for blur in range(len(BLURS))
    ]
    return np.asarray(np.stack(fits).argmax(axis=0), np.int64)


def _data(index: Index) -> Floats:
    return np.pad(~index.fixed, MARGIN, constant_values=False).ravel().astype(np.float64)


def _scores(state: _State, blurs: Ints) -> Soft:
    """(n, texts) correlation over the modules that carry data, the light's slope taken out."""
    values, _ = state.seen()
    chosen = _data(state.index) > 0
    u, v = state.points()[chosen].T
    light, _ = np.linalg.qr(np.column_stack([np.ones_like(u), u, v, u * u, u * v, v * v]))
    light = light.astype(np.float32)
    seen = values[:, chosen]
    seen = seen - (seen @ light) @ light.T
    seen /= np.linalg.norm(seen, axis=1, keepdims=True) + 1e-6
    scores = np.empty((len(seen), len(state.index)), np.float32)
    for blur in np.unique(blurs):
        paper = state.index.blurred(int(blur))[:, chosen]
        paper = paper - (paper @ light) @ light.T
        paper /= np.linalg.norm(paper, axis=1, keepdims=True) + 1e-6
        mine = blurs == blur
        scores[mine] = seen[mine] @ paper.T
    return scores


def _judged(state: _State, blurs: Ints) -> list[Reading]:
    """The readings of candidates whose maps are final."""
    scores = _scores(state, blurs)
    order = np.argsort(-scores, axis=1)[:, :2]
    rows = np.arange(len(scores))
    top = scores[rows, order[:, 0]]
    second = scores[rows, order[:, -1]] if scores.shape[1] > 1 else np.zeros_like(top)
    values, inside = state.seen()
    alike = np.pad(state.index.fixed, MARGIN, constant_values=True).ravel().astype(np.float64)
    paper = _looks(state.index, state.index.symbols[order[:, 0]], blurs)[0]
    fixed = _correlation(values, paper, alike * inside)
    quads = warp.corners(state.maps)
    px = warp.sides(quads).mean(axis=1) / state.index.modules
    readings = []
    for i in rows:
        evidence = gate.Evidence(float(top[i]), float(top[i] - second[i]), float(fixed[i]), float(px[i]))
        strength = gate.strength(evidence)
        readings.append(
            Reading(
                state.index.texts[order[i, 0]], quads[i], evidence.px_per_module, evidence.score, evidence.margin,
                evidence.fixed, strength, strength > 0,
            )
        )  # fmt: skip
    return readings
