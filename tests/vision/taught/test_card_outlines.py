"""Outlines of cards: a picture is looked at in its own size and smaller, and a small one enlarged, once."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from vision.picture.opencv_setup import cv2
from vision.taught import card_outlines
from vision.taught.straight_card import Picture


@pytest.mark.parametrize(
    ("height", "width", "largest"),
    [
        (480, 640, 1280),
        (1080, 1920, 1920),
        (1512, 2016, 2016),
        (2448, 3264, 3264),
        (3024, 4032, 4032),
        (3060, 4080, 4080),
    ],
)
def test_a_phones_photo_is_looked_at_in_its_own_size_last(
    monkeypatch: pytest.MonkeyPatch, height: int, width: int, largest: int
) -> None:
    widths: list[int] = []

    def masks(picture: Picture) -> Iterator[Picture]:
        widths.append(picture.shape[1])
        return iter([np.zeros(picture.shape[:2], np.uint8)])

    monkeypatch.setattr(card_outlines, "_masks", masks)
    card_outlines.card_outlines(np.zeros((height, width, 3), np.uint8))
    assert widths[-1] == max(widths) == largest


def test_a_card_on_a_mosaic_is_among_the_few_places_proposed() -> None:
    """Thousands of tiles have four straight sides as well: what is largest is looked at first, and not all of it."""
    picture = np.full((3000, 4000, 3), 210, np.uint8)
    for y in range(20, 2900, 70):
        for x in range(20, 3900, 50):
            picture[y : y + 52, x : x + 36] = 30
    picture[980:1120, 1180:1320] = 210
    picture[1000:1115, 1210:1290] = 90
    corners = np.array([[1210.0, 1000.0], [1290.0, 1000.0], [1290.0, 1115.0], [1210.0, 1115.0]])
    places = card_outlines.card_outlines(picture)
    assert len(places) <= card_outlines.MOST_DISTINCT
    off = [np.abs(np.roll(place, turn, axis=0) - corners).max() for place in places for turn in range(4)]
    assert min(off) < 3


@pytest.mark.parametrize("turned_deg", [0, 17, 45, 80])
def test_the_corners_of_a_card_lie_where_its_sides_would_meet(turned_deg: float) -> None:
    """Its own corners are round."""
    picture = np.full((700, 900, 3), 70, np.uint8)
    for inset_x, inset_y in ((0, 18), (18, 0)):
        cv2.rectangle(picture, (330 + inset_x, 175 + inset_y), (570 - inset_x, 525 - inset_y), (240,) * 3, cv2.FILLED)
    for x in (348, 552):
        for y in (193, 507):
            cv2.circle(picture, (x, y), 18, (240,) * 3, cv2.FILLED, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((450, 350), turned_deg, 1)
    turned = cv2.warpAffine(picture, turn, (900, 700), borderValue=(70,) * 3)
    corners = np.array([[330, 175, 1], [570, 175, 1], [570, 525, 1], [330, 525, 1]]) @ turn.T
    places = card_outlines.card_outlines(np.asarray(turned, np.uint8))
    off = [np.abs(np.roll(place, turns, axis=0) - corners).max() for place in places for turns in range(4)]
    assert min(off) < 1.5
    sides = np.linalg.norm(np.roll(places, -1, axis=1) - places, axis=2)
    assert (sides[:, 0] + sides[:, 2] <= sides[:, 1] + sides[:, 3]).all()
