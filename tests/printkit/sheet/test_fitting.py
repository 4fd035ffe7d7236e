"""Cards fitted to sheets, printers and cutters: sizes, bleed, guides, corrections, outlines, imported places."""

from __future__ import annotations

import io
import math
from dataclasses import replace
from itertools import combinations

import ezdxf
import numpy as np
import pikepdf
import pypdfium2
import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from ink_bounds import boxes, inside, meet

from printkit.job import print_job
from printkit.sheet import cut_marks, cutting_machine, fitting
from printkit.sheet.backs import BACKS, LONG_EDGE, Backs, find_backs
from printkit.sheet.card_size import CARD_SIZES
from printkit.sheet.fitting import Fit, lay
from printkit.sheet.imported_slots import find_slots, read_slots
from printkit.sheet.imposition import impose
from printkit.sheet.page import Page, Piece
from printkit.sheet.paper import SheetError, find_sheet
from printkit.sheet.printer_profile import Face, Margins, Profile, multiplied
from printkit.units import points
from rules.values.cards import Card
from rules.values.code import CardCode

FACE = (63.0, 88.0)
TOKEN = print_job.read_picks("token_epic_coin")


def pieces(count: int) -> list[Piece]:
    card = Card("game", "card", "001", "Card", count, "back", "")
    return [Piece(card, CardCode("XX", "001", copy)) for copy in range(1, count + 1)]


fits = st.builds(
    Fit,
    card_size=st.sampled_from(["", *CARD_SIZES, "40x60"]),
    bleed_mm=st.none() | st.floats(0, 4),
    guides=st.sampled_from(["crop", "full"]),
    registration=st.sampled_from([0, 3, 4]),
    profile=st.none()
    | st.builds(
        Profile,
        st.just("office"),
        front=st.builds(Face, st.floats(-3, 3), st.floats(-3, 3), st.floats(-1, 1), st.floats(0.99, 1.01)),
        back=st.builds(Face, st.floats(-3, 3), st.floats(-3, 3), st.floats(-1, 1), st.floats(0.99, 1.01)),
        margins=st.builds(Margins, st.floats(2, 8), st.floats(2, 8), st.floats(2, 8), st.floats(2, 15)),
    ),
)


def laid_out(wanted: Fit, paper: str, way: Backs):
    if way.word == "fold" and wanted.registration:
        way = LONG_EDGE
    return *lay(wanted, find_sheet(paper), FACE, way), way


@given(fits, st.sampled_from(["a4", "letter", "a3"]), st.sampled_from(BACKS))
def test_however_it_is_fitted_nothing_overlaps_or_leaves_the_printable_area(wanted: Fit, paper: str, way: Backs):
    sheet, grid, _, way = laid_out(wanted, paper, way)
    page_mm = (grid.page_width_mm, grid.page_height_mm)
    for page in impose([("", pieces(min(grid.size, 12)))], grid, way):
        lies = page_mm[0] != sheet.width_mm
        margin_x, margin_y = (sheet.turned() if lies else sheet).margins_mm
        paper_box = (margin_x, margin_y, page_mm[0] - margin_x, page_mm[1] - margin_y)
        for placed in page.placed:
            assert inside(placed.place.box(bleed=True), paper_box, 1e-6)
        for a, b in combinations(page.placed, 2):
            assert not meet(a.place.box(), b.place.box())
            if wanted.bleed_mm:
                assert not meet(a.place.box(bleed=True), b.place.box(bleed=True))
        if wanted.bleed_mm:
            assert {placed.place.bleed.left_mm for placed in page.placed} == {wanted.bleed_mm}
        for ink in boxes(fitting.beside(wanted, page, grid, sheet, cuts=True)):
            for placed in page.placed:
                assert not meet(ink, placed.place.box(bleed=True), 0.11 if not wanted.registration else 1e-6)


@given(
    fits,
    st.sampled_from(["a4", "letter"]),
    st.sampled_from([find_backs(way) for way in ("long", "short", "fold")]),
    st.data(),
)
def test_backs_lie_behind_fronts_however_cards_are_fitted(wanted: Fit, paper: str, way: Backs, data: st.DataObject):
    _, grid, _, way = laid_out(wanted, paper, way)
    slot = data.draw(st.integers(0, grid.size - 1))
    front, back = grid.front(slot), grid.back(slot)
    width, height = front.face_mm
    for u, v in ((0.0, 0.0), (width, height / 3)):
        x, y = grid.behind(*back.on_page(u, v))
        front_x, front_y = front.on_page(width - u, v)
        assert points(abs(x - front_x)) < 1e-6
        assert points(abs(y - front_y)) < 1e-6


