"""Faces of a deck that look alike: where the two differ, and from how near they are told apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.picture.opencv_setup import cv2
from vision.taught.face_deck import RIM, FaceDeck
from vision.taught.face_gate import confusable
from vision.taught.straight_card import LARGE

FAR_PX, NEAR_PX = 80.0, 200.0
"""How wide a card is seen on a photo of a whole table, and on one of a few cards."""
SOFT = 3
"""In steps, as faces are softened before they are compared: print and camera differ finer than that."""
MARKED = 0.45
"""Of the largest difference: what differs at least so much is marked."""
WIDE = 0.5
"""A mark over more than this share of the card says nothing."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class LookAlikes:
    """Two faces of a deck, by their places in it.

    ``differ_at`` is where, as shares of a card's width and height (left, top, width, height); None where it is not one
    place. ``from_far`` and ``from_near`` are whether they are told apart on photos.
    """

    one: int
    other: int
    differ_at: Box | None
    from_far: bool
    from_near: bool


def look_alikes(deck: FaceDeck) -> tuple[LookAlikes, ...]:
    """All pairs of fronts that might be taken for one another, those hardest to tell first."""
    far, near = (set(confusable(deck, width)) for width in (FAR_PX, NEAR_PX))
    pairs = far | near | {pair for one in range(len(deck.faces)) for pair in _twins(deck, one)}
    found = [
        LookAlikes(one, other, _differ_at(deck, one, other), (one, other) not in far, (one, other) not in near)
        for one, other in sorted(pairs)
    ]
    return tuple(sorted(found, key=lambda pair: pair.from_far + pair.from_near))


def _twins(deck: FaceDeck, one: int) -> set[tuple[int, int]]:
    return {(one, deck.face(turned)) for turned in deck.twins_of(one) if deck.face(turned) > one}


def _differ_at(deck: FaceDeck, one: int, other: int) -> Box | None:
    turned = next((turned for turned in deck.twins_of(one) if deck.face(turned) == other), other)
    mine, theirs = deck.as_seen(one, LARGE, SOFT), deck.beside(one, turned, LARGE, SOFT)
    off = np.abs(mine - theirs).sum(axis=2).astype(np.float32)
    width, height = LARGE
    rim = round(width * RIM)
    inner = np.zeros_like(off)
    inner[rim:-rim, rim:-rim] = cv2.GaussianBlur(off, (0, 0), width / 40)[rim:-rim, rim:-rim]
    rows, columns = np.nonzero(inner > MARKED * float(inner.max()))
    if not len(rows):
        return None
    room = width * 0.03
    left, right = max(0.0, columns.min() - room), min(float(width), columns.max() + 1 + room)
    top, bottom = max(0.0, rows.min() - room), min(float(height), rows.max() + 1 + room)
    box = (left / width, top / height, (right - left) / width, (bottom - top) / height)
    return None if box[2] * box[3] > WIDE else box
