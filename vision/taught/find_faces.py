"""The taught cards of a picture: places proposed, ranked against all faces, made exact, and judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2
from vision.taught.card_features import cards_by_features
from vision.taught.card_outlines import outlines_coarse_to_fine
from vision.taught.cards_in_plane import cards_in_plane
from vision.taught.face_deck import FaceDeck, size_for, soft_steps, unit
from vision.taught.face_down import lying_down, of_another_deck
from vision.taught.face_gate import judged
from vision.taught.straight_card import (
    MIDDLE,
    SMALL,
    Floats,
    Levels,
    Picture,
    card_width_px,
    evened,
    in_sight,
    made_exact,
    widened,
)

WIDER = (1.0, 1.1)
"""A printed frame inside the card's edge is an outline too: the card is so many times as large."""
LEAST_FIRST = 0.15
"""Of the correlation with the likeliest face at first sight, in what faces do not have in common: an empty piece of
table has a frame like every card's."""
LEAST_EXACT = 0.6
"""The same for a place made exact."""
LEAST_OUTLINE = 0.35
"""The same for an outline, once a card was found."""
PLACES_MOST = 60
BESIDE_MOST, ROUNDS = 150, 3
"""So many rectangles of the size of the cards found are tried, the clearest, and again while that finds more."""
ENOUGH = 3
"""Cards found by their features that show how the camera sees the table: no outline need be looked for then."""
STARTS = 3
"""A place is made exact by so many faces that look most like it."""
SPREAD = 1.8
"""So much larger or smaller than those found may a card of a picture be."""
NEAR = 0.3
"""Of a card's size: places nearer than this are one place, of which two are judged."""
WHOLE = 0.95
"""Of a card's area, what is in sight of one that is only touched by its neighbours."""
SAME = 0.5
"""... and of two cards believed nearer than this only one can lie there."""


@dataclass(frozen=True, eq=False)
class FaceFound:
    """A face at a place: ``faces`` are one or a few that cannot be told apart, the likeliest first."""

    faces: tuple[int, ...]
    corners_px: Floats
    strength: float
    """Of two that cannot both lie there, the stronger does."""


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
    found = _believed(cards_by_features(image_bgr, deck.features, ()), deck, levels, [])
    proposed: list[Floats] = []
    for quads, next_px in outlines_coarse_to_fine(image_bgr) if len(found) < ENOUGH else ():
        proposed += list(quads)
        found += _believed(quads, deck, levels, found)
        if found and min(card_width_px(one.corners_px) for one in found) > SPREAD * next_px:
            break
    for _ in range(ROUNDS if found else 0):
        beside = cards_in_plane(image_bgr, np.array([one.corners_px for one in found]))
        free = [quad for quad in beside if not _on(quad, found)]
        proposed += free
        more = _believed(np.array(free[:BESIDE_MOST]), deck, levels, found)
        if not more:
            break
        found += more
    kept = _one_a_place(found)
    kept = [one for one in kept if not _of_another_deck(one, deck, levels, kept)]
    return kept + _face_down(proposed, deck, levels, kept)


def _of_another_deck(one: FaceFound, deck: FaceDeck, levels: Levels, kept: Sequence[FaceFound]) -> bool:
    """Whether it is a back that no card found lies on, and after all not this deck's."""
    if not deck.faces[one.faces[0]].is_back:
        return False
    over = [other.corners_px for other in kept if other is not one and _meet(one.corners_px, other.corners_px)]
    whole = float(in_sight(one.corners_px, over, SMALL).mean()) > WHOLE
    return whole and of_another_deck(deck, levels, one.corners_px, one.faces[0])


def _face_down(
    proposed: Sequence[Floats], deck: FaceDeck, levels: Levels, named: Sequence[FaceFound]
) -> list[FaceFound]:
    """Backs at places where nothing was named, once cards that lie face up show which deck is on the table."""
    if sum(not deck.faces[one.faces[0]].is_back for one in named) < ENOUGH:
        return []
    free = np.array([quad for quad in proposed if not _taken(quad, named)]).reshape(-1, 4, 2)
    return [
        FaceFound((deck.face(one.turned),), one.upright_px(deck), one.compared.likeness)
        for one in lying_down(deck, levels, free)
        if not _on(one.corners_px, named)
    ]


def _believed(quads: Floats, deck: FaceDeck, levels: Levels, before: Sequence[FaceFound]) -> list[FaceFound]:
    """The cards that lie at some of the quads, beside those found before.

    A card that others lie on is believed once they are: places are judged again while what lies on them grows.
    """
    found: list[FaceFound] = []
    places, covers = _first(_ranked(quads, deck, levels)), dict[int, int]()
    for _ in range(ROUNDS):
        count = len(found)
        for number, place in enumerate(places):
            known = [*before, *found]
            if known and not before and place.score < LEAST_OUTLINE:
                break  # what the table's plane has to say is better than the rest
            over = [one.corners_px for one in known if _meet(place.quad, one.corners_px)]
            if covers.get(number) != len(over) and not _taken(place.quad, known):
                covers[number] = len(over)
                found += _found(place, deck, levels, over, among_cards=bool(known))
        if len(found) == count:
            break
    return found


