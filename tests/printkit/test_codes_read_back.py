"""Every code on every sheet of every game is there once, clear of everything else, and readable by two readers."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import cv2
import numpy as np
import pytest
from ink_bounds import symbols
from printed import (
    by_pdfium,
    cut_out,
    decoded,
    fronts,
    fronts_by_poppler,
    needs_poppler,
    page_codes,
    printed,
    whole_kit,
    window,
)

from printkit import faces, qr
from printkit.impose import Place, Placed
from rules import games
from rules.code import symbol

GAMES = games.names()
by_game = pytest.mark.parametrize("game", GAMES, scope="module")
"""Game by game, so that what was rendered of one is used by every test before the next."""
READ_DPI, CROP_DPI = 150, 300
QUIET_WHITE = 250
"""Grey of the clear modules at least: white, but for what the renderer's smoothing leaves at the rim."""
BACK_DARK = 96
"""Grey of the patch behind a code at most: what shines through is then even, and no second code."""
SLIP_MM, HAIRLINES = 1.0, 0.06
"""How far a home printer sets the back beside the front; how much of what then lies there may be thin light lines."""


@by_game
def test_every_code_is_read_once_on_pages_from_pdfium(game: str):
    """The whole kit: nothing on a board, a token or the guide reads as a code that is not meant as one."""
    done = whole_kit(game)
    pdf = done.files[0].data
    found: Counter[str] = Counter()
    for page in done.plan.pages:
        if page.ready and not page.ready.drawing:
            continue  # the empty back of a board
        texts = decoded(by_pdfium(pdf, page.number, READ_DPI))
        # Uniform backs carry no code: a face-down card stays secret.
        assert sorted(texts) == sorted(page_codes(page)), f"page {page.number} ({page.side})"
        found.update(texts)
    assert found == Counter(str(code) for _, code in games.deck(game).codes())


@pytest.mark.poppler
@needs_poppler
@by_game
def test_every_code_is_read_once_on_pages_from_poppler(game: str):
    done = printed(game)
    pictures = fronts_by_poppler(done.files[0].data, READ_DPI)
    found = Counter(text for picture in pictures for text in decoded(picture))
    assert found == Counter(text for page in fronts(done) for text in page_codes(page))


@by_game
def test_letter_sheets_read_as_well(game: str):
    done = printed(game, "letter")
    page = fronts(done)[-1]
    texts = decoded(by_pdfium(done.files[0].data, page.number, READ_DPI))
    assert sorted(texts) == sorted(str(placed.piece.code) for placed in page.placed)


@by_game
def test_opencv_reads_each_card_cut_out(game: str):
    reader = cv2.QRCodeDetectorAruco()
    missed = []
    for placed, card in cards_cut_out(game):
        _, texts, _, _ = reader.detectAndDecodeMulti(card)
        if tuple(texts) != (str(placed.piece.code),):
            missed.append((placed.piece.card.id, str(placed.piece.code), texts))
    assert not missed


@by_game
def test_four_clear_modules_surround_each_code(game: str):
    for placed, card in cards_cut_out(game):
        ((item, box),) = symbols(faces.front(placed.piece.card, placed.piece.code))
        quiet = qr.QUIET_MODULES * item.module_mm
        hair = 25.4 / CROP_DPI  # the pixel the edge of the outermost modules runs through
        for zone in around(box, quiet, hair):
            clear = window(card, zone, CROP_DPI)
            assert clear.size > 0
            assert clear.min() >= QUIET_WHITE, f"{placed.piece.card.id}: something dark within four modules"


@by_game
def test_the_back_is_dark_behind_each_code(game: str):
    done = printed(game)
    for front, back in zip(done.plan.pages[::2], done.plan.pages[1::2], strict=True):
        picture = by_pdfium(done.files[0].data, back.number, READ_DPI)
        assert {placed.piece.code for placed in back.placed} <= {placed.piece.code for placed in front.placed}
        for placed in back.placed:
            if placed.piece.behind:
                continue
            card, code = placed.piece.card, placed.piece.code
            ((_, box),) = symbols(faces.front(card, code))
            behind = (placed.place.width_mm - box[2], box[1], placed.place.width_mm - box[0], box[3])
            patch = window(picture, on_page(placed.place, behind), READ_DPI)
            assert patch.max() <= BACK_DARK, f"{card.id}: its back {card.back} is light behind the code"
            slipped = window(picture, on_page(placed.place, grown(behind, SLIP_MM)), READ_DPI)
            assert (slipped > BACK_DARK).mean() <= HAIRLINES, f"{card.id}: light beside what lies behind the code"


@lru_cache(maxsize=1)
def cards_cut_out(game: str) -> list[tuple[Placed, np.ndarray]]:
    """Every front of the deck as the scissors leave it, at CROP_DPI."""
    done = printed(game)
    cards = []
    for page in fronts(done):
        picture = by_pdfium(done.files[0].data, page.number, CROP_DPI)
        cards += [(placed, cut_out(picture, placed.place, CROP_DPI).copy()) for placed in page.placed]
    return cards


def around(
    box: tuple[float, float, float, float], width: float, hair: float
) -> list[tuple[float, float, float, float]]:
    """The four strips of a quiet zone, clear of the pixels the symbol itself touches."""
    left, _, right, _ = box
    outer, inner = grown(box, width - hair), grown(box, hair)
    assert outer[0] < inner[0] < left
    assert right < inner[2] < outer[2]
    return [
        (outer[0], outer[1], inner[0], outer[3]),
        (inner[2], outer[1], outer[2], outer[3]),
        (outer[0], outer[1], outer[2], inner[1]),
        (outer[0], inner[3], outer[2], outer[3]),
    ]


def grown(box: tuple[float, float, float, float], by: float) -> tuple[float, float, float, float]:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def on_page(place: Place, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    (x0, y0), (x1, y1) = place.on_page(box[0], box[1]), place.on_page(box[2], box[3])
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


@by_game
def test_codes_are_printed_as_large_as_they_were_measured_to_read(game: str):
    """0.5 to 0.6 mm a module (docs/design.md), the symbol the card code asks for, whole in its white field."""
    for card, code in games.deck(game).codes():
        ((item, box),) = symbols(faces.front(card, code))
        assert 0.5 <= item.module_mm <= 0.6
        side = (17 + 4 * symbol(item.text)[0]) * item.module_mm
        assert np.allclose((box[2] - box[0], box[3] - box[1]), side)
        width, height = faces.size_mm(game)
        assert box[0] >= 0
        assert box[3] <= height
        assert box[2] <= width / 2, "a fan leaves only the left half of a card visible"
