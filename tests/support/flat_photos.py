"""Photos of cards that lie flat under the camera: quick to make, for tests of what is done with them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from uncoded_cards import back_of, uncoded_cards

ACROSS, GAP_PX, MARGIN_PX, TABLE_BGR = 3, 110, 200, (168, 190, 205)


def flat_photo(names: Sequence[str], *, card_px: int = 240, game: str = "tower", blur_px: float = 0.0) -> bytes:
    """A JPEG of these faces of a game side by side, three to a row; "back" is its back."""
    pictures = [back_of(game) if name == "back" else uncoded_cards(game)[name] for name in names]
    return laid_out([art.front for art in pictures], card_px=card_px, blur_px=blur_px)


def laid_out(fronts: Sequence[NDArray[np.uint8]], *, card_px: int = 240, blur_px: float = 0.0) -> bytes:
    """The same of any pictures (h, w, 3)."""
    height = round(card_px * 88 / 63)
    rows = -(-len(fronts) // ACROSS)
    edge = 2 * MARGIN_PX - GAP_PX
    size = (rows * (height + GAP_PX) + edge, ACROSS * (card_px + GAP_PX) + edge, 3)
    noise = np.random.default_rng(7).normal(0, 3, size)
    table = np.clip(np.array(TABLE_BGR) + noise, 0, 255).astype(np.uint8)
    for number, front in enumerate(fronts):
        row, column = divmod(number, ACROSS)
        top, left = MARGIN_PX + row * (height + GAP_PX), MARGIN_PX + column * (card_px + GAP_PX)
        card = cv2.resize(front, (card_px, height), interpolation=cv2.INTER_AREA)
        table[top : top + height, left : left + card_px] = card
    if blur_px:
        table = np.asarray(cv2.GaussianBlur(table, (0, 0), blur_px), np.uint8)
    return cv2.imencode(".jpg", table, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
