"""A print job from what was asked to the finished file."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pikepdf
import pytest
import zxingcpp
from printed_decks import by_pdfium, decoded, fronts, page_codes, printed, window
from sample_pictures import quartered, saved

from printkit.draw import stream_cache
from printkit.draw.display_list import Drawing, Fill, Symbol, rectangle
from printkit.face import faces
from printkit.input.pictures import Beside
from printkit.job import print_job
from printkit.job.print_job import Pick, PrintError, PrintSpec, read_pages, read_picks
from printkit.sheet.backs import Backs, find_backs
from printkit.sheet.paper import SheetError
from rules import games
from rules.values.cards import Card, Deck
from rules.values.code import CardCode
from rules.values.own_deck import read_own

GAMES = games.names()
FAIRY_TALE = PrintSpec("fairytale")


def codes(done: print_job.PdfJob) -> list[str]:
    """Every code on every page: those of the fronts, and of the second faces of two-sided cards."""
    return [text for page in done.plan.pages for text in page_codes(page)]


def two_sided(card: Card) -> bool:
    return bool(card.fields.get("other_face"))


@pytest.mark.parametrize("game", GAMES)
def test_every_copy_of_every_card_is_printed_once(game: str):
    deck = games.deck(game)
    done = printed(game)
    assert Counter(codes(done)) == Counter(str(code) for _, code in deck.codes())
    rows = Counter({True: 0, False: 0})
    for card in deck.cards:
        rows[two_sided(card)] += card.copies
    assert done.plan.cards == rows[False] + rows[True] // 2
    rears = Counter(p.piece.card.back for page in done.plan.pages if page.side == "back" for p in page.placed)
    assert rears == Counter(
        card.back for card, _ in deck.codes() if card.back or (two_sided(card) and card["side"] == "front")
    )


def test_a_two_sided_card_has_its_other_face_behind_it_and_fronts_alone_have_both():
    picked = read_picks("black_dragonform,token_fireball:3")
    front, back = print_job.plan(PrintSpec("breeds", cards=picked)).pages
    assert [str(placed.piece.code) for placed in front.placed] == [
        str(CardCode("BR", "B01", 1)), str(CardCode("BR", "X01", 3)),
    ]  # fmt: skip
    assert page_codes(back) == [str(CardCode("BR", "B02", 1)), str(CardCode("BR", "X02", 3))]
    alone = print_job.plan(PrintSpec("breeds", cards=picked, backs=find_backs("none")))
    assert [placed.piece.card.id for placed in alone.pages[0].placed] == ["black_dragonform", "token_fireball"]


def test_fairy_tale_prints_all_110_with_the_expert_cards_as_their_own_section():
    done = printed("fairytale")
    sections = Counter(page.section for page in fronts(done) for _ in page.placed)
    assert sorted(sections.values()) == [30, 80]
    assert len(done.plan.pages) == done.files[0].pages == 26
    assert done.plan.sheets == 13


@pytest.mark.parametrize("game", GAMES)
def test_a_deck_with_all_its_art_stays_small(game: str):
    assert len(printed(game).files[0].data) < 4_000_000


def test_each_page_says_what_it_is_and_how_to_turn_it():
    texts = page_texts(printed("fairytale").files[0].data)
    expert = next(page.section for page in printed("fairytale").plan.pages if page.section)
    for number, text in enumerate(texts, 1):
        assert f"page {number} of 26" in text
        assert "Fairy Tale" in text
        assert "set A" in text
        assert "Print at 100 %" in text
        assert "50 mm" in text
        assert "2 in" in text
        assert ("flip on the long edge" in text) == (number % 2 == 0)
    assert expert in texts[-2]
    assert "Back of page 25" in texts[-1]


def page_texts(pdf: bytes) -> list[str]:
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_range() for page in document]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_ruler_is_fifty_millimetres_and_two_inches_long(paper: str):
    """Measured on the rendered page: the two longest thin dark lines in the margin with the rulers."""
    done = print_job.make(PrintSpec("fairytale", paper, backs=find_backs("none"), pages=((1, 1),)))
    dpi = 600
    picture = by_pdfium(done.files[0].data, 1, dpi)
    margin = round(5.6 * dpi / 25.4)
    band = picture[-margin:, :] if paper == "a4" else picture[:, -margin:].T
    lengths = {round(length * 25.4 / dpi, 1) for row in band for length in dark_runs(row < 128) if length > dpi}
    assert max(lengths) == pytest.approx(50.8, abs=0.3)
    assert min(lengths) == pytest.approx(50.0, abs=0.3)


def dark_runs(dark: np.ndarray) -> np.ndarray:
    edges = np.flatnonzero(np.diff(np.concatenate(([0], dark.astype(np.int8), [0]))))
    return edges[1::2] - edges[::2]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("backs", [find_backs("long"), find_backs("short")])
def test_rendered_backs_lie_behind_their_own_fronts(paper: str, backs: Backs, monkeypatch: pytest.MonkeyPatch):
    """Front and back carry the same mark; the back page is turned over as paper is, and the marks must coincide."""
    deck = own_backs(games.deck("gilfate"))
    sign = {card.back: str(CardCode("GF", card.code, 1)) for card in deck.cards}

    def marked(back: str) -> Drawing:
        return (Fill(rectangle(0, 0, 63, 88), (1.0, 1.0, 1.0)), Symbol(sign[back], 20.0, 50.0, 1.0))

    stream_cache.forget()  # what is kept knows nothing of faces replaced under its feet
    monkeypatch.setattr(faces, "front_of", lambda card, *_: marked(card.back))
    monkeypatch.setattr(faces, "back", lambda game, back, *_: marked(back))
    done = print_job.make(PrintSpec("gilfate", paper, backs, start_at=3), deck=deck)
    size = np.array([done.plan.grid.page_width_mm, done.plan.grid.page_height_mm])
    front = marks_mm(by_pdfium(done.files[0].data, 1, 150))
    back = marks_mm(by_pdfium(done.files[0].data, 2, 150))
    assert len(front) == 7
    assert set(front) == set(back)
    side = 21.0
    for text, place in front.items():
        x, y = back[text]
        # The mark stands 20 mm from the left edge of a face: seen from behind, as far from the right one.
        landed = (size[0] - x, y) if backs.word == "long" else (x, size[1] - y)
        middle = place[0] + 63 - 2 * 20 - side, place[1]
        assert landed == pytest.approx(middle, abs=0.3)


def own_backs(deck: Deck) -> Deck:
    spec = replace(deck.spec, section=lambda card: "")
    return Deck(spec, tuple(replace(card, back=f"back of {card.id}", copies=1) for card in deck.cards))


def marks_mm(picture: np.ndarray) -> dict[str, tuple[float, float]]:
    """Each mark's middle in mm from the page's lower left corner."""
    found = {}
    for code in zxingcpp.read_barcodes(picture, zxingcpp.BarcodeFormat.QRCodeModel2):
        at = code.position
        corners = np.array([(p.x, p.y) for p in (at.top_left, at.top_right, at.bottom_right, at.bottom_left)])
        x, y = corners.mean(axis=0) * 25.4 / 150
        found[code.text] = (float(x), picture.shape[0] * 25.4 / 150 - float(y))
    return found


def test_picked_cards_and_copies_keep_their_codes():
    picked = print_job.make(
        replace(FAIRY_TALE, cards=(Pick("homesteader", 3), Pick("sky_dance_dragon"), Pick("homesteader", 3)))
    )
    deck = games.deck("fairytale")
    wanted = [
        str(code)
        for card, code in deck.codes()
        if card.id == "sky_dance_dragon" or (card.id, code.copy) == ("homesteader", 3)
    ]
    assert codes(picked) == wanted
    assert len(picked.plan.pages) == 2
    assert sorted(decoded(by_pdfium(picked.files[0].data, 1, 150))) == sorted(wanted)


def test_print_set_b_is_another_deck():
    first, second = codes(printed("fairytale")), codes(print_job.make(replace(FAIRY_TALE, print_set="B")))
    assert len(first) == len(second)
    assert not set(first) & set(second)
    assert {text[8] for text in second} == {"B"}


def test_pages_of_a_two_sided_job_come_as_whole_sheets():
    plan = print_job.plan(replace(FAIRY_TALE, pages=((2, 3),)))
    assert [page.number for page in plan.pages] == [1, 2, 3, 4]
    assert any("two sides" in note for note in plan.notes)
    exact = print_job.plan(replace(FAIRY_TALE, pages=((3, 4),)))
    assert [page.number for page in exact.pages] == [3, 4]
    assert not any("two sides" in note for note in exact.notes)


def test_pages_of_two_files_are_the_same_sheets_of_both():
    plan = print_job.plan(replace(FAIRY_TALE, backs=find_backs("manual"), pages=((13, 13), (2, 2))))
    assert [(page.part, page.sheet) for page in plan.pages] == [
        ("fronts", 2), ("fronts", 13), ("backs", 13), ("backs", 2),
    ]  # fmt: skip


def test_a_job_of_some_pages_is_those_pages_of_the_whole():
    whole = printed("fairytale").files[0].data
    part = print_job.make(replace(FAIRY_TALE, pages=((3, 4),))).files[0].data
    assert page_texts(part) == page_texts(whole)[2:4]


@pytest.mark.parametrize(
    ("backs", "files"),
    [
        (find_backs("none"), {"": 13}),
        (find_backs("long"), {"": 26}),
        (find_backs("short"), {"": 26}),
        (find_backs("fold"), {"": 28}),
        (find_backs("separate"), {"fronts": 13, "backs": 13}),
        (find_backs("manual"), {"fronts": 13, "backs": 13}),
    ],
)
def test_each_way_of_making_backs_makes_its_files(backs: Backs, files: dict[str, int]):
    done = print_job.make(replace(FAIRY_TALE, backs=backs))
    assert {file.part: file.pages for file in done.files} == files
    hint = {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge"}.get(backs.word, "/Simplex")
    for file in done.files:
        with pikepdf.open(io.BytesIO(file.data)) as pdf:
            assert len(pdf.pages) == file.pages
            assert pdf.Root.ViewerPreferences.Duplex == hint


def test_progress_is_told_page_by_page():
    told: list[tuple[int, int]] = []
    print_job.make(replace(FAIRY_TALE, pages=((1, 4),)), lambda done, total: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_others_may_come_in_after_every_photo_of_a_page(tmp_path: Path):
    rows = [(1, ["name", "image"])]
    for number in range(1, 4):
        (tmp_path / f"{number}.png").write_bytes(saved(quartered(60 + number, 40), "PNG"))
        rows.append((number + 1, [f"Card {number}", f"{number}.png"]))
    deck = read_own(rows, "mine.csv", "Mine", "WF", find=Beside(tmp_path).find).deck
    told = list[tuple[int, int]]()
    print_job.make(PrintSpec("own-WF", backs=find_backs("none")), lambda done, total: told.append((done, total)), deck)
    assert told == [(0, 1), (0, 1), (0, 1), (1, 1)]


@pytest.mark.parametrize(
    ("marks", "sides"), [("both", (True, True)), ("fronts", (True, False)), ("none", (False, False))]
)
def test_crop_marks_where_wanted(marks: print_job.Marks, sides: tuple[bool, bool]):
    done = print_job.make(replace(FAIRY_TALE, marks=marks, pages=((1, 2),)))
    # The cut at the lower left corner of the A4 grid, 8.5 and 14.5 mm from the edges; marks begin 2 mm outside it, and
    # end at the 5 mm that stay white.
    below, beside = (8.4, 9.7, 8.6, 12.3), (5.2, 14.4, 6.3, 14.6)
    for page, wanted in enumerate(sides, 1):
        picture = by_pdfium(done.files[0].data, page, 300)
        for mark in (below, beside):
            assert (window(picture, mark, 300).max() < 200) == wanted


@pytest.mark.parametrize(
    ("text", "picks"),
    [
        ("homesteader", (Pick("homesteader"),)),
        ("homesteader:3, dragon_s_lair", (Pick("homesteader", 3), Pick("dragon_s_lair"))),
        ("a:1,,b", (Pick("a", 1), Pick("b"))),
    ],
)
def test_picks_are_read(text: str, picks: tuple[Pick, ...]):
    assert read_picks(text) == picks


@pytest.mark.parametrize(
    ("text", "pages"), [("1", ((1, 1),)), ("1-2", ((1, 2),)), ("1-2,5", ((1, 2), (5, 5))), (" 3 - 4 ", ((3, 4),))]
)
def test_pages_are_read(text: str, pages: tuple[tuple[int, int], ...]):
    assert read_pages(text) == pages


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        (lambda: read_picks(""), "--cards: names no card"),
        (lambda: read_picks("homesteader:"), '"homesteader:" names no copy'),
        (lambda: read_picks("homesteader:0"), '"homesteader:0" names no copy'),
        (lambda: read_picks("homesteader:x"), '"homesteader:x" names no copy'),
        (lambda: read_pages(""), "--pages"),
        (lambda: read_pages("two"), '"two" is not a page'),
        (lambda: read_pages("5-3"), "runs backwards; write 3-5"),
        (lambda: read_pages("1-2-3"), "is not a page"),
        (lambda: print_job.plan(PrintSpec("fairytail")), "did you mean fairytale"),
        (lambda: print_job.plan(PrintSpec("")), "breeds, dragoborne, fairytale"),
        (lambda: print_job.plan(replace(FAIRY_TALE, cards=(Pick("homestead"),))), "did you mean homesteader"),
        (
            lambda: print_job.plan(replace(FAIRY_TALE, cards=(Pick("homesteader", 1000),))),
            "homesteader:1000: there are",
        ),
        (lambda: print_job.plan(replace(FAIRY_TALE, pages=((1, 27),))), "--pages 1-27: the job has pages 1 to 26"),
        (lambda: print_job.plan(replace(FAIRY_TALE, pages=((0, 1),))), "the job has pages 1 to 26"),
        (lambda: print_job.plan(replace(FAIRY_TALE, start_at=10)), "--start-at 10: a sheet has slots 1 to 9"),
        (lambda: print_job.plan(replace(FAIRY_TALE, start_at=0)), "--start-at 0"),
        (lambda: print_job.plan(replace(FAIRY_TALE, print_set="")), "--set"),
        (lambda: print_job.plan(replace(FAIRY_TALE, print_set="ß")), "--set"),
        (
            lambda: print_job.plan(replace(FAIRY_TALE, what=("boards",))),
            "Fairy Tale has none; it has guide, cards, tokens",
        ),
        (lambda: print_job.plan(replace(FAIRY_TALE, what=("crads",))), "did you mean cards"),
        (lambda: print_job.plan(replace(FAIRY_TALE, paper="60x60")), "choose a larger paper"),
        (lambda: print_job.plan(replace(FAIRY_TALE, paper="leter")), "did you mean letter"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(ask: Callable[[], object], answer: str):
    with pytest.raises((PrintError, SheetError), match=answer) as refusal:
        ask()
    assert "\n" not in str(refusal.value)


def test_a_sheet_without_room_for_a_ruler_still_prints_and_says_so():
    plan = print_job.plan(replace(FAIRY_TALE, paper="75x100"))
    assert plan.grid.size == 1
    assert any("no room" in note for note in plan.notes)


def test_text_of_a_card_is_on_its_page():
    card = games.deck("fairytale").by_id["homesteader"]
    done = print_job.make(replace(FAIRY_TALE, cards=(Pick(card.id, 1),)))
    text = page_texts(done.files[0].data)[0]
    assert card.name in " ".join(text.split())
    assert str(CardCode("FT", card.code, 1)) in text.replace(" ", "")
