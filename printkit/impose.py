"""Imposition: which card lies where on which page. Pure geometry, in millimetres.

Everything hangs on one law. A back is seen after the sheet is turned over, so a point (x, y) of the back page lies
behind (W - x, y) of the front when the sheet turns about an upright axis, and behind (x, H - y) when it turns about a
level one; then the back must also stand on its head. ``Grid.behind`` is that law, ``Grid.back`` obeys it.

All cards of a sheet are set the same way round: a printer that stretches one direction would otherwise make two sizes
of card. The grid is centred on the page, because an off-centre grid is off twice as far on the back.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from printkit.ink import Drawing
from printkit.sheet import SHORTEST_MARK_MM, Sheet, SheetError
from rules.cards import Card
from rules.code import CardCode

Backs = Literal["none", "long", "short", "fold", "separate", "manual"]
BACKS: tuple[Backs, ...] = ("none", "long", "short", "fold", "separate", "manual")
FOLD_MM = 5.0
"""From a card's edge to the fold: room for the fold to wander and for both bleeds."""
UNDERLAP_MM = 0.5
"""How far a card runs under a neighbour drawn after it, so that no white hair shows between butted cards."""
Turn = Literal["upright", "level"]
"""The axis the paper turns or folds about: upright as in a book, level as on a wall calendar."""
Angle = Literal[0, 90, 180, 270]
_MIRRORED: dict[Angle, Angle] = {0: 0, 90: 270, 180: 180, 270: 90}
_UPENDED: dict[Angle, Angle] = {0: 180, 90: 90, 180: 0, 270: 270}


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

    def behind(self, turn: Turn, page_mm: tuple[float, float]) -> Place:
        """Where a face lands behind this one, once paper of that size is turned or folded about that axis."""
        if turn == "upright":
            x = page_mm[0] - self.x_mm - self.width_mm
            return replace(self, x_mm=x, bleed=self.bleed.mirrored(), angle_deg=_MIRRORED[self.angle_deg])
        y = page_mm[1] - self.y_mm - self.height_mm
        return replace(self, y_mm=y, bleed=self.bleed.mirrored(), angle_deg=_UPENDED[self.angle_deg])


