"""What a camera's own move explains, and what has changed on the table besides."""

from __future__ import annotations

from itertools import pairwise

import fake_camera
import numpy as np
import pytest
import table_scene

from vision.picture.opencv_setup import cv2
from vision.video.camera_motion import SmallFrame, camera_motion, scene_changed, small_frame

SIZE = (1280, 720)


def film(seed: int, px_per_module: float, *, turned_up: tuple[int, ...] = (2,)) -> list[SmallFrame]:
    """Half a second of eight cards, five of them face down, and half a second with one of those turned up."""
    arts = [table_scene.placeholder_card(f"1FT{number}0101AA") for number in range(8)]
    takes = []
    for up in ((), turned_up):
        down = [number for number in range(1, 6) if number not in up]
        laid = table_scene.rows(arts, seed=seed, face_down=down)
        table = fake_camera.table_of(laid, seed=seed, px_per_module=px_per_module, size_px=SIZE)
        takes.append(fake_camera.Take(table, 0.5))
    pictures = fake_camera.frames(takes, fps=8, size_px=SIZE, seed=seed)
    return [small_frame(np.asarray(cv2.cvtColor(one, cv2.COLOR_BGR2GRAY), np.uint8), *SIZE) for one in pictures]


@pytest.mark.parametrize("px_per_module", [2.0, 1.2])
def test_a_card_turned_up_is_a_change_and_the_camera_moving_over_the_table_is_none(
    seed: int, px_per_module: float
) -> None:
    frames = film(seed, px_per_module)
    told = []
    for before, after in pairwise(frames):
        move = camera_motion(before, after)
        assert move is not None
        told.append(scene_changed(before, after, move))
    assert told == [number == len(frames) // 2 - 1 for number in range(len(frames) - 1)]
