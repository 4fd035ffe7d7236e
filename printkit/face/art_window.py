"""What fills a card's art box: the window art is seen through, a picture of one's own, or counters (tracks)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from printkit.art import strokes as s
from printkit.art.glyphs import placed
from printkit.art.strokes import polygon
from printkit.card_layout import Box, CardLayout, Suit
from printkit.draw.display_list import (
    WHITE,
    Colour,
    Drawing,
    Fill,
    Group,
    Item,
    Path,
    Photo,
    Stroke,
    Text,
    circle,
    mix,
    rectangle,
    rounded,
)
from printkit.face import suits
from printkit.type import fonts, text_measure, typesetting
from printkit.units import MM_PER_POINT
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
        raise layout.wrong("window", f'"{shape}" is not known; expected one of {", ".join(WINDOWS)}')
    return WINDOWS[shape](box)


CORNER_MM = 4.6
"""How much of a side a worked corner takes."""


def _plain(box: Box) -> Path:
    return rectangle(box.x, box.y, box.width, box.height)


def _round(box: Box) -> Path:
    return rounded(box.x, box.y, box.width, height_mm=box.height, radius_mm=CORNER_MM)


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


PIPS: Mapping[int, tuple[tuple[float, float], ...]] = MappingProxyType(
    {
        1: ((0, 0),),
        2: ((0, 1), (0, -1)),
        3: ((0, 1), (0, 0), (0, -1)),
        4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
        5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
        6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
        7: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (0, 0.5)),
        8: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (0, 0.5), (0, -0.5)),
        9: (
            (-1, 1), (1, 1), (-1, 1 / 3), (1, 1 / 3), (0, 0), (-1, -1 / 3), (1, -1 / 3), (-1, -1), (1, -1),
        ),
        10: (
            (-1, 1), (1, 1), (-1, 1 / 3), (1, 1 / 3), (0, 2 / 3), (0, -2 / 3), (-1, -1 / 3), (1, -1 / 3), (-1, -1),
            (1, -1),
        ),
    }
)  # fmt: skip
"""Where the signs of a playing card stand, as shares of half the box from its middle."""


def pips(value: str, box: Box, layout: CardLayout, suit: Suit) -> Iterator[Item]:
    """As many of the suit's signs as the rank says; for any other rank one large sign with the rank in it, and for none
    the sign alone."""
    yield Fill(rectangle(box.x, box.y, box.width, box.height), layout.paper)
    (x, y), ink = box.middle, suit.colour
    wide, tall = box.width / 2 - 17.0, box.height / 2
    count = 1 if value.strip().upper() in ("", "A", "1") else int(value) if value.strip().isdecimal() else 0
    if count in PIPS:
        radius = min(tall * 0.62, 12.0) if count == 1 else min(tall * 0.29, 4.6)
        for across, up in PIPS[count]:
            yield from suits.sign(suit, (x + across * wide, y + up * (tall - radius - 1.2), radius), ink, layout)
        return
    radius = min(tall * 0.86, 16.0)
    yield from suits.sign(suit, (x, y, radius), mix(ink, layout.paper, 0.8), layout)
    font = layout.font("title")
    shown, size = typesetting.fit_line(value, font, box.width - 26.0, (46.0, 8.0))
    drop = fonts.metrics(font).cap_height * size * MM_PER_POINT / 2
    yield Text(round(x, 3), round(y - drop, 3), text=shown, font=font, size_pt=size, colour=ink, anchor="middle")


LABEL_MM = 5.0
TRACK_PT = (6.6, 5.0)
"""The largest and the least size of a track's heading."""


def tracks(
    counters: tuple[tuple[str, int, int], ...],
    box: Box,
    layout: CardLayout,
    suit: Suit,
    beside_mm: tuple[float, float] = (0.0, 0.0),
) -> list[Item]:
    """A column a track: numbered places from 0 up to the highest, the first marked, the last with a star.

    ``beside_mm`` is what stays free at the left and the right.
    """
    paper, brass = layout.light, layout.colours["brass"]
    dark, ground = mix(suit.colour, layout.dark, 0.42), mix(suit.sky, layout.colours["paper"], 0.25)
    middle = box.middle
    frame = rectangle(box.x, box.y, box.width, box.height)
    rays = Fill(Path(tuple(s.rays(*middle, (4.0, box.width), 48, 0.045))), mix(suit.sky, suit.colour, 0.16))
    items: list[Item] = [
        Fill(frame, ground),
        Group((rays,), clip=frame),
    ]
    width = (box.width - sum(beside_mm)) / len(counters)
    plate, first = width, box.x + beside_mm[0]
    if any(text_measure.width_mm(label.upper(), "label", TRACK_PT[1]) > width - 2.0 for label, _, _ in counters):
        plate, first = box.width / len(counters), box.x  # what stays free beside the columns is free above alone
    for index, (label, highest, start) in enumerate(counters):
        x = box.x + beside_mm[0] + (index + 0.5) * width
        step = (box.height - LABEL_MM - 1.0) / (highest + 1)
        radius = min(step * 0.43, width * 0.3)
        foot, head = box.y + LABEL_MM + step / 2, box.y + LABEL_MM + step * (highest + 0.5)
        items.append(Fill(rectangle(x - 0.5, foot, 1.0, head - foot), dark))
        for value in range(highest + 1):
            items += _ring(value, (x, foot + value * step), radius, (dark, paper, brass), marked=value == start)
        star = placed("star", x + radius + 2.4, head, 1.7)
        items.append(Fill(star, mix(brass, suit.colour, 0.35), even_odd=True))
        shown, size = typesetting.fit_line(label.upper(), "label", plate - 2.0, TRACK_PT)
        left = first + index * plate
        items += [
            Fill(rectangle(left + 0.6, box.y + 0.9, plate - 1.2, 3.6), dark),
            Text(
                round(left + plate / 2, 3),
                round(box.y + 1.9, 3),
                text=shown,
                font="label",
                size_pt=size,
                colour=WHITE,
                anchor="middle",
            ),
        ]
    return items


def _ring(
    value: int, at: tuple[float, float], radius: float, inks: tuple[Colour, Colour, Colour], *, marked: bool
) -> list[Item]:
    (x, y), (dark, paper, brass) = at, inks
    size = round(radius * 4.2, 1)
    drop = fonts.metrics("text-black").cap_height * size * MM_PER_POINT / 2
    return [
        Fill(circle(x, y, radius), dark if marked else paper),
        Stroke(circle(x, y, radius), dark, 0.4),
        Stroke(circle(x, y, radius - 0.5), brass, 0.16),
        Text(
            x,
            y - drop,
            text=str(value),
            font="text-black",
            size_pt=size,
            colour=paper if marked else dark,
            anchor="middle",
        ),
    ]
