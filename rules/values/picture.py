"""A picture of one's own on a card: which file, which part of it shows, and how it sits in its window. Pure.

What is in the file is for printkit to know; here is what was found out about it once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from rules.values.columns import shown

Fit = Literal["cover", "contain"]
MIDDLE = (0.5, 0.5)
SIDES = {
    "left": (0.0, None), "right": (1.0, None), "top": (None, 0.0), "bottom": (None, 1.0),
    "centre": (None, None), "center": (None, None), "middle": (None, None),
}  # fmt: skip
_SHARE = re.compile(r"(\d{1,3}(?:[.,]\d{1,4})?)\s?%")


class PictureError(ValueError):
    """A picture cannot be drawn. One line: where it is asked for, the file, what is wrong and the cure."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture file as it was when it was looked at: ``digest`` of its bytes (SHA-256), its upright size in pixels.

    ``kind`` is its format; ``as_is`` says that its bytes may go into a PDF as they are. ``file`` is where it lies now
    and ``place`` where it was asked for ("mine.csv line 3, column image").
    """

    name: str
    digest: str
    kind: Literal["jpeg", "png", "webp"]
    width_px: int
    height_px: int
    as_is: bool = False
    fit: Fit = "cover"
    focus: tuple[float, float] = MIDDLE
    file: Path = field(default=Path(), repr=False)
    place: str = field(default="", compare=False, repr=False)

    @property
    def shown(self) -> tuple[str, Fit, tuple[float, float]]:
        """What of it is seen, wherever it lies: two cards with the same show the same."""
        return self.digest, self.fit, self.focus

    def crop(self, width: float, height: float) -> tuple[float, float, float, float]:
        """What of it fills a window of those proportions: (left, top, right, bottom) as shares of the picture.

        ``focus`` is the point that stays where it is, as CSS's object-position has it. All of it where it is to
        be contained.
        """
        if self.fit == "contain":
            return 0.0, 0.0, 1.0, 1.0
        share = (width / height) / (self.width_px / self.height_px)
        wide, tall = min(1.0, share), min(1.0, 1.0 / share)
        left, top = (1.0 - wide) * self.focus[0], (1.0 - tall) * self.focus[1]
        return round(left, 6), round(top, 6), round(left + wide, 6), round(top + tall, 6)


Finder = Callable[[str], Picture]
"""From what stands in a cell to the picture. Raises ValueError saying what is wrong, and the cure."""


def no_pictures(name: str) -> Picture:
    """Where there are none to find."""
    raise ValueError(f"{shown(name)} cannot be found: no pictures came with this table")


def read_fit(cell: str) -> Fit:
    """``cover`` or ``contain``. Raises ValueError."""
    match cell.strip().lower():
        case "" | "cover" | "crop" | "fill":
            return "cover"
        case "contain" | "whole" | "fit":
            return "contain"
    raise ValueError(f"{shown(cell)} is not known; write cover (fills the window) or contain (all of it is seen)")


def read_focus(cell: str) -> tuple[float, float]:
    """``top``, ``left bottom``, ``30% 20%`` (from the left, from the top) as shares. Raises ValueError."""
    words = cell.lower().replace("-", " ").strip()
    shares = [float(share.replace(",", ".")) / 100 for share in _SHARE.findall(words)]
    if shares and not _SHARE.sub("", words).strip(" ,;") and len(shares) == 2 and max(shares) <= 1:
        return shares[0], shares[1]
    x, y = MIDDLE
    for word in words.split():
        if word not in SIDES:
            text = "write top, bottom, left, right, two of them, or 30% 20% from the left and the top"
            raise ValueError(f"{shown(cell)} is no place in a picture; {text}")
        across, down = SIDES[word]
        x, y = x if across is None else across, y if down is None else down
    return x, y
