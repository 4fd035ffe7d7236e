"""Cards with a second code in the opposite corner: one card each, by either code or both, and the right way up."""

from __future__ import annotations

import dataclasses

import cut_cards
import numpy as np
import picture_files
import pytest
import table_scene
from table_scene import CardArt, LaidCard, Scene

from companion.camera.card_outline import outline_of
from printkit.job import print_job
from rules import games
from rules.values import code
from vision.read.qr_symbol import modules
from vision.read.symbol_index import index_of
from vision.read.two_code_cards import join_codes
from vision.scan import read_cards
from vision.sighting import CardSeen, Photo, centre, opposite_code
from vision.video.tracking import FrameReading, follow
from vision.video.tracking import Scene as Table

GAME = "fairytale"
DECK = games.deck(GAME)


@pytest.fixture(scope="module")
def arts() -> list[CardArt]:
    """Nine cards of the PDF, printed with two codes and cut."""
    done = print_job.make(print_job.PrintSpec(GAME, second_code=True, pages=((7, 8),)))
    return cut_cards.cut_job(done, [str(printed) for _, printed in DECK.codes()])


def upside_down(cards: list[LaidCard], which: list[int] | None = None) -> list[LaidCard]:
    turned = range(len(cards)) if which is None else which
    return [dataclasses.replace(c, turn_deg=c.turn_deg + 180 * (i in turned)) for i, c in enumerate(cards)]


def assert_each_card_once(photo: Photo, scene: Scene) -> None:
    """Every card with a code in sight is there once, its outline where the card lies, the right way up."""
    expected = sorted(one.text for one in scene.truth if one.clear or one.second_clear)
    assert sorted(seen.text for seen in photo.cards) == expected
    for seen in photo.cards:
        truth = next(one for one in scene.truth if one.text == seen.text)
        assert seen.second == (not truth.clear)
        assert (seen.other_px is not None) == (truth.clear and truth.second_clear)
        corners = truth.corners_px if truth.clear else truth.second_px
        np.testing.assert_allclose(seen.corners_px, corners, atol=1.5)
        wide = float(np.linalg.norm(truth.card_px[1] - truth.card_px[0]))
        off = np.linalg.norm(np.array(outline_of(seen)) - truth.card_px, axis=1)
        # One small code leaves the perspective open; taken for the other one the card would be off by all its width.
        assert off.max() < (0.03 if seen.other_px else 0.35) * wide


def test_a_second_symbol_is_the_text_under_another_mask() -> None:
    index = index_of([DECK])
    texts = [str(printed) for _, printed in DECK.codes()][::17]
    for text in texts:
        np.testing.assert_array_equal(index.matrix(text, second=True), modules(text, *code.second_symbol(text)))
        np.testing.assert_array_equal(index.matrix(text), modules(text, *code.symbol(text)))


@pytest.mark.parametrize("px_per_module", [4.0, 1.4])
def test_two_codes_of_a_card_are_one_card(arts: list[CardArt], seed: int, px_per_module: float) -> None:
    laid = table_scene.scatter(arts[:6], seed=seed, face_down=[2])
    scene = table_scene.render(laid, seed=seed, px_per_module=px_per_module, tilt_deg=20)
    assert_each_card_once(read_cards(scene.photo, [DECK]), scene)


def test_from_a_steep_side_close_by_they_are_one_card_too(arts: list[CardArt], seed: int) -> None:
    scene = table_scene.render([LaidCard(arts[0], 0, 0, 25)], seed=seed, px_per_module=9, tilt_deg=50)
    (seen,) = read_cards(scene.photo, [DECK]).cards
    assert seen.other_px is not None


def test_a_fan_held_upside_down_is_read_by_its_second_codes(arts: list[CardArt], seed: int) -> None:
    laid = upside_down(table_scene.fan(arts[:6]))
    scene = table_scene.render(laid, seed=seed, px_per_module=4, tilt_deg=15)
    assert sum(one.second_clear and not one.clear for one in scene.truth) == 5
    assert_each_card_once(read_cards(scene.photo, [DECK]), scene)


def test_a_hand_picked_up_any_way_round_is_read_whole(arts: list[CardArt], seed: int) -> None:
    laid = upside_down(table_scene.fan(arts[:7]), [0, 3, 4])
    scene = table_scene.render(laid, seed=seed, px_per_module=2.0, tilt_deg=15)
    assert all(one.clear or one.second_clear for one in scene.truth)
    assert_each_card_once(read_cards(scene.photo, [DECK]), scene)


