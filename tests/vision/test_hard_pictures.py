"""Pictures a tired phone sends: of a screen, mirrored, upside down, of far too many cards, of somebody else's codes."""

from __future__ import annotations

import numpy as np
import pytest
import table_scene
from cut_cards import cut_cards
from printed_decks import printed
from table_scene import CardArt, Scene

from rules import games
from rules.values.cards import Deck
from rules.values.code import CardCode
from vision.picture.decoding import decode
from vision.picture.opencv_setup import cv2
from vision.scan import read_cards
from vision.sighting import Photo, Quad, centre, contains

DECKS = [games.deck(game) for game in games.names()]


def arts(deck: Deck, count: int, print_set: str = "A", px_per_mm: float = 16.0) -> list[CardArt]:
    codes = [str(code) for _, code in deck.codes(print_set)][:count]
    return [table_scene.placeholder_card(text, px_per_mm=px_per_mm) for text in codes]


def seen(photo: Photo) -> list[str]:
    return [card.text for card in photo.cards]


def photo_of(picture: np.ndarray) -> bytes:
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])
    assert done
    return data.tobytes()


def on_a_screen(picture: np.ndarray, seed: int) -> np.ndarray:
    """What a phone sees of a monitor: stripes of red, green and blue under its own grid, which beat with each other."""
    rng = np.random.default_rng(seed)
    height, width = picture.shape[:2]
    large = cv2.resize(picture, (width * 3, height * 3), interpolation=cv2.INTER_NEAREST).astype(np.float32)
    stripes = np.zeros((1, width * 3, 3), np.float32)
    for channel in range(3):
        stripes[0, channel::3, channel] = 3.0
    large *= stripes
    large[2::3] *= 0.25  # the dark line between two rows
    turn = cv2.getRotationMatrix2D((width * 1.5, height * 1.5), float(rng.uniform(2, 6)), float(rng.uniform(0.43, 0.5)))
    turn[:, 2] += (width * 0.8 - width * 1.5, height * 0.8 - height * 1.5)
    shot = cv2.warpAffine(large, turn, (round(width * 1.6), round(height * 1.6)), flags=cv2.INTER_LINEAR)
    return np.clip(shot + rng.normal(0, 3, shot.shape), 0, 255).astype(np.uint8)


def test_a_photo_of_a_screen_is_read_through_its_moire(deck: Deck, seed: int) -> None:
    laid = table_scene.rows(arts(deck, 4), seed=seed)
    shown = decode(table_scene.render(laid, seed=seed, px_per_module=3).photo).image
    photo = read_cards(photo_of(on_a_screen(shown, seed)), [deck])
    assert sorted(seen(photo)) == sorted(one.art.text for one in laid)


@pytest.mark.parametrize("px_per_module", [1.2, 3.0])
@pytest.mark.parametrize("way", ["upside down", "mirrored"])
def test_turned_and_mirrored_photos_are_read_with_corners_clockwise(
    deck: Deck, seed: int, px_per_module: float, way: str
) -> None:
    scene = table_scene.render(table_scene.rows(arts(deck, 4), seed=seed), seed=seed, px_per_module=px_per_module)
    flip = -1 if way == "upside down" else 1
    photo = read_cards(photo_of(cv2.flip(decode(scene.photo).image, flip)), [deck])
    assert sorted(seen(photo)) == sorted(one.text for one in scene.truth)
    for card in photo.cards:
        truth = next(one for one in scene.truth if one.text == card.text).corners_px
        truth = (scene.width, scene.height) - truth if flip == -1 else (scene.width, 0) + truth * (-1, 1)
        clockwise = truth if flip == -1 else truth[[0, 3, 2, 1]]
        np.testing.assert_allclose(card.corners_px, clockwise, atol=0.35 * px_per_module + 0.3)


def test_both_print_sets_of_a_game_are_told_apart(deck: Deck, seed: int) -> None:
    mixed = [*arts(deck, 4, "A"), *arts(deck, 4, "B")]
    scene = table_scene.render(table_scene.scatter(mixed, seed=seed), seed=seed, px_per_module=1.5)
    photo = read_cards(scene.photo, [deck])
    assert sorted(seen(photo)) == sorted(one.text for one in scene.truth)
    assert sorted(card.code.print_set for card in photo.cards) == ["A"] * 4 + ["B"] * 4


