"""Where a face stands on a page, and where it lands behind once the paper is turned or folded. Pure, in millimetres.

A back is seen after the sheet is turned over, so a point (x, y) of the back page lies behind (W - x, y) of the front
when the sheet turns about an upright axis, and behind (x, H - y) when it turns about a level one; then the back must
also stand on its head. ``Place.behind`` is that law for everything that is printed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Turn = Literal["upright", "level"]
"""The axis the paper turns or folds about: upright as in a book, level as on a wall calendar."""
Angle = Literal[0, 90, 180, 270]
_MIRRORED: dict[Angle, Angle] = {0: 0, 90: 270, 180: 180, 270: 90}
_UPENDED: dict[Angle, Angle] = {0: 180, 90: 90, 180: 0, 270: 270}


@dataclass(frozen=True, slots=True)
class Bleed:
    """How far colour may run past the cut, in the card's own directions."""

    left_mm: float
    bottom_mm: float
    right_mm: float
    top_mm: float

    def mirrored(self) -> Bleed:
        """As seen from the other side of the paper."""
        return Bleed(self.right_mm, self.bottom_mm, self.left_mm, self.top_mm)


@dataclass(frozen=True, slots=True)
class Place:
    """Where one face stands on a page: the lower left corner of its slot, the slot's size as it lies on the page, and
    how far the face is turned in it, counter-clockwise. The bleed is in the face's own directions."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    bleed: Bleed
    angle_deg: Angle = 0

    @property
    def face_mm(self) -> tuple[float, float]:
        """Width and height of the face, standing upright."""
        return (self.height_mm, self.width_mm) if self.angle_deg in (90, 270) else (self.width_mm, self.height_mm)

    def on_page(self, u_mm: float, v_mm: float) -> tuple[float, float]:
        """A point of the face (origin at its own lower left corner) as a point of the page."""
        match self.angle_deg:
            case 0:
                return self.x_mm + u_mm, self.y_mm + v_mm
            case 90:
                return self.x_mm + self.width_mm - v_mm, self.y_mm + u_mm
            case 180:
                return self.x_mm + self.width_mm - u_mm, self.y_mm + self.height_mm - v_mm
        return self.x_mm + v_mm, self.y_mm + self.height_mm - u_mm

    def box(self, *, bleed: bool = False) -> tuple[float, float, float, float]:
        """Left, bottom, right and top on the page, with the bleed or without."""
        width, height = self.face_mm
        out = self.bleed if bleed else Bleed(0.0, 0.0, 0.0, 0.0)
        x0, y0 = self.on_page(-out.left_mm, -out.bottom_mm)
        x1, y1 = self.on_page(width + out.right_mm, height + out.top_mm)
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)

    def moved(self, x_mm: float, y_mm: float) -> Place:
        """The same place further right and up."""
        return replace(self, x_mm=self.x_mm + x_mm, y_mm=self.y_mm + y_mm)

    def behind(self, turn: Turn, page_mm: tuple[float, float]) -> Place:
        """Where a face lands behind this one, once paper of that size is turned or folded about that axis."""
        if turn == "upright":
            x = page_mm[0] - self.x_mm - self.width_mm
            return replace(self, x_mm=x, bleed=self.bleed.mirrored(), angle_deg=_MIRRORED[self.angle_deg])
        y = page_mm[1] - self.y_mm - self.height_mm
        return replace(self, y_mm=y, bleed=self.bleed.mirrored(), angle_deg=_UPENDED[self.angle_deg])
