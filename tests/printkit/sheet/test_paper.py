"""Papers: by name, by size, and what a sheet file that cannot be used is told."""

from __future__ import annotations

import pytest

from printkit.sheet.paper import SheetError, find_sheet, names, read_sheet, usual_paper
from printkit.units import MM_PER_POINT, points, read_size_mm


def test_the_papers_the_command_line_names_are_there():
    assert set(names()) >= {"a4", "a3", "letter", "legal"}
    sizes = {name: (find_sheet(name).width_mm, find_sheet(name).height_mm) for name in names()}
    assert sizes["a4"] == (210, 297)
    assert sizes["letter"] == (215.9, 279.4)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("210x297", (210, 297)),
        ("210 x 297 mm", (210, 297)),
        ("21x29.7cm", (210, 297)),
        ("8.5x11in", (215.9, 279.4)),
        ("8.5in×11in", (215.9, 279.4)),
        ("100*150", (100, 150)),
    ],
)
def test_a_size_is_a_paper_too(text: str, size: tuple[float, float]):
    assert read_size_mm(text) == pytest.approx(size)
    sheet = find_sheet(text)
    assert (sheet.width_mm, sheet.height_mm) == pytest.approx(size)


@pytest.mark.parametrize("text", ["", "a4x", "210x", "x297", "-210x297", "210x297x3", "1e9x2", "nanxnan", "a 4"])
def test_what_is_no_size_is_none(text: str):
    assert read_size_mm(text) is None


@pytest.mark.parametrize(
    ("paper", "hint"),
    [("a5x", "did you mean a4"), ("leter", "did you mean letter"), ("zzz", "there is a3, a4"), ("0x0", "is no sheet")],
)
def test_an_unknown_paper_is_refused_with_the_nearest(paper: str, hint: str):
    with pytest.raises(SheetError, match=hint) as refusal:
        find_sheet(paper)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("width_mm = ", "own.toml: cannot be read as TOML"),
        ("width_mm = 210.0", "own.toml, height_mm"),
        ("width_mm = 210.0\nheight_mm = -3", "own.toml, height_mm"),
        ('width_mm = "wide"\nheight_mm = 3', "own.toml, width_mm"),
        ("width_mm = nan\nheight_mm = 3", "own.toml, width_mm"),
        ("width_mm = 210\nheight_mm = 297\nmargn_mm = 5", "own.toml, margn_mm: is not known; did you mean margin_mm"),
        ("width_mm = 210\nheight_mm = 297\nmarks = 3", "own.toml, marks"),
        ("width_mm = 210\nheight_mm = 297\n[marks]\nlength_mm = true", "own.toml, mark_length_mm"),
    ],
)
def test_a_sheet_file_that_cannot_be_used_names_file_and_key(text: str, place: str):
    with pytest.raises(SheetError, match=place):
        read_sheet(text, "own")


@pytest.mark.parametrize(
    ("locale_name", "paper"),
    [
        ("en_US.UTF-8", "letter"),
        ("es_MX", "letter"),
        ("fr-CA", "letter"),
        ("English_United States.1252", "letter"),
        ("en_GB.UTF-8", "a4"),
        ("de_DE", "a4"),
        ("C.UTF-8", "a4"),
        ("", "a4"),
    ],
)
def test_the_paper_follows_the_locale(locale_name: str, paper: str):
    assert usual_paper(locale_name) == paper


def test_an_inch_is_seventy_two_points():
    assert points(25.4) == pytest.approx(72)
    assert points(63.0) * MM_PER_POINT == pytest.approx(63.0)
