"""Cards that lie face down beside cards of their deck that are named: a back is compared as it lies, and in its tones.

A back is often one fine pattern from rim to rim. The flow that takes the bend out of a face leads to the next line of
it, so here the card is moved as a whole, first by what stays of a blurred picture, and its blur is tried.

A pattern is no name: other decks have one like it. So a back is looked for only beside cards of the deck that lie face
up, and only one with a rim that is clearly lighter or darker than what it frames. It is believed, also where it was by
``face_gate`` and lies there whole, when

- it is the face in nearly every cell, and no patch is much more unlike than the rest (*uneven*):
  a medallion or another corner is, and grain is not;
- the pattern begins as far from the card's edge as on the face (*aside*);
- against its rim it is as light as the face in every colour (*tone*): where lines are too fine to be measured, this
  tells thick ones from thin ones, and one ink from another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.taught.face_deck import SOFT_STEPS, FaceDeck, soft_steps, softened, unit
from vision.taught.face_gate import Compared
from vision.taught.straight_card import (
    LARGE,
    MIDDLE,
    SMALL,
    Evened,
    Floats,
    Levels,
    Picture,
    card_width_px,
    evened,
    made_exact,
)

BLURRED = 2 * SOFT_STEPS
"""Steps of blur after which no fine pattern is left."""
LEAST_FIRST, LEAST_BLURRED = 0.3, 0.75
"""Of the correlation of the blurred pictures, at a place as it is proposed and once it was moved."""
LEAST_PX = 95.0
"""How wide a card must be seen: of smaller ones next to no back is told, and thicker lines look like thinner ones."""
MOST_TRIED = 30
NEAR = 0.25
"""Of a card's width: places nearer than this are one, of which two are tried."""
SOFTER = (0, 1, 2, -1)
"""Steps of blur that are tried, beside what the card's width says."""
UNEVEN = 0.04
"""How much more unlike than seven in ten of the patches one may be."""
ASIDE = 0.005
"""Of a card's width: how far its pattern may begin beside that of the face."""
TONE = 0.045
"""How much lighter or darker than the face the pattern may be against its rim, in each colour, as a logarithm."""
RIM, PATTERN = (0.02, 0.045), (0.095, 0.22)
"""Of a card's width, from where to where from its edge its rim is asked, and its pattern."""
LEAST_RIM = 0.3
"""How much lighter or darker than the pattern a rim must be, as a logarithm."""
GAMMA, BLACK = 2.2, 8.0
"""What a shade is raised to for its light, and added before: black says nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class LiesDown:
    """How a place looks as a certain back: ``turned`` as of the deck, ``uneven``, ``aside`` and ``tone`` as above."""

    turned: int
    corners_px: Floats
    compared: Compared
    uneven: float
    aside: float
    tone: float

    def upright_px(self, deck: FaceDeck) -> Floats:
        """Its corners (4, 2), the back's own top left first."""
        return np.roll(self.corners_px, 2, axis=0) if self.turned >= len(deck.faces) else self.corners_px

    @property
    def believed(self) -> bool:
        """Whether the back lies there for certain."""
        return self.of_this_deck and self.compared.is_one and card_width_px(self.corners_px) >= LEAST_PX

    @property
    def of_this_deck(self) -> bool:
        """Whether nothing speaks for the like back of another deck."""
        return self.uneven <= UNEVEN and self.aside <= ASIDE and self.tone <= TONE


def backs_with_a_rim(deck: FaceDeck) -> list[int]:
    """The backs of a deck that can be told by pattern and rim, and that no face looks like."""
    backs = [number for number, face in enumerate(deck.faces) if face.is_back]
    return [
        back
        for back in backs
        if all(deck.faces[deck.face(other)].is_back for other in deck.alike(back))
        and abs(float(np.mean(_against_rim(deck.faces[back].picture_bgr)))) >= LEAST_RIM
    ]


def lying_down(deck: FaceDeck, levels: Levels, quads_px: Floats) -> list[LiesDown]:
    """The backs believed to lie at some of the quads (n, 4, 2), those that blurred look most like one tried first."""
    found: list[LiesDown] = []
    for back in backs_with_a_rim(deck):
        tried: list[Floats] = []
        for quad in _likely(deck, levels, quads_px, back):
            middle, reach = quad.mean(axis=0), NEAR * card_width_px(quad)
            taken = any(np.linalg.norm(one.corners_px.mean(axis=0) - middle) < 2 * reach for one in found)
            if taken or sum(bool(np.linalg.norm(one - middle) < reach) for one in tried) == 2:
                continue
            if len(tried) == MOST_TRIED:
                break
            tried.append(middle)
            one = lies_down(deck, levels, quad, back)
            if one is not None and one.believed:
                found.append(one)
    return found


def of_another_deck(deck: FaceDeck, levels: Levels, corners_px: Floats, back: int) -> bool:
    """Whether what was taken for a back, whole and with these corners (4, 2), is the like back of another deck."""
    return back in backs_with_a_rim(deck) and not _exact(deck, levels, corners_px, back).of_this_deck


