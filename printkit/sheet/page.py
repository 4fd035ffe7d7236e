"""Pages: which face lies where on which page of which file, and in what order they come out. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from printkit.draw.display_list import Drawing, Group, Path
from printkit.sheet.place import Place
from rules.values.cards import Card
from rules.values.code import CardCode

Backs = Literal["none", "long", "short", "fold", "separate", "manual"]
BACKS: tuple[Backs, ...] = ("none", "long", "short", "fold", "separate", "manual")


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
    a machine: its pieces are glued together first."""

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


def file_order(fronts: Sequence[Page], rears: Sequence[Page], backs: Backs) -> tuple[Page, ...]:
    """``bind`` for fronts and backs in step; there are no back pages with ``none`` and ``fold``."""
    return bind(itertools.zip_longest(fronts, rears), backs)


def bind(sheets: Iterable[tuple[Page, Page | None]], backs: Backs) -> tuple[Page, ...]:
    """Number sheets of paper and put their pages in file order.

    Front and back alternate where the printer turns the paper; fronts then backs where they go to two files, the
    backs from the last to the first where the stack is turned over by hand.
    """
    pairs = list(sheets)
    total = len(pairs)
    fronts = [replace(front, number=n, total=total, sheet=n) for n, (front, _) in enumerate(pairs, 1)]
    if backs in ("none", "fold"):
        return tuple(fronts)
    # Only sheets that are glued can do without an empty back: a printer turns them all.
    backed = [(n, front, back) for n, (front, back) in enumerate(pairs, 1) if back or backs != "separate"]
    rears = [
        replace(back or _blank(front), number=number, total=len(backed), sheet=n)
        for number, (n, front, back) in enumerate(backed, 1)
    ]
    if backs in ("long", "short"):
        both = [page for pair in zip(fronts, rears, strict=True) for page in pair]
        return tuple(replace(page, number=number, total=2 * total) for number, page in enumerate(both, 1))
    ordered = reversed(rears) if backs == "manual" else rears
    return (
        *(replace(page, part="fronts") for page in fronts),
        *(replace(page, part="backs", number=number) for number, page in enumerate(ordered, 1)),
    )


def _blank(front: Page) -> Page:
    ready = replace(front.ready, drawing=(), cutouts=()) if front.ready else None
    return replace(front, side="back", placed=(), ready=ready)
