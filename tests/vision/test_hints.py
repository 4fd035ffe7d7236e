"""Why a picture's cards are not read: the cause is named and marked, and where all is read nothing is said."""

from __future__ import annotations

from typing import Any

import pytest
import ray_cast_table
import table_scene
from ray_cast_table import Faults, TablePhoto, View

from rules.values.cards import Deck
from vision.scan import read_cards
from vision.sighting import CURES, centre, contains

CARPET = {"table": "carpet", "px_per_module": 3.5, "empty": True}
"""Loops that look like codes, so many that the search stops before it has compared them all."""


def table(deck: Deck, seed: int, *, view: dict[str, Any] | None = None, **faults: Any) -> TablePhoto:
    arts = [table_scene.placeholder_card(str(code), px_per_mm=8) for _, code in deck.codes()][:3]
    how = View(**{"px_per_module": 1.8, "tilt_deg": 10.0, "table": "lino"} | (view or {}))
    return ray_cast_table.photograph(arts, seed=seed, view=how, faults=Faults(**faults))


@pytest.mark.parametrize(
    ("cause", "faults", "view"),
    [
        ("dark", {"overexposed": 0.005, "noise": 3.0}, {}),
        ("blurred", {"blur_px": 5.0}, {}),
        ("blurred", {"motion_px": 16.0}, {}),
        ("far", {}, {"px_per_module": 0.4}),
        ("pattern", {}, CARPET),
        ("dark", {"overexposed": 0.005, "noise": 3.0}, CARPET),
        ("blurred", {"motion_px": 16.0}, CARPET),
    ],
)
def test_the_cause_is_named(deck: Deck, seed: int, cause: str, faults: dict[str, Any], view: dict[str, Any]) -> None:
    photo = read_cards(table(deck, seed, view=view, **faults).photo, [deck])
    assert not photo.cards
    assert photo.hint is not None
    assert photo.hint.cause == cause


def test_a_card_of_another_deck_is_marked_where_it_lies(deck: Deck, other_deck: Deck, seed: int) -> None:
    scene = table(other_deck, seed)
    hint = read_cards(scene.photo, [deck]).hint
    assert hint is not None
    assert hint.cause == "another_deck"
    assert hint.place_px is not None
    x, y = centre(hint.place_px)
    cards = [tuple((float(px), float(py)) for px, py in card) for card in scene.cards_px]
    assert any(contains((a, b, c, d), (x, y)) for a, b, c, d in cards)


def test_where_every_card_is_read_nothing_is_said(deck: Deck, seed: int) -> None:
    photo = read_cards(table(deck, seed).photo, [deck])
    assert len(photo.cards) == 3
    assert photo.hint is None


def test_every_cause_has_one_sentence() -> None:
    assert all(text.endswith(".") and text.count(". ") == 0 for text in CURES.values())
