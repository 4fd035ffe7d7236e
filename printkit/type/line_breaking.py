"""Words and lines: where a text may be broken.

Between words at spaces; between any two characters of Chinese and Japanese, with no closing mark at the start of a line
and no opening one at its end; before the vowels Thai writes in front of a syllable; at a zero-width space; inside a
long word at its hyphens. Lines are broken in reading order; ``typesetting`` puts them in the order they are seen.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from printkit.type import hyphenation, text_measure
from printkit.type.hyphenation import SHORTEST_PART, SHORTEST_WORD

GAP = 0.28
"""The share of a line that may stay empty before a word is divided to fill it."""
ICON_EM = 1.12
"""Width of an inline icon, as a share of the text size."""
MARKS = re.compile(
    r"\*\*"
    r"|(?P<open>(?<![\w*])\*(?=[^\s*](?:[^*\n]*[^\s*])?\*(?![\w*])))"
    r"|(?P<close>(?<=[^\s*])\*(?![\w*]))"
    r"|\[(?P<icon>[a-z][a-z0-9_-]{0,31})(?:\*(?P<times>[1-9]\d?))?\]"
    r"|\[(?P<tone>[a-z][a-z0-9_-]{0,31}): ?"
    r"|(?P<end>\])"
)
"""What is no letter in a text: ``**bold**``, ``*italic*``, ``[icon]``, ``[icon*3]`` and ``[colour: words]``.

A single star is a mark only where it opens or closes words, so that 2 * 3 stays a sum.
"""
TONE = ":"
"""What follows the name of a colour where it stands among the icons there are."""

_IDEOGRAPHS = (
    "\u2e80-\u2fdf\u3003-\u3007\u3012\u3013\u3020-\u30ff\u31f0-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_OPENING = "([{「『（【〔〈《［｛〖“‘"
_CLOSING = ")]}」』）】〕〉》］｝〗”’、。，．！？：；…‥ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々〻・,.!?:;%％"
_BETWEEN = re.compile(
    f"(?<![{re.escape(_OPENING)}])(?:(?<=[{_IDEOGRAPHS}、。，．！？：；」』）】〕〉》])|(?=[{_IDEOGRAPHS}「『（【〔〈《]))"
    f"(?![{re.escape(_CLOSING)}])|(?=[\u0e40-\u0e44])(?<!^)|\u200b"
)
LONGEST_LOAN = 8
"""Katakana that are kept on one line."""
_LOAN = re.compile("[\u30a1-\u30fa\u30fc]+")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")


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
    italic: str = ""
    bold_italic: str = ""
    """Faces of words between stars; "" leaves them as they are."""


class Piece(NamedTuple):
    """Part of a word in one font; an icon has its name for a text and "" for a font. ``tone`` names its colour."""

    text: str
    font: str
    width_em: float
    tone: str = ""


class Word(NamedTuple):
    """Pieces without a break between them. A ``glued`` word follows the one before it without a space."""

    pieces: tuple[Piece, ...]
    width_em: float
    glued: bool = False


Line = list[Word]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """The words between two line ends, and whether they are read from right to left."""

    words: tuple[Word, ...]
    right_to_left: bool = False


def paragraph(part: str, setting: Setting, icons: frozenset[str]) -> Paragraph:
    """Words as pieces without a break between them: "**draw**," is one word in two faces."""
    words: list[Word] = []
    pieces: list[Piece] = []
    glued = False

    def close(next_glued: bool) -> None:
        nonlocal pieces, glued
        if pieces:
            words.append(_word(pieces, glued))
            glued = next_glued
        elif not next_glued:
            glued = False
        pieces = []

    fonts = {
        "plain": setting.font,
        "bold": setting.bold,
        "italic": setting.italic or setting.font,
        "both": setting.bold_italic or setting.bold,
    }
    for kind, text, tone in _tokens(part, icons):
        if kind == "space":
            close(False)
        elif kind == "icon":
            pieces.append(Piece(text, "", ICON_EM, tone))
        else:
            font = fonts[kind]
            for number, stretch in enumerate(_stretches(text_measure.printable(text, font))):
                if number:
                    close(True)
                if stretch:
                    pieces.append(Piece(stretch, font, text_measure.width_em(stretch, font), tone))
    close(False)
    return Paragraph(tuple(words), starts_right(plain(part, icons)))


def _word(pieces: list[Piece], glued: bool) -> Word:
    return Word(tuple(pieces), sum(piece.width_em for piece in pieces), glued)


def _stretches(text: str) -> list[str]:
    """A word cut where a line may end inside it. Japanese loan words stay whole unless they are long."""
    if text.isascii() or not _BETWEEN.search(text):
        return [text]
    parts: list[str] = []
    for part in _BETWEEN.split(text):
        last = parts[-1] if parts else ""
        if _LOAN.fullmatch(last) and _LOAN.match(part) and len(last + part) <= LONGEST_LOAN:
            parts[-1] += part
        else:
            parts.append(part)
    return parts


def starts_right(text: str) -> bool:
    """Whether a text is read from right to left: its first letter is."""
    if not has_right_to_left(text):
        return False
    from printkit.type import bidi  # only for texts that run from right to left

    return bool(bidi.base_level(text))


def has_right_to_left(text: str) -> bool:
    """Whether any letter of a text runs from right to left."""
    return bool(_RIGHT_TO_LEFT.search(text))


def plain(markup: str, icons: frozenset[str]) -> str:
    """The letters of a text that are printed: without marks and without the icons there are."""
    return "\n".join(
        "".join(" " if kind == "space" else text if kind != "icon" else "" for kind, text, _ in _tokens(part, icons))
        for part in markup.split("\n")
    )


def _tokens(part: str, icons: frozenset[str]) -> Iterator[tuple[str, str, str]]:
    """("plain" | "bold" | "italic" | "both" | "icon" | "space", text, colour) in order."""
    bold = italic = False
    tone, at = "", 0
    for mark in MARKS.finditer(part):
        whole, icon, name = mark[0], mark["icon"], mark["tone"]
        if (icon and icon not in icons) or (name and name + TONE not in icons) or (mark["end"] and not tone):
            continue
        if (mark["close"] and not italic) or (mark["open"] and italic):
            continue
        yield from _spaced(part[at : mark.start()], _kind(bold, italic), tone)
        at = mark.end()
        if whole == "**":
            bold = not bold
        elif icon:
            for _ in range(int(mark["times"] or 1)):
                yield "icon", icon, tone
        elif name or mark["end"]:
            tone = name or ""
        else:
            italic = bool(mark["open"])
    yield from _spaced(part[at:], _kind(bold, italic), tone)


def _kind(bold: bool, italic: bool) -> str:  # two states of one text
    return ("both" if italic else "bold") if bold else "italic" if italic else "plain"


def _spaced(text: str, kind: str, tone: str) -> Iterator[tuple[str, str, str]]:
    # no-break spaces stay inside a word
    for piece in re.split(r"([ \t\r\f\v\u3000]+)", text):
        if piece:
            yield ("space", "", "") if not piece.strip(" \t\r\f\v\u3000") else (kind, piece, tone)


@dataclass(frozen=True, slots=True)
class Rooms:
    """What each line of a box has: the first ``whole`` all of it, those after them, beside something else, less."""

    room_em: float
    whole: int = 10_000
    short_em: float = math.inf

    def of(self, number: int) -> float:
        """What the line of this number has, counted from 0."""
        return self.room_em if number < self.whole else self.short_em

    @property
    def least_em(self) -> float:
        """What any line has."""
        return min(self.room_em, self.short_em)


NO_ROOM = Rooms(0.0)


def broken(words: tuple[Word, ...], room_em: float | Rooms, setting: Setting, number: int = 0) -> Iterator[Line]:
    """Greedy lines; a word wider than a whole line is broken between characters. ``number`` is the first one's."""
    rooms = room_em if isinstance(room_em, Rooms) else Rooms(room_em)
    line: Line = []
    used, space = 0.0, text_measure.width_em(" ", setting.font)
    room_em = rooms.of(number)
    for whole in words:
        for word in _chopped(whole, rooms.least_em):
            gap = 0.0 if word.glued else space
            if line and used + gap + word.width_em > room_em + 1e-9:
                if setting.language and room_em - used > GAP * room_em:
                    start, rest = _divided(word, room_em - used - gap, setting)
                    if start is not None:
                        line, word = [*line, start], rest
                yield line
                line, used, number = [], 0.0, number + 1
                room_em = rooms.of(number)
            used += (gap if line else 0.0) + word.width_em
            line.append(word)
    if line:
        yield line


