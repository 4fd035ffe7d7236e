"""Components -> sheets of paper: parts of mixed size in rows, their backs behind them, large boards in tiles. Pure.

The law of ``impose`` holds here too: what stands at (x, y) of the back page lies behind (W - x, y) of the front when
the paper turns about an upright axis and behind (x, H - y) when it turns about a level one. Pages stand upright.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from printkit import fonts
from printkit.components.part import Part
from printkit.ink import Colour, Drawing, Fill, Group, Item, Path, Stroke, Text, polygon, rectangle
from printkit.page import Backs
from printkit.sheet import Sheet, SheetError

GAP_MM = 6.0
"""Between two parts: both bleeds and room for crop marks."""
CLOSE_MM = 2.5
"""Between two parts cut along their outline."""
LABEL_MM = 3.2
"""What the sheet's label needs above everything."""
OVERLAP_MM = 10.0
"""How far two tiles of a board show the same, to be glued over each other."""
MARK_MM, MARK_FROM_MM = 2.4, 0.4
BLEED_MM = 1.5
INK: Colour = (0.2, 0.2, 0.2)
HAIR_MM = 0.15
TAG_PT = 7.0

Angle = Literal[0, 90, 180, 270]
Say = Callable[..., str]


@dataclass(frozen=True, slots=True)
class Spread:
    """One sheet of paper, upright: what is printed on its front and on its back, and the box all parts lie in."""

    width_mm: float
    height_mm: float
    front: Drawing
    back: Drawing = ()
    trim_mm: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a part lies on a page: its box, and how it is turned."""

    part: Part
    x_mm: float
    y_mm: float
    angle_deg: Angle

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the box on the page."""
        size = self.part.width_mm, self.part.height_mm
        return size if self.angle_deg in (0, 180) else (size[1], size[0])


@dataclass(frozen=True, slots=True)
class _Paper:
    """An upright page and what of it can be used."""

    width_mm: float
    height_mm: float
    margin_mm: float

    @property
    def room_mm(self) -> tuple[float, float]:
        """What a tile may fill: all the printer reaches under the label."""
        return self.width_mm - 2 * self.margin_mm, self.height_mm - 2 * self.margin_mm - LABEL_MM

    @property
    def trim_room_mm(self) -> tuple[float, float]:
        """What parts with a bleed may lie in; above them there is also room for their crop marks."""
        width, height = self.room_mm
        return width - 2 * BLEED_MM, height - 2 * BLEED_MM - MARK_MM + MARK_FROM_MM


def spreads(parts: Iterable[Part], sheet: Sheet, backs: Backs, say: Say) -> Iterator[Spread]:
    """The sheets of some parts, smaller ones together.

    Where backs do not come on the other side of the paper (none, fold), a two-sided part is printed unfolded: front
    and back beside each other with the fold between. Raises SheetError where the paper is too small for a part.
    """
    width, height = sorted((sheet.width_mm, sheet.height_mm))
    paper = _Paper(width, height, sheet.margin_mm)
    if min(paper.room_mm) <= 20:
        raise SheetError(f"--paper {sheet.name}: {sheet.size_text} is too small for boards and tokens; choose a4")
    flat = backs in ("none", "fold")
    small: list[Part] = []
    for part in parts:
        if flat and part.back is not None:
            part = unfolded(part)
        if fits(part, paper.trim_room_mm):
            small += [part] * part.copies
        else:
            for _ in range(part.copies):
                yield from tiles(part, paper, say)
    small.sort(key=lambda part: -min(part.width_mm, part.height_mm))
    for spots in _shelves(small, paper):
        yield _spread(spots, paper, backs)


def fits(part: Part, room_mm: tuple[float, float]) -> bool:
    """Whether the part fits the room one way or the other."""
    return any(w <= room_mm[0] + 1e-6 and h <= room_mm[1] + 1e-6 for w, h in _ways(part))


def _ways(part: Part) -> tuple[tuple[float, float], tuple[float, float]]:
    return (part.width_mm, part.height_mm), (part.height_mm, part.width_mm)


def unfolded(part: Part) -> Part:
    """The part with its back beside it, to fold between the two and glue."""
    assert part.back is not None
    width, height = part.width_mm, part.height_mm
    fold = Stroke(polygon(((width, -2.0), (width, height + 2.0)), close=False), INK, 0.2, (1.5, 1.2))
    spill = max(part.bleed_mm, 1.2)
    inner = rectangle(-spill, -spill, width + spill, height + 2 * spill)
    outer = rectangle(0.0, -spill, width + spill, height + 2 * spill)
    front: Drawing = (Group(part.front, clip=inner), Group(part.back, width, 0.0, clip=outer), fold)
    outline = None
    if part.outline:
        moved = tuple((op[0], *(n + width * (i % 2 == 0) for i, n in enumerate(op[1:]))) for op in part.outline.ops)
        outline = Path((*part.outline.ops, *moved))  # type: ignore[arg-type]  # the same operators, moved
    return replace(part, width_mm=2 * width, front=front, back=None, outline=outline)


