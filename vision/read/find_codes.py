"""Every code in a grey picture: the general reader's word first, the known symbols for what is left.

1. The general reader looks at the picture as it is; what it reads is kept whatever it says.
2. From coarse to fine, candidates (search/candidates.py) are compared with the symbols known (closed_set.py). Once a
   few are found, their plane (search/table_plane.py) says which sizes are left to look for, and weak readings that do
   not lie in it are refused. Where nothing is found, or something pale, pale print is looked for. Where the table is
   seen from a steep side, it is looked at as from above; where something glares, through the reflection.
3. What looks like a code and is none of them goes to the general reader enlarged: a card of another game, an older
   print, a link.
4. One reading a place. Two equal codes at two places stay two.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.backends import zxing
from vision.picture import homography
from vision.picture.homography import Floats, clockwise, is_mirrored
from vision.picture.opencv_setup import cv2
from vision.picture.sampling import Pyramid
from vision.read import glare
from vision.read.closed_set import FARTHEST_PX, LEAST_FIXED_READ, Reading, read_squares
from vision.read.code_position import TRUSTED_FIT, FoundCode, fit_symbol, one_per_place, place_reading
from vision.read.symbol_index import SymbolIndex
from vision.search import candidates, pale_print, table_plane
from vision.search.birds_eye_view import view_from_above
from vision.search.candidates import SizeSearch
from vision.sighting import MODULES, Sighting, same_place

CROPS = 24
"""Places looked at enlarged, at most."""
CROP_LIKENESS = 0.75
CROP_PX = 1.1
"""Below this many pixels a module the general reader reads nothing, however enlarged."""
FITTED_PX = 3.0
"""The reader places a code to a fifth of a module. From this many pixels a module on, that is worth doing better."""
MOST_IN_VAIN = 150
"""Places of one size are compared so many at a time, the likeliest first, and the next only where one of them was read:
noise and cloth look like thousands of codes, which takes long. Of so many one may be a card by chance: the first card
is asked for the more log odds, the more places beyond these were compared in vain."""
LEAST_SIDE_PX = 8.0
"""Of a candidate: at less than half a pixel a module all codes look alike."""
SKEW, SKEW_NEAR = 0.10, 2.5
"""How far a code's opposite sides may differ, in sides: what half a pixel does to a small one, and what 60 degrees of
tilt do to one that takes up so much of the picture (2.25 times its side over the picture's, through a phone's lens)."""
IN_PLANE = 1.2
"""Readings further off the plane of the others than this factor need ..."""
OUT_OF_PLANE_SCORE = 0.85
"""... so much correlation to be believed: a card in a hand, not a pattern on the table cloth."""
VEILED = 8
"""Places that are looked at through a reflection, at most."""
ENLARGED = 3
"""Readers want two pixels a module and more; an enlarged picture has them."""
TILE_PX = 1600
"""Enlarged tile by tile, so that the memory stays small ..."""
OVERLAP_PX = 224
"""... and each code small enough to need it is whole in one of them: 29 modules of 5 pixels, on the diagonal."""
CROP_SIDES = 1.9
"""Of a code, to have its quiet zone at any turn."""


@dataclass(frozen=True, eq=False)
class FoundCodes:
    """The codes of a picture, one a place, and the places that look like one of the index but could not be read.

    Of those ``unread`` has the corners (4, 2) and the likeness of what all symbols share, -1 to 1. ``looked_px``
    (n, 4, 2) are all places that were compared with the symbols, ``likeness`` (n,) how much each looked like one.
    ``passed_over`` is how many more looked like one and were not compared, because those likelier were none.
    """

    codes: list[FoundCode]
    unread: list[tuple[Floats, float]]
    looked_px: Floats
    likeness: Floats
    passed_over: int = 0


def find_codes(
    grey: NDArray[np.uint8],
    index: SymbolIndex | None,
    known: Callable[[str], bool],
    *,
    any_codes: bool = False,
    near_px: Floats | None = None,
    thorough: bool = True,
) -> FoundCodes:
    """What is to be seen in a grey picture (h, w), each at its place in it, in pixels.

    The symbols of ``index`` are found down to some 0.8 pixels a module, other codes as far as the general reader gets;
    with ``any_codes`` it looks at the whole picture enlarged too. ``known`` says whether a text is one looked for,
    which may be more than the index holds: it is believed before others at the same place. ``near_px`` (n, 4, 2) are
    places to look at first, where codes of the index were a moment before. Where it need not be ``thorough``, pale
    print is not looked for in a picture on which nothing was found.
    """
    search = _Search(grey, index, known)
    readings, unread_px = zxing.read_with_unread(grey)
    search.place_general_readings(readings)
    first_px = unread_px if near_px is None else np.concatenate([unread_px, near_px])
    search.compare_with_index(first_px, np.ones(len(first_px)))
    search.near_and_far()
    search.pale_print(thorough=thorough)
    search.from_above()
    search.through_glare()
    search.doubt_one_of_many()
    search.place_general_readings(read_enlarged(grey, search.likely_places()))
    if any_codes:
        search.place_general_readings(read_tiles_enlarged(grey))
    return FoundCodes(
        one_per_place(search.placed), search.unread_places(), search.tried_px, search.likeness, search.passed_over
    )


@dataclass(eq=False)
class _Search:
    """A picture being searched: what is placed so far, and which candidates were tried in vain.

    ``found_px`` (n, 4, 2) are the places of the known codes; ``tried_px`` (m, 4, 2) all candidates compared, each with
    its ``likeness`` (m,); ``weak`` those among them that have a code's fixed parts, and how surely,
    but were not read. ``odds`` are those of the readings by comparing.
    """

    grey: NDArray[np.uint8]
    index: SymbolIndex | None
    known: Callable[[str], bool]
    pyramid: Pyramid = field(init=False)
    placed: list[FoundCode] = field(default_factory=list)
    found_px: Floats = field(default_factory=lambda: np.zeros((0, 4, 2)))
    tried_px: Floats = field(default_factory=lambda: np.zeros((0, 4, 2)))
    likeness: Floats = field(default_factory=lambda: np.zeros(0))
    weak: list[tuple[Floats, float]] = field(default_factory=list)
    odds: list[float] = field(default_factory=list)
    passed_over: int = 0

    def __post_init__(self) -> None:
        self.pyramid = Pyramid([np.ascontiguousarray(self.grey)])

    def place_general_readings(self, sightings: Iterable[Sighting]) -> None:
        """Place what the general reader read; the known among it all at once."""
        fresh = [one for one in sightings if not self._has(one)]
        quads = np.array([one.corners_px for one in fresh], np.float64).reshape(-1, 4, 2)
        readings = read_squares(self.pyramid, quads, self.index) if self.index and fresh else [None] * len(fresh)
        for sighting, reading in zip(fresh, readings, strict=True):
            if reading is not None and reading.accepted and reading.text == sighting.text:
                self._add(reading)
            elif not self._has(sighting):
                self._keep(place_reading(self.grey, sighting, self.known(sighting.text)))

    def compare_with_index(self, quads_px: Floats, likeness: Floats) -> None:
        """Compare candidates with the deck, where nothing is placed yet."""
        if self.index is None or not len(quads_px):
            return
        sound = (np.abs(quads_px) < FARTHEST_PX).all(axis=(1, 2))
        quads_px, likeness = quads_px[sound], likeness[sound]
        fresh = homography.area_roots(quads_px) > LEAST_SIDE_PX
        fresh &= ~_on(quads_px, self.found_px, 0.4) & ~_on(quads_px, self.tried_px, 0.04)
        quads_px, likeness = quads_px[fresh], likeness[fresh]
        chosen = candidates.distinct_places(quads_px, likeness)
        quads_px, likeness = quads_px[chosen], likeness[chosen]
        while len(quads_px) and self._compare(quads_px[:MOST_IN_VAIN], likeness[:MOST_IN_VAIN]):
            quads_px, likeness = quads_px[MOST_IN_VAIN:], likeness[MOST_IN_VAIN:]
        self.passed_over += len(quads_px[MOST_IN_VAIN:])

    def _compare(self, quads_px: Floats, likeness: Floats) -> bool:
        """Compare these places with the deck; whether one of them was read, so that more are worth while."""
        assert self.index is not None
        asked = 0.0 if len(self.found_px) else self._asked_of_one()
        looked = [one for one in read_squares(self.pyramid, quads_px, self.index, asked=asked) if one is not None]
        self.weak += [(one.quad_px, one.fixed) for one in looked if not one.accepted and one.fixed >= LEAST_FIXED_READ]
        readings = [one for one in looked if one.accepted]
        self.tried_px = np.concatenate([self.tried_px, quads_px])
        self.likeness = np.concatenate([self.likeness, likeness])
        if not readings:
            return False
        found = np.array([one.quad_px for one in readings])
        fits = self.plane(np.concatenate([self.found_px, found])).fits(found, IN_PLANE)
        square = _square(found, max(self.grey.shape))
        before = len(self.placed)
        for index, reading in enumerate(readings):
            if square[index] and (fits[index] or reading.score >= OUT_OF_PLANE_SCORE):
                self._add(reading)
        return len(self.placed) > before

    def _asked_of_one(self) -> float:
        return math.log(max(1.0, len(self.tried_px) / MOST_IN_VAIN))

    def doubt_one_of_many(self) -> None:
        """Take back a single card that so many places were compared for that one may be a card by chance."""
        if len(self.found_px) == 1 and len(self.odds) == 1 and self.odds[0] < self._asked_of_one():
            self.placed = [one for one in self.placed if not one.known]
            self.found_px = self.found_px[:0]

    def near_and_far(self, *, pale: bool = False) -> None:
        """Look for codes of all sizes, coarse to fine; once some are found, only where their plane has codes so small.

        What is found at one size says more about the plane, so it is asked again after each.
        """
        if self.index is None:
            return
        looked: list[SizeSearch] = []
        while (look := self._next(looked)) is not None:
            table = self.plane(self.found_px) if len(self.found_px) else None
            look = replace(look, pale=pale)
            looked.append(look)
            self.compare_with_index(*candidates.find_candidates(self.pyramid, look, self.found_px, table))

    def pale_print(self, *, thorough: bool) -> None:
        """A second look for what is too pale for the first, where that has found nothing or something pale."""
        if self.index is None:
            return
        if pale_print.may_hide_more(self.pyramid, self.found_px) if len(self.found_px) else thorough:
            self.near_and_far(pale=True)

    def from_above(self) -> None:
        """Where the table is seen from a steep side, look at it as from above; what is found makes that view better."""
        before = 0
        # A single code twice as long as high says enough to find more, and they say it better.
        while self.index is not None and before < len(self.found_px):
            before = len(self.found_px)
            view = view_from_above(self.plane(self.found_px), self.found_px, self.grey.shape)
            if view is not None:
                self.compare_with_index(*view.find_candidates(self.pyramid))

    def through_glare(self) -> None:
        """Where something in the plane looks like a code, says nothing and glares, look through what is mirrored."""
        if self.index is None or not len(self.found_px):
            return
        table = self.plane(self.found_px)
        veiled = table.fits(self.tried_px, candidates.OFF_SIZE) & ~_on(self.tried_px, self.found_px, 0.4)
        quads, likeness = self.tried_px[veiled], self.likeness[veiled]
        middles = quads[candidates.distinct_places(quads, likeness)[:VEILED]].mean(axis=1)
        for middle, module_px in zip(middles, table.likely_module_px(middles).tolist(), strict=True):
            part = glare.veiled_part(self.grey, middle, module_px) if module_px >= candidates.LEAST_PX else None
            for reading, place in part.read(self.index) if part else ():
                if _square(place[None], max(self.grey.shape))[0] and table.fits(place[None], IN_PLANE)[0]:
                    self._add(replace(reading, quad_px=place))

    def _next(self, looked: Sequence[SizeSearch]) -> SizeSearch | None:
        """The largest size that is still to be looked for, and where."""
        shape = self.grey.shape
        if len(self.found_px):
            return candidates.next_size(self.plane(self.found_px), shape, looked)
        before = {one.px_per_module for one in looked}
        return next((one for one in candidates.all_sizes(shape) if one.px_per_module not in before), None)

    def plane(self, quads_px: Floats) -> table_plane.Plane:
        """The plane of the table, as these codes tell it."""
        height, width = self.grey.shape
        return table_plane.plane_through(quads_px, MODULES, (width, height))

    def likely_places(self) -> Floats:
        """The likeliest places nothing was read at, (n, 4, 2)."""
        good = (self.likeness >= CROP_LIKENESS) & (homography.area_roots(self.tried_px) >= CROP_PX * MODULES)
        every = np.array([one.corners_px for one in self.placed], np.float64).reshape(-1, 4, 2)
        good &= ~_on(self.tried_px, every, 0.4)
        quads, likeness = self.tried_px[good], self.likeness[good]
        return quads[candidates.distinct_places(quads, likeness)[:CROPS]]

    def unread_places(self) -> list[tuple[Floats, float]]:
        """Places with the patterns of a code where nothing was read, the likeliest of those on one another."""
        kept: list[tuple[Floats, float]] = []
        weak = self.weak
        if weak and len(self.found_px):  # of another size than the cards there it is their art, or the table's
            quads = np.array([quad for quad, _ in weak])
            fits = self.plane(self.found_px).fits(quads, IN_PLANE) & _square(quads, max(self.grey.shape))
            weak = [one for one, fit_ in zip(weak, fits.tolist(), strict=True) if fit_]
        every = np.array([one.corners_px for one in self.placed], np.float64).reshape(-1, 4, 2)
        for quad, fixed in sorted(weak, key=lambda one: one[1], reverse=True):
            taken = np.concatenate([every, *(other[None] for other, _ in kept)])
            if not _on(quad[None], taken, 0.5)[0]:
                kept.append((quad, fixed))
        return kept[:CROPS]

    def _has(self, sighting: Sighting) -> bool:
        return any(
            one.text == sighting.text
            and one.confidence >= TRUSTED_FIT
            and same_place(one.corners_px, sighting.corners_px)
            for one in self.placed
        )

    def _add(self, reading: Reading) -> None:
        self.odds.append(reading.odds)
        text, quad_px, second = reading.text, reading.quad_px, reading.second
        if self.index and float(homography.area_roots(quad_px[None])[0]) > FITTED_PX * self.index.modules:
            quad_px = fit_symbol(self.grey, quad_px, self.index.matrix(text, second=second)).quad_px
        confidence = max(0.0, min(1.0, reading.score))
        self._keep(
            FoundCode(
                text,
                clockwise(quad_px),
                confidence=confidence,
                known=self.known(text),
                second=second,
                mirrored=is_mirrored(quad_px),
            )
        )

    def _keep(self, code: FoundCode) -> None:
        self.placed.append(code)
        if code.known:
            self.found_px = np.concatenate([self.found_px, np.array(code.corners_px)[None]])


def _on(quads_px: Floats, others_px: Floats, sides: float) -> NDArray[np.bool_]:
    """Which quads have their middle within so many of their sides of another's, and about its size."""
    if not len(others_px):
        return np.zeros(len(quads_px), np.bool_)
    size, other = homography.area_roots(quads_px), homography.area_roots(others_px)
    apart = np.linalg.norm(quads_px.mean(axis=1)[:, None] - others_px.mean(axis=1)[None], axis=2)
    near = apart < sides * np.minimum(size[:, None], other[None])
    if sides < 0.1:
        near &= np.abs(size[:, None] - other[None]) < sides * other[None]
    return np.asarray(near.any(axis=1), np.bool_)


