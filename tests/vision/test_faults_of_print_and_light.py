"""Cards printed, lit or photographed badly, on tables of the second renderer: all are read, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import ray_cast_table
import table_scene
from ray_cast_table import Faults, TablePhoto, View

from rules.values.cards import Deck
from vision.picture.decoding import decode
from vision.read.find_codes import find_codes
from vision.read.streaks import without_streaks
from vision.read.symbol_index import index_of
from vision.scan import read_cards
from vision.search import pale_print
from vision.sighting import centre, contains

NEARLY_ABOVE = View(px_per_module=1.5, tilt_deg=12, table="lino")


def table(deck: Deck, seed: int, view: View = NEARLY_ABOVE, **faults: Any) -> TablePhoto:
    texts = [str(code) for _, code in deck.codes()][:3]
    arts = [table_scene.placeholder_card(text, px_per_mm=8) for text in texts]
    return ray_cast_table.photograph(arts, seed=seed, view=view, faults=Faults(**faults))


@pytest.mark.parametrize(
    "faults",
    [
        {"faded": 0.6},
        {"overexposed": 2.0},
        {"faded": 0.5, "overexposed": 1.5},
        {"striped": 0.7},
        {"haze": 0.5},
        {"shadows": 4, "shadow_depth": 0.5},
        {"thin_mm": 0.1},
    ],
    ids=str,
)
def test_badly_printed_or_lit_cards_are_read_where_they_lie(deck: Deck, seed: int, faults: dict[str, Any]) -> None:
    scene = table(deck, seed, **faults)
    photo = read_cards(scene.photo, [deck])
    assert sorted(card.text for card in photo.cards) == sorted(one.text for one in scene.codes)
    for card in photo.cards:
        true = next(one for one in scene.codes if one.text == card.text)
        assert np.linalg.norm(np.array(centre(card.corners_px)) - true.corners_px.mean(axis=0)) < 2 * true.module_px
        assert contains(card.corners_px, tuple(true.corners_px.mean(axis=0)))


def test_a_table_seen_from_seventy_degrees_is_read(deck: Deck, seed: int) -> None:
    scene = table(deck, seed, View(px_per_module=4, tilt_deg=70, table="lino"))
    readable = {one.text for one in scene.codes if one.in_sight and one.least_module_px >= 1.0}
    assert readable
    assert readable <= {card.text for card in read_cards(scene.photo, [deck]).cards}


def test_good_print_in_good_light_is_not_looked_at_twice(
    deck: Deck, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[bool] = []
    worth = pale_print.may_hide_more

    def noted(*args: Any) -> bool:
        looks.append(worth(*args))
        return looks[-1]

    monkeypatch.setattr(pale_print, "may_hide_more", noted)
    index = index_of([deck])
    find_codes(decode(table(deck, seed).photo, colour=False).image, index, index.texts.__contains__)
    assert looks == [False]


def test_streaks_are_taken_out_along_rows_and_columns_and_nothing_else_changes(fresh_seed: int) -> None:
    rng = np.random.default_rng(fresh_seed)
    ink = rng.random((23, 23)) < 0.5
    ink[:, :8] = True  # every row and column has enough of both
    ink[:, 8:12] = False
    even = np.where(ink, 40.0, 200.0).astype(np.float32)
    share = np.where(np.arange(23) % 5 < 2, 0.5, 1.0)[:, None]
    streaked = (200 - (200 - even) * share).astype(np.float32)
    flat = without_streaks(streaked.reshape(1, -1), 23, columns=False).reshape(23, 23)
    np.testing.assert_allclose(flat, even, atol=0.5)
    upright = without_streaks(np.ascontiguousarray(streaked.T).reshape(1, -1), 23, columns=True).reshape(23, 23)
    np.testing.assert_allclose(upright, even.T, atol=0.5)
    np.testing.assert_allclose(without_streaks(even.reshape(1, -1), 23, columns=False).reshape(23, 23), even, atol=0.5)


def test_the_second_renderer_says_truly_where_codes_are_and_which_are_covered(deck: Deck, seed: int) -> None:
    scene = table(deck, seed, replace(NEARLY_ABOVE, px_per_module=2.0, overlapping=True, bend_mm=4.0))
    photo = read_cards(scene.photo, [deck])
    near = {card.text: card for card in photo.cards}
    for one in scene.codes:
        if one.in_sight:
            np.testing.assert_allclose(near[one.text].corners_px, one.corners_px, atol=0.6 * one.module_px)
