"""Where whole cards may lie: outlines with four straight sides, whatever is on the card.

Edges, local brightness and what stands out from the table each give contours; a contour whose hull has four straight
sides of a card's proportions is a place. A card's corners are round, so its corners are where lines through the
middles of its sides meet. A picture is looked through in several sizes, each for the cards that are small there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]
FIRST_PX = 1400
"""The longest side of the smallest size a picture is looked at in."""
NEARLY_WHOLE = 0.65
LEAST_SIDE_PX = 26.0
"""The shorter side of a card, at least, in the size it is found in ..."""
MOST_SMALL_PX = 110.0
"""... and at most in every size but the smallest, where it was found already."""
PROPORTION = (0.95, 2.6)
"""Long sides to short ones, as seen: a card may lie aslant."""
SPREAD = 1.7
"""A side to the one across, at most: the near end of a card looks larger."""
MOST_CONTOURS = 1000
"""Of a mask at most so many contours are looked at, those around most first: a photo of nine cards has some 300."""
MOST_DISTINCT = 1000
"""At most so many places are proposed, those most masks agree on."""
ROUNDS, HUBER_PX = 3, 1.345
"""How often a line is drawn anew through a side, and from which distance a point of it counts less."""
SHARES = np.linspace(0, 1, 10, endpoint=False)
"""A straight piece of a hull counts by so many points, those of its corners alone would not weigh enough."""


def card_outlines(image_bgr: Picture) -> Floats:
    """Quads (n, 4, 2) in the picture's pixels that may be whole cards, clockwise, a short side first."""
    return _distinct(np.concatenate([quads for quads, _ in _by_size(image_bgr)]))


def outlines_coarse_to_fine(image_bgr: Picture) -> Iterator[tuple[Floats, float]]:
    """Quads as of ``card_outlines``, those of large cards first, each lot with how wide the cards of the next may be.

    Who knows from one lot how large the cards are need not look for the small ones: that takes longest.
    """
    for quads, next_px in _by_size(image_bgr):
        yield _distinct(quads), next_px


def _by_size(image_bgr: Picture) -> Iterator[tuple[Floats, float]]:
    height, width = image_bgr.shape[:2]
    scale = _whole(min(FIRST_PX / max(height, width), 2.0))
    most = float(max(height, width)) * scale
    while True:
        sized = _resized(image_bgr, scale)
        quads = np.concatenate([_quads(mask, most) for mask in _masks(sized)]) / scale
        finer = _whole(min(scale * 2, 1.0)) if scale < 1 else 0.0
        yield quads[~_is_frame(quads, width, height)], MOST_SMALL_PX / finer if finer else 0.0
        if not finer:
            return
        scale, most = finer, MOST_SMALL_PX


def _whole(scale: float) -> float:
    """The picture's own size where a scale comes near to it."""
    return 1.0 if NEARLY_WHOLE <= scale < 1 else scale


def _is_frame(quads: Floats, width: int, height: int) -> NDArray[np.bool_]:
    """Which quads are the picture's own edge."""
    rim = 0.02 * max(width, height)
    x, y = quads[..., 0], quads[..., 1]
    at_edge = [(x < rim).any(axis=1), (y < rim).any(axis=1), (x > width - rim).any(axis=1)]
    return np.asarray(np.sum([*at_edge, (y > height - rim).any(axis=1)], axis=0) >= 3, np.bool_)


def _resized(image: Picture, scale: float) -> Picture:
    if scale == 1:
        return image
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=way), np.uint8)


def _masks(image: Picture) -> Iterator[Picture]:
    """Pictures of lines and of areas whose contours may be a card's."""
    smooth = cv2.GaussianBlur(image, (0, 0), 1.0)
    dx, dy = _steepest(np.asarray(smooth, np.uint8))
    for low, high in ((20, 60), (50, 130), (110, 260)):
        yield np.asarray(cv2.dilate(cv2.Canny(dx, dy, low, high), np.ones((3, 3), np.uint8)), np.uint8)
    light = cv2.cvtColor(smooth, cv2.COLOR_BGR2GRAY)
    for reach in (51, 151):
        for kind, offset in ((cv2.THRESH_BINARY, -6), (cv2.THRESH_BINARY_INV, 6)):
            yield np.asarray(
                cv2.adaptiveThreshold(light, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, reach, offset), np.uint8
            )
    for plane in (light, cv2.cvtColor(smooth, cv2.COLOR_BGR2HSV)[..., 1]):
        cut = cv2.threshold(plane, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1]
        yield np.asarray(cut, np.uint8)
        yield np.asarray(255 - cut, np.uint8)


