"""Numbers as the shortest text that is exact enough to print."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

PRECISION_MM = 0.01
"""Finer than any printer places a dot (2540 dpi), coarse enough for short numbers."""
MOST = 50_000
"""Texts remembered before starting over."""


class Short(dict[float, str]):
    """Numbers rounded to decimal places, as text without idle zeros (``.5``, ``-3``); remembered, because they repeat.

    A dictionary that fills itself: in a long path ``short[x]`` costs half of what formatting does.
    """

    def __init__(self, places: int) -> None:
        super().__init__()
        self.places = places

    def __missing__(self, value: float) -> str:
        text = f"{value:.{self.places}f}"
        if self.places:
            text = text.rstrip("0").rstrip(".")
        if text.startswith(("0.", "-0.")):
            text = text.replace("0.", ".", 1)
        if text == "-0":
            text = "0"
        if len(self) >= MOST:
            self.clear()
        self[value] = text
        return text

    def __call__(self, value: float) -> str:
        return self[value]


SHORT = tuple(Short(places) for places in range(8))
"""By decimal places."""


class _Whole(dict[int, str]):
    """Whole numbers of the last place as text: what ``Short`` says of them; fills itself."""

    def __init__(self, places: int) -> None:
        super().__init__()
        self.places = places

    def __missing__(self, value: int) -> str:
        if len(self) >= MOST:
            self.clear()
        text = self[value] = SHORT[self.places][value / 10**self.places]
        return text


_WHOLE = tuple(_Whole(places) for places in range(8))


def texts(numbers: Sequence[float], places: int) -> list[str]:
    """Many numbers as ``Short`` writes each: rounded at once, then looked up, a third of the time of one by one."""
    whole = np.rint(np.array(numbers, dtype=np.float64) * 10.0**places).astype(np.int64).tolist()
    return list(map(_WHOLE[places].__getitem__, whole))


def decimals(scale: float) -> int:
    """How many decimal places keep PRECISION_MM in a drawing that is enlarged ``scale`` times."""
    return min(max(math.ceil(math.log10(max(scale, 1e-6) / PRECISION_MM) - 1e-9), 0), len(SHORT) - 1)
