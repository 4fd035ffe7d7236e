"""Closed-set reading: made-up photos of cards, their codes' places known roughly."""

from __future__ import annotations

import numpy as np
import pytest
import table_scene
from numpy.typing import NDArray

from rules import games
from rules.values.cards import Deck
from vision.picture.opencv_setup import cv2
from vision.read import acceptance
from vision.read.closed_set import Reading, read_squares
from vision.read.code_position import fit_symbol
from vision.read.find_codes import FITTED_PX
from vision.read.qr_symbol import modules
from vision.read.symbol_index import SymbolIndex, index_of

Grey = NDArray[np.uint8]


def _photo(texts: list[str], seed: int, **shot: float) -> tuple[Grey, tuple[table_scene.Truth, ...]]:
    arts = [table_scene.placeholder_card(text) for text in texts]
    scene = table_scene.render(table_scene.scatter(arts, seed=seed), seed=seed, **shot)
    return _grey(scene), scene.truth


def _grey(scene: table_scene.Scene) -> Grey:
    return np.asarray(cv2.imdecode(np.frombuffer(scene.photo, np.uint8), cv2.IMREAD_GRAYSCALE), np.uint8)


def _rough(truth: tuple[table_scene.Truth, ...], seed: int, off_px: float = 0.5) -> NDArray[np.float64]:
    """The codes' corners as somebody finds them: a little off, beginning anywhere, either way round."""
    rng = np.random.default_rng(seed)
    quads = [one.corners_px + rng.normal(0, off_px, (4, 2)) for one in truth]
    return np.array([np.roll(quad, rng.integers(4), axis=0)[:: rng.choice([-1, 1])] for quad in quads])


def _texts(readings: list[Reading | None]) -> list[str]:
    return [one.text if one and one.accepted else "" for one in readings]


@pytest.mark.parametrize("px_per_module", [4.0, 2.0, 1.2])
def test_codes_too_small_for_any_general_reader_are_read_and_placed(
    deck: Deck, texts: list[str], seed: int, px_per_module: float
) -> None:
    grey, truth = _photo(texts[:8], seed, px_per_module=px_per_module)
    index = index_of([deck])
    readings = read_squares(grey, _rough(truth, seed), index)
    assert _texts(readings) == texts[:8]
    for reading, one in zip(readings, truth, strict=True):
        assert reading is not None
        # As in a look: near codes are placed by the fit that follows the reader.
        near = px_per_module >= FITTED_PX
        placed = fit_symbol(grey, reading.quad_px, index.matrix(reading.text)).quad_px if near else reading.quad_px
        assert np.abs(placed - one.corners_px).max() < 0.5
        assert reading.px_per_module == pytest.approx(one.px_per_module, rel=0.05)


def test_cards_of_another_deck_are_not_believed(
    deck: Deck, other_deck: Deck, texts: list[str], fresh_seed: int
) -> None:
    grey, truth = _photo(texts[:12], fresh_seed, px_per_module=1.2)
    assert _texts(read_squares(grey, _rough(truth, fresh_seed), index_of([other_deck]))) == [""] * 12


def test_a_mirrored_picture_is_read_and_its_corners_run_the_other_way_round(
    deck: Deck, texts: list[str], seed: int
) -> None:
    grey, truth = _photo(texts[:3], seed, px_per_module=2.0)
    quads = [one.corners_px * (-1, 1) + (grey.shape[1], 0) for one in truth]
    readings = read_squares(np.ascontiguousarray(grey[:, ::-1]), np.array(quads), index_of([deck]))
    assert _texts(readings) == texts[:3]
    for reading, quad in zip(readings, quads, strict=True):
        assert reading is not None
        assert np.abs(reading.quad_px - quad).max() < 0.5


def test_a_lamp_in_the_sleeve_hides_a_part_of_the_code_and_the_rest_is_enough(
    deck: Deck, texts: list[str], seed: int
) -> None:
    grey, truth = _photo(texts[:6], seed, px_per_module=2.5)
    rng = np.random.default_rng(seed)
    for one in truth:
        at = one.corners_px[[0, 2]].mean(axis=0) + rng.uniform(-5, 5, 2)
        cv2.circle(grey, (int(at[0]), int(at[1])), 9, 255, -1)
    assert _texts(read_squares(grey, _rough(truth, seed), index_of([deck]))) == texts[:6]


def test_half_a_code_is_read_right_or_not_at_all(
    deck: Deck, other_deck: Deck, texts: list[str], fresh_seed: int
) -> None:
    grey, truth = _photo(texts[:6], fresh_seed, px_per_module=2.5)
    rng = np.random.default_rng(fresh_seed)
    for one, tone in zip(truth, (20, 128, 255, 20, 128, 255), strict=True):
        a, b, c, d = np.roll(one.corners_px, rng.integers(4), axis=0)
        cv2.fillPoly(grey, [np.array([a, b, (b + c) / 2, (a + d) / 2]).round().astype(np.int32)], tone)
    rough = _rough(truth, fresh_seed)
    for found, text in zip(_texts(read_squares(grey, rough, index_of([deck]))), texts[:6], strict=True):
        assert found in (text, "")
    assert _texts(read_squares(grey, rough, index_of([other_deck]))) == [""] * 6


