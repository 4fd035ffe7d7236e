"""What a line of text measures in a typeface, and which of its characters the faces here can show.

A text whose characters all are in its own face, left to right, is measured here; everything else by ``shaping``, which
is imported by the first text that needs it.
"""

from __future__ import annotations

from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING

from printkit.type import fonts
from printkit.units import MM_PER_POINT

if TYPE_CHECKING:
    from printkit.type.shaping import Stretch


@lru_cache(maxsize=16384)
def width_em(text: str, key: str) -> float:
    """The width of one line of text as a share of its size. A missing character counts as the face's empty box."""
    try:
        return sum(map(fonts.metrics(key).advances.__getitem__, text))
    except KeyError:
        return sum(stretch.width_em for stretch in stretches(text, key))


def simple(text: str, font: str) -> bool:
    """Whether the face alone shows the text, letter by letter from left to right."""
    return all(map(fonts.metrics(font).advances.__contains__, text))


def stretches(text: str, font: str) -> tuple[Stretch, ...]:
    """A text that is not ``simple`` as it is seen: stretches in its own face and in fallback faces, left to right."""
    found: tuple[Stretch, ...] = _shaping().shape(text, font)
    return found


def width_mm(text: str, font: str, size_pt: float) -> float:
    """The width of one line of text in millimetres, without kerning (a PDF written glyph by glyph has none)."""
    return width_em(text, font) * size_pt * MM_PER_POINT


def missing(text: str, font: str) -> str:
    """The characters of the text the face itself cannot show, each once, in order of appearance."""
    advances = fonts.metrics(font).advances
    return "".join(dict.fromkeys(c for c in text if c not in advances and not c.isspace()))


def absent(text: str, font: str) -> str:
    """The characters no font here can show: a box stands in their place."""
    return str(_shaping().absent(text, font)) if missing(text, font) else ""


def stand_ins(text: str, font: str) -> tuple[str, ...]:
    """The names of the fallback fonts a text needs."""
    if not missing(text, font):
        return ()
    return tuple(dict.fromkeys(face.name for face in _shaping().faces_of(text, font)))


def printable(text: str, font: str) -> str:
    """The text with characters no face shows replaced: without their accents where that helps, else by MISSING."""
    text = " ".join(text.split())
    return text if simple(text, font) else " ".join(_shaping().showable(text, font).split())


def _shaping() -> ModuleType:
    """Fallback fonts, bidirectional order and joined letters: imported by the first text that needs them."""
    from printkit.type import shaping

    return shaping
