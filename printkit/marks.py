"""What a sheet carries beside the cards: crop marks, the label, the ruler, how to turn the paper. Pure.

All of it lies in the waste: inside the printable area, outside every card and its bleed.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from printkit import fonts
from printkit.impose import Backs, Grid, Page
from printkit.ink import Colour, Drawing, Group, Item, Path, Shared, Stroke, Text, polygon
from printkit.sheet import Sheet

INK: Colour = (0.2, 0.2, 0.2)
FONT = "text"
FONT_BOLD = "text-bold"
SIZE_PT = 6.5
SMALLEST_PT = 4.0
LINE_MM = 2.8
"""What one line of small print or a ruler needs across."""
SPACE_MM = 5.0
HAIR_MM = 0.1
"""Half the thickest line here: a line on the edge of what can be printed stays whole."""
INCH_MM = 25.4

ADVICE = "Print at 100 % (actual size). If these lines do not measure true, the print was scaled."

_Stretches = tuple[tuple[float, float], ...]
_Cuts = tuple[float, ...]
_Rect = tuple[float, float, float, float]


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
    edge = sheet.margin_mm + HAIR_MM
    strip = _Strip(0.0, size_mm[1] - sheet.margin_mm - LINE_MM, 0, ((edge, size_mm[0] - edge),))
    return (strip.place(_label(strip, words)),)


def has_room(grid: Grid, sheet: Sheet) -> bool:
    """Whether label and ruler fit beside a full page of cards."""
    full = Page(1, 1, 1, "front", "", ())
    return _strips(full, grid, sheet) is not None


def crop_marks(page: Page, grid: Grid, sheet: Sheet) -> Drawing:
    """A short line at both ends of every cut, in the waste; and dashes on the fold, where there is one."""
    return (_marks(*cuts(page), grid, sheet),)


def full_guides(page: Page, grid: Grid, sheet: Sheet) -> Drawing:
    """Every cut across the whole sheet, dashed, wherever there is only waste: never on a card or its bleed."""
    length_x, length_y = _mark_lengths(grid, sheet)
    room_x, room_y = _rooms(grid, sheet)
    # Where label and rulers lie past the marks, guides end before them.
    reach_x = max(length_x, room_x - grid.bleed_x_mm - LINE_MM - HAIR_MM) + grid.bleed_x_mm
    reach_y = max(length_y, room_y - grid.bleed_y_mm - LINE_MM - HAIR_MM) + grid.bleed_y_mm
    left, bottom, right, top = grid.block()
    taken = [placed.place.box(bleed=True) for placed in page.placed]
    lines: list[Path] = []
    for x in _cuts(page, "x"):
        blocked = [(box[1], box[3]) for box in taken if box[0] - HAIR_MM < x < box[2] + HAIR_MM]
        lines += [polygon(((x, a), (x, b)), close=False) for a, b in _free(bottom - reach_y, top + reach_y, blocked)]
    for y in _cuts(page, "y"):
        blocked = [(box[0], box[2]) for box in taken if box[1] - HAIR_MM < y < box[3] + HAIR_MM]
        lines += [polygon(((a, y), (b, y)), close=False) for a, b in _free(left - reach_x, right + reach_x, blocked)]
    fold = _fold_line(grid, sheet) if grid.folded else ()
    return (*(Stroke(line, INK, sheet.mark_width_mm, (1.0, 1.0)) for line in lines), *fold)


def _free(start: float, end: float, blocked: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """The stretches of a line that nothing blocks, each clear of it by the line's round ends."""
    at = start
    for low, high in sorted(blocked):
        if low - at > 0.5:
            yield at + HAIR_MM, low - HAIR_MM
        at = max(at, high)
    if end - at > 0.5:
        yield at + HAIR_MM, end - HAIR_MM