def _steepest(smooth: Picture) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """How steeply a picture changes across and down, in whichever of its colours does most.

    One colour after the other: all three at once would take half a gigabyte for twelve megapixels.
    """
    dx, dy = (np.zeros(smooth.shape[:2], np.int16) for _ in range(2))
    most = np.full(smooth.shape[:2], -1, np.int16)
    for colour in cv2.split(smooth):
        across, down = cv2.Sobel(colour, cv2.CV_16S, 1, 0), cv2.Sobel(colour, cv2.CV_16S, 0, 1)
        strength = np.abs(across) + np.abs(down)  # at most 2,040: it fits
        steeper = cv2.compare(strength, most, cv2.CMP_GT)
        for kept, new in ((dx, across), (dy, down), (most, strength)):
            cv2.copyTo(new, steeper, kept)
    return dx, dy


def _quads(mask: Picture, most_px: float) -> Floats:
    """(n, 4, 2) what is outlined in a mask by four straight sides, and may be a card."""
    hulls, corners = list[Floats](), list[NDArray[np.intp]]()
    for contour in _largest(cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0], most_px):
        hull = cv2.convexHull(contour)[:, 0]
        if cv2.contourArea(hull) < LEAST_SIDE_PX**2 * 1.2:
            continue
        four = _four_corners(hull)
        if four is not None:
            hulls.append(hull.astype(np.float64))
            corners.append(four)
    if not hulls:
        return np.empty((0, 4, 2))
    quads, areas = _straight_sides(hulls, corners), np.array([cv2.contourArea(one.astype(np.float32)) for one in hulls])
    quads, areas = _convex(quads, areas)
    filled = areas / np.maximum(_area(quads), 1.0)
    quads = _as_cards(quads[(filled > 0.92) & (filled < 1.04)])
    return np.asarray(quads[np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1) <= most_px], np.float64)


def _largest(contours: Sequence[Any], most_px: float) -> list[Any]:
    """The contours that may be a card's for their size; where there are too many, those around most."""
    near = []
    for contour in contours:
        if len(contour) >= 3 * LEAST_SIDE_PX:
            *_, width, height = cv2.boundingRect(contour)
            side = min(width, height)
            if LEAST_SIDE_PX <= side <= 2 * most_px:
                near.append((side, contour))
    if len(near) > MOST_CONTOURS:
        near.sort(key=lambda one: -one[0])
    return [contour for _, contour in near[:MOST_CONTOURS]]


def _four_corners(hull: NDArray[np.int32]) -> NDArray[np.intp] | None:
    """Which points of a hull are its four corners, in the hull's order; None where it has more or fewer."""
    around = cv2.arcLength(hull, True)
    for share in (0.03, 0.05, 0.08):
        corners = cv2.approxPolyDP(hull, share * around, True)[:, 0]
        if len(corners) == 4:
            return np.sort((hull[:, None] == corners).all(axis=2).argmax(axis=0))
    return None


def _straight_sides(hulls: Sequence[Floats], corners: Sequence[NDArray[np.intp]]) -> Floats:
    """(n, 4, 2) where lines through the middles of hulls' four sides meet; not finite where a side has no line.

    ``corners`` are each hull's, as numbers of its points. All hulls at once: one by one this took most of the time.
    """
    points, side, ways, begins = _along_sides(hulls, corners)
    lengths = np.hypot(*ways.T)
    (u, v), (dx, dy) = (points - begins[side]).T, (ways / np.maximum(lengths, 1e-9)[:, None])[side].T
    along, beside = (u * dx + v * dy) / np.maximum(lengths[side], 1e-9), np.abs(v * dx - u * dy)
    middle = (along > 0.12) & (along < 0.88) & (beside < 0.05 * lengths[side] + 1.5)
    direction, through = _lines(points[middle], side[middle], len(begins))
    direction[(np.bincount(side[middle], minlength=len(begins)) < 4) | (lengths < 12)] = np.nan
    return _meetings(direction.reshape(-1, 4, 2), through.reshape(-1, 4, 2))


def _along_sides(
    hulls: Sequence[Floats], corners: Sequence[NDArray[np.intp]]
) -> tuple[Floats, NDArray[np.intp], Floats, Floats]:
    """Points (m, 2) along all hulls, which side of which hull each is on, and how and where each side runs (4n, 2)."""
    begins = np.concatenate([hull[four] for hull, four in zip(hulls, corners, strict=True)])
    ends = np.concatenate([hull[np.roll(four, -1)] for hull, four in zip(hulls, corners, strict=True)])
    ahead = np.concatenate([np.roll(hull, -1, axis=0) for hull in hulls])
    every = np.concatenate(hulls)
    # From each corner to the next a hull follows one side; what comes before its first corner is of the last.
    side = np.concatenate(
        [
            4 * number + (np.searchsorted(four, np.arange(len(hull)), side="right") - 1) % 4
            for number, (hull, four) in enumerate(zip(hulls, corners, strict=True))
        ]
    )
    points = (every[:, None] + (ahead - every)[:, None] * SHARES[:, None]).reshape(-1, 2)
    return points, np.repeat(side, len(SHARES)), ends - begins, begins


