"""Whole kits: every game has what it needs, backs lie behind their fronts. (Codes: test_codes_read_back.)"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ink_bounds import boxes, inside
from printed import by_pdfium
from printed import whole_kit as whole

from printkit import job, kit
from printkit.components import sheets, spec
from printkit.components.part import KINDS, Part
from printkit.components.sheets import OVERLAP_MM, Spot, spreads, turned
from printkit.ink import Group, Item, Shared, Text, circle
from printkit.job import PrintError, PrintSpec
from printkit.language import find_language
from printkit.layout import LayoutError
from printkit.page import BACKS, Backs
from printkit.sheet import find_sheet
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
"""What rules.md asks to print beside the cards, section i of each game."""


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
    held = sum(table.count("cards") for table in spec.read_kit(game).tables("box"))
    paper_cards = games.deck(game).size - two_faced(game)
    tokens = 10 if game == "breeds" else 0  # they lie on the table between the players
    assert held == paper_cards - tokens


@by_game
def test_the_documentation_says_how_many_pages_a_kit_has(game: str):
    plan = whole(game).plan
    page = (Path(__file__).parents[2] / "docs" / "printing.md").read_text("utf-8")
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
    all_read(job.plan(PrintSpec(game, what=("guide", *kit.kinds(game)), language=language)))


@pytest.mark.parametrize("game", ["fairytale", "gilfate"])
@pytest.mark.parametrize(("paper", "backs"), [("148x210", "manual"), ("137x205", "separate"), ("letter", "fold")])
def test_no_text_of_the_guide_is_cut_on_other_papers(game: str, paper: str, backs: Backs):
    """German says it in more letters, Gilfate has the most to list."""
    plan = job.plan(PrintSpec(game, paper, backs, what=("guide", "cards"), language="de"))
    all_read(replace(plan, pages=plan.pages[:1]))


def all_read(plan: job.Plan) -> None:
    for page in plan.pages:
        for text in texts(page.ready.drawing if page.ready else ()):
            assert "\N{HORIZONTAL ELLIPSIS}" not in text.text, f"{page.section}: {text.text}"
            if text.text.isdigit() and page.section == "Guide":
                continue  # the figures in its little pictures
            assert text.size_pt >= 4.6, f"{page.section}: {text.text}"


@pytest.mark.parametrize("paper", ["148x210", "a4"])
def test_the_guides_line_lies_within_its_own_panel(paper: str):
    """50 mm are 50 mm on any paper, so on a small one the panels are wider and fewer stand in a row."""
    page = job.plan(PrintSpec("fairytale", paper, what=("guide",))).pages[0]
    assert page.ready
    lines = [
        box for box in boxes(page.ready.drawing) if box[2] - box[0] == pytest.approx(50.14) and box[3] - box[1] < 6
    ]
    panels = [box for box in boxes(page.ready.drawing) if 55 < box[2] - box[0] < 64 and box[3] - box[1] > 30]
    (line,) = lines
    assert any(inside(line, panel) for panel in panels)


def test_a_guide_nobody_could_read_is_left_out_and_said():
    whole_plan = job.plan(PrintSpec("fairytale", "120x180", what=("all",)))
    assert all(page.section != "Guide" for page in whole_plan.pages)
    assert any("guide is left out" in note for note in whole_plan.notes)
    with pytest.raises(PrintError, match=r"--what guide: cannot be read on 120 × 180 mm; choose a larger paper"):
        job.plan(PrintSpec("fairytale", "120x180", what=("guide",)))


def texts(items: tuple[Item, ...]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group | Shared):
            yield from texts(item.items)


def test_typos_are_kept_where_asked_and_where_there_are_any():
    def labels(spec: PrintSpec) -> set[str]:
        return {t.text for page in job.plan(spec).pages for t in texts(page.ready.drawing if page.ready else ())}

    asked = PrintSpec("tower", what=("boards",))
    assert "Territory 3" in labels(asked)
    assert "Territ\u00f3rio 3" not in labels(asked)
    assert "Territ\u00f3rio 3" in labels(replace(asked, keep_typos=True))
    with pytest.raises(PrintError, match="--keep-typos: the sheets of gilfate have none"):
        job.plan(PrintSpec("gilfate", keep_typos=True))


@by_game
@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_the_game_has_not_is_refused_with_what_it_has(game: str, kind: str):
    if kind in HAS[game]:
        assert job.plan(PrintSpec(game, what=(kind,))).pages
        return
    with pytest.raises(PrintError, match=f"--what {kind}: .* has none; it has guide, cards, {HAS[game][0]}"):
        job.plan(PrintSpec(game, what=(kind,)))


# where parts lie


sizes = st.tuples(st.floats(12, 120), st.floats(12, 150), st.booleans(), st.booleans(), st.integers(1, 9))


@settings(max_examples=40, deadline=None)
@given(st.lists(sizes, min_size=1, max_size=6), st.sampled_from(["a4", "letter", "a3"]), st.sampled_from(BACKS))
def test_parts_are_all_there_clear_of_each_other_and_inside_what_a_printer_reaches(
    asked: list[tuple[float, float, bool, bool, int]], paper: str, backs: Backs
):
    parts = [
        Part("tokens", f"p{n}", w, h, (), () if two else None, count, outline=circle(5, 5, 5) if round_ else None)
        for n, (w, h, two, round_, count) in enumerate(asked)
    ]
    sheet = find_sheet(paper)
    flat = backs in ("none", "fold")
    width, height = sorted((sheet.width_mm, sheet.height_mm))
    seen: Counter[str] = Counter()
    for spots in spots_of(parts, sheet, backs):
        held = [(s.x_mm, s.y_mm, s.x_mm + s.size_mm[0], s.y_mm + s.size_mm[1]) for s in spots]
        for index, box in enumerate(held):
            assert inside(box, (sheet.margin_mm, sheet.margin_mm, width - sheet.margin_mm, height - sheet.margin_mm))
            for other in held[:index]:
                assert min(box[2], other[2]) <= max(box[0], other[0]) + 1e-6 or (
                    min(box[3], other[3]) <= max(box[1], other[1]) + 1e-6
                )
        for spot in spots:
            seen[spot.part.name] += 1
            if spot.part.back is not None:
                assert not flat, "a two-sided part is unfolded where backs do not come on the other side"
                lies_behind(spot, turned(spot, width, height, backs), (width, height), backs)
    assert seen == Counter({part.name: part.copies for part in parts})


def spots_of(parts: list[Part], sheet: object, backs: Backs) -> list[list[Spot]]:
    """The spots of the small parts, as ``spreads`` sets them."""
    found: list[list[Spot]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sheets, "_spread", lambda spots, *_: found.append(spots))
        list(spreads(parts, sheet, backs, str.format))  # type: ignore[arg-type]
    return found


def lies_behind(front: Spot, back: Spot, page: tuple[float, float], backs: Backs) -> None:
    """A corner of the back, the page turned over, lands on the mirrored corner of the front."""
    for u, v in ((0.0, 0.0), (front.part.width_mm, 0.0), (0.0, front.part.height_mm)):
        x, y = on_page(back, u, v)
        landed = (page[0] - x, y) if backs != "short" else (x, page[1] - y)
        mirrored = front.part.width_mm - u
        assert landed == pytest.approx(on_page(front, mirrored, v), rel=0, abs=3e-7)  # mm: 1e-6 pt


def on_page(spot: Spot, u: float, v: float) -> tuple[float, float]:
    (box,) = boxes([sheets.place(spot, (Text(u, v, "", "text", 0.0, (0, 0, 0)),))])
    return box[0], box[1]


@pytest.mark.parametrize(("backs", "axis"), [("long", 1), ("short", 0)])
def test_rendered_counters_have_their_two_behind_their_one(backs: Backs, axis: int):
    done = job.make(PrintSpec("tower", what=("tokens",), backs=backs))
    front, back = (by_pdfium(done.files[0].data, number, 60) < 200 for number in (1, 2))
    label = 24  # the page's own label differs between the sides
    behind = np.flip(back, axis)[label:-label]
    assert front[label:-label].any()
    assert (front[label:-label] != behind).mean() < 0.01


def test_a_large_board_is_tiled_with_an_overlap_and_whole_where_the_paper_is_large_enough():
    board = next(part for part in kit.parts("dragoborne", find_language("en")) if part.kind == "boards")
    for paper, count in (("a4", 2), ("letter", 2), ("a3", 1)):
        found = list(spreads([replace(board, copies=1)], find_sheet(paper), "long", str.format))
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
def test_a_kit_file_that_cannot_be_used_says_where(broken: str, said: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("templates.text", lambda kind, name: broken)
    with pytest.raises(LayoutError, match=said):
        kit.parts.__wrapped__("tower", find_language("en"))
