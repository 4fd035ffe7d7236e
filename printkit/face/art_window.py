"""The opening of a card's art: its outline, the lines above and below, and a picture of one's own behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from printkit.art.strokes import polygon
from printkit.draw.display_list import Colour, Drawing, Fill, Group, Item, Path, Photo, Stroke, rectangle, rounded
from printkit.layout import Box, CardLayout, LayoutError, Suit
from rules.values.picture import Picture


def own_picture(picture: Picture, box: Box, suit: Suit) -> Drawing:
    """A picture of one's own in the art box: filling it, or whole in the middle of the suit's sky."""
    ground = Fill(rectangle(box.x, box.y, box.width, box.height), suit.sky)
    share = min(box.width / picture.width_px, box.height / picture.height_px)
    size = (box.width, box.height)
    if picture.fit == "contain":
        size = (picture.width_px * share, picture.height_px * share)
    x, y = box.x + (box.width - size[0]) / 2, box.y + (box.height - size[1]) / 2
    return (ground, Photo(picture, x, y, *size, picture.crop(*size), suit.sky))


def framed(picture: Drawing, layout: CardLayout, dark: Colour) -> list[Item]:
    """The art in its window, and the lines above and below."""
    box = layout.boxes["art"]
    frame = rectangle(box.x, box.y, box.width, box.height)
    opening = window(layout, box)
    items: list[Item] = [Group(picture, clip=frame)]
    if opening != frame:
        items.append(Fill(Path((*frame.ops, *opening.ops)), dark, even_odd=True))
        items.append(Stroke(opening, layout.colours["brass"], 0.16))
    return items + rails(box, layout, dark)


def rails(box: Box, layout: CardLayout, dark: Colour) -> list[Item]:
    """The lines above and below the art."""
    items: list[Item] = []
    for y in (box.y, box.top):
        items.append(Fill(rectangle(box.x, y - 0.3, box.width, 0.6), dark))
        items.append(Fill(rectangle(box.x, y - 0.07, box.width, 0.14), layout.colours["brass"]))
    return items


def window(layout: CardLayout, box: Box) -> Path:
    """The opening the art is seen through. Raises LayoutError where there is none of that name."""
    shape = layout.words["window"]
    if shape not in WINDOWS:
        raise LayoutError(
            f"{layout.game}.toml", "window", f'"{shape}" is not known; expected one of {", ".join(WINDOWS)}'
        )
    return WINDOWS[shape](box)


CORNER_MM = 4.6
"""How much of a side a worked corner takes."""


def _plain(box: Box) -> Path:
    return rectangle(box.x, box.y, box.width, box.height)


def _round(box: Box) -> Path:
    return rounded(box.x, box.y, box.width, box.height, CORNER_MM)


def _chamfer(box: Box) -> Path:
    left, low, right, high, r = box.x, box.y, box.right, box.top, CORNER_MM
    cut = [(left + r, low), (right - r, low), (right, low + r), (right, high - r), (right - r, high)]
    return Path(tuple(polygon([*cut, (left + r, high), (left, high - r), (left, low + r)])))


def _scallop(box: Box) -> Path:
    left, low, right, high, r = box.x, box.y, box.right, box.top, CORNER_MM
    k = r * 0.45
    return Path(
        (
            ("m", left + r, low),
            ("l", right - r, low),
            ("c", right - r, low + r - k, right - r + k, low + r, right, low + r),
            ("l", right, high - r),
            ("c", right - r + k, high - r, right - r, high - r + k, right - r, high),
            ("l", left + r, high),
            ("c", left + r, high - r + k, left + r - k, high - r, left, high - r),
            ("l", left, low + r),
            ("c", left + r - k, low + r, left + r, low + r - k, left + r, low),
            ("h",),
        )
    )


def _peaked(box: Box, rise: float) -> Path:
    """A pointed arch over shoulders that stand ``rise`` mm higher or lower."""
    left, low, right, high = box.x, box.y, box.right, box.top
    middle, drop = (left + right) / 2, (9.0, 2.6)
    return Path(
        (
            ("m", left, low),
            ("l", right, low),
            ("l", right, high - drop[0]),
            ("c", right, high - 3.2, right - 4, high - drop[1] + rise, right - 10, high - drop[1] + rise),
            ("c", middle + 9, high - drop[1] + rise, middle + 5, high - 1.6, middle, high),
            ("c", middle - 5, high - 1.6, middle - 9, high - drop[1] + rise, left + 10, high - drop[1] + rise),
            ("c", left + 4, high - drop[1] + rise, left, high - 3.2, left, high - drop[0]),
            ("h",),
        )
    )


WINDOWS: Mapping[str, Callable[[Box], Path]] = MappingProxyType(
    {
        "plain": _plain,
        "arch": lambda box: _peaked(box, 1.0),
        "chamfer": _chamfer,
        "scallop": _scallop,
        "round": _round,
        "ogee": lambda box: _peaked(box, 0.0),
    }
)
