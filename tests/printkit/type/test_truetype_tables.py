"""Tables of a TrueType file read and written by their bytes are what fontTools makes of them."""

from __future__ import annotations

import io

import pytest
from fontTools.ttLib import TTFont
from fontTools.ttLib.standardGlyphOrder import standardGlyphOrder
from fontTools.ttLib.tables._c_m_a_p import table__c_m_a_p
from hypothesis import given
from hypothesis import strategies as st

from printkit.type import fonts, truetype_tables


@given(st.dictionaries(st.integers(1, 0xFFFE), st.integers(0, 3000), min_size=1, max_size=60))
def test_a_character_map_comes_back_as_it_was_written(glyphs: dict[int, int]) -> None:
    written = truetype_tables.character_map(glyphs)
    assert truetype_tables.characters(written) == glyphs
    table = table__c_m_a_p()
    table.decompile(written, _Numbered())
    assert table.getcmap(3, 1).cmap == {code: f"glyph{glyph}" for code, glyph in glyphs.items() if glyph}


class _Numbered(TTFont):
    """A font whose glyphs are called by their numbers."""

    def getGlyphOrder(self) -> list[str]:  # noqa: N802  # fontTools' name
        return [f"glyph{number}" for number in range(3001)]

    def getGlyphNameMany(self, numbers: list[int]) -> list[str]:  # noqa: N802  # fontTools' name
        return [f"glyph{number}" for number in numbers]


@pytest.mark.parametrize("key", ["title", "text-italic"])
def test_an_installed_face_is_read_as_fonttools_reads_it(key: str) -> None:
    font = fonts.FONTS[key]
    raw = (fonts.files(font.package) / "files" / font.file).read_bytes()
    face = TTFont(io.BytesIO(raw))
    order = face.getGlyphOrder()
    tables = face.reader
    assert {c: order[g] for c, g in truetype_tables.characters(tables["cmap"]).items() if g} == face["cmap"].getcmap(
        3, 1
    ).cmap
    wide = truetype_tables.advances(tables["hmtx"], tables["hhea"], tables["maxp"])
    assert wide == [face["hmtx"][name][0] for name in order]
    own = [name for name in order if name not in standardGlyphOrder]
    assert truetype_tables.glyph_numbers(tables["post"], own[-3:]) == {name: order.index(name) for name in own[-3:]}
    with pytest.raises(KeyError, match="nobody"):
        truetype_tables.glyph_numbers(tables["post"], ["nobody"])


def test_a_font_without_a_map_for_windows_is_refused() -> None:
    with pytest.raises(ValueError, match="no character map for Windows"):
        truetype_tables.characters(b"\0\0\0\1\0\1\0\0\0\0\0\x0c\0\4")


@pytest.mark.parametrize("key", fonts.keys())
def test_the_sums_in_a_font_file_are_right(key: str) -> None:
    face = TTFont(io.BytesIO(fonts.data(key)), checkChecksums=2)  # 2: a wrong sum is an error
    face.ensureDecompiled()
    again = io.BytesIO()
    face.save(again, reorderTables=None)
    ours, theirs = (TTFont(io.BytesIO(data)).reader for data in (fonts.data(key), again.getvalue()))
    assert set(ours.keys()) == set(theirs.keys())
    assert truetype_tables.font_file({tag: theirs[tag] for tag in theirs.tables}) == again.getvalue()
