"""The pages' typefaces: Marcellus for headings, Alegreya Sans for the rest, cut down to what the pages need.

Each comes in two files. The small one has what English and German are written with and nearly every page needs; the
other has the further Latin letters, and a browser fetches it only for a page that has one of them (``unicode-range``).
Alegreya Sans has old-style figures of its own; ours are lining and all of one width, and the zero has a dot, so that
nobody takes it for an O. The zero of Marcellus is its O, so figures in headings are those of Alegreya Sans Regular.
"""

from __future__ import annotations

import io
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort

from companion import late
from companion.web.assets import YEAR_S, kept

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

bp = Blueprint("fonts", __name__)
FACES = {
    "Marcellus-Regular": ("fontpkg_marcellus", "Marcellus", 400),
    "AlegreyaSans-Medium": ("fontpkg_alegreya_sans", "Alegreya", 500),
    "AlegreyaSans-Bold": ("fontpkg_alegreya_sans", "Alegreya", 700),
    "AlegreyaSans-Black": ("fontpkg_alegreya_sans", "Alegreya", 900),
}
"""Package, family and weight of each file."""
HEADING_FIGURES = "AlegreyaSans-Regular"
_HEADING_SIZE = "118%"
"""As tall as the capitals of Marcellus."""
NEEDED = (
    "U+20-7E,U+A0,U+AD,U+B7,U+C4,U+D6,U+DC,U+DF,U+E4,U+E9,U+F6,U+FC,U+D7,"
    "U+2013-2014,U+2018-201A,U+201C-201E,U+2026,U+2192,U+2212"
)
"""English, German, and the marks the pages and games set."""
FURTHER = (
    "U+A1-AC,U+AE-B6,U+B8-C3,U+C5-D5,U+D8-DB,U+DD-DE,U+E0-E3,U+E5-E8,U+EA-F5,U+F7-FB,U+FD-17F,U+218-21B,"
    "U+2C6-2DD,U+1E80-1E9E,U+2010-2012,U+2020-2022,U+2030-203A,U+20AC,U+2122,U+2190-2191,U+2193"
)
"""Latin-1, Latin Extended-A and more marks: other scripts have other fonts."""
PARTS = {"": NEEDED, "-further": FURTHER}
_DIGITS = "U+30-39"
_FIGURES = {ord("0") + value: name for value, name in enumerate(
    ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
)}  # fmt: skip
_DOT = {"Regular": (42, 58), "Medium": (46, 62), "Bold": (42, 60), "Black": (33, 56)}
"""Half the width and height of the zero's dot, in thousandths of the size, by weight."""


@bp.get("/static/fonts/<name>.woff2")
@bp.get("/static/v-<edition>/fonts/<name>.woff2")
def font(name: str, edition: str = "") -> Response:
    """One of the files."""
    face = name.removesuffix("-further")
    if face not in FACES and name != HEADING_FIGURES:
        abort(404)
    return kept(Response(woff2(face, name.removeprefix(face)), mimetype="font/woff2"), YEAR_S)


def css() -> str:
    """The ``@font-face`` rules, with addresses from the style sheets' folder."""
    rules = [
        _rule(family, weight, name + part, _without_figures(unicodes) if _headings(name) else unicodes)
        for part, unicodes in PARTS.items()
        for name, (_, family, weight) in FACES.items()
    ]
    headings = _rule("Marcellus", 400, HEADING_FIGURES, _DIGITS).replace("}", f"size-adjust: {_HEADING_SIZE}; }}")
    return "\n".join([*rules, headings])


def _rule(family: str, weight: int, file: str, unicodes: str) -> str:
    return (
        f"@font-face {{ font-family: {family}; font-weight: {weight}; font-display: swap; "
        f'src: url(fonts/{file}.woff2) format("woff2"); unicode-range: {unicodes}; }}'
    )


def _without_figures(unicodes: str) -> str:
    return unicodes.replace("U+20-7E", "U+20-2F,U+3A-7E")


def _headings(name: str) -> bool:
    return name == "Marcellus-Regular"


@cache  # a third of a second a file
def woff2(name: str, part: str) -> bytes:
    """One file, the same bytes on every run."""
    package = FACES[name][0] if name in FACES else "fontpkg_alegreya_sans"
    options = late.subset.Options(flavor="woff2", layout_features=["kern"], hinting=False, desubroutinize=True)
    face = late.subset.load_font(io.BytesIO((files(package) / "files" / f"{name}.ttf").read_bytes()), options)
    unicodes = PARTS[part] if name in FACES else _DIGITS
    if _headings(name):
        unicodes = _without_figures(unicodes)
    else:
        _set_figures(face, *_DOT[name.rpartition("-")[2]])
    cutter = late.subset.Subsetter(options)
    cutter.populate(unicodes=late.subset.parse_unicodes(unicodes))
    cutter.subset(face)
    out = io.BytesIO()
    late.subset.save_font(face, out, options)
    return out.getvalue()


def _set_figures(face: TTFont, wide: int, high: int) -> None:
    """Have the lining figures of one width for digits, the zero with a dot in it."""
    for table in face["cmap"].tables:
        for code, name in _FIGURES.items():
            if code in table.cmap:
                table.cmap[code] = f"{name}.tf"
    glyphs = face["glyf"]
    zero = glyphs["zero.tf"]
    x, y = (zero.xMin + zero.xMax) / 2, (zero.yMin + zero.yMax) / 2
    pen = late.ttGlyphPen.TTGlyphPen(face.getGlyphSet())
    face.getGlyphSet()["zero.tf"].draw(pen)
    around = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]
    points = [(round(x + wide * right), round(y + high * up)) for right, up in around]
    pen.moveTo(points[0])
    for corner, end in zip(points[1::2], [*points[2::2], points[0]], strict=True):
        pen.qCurveTo(corner, end)
    pen.closePath()
    glyphs["zero.tf"] = pen.glyph()
    glyphs["zero.tf"].recalcBounds(glyphs)
