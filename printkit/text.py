"""Setting type in a box: words, **bold** and inline icons broken into lines at the largest size that fits.

Pure measuring, no drawing: widths come from ``fonts``, the result says what stands where. Sizes are searched by
bisection on tenths of a point over words measured once, never by stepping and drawing again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

import pyphen

from printkit import fonts
from printkit.units import MM_PER_POINT

GAP = 0.28
"""The share of a line that may stay empty before a word is divided to fill it."""
SHORTEST_WORD, SHORTEST_PART = 7, 3
"""Letters of a word that may be divided, and of its parts."""
ICON_EM = 1.12
"""Width of an inline icon, as a share of the text size."""
_MARKS = re.compile(r"\*\*|\[([a-z][a-z0-9_-]{0,31})\]")


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of one line: text in a font, or an icon (then ``text`` is its name and ``font`` is "")."""

    text: str
    font: str
    x_em: float
    width_em: float


@dataclass(frozen=True, slots=True)
class Block:
    """Set text: its lines of runs, size and leading. ``cut`` says that words had to be left out."""

    lines: tuple[tuple[Run, ...], ...]
    size_pt: float
    leading: float
    cut: bool = False

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
class _Piece:
    text: str
    font: str
    width_em: float


_Word = tuple[_Piece, ...]


def line_em(line: tuple[Run, ...]) -> float:
    """Where a line ends, in em."""
    return line[-1].x_em + line[-1].width_em if line else 0.0


@lru_cache(maxsize=4096)
def fit(markup: str, width_mm: float, height_mm: float, setting: Setting, icons: frozenset[str] = frozenset()) -> Block:
    """Break the text into lines at the largest size that fits the box.

    Where even the smallest size does not fit, the text ends in "…" and the block says ``cut``. A bracketed word that
    is not one of ``icons`` is shown as typed.
    """
    paragraphs = tuple(_words(part, setting, icons) for part in markup.strip().split("\n"))
    if not any(paragraphs):
        return Block((), setting.largest_pt, setting.leading)

    low, high = round(setting.smallest_pt * 10), round(setting.largest_pt * 10)
    smallest = low
    longest = max(sum(piece.width_em for piece in word) for words in paragraphs for word in words)

    def lines_at(tenths: int) -> list[_Line] | None:
        size = tenths / 10
        room = width_mm / (size * MM_PER_POINT)
        if tenths > smallest and longest > room:
            return None  # a word is broken only where it does not fit at the smallest size either
        lines = [line for words in paragraphs for line in _break(words, room, setting)]
        rows = min(int((height_mm / (size * MM_PER_POINT) - 1.0) / setting.leading + 1e-6) + 1, setting.most_lines)
        tall = len(lines) > rows or height_mm < size * MM_PER_POINT
        return None if tall or any(_width(line, setting) > room + 1e-9 for line in lines) else lines

    best = lines_at(low)
    if best is None:
        return _cut(paragraphs, width_mm, height_mm, setting)
    while low < high:
        middle = (low + high + 1) // 2
        lines = lines_at(middle)
        if lines is None:
            high = middle - 1
        else:
            low, best = middle, lines
    room = width_mm / (low / 10 * MM_PER_POINT)
    if setting.balanced:
        best = [line for words in paragraphs for line in _balance(words, room, setting)]
    return Block(tuple(_runs(line, setting) for line in best), low / 10, setting.leading)


_Line = list[_Word]


def _words(part: str, setting: Setting, icons: frozenset[str]) -> list[_Word]:
    """Words as pieces without a break between them: "**draw**," is one word in two faces."""
    words: list[_Word] = []
    open_word: list[_Piece] = []
    for kind, text in _tokens(part, icons):
        if kind == "space":
            if open_word:
                words.append(tuple(open_word))
            open_word = []
        elif kind == "icon":
            open_word.append(_Piece(text, "", ICON_EM))
        else:
            font = setting.bold if kind == "bold" else setting.font
            shown = fonts.printable(text, font)
            if shown:
                open_word.append(_Piece(shown, font, fonts.width_em(shown, font)))
    if open_word:
        words.append(tuple(open_word))
    return words


def _tokens(part: str, icons: frozenset[str]) -> Iterator[tuple[str, str]]:
    """("plain" | "bold" | "icon" | "space", text) in order."""
    bold, at = False, 0
    for mark in _MARKS.finditer(part):
        if mark.group(1) is not None and mark.group(1) not in icons:
            continue
        yield from _spaced(part[at : mark.start()], "bold" if bold else "plain")
        at = mark.end()
        if mark.group(1) is None:
            bold = not bold
        else:
            yield "icon", mark.group(1)
    yield from _spaced(part[at:], "bold" if bold else "plain")


def _spaced(text: str, kind: str) -> Iterator[tuple[str, str]]:
    # no-break spaces stay inside a word
    for piece in re.split(r"([ \t\r\f\v]+)", text):
        if piece:
            yield ("space", "") if not piece.strip(" \t\r\f\v") else (kind, piece)


