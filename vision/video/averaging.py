"""Cards too small or too noisy for one frame of a video, read from several laid on one another.

    piles = Piles()
    averager.carry(moved)                       # for every frame: where the places lie now
    cards += averager.read(frame, photo, decks) # after every full look: what it did not read by itself

Noise is new in every frame and the symbol is not: each place that looks like a code and was not read keeps its last
few patches, and averaged.py says what they say together. A place that was read once is read in every look, so that a
card at the limit does not come and go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from rules.values.cards import Deck
from vision.meaning import meaning
from vision.picture import sampling
from vision.picture.decoding import Frame
from vision.picture.homography import Homography, project_quad
from vision.picture.sampling import Floats
from vision.read.symbol_index import SymbolIndex, index_of
from vision.sighting import CardSeen, Photo, Quad, Sighting, same_place
from vision.video.averaged import FEWEST, LEAST_PX, Patch, patch_of, read_averages

FRAMES = 8
FORGET_LOOKS = 6
PLACES = 8
"""Places averaged in one look, at most; those tried least go first."""
SMALL_PX = 1.3
"""Pixels a module up to which a place is averaged: nearer, what hides a code is not noise."""
ATTEMPTS = (FEWEST, 3, 4, 6, 8)
"""Frames at which an unread place is tried; after the last of them again whenever all its frames are new."""
CONFIDENT = 0.79
"""The confidence of an average, at most: a second look has to agree on it, as on any far card."""


@dataclass(eq=False)
class _Place:
    """``quad_px``: where it lies now, in full-size pixels; its corners begin anywhere, and stay in that order.

    ``turns`` has how often, and how surely, each of them looked like the code's own top left.
    """

    quad_px: Floats
    patches: list[Patch] = field(default_factory=list)
    turns: Floats = field(default_factory=lambda: np.zeros(4))
    added: int = 0
    text: str = ""
    fresh: bool = False
    missed: int = 0
    """Looks in a row that have not seen it."""

    @property
    def due(self) -> bool:
        """Whether it is worth a try now."""
        if not self.fresh or len(self.patches) < FEWEST:
            return False
        return bool(self.text) or self.added in ATTEMPTS or (self.added > FRAMES and self.added % FRAMES == 0)


@dataclass(eq=False)
class FrameAverager:
    """The places of one camera's look that were not read at once. Coordinates are of full-size frames."""

    places: list[_Place] = field(default_factory=list)

    def carry(self, moved: Homography | None) -> None:
        """The next frame: every place where the camera's move puts it; without the move all are given up."""
        if moved is None:
            self.places.clear()
        for one in self.places:
            one.quad_px = np.array(project_quad(moved, _quad(one.quad_px))) if moved is not None else one.quad_px

    def read(self, frame: Frame, photo: Photo, decks: Sequence[Deck]) -> tuple[CardSeen, ...]:
        """The cards that come out of the averages with this full look, without those it has read by itself."""
        if not any(deck.cards for deck in decks):
            return ()
        index = index_of(decks)
        for one in self.places:
            one.fresh, one.missed = False, one.missed + 1
        for card in photo.cards:
            self._add(frame, card.corners_px, 1.0, index)
        for quad, fixed in photo.unread:
            self._add(frame, quad, fixed, index)
        self.places = [one for one in self.places if one.missed <= FORGET_LOOKS][-2 * PLACES :]
        read = [card.corners_px for card in photo.cards]
        wanted = [one for one in self.places if one.due and not any(same_place(q, _quad(one.quad_px)) for q in read)]
        wanted = sorted(wanted, key=lambda one: (not one.text, one.added))[:PLACES]
        found = []
        for place, reading in zip(
            wanted, read_averages([_turned(one) for one in wanted], index, [one.text for one in wanted]), strict=True
        ):
            place.text = reading.text if reading is not None and reading.accepted else ""
            if reading is not None and reading.accepted:
                means = meaning(Sighting(reading.text, _moved(frame, place, reading.quad_px), "pile"), decks)
                if isinstance(means, CardSeen):
                    confidence = round(min(reading.score, CONFIDENT), 3)
                    found.append(replace(means, confidence=confidence, second=reading.second))
        return tuple(found)

    def _add(self, frame: Frame, corners_px: Quad, fixed: float, index: SymbolIndex) -> None:
        """A look at a place: its patch, where it is small enough and all in the picture."""
        seen = np.array(corners_px)
        small = frame.from_full(seen)
        if not LEAST_PX <= _px_per_module(small, index) <= SMALL_PX:
            return
        if _mirrored(seen):
            seen, small = seen[[0, 3, 2, 1]], small[[0, 3, 2, 1]]
        patch = patch_of(frame.image, small)
        if patch is None:
            return
        place = next((one for one in self.places if same_place(_quad(one.quad_px), corners_px)), None)
        if place is None:
            place = _Place(seen)
            self.places.append(place)
        if place.fresh:
            return
        # The same corner first as before, whatever this look took it for.
        turn = int(np.linalg.norm(seen - place.quad_px[0], axis=1).argmin())
        place.turns[-turn % 4] += fixed
        place.quad_px = np.roll(seen, -turn, axis=0)
        place.patches = [*place.patches[1 - FRAMES :], replace(patch, quad_px=np.roll(patch.quad_px, -turn, axis=0))]
        place.added += 1
        place.fresh, place.missed = True, 0


def _turned(place: _Place) -> list[Patch]:
    """Its patches with the code's own top left first, as most of the looks had it."""
    turn = int(place.turns.argmax())
    return [replace(one, quad_px=np.roll(one.quad_px, -turn, axis=0)) for one in place.patches]


def _moved(frame: Frame, place: _Place, quad_px: Floats) -> Quad:
    """A quad in the newest patch as full-size pixels."""
    turn = int(place.turns.argmax())
    here = frame.from_full(np.roll(place.quad_px, -turn, axis=0))
    offset = here.mean(axis=0) - np.roll(place.patches[-1].quad_px, -turn, axis=0).mean(axis=0)
    return _quad(frame.to_full(quad_px + offset))


def _quad(points: Floats) -> Quad:
    a, b, c, d = ((round(float(x), 2), round(float(y), 2)) for x, y in points)
    return a, b, c, d


def _mirrored(quad: Floats) -> bool:
    x, y = quad.T
    return bool((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() < 0)


def _px_per_module(quad_px: Floats, index: SymbolIndex) -> float:
    return float(sampling.side_lengths(quad_px[None]).mean()) / index.modules
