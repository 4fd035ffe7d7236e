"""What spoils a face on a teaching photo: a lamp mirrored on it, a finger over its rim, or a cut beside its edge.

Both are noticed only where they cannot be the card's own print, because a card that is asked for again though nothing
lies on it would be asked for without end:

- *glare*: a blown-out patch that fades away softly into a picture whose paper is nowhere nearly as bright. A white
  card in strong light is blown out all over, and a sun that is printed on a card is not whiter than paper.
- *a finger*: where the rim has one colour nearly all around, a piece of it that has another, and no edge of the card
  there: what lies inside goes on outside;
- *a cut beside the edge*: next to nowhere along the outline does the picture change, as it does at a card's edge even
  where the table has the card's colour.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2
from vision.taught.face_deck import KEPT
from vision.taught.straight_card import Floats, Levels, Picture, widened

Plane = NDArray[np.float32]
BLOWN_OUT = 250
"""From this level on, in all three colours, nothing is left of what lies there."""
LEAST_PATCH, MOST_PATCH = 0.005, 0.6
"""Of the card."""
NEAR_PX, FAR_PX = 4, 30
"""Pixels of a kept face: so far beside a patch print has an end, and so far a mirrored lamp has faded."""
SOFTLY, SOFT_RIM = 45.0, 0.75
"""Shades a patch may lose so near, along this share of its rim."""
FADED = 30.0
"""Shades it has lost at least so far away."""
PAPER = 236.0
"""Whiter paper cannot be told from a mirrored lamp."""
WHITEST = 0.995
FEWEST_CARDS, MOST_CARDS = 3, 0.5
"""How white paper is, other cards of the photo say: so many at least, of which so many have no such patch."""
ROOM = 1.1
"""A card is looked at with so much table around it."""
STRETCHES = 12
"""A side is looked at in so many pieces, without its round corners."""
CORNER = 0.09
"""Of a side."""
EDGE_SHADES, ASIDE_PX = 9.0, 7
"""So much the picture changes at a card's edge, which may lie so far beside its place: cards are bent."""
LEAST_CLEAR = 0.4
"""Of the pieces of a rim."""
INSIDE_PX = (3, 10)
ONE_COLOUR, MOST_OF_RIM = 28.0, 0.7
"""Shades within which a rim has one colour, and along how much of it."""
ANOTHER = 45.0
"""Shades by which what lies over it is another ..."""
FINGER = 2
"""... in so many pieces side by side."""


def glaring(pictures_bgr: Sequence[Picture]) -> list[bool]:
    """Of all faces (h, w, 3), ``KEPT`` in size, of one photo: on which a lamp is mirrored that swallows something."""
    planes = [cv2.GaussianBlur(picture.min(axis=2), (0, 0), 1.0).astype(np.float32) for picture in pictures_bgr]
    found = [_glares(plane) for plane in planes]
    told = len(planes) >= FEWEST_CARDS and sum(found) <= len(planes) * MOST_CARDS
    if not told or max(_paper(plane) for plane in planes) > PAPER:
        return [False] * len(planes)
    return found


def _paper(plane: Plane) -> float:
    """How bright the brightest of a face is, but for what is blown out and its surroundings."""
    reach = 2 * FAR_PX + 1
    away = cv2.dilate(_blown_out(plane), np.ones((reach, reach), np.uint8)) == 0
    return float(np.quantile(plane[away], WHITEST)) if away.mean() > 0.1 else 255.0


def _blown_out(plane: Plane) -> NDArray[np.uint8]:
    white = (plane >= BLOWN_OUT).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(white, connectivity=8)
    large = [number for number in range(1, count) if stats[number, 4] >= LEAST_PATCH * plane.size]
    return np.isin(labels, large).astype(np.uint8)


def _glares(plane: Plane) -> bool:
    patch = _blown_out(plane)
    if not 0 < patch.mean() <= MOST_PATCH:
        return False
    near, far = (_shell(patch, reach) for reach in (NEAR_PX, FAR_PX))
    if not near.any() or not far.any():
        return False
    soft = float((plane[near] > BLOWN_OUT - SOFTLY).mean())
    return soft >= SOFT_RIM and float(np.median(plane[far])) < BLOWN_OUT - FADED


def _shell(patch: NDArray[np.uint8], reach_px: int) -> NDArray[np.bool_]:
    """The pixels just so far from a patch."""
    outer, inner = (
        cv2.dilate(patch, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * px + 1, 2 * px + 1)))
        for px in (reach_px, reach_px - 2)
    )
    return np.asarray((outer > 0) & (inner == 0), np.bool_)


def fault_of_rim(levels: Levels, quad_px: Floats) -> str:
    """ "edge" where a quad (4, 2) does not lie on a card's edge, "covered" where something lies over it, else ""."""
    clear, colours = _rim(levels, quad_px)
    if clear.mean() < LEAST_CLEAR:
        return "edge"
    off = np.abs(colours - np.median(colours, axis=0)).max(axis=1)
    if (off < ONE_COLOUR).mean() < MOST_OF_RIM:
        return ""
    odd = ((off > ANOTHER) & ~clear).reshape(4, STRETCHES)
    beside = np.lib.stride_tricks.sliding_window_view(odd, FINGER, axis=1)
    return "covered" if bool(beside.all(axis=2).any()) else ""


def _rim(levels: Levels, quad_px: Floats) -> tuple[NDArray[np.bool_], Plane]:
    """(4 n,) whether each piece of a card's rim has an edge, and (4 n, 3) its colour just inside."""
    width, height = (round(side * ROOM) for side in KEPT)
    straight = levels.straight(widened(quad_px, ROOM), (width, height)).astype(np.float32)
    clear, colours = [], []
    aside = straight.transpose(1, 0, 2)
    for turned in (straight, aside[::-1], straight[::-1], aside):
        edge = round(len(turned) * (1 - 1 / ROOM) / 2)
        skip = round(turned.shape[1] * ((1 - 1 / ROOM) / 2 + CORNER / ROOM))
        for piece in np.array_split(turned[:, skip:-skip], STRETCHES, axis=1):
            profile = piece.mean(axis=1)
            at = profile[max(0, edge - ASIDE_PX) : edge + ASIDE_PX]
            clear.append(np.abs(at[3:] - at[:-3]).max() >= EDGE_SHADES)
            colours.append(profile[edge + INSIDE_PX[0] : edge + INSIDE_PX[1]].mean(axis=0))
    return np.array(clear), np.array(colours, np.float32)
