"""Whether a closed-set reading is believed: how much likelier it is right than a card nobody asked for.

Three things speak for a symbol. *score*: how well the picture agrees with it. *margin* over *apart*: how far the
second best symbol of the index is behind, in shares of how far it would be in a picture without noise. *least*: two
symbols of one size and level differ in many codewords (18 of 26 in a card's), so a foreign card may resemble ours
in some, but never in its 18 worst; what agrees even there is ours.

Two things speak against it. *led*: another symbol of the index explains a half of the picture better than this one.
*uneven*: it explains one half far better than the other, whatever the other says. Of two codes that lie together as
one, half and half, neither is named.

Small and blurred symbols all look more alike, and each of the three says so by itself: less noise is needed to reach
a score, and the symbols of an index are less far apart. Their weights are a logistic regression on made-up patches,
half of them of foreign cards with the same letters (docs/scanning.md, benchmarks/scan_gate.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.picture.homography import Floats
from vision.picture.sampling import Soft
from vision.read.alignment import Ints
from vision.read.symbol_index import SymbolIndex

WEIGHTS = (-8.6, 3.4, 4.4, 9.4)
"""For 1, atanh(score), atanh(least) and margin / apart."""
NEEDED = 5.0
"""The log odds asked for. Of 25,000 foreign and misread codes of 0.4 to 3 pixels a module one reached 4; every unit
more makes one that does about four times as rare."""
AGAINST = 20.0
"""The log odds that another symbol takes away which one half says wholly. Of 790 true codes of 0.7 to 1.0 pixels a
module not one in fifty had another ahead in a half."""
EVEN, AGAINST_UNEVEN = 0.45, 12.0
"""How far apart the two halves' correlations may be, as atanh, and the log odds that every unit beyond takes away. At
0.65 one of 18,000 spliced codes was read. Of 736 true codes of 0.7 to 1.0 pixels a module this costs four, of 790 with
faults of printers and lamps none."""
WHOLLY = 0.93
"""A half that agrees so well agrees: in a sharp picture a little shadow makes much of the rest."""
LEAST_OF_HALF = 0.15
"""Of a symbol's energy, what a half needs to be asked: the rest of it lies outside the picture."""
LEAST_APART = 0.05
"""How far two symbols are apart at least, where noise is not to decide."""
FEWEST = 9
"""Codewords that have to agree where the rest is hidden."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """What speaks for the best symbol at each of n places, each (n,)."""

    score: Floats
    """Correlation over the modules that carry data."""
    margin: Floats
    """How far the second best symbol's is behind."""
    apart: Floats
    """How far it would be behind in a picture without noise."""
    least: Floats
    """Correlation over the codewords that agree least, as many as any other symbol would differ in."""
    led: Floats
    """How far another symbol is ahead in one half of the square, in shares of how far the two are apart there: 1 where
    the half is that symbol's, 0 where none is ahead. Only asked where the rest is believed."""
    uneven: Floats
    """How far apart the correlations of two opposite halves are, as atanh, where they are most so. Asked there too."""


def correlations(index: SymbolIndex, values: Soft, visible: NDArray[np.bool_], blurs: Ints) -> Soft:
    """(n, texts) correlations of brightness (n, t), where it is visible, with every symbol of the index."""
    found = np.empty((len(values), len(index)), np.float32)
    for mine, seen, every in _comparisons(index, values, visible, blurs):
        found[mine] = seen @ every.T
    return found


def weigh(index: SymbolIndex, values: Soft, visible: NDArray[np.bool_], blurs: Ints) -> tuple[Ints, Evidence]:
    """The best symbol's number at each place, and what speaks for it."""
    best = np.zeros(len(values), np.int64)
    top, margin, least, apart = (np.ones(len(values)) for _ in range(4))
    led, uneven = np.zeros(len(values)), np.zeros(len(values))
    for mine, seen, every in _comparisons(index, values, visible, blurs):
        found = seen @ every.T
        rows = np.arange(len(seen))
        best[mine] = first = found.argmax(axis=1)
        top[mine] = margin[mine] = found[rows, first]
        least[mine] = _least_agreement(index, seen, every[first], visible[mine])
        if len(index) > 1:
            found[rows, first] = -1.0
            second = found.argmax(axis=1)
            margin[mine] = top[mine] - found[rows, second]
            apart[mine] = 1 - (every[first] * every[second]).sum(axis=1)
        so_far = Evidence(top[mine], margin[mine], apart[mine], least[mine], led[mine], uneven[mine])
        likely = strengths(so_far) > 0
        led[mine[likely]], uneven[mine[likely]] = _by_halves(index, seen[likely], every, first[likely])
    return best, Evidence(top, margin, apart, least, led, uneven)