def test_two_copies_side_by_side_stay_two_and_so_do_two_prints_of_one_code(arts: list[CardArt], seed: int) -> None:
    """Copies have codes of their own; a deck printed twice in one set has not, and only the place tells them apart."""
    laid = table_scene.rows([arts[0], arts[1], arts[0]], seed=seed)
    assert arts[0].text[:6] == arts[1].text[:6]
    laid[2] = dataclasses.replace(laid[2], turn_deg=laid[2].turn_deg + 180)
    photo = read_cards(table_scene.render(laid, seed=seed, px_per_module=4).photo, [DECK])
    assert [seen.text for seen in photo.cards] == [arts[0].text, arts[1].text, arts[0].text]
    assert all(seen.other_px for seen in photo.cards)


@pytest.mark.parametrize("turn_deg", [0, 180])
@pytest.mark.parametrize("shift_mm", [(18.0, 0.0), (0.0, 18.0), (-24.0, 12.0), (26.0, -26.0)])
def test_one_print_lying_on_another_of_the_same_code_is_not_joined_with_it(
    arts: list[CardArt], seed: int, turn_deg: float, shift_mm: tuple[float, float]
) -> None:
    laid = [LaidCard(arts[0], 0, 0), LaidCard(arts[0], *shift_mm, turn_deg)]
    scene = table_scene.render(laid, seed=seed, px_per_module=5)
    lying = [one for one in scene.truth if one.clear or one.second_clear]
    photo = read_cards(scene.photo, [DECK])
    assert len(photo.cards) == len(lying)
    for one in lying:
        place = one.corners_px if one.clear else one.second_px
        (seen,) = (card for card in photo.cards if np.allclose(card.corners_px, place, atol=1.5))
        assert bool(seen.other_px) == (one.clear and one.second_clear)


def test_a_mirrored_picture_has_each_card_once(arts: list[CardArt], seed: int) -> None:
    scene = table_scene.render(table_scene.rows(arts[:4], seed=seed), seed=seed, px_per_module=4)
    mirrored = np.ascontiguousarray(picture_files.rgb(scene.photo)[:, ::-1])
    photo = read_cards(picture_files.stored(mirrored, "png"), [DECK])
    assert sorted(seen.text for seen in photo.cards) == sorted(art.text for art in arts[:4])


def test_rows_are_read_in_their_order_whichever_codes_are_seen(arts: list[CardArt], seed: int) -> None:
    laid = upside_down(table_scene.rows(arts[:8], seed=seed), [1, 4, 6])
    photo = read_cards(table_scene.render(laid, seed=seed, px_per_module=3, tilt_deg=0, roll_deg=0).photo, [DECK])
    assert {seen.text for seen in photo.cards} == {art.text for art in arts[:8]}


def seen_at(card: CardSeen, *, second: bool) -> CardSeen:
    other = card.other_px
    assert other is not None
    return dataclasses.replace(card, corners_px=other if second else card.corners_px, second=second, other_px=None)


def test_a_video_that_sees_now_one_code_and_now_the_other_has_one_card(arts: list[CardArt], seed: int) -> None:
    scene = table_scene.render([LaidCard(arts[0], 0, 0, 40)], seed=seed, px_per_module=4, tilt_deg=10)
    (card,) = read_cards(scene.photo, [DECK]).cards
    looks = [seen_at(card, second=False), seen_at(card, second=True), card, seen_at(card, second=True)]
    table, fresh = Table(), 0
    for number, one in enumerate(looks * 3):
        look = FrameReading(number * 0.3, scene.width, scene.height, (one,), np.eye(3))
        table = follow(table, look)
        fresh += len(table.fresh)
    assert (len(table.tracks), fresh) == (1, 1)
    assert table.tracks[0].looks == 12, "every look was of the same place"


def test_the_other_code_is_where_the_card_turned_round_has_it(arts: list[CardArt], seed: int) -> None:
    scene = table_scene.render([LaidCard(arts[0], 0, 0, 70)], seed=seed, px_per_module=4, tilt_deg=0)
    (truth,) = scene.truth
    first = tuple((float(x), float(y)) for x, y in truth.corners_px)
    np.testing.assert_allclose(opposite_code(first), truth.second_px, atol=1)  # type: ignore[arg-type] - four points
    np.testing.assert_allclose(opposite_code(opposite_code(first)), first, atol=1e-6)  # type: ignore[arg-type]


def test_two_first_codes_are_never_one_card(arts: list[CardArt], seed: int) -> None:
    scene = table_scene.render([LaidCard(arts[0], 0, 0)], seed=seed, px_per_module=4)
    (card,) = read_cards(scene.photo, [DECK]).cards
    first, second = seen_at(card, second=False), seen_at(card, second=True)
    assert len(join_codes([first, second])) == 1
    assert len(join_codes([first, dataclasses.replace(second, second=False)])) == 2
    there = tuple((x + 30, y) for x, y in second.corners_px)
    assert centre(there) != centre(second.corners_px)  # type: ignore[arg-type]
