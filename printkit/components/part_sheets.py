"""Components -> sheets of paper: parts of mixed size in rows, their backs behind them, large boards in tiles. Pure.

Parts are laid by ``packing`` and obey what ``fitting`` says of bleed, gaps, margins, printers and cutters, as cards do.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from printkit.components.part import Part
from printkit.draw.display_list import Colour, Drawing, Fill, Group, Item, Path, Stroke, Text, polygon, rectangle
from printkit.print_refusal import option
from printkit.sheet import fitting
from printkit.sheet.backs import FRONTS_ONLY, Backs
from printkit.sheet.fitting import Fit
from printkit.sheet.mixed_size_packing import TICK_MM, PackedSheet, fits, pack
from printkit.sheet.mixed_size_packing import Part as Slip
from printkit.sheet.page import Angle, Bleed, Cutout, Place
from printkit.sheet.paper import Sheet, SheetError
from printkit.type import text_measure

LABEL_MM = 3.2
"""What the sheet's label needs above everything."""
OVERLAP_MM = 10.0
"""How far two tiles of a board show the same, to be glued over each other."""
INK: Colour = (0.2, 0.2, 0.2)
TAG_PT = 7.0

Say = Callable[..., str]


@dataclass(frozen=True, slots=True)
class Spread:
    """One sheet of paper: what is printed on its front and on its back, the parts to be cut out of it, and the box they
    lie in. One ``by_hand`` is glued to others before it is cut."""

    width_mm: float
    height_mm: float
    front: Drawing = ()
    back: Drawing = ()
    trim_mm: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    fronts: tuple[Cutout, ...] = ()
    backs: tuple[Cutout, ...] = ()
    by_hand: bool = False


def tiles(name: str, part: Part, sheet: Sheet, say: Say) -> Iterator[Spread]:
    """The sheets of one board, upright, row by row from the top left."""
    margin_x, margin_y = sheet.margins_mm
    room = sheet.width_mm - 2 * margin_x, sheet.height_mm - 2 * margin_y - LABEL_MM
    ways: tuple[tuple[Angle, tuple[float, float]], ...] = (
        (0, (part.width_mm, part.height_mm)),
        (90, (part.height_mm, part.width_mm)),
    )
    angle, whole = min(ways, key=lambda way: _steps(way[1][0], room[0]) * _steps(way[1][1], room[1]))
    columns, rows = _steps(whole[0], room[0]), _steps(whole[1], room[1])
    wide, high = _tile(whole[0], columns), _tile(whole[1], rows)
    left, bottom = (sheet.width_mm - wide) / 2, margin_y + (room[1] - high) / 2
    box = (left, bottom, left + wide, bottom + high)
    turned = part.height_mm if angle == 90 else 0.0
    for number in range(rows * columns):
        row, column = divmod(number, columns)
        x = column * (wide - OVERLAP_MM) if columns > 1 else 0.0
        y = whole[1] - high - (row * (high - OVERLAP_MM) if rows > 1 else 0.0)
        shown = Group((Group(part.front, turned - x, -y, angle),), clip=rectangle(0, 0, wide, high))
        place = Place(left, bottom, width_mm=wide, height_mm=high, bleed=Bleed(0, 0, 0, 0))
        piece = Cutout(f"{name}, sheet {number + 1} of {rows * columns}", place, (shown,))
        joins = tuple(_joins((left, bottom, wide, high), (column, columns), (row, rows), say))
        yield Spread(sheet.width_mm, sheet.height_mm, front=joins, back=(), trim_mm=box, fronts=(piece,), by_hand=True)


def _tile(length_mm: float, count: int) -> float:
    """How long each of so many tiles is."""
    return (length_mm - OVERLAP_MM) / count + OVERLAP_MM if count > 1 else length_mm


def _steps(length_mm: float, room_mm: float) -> int:
    return 1 if length_mm <= room_mm + 1e-6 else math.ceil((length_mm - OVERLAP_MM) / (room_mm - OVERLAP_MM) - 1e-6)


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
    shown = text_measure.printable(label, "text-bold")
    width = text_measure.width_mm(shown, "text-bold", TAG_PT) + 4
    slip = rectangle(-width / 2, -2.2, width, 4.4)
    return Fill(slip, (1.0, 1.0, 1.0)), Text(
        0.0, -0.8, text=shown, font="text-bold", size_pt=TAG_PT, colour=INK, anchor="middle"
    )


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


GAP_MM = 6.0
"""Between two parts: both bleeds and room for crop marks."""
CLOSE_MM = 2.5
"""Between two parts cut along their outline."""
SINGULAR = {"rules": "rules sheet", "boards": "board", "tokens": "token", "aids": "aid", "pads": "pad", "boxes": "box"}


@dataclass(frozen=True, slots=True)
class Laying:
    """How parts are laid: the paper, how backs get behind fronts, and what else was asked for."""

    sheet: Sheet
    backs: Backs
    fit: Fit = fitting.PLAIN

    @property
    def flat(self) -> bool:
        """Whether backs do not come on the other side of the paper; then a two-sided part is printed unfolded."""
        return not self.backs.has_pages