def _square(quads_px: Floats, picture_px: int) -> NDArray[np.bool_]:
    """Which quads a small square can look like: what is bent to fit a pattern that is no code rarely does."""
    a, b, c, d = quads_px.transpose(1, 0, 2)
    side = np.linalg.norm(np.roll(quads_px, -1, axis=1) - quads_px, axis=2).mean(axis=1)
    skew = np.linalg.norm(a - b + c - d, axis=1) / side
    return np.asarray(skew < SKEW + SKEW_NEAR * side / picture_px, np.bool_)


# --- the general reader looking closer ------------------------------------------------------------------------------


def read_enlarged(grey: NDArray[np.uint8], quads_px: Floats) -> Iterator[Sighting]:
    """What the general reader reads at single places (n, 4, 2), enlarged."""
    height, width = grey.shape
    for quad in quads_px:
        reach = CROP_SIDES / 2 * float(homography.area_roots(quad[None])[0])
        low = np.clip(np.floor(quad.mean(axis=0) - reach), 0, (width - 1, height - 1)).astype(int)
        high = np.clip(np.ceil(quad.mean(axis=0) + reach), low + 1, (width, height)).astype(int)
        yield from _read_larger(grey[low[1] : high[1], low[0] : high[0]], int(low[0]), int(low[1]))


def read_tiles_enlarged(grey: NDArray[np.uint8]) -> Iterator[Sighting]:
    """What it reads in the whole picture, enlarged; what overlaps comes twice."""
    height, width = grey.shape
    step = TILE_PX - OVERLAP_PX
    for y in range(0, max(1, height - OVERLAP_PX), step):
        for x in range(0, max(1, width - OVERLAP_PX), step):
            yield from _read_larger(grey[y : y + TILE_PX, x : x + TILE_PX], x, y)


def _read_larger(part: NDArray[np.uint8], x: int, y: int) -> Iterator[Sighting]:
    larger = cv2.resize(part, None, fx=ENLARGED, fy=ENLARGED, interpolation=cv2.INTER_CUBIC)
    for found in zxing.read(np.asarray(larger, np.uint8), enlarged=True):
        a, b, c, d = ((px / ENLARGED + x, py / ENLARGED + y) for px, py in found.corners_px)
        yield replace(found, corners_px=(a, b, c, d))
