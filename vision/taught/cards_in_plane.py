"""Where further cards may lie on a table, once some have been found: rectangles of the cards' own size in its plane.

The cards found say how the camera sees the table. On the table seen from straight above, a card is a rectangle of a
known size, so its four sides are looked for at once, turned by turn, and a side that is hidden or has the table's
colour may be missing: places that have no outline of their own, and cards that lie under others.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2
from vision.search.table_plane import plane_through
from vision.taught.straight_card import Floats, Picture, card_width_px, rectangle

Reals = NDArray[np.float32]
WIDTH_PX = 36
"""How wide a card is on the table seen from above, ..."""
MOST_PX = 2200
"""... as long as the table's longer side has no more pixels than this."""
TURN_DEG = 5.0
PRIOR = 0.3
"""What the usual proportions of cards weigh against those of one card found."""
USUAL = 88 / 63
STRONG = 1.5
"""An edge counts in full from so many times the mean change of its surroundings on."""
LEAST_STRENGTH = 0.25
"""Of four sides in full."""
APART = 0.15
"""Of a card's width: of places nearer than this, turned alike, the strongest counts."""
MOST = 200


def cards_in_plane(image_bgr: Picture, found_px: Floats) -> Floats:
    """Quads (n, 4, 2) that may be cards like those found (m, 4, 2; m at least 1, clockwise, a short side first)."""
    table = _Table.of(found_px, image_bgr.shape[1::-1])
    if table is None:
        return np.empty((0, 4, 2))
    above, inside = table.seen_from_above(image_bgr)
    for quad in _moved(found_px.reshape(-1, 2), table.to_above).reshape(-1, 4, 2):
        cv2.fillConvexPoly(inside, np.rint(quad).astype(np.int32), 0)
    edges = _edges(above, inside)
    places = [place for turn in np.arange(0, 90, TURN_DEG) for place in _turned_places(edges, float(turn), table)]
    places.sort(key=lambda place: -place[0])
    return table.in_picture(np.array([quad for _, quad in places[:MOST]]).reshape(-1, 4, 2))


