"""QR symbols (ISO/IEC 18004): the modules a text is printed as, and what each module of a symbol is for.

Sizes are named by their modules along a side: 21 is version 1, as cards are printed, 25 is version 2.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import qrcode
from numpy.typing import NDArray
from qrcode.exceptions import DataOverflowError

from rules.values import code

_LEVELS = {"L": 1, "M": 0, "Q": 3, "H": 2}
LEAST_CODEWORDS_APART = {21: {"L": 8, "M": 11, "Q": 14, "H": 18}, 25: {"L": 11, "M": 17, "Q": 23, "H": 29}}
"""Codewords in which two symbols of a size, level and mask differ at the least: one more than there are to correct
with (ISO/IEC 18004, 7.5.1: Reed-Solomon codes). Larger symbols are cut into blocks, and two may differ in one alone."""
# The first two bits of the format information, the mask taken off (ISO/IEC 18004, 7.9.1).
LEVEL_BITS = {(False, True): "L", (False, False): "M", (True, True): "Q", (True, False): "H"}


# --- the modules of a text ------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def modules(text: str, version: int, level: str, mask: int) -> NDArray[np.bool_]:
    """(n, n) with n = 17 + 4 * version, True is dark, no quiet zone; read-only.

    ``level`` is the error correction, L M Q or H. Raises ValueError where the text does not fit or there is no such
    symbol. Cards are printed as ``rules.values.code.symbol(text)`` says.
    """
    if level not in _LEVELS:
        raise ValueError(f'"{level}" is not an error correction level; expected L, M, Q or H')
    made = qrcode.QRCode(version=version, error_correction=_LEVELS[level], border=0, mask_pattern=mask)
    made.add_data(text, optimize=0)
    try:
        made.make(fit=False)
    except DataOverflowError:
        raise ValueError(f"{len(text)} characters do not fit a version {version}-{level} symbol") from None
    found = np.array(made.get_matrix(), dtype=np.bool_)
    found.flags.writeable = False
    return found


def second_symbol(first: NDArray[np.bool_], text: str) -> NDArray[np.bool_]:
    """The second symbol of a card code, from its first: they differ in their masks alone, and masks do not depend on
    what is masked."""
    return first ^ _mask_difference(*code.symbol(text), code.second_symbol(text)[2])


@lru_cache(maxsize=64)
def _mask_difference(version: int, level: str, mask: int, other: int) -> NDArray[np.bool_]:
    """The modules in which any text's symbols under two masks differ."""
    plain = "0" * code.LENGTH
    return modules(plain, version, level, mask) ^ modules(plain, version, level, other)


# --- what a module is for -------------------------------------------------------------------------------------------


def fixed_modules(count: int) -> NDArray[np.bool_]:
    fixed = np.zeros((count, count), np.bool_)
    fixed[:8, :8] = fixed[:8, -8:] = fixed[-8:, :8] = True
    fixed[6, 8:-8] = fixed[8:-8, 6] = True
    if count > 21:
        fixed[-9:-4, -9:-4] = True
    fixed[-8, 8] = True  # always dark
    return fixed


def codeword_of_module(count: int) -> NDArray[np.int64]:
    """(m, m) the codeword each module is a part of, or -1: pairs of columns, upwards and downwards in turn."""
    taken = fixed_modules(count)
    taken[8, :9] = taken[:9, 8] = taken[8, -8:] = taken[-8:, 8] = True  # the format's
    found = np.full((count, count), -1, np.int64)
    bit = 0
    columns = [*range(count - 1, 6, -2), 5, 3, 1]
    for strip, column in enumerate(columns):
        for row in range(count) if strip % 2 else reversed(range(count)):
            for at in (column, column - 1):
                if not taken[row, at]:
                    found[row, at] = bit // 8
                    bit += 1
    found[found >= bit // 8] = -1  # bits left over make no codeword
    return found
