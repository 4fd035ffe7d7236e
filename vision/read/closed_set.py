"""Which card of the deck a small square of the picture shows: closed-set reading.

    index = index_of([games.deck("fairytale")])
    for reading in read_squares(grey, quads_px, index): ...

A general reader has to tell every single module dark or light, and needs two pixels for each. Here all the symbols
there can be are known, so the whole square is compared with each of them, softly: what one module does not tell, four
hundred others do. Candidates come from elsewhere (search/candidates.py, a general reader's corners) with the corners a
module or so off, turned any way round or mirrored; most are no code at all. All of them are looked at together:

1. *align coarsely* (alignment.py): the parts alike in all symbols are looked for around each quad, in four turns; most
   candidates end here;
2. *refine on the fixed parts*: the map of what is left is refined on those parts alone;
3. *compare*: with every symbol of the index; the best few refine their map on the whole symbol;
4. *judge* (acceptance.py): whether the best one is believed;
5. *look again* (streaks.py) where a symbol is there and not believed, as if rows or columns of it had too little ink.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.picture import homography, sampling
from vision.picture.homography import Floats
from vision.picture.sampling import Pyramid, Soft
from vision.read import acceptance, alignment
from vision.read.alignment import AlignedSquares, Ints, Streaks
from vision.read.symbol_index import BLURS, SymbolIndex

TRIED = 3
"""Symbols whose map is refined for each candidate."""
TURNS_NEAR_FIXED = 0.08
"""Turns whose fixed parts fit nearly as well as the best's are compared too: far away they look alike."""
TRIED_NEAR = 0.2
"""... where their first correlation is within this of the best one's."""
STEPS_WHOLE = (3, 3, 0, 0)
"""Least index of BLURS for each step."""
LEAST_LEVEL_PX = 1.3
LEAST_FIXED = 0.42
"""Correlation on the parts alike in all symbols a candidate needs to be compared at all."""
LEAST_FIXED_READ = 0.5
"""... and to be believed: art that happens to resemble a symbol has no finder patterns."""
STREAKED_ODDS = -7.5
"""Log odds of a doubtful reading that may be a symbol of streaked ink: those it helped had -5.6 and more, what is no
symbol mostly -8 and less, ..."""
STREAKED_ASKED = math.log(3)
"""... and the log odds more it needs then: it was looked at in three ways."""
LEAST_PX = 0.4
"""Pixels a module below which nothing is believed, however well it fits."""
FARTHEST_PX = 1e7
"""No picture is so large: what should lie there lies nowhere."""
LEAST_COARSE = 0.38
TURNS_NEAR = 0.8
"""Turns that look nearly as good as the best at first sight are looked at closer too."""


@dataclass(frozen=True, eq=False)
class Reading:
    """The symbol of the index that explains a place best.

    ``quad_px`` (4, 2): outer corners, its own top left first and in its own order, so counter-clockwise where the
    picture is mirrored. ``score``: correlation over the modules that carry data, -1 to 1; ``fixed``: correlation
    over the parts alike in all symbols; ``accepted``: whether that, and how far the second best symbol is behind
    (acceptance.py), is enough to believe it. ``second`` says that it is the code in the opposite corner of a card
    printed with two.
    """

    text: str
    second: bool
    quad_px: Floats
    px_per_module: float
    score: float
    fixed: float
    accepted: bool
    odds: float = 0.0
    """The log odds for it beyond what is asked of every one."""


def read_squares(
    grey: NDArray[np.uint8] | Pyramid,
    quads_px: Floats | Sequence[Floats],
    index: SymbolIndex,
    *,
    asked: float = 0.0,
) -> list[Reading | None]:
    """A reading for each candidate quad (n, 4, 2), in their order; None where nothing resembles a code.

    Corners may be off by a module and a half, begin anywhere and run either way round. ``asked`` are log odds a reading
    needs beyond what is asked of every one.
    """
    quads = np.asarray(quads_px, np.float64).reshape(-1, 4, 2)
    quads = np.where((np.abs(quads) < FARTHEST_PX).all(axis=(1, 2), keepdims=True), quads, np.nan)
    readings: list[Reading | None] = [None] * len(quads)
    pyramid = grey if isinstance(grey, Pyramid) else Pyramid([np.ascontiguousarray(grey)])
    if not len(quads) or min(pyramid.levels[0].shape) < 8:
        return readings
    found = alignment.align_coarsely(pyramid, _clockwise(quads), index)
    best = found.scores.max(axis=1, keepdims=True)
    which, turn = np.nonzero((found.scores >= LEAST_COARSE) & (found.scores >= best * TURNS_NEAR))
    state = AlignedSquares(pyramid, index, which, levels=found.levels[which], maps=found.maps[which, turn])
    fixed = alignment.refine_on_fixed(state)
    state = state.of((fixed >= LEAST_FIXED) & (fixed >= _best_in_square(which, fixed) - TURNS_NEAR_FIXED))
    if len(state):
        for place, reading in _compare(state, asked):
            readings[place] = reading
        _read_streaked(state, readings, asked)
    return readings


