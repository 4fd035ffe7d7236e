"""A component: a piece of a game that is no card of its deck. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from printkit.draw.display_list import Drawing, Path

Kind = Literal["rules", "boards", "tokens", "aids", "pads", "boxes"]
KINDS: tuple[Kind, ...] = ("rules", "boards", "tokens", "aids", "pads", "boxes")


@dataclass(frozen=True, slots=True)
class Part:
    """A component as it will be cut out, and how often it is printed.

    ``front`` and ``back`` are drawings from the lower left corner of the trimmed part; they may run ``bleed_mm`` past
    it. A part with an ``outline`` is cut along that line (which the sheet draws), the others along crop marks.
    """

    kind: Kind
    name: str
    width_mm: float
    height_mm: float
    front: Drawing
    back: Drawing | None = None
    copies: int = 1
    bleed_mm: float = 1.5
    outline: Path | None = None
