"""Text -> the modules of its QR symbol, and those modules as a path of whole-number runs."""

from __future__ import annotations

from functools import lru_cache

import qrcode
from qrcode.constants import ERROR_CORRECT_H, ERROR_CORRECT_L, ERROR_CORRECT_M, ERROR_CORRECT_Q

from rules.code import symbol

Matrix = tuple[tuple[bool, ...], ...]
QUIET_MODULES = 4
"""Clear modules a reader may expect around a symbol (ISO/IEC 18004)."""
_LEVELS = {"L": ERROR_CORRECT_L, "M": ERROR_CORRECT_M, "Q": ERROR_CORRECT_Q, "H": ERROR_CORRECT_H}


@lru_cache(maxsize=4096)
def matrix(text: str) -> Matrix:
    """The symbol a card code is printed as: rows from the top, True is dark.

    Version, level and mask come from ``rules.code.symbol``, so nothing is searched for and the reader knows every
    module. Raises ValueError for a text that is no card code.
    """
    version, level, mask = symbol(text)
    code = qrcode.QRCode(version=version, error_correction=_LEVELS[level], mask_pattern=mask, border=0)
    code.add_data(text, optimize=0)
    code.make(fit=False)
    return tuple(tuple(map(bool, row)) for row in code.modules)


def runs(rows: Matrix) -> tuple[tuple[int, int, int], ...]:
    """The dark modules as (x, y, length) in whole modules, y counted upwards from the symbol's lower edge."""
    height = len(rows)
    found: list[tuple[int, int, int]] = []
    for index, row in enumerate(rows):
        start = None
        for x, dark in enumerate((*row, False)):
            if dark and start is None:
                start = x
            elif not dark and start is not None:
                found.append((start, height - 1 - index, x - start))
                start = None
    return tuple(found)
