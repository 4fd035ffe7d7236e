"""The six pictures of a kit's first page."""

from __future__ import annotations

from dataclasses import dataclass

from printkit.art import engraving
from printkit.art import strokes as s
from printkit.card_layout import BackLook, Box, Suit
from printkit.components.component_drawing import Painter
from printkit.draw.display_list import (
    WHITE,
    Colour,
    Fill,
    Item,
    Op,
    Path,
    Stroke,
    circle,
    mix,
    polygon,
    rectangle,
    rounded,
)

GREY: Colour = (0.55, 0.53, 0.5)
RED: Colour = (0.72, 0.2, 0.14)
GREEN: Colour = (0.22, 0.5, 0.3)


@dataclass(frozen=True, slots=True)
class Look:
    """How the guide is dressed: suit, scene and sign, and whether the kit holds things to fold."""

    suit: Suit
    scene: str
    back: BackLook


def _sheet(x: float, y: float, width: float, height: float) -> list[Item]:
    return [
        Fill(rectangle(x + 0.7, y - 0.7, width, height), mix(GREY, WHITE, 0.55)),
        Fill(rectangle(x, y, width, height), WHITE),
        Stroke(rectangle(x, y, width, height), GREY, 0.25),
    ]


def _tick(x: float, y: float, size: float, colour: Colour) -> Fill:
    return Fill(
        Path(
            tuple(
                s.ribbon(
                    [(x - size, y), (x - size * 0.3, y - size * 0.7), (x + size, y + size * 0.9)],
                    [size * 0.2] * 3,
                    soft=False,
                )
            )
        ),
        colour,
    )


