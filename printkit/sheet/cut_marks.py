"""Where to cut: crop marks, guides and the fold, in the waste. Pure.

All of it lies inside the printable area and outside every card and its bleed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from printkit.draw.display_list import Colour, Drawing, Path, Shared, Stroke, polygon
from printkit.sheet.imposition import Grid
from printkit.sheet.page import Page
from printkit.sheet.paper import Sheet

INK: Colour = (0.2, 0.2, 0.2)
HAIR_MM = 0.1
"""Half the thickest line here: a line on the edge of what can be printed stays whole."""

LINE_MM = 2.8
"""What one line of small print or a ruler needs across."""

Cuts = tuple[float, ...]
_Rect = tuple[float, float, float, float]


def crop_marks(page: Page, grid: Grid, sheet: Sheet) -> Drawing:
    """A short line at both ends of every cut, in the waste; and dashes on the fold, where there is one."""
    return (_marks(*cuts(page), grid, sheet),)


def full_guides(page: Page, grid: Grid, sheet: Sheet) -> Drawing:
    """Every cut across the whole sheet, dashed, wherever there is only waste: never on a card or its bleed."""
    length_x, length_y = mark_lengths(grid, sheet)
    room_x, room_y = rooms(grid, sheet)
    # Where label and rulers lie past the marks, guides end before them.
    reach_x = max(length_x, room_x - grid.bleed_x_mm - LINE_MM - HAIR_MM) + grid.bleed_x_mm
    reach_y = max(length_y, room_y - grid.bleed_y_mm - LINE_MM - HAIR_MM) + grid.bleed_y_mm
    left, bottom, right, top = grid.block()
    # Parts of mixed sizes are not centred: below them there may be less room than above.
    margin_x, margin_y = margins(grid, sheet)
    low_x, high_x = max(left - reach_x, margin_x), min(right + reach_x, grid.page_width_mm - margin_x)
    low_y, high_y = max(bottom - reach_y, margin_y), min(top + reach_y, grid.page_height_mm - margin_y)
    taken = [place.box(bleed=True) for place in page.places]
    lines: list[Path] = []
    for x in _cuts(page, "x"):
        blocked = [(box[1], box[3]) for box in taken if box[0] - HAIR_MM < x < box[2] + HAIR_MM]
        lines += [polygon(((x, a), (x, b)), close=False) for a, b in _free(low_y, high_y, blocked)]
    for y in _cuts(page, "y"):
        blocked = [(box[0], box[2]) for box in taken if box[1] - HAIR_MM < y < box[3] + HAIR_MM]
        lines += [polygon(((a, y), (b, y)), close=False) for a, b in _free(low_x, high_x, blocked)]
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

    A line that would touch another part's bleed is left out; the neighbour's own marks show that cut. Lines end where
    the printer or the label does.
    """
    boxes = [(place.box(), place.box(bleed=True)) for place in page.straight]
    taken = [place.box(bleed=True) for place in page.places]
    half = sheet.mark_width_mm / 2
    lines = {line for cut, out in boxes for line in _corner_lines(cut, out, half, length_mm - half)}
    clear = (line for line in lines if not any(_touches(line, out, half) for out in taken))
    if page.ready:
        reach = _reach((page.ready.width_mm, page.ready.height_mm), sheet)
        clear = (short for line in clear if (short := _within(line, reach)))
    return tuple(
        Stroke(polygon(((x0, y0), (x1, y1)), close=False), (0.0, 0.0, 0.0), sheet.mark_width_mm)
        for x0, y0, x1, y1 in sorted(clear)
    )


def _reach(page_mm: tuple[float, float], sheet: Sheet) -> _Rect:
    """What marks may lie in: all that is printed, under the label."""
    lies = (page_mm[0] > page_mm[1]) != (sheet.width_mm > sheet.height_mm)
    x, y = (sheet.turned() if lies else sheet).margins_mm
    return x + HAIR_MM, y + HAIR_MM, page_mm[0] - x - HAIR_MM, page_mm[1] - y - LINE_MM - HAIR_MM


def _within(line: _Rect, reach: _Rect) -> _Rect | None:
    """What of an upright or level line lies in there, None where it is too little to see."""
    x0, y0, x1, y1 = (
        max(line[0], reach[0]), max(line[1], reach[1]), min(line[2], reach[2]), min(line[3], reach[3]),
    )  # fmt: skip
    return (x0, y0, x1, y1) if x0 <= x1 and y0 <= y1 and max(x1 - x0, y1 - y0) > 0.5 else None


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
def _marks(cuts_x: Cuts, cuts_y: Cuts, grid: Grid, sheet: Sheet) -> Shared:
    left, bottom, right, top = grid.block()
    length_x, length_y = mark_lengths(grid, sheet)
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


def cuts(page: Page) -> tuple[Cuts, Cuts]:
    """Where the page is cut: the places of upright cuts from the left, of level ones from below."""
    return _cuts(page, "x"), _cuts(page, "y")


def _fold_line(grid: Grid, sheet: Sheet) -> Iterator[Stroke]:
    edge_x, edge_y = margins(grid, sheet)
    if grid.turn == "upright":
        ends = ((grid.fold_mm, edge_y), (grid.fold_mm, grid.page_height_mm - edge_y))
    else:
        ends = ((edge_x, grid.fold_mm), (grid.page_width_mm - edge_x, grid.fold_mm))
    yield Stroke(polygon(ends, close=False), INK, sheet.mark_width_mm, (3.0, 2.0))


def _cuts(page: Page, axis: Literal["x", "y"]) -> Cuts:
    """Where the cards on this page are cut. Edges that neighbours share are one cut."""
    edges: set[float] = set()
    for place in page.straight:
        start, size = (place.x_mm, place.width_mm) if axis == "x" else (place.y_mm, place.height_mm)
        edges |= {round(start, 4), round(start + size, 4)}
    return tuple(sorted(edges))


def rooms(grid: Grid, sheet: Sheet) -> tuple[float, float]:
    """The printable waste beside the cards (left and right alike) and above or below them."""
    left, _, _, top = grid.block()
    margin_x, margin_y = margins(grid, sheet)
    return left - margin_x, grid.page_height_mm - top - margin_y


def margins(grid: Grid, sheet: Sheet) -> tuple[float, float]:
    """The sheet's margins as it lies on this page."""
    lies = abs(grid.page_width_mm - sheet.width_mm) > 1e-6
    return sheet.turned().margins_mm if lies else sheet.margins_mm


def mark_lengths(grid: Grid, sheet: Sheet) -> tuple[float, float]:
    """How long crop marks can be beside the cards, and above or below them."""
    room_x, room_y = rooms(grid, sheet)
    return (
        max(0.0, min(sheet.mark_length_mm, room_x - grid.bleed_x_mm)),
        max(0.0, min(sheet.mark_length_mm, room_y - grid.bleed_y_mm)),
    )