def lies_down(deck: FaceDeck, levels: Levels, quad_px: Floats, back: int) -> LiesDown | None:
    """The likelier of a back's two turns near a quad (4, 2), None where nothing like it lies."""
    quad = _moved_onto_blurred(deck, levels, quad_px, back)
    if quad is None:
        return None
    upright = _exact(deck, levels, quad, back)
    if upright.compared.is_one:
        return upright
    return max(upright, _exact(deck, levels, quad, back + len(deck.faces)), key=lambda way: way.compared.likeness)


def _likely(deck: FaceDeck, levels: Levels, quads_px: Floats, back: int) -> list[Floats]:
    """The quads that look a little like a back when both are blurred, those that do most first."""
    face = deck.as_seen(back, SMALL, BLURRED)
    alike = [_alike(face, evened(softened(levels.straight(quad, SMALL), BLURRED))) for quad in quads_px]
    order = np.argsort(-np.array(alike), kind="stable")
    return [quads_px[number] for number in order if alike[number] >= LEAST_FIRST]


def _moved_onto_blurred(deck: FaceDeck, levels: Levels, quad_px: Floats, back: int) -> Floats | None:
    face, quad = deck.as_seen(back, MIDDLE, BLURRED), quad_px
    for _ in range(2):
        moved = made_exact(face, evened(softened(levels.straight(quad, MIDDLE), BLURRED)), quad)
        if moved is None:
            return None
        quad = moved
    card = evened(softened(levels.straight(quad, MIDDLE), BLURRED))
    return quad if _alike(face, card) >= LEAST_BLURRED else None


def _exact(deck: FaceDeck, levels: Levels, quad_px: Floats, turned: int) -> LiesDown:
    soft = soft_steps(card_width_px(quad_px), LARGE)
    quad = quad_px
    for size, steps in ((MIDDLE, max(0, soft - SOFT_STEPS)), (LARGE, soft), (LARGE, soft)):
        moved = made_exact(deck.as_seen(turned, size, steps), evened(levels.straight(quad, size)), quad)
        quad = quad if moved is None else moved
    straight = levels.straight(quad, LARGE)
    card = evened(straight)
    tried = [max(0, soft + more) for more in SOFTER]
    soft = max(tried, key=lambda steps: _alike(deck.as_seen(turned, LARGE, steps), card))
    compared, face = Compared.of(deck.as_seen(turned, LARGE, soft), card), deck.upright(turned, LARGE)
    tone = float(np.abs(_against_rim(straight) - _against_rim(face)).max())
    return LiesDown(turned, quad, compared, compared.off - compared.rest_off, _aside(face, straight), tone)


def _alike(face: Evened, card: Evened) -> float:
    one, other = (unit(each.reshape(1, -1)) for each in (face, card))
    return float((one * other).sum())


def _against_rim(card: Picture) -> Floats:
    """(3,) how much lighter than its rim a card's pattern is in each colour, as a logarithm."""
    light = np.power(
        (card.astype(np.float64) + BLACK) / (255 + BLACK), GAMMA
    )  # lines run into one another as light does
    rim, pattern = (np.log(_ring(light, *reach)) / GAMMA for reach in (RIM, PATTERN))
    return np.asarray(pattern - rim, np.float64)


def _ring(light: Floats, outer: float, inner: float) -> Floats:
    """(3,) mean colour between two distances from the edge."""
    height, width = light.shape[:2]
    from_edge = (round(share * width) for share in (outer, inner))
    whole, middle = (light[one : height - one, one : width - one].reshape(-1, 3) for one in from_edge)
    return np.asarray((whole.sum(axis=0) - middle.sum(axis=0)) / (len(whole) - len(middle)), np.float64)


def _aside(face: Picture, card: Picture) -> float:
    """How far from its place on the face a card's pattern begins, the worst of its sides, in shares of its width."""
    width = float(face.shape[1])
    return max(_shift(one, other) for one, other in zip(_sides(face), _sides(card), strict=True)) / width


def _sides(card: Picture) -> Iterator[Floats]:
    """How light a card is from each of its edges inwards."""
    grey = card.astype(np.float64).mean(axis=2)
    for turned in (grey, grey[::-1], grey.T, grey.T[::-1]):
        deep, long = round(PATTERN[0] * 1.4 * card.shape[1]), turned.shape[1]
        yield turned[1:deep, round(0.15 * long) : round(0.85 * long)].mean(axis=1)


def _shift(face: Floats, card: Floats) -> float:
    """How far two runs of brightness lie beside one another, in pixels, up to two and a half."""
    at, steps = np.arange(3, len(face) - 3), np.linspace(-2.5, 2.5, 51)
    there = np.interp(at + steps[:, None], np.arange(len(card)), card)
    there -= there.mean(axis=1, keepdims=True)
    own = face[at] - face[at].mean()
    return abs(float(steps[np.argmax(there @ own / (np.linalg.norm(there, axis=1) + 1e-6))]))
