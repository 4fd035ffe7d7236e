"""Parts of mixed sizes: each once, none on another, all printable, each back behind its front."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ink_bounds import boxes, inside, meet

from printkit.draw.display_list import circle
from printkit.sheet import cut_marks, slug
from printkit.sheet.backs import BACKS, Backs
from printkit.sheet.mixed_size_packing import PackedSheet, Part, pack
from printkit.sheet.page import Cutout, Page, Ready
from printkit.sheet.paper import Sheet, SheetError, find_sheet, names
from printkit.units import points

sheets = st.sampled_from([find_sheet(name) for name in names()])
parts = st.lists(
    st.builds(Part, st.floats(12, 85), st.floats(12, 85), st.booleans(), turnable=st.booleans()),
    min_size=1,
    max_size=25,
)
backs = st.sampled_from(BACKS)


def turned_over(packed: PackedSheet, kind: Backs, x: float, y: float) -> tuple[float, float]:
    """Where a point of the back page lands on the front page, told from how a person turns the paper."""
    width, height = packed.page_width_mm, packed.page_height_mm
    upright = packed.turn == "upright" if kind.word == "fold" else (height >= width) == (kind.word != "short")
    return (width - x, y) if upright else (x, height - y)


@given(sheets, parts, backs)
def test_every_part_is_there_once_with_its_back_behind_it(sheet: Sheet, wanted: list[Part], kind: Backs):
    packed = pack(wanted, sheet, kind)
    assert sorted(spot.index for one in packed for spot in one.spots) == list(range(len(wanted)))
    for one in packed:
        for spot in one.spots:
            part = wanted[spot.index]
            assert spot.front.face_mm == (part.width_mm, part.height_mm)
            assert (spot.back is not None) == part.two_sided
            if spot.back:
                for u, v in ((0.0, 0.0), (part.width_mm, part.height_mm / 3)):
                    x, y = turned_over(one, kind, *spot.back.on_page(u, v))
                    front_x, front_y = spot.front.on_page(part.width_mm - u, v)
                    assert points(abs(x - front_x)) < 1e-6
                    assert points(abs(y - front_y)) < 1e-6


@given(sheets, parts, backs)
def test_nothing_lies_on_anything_else_and_all_can_be_printed(sheet: Sheet, wanted: list[Part], kind: Backs):
    for one in pack(wanted, sheet, kind):
        paper = (5.0, 5.0, one.page_width_mm - 5.0, one.page_height_mm - 5.0)
        faces = [spot.front for spot in one.spots] + [spot.back for spot in one.spots if spot.back and one.folded]
        for place in faces:
            assert inside(place.box(bleed=True), paper)
        for a, b in combinations(faces, 2):
            assert not meet(a.box(bleed=True), b.box(bleed=True))


def page_of(packed: PackedSheet) -> Page:
    """The fronts of a packed sheet as a page, every other part with an outline of its own."""
    cutouts = tuple(
        Cutout(f"part {n}", spot.front, (), circle(6, 6, 6) if n % 2 else None) for n, spot in enumerate(packed.spots)
    )
    size = packed.page_width_mm, packed.page_height_mm
    return Page(1, 1, 1, "front", "Tokens", (), ready=Ready(*size, (), packed.block(), cutouts))


@given(sheets, parts)
def test_marks_and_label_stay_off_the_parts_and_on_the_paper(sheet: Sheet, wanted: list[Part]):
    words = slug.Words("Attack at the Tower  ·  Counters  ·  A4", "page 12 of 26", "Back of page 11")
    for one in pack(wanted, sheet):
        page, size = page_of(one), (one.page_width_mm, one.page_height_mm)
        paper = (5.0, 5.0, size[0] - 5.0, size[1] - 5.0)
        for box in [*boxes(cut_marks.corner_marks(page, sheet)), *boxes(slug.header(size, sheet, words))]:
            assert inside(box, paper, 0.11)
            for place in page.places:
                assert not meet(box, place.box(bleed=True), 0.11)


def test_a_part_alone_has_two_marks_at_each_corner():
    (one,) = pack([Part(40, 40)], find_sheet("a4"))
    assert len(cut_marks.corner_marks(page_of(one), find_sheet("a4"))) == 8


def test_parts_stand_in_rows_the_tallest_first_centred_on_the_page():
    sizes = [(30, 20), (60, 90), (30, 20), (60, 90), (60, 90)]
    (one,) = pack([Part(*size) for size in sizes], find_sheet("a4"))
    assert [spot.index for spot in one.spots] == [1, 3, 4, 0, 2]
    left, bottom, right, top = one.block()
    assert left == pytest.approx(one.page_width_mm - right)
    assert bottom == pytest.approx(one.page_height_mm - top)


def test_sheets_lie_as_it_saves_paper_and_a_part_that_fits_one_way_only_gets_its_own():
    lying = pack([Part(250, 120)], find_sheet("a4"))
    assert lying[0].page_width_mm == 297
    both = pack([Part(250, 120), Part(120, 250)], find_sheet("a4"))
    assert sorted(one.page_width_mm for one in both) == [210, 297]


def test_a_part_larger_than_the_paper_is_refused_by_name_with_the_cure():
    with pytest.raises(SheetError, match=r"a4: the playmat is 400 × 280 mm and does not fit on .* larger paper$"):
        pack([Part(20, 20), Part(400, 280, name="the playmat")], find_sheet("a4"))
