"""Setting type in a box: words, **bold** and inline icons broken into lines at the largest size that fits.

Pure measuring, no drawing: widths come from ``text_measure``, the result says what stands where. Sizes are searched by
bisection on tenths of a point over words measured once, never by stepping and drawing again. A broken line is put in
the order it is seen: its words as runs of one face and direction, from left to right.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from printkit.type import text_measure
from printkit.type.line_breaking import (
    ICON_EM,
    MARKS,
    NO_ROOM,
    Line,
    Paragraph,
    Piece,
    Rooms,
    Setting,
    Word,
    broken,
    has_right_to_left,
    paragraph,
    plain,
    starts_right,
    width_em,
)
from printkit.units import MM_PER_POINT

__all__ = ["Beside", "Block", "Run", "Setting", "fit", "fit_line", "line_em", "markup_words", "plain", "starts_right"]

_ICON = "\ufffc"
"""Stands for an icon where a line is put in order: neither left to right nor right to left."""


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of one line: text in a font, or an icon (then ``text`` is its name and ``font`` is "")."""

    text: str
    font: str
    x_em: float
    width_em: float
    tone: str = ""
    """The name of its colour, "" for that of the text."""


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
    best = _lines_at(low, paragraphs, (width_mm, height_mm), setting=setting, beside=beside)
    if best is None:
        return _cut(paragraphs, (width_mm, height_mm), setting, beside)
    while low < high:
        middle = (low + high + 1) // 2
        lines = _lines_at(middle, paragraphs, (width_mm, height_mm), setting=setting, beside=beside)
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
    return Block(
        set_lines,
        size_pt,
        leading=setting.leading,
        cut=cut,
        right_to_left=tuple(right for _, right in lines),
        rooms=rooms,
    )


def _cut(
    paragraphs: tuple[Paragraph, ...], box_mm: tuple[float, float], setting: Setting, beside: Beside | None
) -> Block:
    """As much as fits at the smallest size, ending in "…"."""
    size, (width_mm, height_mm) = setting.smallest_pt, box_mm
    rooms = _rooms(width_mm, size, setting.leading, beside)
    rows = max(1, min(int((height_mm / (size * MM_PER_POINT) - 1.0) / setting.leading) + 1, setting.most_lines))
    lines = _lines(paragraphs, rooms, setting)[:rows]
    room = rooms.of(len(lines) - 1)
    dots = Piece("…", setting.font, text_measure.width_em("…", setting.font))
    last, right = lines[-1]
    while last and width_em(last, setting) + dots.width_em > room:
        last = last[:-1]
    end = last[-1] if last else Word((), 0.0)
    lines[-1] = ([*last[:-1], Word((*end.pieces, dots), end.width_em + dots.width_em, end.glued)], right)
    return _block(lines, size, setting, rooms, cut=True)


def fit_line(text: str, font: str, width_mm: float, sizes_pt: tuple[float, float]) -> tuple[str, float]:
    """One line: (what is shown, its size in pt), the largest size from ``sizes_pt`` (largest, smallest) that fits."""
    shown = text_measure.printable(text, font)
    largest, smallest = sizes_pt
    width = text_measure.width_em(shown, font) * MM_PER_POINT
    if not width or width * largest <= width_mm:
        return shown, largest
    size = int(width_mm / width * 10) / 10
    if size >= smallest:
        return shown, size
    fitting = bisect_left(
        range(len(shown)),
        True,
        key=lambda kept: text_measure.width_mm(shown[: kept + 1] + "…", font, smallest) > width_mm,
    )
    return shown[:fitting].rstrip() + "…", smallest


def markup_words(markup: str) -> tuple[str, ...]:
    """The bracketed words of a text, for checking them against the icons there are."""
    return tuple(match["icon"] for match in MARKS.finditer(markup) if match["icon"])


# A broken line in the order it is seen (UAX 9)


def runs(line: Line, setting: Setting, right_to_left: bool) -> tuple[Run, ...]:
    """A line as it is seen: neighbouring pieces of one face become one run, spaces included."""
    if right_to_left or any(has_right_to_left(piece.text) for word in line for piece in word.pieces):
        return _turned(line, setting, int(right_to_left))
    done: list[Run] = []
    x, space = 0.0, text_measure.width_em(" ", setting.font)
    for index, word in enumerate(line):
        gap = " " if index and not word.glued else ""
        x += space if gap else 0.0
        for number, piece in enumerate(word.pieces):
            last = done[-1] if done else None
            if last and piece.font and last.font == piece.font and last.tone == piece.tone:
                between = gap if number == 0 else ""
                width = x + piece.width_em - last.x_em
                done[-1] = Run(last.text + between + piece.text, last.font, last.x_em, width, last.tone)
            else:
                done.append(Run(piece.text, piece.font, x, piece.width_em, piece.tone))
            x += piece.width_em
    return tuple(done)


def _turned(line: Line, setting: Setting, base: int) -> tuple[Run, ...]:
    """A line with letters that run from right to left, as runs from left to right.

    In one face it stays one run, whose letters are put in order where it is drawn. With bold words and icons in it,
    each stretch of one face and direction is a run.
    """
    told: list[tuple[str, str, str]] = []  # a character, its font, and the name of the icon it stands for
    for index, word in enumerate(line):
        if index and not word.glued:
            told.append((" ", told[-1][1] or setting.font, ""))
        for piece in word.pieces:
            told += [(c, piece.font, "") for c in piece.text] if piece.font else [(_ICON, "", piece.text)]
    from printkit.type import bidi  # only for texts that run from right to left

    if len({font for _, font, _ in told}) == 1 and told[0][1]:
        text, font = bidi.directed("".join(c for c, _, _ in told), base), told[0][1]
        return (Run(text, font, 0.0, text_measure.width_em(text, font)),)
    seen, levels = bidi.resolved("".join(c for c, _, _ in told), base)
    if len(seen) != len(told):  # an invisible character got this far: the order of reading will do
        levels = [base] * len(told)
    parts = [
        (level, font, icon, "".join(told[place][0] for place in places))
        for (level, font, icon), places in (
            (key, list(group))
            for key, group in groupby(range(len(told)), lambda place: (levels[place], *told[place][1:]))
        )
    ]
    done: list[Run] = []
    x = 0.0
    for place in bidi.order([part[0] for part in parts]):
        level, font, icon, text = parts[place]
        shown = bidi.directed(text, level) if font else icon
        width = text_measure.width_em(shown, font) if font else ICON_EM * len(text)
        done.append(Run(shown, font, x, width))
        x += width
    return tuple(done)
