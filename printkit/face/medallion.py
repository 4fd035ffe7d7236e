"""The medallion a card's value stands in."""

from __future__ import annotations

from printkit.art.strokes import disc, polygon
from printkit.draw.display_list import WHITE, Fill, Item, Path, Stroke, Text
from printkit.face import suits
from printkit.layout import CardLayout, LayoutError, Suit
from printkit.type import fonts, typesetting
from printkit.units import MM_PER_POINT


def drawn(value: str, layout: CardLayout, suit: Suit) -> list[Item]:
    """The value in its medallion. Raises LayoutError where there is no shape of that name."""
    box, dark, brass = layout.boxes["value"], suits.deep(suit, layout), layout.colours["brass"]
    x, y = box.middle
    radius = box.width / 2
    shape = layout.words["medallion"]
    if shape not in MEDALLIONS:
        raise LayoutError(
            f"{layout.game}.toml", "medallion", f'"{shape}" is not known; expected one of {", ".join(MEDALLIONS)}'
        )
    items: list[Item] = [
        Fill(outline(shape, x, y, radius), dark),
        Stroke(outline(shape, x, y, radius - 0.55), brass, 0.28),
    ]
    shown, size = typesetting.fit_line(value, "text-black", box.width - 2.6, (19.0, 8.0))
    middle = fonts.metrics("text-black").cap_height * size * MM_PER_POINT / 2
    items.append(Text(x, y - middle, shown, "text-black", size, WHITE, "middle"))
    return items


MEDALLIONS = ("roundel", "shield", "hexagon", "lozenge", "octagon")


def outline(shape: str, x: float, y: float, radius: float) -> Path:
    """The outline a value stands in."""
    if shape == "shield":
        r = radius
        return Path(
            (
                ("m", x - r * 0.92, y + r * 0.9),
                ("c", x - r * 0.4, y + r * 0.86, x - r * 0.2, y + r * 0.9, x, y + r),
                ("c", x + r * 0.2, y + r * 0.9, x + r * 0.4, y + r * 0.86, x + r * 0.92, y + r * 0.9),
                ("c", x + r, y - r * 0.1, x + r * 0.7, y - r * 0.72, x, y - r),
                ("c", x - r * 0.7, y - r * 0.72, x - r, y - r * 0.1, x - r * 0.92, y + r * 0.9),
                ("h",),
            )
        )
    if shape == "hexagon":
        flat = [(0, 1), (0.88, 0.52), (0.88, -0.52), (0, -1), (-0.88, -0.52), (-0.88, 0.52)]
        return Path(tuple(polygon([(x + u * radius, y + v * radius) for u, v in flat])))
    if shape == "lozenge":
        flat = [(0, 1), (0.62, 0.62), (1, 0), (0.62, -0.62), (0, -1), (-0.62, -0.62), (-1, 0), (-0.62, 0.62)]
        return Path(tuple(polygon([(x + u * radius, y + v * radius) for u, v in flat])))
    if shape == "octagon":
        flat = [(0.42, 1), (1, 0.42), (1, -0.42), (0.42, -1), (-0.42, -1), (-1, -0.42), (-1, 0.42), (-0.42, 1)]
        return Path(tuple(polygon([(x + u * radius, y + v * radius) for u, v in flat])))
    return Path(tuple(disc(x, y, radius)))