faults = st.builds(
    Face, st.floats(-5, 5), st.floats(-5, 5), st.floats(-3, 3), st.floats(0.95, 1.05), st.floats(0.95, 1.05)
)


@given(faults, st.floats(-100, 100), st.floats(-140, 140))
def test_a_correction_undoes_what_the_printer_does(fault: Face, x: float, y: float):
    turn = math.radians(fault.angle_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    printer = (
        cos * fault.scale_x, sin * fault.scale_x, -sin * fault.scale_y, cos * fault.scale_y,
        fault.offset_x_mm, fault.offset_y_mm,
    )  # fmt: skip
    a, b, c, d, e, f = multiplied(fault.correction(), printer)
    assert points(math.hypot(a * x + c * y + e - x, b * x + d * y + f - y)) < 1e-6


def test_a_corrected_page_puts_front_and_back_where_the_printer_moves_them_right():
    """The printer moves the back 2 mm right and 1 mm up; on the corrected page it stands as much the other way."""
    profile = Profile("office", back=Face(2.0, 1.0))
    spec = print_job.PrintSpec("breeds", cards=TOKEN, fit=Fit(gap_mm=0.0))
    plain = print_job.make(spec).files[0].data
    corrected = print_job.make(replace(spec, fit=Fit(gap_mm=0.0, profile=profile))).files[0].data
    for page, right, down in ((0, 0.0, 0.0), (1, -2.0, 1.0)):
        before, after = code_places(plain, page), code_places(corrected, page)
        assert before.keys() == after.keys()
        for text, (x, y) in before.items():
            assert after[text] == pytest.approx((x + right, y + down), abs=0.15)


def code_places(pdf: bytes, page: int) -> dict[str, tuple[float, float]]:
    """Where the codes of a page stand, in mm from its top left."""
    with pypdfium2.PdfDocument(pdf) as document:
        grey = document[page].render(scale=254 / 72, grayscale=True).to_numpy()
    found = zxingcpp.read_barcodes(np.ascontiguousarray(grey), zxingcpp.BarcodeFormat.QRCodeModel2)
    return {one.text: (one.position.top_left.x / 10, one.position.top_left.y / 10) for one in found}


def test_pages_stand_upright_as_the_paper_does_where_a_printer_is_corrected():
    spec = print_job.PrintSpec("breeds", cards=TOKEN, fit=Fit(bleed_mm=2.0, profile=Profile("office")))
    done = print_job.make(spec)
    assert done.plan.grid.page_width_mm == 297
    with pikepdf.open(io.BytesIO(done.files[0].data)) as file:
        for page in file.pages:
            width, height = (float(value) for value in page.mediabox[2:])
            assert width < height
            left, bottom, right, top = (float(value) for value in page.trimbox)
            assert 0 < left < right < width
            assert 0 < bottom < top < height


def test_cards_have_their_own_bleed_where_it_costs_nothing_and_the_trade_is_told_where_it_does():
    _, grid, told = lay(Fit(), find_sheet("a4"), FACE, find_backs("long"))
    assert grid.size == 9
    assert "1 mm of bleed between them; with 2 mm round each it is 8 a sheet (--bleed 2)" in told[0]
    assert {grid.front(4).bleed.left_mm, grid.front(4).bleed.top_mm} == {1.0}
    _, own, told = lay(Fit(bleed_mm=2.0), find_sheet("a4"), FACE, find_backs("long"))
    assert (own.size, own.gap_mm, told) == (8, 4.0, ())
    _, free, told = lay(Fit(card_size="tarot"), find_sheet("a4"), FACE, find_backs("long"))
    assert (free.size, free.bleed_x_mm, free.gap_mm) == (4, 2.0, 4.0)


@pytest.mark.parametrize(
    ("name", "butted", "own"), [("poker", 9, 8), ("bridge", 10, 9), ("tarot", 4, 4), ("square", 8, 6)]
)
def test_a4_holds_as_many_cards_as_its_margins_leave(name: str, butted: int, own: int):
    """With 5 mm margins: edge to edge, and with 2 mm of bleed of their own, whose outer one must be printable too."""
    assert lay(Fit(card_size=name, gap_mm=0.0), find_sheet("a4"), FACE, find_backs("long"))[1].size == butted
    assert lay(Fit(card_size=name, bleed_mm=2.0), find_sheet("a4"), FACE, find_backs("long"))[1].size == own


def test_a_card_too_small_to_be_laid_out_anew_is_reduced_in_the_middle_and_its_ground_fills_the_rest():
    done = print_job.make(
        print_job.PrintSpec("breeds", cards=TOKEN[:1], backs=find_backs("none"), fit=Fit(card_size="36x36"))
    )
    with pypdfium2.PdfDocument(done.files[0].data) as document:
        page = document[0].render(scale=254 / 72, rev_byteorder=True).to_numpy()
    place = done.plan.pages[0].placed[0].place
    x, y = round(place.x_mm * 10), round(page.shape[0] - (place.y_mm + 18) * 10)
    assert tuple(page[y, x + 30]) == tuple(page[y, x - 10])
    assert tuple(page[y, x + 30])[:3] != (255, 255, 255)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (Fit(card_size="pokr"), r'--card-size: "pokr" is not a card size; did you mean poker\?'),
        (Fit(card_size="900x10"), "--card-size 900x10: is no card"),
        (
            Fit(card_size="300x400"),
            "--card-size 300x400: 300 × 400 mm does not fit on 210 × 297 mm within its margins; standard, poker, "
            "bridge, mini, tarot, square fit, and anything up to 200 × 287 mm",
        ),
        (Fit(gap_mm=-1), "--gap -1: makes no sense; give 0 to 50 mm"),
        (Fit(bleed_mm=99), "--bleed 99: makes no sense"),
        (Fit(bleed_mm=3, gap_mm=2), "--gap 2: leaves no room for two bleeds of 3 mm; give at least 6"),
        (Fit(registration=3), "--registration: a sheet to fold is cut after folding"),
        (
            Fit(profile=Profile("p", margins=Margins(55, 55, 55, 55), front=Face(20, 20))),
            "leave nothing of it|does not fit",
        ),
    ],
)
def test_what_cannot_be_fitted_is_refused_with_the_cure(wanted: Fit, said: str):
    with pytest.raises(SheetError, match=said):
        lay(wanted, find_sheet("a4"), FACE, find_backs("fold" if wanted.registration else "long"))


