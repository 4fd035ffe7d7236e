"""Uniform card backs: ornaments that look the same upside down."""

from __future__ import annotations

from printkit.art.glyphs import placed
from printkit.ink import Fill, Item, Stroke, mix, rectangle, rounded
from printkit.layout import BackLook, CardLayout


def ornament(layout: CardLayout, look: BackLook) -> tuple[Item, ...]:
    """The back, bleed included."""
    width, height = layout.size_mm
    bleed = layout.numbers["bleed_mm"]
    ink, brass = layout.colours["ink"], layout.colours["brass"]
    dark = mix(look.colour, ink, 0.5)
    return (
        Fill(rectangle(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed), dark),
        Stroke(rounded(3, 3, width - 6, height - 6, 2), brass, 0.4),
        Fill(placed(look.glyph, width / 2, height / 2 + 12, 8), brass, even_odd=True),
        Fill(placed(look.glyph, width / 2, height / 2 - 12, 8, 3.141592653589793), brass, even_odd=True),
    )
