"""Type in a box: nothing runs over, no word is lost, marks and icons are read."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.type import text_measure, typesetting
from printkit.type.typesetting import Setting, fit, fit_line, line_em
from printkit.units import MM_PER_POINT

BODY = Setting("text", "text-bold", 9.6, 6.4)
TITLE = Setting("title", "title", 13.5, 9.0, leading=1.04, most_lines=2, balanced=True)
ICONS = frozenset({"flip", "bomb"})
WORDS = st.lists(st.text("abcdefg Wil…éß7−×", min_size=1, max_size=14), max_size=40).map(" ".join)


def shown(block: typesetting.Block) -> list[str]:
    return [" ".join(run.text for run in line) for line in block.lines]


@settings(max_examples=60, deadline=None)
@given(WORDS, st.floats(8, 60), st.floats(3, 30))
def test_nothing_runs_out_of_its_box(words: str, width: float, height: float) -> None:
    block = fit(words, width, height, BODY)
    assert block.width_mm <= width + 1e-6 or block.cut
    if not block.cut:
        assert block.height_mm <= height + 1e-6
        assert BODY.smallest_pt <= block.size_pt <= BODY.largest_pt


@settings(max_examples=60, deadline=None)
@given(WORDS)
def test_no_character_is_lost_where_it_fits(words: str) -> None:
    block = fit(words, 52, 200, BODY)
    assert not block.cut
    assert "".join("".join(shown(block)).split()) == "".join(words.split())


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60))
def test_any_text_at_all_can_be_set(words: str) -> None:
    for setting in (BODY, TITLE):
        assert fit(words, 26, 10, setting).size_pt >= setting.smallest_pt
    assert fit_line(words, "label", 20, (7, 6))[1] >= 6


def test_a_larger_size_would_not_have_fitted() -> None:
    words = "Everybody turns one Homestead card of their own face down, and then one more."
    block = fit(words, 40, 9, BODY)
    assert not block.cut
    next_size = Setting("text", "text-bold", block.size_pt + 0.1, block.size_pt + 0.1)
    assert block.size_pt == BODY.largest_pt or fit(words, 40, 9, next_size).cut


def test_bold_and_icons_are_runs_of_their_own() -> None:
    (line,) = fit("Put [bomb] one **down**, now", 60, 10, BODY, ICONS).lines
    assert [(run.text, run.font) for run in line] == [
        ("Put", "text"), ("bomb", ""), ("one", "text"), ("down", "text-bold"), (", now", "text"),
    ]  # fmt: skip
    gap = text_measure.width_em(" ", "text")
    for left, right in pairwise(line):
        glued = right.text.startswith(",")
        assert right.x_em - left.x_em - left.width_em == pytest.approx(0 if glued else gap)


def test_an_unknown_icon_is_shown_as_typed() -> None:
    assert shown(fit("see [nowhere] and [Flip]", 60, 10, BODY, ICONS)) == ["see [nowhere] and [Flip]"]


def test_lines_break_where_the_writer_broke_them() -> None:
    assert shown(fit("One.\nTwo.", 60, 20, BODY)) == ["One.", "Two."]


def test_too_much_text_ends_in_dots_inside_the_box() -> None:
    block = fit("word " * 400, 40, 12, BODY)
    assert block.cut
    assert shown(block)[-1].endswith("…")
    assert block.size_pt == BODY.smallest_pt
    assert max(map(line_em, block.lines)) * block.size_pt * MM_PER_POINT <= 40


def test_a_name_is_set_smaller_before_a_word_is_broken() -> None:
    assert shown(fit("Homesteader", 24, 10, TITLE)) == ["Homesteader"]
    assert shown(fit("Sky-Dance Dragon", 26.2, 10, TITLE)) == ["Sky-Dance", "Dragon"]


def test_lines_of_a_name_are_even() -> None:
    block = fit("The Long Way Home", 26.2, 10, TITLE)
    first, second = (line_em(line) for line in block.lines)
    assert min(first, second) / max(first, second) > 0.6


def test_one_line_shrinks_and_then_ends_in_dots() -> None:
    assert fit_line("ATTACK", "label", 40, (6.6, 6.0)) == ("ATTACK", 6.6)
    words, size = fit_line("ATTACK IN ANOTHER PLAYER'S TURN AND THEN SOME", "label", 20, (6.6, 6.0))
    assert (words[-1], size) == ("…", 6.0)
    assert text_measure.width_mm(words, "label", size) <= 20


def lines_of(markup: str, width_mm: float, language: str) -> list[str]:
    setting = typesetting.Setting("text", "text-bold", 9.0, 9.0, language=language)
    return [" ".join(run.text for run in line) for line in typesetting.fit(markup, width_mm, 60.0, setting).lines]


def test_a_long_word_is_divided_where_it_would_leave_a_wide_gap():
    words = "Lege die Verteidigungswürfel zurück"
    whole, divided = lines_of(words, 34.0, ""), lines_of(words, 34.0, "de")
    assert whole[0] == "Lege die"
    assert divided[0].startswith("Lege die Vertei")
    assert divided[0].endswith("-")
    assert "".join(divided).replace("-", "").replace(" ", "") == words.replace(" ", "")


def test_what_is_bold_or_short_or_of_an_unknown_language_stays_whole():
    assert lines_of("Lege die **Verteidigungswürfel** zurück", 34.0, "de")[0] == "Lege die"
    assert lines_of("Lege die Verteidigungswürfel zurück", 34.0, "xx")[0] == "Lege die"
    assert not any(line.endswith("-") for line in lines_of("one two three four five six seven eight", 14.0, "en"))
