"""``tablewright print`` of one's own table: read as the page reads it, refused with file, row, column and cure."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import openpyxl
import pytest
from fake_system_fonts import machine_with
from printed_decks import by_pdfium, decoded

from companion.cli import main
from companion.command_line import own_cards_file
from companion.own_decks.decks import OwnDecks
from printkit.check import lint
from printkit.input.tables import read_table_file
from printkit.job import print_job
from rules.values.cards import Deck
from rules.values.rows import DeckError

ROWS = [
    ["name", "copies", "text", "suit", "kosten"],
    ["Würfel", "2", 'Er sagt "Ja"; laut\nZwei', "Wald", "3"],
    ["=1+1", "1", "@SUM(A1:A2)", "See", "12"],
    ["-5", "", "+5", "", "0"],
]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, and one the command keeps its decks in."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def deck(data: bytes | str, name: str = "mine.csv") -> Deck:
    Path(name).write_bytes(data if isinstance(data, bytes) else data.encode())
    return own_cards_file.read(Path(name)).kept.deck


def quoted(separator: str, newline: str = "\r\n") -> str:
    def cell(text: str) -> str:
        return '"' + text.replace('"', '""') + '"' if set(text) & set(f'"\n{separator}') else text

    return "".join(separator.join(map(cell, row)) + newline for row in ROWS)


def workbook() -> bytes:
    book = openpyxl.Workbook()
    for row in ROWS:
        book.worksheets[0].append(row)
    for line in book.worksheets[0].iter_rows():
        for cell in line:
            cell.data_type = "s" if cell.value else cell.data_type  # as text, also what begins with =
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


TABLES = {
    "byte-order mark": ("\ufeff" + quoted(",")).encode(),
    "semicolons": quoted(";").encode(),
    "tabs": quoted("\t", "\n").encode(),
    "Windows-1252": quoted(";").encode("cp1252"),
    "Unicode text": quoted("\t").encode("utf-16"),
    "a workbook": workbook(),
}


@pytest.mark.parametrize("how", TABLES)
def test_one_table_is_one_deck_however_it_is_saved_and_wherever_it_is_read(how: str, tmp_path: Path):
    plain = deck(quoted(","), "mine.csv")
    given = deck(TABLES[how], "mine.xlsx" if how == "a workbook" else "mine.csv")
    page = OwnDecks(tmp_path / "page").keep(read_table_file(TABLES[how], "a"), "a", "mine", given.spec.letters).deck
    assert given.cards == plain.cards == page.cards
    assert [str(code) for _, code in given.codes()] == [str(code) for _, code in page.codes()]
    assert [(card.name, card.copies, card.text) for card in given.cards] == [
        ("Würfel", 2, 'Er sagt "Ja"; laut\nZwei'), ("=1+1", 1, "@SUM(A1:A2)"), ("-5", 1, "+5"),
    ]  # fmt: skip
    assert [given.spec.face(card).value for card in given.cards] == ["3", "12", "0"]


def test_every_name_in_every_script_is_printed_and_its_code_reads():
    found = deck("name,text\n龍王 🐉,x\nשלום,y\nОгонь,z\nΦωτιά,[flip]\n")
    with machine_with():
        told = [
            one.card for one in lint.check(print_job.plan(print_job.PrintSpec("own"), found)) if one.level == "problem"
        ]
    assert told == [found.cards[0].id], "the others have letters, Chinese and emoji here a marked box"
    done = print_job.make(print_job.PrintSpec("own"), deck=found)
    texts = decoded(by_pdfium(done.files[0].data, 1, 150))
    assert sorted(texts) == sorted(str(code) for _, code in found.codes())


def test_ten_thousand_rows_are_read():
    found = deck("name,text\n" + "".join(f"Card {n},Text {n}\n" for n in range(10_000)))
    assert found.size == len(found.by_code) == len(found.by_id) == 10_000


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (b"", "bad.csv line 1: the file is empty"),
        (b"text\nHoot\n", "line 1, column name: no column is called name"),
        (b"name,copies\nOwl,many\n", 'bad.csv line 2, column copies: "many" is not a whole number'),
        (b"name,text\n,Hoot\n", "bad.csv line 2, column name: is empty"),
        (b'name,text\n"Owl,Hoot\n', "bad.csv line 2"),
        (b"name,code\nOwl,001\nFox,001\n", "already used on line 2"),
        (b"\x00\x01\x02\xff" * 30, "bad.csv line 1: "),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF" * 30, "bad.csv line 1: "),
    ],
)
def test_a_bad_table_is_refused_in_one_line_and_nothing_is_written(rows: bytes, said: str, home: Path, capsys):
    Path("bad.csv").write_bytes(rows)
    assert main(["print", "bad.csv", "--paper", "a4"]) == 1
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
    assert [file.name for file in home.iterdir()] == ["bad.csv"]
    assert OwnDecks(home.parent / "home" / "tablewright").letters() == ()


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("no.csv", None, "no.csv: there is no such file"),
        ("big.csv", b"name\n" + b"x" * 8_000_001, "big.csv: is larger than 8 MB"),
        ("mine.xlsx", b"PK\x03\x04", "mine.xlsx line 1: is a broken archive; save the workbook again"),
        ("old.xls", b"\xd0\xcf\x11\xe0" + b"\0" * 600, "old.xls line 1: is an old or a password-protected workbook"),
    ],
)
def test_a_file_that_is_no_table_is_refused(name: str, data: bytes | None, said: str, capsys):
    if data is not None:
        Path(name).write_bytes(data)
    assert main(["print", name]) == 1
    assert said in capsys.readouterr().err


def test_the_command_prints_a_table_and_remembers_its_copies(capsys):
    Path("mine.csv").write_text("name,copies,back\nOwl,2,\nFox,1,none\n", "utf-8")
    assert main(["print", "mine.csv", "--paper", "a4", "--batch", "b.json"]) == 0
    assert Path("mine-a4.pdf").read_bytes().startswith(b"%PDF")
    said = capsys.readouterr().out
    assert "3 cards on 2 pages" in said
    assert 'Codes with MI, kept as the deck "mine"' in said
    assert main(["print", "mine.csv", "--paper", "a4", "--changed-since", "b.json"]) == 1
    assert "no card has changed" in capsys.readouterr().err
    for paper in ("50x50", "66x91"):
        assert main(["print", "mine.csv", "--paper", paper, "-o", "small.pdf"]) == 1
        assert "choose a larger paper" in capsys.readouterr().err
    assert not Path("small.pdf").exists()


def test_a_corrected_table_keeps_its_codes_and_another_of_that_name_is_asked_about(capsys):
    def codes() -> dict[str, str]:
        return {card.name: card.code for card in own_cards_file.read(Path("mine.csv")).kept.deck.cards}

    for rows in ("name\nOwl\nFox\n", "name\nElk\nFox\nOwl\n"):
        Path("mine.csv").write_text(rows)
        assert main(["print", "mine.csv"]) == 0
    assert codes() == {"Owl": "001", "Fox": "002", "Elk": "003"}
    capsys.readouterr()
    Path("mine.csv").write_text("name\nNail\n")
    assert main(["print", "mine.csv"]) == 1
    assert "--letters MI to take its place, or --letters MN to keep both" in capsys.readouterr().err
    assert main(["print", "mine.csv", "--letters", "mn", "-o", "other.pdf"]) == 0
    assert "Codes with MN" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["mine.csv", "--letters", "TW"], "TW are the letters of Attack at the Tower"),
        (["mine.csv", "--letters", "W1"], "--letters W1: are not two letters"),
        (["tower", "--letters", "WF"], "--letters: tower has its own"),
    ],
)
def test_letters_that_cannot_be_are_refused(asked: list[str], said: str, capsys):
    Path("mine.csv").write_text("name\nOwl\n")
    assert main(["print", *asked]) == 1
    assert said in capsys.readouterr().err


def test_a_look_at_a_table_keeps_nothing_and_a_folder_that_cannot_be_written_stops_no_print(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys
):
    Path("mine.csv").write_text("name\nOwl\n")
    assert main(["print", "mine.csv", "--lint"]) == 0
    assert not (home.parent / "home").exists()
    (home.parent / "home").write_text("a file stands where the folder would be")
    assert main(["print", "mine.csv"]) == 0
    assert "could not be kept" in capsys.readouterr().out
    assert Path("mine-a4.pdf").exists() or Path("mine-letter.pdf").exists()


@pytest.mark.parametrize("data", [b"PK\x03\x04", b"", b"\x89PNG\r\n\x1a\n" + bytes(range(256))])
def test_what_is_no_table_is_said_by_both(data: bytes, tmp_path: Path):
    Path("mine.csv").write_bytes(data)
    with pytest.raises(DeckError) as page:
        read_table_file(data, "mine.csv")
    with pytest.raises(Exception, match=r"mine\.csv line 1") as command:
        own_cards_file.read(Path("mine.csv"))
    assert str(command.value) == str(page.value)


def test_the_sample_table_prints_as_it_is_and_takes_nobodys_place(capsys):
    assert main(["print", "--example", "mine.csv"]) == 0
    assert main(["print", "mine.csv", "--lint"]) == 0
    assert "18 cards" in capsys.readouterr().out
    sample = Path("mine.csv").read_bytes()
    assert sample.startswith(b"\xef\xbb\xbfname,copies,")
    Path("mine.csv").write_text("mine")
    for place in ("mine.csv", "no/such/folder.csv"):
        assert main(["print", "--example", place]) == 1
        assert f"--example {place}: " in capsys.readouterr().err
    assert Path("mine.csv").read_text() == "mine"
    with pytest.raises(SystemExit) as wrong:
        main(["print"])
    assert wrong.value.code == 2


def test_a_table_is_exported_too_and_what_looks_like_a_formula_stays_text(capsys):
    Path("mine.csv").write_text('name,text\n=1+1,@SUM(A1)\n"Fox ""Red""",x\n')
    assert main(["export", "mine.csv", "--to", "manifest"]) == 0
    (first, _) = json.loads(Path("mine-manifest/own.json").read_text())["cards"]
    assert (first["name"], first["text"]) == ("=1+1", "@SUM(A1)")
    assert main(["export", "mine.csv", "--to", "pod", "--dpi", "150"]) == 0
    rows = list(csv.reader(io.StringIO(Path("mine-pod/order.csv").read_text("utf-8-sig"))))
    assert [row[3] for row in rows[1:]] == ["'=1+1", 'Fox "Red"']
    assert "Codes with MI" in capsys.readouterr().out


def test_a_kit_beside_a_table_is_printed_with_its_cards_or_refused_with_its_line(capsys):
    Path("mine.csv").write_text("name\nOwl\nElk\n")
    Path("kit.toml").write_text('[[token]]\nname = "First player"\nsize_mm = 32\nsign = "compass"\n')
    assert main(["print", "mine.csv", "-o", "cards.pdf"]) == 0
    assert "It has tokens too: print them with --what all." in capsys.readouterr().out
    assert main(["print", "mine.csv", "--what", "tokens", "-o", "tokens.pdf"]) == 0
    Path("kit.toml").write_text('[[token]]\nname = "First player"\nsize_mm = 32\nsign = "compasss"\n')
    assert main(["print", "mine.csv", "-o", "not.pdf"]) == 1
    assert 'kit.toml line 4, token[0].sign: "compasss" is no sign; did you mean compass?' in capsys.readouterr().err
    assert not Path("not.pdf").exists()
    Path("kit.toml").unlink()
    assert main(["print", "mine.csv", "--what", "tokens", "-o", "not.pdf"]) == 1
