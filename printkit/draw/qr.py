"""Text -> the modules of its QR symbol, and those modules as whole-number runs to draw.

Symbols come from the ``qrcode`` package, but not one by one. With version, level and mask given, a symbol is linear:
its data bits, their Reed-Solomon check bits and the mask are all joined by exclusive or. So the symbol of a text is
the symbol of "0000000000", changed by what each set bit of its character pairs changes: some sixty symbols are made
once, however large the deck (a test holds the two ways equal).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import qrcode
from qrcode.constants import ERROR_CORRECT_H, ERROR_CORRECT_L, ERROR_CORRECT_M, ERROR_CORRECT_Q
from qrcode.util import QRData

from rules.values.code import ALPHABET, LENGTH, second_symbol, symbol

Matrix = tuple[tuple[bool, ...], ...]
QUIET_MODULES = 4
"""Clear modules a reader may expect around a symbol (ISO/IEC 18004)."""
_LEVELS = {"L": ERROR_CORRECT_L, "M": ERROR_CORRECT_M, "Q": ERROR_CORRECT_Q, "H": ERROR_CORRECT_H}
_ALPHANUMERIC: Final = 2
"""qrcode's MODE_ALPHA_NUM; its stubs know the number and not the name."""
_ZERO = "0" * LENGTH
_CHARACTERS = ALPHABET + " $%*+-./:"
"""The 45 characters of the alphanumeric mode, by their values."""
BITS_A_PAIR = 11
_DARK = re.compile("1+")


def matrix(text: str, *, second: bool = False) -> Matrix:
    """The symbol a card code is printed as, or its ``second`` one: rows from the top, True is dark.

    Version, level and mask come from ``rules.values.code.symbol``, so nothing is searched for and the reader
    knows every module. Raises ValueError for a text that is no card code.
    """
    return tuple(tuple(module == "1" for module in row) for row in _rows(text, second))


def runs(text: str, *, second: bool = False) -> list[tuple[int, int, int]]:
    """The dark modules of a text's symbol as (x, y, length) in modules, y upwards from the lower edge.

    Raises ValueError for a text that is no card code.
    """
    rows = _rows(text, second)
    return [
        (found.start(), y, found.end() - found.start())
        for y, row in zip(range(len(rows) - 1, -1, -1), rows, strict=True)
        for found in _DARK.finditer(row)
    ]


def _rows(text: str, second: bool) -> list[str]:
    """The rows from the top, a character a module."""
    version, level, mask = second_symbol(text) if second else symbol(text)
    bits = _whole(_ZERO, version, level, mask)
    for start in range(0, LENGTH, 2):
        bits ^= _change(start, text[start : start + 2], version, level)
    side = 17 + 4 * version
    modules = f"{bits:0{side * side}b}"
    return [modules[start : start + side] for start in range(0, side * side, side)]


@lru_cache(maxsize=8192)
def _change(start: int, pair: str, version: int, level: str) -> int:
    """The modules that differ once two characters stand at ``start`` instead of two zeros."""
    number, changed = 45 * ALPHABET.index(pair[0]) + ALPHABET.index(pair[1]), 0
    for bit in range(BITS_A_PAIR):
        if number >> bit & 1:
            changed ^= _bit(start, bit, version, level)
    return changed


@lru_cache(maxsize=1024)
def _bit(start: int, bit: int, version: int, level: str) -> int:
    """The modules that differ once one bit of the pair at ``start`` is set. The mask cancels out."""
    first, second = divmod(1 << bit, 45)
    changed = _ZERO[:start] + _CHARACTERS[first] + _CHARACTERS[second] + _ZERO[start + 2 :]
    return _whole(changed, version, level, 0) ^ _whole(_ZERO, version, level, 0)


@lru_cache(maxsize=64)
def _whole(text: str, version: int, level: str, mask: int) -> int:
    """A symbol as one number, a bit a module, the first row's first module highest."""
    code = qrcode.QRCode(version=version, error_correction=_LEVELS[level], mask_pattern=mask, border=0)
    # Said outright, because ten digits would otherwise be packed another way than ten letters.
    code.add_data(QRData(text, mode=_ALPHANUMERIC), optimize=0)
    code.make(fit=False)
    return int("".join("1" if dark else "0" for row in code.modules for dark in row), 2)
