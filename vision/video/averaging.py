"""Cards too small or too noisy for one frame of a video, read from several frames averaged.

    averager = FrameAverager()
    averager.carry(moved)                         # for every frame: where the places lie now
    cards += averager.read(frame, photo, decks)   # after every full look: what it did not read by itself

Noise is new in every frame and the symbol is not: each place that looks like a code and was not read keeps its last
few patches (``FrameAverager``). Their maps are refined on the parts all symbols share, then, all for one symbol, on the
whole of it; what is averaged are the soft modules, so that frames a fraction of a pixel apart add resolution too
(``read_averages``). A place that was read once is read in every look, so that a card at the limit does not come and go.

How much an average may be trusted is measured, never counted up from the frames: noise that repeats, as the artefacts
of a compressed picture do while the camera stands still, stays in the average, and in the correlation
``read.acceptance`` judges. Every further attempt at a place is one more chance to be wrong, so the odds asked for grow
with the frames. And the even and the odd frames, which share none of their noise, have to name the same card, and the
newest frame to show it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from rules.values.cards import Deck
from vision.code_text_meaning import meaning
from vision.picture import homography
from vision.picture.decoding import Frame
from vision.picture.homography import Floats, Homography, project_quad
from vision.picture.opencv_setup import cv2
from vision.picture.sampling import Pyramid, Soft
from vision.read import acceptance, alignment
from vision.read.alignment import AlignedSquares, Ints
from vision.read.closed_set import LEAST_FIXED, LEAST_FIXED_READ, LEAST_PX, STEPS_WHOLE, TRIED
from vision.read.symbol_index import BLURS, SymbolIndex, index_of
from vision.sighting import CardSeen, Photo, Quad, Sighting, same_place

FEWEST = 2
"""Frames it takes."""


# --- places kept from frame to frame --------------------------------------------------------------------------------


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
        """Whether there is something new to average: a frame more, at one of the counts in ATTEMPTS."""
        if not self.fresh or len(self.patches) < FEWEST:
            return False
        return bool(self.text) or self.added in ATTEMPTS or (self.added > FRAMES and self.added % FRAMES == 0)


@dataclass(eq=False)
class FrameAverager:
    """The places of one camera's look that were not read at once. Coordinates are of full-size frames."""

    places: list[_Place] = field(default_factory=list)

    def carry(self, moved: Homography | None) -> None:
        """To the next frame: every place moves as the camera's ``moved`` (3, 3) says; with None all are given up."""
        if moved is None:
            self.places.clear()
        for one in self.places:
            one.quad_px = np.array(project_quad(moved, _quad(one.quad_px))) if moved is not None else one.quad_px

    def read(self, frame: Frame, photo: Photo, decks: Sequence[Deck]) -> tuple[CardSeen, ...]:
        """The cards that frames averaged tell after this one, without those ``photo``, its own reading, has already."""
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
    return float(homography.side_lengths(quad_px[None]).mean()) / index.modules


# --- one code's patches read together -------------------------------------------------------------------------------


TILE_PX = 64
"""A patch: a code of 1.3 pixels a module and half as much around, at any turn."""
LEAST_VISIBLE = 0.9
"""Of a patch's modules: single bright ones are noise on white paper, many are a lamp."""
LEAST_NEWEST = 0.25
"""Correlation with the newest frame alone, where it has to be the best too: another card may lie there by now."""


@dataclass(frozen=True, eq=False)
class Patch:
    """A piece of a frame, (TILE_PX, TILE_PX) grey, and the code's corners in it."""

    image: NDArray[np.uint8]
    quad_px: Floats