def _shelves(parts: Sequence[Part], paper: _Paper) -> Iterator[list[Spot]]:
    """Parts in rows from the top left, as many as a page holds; the rows of a page centred on it."""
    room_w, room_h = paper.trim_room_mm
    spots: list[Spot] = []
    x = y = row = 0.0
    for part in parts:
        gap = CLOSE_MM if part.outline else GAP_MM
        angle = _turn(part, paper.trim_room_mm)
        width, height = _ways(part)[angle == 90]
        if x > 0 and x + width > room_w + 1e-6:
            x, y, row = 0.0, y + row, 0.0
        if y + height > room_h + 1e-6:
            yield _centred(spots, paper)
            spots, x, y, row = [], 0.0, 0.0, 0.0
        spots.append(Spot(part, x, y, angle))
        x += width + gap
        row = max(row, height + gap)
    if spots:
        yield _centred(spots, paper)


def _turn(part: Part, room_mm: tuple[float, float]) -> Literal[0, 90]:
    """Upright or lying, whichever more of it would fit a page."""
    gap = CLOSE_MM if part.outline else GAP_MM

    def many(width: float, height: float) -> int:
        return math.floor((room_mm[0] + gap + 1e-6) / (width + gap)) * math.floor(
            (room_mm[1] + gap + 1e-6) / (height + gap)
        )

    upright, lying = (many(*way) for way in _ways(part))
    return 90 if lying > upright else 0


def _centred(spots: list[Spot], paper: _Paper) -> list[Spot]:
    """Rows counted from the top become places on the page, centred under the label."""
    room_h = paper.trim_room_mm[1]
    wide = max(spot.x_mm + spot.size_mm[0] for spot in spots)
    high = max(spot.y_mm + spot.size_mm[1] for spot in spots)
    left = (paper.width_mm - wide) / 2
    top = paper.margin_mm + BLEED_MM + room_h - (room_h - high) / 2
    return [
        replace(spot, x_mm=round(left + spot.x_mm, 4), y_mm=round(top - spot.y_mm - spot.size_mm[1], 4))
        for spot in spots
    ]


def _spread(spots: list[Spot], paper: _Paper, backs: Backs) -> Spread:
    behind = [turned(spot, paper.width_mm, paper.height_mm, backs) for spot in spots if spot.part.back is not None]
    box = (
        min(spot.x_mm for spot in spots),
        min(spot.y_mm for spot in spots),
        max(spot.x_mm + spot.size_mm[0] for spot in spots),
        max(spot.y_mm + spot.size_mm[1] for spot in spots),
    )
    front = (*_marks(spots, paper), *(place(spot, spot.part.front) for spot in spots), *_outlines(spots))
    back = (*_marks(behind, paper), *(place(spot, spot.part.back or ()) for spot in behind))
    return Spread(paper.width_mm, paper.height_mm, front, back if behind else (), box)


def turned(spot: Spot, page_width_mm: float, page_height_mm: float, backs: Backs) -> Spot:
    """Where the back of a part stands on an upright page's other side."""
    width, height = spot.size_mm
    if backs == "short":
        angle: Angle = {0: 180, 90: 90, 180: 0, 270: 270}[spot.angle_deg]  # type: ignore[assignment]  # one of the four
        return replace(spot, y_mm=page_height_mm - spot.y_mm - height, angle_deg=angle)
    angle = {0: 0, 90: 270, 180: 180, 270: 90}[spot.angle_deg]  # type: ignore[assignment]  # one of the four
    return replace(spot, x_mm=page_width_mm - spot.x_mm - width, angle_deg=angle)


def place(spot: Spot, drawing: Drawing) -> Group:
    """A drawing of the part in its place, cut off where its bleed ends."""
    part, bleed = spot.part, spot.part.bleed_mm
    width, height = spot.size_mm
    dx, dy = {0: (0.0, 0.0), 90: (width, 0.0), 180: (width, height), 270: (0.0, height)}[spot.angle_deg]
    clip = rectangle(-bleed, -bleed, part.width_mm + 2 * bleed, part.height_mm + 2 * bleed)
    clipped = None if part.outline else clip
    return Group(drawing, spot.x_mm + dx, spot.y_mm + dy, spot.angle_deg, clip=clipped)


def _outlines(spots: list[Spot]) -> Iterator[Item]:
    for spot in spots:
        if spot.part.outline:
            yield place(spot, (Stroke(spot.part.outline, (0.45, 0.45, 0.45), HAIR_MM),))


def _marks(spots: list[Spot], paper: _Paper) -> Iterator[Item]:
    """Two short lines at each corner of each part that has no outline, as far as the printer reaches."""
    edge = paper.margin_mm + HAIR_MM
    right, top = paper.width_mm - edge, paper.height_mm - edge - LABEL_MM
    for spot in spots:
        if spot.part.outline:
            continue
        width, height = spot.size_mm
        start = spot.part.bleed_mm + MARK_FROM_MM
        for x, sx in ((spot.x_mm, -1.0), (spot.x_mm + width, 1.0)):
            for y, sy in ((spot.y_mm, -1.0), (spot.y_mm + height, 1.0)):
                for dx, dy in ((sx, 0.0), (0.0, sy)):
                    far = start + MARK_MM
                    end = min(max(x + dx * far, edge), right), min(max(y + dy * far, edge), top)
                    if (end[0] - x) * dx + (end[1] - y) * dy > start:
                        line = polygon(((x + dx * start, y + dy * start), end), close=False)
                        yield Stroke(line, (0.0, 0.0, 0.0), 0.2)


