"""Whole kits: every game has what it needs, backs lie behind their fronts. (Codes: test_codes_read_back.)"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import ezdxf
import numpy as np
import pypdfium2
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ink_bounds import boxes, inside, meet
from printed_decks import by_pdfium
from printed_decks import whole_kit as whole

from printkit.card_layout import LayoutError, find_layout
from printkit.components import kit_file as spec
from printkit.components import part_sheets
from printkit.components.part import KINDS, Part
from printkit.components.part_sheets import OVERLAP_MM, Laying, spreads
from printkit.draw.display_list import Group, Item, Shared, Text, circle
from printkit.job import kit, print_job
from printkit.job.print_job import PrintError, PrintSpec
from printkit.sheet import cutting_machine
from printkit.sheet.backs import BACKS, LONG_EDGE, Backs, find_backs
from printkit.sheet.fitting import Fit, beside, part_sheet
from printkit.sheet.imposition import Grid
from printkit.sheet.page import Page, Place, Ready
from printkit.sheet.paper import find_sheet
from printkit.sheet.printer_profile import Face, Margins, Profile
from printkit.type.language import find_language
from rules import games

GAMES = games.names()
by_game = pytest.mark.parametrize("game", GAMES)
HAS = {
    "fairytale": ("tokens", "aids", "pads", "boxes"),
    "dragoborne": ("boards", "tokens", "aids", "boxes"),
    "tower": ("boards", "tokens", "aids", "boxes"),
    "breeds": ("boards", "tokens", "aids", "boxes"),
    "gilfate": ("tokens", "aids", "pads", "boxes"),
}
"""What each game needs on paper beside its cards."""


def copies(game: str) -> Counter[str]:
    parts = kit.parts(game, find_language("en"))
    return Counter({part.name: sum(p.copies for p in parts if p.name == part.name) for part in parts})


@by_game
def test_a_kit_holds_what_the_game_needs_and_starts_with_its_guide(game: str):
    done = whole(game)
    assert kit.kinds(game) == HAS[game]
    assert done.plan.pages[0].section == "Guide"
    assert done.plan.cards == len({str(code) for _, code in games.deck(game).codes()}) - two_faced(game)
    assert len(done.files[0].data) < 4_000_000


def two_faced(game: str) -> int:
    return sum(card.copies for card in games.deck(game).cards if card.fields.get("side") == "back")


def test_how_many_of_each_there_are():
    assert copies("fairytale")["A round"] == 5
    assert copies("dragoborne")["Barriers"] == 12
    assert copies("dragoborne")["Damage"] == 40
    assert copies("dragoborne")["Rested"] == 20
    assert copies("tower")["Counters 1 and 2"] == 24
    assert copies("tower")["Territories"] == 6
    assert copies("tower")["Palaces"] == 2
    assert copies("breeds")["Cubes"] == 6
    assert copies("gilfate")["Standees"] == 5
    assert copies("gilfate")["Your turn"] == 5


@by_game
def test_boxes_hold_the_whole_deck(game: str):
    held = sum(table.count("cards") for table in spec.read_kit(game).table.tables("box"))
    paper_cards = games.deck(game).size - two_faced(game)
    tokens = 10 if game == "breeds" else 0  # they lie on the table between the players
    assert held == paper_cards - tokens


@by_game
def test_the_documentation_says_how_many_pages_a_kit_has(game: str):
    plan = whole(game).plan
    page = (Path(__file__).parents[3] / "docs" / "printing.md").read_text("utf-8")
    assert re.search(rf"^\| `{game}` \|.*\| {len(plan.pages)} \| {plan.sheets} \|$", page, re.MULTILINE)


def test_the_printed_towers_have_two_backs_and_never_share_a_sheet():
    pages = whole("tower").plan.pages
    for page in pages:
        assert len({placed.piece.card.back for placed in page.placed}) <= 1
    odd = [page.side for page in pages if page.number % 2]
    assert set(odd) == {"front"}, "fronts on odd pages, backs on even ones"


def test_gilfates_attack_cards_have_three_backs_and_all_of_the_blank_deck_one():
    backs: dict[str, set[str]] = {}
    for page in whole("gilfate").plan.pages:
        for placed in page.placed:
            backs.setdefault(str(placed.piece.card["kind"]), set()).add(placed.piece.card.back)
    assert backs["attack"] == {"hand", "deck", "bombs"}
    assert backs["blank"] == backs["bomb"] == backs["explosion"] == {"blank"}


@by_game
def test_the_contents_name_the_pages_things_are_on(game: str):
    plan = whole(game).plan
    said = pages_said(whole(game).files[0].data)
    starts: dict[str, int] = {}
    for page in plan.pages[2:]:
        starts.setdefault(page.section, page.number)
    assert {first for first, _ in said} == set(starts.values())
    assert max(last for _, last in said) == len(plan.pages)


def pages_said(pdf: bytes) -> list[tuple[int, int]]:
    with pypdfium2.PdfDocument(pdf) as document:
        words = document[0].get_textpage().get_text_range()
    return [(int(first), int(last)) for first, last in re.findall(r"pages (\d+)\u2013(\d+)", words)]


@by_game
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_text_of_a_component_is_cut_or_too_small_to_read(game: str, language: str):
    all_read(print_job.plan(PrintSpec(game, what=("guide", *kit.kinds(game)), language=language)))


@pytest.mark.parametrize("game", ["fairytale", "gilfate"])
@pytest.mark.parametrize(
    ("paper", "backs"),
    [("148x210", find_backs("manual")), ("137x205", find_backs("separate")), ("letter", find_backs("fold"))],
)
def test_no_text_of_the_guide_is_cut_on_other_papers(game: str, paper: str, backs: Backs):
    """German says it in more letters, Gilfate has the most to list."""
    plan = print_job.plan(PrintSpec(game, paper, backs, what=("guide", "cards"), language="de"))
    all_read(replace(plan, pages=plan.pages[:1]))


def all_read(plan: print_job.Plan) -> None:
    for page in plan.pages:
        for text in texts(drawn(page)):
            assert "\N{HORIZONTAL ELLIPSIS}" not in text.text, f"{page.section}: {text.text}"
            if text.text.isdigit() and page.section == "Guide":
                continue  # the figures in its little pictures
            assert text.size_pt >= 4.6, f"{page.section}: {text.text}"


@pytest.mark.parametrize("paper", ["148x210", "a4"])
def test_the_guides_line_lies_within_its_own_panel(paper: str):
    """50 mm are 50 mm on any paper, so on a small one the panels are wider and fewer stand in a row."""
    page = print_job.plan(PrintSpec("fairytale", paper, what=("guide",))).pages[0]
    assert page.ready
    lines = [
        box for box in boxes(page.ready.drawing) if box[2] - box[0] == pytest.approx(50.14) and box[3] - box[1] < 6
    ]
    panels = [box for box in boxes(page.ready.drawing) if 55 < box[2] - box[0] < 64 and box[3] - box[1] > 30]
    (line,) = lines
    assert any(inside(line, panel) for panel in panels)


def test_a_guide_nobody_could_read_is_left_out_and_said():
    whole_plan = print_job.plan(PrintSpec("fairytale", "120x180", what=("all",)))
    assert all(page.section != "Guide" for page in whole_plan.pages)
    assert any("guide is left out" in note for note in whole_plan.notes)
    with pytest.raises(PrintError, match=r"--what guide: cannot be read on 120 × 180 mm; choose a larger paper"):
        print_job.plan(PrintSpec("fairytale", "120x180", what=("guide",)))


def drawn(page: Page) -> tuple[Item, ...]:
    """All that is drawn on a page of a kit."""
    if page.ready is None:
        return ()
    return (*page.ready.drawing, *(item for part in page.ready.cutouts for item in part.drawing))


def texts(items: tuple[Item, ...]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group | Shared):
            yield from texts(item.items)


def test_typos_are_kept_where_asked_and_where_there_are_any():
    def labels(spec: PrintSpec) -> set[str]:
        return {t.text for page in print_job.plan(spec).pages for t in texts(drawn(page))}

    asked = PrintSpec("tower", what=("boards",))
    assert "Territory 3" in labels(asked)
    assert "Territ\u00f3rio 3" not in labels(asked)
    assert "Territ\u00f3rio 3" in labels(replace(asked, keep_typos=True))
    with pytest.raises(PrintError, match="--keep-typos: the sheets of gilfate have none"):
        print_job.plan(PrintSpec("gilfate", keep_typos=True))


@by_game
@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_the_game_has_not_is_refused_with_what_it_has(game: str, kind: str):
    if kind in HAS[game]:
        assert print_job.plan(PrintSpec(game, what=(kind,))).pages
        return
    with pytest.raises(PrintError, match=f"--what {kind}: .* has none; it has guide, cards, {HAS[game][0]}"):
        print_job.plan(PrintSpec(game, what=(kind,)))


# where parts lie


sizes = st.tuples(st.floats(12, 120), st.floats(12, 150), st.booleans(), st.booleans(), st.integers(1, 9))
faces_of_printer = st.builds(Face, st.floats(-2, 2), st.floats(-2, 2), st.floats(-0.5, 0.5))
fits = st.builds(
    Fit,
    bleed_mm=st.none() | st.floats(0, 4),
    guides=st.sampled_from(["crop", "full"]),
    registration=st.sampled_from([0, 3, 4]),
    profile=st.none()
    | st.builds(
        Profile,
        st.just("office"),
        front=faces_of_printer,
        back=faces_of_printer,
        margins=st.builds(Margins, st.floats(2, 8), st.floats(2, 8), st.floats(2, 8), st.floats(2, 15)),
    ),
) | st.builds(Fit, gap_mm=st.floats(0, 12))


UNEVEN = [
    (12.0, 12.0, False, False, 1), (12.0, 52.0, False, False, 1), (12.0, 139.0, False, False, 3),
    (13.0, 58.0, False, True, 1), (22.0, 99.0, False, False, 5), (14.5, 142.0, False, True, 5),
]  # fmt: skip
"""Parts that leave less room below them than above."""


@settings(max_examples=60, deadline=None)
@example(UNEVEN, "a4", find_backs("none"), Fit(guides="full", profile=Profile("office", margins=Margins(2, 2, 2, 2))))
@given(st.lists(sizes, min_size=1, max_size=6), st.sampled_from(["a4", "letter", "a3"]), st.sampled_from(BACKS), fits)
def test_parts_are_all_there_clear_of_each_other_and_inside_what_a_printer_reaches(
    asked: list[tuple[float, float, bool, bool, int]], paper: str, backs: Backs, fit: Fit
):
    parts = [
        Part("tokens", f"p{n}", w, h, (), () if two else None, count, outline=circle(5, 5, 5) if round_ else None)
        for n, (w, h, two, round_, count) in enumerate(asked)
    ]
    sheet = part_sheet(fit, find_sheet(paper))
    seen: Counter[str] = Counter()
    for spread in spreads(parts, Laying(find_sheet(paper), backs, fit), str.format):
        page_mm = spread.width_mm, spread.height_mm
        lies = page_mm[0] > page_mm[1]
        x, y = (sheet.turned() if lies else sheet).margins_mm
        for cutouts in (spread.fronts, spread.backs):
            held = [part.place.box(bleed=True) for part in cutouts]
            for index, box in enumerate(held):
                assert spread.by_hand or inside(box, (x, y, page_mm[0] - x, page_mm[1] - y))
                assert not any(meet(box, other) for other in held[:index])
            page = Page(1, 1, 1, "front", "", (), ready=Ready(*page_mm, (), spread.trim_mm, cutouts, spread.by_hand))
            printable = (x, y, page_mm[0] - x, page_mm[1] - y)
            beside_block = block(page_mm, spread.trim_mm)
            for ink in boxes(beside(fit, page, beside_block, sheet.turned() if lies else sheet, cuts=True)):
                assert fit.registration or inside(ink, printable, 0.11)
                assert not any(meet(ink, box, 0.11) for box in held)
        seen.update(part.name for part in spread.fronts if not spread.by_hand)
        seen.update(part.name.partition(",")[0] for part in spread.fronts if ", sheet 1 of" in part.name)
        two = [part for part in spread.fronts if parts[int(part.name[7:].partition(",")[0])].back is not None]
        assert len(spread.backs) == (0 if backs.word in ("none", "fold") or spread.by_hand else len(two))
        for front, back in zip(two, spread.backs, strict=False):
            assert front.name == back.name
            lies_behind(front.place, back.place, page_mm, backs)
    assert seen == Counter({f"token {part.name}": part.copies for part in parts})


def block(page_mm: tuple[float, float], trim: tuple[float, float, float, float]) -> Grid:
    return Grid(*page_mm, trim[2] - trim[0], trim[3] - trim[1], 1, 1, *trim[:2])


def lies_behind(front: Place, back: Place, page: tuple[float, float], backs: Backs) -> None:
    """A corner of the back, the page turned over, lands on the mirrored corner of the front."""
    width, height = front.face_mm
    upright_axis = (page[1] >= page[0]) == (backs.word != "short")
    for u, v in ((0.0, 0.0), (width, 0.0), (0.0, height)):
        x, y = back.on_page(u, v)
        landed = (page[0] - x, y) if upright_axis else (x, page[1] - y)
        assert landed == pytest.approx(front.on_page(width - u, v), rel=0, abs=3e-7)  # mm: 1e-6 pt


@pytest.mark.parametrize("way", [find_backs(way) for way in ("long", "short", "manual", "separate")])
def test_real_parts_are_printed_as_often_as_there_are_with_their_backs(way: Backs):
    for game in GAMES:
        plan = print_job.plan(PrintSpec(game, backs=way, what=tuple(k for k in HAS[game] if k != "boards")))
        wanted = Counter[str]()
        backed = Counter[str]()
        for name, part in part_sheets.named(kit.parts(game, find_language("en"))):
            if part.kind != "boards":
                wanted[name] += part.copies
                backed[name] += part.copies * (part.back is not None)
        found = {"front": Counter[str](), "back": Counter[str]()}
        for page in plan.pages:
            for cutout in page.ready.cutouts if page.ready else ():
                found[cutout.side][cutout.name] += 1
        assert found["front"] == wanted
        assert found["back"] == +backed


def test_colour_runs_as_far_past_a_part_as_asked_and_no_further():
    (name, token) = next(part_sheets.named(part for part in kit.parts("tower", find_language("en")) if part.outline))
    for fit, reach in ((Fit(), 1.0), (Fit(bleed_mm=3.0), 3.0), (Fit(gap_mm=1.0), 0.5)):
        spread = next(
            iter(spreads([replace(token, copies=2)], Laying(find_sheet("a4"), find_backs("long"), fit), str.format))
        )
        part = spread.fronts[0]
        widest = max((box[2] - box[0] for box in boxes(part.drawing[:1])), default=0.0)
        assert widest == pytest.approx(part.place.width_mm + 2 * reach, abs=0.05), (name, fit)
    spread = next(iter(spreads([token], Laying(find_sheet("a4"), find_backs("long"), Fit(bleed_mm=0.0)), str.format)))
    (only,) = spread.fronts[0].drawing
    assert isinstance(only, Group)
    assert only.clip == token.outline


def test_a_token_is_cut_along_its_own_line_by_a_machine_too():
    plan = print_job.plan(PrintSpec("tower", what=("tokens",), fit=Fit(registration=3)))
    page = plan.pages[0]
    assert page.ready
    assert len(cutting_machine.outlines(page, 3.0)) == 24
    drawing = ezdxf.read(io.StringIO(cutting_machine.dxf(page, 3.0).decode()))
    lines = list(drawing.modelspace().query("LWPOLYLINE"))
    for line, cutout in zip(lines, page.ready.cutouts, strict=True):
        xs, ys = zip(*line.get_points("xy"), strict=True)
        assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx(cutout.place.box(), abs=0.02)
    kinds = [kind for _, kind, _ in cutting_machine.files(plan.pages, (210, 297), 0.0, ("svg", "dxf"))]
    assert kinds == ["svg", "dxf"], "equal sheets are cut alike"


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (PrintSpec("tower", what=("tokens",), start_at=3), "--start-at counts places of cards"),
        (PrintSpec("tower", what=("tokens",), fit=Fit(card_size="mini")), "--card-size is for cards, and boxes follow"),
        (PrintSpec("tower", what=("tokens",), fit=Fit(corners_mm=3)), "--corners rounds what has straight edges"),
        (PrintSpec("tower", what=("tokens",), backs=find_backs("fold")), "is printed unfolded"),
        (PrintSpec("tower", what=("tokens",), sleeved=True), "--sleeved makes boxes larger and nothing else"),
        (PrintSpec("dragoborne", what=("boards",), fit=Fit(bleed_mm=3)), "A board over several sheets is glued first"),
        (PrintSpec("tower", what=("all",), cards=print_job.read_picks("elf_1")), "--cards goes before --what all"),
    ],
)
def test_an_option_that_means_nothing_for_a_part_is_said_in_a_sentence(wanted: PrintSpec, said: str):
    if wanted.cards:
        wanted = replace(wanted, cards=(print_job.Pick(games.deck("tower").cards[0].id),))
    assert sum(said in note for note in print_job.plan(wanted).notes) == 1
    plain = replace(wanted, start_at=1, fit=Fit(), backs=find_backs("long"), cards=(), sleeved=False)
    assert not any(said in note for note in print_job.plan(plain).notes)


@pytest.mark.parametrize("game", ["breeds", "tower"])
def test_a_box_for_sleeved_or_larger_cards_is_larger(game: str):
    def net(**changes: Any) -> tuple[float, float]:
        plan = print_job.plan(PrintSpec(game, paper="a3", what=("boxes",), **changes))
        assert plan.pages[0].ready
        return plan.pages[0].ready.cutouts[0].place.face_mm

    (wide, high), sleeved, tarot = net(), net(sleeved=True), net(fit=Fit(card_size="tarot"))
    assert sleeved[0] > wide + 2 * 3 + 2
    assert sleeved[1] > high + 3
    assert tarot[0] == pytest.approx(wide + 2 * 7, abs=0.01)
    assert tarot[1] == pytest.approx(high + 32, abs=0.01)


@pytest.mark.parametrize(("backs", "axis"), [(find_backs("long"), 1), (find_backs("short"), 0)])
def test_rendered_counters_have_their_two_behind_their_one(backs: Backs, axis: int):
    done = print_job.make(PrintSpec("tower", what=("tokens",), backs=backs))
    front, back = (by_pdfium(done.files[0].data, number, 60) < 200 for number in (1, 2))
    label = 24  # the page's own label differs between the sides
    behind = np.flip(back, axis)[label:-label]
    assert front[label:-label].any()
    assert (front[label:-label] != behind).mean() < 0.01


@by_game
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_place_of_our_boards_lies_across_two_sheets_or_runs_off_its_board(game: str, paper: str):
    kit_table = kit.read_kit(game).table
    tables = kit_table.tables("board") if kit_table.has("board") else []
    boards = [part for part in kit.parts(game, find_language("en")) if part.kind == "boards"]
    for table, board in zip(tables, boards, strict=True):
        sheets = list(spreads([replace(board, copies=1)], Laying(find_sheet(paper), LONG_EDGE), str.format))
        wide = sheets[0].trim_mm[2] - sheets[0].trim_mm[0]
        seams = [number * (wide - OVERLAP_MM) for number in range(1, len(sheets))]
        for place in table.tables("places"):
            box = place.box()
            assert not [x for x in seams if box.x < x - 0.3 and box.right > x + 0.3], place.word("label", "")
            assert place.word("shape") != "half"


def test_a_large_board_is_tiled_with_an_overlap_and_whole_where_the_paper_is_large_enough():
    board = next(part for part in kit.parts("dragoborne", find_language("en")) if part.kind == "boards")
    for paper, count in (("a4", 2), ("letter", 2), ("a3", 1)):
        found = list(spreads([replace(board, copies=1)], Laying(find_sheet(paper), LONG_EDGE), str.format))
        assert len(found) == count, paper
        widths = [spread.trim_mm[2] - spread.trim_mm[0] for spread in found]
        longest = max(spread.trim_mm[3] - spread.trim_mm[1] for spread in found)
        if count == 2:
            assert sum(widths) - OVERLAP_MM == pytest.approx(board.width_mm)
            assert longest == pytest.approx(board.height_mm)


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("[[aid]]\ntitel = 'x'", r"templates/kits/tower.toml, aid\[0\].titel: is not known; did you mean title"),
        ("[[token]]\nname='x'\nsize_mm=-3", "size_mm: expected a number"),
        ("[[token]]\nname='x'\nsize_mm=20\nshape='blob'", '"blob" is not known; expected one of round'),
        ("[[board]]\nname='x'\ntone='light'\nsize_mm=[10]", "expected a list of 2 numbers"),
        ("[[bord]]", "bord: is not known; did you mean board"),
        ("[[", "cannot be read as TOML"),
    ],
)
def test_a_kit_file_that_cannot_be_used_says_where(broken: str, said: str):
    with pytest.raises(LayoutError, match=said):
        kit.made_from(spec.our_kit(broken, "tower.toml"), find_layout("tower"), find_language("en"))