def _read_streaked(state: AlignedSquares, readings: list[Reading | None], asked: float) -> None:
    """Look again where a symbol is there and not believed: as if its ink were streaked."""
    doubtful = [
        place
        for place, one in enumerate(readings)
        if one is not None and not one.accepted and one.fixed >= LEAST_FIXED_READ and one.odds >= STREAKED_ODDS
    ]
    again = state.of(np.isin(state.which, doubtful))
    ways: tuple[Streaks, ...] = ("rows", "columns") if len(again) else ()
    for streaks in ways:
        again.streaks = streaks
        for place, reading in _compare(again, STREAKED_ASKED + asked):
            before = readings[place]
            if reading.accepted and (before is None or not before.accepted or reading.score > before.score):
                readings[place] = reading


def _clockwise(quads: Floats) -> Floats:
    x, y = quads[:, :, 0], quads[:, :, 1]
    area = (x * np.roll(y, -1, axis=1) - np.roll(x, -1, axis=1) * y).sum(axis=1)
    return np.where((area < 0)[:, None, None], quads[:, [0, 3, 2, 1]], quads)


def _best_in_square(which: Ints, values: Floats) -> Floats:
    """For each try the greatest value among the tries at the same candidate."""
    most = np.full(which.max(initial=-1) + 1, -np.inf)
    np.maximum.at(most, which, values)
    return most[which]


def _rank_in_square(which: Ints, values: Floats) -> Ints:
    """The place of each try among the tries at the same candidate, 0 is the greatest value."""
    order = np.lexsort((-values, which))
    begins = np.r_[True, which[order][1:] != which[order][:-1]]
    first = np.maximum.accumulate(np.where(begins, np.arange(len(order)), 0))
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order)) - first
    return places


# --- comparing with every symbol ----------------------------------------------------------------------------------


def _compare(state: AlignedSquares, asked: float) -> list[tuple[int, Reading]]:
    """For each candidate its number and its reading; a candidate may be there in several turns.

    ``asked`` are log odds a reading needs beyond what is asked of every one.
    """
    state.levels = sampling.levels_for(
        homography.square_corners(state.maps), state.index.modules, state.pyramid, LEAST_LEVEL_PX
    )
    each, texts, blurs = _tried(state)
    symbols = state.index.symbols[texts]
    for far in STEPS_WHOLE:
        alignment.refine(each, symbols, np.maximum(blurs, far), stiff=0.002)
    blurs = _best_blur(each, symbols, blurs)
    alignment.refine(each, symbols, blurs, stiff=0.0005)
    values, visible = each.seen()
    whole = alignment.correlation(values, alignment.blurred_symbols(state.index, symbols, blurs), visible)
    best = np.flatnonzero(_rank_in_square(each.which, whole) == 0)
    return list(zip(each.which[best].tolist(), _judged(each.of(best), blurs[best], asked), strict=True))


def _tried(state: AlignedSquares) -> tuple[AlignedSquares, Ints, Ints]:
    """The tries worth refining, each with its symbol's number and the blur to begin with."""
    first = state.blurs()
    both = np.concatenate([_scores(state, first), _scores(state.transposed(), first)], axis=1)
    flat = np.argpartition(-both, min(TRIED, both.shape[1]) - 1, axis=1)[:, :TRIED]
    scores = np.take_along_axis(both, flat, axis=1).ravel().astype(np.float64)
    row, flat = np.repeat(np.arange(len(state)), flat.shape[1]), flat.ravel()
    which = state.which[row]
    keep = (_rank_in_square(which, scores) < TRIED) & (scores >= _best_in_square(which, scores) - TRIED_NEAR)
    row, flat = row[keep], flat[keep]
    each = state.of(row)
    flip = flat >= len(state.index)
    each.maps[flip] = state.transposed().maps[row[flip]]
    return each, flat % len(state.index), first[row]


def _best_blur(state: AlignedSquares, symbols: Soft, blurs: Ints) -> Ints:
    """The blur under which each symbol explains its picture best."""
    values, visible = state.seen()
    fits = [
        alignment.correlation(
            values, alignment.blurred_symbols(state.index, symbols, np.full_like(blurs, blur)), visible
        )
        for blur in range(len(BLURS))
    ]
    return np.asarray(np.stack(fits).argmax(axis=0), np.int64)


def _scores(state: AlignedSquares, blurs: Ints) -> Soft:
    """(n, texts) correlation over the modules that carry data, the light's slope taken out."""
    values, visible = state.seen()
    data = state.index.data_numbers
    return acceptance.correlations(state.index, values[:, data], visible[:, data], blurs)


def _judged(state: AlignedSquares, blurs: Ints, asked: float) -> list[Reading]:
    """The readings of candidates whose maps are final."""
    index = state.index
    values, visible = state.seen()
    best, evidence = acceptance.weigh(index, values[:, index.data_numbers], visible[:, index.data_numbers], blurs)
    paper = alignment.blurred_symbols(index, index.symbols[best], blurs)
    fixed = alignment.correlation(
        values[:, index.fixed_numbers], paper[:, index.fixed_numbers], visible[:, index.fixed_numbers]
    )
    strengths = acceptance.strengths(evidence)
    quads = homography.square_corners(state.maps)
    px = homography.side_lengths(quads).mean(axis=1) / index.modules
    return [
        Reading(
            text=index.texts[best[i]],
            second=bool(best[i] >= index.second_from),
            quad_px=quads[i],
            px_per_module=float(px[i]),
            score=float(evidence.score[i]),
            fixed=float(fixed[i]),
            accepted=bool(strengths[i] > asked and fixed[i] >= LEAST_FIXED_READ and px[i] >= LEAST_PX),
            odds=float(strengths[i]),
        )
        for i in range(len(state))
    ]
