"""Where a display list leaves ink, for tests: boxes in mm, text by its measured width."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

from printkit.draw.display_list import Fill, Group, Item, Path, Shared, Stroke, Symbol, Text
from printkit.type import text_measure
from printkit.units import MM_PER_POINT
from rules.values.code import symbol

Box = tuple[float, float, float, float]
Map = Callable[[float, float], tuple[float, float]]


def boxes(items: Iterable[Item], to_page: Map = lambda x, y: (x, y)) -> Iterator[Box]:
    """(left, bottom, right, top) of every item that leaves ink; clips are not taken into account."""
    for item in items:
        match item:
            case Fill():
                yield _around(_points(item.path), to_page, 0.0)
            case Stroke():
                yield _around(_points(item.path), to_page, item.width_mm / 2)
            case Text():
                width = text_measure.width_mm(item.text, item.font, item.size_pt)
                left = item.x_mm - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor]
                em = item.size_pt * MM_PER_POINT
                corners = ((left, item.y_mm - 0.25 * em), (left + width, item.y_mm + 0.75 * em))
                yield _around(corners, to_page, 0.0)
            case Symbol():
                side = (17 + 4 * symbol(item.text)[0]) * item.module_mm
                yield _around(((item.x_mm, item.y_mm), (item.x_mm + side, item.y_mm + side)), to_page, 0.0)
            case Group():
                yield from boxes(item.items, _moved(item, to_page))
            case Shared():
                yield from boxes(item.items, to_page)


def meet(a: Box, b: Box, slack_mm: float = 1e-6) -> bool:
    """Whether two boxes overlap in more than an edge."""
    return min(a[2], b[2]) - max(a[0], b[0]) > slack_mm and min(a[3], b[3]) - max(a[1], b[1]) > slack_mm


def inside(a: Box, b: Box, slack_mm: float = 1e-6) -> bool:
    """Whether ``a`` lies in ``b``."""
    return a[0] >= b[0] - slack_mm and a[1] >= b[1] - slack_mm and a[2] <= b[2] + slack_mm and a[3] <= b[3] + slack_mm


def _moved(group: Group, to_page: Map) -> Map:
    turn = math.radians(group.angle_deg)
    cos, sin = group.scale * math.cos(turn), group.scale * math.sin(turn)
    return lambda x, y: to_page(group.x_mm + cos * x - sin * y, group.y_mm + sin * x + cos * y)


def _points(path: Path) -> Iterator[tuple[float, float]]:
    for op in path.ops:
        numbers = [value for value in op[1:] if not isinstance(value, str)]
        yield from zip(numbers[::2], numbers[1::2], strict=True)


def _around(points: Iterable[tuple[float, float]], to_page: Map, grow_mm: float) -> Box:
    corners = list(points)
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    rim = [(x, y) for x in (min(xs) - grow_mm, max(xs) + grow_mm) for y in (min(ys) - grow_mm, max(ys) + grow_mm)]
    placed = [to_page(x, y) for x, y in rim]
    return min(x for x, _ in placed), min(y for _, y in placed), max(x for x, _ in placed), max(y for _, y in placed)


def symbols(items: Iterable[Item], to_page: Map = lambda x, y: (x, y)) -> Iterator[tuple[Symbol, Box]]:
    """Every code in a drawing and the box of its modules."""
    for item in items:
        match item:
            case Symbol():
                yield item, next(boxes([item], to_page))
            case Group():
                yield from symbols(item.items, _moved(item, to_page))
            case Shared():
                yield from symbols(item.items, to_page)
