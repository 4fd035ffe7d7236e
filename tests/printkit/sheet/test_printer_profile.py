"""Printer profiles: read, written, refused; readings against the light."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from printkit.draw.display_list import Fill, Group, Stroke
from printkit.sheet.backs import BACKS, find_backs
from printkit.sheet.calibration_sheet import Reading, face, from_reading, geometry, sheet_pdf
from printkit.sheet.paper import SheetError, find_sheet
from printkit.sheet.printer_profile import (
    Face,
    Margins,
    Prices,
    Profile,
    ProfileError,
    find_profile,
    names,
    read_profile,
    write_profile,
)

face_errors = st.builds(
    Face, st.floats(-20, 20), st.floats(-20, 20), st.floats(-5, 5), st.floats(0.9, 1.1), st.floats(0.9, 1.1)
)
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=30)


@example(Face(), Face(), "office\x7f", Margins(5, 5))  # TOML forbids DELETE, JSON does not
@given(face_errors, face_errors, WORDS, st.builds(Margins, st.floats(0, 40), st.floats(0, 40)))
@example(Face(), Face(), "\x7f", Margins())  # JSON leaves it as it is, TOML does not take it
def test_a_profile_is_read_back_as_it_was_written(front: Face, back: Face, printer: str, margins: Margins):
    profile = Profile("office", printer, "letter", "2", "2026-11-21", front, back, margins, Prices("EUR", 0.02, 0.04))
    again = read_profile(write_profile(profile), "office.toml")
    assert (again.printer, again.paper, again.prices) == (printer, "letter", profile.prices)
    for one, other in ((again.front, front), (again.back, back)):
        assert (one.offset_x_mm, one.angle_deg, one.scale_y) == pytest.approx(
            (other.offset_x_mm, other.angle_deg, other.scale_y), abs=1e-9
        )
    assert again.margins.right_mm == pytest.approx(margins.right_mm)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("paper = a4", "own.toml: cannot be read as TOML: .*; correct that line"),
        ('paper = "a44"', "own.toml, paper: .* did you mean a4"),
        ("[fronts]", "own.toml, fronts: is not known; did you mean front"),
        ("[back]\noffset_mm = 3", r"own.toml, back.offset_mm: is not known; did you mean offset_[xy]_mm"),
        (
            "[back]\noffset_x_mm = 300",
            "own.toml, back.offset_x_mm: 300 makes no sense; expected .* from -20 to 20",
        ),
        ("[front]\nscale_x = 0", "own.toml, front.scale_x: 0 makes no sense"),
        ("[front]\nangle_deg = nan", "own.toml, front.angle_deg: nan makes no sense"),
        ('[front]\nangle_deg = "1"', "own.toml, front.angle_deg: '1' makes no sense"),
        ("[margins]\nleft_mm = true", "own.toml, margins.left_mm: True makes no sense"),
        (
            'paper = "100x100"\n[margins]\nleft_mm = 50\nright_mm = 50',
            "own.toml, margins: leave nothing of 100",
        ),
        ("[prices]\nsheet = -1", "own.toml, prices.sheet: -1 makes no sense"),
        ("front = 3", r"own.toml, front: expected a section, \[front\]"),
        ("printer = 3", "own.toml, printer: expected a short text in quotes"),
    ],
)
def test_nonsense_is_refused_with_file_key_and_cure(text: str, said: str):
    with pytest.raises(ProfileError, match=said):
        read_profile(text, "own.toml")


def test_profiles_are_found_by_name_or_file(tmp_path: Path):
    (tmp_path / "office.toml").write_text(write_profile(Profile("office", "Laser")), "utf-8")
    assert names(tmp_path) == ("office",)
    assert find_profile("office", tmp_path).printer == "Laser"
    assert find_profile(str(tmp_path / "office.toml"), Path("/nowhere")).name == "office"
    with pytest.raises(ProfileError, match=r'--profile: "ofice" is no profile in .*; did you mean office\?'):
        find_profile("ofice", tmp_path)
    with pytest.raises(ProfileError, match="none is there yet"):
        find_profile("office", tmp_path / "empty")
    (tmp_path / "broken.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ProfileError, match="is not text"):
        find_profile("broken", tmp_path)


def test_a_face_is_corrected_by_how_it_comes_out_of_the_printer():
    profile = Profile("office", front=Face(1.0, 2.0), back=Face(3.0, 4.0, 0.5))
    assert {profile.face("front", way).offset_x_mm for way in BACKS} == {1.0}
    backs = {way.word: profile.face("back", way).offset_x_mm for way in BACKS}
    assert backs == {"none": 1.0, "long": 3.0, "short": -3.0, "fold": 1.0, "separate": 1.0, "manual": 3.0}
    assert profile.face("back", find_backs("short")).angle_deg == 0.5


def test_the_wider_of_two_margins_counts_and_the_correction_keeps_clear_of_it():
    plain = Profile("office", margins=Margins(4, 6, 3, 12.7))
    assert plain.side_margins_mm(find_sheet("a4")) == pytest.approx((6, 12.7))
    assert plain.side_margins_mm(find_sheet("a4").turned()) == pytest.approx((12.7, 6))
    moved = Profile("office", margins=Margins(4, 6, 3, 12.7), back=Face(1.5, -2.0))
    assert moved.side_margins_mm(find_sheet("a4")) == pytest.approx((7.5, 14.7))


def test_a_job_costs_its_paper_and_ink():
    prices = Prices("EUR", sheet=0.02, ink_page=0.04)
    assert prices.cost(sheets=10, coverage=2.5) == pytest.approx(10 * 0.02 + 50 * 0.04)


@given(st.floats(-1.5, 1.5), st.floats(-1.5, 1.5), st.floats(-0.2, 0.2))
def test_readings_against_the_light_tell_how_the_back_lies(right: float, up: float, turn_deg: float):
    """What is read at the four scales of a back moved and turned, as seen from the front."""
    middles = geometry()["combs"]["middles"]
    turn = math.radians(turn_deg)
    reading = Reading(
        right - turn * middles["top"][1],
        right - turn * middles["bottom"][1],
        up + turn * middles["left"][0],
        up + turn * middles["right"][0],
    )
    front, back = from_reading(reading)
    assert front == Face()
    # As seen on the back itself: right is left, and turning left is turning right.
    assert (back.offset_x_mm, back.offset_y_mm) == pytest.approx((-right, up), abs=1e-3)
    assert back.angle_deg == pytest.approx(-turn_deg, abs=1e-3)


def test_readings_of_no_sheet_are_refused():
    with pytest.raises(ValueError, match="do not fit one sheet"):
        from_reading(Reading(2, -2, 0, 0))


@pytest.mark.parametrize("shift", [-1.3, -0.4, 0.0, 0.7, 1.5])
@pytest.mark.parametrize("name", ["top", "bottom", "left", "right"])
def test_through_the_paper_the_line_that_meets_its_partner_carries_the_number(name: str, shift: float):
    """The scales as drawn: behind the front's line labelled with the shift stands the back's, and no other so near."""
    axis = 0 if name in ("top", "bottom") else 1
    # The scale behind the front's left one is drawn at the right of the back page.
    behind = {"left": "right", "right": "left"}.get(name, name)
    fronts = _lines("front", name, axis)
    backs = [(-one if axis == 0 else one) + shift for one in _lines("back", behind, axis)]
    near = [(min(abs(front - back) for back in backs), front) for front in fronts]
    gap, at = min(near)
    assert gap < 0.011
    middle = geometry()["combs"]["middles"][name][axis]
    label = -(at - middle) / geometry()["combs"]["pitch_mm"] * 0.1
    assert label == pytest.approx(shift, abs=1e-6)


def _lines(side: str, name: str, axis: int) -> list[float]:
    """Where the lines of a scale stand along it, on the page."""
    x, y = geometry()["combs"]["middles"][name]
    group = next(
        item for item in face("front" if side == "front" else "back")
        if isinstance(item, Group) and (item.x_mm, item.y_mm) == (x, y) and len(item.items) > 30
    )  # fmt: skip
    own = [
        item.path.ops[0][1] for item in group.items
        if isinstance(item, Stroke) and len(item.path.ops) == 2 and item.path.ops[0][1] == item.path.ops[1][1]
    ]  # fmt: skip
    return [(x, y)[axis] + float(one) for one in own]


def test_fiducials_are_the_dictionarys_markers():
    import cv2

    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, rows in enumerate(geometry()["fiducials"]["bits"]):
        marker = cv2.aruco.generateImageMarker(dictionary, number, 6, borderBits=1)[1:5, 1:5]
        assert rows.split() == ["".join("1" if bit else "0" for bit in row) for row in marker]


def test_the_sheet_fits_the_papers_it_is_for_and_says_so_where_it_does_not():
    for paper in ("a4", "letter", "legal", "a3"):
        assert sheet_pdf(find_sheet(paper)).startswith(b"%PDF")
    with pytest.raises(SheetError, match="--paper 100x150: the calibration sheet needs 200 × 270 mm"):
        sheet_pdf(find_sheet("100x150"))
    assert any(isinstance(item, Fill) for item in face("front"))
