"""Every front has its own back behind it, nothing lies on anything else, no card is lost or printed twice."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ink_bounds import boxes, inside, meet

from printkit.sheet import cut_marks, slug
from printkit.sheet.backs import BACKS, Backs, find_backs
from printkit.sheet.imposition import Grid, impose, make_grid
from printkit.sheet.page import Page, Piece, Place
from printkit.sheet.paper import Sheet, SheetError, find_sheet, names
from printkit.units import points
from rules.values.cards import Card
from rules.values.code import CardCode

POKER = (63.0, 88.0)
HAIR_PT = 1e-6


def pieces(*copies: int, back: str = "back") -> list[Piece]:
    """One card for each number, that many copies of it."""
    made = []
    for number, count in enumerate(copies):
        card = Card("game", f"card_{number}", f"{number:03d}", f"Card {number}", count, back, "")
        made += [Piece(card, CardCode("XX", card.code, copy)) for copy in range(1, count + 1)]
    return made


custom = st.builds(
    lambda width, height, margin, gap, bleed: Sheet("own", "Own", width, height, margin, gap, bleed),
    st.floats(220, 450),
    st.floats(220, 450),
    st.floats(0, 12),
    st.floats(0, 6),
    st.floats(0, 3),
)
sheets = st.sampled_from([find_sheet(name) for name in names()]) | custom
cards = st.sampled_from([POKER, (63.5, 88.9), (44.0, 68.0)]) | st.tuples(st.floats(30, 62), st.floats(30, 62))
backs = st.sampled_from(BACKS)


def turned_over(grid: Grid, kind: Backs, x: float, y: float) -> tuple[float, float]:
    """Where a point of the back page lands on the front page, told from how a person turns the paper."""
    width, height = grid.page_width_mm, grid.page_height_mm
    # On the long edge: an upright sheet turns like the page of a book, a lying one like a wall calendar.
    about_upright = grid.turn == "upright" if kind.word == "fold" else (height >= width) == (kind.word != "short")
    return (width - x, y) if about_upright else (x, height - y)


@given(sheets, cards, backs, st.data())
def test_each_back_lands_behind_its_front(sheet: Sheet, card: tuple[float, float], kind: Backs, data: st.DataObject):
    grid = make_grid(sheet, card, kind)
    slot = data.draw(st.integers(0, grid.size - 1))
    front, back = grid.front(slot), grid.back(slot)
    for u, v in ((0, 0), (card[0], 0), (0, card[1]), (card[0], card[1]), (card[0] / 3, card[1] / 5)):
        x, y = turned_over(grid, kind, *back.on_page(u, v))
        # A card turned over like a page shows its left edge on the right, and its head stays up.
        front_x, front_y = front.on_page(card[0] - u, v)
        assert points(abs(x - front_x)) < HAIR_PT
        assert points(abs(y - front_y)) < HAIR_PT


@given(sheets, cards, backs)
def test_no_two_cards_overlap_and_all_can_be_printed(sheet: Sheet, card: tuple[float, float], kind: Backs):
    grid = make_grid(sheet, card, kind)
    printable = (
        sheet.margin_mm,
        sheet.margin_mm,
        grid.page_width_mm - sheet.margin_mm,
        grid.page_height_mm - sheet.margin_mm,
    )
    for page in impose([("", pieces(grid.size))], grid, kind):
        for placed in page.placed:
            assert inside(with_bleed(placed.place), printable)
        for a, b in combinations(page.placed, 2):
            assert not meet(trimmed(a.place), trimmed(b.place))
            if sheet.gap_mm > 1.0:
                assert not meet(with_bleed(a.place), with_bleed(b.place))


def trimmed(place: Place) -> tuple[float, float, float, float]:
    return place.x_mm, place.y_mm, place.x_mm + place.width_mm, place.y_mm + place.height_mm


def with_bleed(place: Place) -> tuple[float, float, float, float]:
    bleed = place.bleed
    x0, y0 = place.on_page(-bleed.left_mm, -bleed.bottom_mm)
    x1, y1 = place.on_page(place.width_mm + bleed.right_mm, place.height_mm + bleed.top_mm)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


@given(sheets, cards, backs, st.integers(1, 30))
def test_marks_and_rulers_stay_in_the_waste(sheet: Sheet, card: tuple[float, float], kind: Backs, count: int):
    grid = make_grid(sheet, card, kind)
    paper = (
        sheet.margin_mm,
        sheet.margin_mm,
        grid.page_width_mm - sheet.margin_mm,
        grid.page_height_mm - sheet.margin_mm,
    )
    words = slug.Words(
        "Fairy Tale  ·  Expert cards  ·  set A  ·  A4", "page 12 of 26 of the backs", "Back of page 11: x"
    )
    for page in impose([("", pieces(count))], grid, kind):
        cuts = list(boxes(cut_marks.crop_marks(page, grid, sheet)))
        notes = list(boxes(slug.furniture(page, grid, sheet, words)))
        for ink in notes:
            assert inside(ink, paper, 0.01)
        half = sheet.mark_width_mm / 2
        for ink in (*notes, *cuts):
            for placed in page.placed:
                assert not meet(ink, with_bleed(placed.place), half + 0.01)
        for ink in cuts:
            assert inside(ink, paper, half + 1e-6)


@given(
    st.lists(st.lists(st.integers(0, 8), max_size=6), max_size=4),
    cards,
    backs,
    st.sampled_from(["a4", "letter", "a3"]),
    st.data(),
)
def test_every_card_is_printed_as_often_as_its_copies(
    sections: list[list[int]], card: tuple[float, float], kind: Backs, paper: str, data: st.DataObject
):
    grid = make_grid(find_sheet(paper), card, kind)
    start = data.draw(st.integers(1, grid.size))
    groups = [(f"part {number}", pieces(*copies)) for number, copies in enumerate(sections)]
    pages = impose(groups, grid, kind, start)
    wanted = Counter((title, piece.code) for title, group in groups for piece in group)
    sides = Counter(placed.side for page in pages for placed in page.placed)
    fronts = Counter(
        (page.section, placed.piece.code) for page in pages for placed in page.placed if placed.side == "front"
    )
    rears = Counter(
        (page.section, placed.piece.code) for page in pages for placed in page.placed if placed.side == "back"
    )
    assert fronts == wanted
    assert rears == (Counter() if kind.word == "none" else wanted)
    assert sides["front"] == sum(wanted.values())
    taken = {(page.sheet, placed.place.x_mm, placed.place.y_mm) for page in pages for placed in page.placed}
    if kind.word in ("none", "fold"):
        assert len(taken) == len([placed for page in pages for placed in page.placed])


def test_nine_cards_lie_on_a4_and_on_letter():
    for paper in ("a4", "letter"):
        grid = make_grid(find_sheet(paper), POKER, find_backs("long"))
        assert (grid.columns, grid.rows) == (3, 3)
        left, bottom, right, top = grid.block()
        assert left == pytest.approx(grid.page_width_mm - right)
        assert bottom == pytest.approx(grid.page_height_mm - top)


@pytest.mark.parametrize(
    ("paper", "kind", "size"),
    [
        ("a3", find_backs("long"), 18),
        ("legal", find_backs("long"), 10),
        ("a4", find_backs("fold"), 4),
        ("letter", find_backs("fold"), 4),
        ("210x297", find_backs("none"), 9),
    ],
)
def test_a_sheet_takes_as_many_cards_as_fit_upright_or_lying(paper: str, kind: Backs, size: int):
    assert make_grid(find_sheet(paper), POKER, kind).size == size


def test_sections_start_a_new_sheet_and_used_slots_are_left_free():
    grid = make_grid(find_sheet("a4"), POKER, find_backs("long"))
    pages = impose([("basic", pieces(10)), ("expert", pieces(2))], grid, find_backs("long"), start_at=8)
    fronts = [page for page in pages if page.side == "front"]
    assert [(page.section, len(page.placed)) for page in fronts] == [("basic", 2), ("basic", 8), ("expert", 2)]
    assert [(page.number, page.side) for page in pages][:3] == [(1, "front"), (2, "back"), (3, "front")]
    assert {page.total for page in pages} == {6}
    assert fronts[0].placed[0].place == grid.front(7, frozenset({7, 8}))
    assert fronts[2].placed[0].place.y_mm == grid.front(0).y_mm


def test_a_card_without_a_back_leaves_its_place_on_the_back_page_white():
    grid = make_grid(find_sheet("a4"), POKER, find_backs("short"))
    mixed = [*pieces(1, back="night"), *pieces(1, back=""), *pieces(1, back="day")]
    front, back = impose([("", mixed)], grid, find_backs("short"))
    assert [placed.piece.card.back for placed in back.placed] == ["night", "day"]
    for placed in back.placed:
        partner = next(other for other in front.placed if other.piece is placed.piece)
        assert grid.behind(*placed.place.on_page(0, 0)) == pytest.approx(partner.place.on_page(63, 0))


def test_two_files_keep_front_and_back_of_a_sheet_together():
    grid = make_grid(find_sheet("a4"), POKER, find_backs("separate"))
    glued = impose([("", pieces(20))], grid, find_backs("separate"))
    assert [(page.part, page.number, page.sheet) for page in glued] == [
        ("fronts", 1, 1), ("fronts", 2, 2), ("fronts", 3, 3), ("backs", 1, 1), ("backs", 2, 2), ("backs", 3, 3),
    ]  # fmt: skip
    # The stack comes back with its last sheet on top.
    by_hand = impose([("", pieces(20))], grid, find_backs("manual"))
    assert [(page.part, page.number, page.sheet) for page in by_hand][3:] == [
        ("backs", 1, 3), ("backs", 2, 2), ("backs", 3, 1),
    ]  # fmt: skip


def test_colour_runs_out_of_the_card_where_no_neighbour_lies_and_under_one_drawn_later():
    grid = make_grid(find_sheet("a4"), POKER, find_backs("long"))
    alone = grid.front(4, frozenset({4})).bleed
    assert (alone.left_mm, alone.right_mm, alone.bottom_mm, alone.top_mm) == (2.0, 2.0, 2.0, 2.0)
    among = grid.front(4).bleed
    assert (among.left_mm, among.top_mm) == (0.0, 0.0)
    assert (among.right_mm, among.bottom_mm) == (0.5, 0.5)


def test_crop_marks_stand_at_both_ends_of_each_cut():
    sheet = find_sheet("a4")
    grid = make_grid(sheet, POKER, find_backs("long"))
    page = Page(1, 1, 1, "front", "", impose([("", pieces(9))], grid, find_backs("none"))[0].placed)
    drawn = list(boxes(cut_marks.crop_marks(page, grid, sheet)))
    assert len(drawn) == 2 * (4 + 4)
    for left, bottom, right, top in drawn:
        assert max(right - left, top - bottom) == pytest.approx(3.2)  # 3 mm and the round ends of a 0.2 mm line
        assert min(right - left, top - bottom) == pytest.approx(0.2)


@pytest.mark.parametrize("paper", ["60x60", "63x88", "70x95", "8x400", "9x9"])
def test_a_paper_that_holds_no_card_is_refused_with_the_cure(paper: str):
    with pytest.raises(SheetError, match=rf"--paper {paper}: .*; choose a larger paper$"):
        make_grid(find_sheet(paper), POKER, find_backs("long"))


def test_a_fold_needs_room_for_two():
    with pytest.raises(SheetError, match="twice, with a fold between"):
        make_grid(find_sheet("80x110"), POKER, find_backs("fold"))
