"""The faces of one deck as they are compared: a closed set, learnt from one upright picture each.

A face may lie either way round, so it is kept twice: as it is and turned by half.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2
from vision.taught.card_features import FaceFeatures
from vision.taught.straight_card import (
    LARGE,
    MIDDLE,
    SMALL,
    Evened,
    Floats,
    InSight,
    Levels,
    Picture,
    Size,
    bend_of,
    bent_back,
    evened,
    made_exact,
    rectangle,
    widened,
)

KEPT: Size = (252, 352)
"""The size faces are cut out and kept at, in pixels."""
BLOCKS = (8, 11)
"""A card is compared in so many blocks across and down."""
RIM = 0.06
"""Of a card's width."""
ALIKE = 0.65
"""Faces with at least this correlation are brought onto one another before they are told apart."""
TWINS = 0.85
"""... and with this one a card may have to be called "A or B"."""
MOST_ALIKE = 12
MOST_LAID = 4_000
"""So many pairs of faces are remembered as laid on one another, at 3 KB each: a large deck has twelve for each face."""
TINY: Size = (24, 33)
CUTS = (1.0, 0.95, 0.91, 1.05, 1.09)
"""So much wider than another a face may have been cut out."""
SOFT_STEPS = 4
"""In so many steps the width of a card's blur doubles."""


@dataclass(frozen=True, eq=False)
class Face:
    """One face of a deck: its id, what it is called, and its upright picture, ``KEPT`` in size."""

    id: str
    name: str
    picture_bgr: Picture
    is_back: bool = False


