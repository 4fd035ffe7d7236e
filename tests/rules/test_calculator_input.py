"""Reading what a calculator is asked: words from a fixed list, however they are written."""

from __future__ import annotations

from typing import Any

import pytest

from rules.calculator_input import Asked
from rules.game_protocol import Refusal

VERSIONS = ("no_knockout", "all_cards", "1", "1a")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("all_cards", "all_cards"),
        ("All-Cards", "all_cards"),
        ("no knockout", "no_knockout"),
        (1, "1"),
        ("1A", "1a"),
    ],
)
def test_capitals_hyphens_and_numbers_do_not_hide_a_word(written: Any, meant: str) -> None:
    assert Asked({"word": written}).word("word", among=VERSIONS) == meant
    assert Asked({"words": [written]}).words("words", among=VERSIONS) == (meant,)


@pytest.mark.parametrize("written", ["allcards", 2, True, 1.0, [], 10**30, "all" * 99])
def test_other_words_are_refused(written: Any) -> None:
    with pytest.raises(Refusal):
        Asked({"word": written}).word("word", among=VERSIONS)


def test_a_word_as_it_stands_comes_before_one_written_otherwise() -> None:
    players = ("ana", "Ana", "Ben")
    assert Asked({"who": "Ana"}).word("who", among=players) == "Ana"
    assert Asked({"who": "ben"}).word("who", among=players) == "Ben"
    with pytest.raises(Refusal):
        Asked({"who": "ANA"}).word("who", among=players)
