"""What a sheet says of itself beside the cards: the label, the rulers, how to turn the paper. Pure.

All of it lies in the waste: inside the printable area, outside every card and its bleed.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from printkit.draw.display_list import Drawing, Group, Item, Path, Shared, Stroke, Text
from printkit.sheet.backs import Backs
from printkit.sheet.cut_marks import HAIR_MM, INK, LINE_MM, Cuts, cuts, margins, mark_lengths, rooms
from printkit.sheet.imposition import Grid
from printkit.sheet.page import Page
from printkit.sheet.paper import Sheet
from printkit.type import text_measure

FONT = "text"
FONT_BOLD = "text-bold"
SIZE_PT = 6.5
SMALLEST_PT = 4.0
SPACE_MM = 5.0
INCH_MM = 25.4
ADVICE = "Print at 100 % (actual size). If these lines do not measure true, the print was scaled."
_Stretches = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Words:
    """The sheet's label: ``what`` (game, section, print set) and ``where`` (page n of m); ``how`` to turn the paper."""

    what: str
    where: str
    how: str = ""
    advice: str = ADVICE


@dataclass(frozen=True, slots=True)
class _Strip:
    """A band of waste: its start on the page, whether text runs along or up, and the stretches free of marks."""

    x_mm: float
    y_mm: float
    angle_deg: Literal[0, 90]
    stretches: _Stretches

    def place(self, items: Iterator[Item]) -> Group:
        return Group(tuple(items), self.x_mm, self.y_mm, self.angle_deg)


def furniture(page: Page, grid: Grid, sheet: Sheet, words: Words) -> Drawing:
    """Label and rulers, along the edge that has most room; nothing where the paper leaves no room for a line."""
    strips = _strips(page, grid, sheet)
    if strips is None:
        return ()
    head, foot = strips
    return (head.place(_label(head, words)), foot.place(iter((_shared_rulers(foot, words.advice),))))


def header(size_mm: tuple[float, float], sheet: Sheet, words: Words) -> Drawing:
    """The label of a page that is no grid of cards, along its upper edge."""
    margin_x, margin_y = sheet.margins_mm
    edge = margin_x + HAIR_MM
    strip = _Strip(0.0, size_mm[1] - margin_y - LINE_MM, 0, ((edge, size_mm[0] - edge),))
    return (strip.place(_label(strip, words)),)


def footer(size_mm: tuple[float, float], sheet: Sheet, words: Words, free_mm: float) -> Drawing:
    """The rulers of such a page, along its lower edge, where that much is ``free_mm`` under what is cut out."""
    margin_x, margin_y = sheet.margins_mm
    if free_mm < margin_y + LINE_MM:
        return ()
    strip = _Strip(0.0, margin_y, 0, ((margin_x + HAIR_MM, size_mm[0] - margin_x - HAIR_MM),))
    return (strip.place(iter((_shared_rulers(strip, words.advice),))),)


def has_room(grid: Grid, sheet: Sheet) -> bool:
    """Whether label and ruler fit beside a full page of cards."""
    full = Page(1, 1, sheet=1, side="front", section="", placed=())
    return _strips(full, grid, sheet) is not None


def _strips(page: Page, grid: Grid, sheet: Sheet) -> tuple[_Strip, _Strip] | None:
    """The bands for label and rulers: past the crop marks if a line fits there, else between them."""
    room_x, room_y = rooms(grid, sheet)
    length_x, length_y = mark_lengths(grid, sheet)
    width, height = grid.page_width_mm, grid.page_height_mm
    margin_x, margin_y = margins(grid, sheet)
    clear_x, clear_y = room_x - grid.bleed_x_mm - length_x, room_y - grid.bleed_y_mm - length_y
    along: _Stretches = ((margin_x + HAIR_MM, width - margin_x - HAIR_MM),)
    up: _Stretches = ((margin_y + HAIR_MM, height - margin_y - HAIR_MM),)
    if max(clear_x, clear_y) < LINE_MM:
        clear_x, clear_y = room_x - grid.bleed_x_mm, room_y - grid.bleed_y_mm
        left, bottom, right, top = grid.block()
        along = _between((left, right), cuts(page)[0])
        up = _between((bottom, top), cuts(page)[1])
    if max(clear_x, clear_y) < LINE_MM:
        return None
    if clear_y >= clear_x:
        return _Strip(0.0, height - margin_y - LINE_MM, 0, along), _Strip(0.0, margin_y, 0, along)
    return _Strip(margin_x + LINE_MM, 0.0, 90, up), _Strip(width - margin_x, 0.0, 90, up)


