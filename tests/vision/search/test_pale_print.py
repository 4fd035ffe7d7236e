"""Whether the codes found say that there may be paler ones: by contrast for their size, and by their paper."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2
from vision.picture.sampling import Pyramid
from vision.search.pale_print import may_hide_more
from vision.sighting import MODULES

PAPER = 188


def codes(*drawn: tuple[float, int], paper: int = PAPER) -> tuple[Pyramid, NDArray[np.float64]]:
    """Codes of random modules, two in five ink: each (pixels a module, grey of its ink), averaged as a camera does."""
    rng, fine = np.random.default_rng(5), 10
    grey = np.full((140, 140 * len(drawn)), paper, np.uint8)
    quads = []
    for place, (module_px, ink) in enumerate(drawn):
        modules = np.where(rng.random((MODULES, MODULES)) < 0.4, ink, paper).astype(np.uint8)
        side = round(MODULES * module_px)
        large = cv2.resize(modules, None, fx=fine, fy=fine, interpolation=cv2.INTER_NEAREST)
        left = 140 * place + 30
        grey[30 : 30 + side, left : left + side] = cv2.resize(large, (side, side), interpolation=cv2.INTER_AREA)
        quads.append([(left, 30), (left + side, 30), (left + side, 30 + side), (left, 30 + side)])
    return Pyramid([grey]), np.array(quads, np.float64)


@pytest.mark.parametrize(
    ("module_px", "contrast", "pale"),
    [(2.7, 0.33, True), (2.7, 0.6, False), (1.0, 0.33, False), (1.0, 0.2, True)],
)
def test_a_large_code_is_pale_at_more_contrast_than_a_small_one(module_px: float, contrast: float, pale: bool) -> None:
    assert may_hide_more(*codes((module_px, round(PAPER * (1 - contrast))))) is pale


def test_one_pale_code_among_others_is_enough() -> None:
    assert may_hide_more(*codes((2.7, 60), (2.7, 140)))


def test_bright_paper_may_have_bleached_its_ink() -> None:
    assert may_hide_more(*codes((2.7, 60), paper=252))
