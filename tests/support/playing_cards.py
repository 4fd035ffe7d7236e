"""An ordinary pack of 52, drawn here from circles and polygons: a deck without codes that anybody may own.

faces = pack_of_cards()          # "7h" -> (h, w, 3) BGR at 150 dpi; t for ten, s h d c for the suits
back = back_of_pack()

White faces with pips where a pack has them, double-ended, the rank and a small pip in two corners; on the court a
figure of two halves in a frame. Nothing is copied from a pack that is sold.
"""

from __future__ import annotations

import math
from functools import cache
from io import BytesIO

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from printkit.type import fonts

Picture = NDArray[np.uint8]
WIDTH, HEIGHT = 63.0, 88.0
DPI, FINER = 150, 3
SCALE = DPI / 25.4 * FINER
RANKS = "a23456789tjqk"
SUITS = "shdc"
RED, BLACK, GOLD, BLUE = (40, 30, 200), (30, 25, 25), (60, 175, 225), (160, 80, 40)
LEFT, MIDDLE, RIGHT = 0.30, 0.5, 0.70
TOP, LOWER, BETWEEN = 0.19, 0.393, 0.295
PIPS = {
    "a": [(MIDDLE, 0.5)],
    "2": [(MIDDLE, TOP)],
    "3": [(MIDDLE, TOP), (MIDDLE, 0.5)],
    "4": [(LEFT, TOP), (RIGHT, TOP)],
    "5": [(LEFT, TOP), (RIGHT, TOP), (MIDDLE, 0.5)],
    "6": [(LEFT, TOP), (RIGHT, TOP), (LEFT, 0.5), (RIGHT, 0.5)],
    "7": [(LEFT, TOP), (RIGHT, TOP), (LEFT, 0.5), (RIGHT, 0.5), (MIDDLE, 0.345)],
    "8": [(LEFT, TOP), (RIGHT, TOP), (LEFT, 0.5), (RIGHT, 0.5), (MIDDLE, 0.345)],
    "9": [(LEFT, TOP), (RIGHT, TOP), (LEFT, LOWER), (RIGHT, LOWER), (MIDDLE, 0.5)],
    "t": [(LEFT, TOP), (RIGHT, TOP), (LEFT, LOWER), (RIGHT, LOWER), (MIDDLE, BETWEEN)],
}
"""In the upper half and the middle; the lower half is the upper one turned, but for the seven's single pip."""


@cache
def pack_of_cards() -> dict[str, Picture]:
    """Every face by its rank and suit."""
    return {rank + suit: _face(rank, suit) for suit in SUITS for rank in RANKS}


@cache
def back_of_pack() -> Picture:
    """A lattice of lozenges in a frame."""
    card = _Drawing()
    card.box(4, 4, WIDTH - 4, HEIGHT - 4, BLUE)
    for row in range(-20, 40):
        for one in (-1, 1):
            a = (0.0, row * 4.0)
            card.line(a, (WIDTH, row * 4.0 + one * WIDTH), (235, 225, 210), 0.5)
    for x, y, right, bottom in (
        (0, 0, WIDTH, 4),
        (0, HEIGHT - 4, WIDTH, HEIGHT),
        (0, 0, 4, HEIGHT),
        (WIDTH - 4, 0, WIDTH, HEIGHT),
    ):
        card.box(x, y, right, bottom, (252, 252, 252))
    return card.done()


def _face(rank: str, suit: str) -> Picture:
    card = _Drawing()
    colour = RED if suit in "hd" else BLACK
    turned, upright = [], []
    for x, y in PIPS.get(rank, []):
        (upright if y == 0.5 or (rank, x) == ("7", MIDDLE) else turned).append((x * WIDTH, y * HEIGHT))
    for x, y in turned:
        card.pip(suit, x, y, 10, colour)
    if rank not in PIPS:
        _court(card, rank, suit, colour)
    card.rank("10" if rank == "t" else rank.upper(), 5.2, 7.6, colour)
    card.pip(suit, 5.2, 14.2, 5, colour)
    card.picture[:] = np.minimum(card.picture, card.picture[::-1, ::-1])
    for x, y in upright:
        card.pip(suit, x, y, 17 if rank == "a" else 10, colour)
    return card.done()