def test_full_guides_run_through_all_the_waste_and_none_of_the_cards():
    sheet, grid, _ = lay(Fit(gap_mm=6.0), find_sheet("a4"), FACE, find_backs("long"))
    page = impose([("", pieces(grid.size))], grid, find_backs("none"))[0]
    drawn = list(boxes(cut_marks.full_guides(page, grid, sheet)))
    between = [ink for ink in drawn if grid.block()[0] + 1 < ink[0] and ink[2] < grid.block()[2] - 1]
    assert any(grid.block()[1] < ink[1] and ink[3] < grid.block()[3] for ink in between)
    for ink in drawn:
        for placed in page.placed:
            assert not meet(ink, placed.place.box(bleed=True), 0.11)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("marks_asked", [3, 4])
def test_a_cutter_finds_its_marks_and_eight_cards_stay_clear_of_them(marks_asked: int, paper: str):
    _, grid, _ = lay(Fit(registration=3 if marks_asked == 3 else 4), find_sheet(paper), FACE, find_backs("long"))
    assert grid.size == 8
    left, bottom, right, top = grid.block()
    assert min(left, bottom, grid.page_width_mm - right, grid.page_height_mm - top) > 10, "inside the marks' lines"
    page = impose([("", pieces(grid.size))], grid, find_backs("none"))[0]
    found = list(boxes(cutting_machine.registration((grid.page_width_mm, grid.page_height_mm), marks_asked)))
    assert len(found) == marks_asked
    width, height = grid.page_width_mm, grid.page_height_mm
    assert min(box[0] for box in found) == pytest.approx(10)
    assert max(box[2] for box in found) == pytest.approx(width - 10)
    assert min(box[1] for box in found) == pytest.approx(10)
    assert max(box[3] for box in found) == pytest.approx(height - 10)
    for box in found:
        assert not any(meet(box, placed.place.box(bleed=True)) for placed in page.placed)


def sheet_of_four() -> tuple[Page, tuple[float, float]]:
    _, grid, _ = lay(Fit(registration=3), find_sheet("a4"), FACE, find_backs("long"))
    return impose([("", pieces(4))], grid, find_backs("none"))[0], (grid.page_width_mm, grid.page_height_mm)


