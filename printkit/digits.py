"""Numbers as the shortest text that is exact enough to print."""

from __future__ import annotations

import math

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


def decimals(scale: float) -> int:
    """How many decimal places keep PRECISION_MM in a drawing that is enlarged ``scale`` times."""
    return min(max(math.ceil(math.log10(max(scale, 1e-6) / PRECISION_MM) - 1e-9), 0), len(SHORT) - 1)
