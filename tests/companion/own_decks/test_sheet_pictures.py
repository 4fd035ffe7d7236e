"""Pictures that lie on a workbook's sheet: each on the card in whose row it begins, or refused in a sentence."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import openpyxl
import pytest
from openpyxl.drawing.image import Image as Laid
from PIL import Image
from sample_pictures import quartered, saved

from companion.command_line import own_cards_file
from companion.errors import JobError
from companion.own_decks.decks import OwnDecks
from companion.own_decks.sent_pictures import Sent
from printkit.input import workbook as reader
from printkit.input.tables import Table, read_table_file
from printkit.job import print_job
from printkit.sheet.backs import find_backs
from rules.values.rows import DeckError

ROWS = (("name", "copies"), ("Owl", 1), ("Wolf", 2), ("Bear", 1))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def picture(colour: str = "red", kind: str = "PNG") -> bytes:
    return saved(Image.new("RGB", (120, 90), colour), kind)


def workbook(
    pictures: Mapping[str, bytes], rows: tuple[tuple[object, ...], ...] = ROWS, sheets: tuple[str, ...] = ()
) -> bytes:
    """A workbook whose first sheet has those pictures anchored at cells such as C2."""
    book = openpyxl.Workbook()
    for name in sheets:
        book.create_sheet(name).add_image(Laid(io.BytesIO(picture("black"))), "A2")
    sheet = book.worksheets[0]
    for row in rows:
        sheet.append(row)
    for cell, data in pictures.items():
        sheet.add_image(Laid(io.BytesIO(data)), cell)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def changed(data: bytes, how: Callable[[str, bytes], bytes | None]) -> bytes:
    """The archive with each part as ``how`` makes it anew; None leaves it out."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            made = how(part, old.read(part))
            if made is not None:
                new.writestr(part, made)
    return out.getvalue()


def read(data: bytes) -> Table:
    return read_table_file(data, "mine.xlsx")


def refused(data: bytes) -> str:
    with pytest.raises(DeckError) as told:
        read(data)
    return str(told.value)


def test_each_picture_is_of_the_card_in_whose_row_it_begins():
    red, blue = picture("red"), picture("blue", "JPEG")
    table = read(workbook({"C2": red, "A4": blue}, sheets=("other",)))
    assert table.rows[0][1][:4] == ["name", "copies", "image", ""]
    assert [(row[0], row[2]) for _, row in table.rows[1:]] == [
        ("Owl", "mine row 2.png"),
        ("Wolf", ""),
        ("Bear", "mine row 4.jpeg"),
    ]
    assert dict(table.pictures) == {"mine row 2.png": red, "mine row 4.jpeg": blue}
    assert table.notes == ("2 pictures were taken from the sheet: each is of the card in whose row it begins.",)


def test_a_cell_that_names_a_file_goes_before_what_lies_there_and_a_logo_is_left_out():
    rows = (("name", "Bild"), ("Owl", "owl.png"), ("Wolf", ""))
    table = read(workbook({"A1": picture("green"), "B2": picture("red"), "B3": picture("blue")}, rows))
    assert [row[1] for _, row in table.rows] == ["Bild", "owl.png", "mine row 3.png"]
    assert len(table.pictures) == 1
    assert "1 picture begins in a row without a card and was left out." in table.notes
    assert "1 card names a picture file; what lies in that row was left out." in table.notes


def test_it_is_printed_by_the_command_and_shown_on_the_page(home: Path):
    data = workbook({"C2": saved(quartered(600, 400), "PNG")})
    (home / "mine.xlsx").write_bytes(data)
    deck = own_cards_file.read(home / "mine.xlsx").kept.deck
    face = deck.spec.face(deck.cards[0])
    assert face.picture is not None
    assert (face.picture.width_px, face.picture.height_px) == (600, 400)
    spec = print_job.PrintSpec("own", backs=find_backs("none"))
    assert print_job.make(spec, deck=deck).files[0].data != print_job.make(spec, deck=plain(home)).files[0].data
    decks = OwnDecks(home / "page")
    kept = decks.keep(read(data), "mine.xlsx", "Mine", "MN", sent=Sent())
    assert [one.file.is_file() for one in kept.own.pictures.values()] == [True]
    assert decks.find("MN").own.pictures.keys() == kept.own.pictures.keys()


