"""Counters on a card that a cube stands on, where other cards have their picture."""

from __future__ import annotations

from printkit.art import strokes as s
from printkit.art.glyphs import placed
from printkit.draw.display_list import WHITE, Colour, Fill, Group, Item, Path, Stroke, Text, circle, mix, rectangle
from printkit.layout import Box, CardLayout, Suit
from printkit.type import fonts, typesetting
from printkit.units import MM_PER_POINT

LABEL_MM = 5.0


def drawn(tracks: tuple[tuple[str, int, int], ...], box: Box, layout: CardLayout, suit: Suit) -> list[Item]:
    """A column a track: numbered places from 0 up to the highest, the first marked, the last with a star."""
    ink, paper, brass = layout.colours["ink"], layout.colours["paper"], layout.colours["brass"]
    dark, ground = mix(suit.colour, ink, 0.42), mix(suit.sky, paper, 0.25)
    middle = box.middle
    frame = rectangle(box.x, box.y, box.width, box.height)
    rays = Fill(Path(tuple(s.rays(*middle, (4.0, box.width), 48, 0.045))), mix(suit.sky, suit.colour, 0.16))
    items: list[Item] = [
        Fill(frame, ground),
        Group((rays,), clip=frame),
    ]
    width = box.width / len(tracks)
    for index, (label, highest, start) in enumerate(tracks):
        x = box.x + (index + 0.5) * width
        step = (box.height - LABEL_MM - 1.0) / (highest + 1)
        radius = min(step * 0.43, width * 0.3)
        foot, head = box.y + LABEL_MM + step / 2, box.y + LABEL_MM + step * (highest + 0.5)
        items.append(Fill(rectangle(x - 0.5, foot, 1.0, head - foot), dark))
        for value in range(highest + 1):
            items += _ring(value, (x, foot + value * step), radius, (dark, paper, brass), marked=value == start)
        star = placed("star", x + radius + 2.4, head, 1.7)
        items.append(Fill(star, mix(brass, suit.colour, 0.35), even_odd=True))
        shown, size = typesetting.fit_line(label.upper(), "label", width - 2.0, (6.6, 5.0))
        items += [
            Fill(rectangle(x - width / 2 + 0.6, box.y + 0.9, width - 1.2, 3.6), dark),
            Text(round(x, 3), round(box.y + 1.9, 3), shown, "label", size, WHITE, "middle"),
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
        Text(x, y - drop, str(value), "text-black", size, paper if marked else dark, "middle"),
    ]
