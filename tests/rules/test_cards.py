"""Card files: what is accepted, and for everything else the file, the line, the column and the cure."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_deck import HEADER, PLAIN, ROW, sheet

from rules.values.cards import Deck, DeckError, read_deck
from rules.values.code import CardCode, to_base36


def refused(data: bytes, file: str = "own.csv") -> DeckError:
    with pytest.raises(DeckError) as caught:
        read_deck(data, PLAIN, file)
    return caught.value


def row(**cells: str) -> dict[str, str]:
    return {**ROW, **cells}


ACORN = row()
BIRCH = row(id="birch", code="002", name="Birch", copies="1", suit="ash")


class TestAccepted:
    def test_a_row_becomes_a_card_with_its_own_columns_parsed(self) -> None:
        deck = read_deck(sheet(row(points="-2", tags="tall; old", rare="yes", text="Grows.", back="leaf")), PLAIN)
        (card,) = deck.cards
        assert (card.game, card.id, card.code, card.name, card.copies) == ("plain", "acorn", "001", "Acorn", 3)
        assert (card.back, card.text) == ("leaf", "Grows.")
        assert dict(card.fields) == {"suit": "oak", "points": -2, "tags": ("tall", "old"), "rare": True}
        assert card["points"] == -2
        assert card.words("tags") == ("tall", "old")

    def test_empty_cells_and_missing_optional_columns_take_the_default(self) -> None:
        header = ("id", "code", "name", "copies", "suit")
        (card,) = read_deck(sheet(ACORN, header=header), PLAIN).cards
        assert dict(card.fields) == {"suit": "oak", "points": None, "tags": (), "rare": False}
        assert (card.back, card.text) == ("", "")

    @pytest.mark.parametrize("delimiter", [",", ";", "\t"])
    @pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte-order mark"])
    @pytest.mark.parametrize("newline", [b"\n", b"\r\n", b"\r"], ids=["unix", "windows", "old mac"])
    def test_every_spreadsheets_way_of_saving_reads_the_same(self, delimiter: str, mark: bytes, newline: bytes) -> None:
        text = row(text="One, two; three\tfour")
        data = mark + sheet(text, BIRCH, delimiter=delimiter).replace(b"\r\n", newline)
        deck = read_deck(data, PLAIN)
        assert [card.id for card in deck.cards] == ["acorn", "birch"]
        assert deck.by_id["acorn"].text == "One, two; three\tfour"

    def test_columns_may_stand_in_any_order_and_blank_lines_do_not_matter(self) -> None:
        data = b"\n" + sheet(ACORN, header=HEADER[::-1]).replace(b"\r\n", b"\n\n")
        assert read_deck(data, PLAIN).cards == read_deck(sheet(ACORN), PLAIN).cards

    def test_empty_columns_at_the_end_are_ignored(self) -> None:
        data = b"\r\n".join(line + b",," for line in sheet(ACORN).splitlines())
        assert read_deck(data, PLAIN).cards == read_deck(sheet(ACORN), PLAIN).cards

    def test_short_rows_are_filled_with_empty_cells(self) -> None:
        data = b"id,code,name,copies,suit,points,tags\nacorn,001,Acorn,3,oak\n"
        assert read_deck(data, PLAIN).by_id["acorn"]["points"] is None

    @pytest.mark.parametrize("name", ["=SUM(A1:A9)", "@cmd|' /C calc'!A0", "+1", "-1", "001", "1E5", "TRUE", "3/4"])
    def test_what_a_spreadsheet_would_calculate_stays_text(self, name: str) -> None:
        assert read_deck(sheet(row(name=name)), PLAIN).by_id["acorn"].name == name

    @pytest.mark.parametrize(
        "name", ["שומר הסף", "حارس البوابة", "🐉 Drache 👩‍👩‍👧", "Ærøskøbing", "<b>Bold</b> & {p0}", "五"]
    )
    def test_names_of_any_script_stay_as_typed(self, name: str) -> None:
        assert read_deck(sheet(row(name=name)), PLAIN).by_id["acorn"].name == name

    def test_a_spreadsheet_that_stripped_the_zeros_of_a_number_is_understood(self) -> None:
        deck = read_deck(sheet(row(code="1"), row(id="b", code="2f")), PLAIN)
        assert [card.code for card in deck.cards] == ["001", "02F"]

    def test_ten_thousand_cards_are_read(self) -> None:
        rows = [row(id=f"c{n}", code=CardCode("PL", _code(n), 1).card, copies="0") for n in range(10_000)]
        deck = read_deck(sheet(*rows), PLAIN)
        assert len(deck.cards) == 10_000
        assert deck.size == 0
        assert deck.by_code[_code(9_999)].id == "c9999"


class TestRefused:
    @pytest.mark.parametrize("data", [b"", b"\n\n", b"\xef\xbb\xbf", b" \r\n,,,\r\n", b'""'])
    def test_an_empty_file(self, data: bytes) -> None:
        error = refused(data)
        assert str(error) == "own.csv line 1: the file is empty; expected a header line and one line a card"

    def test_a_header_alone_says_which_line_the_header_is(self) -> None:
        error = refused(b"\n\n" + sheet())
        assert str(error) == "own.csv line 3: there is a header but no card; add one line a card"

    def test_not_utf_8_names_the_line(self) -> None:
        data = sheet(ACORN, BIRCH).replace(b"Birch", "Bärlauch".encode("latin-1"))
        assert str(refused(data)) == "own.csv line 3: is not UTF-8; save the sheet as CSV UTF-8"

    def test_utf_16_is_told_to_be_saved_otherwise(self) -> None:
        for encoding in ("utf-16", "utf-16-le"):
            assert "save" in str(refused(sheet(ACORN).decode().encode(encoding)))

    def test_a_workbook_is_recognised(self) -> None:
        assert str(refused(b"PK\x03\x04rest")) == (
            "own.csv line 1: is a spreadsheet or an archive; save the sheet as CSV UTF-8"
        )

    def test_a_zero_byte_names_the_line(self) -> None:
        error = refused(sheet(ACORN, BIRCH).replace(b"Birch", b"Bir\0ch"))
        assert error.line == 3
        assert "zero byte" in str(error)

    def test_an_unknown_column_names_the_nearest_known_one(self) -> None:
        error = refused(sheet(ACORN, header=(*HEADER, "colour", "copys")))
        assert [str(problem) for problem in error.problems] == [
            'own.csv line 1, column colour: column "colour" is not known; expected one of id, code, name, copies, '
            "back, text, suit, points, tags, rare",
            'own.csv line 1, column copys: column "copys" is not known; did you mean copies?',
        ]

    def test_a_column_without_a_name_is_named_by_its_place(self) -> None:
        assert "column number 2 (no name) is not known" in str(refused(b"id,,name\nacorn,1,Acorn\n"))

    def test_a_message_is_one_line_that_a_terminal_does_not_obey(self) -> None:
        error = refused(sheet(row(suit="o\x1b[2Jak\u202e\nelm")))
        assert error.problems[0].text.startswith('"o\ufffd[2Jak\ufffd elm" is not known')
        assert str(refused(b'id,"na\x1b\nme"\n')).splitlines() == [str(refused(b'id,"na\x1b\nme"\n'))]

    def test_a_column_twice(self) -> None:
        error = refused(sheet(ACORN, header=(*HEADER, "name")))
        assert (
            str(error)
            == "own.csv line 1, column name: stands twice in the header; give one of the two columns another name"
        )

    def test_every_missing_column_is_named(self) -> None:
        error = refused(b"id,name\nacorn,Acorn\n")
        assert [(p.line, p.column) for p in error.problems] == [(1, "code"), (1, "copies"), (1, "suit")]
        assert "column code: is missing from the header, which has id, name (and 2 more)" in str(error)

    @pytest.mark.parametrize(
        ("cells", "column", "text"),
        [
            ({"id": ""}, "id", '"" is not an id; expected lower-case letters, digits and _, as in sky_dance_dragon'),
            ({"id": "Sky Dance"}, "id", '"Sky Dance" is not an id;'),
            ({"id": "schön"}, "id", '"schön" is not an id;'),
            ({"code": ""}, "code", '"" is not a card number; expected three of 0-9 A-Z, such as 01F'),
            ({"code": "1234"}, "code", '"1234" is not a card number;'),
            ({"code": "0-1"}, "code", '"0-1" is not a card number;'),
            ({"code": "ß"}, "code", '"ß" is not a card number;'),
            ({"name": "  "}, "name", "is empty; expected a text"),
            ({"copies": "-1"}, "copies", "-1 is outside 0 to 1295"),
            ({"copies": "1296"}, "copies", "1296 is outside 0 to 1295"),
            ({"copies": "two"}, "copies", '"two" is not a whole number; expected 0 to 1295'),
            ({"copies": "1_0"}, "copies", '"1_0" is not a whole number; expected 0 to 1295'),
            ({"copies": "٣"}, "copies", '"٣" is not a whole number; expected 0 to 1295'),
            ({"copies": "9" * 5000}, "copies", '"' + "9" * 39 + '…" is not a whole number'),
            ({"suit": "okk"}, "suit", '"okk" is not known; did you mean oak?'),
            ({"suit": ""}, "suit", '"" is not known; expected one of oak, ash, elm'),
            ({"points": "1.5"}, "points", '"1.5" is not a whole number; expected -9 to 9'),
            ({"rare": "maybe"}, "rare", '"maybe" is neither yes (1) nor no (0)'),
        ],
    )
    def test_a_cell_names_line_column_and_what_was_expected(
        self, cells: dict[str, str], column: str, text: str
    ) -> None:
        error = refused(sheet(BIRCH, row(**cells)))
        assert (error.file, error.line, error.column) == ("own.csv", 3, column)
        assert error.problems[0].text.startswith(text)

    @pytest.mark.parametrize(("column", "other"), [("id", {"code": "009"}), ("code", {"id": "other"})])
    def test_a_duplicate_names_the_line_of_the_first(self, column: str, other: dict[str, str]) -> None:
        error = refused(sheet(ACORN, BIRCH, row(**other)))
        assert len(error.problems) == 1
        assert (error.line, error.column) == (4, column)
        assert error.problems[0].text == f'"{ACORN[column]}" is already used on line 2; give one of the two another'

    def test_two_spellings_of_one_number_are_duplicates(self) -> None:
        assert refused(sheet(row(code="1f"), row(id="b", code="01F"))).column == "code"

    def test_a_row_that_is_too_long(self) -> None:
        error = refused(b"id,code,name,copies,suit\nacorn,001,Acorn, the first,3,oak\n")
        assert str(error) == ("own.csv line 2: has 6 cells but the header has 5; quote a cell that contains a comma")

    def test_quoted_line_breaks_keep_the_line_numbers_right(self) -> None:
        data = sheet(row(text="one\ntwo\r\nthree"), row(id="b", code="002", copies="x"))
        error = refused(data)
        assert error.line == data.decode().splitlines().index("b,002,Acorn,x,,,oak,,,") + 1 == 5

    def test_a_quotation_mark_never_closed_does_not_swallow_the_rest(self) -> None:
        data = b'id,code,name,copies,suit,text\nacorn,001,Acorn,3,oak,"Grows\nbirch,002,Birch,1,ash,\n'
        assert str(refused(data)) == 'own.csv line 2: a quotation mark (") opens here and is never closed'

    def test_a_quotation_mark_inside_a_quoted_cell(self) -> None:
        data = b'id,code,name,copies,suit,text\nbirch,002,Birch,1,ash,\nacorn,001,Acorn,3,oak,"The "old" one"\n'
        assert str(refused(data)) == (
            'own.csv line 3: a quotation mark (") stands inside a cell; write it twice where it belongs to the text'
        )

    def test_all_faults_are_found_in_file_order(self) -> None:
        error = refused(sheet(row(copies="x", suit="y"), BIRCH, row(id="z", code="-")))
        assert [(p.line, p.column) for p in error.problems] == [(2, "copies"), (2, "suit"), (4, "code")]
        assert str(error).endswith("(and 2 more)")

    def test_a_file_that_is_too_large_is_not_read(self) -> None:
        assert "at most 8,000,000" in str(refused(b"x" * 8_000_001))

    def test_more_rows_than_anybody_prints(self) -> None:
        assert "has more than 20,000 cards" in str(refused(sheet(*[ACORN] * 20_001)))

    def test_a_rule_across_rows_names_the_card_s_line(self) -> None:
        strict = replace(PLAIN, check=lambda cards: [(cards[1].id, "suit", "two ashes are too many")])
        with pytest.raises(DeckError) as caught:
            read_deck(sheet(row(text="a\nb"), BIRCH), strict, "own.csv")
        assert str(caught.value) == "own.csv line 4, column suit: two ashes are too many"


class TestDeck:
    deck = read_deck(sheet(ACORN, BIRCH), PLAIN)

    def test_every_paper_card_has_a_code_of_its_own(self) -> None:
        codes = [str(code) for _, code in self.deck.codes("B")]
        assert len(set(codes)) == len(codes) == self.deck.size == 4
        assert codes[0].startswith("1PL00101B")

    def test_a_code_finds_its_card_and_no_other_games(self) -> None:
        for card, code in self.deck.codes():
            assert self.deck.find(code) is card
        assert self.deck.find(CardCode("XX", "001", 1)) is None
        assert self.deck.find(CardCode("PL", "0ZZ", 1)) is None

    def test_a_part_of_a_deck_is_a_deck(self) -> None:
        part = self.deck.only(lambda card: card["suit"] == "ash")
        assert [card.id for card in part.cards] == ["birch"]
        assert part.size == 1
        assert "acorn" not in part.by_id


def _code(number: int) -> str:
    return to_base36(number, 3)


CELLS = st.sampled_from(["acorn", "001", "3", "oak", '"', ",", ";", "\n", "\r", "\t", "\0", "é", "=1", *HEADER])


@given(st.one_of(st.binary(max_size=300), st.lists(CELLS, max_size=60).map(lambda parts: "".join(parts).encode())))
def test_any_bytes_are_a_deck_or_a_deck_error(data: bytes) -> None:
    _deck_or_error(data)


@given(st.data())
def test_a_good_file_with_bytes_changed_is_a_deck_or_a_deck_error(data: st.DataObject) -> None:
    good = bytearray(sheet(row(text='He said "no",\nthen left'), BIRCH))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(good) - 1))
        good[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    _deck_or_error(bytes(good))


def _deck_or_error(data: bytes) -> None:
    last = len((data + b".").splitlines())
    match _read(data):
        case Deck(cards=cards):
            assert cards
        case DeckError(problems=problems):
            assert problems
            assert all(1 <= problem.line <= last and "\n" not in str(problem) for problem in problems)


def _read(data: bytes) -> Deck | DeckError:
    try:
        return read_deck(data, PLAIN)
    except DeckError as error:
        return error