def _lines(points: Floats, side: NDArray[np.intp], count: int) -> tuple[Floats, Floats]:
    """A line through the points of each side, a direction and a point (count, 2); what lies off counts less (Huber)."""
    weight = np.ones(len(points))
    for _ in range(ROUNDS):
        total = np.maximum(np.bincount(side, weight, count), 1e-9)
        through = np.stack([np.bincount(side, weight * points[:, axis], count) / total for axis in (0, 1)], axis=1)
        x, y = (points - through[side]).T
        xx, xy, yy = (np.bincount(side, weight * one, count) for one in (x * x, x * y, y * y))
        turn = 0.5 * np.arctan2(2 * xy, xx - yy)
        direction = np.stack([np.cos(turn), np.sin(turn)], axis=1)
        off = np.abs(y * direction[side, 0] - x * direction[side, 1])
        weight = np.minimum(1.0, HUBER_PX / np.maximum(off, 1e-9))
    return direction, through


def _meetings(direction: Floats, through: Floats) -> Floats:
    """(n, 4, 2) where each side's line meets the line before it, of directions and points (n, 4, 2)."""
    (a, b), (x, y) = np.moveaxis(np.roll(direction, 1, axis=1), 2, 0), np.moveaxis(np.roll(through, 1, axis=1), 2, 0)
    (c, d), (u, v) = np.moveaxis(direction, 2, 0), np.moveaxis(through, 2, 0)
    sine = a * d - b * c
    sine[np.abs(sine) < 0.2] = np.nan
    along = ((u - x) * d - (v - y) * c) / sine
    return np.stack([x + a * along, y + b * along], axis=2)


def _convex(quads: Floats, areas: Floats) -> tuple[Floats, Floats]:
    """The quads that are whole and turn the same way at every corner, clockwise, with the areas beside them."""
    ways = np.roll(quads, -1, axis=1) - quads
    ahead = np.roll(ways, -1, axis=1)
    turns = ways[..., 0] * ahead[..., 1] - ways[..., 1] * ahead[..., 0]
    counter = (turns < 0).all(axis=1)
    quads[counter] = quads[counter, ::-1]
    whole = (turns > 0).all(axis=1) | counter
    return quads[whole], areas[whole]


def _area(quads: Floats) -> Floats:
    across, down = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.asarray(np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]) / 2, np.float64)


def _as_cards(quads: Floats) -> Floats:
    """The quads of a card's proportions, each with a short side first."""
    sides = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    lying = sides[:, 0] + sides[:, 2] > sides[:, 1] + sides[:, 3]
    quads[lying], sides[lying] = np.roll(quads[lying], 1, axis=1), np.roll(sides[lying], 1, axis=1)
    proportion = (sides[:, 1] + sides[:, 3]) / (sides[:, 0] + sides[:, 2] + 1e-6)
    spread = np.abs(np.log(np.maximum(sides[:, :2], 1e-6) / np.maximum(sides[:, 2:], 1e-6))).max(axis=1)
    fits = (proportion >= PROPORTION[0]) & (proportion <= PROPORTION[1]) & (spread <= np.log(SPREAD))
    return np.asarray(quads[fits & (sides.min(axis=1) >= LEAST_SIDE_PX * 0.8)], np.float64)


def _distinct(quads: Floats) -> Floats:
    """One of those that are nearly the same, at most so many: the one that most agree with first."""
    if not len(quads):
        return np.empty((0, 4, 2))
    every = quads[np.argsort(quads[:, :, 0].mean(axis=1), kind="stable")]
    alike = _alike(every)
    free, kept = np.ones(len(every), bool), []
    for index in np.argsort([-len(near) for near in alike], kind="stable"):
        if free[index]:
            kept.append(np.median(_turned_alike(every[alike[index]], every[index]), axis=0))
            free[alike[index]] = False
            if len(kept) == MOST_DISTINCT:
                break
    return np.array(kept)


def _alike(every: Floats) -> list[NDArray[np.intp]]:
    """For each quad those nearly the same as it, of quads from left to right."""
    middles, sizes = every.mean(axis=1), np.sqrt(_area(every))
    reach = 0.05 * sizes
    first = np.searchsorted(middles[:, 0], middles[:, 0] - reach)
    last = np.searchsorted(middles[:, 0], middles[:, 0] + reach, side="right")
    alike = []
    for index, (begin, end) in enumerate(zip(first, last, strict=True)):
        near = np.abs(middles[begin:end] - middles[index]).max(axis=1) < reach[index]
        near &= np.abs(sizes[begin:end] / sizes[index] - 1) < 0.05
        alike.append(begin + np.nonzero(near)[0])
    return alike


def _turned_alike(quads: Floats, like: Floats) -> Floats:
    """Quads with their corners in the order of another's."""
    turned = np.stack([np.roll(quads, turns, axis=1) for turns in range(4)])
    best = np.abs(turned - like).sum(axis=(2, 3)).argmin(axis=0)
    return np.asarray(turned[best, np.arange(len(quads))], np.float64)