def spreads(parts: Iterable[Part], how: Laying, say: Say) -> Iterator[Spread]:
    """The sheets of some parts: those too large for the paper in tiles, then the others packed together.

    Raises SheetError where the paper is too small for a part.
    """
    sheet = fitting.part_sheet(how.fit, how.sheet)
    if min(sheet.width_mm - 2 * sheet.card_margins_mm[0], sheet.height_mm - 2 * sheet.card_margins_mm[1]) <= 25:
        raise SheetError(
            say("{size_text} is too small for boards and tokens; choose a4", size_text=sheet.size_text),
            option("paper"),
            sheet.name,
        )
    small: list[tuple[str, Part]] = []
    for name, part in named(parts):
        one = unfolded(part) if how.flat and part.back is not None else part
        if fits(_slip(one, how.fit), sheet):
            small += [(name, one)] * one.copies
        else:
            for _ in range(one.copies):
                yield from tiles(name, one, sheet, say)
    backs = FRONTS_ONLY if how.flat else how.backs
    for packed in pack([_slip(part, how.fit) for _, part in small], sheet, backs):
        yield _spread(packed, small)


def tiled(parts: Iterable[Part], how: Laying) -> bool:
    """Whether a part is larger than the paper."""
    sheet = fitting.part_sheet(how.fit, how.sheet)
    return any(not fits(_slip(part, how.fit), sheet) for part in parts)


def named(parts: Iterable[Part]) -> Iterator[tuple[str, Part]]:
    """Parts with a name of their own: ``board Territories 2`` where several different ones share a name."""
    every = list(parts)
    alike = Counter((part.kind, part.name) for part in every)
    so_far: Counter[tuple[str, str]] = Counter()
    for part in every:
        so_far[part.kind, part.name] += 1
        number = f" {so_far[part.kind, part.name]}" if alike[part.kind, part.name] > 1 else ""
        yield f"{SINGULAR[part.kind]} {part.name}{number}", part


def _slip(part: Part, fit: Fit) -> Slip:
    """The part as the packer knows it."""
    bleed = fitting.part_bleed_mm(fit, part.bleed_mm)
    tick = 0.3 if part.outline or fit.registration else TICK_MM
    gap = fitting.part_gap_mm(fit, CLOSE_MM if part.outline else GAP_MM, 2 * bleed + tick * (not fit.registration))
    return Slip(
        part.width_mm,
        part.height_mm,
        two_sided=part.back is not None,
        name=part.name,
        bleed_mm=bleed,
        gap_mm=gap,
        keep_mm=bleed,
        turnable=True,
    )


def _spread(packed: PackedSheet, parts: Sequence[tuple[str, Part]]) -> Spread:
    fronts, backs = [], []
    for spot in packed.spots:
        name, part = parts[spot.index]
        fronts.append(_cutout(name, part, spot.front, drawing=part.front, side="front"))
        if spot.back and part.back is not None:
            backs.append(_cutout(name, part, spot.back, drawing=part.back, side="back"))
    size = packed.page_width_mm, packed.page_height_mm
    return Spread(*size, fronts=tuple(fronts), backs=tuple(backs), trim_mm=packed.block())


def _cutout(name: str, part: Part, place: Place, drawing: Drawing, side: Literal["front", "back"]) -> Cutout:
    outline = mirrored(part.outline, part.width_mm) if part.outline and side == "back" else part.outline
    return Cutout(name, place, drawing=bled(part, drawing, outline, place.bleed.left_mm), outline=outline, side=side)


def mirrored(path: Path, width_mm: float) -> Path:
    """An outline as seen from behind."""
    ops = tuple((op[0], *(width_mm - n if i % 2 == 0 else n for i, n in enumerate(op[1:]))) for op in path.ops)
    return Path(ops)  # type: ignore[arg-type]  # the same operators, mirrored


def bled(part: Part, drawing: Drawing, outline: Path | None, bleed_mm: float) -> Drawing:
    """The drawing with its outermost colour running so far past the cut, and cut off there."""
    ground = fitting.outermost(drawing)
    width, height = part.width_mm, part.height_mm
    whole = rectangle(-bleed_mm, -bleed_mm, width + 2 * bleed_mm, height + 2 * bleed_mm)
    if outline is None:
        more = (Fill(whole, ground),) if bleed_mm > part.bleed_mm + 1e-6 else ()
        return (Group((*more, *drawing), clip=whole),)
    if abs(bleed_mm - part.bleed_mm) < 1e-6:
        return drawing
    if bleed_mm > part.bleed_mm:
        return Stroke(outline, ground, 2 * bleed_mm), *drawing
    under = (Stroke(outline, ground, 2 * bleed_mm),) if bleed_mm else ()
    return *under, Group(drawing, clip=outline)


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
