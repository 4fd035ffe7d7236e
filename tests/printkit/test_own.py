"""Cards out of a table of one's own: read as spreadsheets write them, refused with line, column and cure."""

from __future__ import annotations

from pathlib import Path

import pytest
from printed import by_pdfium, decoded

from companion.cli import main
from printkit import job, lint, own
from rules.cards import Deck


def deck(folder: Path, data: bytes | str, name: str = "mine.csv") -> Deck:
    file = folder / name
    file.write_bytes(data if isinstance(data, bytes) else data.encode())
    return own.read(file)


def test_a_table_as_excel_saves_it(tmp_path: Path):
    rows = '\ufeffname;text;suit;copies\r\n"Owl ""Hoot""; wise";=1+1;Purple;2\r\n'
    rows += 'Fox;"one\r\ntwo";;\r\n@Elk;+5;red;1\r\n\r\n'
    found = deck(tmp_path, rows)
    assert [(card.id, card.code, card.name, card.copies, card.text) for card in found.cards] == [
        ("owl_hoot_wise", "001", 'Owl "Hoot"; wise', 2, "=1+1"),
        ("fox", "002", "Fox", 1, "one\r\ntwo"),
        ("elk", "003", "@Elk", 1, "+5"),
    ]
    assert [found.spec.face(card).suit for card in found.cards] == ["purple", "grey", "red"]


def test_ids_and_numbers_somebody_gave_are_kept_and_the_others_fill_the_gaps(tmp_path: Path):
    found = deck(tmp_path, "name,id,code\nOwl,,\nOwl,,02A\nFox,owl_3,\nOwl,,\n")
    assert [card.id for card in found.cards] == ["owl", "owl_2", "owl_3", "owl_4"]
    assert [card.code for card in found.cards] == ["001", "02A", "003", "004"]


def test_every_name_in_every_script_is_printed_and_its_code_reads(tmp_path: Path):
    found = deck(tmp_path, "name,text\n龍王 🐉,x\nשלום,y\nОгонь,z\nΦωτιά,[flip]\n")
    plan = job.plan(job.PrintSpec(own.GAME), found)
    told = [one.card for one in lint.check(plan) if one.level == "problem"]
    assert told == ["card_1", "card_2"], "Greek and Cyrillic have letters, the others a marked box"
    done = job.make(job.PrintSpec(own.GAME), deck=found)
    texts = decoded(by_pdfium(done.files[0].data, 1, 150))
    assert sorted(texts) == sorted(str(code) for _, code in found.codes())


def test_ten_thousand_rows_are_read(tmp_path: Path):
    found = deck(tmp_path, "name,text\n" + "".join(f"Card {n},Text {n}\n" for n in range(10_000)))
    assert found.size == 10_000
    assert len(found.by_code) == len(found.by_id) == 10_000


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (b"", "bad.csv line 1: the file is empty"),
        (b"text\nHoot\n", "column name is missing"),
        (b"name,tekst\nOwl,Hoot\n", "did you mean text?"),
        (b"name,copies\nOwl,many\n", 'bad.csv line 2, column copies: "many" is not a whole number'),
        (b"name,suit\nOwl,red\nFox,gren\n", "bad.csv line 3, column suit"),
        (b"name,text\n,Hoot\n", "bad.csv line 2, column name: is empty"),
        (b'name,text\n"Owl,Hoot\n', "bad.csv line 2"),
        (b"name,code\nOwl,001\nFox,001\n", "already used on line 2"),
        (b"\x00\x01\x02\xff" * 30, "bad.csv"),
    ],
)
def test_a_bad_table_is_refused_in_one_line_and_nothing_is_written(
    rows: bytes, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
):
    monkeypatch.chdir(tmp_path)
    Path("bad.csv").write_bytes(rows)
    assert main(["print", "bad.csv", "--paper", "a4"]) == 1
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
    assert [file.name for file in tmp_path.iterdir()] == ["bad.csv"]


def test_a_workbook_is_sent_to_where_it_is_read(tmp_path: Path, capsys):
    (tmp_path / "mine.xlsx").write_bytes(b"PK")
    assert main(["print", str(tmp_path / "mine.xlsx")]) == 1
    assert "save it as CSV, or upload it" in capsys.readouterr().err


def test_a_missing_or_huge_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    assert main(["print", str(tmp_path / "no.csv")]) == 1
    assert "there is no such file" in capsys.readouterr().err
    (tmp_path / "big.csv").write_bytes(b"name\nOwl\n")
    monkeypatch.setattr(own, "MOST_BYTES", 3)
    assert main(["print", str(tmp_path / "big.csv")]) == 1
    assert "is larger than" in capsys.readouterr().err


def test_the_command_prints_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("mine.csv").write_text("name,copies,back\nOwl,2,\nFox,1,none\n", "utf-8")
    assert main(["print", "mine.csv", "--paper", "a4", "--batch", "b.json"]) == 0
    assert Path("mine-a4.pdf").read_bytes().startswith(b"%PDF")
    assert "3 cards on 2 pages" in capsys.readouterr().out
    assert main(["print", "mine.csv", "--paper", "a4", "--changed-since", "b.json"]) == 1
    assert "no card has changed" in capsys.readouterr().err
    for paper in ("50x50", "66x91"):
        assert main(["print", "mine.csv", "--paper", paper, "-o", "small.pdf"]) == 1
        assert "choose a larger paper" in capsys.readouterr().err
    assert not Path("small.pdf").exists()
