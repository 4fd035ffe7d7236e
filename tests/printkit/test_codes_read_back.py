"""Every code on every page of every kit is there once, clear of everything else, and readable.

Two engines draw the pages, two readers read them. The English kit in full ink is read whole by both readers and from
both engines, low ink (in German) and grey by one, full ink in German in part; of every kit all four pairs read the
first sheet of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import cv2
import numpy as np
import pytest
from ink_bounds import symbols
from printed_decks import (
    KITS,
    by_pdfium,
    by_poppler,
    cut_out,
    decoded,
    fronts,
    needs_poppler,
    page_codes,
    printed,
    whole_kit,
    window,
)

from printkit.draw import qr
from printkit.draw.ink_saving import Ink
from printkit.face import faces
from printkit.sheet.page import Page, Place, Placed
from rules import games
from rules.values.cards import Card
from rules.values.code import CardCode, symbol

GAMES = games.names()
by_game = pytest.mark.parametrize("game", GAMES, scope="module")
"""Game by game, so that what was rendered of one is used by every test before the next."""
other_inks = pytest.mark.parametrize(("game", "ink", "language"), [kit for kit in KITS if kit[1] != "full"])
READ_DPI, DARK_DPI, CROP_DPI = 100, 150, 200
"""Two pixels a module: a page that reads at that reads from any printer. Cards cut out are looked at more closely."""
QUIET_WHITE = 250
"""Grey of the clear modules at least: white, but for what the renderer's smoothing leaves at the rim."""
BACK_DARK = 96
"""Grey of the patch behind a code at most: what shines through is then even, and no second code."""
Seen = tuple[Card, CardCode, np.ndarray]
"""A card, the code of this copy, and its picture or that of its code."""
READ_WHOLE = "breeds"
"""The German kit read whole: it has two-sided cards, three backs, boards and cubes."""
SLIP_MM, HAIRLINES = 1.0, 0.06
"""How far a home printer sets the back beside the front; how much of what then lies there may be thin light lines."""


@by_game
def test_every_code_is_read_once_on_pages_from_pdfium(game: str):
    """The whole kit: nothing on a board, a token or the guide reads as a code that is not meant as one."""
    done = whole_kit(game)
    found: Counter[str] = Counter()
    for page in distinct(done.plan.pages):
        texts = decoded(by_pdfium(done.files[0].data, page.number, READ_DPI))
        # Uniform backs carry no code: a face-down card stays secret.
        assert sorted(texts) == sorted(page_codes(page)), f"page {page.number} ({page.side})"
        found.update(texts)
    assert found == Counter(str(code) for _, code in games.deck(game).codes())


@pytest.mark.poppler
@needs_poppler
@by_game
def test_every_code_is_read_once_on_pages_from_poppler(game: str):
    done = whole_kit(game)
    found: Counter[str] = Counter()
    for page in filter(page_codes, done.plan.pages):
        texts = decoded(by_poppler(done.files[0].data, page.number, READ_DPI))
        assert sorted(texts) == sorted(page_codes(page)), f"page {page.number} ({page.side})"
        found.update(texts)
    assert found == Counter(str(code) for _, code in games.deck(game).codes())


@other_inks
def test_every_code_is_read_in_low_ink_and_in_grey(game: str, ink: Ink, language: str):
    done = whole_kit(game, ink, language)
    found: Counter[str] = Counter()
    for page in distinct(done.plan.pages):
        texts = decoded(by_pdfium(done.files[0].data, page.number, READ_DPI))
        assert sorted(texts) == sorted(page_codes(page)), f"page {page.number} ({page.side})"
        found.update(texts)
    assert found == Counter(str(code) for _, code in games.deck(game).codes())


@by_game
def test_every_code_is_read_in_german(game: str):
    """Each page of one kit; of the others the first and the last that has codes, for German words move nothing but
    themselves and low ink (above) reads every page of them."""
    done = whole_kit(game, "full", "de")
    pages = list(distinct(done.plan.pages))
    if game != READ_WHOLE:
        coded = [page for page in pages if page_codes(page)]
        pages = [coded[0], coded[-1]]
    found: Counter[str] = Counter()
    for page in pages:
        texts = decoded(by_pdfium(done.files[0].data, page.number, READ_DPI))
        assert sorted(texts) == sorted(page_codes(page)), f"page {page.number} ({page.side})"
        found.update(texts)
    if game == READ_WHOLE:
        assert found == Counter(str(code) for _, code in games.deck(game).codes())


@pytest.mark.poppler
@needs_poppler
@pytest.mark.parametrize(("game", "ink", "language"), KITS)
def test_four_pairs_of_engine_and_reader_agree(game: str, ink: Ink, language: str):
    done = whole_kit(game, ink, language)
    page = next(filter(page_codes, done.plan.pages))
    for engine in (by_pdfium, by_poppler):
        picture = engine(done.files[0].data, page.number, CROP_DPI)
        assert sorted(decoded(picture)) == sorted(page_codes(page))
        for card, code, crop in code_crops(page, picture):
            assert by_opencv(crop) == [str(code)], f"{card.id} on page {page.number}, {engine.__name__}"


