"""Cards laid edge to edge, in rows and columns, whose outline is found as one: where it is divided into its cards.

Between two cards that touch there is a seam: a line from rim to rim, as straight as the outline. What is printed on one
card may have such a line too, but it ends at the card's own rim, and it does not lie with others at equal shares.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.picture.opencv_setup import cv2
from vision.taught.straight_card import Floats, Levels, Picture

LONGEST_PX = 1000
"""The longer side of a block while it is looked at."""
MOST_ACROSS, MOST_CARDS = 5, 20
PROPORTION = (1.2, 1.75)
"""A card's long side to its short one."""
STRETCHES = 10
"""A seam is looked at in so many stretches a card: it runs through all of them, also where the cards have their rim."""
ASIDE = 0.022
"""Of a card's side, how far a seam may lie beside its place."""
AROUND = 0.07
"""... and how far what lies about it is compared with it."""
CLEAR, FAINTEST = 1.33, 3.5
"""So many times as strong as what lies about it is a seam, and so strong at least, in shades a pixel ..."""
MISSED = 0.1
"""... but for this share of its stretches."""
FEW, SURER = 4, 1.4
"""So few cards have so few seams that each must be so much clearer: lines of one card may lie there by chance."""


def divided(levels: Levels, quad_px: Floats) -> list[Floats]:
    """The quads of the cards within a quad, by rows; the quad itself where no seams run through it."""
    size = _size(quad_px)
    straight = levels.straight(quad_px, size)
    across, down = _steps(straight), _steps(straight.transpose(1, 0, 2))
    for rows, columns in _grids(size):
        strengths = [*_seams(across, columns, rows), *_seams(down, rows, columns)]
        if min(strengths) >= (SURER if rows * columns <= FEW else 1.0):
            return list(_cards(quad_px, size, rows, columns))
    return [quad_px]


def _size(quad_px: Floats) -> tuple[int, int]:
    sides = np.linalg.norm(np.roll(quad_px, -1, axis=0) - quad_px, axis=1)
    width, height = sides[0] + sides[2], sides[1] + sides[3]
    scale = LONGEST_PX / max(width, height)
    return round(width * scale), round(height * scale)


def _grids(size: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """(rows, columns) whose cards have a card's proportions, many cards first: every second seam is a seam as well.

    Two cards are not looked for: many a card has a line through its middle.
    """
    every = [(rows, columns) for rows in range(1, MOST_ACROSS + 1) for columns in range(1, MOST_ACROSS + 1)]
    for rows, columns in sorted(every, key=lambda grid: -grid[0] * grid[1]):
        width, height = size[0] / columns, size[1] / rows
        likely = PROPORTION[0] <= max(width, height) / min(width, height) <= PROPORTION[1]
        if 3 <= rows * columns <= MOST_CARDS and likely:
            yield rows, columns


def _steps(straight: Picture) -> NDArray[np.float32]:
    """(h, w) how much a picture changes from left to right, in the colour that changes most."""
    smooth = cv2.GaussianBlur(straight, (0, 0), 0.8)
    steps = np.abs(cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3)) / 4
    return np.asarray(steps.max(axis=2), np.float32)


def _seams(steps: NDArray[np.float32], cards: int, along: int) -> Iterator[float]:
    """How clear each seam between ``cards`` cards side by side is, ``along`` cards long: 1 and more is clear."""
    height, width = steps.shape
    card = width / cards
    aside, around = max(2, round(ASIDE * card)), round(AROUND * card)
    for number in range(1, cards):
        middle = round(number * card)
        strip = steps[:, middle - around : middle + around + 1]
        ends = np.linspace(0, height, along * STRETCHES + 1).round().astype(int)
        ratios = [_clear(strip[top:bottom].mean(axis=0), around, aside) for top, bottom in pairwise(ends)]
        yield float(np.quantile(ratios, MISSED))


def _clear(profile: NDArray[np.float32], middle: int, aside: int) -> float:
    """How much stronger the picture changes at the middle of a strip than about it, in shares of what is asked."""
    at = float(profile[middle - aside : middle + aside + 1].max())
    about = float(np.median(profile))
    return min(at / (CLEAR * about + 1e-6), at / FAINTEST)


def _cards(quad_px: Floats, size: tuple[int, int], rows: int, columns: int) -> Iterator[Floats]:
    width, height = size
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    back = cv2.getPerspectiveTransform(frame, quad_px.astype(np.float32))
    for row in range(rows):
        for column in range(columns):
            left, right = (width * at / columns for at in (column, column + 1))
            top, bottom = (height * at / rows for at in (row, row + 1))
            corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
            if right - left > bottom - top:
                corners = np.roll(corners, 1, axis=0)
            yield np.asarray(cv2.perspectiveTransform(corners[None], back)[0], np.float64)
