"""Parts of mixed sizes on as few sheets as rows allow. Pure geometry, in millimetres.

Parts stand in rows, the tallest first, so that a trimmer or scissors part the rows with straight cuts and then the
parts of each row. Everything keeps the law of ``Place.behind``: a back lies behind its front, mirrored, whichever way
the paper is turned; and each sheet's parts are centred on the page, because what is off in front is off twice behind.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from printkit.sheet.backs import FRONTS_ONLY, Backs
from printkit.sheet.imposition import check_room, too_small, turns, usable
from printkit.sheet.page import Angle, Bleed, Place, Turn
from printkit.sheet.paper import Sheet

STRIP_MM = 3.2
"""Kept free above the parts for the sheet's label."""
TICK_MM = 2.0
"""Room for a crop mark between the bleeds of two neighbours."""


@dataclass(frozen=True, slots=True)
class Part:
    """Something to cut out: its trimmed size, whether anything is printed behind it, and how it is parted from others.

    ``bleed_mm`` is how far its colour runs past the cut, ``gap_mm`` how far it keeps from a neighbour like itself and
    ``keep_mm`` from what the printer cannot reach. One that is ``turnable`` may lie on its side. ``name`` is said where
    it does not fit.
    """

    width_mm: float
    height_mm: float
    two_sided: bool = False
    name: str = "a part"
    bleed_mm: float = 2.0
    gap_mm: float = 2 * 2.0 + TICK_MM
    keep_mm: float = 2.0 + TICK_MM
    turnable: bool = False


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

    def block(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of all fronts that are cut out."""
        boxes = [spot.front.box() for spot in self.spots]
        left, bottom = min(box[0] for box in boxes), min(box[1] for box in boxes)
        return left, bottom, max(box[2] for box in boxes), max(box[3] for box in boxes)


Row = list[int]
"""Parts side by side, by index."""
_T = TypeVar("_T")


def pack(parts: Sequence[Part], sheet: Sheet, backs: Backs = FRONTS_ONLY) -> tuple[PackedSheet, ...]:
    """Set every part once, in rows, on the sheet upright or lying, whichever takes fewer sheets (upright where equal).

    A part that fits one way only goes on sheets that lie that way. Raises SheetError naming the first part that fits
    neither way.
    """
    check_room(sheet)
    keep = max((part.keep_mm for part in parts), default=0.0)
    ways = [_Way(one, turn, backs.folded, keep) for one in (sheet, sheet.turned()) for turn in turns(one, backs)]
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


def fits(part: Part, sheet: Sheet) -> bool:
    """Whether the part fits the sheet at all, whichever way either lies."""
    return any(_Way(one, "upright", False, part.keep_mm).takes(part) for one in (sheet, sheet.turned()))


@dataclass(frozen=True, slots=True)
class _Way:
    """A sheet as it lies, and the axis it turns about. ``keep_mm`` stays between cuts and what cannot be printed."""

    sheet: Sheet
    turn: Turn
    folded: bool
    keep_mm: float

    def room(self) -> tuple[float, float, float, float]:
        """Left, bottom, right, top of where parts may be cut, clear of the label; bleed stays printable."""
        left, bottom, right, top = usable(self.sheet, self.turn, folded=self.folded)
        printed_x, printed_y = self.sheet.margins_mm
        keep_x, keep_y = printed_x + self.keep_mm, printed_y + self.keep_mm
        top = min(top, self.sheet.height_mm - keep_y - STRIP_MM)
        if not (self.folded and self.turn == "level"):
            bottom = max(bottom, keep_y)
        if not (self.folded and self.turn == "upright"):
            right = min(right, self.sheet.width_mm - keep_x)
        return max(left, keep_x), bottom, right, top

    def takes(self, part: Part) -> bool:
        """Whether the part can lie on this sheet."""
        return self._many(part.width_mm, part.height_mm, part) > 0 or (
            part.turnable and self._many(part.height_mm, part.width_mm, part) > 0
        )

    def _many(self, width: float, height: float, part: Part) -> int:
        """How many parts of that size the room holds."""
        left, bottom, right, top = self.room()
        across = math.floor((right - left + part.gap_mm) / (width + part.gap_mm) + 1e-9)
        return max(0, across) * max(0, math.floor((top - bottom + part.gap_mm) / (height + part.gap_mm) + 1e-9))

    def angle(self, part: Part) -> Angle:
        """Upright, or on its side where more of it would fit."""
        lying = part.turnable and self._many(part.height_mm, part.width_mm, part)
        return 90 if lying > self._many(part.width_mm, part.height_mm, part) else 0

    def size(self, part: Part) -> tuple[float, float]:
        """Width and height as the part lies on this sheet."""
        return (part.width_mm, part.height_mm) if self.angle(part) == 0 else (part.height_mm, part.width_mm)

    def sheets(self, parts: Sequence[Part], chosen: Sequence[int]) -> list[list[Row]]:
        """The chosen parts in rows, the rows on sheets: each into the first that has room."""
        left, bottom, right, top = self.room()
        sizes = {index: self.size(parts[index]) for index in chosen}
        ordered = sorted(chosen, key=lambda n: (-sizes[n][1], -sizes[n][0]))
        gaps = {index: parts[index].gap_mm for index in chosen}
        rows = _first_fit(ordered, lambda n: sizes[n][0], gaps.__getitem__, right - left)
        return _first_fit(rows, lambda row: sizes[row[0]][1], lambda row: max(gaps[n] for n in row), top - bottom)

    def placed(self, parts: Sequence[Part], rows: Sequence[Row]) -> PackedSheet:
        """The rows of one sheet in their places: the block centred on the page (a hair lower where the label needs the
        room), or lying against the fold."""
        _, bottom, right, top = self.room()
        spots = tuple(self._spots(parts, rows))
        wide = max(spot.x_mm + spot.width_mm for _, spot in spots)
        high = -min(spot.y_mm for _, spot in spots)
        page = (self.sheet.width_mm, self.sheet.height_mm)
        start = right - wide if self.folded and self.turn == "upright" else (page[0] - wide) / 2
        head = bottom + high if self.folded and self.turn == "level" else min((page[1] + high) / 2, top)
        if self.folded and self.turn == "upright":
            head = (bottom + top + high) / 2
        moved = [(index, place.moved(start, head)) for index, place in spots]
        return PackedSheet(
            *page,
            self.turn,
            self.folded,
            tuple(Spot(n, at, at.behind(self.turn, page) if parts[n].two_sided else None) for n, at in moved),
        )

    def _spots(self, parts: Sequence[Part], rows: Sequence[Row]) -> Iterator[tuple[int, Place]]:
        """The parts from the top left corner of the block, which is the origin."""
        y, above = 0.0, 0.0
        for number, row in enumerate(rows):
            gap = max(parts[n].gap_mm for n in row)
            y -= (above + gap) / 2 if number else 0.0
            x = 0.0
            for at, index in enumerate(row):
                part = parts[index]
                x += (parts[row[at - 1]].gap_mm + part.gap_mm) / 2 if at else 0.0
                width, height = self.size(part)
                out = part.bleed_mm
                yield (
                    index,
                    Place(
                        x,
                        y - height,
                        width_mm=width,
                        height_mm=height,
                        bleed=Bleed(out, out, out, out),
                        angle_deg=self.angle(part),
                    ),
                )
                x += width
            y, above = y - self.size(parts[row[0]])[1], gap


def _first_fit(
    things: Sequence[_T], size: Callable[[_T], float], gap: Callable[[_T], float], room: float
) -> list[list[_T]]:
    """Things in order, each into the first bin that still has room for it and half its gap on either side.

    At the ends of a bin no gap is needed; the smallest there is counts for both.
    """
    bins: list[list[_T]] = []
    free: list[float] = []
    spare = min((gap(thing) for thing in things), default=0.0)
    for thing in things:
        need = size(thing) + gap(thing)
        at = next((number for number, left in enumerate(free) if need <= left + 1e-9), None)
        if at is None:
            at = len(bins)
            bins.append([])
            free.append(room + (gap(thing) + spare) / 2)
        bins[at].append(thing)
        free[at] -= need
    return bins
