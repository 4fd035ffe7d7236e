"""Outlines of cards: a picture is looked at in its own size and smaller, and a small one enlarged, once."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

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
