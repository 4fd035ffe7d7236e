"""A picture of a game's end to send to friends: 1080 x 1350 pixels, drawn on this computer with the cards' own fonts.

It shows what it is given and nothing else; whoever calls decides whose names those are, and in which language.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from PIL import Image

from companion import late
from printkit.draw.display_list import (  # fmt: skip
    Colour,
    Fill,
    Group,
    Item,
    Path,
    Stroke,
    Text,
    circle,
    colour,
    mix,
    polygon,
    rectangle,
    rounded,
)
from rules.values.cards import Card

WIDTH_PX, HEIGHT_PX = 1080, 1350
WIDTH, HEIGHT = 108.0, 135.0
"""In millimetres: ten pixels each."""
LINES_MOST = 3
GROUND, LAMP, INK, MUTE = colour("#efe4cd"), colour("#fbf4e4"), colour("#2a2117"), colour("#665740")
ACCENT, BRASS, BRASS_EDGE, PAPER = colour("#7a5512"), colour("#d3a544"), colour("#7d5a16"), colour("#fffaf0")
EMBER = colour("#a8371b")
SEATS = {
    "amber": colour("#e6a24f"),
    "sky": colour("#7cbadf"),
    "lime": colour("#b5c95c"),
    "rose": colour("#eb8f9d"),
    "violet": colour("#b49ae0"),
    "teal": colour("#62c2b0"),
}
_CORNERS = {
    "triangle": ((20, 3.5), (37.5, 37), (2.5, 37)),
    "diamond": ((20, 1.5), (38.5, 20), (20, 38.5), (1.5, 20)),
    "hexagon": ((11, 4), (29, 4), (38, 20), (29, 36), (11, 36), (2, 20)),
}
"""On a grid of 40, y downwards, as the badges of the pages."""
_HEIGHTS_MM = {1: 33.0, 2: 25.0, 3: 20.0}
_FLOOR_MM = 50.0


@dataclass(frozen=True, slots=True)
class Stand:
    """One person on the podium; ``points`` is "" where only who won counts."""

    name: str
    letter: str
    colour: str
    shape: str
    place: int
    place_said: str
    points: str


@dataclass(frozen=True, slots=True)
class Told:
    """One line under the podium, with the art of a card before it where it is about one."""

    text: str
    about: str
    points: str = ""
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class EndPicture:
    """What the picture says. ``rest`` are those without a step, in one line.

    ``cards`` are shown where there are no lines: those the winner won with.
    """

    title: str
    heading: str
    below: str
    stands: Sequence[Stand]
    lines: Sequence[Told]
    rest: str = ""
    cards: Sequence[Card] = ()


def share_png(shown: EndPicture) -> bytes:
    """The picture as PNG, 1080 x 1350 pixels."""
    drawing = tuple(_drawn(shown))
    leaf = late.pdf.Leaf(WIDTH, HEIGHT, drawing, label="", section="", trim_mm=(0.0, 0.0, WIDTH, HEIGHT))
    page = late.pdf_preview.page_picture(
        late.pdf.write_pdf([leaf], late.pdf.About(shown.heading, shown.title, "Simplex")), 1, WIDTH_PX
    )
    file = io.BytesIO()
    page.convert("RGB").resize((WIDTH_PX, HEIGHT_PX), Image.Resampling.LANCZOS).save(file, "PNG")
    return file.getvalue()


def _drawn(shown: EndPicture) -> Iterator[Item]:
    yield Fill(rectangle(0, 0, WIDTH, HEIGHT), GROUND)
    for ring in range(12):
        yield Fill(circle(WIDTH / 2, HEIGHT + 4, 90 - 6 * ring), mix(GROUND, LAMP, (ring + 1) / 12))
    yield Stroke(rounded(2.6, 2.6, WIDTH - 5.2, HEIGHT - 5.2, 4.2), BRASS_EDGE, 0.5)
    yield Stroke(rounded(3.8, 3.8, WIDTH - 7.6, HEIGHT - 7.6, 3.4), mix(GROUND, BRASS_EDGE, 0.45), 0.22)
    yield from _line(shown.title, "text-bold", WIDTH / 2, 125.0, 88, (13, 8), MUTE, "middle")
    yield from _line(shown.heading, "title", WIDTH / 2, 113.6, 94, (29, 10), ACCENT, "middle")
    yield from _stands(shown.stands)
    y = _FLOOR_MM - 5.4
    if shown.rest:
        yield from _line(shown.rest, "text-bold", WIDTH / 2, y - 0.4, 92, (11, 6.5), MUTE, "middle")
        y -= 4.6
    for told in shown.lines[: LINES_MOST - bool(shown.rest)]:
        yield from _told(told, y - 9.6)
        y -= 11.6
    if not shown.lines:
        tiles = shown.cards[:3]
        left = (WIDTH - 30 * len(tiles) + 2) / 2
        for at, card in enumerate(tiles):
            yield from _art(card, left + 30 * at, y - 27, 28, 18.67)
    yield from _line(shown.below, "text", WIDTH / 2, 6.6, 90, (8.5, 6), MUTE, "middle")


def _line(
    text: str,
    font: str,
    x: float,
    y: float,
    width: float,
    sizes_pt: tuple[float, float],
    ink: Colour,
    anchor: str = "start",
) -> Iterator[Item]:
    """One line of text as large as it fits, cut with "…" where it does not."""
    shown, size = late.typesetting.fit_line(text, font, width, sizes_pt)
    left = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    if shown:
        yield Text(x, y, shown, font, size, ink, "start" if left == 0 else "middle" if left == 0.5 else "end")


def _stands(stands: Sequence[Stand]) -> Iterator[Item]:
    count = max(1, len(stands))
    width, gap = min(28.0, 92.0 / count), 2.4
    seen = [*stands[1:2], *stands[:1], *stands[2:]]
    left = (WIDTH - len(seen) * width) / 2
    for at, stand in enumerate(seen):
        yield from _stand(stand, left + at * width + gap / 2, width - gap)
    yield Stroke(Path((("m", 6.0, _FLOOR_MM), ("l", WIDTH - 6.0, _FLOOR_MM))), BRASS_EDGE, 0.7)


def _stand(stand: Stand, x: float, width: float) -> Iterator[Item]:
    first, height = stand.place == 1, _HEIGHTS_MM[min(stand.place, 3)]
    if not stand.points:
        height -= 8
    middle, top = x + width / 2, _FLOOR_MM + height
    yield Fill(rounded(x, _FLOOR_MM - 3, width, height + 3, 2.6), BRASS if first else mix(GROUND, PAPER, 0.75))
    yield Stroke(rounded(x, _FLOOR_MM - 3, width, height + 3, 2.6), BRASS_EDGE, 0.4)
    yield Fill(rectangle(x - 0.5, _FLOOR_MM - 4, width + 1, 4), GROUND)
    if stand.points:
        size = (38.0, 16.0) if first else (28.0, 14.0)
        yield from _line(stand.points, "title", middle, top - (13.5 if first else 10.5), width - 3, size, INK, "middle")
    below = top - (19 if first else 15.5) if stand.points else top - 7.5
    yield from _line(stand.place_said, "text-bold", middle, below, width - 2, (11, 6), INK, "middle")
    yield from _line(stand.name, "title", middle, top + 2.4, width + 1.6, (15 if first else 13, 6), INK, "middle")
    size_mm = 12.0 if first else 9.6
    yield from _badge(stand, middle, top + 8.2 + size_mm / 2, size_mm)
    if first:
        yield Fill(_crown(middle, top + 9.6 + size_mm), ACCENT)


def _badge(stand: Stand, x: float, y: float, size: float) -> Iterator[Item]:
    unit = size / 40
    if stand.shape in _CORNERS:
        path = polygon((x + (cx - 20) * unit, y - (cy - 20) * unit) for cx, cy in _CORNERS[stand.shape])
    elif stand.shape == "square":
        path = rounded(x - 16 * unit, y - 16 * unit, 32 * unit, 32 * unit, 6 * unit)
    elif stand.shape == "star":
        radii = (19.5 * unit, 10.5 * unit)
        path = polygon(
            (x + radii[i % 2] * sin(i * pi / 5), y - unit + radii[i % 2] * cos(i * pi / 5)) for i in range(10)
        )
    else:
        path = circle(x, y, 17.5 * unit)
    yield Fill(path, SEATS.get(stand.colour, BRASS))
    yield Stroke(path, mix(INK, SEATS.get(stand.colour, BRASS), 0.55), 0.25)
    low = 2.0 if stand.shape == "triangle" else 0.0
    pt = size * 1.15
    yield Text(x, y - size * 0.135 - low * unit * 2, stand.letter, "text-black", pt, INK, "middle")


def _crown(x: float, y: float) -> Path:
    points = ((-6, 0), (-6.4, 6), (-3.2, 3), (0, 6.8), (3.2, 3), (6.4, 6), (6, 0))
    return polygon((x + dx, y + dy * 0.8) for dx, dy in points)


def _told(told: Told, y: float) -> Iterator[Item]:
    yield Fill(rounded(8, y, WIDTH - 16, 10.4, 2), mix(GROUND, PAPER, 0.8))
    x = 11.0
    if told.card is not None:
        yield from _art(told.card, 9.2, y + 1, 12.6, 8.4)
        x = 24.5
    room = WIDTH - 11 - x - (13 if told.points else 0)
    yield from _line(told.text, "text-bold", x, y + 5.9, room, (11, 6.5), INK)
    yield from _line(told.about, "text", x, y + 2.1, room, (8.5, 5.5), MUTE)
    if told.points:
        ink = EMBER if told.points.startswith("−") else INK
        yield from _line(told.points, "text-black", WIDTH - 11, y + 3.6, 12, (15, 7), ink, "end")


def _art(card: Card, x: float, y: float, width: float, height: float) -> Iterator[Item]:
    """The middle of a card's picture in a small frame."""
    drawing, box = late.faces.art(card)
    scale = max(width / box.width, height / box.height)
    frame = rounded(0, 0, width, height, 1.2)
    middle, _ = box.middle
    inside = Group(tuple(drawing), width / 2 - middle * scale, -box.y * scale, scale=scale)
    yield Group((inside,), x, y, clip=frame)
    yield Group((Stroke(frame, BRASS_EDGE, 0.3),), x, y)
