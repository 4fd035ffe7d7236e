"""Labels for sleeves: where they lie on their sheets, what stands on them, and that they are read."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import table_scene
from labelled_sleeves import labels, sleeves, symbol_of
from printed_decks import by_pdfium, by_poppler, decoded, needs_poppler, window

from companion.cli import main
from printkit.check import lint
from printkit.draw.display_list import Text
from printkit.job import estimate, print_job
from printkit.job.batch import Batch
from printkit.job.print_job import Pick, PrintError, PrintSpec
from printkit.sheet import label_sheet
from printkit.sheet.backs import BACKS
from printkit.sheet.fitting import Fit
from printkit.sheet.page import Cutout, Page
from printkit.sheet.paper import SheetError, find_sheet, names
from printkit.sheet.printer_profile import Profile, ProfileError
from rules import games
from vision.scan import read_cards

GAMES = games.names()
KINDS = label_sheet.names()
SOLD = {
    # paper in mm; columns and rows; label; how far the left and upper edges are from the paper's
    "a4-24": ((210, 297), (3, 8), (63.5, 33.9), (7.25, 12.9)),
    "a4-40": ((210, 297), (4, 10), (52.5, 29.7), (0, 0)),
    "a4-65": ((210, 297), (5, 13), (38.1, 21.2), (4.75, 10.7)),
    "5160": ((215.9, 279.4), (3, 10), (66.675, 25.4), (4.7625, 12.7)),
}
READ_DPI, LOOK_DPI = 100, 200
WHITE = 250
PRINTER_MM = 5.0
"""What home printers leave white."""


def on(page: Page) -> tuple[Cutout, ...]:
    assert page.ready
    return page.ready.cutouts


def plan(**changes: object) -> print_job.Plan:
    return print_job.plan(PrintSpec("tower", **{"what": ("labels",), **changes}))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", SOLD)
def test_labels_lie_where_the_sheets_that_are_sold_have_them(kind: str):
    paper, (columns, rows), label, margin = SOLD[kind]
    places = label_sheet.find_labels(kind).places(find_sheet(label_sheet.find_labels(kind).paper))
    assert len(places) == columns * rows
    assert {place.face_mm for place in places} == {label}
    boxes = np.array([place.box() for place in places])
    assert boxes[:, :2].min(axis=0) == pytest.approx(margin, abs=0.01)
    assert np.array(paper) - boxes[:, 2:].max(axis=0) == pytest.approx(margin, abs=0.01), "the same on all sides"
    assert boxes[0, 0] == boxes[:, 0].min()
    assert boxes[0, 3] == boxes[:, 3].max(), "they count from the top left"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("paper", names())
def test_labels_are_apart_on_their_paper_and_none_is_too_low_for_a_code(kind: str, paper: str):
    laid = plan(labels=kind, paper=paper)
    for page in laid.pages:
        for one, other in itertools.combinations((label.place.box() for label in on(page)), 2):
            assert min(one[2], other[2]) - max(one[0], other[0]) < 1e-6 or (
                min(one[3], other[3]) - max(one[1], other[1]) < 1e-6
            )
        for label in on(page):
            left, bottom, right, top = label.place.box()
            assert top - bottom >= 20
            assert min(left, bottom, laid.grid.page_width_mm - right, laid.grid.page_height_mm - top) >= -1e-6


@pytest.mark.parametrize("kind", KINDS)
def test_all_that_is_printed_is_within_the_printers_reach_and_a_slip_of_the_sheet_leaves_codes_clear(kind: str):
    for label in on(plan(labels=kind).pages[0]):
        symbol = symbol_of(label)
        side, quiet = 21 * symbol.module_mm, 4 * symbol.module_mm
        assert 0.5 <= symbol.module_mm <= 0.6
        spare = min(
            symbol.x_mm,
            symbol.y_mm,
            label.place.width_mm - symbol.x_mm - side,
            label.place.height_mm - symbol.y_mm - side,
        )
        assert spare >= quiet + 1.5
        left, top = label.place.x_mm + symbol.x_mm, label.place.y_mm + symbol.y_mm + side
        assert left >= PRINTER_MM
        assert top <= find_sheet("letter" if kind == "5160" else "a4").height_mm - PRINTER_MM
        assert len([item for item in label.drawing if isinstance(item, Text)]) >= 2, "a name, and the code to type"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_code_of_a_game_is_read_once_from_its_labels(game: str, kind: str):
    done = labels(game, kind)
    found: Counter[str] = Counter()
    for page in done.plan.pages:
        texts = decoded(by_pdfium(done.files[0].data, page.number, READ_DPI))
        assert sorted(texts) == sorted(symbol_of(label).text for label in on(page))
        found.update(texts)
    assert found == Counter(str(code) for _, code in games.deck(game).codes())


@pytest.mark.poppler
@needs_poppler
@pytest.mark.parametrize("kind", KINDS)
def test_another_engine_draws_the_same(kind: str):
    done = labels("breeds", kind)
    texts = decoded(by_poppler(done.files[0].data, 1, READ_DPI))
    assert sorted(texts) == sorted(symbol_of(label).text for label in on(done.plan.pages[0]))


@pytest.mark.parametrize("game", GAMES)
def test_four_clear_modules_surround_each_code(game: str):
    done = labels(game, "a4-65", "de")
    picture = by_pdfium(done.files[0].data, 1, LOOK_DPI)
    hair = 25.4 / LOOK_DPI
    for label in on(done.plan.pages[0]):
        symbol = symbol_of(label)
        x, y = label.place.x_mm + symbol.x_mm, label.place.y_mm + symbol.y_mm
        side, quiet = 21 * symbol.module_mm, 4 * symbol.module_mm - hair
        for box in (
            (x - quiet, y - quiet, x - hair, y + side + quiet),
            (x + side + hair, y - quiet, x + side + quiet, y + side + quiet),
            (x - quiet, y - quiet, x + side + quiet, y - hair),
            (x - quiet, y + side + hair, x + side + quiet, y + side + quiet),
        ):
            assert window(picture, box, LOOK_DPI).min() >= WHITE, label.name


@pytest.mark.parametrize("kind", KINDS)
def test_labels_on_sleeves_of_the_cards_colour_are_scanned_under_a_lamp(kind: str):
    arts = sleeves("dragoborne", kind)[:24:4]
    laid = [replace(card, sleeve=0.35) for card in table_scene.scatter(arts, seed=11, gap_mm=14.0)]
    scene = table_scene.render(laid, seed=11, shot=table_scene.Shot(tilt_deg=20.0, noise=4.0, jpeg=85))
    assert len(scene.readable) == len(arts)
    seen = read_cards(scene.photo, [games.deck("dragoborne")])
    assert sorted(card.text for card in seen.cards) == sorted(art.text for art in arts)


def test_a_label_says_the_cards_name_and_in_german_the_first_name_too():
    (page,) = plan(cards=(Pick(games.deck("tower").cards[0].id, 1),), language="de").pages
    deck = games.deck("tower")
    said = " ".join(item.text for item in on(page)[0].drawing if isinstance(item, Text))
    original = deck.spec.face(deck.cards[0]).title
    assert original in said
    code = str(next(code for card, code in deck.codes() if card.id == deck.cards[0].id))
    assert code in said.replace(" ", "")


def test_labels_are_printed_by_themselves_and_are_no_part_of_all():
    assert not any(
        label.name.startswith("label") for page in plan(what=("all",)).pages if page.ready for label in on(page)
    )
    together = plan(what=("cards", "labels"))
    assert (together.cards, together.labels) == (0, games.deck("tower").size)
    assert "print cards without them" in " ".join(together.notes)


@pytest.mark.parametrize("backs", BACKS, ids=lambda way: way.word)
def test_no_backs_come_with_labels_and_both_faces_of_a_two_sided_card_have_one(backs: object):
    laid = print_job.plan(PrintSpec("breeds", what=("labels",), backs=backs))  # type: ignore[arg-type]
    assert {page.side for page in laid.pages} == {"front"}
    assert laid.sheets == len(laid.pages)
    assert laid.labels == len(list(games.deck("breeds").codes()))


@pytest.mark.parametrize("kind", KINDS)
def test_a_used_sheet_is_printed_from_its_first_free_label(kind: str):
    whole, used = (
        print_job.plan(PrintSpec("breeds", what=("labels",), labels=kind, start_at=start)) for start in (1, 6)
    )
    places = [label.place for label in on(whole.pages[0])]
    assert [label.place for label in on(used.pages[0])] == places[5:]
    assert on(used.pages[1])[0].place == places[0]
    assert used.labels == whole.labels
    with pytest.raises(PrintError, match=f"slots 1 to {len(places)},"):
        plan(labels=kind, start_at=len(places) + 1)


def test_single_cards_have_labels_of_their_own_and_a_batch_is_left_as_it_was():
    card = games.deck("tower").cards[2]
    laid = plan(cards=(Pick(card.id),), batch=Batch("tower"))
    assert laid.labels == card.copies
    assert laid.contents == f"{card.copies} labels"
    assert not laid.printed.copies, "a label is no printed card"


def test_sheets_that_are_bought_are_not_cut_and_others_have_lines():
    assert estimate.straight_cuts(plan(labels="a4-65")) == 0
    assert on(plan(labels="a4-65").pages[0])[0].outline
    grid = plan(labels="grid").pages[0]
    columns, rows = ({getattr(label.place, axis) for label in on(grid)} for axis in ("x_mm", "y_mm"))
    assert estimate.straight_cuts(plan(labels="grid", pages=((1, 1),))) == len(columns) + len(rows) + 2
    assert grid.ready
    assert len(grid.ready.drawing) == len(columns) + len(rows) + 2
    unmarked = plan(labels="grid", marks="none").pages[0].ready
    assert unmarked
    assert not unmarked.drawing


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_goes_wrong_with_them(game: str, kind: str):
    assert not lint.check(print_job.plan(PrintSpec(game, what=("labels",), labels=kind, language="de")))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"labels": "5160"}, "These labels come on Letter, whatever --paper says."),
        ({"fit": Fit(gap_mm=3.0)}, "--gap is not for labels"),
        ({"fit": Fit(registration=3)}, "--registration is not for labels"),
        ({"second_code": True}, "--second-code is not for labels"),
        ({"sleeved": True}, "--sleeved is not for labels"),
    ],
)
def test_what_means_nothing_for_labels_is_said(changes: dict[str, object], said: str):
    assert any(note.startswith(said) for note in plan(**changes).notes)


def test_what_cannot_be_is_refused():
    with pytest.raises(SheetError, match="did you mean a4-"):
        plan(labels="a4-25")
    with pytest.raises(SheetError, match="no room for a label"):
        plan(paper="40x30")
    with pytest.raises(ProfileError, match="was measured on letter and these labels are on A4"):
        plan(labels="a4-24", fit=Fit(profile=Profile("desk", paper="letter")))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("width_mm = 38", "height_mm: expected 20 mm or more"),
        ("width_mm = 38\nheight_mm = 19.5", "height_mm: expected 20 mm or more"),
        ("width_mm = 38\nheigth_mm = 21", "heigth_mm: is not known; did you mean height_mm?"),
        ('width_mm = 38\nheight_mm = "low"', "height_mm: expected a length in mm"),
        ('width_mm = 38\nheight_mm = 21\npaper = "a4"\ncolumns = 1.5', "columns: expected a number from 1"),
        ('width_mm = 38\nheight_mm = 21\npaper = "a4"\ncolumns = 2\nrows = 1\nstep_x_mm = 30', "columns: expected how"),
        ('width_mm = 38\nheight_mm = 21\npaper = "a4"\ncolumns = 6\nrows = 1\nstep_x_mm = 38', "the labels reach 228"),
        ("width_mm = ", "cannot be read as TOML"),
    ],
)
def test_a_file_of_labels_that_cannot_be_used_says_where_and_why(text: str, said: str):
    with pytest.raises(SheetError) as refused:
        label_sheet.read_labels(text, "mine")
    assert str(refused.value).startswith("templates/labels/mine.toml")
    assert said in str(refused.value)


def test_the_command_prints_labels_beside_the_deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["print", "tower", "--what", "labels", "--labels", "a4-65", "--start-at", "10"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("tower-labels-a4-65.pdf: 55 labels on 1 page, 1 sheet of A4 with 65 labels.")
    assert "one side" in said
    assert main(["print", "tower", "--what", "labels", "--lint", "--plan"]) == 0
    said = capsys.readouterr().out
    assert "55 labels, " in said
    assert not list(tmp_path.glob("tower-labels-grid*"))


def test_cards_of_ones_own_have_labels_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    table = tmp_path / "mine.csv"
    table.write_text("name,copies\nWolf,2\nA bear with a very long name indeed that goes on,1\nกระต่าย,1\n", "utf-8")
    assert main(["print", str(table), "--what", "labels", "-o", str(tmp_path / "out.pdf")]) == 0
    texts = decoded(by_pdfium((tmp_path / "out.pdf").read_bytes(), 1, READ_DPI))
    assert len(set(texts)) == len(texts) == 4