def test_outlines_as_dxf_are_the_cards_in_mm_with_round_corners():
    page, _ = sheet_of_four()
    data = cutting_machine.dxf(page, 3.0)
    assert data == cutting_machine.dxf(page, 3.0)
    drawing = ezdxf.read(io.StringIO(data.decode()))
    lines = list(drawing.modelspace().query("LWPOLYLINE"))
    assert len(lines) == 4
    assert drawing.header["$INSUNITS"] == 4
    for line, placed in zip(lines, page.placed, strict=True):
        assert line.closed
        xs, ys = [p[0] for p in line.get_points("xy")], [p[1] for p in line.get_points("xy")]
        assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx(placed.place.box())
        bulges = [p[0] for p in line.get_points("b")]
        assert sorted(bulges)[-4:] == pytest.approx([math.tan(math.pi / 8)] * 4)


def test_outlines_as_svg_and_spot_colour_lie_where_the_cards_are():
    page, size = sheet_of_four()
    text = cutting_machine.svg(page, size, 0.0).decode()
    assert f'viewBox="0 0 {size[0]:g} {size[1]:g}"' in text
    place = page.placed[0].place
    assert f"M{place.x_mm:.4f} {place.y_mm:.4f} " in text
    done = print_job.make(print_job.PrintSpec("breeds", cards=TOKEN, fit=Fit(spot=True, corners_mm=3.0)))
    with pikepdf.open(io.BytesIO(done.files[0].data)) as file:
        spaces = [list(page.Resources.get("/ColorSpace", {}).values()) for page in file.pages]
        assert str(spaces[0][0][1]) == "/CutContour"
        assert "/Separation" in str(spaces[0][0][0])
        assert not file.pages[1].Contents.read_bytes().count(b" SCN")


SPRUE = """\
sheet_width: 8.5in
sheet_height: 11in
card_width: 2.5in
card_height: 3.5in
cards:
- {x: 0.5in, y: 0.25in}
- {x: 3.0in, y: 0.25in}
- x: 6.0in
  y: 4.0in
  rotate: :turnaround
- {x: 1.0in, y: 5.0in, rotate: clockwise}
"""


def test_a_squib_sprue_is_a_sheet():
    slots = read_slots(SPRUE, "mine.yml")
    sheet, grid, _ = lay(Fit(slots=slots), find_sheet("letter"), FACE, find_backs("long"))
    assert (grid.size, grid.page_width_mm) == (4, pytest.approx(215.9))
    assert sheet.width_mm == pytest.approx(215.9)
    first, turned, lying = grid.front(0), grid.front(2), grid.front(3)
    assert (first.x_mm, first.y_mm + first.height_mm) == pytest.approx((12.7 + 0.25, 279.4 - 6.35 - 0.45))
    assert turned.angle_deg == 180
    assert (lying.angle_deg, lying.face_mm) == (270, FACE)
    for slot in range(4):
        place, back = grid.front(slot), grid.back(slot)
        for u, v in ((0.0, 0.0), (10.0, 70.0)):
            assert grid.behind(*back.on_page(u, v)) == pytest.approx(place.on_page(63 - u, v))


def test_cards_printed_on_a_sprue_stand_as_it_says():
    done = print_job.make(print_job.PrintSpec("breeds", cards=TOKEN, fit=Fit(slots=read_slots(SPRUE, "mine.yml"))))
    assert done.plan.cards == 10
    assert len(done.plan.pages) == 6


FOLDABLE = """\
sheet_width: 11in
sheet_height: 8.5in
card_width: 2.5in
card_height: 3.5in
cards:
- {x: 0.4in, y: 0.3in}
- {x: 0.4in, y: 4.7in, rotate: :turnaround}
- {x: 4.0in, y: 0.3in}
- x: 4.0in
  y: 4.7in
  rotate: :turnaround
"""


def test_the_turned_places_of_a_foldable_sprue_hold_the_backs():
    slots = read_slots(FOLDABLE, "fold.yml")
    _, grid, _ = lay(Fit(slots=slots), find_sheet("letter"), FACE, find_backs("fold"))
    assert (grid.size, grid.folded) == (2, True)
    assert grid.fold_mm == pytest.approx(215.9 - 4.25 * 25.4)
    for slot in range(2):
        front, back = grid.front(slot), grid.back(slot)
        assert back.angle_deg == 180
        for u, v in ((0.0, 0.0), (10.0, 70.0)):
            assert grid.behind(*back.on_page(u, v)) == pytest.approx(front.on_page(63 - u, v))
    done = print_job.make(print_job.PrintSpec("breeds", cards=TOKEN, backs=find_backs("fold"), fit=Fit(slots=slots)))
    sides = [[placed.side for placed in page.placed] for page in done.plan.pages]
    assert sides[0] == ["front", "front", "back", "back"]
    assert {side for page in sides for side in page} == {"front", "back"}
    _, _, notes = lay(Fit(slots=slots), find_sheet("letter"), FACE, find_backs("long"))
    assert "Its turned places are for the backs of the others" in str(notes[-1])


