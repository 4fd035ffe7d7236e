"""Our quick reading of a typeface finds what ReportLab's own finds."""

from __future__ import annotations

import io
import threading

import pytest
from reportlab.pdfbase.ttfonts import TTFontFace

from printkit.draw import pdf_fonts
from printkit.type import fonts


@pytest.mark.parametrize("key", fonts.keys())
def test_a_face_is_read_as_reportlab_reads_it(key: str) -> None:
    own, ours = TTFontFace(io.BytesIO(fonts.data(key))), pdf_fonts.font(key).face
    for codes in (own.charToGlyph, own.charWidths):
        codes.pop(0xFFFF, None)  # what ends a character map is no character
    for what in ("charToGlyph", "charWidths", "defaultWidth", "hmetrics", "glyphPos", "ascent", "bbox", "flags"):
        assert getattr(ours, what) == getattr(own, what), what
    letters = [*map(ord, "Añ0ﬁ€☺ž"), 0xA0]
    assert ours.makeSubset(letters) == own.makeSubset(letters)


def test_every_thread_has_fonts_of_its_own() -> None:
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(pdf_fonts.font("text").face))
    thread.start()
    thread.join()
    assert found
    assert found[0] is not pdf_fonts.font("text").face
    assert pdf_fonts.font("text") is pdf_fonts.font("text")
