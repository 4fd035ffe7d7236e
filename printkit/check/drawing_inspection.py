"""What stands on a drawing and on what: its texts, its codes, and the paint below any point. Pure.

Pictures that keep their own key as a text (``Shared``) hold no letters and are not looked into: their art need not be
drawn to be judged. Clips are taken into account as boxes.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from printkit.card_layout import Box
from printkit.draw import qr
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
    rectangle,
)
from printkit.draw.ink_saving import rings
from printkit.type import fonts, text_measure
from printkit.units import MM_PER_POINT

Point = tuple[float, float]
_Map = Callable[[float, float], Point]
PHOTO: Colour = (0.45, 0.45, 0.45)
"""What a picture of one's own counts as: neither light enough for a code nor a ground for letters."""


@dataclass(frozen=True, slots=True)
class Word:
    """A line of text where it stands: the box its letters fill, in mm, and its size after all enlargements.

    ``cut`` says that a clip takes part of it away on purpose: it goes on elsewhere, as on the tiles of a mat.
    """

    text: str
    font: str
    size_pt: float
    colour: Colour
    box: Box
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Code:
    """A QR symbol where it stands: its dark and light modules without the quiet zone."""

    text: str
    box: Box
    module_mm: float


@dataclass(frozen=True, slots=True)
class Paint:
    """A filled or drawn shape as polygons; ``width_mm`` is 0 for a filled one. ``clip`` is the box it is cut to.

    ``closed`` says that the last point of a drawn line is joined to its first.
    """

    rings: tuple[tuple[Point, ...], ...]
    colour: Colour
    even_odd: bool
    width_mm: float
    closed: bool
    clip: Box | None
    box: Box

    def covers(self, x: float, y: float) -> bool:
        """Whether the point lies in it (filled shapes only)."""
        box, clip = self.box, self.clip
        if self.width_mm or not (box.x <= x <= box.right and box.y <= y <= box.top):
            return False
        if clip and not (clip.x <= x <= clip.right and clip.y <= y <= clip.top):
            return False
        turns = [_winding(ring, x, y) for ring in self.rings]
        return sum(map(abs, turns)) % 2 == 1 if self.even_odd else sum(turns) != 0

    def reaches(self, zone: Box) -> bool:
        """Whether any of it lies inside the zone."""
        grown = zone.inset(-self.width_mm / 2)
        if not self.box.meets(grown) or (self.clip and not self.clip.meets(zone)):
            return False
        for ring in self.rings:
            points = (*ring, ring[0]) if self.closed else ring
            if any(_crosses(a, b, grown) for a, b in itertools.pairwise(points)):
                return True
        return self.covers(*zone.middle)


@dataclass(frozen=True, slots=True)
class Seen:
    """Everything on a drawing in drawing order; ``things`` holds words, codes and paint as they lie on each other."""

    things: tuple[Word | Code | Paint, ...]

    @property
    def words(self) -> tuple[Word, ...]:
        return tuple(thing for thing in self.things if isinstance(thing, Word))

    @property
    def codes(self) -> tuple[Code, ...]:
        return tuple(thing for thing in self.things if isinstance(thing, Code))

    def paint_at(self, x: float, y: float, below: Word | Code | None = None) -> Colour:
        """The colour a point has under ``below`` (or on top of all); bare paper is white."""
        end = len(self.things)
        if below is not None:
            end = next(index for index, thing in enumerate(self.things) if thing is below)
        for thing in reversed(self.things[:end]):
            if isinstance(thing, Paint) and thing.covers(x, y):
                return thing.colour
        return WHITE


def look(drawing: Drawing) -> Seen:
    """What stands on the drawing."""
    return Seen(tuple(_things(drawing, lambda x, y: (x, y), 1.0, None)))


