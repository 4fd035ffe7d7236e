"""The pages of the finished PDF, rendered, then turned over or folded as a person does: behind each front lies its own
back, told by its own mark, a code on two-sided cards and the picture on the others."""

from __future__ import annotations

import dataclasses
from functools import cache

import numpy as np
import pypdfium2
import pytest
import zxingcpp

from printkit.draw.pdf import About, Leaf, write_pdf
from printkit.face import faces
from printkit.job import print_job
from printkit.job.print_job import PrintSpec
from printkit.sheet.backs import BACKS, Backs, find_backs
from printkit.sheet.fitting import Fit
from rules import games
from rules.values.code import CardCode

DPI = 150
MM = 25.4 / DPI
NEAR_MM = 0.45
"""The reader tells corners in whole pixels, and a page is rendered in whole pixels."""
WAYS: tuple[Backs, ...] = tuple(way for way in BACKS if way.word != "none")


def picks() -> tuple[print_job.Pick, ...]:
    """Ten two-sided tokens, two two-sided cards of each summoner, and some of both uniform backs: all on one job."""
    deck = games.deck("breeds")
    plain = [card.id for card in deck.cards if card.back == "black"][:2] + [
        card.id for card in deck.cards if card.back == "teal"
    ][:2]
    return print_job.read_picks(",".join(["token_epic_coin", "black_identity", "teal_quests", *plain]))


@cache
def made(way: Backs, paper: str, fit: Fit) -> print_job.PdfJob:
    return print_job.make(PrintSpec("breeds", paper=paper, backs=way, cards=picks(), fit=fit))


@cache
def rasters(pdf: bytes) -> list[np.ndarray]:
    """The pages as grey pictures."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.render(scale=DPI / 72, grayscale=True).to_numpy().copy() for page in document]


def sheets(done: print_job.PdfJob) -> list[tuple[np.ndarray, np.ndarray]]:
    """Each sheet's front and what is seen where the back page was, already turned over: both as seen from the front,
    the back as if the paper were glass."""
    way = done.plan.spec.backs
    files = {file.part: rasters(file.data) for file in done.files}
    if way.word == "fold":
        return [(page, _folded(page, done)) for page in files[""]]
    if way.word in ("long", "short"):
        pairs = list(zip(files[""][::2], files[""][1::2], strict=True))
    elif way.word == "separate":
        pairs = list(zip(files["fronts"], files["backs"], strict=True))
    else:
        # The stack comes out, is turned over as a whole, and its last sheet is printed first.
        pairs = list(zip(files["fronts"], reversed(files["backs"]), strict=True))
    return [(front, _turned(back, way)) for front, back in pairs]


def _turned(back: np.ndarray, way: Backs) -> np.ndarray:
    """A page turned over: on its long edge like a book's where it stands upright, like a calendar's where it lies."""
    upright = (back.shape[0] >= back.shape[1]) == (way.word != "short")
    return back[:, ::-1] if upright else back[::-1]


def _folded(page: np.ndarray, done: print_job.PdfJob) -> np.ndarray:
    return page[:, ::-1] if done.plan.grid.turn == "upright" else page[::-1]


def codes(picture: np.ndarray) -> dict[str, tuple[float, float]]:
    """The codes of a picture and their middles, in mm from its top left."""
    found = {}
    for one in zxingcpp.read_barcodes(np.ascontiguousarray(picture), zxingcpp.BarcodeFormat.QRCodeModel2):
        corners = (one.position.top_left, one.position.top_right, one.position.bottom_right, one.position.bottom_left)
        found[one.text] = (sum(c.x for c in corners) / 4 * MM, sum(c.y for c in corners) / 4 * MM)
    return found


@pytest.mark.parametrize(
    ("paper", "fit"),
    [("a4", Fit()), ("letter", Fit(bleed_mm=2.0)), ("a3", Fit())],
    ids=["a4", "letter lying, own bleed", "a3"],
)
@pytest.mark.parametrize("way", WAYS)
def test_behind_each_front_lies_its_own_back(way: Backs, paper: str, fit: Fit):
    done = made(way, paper, fit)
    deck = games.deck("breeds")
    width, height = faces.size_mm("breeds")
    box = faces.find_layout("breeds").boxes["code"]
    u = box.middle[0]
    seen = 0
    for front, through in sheets(done):
        # Mirrored codes are read from the mirrored picture, and their places mirrored back.
        page_width = front.shape[1] * MM
        behind = {text: (page_width - x, y) for text, (x, y) in codes(through[:, ::-1]).items()}
        for text, (x, y) in codes(front).items():
            code = CardCode(text[1:3], text[3:6], int(text[6:8], 36))
            card = deck.find(code)
            assert card is not None
            if card.fields["side"] == "back":
                continue  # on a folded sheet the back's own code is on the same page
            seen += 1
            left, top = x - u, y - (height - box.middle[1])
            if card.fields["other_face"]:
                other = deck.by_id[str(card.fields["other_face"])]
                partner = str(CardCode(code.game, other.code, code.copy))
                there = behind[partner]
                assert there == pytest.approx((left + width - u, y), abs=NEAR_MM), card.id
            else:
                assert _back_seen(through, left, top, (width, height)) == card.back, card.id
    assert seen == done.plan.cards == sum(deck.by_id[pick.card].copies for pick in picks())


def _back_seen(through: np.ndarray, left: float, top: float, size: tuple[float, float]) -> str:
    """Which uniform back lies there: the one whose own picture is nearest."""
    rows, columns = round(size[1] / MM), round(size[0] / MM)
    y, x = round(top / MM), round(left / MM)
    here = through[y : y + rows, x : x + columns][:, ::-1].astype(float)
    inner = np.s_[8:-8, 8:-8]
    off = {
        key: float(np.abs(here[inner] - picture[: here.shape[0], : here.shape[1]][inner]).mean())
        for key, picture in _backs(size, rows, columns).items()
    }
    best = min(off, key=lambda key: off[key])
    assert off[best] < 18, "no back lies there, or it is off its place"
    return best


@cache
def _backs(size: tuple[float, float], rows: int, columns: int) -> dict[str, np.ndarray]:
    about = About("back", "back", "Simplex")
    pictures = {}
    for key in ("black", "teal"):
        pdf = write_pdf([Leaf(*size, faces.back("breeds", key), "1", "", (0, 0, *size))], about)
        page = rasters(pdf)[0]
        pictures[key] = np.pad(page, ((0, 2), (0, 2)), mode="edge")[:rows, :columns].astype(float)
    return pictures


def test_a_sheet_whose_cards_have_no_backs_still_has_its_page_in_the_backs_file():
    """Odd counts are padded: the printer's stack of backs has a page for every sheet, white where nothing is behind."""
    deck = games.deck("breeds").only(lambda card: card.back == "black")
    bare = dataclasses.replace(deck, cards=tuple(dataclasses.replace(card, back="") for card in deck.cards))
    plan = print_job.plan(PrintSpec("breeds", backs=find_backs("manual")), bare)
    fronts = [page for page in plan.pages if page.part == "fronts"]
    backs = [page for page in plan.pages if page.part == "backs"]
    assert len(fronts) == len(backs) == max(page.sheet for page in plan.pages)
    assert [page.sheet for page in backs] == [page.sheet for page in reversed(fronts)]