def _between(ends: tuple[float, float], cuts: Cuts) -> _Stretches:
    """The stretches between crop marks, a millimetre away from each; those too short for anything left out."""
    stops = sorted({ends[0], *cuts, ends[1]})
    return tuple((low + 1.0, high - 1.0) for low, high in itertools.pairwise(stops) if high - low > 10.0)


def _label(strip: _Strip, words: Words) -> Iterator[Item]:
    """What and how at the start, where at the end; in one stretch together, in several each in its own."""
    first, last = strip.stretches[0], strip.stretches[-1]
    what = f"{words.what}   ·   {words.how}" if words.how else words.what
    room = first[1] - first[0]
    if first is last:
        where = _fit(words.where, FONT_BOLD, room / 3)
        room -= text_measure.width_mm(words.where, FONT_BOLD, where) + SPACE_MM
    else:
        where = _fit(words.where, FONT_BOLD, last[1] - last[0])
    baseline = 0.8
    yield Text(first[0], baseline, text=what, font=FONT, size_pt=_fit(what, FONT, room), colour=INK)
    yield Text(last[1], baseline, text=words.where, font=FONT_BOLD, size_pt=where, colour=INK, anchor="end")


def _fit(text: str, font: str, room_mm: float) -> float:
    """The largest size up to SIZE_PT that fits, down to the smallest that can be read at all."""
    width = text_measure.width_mm(text, font, SIZE_PT)
    return max(SMALLEST_PT, min(SIZE_PT, SIZE_PT * room_mm / width)) if width else SIZE_PT


@lru_cache(maxsize=64)
def _shared_rulers(strip: _Strip, advice: str) -> Shared:
    """The rulers are the same on every page, and in the file once."""
    return Shared(f"rulers {strip.stretches}", tuple(_rulers(strip, advice)))


def _rulers(strip: _Strip, advice: str) -> Iterator[Item]:
    """50 mm and 2 inches to hold a real ruler against, and what to do about it; as many as there is room for."""
    stretches = list(strip.stretches)
    x, end = stretches.pop(0)
    for ruler in (_metric, _inches):
        width = _ruler_width(ruler)
        if x + width > end and stretches:
            x, end = stretches.pop(0)
        if x + width > end:
            return
        yield from ruler(x)
        x += width + SPACE_MM
    needed = text_measure.width_mm(advice, FONT, SIZE_PT)
    if x + needed > end and stretches:
        x, end = stretches.pop(0)
    if x + needed * SMALLEST_PT / SIZE_PT <= end:
        yield Text(x, 0.8, text=advice, font=FONT, size_pt=_fit(advice, FONT, end - x), colour=INK)


def _ruler_width(ruler: object) -> float:
    label = "50 mm" if ruler is _metric else "2 in"
    return (50.0 if ruler is _metric else 2 * INCH_MM) + 1.2 + text_measure.width_mm(label, FONT_BOLD, SIZE_PT)


def _metric(x_mm: float) -> Iterator[Item]:
    """50 mm with a tick a millimetre."""
    ticks = ((x_mm + n, 2.4 if n % 10 == 0 else 1.7 if n % 5 == 0 else 1.0) for n in range(51))
    yield from _ruler(x_mm, 50.0, "50 mm", list(ticks))


def _inches(x_mm: float) -> Iterator[Item]:
    """2 inches with a tick an eighth."""
    ticks = ((x_mm + n * INCH_MM / 8, 2.4 if n % 8 == 0 else 1.7 if n % 4 == 0 else 1.0) for n in range(17))
    yield from _ruler(x_mm, 2 * INCH_MM, "2 in", list(ticks))


def _ruler(x_mm: float, length_mm: float, label: str, ticks: list[tuple[float, float]]) -> Iterator[Item]:
    ops: list[tuple[Literal["m", "l"], float, float]] = [("m", x_mm, 0.2), ("l", x_mm + length_mm, 0.2)]
    for x, height in ticks:
        ops += [("m", x, 0.2), ("l", x, 0.2 + height)]
    yield Stroke(Path(tuple(ops)), INK, 0.12)
    baseline = 0.8
    yield Text(x_mm + length_mm + 1.2, baseline, text=label, font=FONT_BOLD, size_pt=SIZE_PT, colour=INK)


def flip_hint(page: Page, backs: Backs, say: Callable[..., str] = str.format) -> str:
    """What to tell the person holding this page about turning, folding or gluing it; ``say`` translates."""
    if page.side == "both":
        return say("Fold along the dashed line, glue, then cut")
    if page.side == "front" or not backs.hint:
        return ""
    return say(backs.hint, n=page.number - 1 if backs.alternating else page.sheet)