@dataclass(frozen=True, eq=False)
class _Table:
    """``to_above`` (3, 3) takes the picture's pixels to the table's, whose cards are ``card_px`` wide and high."""

    to_above: Floats
    card_px: tuple[float, float]
    size_px: tuple[int, int]

    @classmethod
    def of(cls, found_px: Floats, size_px: tuple[int, int]) -> _Table | None:
        """None where the cards found do not lie in one plane that the camera sees from above."""
        form = plane_through(_quarters(found_px), 1, size_px).form
        rim = np.array([[0, 0], [size_px[0], 0], [size_px[0], size_px[1]], [0, size_px[1]]], np.float64)
        if (np.column_stack([rim, np.ones(4)]) @ form).min() <= 0.2 * form @ (*(rim.mean(axis=0)), 1):
            return None
        level = np.array([[1, 0, 0], [0, 1, 0], form / (form @ (*rim.mean(axis=0), 1))])
        metric = _metric(_moved(found_px.reshape(-1, 2), level).reshape(-1, 4, 2))
        if metric is None:
            return None
        shape, height = metric
        to_table = np.block([[shape, np.zeros((2, 1))], [np.zeros((1, 2)), np.ones((1, 1))]]) @ level
        low, high = (way(_moved(rim, to_table), axis=0) for way in (np.min, np.max))
        scale = min(WIDTH_PX, MOST_PX / float((high - low).max()))
        if scale < WIDTH_PX / 3:
            return None
        shift = np.array([[scale, 0, -scale * low[0]], [0, scale, -scale * low[1]], [0, 0, 1]])
        width, height_px = (math.ceil(one) for one in (high - low) * scale)
        return cls(shift @ to_table, (scale, scale * height), (width, height_px))

    def seen_from_above(self, image_bgr: Picture) -> tuple[Picture, Picture]:
        """The table from straight above, and where the picture shows it."""
        height, width = image_bgr.shape[:2]
        middle = np.array([[width / 2, height / 2], [width / 2 + 1, height / 2], [width / 2, height / 2 + 1]])
        a, b, c = _moved(middle, self.to_above)
        shrink = math.sqrt(abs((b - a)[0] * (c - a)[1] - (b - a)[1] * (c - a)[0]))
        scale = min(1.0, 1.5 * shrink)
        small = (
            cv2.resize(image_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image_bgr
        )
        back = np.diag([width / small.shape[1], height / small.shape[0], 1.0])
        to = self.to_above @ back
        above = cv2.warpPerspective(small, to, self.size_px, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        inside = cv2.warpPerspective(np.full(small.shape[:2], 255, np.uint8), to, self.size_px)
        return np.asarray(above, np.uint8), np.asarray(cv2.erode(inside, np.ones((7, 7), np.uint8)), np.uint8)

    def in_picture(self, quads: Floats) -> Floats:
        return _moved(quads.reshape(-1, 2), np.linalg.inv(self.to_above).astype(np.float64)).reshape(-1, 4, 2)


def _quarters(found_px: Floats) -> Floats:
    """The four quarters of each card: their sizes tell how the table falls away, also where few cards are found."""
    grid = np.stack(np.meshgrid([0.0, 0.5, 1.0], [0.0, 0.5, 1.0]), axis=2)
    corners = np.array([[[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]] for x in (0, 1) for y in (0, 1)])
    quads = []
    for card in found_px:
        to = cv2.getPerspectiveTransform(rectangle((1, 1)), card.astype(np.float32))
        there = _moved(grid.reshape(-1, 2), np.asarray(to, np.float64)).reshape(3, 3, 2)
        quads += [there[quarter[:, 1], quarter[:, 0]] for quarter in corners]
    return np.array(quads)


def _metric(quads: Floats) -> tuple[Floats, float] | None:
    """(2, 2) that makes cards congruent rectangles of width 1, and their height, from quads (n, 4, 2) of a level table.

    With S = shape' shape each card says u' S u = 1, v' S v = height ** 2 and u' S v = 0 of its sides: linear in both.
    """
    rows, sums = [[0.0, 0.0, 0.0, PRIOR]], [PRIOR * USUAL**2]
    size = float(np.median([card_width_px(quad) for quad in quads]))
    for quad in quads / size:
        (a, b), (c, d) = (quad[1] - quad[0] + quad[2] - quad[3]) / 2, (quad[3] - quad[0] + quad[2] - quad[1]) / 2
        rows += [
            [a * a, 2 * a * b, b * b, 0],
            [c * c, 2 * c * d, d * d, -1],
            [2 * a * c, 2 * (a * d + b * c), 2 * b * d, 0],
        ]
        sums += [1, 0, 0]
    (p, q, r, square), *_ = np.linalg.lstsq(np.array(rows), np.array(sums), rcond=None)
    if square <= 1 or p <= 0 or p * r - q * q <= 0:
        return None
    return np.linalg.cholesky(np.array([[p, q], [q, r]])).T / size, math.sqrt(square)


def _edges(above: Picture, inside: Picture) -> Reals:
    """(h, w, 2) which way and how sharply the picture changes: of length 1 what stands out from its surroundings."""
    smooth = cv2.GaussianBlur(above, (0, 0), 0.7)
    every = np.stack([cv2.Sobel(smooth, cv2.CV_32F, x, y) for x, y in ((1, 0), (0, 1))], axis=3)
    strength = np.hypot(every[..., 0], every[..., 1])
    strongest = strength.argmax(axis=2)[..., None]
    steps = np.take_along_axis(strength, strongest, 2)[..., 0]
    ways = np.take_along_axis(every, strongest[..., None], 2)[..., 0, :]
    steps[inside == 0] = 0
    usual = cv2.blur(steps, (2 * WIDTH_PX + 1, 2 * WIDTH_PX + 1))
    share = np.minimum(steps / (STRONG * usual + 8), 1) / np.maximum(steps, 1e-3)
    return np.asarray(ways * np.where(inside == 0, 0, share)[..., None], np.float32)


def _turned_places(edges: Reals, turn_deg: float, table: _Table) -> list[tuple[float, Floats]]:
    """(strength, quad) of the rectangles whose short or long sides lie at that turn."""
    width, height = table.size_px
    reach = math.ceil(math.hypot(width, height))
    to = np.asarray(cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, 1.0), np.float64)
    to[:, 2] += np.array([reach - width, reach - height]) / 2
    turned = np.abs(cv2.transform(cv2.warpAffine(edges, to, (reach, reach)), to[:, :2]))
    across, down = (
        np.asarray(cv2.dilate(turned[..., axis], np.ones(size)), np.float32)
        for axis, size in ((0, (1, 3)), (1, (3, 1)))
    )
    back = cv2.invertAffineTransform(to)
    places = []
    for wide, high in (table.card_px, table.card_px[::-1]):
        strength = _strength(across, down, round(wide), round(high))
        near = 2 * round(APART * min(wide, high)) + 1
        peaks = (strength == cv2.dilate(strength, np.ones((near, near)))) & (strength > LEAST_STRENGTH)
        y, x = np.nonzero(peaks)
        half = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
        half = half if wide < high else np.roll(half, -1, axis=0)
        quads = (np.column_stack([x, y])[:, None] + 0.5 + half) @ back[:, :2].T + back[:, 2]
        places += list(zip(strength[y, x].tolist(), quads, strict=True))
    return places


def _strength(across: Reals, down: Reals, wide: int, high: int) -> Reals:
    """(h, w) how much the four sides of a rectangle about each place show, the weakest counting half."""
    uprights, levels = (
        np.asarray(cv2.blur(one, by), np.float32) for one, by in ((across, (1, high)), (down, (wide, 1)))
    )
    sides = [_shifted(uprights, half, 0) for half in (-(wide // 2), wide - wide // 2)]
    sides += [_shifted(levels, 0, half) for half in (-(high // 2), high - high // 2)]
    weakest = np.minimum(np.minimum(sides[0], sides[1]), np.minimum(sides[2], sides[3]))
    return np.asarray((sides[0] + sides[1] + sides[2] + sides[3] - 0.5 * weakest) / 3.5, np.float32)


def _shifted(picture: Reals, x: int, y: int) -> Reals:
    """Each place shows what was so far right and below of it, 0 beyond the edge."""
    moved = np.zeros_like(picture)
    height, width = picture.shape
    to = slice(max(0, -y), height - max(0, y)), slice(max(0, -x), width - max(0, x))
    of = slice(max(0, y), height - max(0, -y)), slice(max(0, x), width - max(0, -x))
    moved[to] = picture[of]
    return moved


def _moved(points: Floats, by: Floats) -> Floats:
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), by)[0], np.float64)
