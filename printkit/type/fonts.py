"""The typefaces on a card, as data a PDF can embed, with the widths and heights of their characters.

Marcellus for names, Alegreya Sans for everything else (both OFL, installed as packages). Alegreya Sans has old-style
figures unless a program applies OpenType features, and a PDF written glyph by glyph applies none; so the character
map of our copy points at the lining figures. The files are read when first asked for and kept.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from printkit.print_refusal import FontError
from printkit.type import truetype_tables

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont


MISSING = "\ufffd"
"""Stands for a character no face has: every face here shows it as a crossed box, which nobody takes for a letter."""
_FIGURES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_UNUSED_TABLES = ("GSUB", "GPOS", "GDEF", "kern", "DSIG", "FFTM", "STAT", "gasp")


@dataclass(frozen=True, slots=True)
class Font:
    """One face: its package and file, and which figures its character map points at.

    ``lining`` figures stand as tall as capitals, ``tabular`` ones are lining and all of one width, ``coded`` ones are
    tabular with a stroke through the zero, so that 0 and O differ in a card's code.
    """

    package: str
    file: str
    figures: Literal["own", "lining", "tabular", "coded"] = "own"


_SANS = "fontpkg_alegreya_sans"
FONTS: Mapping[str, Font] = MappingProxyType(
    {
        "title": Font("fontpkg_marcellus", "Marcellus-Regular.ttf"),
        "text": Font(_SANS, "AlegreyaSans-Medium.ttf", "lining"),
        "text-bold": Font(_SANS, "AlegreyaSans-Bold.ttf", "lining"),
        "text-black": Font(_SANS, "AlegreyaSans-Black.ttf", "lining"),
        "text-italic": Font(_SANS, "AlegreyaSans-MediumItalic.ttf", "lining"),
        "label": Font(_SANS, "AlegreyaSans-ExtraBold.ttf", "lining"),
        "code": Font(_SANS, "AlegreyaSans-Bold.ttf", "coded"),
    }
)


@dataclass(frozen=True, slots=True)
class Metrics:
    """What setting type needs: advance widths by character and heights, all as shares of the size."""

    advances: Mapping[str, float]
    missing: float
    ascent: float
    descent: float
    cap_height: float


def keys() -> tuple[str, ...]:
    """The font keys a Text may name."""
    return tuple(FONTS)


@cache
def data(key: str) -> bytes:
    """The TrueType file of a font key, the same bytes on every run. Raises FontError for a key nobody knows."""
    return _prepared(key)[0]


@cache
def metrics(key: str) -> Metrics:
    """Widths and heights of a font key. Raises FontError for a key nobody knows."""
    return _prepared(key)[1]


@cache
def _prepared(key: str) -> tuple[bytes, Metrics]:
    from fontTools.ttLib import TTFont  # 40 ms to import: only printing pays for it

    font = FONTS.get(key)
    if font is None:
        if key not in _own:
            raise FontError(f'there is no font "{key}"; expected one of {", ".join(FONTS)}')
        raw, font = _own[key], Font("", "")
    else:
        raw = _file(font)
    # recalcTimestamp would write today's date into the file; equal input gives equal bytes
    face = TTFont(io.BytesIO(raw), lazy=True, recalcTimestamp=False, recalcBBoxes=False)
    glyphs = {code: glyph for code, glyph in truetype_tables.characters(face.reader["cmap"]).items() if glyph}
    widths = truetype_tables.advances(face.reader["hmtx"], face.reader["hhea"], face.reader["maxp"])
    glyphs |= _figures(face, font.figures, widths)
    _draw_missing(face)
    glyphs[ord(MISSING)] = 0
    _set_bytes(face, "cmap", truetype_tables.character_map(glyphs))
    # version 3: without glyph names, which a PDF does not use
    _set_bytes(face, "post", b"\0\3\0\0" + face.reader["post"][4:32])
    tables = {tag: _bytes(face, tag) for tag in face.reader.tables if tag not in _UNUSED_TABLES}
    return truetype_tables.font_file(tables), _measure(face, glyphs, widths)


def _file(font: Font) -> bytes:
    try:
        return (files(font.package) / "files" / font.file).read_bytes()
    except (ModuleNotFoundError, FileNotFoundError):
        name = font.package.replace("_", "-")
        raise FontError(f"the font file {font.file} is not installed; install the package {name}") from None


_own: dict[str, bytes] = {}
"""TrueType files of people's own by their keys: digests, so that a key means the same font for good."""


def add_own(key: str, data: bytes) -> None:
    """Have a TrueType file known under a key, which must say what is in it (``own_fonts`` makes both)."""
    _own[key] = data


@cache
def glyphs_of(key: str) -> Any:
    """The outlines of a font's characters for screens, as (character map, glyphs, units an em)."""
    from fontTools.ttLib import TTFont

    face = TTFont(io.BytesIO(data(key)), lazy=True)
    return face.getBestCmap(), face.getGlyphSet(), face["head"].unitsPerEm


