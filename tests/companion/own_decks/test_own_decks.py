"""Cards of one's own: what a file becomes, what is said about a bad one, and codes that stay."""

from __future__ import annotations

import io
import zipfile
from contextlib import suppress
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import NoTable
from companion.own_decks.decks import OwnDeck, OwnDecks, OwnRefusal, OwnTrouble
from printkit.card_layout import find_layout, forget
from printkit.input.tables import read_table_file
from printkit.job import print_job
from rules.values import own_deck
from rules.values.own_deck import no_pictures
from rules.values.rows import DeckError


@pytest.fixture
def decks(tmp_path: Path) -> OwnDecks:
    return OwnDecks(tmp_path)


def keep(decks: OwnDecks, data: bytes, file: str, title: str, letters: str, *, replacing: bool = False) -> OwnDeck:
    """As the page and the command do."""
    return decks.keep(read_table_file(data, file), file, title, letters, replacing=replacing)


def workbook(*rows: list[object]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_spreadsheets_csv_is_read_with_its_mark_semicolons_and_quoting(decks: OwnDecks):
    data = '\ufeffName;Anzahl;Text;Power\r\nWolf;3;"Er sagt ""Huh""; laut\nZwei";4\r\n=1+1;;@SUM(A1);\r\n'.encode()
    wolf, sum_card = keep(decks, data, "deck.csv", "Wolves", "wf").deck.cards
    assert (wolf.name, wolf.copies, wolf.text) == ("Wolf", 3, 'Er sagt "Huh"; laut\nZwei')
    assert decks.find("WF").deck.spec.face(wolf).stats == (("POWER", "4"),)
    assert (sum_card.name, sum_card.copies, sum_card.text) == ("=1+1", 1, "@SUM(A1)")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-8-sig"])
def test_names_in_any_script_are_cards_with_ids_of_their_own(decks: OwnDecks, encoding: str):
    names = ["שלום", "龙", "虎", "🐉", "Äpfel", "Žižka", "Wolf", "Wolf"]
    made = keep(decks, "\n".join(["name", *names]).encode(encoding), "a.csv", "Names", "NA").deck
    assert [card.name for card in made.cards] == names
    assert len({card.id for card in made.cards}) == len({card.code for card in made.cards}) == len(names)


def test_a_workbook_is_read_as_it_is_seen(decks: OwnDecks):
    rows = (["Name", "copies", "text", "value"], ["A", 2.0, None, 3], [None], ["B", "", "two\nlines", 1.5])
    first, second = keep(decks, workbook(*rows), "a.xlsx", "Book", "BK").deck.cards
    assert (first.copies, first["value"], second.text, second["value"]) == (2, "3", "two\nlines", "1.5")


def test_a_formula_nobody_reckoned_is_named_with_its_place(decks: OwnDecks):
    with pytest.raises(DeckError) as refused:
        keep(decks, workbook(["name", "text"], ["A", "x"], ["B", "=SUM(1,2)"]), "a.xlsx", "Book", "BK")
    assert (refused.value.line, refused.value.column) == (3, "text")


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("", 1, "", "empty"),
        ("name", 1, "", "no card"),
        ("nmae,copies\nWolf,1", 1, "name", 'has "copies", "nmae"'),
        ("name,copies\nWolf,1\nBear,many", 3, "copies", '"many" is not a whole number'),
        ("Name,Qty\nWolf,1\nBear,1296", 3, "Qty", "outside 0 to 1295"),
        ("name,text\nWolf,x\n ,y", 3, "name", "is empty"),
        ("name,text\nWolf,a,b", 2, "", "quotation marks"),
        ('name,text\nWolf,"a', 2, "", "never closed"),
        ("name,name\nWolf,a", 1, "name", "stands twice"),
        ("id,name\nw,Wolf\nw,Bear", 3, "id", "already used on line 2"),
        (f"name,text\nWolf,{'x' * 2000}", 2, "text", "2,000 characters"),
        ("name,back\n" + "\n".join(f"a{i},b{i}" for i in range(7)), 8, "back", "one kind of back too many"),
    ],
)
def test_a_fault_is_named_with_its_row_column_and_cure(decks: OwnDecks, text: str, line: int, column: str, says: str):
    with pytest.raises(DeckError) as refused:
        keep(decks, text.encode(), "deck.csv", "Wolves", "WF")
    assert (refused.value.line, refused.value.column) == (line, column)
    assert says in refused.value.problems[0].text
    assert decks.letters() == ()


