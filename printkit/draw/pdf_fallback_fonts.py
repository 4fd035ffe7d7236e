"""Fallback faces in a PDF: one small TrueType font a face and file, with the glyphs its texts use and no others.

ReportLab embeds a TrueType file by its characters; what stands in here is chosen by glyph (joined Arabic, an emoji of
several characters), comes from files of any format (CFF outlines, collections, variable fonts), and has to give its
characters back to whoever copies or reads aloud the text. So each cluster gets a code of its own in a composite font
(PDF 32000, 9.7), its marks drawn into its glyph, and the outlines are written as quadratic curves.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables._g_l_y_f import Glyph as Outline
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFZCompress

from printkit.type.fallback_fonts import Face
from printkit.type.shaping import Glyph, Stretch

_CURVE_ERROR = 0.5
"""How far a quadratic curve may stray from the cubic it replaces, in 1/1000 em: less than a printer's dot."""
_EM = 1000
_PER_BLOCK = 100
"""The most entries a block of a ToUnicode map may have."""
_KEPT = 16_384
"""So many outlines at most are kept for the next file, some hundred bytes each; a Chinese deck has a few thousand."""


class CompositeFont:
    """A face in one file: gives out codes as glyphs are asked for, and writes itself when the file is saved."""

    def __init__(self, document: Any, face: Face, name: str) -> None:
        self.face, self.name = face, name
        self.codes: dict[Glyph, int] = {}
        """From 1 on, in the order in which they were asked for."""
        self.outlines: list[_Kept] = []
        document.delayedFonts.append(self)

    def shown(self, stretch: Stretch) -> str:
        """A stretch as an operand of Tj."""
        return f"<{''.join(f'{self._code(glyph):04X}' for glyph in stretch.glyphs)}>"

    def _code(self, glyph: Glyph) -> int:
        """A glyph's code. It is drawn when it gets one: all at the end would keep whoever waits for a page waiting."""
        if glyph not in self.codes:
            self.outlines.append(_outline(self.face, glyph.parts))
            self.codes[glyph] = len(self.outlines)
        return self.codes[glyph]

    def addObjects(self, document: Any) -> None:  # noqa: N802  # ReportLab calls it when it saves
        """Write the font's objects into the file."""
        tag = "".join(chr(65 + (len(self.codes) // 26**place) % 26) for place in range(6))
        base = f"{tag}+{self.face.postscript}"
        font = PDFDictionary(
            {
                "Type": PDFName("Font"),
                "Subtype": PDFName("Type0"),
                "BaseFont": PDFName(base),
                "Encoding": PDFName("Identity-H"),
                "DescendantFonts": PDFArray([document.Reference(self._descendant(document, base))]),
                "ToUnicode": document.Reference(_stream(self._characters())),
            }
        )
        document.idToObject["BasicFonts"].dict[self.name] = document.Reference(font)

    def _descendant(self, document: Any, base: str) -> PDFDictionary:
        """The font of the glyphs themselves, with their widths."""
        return PDFDictionary(
            {
                "Type": PDFName("Font"),
                "Subtype": PDFName("CIDFontType2"),
                "BaseFont": PDFName(base),
                "CIDSystemInfo": PDFDictionary({"Registry": "(Adobe)", "Ordering": "(Identity)", "Supplement": 0}),
                "FontDescriptor": document.Reference(self._descriptor(document, base)),
                "CIDToGIDMap": PDFName("Identity"),
                "DW": _EM,
                "W": PDFArray([1, PDFArray([round(glyph.advance * _EM / self.face.upem) for glyph in self.codes])]),
            }
        )

    def _descriptor(self, document: Any, base: str) -> PDFDictionary:
        """How tall it is, and the file it is in."""
        program = self._program()
        file = _stream(program)
        file.dictionary["Length1"] = len(program)
        extents = self.face.font.get_font_extents("ltr")
        low, high = (round(value * _EM / self.face.upem) for value in (extents.descender, extents.ascender))
        return PDFDictionary(
            {
                "Type": PDFName("FontDescriptor"),
                "FontName": PDFName(base),
                "Flags": 4,
                "FontBBox": PDFArray([0, low, _EM, high]),
                "ItalicAngle": 0,
                "Ascent": high,
                "Descent": low,
                "CapHeight": 700,
                "StemV": 80,
                "FontFile2": document.Reference(file),
            }
        )

    def _program(self) -> bytes:
        """The TrueType file: glyph n is what code n shows."""
        upem = self.face.upem
        order = [".notdef", *(f"g{code}" for code in self.codes.values())]
        outlines = dict(zip(order, [_Kept(TTGlyphPen(None).glyph()), *self.outlines], strict=True))
        builder = FontBuilder(upem, isTTF=True)
        builder.setupGlyphOrder(order)
        builder.setupGlyf(outlines, calcGlyphBounds=False)
        advances = [0, *(max(0, glyph.advance) for glyph in self.codes)]
        left = [glyph.xMin for glyph in outlines.values()]
        builder.setupHorizontalMetrics(dict(zip(order, zip(advances, left, strict=True), strict=True)))
        extents = self.face.font.get_font_extents("ltr")
        builder.setupHorizontalHeader(ascent=round(extents.ascender), descent=round(extents.descender))
        builder.setupHead(unitsPerEm=upem, created=0, modified=0)
        builder.font.recalcTimestamp = False
        builder.setupMaxp()
        out = io.BytesIO()
        builder.font.save(out)
        return out.getvalue()

    def _characters(self) -> bytes:
        """The map back to characters."""
        pairs = [(code, glyph.text) for glyph, code in self.codes.items()]
        lines = [
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
            "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
            "1 begincodespacerange <0000> <FFFF> endcodespacerange",
        ]
        for at in range(0, len(pairs), _PER_BLOCK):
            block = pairs[at : at + _PER_BLOCK]
            lines.append(f"{len(block)} beginbfchar")
            lines += [f"<{code:04X}> <{text.encode('utf-16-be').hex().upper()}>" for code, text in block]
            lines.append("endbfchar")
        lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
        return "\n".join(lines).encode("ascii")


class _Kept(Outline):  # type: ignore[misc]  # fontTools says nothing of its types
    """An outline as the file has it: asked what fontTools asks of its own, and put into words once for all files."""

    def __init__(self, drawn: Outline) -> None:
        super().__init__()
        drawn.recalcBounds(None)
        self.numberOfContours, self.flags = drawn.numberOfContours, ()
        self.xMin, self.yMin, self.xMax, self.yMax = drawn.xMin, drawn.yMin, drawn.xMax, drawn.yMax
        self.most = drawn.getMaxpValues() if drawn.numberOfContours else (0, 0)
        self.words: bytes = drawn.compile(None)

    def compile(self, *_: object, **__: object) -> bytes:
        return self.words

    def getMaxpValues(self) -> tuple[int, int]:  # noqa: N802  # fontTools calls it when it saves
        return self.most


@lru_cache(maxsize=_KEPT)
def _outline(face: Face, parts: tuple[tuple[int, int, int], ...]) -> _Kept:
    """What a cluster looks like. Turning its curves quadratic was nine tenths of a print in Chinese."""
    pen = TTGlyphPen(None)
    quadratic = Cu2QuPen(pen, _CURVE_ERROR * face.upem / _EM)
    for number, x, y in parts:
        face.draw(number, quadratic, (x, y))
    return _Kept(pen.glyph())


def _stream(content: bytes) -> PDFStream:
    stream = PDFStream(PDFDictionary({}), content)
    stream.filters = [PDFZCompress]
    return stream
