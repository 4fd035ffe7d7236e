"""Why a picture's cards are not read: the one cause a person can do most about, and where it is.

    hint = hint_of(grey, found, foreign_px=[])       # None where nothing is left to say

Measured on the picture itself: how bright its paper is, how wide its sharpest edges are in each direction, how large,
how steep, how pale and how overexposed the places are that look most like a code. Only what is measured is said. Dark
and blurred come first, because they hide all the others; a wrong cure for them would send people the wrong way. That a
pattern cut the search short is said where nothing else is wrong: it may have no card on it at all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.picture import homography
from vision.picture.homography import Floats, clockwise
from vision.picture.opencv_setup import cv2
from vision.picture.sampling import Pyramid, resized
from vision.read.alignment import GLARE
from vision.search import candidates
from vision.search.candidates import SizeSearch
from vision.search.pale_print import ink_and_paper
from vision.sighting import MODULES, Hint, Quad

DARK = 70.0
"""Grey level of the brightest hundredth below which a picture is too dark."""
LOOKED_AT_PX = 2000
"""Edges are measured in pixels of a picture whose longer side is at most so long ..."""
BLOCK_PX = 24
"""... in blocks so large."""
LEAST_EDGE = 50.0
"""Grey levels between a block's darkest and brightest, to have an edge."""
DIRECTIONS = 4
FEW_BLOCKS = 6
SHARPEST = 3
"""The edge that counts: with three sharper ones in its direction, no direction is blurred."""
BLURRED_PX = 1.6
"""Standard deviation of the sharpest edges in that picture from which on it is blurred, ..."""
BLURRED_MODULES = 0.95
"""... or in modules of the codes that are there, where they are known."""
LIKELY = 0.83
"""Likeness with a code of a place too far away to be aligned."""
SURE_FIXED = 0.86
"""The same of what all symbols share, once aligned, of what surely is a code."""
FAR_PX = 0.95
"""Pixels a module below which a code is too far away; a larger one that is sharp and cannot be told is another deck's.
"""
STEEP = 2.4
"""How much longer than high a place is seen from too steep a side ..."""
STEEP_PX = 1.1
"""... where its shorter way has fewer pixels a module."""
GLARING = 0.12
"""Share of a place that is white itself, where a lamp is mirrored; the same with its rim would be paper."""
PALE = 0.14
"""Contrast of ink and paper below which print is too pale."""
FEWEST_IN_PATTERN = 2
"""Places that surely are codes, of hundreds that look like one; a single one is one by chance."""
FAR_SEARCH_PX = 0.45
"""Pixels a module of codes too far to be read, that are only counted ..."""
FEWEST_FAR = 2
MOST_PIXELS = 4_000_000
"""... in pictures up to this size, as the search enlarges them."""
CARD_SHARE = (0.001, 0.2)
"""Of the picture, a card's outline."""
SOLID = 0.9
"""Of its hull, what a card's outline fills."""
FEWEST_OUTLINES = 2
FLAT_CARD = 2.8
"""How much longer than high cards look from too steep a side, at least; from above 1.4."""
STRIP_PX = 80.0
"""Length of a card seen so, at least: shorter strips are parts of something far away."""
CARD_MODULES = 105.0
"""Modules along a card's shorter side."""
PALE_CARD = 0.3
"""Contrast of print with its paper on a whole card, below which its ink has nearly run out."""
PATCH_PX, MIDDLE_SHARE = 48, 0.7
"""Of a card's box that is looked at for it, and what of it."""
SPOTS, ROUND, SPOT_FILLS, HALO_GREY = 6, 2.0, 0.5, 130.0
"""White spots asked whether they are a lamp: hardly longer than wide, filling half of their box, and around them so
bright, for the most part, that the light falls off slowly."""
FALL_OFF_GREY = 6.0
"""How much brighter the inner half of what surrounds a lamp is than its outer half; beside paper both are the table."""
GLARE_SHARE = (0.0015, 0.35)
"""Of the picture: so much of it is white where a lamp is mirrored; more is overexposed."""


