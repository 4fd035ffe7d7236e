"""Numbers as the shortest text that is exact enough to print."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

PRECISION_MM = 0.01
"""Finer than any printer places a dot (2540 dpi), coarse enough for short numbers."""
MOST = 50_000
"""Texts remembered before starting over."""
FEW = 40
"""Numbers below which an array takes longer to make than it saves."""


class Short(dict[float, str]):
    """Numbers rounded to decimal places, as text without idle zeros (``.5``, ``-3``); remembered, because they repeat.

    A dictionary that fills itself: in a long path ``short[x]`` costs half of what formatting does.
    """

    def __init__(self, places: int) -> None:
        super().__init__()
        self.places = places

    def __missing__(self, value: float) -> str:
        if len(self) >= MOST:
            self.clear()
        text = self[value] = _written(value, self.places)
        return text

    def __call__(self, value: float) -> str:
        return self[value]


def _written(value: float, places: int) -> str:
    text = f"{value:.{places}f}"
    if places:
        text = text.rstrip("0").rstrip(".")
    if text.startswith(("0.", "-0.")):
        text = text.replace("0.", ".", 1)
    return "0" if text == "-0" else text


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
        text = self[value] = _written(value / 10**self.places, self.places)
        return text


_WHOLE = tuple(_Whole(places) for places in range(8))


def texts(numbers: Sequence[float], places: int) -> list[str]:
    """Many numbers as ``Short`` writes each: rounded at once, then looked up, a third of the time of one by one."""
    unit = 10.0**places
    if len(numbers) < FEW:
        whole = [round(value * unit) for value in numbers]
    else:
        whole = np.rint(np.array(numbers, dtype=np.float64) * unit).astype(np.int64).tolist()
    return list(map(_WHOLE[places].__getitem__, whole))


def decimals(scale: float) -> int:
    """How many decimal places keep PRECISION_MM in a drawing that is enlarged ``scale`` times."""
    return min(max(math.ceil(math.log10(max(scale, 1e-6) / PRECISION_MM) - 1e-9), 0), len(SHORT) - 1)
