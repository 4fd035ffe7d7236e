"""Whether codes found in a picture say that there are others too pale for the first look.

The second look through the ink (blobs.py) takes as long as the first or longer, and on most pictures finds nothing. The
codes found say whether it is worth it: where ink is pale, paper nearly overexposed or the light very uneven, there may
be more.
"""

from __future__ import annotations

import numpy as np

from vision.picture import homography, sampling
from vision.picture.homography import Floats
from vision.picture.sampling import Pyramid
from vision.sighting import MODULES

PALE_INK = 0.27
"""Contrast of ink with its paper, as a share of the paper, below which a code of a pixel a module is pale. Good print
photographed in focus has 0.29 there and 0.43 at 1.6 pixels; smaller codes have less by their size."""
CONTRAST_AT = ((0.0, 1.0, 1.6), (0.0, 1.0, 1.3))
"""Pixels a module, and what a code so large has of that contrast at least where it is not pale."""
BRIGHT_PAPER = 236
"""Grey level of paper from which on ink is bleached, too."""
DARK_PAPER = 0.45
"""Of the brightest paper found: what lies so much darker is in a deep shadow, and its edges hide codes."""
INK_SHARE, PAPER_SHARE = 0.1, 0.75
"""Shares of a code's modules, its rim with them, that are at most as bright as ink, and as paper."""
RIM = 1
"""Modules of the quiet zone that count."""


def may_hide_more(pyramid: Pyramid, quads_px: Floats) -> bool:
    """Whether the codes found, (n, 4, 2) and at least one, look as if the first look had missed some beside them."""
    ink, paper = ink_and_paper(pyramid, quads_px)
    contrast = (paper - ink) / np.maximum(paper, 1)
    share = np.interp(homography.area_roots(quads_px) / MODULES, *CONTRAST_AT)
    uneven = paper.min() < DARK_PAPER * paper.max()
    return bool((contrast < PALE_INK * share).any() or paper.max() >= BRIGHT_PAPER or uneven)


def ink_and_paper(pyramid: Pyramid, quads_px: Floats) -> tuple[Floats, Floats]:
    """Grey levels of ink and paper, (n,) each, of codes (n, 4, 2)."""
    levels = sampling.levels_for(quads_px, MODULES, pyramid, 1.0)
    side = (np.arange(MODULES + 2 * RIM) + 0.5 - RIM) / MODULES * 2 - 1
    points = np.stack(np.meshgrid(side, side), axis=2).reshape(-1, 2)
    values, _ = sampling.sample(pyramid, levels, homography.square_maps(quads_px), points)
    values.sort(axis=1)
    ink, paper = (values[:, int(share * values.shape[1])] for share in (INK_SHARE, PAPER_SHARE))
    return ink.astype(np.float64), paper.astype(np.float64)
