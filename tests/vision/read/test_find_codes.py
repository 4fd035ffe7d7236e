"""Tables from far away: codes no general reader can read, found and read in photos of our own printed cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
import table_scene
from cut_cards import cut_cards
from table_scene import EASY, HARD, CardArt, LaidCard, Scene

from rules import games
from rules.values.cards import Deck
from vision.backends import zxing
from vision.picture.decoding import decode
from vision.scan import read_cards, read_frame
from vision.sighting import Quad, centre, contains

GAME = "fairytale"


@pytest.fixture(scope="module")
def printed() -> list[CardArt]:
    codes = [str(code) for _, code in games.deck(GAME).codes()][:9]
    return list(cut_cards(GAME, frozenset(codes)).values())


def read(scene: Scene) -> list[tuple[str, Quad]]:
    return [(seen.text, seen.corners_px) for seen in read_cards(scene.photo, [games.deck(GAME)]).cards]


def missed(found: Sequence[tuple[str, Quad]], scene: Scene) -> list[str]:
    """The readable cards not found at their place. What is found has to be a face-up card where it is said to be."""
    for text, quad in found:
        places = [as_quad(one.corners_px) for one in scene.truth if one.text == text and not one.face_down]
        assert any(contains(place, centre(quad)) for place in places), f"{text} is not at {quad}"
    read_texts = [text for text, _ in found]
    return [one.text for one in scene.readable if one.text not in read_texts]


def as_quad(points: np.ndarray) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


@pytest.mark.parametrize("table", ["felt", "wood", "plain"])
def test_a_table_is_read_at_one_pixel_a_module(printed: list[CardArt], seed: int, table: str) -> None:
    laid = table_scene.scatter(printed, seed=seed, face_down=(2, 6))
    scene = table_scene.render(laid, seed=seed, shot=EASY, px_per_module=1.1, table=table)
    assert not zxing.read(decode(scene.photo, colour=False).image), "close enough for a general reader"
    assert len(missed(read(scene), scene)) <= 1


def test_a_tilted_dim_and_noisy_table_is_read_too(printed: list[CardArt], seed: int) -> None:
    laid = table_scene.scatter(printed, seed=seed, face_down=(4,))
    scene = table_scene.render(laid, seed=seed, shot=HARD, px_per_module=1.6, exposure=0.4)
    assert len(missed(read(scene), scene)) <= 1


def test_a_table_seen_from_a_steep_side_is_read_too(printed: list[CardArt], seed: int) -> None:
    laid = table_scene.scatter(printed, seed=seed, face_down=(4,))
    scene = table_scene.render(laid, seed=seed, px_per_module=4, tilt_deg=60)
    assert len(missed(read(scene), scene)) <= 1


def test_cards_cut_by_the_edge_are_read_where_their_code_is_whole(printed: list[CardArt], seed: int) -> None:
    laid = table_scene.rows(printed, seed=seed, columns=3)
    scene = table_scene.render(laid, seed=seed, px_per_module=1.5, size_px=(430, 430), roll_deg=0.0)
    assert 1 <= len(scene.readable) < 9
    assert missed(read(scene), scene) == []


def test_a_fan_and_a_heap_are_read_as_far_as_they_are_in_sight(printed: list[CardArt], seed: int) -> None:
    hand = table_scene.fan(printed[:5])
    heap = [LaidCard(art, 190 + 5 * i, -150 + 27 * i, 4.0 * i, i == 3) for i, art in enumerate(printed[5:])]
    scene = table_scene.render([*hand, *heap], seed=seed, px_per_module=1.8, tilt_deg=10)
    assert len(scene.readable) >= 7
    assert len(missed(read(scene), scene)) <= 1


def test_equal_codes_far_away_stay_two(printed: list[CardArt], seed: int) -> None:
    laid = table_scene.rows([printed[0], printed[1], printed[0]], seed=seed)
    scene = table_scene.render(laid, seed=seed, px_per_module=1.2)
    assert sorted(text for text, _ in read(scene)) == sorted(one.text for one in scene.readable)


def test_where_cards_lay_a_moment_before_hides_no_new_one_and_keeps_none_that_left(
    printed: list[CardArt], seed: int
) -> None:
    before = table_scene.render(table_scene.rows(printed[:3], seed=seed), seed=seed, px_per_module=1.2)
    now = table_scene.render(table_scene.rows([*printed[:2], printed[3]], seed=seed), seed=seed, px_per_module=1.2)
    near = [as_quad(one.corners_px) for one in before.truth]
    photo = read_frame(decode(now.photo, colour=False), [games.deck(GAME)], near=near)
    assert sorted(seen.text for seen in photo.cards) == sorted(one.text for one in now.readable)


@pytest.mark.parametrize("px_per_module", [1.0, 2.0, 4.0])
def test_backs_and_another_games_cards_are_not_taken_for_the_decks(
    printed: list[CardArt], deck: Deck, fresh_seed: int, px_per_module: float
) -> None:
    laid = table_scene.scatter(printed[:6], seed=fresh_seed, face_down=(0, 2, 4))
    photo = read_cards(table_scene.render(laid, seed=fresh_seed, px_per_module=px_per_module).photo, [deck])
    assert photo.cards == ()


def test_a_card_of_another_game_is_named_as_such_from_the_enlarged_picture(
    printed: list[CardArt], deck: Deck, seed: int
) -> None:
    scene = table_scene.render([LaidCard(printed[0], 0, 0, 20)], seed=seed, px_per_module=1.8, tilt_deg=0)
    photo = read_cards(scene.photo, [deck])
    assert [one.reason for one in photo.foreign] == ["other_game"]


@pytest.mark.parametrize("sigma", [2.0, 30.0, 120.0])
def test_noise_and_stripes_hold_no_cards(deck: Deck, fresh_seed: int, sigma: float) -> None:
    rng = np.random.default_rng(fresh_seed)
    noise = rng.normal(128, sigma, (480, 640))
    noise[200:] += 60 * np.sin(np.arange(640) / 3.0)
    image = np.clip(noise, 0, 255).astype(np.uint8)
    done, data = table_scene.cv2.imencode(".png", image)
    assert done
    assert read_cards(data.tobytes(), [deck]).cards == ()
