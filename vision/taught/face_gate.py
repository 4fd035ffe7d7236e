"""Which face a straightened card is, if any: compared block by block, and told from each other face where they differ.

Strengths, each with a plateau on tables tuning never saw:

- *likeness*: correlation over the blocks that the face explains;
- *margin*: against every other face, measured only in cells where the two differ: 1 is ours, 0 a tie, -1 theirs;
- *seen*: share of the face that is explained, *told*: share of the picture that is;
- *agrees*: how alike card and face are in all cells where either shows something, a faint one counting nearly as much
  as a strong one, *off*: how unlike they are in the patch where they are least alike. A strange card has the same frame
  and may be alike nearly everywhere, but not in its figure or its picture. *rest_off* leaves out what may be covered.

Of a card that others lie on only what is in sight is compared, and more is asked of it: what tells two faces apart must
be in sight for a good part.

What a face lacks speaks for it as much as what it shows: a two of hearts is a three without the pip in its middle. Of
twins, the other must also lose where it lies itself: one that was cut out crooked is unlike every card there. Both
places together must tell them well apart.

A face from which the margin does not tell it stays beside it: such a card is "A or B". Inlier counts and the noise of
a fit say nothing here: a wrong face in the same frame has as many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2
from vision.taught.face_deck import BLOCKS, FaceDeck, blocks_in_sight, in_blocks, size_for, soft_steps
from vision.taught.straight_card import (
    Evened,
    Floats,
    InSight,
    Levels,
    Picture,
    Size,
    card_width_px,
    evened,
    in_sight,
    unbent,
)

LIKENESS, MARGIN, SEEN, TOLD = 0.90, 0.22, 0.90, 0.70
AGREES, OFF = 0.87, 0.28
AGREES_EVENLY, OFF_EVENLY = 0.85, 0.16
"""A grainy picture is a little unlike everywhere, a strange card much unlike somewhere."""
COVERED_OFF, REST_OFF = 0.4, 0.095
"""Where cards were found, one may lie on this card that was not: then a patch is quite unlike, but seven in ten are as
like as can be."""
LIKENESS_OF_TWINS = 0.93
"""A card that may be either of two faces must look more like them: what is no card of the deck likes to."""
MARGIN_COVERED = 0.35
"""The margin of a card that is covered in part."""
MARGIN_OF_TWINS = 0.5
"""The margin of a face against its twin, asked where either lies: a twin taught out of focus is like a card seen so."""
LEAST_IN_SIGHT, LEAST_TELLING = 0.45, 0.4
"""Of a card, and of what tells two faces apart."""
MOST_AGAINST = 0.15
"""What the cells that speak for the other face may weigh, as a share of those that speak for ours."""
FLOOR = 0.15
"""Of the mean of its cells, what is noise in a face."""
TELLING = 0.93
"""Cells of two faces that are less alike than this tell them apart: a club from a spade when there is nothing else."""
FEWEST_TELLING = 3
"""So many cells at least: what a single one says is noise."""
FEW_TELLING, LEAST_OF_FEW = 6, 0.15
"""Fewer cells than this must weigh so much: where two photos of one face lie a little askew at its rim, up to five
cells differ faintly (0.11 at most), and say nothing of a figure that is too small to be seen."""
FAINT = 0.05
"""Of the mean of all cells, what shows nothing on card or face."""
PATCH = 5
"""Cells wide and high: a third of a card's width."""
FINER = 2
"""A block is so many cells wide and high."""
NEIGHBOURS = ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))
EXPLAINED = 0.4
"""From this correlation on a block is explained by a face."""
RIVALS, FEW = 16, 5
"""So many faces are compared at first, and so many of them again beside those like the likeliest."""
TRIES = 3
"""So often a card is drawn onto a face that is likelier than the last."""
MOST_NAMES = 3


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """What a place shows at best. ``turned`` is the face and its turn, ``rivals`` those it is not told from."""

    turned: int
    likeness: float
    margin: float
    seen: float
    told: float
    agrees: float
    off: float
    rest_off: float
    rivals: tuple[int, ...]
    twins: bool
    """Whether the rivals look like the face itself, so that it is one of them and not another card."""
    in_sight: float = 1.0
    """Share of the card that no other card lies on."""
    among_cards: bool = False
    """Whether cards of the deck were found on the picture before."""

    @property
    def believed(self) -> bool:
        """Whether it is this face or one of its few rivals for certain."""
        shown = self.in_sight >= LEAST_IN_SIGHT and self.seen >= SEEN and self.told >= TOLD
        alike = shown and self.likeness >= LIKENESS and (self._agrees_whole or self._agrees_but_for_a_cover)
        either = self.twins and len(self.rivals) < MOST_NAMES and self.likeness >= LIKENESS_OF_TWINS
        return alike and (not self.rivals or either)

    @property
    def may_be_believed(self) -> bool:
        """Whether it would be believed if no other face came near it."""
        return replace(self, margin=1.0, rivals=()).believed

    @property
    def _agrees_whole(self) -> bool:
        evenly = self.agrees >= AGREES_EVENLY and self.off <= OFF_EVENLY
        return evenly or (self.agrees >= AGREES and self.off <= OFF)

    @property
    def _agrees_but_for_a_cover(self) -> bool:
        told_apart = not self.rivals and self.margin >= MARGIN_COVERED
        return self.among_cards and told_apart and self.off >= COVERED_OFF and self.rest_off <= REST_OFF