def tiles(part: Part, paper: _Paper, say: Say) -> Iterator[Spread]:
    """A board larger than the paper, over as few sheets as will do, with an overlap to glue and marks to join by."""
    room_w, room_h = paper.room_mm
    best: tuple[int, int, int, Angle] | None = None
    for angle, (width, height) in zip((0, 90), _ways(part), strict=True):
        columns, rows = _steps(width, room_w), _steps(height, room_h)
        if best is None or columns * rows < best[0]:
            best = columns * rows, columns, rows, angle  # type: ignore[assignment]  # 0 or 90
    assert best is not None
    _, columns, rows, angle = best
    width, height = _ways(part)[angle == 90]
    step_w = (width - OVERLAP_MM) / columns if columns > 1 else width
    step_h = (height - OVERLAP_MM) / rows if rows > 1 else height
    tile_w = step_w + (OVERLAP_MM if columns > 1 else 0.0)
    tile_h = step_h + (OVERLAP_MM if rows > 1 else 0.0)
    left = (paper.width_mm - tile_w) / 2
    bottom = paper.margin_mm + (room_h - tile_h) / 2
    for row in range(rows):
        for column in range(columns):
            x0, y0 = column * step_w, height - tile_h - row * step_h
            spot = Spot(part, left - x0, bottom - y0, angle)
            window = rectangle(left, bottom, tile_w, tile_h)
            whole = replace(spot, part=replace(part, bleed_mm=0.0))
            joins = _joins((left, bottom, tile_w, tile_h), (column, columns), (row, rows), say)
            front = (
                Group((place(whole, part.front),), clip=window),
                *_corners((left, bottom), (tile_w, tile_h), paper),
                *joins,
            )
            box = (left, bottom, left + tile_w, bottom + tile_h)
            yield Spread(paper.width_mm, paper.height_mm, front, (), box)


def _steps(length_mm: float, room_mm: float) -> int:
    return 1 if length_mm <= room_mm + 1e-6 else math.ceil((length_mm - OVERLAP_MM) / (room_mm - OVERLAP_MM) - 1e-6)


def _corners(at: tuple[float, float], size_mm: tuple[float, float], paper: _Paper) -> Iterator[Item]:
    whole = Part("boards", "", *size_mm, (), bleed_mm=0.0)
    yield from _marks([Spot(whole, *at, 0)], paper)


def _joins(
    box: tuple[float, float, float, float], column: tuple[int, int], row: tuple[int, int], say: Say
) -> Iterator[Item]:
    """Where neighbours meet: a dashed line to cut or glue to, and lozenges that become whole when they match."""
    x, y, width, height = box
    label = f"{row[0] * column[1] + column[0] + 1}/{row[1] * column[1]}  ·  {say('glue under the next sheet')}"
    if column[0] + 1 < column[1]:  # a tile to the right lies over this one's edge
        yield from _join((x + width - OVERLAP_MM, y, y + height), upright=True)
        yield Group(_tag(label), x + width - OVERLAP_MM / 2, y + height * 0.33, 90.0)
    if column[0] > 0:
        yield from _lozenges((x, y, y + height), upright=True)
    if row[0] + 1 < row[1]:
        yield from _join((y + OVERLAP_MM, x, x + width), upright=False)
        yield Group(_tag(label), x + width * 0.33, y + OVERLAP_MM / 2)
    if row[0] > 0:
        yield from _lozenges((y + height, x, x + width), upright=False)


def _tag(label: str) -> Drawing:
    """Words on a light slip, around the origin: they lie on whatever the board shows there, and under its neighbour."""
    shown = fonts.printable(label, "text-bold")
    width = fonts.width_mm(shown, "text-bold", TAG_PT) + 4
    slip = rectangle(-width / 2, -2.2, width, 4.4)
    return Fill(slip, (1.0, 1.0, 1.0)), Text(0.0, -0.8, shown, "text-bold", TAG_PT, INK, "middle")


def _join(line: tuple[float, float, float], *, upright: bool) -> Iterator[Item]:
    at, start, end = line
    ends = ((at, start), (at, end)) if upright else ((start, at), (end, at))
    yield Stroke(polygon(ends, close=False), INK, 0.2, (2.0, 1.5))
    yield from _lozenges(line, upright=upright)


def _lozenges(line: tuple[float, float, float], *, upright: bool) -> Iterator[Item]:
    at, start, end = line
    for share in (0.15, 0.5, 0.85):
        other, r = start + (end - start) * share, 2.2
        x, y = (at, other) if upright else (other, at)
        yield Stroke(polygon(((x - r, y), (x, y + r), (x + r, y), (x, y - r))), INK, 0.25)
