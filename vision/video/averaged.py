"""Several small patches of one code, each too noisy to tell, read together: their soft modules averaged.

The maps of all patches are refined on the parts all symbols share, then, all for one symbol, on the whole of it; what
is averaged are the soft modules, so that frames a fraction of a pixel apart add resolution too.

How much an average may be trusted is measured, never counted up from the frames: noise that repeats, as the artefacts
of a compressed picture do while the camera stands still, stays in the average, and in the correlation gate.py judges.
Every further attempt at a place is one more chance to be wrong, so the odds asked for grow with the frames. And the
even and the odd frames, which share none of their noise, have to name the same card, and the newest frame to show it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.picture import sampling
from vision.picture.opencv_setup import cv2
from vision.picture.sampling import Floats, Pyramid, Soft
from vision.read import acceptance, alignment
from vision.read.alignment import AlignedSquares, Ints
from vision.read.symbol_index import BLURS, SymbolIndex

FEWEST = 2
"""Frames it takes."""
TILE_PX = 64
"""A patch: a code of 1.3 pixels a module and half as much around, at any turn."""
TRIED = 3
LEAST_FIXED = 0.42
LEAST_FIXED_READ = 0.5
LEAST_VISIBLE = 0.9
"""Of a patch's modules: single bright ones are noise on white paper, many are a lamp."""
LEAST_PX = 0.4
LEAST_NEWEST = 0.25
"""Correlation with the newest frame alone, where it has to be the best too: another card may lie there by now."""
STEPS = (3, 3, 0, 0)
"""Least index of BLURS for each step on the whole symbol."""


@dataclass(frozen=True, eq=False)
class Patch:
    """A piece of a frame, (TILE_PX, TILE_PX) grey, and the code's corners in it."""

    image: NDArray[np.uint8]
    quad_px: Floats


def patch_of(image: NDArray[np.uint8], quad_px: Floats) -> Patch | None:
    """The piece around a code; None where the code is not all in the picture."""
    height, width = image.shape[:2]
    if not ((quad_px >= 1).all() and (quad_px <= np.array([width, height]) - 1).all()):
        return None
    x, y = np.round(quad_px.mean(axis=0)).astype(int) - TILE_PX // 2
    grey = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    inside = grey[max(0, y) : max(0, y + TILE_PX), max(0, x) : max(0, x + TILE_PX)]
    above, left = max(0, -y), max(0, -x)
    below, right = TILE_PX - above - inside.shape[0], TILE_PX - left - inside.shape[1]
    tile = cv2.copyMakeBorder(inside, above, below, left, right, cv2.BORDER_REPLICATE)
    return Patch(np.asarray(tile, np.uint8), quad_px - (x, y))


@dataclass(frozen=True, eq=False)
class AverageReading:
    """What several patches of one place say together. ``frames`` had the code; ``quad_px`` is in the last of them."""

    text: str
    score: float
    strength: float
    frames: int
    quad_px: Floats
    accepted: bool
    second: bool


def read_averages(
    places: Sequence[Sequence[Patch]], index: SymbolIndex, known: Sequence[str] = ()
) -> list[AverageReading | None]:
    """A reading for each place's patches; None where too few of them look like a code, or the last does not.

    ``known`` are texts read at the places before, "" for none: such a place is only asked whether it still says so.
    """
    patches = [(place, patch) for place, own in enumerate(places) for patch in own]
    out: list[AverageReading | None] = [None] * len(places)
    if not patches:
        return out
    state = _side_by_side(patches, index)
    fixed = alignment.refine_on_fixed(state)
    _, visible = state.seen()
    good = (fixed >= LEAST_FIXED) & (visible.mean(axis=1) >= LEAST_VISIBLE)
    last = np.cumsum([len(own) for own in places]) - 1
    tries: list[_Trial] = []
    for place, own in enumerate(places):
        members = np.flatnonzero(good & (state.which == place))
        if len(own) and good[last[place]] and len(members) >= FEWEST:
            tries += _trials(state.of(members), members, place, known[place] if known else "")
    for one in _refined(state, tries):
        before = out[one.place]
        reading = _judged(one, index, float(fixed[one.members].mean()))
        if before is None or reading.score > before.score:
            out[one.place] = reading
    return out


