"""What lies over a face on a teaching photo is noticed, and what is printed on it is not taken for that."""

from __future__ import annotations

import numpy as np
import pytest
from flat_photos import GAP_PX, MARGIN_PX, laid_out
from playing_cards import pack_of_cards
from uncoded_cards import uncoded_cards

from vision.picture.decoding import decode
from vision.picture.opencv_setup import cv2
from vision.taught.straight_card import Picture, widened
from vision.taught.teaching import cut_at, cut_faces

CARD_PX = (240, 335)
PACK = tuple(pack_of_cards().values())[20:26]
GAMES = tuple(art.front for game in ("breeds", "tower") for art in list(uncoded_cards(game).values())[:6])


def _photo(fronts: tuple[Picture, ...], light: float = 0.8) -> Picture:
    return np.asarray(np.clip(decode(laid_out(fronts)).image * light, 0, 255), np.uint8)


def _lamp(photo: Picture, card: int, reach_px: float) -> Picture:
    """A lamp mirrored in the middle of one of the cards, three to a row."""
    y, x = np.mgrid[0 : photo.shape[0], 0 : photo.shape[1]]
    row, column = divmod(card, 3)
    at = [MARGIN_PX + (side + GAP_PX) * number + side / 2 for side, number in zip(CARD_PX, (column, row), strict=True)]
    spot = 340 * np.exp(-(((x - at[0]) / reach_px) ** 2) - ((y - at[1]) / reach_px) ** 2)
    return np.asarray(np.clip(photo + spot[..., None], 0, 255), np.uint8)


def _finger(photo: Picture, card: int, tone: tuple[int, int, int]) -> Picture:
    """A finger from below that ends on one of the cards of the last row."""
    across = MARGIN_PX + (CARD_PX[0] + GAP_PX) * (card % 3) + CARD_PX[0] // 2
    skin = photo.copy()
    cv2.line(skin, (across, photo.shape[0]), (across + 8, photo.shape[0] - MARGIN_PX - 40), tone, 62)
    return np.asarray(cv2.GaussianBlur(skin, (0, 0), 1.0), np.uint8)


def _faults(photo: Picture) -> list[str]:
    return [one.fault for one in cut_faces(photo)]


@pytest.mark.parametrize("faces", [PACK, GAMES[:6]], ids=["white cards", "cards full of ink"])
def test_a_lamp_mirrored_on_a_card_is_noticed(faces: tuple[Picture, ...]) -> None:
    assert _faults(_lamp(_photo(faces), 4, 30)) == ["", "", "", "", "glare", ""]


def test_print_that_a_lamp_fades_is_not_called_blurred() -> None:
    # Sharp enough by a little, but for the lamp.
    soft = np.asarray(cv2.GaussianBlur(_photo(PACK), (0, 0), 1.2), np.uint8)
    assert _faults(soft) == [""] * 6
    assert _faults(_lamp(soft, 1, 30)) == ["", "glare", "", "", "", ""]


def test_a_sun_that_is_printed_on_a_card_is_no_lamp() -> None:
    height, width = PACK[0].shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    sun = np.exp(-(((x - width / 2) / 60) ** 2) - ((y - height / 2) / 60) ** 2)[..., None]
    printed = np.asarray(np.clip(cv2.resize(GAMES[7], (width, height)) * 0.6 + 400 * sun, 0, 255), np.uint8)
    # As white as paper, which the other cards have; and in strong light, where all that is white is blown out.
    for light in (0.8, 1.3):
        assert _faults(_photo((printed, *PACK[1:]), light)) == [""] * 6
    assert _faults(_photo((printed,) * 5, 1.3)) == [""] * 5


@pytest.mark.parametrize("tone", [(150, 175, 225), (60, 85, 135)], ids=["fair", "dark"])
def test_a_finger_over_the_rim_is_noticed(tone: tuple[int, int, int]) -> None:
    assert _faults(_finger(_photo(PACK), 4, tone)) == ["", "", "", "", "covered", ""]


def test_clean_cards_have_no_fault_in_any_light() -> None:
    for light in (0.6, 1.4):
        assert _faults(_photo(PACK, light)) == [""] * 6
        assert _faults(_photo(GAMES[:6], light)) == [""] * 6


def test_a_cut_beside_the_cards_edge_is_noticed() -> None:
    photo = _photo(PACK)
    right = cut_faces(photo)[0].corners_px
    assert cut_at(photo, right).fault == ""
    assert cut_at(photo, widened(right, 1.15)).fault == "edge"
