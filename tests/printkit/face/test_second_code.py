"""Cards printed with a second code in the opposite corner: what is on the paper, and what makes room for it."""

from __future__ import annotations

import numpy as np
import pypdfium2
import pytest
import zxingcpp
from ink_bounds import symbols

from printkit.card_layout import LayoutError, find_layout, names, read_layout
from printkit.check import lint
from printkit.face import faces
from printkit.job import export, print_job
from printkit.job.print_job import PrintSpec
from printkit.sheet.backs import find_backs
from printkit.sheet.card_size import CARD_SIZES
from printkit.sheet.fitting import Fit
from rules import games
from rules.values import code

TWO = faces.Style(second_code=True)


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("ink", ["full", "low"])
def test_both_codes_of_every_card_on_a_page_say_the_card_and_which_of_the_two_they_are(game: str, ink: str) -> None:
    done = print_job.make(PrintSpec(game, backs=find_backs("none"), second_code=True, ink=ink, pages=((1, 1),)))  # type: ignore[arg-type]
    with pypdfium2.PdfDocument(done.files[0].data) as document:
        page = document[0].render(scale=200 / 72, grayscale=True).to_numpy().squeeze()
    (leaf,) = done.plan.pages
    mm = np.array([done.plan.grid.page_width_mm, done.plan.grid.page_height_mm]) / page.shape[1::-1]
    read = zxingcpp.read_barcodes(page)
    assert len(read) == 2 * len(leaf.placed)
    for placed in leaf.placed:
        text, found = str(placed.piece.code), {}
        for one in read:
            p = one.position
            at = np.mean([(c.x, c.y) for c in (p.top_left, p.top_right, p.bottom_right, p.bottom_left)], axis=0) * mm
            if one.text == text:
                found[int(one.extra["DataMask"])] = at - (
                    placed.place.x_mm,
                    done.plan.grid.page_height_mm - placed.place.y_mm - placed.place.height_mm,
                )
        first, second = found[code.symbol(text)[2]], found[code.second_symbol(text)[2]]
        np.testing.assert_allclose(first, (11.9, 11.9), atol=0.2)
        np.testing.assert_allclose(first + second, placed.place.face_mm, atol=0.3)


@pytest.mark.parametrize("name", names())
def test_every_face_has_its_codes_where_readers_expect_them(name: str) -> None:
    """What joins two readings to one card is a contract with prints already made (docs/card-code.md)."""
    layout = find_layout(name)
    x, y, side = faces.code_field(layout, 21)
    width, height = layout.size_mm
    there = np.array([width / 2 - x - side / 2, y + side / 2 - height / 2]) / layout.numbers["module_mm"]
    np.testing.assert_allclose(there, code.MIDDLE_MODULES)


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_goes_wrong_with_two_codes_that_goes_well_with_one(game: str, language: str) -> None:
    """Texts flow round the second code, notes and figures end before it, its quiet zone is checked too."""
    every = [lint.check(print_job.plan(PrintSpec(game, language=language, second_code=two))) for two in (False, True)]
    assert set(every[1]) <= set(every[0])


@pytest.mark.parametrize("size", [*CARD_SIZES, "30x44"])
def test_lint_judges_both_codes_in_every_size(size: str) -> None:
    plan = print_job.plan(
        PrintSpec("breeds", second_code=True, fit=Fit(card_size=size), cards=(print_job.Pick("teal_destroyer", 1),))
    )
    small = [one for one in lint.check(plan) if "too small for home printers" in one.problem]
    assert bool(small) == (size == "30x44")


def test_something_dark_beside_the_second_code_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    layout = find_layout("tower")
    text = layout.with_second.boxes["strip"]
    wide = type(layout)(
        *(
            {"second": {**layout.second, "strip": type(text)(text.x, text.y, 45.0, text.height)}}.get(
                key, getattr(layout, key)
            )
            for key in layout.__dataclass_fields__
        )
    )
    monkeypatch.setattr(faces, "find_layout", lambda game: wide)
    plan = print_job.plan(PrintSpec("tower", second_code=True, cards=(print_job.Pick("nest", 1),)))
    assert any("quiet zone is violated" in one.problem for one in lint.check(plan))


def test_without_the_option_a_card_has_one_code_and_its_face_of_always() -> None:
    card, printed = next(iter(games.deck("dragoborne").codes()))
    plain, two = faces.front(card, printed), faces.front(card, printed, TWO)
    assert [one.second for one, _ in symbols(plain)] == [False]
    assert [one.second for one, _ in symbols(two)] == [False, True]
    assert faces.back("dragoborne", card.back) == faces.back("dragoborne", card.back, TWO)


def test_pictures_for_screens_and_services_have_both_codes_too() -> None:
    plan = print_job.plan(PrintSpec("gilfate", second_code=True, cards=(print_job.Pick("10c", 1),)))
    (picture,) = export.pictures(plan, [export.Shown(export.pieces(plan)[0])], export.Canvas((63, 88)))
    assert len({one.text for one in zxingcpp.read_barcodes(picture)}) == 1
    assert len(zxingcpp.read_barcodes(picture)) == 2


def test_a_face_whose_boxes_lie_on_the_second_code_is_refused() -> None:
    head = 'extends = "family"\ntitle = "Mine"\n'
    assert read_layout(head, "mine").with_second.boxes["second"].x == pytest.approx(42.4)
    with pytest.raises(LayoutError, match=r"second\.strip: lies on the second code"):
        read_layout(head + "[second]\nstrip = [3.0, 3.0, 57.0, 6.0]\n", "mine")
    with pytest.raises(LayoutError, match=r"second\.code: is not a box that moves"):
        read_layout(head + "[second]\ncode = [3.2, 3.2, 17.4, 17.4]\n", "mine")
