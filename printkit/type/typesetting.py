"""Setting type in a box: words, **bold** and inline icons broken into lines at the largest size that fits.

Pure measuring, no drawing: widths come from ``fonts``, the result says what stands where. Sizes are searched by
bisection on tenths of a point over words measured once, never by stepping and drawing again.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache

from printkit.type import fonts
from printkit.type.line_breaking import (
    MARKS,
    NO_ROOM,
    Line,
    Paragraph,
    Piece,
    Rooms,
    Word,
    broken,
    paragraph,
    plain,
    starts_right,
    width_em,
)
from printkit.type.runs import Run, runs
from printkit.units import MM_PER_POINT

__all__ = ["Beside", "Block", "Run", "Setting", "fit", "fit_line", "line_em", "markup_words", "plain", "starts_right"]


@dataclass(frozen=True, slots=True)
class Block:
    """Set text: its lines of runs, size and leading. ``cut`` says that words had to be left out.

    ``right_to_left`` says of each line which way it is read, ``rooms`` how wide the box is there.
    """

    lines: tuple[tuple[Run, ...], ...]
    size_pt: float
    leading: float
    cut: bool = False
    right_to_left: tuple[bool, ...] = ()
    rooms: Rooms = NO_ROOM

    def start_em(self, number: int, *, middle: bool = False) -> float:
        """Where a line begins in its box: at the left, or where it is read from right to left so that it ends right."""
        left_over = self.rooms.of(number) - line_em(self.lines[number])
        if middle:
            return left_over / 2
        return left_over if self.right_to_left[number] else 0.0

    @property
    def height_mm(self) -> float:
        """From the ascenders of the first line to the descenders of the last."""
        if not self.lines:
            return 0.0
        return ((len(self.lines) - 1) * self.leading + 1.0) * self.size_pt * MM_PER_POINT

    @property
    def width_mm(self) -> float:
        """The longest line."""
        return max((line_em(line) for line in self.lines), default=0.0) * self.size_pt * MM_PER_POINT


@dataclass(frozen=True, slots=True)
class Setting:
    """How a text is to be set: faces, sizes between which it may shrink, leading as a share of the size."""

    font: str
    bold: str
    largest_pt: float
    smallest_pt: float
    leading: float = 1.16
    most_lines: int = 99
    balanced: bool = False
    language: str = ""
    """Whose hyphenation divides words that would leave a wide gap; "" divides none."""


@dataclass(frozen=True, slots=True)
class Beside:
    """Something in the box's lower right corner that lines stop short of: those that end further down than
    ``from_mm`` from the top are ``width_mm`` wide at most."""

    from_mm: float
    width_mm: float


def _rooms(width_mm: float, size_pt: float, leading: float, beside: Beside | None) -> Rooms:
    em = size_pt * MM_PER_POINT
    if beside is None:
        return Rooms(width_mm / em)
    whole = int((beside.from_mm / em - 1.0) / leading + 1e-6) + 1
    return Rooms(width_mm / em, max(0, whole), beside.width_mm / em)


def line_em(line: tuple[Run, ...]) -> float:
    """Where a line ends, in em."""
    return line[-1].x_em + line[-1].width_em if line else 0.0


@lru_cache(maxsize=4096)
def fit(
    markup: str,
    width_mm: float,
    height_mm: float,
    setting: Setting,
    icons: frozenset[str] = frozenset(),
    beside: Beside | None = None,
) -> Block:
    """Break the text into lines at the largest size that fits the box, and what else there is in it.

    Where even the smallest size does not fit, the text ends in "…" and the block says ``cut``. A bracketed word that
    is not one of ``icons`` is shown as typed.
    """
    paragraphs = tuple(paragraph(part, setting, icons) for part in markup.strip().split("\n"))
    if not any(one.words for one in paragraphs):
        return Block((), setting.largest_pt, setting.leading)

    low, high = round(setting.smallest_pt * 10), round(setting.largest_pt * 10)
    best = _lines_at(low, paragraphs, (width_mm, height_mm), setting, beside)
    if best is None:
        return _cut(paragraphs, (width_mm, height_mm), setting, beside)
    while low < high:
        middle = (low + high + 1) // 2
        lines = _lines_at(middle, paragraphs, (width_mm, height_mm), setting, beside)
        if lines is None:
            high = middle - 1
        else:
            low, best = middle, lines
    room = width_mm / (low / 10 * MM_PER_POINT)
    if setting.balanced:
        best = [(line, one.right_to_left) for one in paragraphs for line in _balance(one.words, room, setting)]
    return _block(best, low / 10, setting, _rooms(width_mm, low / 10, setting.leading, beside))


def _lines_at(
    tenths: int,
    paragraphs: tuple[Paragraph, ...],
    size_mm: tuple[float, float],
    setting: Setting,
    beside: Beside | None,
) -> list[_Told] | None:
    """The lines at a size in tenths of a point; None where they do not fit the box.

    A word is broken only where it does not fit at the smallest size either.
    """
    size, (width_mm, height_mm) = tenths / 10, size_mm
    rooms = _rooms(width_mm, size, setting.leading, beside)
    longest = max(word.width_em for one in paragraphs for word in one.words)
    if tenths > round(setting.smallest_pt * 10) and longest > rooms.least_em:
        return None
    lines = _lines(paragraphs, rooms, setting)
    rows = min(int((height_mm / (size * MM_PER_POINT) - 1.0) / setting.leading + 1e-6) + 1, setting.most_lines)
    tall = len(lines) > rows or height_mm < size * MM_PER_POINT
    wide = any(width_em(line, setting) > rooms.of(n) + 1e-9 for n, (line, _) in enumerate(lines))
    return None if tall or wide else lines


_Told = tuple[Line, bool]
"""A line, and whether its paragraph is read from right to left."""


def _lines(paragraphs: tuple[Paragraph, ...], rooms: Rooms, setting: Setting) -> list[_Told]:
    lines: list[_Told] = []
    for one in paragraphs:
        lines += [(line, one.right_to_left) for line in broken(one.words, rooms, setting, len(lines))]
    return lines


def _balance(words: tuple[Word, ...], room_em: float, setting: Setting) -> list[Line]:
    """The same number of lines, as even as they go (for names)."""
    lines = list(broken(words, room_em, setting))
    widest = max((word.width_em for word in words), default=0.0)
    low, high = min(widest, room_em), room_em
    for _ in range(12):
        middle = (low + high) / 2
        tried = list(broken(words, middle, setting))
        if len(tried) == len(lines) and all(width_em(line, setting) <= middle + 1e-9 for line in tried):
            high, lines = middle, tried
        else:
            low = middle
    return lines


def _block(lines: list[_Told], size_pt: float, setting: Setting, rooms: Rooms, *, cut: bool = False) -> Block:
    set_lines = tuple(runs(line, setting, right) for line, right in lines)
    return Block(set_lines, size_pt, setting.leading, cut, tuple(right for _, right in lines), rooms)


def _cut(
    paragraphs: tuple[Paragraph, ...], box_mm: tuple[float, float], setting: Setting, beside: Beside | None
) -> Block:
    """As much as fits at the smallest size, ending in "…"."""
    size, (width_mm, height_mm) = setting.smallest_pt, box_mm
    rooms = _rooms(width_mm, size, setting.leading, beside)
    rows = max(1, min(int((height_mm / (size * MM_PER_POINT) - 1.0) / setting.leading) + 1, setting.most_lines))
    lines = _lines(paragraphs, rooms, setting)[:rows]
    room = rooms.of(len(lines) - 1)
    dots = Piece("…", setting.font, fonts.width_em("…", setting.font))
    last, right = lines[-1]
    while last and width_em(last, setting) + dots.width_em > room:
        last = last[:-1]
    end = last[-1] if last else Word((), 0.0)
    lines[-1] = ([*last[:-1], Word((*end.pieces, dots), end.width_em + dots.width_em, end.glued)], right)
    return _block(lines, size, setting, rooms, cut=True)


def fit_line(text: str, font: str, width_mm: float, sizes_pt: tuple[float, float]) -> tuple[str, float]:
    """One line: (what is shown, its size in pt), the largest size from ``sizes_pt`` (largest, smallest) that fits."""
    shown = fonts.printable(text, font)
    largest, smallest = sizes_pt
    width = fonts.width_em(shown, font) * MM_PER_POINT
    if not width or width * largest <= width_mm:
        return shown, largest
    size = int(width_mm / width * 10) / 10
    if size >= smallest:
        return shown, size
    fitting = bisect_left(
        range(len(shown)), True, key=lambda kept: fonts.width_mm(shown[: kept + 1] + "…", font, smallest) > width_mm
    )
    return shown[:fitting].rstrip() + "…", smallest


def markup_words(markup: str) -> tuple[str, ...]:
    """The bracketed words of a text, for checking them against the icons there are."""
    return tuple(match.group(1) for match in MARKS.finditer(markup) if match.group(1))
