"""The ways a picture is drawn: engraved as it is, or simplified into shapes, a silhouette, bold fields or wires.

All of them are made of the same scenes, so that every card keeps its picture in every look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from printkit.card_layout.records import CardLayout, Suit
from printkit.draw.display_list import Colour, Fill, Group, Item, Shared, Stroke, mix
from printkit.draw.ink_saving import luminance, measured

Tone = Callable[[Colour], Colour]
FINE_MM = 0.45
"""Fields thinner than this are the lines of an engraving."""
HEAVY_MM = 0.9
"""Fields thinner than this say little at arm's length."""
WIRE_MM = 0.16


def drawn(items: tuple[Item, ...], layout: CardLayout, suit: Suit) -> tuple[Item, ...]:
    """A picture in the way of drawing the layout names."""
    return WAYS.get(layout.words["art"], _engraved)(items, layout, suit)


def _engraved(items: tuple[Item, ...], layout: CardLayout, suit: Suit) -> tuple[Item, ...]:
    return items


def _shapes(items: tuple[Item, ...], layout: CardLayout, suit: Suit) -> tuple[Item, ...]:
    """Fields without the lines in them."""
    return tuple(_kept(items, FINE_MM, 0.5, lambda colour: colour))


def _bold(items: tuple[Item, ...], layout: CardLayout, suit: Suit) -> tuple[Item, ...]:
    """Large fields in bright inks, lines only where they are thick."""
    box = layout.boxes["art"]
    x, y = box.middle
    bright = tuple(_kept(items, HEAVY_MM, 0.7, lambda colour: mix(colour, suit.accent, 0.12)))
    share = 1.12
    return (Group(bright, x - share * x, y - share * y, scale=share),)


def _silhouette(items: tuple[Item, ...], layout: CardLayout, suit: Suit) -> tuple[Item, ...]:
    """Black and light with one colour between."""
    black, light = layout.dark, layout.light

    def tone(colour: Colour) -> Colour:
        value = luminance(colour)
        if value < 0.42:
            return mix(black, suit.colour, 0.06)
        return mix(suit.colour, black, 0.25) if value < 0.68 else mix(light, suit.sky, 0.3)

    return tuple(_kept(items, FINE_MM, 0.4, tone))


def _wire(items: tuple[Item, ...], layout: CardLayout, suit: Suit) -> tuple[Item, ...]:
    """The edges of things as thin bright lines on a dark ground."""
    ground, line = mix(layout.dark, suit.sky, 0.6), mix(suit.colour, layout.light, 0.25)
    return tuple(_wires(items, ground, line, mix(ground, line, 0.45)))


def _kept(items: tuple[Item, ...], field_mm: float, line_mm: float, tone: Tone) -> Iterator[Item]:
    """What is large enough, in other inks."""
    for item in items:
        match item:
            case Fill():
                if measured(item.path)[0] >= field_mm or _solid(item):
                    yield replace(item, colour=tone(item.colour))
            case Stroke():
                if item.width_mm >= line_mm:
                    yield replace(item, colour=tone(item.colour))
            case Group():
                yield replace(item, items=tuple(_kept(item.items, field_mm, line_mm, tone)))
            case Shared():
                yield from _kept(item.items, field_mm, line_mm, tone)
            case _:
                yield item


def _solid(item: Fill) -> bool:
    """Whether a field of few corners is one shape: eyes and suns are small and say much."""
    return 3 < len(item.path.ops) <= 14 and measured(item.path)[1] > 1.2


def _wires(items: tuple[Item, ...], ground: Colour, line: Colour, faint: Colour) -> Iterator[Item]:
    for item in items:
        match item:
            case Fill():
                if measured(item.path)[0] >= FINE_MM or _solid(item):
                    yield replace(item, colour=ground)
                    yield Stroke(item.path, line, WIRE_MM)
                else:
                    yield replace(item, colour=faint)
            case Stroke():
                yield replace(item, colour=faint, width_mm=min(item.width_mm, WIRE_MM))
            case Group():
                yield replace(item, items=tuple(_wires(item.items, ground, line, faint)))
            case Shared():
                yield from _wires(item.items, ground, line, faint)
            case _:
                yield item


WAYS: Mapping[str, Callable[[tuple[Item, ...], CardLayout, Suit], tuple[Item, ...]]] = MappingProxyType(
    {"engraved": _engraved, "shapes": _shapes, "silhouette": _silhouette, "bold": _bold, "wire": _wire}
)