@dataclass(frozen=True, eq=False)
class Looked:
    """What reading a picture has tried in vain: places (n, 4, 2), their likeness (n,), and those that surely are codes,
    with the likeness of what all symbols share. ``passed_over`` places more were not tried, being too many."""

    tried_px: Floats
    likeness: Floats
    unread: Sequence[tuple[Floats, float]]
    read_any: bool
    passed_over: int = 0


def hint_of(grey: NDArray[np.uint8], looked: Looked, foreign_px: Sequence[Quad]) -> Hint | None:
    """The cause, or None where cards were read and nothing else looks like one."""
    if looked.read_any:
        return _of_the_rest(grey, looked)
    if foreign_px:
        return Hint("another_deck", foreign_px[0])
    if float(np.percentile(grey[::4, ::4], 99)) < DARK:
        return Hint("dark")
    outlines = card_outlines(grey)
    steep = _too_steep(outlines)
    if steep is not None:
        return steep
    places = _sure_places(looked)
    blur_px = edge_blur(grey)
    module_px = float(np.median(homography.area_roots(places))) / MODULES if len(places) else 0.0
    shown = min(1.0, LOOKED_AT_PX / max(grey.shape))
    if blur_px >= max(BLURRED_PX, BLURRED_MODULES * module_px * shown):
        return Hint("blurred")
    pyramid = Pyramid([np.ascontiguousarray(grey)])
    glare = _glare(grey, places)
    if glare is not None:
        return glare
    if len(places) < FEWEST_IN_PATTERN and looked.passed_over:
        # Before those too far away, which are looked for by the same likeness.
        return Hint("pattern")
    if len(places):
        return _of_places(pyramid, places)
    return _far(pyramid) or _pale_cards(grey, outlines) or Hint("no_card")


def _of_the_rest(grey: NDArray[np.uint8], looked: Looked) -> Hint | None:
    """Beside cards that were read: what a place that surely is a code lacks."""
    for quad, fixed in looked.unread:
        if fixed < SURE_FIXED:
            continue
        glare = _glare(grey, quad[None])
        return glare or _of_places(Pyramid([np.ascontiguousarray(grey)]), quad[None])
    return None


def _sure_places(looked: Looked) -> Floats:
    """(n, 4, 2) the places with all the patterns of a code, at most eight."""
    sure = [quad for quad, fixed in looked.unread if fixed >= SURE_FIXED]
    return np.array(sure[:8]).reshape(-1, 4, 2)


