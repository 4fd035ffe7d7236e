from __future__ import annotations

import dataclasses

import numpy as np
import picture_files
import pytest
import table_scene
import zxingcpp
from cut_cards import cut_cards
from table_scene import EASY, HARD, LaidCard, Scene

from rules import games
from rules.values import code
from rules.values.cards import Deck
from rules.values.code import CardCode
from vision import backends
from vision.backends import zxing
from vision.code_text_meaning import meaning
from vision.picture.decoding import Frame
from vision.scan import read_cards, read_frame
from vision.sighting import CardSeen, Foreign, OtherCode, Photo, Sighting, same_place


def cards(texts: list[str]) -> list[table_scene.CardArt]:
    return [table_scene.placeholder_card(text) for text in texts]


def assert_all_read(photo: Photo, scene: Scene, *, within_px: float = 1.0) -> None:
    """Every readable card at its place, and nothing else."""
    assert (photo.width, photo.height) == (scene.width, scene.height)
    assert sorted(seen.text for seen in photo.cards) == sorted(truth.text for truth in scene.readable)
    for seen in photo.cards:
        corners = np.array(seen.corners_px)
        assert any(
            np.abs(corners - truth.corners_px).max() < within_px for truth in scene.readable if truth.text == seen.text
        ), f"{seen.text} is not at {corners.tolist()}"
        assert 0.9 < seen.confidence <= 1


@pytest.mark.parametrize("table", ["felt", "wood", "plain"])
def test_every_face_up_card_of_a_table_is_read_at_its_place(
    deck: Deck, texts: list[str], seed: int, table: str
) -> None:
    laid = table_scene.scatter(cards(texts[:6]), seed=seed, face_down=(2, 5))
    scene = table_scene.render(laid, seed=seed, shot=EASY, px_per_module=4.5, table=table)
    photo = read_cards(scene.photo, [deck])
    assert len(photo.cards) == 4
    assert_all_read(photo, scene)


def test_a_tilted_noisy_photo_is_read_too(deck: Deck, texts: list[str], seed: int) -> None:
    scene = table_scene.render(table_scene.rows(cards(texts[:4]), seed=seed), seed=seed, shot=HARD, px_per_module=5)
    assert_all_read(read_cards(scene.photo, [deck]), scene)


def test_far_cards_are_read_from_the_enlarged_picture(deck: Deck, texts: list[str], seed: int) -> None:
    scene = table_scene.render(table_scene.rows(cards(texts[:8]), seed=seed), seed=seed, tilt_deg=0, px_per_module=2.2)
    photo = read_cards(scene.photo, [deck])
    assert_all_read(photo, scene)


def test_a_fan_shows_the_code_of_every_card(deck: Deck, texts: list[str], seed: int) -> None:
    scene = table_scene.render(table_scene.fan(cards(texts[:5])), seed=seed, px_per_module=5, tilt_deg=10)
    photo = read_cards(scene.photo, [deck])
    assert len(scene.readable) == 5
    assert_all_read(photo, scene)


