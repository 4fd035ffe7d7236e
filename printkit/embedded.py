"""Our typefaces as ReportLab embeds them: its own class, with the tables of glyphs read at once.

ReportLab reads advances, outlines' places and the character map number by number, a hundredth of a second a face; a
small print spent a third of its time there. Everything else, subsets included, is ReportLab's.
"""

from __future__ import annotations

import copy
import io
import threading
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTEncoding, TTFont, TTFontFace

from printkit import fonts


class _Face(TTFontFace):
    """A face of ours: whole tables, one character map (3, 1) of format 4, no glyph without a place."""

    def extractInfo(self, charInfo: int = 1) -> None:  # noqa: N802, N803  # ReportLab's names
        """ReportLab's attributes for characters and glyphs, after its own for everything else."""
        super().extractInfo(0)
        metrics = self._shorts("hmtx")
        count = int(self._shorts("hhea")[17])
        pairs, rest = metrics[: 2 * count].reshape(-1, 2), metrics[2 * count :]
        advances = [*pairs[:, 0].tolist(), *[int(pairs[-1, 0])] * len(rest)]
        self.hmetrics = list(zip(advances, [*pairs[:, 1].tolist(), *rest.tolist()], strict=True))
        wide = bool(self._shorts("head")[25])
        places = np.frombuffer(self._bytes("loca"), ">u4" if wide else ">u2").astype(np.int64)
        self.glyphPos = (places if wide else places * 2).tolist()
        self.charToGlyph = _characters(self._shorts("cmap").tolist())
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


def _characters(words: list[int]) -> dict[int, int]:
    """Glyphs by character code out of a ``cmap`` table whose first subtable is of format 4 (OpenType, cmap)."""
    table = words[(words[4] << 16 | words[5]) // 2 :]
    count = table[3] // 2
    starts_at, offsets_at = 8 + count, 8 + 3 * count
    found: dict[int, int] = {}
    for n in range(count):
        start, end = table[starts_at + n], table[7 + n]
        delta, offset = table[starts_at + count + n], table[offsets_at + n]
        codes = range(start, end + 1)
        if offset:
            at = offsets_at + n + offset // 2
            glyphs = [glyph and (glyph + delta) & 0xFFFF for glyph in table[at : at + len(codes)]]
        else:
            glyphs = [(code + delta) & 0xFFFF for code in codes]
        found.update(zip(codes, glyphs, strict=True))
    return found


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
