"""Names in any script: fallback fonts, right-to-left order, joined letters, and text that can be read out again."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from unicodedata import normalize

import pikepdf
import pypdfium2
import pytest
from bidi import get_display
from fake_system_fonts import machine_with, write_font
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.draw.display_list import Text
from printkit.draw.pdf import About, Leaf, write_pdf
from printkit.draw.pdf_preview import pdfium
from printkit.draw.svg import drawing_svg
from printkit.type import bidi, fallback_fonts, fonts, shaping, system_fonts, text_measure
from printkit.type.typesetting import Setting, fit, fit_line
from printkit.units import MM_PER_POINT

PACKAGED = ("שלום", "مرحبا بالعالم", "ภาษาไทย น้ำ", "नमस्ते", "ქართული", "Ωμέγα", "Огонь", "x̃", "שָׁלוֹם", "★")
"""What needs no font of the machine's."""
BODY = Setting("text", "text-bold", 9.6, 6.4)


def printed(*lines: str, font: str = "title") -> bytes:
    items = tuple(
        Text(5, 280 - 10 * number, text_measure.printable(line, font), font, 14, (0, 0, 0))
        for number, line in enumerate(lines)
    )
    leaf = Leaf(210, 297, items, "1", "Cards", (0, 0, 210, 297))
    return write_pdf([leaf], About("Names", "x", "Simplex"))


def read_out(pdf: bytes) -> list[str]:
    with pdfium, pypdfium2.PdfDocument(pdf) as document:
        return [line.strip() for line in document[0].get_textpage().get_text_bounded().splitlines()]


def test_an_outline_is_made_for_the_first_file_and_kept_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    first = printed("الحارس", "ガード")

    def no_more(*_: object) -> None:
        raise AssertionError("drawn once more")

    monkeypatch.setattr(fallback_fonts.Face, "draw", no_more)
    assert printed("الحارس", "ガード") == first
    assert read_out(printed("ガード"))[-1:] == ["ガード"]


def test_outlines_are_made_page_by_page_and_not_all_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def pages() -> Iterator[Leaf]:
        item = Text(5, 200, text_measure.printable("海豚", "title"), "title", 14, (0, 0, 0))
        yield Leaf(210, 297, (item,), "1", "Cards", (0, 0, 210, 297))
        monkeypatch.setattr(fallback_fonts.Face, "draw", None)

    assert read_out(write_pdf(pages(), About("Names", "x", "Simplex"))) == ["海豚"]


def seen(line: str, font: str = "text") -> str:
    """The characters of a line from left to right."""
    stretches = text_measure.stretches(line, font)
    return "".join(one.text if one.face is None else "".join(g.text for g in one.glyphs) for one in stretches)


@pytest.mark.parametrize("name", PACKAGED)
@pytest.mark.parametrize("font", ["title", "label"])
def test_a_name_is_printed_without_any_font_of_the_machine_and_reads_out_again(name: str, font: str):
    with machine_with():
        assert not text_measure.absent(name, font)
        (line,) = read_out(printed(name, font=font))
    assert normalize("NFC", line.replace(" ", "")) == normalize("NFC", name.replace(" ", ""))


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(["שלום", "עולם", "abc", "Dragon", "12", "3.5", "(", ")", "!", "-", ",", " ", " ", "[", "]"])
    )
)
def test_mixed_directions_are_seen_in_the_order_unicode_asks_for(words: list[str]):
    """The oracle is another implementation (the Rust one in python-bidi), which orders whole lines, mirroring none."""
    line = "".join(words).strip()
    mirrored = str.maketrans(")]", "([")
    shown = line if text_measure.simple(line, "text") else seen(line)
    assert shown.translate(mirrored) == str(get_display(line)).translate(mirrored)


def test_brackets_open_towards_what_they_hold():
    assert seen("שלום (abc) [עולם]") == "[םלוע] (abc) םולש"


def test_arabic_letters_join():
    glyph = {}
    for letters in ("ب", "بب"):
        (stretch,) = text_measure.stretches(letters, "text")
        glyph[letters] = [one.parts[0][0] for one in stretch.glyphs]
    assert len(set(glyph["ب"] + glyph["بب"])) == 3, "alone, at the start and at the end a letter has three shapes"


def test_marks_stand_over_their_letter_and_take_no_room():
    (bare,), (pointed,) = text_measure.stretches("ש", "text"), text_measure.stretches("שָׁ", "text")
    assert len(pointed.glyphs) == 1
    assert len(pointed.glyphs[0].parts) == 3
    assert pointed.width_em == bare.width_em == text_measure.width_em("שָׁ", "text")


