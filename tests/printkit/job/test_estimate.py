"""The plan: sheets, cuts and ink are what the pages hold, and money follows from the prices given."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.cli import main
from printkit.draw.display_list import Colour, Fill, rectangle
from printkit.draw.pdf import About, Leaf, write_pdf
from printkit.job import estimate, print_job
from printkit.sheet.backs import Backs, find_backs


def page(colour: Colour, share: float) -> Leaf:
    return Leaf(100.0, 100.0, (Fill(rectangle(0, 0, 100, 100 * share), colour),), "1", "x", (0, 0, 100, 100))


@pytest.mark.parametrize(
    ("colour", "ink"),
    [
        ((1.0, 1.0, 1.0), 0.0),
        ((0.0, 0.0, 0.0), 1.0),
        ((0.5, 0.5, 0.5), 0.5),
        ((1.0, 1.0, 0.0), 1.0),
        ((1.0, 0.0, 0.0), 2.0),
        ((0.5, 0.0, 0.0), 1.5),
    ],
)
def test_ink_is_what_four_colours_lay_on_the_paper(colour: Colour, ink: float):
    pdf = write_pdf([page(colour, 1.0), page(colour, 0.25)], About("a", "b", "Simplex"))
    assert estimate.covered(pdf) == pytest.approx([ink, ink / 4], abs=0.01)


@pytest.mark.parametrize(
    ("backs", "sheets", "pages"),
    [
        (find_backs(way), *counts)
        for way, *counts in (("long", 2, 2), ("none", 2, 1), ("manual", 2, 2), ("separate", 4, 1))
    ],
)
def test_sheets_and_cuts_are_those_of_the_pages(backs: Backs, sheets: int, pages: int):
    cards = print_job.read_picks("homesteader:1,homesteader:2,homesteader:3,dragons_lair,cinder_hatchling")
    done = print_job.make(print_job.PrintSpec("fairytale", backs=backs, cards=cards))
    whole = estimate.estimate(done)
    assert len(whole.sheets) == sheets == done.plan.sheets
    assert {len(sheet.pages) for sheet in whole.sheets} == {pages}
    assert sum(sheet.cards for sheet in whole.sheets) == done.plan.cards == 12
    assert [sheet.cuts for sheet in whole.sheets[:2]] == [12, 8], "3 x 3 cards and a row of three, a gap between"


def test_low_ink_takes_less_and_prices_add_up():
    def of(ink) -> estimate.Estimate:
        return estimate.estimate(print_job.make(print_job.PrintSpec("fairytale", ink=ink, pages=((1, 2),))))

    full, low = of("full"), of("low")
    assert low.covered < full.covered / 2
    prices = estimate.read_prices("sheet=0.5, ink=0.10, currency=EUR")
    assert prices.cost(1, 1.0) == pytest.approx(0.5 + 20 * 0.10)
    assert "EUR: paper 0.50" in estimate.lines(low, prices)[-1]


@pytest.mark.parametrize(
    "text", ["sheet", "sheet=a", "ink=-1", "paper=2", "sheet=1e9", "ink=٣", "currency=", "sheet=1;ink=2"]
)
def test_a_price_that_is_none_is_refused(text: str):
    with pytest.raises(print_job.PrintError, match=re.escape(text)):
        estimate.read_prices(text)


def test_the_command_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["print", "fairytale", "--paper", "a4", "--pages", "1-2", "--plan", "--prices", "sheet=0.02"]) == 0
    out = capsys.readouterr().out
    assert "1 sheet of A4, 9 cards, 12 cuts" in out
    assert "paper 0.02" in out
    assert not list(tmp_path.iterdir())
    assert main(["print", "fairytale", "--plan", "--prices", "sheet=much"]) == 1
    assert "--prices" in capsys.readouterr().err
