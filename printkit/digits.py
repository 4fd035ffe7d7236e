"""Numbers as the shortest text that is exact enough to print."""

from __future__ import annotations

import math

PRECISION_MM = 0.01
"""Finer than any printer places a dot (2540 dpi), coarse enough for short numbers."""
MOST = 200_000
"""Texts remembered before starting over."""


class Short(dict[int, str]):
    """Multiples of 10**-decimals as text without idle zeros (``.5``, ``-3``); remembered, because they repeat.

    Called with a number it rounds; looked up with the whole multiple it is quickest.
    """

    def __init__(self, places: int) -> None:
        super().__init__()
        self.places, self.factor = places, 10.0**places

    def __missing__(self, key: int) -> str:
        text = f"{key / self.factor:.{self.places}f}"
        if self.places:
            text = text.rstrip("0").rstrip(".")
        if text.startswith(("0.", "-0.")):
            text = text.replace("0.", ".", 1)
        if len(self) >= MOST:
            self.clear()
        self[key] = text
        return text

    def __call__(self, value: float) -> str:
        return self[round(value * self.factor)]


SHORT = tuple(Short(places) for places in range(8))
"""By decimal places."""


def decimals(scale: float) -> int:
    """How many decimal places keep PRECISION_MM in a drawing that is enlarged ``scale`` times."""
    return min(max(math.ceil(math.log10(max(scale, 1e-6) / PRECISION_MM) - 1e-9), 0), len(SHORT) - 1)
