"""Pages: where each face stands on which page of which file, what lands behind it, and in what order pages come out.

A back is seen after the sheet is turned over, so a point (x, y) of the back page lies behind (W - x, y) of the front
when the sheet turns about an upright axis, and behind (x, H - y) when it turns about a level one; then the back must
also stand on its head. ``Place.behind`` is that law for everything that is printed. Pure, in millimetres.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from printkit.draw.display_list import Drawing, Group, Path
from printkit.sheet.backs import Backs
from rules.values.cards import Card
from rules.values.code import CardCode

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


@dataclass(frozen=True, slots=True)
class Behind:
    """The second face of a two-sided card: a card of the deck, and its code in this copy."""

    card: Card
    code: CardCode


@dataclass(frozen=True, slots=True)
class Piece:
    """One paper card: the card and the code of this very copy.

    ``behind`` is the other face of a two-sided card with a code of its own; else the card's uniform back is behind it.
    ``revision`` is printed at the front's edge where a batch is kept (0: none is).
    """

    card: Card
    code: CardCode
    behind: Behind | None = None
    revision: int = 0

    @property
    def two_sided(self) -> bool:
        """Whether anything is printed behind it."""
        return self.behind is not None or bool(self.card.back)


@dataclass(frozen=True, slots=True)
class Placed:
    """One face on a page."""

    piece: Piece
    side: Literal["front", "back"]
    place: Place


@dataclass(frozen=True, slots=True)
class Cutout:
    """A part of a kit on a page: what it is called, where it stands, and what is drawn from its lower left corner.

    ``outline`` is the line it is cut along, in its own directions; without one it is cut along its edges.
    """

    name: str
    place: Place
    drawing: Drawing
    outline: Path | None = None
    side: Literal["front", "back"] = "front"

    def on_page(self, drawing: Drawing, clip: Path | None = None) -> Group:
        """Something of the part where the part stands."""
        x, y = self.place.on_page(0.0, 0.0)
        return Group(drawing, x, y, self.place.angle_deg, clip=clip)


@dataclass(frozen=True, slots=True)
class Ready:
    """A page that is no grid of cards: parts of a kit to cut out, or ``drawing``, drawn already (the guide, what lies
    beside a board over several sheets). ``trim_mm`` is the box of what is cut out. A page ``by_hand`` has no cuts for
    a machine: its pieces are glued together first, or are labels."""

    width_mm: float
    height_mm: float
    drawing: Drawing
    trim_mm: tuple[float, float, float, float]
    cutouts: tuple[Cutout, ...] = ()
    by_hand: bool = False

    @property
    def empty(self) -> bool:
        """Whether nothing is printed on it."""
        return not self.drawing and not self.cutouts


@dataclass(frozen=True, slots=True)
class Page:
    """One page: ``number`` of ``total`` in its file, on sheet ``sheet``. ``part`` is "fronts" or "backs" where the
    two go to files of their own. A page has cards (``placed``) or is ``ready``."""

    number: int
    total: int
    sheet: int
    side: Literal["front", "back", "both"]
    section: str
    placed: tuple[Placed, ...]
    part: Literal["", "fronts", "backs"] = ""
    ready: Ready | None = None

    @property
    def places(self) -> tuple[Place, ...]:
        """Where everything that is cut out of the page stands."""
        if self.ready:
            return tuple(cutout.place for cutout in self.ready.cutouts)
        return tuple(placed.place for placed in self.placed)

    @property
    def straight(self) -> tuple[Place, ...]:
        """Where everything stands that is cut along its edges, not along an outline."""
        if self.ready:
            return tuple(cutout.place for cutout in self.ready.cutouts if cutout.outline is None)
        return self.places


def bind(sheets: Iterable[tuple[Page, Page | None]], backs: Backs) -> tuple[Page, ...]:
    """Number sheets of paper and put their pages in file order.

    Front and back alternate where the printer turns the paper; fronts then backs where they go to two files, the
    backs from the last to the first where the stack is turned over by hand.
    """
    pairs = list(sheets)
    total = len(pairs)
    fronts = [replace(front, number=n, total=total, sheet=n) for n, (front, _) in enumerate(pairs, 1)]
    if not backs.has_pages:
        return tuple(fronts)
    # Only sheets that are glued can do without an empty back: a printer turns them all.
    backed = [(n, front, back) for n, (front, back) in enumerate(pairs, 1) if back or backs.shared_sheet]
    rears = [
        replace(back or _blank(front), number=number, total=len(backed), sheet=n)
        for number, (n, front, back) in enumerate(backed, 1)
    ]
    if backs.alternating:
        both = [page for pair in zip(fronts, rears, strict=True) for page in pair]
        return tuple(replace(page, number=number, total=2 * total) for number, page in enumerate(both, 1))
    ordered = reversed(rears) if backs.last_first else rears
    return (
        *(replace(page, part="fronts") for page in fronts),
        *(replace(page, part="backs", number=number) for number, page in enumerate(ordered, 1)),
    )


def _blank(front: Page) -> Page:
    ready = replace(front.ready, drawing=(), cutouts=()) if front.ready else None
    return replace(front, side="back", placed=(), ready=ready)