def _things(items: Iterable[Item], at: _Map, scale: float, clip: Box | None) -> Iterator[Word | Code | Paint]:
    for item in items:
        match item:
            case Fill():
                yield from _paint(item.path, item.colour, item.even_odd, width_mm=0.0, where=(at, clip))
            case Stroke():
                yield from _paint(item.path, item.colour, False, width_mm=item.width_mm * scale, where=(at, clip))
            case Text():
                yield from _word(item, at, scale, clip)
            case Symbol():
                side = len(qr.matrix(item.text)) * item.module_mm
                box = _around([at(item.x_mm, item.y_mm), at(item.x_mm + side, item.y_mm + side)])
                yield Code(item.text, box, item.module_mm * scale)
            case Photo():
                place = rectangle(item.x_mm, item.y_mm, item.width_mm, item.height_mm)
                yield from _paint(place, PHOTO, False, width_mm=0.0, where=(at, clip))
            case Group():
                inner = _placed(item, at)
                cut = clip
                if item.clip:
                    own = _around([inner(*point) for ring in rings(item.clip) for point in ring])
                    cut = own if clip is None else _both(own, clip)
                yield from _things(item.items, inner, scale * item.scale, cut)
            case Shared():
                if not isinstance(item.key, str):
                    yield from _things(item.items, at, scale, clip)


def _placed(item: Group, at: _Map) -> _Map:
    turn = math.radians(item.angle_deg)
    c, s = math.cos(turn) * item.scale, math.sin(turn) * item.scale
    return lambda x, y: at(item.x_mm + c * x - s * y, item.y_mm + s * x + c * y)


def _paint(
    path: Path, colour: Colour, even_odd: bool, width_mm: float, where: tuple[_Map, Box | None]
) -> Iterator[Paint]:
    at, clip = where
    placed = tuple(tuple(at(x, y) for x, y in ring) for ring in rings(path))
    if placed:
        closed = not width_mm or ("h",) in path.ops
        box = _around([point for ring in placed for point in ring])
        yield Paint(placed, colour, even_odd=even_odd, width_mm=width_mm, closed=closed, clip=clip, box=box)


def _word(item: Text, at: _Map, scale: float, clip: Box | None) -> Iterator[Word]:
    """The box of a line: from baseline to cap height, because letters are judged there; descenders are thin."""
    if not item.text.strip():
        return
    width = text_measure.width_mm(item.text, item.font, item.size_pt)
    left = item.x_mm - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor]
    tall = fonts.metrics(item.font).cap_height * item.size_pt * MM_PER_POINT
    right, top = left + width, item.y_mm + tall
    corners = [at(left, item.y_mm), at(right, item.y_mm), at(left, top), at(right, top)]
    box = _around(corners)
    if clip is None or clip.meets(box):
        cut = clip is not None and not clip.holds(box)
        yield Word(item.text, item.font, size_pt=item.size_pt * scale, colour=item.colour, box=box, cut=cut)


def _around(points: list[Point]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _both(one: Box, other: Box) -> Box:
    x, y = max(one.x, other.x), max(one.y, other.y)
    return Box(x, y, max(0.0, min(one.right, other.right) - x), max(0.0, min(one.top, other.top) - y))


def _winding(ring: tuple[Point, ...], x: float, y: float) -> int:
    turns = 0
    for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (y0 > y) == (y1 > y):
            continue
        if x0 + (y - y0) * (x1 - x0) / (y1 - y0) > x:
            turns += 1 if y1 > y0 else -1
    return turns


def _crosses(a: Point, b: Point, box: Box) -> bool:
    """Whether a straight line from a to b has a point inside the box (Liang and Barsky's clipping)."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    low, high = 0.0, 1.0
    for step, room in ((-dx, a[0] - box.x), (dx, box.right - a[0]), (-dy, a[1] - box.y), (dy, box.top - a[1])):
        if abs(step) < 1e-12:
            if room <= 1e-9:
                return False
            continue
        share = room / step
        if step < 0:
            low = max(low, share)
        else:
            high = min(high, share)
    return high - low > 1e-9