def judged(
    deck: FaceDeck,
    levels: Levels,
    quad_px: Floats,
    ranked: Sequence[int],
    over_px: Sequence[Floats] = (),
    *,
    among_cards: bool = False,
) -> Judged:
    """Compare the card at an exact place with the faces ``ranked`` first for it; cards at ``over_px`` lie on it."""
    width_px = card_width_px(quad_px)
    size = size_for(width_px)
    soft = soft_steps(width_px, size)
    straight = levels.straight(quad_px, size)
    seen = evened(straight)
    sight = in_sight(quad_px, over_px, size)
    blocks, cells = blocks_in_sight(sight), blocks_in_sight(sight, FINER)
    if not blocks.any():
        return Judged(ranked[0], 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, (), True, 0.0)
    faces = np.stack([in_blocks(deck.as_seen(turned, size, soft))[blocks] for turned in ranked[:RIVALS]])
    likeliest = ranked[int(_Fit.of(faces, in_blocks(seen)[blocks]).strength.argmax())]
    picture = _Straightened(deck, size, soft, sight, straight, seen)
    for left in reversed(range(TRIES)):
        card = picture.drawn_onto(likeliest)
        chosen = list(dict.fromkeys((likeliest, *deck.alike(likeliest), *ranked[:FEW])))
        drawn = [deck.beside(likeliest, turned, size, soft) for turned in chosen]
        fit = _Fit.of(np.stack([in_blocks(one)[blocks] for one in drawn]), in_blocks(card)[blocks])
        # A face is told from the others only where it lies itself: one brought there is softer, like the card.
        best = int(fit.strength.argmax()) if left else 0
        if best == 0:
            break
        likeliest = chosen[best]
    mine, shown = _Nearby.of(drawn[best]), _Nearby.of(card)
    likeness, seen_share, told = (float(one[best]) for one in (fit.likeness, fit.seen, fit.told))
    agrees, off, rest_off = _agreement(mine, shown, cells)
    alone = Judged(
        chosen[best], likeness, 0.0, seen_share, told, agrees, off, rest_off, (), True, float(sight.mean()), among_cards
    )
    if not alone.may_be_believed:
        return alone  # what the other faces have to say changes nothing
    others = [other for other in range(len(chosen)) if not deck.same(chosen[other], chosen[best])]
    margins = [(_margin(mine, _Nearby.of(drawn[other]), shown, cells), other) for other in others]
    least_margin = MARGIN if sight.all() else MARGIN_COVERED
    rivals = [
        chosen[other]
        for (z, sure, weight), other in margins
        if z < least_margin
        or not sure
        or (
            deck.twins(chosen[best], chosen[other])
            and not _told_from_twin((z, weight), picture.margin(chosen[other], chosen[best]), least_margin)
        )
    ]
    return replace(
        alone,
        margin=min((z for (z, _, _), _ in margins), default=1.0),
        rivals=tuple(dict.fromkeys(deck.face(one) for one in rivals)),
        twins=all(deck.twins(chosen[best], one) for one in rivals),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Straightened:
    """The card at a place, to be drawn onto whichever face it is compared with."""

    deck: FaceDeck
    size: Size
    soft: int
    sight: InSight
    straight: Picture
    even: Evened

    def drawn_onto(self, turned: int) -> Evened:
        face = self.deck.as_seen(turned, self.size, self.soft) * self.sight[..., None]
        return evened(unbent(face, self.straight, self.even))

    def margin(self, turned: int, other: int) -> tuple[float, float]:
        """The margin of a face against another where that face lies itself, and what it weighs."""
        mine = _Nearby.of(self.deck.as_seen(turned, self.size, self.soft))
        theirs = _Nearby.of(self.deck.beside(turned, other, self.size, self.soft))
        cells = blocks_in_sight(self.sight, FINER)
        z, _, weight = _margin(mine, theirs, _Nearby.of(self.drawn_onto(turned)), cells)
        return z, weight


@dataclass(frozen=True, slots=True)
class Compared:
    """How a whole card and one face agree, without any other: strengths as of the module."""

    likeness: float
    seen: float
    told: float
    agrees: float
    off: float
    rest_off: float

    @classmethod
    def of(cls, face: Evened, card: Evened) -> Compared:
        """A card (h, w, 3) and the face it lies on, as soft as the card."""
        fit = _Fit.of(in_blocks(face)[None], in_blocks(card))
        whole = blocks_in_sight(np.ones(face.shape[:2], np.bool_), FINER)
        likeness, seen, told = (float(one[0]) for one in (fit.likeness, fit.seen, fit.told))
        return cls(likeness, seen, told, *_agreement(_Nearby.of(face), _Nearby.of(card), whole))

    @property
    def is_one(self) -> bool:
        """Whether the card is that face, if no other comes into question."""
        alike = self.likeness >= LIKENESS and self.seen >= SEEN and self.told >= TOLD
        return alike and self.agrees >= AGREES_EVENLY and self.off <= OFF_EVENLY


def confusable(deck: FaceDeck, width_px: float) -> list[tuple[int, int]]:
    """Pairs of faces that a card seen that wide may not be told from: such a card is called "A or B"."""
    size, count = size_for(width_px), len(deck.faces)
    soft, whole = soft_steps(width_px, size), blocks_in_sight(np.ones(size[::-1], np.bool_), FINER)
    pairs = []
    for one in range(count):
        for other in deck.twins_of(one):
            if deck.face(other) > one:
                mine, theirs = (
                    _Nearby.of(way) for way in (deck.as_seen(one, size, soft), deck.beside(one, other, size, soft))
                )
                if not _margin(mine, theirs, mine, whole)[1]:
                    pairs.append((one, deck.face(other)))
    return pairs


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """Faces against a card: (faces,) strengths."""

    likeness: NDArray[np.float64]
    seen: NDArray[np.float64]
    told: NDArray[np.float64]

    @property
    def strength(self) -> NDArray[np.float64]:
        return self.likeness * np.sqrt(self.seen) * (0.4 + 0.6 * self.told)

    @classmethod
    def of(cls, faces: NDArray[np.float32], card: NDArray[np.float32]) -> _Fit:
        dot = np.einsum("fbv,bv->fb", faces, card, optimize=True).astype(np.float64)
        face, own = (faces.astype(np.float32) ** 2).sum(axis=2).astype(np.float64), (card**2).sum(axis=1).astype(float)
        floor = 0.02 * float(np.mean(own)) + 1e-6
        alike = dot / np.sqrt((face + floor) * (own + floor)[None])
        textured = face > 0.05 * face.mean(axis=1, keepdims=True)
        explained = (alike > EXPLAINED) & textured
        kept = np.where(explained, face, 0)
        common = np.where(explained, dot, 0).sum(axis=1)
        mine = np.where(explained, own[None], 0).sum(axis=1)
        likeness = common / np.sqrt(kept.sum(axis=1) * mine + 1e-9)
        seen = kept.sum(axis=1) / (np.where(textured, face, 0).sum(axis=1) + 1e-9)
        told = np.where(explained, dot**2 / (face + 1e-9), 0).sum(axis=1) / (own.sum() + 1e-9)
        return cls(likeness, seen, told)


def _agreement(mine: _Nearby, card: _Nearby, sight: InSight) -> tuple[float, float, float]:
    """(agrees, off, off but for the worst three patches in ten) of a face and a card, in cells in ``sight`` (cells,).

    The card's contrast is first brought to the face's: a pale print has its own.
    """
    gain = float(np.sqrt(mine.strength[0][sight].sum() / (card.strength[0][sight].sum() + 1e-9)))
    own = card.strength * gain**2
    strong = np.maximum(mine.strength[0], own[0])
    floor = FAINT * float(strong.mean())
    common = np.einsum("cv,pcv->pc", mine.cells[0], card.cells) * gain
    unlike = 1 - (common / np.sqrt((mine.strength[0] + floor) * (own + floor))).max(axis=0)
    weights = np.where(sight & (strong > floor), np.sqrt(strong), 0).astype(np.float64)
    if not weights.any():
        return 0.0, 1.0, 1.0
    weighed, shown = (_around(one) for one in (weights * unlike, weights))
    patches = weighed / (shown + shown.mean() / 2)
    rest = np.quantile(patches[shown > 0.3 * shown.mean()], 0.7)
    return 1 - float((weights * unlike).sum() / weights.sum()), float(patches.max()), float(rest)


def _around(cells: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values (cells,), each the mean of the patch about it."""
    across, down = (count * FINER for count in BLOCKS)
    mean = cv2.blur(cells.reshape(down, across), (PATCH, PATCH), borderType=cv2.BORDER_CONSTANT)
    return np.asarray(mean, np.float64).ravel()


def _told_from_twin(at_home: tuple[float, float], away: tuple[float, float], least_margin: float) -> bool:
    """Whether a face is told from its twin by (margin, weight) where it lies itself and the twin's where that lies.

    The twin must lose there, and both places together must say so clearly.
    """
    (mine, weight), (theirs, its_weight) = at_home, away
    pooled = (mine * weight - theirs * its_weight) / (weight + its_weight + 1e-9)
    return theirs <= -least_margin and pooled >= MARGIN_OF_TWINS


def _margin(mine: _Nearby, theirs: _Nearby, card: _Nearby, sight: InSight) -> tuple[float, bool, float]:
    """(margin, whether it can be relied on, what its cells weigh) of the face a card is drawn onto against another.

    The other is drawn there too.

    Only cells in ``sight`` (cells,) are asked.

    Asked in small cells, and only in those where the two faces show something different: how bright or soft a face was
    when it was taught says nothing. Each picture may lie a pixel beside.
    """
    strong = np.maximum(mine.strength[0], theirs.strength[0])
    floor = FLOOR * float(strong.mean())
    common = _alike_nearby(mine, theirs, floor)
    telling = (common < TELLING) & (strong > floor)
    weights = (1 - common) ** 2 * np.sqrt(strong) * telling
    telling &= sight
    count, weight = telling.sum(), weights[telling].sum()
    faint = count < FEW_TELLING and weight < LEAST_OF_FEW
    if count < FEWEST_TELLING or faint or weight < LEAST_TELLING * weights.sum():
        return 0.0, False, 0.0
    weights = weights[telling]
    ours, others = _alike_nearby(card, mine, floor), _alike_nearby(card, theirs, floor)
    apart = 1 - common[telling]
    votes = np.clip((ours - others)[telling] / apart, -1.5, 1.5)
    margin = float((weights * votes).sum() / weights.sum())
    for_us, against = (float((weights * np.maximum(one, 0)).sum()) for one in (votes, -votes))
    return margin, against < MOST_AGAINST * for_us, float(weights.sum())


@dataclass(frozen=True, slots=True, eq=False)
class _Nearby:
    """The cells (places, cells, values) of a card, a block in four, at its own place and a pixel to each side."""

    cells: NDArray[np.float32]
    strength: NDArray[np.float32]

    @classmethod
    def of(cls, card: Evened) -> _Nearby:
        cells = np.stack([in_blocks(card, FINER, way) for way in NEIGHBOURS])
        return cls(cells, np.einsum("pcv,pcv->pc", cells, cells))


def _alike_nearby(one: _Nearby, other: _Nearby, floor: float) -> NDArray[np.float32]:
    """(cells,) correlation of two cards in each cell, the better of all places within a pixel.

    The floor counts as something they have in common: two empty cells are alike, an empty one and a full one are not.
    """
    common = np.einsum("cv,pcv->pc", one.cells[0], other.cells) + floor
    alike = common / np.sqrt((one.strength[0] + floor) * (other.strength + floor))
    return np.asarray(alike.max(axis=0), np.float32)
