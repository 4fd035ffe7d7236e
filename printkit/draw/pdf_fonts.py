"""Our typefaces as ReportLab embeds them: its own class, with the tables of glyphs read at once.

ReportLab reads advances, outlines' places and the character map number by number, a hundredth of a second a face; a
small print spent a third of its time there. Everything else, subsets included, is ReportLab's.
"""

from __future__ import annotations

import copy
import io
import struct
import threading
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTEncoding, TTFont, TTFontFace

from printkit.type import fonts, truetype_tables


class _Face(TTFontFace):
    """A face of ours: whole tables, one character map (3, 1) of format 4, no glyph without a place."""

    def extractInfo(self, charInfo: int = 1) -> None:  # noqa: N802, N803  # ReportLab's names
        """ReportLab's attributes for characters and glyphs, after its own for everything else."""
        super().extractInfo(0)
        metrics = self._bytes("hmtx")
        advances = truetype_tables.advances(metrics, self._bytes("hhea"), self._bytes("maxp"))
        pairs = (len(metrics) - 2 * len(advances)) // 2  # past these a bearing stands alone
        words = struct.unpack(f">{len(metrics) // 2}H", metrics)
        self.hmetrics = list(zip(advances, (*words[1 : 2 * pairs : 2], *words[2 * pairs :]), strict=True))
        wide = bool(self._shorts("head")[25])
        places = np.frombuffer(self._bytes("loca"), ">u4" if wide else ">u2").astype(np.int64)
        self.glyphPos = (places if wide else places * 2).tolist()
        self.charToGlyph = truetype_tables.characters(self._bytes("cmap"))
        self.charToGlyph[0xA0] = self.charToGlyph[0x20]
        scale = self._pdfScale  # type: ignore[attr-defined]  # its stubs do not know it
        widths = [scale(advance) for advance in advances]
        self.charWidths = {code: widths[glyph] for code, glyph in self.charToGlyph.items()}
        self.defaultWidth = widths[0]

    def _shorts(self, table: str) -> NDArray[np.int64]:
        """A table as unsigned numbers of two bytes."""
        data = self._bytes(table)
        return np.frombuffer(data[: len(data) & ~1], ">u2").astype(np.int64)

    def _bytes(self, table: str) -> bytes:
        data: bytes = self.get_table(table)  # type: ignore[no-untyped-call]  # ReportLab's stubs leave it open
        return data


class _Font(TTFont):
    """ReportLab's font around a face that is already read: its own constructor would read the file again."""

    def __init__(self, name: str, face: TTFontFace) -> None:
        self.fontName, self.face, self.encoding = name, face, TTEncoding()
        self.state: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()
        self._asciiReadable, self.shapable = rl_config.ttfAsciiReadable, False


@cache
def _face(key: str) -> _Face:
    face = _Face(io.BytesIO(fonts.data(key)))
    # Two keys may be one face with other figures; printers that keep fonts by name must not mix them up.
    face.name += f"-{key}".encode()
    return face


_threads = threading.local()


def font(key: str) -> TTFont:
    """The font of a key. One object a thread: ReportLab's fonts hold a reading position."""
    held: dict[str, TTFont] = _threads.__dict__.setdefault("fonts", {})
    if key not in held:
        held[key] = _Font(f"tablewright-{key}", copy.copy(_face(key)))
        pdfmetrics.registerFont(held[key])
    return held[key]