def _figures(face: TTFont, figures: str, widths: list[int]) -> dict[int, int]:
    """Other glyphs of the same face for the digits, by character code."""
    if figures == "own":
        return {}
    suffix = "lf" if figures == "lining" else "tf"
    names = [f"{name}.{suffix}" for name in _FIGURES]
    numbers = truetype_tables.glyph_numbers(face.reader["post"], names)
    if figures == "coded":
        _strike_zero(face, numbers[names[0]], widths)
    return {ord("0") + value: numbers[name] for value, name in enumerate(names)}


def _draw_missing(face: TTFont) -> None:
    """The glyph of what is missing, as a crossed box between baseline and cap height, and MISSING shown as it."""
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    tall = face["OS/2"].sCapHeight
    width = round(tall * 0.9)
    left, right, line = round(width * 0.1), round(width * 0.9), round(tall * 0.07)
    inner = (left + line, line, right - line, tall - line)
    pen = TTGlyphPen(None)
    _ring(pen, [(left, 0), (left, tall), (right, tall), (right, 0)])
    _ring(pen, [(inner[0], inner[1]), (inner[2], inner[1]), (inner[2], inner[3]), (inner[0], inner[3])])
    for x0, x1 in ((inner[0], inner[2]), (inner[2], inner[0])):
        lean = line if x1 > x0 else -line
        _ring(
            pen,
            [(x0, inner[1]), (x1 - lean, inner[3]), (x1, inner[3]), (x0 + lean, inner[1])][:: 1 if lean > 0 else -1],
        )
    _set_glyph(face, 0, pen.glyph())
    _set_first_advance(face, width, left)


def _ring(pen: Any, points: list[tuple[int, int]]) -> None:
    for index, point in enumerate(points):
        (pen.lineTo if index else pen.moveTo)(point)
    pen.closePath()


def _strike_zero(face: TTFont, number: int, widths: list[int]) -> None:
    """A slanting stroke inside the zero, drawn in the face's own weight."""
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib.tables._g_l_y_f import Glyph

    start, end = _places(face)[number : number + 2].tolist()
    outline, pen = Glyph(_bytes(face, "glyf")[start:end]), TTGlyphPen(None)
    outline.expand(None)
    outline.draw(pen, None)  # not made of other glyphs, so it needs no table to find them in
    middle, half = widths[number] / 2, 62
    for index, point in enumerate(((-half - 46, 190), (-half + 46, 190), (half + 46, 450), (half - 46, 450))):
        (pen.lineTo if index else pen.moveTo)((round(middle + point[0]), point[1]))
    pen.closePath()
    _set_glyph(face, number, pen.glyph())


def _set_first_advance(face: TTFont, width: int, left: int) -> None:
    """The advance and left bearing of glyph 0 (.notdef), written into the table's bytes."""
    _set_bytes(face, "hmtx", struct.pack(">Hh", width, left) + face.reader["hmtx"][4:])


def _set_glyph(face: TTFont, number: int, glyph: Any) -> None:
    """An outline put in another's place in the table's bytes: unpacking two thousand others takes long."""
    outlines, starts = _bytes(face, "glyf"), _places(face)
    kind, unit = (">u4", 1) if face["head"].indexToLocFormat else (">u2", 2)
    drawn = glyph.compile(None)
    drawn += bytes(-len(drawn) % 4)
    before, after = int(starts[number]), int(starts[number + 1])
    starts[number + 1 :] += len(drawn) - (after - before)
    _set_bytes(face, "glyf", outlines[:before] + drawn + outlines[after:])
    _set_bytes(face, "loca", (starts // unit).astype(kind).tobytes())


def _places(face: TTFont) -> NDArray[np.int64]:
    """Where each glyph's outline starts in ``glyf``, and where the last one ends (OpenType, loca)."""
    wide = face["head"].indexToLocFormat
    places = np.frombuffer(_bytes(face, "loca"), ">u4" if wide else ">u2").astype(np.int64)
    return places if wide else places * 2


def _bytes(face: TTFont, tag: str) -> bytes:
    """A table's bytes: those set before, else the file's."""
    table = face.tables.get(tag)
    data: bytes = table.data if type(table).__name__ == "DefaultTable" else face.reader[tag]
    return data


def _set_bytes(face: TTFont, tag: str, data: bytes) -> None:
    from fontTools.ttLib.tables.DefaultTable import DefaultTable

    table = DefaultTable(tag)
    table.data = data
    face[tag] = table


def _measure(face: TTFont, glyphs: Mapping[int, int], widths: list[int]) -> Metrics:
    em = face["head"].unitsPerEm
    advances = {chr(code): widths[glyph] / em for code, glyph in glyphs.items()}
    advances[MISSING] = round(face["OS/2"].sCapHeight * 0.9) / em
    heights = face["OS/2"]
    return Metrics(
        MappingProxyType(advances),
        advances[MISSING],
        ascent=face["hhea"].ascent / em,
        descent=-face["hhea"].descent / em,
        cap_height=heights.sCapHeight / em,
    )
