"""Cards laid edge to edge on a teaching photo are cut one by one; one card is never cut into several."""

from __future__ import annotations

import numpy as np
import pytest
from playing_cards import back_of_pack, pack_of_cards
from ray_cast_table import Faults, photograph
from uncoded_cards import back_of, card_view, plain_card, uncoded_cards

from vision.picture.decoding import decode
from vision.picture.opencv_setup import cv2
from vision.taught.straight_card import Floats, Levels, Picture, rectangle
from vision.taught.teaching import cut_faces
from vision.taught.touching_cards import divided

CARD = (378, 528)
GAP_PX = 1
"""A sixth of a millimetre, half in shade: what stays between cards that are pushed together."""


def _pushed_together(faces: list[Picture], columns: int) -> Picture:
    rows = len(faces) // columns
    width, height = CARD
    block = np.full((rows * (height + GAP_PX) - GAP_PX, columns * (width + GAP_PX) - GAP_PX, 3), 120, np.uint8)
    for number, face in enumerate(faces):
        row, column = divmod(number, columns)
        top, left = row * (height + GAP_PX), column * (width + GAP_PX)
        block[top : top + height, left : left + width] = cv2.resize(face, CARD, interpolation=cv2.INTER_AREA)
    return block


def _in_shares(corners_px: Floats, block_px: Floats) -> Floats:
    """Corners as shares of the block's width and height."""
    to = cv2.getPerspectiveTransform(block_px.astype(np.float32), rectangle((1, 1)))
    return np.asarray(cv2.perspectiveTransform(corners_px[None], to)[0], np.float64)


@pytest.mark.parametrize(("rows", "columns", "seed"), [(3, 3, 5), (2, 3, 6)])
def test_cards_edge_to_edge_are_cut_one_by_one(rows: int, columns: int, seed: int) -> None:
    faces = list(pack_of_cards().values())[seed : seed + rows * columns]
    art = plain_card("block", _pushed_together(faces, columns), (63.5 * columns, 88.7 * rows))
    scene = photograph([art], seed=seed, view=card_view(220.0 * columns, 8.0, bend_mm=0.0), faults=Faults(noise=1.5))
    cut = cut_faces(decode(scene.photo).image)
    assert len(cut) == rows * columns
    middles = np.array([_in_shares(one.corners_px, scene.cards_px[0].astype(np.float64)).mean(axis=0) for one in cut])
    wanted = [((column + 0.5) / columns, (row + 0.5) / rows) for row in range(rows) for column in range(columns)]
    for middle in wanted:
        assert np.abs(middles - middle).max(axis=1).min() < 0.02


def test_one_card_is_never_divided() -> None:
    faces = [*list(pack_of_cards().values())[::3], back_of_pack(), back_of("tower").front, back_of("breeds").front]
    faces += [art.front for art in list(uncoded_cards("breeds").values())[::3]]
    for face in faces:
        quad = rectangle(face.shape[1::-1]).astype(np.float64)
        assert len(divided(Levels(face), quad)) == 1