@pytest.mark.parametrize("name", ["re: cards.xlsx", "..xlsx", "$%.xlsx", f"{'long' * 50}.xlsx", "Žába 🐸.xlsx"])
def test_whatever_the_workbook_is_called_its_pictures_are_found(name: str, home: Path):
    (home / name).write_bytes(workbook({"C2": picture()}))
    deck = own_cards_file.read(home / name).kept.deck
    assert deck.spec.face(deck.cards[0]).picture is not None


def plain(folder: Path) -> object:
    (folder / "plain.xlsx").write_bytes(workbook({}))
    return own_cards_file.read(folder / "plain.xlsx").kept.deck


def test_a_picture_of_a_kind_we_do_not_print_is_refused_by_its_row(home: Path):
    gif = saved(quartered(60, 40).convert("P"), "GIF")
    (home / "mine.xlsx").write_bytes(workbook({"C3": gif}))
    with pytest.raises(JobError, match=r"mine.xlsx line 3, column image: .*is a GIF; save it as PNG, JPEG or WEBP"):
        own_cards_file.read(home / "mine.xlsx")


def test_two_pictures_in_one_row_are_not_guessed_between():
    said = refused(workbook({"C2": picture("red"), "D2": picture("blue")}))
    assert said.startswith("mine.xlsx line 2, column image: two pictures begin in this row; leave one, or move")


def linked(part: str, data: bytes) -> bytes:
    if part == "xl/drawings/_rels/drawing1.xml.rels":
        return re.sub(rb'Target="[^"]*"', b'Target="file:///c/owl.png" TargetMode="External"', data)
    return data


@pytest.mark.parametrize(
    ("how", "said"),
    [
        (linked, "line 2, column image: the picture here is only a link to a file; insert the picture itself"),
        (lambda part, data: None if part.startswith("xl/media/") else data, ""),
        (lambda part, data: b"<no" if "drawings/drawing" in part else data, "the pictures on its sheet cannot be read"),
        (lambda part, data: None if "drawings/drawing" in part else data, "cannot be read"),
        (
            lambda part, data: (
                re.sub(rb"<(\w+:)?row>1<", rb"<\1row>x<", data) if part.startswith("xl/drawings/drawing") else data
            ),
            "the pictures on its sheet cannot be read; save the workbook again",
        ),
    ],
)
def test_a_broken_or_linked_picture_is_said_never_a_traceback(how: Callable[[str, bytes], bytes | None], said: str):
    broken = changed(workbook({"C2": picture()}), how)
    if said:
        assert said in refused(broken)
    else:
        assert read(broken).pictures == {}, "where no picture is in the file there is none to speak of"


def test_a_picture_that_went_missing_beside_another_is_said():
    def how(part: str, data: bytes) -> bytes | None:
        return None if part == "xl/media/image1.png" else data

    broken = changed(workbook({"C2": picture("red"), "C3": picture("blue")}), how)
    assert "line 2, column image: the picture here is damaged or not in the file; insert it again" in refused(broken)


def test_a_picture_inside_a_cell_is_refused_with_what_to_do():
    rows = (("name", "image"), ("Owl", "#VALUE!"))

    def how(part: str, data: bytes) -> bytes:
        return re.sub(rb'(r="B2") t="\w+"', rb'\1 t="e"', data) if part == "xl/worksheets/sheet1.xml" else data

    data = io.BytesIO(changed(workbook({}, rows), how))
    with zipfile.ZipFile(data, "a") as archive:
        archive.writestr("xl/richData/richValueRel.xml", "<richValueRels/>")
    assert "line 2, column B: holds a picture inside the cell, which only Excel can read" in refused(data.getvalue())


def test_memory_is_bounded_whatever_the_sheet_holds(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reader, "MOST_TOGETHER", 500)
    rows = (("name",), *((f"Card {n}",) for n in range(4)))
    pictures = {f"B{n}": picture(colour) for n, colour in ((2, "red"), (3, "blue"), (4, "green"), (5, "black"))}
    assert "are the most on one sheet" in refused(workbook(pictures, rows))
    monkeypatch.setattr(reader, "MOST_TOGETHER", 64_000_000)
    monkeypatch.setattr(reader, "MOST_PICTURES", 3)
    assert "line 5, column image" in refused(workbook(pictures, rows))
