"""Cards printed with two codes: two readings of one paper card are one card.

The second code stands in the opposite corner, turned by 180 degrees, under a mask of its own, so a reading says which
of the two it is. The same text twice may still be two cards (a deck printed twice in one set). So it is the place that
joins a first and a second code: both have to say the same of where the middle of their card is, and which way it is
turned. Another card would have to lie on the first to a few millimetres, and would hide its codes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from vision.picture.homography import Homography, homography_between, project
from vision.sighting import MIDDLE_SIDES, CardSeen, Quad, card_middle, mean_side

MOST_OFF = 0.6
"""How far apart, in code sides, the two may say the card's middle is: bent in a hand it comes to half of that. Of two
cards, neither of which hides the other's code, it is more than twice as much: 3 mm of rim and the code itself."""
OFF_STEEP = 3.0
"""... more where one code looks so much larger that the perspective cannot be left out: by this times the square of
what the smaller one lacks."""
LEAST_OPPOSED = 0.5
"""How surely the codes are upside down to one another: the cosine of their turn, from a steep side too."""
_FIRST: Quad = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_X, _Y = 2 * MIDDLE_SIDES[0], 2 * MIDDLE_SIDES[1]
_SECOND: Quad = ((_X + 0.5, _Y + 0.5), (_X - 0.5, _Y + 0.5), (_X - 0.5, _Y - 0.5), (_X + 0.5, _Y - 0.5))
"""The corners of both codes on a card, from the first one's middle, in code sides."""


def join_codes(cards: Iterable[CardSeen], *, mirrored: bool = False) -> list[CardSeen]:
    """The same sightings of one picture, with the two codes of a card joined into one, the best fits first.

    Their order is kept. ``mirrored`` says that the picture is: its corners are clockwise all the same.
    """
    found = list(cards)
    firsts = [i for i, card in enumerate(found) if not card.second]
    options = sorted(
        (off, i, j)
        for j, second in enumerate(found)
        if second.second
        for i in firsts
        if found[i].text == second.text
        and (off := middles_apart(found[i].corners_px, second.corners_px, mirrored=mirrored)) <= MOST_OFF
    )
    joined: dict[int, int] = {}
    for _, i, j in options:
        if i not in joined and j not in joined.values():
            joined[i] = j
    gone = set(joined.values())
    return [_both(card, found[joined[i]]) if i in joined else card for i, card in enumerate(found) if i not in gone]


def _both(first: CardSeen, second: CardSeen) -> CardSeen:
    confidence = max(first.confidence, second.confidence)
    return replace(first, confidence=confidence, other_px=second.corners_px)


def middles_apart(first: Quad, second: Quad, *, mirrored: bool = False) -> float:
    """How far from one another a first and a second code say their card's middle is, in code sides, less what the
    perspective explains; infinite where they are not upside down to one another."""
    large, small = sorted((mean_side(first), mean_side(second)), reverse=True)
    if not small > 0 or _turn(first, second) > -LEAST_OPPOSED:
        return math.inf
    steep: float = OFF_STEEP * (1 - (small / large) ** (2 / 3)) ** 2
    off = math.dist(card_middle(first, mirrored=mirrored), card_middle(second, mirrored=mirrored))
    return max(0.0, off / math.sqrt(large * small) - steep)


def _turn(one: Quad, other: Quad) -> float:
    """The cosine between the diagonals of two codes."""
    (u, v), (x, y) = ((to[0] - at[0], to[1] - at[1]) for at, _, to, _ in (one, other))
    return (u * x + v * y) / max(math.hypot(u, v) * math.hypot(x, y), 1e-9)


def card_homography(first: Quad, second: Quad) -> Homography | None:
    """The map from a card to the picture both of whose codes are seen; the card's points are measured from its first
    code's middle, right and down, in code sides. None where the two do not settle it."""
    maps = sorted(_homographies(first, second), key=lambda one: one[0])
    return maps[0][1] if maps else None


def _homographies(first: Quad, second: Quad) -> Iterator[tuple[float, Homography]]:
    """(how far the corners are off in pixels, the map), as the card is and mirrored.

    Corners are given clockwise in the picture, so in a mirrored one its left lower corner comes second.
    """
    for order in ((0, 1, 2, 3), (0, 3, 2, 1)):
        model = np.array([_FIRST, _SECOND])[:, order]
        onto = homography_between(model, (first, second))
        if onto is not None:
            there = project(onto, model.reshape(-1, 2)).reshape(2, 4, 2)
            yield float(np.sqrt(((there - np.array([first, second])) ** 2).sum(axis=2).mean())), onto
