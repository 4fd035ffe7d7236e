"""Fonts of people's own: a TTF or OTF file, or a family that is installed as a package, made ready to be embedded.

PDFs here hold TrueType outlines, so what a file has as PostScript curves is turned into them, and of a family in one
file with many weights one weight is taken. What its maker forbids to embed is refused (OpenType, OS/2, fsType).
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from printkit.type import fonts

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

MOST_BYTES = 10_000_000
NO_EMBEDDING, NO_SUBSETS, BITMAPS_ONLY = 0x002, 0x100, 0x200
CURVE_ERROR = 0.001
"""How far a turned curve may lie off, as a share of the em."""
HEADS = (b"\0\1\0\0", b"OTTO", b"true")
WEIGHTS = {
    "thin": 100, "extralight": 200, "light": 300, "regular": 400, "": 400, "medium": 500, "semibold": 600, "bold": 700,
    "extrabold": 800, "black": 900,
}  # fmt: skip


def own_font(data: bytes, weight: int = 0) -> str:
    """The key of a font out of a file's bytes; ``weight`` is taken where the file has several (0: its own).

    Raises ValueError saying what is wrong with it and the cure, without the file's name.
    """
    if len(data) > MOST_BYTES:
        raise ValueError(f"has {len(data) / 1e6:.0f} MB, and {MOST_BYTES // 1_000_000} MB are the most; take a smaller")
    if not data.startswith(HEADS):
        raise ValueError("is no font; name a TTF or OTF file")
    return _own_font(data, weight)


@cache
def _own_font(data: bytes, weight: int) -> str:
    key = f"own-{hashlib.sha256(data).hexdigest()[:16]}-{weight}"
    try:
        made = _ready(data, weight)
    except ValueError:
        raise
    except Exception:  # fontTools raises whatever a damaged table leads it to
        raise ValueError("is damaged; save the font again, or take another") from None
    fonts.add_own(key, made)
    try:
        fonts.metrics(key)
    except Exception:  # as above
        raise ValueError("lacks what every font has; take another") from None
    return key


def _ready(data: bytes, weight: int) -> bytes:
    from fontTools.ttLib import TTFont, newTable

    face = TTFont(io.BytesIO(data), recalcTimestamp=False)
    _allowed(face)
    if "fvar" in face:
        from fontTools.varLib.instancer import instantiateVariableFont

        for tag in ("GSUB", "GPOS", "GDEF"):
            if tag in face:  # letters are set one by one: what joins them would only take time
                del face[tag]
        axes = {axis.axisTag: axis for axis in face["fvar"].axes}
        at = {tag: axis.defaultValue for tag, axis in axes.items()}
        if "wght" in axes and weight:
            at["wght"] = min(max(weight, axes["wght"].minValue), axes["wght"].maxValue)
        face = instantiateVariableFont(face, at, inplace=True)
    if "CFF " in face or "CFF2" in face:
        _to_truetype(face, newTable)
    if "glyf" not in face:
        raise ValueError("has no outlines; take a TTF or OTF file that has")
    if getattr(face["OS/2"], "sCapHeight", 0) <= 0:
        _add_cap_height(face)
    out = io.BytesIO()
    face.save(out)
    return out.getvalue()


def _allowed(face: TTFont) -> None:
    """Raise ValueError for a font that may not be embedded."""
    kind = int(getattr(face["OS/2"], "fsType", 0))
    if kind & 0x00F == NO_EMBEDDING or kind & BITMAPS_ONLY:
        raise ValueError("may not be embedded, says its maker (fsType); take another font")
    if kind & NO_SUBSETS:
        raise ValueError("may not be embedded in part, says its maker (fsType); take another font")


def _add_cap_height(face: TTFont) -> None:
    """Old files do not say how tall capitals are: as tall as the H, else two thirds of the em."""
    table, glyphs = face["OS/2"], face.getGlyphSet()
    from fontTools.pens.boundsPen import BoundsPen

    pen = BoundsPen(glyphs)
    name = face.getBestCmap().get(ord("H"))
    if name:
        glyphs[name].draw(pen)
    table.sCapHeight = round(pen.bounds[3]) if pen.bounds else round(face["head"].unitsPerEm * 0.67)
    table.sxHeight = getattr(table, "sxHeight", 0)
    table.usDefaultChar, table.usBreakChar, table.usMaxContext = 0, 32, 0
    table.version = max(table.version, 2)
    if not hasattr(table, "ulCodePageRange1"):
        table.ulCodePageRange1 = table.ulCodePageRange2 = 0


def _to_truetype(face: TTFont, new_table: Any) -> None:
    """PostScript curves as TrueType's, for every glyph."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    order, glyphs, made = face.getGlyphOrder(), face.getGlyphSet(), {}
    for name in order:
        pen = TTGlyphPen(None)
        glyphs[name].draw(Cu2QuPen(pen, CURVE_ERROR * face["head"].unitsPerEm, reverse_direction=True))
        made[name] = pen.glyph()
    face["loca"] = new_table("loca")
    face["glyf"] = outlines = new_table("glyf")
    outlines.glyphOrder, outlines.glyphs = order, made
    face["maxp"] = most = new_table("maxp")
    most.tableVersion, most.numGlyphs = 0x00010000, len(order)
    for key in ("maxZones", "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs"):
        setattr(most, key, 1 if key == "maxZones" else 0)
    for key in ("maxStackElements", "maxSizeOfInstructions", "maxComponentElements"):
        setattr(most, key, 0)
    for tag in ("CFF ", "CFF2", "VORG"):
        if tag in face:
            del face[tag]
    face.sfntVersion = "\000\001\000\000"
    face["post"].formatType = 3.0
    face["head"].glyphDataFormat = 0


def package_font(family: str, weight: int = 400, *, italic: bool = False) -> str:
    """The key of a family's font that is installed as ``fontpkg-FAMILY``, of the weight that is nearest.

    Raises LookupError where the family is not installed, or has no italic where one is asked for.
    """
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,40}", family):
        raise LookupError(family)
    found = [one for one in _files(family) if one[2] == italic]
    if not found:
        raise LookupError(family)
    name, _, _ = min(found, key=lambda one: abs(one[1] - weight) if one[1] else 0)
    data = (files(f"fontpkg_{family.replace('-', '_')}") / "files" / name).read_bytes()
    return own_font(data, weight if "wght" in name else 0)


def _files(family: str) -> Iterator[tuple[str, int, bool]]:
    """Each file's name, its weight (0 where it has all) and whether it is slanted."""
    try:
        folder = files(f"fontpkg_{family.replace('-', '_')}") / "files"
        names = sorted(one.name for one in folder.iterdir() if one.name.endswith((".ttf", ".otf")))
    except (ModuleNotFoundError, FileNotFoundError):
        return
    for name in names:
        stem = name.partition("[")[0].rpartition(".")[0] or name.partition("[")[0]
        style = stem.rpartition("-")[2].lower() if "-" in stem else ""
        weight = 0 if "wght" in name else WEIGHTS.get(style.replace("italic", ""), 400)
        yield name, weight, "italic" in style