def patch_of(image: NDArray[np.uint8], quad_px: Floats) -> Patch | None:
    """The piece around a code; None where the code is not all in the picture."""
    height, width = image.shape[:2]
    if not ((quad_px >= 1).all() and (quad_px <= np.array([width, height]) - 1).all()):
        return None
    x, y = np.round(quad_px.mean(axis=0)).astype(int) - TILE_PX // 2
    grey = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    inside = grey[max(0, y) : max(0, y + TILE_PX), max(0, x) : max(0, x + TILE_PX)]
    above, left = max(0, -y), max(0, -x)
    below, right = TILE_PX - above - inside.shape[0], TILE_PX - left - inside.shape[1]
    tile = cv2.copyMakeBorder(inside, above, below, left, right, cv2.BORDER_REPLICATE)
    return Patch(np.asarray(tile, np.uint8), quad_px - (x, y))


@dataclass(frozen=True, eq=False)
class AverageReading:
    """What several patches of one place say together. ``quad_px`` (4, 2) is in the last, ``score`` as in Reading."""

    text: str
    score: float
    quad_px: Floats
    accepted: bool
    second: bool


def read_averages(
    places: Sequence[Sequence[Patch]], index: SymbolIndex, known: Sequence[str] = ()
) -> list[AverageReading | None]:
    """A reading for each place's patches; None where too few of them look like a code, or the last does not.

    ``known`` are texts read at the places before, "" for none: such a place is only asked whether it still says so.
    """
    patches = [(place, patch) for place, own in enumerate(places) for patch in own]
    out: list[AverageReading | None] = [None] * len(places)
    if not patches:
        return out
    state = _side_by_side(patches, index)
    fixed = alignment.refine_on_fixed(state)
    _, visible = state.seen()
    good = (fixed >= LEAST_FIXED) & (visible.mean(axis=1) >= LEAST_VISIBLE)
    last = np.cumsum([len(own) for own in places]) - 1
    tries: list[_Trial] = []
    for place, own in enumerate(places):
        members = np.flatnonzero(good & (state.which == place))
        if len(own) and good[last[place]] and len(members) >= FEWEST:
            tries += _trials(state.of(members), members, place, known[place] if known else "")
    for one in _refined(state, tries):
        before = out[one.place]
        reading = _judged(one, index, float(fixed[one.members].mean()))
        if before is None or reading.score > before.score:
            out[one.place] = reading
    return out


def still_shown(patches: Sequence[Patch], texts: Sequence[str], index: SymbolIndex) -> list[bool]:
    """Whether each patch, all by itself, still shows the code with that text, as far as one frame can tell."""
    if not patches:
        return []
    state = _side_by_side(list(enumerate(patches)), index)
    alignment.refine_on_fixed(state)
    found = acceptance.correlations(index, _rows(state), np.repeat(_all(index), len(patches), axis=0), state.blurs())
    return [
        max((float(row[number]) for number, known in enumerate(index.texts) if known == text), default=0.0)
        >= LEAST_NEWEST
        for row, text in zip(found, texts, strict=True)
    ]


def _side_by_side(patches: Sequence[tuple[int, Patch]], index: SymbolIndex) -> AlignedSquares:
    """All patches side by side in one picture, so that they are looked at in step."""
    across = math.ceil(math.sqrt(len(patches)))
    picture = np.full((TILE_PX * math.ceil(len(patches) / across), TILE_PX * across), 255, np.uint8)
    quads = np.empty((len(patches), 4, 2))
    for number, (_, patch) in enumerate(patches):
        y, x = (TILE_PX * one for one in divmod(number, across))
        picture[y : y + TILE_PX, x : x + TILE_PX] = patch.image
        quads[number] = patch.quad_px + np.array([x, y])
    which = np.array([place for place, _ in patches], np.int64)
    return AlignedSquares(
        Pyramid([picture]), index, which, levels=np.zeros(len(patches), np.int64), maps=homography.square_maps(quads)
    )


@dataclass(eq=False)
class _Trial:
    """One symbol for one place: the rows of its patches, the blur to begin with, and what refining makes of them.

    ``newest`` is the last patch before any symbol was held against it.
    """

    place: int
    members: Ints
    symbol: int
    blur: int
    newest: Soft
    rows: Soft = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    maps: Floats = field(default_factory=lambda: np.zeros((0, 3, 3)))