def _of_places(pyramid: Pyramid, places: Floats) -> Hint:
    """What is wrong with places that look like codes in a picture neither dark nor blurred."""
    sizes = homography.area_roots(places) / MODULES
    shorter, stretch = _shapes(places)
    middle = int(np.argsort(sizes)[len(sizes) // 2])
    mark = clockwise(places[middle])
    if float(np.median(stretch)) >= STEEP and float(np.median(shorter)) < STEEP_PX:
        return Hint("steep", mark)
    ink, paper = ink_and_paper(pyramid, places)
    contrast = (paper - ink) / np.maximum(paper, 1)
    if float(np.median(contrast)) < PALE * min(1.0, float(np.median(sizes))):
        return Hint("pale", mark)
    return Hint("far" if float(np.median(sizes)) < FAR_PX else "another_deck", mark)


def _shapes(quads_px: Floats) -> tuple[Floats, Floats]:
    """Pixels a module along each quad's shorter way, and how much longer than high it is, (n,) each."""
    a, b, c, d = quads_px.transpose(1, 0, 2)
    edges = np.stack([(b - a + c - d) / 2, (d - a + c - b) / 2], axis=2) / MODULES
    values = np.linalg.svd(edges, compute_uv=False)
    return np.asarray(values[:, 1]), np.asarray(values[:, 0] / np.maximum(values[:, 1], 1e-6))


def _glare(grey: NDArray[np.uint8], places: Floats) -> Hint | None:
    """A lamp mirrored on a place, or where nothing is left of the places a spot of white in an ordinary picture."""
    white = np.asarray(grey >= GLARE, np.uint8)
    share = float(white[::2, ::2].mean())
    if not GLARE_SHARE[0] <= share <= GLARE_SHARE[1]:
        return None
    for quad in places:
        low = np.clip(np.floor(quad.min(axis=0)), 0, None).astype(int)
        high = np.ceil(quad.max(axis=0)).astype(int)
        part = white[low[1] : high[1], low[0] : high[0]]
        if part.size and float(part.mean()) >= GLARING:
            return Hint("glare", clockwise(quad))
    whole = cv2.erode(white, np.ones((5, 5), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(whole, connectivity=8)
    for number in sorted(range(1, count), key=lambda one: -stats[one, 4])[:SPOTS]:
        x, y, w, h, area = stats[number].tolist()
        round_ = max(w, h) < ROUND * min(w, h) and area > SPOT_FILLS * w * h
        if area >= GLARE_SHARE[0] * grey.size / 4 and round_ and _has_halo(grey, labels, number, (x, y, w, h)):
            return Hint("glare", ((x, y), (x + w, y), (x + w, y + h), (x, y + h)))
    return None


def _has_halo(grey: NDArray[np.uint8], labels: Any, number: int, box: tuple[int, int, int, int]) -> bool:
    """Whether brightness falls off slowly around a white spot: paper ends at once."""
    x, y, w, h = box
    reach = max(6, min(w, h) // 4)
    rows, columns = slice(max(0, y - reach), y + h + reach), slice(max(0, x - reach), x + w + reach)
    spot = np.asarray(labels[rows, columns] == number, np.uint8)
    grown = cv2.dilate(spot, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    near = cv2.dilate(spot, np.ones((7, 7), np.uint8))
    half = cv2.dilate(spot, np.ones((reach + 1, reach + 1), np.uint8))
    around = grey[rows, columns]
    ring, inner, outer = (
        around[(wide > 0) & (hole == 0)] for wide, hole in ((grown, near), (half, near), (grown, half))
    )
    if not inner.size or not outer.size or float(np.percentile(ring, 25)) < HALO_GREY:
        return False
    return float(np.median(inner)) - float(np.median(outer)) >= FALL_OFF_GREY


@dataclass(frozen=True, eq=False)
class Outline:
    """A bright shape with a card's sides: its middle, its shorter side, how much longer the other is, and its box."""

    middle_px: tuple[float, float]
    shorter_px: float
    stretch: float
    box_px: Quad


def card_outlines(grey: NDArray[np.uint8]) -> list[Outline]:
    """Bright parallelograms that may be cards, where the table is darker than they are."""
    factor = min(1.0, LOOKED_AT_PX / max(grey.shape))
    size = (max(8, round(grey.shape[1] * factor)), max(8, round(grey.shape[0] * factor)))
    small = cv2.GaussianBlur(resized(Pyramid([np.ascontiguousarray(grey)]), size), (0, 0), 1.2)
    _, bright = cv2.threshold(small, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    shapes, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for shape in shapes:
        hull = cv2.convexHull(shape)
        area = cv2.contourArea(hull)
        if not CARD_SHARE[0] < area / small.size < CARD_SHARE[1] or cv2.contourArea(shape) < SOLID * area:
            continue
        moments = cv2.moments(hull)
        spread = np.array([[moments["mu20"], moments["mu11"]], [moments["mu11"], moments["mu02"]]]) / area
        low, high = np.linalg.eigvalsh(spread).tolist()
        # A parallelogram's area squared is 144 times what its second moments span; rounded corners take a little.
        if low <= 0 or abs(area * area / (144 * low * high) - 1) > 1 - SOLID:
            continue
        middle = (moments["m10"] / area / factor, moments["m01"] / area / factor)
        a, b, c, d = ((float(x) / factor, float(y) / factor) for x, y in cv2.boxPoints(cv2.minAreaRect(hull)))
        found.append(Outline(middle, math.sqrt(12 * low) / factor, math.sqrt(high / low), (a, b, c, d)))
    return found


def _too_steep(outlines: Sequence[Outline]) -> Hint | None:
    """Whether the cards are seen from a side so steep that they are mere strips."""
    large = [one for one in outlines if one.shorter_px * one.stretch >= STRIP_PX]
    if len(large) < FEWEST_OUTLINES or float(np.median([one.stretch for one in large])) < FLAT_CARD:
        return None
    return Hint("steep", max(large, key=lambda one: one.shorter_px).box_px)


def _pale_cards(grey: NDArray[np.uint8], outlines: Sequence[Outline]) -> Hint | None:
    """Cards large enough to be read on which next to nothing is printed darkly."""
    near = [one for one in outlines if one.shorter_px >= FAR_PX * CARD_MODULES and one.stretch < FLAT_CARD]
    pale = [one for one in near if _contrast_within(grey, one.box_px) < PALE_CARD]
    enough = len(pale) >= FEWEST_OUTLINES and 2 * len(pale) > len(near)
    return Hint("pale", max(pale, key=lambda one: one.shorter_px).box_px) if enough else None


def _contrast_within(grey: NDArray[np.uint8], box_px: Quad) -> float:
    """How much darker than its paper the darkest print in the middle of a card's box is, as a share of the paper."""
    inner = np.array([[-1, -1], [PATCH_PX, -1], [PATCH_PX, PATCH_PX], [-1, PATCH_PX]], np.float32)
    middle = np.array(box_px, np.float32).mean(axis=0)
    corners = middle + np.float32(MIDDLE_SHARE) * (np.array(box_px, np.float32) - middle)
    warp = cv2.getPerspectiveTransform(corners.astype(np.float32), inner)
    patch = cv2.warpPerspective(grey, warp, (PATCH_PX, PATCH_PX), flags=cv2.INTER_AREA)
    ink, paper = np.percentile(patch, (3, 85)).tolist()
    return float((paper - ink) / max(paper, 1.0))


def _far(pyramid: Pyramid) -> Hint | None:
    """Whether codes are there that are too far away to be read."""
    if pyramid.levels[0].size > MOST_PIXELS:
        return None
    everywhere = np.ones((candidates.CELLS + 1, candidates.CELLS + 1), np.bool_)
    quads, likeness = candidates.find_candidates(pyramid, SizeSearch(FAR_SEARCH_PX, everywhere))
    good = likeness >= LIKELY
    chosen = candidates.distinct_places(quads[good], likeness[good])
    return Hint("far", clockwise(quads[good][chosen[0]])) if len(chosen) >= FEWEST_FAR else None


def edge_blur(grey: NDArray[np.uint8]) -> float:
    """Standard deviation of the sharpest edges' blur, in the direction in which they are least sharp, in pixels of the
    picture made at most LOOKED_AT_PX long."""
    factor = min(1.0, LOOKED_AT_PX / max(grey.shape))
    size = (max(8, round(grey.shape[1] * factor)), max(8, round(grey.shape[0] * factor)))
    small = resized(Pyramid([np.ascontiguousarray(grey)]), size)
    soft = np.asarray(cv2.GaussianBlur(small, (0, 0), 0.8), np.float32)
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=0.125)
    height, width = (one // BLOCK_PX * BLOCK_PX for one in soft.shape)

    def blocks(plane: Any) -> NDArray[np.float32]:
        cut: NDArray[np.float32] = plane[:height, :width].reshape(
            height // BLOCK_PX, BLOCK_PX, width // BLOCK_PX, BLOCK_PX
        )
        return cut.transpose(0, 2, 1, 3).reshape(-1, BLOCK_PX * BLOCK_PX)

    values = blocks(soft)
    if not len(values):
        return 0.0
    low, high = np.partition(values, (6, values.shape[1] - 7), axis=1)[:, [6, -7]].T
    spread = high - low
    some = spread > LEAST_EDGE
    widths = []
    for direction in range(DIRECTIONS):
        angle = np.pi * direction / DIRECTIONS
        slope = np.abs(blocks(np.asarray(np.cos(angle) * across + np.sin(angle) * down, np.float32))[some])
        if len(slope) < FEW_BLOCKS:
            return 0.0
        steepest = np.partition(slope, -4, axis=1)[:, -4]
        wide = np.sort(spread[some] / np.maximum(steepest, 1e-3))[min(len(slope) - 1, SHARPEST)]
        widths.append(float(wide) / math.sqrt(2 * math.pi))
    return math.sqrt(max(max(widths) ** 2 - 0.8**2, 0.0))