def _taken(quad: Floats, found: Sequence[FaceFound]) -> bool:
    """Whether there is a card already, or the place is much larger or smaller than all cards that are."""
    if not found:
        return False
    widths = [card_width_px(one.corners_px) for one in found]
    if not min(widths) / SPREAD < card_width_px(quad) < max(widths) * SPREAD:
        return True
    return _on(quad, found)


def _on(quad: Floats, found: Sequence[FaceFound]) -> bool:
    return any(_inside(quad.mean(axis=0), one.corners_px) for one in found)


def _ranked(quads: Floats, deck: FaceDeck, levels: Levels) -> list[_Place]:
    """Every proposed quad with all faces, the likeliest first."""
    tried = [way for quad in quads for way in _ways(quad)]
    if not tried:
        return []
    small = np.stack([evened(levels.straight(quad, SMALL)) for quad in tried])
    alike = unit(small.reshape(len(small), -1)) @ deck.first.T
    apart = deck.ranked(unit(small.reshape(len(small), -1)))
    order = _both(alike, apart)
    return [_Place(quad, float(row.max()), first) for quad, row, first in zip(tried, apart, order, strict=True)]


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
    middles, reaches = np.empty((PLACES_MOST, 2)), np.empty(PLACES_MOST)
    for place in sorted(places, key=lambda one: -one.score):
        count = len(kept)
        if place.score < LEAST_FIRST or count == PLACES_MOST:
            break
        middle = place.quad.mean(axis=0)
        if (np.hypot(*(middles[:count] - middle).T) < reaches[:count]).sum() < 2:
            middles[count], reaches[count] = middle, NEAR * place.size
            kept.append(place)
    return kept


def _found(
    place: _Place, deck: FaceDeck, levels: Levels, over: Sequence[Floats], *, among_cards: bool
) -> list[FaceFound]:
    exact = _exact(place, deck, levels, over)
    if exact is None:
        return []
    quad, ranked, score = exact
    if score < LEAST_EXACT:
        return []
    size = size_for(card_width_px(quad))
    card, soft = evened(levels.straight(quad, size)), soft_steps(card_width_px(quad), size)
    moved = made_exact(deck.as_seen(ranked[0], size, soft), card, quad, in_sight(quad, over, size))
    quad = quad if moved is None else moved
    one = judged(deck, levels, quad, ranked, over, among_cards=among_cards)
    if not one.believed:
        return []
    if one.turned >= len(deck.faces):
        quad = np.roll(quad, 2, axis=0)
    strength = one.likeness * min(1.0, 0.3 + one.seen)
    return [FaceFound((deck.face(one.turned), *one.rivals), quad, strength)]


def _meet(quad: Floats, other: Floats) -> bool:
    return bool(cv2.intersectConvexConvex(quad.astype(np.float32), other.astype(np.float32))[0] > 0)


def _inside(point: Floats, quad: Floats) -> bool:
    at = float(point[0]), float(point[1])
    return bool(cv2.pointPolygonTest(quad.astype(np.float32), at, False) >= 0)


def _exact(
    place: _Place, deck: FaceDeck, levels: Levels, over_px: Sequence[Floats]
) -> tuple[Floats, list[int], float] | None:
    """The place moved onto the face that fits best of the first few, and the faces ranked there."""
    best: tuple[float, Floats, NDArray[np.int64]] | None = None
    card, soft = evened(levels.straight(place.quad, MIDDLE)), soft_steps(card_width_px(place.quad), MIDDLE)
    sight = in_sight(place.quad, over_px, MIDDLE)
    for turned in place.ranked[:STARTS]:
        moved = made_exact(deck.as_seen(int(turned), MIDDLE, soft), card, place.quad, sight)
        if moved is None:
            continue
        shown = in_sight(moved, over_px, SMALL)
        small = evened(levels.straight(moved, SMALL)) * shown[..., None]
        score = deck.likeness(unit(small.reshape(1, -1)), shown)
        if best is None or score > best[0]:
            best = score, moved, np.argsort(-deck.ranked(unit(small.reshape(1, -1)))[0], kind="stable")
    return (best[1], [int(turned) for turned in best[2]], best[0]) if best else None


def _one_a_place(found: list[FaceFound]) -> list[FaceFound]:
    kept: list[FaceFound] = []
    for one in sorted(found, key=lambda one: -one.strength):
        middle = one.corners_px.mean(axis=0)
        reach = SAME * card_width_px(one.corners_px)
        if all(np.linalg.norm(other.corners_px.mean(axis=0) - middle) > reach for other in kept):
            kept.append(one)
    return kept