def corner_marks(page: Page, sheet: Sheet, length_mm: float = 2.0) -> Drawing:
    """Two short lines at each corner of each part, past its bleed: for parts of mixed sizes, whose cuts do not line up.

    A line that would touch another part's bleed is left out; the neighbour's own marks show that cut.
    """
    boxes = [(placed.place.box(), placed.place.box(bleed=True)) for placed in page.placed]
    half = sheet.mark_width_mm / 2
    lines = {line for cut, out in boxes for line in _corner_lines(cut, out, half, length_mm - half)}
    clear = (line for line in lines if not any(_touches(line, out, half) for _, out in boxes))
    return tuple(
        Stroke(polygon(((x0, y0), (x1, y1)), close=False), (0.0, 0.0, 0.0), sheet.mark_width_mm)
        for x0, y0, x1, y1 in sorted(clear)
    )


def _corner_lines(cut: _Rect, out: _Rect, start: float, end: float) -> Iterator[_Rect]:
    left, bottom, right, top = cut
    for x in (left, right):
        yield _line(x, out[1] - end, x, out[1] - start)
        yield _line(x, out[3] + start, x, out[3] + end)
    for y in (bottom, top):
        yield _line(out[0] - end, y, out[0] - start, y)
        yield _line(out[2] + start, y, out[2] + end, y)


def _line(x0: float, y0: float, x1: float, y1: float) -> _Rect:
    """A line without the last bits of binary fractions, so that neighbours' equal lines are one."""
    return round(x0, 4), round(y0, 4), round(x1, 4), round(y1, 4)


def _touches(line: _Rect, box: _Rect, half: float) -> bool:
    """Whether a line, with its thickness, reaches into a box beyond its rim."""
    return (
        line[0] - half < box[2] - 1e-3
        and line[2] + half > box[0] + 1e-3
        and line[1] - half < box[3] - 1e-3
        and line[3] + half > box[1] + 1e-3
    )


@lru_cache(maxsize=64)
def _marks(cuts_x: _Cuts, cuts_y: _Cuts, grid: Grid, sheet: Sheet) -> Shared:
    left, bottom, right, top = grid.block()
    length_x, length_y = _mark_lengths(grid, sheet)
    lines: list[Path] = []
    for x in cuts_x:
        for y, outwards in ((bottom, -1.0), (top, 1.0)):
            start = y + outwards * grid.bleed_y_mm
            lines.append(polygon(((x, start), (x, start + outwards * length_y)), close=False))
    for y in cuts_y:
        for x, outwards in ((left, -1.0), (right, 1.0)):
            start = x + outwards * grid.bleed_x_mm
            lines.append(polygon(((start, y), (start + outwards * length_x, y)), close=False))
    fold = _fold_line(grid, sheet) if grid.folded else ()
    marks = (Stroke(line, (0.0, 0.0, 0.0), sheet.mark_width_mm) for line in lines)
    return Shared(f"crop marks {cuts_x} {cuts_y}", (*marks, *fold))


def cuts(page: Page) -> tuple[_Cuts, _Cuts]:
    """Where the page is cut: the places of upright cuts from the left, of level ones from below."""
    return _cuts(page, "x"), _cuts(page, "y")


def _fold_line(grid: Grid, sheet: Sheet) -> Iterator[Stroke]:
    middle_x, middle_y = grid.page_width_mm / 2, grid.page_height_mm / 2
    edge_x, edge_y = _margins(grid, sheet)
    if grid.turn == "upright":
        ends = ((middle_x, edge_y), (middle_x, grid.page_height_mm - edge_y))
    else:
        ends = ((edge_x, middle_y), (grid.page_width_mm - edge_x, middle_y))
    yield Stroke(polygon(ends, close=False), INK, sheet.mark_width_mm, (3.0, 2.0))


def _cuts(page: Page, axis: Literal["x", "y"]) -> _Cuts:
    """Where the cards on this page are cut. Edges that neighbours share are one cut."""
    edges: set[float] = set()
    for placed in page.placed:
        place = placed.place
        start, size = (place.x_mm, place.width_mm) if axis == "x" else (place.y_mm, place.height_mm)
        edges |= {round(start, 4), round(start + size, 4)}
    return tuple(sorted(edges))


def _rooms(grid: Grid, sheet: Sheet) -> tuple[float, float]:
    """The printable waste beside the cards (left and right alike) and above or below them."""
    left, _, _, top = grid.block()
    margin_x, margin_y = _margins(grid, sheet)
    return left - margin_x, grid.page_height_mm - top - margin_y