@pytest.mark.parametrize(
    ("first", "second", "side_by_side"),
    [
        ("1FT20502AY", "1FT4E302AO", False),
        ("1FT30301BD", "1FT30201A7", False),
        ("1FT2E202BA", "1FT20104B1", False),
        ("1FT30401A5", "1FT30201BW", True),
    ],
)
def test_a_code_spliced_of_two_halves_is_neither(first: str, second: str, side_by_side: bool) -> None:
    """Pairs that are alike enough for the whole to be taken for one of them, were the halves not asked."""
    index = index_of([games.deck("fairytale")])
    one, other = (index.symbols[index.texts.index(text)] for text in (first, second))
    half = np.arange(len(one)) < len(one) / 2
    spliced = np.where(half[None] if side_by_side else half[:, None], one, other)
    for symbol, believed in ((one, True), (other, True), (spliced, False)):
        weight = index.weights(4)[0].astype(np.float32)
        seen = (weight @ symbol @ weight.T).reshape(1, -1)[:, index.data_numbers]
        _, evidence = acceptance.weigh(index, seen, np.ones(seen.shape, np.bool_), np.array([4]))
        assert (acceptance.strengths(evidence) > 0).tolist() == [believed]


def test_a_half_that_says_far_less_than_the_other_is_somebody_elses() -> None:
    """In noise no other symbol need be ahead in a spliced code's smaller half; a hidden half says nothing."""
    index = index_of([games.deck("fairytale")])
    symbol = index.symbols[index.texts.index("1FT3E401A7")]
    weight = index.weights(4)[0].astype(np.float32)
    whole = (weight @ symbol @ weight.T).reshape(1, -1)[:, index.data_numbers]
    above = index.halves[2]
    noise = np.random.default_rng(3).normal(0, float(whole.std()), len(above)).astype(np.float32)
    half, hidden = whole.copy(), np.ones(whole.shape, np.bool_)
    half[0, above] = 0.6 * whole[0, above] + 0.8 * noise
    hidden[0, above] = False
    everywhere = np.ones(whole.shape, np.bool_)
    said = [
        acceptance.weigh(index, seen, visible, np.array([4]))[1].uneven[0] > acceptance.EVEN
        for seen, visible in ((whole, everywhere), (half, everywhere), (whole, hidden))
    ]
    assert said == [False, True, False]


def test_nothing_is_read_where_nothing_is(deck: Deck, fresh_seed: int) -> None:
    rng = np.random.default_rng(fresh_seed)
    index = index_of([deck])
    quads = rng.uniform(-50, 250, (200, 4, 2))
    for grey in (np.zeros((200, 200)), np.full((200, 200), 255), rng.integers(0, 256, (200, 200)), np.zeros((1, 1))):
        assert _texts(read_squares(grey.astype(np.uint8), quads, index)) == [""] * 200
    nowhere = np.array(
        [
            *(np.zeros((4, 2)), np.full((4, 2), np.nan), np.full((4, 2), 1e9), np.full((4, 2), np.inf)),
            [[0, 0], [9, 9], [0, 0], [9, 9]],
        ]
    )
    assert _texts(read_squares(rng.integers(0, 256, (200, 200)).astype(np.uint8), nowhere, index)) == [""] * 5
    assert read_squares(np.zeros((200, 200), np.uint8), np.zeros((0, 4, 2)), index) == []


def test_print_sets_are_different_cards(deck: Deck, texts: list[str]) -> None:
    index = index_of([deck], print_sets="ABC")
    assert len(index) == 2 * 3 * deck.size == 2 * len(set(index.texts))
    assert set(texts) < set(index.texts)
    assert index_of([deck], print_sets="ABC") is index


def test_symbols_of_other_kinds_can_be_given_as_they_are(seed: int) -> None:
    texts = ["1FT00101A7", "1FT00201A7", "1FT00301A7"]
    index = SymbolIndex.from_matrices(texts, [modules(text, 2, "M", 3) for text in texts])
    arts = [table_scene.placeholder_card(text, version=2, ecc="M", mask=3) for text in texts]
    scene = table_scene.render(table_scene.scatter(arts, seed=seed), seed=seed, px_per_module=2.0)
    assert _texts(read_squares(_grey(scene), _rough(scene.truth, seed), index)) == texts


def test_what_is_no_index_is_refused() -> None:
    with pytest.raises(ValueError, match="all of one size"):
        SymbolIndex.from_matrices(["A", "B"], [modules("A", 1, "M", 3), modules("A", 2, "M", 3)])
    with pytest.raises(ValueError, match="version 1 or 2"):
        SymbolIndex.from_matrices(["A"], [np.zeros((20, 20), np.bool_)])