def bomb(parts: int, size: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(parts):
            archive.writestr(f"xl/workbook{number}.xml", b" " * size)
    return out.getvalue()


def with_entities() -> bytes:
    """A workbook whose sheet would unpack itself by entities."""
    out = io.BytesIO()
    laughs = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "ha"}">' for n in range(9))
    with zipfile.ZipFile(io.BytesIO(workbook(["name"], ["Wolf"]))) as old, zipfile.ZipFile(out, "w") as new:
        for part in old.infolist():
            text = old.read(part).decode()
            if part.filename.startswith("xl/worksheets/"):
                text = f"<!DOCTYPE x [{laughs}]>" + text.replace(
                    "</sheetData>", "<row><c><v>&a8;</v></c></row></sheetData>"
                )
            new.writestr(part.filename, text)
    return out.getvalue()


HOSTILE = {
    "a zip bomb": lambda: bomb(3, 30_000_000),
    "very many parts": lambda: bomb(1_100, 10),
    "a zip that is no workbook": lambda: bomb(0, 0) or b"PK\x03\x04",
    "a cut workbook": lambda: workbook(["name"], ["Wolf"])[:-400],
    "entities": with_entities,
    "an old workbook": lambda: b"\xd0\xcf\x11\xe0" + b"\0" * 600,
    "a picture": lambda: b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9,
    "nine megabytes": lambda: b"name\n" + b"x" * 9_000_000,
    "zero bytes": lambda: b"na\0me\nWolf\n",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_is_refused_in_one_sentence(decks: OwnDecks, what: str):
    with pytest.raises(DeckError) as refused:
        keep(decks, HOSTILE[what](), "deck.xlsx", "Wolves", "WF")
    said = str(refused.value)
    assert said.startswith("deck.xlsx line 1")
    assert len(said) < 200
    assert decks.letters() == ()


def codes(decks: OwnDecks, letters: str = "WF") -> dict[str, str]:
    return {card.name: card.code for card in decks.find(letters).deck.cards}


def test_codes_stay_when_a_corrected_file_comes(decks: OwnDecks):
    keep(decks, b"name,text\nWolf,a\nBear,b\nFox,c", "a.csv", "Wolves", "WF")
    before = codes(decks)
    again = keep(decks, b"name,text\nNew,z\nFox,c\nWolf,changed", "b.csv", "Wolves", "WF", replacing=True)
    assert again.changes == "1 changed, 1 new, 1 no longer there, 1 as before"
    assert codes(decks) == {"New": "004", "Fox": before["Fox"], "Wolf": before["Wolf"]}
    keep(decks, b"name\nBear\nOwl", "c.csv", "Wolves", "WF", replacing=True)
    assert codes(decks) == {"Bear": before["Bear"], "Owl": "005"}


def test_with_an_id_a_name_may_change(decks: OwnDecks):
    keep(decks, b"id,name\nw,Wolf\nb,Bear", "a.csv", "Wolves", "WF")
    keep(decks, b"id,name\nb,Bear\nw,Grey wolf", "a.csv", "Wolves", "WF", replacing=True)
    assert codes(decks) == {"Bear": "002", "Grey wolf": "001"}


def test_suits_and_backs_keep_their_looks(decks: OwnDecks):
    first = keep(decks, b"name,suit,back\na,Forest,Main\nb,Sea,Side", "a.csv", "Looks", "LK").deck.by_id
    again = keep(decks, b"name,suit,back\nb,Sea,Side\nc,Fire,\na,Forest,Main", "a.csv", "Looks", "LK", replacing=True)
    assert first["b"]["suit"] == "blue"
    for card in ("a", "b"):
        assert again.deck.by_id[card]["suit"] == first[card]["suit"]
        assert again.deck.by_id[card].back == first[card].back
    assert first["a"].back != first["b"].back


def test_letters_of_another_deck_are_refused_and_free_ones_named(decks: OwnDecks):
    keep(decks, b"name\nWolf", "a.csv", "Wolves", "WF")
    for letters, owner in (("wf", "Wolves"), ("TW", "Attack at the Tower")):
        with pytest.raises(OwnRefusal, match=owner) as refused:
            keep(decks, b"name\nBear", "a.csv", "Bears", letters)
        assert refused.value.field == "letters"
    for letters in ("", "W", "W1", "../", "WOLF", "ÄÖ"):
        with pytest.raises(OwnRefusal):
            keep(decks, b"name\nBear", "a.csv", "Bears", letters)
    with pytest.raises(OwnRefusal):
        keep(decks, b"name\nBear", "a.csv", "\u200b \n", "BE")


def test_a_deck_survives_a_restart_and_can_be_taken_away(decks: OwnDecks, tmp_path: Path):
    kept = keep(decks, 'name,text,Cost\nWolf,two\\nlines,3\nÄ,"a\nb",'.encode(), "a.csv", "Wölfe", "WF")
    again = OwnDecks(tmp_path).find("WF")
    assert again.deck.cards == kept.deck.cards
    assert (again.title, again.own.notes) == ("Wölfe", kept.own.notes)
    decks.remove("WF")
    with pytest.raises(NoTable):
        decks.find("WF")
    assert len(list((tmp_path / "own" / "removed").iterdir())) == 1


def test_a_damaged_deck_is_said_and_hides_no_other(decks: OwnDecks):
    keep(decks, b"name\nWolf", "a.csv", "Wolves", "WF")
    keep(decks, b"name\nBear", "a.csv", "Bears", "BE")
    (decks.folder / "WF.json").write_text("[1")
    with pytest.raises(OwnTrouble):
        decks.find("WF")
    assert [one.letters for one in decks.all()] == ["BE"]


def test_ten_thousand_rows_are_read(decks: OwnDecks):
    data = b"name,text\n" + b"".join(b"Card %d,Text %d\n" % (n, n) for n in range(10_000))
    made = keep(decks, data, "deck.csv", "Many", "MN").deck
    assert made.size == len({card.code for card in made.cards}) == 10_000


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.text(max_size=8), max_size=5), max_size=6))
def test_any_table_is_a_deck_or_a_sentence(cells: list[list[str]]):
    rows = [(1, ["name", "copies", "suit", "x"]), *((at, row) for at, row in enumerate(cells, 2))]
    with suppress(DeckError):
        made = own_deck.read_own(rows, "a.csv", "T", "TT")
        assert all(card.name for card in made.deck.cards)
        assert len({card.code for card in made.deck.cards}) == len(cells)