def test_another_games_cards_between_ours_are_named_and_never_taken(deck: Deck, other_deck: Deck, seed: int) -> None:
    fairytale = games.deck("fairytale")
    laid = table_scene.rows([*arts(deck, 3), *arts(fairytale, 2), *arts(other_deck, 1)], seed=seed)
    photo = read_cards(table_scene.render(laid, seed=seed, px_per_module=2.5).photo, [deck])
    assert sorted(seen(photo)) == sorted(one.art.text for one in laid[:3])
    assert {one.why for one in photo.foreign} == {
        "This card is of Fairy Tale, not of Lanterns.",
        "This card is of a game not known here (letters HB), not of Lanterns.",
    }


def test_a_link_beside_a_card_is_no_card_and_only_told_when_asked_for(deck: Deck, seed: int) -> None:
    link = table_scene.placeholder_card("HTTPS://EXAMPLE.ORG/MENU", version=2, ecc="M", mask=2)
    scene = table_scene.render(table_scene.rows([*arts(deck, 1), link], seed=seed), seed=seed, px_per_module=4)
    quiet, asked = read_cards(scene.photo, [deck]), read_cards(scene.photo, [deck], any_codes=True)
    assert seen(quiet) == seen(asked) == [scene.truth[0].text]
    assert (quiet.other, quiet.foreign) == ((), ())
    assert [one.text for one in asked.other] == [link.text]


def test_two_hundred_cards_in_one_photo(seed: int) -> None:
    deck = games.deck("fairytale")
    every = [art for letter in "AB" for art in arts(deck, 100, letter, px_per_mm=6.0)]
    laid = table_scene.rows(every, seed=seed, columns=20)
    scene = table_scene.render(laid, seed=seed, px_per_module=1.4, tilt_deg=3)
    photo = read_cards(scene.photo, [deck])
    truth = {one.text: one for one in scene.truth}
    assert len(photo.cards) == len(set(seen(photo)))
    for card in photo.cards:
        assert contains(as_quad(truth[card.text].corners_px), centre(card.corners_px))
    assert len(photo.cards) >= 198


@pytest.mark.parametrize("value", [0, 255])
@pytest.mark.parametrize("shape", [(1, 1), (1, 900), (900, 1), (700, 900)])
def test_black_white_and_tiny_pictures_hold_no_cards_of_any_game(shape: tuple[int, int], value: int) -> None:
    photo = read_cards(photo_of(np.full((*shape, 3), value, np.uint8)), DECKS, any_codes=True)
    assert (photo.cards, photo.other, photo.foreign) == ((), (), ())


@pytest.mark.parametrize("game", games.names())
def test_every_games_printed_cards_are_read_from_far(game: str, seed: int) -> None:
    deck = games.deck(game)
    printed_unasked = {str(placed.piece.code) for page in printed(game).plan.pages for placed in page.placed}
    codes = [str(code) for _, code in deck.codes() if str(code) in printed_unasked]
    drawn = np.random.default_rng(seed).choice(codes, 6, replace=False).tolist()
    laid = table_scene.scatter(list(cut_cards(game, frozenset(drawn)).values()), seed=seed)
    scene = table_scene.render(laid, seed=seed, px_per_module=1.6, tilt_deg=15)
    photo = read_cards(scene.photo, DECKS)
    assert sorted(seen(photo)) == sorted(drawn)
    assert {card.game for card in photo.cards} == {game}
    check_named(photo, deck, scene)


def check_named(photo: Photo, deck: Deck, scene: Scene) -> None:
    truth = {one.text: one for one in scene.truth}
    for card in photo.cards:
        assert card.code == CardCode(deck.spec.letters, card.code.card, card.code.copy, "A")
        assert (card.card, card.name) == (deck.by_code[card.code.card].id, deck.by_code[card.code.card].name)
        np.testing.assert_allclose(card.corners_px, truth[card.text].corners_px, atol=0.6)


def as_quad(points: np.ndarray) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d
