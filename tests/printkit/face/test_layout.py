"""Card faces as data: the five that come along, and what a slip in one is told."""

from __future__ import annotations

import pytest

import templates
from printkit import card_layout
from printkit.card_layout import Box, LayoutError, find_layout, read_layout
from printkit.card_layout.box_reading import BOXES
from rules import games

OWN = """
extends = "family"
title = "Mine"

[suit.red]
word = "Red"
colour = "#aa3322"
accent = "#f0a030"
sky = "#f3d9b4"
pattern = "zig"
glyph = "flame"
art = "fire"
"""


def test_every_game_has_a_face() -> None:
    assert set(games.names()) <= set(card_layout.names())


@pytest.mark.parametrize("game", card_layout.names())
def test_boxes_stand_side_by_side_inside_the_frame(game: str) -> None:
    found = find_layout(game)
    frame = found.boxes["frame"]
    assert set(found.boxes) == set(BOXES)
    for key, box in found.boxes.items():
        assert frame.holds(box), key


@pytest.mark.parametrize("game", card_layout.names())
def test_suits_of_a_game_differ_without_colour(game: str) -> None:
    suits = find_layout(game).suits.values()
    for told in ("pattern", "glyph", "word", "colour"):
        assert len({getattr(suit, told) for suit in suits}) == len(suits), told


def test_a_face_of_ones_own_needs_little() -> None:
    mine = read_layout(OWN, "mine")
    assert mine.size_mm == (63.0, 88.0)
    assert mine.suit("red").word == "Red"


@pytest.mark.parametrize(
    ("slip", "key", "cure"),
    [
        (OWN.replace('"#aa3322"', '"red"'), "suit.red.colour", "#rrggbb"),
        (OWN.replace('word = "Red"', ""), "suit.red.word", "expected a word"),
        (OWN.replace('title = "Mine"', 'titel = "Mine"'), "titel", "did you mean title"),
        (OWN.replace('"family"', '"poker"'), "extends", '"family"'),
        (OWN + "[box]\ntitle = [21.8, 74.0, 26.2]\n", "box.title", "[x, y, width, height]"),
        (OWN + "[box]\ntitle = [21.8, 74.0, 50.0, 10.0]\n", "box.title", "outside"),
        (OWN + "[box]\ntitle = [10.0, 74.0, 30.0, 10.0]\n", "box.title", "overlaps box.code"),
        (OWN + "[box]\ntitle = [true, 74.0, 30.0, 10.0]\n", "box.title", "length in mm"),
        ("title = ", "the file", "TOML"),
    ],
)
def test_a_slip_is_told_with_file_key_and_cure(slip: str, key: str, cure: str) -> None:
    with pytest.raises(LayoutError) as told:
        read_layout(slip, "mine")
    assert (told.value.file, told.value.key) == ("mine.toml", key)
    assert cure in str(told.value)


def test_a_suit_or_back_nobody_described_names_the_nearest() -> None:
    mine = read_layout(OWN, "mine")
    with pytest.raises(LayoutError, match="did you mean red"):
        mine.suit("rad")
    with pytest.raises(LayoutError, match="there is none"):
        mine.back("blue")


def test_a_game_without_a_face_is_told_which_there_are() -> None:
    with pytest.raises(LayoutError, match="fairytale"):
        find_layout("chess")


def test_boxes_know_what_lies_in_them() -> None:
    box = Box(1, 2, 10, 4)
    assert box.inset(1) == Box(2, 3, 8, 2)
    assert box.holds(Box(2, 3, 8, 2))
    assert not box.meets(Box(11, 2, 5, 5))
    assert box.middle == (6, 4)


def test_the_family_is_not_a_game() -> None:
    assert "family.toml" in templates.names("cards")
    assert "family" not in card_layout.names()
