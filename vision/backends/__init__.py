"""General QR readers, one module each, behind one protocol. ``names()`` finds them; no list is edited.

A reader knows nothing of cards: it reports every QR code it can read, and is believed only against a deck.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.sighting import Sighting


class Reader(Protocol):
    """A module with ``read``: (h, w) uint8 grey in, every QR code it can read out, in the picture's own pixels.

    ``enlarged`` says that the picture was read at its own size before, so that only small codes are left to find.
    """

    def read(self, image: NDArray[np.uint8], /, *, enlarged: bool = False) -> list[Sighting]: ...


def names() -> tuple[str, ...]:
    """The readers that come along, alphabetically."""
    return tuple(sorted(found.name for found in pkgutil.iter_modules(__path__)))


def load(name: str) -> Reader:
    """A reader, imported when first asked for. Raises KeyError for a name that is none."""
    if name not in names():
        raise KeyError(name)
    module: Reader = import_module(f"{__name__}.{name}")
    return module
