"""Numbers, and paths full of them, as the shortest text that is exact enough to print.

A picture has thousands of numbers, and formatting them one by one takes longer than drawing it: every number of a path
is rounded in one array, and its text looked up in a table of eight-byte words by value, operators among them; the bytes
a word leaves empty are taken out at the end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import chain
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from printkit.draw.display_list import NUMBERS, Op, OpArray

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


FEW_OPS = 16
"""Operators below which an array takes longer to make than it saves."""
_PATTERNS = {kind: "%s " * count + kind for kind, count in NUMBERS.items()}
_MOST = 99_999
"""The longest number, in units of its last place, that fits into a word: ``-999.99`` and a space."""
_Words = NDArray[np.uint64]
_kind, _numbers = itemgetter(0), itemgetter(slice(1, None))


def operators(ops: Sequence[Op], places: int) -> str:
    """The path with its numbers rounded to decimal places, each as ``Short`` writes it."""
    if len(ops) < FEW_OPS:
        return _few(ops, places)
    if isinstance(ops, OpArray):
        kinds, values = ops.kinds, ops.numbers
    else:
        kinds = np.frombuffer("".join(map(_kind, ops)).encode("ascii"), np.uint8)
        values = np.fromiter(chain.from_iterable(map(_numbers, ops)), np.float64)
    units = np.rint(values * 10.0**places).astype(np.int64)
    if not (units.size and units.min() >= -_MOST and units.max() <= _MOST):
        return _few(ops, places)
    ends = np.cumsum(_STEPS[kinds]) - 1  # an operator comes after its numbers
    words = np.empty(len(units) + len(kinds), np.uint64)
    of_number = np.ones(len(words), bool)
    of_number[ends] = False
    words[ends] = _KINDS[kinds]
    words[of_number] = _table(places).look_up(units)
    return words.tobytes().translate(None, b"\0").decode("ascii").rstrip()


def _few(ops: Sequence[Op], places: int) -> str:
    pattern = " ".join([_PATTERNS[op[0]] for op in ops])
    return pattern % tuple(texts([value for op in ops for value in op[1:]], places))


def _packed(texts: Sequence[str]) -> _Words:
    """Texts of up to seven characters as words, a space after each."""
    return np.array([f"{text} " for text in texts], "S8").view(np.uint64)


_STEPS, _KINDS = np.zeros(128, np.int64), np.zeros(128, np.uint64)
"""By an operator's character: how many words it takes with its numbers, and its own."""
for _name, _count in NUMBERS.items():
    _STEPS[ord(_name)], _KINDS[ord(_name)] = _count + 1, _packed([_name])[0]


class _Table:
    """The words of numbers of so many decimal places. Filled a whole at a time, when one of its numbers turns up."""

    def __init__(self, places: int) -> None:
        self.unit = 10**places
        self.parts = [f".{part:0{places}d}".rstrip("0").rstrip(".") for part in range(self.unit)] if places else [""]
        self.first = -_MOST // self.unit
        self.words: _Words = np.zeros(-2 * self.first * self.unit, np.uint64)

    def look_up(self, units: NDArray[np.int64]) -> _Words:
        """The words of numbers given in units of their last place."""
        places = units - self.first * self.unit
        found: _Words = self.words[places]
        if not found.all():
            for whole in set((places[found == 0] // self.unit).tolist()):
                self._fill(whole)
            found = self.words[places]
        return found

    def _fill(self, row: int) -> None:
        whole = row + self.first
        if whole >= 0:
            made = [f"{whole or ''}{part}" for part in self.parts]
            made[0] = str(whole)
        else:
            made = [str(whole), *(f"-{-whole - 1 or ''}{part}" for part in self.parts[:0:-1])]
        self.words[row * self.unit : (row + 1) * self.unit] = _packed(made)


_table = cache(_Table)
