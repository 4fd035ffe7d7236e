"""Imposition: which card lies where on which page. Pure geometry, in millimetres.

Everything hangs on one law. A back is seen after the sheet is turned over, so a point (x, y) of the back page lies
behind (W - x, y) of the front when the sheet turns about an upright axis, and behind (x, H - y) when it turns about a
level one; then the back must also stand on its head. ``Grid.behind`` is that law, ``Grid.back`` obeys it.

All cards of a sheet are set the same way round: a printer that stretches one direction would otherwise make two sizes
of card. The grid is centred on the page, because an off-centre grid is off twice as far on the back.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from printkit.sheet import Sheet, SheetError
from rules.cards import Card
from rules.code import CardCode

Backs = Literal["none", "long", "short", "fold", "separate", "manual"]
BACKS: tuple[Backs, ...] = ("none", "long", "short", "fold", "separate", "manual")
FOLD_MM = 5.0
"""From a card's edge to the fold: room for the fold to wander and for both bleeds."""
UNDERLAP_MM = 0.5
"""How far a card runs under a neighbour drawn after it, so that no white hair shows between butted cards."""
SHORTEST_MARK_MM = 1.5
"""Where the paper is tight the bleed gives way, until crop marks have this much."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One paper card: the card and the code of this very copy."""

    card: Card
    code: CardCode


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
    """Where one face stands on a page: the lower left corner of its slot, and whether it stands on its head."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    bleed: Bleed
    angle_deg: Literal[0, 180] = 0

    def on_page(self, u_mm: float, v_mm: float) -> tuple[float, float]:
        """A point of the face (origin at its own lower left corner) as a point of the page."""
        if self.angle_deg == 180:
            return self.x_mm + self.width_mm - u_mm, self.y_mm + self.height_mm - v_mm
        return self.x_mm + u_mm, self.y_mm + v_mm


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
    turn: Literal["upright", "level"] = "upright"
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
            return max(min(outer_mm, self.gap_mm / 2), UNDERLAP_MM if neighbour > slot else 0.0)

        outer_x, outer_y = self.bleed_x_mm, self.bleed_y_mm
        bleed = Bleed(reach(-1, 0, outer_x), reach(0, 1, outer_y), reach(1, 0, outer_x), reach(0, -1, outer_y))
        return Place(x, y, self.card_width_mm, self.card_height_mm, bleed)

    def back(self, slot: int, taken: frozenset[int] | None = None) -> Place:
        """The place of the back that lands behind ``front(slot)`` once the paper is turned or folded."""
        front = self.front(slot, taken)
        if self.turn == "upright":
            x = self.page_width_mm - front.x_mm - front.width_mm
            return replace(front, x_mm=x, bleed=front.bleed.mirrored())
        y = self.page_height_mm - front.y_mm - front.height_mm
        return replace(front, y_mm=y, bleed=front.bleed.mirrored(), angle_deg=180)

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
class Page:
    """One page: ``number`` of ``total`` in its file, on sheet ``sheet``. ``part`` is "fronts" or "backs" where the
    two go to files of their own."""

    number: int
    total: int
    sheet: int
    side: Literal["front", "back", "both"]
    section: str
    placed: tuple[Placed, ...]
    part: Literal["", "fronts", "backs"] = ""


def make_grid(sheet: Sheet, card_mm: tuple[float, float], backs: Backs) -> Grid:
    """As many cards as the sheet holds, upright or lying, whichever holds more (upright where equal).

    Raises SheetError where not one card fits between the margins.
    """
    if min(sheet.width_mm, sheet.height_mm) <= 2 * sheet.margin_mm:
        raise SheetError(
            f"--paper {sheet.name}: the paper is {sheet.size_text} and the printer's margins of {sheet.margin_mm:g} mm "
            f"leave nothing of it; choose a larger paper"
        )
    turned = replace(sheet, width_mm=sheet.height_mm, height_mm=sheet.width_mm)
    best = max(
        (grid for one in (sheet, turned) for grid in _candidates(one, card_mm, backs)), key=lambda grid: grid.size
    )
    if best.size == 0:
        width, height = card_mm
        twice = " twice, with a fold between" if backs == "fold" else ""
        raise SheetError(
            f"--paper {sheet.name}: a card is {width:g} × {height:g} mm and does not fit{twice} on {sheet.size_text} "
            f"with {sheet.margin_mm:g} mm margins; choose a larger paper"
        )
    return best


def _candidates(sheet: Sheet, card_mm: tuple[float, float], backs: Backs) -> Iterator[Grid]:
    """The fullest grids of a sheet as it lies, one for each way it can be folded."""
    if backs != "fold":
        # The long edge stands upright on an upright page and lies level on a lying one.
        upright = (sheet.height_mm >= sheet.width_mm) == (backs != "short")
        yield _fill(sheet, card_mm, "upright" if upright else "level")
        return
    yield _fill(sheet, card_mm, "upright", folded=True)
    yield _fill(sheet, card_mm, "level", folded=True)


def _fill(
    sheet: Sheet, card_mm: tuple[float, float], turn: Literal["upright", "level"], *, folded: bool = False
) -> Grid:
    margin, gap = sheet.margin_mm, sheet.gap_mm
    page_width, page_height = sheet.width_mm, sheet.height_mm
    wide, high = page_width - 2 * margin, page_height - 2 * margin
    if folded and turn == "upright":
        wide = page_width / 2 - FOLD_MM - margin
    elif folded:
        high = page_height / 2 - FOLD_MM - margin
    columns, rows = _how_many(wide, card_mm[0], gap), _how_many(high, card_mm[1], gap)
    used_x, used_y = columns * (card_mm[0] + gap) - gap, rows * (card_mm[1] + gap) - gap
    left, bottom = (page_width - used_x) / 2, (page_height - used_y) / 2
    if folded and turn == "upright":
        left = page_width / 2 - FOLD_MM - used_x
    elif folded:
        bottom = page_height / 2 + FOLD_MM
    room_x = left - margin
    room_y = page_height - bottom - used_y - margin
    return Grid(
        page_width,
        page_height,
        *card_mm,
        columns,
        rows,
        left,
        bottom,
        gap,
        min(sheet.bleed_mm, max(0.0, room_x - SHORTEST_MARK_MM)),
        min(sheet.bleed_mm, max(0.0, room_y - SHORTEST_MARK_MM)),
        turn,
        folded,
    )


def _how_many(room_mm: float, card_mm: float, gap_mm: float) -> int:
    # The hair keeps a sheet that fits exactly from losing a card to binary fractions.
    return max(0, math.floor((room_mm + gap_mm) / (card_mm + gap_mm) + 1e-9))


def impose(
    sections: Iterable[tuple[str, Sequence[Piece]]], grid: Grid, backs: Backs, start_at: int = 1
) -> tuple[Page, ...]:
    """Set the pieces on pages, each section from a new sheet, the first from slot ``start_at`` (1: the first).

    Pages come in file order: front and back alternate where the printer turns the paper; fronts then backs where
    they go to two files, the backs from the last to the first where the stack is turned over by hand.
    """
    sheets = list(_fill_sheets(sections, grid.size, start_at))
    total = len(sheets)
    fronts: list[Page] = []
    rears: list[Page] = []
    for number, (section, slots) in enumerate(sheets, 1):
        taken = frozenset(slots)
        front = tuple(Placed(piece, "front", grid.front(slot, taken)) for slot, piece in slots.items())
        covered = frozenset(slot for slot, piece in slots.items() if piece.card.back)
        back = tuple(Placed(slots[slot], "back", grid.back(slot, covered)) for slot in sorted(covered))
        if backs == "fold":
            fronts.append(Page(number, total, number, "both", section, front + back))
            continue
        fronts.append(Page(number, total, number, "front", section, front))
        rears.append(Page(number, total, number, "back", section, back))
    if backs in ("none", "fold"):
        return tuple(fronts)
    if backs in ("long", "short"):
        turns = [page for pair in zip(fronts, rears, strict=True) for page in pair]
        return tuple(replace(page, number=number, total=2 * total) for number, page in enumerate(turns, 1))
    ordered = reversed(rears) if backs == "manual" else rears
    return (
        *(replace(page, part="fronts") for page in fronts),
        *(replace(page, part="backs", number=number) for number, page in enumerate(ordered, 1)),
    )


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