@dataclass(frozen=True, slots=True)
class Grid:
    """The slots of one page. ``turn`` is the axis the paper turns or folds about; slots count from the top left."""

    page_width_mm: float
    page_height_mm: float
    card_width_mm: float
    card_height_mm: float
    columns: int
    rows: int
    left_mm: float
    bottom_mm: float
    gap_mm: float = 0.0
    bleed_x_mm: float = 0.0
    bleed_y_mm: float = 0.0
    turn: Turn = "upright"
    folded: bool = False

    @property
    def size(self) -> int:
        """Cards a page."""
        return self.columns * self.rows

    def front(self, slot: int, taken: frozenset[int] | None = None) -> Place:
        """The place of a front. ``taken`` are the slots in use (None: all): colour bleeds where no neighbour lies."""
        column, row = slot % self.columns, slot // self.columns
        x = self.left_mm + column * (self.card_width_mm + self.gap_mm)
        y = self.bottom_mm + (self.rows - 1 - row) * (self.card_height_mm + self.gap_mm)

        def reach(dc: int, dr: int, outer_mm: float) -> float:
            c, r = column + dc, row + dr
            if not (0 <= c < self.columns and 0 <= r < self.rows):
                return outer_mm
            neighbour = r * self.columns + c
            if taken is not None and neighbour not in taken:
                return outer_mm
            return max(min(outer_mm, self.gap_mm / 2), UNDERLAP_MM if neighbour > slot and not self.gap_mm else 0.0)

        outer_x, outer_y = self.bleed_x_mm, self.bleed_y_mm
        bleed = Bleed(reach(-1, 0, outer_x), reach(0, 1, outer_y), reach(1, 0, outer_x), reach(0, -1, outer_y))
        return Place(x, y, self.card_width_mm, self.card_height_mm, bleed)

    def back(self, slot: int, taken: frozenset[int] | None = None) -> Place:
        """The place of the back that lands behind ``front(slot)`` once the paper is turned or folded."""
        return self.front(slot, taken).behind(self.turn, (self.page_width_mm, self.page_height_mm))

    def behind(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """The point of the front that a point of the back page lies behind, once the paper is turned or folded."""
        if self.turn == "upright":
            return self.page_width_mm - x_mm, y_mm
        return x_mm, self.page_height_mm - y_mm

    def block(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of all that is cut out (both halves where the sheet is folded)."""
        left, bottom = self.left_mm, self.bottom_mm
        right = left + self.columns * (self.card_width_mm + self.gap_mm) - self.gap_mm
        top = bottom + self.rows * (self.card_height_mm + self.gap_mm) - self.gap_mm
        if self.folded and self.turn == "upright":
            right = self.page_width_mm - left
        elif self.folded:
            bottom = self.page_height_mm - top
        return left, bottom, right, top


@dataclass(frozen=True, slots=True)
class Placed:
    """One face on a page."""

    piece: Piece
    side: Literal["front", "back"]
    place: Place


@dataclass(frozen=True, slots=True)
class Ready:
    """A page that is no grid of cards, drawn already: boards and tokens, the guide. ``trim_mm`` is what is cut out."""

    width_mm: float
    height_mm: float
    drawing: Drawing
    trim_mm: tuple[float, float, float, float]


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


def make_grid(sheet: Sheet, card_mm: tuple[float, float], backs: Backs) -> Grid:
    """As many cards as the sheet holds, upright or lying, whichever holds more (upright where equal).

    Raises SheetError where not one card fits between the margins.
    """
    check_room(sheet)
    ways = [(one, turn) for one in (sheet, sheet.turned()) for turn in turns(one, backs)]
    best = max((_fill(one, card_mm, turn, folded=backs == "fold") for one, turn in ways), key=lambda grid: grid.size)
    if best.size == 0:
        raise too_small(sheet, "a card", card_mm, backs)
    return best


def check_room(sheet: Sheet) -> None:
    """Raise SheetError where the margins leave nothing of the paper."""
    (margin_x, margin_y), (keep_x, keep_y) = sheet.margins_mm, sheet.card_margins_mm
    if sheet.width_mm <= 2 * keep_x or sheet.height_mm <= 2 * keep_y:
        wide = f"{margin_x:g} mm" if margin_x == margin_y else f"{margin_x:g} mm left and right, {margin_y:g} mm above"
        raise SheetError(
            f"--paper {sheet.name}: the paper is {sheet.size_text} and the printer's margins of {wide} "
            f"leave nothing of it; choose a larger paper"
        )


def too_small(sheet: Sheet, what: str, size_mm: tuple[float, float], backs: Backs) -> SheetError:
    """What is said where something does not fit on the paper."""
    width, height = size_mm
    twice = " twice, with a fold between" if backs == "fold" else ""
    margin_x, margin_y = sheet.card_margins_mm
    margins = f"{margin_x:g}" if margin_x == margin_y else f"{margin_x:g} and {margin_y:g}"
    return SheetError(
        f"--paper {sheet.name}: {what} is {width:g} × {height:g} mm and does not fit{twice} on {sheet.size_text} "
        f"with {margins} mm margins; choose a larger paper"
    )


def turns(sheet: Sheet, backs: Backs) -> tuple[Turn, ...]:
    """The axes a sheet may turn or fold about, as it lies."""
    if backs == "fold":
        return ("upright", "level")
    # The long edge stands upright on an upright page and lies level on a lying one.
    upright = (sheet.height_mm >= sheet.width_mm) == (backs != "short")
    return ("upright",) if upright else ("level",)


def _fill(sheet: Sheet, card_mm: tuple[float, float], turn: Turn, *, folded: bool = False) -> Grid:
    gap, page_width, page_height = sheet.gap_mm, sheet.width_mm, sheet.height_mm
    left, bottom, right, top = usable(sheet, turn, folded=folded)
    columns, rows = _how_many(right - left, card_mm[0], gap), _how_many(top - bottom, card_mm[1], gap)
    used_x, used_y = columns * (card_mm[0] + gap) - gap, rows * (card_mm[1] + gap) - gap
    at_x, at_y = (page_width - used_x) / 2, (page_height - used_y) / 2
    if folded and turn == "upright":
        at_x = right - used_x
    elif folded:
        at_y = bottom
    margin_x, margin_y = sheet.margins_mm
    room_x, room_y = at_x - margin_x, page_height - at_y - used_y - margin_y
    bleed_x = min(sheet.bleed_mm, max(0.0, room_x - SHORTEST_MARK_MM))
    bleed_y = min(sheet.bleed_mm, max(0.0, room_y - SHORTEST_MARK_MM))
    return Grid(
        page_width, page_height, *card_mm, columns, rows, at_x, at_y, gap, bleed_x, bleed_y, turn, folded
    )  # fmt: skip


def usable(sheet: Sheet, turn: Turn, *, folded: bool) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of what fronts may lie in: the half before the fold where the sheet is folded."""
    margin_x, margin_y = sheet.card_margins_mm
    right, bottom = sheet.width_mm - margin_x, margin_y
    if folded and turn == "upright":
        right = sheet.width_mm / 2 - FOLD_MM
    elif folded:
        bottom = sheet.height_mm / 2 + FOLD_MM
    return margin_x, bottom, right, sheet.height_mm - margin_y


def _how_many(room_mm: float, card_mm: float, gap_mm: float) -> int:
    # The hair keeps a sheet that fits exactly from losing a card to binary fractions.
    return max(0, math.floor((room_mm + gap_mm) / (card_mm + gap_mm) + 1e-9))


def impose(
    sections: Iterable[tuple[str, Sequence[Piece]]], grid: Grid, backs: Backs, start_at: int = 1
) -> tuple[Page, ...]:
    """Set the pieces on pages, each section from a new sheet, the first from slot ``start_at`` (1: the first).

    Pages come in the order ``bind`` gives them.
    """
    return bind(set_sheets(sections, grid, backs, start_at), backs)


def set_sheets(
    sections: Iterable[tuple[str, Sequence[Piece]]], grid: Grid, backs: Backs, start_at: int = 1
) -> Iterator[tuple[Page, Page | None]]:
    """The sheets of paper of ``impose``, each its front and its back (none where there is one side), not numbered."""
    for section, slots in _fill_sheets(sections, grid.size, start_at):
        taken = frozenset(slots)
        front = tuple(Placed(piece, "front", grid.front(slot, taken)) for slot, piece in slots.items())
        covered = frozenset(slot for slot, piece in slots.items() if piece.two_sided)
        back = tuple(Placed(slots[slot], "back", grid.back(slot, covered)) for slot in sorted(covered))
        if backs == "fold":
            yield Page(0, 0, 0, "both", section, front + back), None
        else:
            yield Page(0, 0, 0, "front", section, front), Page(0, 0, 0, "back", section, back)


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
    ready = replace(front.ready, drawing=()) if front.ready else None
    return replace(front, side="back", placed=(), ready=ready)


def _fill_sheets(
    sections: Iterable[tuple[str, Sequence[Piece]]], size: int, start_at: int
) -> Iterator[tuple[str, dict[int, Piece]]]:
    first = start_at - 1
    for section, pieces in sections:
        rest = list(pieces)
        while rest:
            here, rest = rest[: size - first], rest[size - first :]
            yield section, dict(enumerate(here, first))
            first = 0