@dataclass(eq=False)
class FaceDeck:
    """A closed set of at least one face. ``first`` (2 n, d) are small unit vectors, then turned by half."""

    name: str
    faces: tuple[Face, ...]
    first: NDArray[np.float32] = field(init=False)

    def __post_init__(self) -> None:
        self._large = [_shrunk(face.picture_bgr, LARGE) for face in self.faces]
        small = [evened(_shrunk(face.picture_bgr, SMALL)) for face in self.faces]
        every = np.stack([*small, *(one[::-1, ::-1] for one in small)])
        self.first = unit(every.reshape(len(every), -1))
        self._squares = self.first**2
        middles = np.stack([half.mean(axis=0) for half in np.split(self.first, 2)])
        self._common = unit(middles)
        self._apart = unit(np.concatenate([self._own(half, turn) for turn, half in enumerate(np.split(self.first, 2))]))
        self._near, self._wider = self._nearness()
        self._as_seen = lru_cache(maxsize=400)(self._made)
        self._lay = lru_cache(maxsize=MOST_LAID)(self._how_laid)
        self._beside = lru_cache(maxsize=400)(self._registered)

    @cached_property
    def features(self) -> FaceFeatures:
        """What votes for places; taken when it is first asked for."""
        return FaceFeatures.of([face.picture_bgr for face in self.faces])

    def _own(self, rows: NDArray[np.float32], turn: int) -> NDArray[np.float32]:
        """What is left of small patches without what all faces share, one way round."""
        common = self._common[turn]
        return np.asarray(rows - (rows @ common)[:, None] * common, np.float32)

    def ranked(self, small: NDArray[np.float32]) -> NDArray[np.float32]:
        """(patches, 2 n) how much each small patch, a unit vector, looks like each face beyond what all faces share."""
        every = np.split(self._apart, 2)
        return np.concatenate([unit(self._own(small, turn)) @ half.T for turn, half in enumerate(every)], axis=1)

    def likeness(self, small: NDArray[np.float32], sight: InSight) -> float:
        """The correlation of a small patch (1, d), 0 where it is not in sight, with the face that is most like it."""
        alike = (small @ self.first.T)[0]
        if not sight.all():
            alike /= np.sqrt(self._squares @ np.repeat(sight.ravel(), 3).astype(np.float32)) + 1e-6
        return float(alike.max())

    def face(self, turned: int) -> int:
        """Which face a row of ``first`` is."""
        return turned % len(self.faces)

    def same(self, turned: int, other: int) -> bool:
        """Whether it does not matter which of two faces it is: one face either way round, or two backs."""
        one, another = self.face(turned), self.face(other)
        return one == another or (self.faces[one].is_back and self.faces[another].is_back)

    def twins(self, turned: int, other: int) -> bool:
        """Whether two faces look nearly the same."""
        return bool(self._near[turned, other] > TWINS)

    def alike(self, turned: int) -> list[int]:
        """The faces that might be taken for a face, the likest first."""
        common = self._near[turned]
        order = (int(other) for other in np.argsort(-common, kind="stable") if common[other] > ALIKE)
        return list(islice((other for other in order if not self.same(other, turned)), MOST_ALIKE))

    def twins_of(self, face: int) -> list[int]:
        """Every face that looks nearly the same as a face, each the way round in which it is most alike."""
        count = len(self.faces)
        near = np.maximum(self._near[face, :count], self._near[face, count:])
        turned = np.where(self._near[face, count:] > self._near[face, :count], count, 0) + np.arange(count)
        order = np.argsort(-near, kind="stable")
        return [int(turned[other]) for other in order if near[other] > TWINS and not self.same(int(other), face)]

    def _nearness(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """(2 n, 2 n) how much two faces look alike at best, and so many times wider the second was cut out then."""
        rows = [self._tiny(times) for times in CUTS]
        straight = rows[0]
        ways = [(straight @ one.T, times) for one, times in zip(rows, CUTS, strict=True)]
        ways += [(one @ straight.T, 1 / times) for one, times in zip(rows[1:], CUTS[1:], strict=True)]
        alike = np.stack([common for common, _ in ways])
        wider = np.array([times for _, times in ways], np.float32)
        return np.asarray(alike.max(axis=0), np.float32), wider[alike.argmax(axis=0)]

    def _tiny(self, times: float) -> NDArray[np.float32]:
        quad = widened(rectangle(LARGE).astype(np.float64), times)
        tiny = [evened(Levels(face).straight(quad, TINY)) for face in self._large]
        every = np.stack([*tiny, *(one[::-1, ::-1] for one in tiny)])
        return unit(every.reshape(len(every), -1))

    def as_seen(self, turned: int, size: Size, soft: int) -> Evened:
        """A face at a size, as blurred as a card that is seen ``soft`` steps softly."""
        return self._as_seen(turned, size, soft)

    def upright(self, turned: int, size: Size) -> Picture:
        """A face at a size (h, w, 3) in the light it was taught in."""
        return _shrunk(self._upright(turned), size)

    def beside(self, turned: int, other: int, size: Size, soft: int) -> Evened:
        """The face ``other`` as it is seen where ``turned`` lies: cut out a little differently, it is brought there."""
        if self._near[turned, other] < ALIKE:
            return self.as_seen(other, size, soft)
        # What lies on a face turned by half is what lies on the face, turned: it is brought there once.
        count = len(self.faces)
        upright = turned < count
        there = self._beside(turned, other) if upright else self._beside(turned - count, (other + count) % (2 * count))
        return evened(softened(_shrunk(there if upright else there[::-1, ::-1], size), soft))

    def _registered(self, turned: int, other: int) -> Picture:
        return self._lay(turned, other).drawn(self._upright(turned), self._upright(other))

    def _how_laid(self, turned: int, other: int) -> _Laid:
        onto, picture = self._upright(turned), self._upright(other)
        levels = Levels(picture)
        there = evened(softened(_shrunk(onto, MIDDLE), 2))
        about = widened(rectangle(LARGE).astype(np.float64), float(self._wider[turned, other]))
        quad = made_exact(there, evened(softened(levels.straight(about, MIDDLE), 2)), about)
        straight = picture if quad is None else levels.straight(quad, LARGE)
        gain = None if quad is None else _gain(straight, quad, onto)
        if quad is not None and gain is not None:
            straight = _filled_up(straight, quad, onto, gain)
        return _Laid(quad, gain, bend_of(evened(onto), evened(straight)))

    def _upright(self, turned: int) -> Picture:
        picture = self._large[turned % len(self.faces)]
        return picture if turned < len(self.faces) else picture[::-1, ::-1]

    def _made(self, turned: int, size: Size, soft: int) -> Evened:
        return evened(softened(_shrunk(self._upright(turned), size), soft))


def soft_steps(width_px: float, size: Size) -> int:
    """How softly a card seen at that width stands in a straightened picture of that size."""
    blur = 0.75 * size[0] / max(width_px, 8.0)
    return max(0, round(math.log2(max(blur, 0.5) / 0.5) * SOFT_STEPS))


def softened(picture: Picture, soft: int) -> Picture:
    """A picture blurred by so many steps."""
    sigma = 0.5 * 2 ** (soft / SOFT_STEPS)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)


def unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows of length one."""
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6), np.float32)


def in_blocks(card: Evened, finer: int = 1, moved_px: tuple[int, int] = (0, 0)) -> NDArray[np.float32]:
    """(blocks, values) of a straightened card, its rim left out: nobody cuts there exactly. ``finer`` divides each.

    The card may be moved (down, right) within the rim first.
    """
    across, down = (count * finer for count in BLOCKS)
    high, wide = card.shape[:2]
    rim, (dy, dx) = round(wide * RIM), moved_px
    inner = np.zeros_like(card)
    inner[rim:-rim, rim:-rim] = card[rim - dy : high - rim - dy, rim - dx : wide - rim - dx]
    cut = inner.reshape(down, high // down, across, wide // across, 3).transpose(0, 2, 1, 3, 4)
    return np.ascontiguousarray(cut.reshape(across * down, -1))


def blocks_in_sight(sight: InSight, finer: int = 1) -> InSight:
    """(blocks,) those of ``in_blocks`` of which next to nothing is hidden."""
    across, down = (count * finer for count in BLOCKS)
    height, width = sight.shape[0] // down, sight.shape[1] // across
    return np.asarray(sight.reshape(down, height, across, width).mean(axis=(1, 3)).ravel() > 0.9, np.bool_)


@dataclass(frozen=True, eq=False)
class _Laid:
    """How one face is brought to where another lies: cut out at a quad, made so much lighter, and bent back."""

    quad_px: Floats | None
    gain: NDArray[np.float64] | None
    bend: NDArray[np.float32]

    def drawn(self, onto: Picture, picture: Picture) -> Picture:
        """The face ``picture`` where the face ``onto`` lies."""
        if self.quad_px is not None:
            picture = Levels(picture).straight(self.quad_px, LARGE)
            if self.gain is not None:
                picture = _filled_up(picture, self.quad_px, onto, self.gain)
        return bent_back(picture, self.bend)


def _filled_up(straight: Picture, quad_px: Floats, onto: Picture, gain: NDArray[np.float64]) -> Picture:
    """A face straightened at a quad of its own picture, and ``onto`` in that face's light wherever the quad leaves it.

    A face that was cut out within its frame shows nothing there, and what is not shown must not tell two faces apart.
    """
    within = _shown(quad_px, straight).astype(np.bool_)
    return np.where(within[..., None], straight, np.clip(onto * gain, 0, 255)).astype(np.uint8)


def _gain(straight: Picture, quad_px: Floats, onto: Picture) -> NDArray[np.float64] | None:
    """How many times lighter a straightened face is than ``onto`` in each colour; None where all of it is shown."""
    shown = _shown(quad_px, straight)
    if shown[1:-1, 1:-1].all():
        return None
    return _medians(straight, shown) / np.maximum(_medians(onto, shown), 1)


def _shown(quad_px: Floats, straight: Picture) -> Picture:
    """(h, w) 1 where a face that was straightened at a quad of its own picture shows that picture."""
    size = (straight.shape[1], straight.shape[0])
    to = cv2.getPerspectiveTransform(quad_px.astype(np.float32), rectangle(size))
    there = cv2.perspectiveTransform(rectangle(size)[None].astype(np.float64), to)[0]
    shown = np.zeros(straight.shape[:2], np.uint8)
    cv2.fillConvexPoly(shown, np.rint(there - 0.5).astype(np.int32), 1)
    return np.asarray(cv2.erode(shown, np.ones((3, 3), np.uint8)), np.uint8)


def _medians(picture: Picture, where: Picture) -> NDArray[np.float64]:
    """The median of each colour of a picture, of the pixels that are not 0 in ``where``."""
    found = []
    for channel in range(3):
        below = np.cumsum(cv2.calcHist([picture], [channel], where, [256], [0, 256]))
        middle = [(below[-1] - 1) // 2, below[-1] // 2]
        found.append(np.searchsorted(below, middle, "right").mean())
    return np.array(found, np.float64)


def _shrunk(picture: Picture, size: Size) -> Picture:
    if picture.shape[1::-1] == size:
        return np.ascontiguousarray(picture)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def size_for(width_px: float) -> Size:
    """The size a card is compared at."""
    return LARGE if width_px >= 100 else MIDDLE