def _side_by_side(patches: Sequence[tuple[int, Patch]], index: SymbolIndex) -> AlignedSquares:
    """All patches side by side in one picture, so that they are looked at in step."""
    across = math.ceil(math.sqrt(len(patches)))
    picture = np.full((TILE_PX * math.ceil(len(patches) / across), TILE_PX * across), 255, np.uint8)
    quads = np.empty((len(patches), 4, 2))
    for number, (_, patch) in enumerate(patches):
        y, x = (TILE_PX * one for one in divmod(number, across))
        picture[y : y + TILE_PX, x : x + TILE_PX] = patch.image
        quads[number] = patch.quad_px + np.array([x, y])
    which = np.array([place for place, _ in patches], np.int64)
    return AlignedSquares(
        Pyramid([picture]), index, which, np.zeros(len(patches), np.int64), sampling.square_maps(quads)
    )


@dataclass(eq=False)
class _Trial:
    """One symbol for one place: the rows of its patches, the blur to begin with, and what refining makes of them.

    ``newest`` is the last patch before any symbol was held against it.
    """

    place: int
    members: Ints
    symbol: int
    blur: int
    newest: Soft
    rows: Soft = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    maps: Floats = field(default_factory=lambda: np.zeros((0, 3, 3)))


def _trials(state: AlignedSquares, members: Ints, place: int, known: str) -> list[_Trial]:
    """The symbols the average looks most like before any of them is refined."""
    index, blur = state.index, int(np.median(state.blurs()))
    rows = _rows(state)
    if known:
        both = [number for number, text in enumerate(index.texts) if text == known]
        return [_Trial(place, members, number, blur, rows[-1:]) for number in both]
    first = acceptance.correlations(index, _mean(rows), _all(index), np.array([blur]))[0]
    return [_Trial(place, members, int(number), blur, rows[-1:]) for number in np.argsort(-first)[:TRIED]]


def _refined(state: AlignedSquares, tries: list[_Trial]) -> list[_Trial]:
    """Every patch of every try refined on its symbol, all in step."""
    if not tries:
        return tries
    counts = [len(one.members) for one in tries]
    each = state.of(np.concatenate([one.members for one in tries]))
    symbols = np.repeat(state.index.symbols[[one.symbol for one in tries]], counts, axis=0)
    blurs = np.repeat([one.blur for one in tries], counts)
    for far in STEPS:
        alignment.refine(each, symbols, np.maximum(blurs, far), stiff=0.002)
    rows, ends = _rows(each), np.cumsum(counts)
    for one, begin, end in zip(tries, ends - counts, ends, strict=True):
        one.rows, one.maps = rows[begin:end], each.maps[begin:end]
    return tries


def _judged(one: _Trial, index: SymbolIndex, fixed: float) -> AverageReading:
    """What the refined patches of one try say together, under the blur that explains them best."""
    mean = _mean(one.rows)
    every = [acceptance.weigh(index, mean, _all(index), np.array([blur])) for blur in _blurs_near(one.blur)]
    best = max(range(len(every)), key=lambda number: float(every[number][1].score[0]))
    top, evidence = every[best]
    strength, text = float(acceptance.strengths(evidence)[0]), index.texts[top[0]]
    quads = sampling.square_corners(one.maps)
    px = float(sampling.side_lengths(quads).mean()) / index.modules
    sure = strength > math.log(len(one.rows)) and fixed >= LEAST_FIXED_READ and px >= LEAST_PX
    accepted = sure and _agreed(one, index, int(top[0]), _blurs_near(one.blur)[best])
    quad, second = quads[-1] - _origin(quads[-1]), bool(top[0] >= index.firsts)
    return AverageReading(text, float(evidence.score[0]), strength, len(one.rows), quad, accepted, second)


def _blurs_near(blur: int) -> list[int]:
    return [one for one in (blur - 1, blur, blur + 1) if 0 <= one < len(BLURS)]


def _origin(quad_px: Floats) -> Floats:
    """The corner of the tile a quad lies in."""
    return np.asarray(np.floor(quad_px.mean(axis=0) / TILE_PX) * TILE_PX, np.float64)


def _rows(state: AlignedSquares) -> Soft:
    """(n, t) the modules that carry data of every patch, light taken out, of norm 1."""
    return state.index.unlit(state.seen()[0][:, state.index.telling])


def _mean(rows: Soft) -> Soft:
    return np.asarray(rows.mean(axis=0, keepdims=True), np.float32)


def _all(index: SymbolIndex) -> NDArray[np.bool_]:
    return np.ones((1, len(index.telling)), np.bool_)


def _agreed(one: _Trial, index: SymbolIndex, number: int, blur: int) -> bool:
    """Whether each half of the frames names that card by itself, and the newest shows it."""
    halves = np.concatenate([_mean(one.rows[::2]), _mean(one.rows[1::2]), one.newest])
    found = acceptance.correlations(index, halves, np.repeat(_all(index), 3, axis=0), np.full(3, blur))
    return bool((found.argmax(axis=1) == number).all() and found[2, number] >= LEAST_NEWEST)
