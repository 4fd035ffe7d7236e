"""What was drawn before is taken over, and the file is the same byte for byte; a broken file is not used."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from printkit.draw import stream_cache
from printkit.draw.display_list import Drawing, Fill, Shared, Text, rectangle
from printkit.draw.pdf import About, Leaf, PdfObjects, write_pdf
from printkit.draw.stream_cache import FinishedStream
from printkit.job import print_job
from rules.values.cards import Card, Deck, DeckSpec, Face

ABOUT = About("A deck", "cards", "Simplex")
RED = (1.0, 0.0, 0.0)


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    stream_cache.forget()
    yield
    stream_cache.keep_in(None)
    stream_cache.forget()


def pdf(drawing: Drawing) -> bytes:
    return write_pdf([Leaf(50.0, 50.0, drawing, "1", "Basic", (5.0, 5.0, 45.0, 45.0))], ABOUT)


def counted(key: str | tuple[str, ...], drawn: list[str]) -> Shared:
    """A drawing with a text and a drawing of its own inside, that notes down when it is drawn."""

    def items() -> tuple[Fill | Text | Shared, ...]:
        drawn.append(str(key))
        inner = Shared("inner", (Fill(rectangle(0, 0, 3, 3), RED),))
        words = () if isinstance(key, str) else (Text(5, 5, "Owl", "text", 9.0, RED),)
        return (inner, *words)

    return Shared(f"shape {key}", items, key)


def test_a_drawing_with_a_key_is_drawn_once_for_many_files():
    drawn: list[str] = []
    first = pdf((counted(("a",), drawn),))
    assert pdf((counted(("a",), drawn),)) == first
    assert len(drawn) == 1


def test_a_text_whose_codes_differ_in_this_file_is_drawn_anew():
    """The letters of another text came first, so the same letters have other codes."""
    drawn: list[str] = []
    pdf((counted(("a",), drawn),))
    other = (Text(5, 20, "".join(chr(c) for c in range(33, 0x17F)), "text", 3.0, RED), counted(("a",), drawn))
    after = pdf(other)
    stream_cache.forget()
    assert pdf((other[0], counted(("a",), drawn))) == after


def test_art_is_kept_on_disk_between_runs_and_nothing_else_is(tmp_path: Path):
    stream_cache.keep_in(tmp_path)
    drawn: list[str] = []
    first = pdf((counted("art-1", drawn), counted(("text",), drawn)))
    assert [file.name for file in tmp_path.glob("*/*")] == ["art-1-2"]
    stream_cache.forget()
    assert pdf((counted("art-1", drawn), counted(("text",), drawn))) == first
    assert drawn == ["art-1", "('text',)", "('text',)"]


@pytest.mark.parametrize("damage", [lambda d: b"", lambda d: d[:-3], lambda d: d[:90] + b"x" + d[91:], lambda d: d * 2])
def test_a_damaged_file_is_drawn_anew(tmp_path: Path, damage):
    stream_cache.keep_in(tmp_path)
    drawn: list[str] = []
    first = pdf((counted("art-1", drawn),))
    (file,) = tmp_path.glob("*/*")
    file.write_bytes(damage(file.read_bytes()))
    stream_cache.forget()
    assert pdf((counted("art-1", drawn),)) == first
    assert len(drawn) == 2


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    stream_cache.keep_in(tmp_path / "file")
    assert pdf((counted("art-1", []),)).startswith(b"%PDF")


def test_memory_stays_bounded(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(stream_cache, "MOST_BYTES", 5000)
    for number in range(100):
        pdf((counted((f"{number}",), []),))
    assert stream_cache._shelf.bytes <= 5000


def test_a_changed_card_comes_out_changed_among_what_is_kept():
    """The whole way: the second file is what a fresh process would have made of the changed deck."""

    def made(last: str) -> bytes:
        spec = DeckSpec("fairytale", "FT", "Mine", (), lambda card: Face(card.name, "gloam", text=card.text))
        cards = tuple(Card("fairytale", f"c{n}", f"00{n}", f"Owl {n}", 2, "tale", "Words") for n in range(2))
        deck = Deck(spec, (*cards, Card("fairytale", "c2", "002", "Owl 2", 2, "tale", last)))
        return print_job.make(print_job.PrintSpec("fairytale"), deck=deck).files[0].data

    before, after = made("old"), made("new")
    stream_cache.forget()
    assert made("new") == after != before


def test_the_second_print_of_a_kit_draws_none_of_its_parts_again(monkeypatch: pytest.MonkeyPatch):
    """A board's picture takes longer than all the cards of its game."""
    order = print_job.PrintSpec("breeds", "a4", what=("boards", "tokens", "aids", "boxes"))
    first = print_job.make(order).files[0].data
    again: list[str] = []
    press = PdfObjects.finished

    def noted(objects: PdfObjects, shared: Shared, scale: float) -> FinishedStream:
        again.append(shared.name)
        return press(objects, shared, scale)

    monkeypatch.setattr(PdfObjects, "finished", noted)
    assert print_job.make(order).files[0].data == first
    assert not [name for name in again if name.startswith("breeds-")]
    stream_cache.forget()
    assert print_job.make(order).files[0].data == first
    assert [name for name in again if name.startswith("breeds-en-board")]
