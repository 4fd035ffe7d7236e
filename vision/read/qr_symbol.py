"""The modules a text is printed as, so that the eye can compare a whole symbol with the picture."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import qrcode
from numpy.typing import NDArray
from qrcode.exceptions import DataOverflowError

from rules.values import code

_LEVELS = {"L": 1, "M": 0, "Q": 3, "H": 2}


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