def test_every_font_of_the_file_is_embedded_and_the_file_is_sound():
    with pikepdf.open(io.BytesIO(printed(*PACKAGED))) as file:
        assert not file.check_pdf_syntax()
        found = [one for one in file.objects if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/Font"]
        composite = [font for font in found if font.Subtype == "/Type0"]
        assert {str(font.BaseFont).partition("+")[2] for font in composite} >= {"FiraGO-Regular"}
        for font in composite:
            assert "/ToUnicode" in font
            descriptor = font.DescendantFonts[0].FontDescriptor
            assert len(descriptor.FontFile2.read_bytes()) < 20_000, "a subset"


def test_another_process_prints_the_same_bytes():
    program = (
        "import hashlib, sys; sys.path[:0] = ['tests/printkit/type', 'tests/support'];"
        "import test_scripts as t; print(hashlib.sha256(t.printed(*t.PACKAGED)).hexdigest())"
    )
    root = Path(__file__).parents[3]
    runs = [subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True) for _ in "12"]
    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stdout, runs[0].stderr


def test_a_deck_in_our_own_letters_opens_no_other_font():
    program = (
        "import sys; from printkit.job import print_job as job; job.make(job.PrintSpec('fairytale', pages=((1, 1),)));"
        "later = ('printkit.type.shaping', 'printkit.type.bidi', 'printkit.draw.pdf_fallback_fonts', 'bidi',"
        " 'pymupdf_fonts');"
        "print([name for name in later if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.stdout.strip() == "[]", run.stdout + run.stderr


# Fonts of the machine


def test_a_font_of_the_machine_stands_in_with_its_own_outlines(tmp_path: Path):
    write_font(tmp_path / "made.otf", "龙王")
    with machine_with(tmp_path):
        assert text_measure.stand_ins("龙王 King", "title") == ("Made Sans",)
        assert text_measure.printable("龙王 King", "title") == "龙王 King"
        pdf = printed("龙王 King")
        assert read_out(pdf) == ["龙王 King"]
        assert b"glyf" in embedded(pdf, "MadeSans"), "cubic outlines become quadratic ones"
    with machine_with():
        assert text_measure.absent("龙王 King", "title") == "龙王"
        assert text_measure.printable("龙王 King", "title") == f"{fonts.MISSING * 2} King"


def embedded(pdf: bytes, name: str) -> bytes:
    with pikepdf.open(io.BytesIO(pdf)) as file:
        for one in file.objects:
            if isinstance(one, pikepdf.Dictionary) and str(one.get("/FontName", "")).endswith(name):
                return one.FontFile2.read_bytes()
    return b""


def test_a_font_that_forbids_it_is_not_embedded_and_a_broken_one_is_passed_over(tmp_path: Path):
    (tmp_path / "a.ttf").write_bytes(b"\0\1\0\0 no font at all")
    (tmp_path / "b.ttc").write_bytes(b"")
    write_font(tmp_path / "c.otf", "龙", name="Locked Sans", fs_type=2)
    write_font(tmp_path / "d.otf", "龙", name="Empty Sans", drawn=False)
    write_font(tmp_path / "e.otf", "龙", name="Open Sans")
    with machine_with(tmp_path, tmp_path / "nowhere"):
        assert text_measure.stand_ins("龙", "text") == ("Open Sans",)


def test_a_plain_font_is_preferred_to_a_slanted_or_narrow_one(tmp_path: Path):
    for file, name in (
        ("NotoSansTest-Bold.otf", "Bold"),
        ("Zen-Mono.otf", "Mono"),
        ("NotoSansTest-Regular.otf", "Plain"),
    ):
        write_font(tmp_path / file, "龙", name=name)
    with machine_with(tmp_path):
        assert text_measure.stand_ins("龙", "text") == ("Plain",)


def test_an_emoji_of_several_leaves_no_box_beside_it(tmp_path: Path):
    write_font(tmp_path / "emoji.otf", "👩🚀👍🏴☠❤🐉", name="Made Emoji")
    with machine_with(tmp_path):
        for shown, wanted in (("👍🏽", "👍"), ("❤️", "❤"), ("👩‍🚀", "👩🚀"), ("🏴‍☠️", "🏴☠"), ("🐉️ Lair", "🐉 Lair")):
            assert not text_measure.absent(shown, "title")
            assert seen(text_measure.printable(shown, "title"), "title").replace("\ufe0f", "") == wanted
        assert text_measure.printable("🇩🇪 Hut", "title") == "DE Hut", "a flag nobody can draw is its letters"


@pytest.mark.parametrize(
    "name",
    ["龙王", "龍王", "ドラゴン", "드래곤"],
)
def test_chinese_japanese_and_korean_names_print_everywhere(name: str):
    assert not text_measure.absent(name, "title")
    assert read_out(printed(name)) == [name]


def test_this_machine_prints_emoji():
    if text_measure.absent("🐉", "title"):
        pytest.skip("no font here has 🐉: apt install fonts-symbola")
    assert read_out(printed("🐉")) == ["🐉"]


@pytest.mark.parametrize(
    ("characters", "said"), [("龙", "rare characters"), ("🐉", "Symbola|Noto Emoji"), ("ሰ", "Noto")]
)
def test_the_cure_says_what_to_install(characters: str, said: str):
    assert any(one in system_fonts.cure(characters) for one in said.split("|"))


# Lines


CJK = st.text("打出此牌时，从库抽取两张。「龙」（三）ァーカード、！abc 12", min_size=1, max_size=60)


@settings(max_examples=60, deadline=None)
@given(CJK, st.floats(14, 50))
def test_chinese_breaks_anywhere_but_before_a_closing_mark_or_after_an_opening_one(words: str, width: float):
    block = fit(words, width, 300, BODY)
    lines = ["".join(run.text for run in line) for line in block.lines]
    assert "".join("".join(lines).split()) == "".join(text_measure.printable(words, "text").split())
    assert block.width_mm <= width + 1e-6
    joined = " ".join(text_measure.printable(words, "text").split())
    for line, following in pairwise(lines):
        if f"{line} {following}" not in joined:
            assert following[0] not in "，。」）ァー、！"
            assert line[-1] not in "「（"


def test_a_long_text_without_spaces_fills_its_lines():
    block = fit("打出此牌时从牌库抽取两张牌然后弃掉一张" * 4, 50, 40, BODY)
    assert not block.cut
    widths = [sum(run.width_em for run in line) for line in block.lines[:-1]]
    assert min(widths) > block.rooms.room_em - 2


def test_a_japanese_loan_word_is_not_torn_apart():
    block = fit("ドラゴンの炎", 12, 30, replace(BODY, balanced=True))
    assert len(block.lines) == 2
    assert any("ドラゴン" in run.text for line in block.lines for run in line)


def test_a_paragraph_read_from_the_right_ends_at_the_right():
    block = fit("שלום לכולם ולכל מי שבא **אל** השולחן הזה היום\nThis one is read from the left", 30, 40, BODY)
    ends = [block.start_em(number) + line[-1].x_em + line[-1].width_em for number, line in enumerate(block.lines)]
    for number, right in enumerate(block.right_to_left):
        assert ends[number] == pytest.approx(block.rooms.room_em) if right else block.start_em(number) == 0
    assert set(block.right_to_left) == {True, False}


def test_words_in_bold_and_icons_stand_where_they_are_read():
    (line,) = fit("שלום **עולם** [flip] abc", 80, 10, BODY, frozenset({"flip"})).lines
    shown = [run.text.strip(" \u200e\u200f") for run in line]
    assert [one for one in shown if one] == ["abc", "flip", "עולם", "שלום"], "from left to right"
    for left, right in pairwise(line):
        assert right.x_em == pytest.approx(left.x_em + left.width_em)


@settings(max_examples=60, deadline=None)
@given(st.text("שלום عربي 龙王🐉 (abc) 12!\u200d\ufe0f\u202eไทยี", max_size=40), st.floats(10, 50))
def test_no_text_of_any_script_runs_out_of_its_box(words: str, width: float):
    block = fit(words, width, 60, BODY)
    # Lines are broken in the order they are read in, and kerned in the order they are set in: less than a tenth apart.
    assert block.cut or block.width_mm <= width + 0.1
    shown, size = fit_line(words, "label", width, (9, 5))
    assert text_measure.width_mm(shown, "label", size) <= width + 1e-6 or len(shown) <= 1


@pytest.mark.parametrize("words", ["\u0590\u200f", "a\u0590b", "\u0590 שלום"])
def test_a_character_unicode_has_not_given_out_is_no_trouble_beside_others(words: str):
    assert fit(words, 40, 12, Setting("text", "text-bold", 9.0, 6.0)).lines


def test_directions_somebody_typed_into_a_name_are_left_out():
    assert text_measure.printable("\u202eabc\u202c", "text") == "abc"
    assert bidi.resolved("\u202eabc", 0) == ("abc", [0, 0, 0])


@pytest.mark.parametrize(
    "words", ["ש" * 5000, "a" + "\u0301" * 5000, "שׁ" + "\u05b8" * 5000, "👩\u200d" * 2000, "龙" * 5000, "\u0378 " * 900]
)
def test_a_prank_is_printed_as_far_as_it_fits(words: str):
    with machine_with():
        shown, _ = fit_line(words, "title", 40, (12, 8))
        block = fit(words, 40, 20, BODY)
        assert text_measure.width_mm(shown, "title", 8) <= 40
        assert block.width_mm <= 40 + 1e-6
        assert read_out(printed(shown))


def test_chinese_characters_take_the_forms_of_their_country():
    assert [shaping._region(words) for words in ("龙王", "ドラゴンの王", "龍王", "你們", "Owl")] == [
        "zh-Hans", "ja", "ja", "zh-Hant", "",
    ]  # fmt: skip


# Screens


def test_a_screen_shows_the_outlines_the_sheet_prints():
    item = Text(50, 10, "שלום (abc)", "title", 14, (0, 0, 0), "end")
    drawn = drawing_svg((item,), (60, 20), "x")
    assert "<path" in drawn
    assert "ש" not in drawn
    assert "(abc)" in drawn
    assert text_measure.width_em("שלום", "title") * 14 * MM_PER_POINT > 5
