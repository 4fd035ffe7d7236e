"""The made-up photos are what ``vision`` is judged by, so their truth is checked too."""

from __future__ import annotations

import numpy as np
import table_scene
from table_scene import CARD_MM, LaidCard


def test_the_same_arguments_give_the_same_photo(texts: list[str]) -> None:
    arts = [table_scene.placeholder_card(text) for text in texts[:2]]
    one, again = (table_scene.render(table_scene.scatter(arts, seed=3), seed=3, tilt_deg=20) for _ in range(2))
    other = table_scene.render(table_scene.scatter(arts, seed=4), seed=4, tilt_deg=20)
    assert one.photo == again.photo
    assert one.photo != other.photo


def test_a_camera_straight_above_shows_cards_at_their_true_size(texts: list[str], seed: int) -> None:
    art = table_scene.placeholder_card(texts[0])
    laid = [LaidCard(art, 0, 0, 0), LaidCard(art, 200, 0, 90)]
    scene = table_scene.render(laid, seed=seed, px_per_module=3, tilt_deg=0, roll_deg=0)
    px_per_mm = 3 / art.module_mm
    upright, turned = scene.truth
    np.testing.assert_allclose(upright.card_px[2] - upright.card_px[0], np.array(CARD_MM) * px_per_mm)
    np.testing.assert_allclose(upright.corners_px - upright.card_px[0], art.quad_mm * px_per_mm)
    np.testing.assert_allclose(turned.card_px[1] - turned.card_px[0], (0, CARD_MM[0] * px_per_mm), atol=1e-9)
    np.testing.assert_allclose([one.px_per_module for one in scene.truth], 3)


def test_a_card_under_another_or_face_down_or_cut_by_the_frame_is_not_readable(texts: list[str], seed: int) -> None:
    art = table_scene.placeholder_card(texts[0])
    laid = [LaidCard(art, 0, 0), LaidCard(art, 5, 5), LaidCard(art, 120, 0, face_down=True), LaidCard(art, 0, 800)]
    scene = table_scene.render(laid, seed=seed, size_px=(1200, 900), px_per_module=3, tilt_deg=0, roll_deg=0)
    assert [one.clear for one in scene.truth] == [False, False, False, False], "the frame's middle is at y = 400 mm"
    scene = table_scene.render(laid[:3], seed=seed, size_px=(1200, 900), px_per_module=3, tilt_deg=0, roll_deg=0)
    assert [one.clear for one in scene.truth] == [False, True, False]
