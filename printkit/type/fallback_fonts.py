"""The faces that stand in where the cards' own lack a character, in the order they are asked.

First our other family, then FiraGO and the Noto symbols (OFL, an installed package: Arabic, Hebrew, Thai, Georgian,
Devanagari, signs), then what ``system_fonts`` finds: a package with Chinese and the fonts of this machine. Nothing here
is imported or opened before a text needs it. Outlines, widths and shaping are HarfBuzz's, whatever the file's format.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.util import find_spec
from typing import Any

import uharfbuzz as hb

from printkit.type import fonts, system_fonts

_HEAVY = frozenset({"text-bold", "text-black", "label", "code"})
_PACKAGED = "pymupdf_fonts"
_SYMBOLS = ("NotoSansSymbols2_Regular", "NotoSansSymbols_Regular")
_SCALES = {"emoji": 0.88, "cjk": 0.93, "other": 1.0}
"""Emoji and Chinese characters fill their em square; at these sizes they keep clear of the line above."""
_EMBOLDENED = 0.03
"""How much heavier, in em, a regular face is drawn that stands in for a bold one."""


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One font that can stand in: its name for people, what it holds, and HarfBuzz's view of it.

    ``scale`` is how large it is set beside our own faces, so that its letters look as tall as theirs.
    """

    name: str
    postscript: str
    scale: float
    font: Any = field(repr=False)
    characters: Any = field(repr=False)
    drawn: dict[int, bool] = field(default_factory=dict, repr=False)

    @property
    def upem(self) -> int:
        """Font units in an em."""
        return int(self.font.face.upem)

    def draw(self, number: int, pen: Any, at: tuple[int, int] = (0, 0)) -> None:
        """Draw a glyph's outline with a fontTools pen, moved by font units."""
        from fontTools.pens.transformPen import TransformPen

        self.font.draw_glyph_with_pen(number, TransformPen(pen, (1, 0, 0, 1, *at)))

    def draws(self, number: int) -> bool:
        """Whether a glyph has an outline: a colour bitmap has none, and cannot be embedded."""
        if number not in self.drawn:
            extents = self.font.get_glyph_extents(number)
            seen = extents is not None and bool(extents.width) and bool(extents.height)
            self.drawn[number] = seen
        return self.drawn[number]


def opened(blob: Any, index: int = 0, *, scale: float = 1.0, name: str = "") -> Face:
    """A face of a font file's bytes. Raises hb.HarfBuzzError or ValueError where it is no font."""
    face = hb.Face(blob, index)
    font = hb.Font(face)
    if any(axis.tag == "wght" for axis in face.axis_infos):
        font.set_variations({"wght": 400})  # some variable fonts start out thin
    family = face.get_name(hb.OTNameIdPredefined.TYPOGRAPHIC_FAMILY) or face.get_name(hb.OTNameIdPredefined.FONT_FAMILY)
    postscript = face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or ""
    plain = "".join(c for c in postscript if c.isascii() and (c.isalnum() or c == "-"))
    return Face(
        name or family or "a font without a name", plain or "Fallback", scale=scale, font=font, characters=face.unicodes
    )


@lru_cache(maxsize=16384)
def face_for(cluster: str, key: str) -> Face | None:
    """The first face that shows all of a cluster of characters, in the weight that suits a font key; None if none."""
    for face in _chain(key, cluster):
        if _shows(face, cluster):
            return face
    return None


def _chain(key: str, cluster: str) -> Iterator[Face]:
    if key != "text-bold":
        yield _own("text-bold" if key in _HEAVY else "text")
    if find_spec(_PACKAGED) is not None:
        style = "Bold" if key in _HEAVY else "Italic" if key == "text-italic" else "Regular"
        yield _packaged(f"FiraGO_{style}")
        yield from map(_packaged, _SYMBOLS)
    for found in system_fonts.fonts_with(cluster[0]):
        face = _of_machine(found, key in _HEAVY)
        if face is not None:
            yield face


def _shows(face: Face, cluster: str) -> bool:
    """Every character it must have is there, and something is seen."""
    needed = [ord(c) for c in cluster if not ignorable(c)]
    if not needed or any(code not in face.characters for code in needed):
        return False
    return any(face.draws(face.font.get_nominal_glyph(code) or 0) for code in needed)


def ignorable(character: str) -> bool:
    """Characters that are never seen themselves: joiners and variation selectors."""
    return character in "\u200c\u200d\u2060\ufeff" or "\ufe00" <= character <= "\ufe0f"


@cache
def _own(key: str) -> Face:
    return opened(hb.Blob(fonts.data(key)), name="Alegreya Sans")


@cache
def _packaged(module: str) -> Face:
    data: bytes = importlib.import_module(f"{_PACKAGED}.{module}").fontbuffer
    return opened(hb.Blob(data), scale=0.94 if module.startswith("FiraGO") else 1.0)


@cache
def _of_machine(found: system_fonts.Found, heavy: bool) -> Face | None:
    try:
        face = opened(hb.Blob.from_file_path(str(found.file)), found.index, scale=_SCALES[found.kind])
    except (OSError, ValueError, hb.HarfBuzzError):
        return None
    if heavy and found.kind != "emoji":
        face.font.synthetic_bold = (_EMBOLDENED, _EMBOLDENED, True)
    return face