def _margins(grid: Grid, sheet: Sheet) -> tuple[float, float]:
    """The sheet's margins as it lies on this page."""
    lies = abs(grid.page_width_mm - sheet.width_mm) > 1e-6
    return sheet.turned().margins_mm if lies else sheet.margins_mm


def _mark_lengths(grid: Grid, sheet: Sheet) -> tuple[float, float]:
    room_x, room_y = _rooms(grid, sheet)
    return (
        max(0.0, min(sheet.mark_length_mm, room_x - grid.bleed_x_mm)),
        max(0.0, min(sheet.mark_length_mm, room_y - grid.bleed_y_mm)),
    )


def _strips(page: Page, grid: Grid, sheet: Sheet) -> tuple[_Strip, _Strip] | None:
    """The bands for label and rulers: past the crop marks if a line fits there, else between them."""
    room_x, room_y = _rooms(grid, sheet)
    length_x, length_y = _mark_lengths(grid, sheet)
    width, height = grid.page_width_mm, grid.page_height_mm
    margin_x, margin_y = _margins(grid, sheet)
    clear_x, clear_y = room_x - grid.bleed_x_mm - length_x, room_y - grid.bleed_y_mm - length_y
    along: _Stretches = ((margin_x + HAIR_MM, width - margin_x - HAIR_MM),)
    up: _Stretches = ((margin_y + HAIR_MM, height - margin_y - HAIR_MM),)
    if max(clear_x, clear_y) < LINE_MM:
        clear_x, clear_y = room_x - grid.bleed_x_mm, room_y - grid.bleed_y_mm
        left, bottom, right, top = grid.block()
        along = _between((left, right), _cuts(page, "x"))
        up = _between((bottom, top), _cuts(page, "y"))
    if max(clear_x, clear_y) < LINE_MM:
        return None
    if clear_y >= clear_x:
        return _Strip(0.0, height - margin_y - LINE_MM, 0, along), _Strip(0.0, margin_y, 0, along)
    return _Strip(margin_x + LINE_MM, 0.0, 90, up), _Strip(width - margin_x, 0.0, 90, up)


def _between(ends: tuple[float, float], cuts: _Cuts) -> _Stretches:
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
        room -= fonts.width_mm(words.where, FONT_BOLD, where) + SPACE_MM
    else:
        where = _fit(words.where, FONT_BOLD, last[1] - last[0])
    baseline = 0.8
    yield Text(first[0], baseline, what, FONT, _fit(what, FONT, room), INK)
    yield Text(last[1], baseline, words.where, FONT_BOLD, where, INK, "end")


def _fit(text: str, font: str, room_mm: float) -> float:
    """The largest size up to SIZE_PT that fits, down to the smallest that can be read at all."""
    width = fonts.width_mm(text, font, SIZE_PT)
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
    needed = fonts.width_mm(advice, FONT, SIZE_PT)
    if x + needed > end and stretches:
        x, end = stretches.pop(0)
    if x + needed * SMALLEST_PT / SIZE_PT <= end:
        yield Text(x, 0.8, advice, FONT, _fit(advice, FONT, end - x), INK)


def _ruler_width(ruler: object) -> float:
    label = "50 mm" if ruler is _metric else "2 in"
    return (50.0 if ruler is _metric else 2 * INCH_MM) + 1.2 + fonts.width_mm(label, FONT_BOLD, SIZE_PT)


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
    yield Text(x_mm + length_mm + 1.2, baseline, label, FONT_BOLD, SIZE_PT, INK)


def flip_hint(page: Page, backs: Backs, say: Callable[..., str] = str.format) -> str:
    """What to tell the person holding this page about turning, folding or gluing it; ``say`` translates."""
    if page.side == "both":
        return say("Fold along the dashed line, glue, then cut")
    if page.side == "front" or backs == "none":
        return ""
    if backs == "long":
        return say("Back of page {n}: print on both sides, flip on the long edge", n=page.number - 1)
    if backs == "short":
        return say("Back of page {n}: print on both sides, flip on the short edge", n=page.number - 1)
    if backs == "manual":
        return say("Back of page {n} of the fronts: turn the stack over its long edge", n=page.sheet)
    return say("Back of page {n} of the fronts: glue them back to back", n=page.sheet)
