"""The typefaces: lining figures, equal bytes, widths that match the file, and no crash on any script."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest
from fake_system_fonts import machine_with
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from printkit.type import fonts, text_measure

SANS = ("text", "text-bold", "text-black", "text-italic", "label", "code")


def opened(key: str) -> TTFont:
    return TTFont(io.BytesIO(fonts.data(key)))


def bounds(font: TTFont, character: str) -> tuple[float, float, float, float]:
    glyphs = font.getGlyphSet()
    pen = BoundsPen(glyphs)
    glyphs[font.getBestCmap()[ord(character)]].draw(pen)
    return pen.bounds


@pytest.mark.parametrize("key", SANS)
def test_figures_stand_on_the_line_as_tall_as_capitals(key: str) -> None:
    font = opened(key)
    tall = font["OS/2"].sCapHeight
    for figure in "0123456789":
        _, low, _, high = bounds(font, figure)
        assert low > -30, f"{figure} hangs below the line"
        assert abs(high - tall) < 0.1 * tall


def test_figures_of_a_code_are_all_of_one_width() -> None:
    assert len({text_measure.width_em(figure, "code") for figure in "0123456789"}) == 1


def test_zero_and_o_of_a_code_differ_by_a_stroke() -> None:
    font, plain = opened("code"), opened("text-bold")
    struck, bare = (f["glyf"][f.getBestCmap()[ord("0")]].numberOfContours for f in (font, plain))
    assert struck == bare + 1


@pytest.mark.parametrize("key", fonts.keys())
def test_files_are_truetype_that_may_be_embedded(key: str) -> None:
    font = opened(key)
    assert "glyf" in font
    assert font["OS/2"].fsType in (0, 4, 8)  # installable, preview and print, editable: all embeddable


@pytest.mark.parametrize("key", fonts.keys())
def test_widths_are_those_of_the_file(key: str) -> None:
    font = opened(key)
    names, em = font.getBestCmap(), font["head"].unitsPerEm
    text = "Dragon's Lair 7×"
    wanted = sum(font["hmtx"][names[ord(c)]][0] for c in text) / em
    assert text_measure.width_em(text, key) == pytest.approx(wanted)
    assert text_measure.width_mm(text, key, 72) == pytest.approx(wanted * 25.4)


def test_another_process_makes_the_same_bytes() -> None:
    program = (
        "import hashlib, printkit.type.fonts as f; print(*(hashlib.sha256(f.data(k)).hexdigest() for k in f.keys()))"
    )
    runs = {
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout for _ in "12"
    }
    assert len(runs) == 1


def test_a_missing_character_is_told_and_replaced() -> None:
    assert text_measure.missing("Łódź 龍 🐉 ok", "title") == "龍🐉"
    with machine_with():
        assert text_measure.absent("Łódź 龍 שלום", "title") == "龍"
        assert text_measure.printable("Łódź 龍", "title") == f"Łódź {fonts.MISSING}"
        assert text_measure.printable("עברית \u202e x\u0301", "text") == "עברית x\u0301"


def test_an_unknown_key_names_the_known_ones() -> None:
    with pytest.raises(fonts.FontError, match="text-bold"):
        fonts.data("comic")