def _court(card: _Drawing, rank: str, suit: str, colour: tuple[int, int, int]) -> None:
    """The upper half of a figure, that the lower one is turned from."""
    robe = {"s": BLUE, "h": RED, "d": GOLD, "c": (70, 130, 60)}[suit]
    middle = WIDTH / 2
    for inset, thick in ((0, 0.5), (1.2, 0.25)):
        card.frame(11 + inset, 8 + inset, WIDTH - 11 - inset, HEIGHT - 8 - inset, BLUE, thick)
    card.polygon([(13, 44), (middle - 7, 32), (middle + 7, 32), (50, 44)], robe)
    for number in range(7):
        x = 15 + number * 5.5
        card.line((middle, 33), (x, 44), GOLD if robe != GOLD else RED, 0.7)
    card.circle(middle, 24.5, 6.5, (190, 215, 240))
    card.circle(middle, 24.5, 6.5, BLACK, 0.35)
    for side in (-1, 1):
        card.circle(middle + side * 2.4, 23.5, 0.6, BLACK)
        hair = 9 if rank == "q" else 6
        card.polygon(
            [(middle + side * 6.2, 20), (middle + side * 8, 22 + hair), (middle + side * 5, 22 + hair)],
            GOLD if suit in "hs" else BLACK,
        )
    card.line((middle - 1.8, 28), (middle + 1.8, 28), RED, 0.5)
    if rank == "k":
        card.polygon(
            [
                (middle - 7, 19),
                (middle - 8, 11),
                (middle - 3.5, 15),
                (middle, 10),
                (middle + 3.5, 15),
                (middle + 8, 11),
                (middle + 7, 19),
            ],
            GOLD,
        )
        card.polygon([(middle - 4, 29), (middle, 35), (middle + 4, 29)], (90, 90, 100))
        card.line((45, 42), (45, 14), BLUE, 1.2)
    elif rank == "q":
        card.polygon([(middle - 6, 18.5), (middle - 7, 14), (middle, 16.5), (middle + 7, 14), (middle + 6, 18.5)], GOLD)
        for angle in range(0, 360, 60):
            card.circle(18 + 2 * math.cos(math.radians(angle)), 33 + 2 * math.sin(math.radians(angle)), 1.1, RED)
    else:
        card.polygon([(middle - 8, 18.5), (middle - 5, 13.5), (middle + 6, 12.5), (middle + 8, 18.5)], robe)
        card.line((18, 43), (15.5, 17), (60, 90, 130), 1.4)
        card.polygon([(13.5, 21), (15.5, 12), (17.8, 21)], (150, 150, 150))
    card.pip(suit, 18, 15 if rank != "j" else 27, 6.5, colour)


class _Drawing:
    """A white card in millimetres."""

    def __init__(self) -> None:
        self.picture = np.full((round(HEIGHT * SCALE), round(WIDTH * SCALE), 3), 252, np.uint8)

    def done(self) -> Picture:
        size = round(WIDTH * SCALE / FINER), round(HEIGHT * SCALE / FINER)
        return np.asarray(cv2.resize(self.picture, size, interpolation=cv2.INTER_AREA), np.uint8)

    def polygon(self, points_mm: list[tuple[float, float]], colour: tuple[int, int, int]) -> None:
        cv2.fillPoly(self.picture, [np.rint(np.array(points_mm) * SCALE).astype(np.int32)], colour)

    def box(self, left: float, top: float, right: float, bottom: float, colour: tuple[int, int, int]) -> None:
        self.polygon([(left, top), (right, top), (right, bottom), (left, bottom)], colour)

    def frame(
        self, left: float, top: float, right: float, bottom: float, colour: tuple[int, int, int], thick: float
    ) -> None:
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        for one, other in zip(corners, [*corners[1:], corners[0]], strict=True):
            self.line(one, other, colour, thick)

    def line(
        self, one: tuple[float, float], other: tuple[float, float], colour: tuple[int, int, int], thick: float
    ) -> None:
        a, b = ((round(x * SCALE), round(y * SCALE)) for x, y in (one, other))
        cv2.line(self.picture, a, b, colour, max(1, round(thick * SCALE)))

    def circle(self, x: float, y: float, radius: float, colour: tuple[int, int, int], thick: float = 0) -> None:
        width = max(1, round(thick * SCALE)) if thick else -1
        cv2.circle(self.picture, (round(x * SCALE), round(y * SCALE)), round(radius * SCALE), colour, width)

    def rank(self, text: str, x: float, y: float, colour: tuple[int, int, int]) -> None:
        picture = Image.fromarray(self.picture)
        font = ImageFont.truetype(BytesIO(fonts.data("text-black")), round(9.5 * SCALE))
        ImageDraw.Draw(picture).text((x * SCALE, y * SCALE), text, colour, font, anchor="mm")
        self.picture[:] = np.asarray(picture)

    def pip(self, suit: str, x: float, y: float, high: float, colour: tuple[int, int, int]) -> None:
        """A suit's sign, so high, its middle at a place."""
        half = high / 2

        def at(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
            return [(x + u * half, y + v * half) for u, v in points]

        if suit == "d":
            self.polygon(at([(0, -1), (0.72, 0), (0, 1), (-0.72, 0)]), colour)
            return
        if suit == "c":
            for u, v in ((0, -0.5), (-0.5, 0.18), (0.5, 0.18)):
                self.circle(x + u * half, y + v * half, 0.45 * half, colour)
        else:
            turn = 1 if suit == "h" else -1
            for side in (-1, 1):
                self.circle(x + side * 0.43 * half, y - turn * 0.42 * half, 0.47 * half, colour)
            self.polygon(at([(-0.83, -0.18 * turn), (0.83, -0.18 * turn), (0, turn)]), colour)
            self.polygon(at([(-0.5, -0.45 * turn), (0.5, -0.45 * turn), (0.5, 0.1 * turn), (-0.5, 0.1 * turn)]), colour)
            if suit == "h":
                return
        self.polygon(at([(0, 0), (0.35, 1), (-0.35, 1)]), colour)