def _comparisons(
    index: SymbolIndex, values: Soft, visible: NDArray[np.bool_], blurs: Ints
) -> Iterator[tuple[Ints, Soft, Soft]]:
    """Places that can be compared together, what was seen there, and the symbols: light taken out, of norm 1."""
    whole = visible.all(axis=1)
    for blur in np.unique(blurs):
        mine = np.flatnonzero((blurs == blur) & whole)
        if len(mine):
            yield mine, index.without_light(values[mine]), index.blurred(int(blur))
    for row in np.flatnonzero(~whole & visible.any(axis=1)):
        shown = visible[row]
        light, _ = np.linalg.qr(index.light_basis * shown[:, None])
        both = [values[row : row + 1] * shown, index.blurred(int(blurs[row])) * shown]
        seen, every = (one - (one @ light) @ light.T for one in both)
        yield np.array([row]), *(one / (np.linalg.norm(one, axis=1, keepdims=True) + 1e-6) for one in (seen, every))


def _least_agreement(index: SymbolIndex, seen: Soft, paper: Soft, visible: NDArray[np.bool_]) -> Floats:
    """The correlation over the codewords that agree least.

    A codeword that is half hidden may be one in which another symbol differs, so there is one less to find among the
    others; where too few are left to tell, nothing agrees.
    """
    count = int(index.codewords.max()) + 1
    member = (index.codewords[:, None] == np.arange(count)).astype(np.float32)
    both, ours, theirs = ((one * other) @ member for one, other in ((seen, paper), (seen, seen), (paper, paper)))
    hidden = visible.astype(np.float32) @ member <= member.sum(axis=0) / 2
    wanted = index.least_codewords_apart - hidden.sum(axis=1)
    order = np.argsort(np.where(hidden, np.inf, both), axis=1)
    chosen = np.arange(count) < wanted[:, None]
    top, a, b = ((np.take_along_axis(one, order, axis=1) * chosen).sum(axis=1) for one in (both, ours, theirs))
    return np.where(wanted >= FEWEST, top / (np.sqrt(np.maximum(a * b, 0)) + 1e-9), -1.0)


def _by_halves(index: SymbolIndex, seen: Soft, every: Soft, mine: Ints) -> tuple[Floats, Floats]:
    """``led`` and ``uneven`` of places (n, t) whose best symbol is ``mine``."""
    led = np.zeros(len(seen))
    if not len(seen):
        return led, led
    rows = np.arange(len(seen))
    agreed: list[Floats] = []
    for half in index.halves:
        strength = np.linalg.norm(every[:, half], axis=1, keepdims=True)
        part = every[:, half] / (strength + 1e-6)
        shown = seen[:, half] / (np.linalg.norm(seen[:, half], axis=1, keepdims=True) + 1e-6)
        found = shown @ part.T
        own = found[rows, mine]
        asked = strength[mine, 0] ** 2 >= LEAST_OF_HALF
        agreed.append(np.where(asked, np.arctanh(np.clip(own, -0.99, WHOLLY)), np.nan))
        found[rows, mine] = -1.0
        other = found.argmax(axis=1)
        apart = 1 - (part[mine] * part[other]).sum(axis=1)
        led = np.maximum(led, (found[rows, other] - own) / np.maximum(apart, LEAST_APART))
    left, right, above, below = agreed
    return led, np.fmax(np.nan_to_num(np.abs(left - right)), np.nan_to_num(np.abs(above - below)))


def strengths(evidence: Evidence) -> Floats:
    """(n,) above 0 a reading is believed: its log odds against a foreign card, less what is asked for."""
    score, least = (np.arctanh(np.clip(one, -0.99, 0.995)) for one in (evidence.score, evidence.least))
    lead = np.clip(evidence.margin / np.maximum(evidence.apart, LEAST_APART), -1.0, 1.5)
    odds = np.column_stack([np.ones_like(lead), score, least, lead]) @ np.array(WEIGHTS)
    against = AGAINST * evidence.led + AGAINST_UNEVEN * np.maximum(0.0, evidence.uneven - EVEN)
    return np.asarray(odds - NEEDED - against, np.float64)