def _trials(state: AlignedSquares, members: Ints, place: int, known: str) -> list[_Trial]:
    """The symbols the average looks most like before any of them is refined."""
    index, blur = state.index, int(np.median(state.blurs()))
    rows = _rows(state)
    if known:
        both = [number for number, text in enumerate(index.texts) if text == known]
        return [_Trial(place, members, symbol=number, blur=blur, newest=rows[-1:]) for number in both]
    first = acceptance.correlations(index, _mean(rows), _all(index), np.array([blur]))[0]
    return [
        _Trial(place, members, symbol=int(number), blur=blur, newest=rows[-1:]) for number in np.argsort(-first)[:TRIED]
    ]


def _refined(state: AlignedSquares, tries: list[_Trial]) -> list[_Trial]:
    """Every patch of every try refined on its symbol, all in step."""
    if not tries:
        return tries
    counts = [len(one.members) for one in tries]
    each = state.of(np.concatenate([one.members for one in tries]))
    symbols = np.repeat(state.index.symbols[[one.symbol for one in tries]], counts, axis=0)
    blurs = np.repeat([one.blur for one in tries], counts)
    for far in STEPS_WHOLE:
        alignment.refine(each, symbols, np.maximum(blurs, far), stiff=0.002)
    rows, ends = _rows(each), np.cumsum(counts)
    for one, begin, end in zip(tries, ends - counts, ends, strict=True):
        one.rows, one.maps = rows[begin:end], each.maps[begin:end]
    return tries


def _judged(one: _Trial, index: SymbolIndex, fixed: float) -> AverageReading:
    """What the refined patches of one try say together, under the blur that explains them best."""
    mean = _mean(one.rows)
    every = [acceptance.weigh(index, mean, _all(index), np.array([blur])) for blur in _blurs_near(one.blur)]
    best = max(range(len(every)), key=lambda number: float(every[number][1].score[0]))
    top, evidence = every[best]
    strength, text = float(acceptance.strengths(evidence)[0]), index.texts[top[0]]
    quads = homography.square_corners(one.maps)
    px = float(homography.side_lengths(quads).mean()) / index.modules
    sure = strength > math.log(len(one.rows)) and fixed >= LEAST_FIXED_READ and px >= LEAST_PX
    accepted = sure and _agreed(one, index, int(top[0]), _blurs_near(one.blur)[best])
    quad, second = quads[-1] - _origin(quads[-1]), bool(top[0] >= index.second_from)
    return AverageReading(text, float(evidence.score[0]), quad_px=quad, accepted=accepted, second=second)


def _blurs_near(blur: int) -> list[int]:
    return [one for one in (blur - 1, blur, blur + 1) if 0 <= one < len(BLURS)]


def _origin(quad_px: Floats) -> Floats:
    """The corner of the tile a quad lies in."""
    return np.asarray(np.floor(quad_px.mean(axis=0) / TILE_PX) * TILE_PX, np.float64)


def _rows(state: AlignedSquares) -> Soft:
    """(n, t) the modules that carry data of every patch, light taken out, of norm 1."""
    return state.index.without_light(state.seen()[0][:, state.index.data_numbers])


def _mean(rows: Soft) -> Soft:
    return np.asarray(rows.mean(axis=0, keepdims=True), np.float32)


def _all(index: SymbolIndex) -> NDArray[np.bool_]:
    return np.ones((1, len(index.data_numbers)), np.bool_)


def _agreed(one: _Trial, index: SymbolIndex, number: int, blur: int) -> bool:
    """Whether each half of the frames names that card by itself, and the newest shows it."""
    halves = np.concatenate([_mean(one.rows[::2]), _mean(one.rows[1::2]), one.newest])
    found = acceptance.correlations(index, halves, np.repeat(_all(index), 3, axis=0), np.full(3, blur))
    return bool((found.argmax(axis=1) == number).all() and found[2, number] >= LEAST_NEWEST)
