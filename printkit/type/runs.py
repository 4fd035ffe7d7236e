"""A broken line in the order it is seen: its words as runs of one face and direction, from left to right (UAX 9)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from printkit.type import fonts
from printkit.type.line_breaking import ICON_EM, Line, has_right_to_left

if TYPE_CHECKING:
    from printkit.type.typesetting import Setting

_ICON = "\ufffc"
"""Stands for an icon where a line is put in order: neither left to right nor right to left."""


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of one line: text in a font, or an icon (then ``text`` is its name and ``font`` is "")."""

    text: str
    font: str
    x_em: float
    width_em: float


def runs(line: Line, setting: Setting, right_to_left: bool) -> tuple[Run, ...]:
    """A line as it is seen: neighbouring pieces of one face become one run, spaces included."""
    if right_to_left or any(has_right_to_left(piece.text) for word in line for piece in word.pieces):
        return _turned(line, setting, int(right_to_left))
    done: list[Run] = []
    x, space = 0.0, fonts.width_em(" ", setting.font)
    for index, word in enumerate(line):
        gap = " " if index and not word.glued else ""
        x += space if gap else 0.0
        for number, piece in enumerate(word.pieces):
            last = done[-1] if done else None
            if last and piece.font and last.font == piece.font:
                between = gap if number == 0 else ""
                done[-1] = Run(last.text + between + piece.text, last.font, last.x_em, x + piece.width_em - last.x_em)
            else:
                done.append(Run(piece.text, piece.font, x, piece.width_em))
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
        return (Run(text, font, 0.0, fonts.width_em(text, font)),)
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
        width = fonts.width_em(shown, font) if font else ICON_EM * len(text)
        done.append(Run(shown, font, x, width))
        x += width
    return tuple(done)
