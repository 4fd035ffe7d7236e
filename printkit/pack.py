"""Parts of mixed sizes on as few sheets as rows allow. Pure geometry, in millimetres.

Parts stand in rows, the tallest first, so that a trimmer or scissors part the rows with straight cuts and then the
parts of each row. Everything keeps the law of ``impose``: a back lies behind its front, mirrored, whichever way the
paper is turned; and each sheet's parts are centred on the page, because what is off on the front is off twice behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from printkit.impose import Grid, check_room, too_small, turns, usable
from printkit.page import Backs, Page, Piece, Placed, file_order
from printkit.place import Bleed, Place, Turn
from printkit.sheet import Sheet

STRIP_MM = 3.5
"""Kept free above and below the parts for the sheet's label and its ruler."""
TICK_MM = 2.0
"""Room for a crop mark between the bleeds of two neighbours."""


@dataclass(frozen=True, slots=True)
class Part:
    """Something to cut out: its trimmed size, and what kind of back it has ("" for none).

    ``name`` is said where it does not fit.
    """

    width_mm: float
    height_mm: float
    back: str = ""
    name: str = "a part"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a part went: its index in what was packed, its front, and its back where it has one."""

    index: int
    front: Place
    back: Place | None


@dataclass(frozen=True, slots=True)
class PackedSheet:
    """One sheet of paper. ``turn`` is the axis it turns or folds about."""

    page_width_mm: float
    page_height_mm: float
    turn: Turn
    folded: bool
    spots: tuple[Spot, ...]
    bleed_mm: float

    def block(self) -> Grid:
        """All that is cut out as one slot, for what a sheet carries beside it (``furniture``)."""
        boxes = [spot.front.box() for spot in self.spots]
        left, bottom = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, top = max(box[2] for box in boxes), max(box[3] for box in boxes)
        return Grid(
            self.page_width_mm, self.page_height_mm, right - left, top - bottom, 1, 1, left, bottom,
            bleed_x_mm=self.bleed_mm, bleed_y_mm=self.bleed_mm, turn=self.turn, folded=self.folded,
        )  # fmt: skip


Row = list[int]
"""Parts side by side, by index."""
_T = TypeVar("_T")


def pack(
    parts: Sequence[Part], sheet: Sheet, backs: Backs = "none", gap_mm: float | None = None
) -> tuple[PackedSheet, ...]:
    """Set every part once, in rows, on the sheet upright or lying, whichever takes fewer sheets (upright where equal).

    ``gap_mm`` parts neighbours; None leaves each its own bleed and room for crop marks between. A part that fits one
    way only goes on sheets that lie that way. Raises SheetError naming the first part that fits neither way.
    """
    check_room(sheet)
    gap = 2 * sheet.bleed_mm + TICK_MM if gap_mm is None else gap_mm
    bleed = min(sheet.bleed_mm, gap / 2)
    ways = [
        _Way(one, turn, backs == "fold", gap, bleed) for one in (sheet, sheet.turned()) for turn in turns(one, backs)
    ]
    for part in parts:
        if not any(way.takes(part) for way in ways):
            raise too_small(sheet, part.name, (part.width_mm, part.height_mm), backs)
    plans = []
    for first in ways:
        rest, plan = list(range(len(parts))), []
        for way in (first, *ways):
            here = [index for index in rest if way.takes(parts[index])]
            rest = [index for index in rest if not way.takes(parts[index])]
            plan += [(way, rows) for rows in way.sheets(parts, here)]
        plans.append(plan)
    best = min(plans, key=len)
    return tuple(way.placed(parts, rows) for way, rows in best)


@dataclass(frozen=True, slots=True)
class _Way:
    """A sheet as it lies, and the axis it turns about."""

    sheet: Sheet
    turn: Turn
    folded: bool
    gap_mm: float
    bleed_mm: float

    def room(self) -> tuple[float, float, float, float]:
        """Left, bottom, right, top of where parts may be cut, clear of label and ruler; bleed stays printable."""
        left, bottom, right, top = usable(self.sheet, self.turn, folded=self.folded)
        printed_x, printed_y = self.sheet.margins_mm
        keep_x, keep_y = printed_x + self.bleed_mm + TICK_MM, printed_y + STRIP_MM + self.bleed_mm + TICK_MM
        top = min(top, self.sheet.height_mm - keep_y)
        if not (self.folded and self.turn == "level"):
            bottom = max(bottom, keep_y)
        if not (self.folded and self.turn == "upright"):
            right = min(right, self.sheet.width_mm - keep_x)
        return max(left, keep_x), bottom, right, top

    def takes(self, part: Part) -> bool:
        left, bottom, right, top = self.room()
        return part.width_mm <= right - left + 1e-9 and part.height_mm <= top - bottom + 1e-9

    def sheets(self, parts: Sequence[Part], chosen: Sequence[int]) -> list[list[Row]]:
        """The chosen parts in rows, the rows on sheets: each into the first that has room."""
        left, bottom, right, top = self.room()

        def width(index: int) -> float:
            return parts[index].width_mm

        ordered = sorted(chosen, key=lambda n: (-parts[n].height_mm, -parts[n].width_mm))
        rows = _first_fit(ordered, width, right - left, self.gap_mm)
        return _first_fit(rows, lambda row: parts[row[0]].height_mm, top - bottom, self.gap_mm)

    def placed(self, parts: Sequence[Part], rows: Sequence[Row]) -> PackedSheet:
        """The rows of one sheet in their places: the block centred on the page, or lying against the fold."""
        _, bottom, right, top = self.room()
        wide = max(sum(parts[n].width_mm for n in row) + self.gap_mm * (len(row) - 1) for row in rows)
        high = sum(parts[row[0]].height_mm for row in rows) + self.gap_mm * (len(rows) - 1)
        page = (self.sheet.width_mm, self.sheet.height_mm)
        start = right - wide if self.folded and self.turn == "upright" else (page[0] - wide) / 2
        head = bottom + high if self.folded and self.turn == "level" else (page[1] + high) / 2
        if self.folded and self.turn == "upright":
            head = (bottom + top + high) / 2
        spots = tuple(self._spots(parts, rows, start, head, page))
        return PackedSheet(*page, self.turn, self.folded, spots, self.bleed_mm)

    def _spots(
        self, parts: Sequence[Part], rows: Sequence[Row], start: float, head: float, page: tuple[float, float]
    ) -> Iterator[Spot]:
        bleed = Bleed(self.bleed_mm, self.bleed_mm, self.bleed_mm, self.bleed_mm)
        for row in rows:
            x = start
            for index in row:
                part = parts[index]
                front = Place(x, head - part.height_mm, part.width_mm, part.height_mm, bleed)
                yield Spot(index, front, front.behind(self.turn, page) if part.back else None)
                x += part.width_mm + self.gap_mm
            head -= parts[row[0]].height_mm + self.gap_mm


def _first_fit(things: Sequence[_T], size: Callable[[_T], float], room: float, gap: float) -> list[list[_T]]:
    """Things in order, each into the first bin that still has room for it."""
    bins: list[list[_T]] = []
    free: list[float] = []
    for thing in things:
        need = size(thing) + gap
        at = next((number for number, left in enumerate(free) if need <= left + 1e-9), None)
        if at is None:
            at = len(bins)
            bins.append([])
            free.append(room + gap)
        bins[at].append(thing)
        free[at] -= need
    return bins


def pages(sheets: Sequence[PackedSheet], pieces: Sequence[Piece], backs: Backs, section: str = "") -> tuple[Page, ...]:
    """The sheets as pages in file order, for parts that are cards: ``pieces[n]`` is what part n stood for."""
    fronts, rears = [], []
    for number, packed in enumerate(sheets, 1):
        front = tuple(Placed(pieces[spot.index], "front", spot.front) for spot in packed.spots)
        back = tuple(Placed(pieces[spot.index], "back", spot.back) for spot in packed.spots if spot.back)
        if backs == "fold":
            fronts.append(Page(number, len(sheets), number, "both", section, front + back))
            continue
        fronts.append(Page(number, len(sheets), number, "front", section, front))
        rears.append(Page(number, len(sheets), number, "back", section, back))
    return file_order(fronts, rears, backs)
