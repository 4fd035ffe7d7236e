"""Streaks of missing ink taken out of a symbol: each row of modules, or each column, brought to one depth of ink.

A clogged print head leaves ink out along the sheet, so along the card: whole rows of modules, or whole columns, are
pale. Paper is not touched by it. So how dark the darkest modules of a row are beside its paper says how much ink the
row got, whatever the symbol says, and what is there can be made as dark as elsewhere.
"""

from __future__ import annotations

import numpy as np

from vision.picture.sampling import Soft

PAPER_SHARE = 0.85
"""Share of a row's modules that are at most as bright as its paper."""
DARK_SHARE = 0.3
"""Share of a row's modules whose mean is its ink: every row has as many."""
FULL_SHARE = 0.85
"""Share of the rows that have at most as much ink as was meant."""
LEAST_INK = 0.3
"""Rows with less of the ink than this are raised no further: there it is noise."""


def without_streaks(values: Soft, side: int, *, columns: bool) -> Soft:
    """Brightness (n, side * side) with every row, or every column, brought to one depth of ink."""
    rows = values.reshape(-1, side, side)
    rows = rows.transpose(0, 2, 1) if columns else rows
    order = np.sort(rows, axis=2)
    paper = order[:, :, int(PAPER_SHARE * side), None]
    ink = order[:, :, : int(DARK_SHARE * side)].mean(axis=2, keepdims=True)
    depth = paper - ink
    meant = np.sort(depth, axis=1)[:, int(FULL_SHARE * side), None]
    share = np.clip(depth / np.maximum(meant, 1e-3), LEAST_INK, 1.0)
    made = paper - (paper - rows) / share
    made = made.transpose(0, 2, 1) if columns else made
    return np.ascontiguousarray(made, np.float32).reshape(values.shape)
