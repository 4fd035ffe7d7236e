"""Card codes: every slip is caught, other people's codes are told apart, and no two symbols look alike."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from qr_symbols import distances, modules

from rules import games
from rules.values.code import (
    ALPHABET,
    COPIES_MAX,
    LENGTH,
    MASK_WEIGHTS,
    WEIGHTS,
    CardCode,
    CodeError,
    check_character,
    from_base36,
    parse,
    second_symbol,
    symbol,
    to_base36,
)

DOCUMENT = Path(__file__).parents[2] / "docs" / "card-code.md"
ENOUGH = 50
"""Modules any two symbols of one deck must differ in, so that a blurred one is still told apart."""

codes = st.builds(
    CardCode,
    st.text(ALPHABET, min_size=2, max_size=2),
    st.text(ALPHABET, min_size=3, max_size=3),
    st.integers(1, COPIES_MAX),
    st.sampled_from(ALPHABET),
)


@given(codes)
def test_a_code_comes_back_from_its_text(code: CardCode) -> None:
    text = str(code)
    assert len(text) == LENGTH
    assert set(text) <= set(ALPHABET)
    assert parse(text) == code


@given(codes, st.integers(0, LENGTH - 1), st.sampled_from(ALPHABET))
def test_a_single_wrong_character_is_always_caught(code: CardCode, place: int, wrong: str) -> None:
    text = str(code)
    typed = text[:place] + wrong + text[place + 1 :]
    if typed == text:
        assert parse(typed) == code
    else:
        assert kind_of(typed) == "check"


@given(codes, st.integers(0, LENGTH - 2))
def test_neighbours_changed_over_are_caught_unless_their_values_lie_far_apart(code: CardCode, place: int) -> None:
    text = str(code)
    typed = text[:place] + text[place + 1] + text[place] + text[place + 2 :]
    apart = ALPHABET.index(text[place]) - ALPHABET.index(text[place + 1])
    # The check character stands in the sum with weight -1.
    step = (*WEIGHTS, -1)[place + 1] - WEIGHTS[place]
    assert (kind_of(typed) == "check") == (step * apart % 36 != 0)
    if apart % 9:
        assert kind_of(typed) == "check"


def test_the_weights_are_what_the_comment_says() -> None:
    assert all(weight % 2 and weight % 3 for weight in WEIGHTS)
    assert {later - earlier for earlier, later in pairwise(WEIGHTS)} == {2, 4}


def kind_of(text: str) -> str:
    try:
        parse(text)
    except CodeError as error:
        return error.kind
    return ""


@pytest.mark.parametrize(
    "typed",
    ["1ft01f03a2", "1FT-01F-03-A2", " 1 FT 01F 03 A 2 ", "1ft–01f—03‐a−2", "1FT\t01F\n03A\u00a02"],
)
def test_people_type_spaces_dashes_and_small_letters(typed: str) -> None:
    assert str(CardCode("FT", "01F", 3)) == "1FT01F03A2"
    assert parse(typed) == CardCode("FT", "01F", 3)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "1FT01F03A", "1FT01F03A22", "https://example.org/", "1FT01F03A*", "1FT01F0_A2", "٣FT01F03A2",
        "1FT01F03ß", "ıFT01F03A2", "1ﬁ01F03A2", "1FT01F03A🐉", "\0" * 10, "A" * 100_000, "-" * 10,
    ],
)  # fmt: skip
def test_other_texts_are_not_card_codes(text: str) -> None:
    with pytest.raises(CodeError, match="ten letters and digits") as caught:
        parse(text)
    assert caught.value.kind == "not_a_code"


def test_a_slip_says_to_compare_with_the_card() -> None:
    with pytest.raises(CodeError, match="1FT01F03AP has a slip in it") as caught:
        parse("1FT01F03AP")
    assert caught.value.kind == "check"


@pytest.mark.parametrize("version", [c for c in ALPHABET if c != "1"])
def test_a_newer_format_is_named_as_such(version: str) -> None:
    body = version + "FT01F03A"
    with pytest.raises(CodeError, match=rf"format {version}\); update to read it") as caught:
        parse(body + check_character(body))
    assert caught.value.kind == "version"


def test_copy_zero_is_no_card() -> None:
    body = "1FT01F00A"
    with pytest.raises(CodeError, match="copies count from 1"):
        parse(body + check_character(body))


@pytest.mark.parametrize(
    ("parts", "what"),
    [
        (("F", "01F", 1), "game"),
        (("ft", "01F", 1), "game"),
        (("FT", "1F", 1), "card"),
        (("FT", "01É", 1), "card"),
        (("FT", "01F", 0), "copy"),
        (("FT", "01F", COPIES_MAX + 1), "copy"),
        (("FT", "01F", 1, "AB"), "print set"),
        (("FT", "01F", 1, ""), "print set"),
    ],
)
def test_a_code_that_could_not_be_printed_cannot_be_made(parts: tuple[str, str, int, str], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        CardCode(*parts)


@given(st.integers(0, 36**3 - 1))
def test_base_36_round_trip(number: int) -> None:
    assert from_base36(to_base36(number, 3)) == number


@pytest.mark.parametrize("number", [-1, 36**2])
def test_a_number_that_does_not_fit_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="does not fit in 2"):
        to_base36(number, 2)


def test_from_base36_knows_only_its_alphabet() -> None:
    assert from_base36("0a") is None
    assert from_base36("ZZ") == COPIES_MAX


class TestSymbol:
    @given(codes)
    def test_a_code_fits_its_symbol_and_gives_it_one_of_eight_masks(self, code: CardCode) -> None:
        version, level, mask = symbol(str(code))
        assert (version, level) == (1, "H")
        assert mask in range(8)
        assert modules(str(code)).shape == (21, 21)

    def test_all_masks_are_used(self) -> None:
        for name in games.names():
            assert {symbol(str(code))[2] for _, code in games.deck(name).codes()} == set(range(8)), name

    @pytest.mark.parametrize("text", ["", "1FT01F03A", "1FT01F03A22", "1ft01f03a2"])
    def test_what_is_not_a_code_has_no_symbol(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"shorter|longer|not found"):
            symbol(text)

    @pytest.mark.parametrize("name", games.names())
    def test_any_two_symbols_of_a_deck_are_far_apart_however_they_are_turned(self, name: str) -> None:
        # Two decks of one game at one table are printed as sets A and B, so both belong to what a phone may see.
        texts = [str(code) for print_set in "AB" for _, code in games.deck(name).codes(print_set)]
        for turns, fewest in distances(texts):
            assert fewest >= (ENOUGH if turns == 0 else 2 * ENOUGH), f"{name} turned {turns} times: {fewest}"

    @pytest.mark.parametrize("name", games.names())
    def test_second_codes_are_as_far_from_each_other_and_from_all_first_ones(self, name: str) -> None:
        texts = [str(code) for print_set in "AB" for _, code in games.deck(name).codes(print_set)]
        fewest = dict(distances(texts, both=True))
        # docs/card-code.md, A second code in the opposite corner
        assert fewest.pop(0) >= 56
        assert min(fewest.values()) >= 104

    @given(codes)
    def test_a_second_code_says_the_same_under_another_mask_and_the_second_of_a_second_is_the_first(
        self, code: CardCode
    ) -> None:
        version, level, mask = second_symbol(str(code))
        assert (version, level) == symbol(str(code))[:2]
        assert mask in range(8)
        assert (mask + 4) % 8 == symbol(str(code))[2]

    def test_decks_yet_to_come_are_far_apart_too(self) -> None:
        texts = [str(CardCode("XY", to_base36(n, 3), copy)) for n in range(1, 150) for copy in range(1, 8)]
        assert next(distances(texts)) >= (0, ENOUGH)


class TestDocument:
    text = DOCUMENT.read_text(encoding="utf-8")

    def rows(self, first: str) -> list[list[str]]:
        """The cells of the rows of the table whose header begins so."""
        table = self.text[self.text.index(f"| {first} |") :].split("\n\n")[0]
        return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]

    def test_its_examples_are_what_the_code_does(self) -> None:
        rows = self.rows("text")
        assert len(rows) >= 5
        for text, game, card, copy, print_set, check, mask in rows:
            code = CardCode(game, card, int(copy), print_set)
            assert str(code) == text
            assert parse(text) == code
            assert text[-1] == check == check_character(text[:-1])
            assert symbol(text) == (1, "H", int(mask))

    def test_its_slips_are_caught_as_it_says(self) -> None:
        rows = self.rows("typed")
        assert {kind for _, kind, _ in rows} == {"accepted", "check", "version", "not_a_code"}
        for typed, kind, _ in rows:
            assert (kind_of(typed.replace("␣", " ")) or "accepted") == kind, typed

    def test_its_weights_are_the_ones_in_use(self) -> None:
        for label, weights in (("check weights", WEIGHTS), ("mask weights", MASK_WEIGHTS)):
            found = re.search(rf"{label}\s+`([0-9, ]+)`", self.text)
            assert found is not None, label
            assert tuple(map(int, found[1].split(", "))) == weights

    def test_its_worked_sum_is_right(self) -> None:
        values, products = (list(map(int, cells[1:10])) for cells in self.rows("place")[1:4:2])
        text = self.rows("text")[0][0]
        assert values == [ALPHABET.index(character) for character in text[:9]]
        assert products == [weight * value for weight, value in zip(WEIGHTS, values, strict=True)]
        assert f"{sum(products)} = {sum(products) // 36} × 36 + {sum(products) % 36}" in self.text
        assert ALPHABET[sum(products) % 36] == text[9]

    def test_its_figures_promise_no_more_than_is_so(self) -> None:
        rows = {name: tuple(map(int, figures)) for name, *figures in self.rows("deck")}
        assert sorted(rows) == sorted(games.names())
        for name, (_, upright, turned) in rows.items():
            texts = [str(code) for print_set in "AB" for _, code in games.deck(name).codes(print_set)]
            fewest = dict(distances(texts))
            assert fewest.pop(0) >= upright, name
            assert min(fewest.values()) >= turned, name

    def test_it_names_every_game_and_its_letters(self) -> None:
        rows = self.rows("letters")
        assert sorted((game, letters) for letters, game in rows) == sorted(
            (name, games.spec(name).letters) for name in games.names()
        )