def _break(words: list[_Word], room_em: float, setting: Setting) -> Iterator[_Line]:
    """Greedy lines; a word wider than a whole line is broken between characters."""
    line: _Line = []
    used, space = 0.0, fonts.width_em(" ", setting.font)
    for whole in words:
        for word in _chopped(whole, room_em):
            width = sum(piece.width_em for piece in word)
            if line and used + space + width > room_em + 1e-9:
                if setting.language and room_em - used > GAP * room_em:
                    start, rest = _divided(word, room_em - used - space, setting)
                    if start:
                        line, word = [*line, start], rest
                        width = sum(piece.width_em for piece in word)
                yield line
                line, used = [], 0.0
            used += (space if line else 0.0) + width
            line.append(word)
    if line:
        yield line


def _divided(word: _Word, room_em: float, setting: Setting) -> tuple[_Word, _Word]:
    """The word up to its last hyphen that fits, and the rest; nothing and the word where it cannot be divided.

    What is bold stays whole: it is a name or a figure, and patterns know no made-up names.
    """
    piece = word[0]
    letters = len(piece.text) - len(piece.text.lstrip("(„“»'"))
    if piece.font != setting.font or len(piece.text) < SHORTEST_WORD:
        return (), word
    for at in reversed(_hyphens(setting.language).positions(piece.text)):
        head, tail = piece.text[:at], piece.text[at:]
        if len(head) - letters < SHORTEST_PART or sum(map(str.isalpha, tail)) < SHORTEST_PART:
            continue
        width = fonts.width_em(head + "-", piece.font)
        if width <= room_em:
            rest = _Piece(tail, piece.font, fonts.width_em(tail, piece.font))
            return (_Piece(head + "-", piece.font, width),), (rest, *word[1:])
    return (), word


@cache
def _hyphens(language: str) -> pyphen.Pyphen:
    """The dictionary of a language; of one that has none, a dictionary that divides nothing."""
    found = pyphen.language_fallback(language)
    return pyphen.Pyphen(lang=found) if found else pyphen.Pyphen(lang="en_GB", left=99, right=99)


def _chopped(word: _Word, room_em: float) -> Iterator[_Word]:
    if sum(piece.width_em for piece in word) <= room_em or (len(word) == 1 and len(word[0].text) < 2):
        yield word
        return
    part: list[_Piece] = []
    used = 0.0
    for piece in word:
        for text in [piece.text] if not piece.font else list(piece.text):
            width = piece.width_em if not piece.font else fonts.width_em(text, piece.font)
            if part and used + width > room_em:
                yield tuple(part)
                part, used = [], 0.0
            part.append(_Piece(text, piece.font, width))
            used += width
    if part:
        yield tuple(part)


def _balance(words: list[_Word], room_em: float, setting: Setting) -> list[_Line]:
    """The same number of lines, as even as they go (for names)."""
    lines = list(_break(words, room_em, setting))
    widest = max((_width([word], setting) for word in words), default=0.0)
    low, high = min(widest, room_em), room_em
    for _ in range(12):
        middle = (low + high) / 2
        tried = list(_break(words, middle, setting))
        if len(tried) == len(lines) and all(_width(line, setting) <= middle + 1e-9 for line in tried):
            high, lines = middle, tried
        else:
            low = middle
    return lines


def _width(line: _Line, setting: Setting) -> float:
    return sum(piece.width_em for word in line for piece in word) + (len(line) - 1) * fonts.width_em(" ", setting.font)


def _runs(line: _Line, setting: Setting) -> tuple[Run, ...]:
    """Neighbouring pieces of one face become one run, spaces included."""
    runs: list[Run] = []
    x, space = 0.0, fonts.width_em(" ", setting.font)
    for index, word in enumerate(line):
        if index:
            x += space
        for number, piece in enumerate(word):
            last = runs[-1] if runs else None
            if last and piece.font and last.font == piece.font:
                gap = " " if index and number == 0 else ""
                runs[-1] = Run(last.text + gap + piece.text, last.font, last.x_em, x + piece.width_em - last.x_em)
            else:
                runs.append(Run(piece.text, piece.font, x, piece.width_em))
            x += piece.width_em
    return tuple(runs)


def _cut(paragraphs: tuple[list[_Word], ...], width_mm: float, height_mm: float, setting: Setting) -> Block:
    """As much as fits at the smallest size, ending in "…"."""
    size = setting.smallest_pt
    room = width_mm / (size * MM_PER_POINT)
    rows = max(1, min(int((height_mm / (size * MM_PER_POINT) - 1.0) / setting.leading) + 1, setting.most_lines))
    lines = [line for words in paragraphs for line in _break(words, room, setting)][:rows]
    dots = _Piece("…", setting.font, fonts.width_em("…", setting.font))
    last = lines[-1]
    while last and _width(last, setting) + dots.width_em > room:
        last = last[:-1]
    lines[-1] = [*last[:-1], (*last[-1], dots)] if last else [(dots,)]
    return Block(tuple(_runs(line, setting) for line in lines), size, setting.leading, cut=True)


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
    while shown and fonts.width_mm(shown + "…", font, smallest) > width_mm:
        shown = shown[:-1]
    return shown.rstrip() + "…", smallest


def markup_words(markup: str) -> tuple[str, ...]:
    """The bracketed words of a text, for checking them against the icons there are."""
    return tuple(match.group(1) for match in _MARKS.finditer(markup) if match.group(1))


def plain(markup: str, icons: frozenset[str]) -> str:
    """The letters of a text that are printed: without bold marks and without the icons there are."""
    return _MARKS.sub(lambda mark: "" if mark.group(1) is None or mark.group(1) in icons else mark.group(0), markup)