def _cards(painter: Painter, box: Box, look: Look, columns: int = 3, rows: int = 3) -> list[Item]:
    """Little cards on a little sheet."""
    width, height = box.width / columns, box.height / rows
    dark = painter.dark(look.suit.colour)
    items: list[Item] = []
    for k in range(columns * rows):
        x, y = box.x + (k % columns) * width, box.y + (k // columns) * height
        items += [
            Fill(rectangle(x + 0.2, y + 0.2, width - 0.4, height - 0.4), dark),
            Fill(rectangle(x + 0.7, y + 0.7, width - 1.4, height - 1.4), painter.paper),
            Fill(rectangle(x + 0.7, y + height * 0.32, width - 1.4, height * 0.4), look.suit.colour),
            Fill(rectangle(x + 0.9, y + height * 0.76, height * 0.15, height * 0.15), painter.ink),
        ]
    return items


def _unit(box: Box, wide: float) -> float:
    """The pictures below are 40 units high, and so many wide."""
    return min(box.width / wide, box.height / 40)


def printer(painter: Painter, box: Box, look: Look) -> list[Item]:
    x, y = box.middle
    dark, u = painter.dark(look.suit.colour), _unit(box, 50)
    body = rounded(x - 22 * u, y - 8 * u, 44 * u, height_mm=15 * u, radius_mm=2.5 * u)
    items = _sheet(x - 13 * u, y + 4 * u, 26 * u, 14 * u)
    items += [Fill(body, dark), Stroke(body, painter.brass, 0.25)]
    lines = engraving.hatch((x - 21 * u, y - 7 * u, x + 21 * u, y + 6 * u), 0.0, 1.3 * u, 0.12)
    items.append(Fill(Path(tuple(lines)), mix(dark, painter.brass, 0.35)))
    items.append(
        Fill(
            rounded(x - 17 * u, y - 5.4 * u, 34 * u, height_mm=3.4 * u, radius_mm=1.0 * u), mix(painter.ink, dark, 0.3)
        )
    )
    items += _sheet(x - 15 * u, y - 18 * u, 30 * u, 14 * u)
    items += _cards(painter, Box(x - 12 * u, y - 17 * u, 24 * u, 11 * u), look, columns=3, rows=1)
    items += [
        Fill(rounded(x - 13 * u, y + 8 * u, 26 * u, height_mm=8 * u, radius_mm=2 * u), painter.paper),
        Stroke(rounded(x - 13 * u, y + 8 * u, 26 * u, height_mm=8 * u, radius_mm=2 * u), dark, 0.25),
        painter.fitted("100 %", Box(x - 12 * u, y + 8 * u, 24 * u, 8 * u), "text-black", (u * 17, 6.0), dark),
    ]
    return items


def trial(painter: Painter, box: Box, look: Look) -> list[Item]:
    """A real 50 mm line, to be measured on this very page; below it a sheet before the light."""
    x = box.middle[0]
    dark = painter.dark(look.suit.colour)
    left, base = x - 25.0, box.y + 2.2
    ops: list[Op] = []
    for n in range(51):
        tall = 4.4 if n % 10 == 0 else 3.2 if n % 5 == 0 else 2.0
        ops += s.polygon(
            [
                (left + n - 0.07, base),
                (left + n + 0.07, base),
                (left + n + 0.07, base + tall),
                (left + n - 0.07, base + tall),
            ]
        )
    ops += s.polygon(
        [(left - 0.07, base), (left + 50.07, base), (left + 50.07, base + 0.25), (left - 0.07, base + 0.25)]
    )
    u = min((box.height - 9) / 30, box.width / 52)
    sun = (x + 12 * u, base + 9 + 18 * u)
    items: list[Item] = [
        Fill(Path(tuple(s.rays(*sun, (7.5 * u, 11 * u), 20, 0.7 * u))), look.suit.accent),
        Fill(circle(*sun, 6.5 * u), look.suit.accent),
    ]
    sheet = _sheet(x - 18 * u, base + 8 + 2 * u, 24 * u, 24 * u)
    items += sheet
    items += _cards(painter, Box(x - 15 * u, base + 8 + 5 * u, 18 * u, 18 * u), look)
    for dx, dy in ((-17, 3.4), (5, 3.4), (-17, 24.6), (5, 24.6)):
        cx, cy = x + dx * u, base + 8 + dy * u
        for shift, colour in ((0.0, painter.ink), (0.5 * u, look.suit.colour)):
            items += [
                Stroke(polygon(((cx - 2 * u + shift, cy), (cx + 2 * u + shift, cy)), close=False), colour, 0.2),
                Stroke(polygon(((cx + shift, cy - 2 * u), (cx + shift, cy + 2 * u)), close=False), colour, 0.2),
            ]
    items.append(Fill(Path(tuple(ops)), painter.ink))
    items.append(painter.line("50 mm", (left + 50, base + 5.0), "text-bold", 7.0, dark, "end"))
    return items


def paper(painter: Painter, box: Box, look: Look) -> list[Item]:
    """A thin card the code shines through, crossed out; a sleeve with a playing card behind, ticked."""
    x, y = box.middle
    dark, u = painter.dark(look.suit.colour), _unit(box, 62)
    left, right = x - 15 * u, x + 12 * u
    items = _card_back(painter, (left, y), u, look)
    ghost = [(left - 6 * u + (k % 4) * 2.2 * u, y + 5 * u + (k // 4) * 2.2 * u) for k in (0, 2, 3, 5, 8, 9, 11, 12, 14)]
    squares = [
        op
        for gx, gy in ghost
        for op in s.polygon([(gx, gy), (gx + 2 * u, gy), (gx + 2 * u, gy + 2 * u), (gx, gy + 2 * u)])
    ]
    items.append(Fill(Path(tuple(squares)), mix(dark, WHITE, 0.5)))
    items += [
        Stroke(polygon(((left - 9 * u, y - 14 * u), (left + 9 * u, y + 14 * u)), close=False), RED, 1.0),
        Stroke(polygon(((left - 9 * u, y + 14 * u), (left + 9 * u, y - 14 * u)), close=False), RED, 1.0),
    ]
    for step in (2, 1):
        at = (right + step * 2.4 * u, y + step * 2.0 * u)
        items += (
            _card_back(painter, at, u, look) if step == 1 else _sheet(at[0] - 10 * u, at[1] - 14 * u, 20 * u, 28 * u)
        )
    sleeve = rounded(right - 11.5 * u, y - 15.5 * u, 23 * u, height_mm=31 * u, radius_mm=1.2 * u)
    items += _card_back(painter, (right, y), u, look)
    items += [Stroke(sleeve, mix(dark, WHITE, 0.45), 0.4)]
    items.append(Fill(circle(right + 10 * u, y - 12 * u, 4.6 * u), GREEN))
    items.append(_tick(right + 10 * u, y - 12 * u, 2.4 * u, WHITE))
    return items


def _card_back(painter: Painter, at: tuple[float, float], u: float, look: Look) -> list[Item]:
    x, y = at
    dark = mix(look.back.colour, painter.ink, 0.5)
    return [
        Fill(rounded(x - 10 * u, y - 14 * u, 20 * u, height_mm=28 * u, radius_mm=1.6 * u), dark),
        Stroke(
            rounded(x - 8.6 * u, y - 12.6 * u, 17.2 * u, height_mm=25.2 * u, radius_mm=1.2 * u), look.back.accent, 0.2
        ),
        painter.glyph(look.back.glyph, x, y - 3 * u, 5 * u, look.back.accent),
    ]


def scissors(painter: Painter, box: Box, look: Look) -> list[Item]:
    x, y = box.middle
    dark, u = painter.dark(look.suit.colour), _unit(box, 44)
    items = _sheet(x - 14 * u, y - 18 * u, 28 * u, 36 * u)
    items += _cards(painter, Box(x - 10.5 * u, y - 14 * u, 21 * u, 28 * u), look)
    for k, cut in enumerate((x - 3.5 * u, x + 3.5 * u)):
        items.append(Stroke(polygon(((cut, y - 20 * u), (cut, y + 20 * u)), close=False), dark, 0.35, (1.6, 1.2)))
        items.append(Fill(circle(cut, y + 20 * u, 2.6 * u), dark))
        spot = Box(cut - 3 * u, y + 17 * u, 6 * u, 6 * u)
        items.append(painter.fitted(str(k + 1), spot, "text-black", (u * 8.5, 5.0), WHITE))
    # the scissors stand at the foot of the second cut
    sx, sy = x + 3.5 * u, y - 12 * u
    for side in (-1, 1):
        blade = [(sx, sy), (sx + side * 1.2 * u, sy + 12 * u), (sx + side * 0.2 * u, sy + 17 * u)]
        items.append(Fill(Path(tuple(s.ribbon(blade, [1.2 * u, 0.9 * u, 0.1]))), mix(GREY, WHITE, 0.3)))
        items.append(Stroke(Path(tuple(s.smooth([(sx, sy), (sx - side * 2.2 * u, sy - 4 * u)]))), dark, 1.2 * u))
        items.append(Stroke(circle(sx - side * 3.6 * u, sy - 7 * u, 2.9 * u), dark, 1.1 * u))
    items.append(Fill(circle(sx, sy, 0.9 * u), painter.brass))
    return items


def _likeness(painter: Painter, left: float, low: float, m: float) -> list[Item]:
    """What looks like a code of modules of ``m`` mm, with sparks where its corners would be."""
    ops: list[Op] = []
    for row in range(13):
        for column in range(13):
            corner = (column < 5 and not 5 <= row <= 7) or (row > 7 and column > 7)
            if not corner and (row * 7 + column * 5 + row * column) % 3 == 0:
                ops += s.polygon(
                    [
                        (left + column * m, low + row * m),
                        (left + column * m + m, low + row * m),
                        (left + column * m + m, low + row * m + m),
                        (left + column * m, low + row * m + m),
                    ]
                )
    items: list[Item] = [Fill(Path(tuple(ops)), mix(painter.ink, WHITE, 0.1))]
    for cx, cy in (
        (left + 2.2 * m, low + 2.2 * m),
        (left + 2.2 * m, low + 10.8 * m),
        (left + 10.8 * m, low + 10.8 * m),
    ):
        items.append(painter.glyph("spark", cx, cy, 2.0 * m, painter.ink))
    return items


def code(painter: Painter, box: Box, look: Look) -> list[Item]:
    """A code's likeness (not a code): a finger in its white, crossed out."""
    x, y = box.middle
    dark, u = painter.dark(look.suit.colour), _unit(box, 68)
    side = 30 * u
    left, low = x - side / 2 - 6 * u, y - side / 2
    items: list[Item] = [
        Fill(rounded(left - 4 * u, low - 4 * u, side + 8 * u, height_mm=side + 8 * u, radius_mm=1.5 * u), dark),
        Fill(rectangle(left - 2.6 * u, low - 2.6 * u, side + 5.2 * u, side + 5.2 * u), WHITE),
    ]
    items += _likeness(painter, left, low, side / 13)
    thumb = [
        (x + 30 * u, y - 22 * u),
        (x + 14 * u, y - 10 * u),
        (x + 6.5 * u, y - 5 * u),
        (x + 9.5 * u, y - 0.5 * u),
        (x + 17 * u, y - 4 * u),
        (x + 33 * u, y - 12 * u),
    ]
    items.append(Fill(Path((*s.smooth(thumb), ("h",))), (0.86, 0.68, 0.55)))
    items.append(Stroke(Path(tuple(s.smooth(thumb))), mix(painter.ink, WHITE, 0.3), 0.25))
    items.append(Fill(circle(x + 16 * u, y + 12 * u, 4.6 * u), RED))
    for slope in (1, -1):
        ends = ((x + 14 * u, y + (12 - 2 * slope) * u), (x + 18 * u, y + (12 + 2 * slope) * u))
        items.append(Stroke(polygon(ends, close=False), WHITE, 1.0 * u))
    return items


def phone(painter: Painter, box: Box, look: Look) -> list[Item]:
    x, y = box.middle
    dark, u = painter.dark(look.suit.colour), _unit(box, 40)
    items: list[Item] = [
        Fill(rounded(x - 12 * u, y - 20 * u, 24 * u, height_mm=40 * u, radius_mm=3 * u), painter.ink),
        Fill(
            rounded(x - 10.4 * u, y - 17 * u, 20.8 * u, height_mm=34 * u, radius_mm=1.4 * u),
            mix(dark, painter.ink, 0.5),
        ),
    ]
    for k, (dx, dy) in enumerate(((-4.6, 7), (4.6, 7), (-4.6, -6))):
        card = Box(x + dx * u - 4 * u, y + dy * u - 5.6 * u, 8 * u, 11.2 * u)
        items += _cards(painter, card, look, columns=1, rows=1)
        ring = rounded(card.x - 0.5 * u, card.y - 0.5 * u, card.width + u, height_mm=card.height + u, radius_mm=0.8 * u)
        items.append(Stroke(ring, painter.brass, 0.45))
        if k < 2:
            items.append(Fill(circle(card.right - 0.6 * u, card.y + 0.8 * u, 1.9 * u), GREEN))
            items.append(_tick(card.right - 0.6 * u, card.y + 0.8 * u, 1.0 * u, WHITE))
    items.append(Fill(rounded(x - 4 * u, y - 15.6 * u, 8 * u, height_mm=2.6 * u, radius_mm=1.3 * u), painter.brass))
    return items
