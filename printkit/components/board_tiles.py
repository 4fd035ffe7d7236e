"""A board larger than the paper, over as few sheets as will do, with an overlap to glue and marks to join by. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from printkit.components.part import Part
from printkit.draw.display_list import Colour, Drawing, Fill, Group, Item, Stroke, Text, polygon, rectangle
from printkit.sheet.page import Cutout
from printkit.sheet.paper import Sheet
from printkit.sheet.place import Angle, Bleed, Place
from printkit.type import fonts

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
        place = Place(left, bottom, wide, high, Bleed(0, 0, 0, 0))
        piece = Cutout(f"{name}, sheet {number + 1} of {rows * columns}", place, (shown,))
        joins = tuple(_joins((left, bottom, wide, high), (column, columns), (row, rows), say))
        yield Spread(sheet.width_mm, sheet.height_mm, joins, (), box, (piece,), by_hand=True)


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
