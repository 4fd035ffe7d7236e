"""A drawing in less ink: low (white grounds, outlines, no fills) or grey. Pure, and the same for cards and all else.

Low ink keeps every line and turns every filled shape into its outline on white, so that what lay behind it stays
hidden. Letters that were light on a dark field become dark. Codes are never touched: they need their black.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import Literal

from printkit.draw.display_list import (
    WHITE,
    Colour,
    Drawing,
    Fill,
    Group,
    Item,
    Path,
    Photo,
    Shared,
    Stroke,
    Symbol,
    Text,
    mix,
)

Ink = Literal["full", "low", "grey"]
INKS: tuple[Ink, ...] = ("full", "low", "grey")
DARK: Colour = (0.13, 0.12, 0.11)
LINE_MM = 0.11
THIN_MM = 0.42
"""A filled shape not thicker than this on the whole is a line to the eye, and stays."""
WIDE_MM = 0.7
"""A drawn line wider than this is a band, and is printed as its two edges."""
SMALL_MM = 14.0
"""A white shape smaller than this is a figure (a glyph on a dark disc) and gets an outline; larger, it is a ground."""


def restyled(drawing: Drawing, ink: Ink) -> Drawing:
    """The drawing in that ink."""
    if ink == "full":
        return drawing
    if ink == "grey":
        return tuple(_grey(item) for item in drawing)
    return tuple(part for item in drawing for part in _low(item, 1.0))


def luminance(colour: Colour) -> float:
    """How light a colour looks, 0 to 1 (Rec. 601 weights on the printed values)."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]


def _shared(item: Shared, ink: Ink, scale: float) -> Shared:
    """The shared drawing in another ink, still drawn once and kept as the first is."""
    suffix = f"-{ink}" if scale == 1.0 else f"-{ink}-{scale:g}"
    key = item.key
    if key is not None:
        key = key + suffix if isinstance(key, str) else (key, suffix)

    def items() -> tuple[Item, ...]:
        if ink == "grey":
            return tuple(_grey(part) for part in item.items)
        return tuple(lighter for part in item.items for lighter in _low(part, scale))

    return Shared(item.name + suffix, items, key)


@cache
def _as_grey(colour: Colour) -> Colour:
    level = round(luminance(colour), 3)
    return level, level, level


def _grey(item: Item) -> Item:
    match item:
        case Fill():
            return Fill(item.path, _as_grey(item.colour), item.even_odd)
        case Stroke():
            return Stroke(item.path, _as_grey(item.colour), item.width_mm, item.dash_mm)
        case Text():
            return Text(
                item.x_mm,
                item.y_mm,
                text=item.text,
                font=item.font,
                size_pt=item.size_pt,
                colour=_as_grey(item.colour),
                anchor=item.anchor,
            )
        case Group():
            inner = tuple(_grey(part) for part in item.items)
            return Group(inner, item.x_mm, y_mm=item.y_mm, angle_deg=item.angle_deg, scale=item.scale, clip=item.clip)
        case Shared():
            return _shared(item, "grey", 1.0)
        case Photo():
            return replace(item, tone="grey", ground=_as_grey(item.ground) if item.ground else None)
        case Symbol():
            return item


def _low(item: Item, scale: float) -> Iterator[Item]:
    """``scale`` is how much the item is enlarged where it stands: lines are as thick on every size of drawing."""
    match item:
        case Fill():
            yield from _outlined(item, scale)
        case Stroke():
            yield from _edges(item, scale)
        case Text():
            ink = item.colour if luminance(item.colour) < 0.5 else DARK
            yield Text(
                item.x_mm,
                item.y_mm,
                text=item.text,
                font=item.font,
                size_pt=item.size_pt,
                colour=ink,
                anchor=item.anchor,
            )
        case Group():
            inner = tuple(lighter for part in item.items for lighter in _low(part, scale * item.scale))
            yield Group(inner, item.x_mm, y_mm=item.y_mm, angle_deg=item.angle_deg, scale=item.scale, clip=item.clip)
        case Shared():
            yield _shared(item, "low", scale)
        case Photo():
            yield replace(item, tone="low", ground=WHITE if item.ground else None)
        case Symbol():
            yield item


def _outlined(item: Fill, scale: float) -> Iterator[Item]:
    thickness, reach = measured(item.path)
    light = luminance(item.colour)
    if thickness * scale <= THIN_MM and not item.even_odd:
        if light < 0.62:
            yield item
        return
    yield Fill(item.path, WHITE, item.even_odd)
    if light < 0.9 or reach * scale < SMALL_MM:
        yield Stroke(item.path, line_colour(item.colour), LINE_MM / scale)


def _edges(item: Stroke, scale: float) -> Iterator[Item]:
    ink = line_colour(item.colour)
    if item.width_mm * scale <= WIDE_MM:
        yield Stroke(item.path, ink, min(item.width_mm, 1.5 * LINE_MM / scale), item.dash_mm)
        return
    yield Stroke(item.path, ink, item.width_mm, item.dash_mm)
    yield Stroke(item.path, WHITE, item.width_mm - 2 * LINE_MM / scale, item.dash_mm)


@cache
def line_colour(colour: Colour) -> Colour:
    """A colour dark enough to be seen as a thin line on white."""
    share = max(0.0, min(0.8, (luminance(colour) - 0.3) * 1.2))
    return mix(colour, DARK, share)


@lru_cache(maxsize=8192)
def measured(path: Path) -> tuple[float, float]:
    """(mean thickness, longest side of the bounding box) of what a filled path covers, in its own mm.

    The thickness is twice the area by the outline: the width of a long strip, the radius of a disc.
    """
    area = outline = 0.0
    xs: list[float] = []
    ys: list[float] = []
    for ring in rings(path):
        twice = 0.0
        for (x0, y0), (x1, y1) in zip(ring, [*ring[1:], ring[0]], strict=True):
            twice += x0 * y1 - x1 * y0
            outline += math.hypot(x1 - x0, y1 - y0)
        area += abs(twice) / 2
        xs += [x for x, _ in ring]
        ys += [y for _, y in ring]
    if not xs or not outline:
        return 0.0, 0.0
    return 2 * area / outline, max(max(xs) - min(xs), max(ys) - min(ys))


def rings(path: Path, pieces: int = 4) -> Iterator[list[tuple[float, float]]]:
    """The subpaths as polygons; a curve is so many straight pieces."""
    ring: list[tuple[float, float]] = []
    for op in path.ops:
        if op[0] == "m":
            if len(ring) > 1:
                yield ring
            ring = [op[1:]]
        elif op[0] == "l":
            ring.append(op[1:])
        elif op[0] == "c" and ring:
            (x0, y0), (_, x1, y1, x2, y2, x3, y3) = ring[-1], op
            for t in (n / pieces for n in range(1, pieces + 1)):
                a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
                ring.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    if len(ring) > 1:
        yield ring
