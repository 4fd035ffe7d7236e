"""A display list -> the operators of one PDF content stream, in millimetres."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from printkit.draw import paths, photos, qr
from printkit.draw.display_list import Colour, Fill, Group, Item, Op, Path, Photo, Shared, Stroke, Symbol, Text
from printkit.draw.number_text import SHORT, decimals
from printkit.type import fonts
from printkit.units import MM_PER_POINT

if TYPE_CHECKING:
    from printkit.draw.book import Book

BLACK: Colour = (0.0, 0.0, 0.0)
_three, _six = SHORT[3], SHORT[6]


class Stream:
    """One content stream being written, and the graphics state it is in."""

    def __init__(self, book: Book, scale: float) -> None:
        self.book, self.scale = book, scale
        self.places = decimals(scale)
        self.number = SHORT[self.places]
        self.done: list[tuple[str, str]] = []
        self.out: list[str] = []
        self.fill: Colour | None = None
        self.stroke: tuple[Colour, float, tuple[float, ...]] | None = None
        self.how: Mapping[type, Callable[[Any], None]] = {
            Fill: self._fill,
            Stroke: self._stroke,
            Text: self._text,
            Symbol: self._symbol,
            Photo: self._photo,
            Group: self._group,
            Shared: self._shared,
        }

    def draw(self, items: Iterable[Item]) -> None:
        how = self.how
        for item in items:
            how[type(item)](item)

    def finish(self) -> list[tuple[str, str]]:
        """The stream as ("ops", operators) and ("form", name) in order."""
        if self.out:
            self.done.append(("ops", "\n".join(self.out)))
            self.out = []
        return self.done

    def _fill(self, item: Fill) -> None:
        self._colour(item.colour)
        self.out.append(f"{self._path(item.path)} {'f*' if item.even_odd else 'f'}")

    def _colour(self, colour: Colour) -> None:
        if colour != self.fill:
            self.fill = colour
            self.out.append(_paint(colour, "g", "rg"))

    def _stroke(self, item: Stroke) -> None:
        state = (item.colour, item.width_mm, item.dash_mm)
        if state != self.stroke:
            colour, width, dash = self.stroke or (None, None, None)
            if item.colour != colour:
                self.out.append(_paint(item.colour, "G", "RG"))
            if item.width_mm != width:
                self.out.append(f"{_three(item.width_mm)} w")
            if item.dash_mm != dash:
                self.out.append(f"[{' '.join(map(_three, item.dash_mm))}] 0 d")
            self.stroke = state
        self.out.append(f"{self._path(item.path)} S")

    def _path(self, path: Path) -> str:
        box = _box(path.ops)
        if box:
            return f"{' '.join(map(self.number, box))} re"
        return paths.operators(path.ops, self.places)

    def _text(self, item: Text) -> None:
        if not item.text:
            return
        x = item.x_mm
        if item.anchor != "start":
            x -= fonts.width_mm(item.text, item.font, item.size_pt) * (0.5 if item.anchor == "middle" else 1.0)
        self._colour(item.colour)
        size = item.size_pt * MM_PER_POINT
        self.out.append(f"BT {self.number(x)} {self.number(item.y_mm)} Td")
        for name, operand, scale in self.book.show(item.text, item.font):
            self.out.append(f"{name} {_three(size * scale)} Tf {operand} Tj")
        self.out.append("ET")

    def _symbol(self, item: Symbol) -> None:
        module = _six(item.module_mm)
        modules = " ".join(f"{x} {y} {length} 1 re" for x, y, length in qr.runs(item.text, second=item.second))
        self._colour(BLACK)
        self.out.append(f"q {module} 0 0 {module} {_three(item.x_mm)} {_three(item.y_mm)} cm\n{modules} f Q")

    def _photo(self, item: Photo) -> None:
        recipe = photos.recipe(item, self.scale)
        x, y, wide, tall = photos.whole_mm(item, recipe)
        box = " ".join(map(self.number, (item.x_mm, item.y_mm, item.width_mm, item.height_mm)))
        matrix = f"{_six(wide)} 0 0 {_six(tall)} {_six(x)} {_six(y)} cm"
        self.out.append(f"q {matrix}" if recipe.crop == item.crop else f"q {box} re W n {matrix}")
        name = self.book.photo(recipe)
        self.finish()
        self.done.append(("form", name))
        self.out.append("Q")

    def _group(self, item: Group) -> None:
        turn = math.radians(item.angle_deg)
        a, b = item.scale * math.cos(turn), item.scale * math.sin(turn)
        words = " ".join(map(_six, (a, b, -b, a, item.x_mm, item.y_mm)))
        outer = self.scale, self.places, self.number, self.fill, self.stroke
        self.out.append("q" if words == "1 0 0 1 0 0" else f"q {words} cm")
        self.scale *= item.scale
        self.places = decimals(self.scale)
        self.number = SHORT[self.places]
        if item.clip:
            self.out.append(f"{self._path(item.clip)} W n")
        self.draw(item.items)
        self.out.append("Q")
        self.scale, self.places, self.number, self.fill, self.stroke = outer

    def _shared(self, item: Shared) -> None:
        form = self.book.form(item, self.scale)
        self.finish()
        self.done.append(("form", form))


def _paint(colour: Colour, grey: str, rgb: str) -> str:
    if colour[0] == colour[1] == colour[2]:
        return f"{_three(colour[0])} {grey}"
    return f"{' '.join(map(_three, colour))} {rgb}"


def _box(ops: Sequence[Op]) -> tuple[float, float, float, float] | None:
    """The rectangle five operators draw (x, y, width, height), if they draw one from its corner, level and closed."""
    if len(ops) != 5 or ops[4][0] != "h":
        return None
    corners = [op[1:] for op in ops[:4] if len(op) == 3 and op[0] in "ml"]
    if len(corners) != 4 or [op[0] for op in ops[:4]] != ["m", "l", "l", "l"]:
        return None
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    if y0 == y1 and x1 == x2 and y2 == y3 and x3 == x0:
        return x0, y0, x2 - x0, y2 - y0
    return None
