"""Cards that lie face down beside cards that are named: fine patterns, and those of other decks that are like them."""

from __future__ import annotations

import numpy as np
import pytest
from playing_cards import back_of_pack, pack_of_cards
from ray_cast_table import Faults, View, photograph
from table_scene import CardArt
from uncoded_cards import card_view, plain_card

from vision.picture.decoding import decode
from vision.picture.opencv_setup import cv2
from vision.taught.face_deck import KEPT, Face, FaceDeck
from vision.taught.find_faces import find_faces
from vision.taught.straight_card import Picture
from vision.taught.teaching import cut_at

UP = ("2d", "9s", "kh", "4c")


@pytest.fixture(scope="module")
def pack() -> FaceDeck:
    faces = [Face(id, id, _kept(face)) for id, face in pack_of_cards().items()]
    near = card_view(330, 8, bend_mm=0.5)
    scene = photograph([plain_card("back", back_of_pack())], seed=41, view=near, faults=Faults(overexposed=0.9))
    back = cut_at(decode(scene.photo).image, scene.cards_px[0]).picture_bgr  # a camera has its own tones
    return FaceDeck("Pack", (*faces, Face("back", "back", back, is_back=True)))


def _kept(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, KEPT, interpolation=cv2.INTER_AREA), np.uint8)


def _named(deck: FaceDeck, backs: list[CardArt], up: tuple[str, ...] = UP, seed: int = 23) -> list[str]:
    """What is named of some faces and of backs beside them."""
    arts = [*(plain_card(id, pack_of_cards()[id]) for id in up), *backs]
    near = card_view(125)
    view = View(near.px_per_module, 15, 1.0, table="lino")
    photo = photograph(arts, seed=seed, view=view, faults=Faults(noise=1.5, overexposed=0.8)).photo
    return sorted(deck.faces[face].id for one in find_faces(decode(photo).image, deck) for face in one.faces)


def test_a_back_of_fine_lines_is_named_beside_cards_that_lie_face_up(pack: FaceDeck) -> None:
    backs = [plain_card("back", back_of_pack())] * 3
    assert _named(pack, backs) == sorted([*UP, "back", "back", "back"])


def test_backs_alone_do_not_say_which_deck_they_are_of(pack: FaceDeck) -> None:
    assert _named(pack, [plain_card("back", back_of_pack())] * 3, up=UP[:2], seed=24) == sorted(UP[:2])


def _with_a_dot(back: Picture) -> Picture:
    return np.asarray(cv2.circle(back, (back.shape[1] // 2, back.shape[0] // 2), 11, (250, 250, 250), -1), np.uint8)


def _wider_rim(back: Picture) -> Picture:
    rim = round(4.8 / 63 * back.shape[1])
    framed = np.full_like(back, 252)
    framed[rim:-rim, rim:-rim] = back[rim:-rim, rim:-rim]
    return framed


def _thinner_lines(back: Picture) -> Picture:
    rim = round(4.2 / 63 * back.shape[1])
    thin = back.copy()
    thin[rim:-rim, rim:-rim] = cv2.erode(back, np.ones((2, 2), np.uint8))[rim:-rim, rim:-rim]
    return thin


def _of_another_blue(back: Picture) -> Picture:
    return np.where(back < 200, np.clip(back * [0.9, 0.9, 1.5], 0, 255), back).astype(np.uint8)


@pytest.mark.parametrize("other", [_with_a_dot, _wider_rim, _thinner_lines, _of_another_blue])
def test_the_back_of_another_deck_is_not_named_beside_it(pack: FaceDeck, other: object) -> None:
    assert callable(other)
    strange = plain_card("", other(back_of_pack().copy()))
    assert _named(pack, [strange] * 3) == sorted(UP)
