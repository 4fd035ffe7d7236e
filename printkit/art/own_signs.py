"""Signs of one's own: an SVG placed in a box, and the picture of a card whose words ask for no drawing."""

from __future__ import annotations

from dataclasses import replace

from printkit.art.backdrops import Scene, backdrop
from printkit.art.engraving_plate import Plate
from printkit.card_layout.records import Box, Suit, Vector
from printkit.draw.display_list import Colour, Fill, Group, Item, Stroke
from printkit.draw.ink_saving import luminance

LIGHT = 0.8
"""Fields of an own icon lighter than this stay as they are where the others take an ink."""


def vector(picture: Vector, box: Box, ink: Colour | None = None, *, cover: bool = False) -> list[Item]:
    """An SVG in the middle of a box: whole, or filling it (whoever places it cuts it off). ``ink`` recolours it."""
    shares = box.width / picture.width, box.height / picture.height
    share = max(shares) if cover else min(shares)
    x, y = box.middle
    items = picture.items if ink is None else tuple(_inked(item, ink) for item in picture.items)
    return [Group(items, x - share * picture.width / 2, y - share * picture.height / 2, scale=share)]


def _inked(item: Item, ink: Colour) -> Item:
    if isinstance(item, Fill | Stroke) and luminance(item.colour) < LIGHT:
        return replace(item, colour=ink)
    return item


ARRANGED: tuple[tuple[tuple[float, float, float], ...], ...] = (
    ((0.0, 0.0, 0.95),),
    ((0.0, 0.52, 0.52), (-0.78, -0.42, 0.52), (0.78, -0.42, 0.52)),
    ((-0.66, -0.12, 0.66), (0.7, 0.2, 0.66)),
    ((0.0, 0.0, 0.66), (-1.25, -0.35, 0.36), (1.25, -0.35, 0.36)),
    ((0.0, -0.22, 0.62), (-0.95, 0.5, 0.36), (0.95, 0.5, 0.36), (-1.35, -0.5, 0.3), (1.35, -0.5, 0.3)),
    ((-0.52, 0.5, 0.46), (0.52, 0.5, 0.46), (-0.52, -0.5, 0.46), (0.52, -0.5, 0.46)),
)
"""Where signs stand and how large, as shares of half the picture's height from its middle."""


def still_life(sign: Vector, number: int) -> Scene:
    """The suit's own sign, once or several times, in the suit's world; the card's number says which way."""
    places = ARRANGED[number % len(ARRANGED)]

    def scene(p: Plate, suit: Suit) -> None:
        backdrop(p, suit.art, disc=len(places) == 1)
        (x, y), half = p.box.middle, p.box.height / 2 * 0.82
        for across, up, size in places:
            radius = size * half
            at = Box(x + across * half - radius, y + up * half - radius, 2 * radius, 2 * radius)
            rim = Box(at.x - 0.5, at.y - 0.5, at.width + 1.0, at.height + 1.0)
            p.items += vector(sign, rim, p.inks.light)
            p.items += vector(sign, at, p.inks.deep)

    return scene