def test_a_sprue_without_a_turned_place_for_every_card_is_not_folded():
    for text in (SPRUE, FOLDABLE.replace("y: 4.7in, rotate", "y: 4.3in, rotate")):
        with pytest.raises(SheetError, match="has no turned place for the back of every card"):
            lay(Fit(slots=read_slots(text, "own.yml")), find_sheet("letter"), FACE, find_backs("fold"))


def test_label_and_command_name_the_paper_of_an_imported_sheet():
    for text, title in ((SPRUE, "Letter"), (SPRUE.replace("8.5in", "9in"), "228.6 × 279.4 mm")):
        plan = print_job.plan(print_job.PrintSpec("breeds", cards=TOKEN, fit=Fit(slots=read_slots(text, "mine.yml"))))
        assert plan.sheet.title == title
        with pypdfium2.PdfDocument(print_job.draw(plan).files[0].data) as document:
            assert title in document[0].get_textpage().get_text_range()


LAYOUTS = """{"defaults": {"card_radius": "3mm"},
 "card_sizes": {"standard": {"width": "63mm", "height": "88mm"}},
 "paper_sizes": {"letter": {"width": "11in", "height": "8.5in"}},
 "layouts": {"letter": {"standard": {"default": {"orientation": "landscape", "num_rows": 2, "num_cols": 4}}}}}"""


def test_a_silhouette_layout_is_a_sheet():
    slots = read_slots(LAYOUTS, "layouts.json", "letter/standard")
    assert (len(slots.places), slots.radius_mm) == (8, 3.0)
    assert slots.page_mm == pytest.approx((279.4, 215.9))
    xs = sorted({place[0] for place in slots.places})
    assert xs[1] - xs[0] == pytest.approx(64.25)
    assert xs[0] == pytest.approx(279.4 - xs[-1] - 63)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cards: [", "line 1: cannot be read as YAML"),
        ("just words", "is neither a Squib sprue"),
        (SPRUE.replace("8.5in", "wide"), 'sheet_width: "wide" is not a length; write it as 63mm or 2.5in'),
        (SPRUE.replace(":turnaround", "sideways"), 'place 3, rotate: "sideways" is not known'),
        (SPRUE.replace("x: 3.0in", "x: 1.0in"), "places 1 and 2 overlap"),
        (SPRUE.replace("x: 6.0in", "x: 7.0in"), "place 3 reaches outside the"),
        (SPRUE.replace("cards:", "cards: 7\nmore:"), "expected a list of 1 to 500 places"),
        (LAYOUTS, "layouts.a4: is missing"),
        (LAYOUTS.replace('"num_rows": 2', '"num_rows": -2').replace("letter", "a4"), "num_rows: expected a number"),
    ],
)
def test_places_that_make_no_sense_are_refused_with_the_place(text: str, said: str):
    with pytest.raises(SheetError, match=f"--slots own.*{said}"):
        read_slots(text, "own")


def test_a_card_larger_than_its_place_and_a_missing_file_are_refused():
    small = read_slots(SPRUE.replace("2.5in", "2in"), "own.yml")
    with pytest.raises(SheetError, match=r"place 1 is 50\.8 × 88\.9 mm and a card 63 × 88; choose a smaller card"):
        lay(Fit(slots=small), find_sheet("letter"), FACE, find_backs("long"))
    with pytest.raises(SheetError, match=r"--slots nowhere\.yml: cannot be read"):
        find_slots("nowhere.yml")


def test_marks_can_be_on_the_backs_alone():
    spec = print_job.PrintSpec("breeds", cards=TOKEN, marks="backs", fit=Fit(gap_mm=0.0))
    with pypdfium2.PdfDocument(print_job.make(spec).files[0].data) as document:
        corners = [page.render(scale=254 / 72, grayscale=True).to_numpy()[115:145, 80:1000] for page in document]
    assert corners[0].min() > 200
    assert corners[1].min() < 100