def _divided(word: Word, room_em: float, setting: Setting) -> tuple[Word | None, Word]:
    """The word up to its last hyphen that fits, and the rest; None and the word where it cannot be divided.

    What is bold stays whole: it is a name or a figure, and patterns know no made-up names.
    """
    piece = word.pieces[0]
    letters = len(piece.text) - len(piece.text.lstrip("(„“»'"))
    if piece.font != setting.font or len(piece.text) < SHORTEST_WORD:
        return None, word
    for at in reversed(hyphenation.dictionary(setting.language).positions(piece.text)):
        head, tail = piece.text[:at], piece.text[at:]
        if len(head) - letters < SHORTEST_PART or sum(map(str.isalpha, tail)) < SHORTEST_PART:
            continue
        width = text_measure.width_em(head + "-", piece.font)
        if width <= room_em:
            rest = Piece(tail, piece.font, text_measure.width_em(tail, piece.font), piece.tone)
            return _word([Piece(head + "-", piece.font, width, piece.tone)], word.glued), _word(
                [rest, *word.pieces[1:]], False
            )
    return None, word


def _chopped(word: Word, room_em: float) -> Iterator[Word]:
    if word.width_em <= room_em or (len(word.pieces) == 1 and len(word.pieces[0].text) < 2):
        yield word
        return
    part: list[Piece] = []
    used, glued = 0.0, word.glued
    for piece in word.pieces:
        for text in [piece.text] if not piece.font else _characters(piece.text, piece.font):
            width = piece.width_em if not piece.font else text_measure.width_em(text, piece.font)
            if part and used + width > room_em:
                yield _word(part, glued)
                part, used, glued = [], 0.0, True
            part.append(Piece(text, piece.font, width, piece.tone))
            used += width
    if part:
        yield _word(part, glued)


def _characters(text: str, font: str) -> list[str]:
    """The characters of a word, each with its marks."""
    if text_measure.simple(text, font):
        return list(text)
    from printkit.type import shaping  # only for texts that lack a character of their own face

    return list(shaping.clusters(text))


def width_em(line: Line, setting: Setting) -> float:
    """How wide a line is."""
    gaps = sum(not word.glued for word in line[1:])
    return sum(word.width_em for word in line) + gaps * text_measure.width_em(" ", setting.font)