@by_game
def test_letter_sheets_read_as_well(game: str):
    done = printed(game, "letter")
    page = fronts(done)[-1]
    texts = decoded(by_pdfium(done.files[0].data, page.number, READ_DPI))
    assert sorted(texts) == sorted(str(placed.piece.code) for placed in page.placed)


@by_game
def test_opencv_reads_each_code_and_each_card_cut_out(game: str):
    """Every code by itself, and one copy of every card whole, with all its picture about it."""
    codes, cards = looked_at_closely(game)
    assert Counter(str(code) for _, code, _ in codes) == Counter(str(code) for _, code in games.deck(game).codes())
    assert {card for card, _, _ in cards} == set(games.deck(game).cards)
    missed = [(card.id, str(code)) for card, code, cut in (*codes, *cards) if by_opencv(cut) != [str(code)]]
    assert not missed


def distinct(pages: tuple[Page, ...]) -> Iterator[Page]:
    """The pages that differ in more than their number: each empty or uniform back once."""
    seen = set()
    for page in pages:
        if page_codes(page) or (page.ready and not page.ready.empty):
            yield page
            continue
        key = tuple((placed.piece.card.back, placed.place) for placed in page.placed)
        if key not in seen:
            seen.add(key)
            yield page


def shown(placed: Placed, page: Page) -> tuple[Card, CardCode] | None:
    """The card and the code that stand in a place, if any do."""
    piece = placed.piece
    if page.side == "front":
        return piece.card, piece.code
    return (piece.behind.card, piece.behind.code) if piece.behind else None


def code_crops(page: Page, picture: np.ndarray) -> Iterator[Seen]:
    """Every code of a page with its quiet zone."""
    for placed in page.placed:
        if there := shown(placed, page):
            ((item, box),) = symbols(faces.front(*there))
            zone = on_page(placed.place, grown(box, qr.QUIET_MODULES * item.module_mm))
            yield *there, np.ascontiguousarray(window(picture, zone, CROP_DPI))


def by_opencv(picture: np.ndarray) -> list[str]:
    return list(cv2.QRCodeDetectorAruco().detectAndDecodeMulti(picture)[1])


@by_game
def test_four_clear_modules_surround_each_code(game: str):
    for front, code, card in looked_at_closely(game)[1]:
        ((item, box),) = symbols(faces.front(front, code))
        quiet = qr.QUIET_MODULES * item.module_mm
        hair = 25.4 / CROP_DPI  # the pixel the edge of the outermost modules runs through
        for zone in around(box, quiet, hair):
            clear = window(card, zone, CROP_DPI)
            assert clear.size > 0
            assert clear.min() >= QUIET_WHITE, f"{front.id}: something dark within four modules"


@by_game
def test_the_back_is_dark_behind_each_code(game: str):
    done = printed(game)
    for front, back in zip(done.plan.pages[::2], done.plan.pages[1::2], strict=True):
        assert {placed.piece.code for placed in back.placed} <= {placed.piece.code for placed in front.placed}
    for back in distinct(done.plan.pages[1::2]):
        picture = by_pdfium(done.files[0].data, back.number, DARK_DPI)
        for placed in back.placed:
            if placed.piece.behind:
                continue
            card, code = placed.piece.card, placed.piece.code
            ((_, box),) = symbols(faces.front(card, code))
            behind = (placed.place.width_mm - box[2], box[1], placed.place.width_mm - box[0], box[3])
            patch = window(picture, on_page(placed.place, behind), DARK_DPI)
            assert patch.max() <= BACK_DARK, f"{card.id}: its back {card.back} is light behind the code"
            slipped = window(picture, on_page(placed.place, grown(behind, SLIP_MM)), DARK_DPI)
            assert (slipped > BACK_DARK).mean() <= HAIRLINES, f"{card.id}: light beside what lies behind the code"


def test_through_thin_paper_the_front_of_a_two_sided_card_is_read_and_the_other_face_is_not():
    """80 g paper lets through about a tenth; a fifth, and as sharp as no paper leaves it, is still not read."""
    done = whole_kit("breeds")
    front = next(page for page in done.plan.pages if any(placed.piece.behind for placed in page.placed))
    here = by_pdfium(done.files[0].data, front.number, DARK_DPI).astype(np.float32) / 255
    behind = by_pdfium(done.files[0].data, front.number + 1, DARK_DPI).astype(np.float32) / 255
    through = here * (1 - 0.2 * (1 - cv2.GaussianBlur(behind[:, ::-1], (0, 0), 1.5)))
    assert sorted(decoded((through * 255).astype(np.uint8))) == sorted(page_codes(front))


@lru_cache(maxsize=1)
def looked_at_closely(game: str) -> tuple[list[Seen], list[Seen]]:
    """Every code of the deck with its quiet zone, and one copy of every card as the scissors leave it, at CROP_DPI."""
    done = whole_kit(game)
    codes: list[Seen] = []
    cards: dict[str, Seen] = {}
    for page in filter(page_codes, done.plan.pages):
        picture = by_pdfium(done.files[0].data, page.number, CROP_DPI)
        codes += [(card, code, crop.copy()) for card, code, crop in code_crops(page, picture)]
        for placed in page.placed:
            there = shown(placed, page)
            if there and there[0].id not in cards:
                cards[there[0].id] = (*there, cut_out(picture, placed.place, CROP_DPI).copy())
    return codes, list(cards.values())


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
