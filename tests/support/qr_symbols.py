"""The QR symbols of card codes as arrays, made by qrcode itself, and how far apart they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import qrcode
from qrcode.constants import ERROR_CORRECT_H

from rules.values.code import second_symbol, symbol


def modules(text: str, *, second: bool = False) -> np.ndarray:
    """(21, 21) bool, True is dark: what ``symbol(text)`` says the code is printed as, or ``second_symbol``."""
    version, level, mask = second_symbol(text) if second else symbol(text)
    assert level == "H"
    code = qrcode.QRCode(version=version, error_correction=ERROR_CORRECT_H, mask_pattern=mask, border=0)
    code.add_data(text, optimize=0)
    code.make(fit=False)
    return np.array(code.modules, dtype=bool)


def distances(texts: Iterable[str], *, both: bool = False) -> Iterator[tuple[int, int]]:
    """(quarter turns, fewest modules in which two different codes differ when one is turned so often).

    Turned by nothing a code is not compared with itself; turned, it is: a symbol must not look like itself upside down.
    With ``both`` the second codes of cards printed with two are among them.
    """
    texts = list(texts)
    stack = np.array(
        [modules(text, second=second) for second in ((False, True) if both else (False,)) for text in texts]
    )
    flat = stack.reshape(len(stack), -1).astype(np.float32)
    for turns in range(4):
        turned = np.rot90(stack, turns, axes=(1, 2)).reshape(len(stack), -1).astype(np.float32)
        differing = flat.sum(1)[:, None] + turned.sum(1)[None, :] - 2 * flat @ turned.T
        if turns == 0:
            np.fill_diagonal(differing, np.inf)
        yield turns, int(differing.min())