def test_a_large_photo_is_looked_at_tile_by_tile_and_no_card_comes_twice(
    deck: Deck, texts: list[str], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.read.find_codes.TILE_PX", 500)
    laid = table_scene.scatter(cards(texts[:12]), seed=seed)
    scene = table_scene.render(laid, seed=seed, tilt_deg=0, px_per_module=2.4)
    assert_all_read(read_cards(scene.photo, [deck], any_codes=True), scene)


def test_what_a_card_is_comes_with_it(deck: Deck, seed: int) -> None:
    printed = CardCode("LN", "004", 2, "B")
    art = table_scene.placeholder_card(str(printed))
    scene = table_scene.render([LaidCard(art, 0, 0, 10)], seed=seed, px_per_module=6)
    (seen,) = read_cards(scene.photo, [deck]).cards
    assert (seen.text, seen.code, seen.game, seen.card, seen.name) == (
        str(printed),
        printed,
        "lanterns",
        "gale",
        "Gale",
    )


def test_the_same_code_at_two_places_is_two_sightings(deck: Deck, texts: list[str], seed: int) -> None:
    laid = table_scene.rows(cards([texts[0], texts[1], texts[0]]), seed=seed)
    scene = table_scene.render(laid, seed=seed, px_per_module=5)
    assert [seen.text for seen in read_cards(scene.photo, [deck]).cards] == [texts[0], texts[1], texts[0]]


@pytest.mark.parametrize("kind", picture_files.FORMATS)
def test_corners_are_of_the_upright_picture_however_it_is_stored(
    deck: Deck, texts: list[str], seed: int, kind: str
) -> None:
    scene = table_scene.render(table_scene.rows(cards(texts[:1]), seed=seed), seed=seed, px_per_module=4.5)
    upright = picture_files.rgb(scene.photo)
    for orientation in range(1, 9):
        photo = read_cards(picture_files.stored(upright, kind, orientation), [deck])
        assert photo.exif_orientation == orientation
        assert_all_read(photo, scene)


def test_a_photo_of_a_mirrored_picture_is_read_with_corners_clockwise(deck: Deck, texts: list[str], seed: int) -> None:
    scene = table_scene.render(table_scene.rows(cards(texts[:4]), seed=seed), seed=seed, px_per_module=5)
    mirrored = np.ascontiguousarray(picture_files.rgb(scene.photo)[:, ::-1])
    photo = read_cards(picture_files.stored(mirrored, "png"), [deck])
    assert sorted(seen.text for seen in photo.cards) == sorted(texts[:4])
    for seen in photo.cards:
        truth = next(one for one in scene.truth if one.text == seen.text)
        own = truth.corners_px[[0, 3, 2, 1]] * (-1, 1) + (scene.width, 0)
        np.testing.assert_allclose(seen.corners_px, own, atol=1)
        assert seen.confidence > 0.9


@pytest.mark.parametrize(("version", "level", "mask"), [(1, "M", 3), (2, "H", 5), (3, "L", 0)])
def test_an_older_print_in_another_symbol_is_read_and_placed_as_well(
    deck: Deck, texts: list[str], seed: int, version: int, level: str, mask: int
) -> None:
    arts = [table_scene.placeholder_card(text, version=version, ecc=level, mask=mask) for text in texts[:3]]
    scene = table_scene.render(table_scene.rows(arts, seed=seed), seed=seed, px_per_module=5)
    assert_all_read(read_cards(scene.photo, [deck]), scene)


# --- what is on the table besides -----------------------------------------------------------------------------------


def wrong_check(text: str) -> str:
    return text[:-1] + code.ALPHABET[(code.ALPHABET.index(text[-1]) + 1) % 36]


def newer_version(text: str) -> str:
    body = "2" + text[1:-1]
    return body + code.check_character(body)


def test_only_cards_of_the_deck_are_believed_and_the_rest_is_said(
    deck: Deck, other_deck: Deck, texts: list[str], seed: int
) -> None:
    strange = {
        str(next(other_deck.codes())[1]): "other_game",
        str(CardCode("LN", "0ZZ", 1)): "not_in_deck",
        wrong_check(texts[3]): "check",
        newer_version(texts[4]): "version",
    }
    arts = cards([*texts[:2], *strange])
    arts += [table_scene.placeholder_card("https://example.org/a", version=2, ecc="M", mask=2)]
    scene = table_scene.render(table_scene.rows(arts, seed=seed), seed=seed, px_per_module=5)
    photo = read_cards(scene.photo, [deck], any_codes=True)
    assert [seen.text for seen in photo.cards] == texts[:2]
    assert {one.text: one.reason for one in photo.foreign} == strange
    assert {one.text for one in photo.other} == {*strange, "https://example.org/a"}
    by_text = {one.text: one.corners_px for one in (*photo.foreign, *photo.other)}
    for truth in scene.truth[2:]:
        np.testing.assert_allclose(by_text[truth.text], truth.corners_px, atol=1)
    assert read_cards(scene.photo, [deck]).other == ()
    both = read_cards(scene.photo, [deck, other_deck])
    assert [(seen.text, seen.game) for seen in both.cards][2] == (next(iter(strange)), "harbours")


def said(text: str, *decks: Deck) -> str:
    found = meaning(Sighting(text, ((0, 0), (1, 0), (1, 1), (0, 1)), "zxing"), decks)
    return found.why if isinstance(found, Foreign) else type(found).__name__


def test_a_foreign_card_gets_one_sentence_with_what_to_do(deck: Deck, other_deck: Deck, texts: list[str]) -> None:
    other = str(next(other_deck.codes())[1])
    assert said(texts[0], deck) == "CardSeen"
    assert said(other, deck) == "This card is of a game not known here (letters HB), not of Lanterns."
    assert said(str(CardCode("LN", "0ZZ", 1)), deck).startswith("Lanterns has no card with the number 0ZZ: ")
    assert said(wrong_check(texts[0]), deck).startswith(f"{wrong_check(texts[0])} has a slip in it: ")
    assert "newer Tablewright" in said(newer_version(texts[0]), deck)


@pytest.mark.parametrize(
    "text",
    ["https://example.org", "HELLO12345", "1LN00101A", "1ln00101a0", "", "ÄÖÜ", "0123456789", "1LN 00101A5"],
)
def test_codes_that_are_no_cards_are_left_alone(deck: Deck, text: str) -> None:
    assert said(text, deck) == "OtherCode"


def test_a_bogus_code_inside_a_true_one_is_dropped(
    deck: Deck, texts: list[str], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = table_scene.render(table_scene.rows(cards(texts[:2]), seed=seed), seed=seed, px_per_module=5)

    def haunted(found: list[Sighting]) -> list[Sighting]:
        bogus = []
        for one, text in zip(found, (texts[7], "https://bogus.example"), strict=False):
            (ax, ay), _, (cx, cy), _ = one.corners_px
            x0, x1, y0, y1 = (3 * ax + cx) / 4, (ax + 3 * cx) / 4, (3 * ay + cy) / 4, (ay + 3 * cy) / 4
            bogus.append(dataclasses.replace(one, text=text, corners_px=((x0, y0), (x1, y0), (x1, y1), (x0, y1))))
        return [*bogus, *found]

    looked, read = zxing.read_with_unread, zxing.read
    monkeypatch.setattr(zxing, "read_with_unread", lambda image: (haunted(looked(image)[0]), looked(image)[1]))
    monkeypatch.setattr(zxing, "read", lambda image, *, enlarged=False: haunted(read(image, enlarged=enlarged)))
    photo = read_cards(scene.photo, [deck], any_codes=True)
    assert_all_read(photo, scene)
    assert photo.other == ()


@pytest.mark.parametrize("shape", [(1, 1), (1, 400), (5, 5), (7, 3000), (600, 800)])
@pytest.mark.parametrize("value", [0, 127, 255])
def test_a_picture_with_nothing_on_it_has_no_cards(deck: Deck, shape: tuple[int, int], value: int) -> None:
    height, width = shape
    grey = np.full(shape, value, np.uint8)
    photo = read_frame(Frame(grey, width, height, 1, (1.0, 1.0), (0.0, 0.0)), [deck], any_codes=True)
    assert (photo.cards, photo.foreign, photo.other) == ((), (), ())


def test_cards_that_lay_nowhere_before_are_looked_for_in_vain(deck: Deck) -> None:
    """Carried from frame to frame by a camera's move that was measured wrongly, a place may end anywhere."""
    grey = np.full((200, 300), 127, np.uint8)
    near = [((x, 0.0), (1.0, x), (5.0, 5.0), (x, x)) for x in (np.inf, -np.inf, np.nan, 1e300, 0.0)]
    photo = read_frame(Frame(grey, 300, 200, 1, (1.0, 1.0), (0.0, 0.0)), [deck], near=near)
    assert photo.cards == ()


def test_a_table_of_backs_and_art_has_no_cards(deck: Deck, texts: list[str], fresh_seed: int) -> None:
    laid = table_scene.scatter(cards(texts[:6]), seed=fresh_seed, face_down=range(6))
    photo = read_cards(table_scene.render(laid, seed=fresh_seed).photo, [deck], any_codes=True)
    assert (photo.cards, photo.foreign, photo.other) == ((), (), ())


@pytest.mark.parametrize("name", backends.names())
def test_every_general_reader_keeps_its_contract(name: str, texts: list[str], seed: int) -> None:
    scene = table_scene.render(table_scene.rows(cards(texts[:4]), seed=seed), seed=seed, px_per_module=8)
    grey = np.asarray(picture_files.rgb(scene.photo).mean(axis=2), np.uint8)
    found = backends.load(name).read(grey)
    assert found, "four codes of eight pixels a module, flat: any reader reads one"
    for one in found:
        assert one.backend == name
        truth = next(true for true in scene.truth if true.text == one.text)
        # The fourth corner of a symbol without alignment pattern is anybody's guess to a module.
        np.testing.assert_allclose(one.corners_px, truth.corners_px, atol=10)
        np.testing.assert_allclose(np.array(one.corners_px)[[0, 1, 3]], truth.corners_px[[0, 1, 3]], atol=3)


def test_a_micro_qr_code_is_no_code_of_ours_to_any_reader() -> None:
    printed = np.array(zxingcpp.create_barcode("12345", zxingcpp.BarcodeFormat.MicroQRCode).to_image(scale=5))
    picture = np.pad(printed, 30, constant_values=255).astype(np.uint8)
    assert all(backends.load(name).read(picture) == [] for name in backends.names())


def test_a_reader_nobody_wrote_is_named_as_such() -> None:
    with pytest.raises(KeyError):
        backends.load("nonsense")


def test_values_are_plain(deck: Deck, texts: list[str], seed: int) -> None:
    """Numbers of NumPy's would not go into JSON."""
    scene = table_scene.render(table_scene.rows(cards(texts[:1]), seed=seed), seed=seed, px_per_module=6)
    photo = read_cards(scene.photo, [deck], any_codes=True)
    (seen,) = photo.cards
    assert isinstance(seen, CardSeen)
    assert not same_place(seen.corners_px, tuple((x + 500, y) for x, y in seen.corners_px))
    assert {type(value) for point in seen.corners_px for value in point} == {float}
    assert type(seen.confidence) is float
    assert OtherCode("x", seen.corners_px) == OtherCode("x", seen.corners_px)


def test_the_cards_we_print_are_read_where_they_lie(seed: int) -> None:
    """The product's own PDF, cut and laid: what ``printkit`` makes, ``vision`` reads."""
    rng = np.random.default_rng(seed)
    game = str(rng.choice(games.names()))
    drawn = rng.choice([str(code) for _, code in games.deck(game).codes()], 6, replace=False)
    arts = cut_cards(game, frozenset(str(code) for code in drawn))
    scene = table_scene.render(table_scene.scatter(list(arts.values()), seed=seed), seed=seed, px_per_module=4.5)
    assert_all_read(read_cards(scene.photo, [games.deck(game)]), scene)
