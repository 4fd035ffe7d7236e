"""A machine with the fonts a test wants: its own folders instead of this one's, and fonts made on the spot."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen

from printkit.type import fallback_fonts, shaping, system_fonts, text_measure, typesetting


@contextmanager
def machine_with(*folders: Path) -> Iterator[None]:
    """Only the fonts in these folders are installed, and no package with Chinese."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(system_fonts, "folders", lambda: folders)
        patch.setattr(system_fonts, "CJK_PACKAGES", ())
        _forget()
        try:
            yield
        finally:
            _forget()


def _forget() -> None:
    remembered = (
        system_fonts.files, system_fonts._held, fallback_fonts.face_for, fallback_fonts._of_machine,
        shaping.shape, shaping._faced, text_measure.width_em, typesetting.fit,
    )  # fmt: skip
    for one in remembered:
        one.cache_clear()


def write_font(file: Path, characters: str, *, name: str = "Made Sans", fs_type: int = 0, drawn: bool = True) -> Path:
    """A small OpenType font with cubic outlines (a round blob for each character), as large CJK fonts are."""
    glyphs = [".notdef", *(f"u{ord(c):X}" for c in characters)]
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder(glyphs)
    builder.setupCharacterMap({ord(c): f"u{ord(c):X}" for c in characters})
    charstrings = {}
    for number, glyph in enumerate(glyphs):
        pen = T2CharStringPen(1000, None)
        if drawn:
            pen.moveTo((100, 0))
            pen.curveTo((100, 700 - number), (900, 700), (900, 0))
            pen.closePath()
        charstrings[glyph] = pen.getCharString()
    builder.setupCFF(name.replace(" ", ""), {}, charstrings, {})
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (1000, 100)))
    builder.setupHorizontalHeader(ascent=880, descent=-120)
    builder.setupNameTable({"familyName": name, "styleName": "Regular", "psName": name.replace(" ", "")})
    builder.setupOS2(fsType=fs_type)
    builder.setupPost()
    builder.save(file)
    return file
