"""A game out of a folder at a whole table: opened, joined, printed, photographed, counted; and the commands for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from example_folder_game import CSV, SHOWN, TOML, folder
from memory_store import MemoryStore
from plain_phone import PlainPhone
from printed_decks import by_pdfium, decoded

from companion.cli import main
from companion.network.limits import no_limits
from companion.own_decks.decks import OwnDecks
from companion.own_decks.game_folders import FolderRefusal, bring_all, clashes
from companion.service import Service
from companion.table.tables import Tables
from printkit.input.tables import read_table_file
from printkit.job import print_job
from rules import games
from rules.values.code import parse


@pytest.fixture
def rafters(tmp_path: Path) -> Iterator[Path]:
    """The folder of the game, known to this process."""
    where = folder(tmp_path / "rafters")
    bring_all(where)
    yield where
    games.send_away("rafters")


@pytest.mark.usefixtures("rafters")
def test_a_game_out_of_a_folder_is_opened_played_and_counted_on_phones():
    service = Service(Tables(MemoryStore()), limits=no_limits())
    ana, ben = PlainPhone(service), PlainPhone(service)
    ana.open("/new")
    assert "Rafters" in ana.said()
    tables = service.tables
    opened = tables.open("rafters")
    seats = [tables.join(opened.code, name=name) for name in ("Ana", "Ben")]
    tables.begin(opened.code, [opened.host_token])
    codes = [code for _, code in games.deck("rafters").codes()][:3]
    done = tables.scan(opened.code, [seats[0].token], id="one", codes=codes, settle=True)
    assert done.accepted is not None
    look = tables.look(opened.code, [seats[0].token])
    assert look.view is not None
    assert {one.card for one in tables.live(opened.code).table.state.lying} == {"old_minstrel", "lute_maker"}
    assert ben.open(f"/t/{opened.code}/table").select("[src*='/card/rafters/'], svg, h1")


@pytest.mark.usefixtures("rafters")
def test_its_cards_are_printed_and_read_back():
    printed = print_job.make(print_job.PrintSpec("rafters"))
    texts = decoded(by_pdfium(printed.files[0].data, 1, 200))
    assert {str(code) for _, code in games.deck("rafters").codes()} >= set(texts)
    assert len(texts) == 9
    assert all(parse(text).game == "RF" for text in texts)


def test_check_says_what_a_game_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["check", str(folder(tmp_path / "rafters"))]) == 0
    said = capsys.readouterr().out
    assert "Rafters can be played and printed: 2 to 6 players, 12 cards, 4 of them different." in said
    assert f"Print it: tablewright print {tmp_path / 'rafters'}" in said
    assert "rafters" not in games.names()


def test_check_says_everything_that_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    where = folder(
        tmp_path / "rafters", TOML.replace('title = "Rafters"', 'titel = "Rafters"'), CSV.replace("4,cat", "x,cat")
    )
    assert main(["check", str(where)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert any("game.toml line 3, key titel: is not known here; did you mean title?" in line for line in lines)
    assert any('cards.csv line 4, column copies: "x" is not a whole number' in line for line in lines)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (('id = "rafters"', 'id = "tower"'), "tower is the id of Attack at the Tower"),
        (('letters = "RF"', 'letters = "FT"'), "FT are the letters of Fairy Tale"),
    ],
)  # fmt: skip
def test_what_is_anothers_is_not_given_twice(change: tuple[str, str], expected: str, tmp_path: Path):
    with pytest.raises(FolderRefusal, match=expected):
        bring_all(folder(tmp_path / "one", TOML.replace(*change)))
    assert "rafters" not in games.names()


def test_a_folder_that_holds_no_game_is_refused_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    for where in (tmp_path, tmp_path / "nowhere"):
        assert main(["serve", "--games", str(where), "--data", str(tmp_path / "data")]) == 1
        assert capsys.readouterr().err.count("\n") == 1
    assert main(["check", str(tmp_path)]) == 1
    assert "has no game.toml" in capsys.readouterr().err


def test_a_deck_of_ones_own_whose_letters_a_game_has_is_told_when_the_server_starts(tmp_path: Path):
    decks = OwnDecks(tmp_path / "data")
    decks.keep(read_table_file(b"name\nWolf\n", "a.csv"), "a.csv", "Wolves", "RF")
    assert clashes(decks) == ()
    bring_all(folder(tmp_path / "rafters"))
    try:
        (said,) = clashes(decks)
    finally:
        games.send_away("rafters")
    assert said.startswith("Wolves, a deck of your own, has the letters RF of Rafters")


def test_a_card_says_its_suit_as_the_table_of_suits_names_it(tmp_path: Path):
    cards = CSV.replace(",bard,", ",berry,").replace(",craft,", ",stone,")
    face = '\n[face]\nfile = "mine.face.toml"\n'
    where = folder(tmp_path / "rafters", SHOWN.replace('"bard"', '"berry"') + face, cards)
    (where / "mine.face.toml").write_text('extends = "kids"\nsuits = "suits.csv"\nsuit_column = "suit"\n', "utf-8")
    (where / "suits.csv").write_text(
        "suit,name,colour\nberry,Berries & Co,#2F6B3A\nstone,,#5F5A66\ncat,,#8A5A2B\n", "utf-8"
    )
    bring_all(where)
    try:
        service = Service(Tables(MemoryStore()), limits=no_limits())
        opened = service.tables.open("rafters")
        seat = service.tables.join(opened.code, name="Ana").token
        service.tables.begin(opened.code, [opened.host_token])
        codes = [code for _, code in games.deck("rafters").codes()]
        service.tables.scan(opened.code, [seat], id="one", codes=codes[:3], settle=True)
        page = PlainPhone(service).open(f"/t/{opened.code}/table").text
        assert "Berries & Co" in page
        assert "berry" not in page
        assert "Stone" in page
        done = print_job.draw(print_job.plan(print_job.PrintSpec("rafters"), games.deck("rafters")))
        with pypdfium2.PdfDocument(done.files[0].data) as document:
            paper = document[0].get_textpage().get_text_range()
        assert "BERRIES & CO" in paper
        assert "BERRY" not in paper
    finally:
        games.send_away("rafters")
