"""Whether a closed-set reading is believed: how much likelier it is right than a card nobody asked for.

Three things speak for a symbol. *score*: how well the picture agrees with it. *margin* over *apart*: how far the
second best symbol of the index is behind, in shares of how far it would be in a picture without noise. *least*: two
symbols of one size and level differ in many codewords (18 of 26 in a card's), so a foreign card may resemble ours
in some, but never in its 18 worst; what agrees even there is ours.

Small and blurred symbols all look more alike, and each of the three says so by itself: less noise is needed to reach
a score, and the symbols of an index are less far apart. Their weights are a logistic regression on made-up patches,
half of them of foreign cards with the same letters (docs/scanning.md, benchmarks/scan_gate.py).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.align import Ints
from vision.index import BLURS, Index
from vision.warp import Floats, Soft

WEIGHTS = (-8.6, 3.4, 4.4, 9.4)
"""For 1, atanh(score), atanh(least) and margin / apart."""
NEEDED = 4.5
"""The log odds asked for. Of 25,000 foreign and misread codes of 0.4 to 3 pixels a module none reached it; every unit
more makes one that does about four times as rare."""


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
    blur: Floats
    """The blur, in modules, under which the symbol explains the picture best."""


def scores(index: Index, seen: Soft, blurs: Ints) -> Soft:
    """(n, texts) correlations of what was seen (n, t), light taken out, with every symbol of the index."""
    found = np.empty((len(seen), len(index)), np.float32)
    for blur in np.unique(blurs):
        mine = blurs == blur
        found[mine] = seen[mine] @ index.compared(int(blur)).T
    return found


def weigh(index: Index, seen: Soft, blurs: Ints) -> tuple[Ints, Evidence]:
    """The best symbol's number at each place, and what speaks for it."""
    found = scores(index, seen, blurs)
    rows = np.arange(len(seen))
    best = found.argmax(axis=1)
    top = found[rows, best]
    found[rows, best] = -1.0
    second = found.argmax(axis=1)
    margin = top - found[rows, second] if len(index) > 1 else top
    paper = np.empty_like(seen)
    apart = np.ones(len(seen))
    for blur in np.unique(blurs):
        mine = blurs == blur
        every = index.compared(int(blur))
        paper[mine] = every[best[mine]]
        if len(index) > 1:
            apart[mine] = 1 - (paper[mine] * every[second[mine]]).sum(axis=1)
    evidence = Evidence(
        top.astype(np.float64),
        margin.astype(np.float64),
        apart,
        _least(index, seen, paper),
        np.array(BLURS)[blurs],
    )
    return best.astype(np.int64), evidence


def _least(index: Index, seen: Soft, paper: Soft) -> Floats:
    """The correlation over the codewords that agree least."""
    count = int(index.codewords.max()) + 1
    member = (index.codewords[:, None] == np.arange(count)).astype(np.float32)
    both, ours, theirs = ((one * other) @ member for one, other in ((seen, paper), (seen, seen), (paper, paper)))
    worst = np.argpartition(both, index.least_other - 1, axis=1)[:, : index.least_other]
    top, a, b = (np.take_along_axis(one, worst, axis=1).sum(axis=1) for one in (both, ours, theirs))
    return np.asarray(top / (np.sqrt(a * b) + 1e-9), np.float64)


def strengths(evidence: Evidence) -> Floats:
    """(n,) above 0 a reading is believed: its log odds against a foreign card, less what is asked for."""
    score, least = (np.arctanh(np.clip(one, -0.99, 0.995)) for one in (evidence.score, evidence.least))
    lead = np.clip(evidence.margin / np.maximum(evidence.apart, 0.05), -1.0, 1.5)
    odds = np.column_stack([np.ones_like(lead), score, least, lead]) @ np.array(WEIGHTS)
    return np.asarray(odds - NEEDED, np.float64)
