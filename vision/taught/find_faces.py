"""The taught cards of a picture: places proposed, ranked against all faces, made exact, and judged."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2
from vision.taught.card_outlines import card_outlines
from vision.taught.face_deck import FaceDeck, size_for, soft_steps, unit
from vision.taught.face_gate import Judged, judged
from vision.taught.straight_card import (
    MIDDLE,
    SMALL,
    Floats,
    Levels,
    Picture,
    card_width_px,
    evened,
    made_exact,
    widened,
)

WIDER = (1.0, 1.1)
"""A printed frame inside the card's edge is an outline too: the card is so many times as large."""
LEAST_FIRST = 0.3
"""Of the correlation with the likeliest face at first sight."""
LEAST_EXACT = 0.6
"""The same for a place made exact."""
PLACES_MOST = 60
STARTS = 3
"""A place is made exact by so many faces that look most like it."""
NEAR = 0.3
"""Of a card's size: places nearer than this are one place, of which two are judged."""
SAME = 0.5
"""... and of two cards believed nearer than this only one can lie there."""


@dataclass(frozen=True, eq=False)
class FaceFound:
    """A face at a place: ``faces`` are one or a few that cannot be told apart, the likeliest first."""

    faces: tuple[int, ...]
    corners_px: Floats
    judged: Judged


@dataclass(frozen=True, eq=False)
class _Place:
    quad: Floats
    score: float
    ranked: NDArray[np.int64]

    @property
    def size(self) -> float:
        return float(np.sqrt(abs(cv2.contourArea(self.quad.astype(np.float32)))))


def find_faces(image_bgr: Picture, deck: FaceDeck) -> list[FaceFound]:
    """The faces of a deck on a picture (h, w, 3)."""
    levels = Levels(image_bgr)
    found: list[FaceFound] = []
    for place in _first(_ranked(card_outlines(image_bgr), deck, levels)):
        if any(_inside(place.quad.mean(axis=0), one.corners_px) for one in found):
            continue
        one = _found(place, deck, levels)
        if one is not None:
            found.append(one)
    return _one_a_place(found)


def _ranked(quads: Floats, deck: FaceDeck, levels: Levels) -> list[_Place]:
    """Every proposed quad with all faces, the likeliest first."""
    tried = [way for quad in quads for way in _ways(quad)]
    if not tried:
        return []
    small = np.stack([evened(levels.straight(quad, SMALL)) for quad in tried])
    alike = unit(small.reshape(len(small), -1)) @ deck.first.T
    order = _both(alike, deck.ranked(unit(small.reshape(len(small), -1))))
    return [_Place(quad, float(row.max()), first) for quad, row, first in zip(tried, alike, order, strict=True)]


def _both(alike: NDArray[np.float32], apart: NDArray[np.float32]) -> NDArray[np.int64]:
    """Faces ranked by what they have of their own, but for the one most alike as a whole, which is second."""
    order = np.argsort(-apart, axis=1, kind="stable")
    return np.insert(order, 1, alike.argmax(axis=1), axis=1)


def _ways(quad: Floats) -> list[Floats]:
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    turns = (0, 1) if (sides[1] + sides[3]) / (sides[0] + sides[2]) < 1.25 else (0,)
    return [np.roll(widened(quad, times), turn, axis=0) for times in WIDER for turn in turns]


def _first(places: list[_Place]) -> list[_Place]:
    """The likeliest places, at most two near one another."""
    kept: list[_Place] = []
    for place in sorted(places, key=lambda one: -one.score):
        if place.score < LEAST_FIRST or len(kept) == PLACES_MOST:
            break
        middle = place.quad.mean(axis=0)
        if sum(bool(np.linalg.norm(one.quad.mean(axis=0) - middle) < NEAR * one.size) for one in kept) < 2:
            kept.append(place)
    return kept


def _found(place: _Place, deck: FaceDeck, levels: Levels) -> FaceFound | None:
    exact = _exact(place, deck, levels)
    if exact is None:
        return None
    quad, ranked, score = exact
    if score < LEAST_EXACT:
        return None
    size = size_for(card_width_px(quad))
    card = evened(levels.straight(quad, size))
    moved = made_exact(deck.as_seen(ranked[0], size, soft_steps(card_width_px(quad), size)), card, quad)
    one = judged(deck, levels, quad if moved is None else moved, ranked)
    if not one.believed:
        return None
    quad = quad if moved is None else moved
    if one.turned >= len(deck.faces):
        quad = np.roll(quad, 2, axis=0)
    return FaceFound((deck.face(one.turned), *one.rivals), quad, one)


def _inside(point: Floats, quad: Floats) -> bool:
    at = float(point[0]), float(point[1])
    return bool(cv2.pointPolygonTest(quad.astype(np.float32), at, False) >= 0)


def _exact(place: _Place, deck: FaceDeck, levels: Levels) -> tuple[Floats, list[int], float] | None:
    """The place moved onto the face that fits best of the first few, and the faces ranked there."""
    best: tuple[float, Floats, NDArray[np.int64]] | None = None
    card, soft = evened(levels.straight(place.quad, MIDDLE)), soft_steps(card_width_px(place.quad), MIDDLE)
    for turned in place.ranked[:STARTS]:
        moved = made_exact(deck.as_seen(int(turned), MIDDLE, soft), card, place.quad)
        if moved is None:
            continue
        small = unit(evened(levels.straight(moved, SMALL)).reshape(1, -1))
        score = float((small @ deck.first.T).max())
        if best is None or score > best[0]:
            best = score, moved, np.argsort(-deck.ranked(small)[0], kind="stable")
    return (best[1], [int(turned) for turned in best[2]], best[0]) if best else None


def _one_a_place(found: list[FaceFound]) -> list[FaceFound]:
    kept: list[FaceFound] = []
    for one in sorted(found, key=lambda one: -one.judged.likeness * min(1.0, 0.3 + one.judged.seen)):
        middle = one.corners_px.mean(axis=0)
        reach = SAME * card_width_px(one.corners_px)
        if all(np.linalg.norm(other.corners_px.mean(axis=0) - middle) > reach for other in kept):
            kept.append(one)
    return kept