@pytest.mark.parametrize(
    "part", ["xl/styles.xml", "xl/worksheets/sheet1.xml", "[Content_Types].xml", "docProps/core.xml"]
)
def test_a_workbook_damaged_on_its_way_is_refused_in_a_sentence(decks: OwnDecks, part: str):
    data = bytearray(workbook(["name"], ["Owl"]))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        info = archive.getinfo(part)
    start = info.header_offset + 30 + len(part)
    data[start : start + 4] = b"\xff" * 4  # no such block in what zlib packs
    with pytest.raises(DeckError, match="cannot be read as a workbook; save it again"):
        keep(decks, bytes(data), "a.xlsx", "Book", "BK")


@pytest.mark.parametrize("cell", ["#REF!", "#N/A", "#DIV/0!"])
def test_what_a_formula_says_that_went_wrong_is_printed_on_no_card(decks: OwnDecks, cell: str):
    with pytest.raises(DeckError, match=r"a.csv line 3, column Text: is #.*; mend it"):
        keep(decks, f"name,Text,unused note\nOwl,x,#REF!\nFox,{cell},\n".encode(), "a.csv", "Book", "BK")


def test_cards_of_one_name_are_numbered_without_counting_from_the_first_each_time():
    looks = 0

    class Taken(set[str]):
        def __contains__(self, key: object) -> bool:
            nonlocal looks
            looks += 1
            return super().__contains__(key)

    taken, again = Taken(), dict[str, int]()
    for _ in range(300):
        taken.add(own_deck.free_id("wolf", taken, again))
    assert len(taken) == 300
    assert {"wolf", "wolf_2", "wolf_300"} <= set(taken)
    assert looks <= 900


def test_a_deck_whose_numbers_are_all_used_up_says_so_instead_of_looking_on_for_ever():
    ledger = own_deck.Ledger({f"old_{number}": own_deck._base36(number) for number in range(own_deck.MOST_NUMBERS)})
    with pytest.raises(DeckError, match="used up all 46,656 numbers"):
        own_deck.read_own([(1, ["name"]), (2, ["Owl"])], "a.csv", "Owls", "OW", ledger)
    kept = own_deck.read_own([(1, ["id", "name"]), (2, ["old_35", "Owl"])], "a.csv", "Owls", "OW", ledger)
    assert kept.deck.cards[0].code == "00Z"


def test_a_deck_keeps_its_look_over_a_corrected_table_and_a_new_start(decks: OwnDecks, tmp_path: Path):
    before = keep(decks, b"name,text\nOwl,Hoots\n", "a.csv", "Birds", "BI")
    dressed = decks.put_on("BI", "noir")
    layout = find_layout(dressed.deck.game)
    assert layout.paper != find_layout(before.deck.game).paper
    assert [card.code for card in dressed.deck.cards] == [card.code for card in before.deck.cards]
    assert decks.put(decks.read(read_table_file(b"name\nOwl\nElk\n", "a.csv"), "a.csv", "Birds", "BI", no_pictures))
    forget(dressed.deck.game)
    again = OwnDecks(tmp_path).find("BI")
    assert (again.look, again.deck.size) == ("noir", 2)
    assert find_layout(again.deck.game).paper == layout.paper
    assert print_job.plan(print_job.PrintSpec(again.game), again.deck).style.back_title == "Birds"
    assert decks.put_on("BI", "nobody").deck.game == before.deck.game
    forget(dressed.deck.game)
