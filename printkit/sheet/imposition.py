"""Imposition: which card lies where on which page. Pure geometry, in millimetres.

Everything hangs on one law. A back is seen after the sheet is turned over, so a point (x, y) of the back page lies
behind (W - x, y) of the front when the sheet turns about an upright axis, and behind (x, H - y) when it turns about a
level one; then the back must also stand on its head. ``Place.behind`` is that law, ``Grid.back`` obeys it.

All cards of a sheet are set the same way round: a printer that stretches one direction would otherwise make two sizes
of card. The grid is centred on the page, because an off-centre grid is off twice as far on the back.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from printkit.print_refusal import option
from printkit.sheet.backs import Backs
from printkit.sheet.page import Bleed, Page, Piece, Place, Placed, Turn, bind
from printkit.sheet.paper import LEAST_MARK_MM, SHORTEST_MARK_MM, Sheet, SheetError
from rules.text import say

FOLD_MM = 5.0
"""From a card's edge to the fold: room for the fold to wander and for both bleeds."""
UNDERLAP_MM = 0.5
"""How far a card runs under a neighbour drawn after it, so that no white hair shows between butted cards."""


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
    inner_mm: float = 2.0
    """How far colour runs between neighbours at most, whatever room there is outside."""

    @property
    def page_mm(self) -> tuple[float, float]:
        """Width and height of the page."""
        return self.page_width_mm, self.page_height_mm

    @property
    def fold_mm(self) -> float:
        """Where the fold lies, from the left where it stands upright, else from below."""
        return (self.page_width_mm if self.turn == "upright" else self.page_height_mm) / 2

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
            return max(
                min(self.inner_mm, self.gap_mm / 2), UNDERLAP_MM if neighbour > slot and not self.gap_mm else 0.0
            )

        outer_x, outer_y = self.bleed_x_mm, self.bleed_y_mm
        bleed = Bleed(reach(-1, 0, outer_x), reach(0, 1, outer_y), reach(1, 0, outer_x), reach(0, -1, outer_y))
        return Place(x, y, width_mm=self.card_width_mm, height_mm=self.card_height_mm, bleed=bleed)

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


def make_grid(sheet: Sheet, card_mm: tuple[float, float], backs: Backs) -> Grid:
    """As many cards as the sheet holds, upright or lying, whichever holds more (upright where equal).

    Raises SheetError where not one card fits between the margins.
    """
    check_room(sheet)
    ways = [(one, turn) for one in (sheet, sheet.turned()) for turn in turns(one, backs)]
    best = max((_fill(one, card_mm, turn, folded=backs.folded) for one, turn in ways), key=lambda grid: grid.size)
    if best.size == 0:
        raise too_small(sheet, "a card", card_mm, backs)
    return best


def check_room(sheet: Sheet) -> None:
    """Raise SheetError where the margins leave nothing of the paper."""
    (margin_x, margin_y), (keep_x, keep_y) = sheet.margins_mm, sheet.card_margins_mm
    if sheet.width_mm <= 2 * keep_x or sheet.height_mm <= 2 * keep_y:
        wide = f"{margin_x:g} mm" if margin_x == margin_y else f"{margin_x:g} mm left and right, {margin_y:g} mm above"
        raise SheetError(
            say(
                "the paper is {size_text} and the printer's margins of {wide} leave nothing of it; "
                "choose a larger paper",
                size_text=sheet.size_text,
                wide=wide,
            ),
            option("paper"),
            sheet.name,
        )


def too_small(sheet: Sheet, what: str, size_mm: tuple[float, float], backs: Backs) -> SheetError:
    """What is said where something does not fit on the paper."""
    width, height = size_mm
    twice = " twice, with a fold between" if backs.folded else ""
    margin_x, margin_y = sheet.card_margins_mm
    margins = f"{margin_x:g}" if margin_x == margin_y else f"{margin_x:g} and {margin_y:g}"
    return SheetError(
        say(
            "{what} is {width:g} × {height:g} mm and does not fit{twice} on {size_text} with {margins} mm margins; "
            "choose a larger paper",
            what=what,
            width=width,
            height=height,
            twice=twice,
            size_text=sheet.size_text,
            margins=margins,
        ),
        option("paper"),
        sheet.name,
    )


def turns(sheet: Sheet, backs: Backs) -> tuple[Turn, ...]:
    """The axes a sheet may turn or fold about, as it lies."""
    if backs.folded:
        return ("upright", "level")
    # The long edge stands upright on an upright page and lies level on a lying one.
    upright = (sheet.height_mm >= sheet.width_mm) == (not backs.short_edge)
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
    mark = LEAST_MARK_MM if sheet.own_bleed else SHORTEST_MARK_MM
    bleed_x = min(sheet.bleed_mm, max(0.0, room_x - mark))
    bleed_y = min(sheet.bleed_mm, max(0.0, room_y - mark))
    return Grid(
        page_width, page_height, *card_mm, columns, rows, at_x, at_y, gap, bleed_x, bleed_y, turn, folded,
        sheet.bleed_mm,
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
    front_at, back_at = cache(grid.front), cache(grid.back)  # most sheets are full, and all full ones alike
    for section, slots in _fill_sheets(sections, grid.size, start_at):
        taken = frozenset(slots)
        front = tuple(Placed(piece, "front", front_at(slot, taken)) for slot, piece in slots.items())
        covered = frozenset(slot for slot, piece in slots.items() if piece.two_sided)
        back = tuple(Placed(slots[slot], "back", back_at(slot, covered)) for slot in sorted(covered))
        if backs.folded:
            yield Page(0, 0, sheet=0, side="both", section=section, placed=front + back), None
        else:
            yield (
                Page(0, 0, sheet=0, side="front", section=section, placed=front),
                Page(0, 0, sheet=0, side="back", section=section, placed=back),
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
