"""Uniform card backs: ornaments that look the same upside down, dark where the code of a front lies behind them.

Half of the back is drawn and set twice, the second time turned about the card's middle, so that the way a card lies
face down tells nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from printkit.art import engraving_plate
from printkit.art import strokes as s
from printkit.art.engraving_plate import Inks, Plate
from printkit.art.glyphs import GLYPHS, placed
from printkit.card_layout import BackLook, Box, CardLayout
from printkit.draw.display_list import Colour, Fill, Group, Item, Op, Path, Stroke, mix, rectangle, rounded

Ground = Callable[[Plate, Colour], None]
EDGE_MM = 5.0
"""Solid colour from the trim to the ornament: a back printed a little off still has even edges."""


def ornament(layout: CardLayout, look: BackLook) -> tuple[Item, ...]:
    """The back, bleed included. Raises LayoutError where its ornament or glyph is not known."""
    check(layout, look)
    width, height = layout.size_mm
    bleed = layout.numbers["bleed_mm"]
    ink, paper = layout.dark, layout.light
    dark = mix(look.colour, ink, 0.5)
    inner = Box(EDGE_MM, EDGE_MM, width - 2 * EDGE_MM, height - 2 * EDGE_MM)
    inks = Inks.of(look.colour, look.accent, mix(dark, look.colour, 0.5), ink=ink, paper=paper)
    p = Plate(inner, inks, Random(0))
    GROUNDS[look.ornament](p, dark)
    frame = rounded(inner.x, inner.y, inner.width, height_mm=inner.height, radius_mm=2.4)
    gold, thin = (
        look.accent,
        rounded(inner.x + 1.0, inner.y + 1.0, inner.width - 2.0, height_mm=inner.height - 2.0, radius_mm=1.6),
    )
    items: list[Item] = [
        Fill(rectangle(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed), dark),
        Group(tuple(p.items), clip=frame),
        Stroke(frame, gold, 0.45),
        Stroke(thin, gold, 0.16),
        Stroke(rounded(3.4, 3.4, width - 6.8, height_mm=height - 6.8, radius_mm=2.8), mix(dark, gold, 0.55), 0.18),
    ]
    half = [*_corner(inner, dark, gold), *_emblem(look, (width / 2, height / 2), dark)]
    items += half
    items.append(Group(tuple(half), width, height, 180.0))
    items += _centre(look, (width / 2, height / 2), dark)
    return tuple(items)


def check(layout: CardLayout, look: BackLook) -> None:
    """Raises LayoutError where the back's ornament or glyph is not known."""
    if look.ornament not in GROUNDS or look.glyph not in GLYPHS:
        known = GROUNDS if look.ornament not in GROUNDS else GLYPHS
        wrong = "ornament" if look.ornament not in GROUNDS else "glyph"
        raise layout.wrong(f"back.{look.key}.{wrong}", f"expected one of {', '.join(known)}")


def _corner(inner: Box, dark: Colour, gold: Colour) -> list[Item]:
    """Dark quarter fields over two corners (their turned copies fill the others), edged and sprigged."""
    items: list[Item] = []
    for side in (1, -1):
        x = inner.x if side == 1 else inner.right
        y, r = inner.top, 22.5
        points = [
            (x, y - r),
            (x + side * 5, y - r + 1.2),
            (x + side * 12.5, y - 16.2),
            (x + side * 16.2, y - 12.5),
            (x + side * (r - 1.2), y - 5),
            (x + side * r, y),
        ]
        field = [*s.smooth(points), ("l", x, y), ("h",)]
        items.append(Fill(Path(tuple(field)), dark))
        items.append(Stroke(Path(tuple(s.smooth(points))), gold, 0.35))
        items.append(Stroke(Path(tuple(s.smooth([(u - side * 0.9, v + 0.9) for u, v in points]))), gold, 0.14))
        sprig: list[Op] = []
        for k in range(5):
            d = 3.4 + 2.2 * k
            for turn in (-0.7, 0.7):
                a = math.atan2(-1, side) + turn
                sprig += s.leaf(x + side * d, y - d, a, length=4.4 - 0.45 * k, width=1.7 - 0.15 * k)
        line = s.taper([(x + side * 2.4, y - 2.4), (x + side * 8, y - 8), (x + side * 13, y - 13)], 0.28)
        items.append(Fill(Path(tuple(sprig + line)), mix(dark, gold, 0.24)))
    return items


def _emblem(look: BackLook, middle: tuple[float, float], dark: Colour) -> list[Item]:
    """The glyph in its roundel, above the middle."""
    x, y = middle[0], middle[1] + 13.2
    gold = look.accent
    petals: list[Op] = []
    for i in range(28):
        a = s.TAU * i / 28
        petals += s.leaf(x + 9.6 * math.cos(a), y + 9.6 * math.sin(a), a, length=2.5, width=1.5)
    return [
        Fill(Path(tuple(s.disc(x, y, 12.6))), dark),
        Fill(Path(tuple(petals)), mix(dark, gold, 0.6)),
        Fill(Path(tuple(s.disc(x, y, 9.9))), gold),
        Fill(Path(tuple(s.disc(x, y, 9.3))), dark),
        Stroke(Path(tuple(s.disc(x, y, 8.4))), gold, 0.18),
        Fill(placed(look.glyph, x, y, 6.4), gold, even_odd=True),
    ]


def _centre(look: BackLook, middle: tuple[float, float], dark: Colour) -> list[Item]:
    """A jewel between the two roundels."""
    x, y = middle
    gold = look.accent
    return [
        Fill(Path(tuple(s.polygon([(x - 14, y), (x, y + 3.4), (x + 14, y), (x, y - 3.4)]))), dark),
        Stroke(Path(tuple(s.polygon([(x - 13, y), (x, y + 2.7), (x + 13, y), (x, y - 2.7)]))), gold, 0.2),
        Fill(Path(tuple(s.star(x, y, (0.9, 3.0), 4))), gold),
        Fill(Path(tuple(s.star(x - 7.4, y, (0.3, 1.1), 4) + s.star(x + 7.4, y, (0.3, 1.1), 4))), gold),
    ]


def _rays(p: Plate, dark: Colour) -> None:
    p.ground(mix(dark, p.inks.tone, 0.55))
    x, y = p.box.middle
    p.fill(s.rays(x, y, (2.0, 70.0), count=64, width=0.028), dark)
    p.fill(s.rays(x, y, (2.0, 70.0), count=64, width=0.006, turn=math.pi / 64), p.inks.light)


def _waves(p: Plate, dark: Colour) -> None:
    """Wave scales climb from both ends to the middle; the upper half is the lower one turned."""
    p.ground(dark)
    half = Plate(Box(p.box.x, p.box.y, p.box.width, p.box.height / 2), p.inks, p.rnd)
    soft = mix(dark, p.inks.tone, 0.7)
    engraving_plate.scales(
        half,
        (p.box.y, p.box.middle[1] + 4),
        7.0,
        lambda _: (mix(dark, p.inks.tone, 0.4), mix(soft, p.inks.light, 0.4), soft),
    )
    _both(p, half)


def _scales(p: Plate, dark: Colour) -> None:
    """Dragon scales from both ends to the middle."""
    p.ground(dark)
    half = Plate(Box(p.box.x, p.box.y, p.box.width, p.box.height / 2), p.inks, p.rnd)
    left, bottom, right, top = half.edges
    size = 5.6
    for row in range(int((top - bottom) / (size * 0.55)) + 1, -2, -1):
        shapes, ribs = list[Op](), list[Op]()
        y = bottom + row * size * 0.55
        for col in range(-1, int((right - left) / size) + 2):
            x = left + (col + (0.5 if row % 2 else 0.0)) * size
            shapes += [
                *s.smooth(
                    [
                        (x - size / 2, y - size * 0.3),
                        (x - size * 0.42, y + size * 0.2),
                        (x, y + size * 0.6),
                        (x + size * 0.42, y + size * 0.2),
                        (x + size / 2, y - size * 0.3),
                    ]
                ),
                ("h",),
            ]
            for d in (-0.16, 0.0, 0.16):
                ribs += s.lens((x + d * size, y - size * 0.1), (x + d * size * 0.4, y + size * 0.4), 0.2)
        half.fill(shapes, mix(dark, p.inks.tone, 0.5 + 0.14 * (row % 3)))
        half.line(shapes, dark, 0.34)
        half.fill(ribs, dark)
    _both(p, half)


def _leaves(p: Plate, dark: Colour) -> None:
    """A flower head of leaves, winding out of the middle."""
    p.ground(mix(dark, p.inks.tone, 0.25))
    x, y = p.box.middle
    for n in range(1, 230):
        a, r = n * s.GOLDEN_ANGLE, 3.25 * math.sqrt(n)
        ink = mix(dark, p.inks.tone, 0.55 + 0.3 * (n % 3) / 2)
        for turn in (0.0, math.pi):
            shape = s.leaf(
                x + r * math.cos(a + turn),
                y + r * math.sin(a + turn),
                a + turn,
                length=3.2 + r * 0.05,
                width=2.0 + r * 0.03,
            )
            p.fill(shape, ink)
            p.line(shape, dark, 0.2)


def _knot(p: Plate, dark: Colour) -> None:
    """Interlaced bands, as on the cover of an old book."""
    p.ground(mix(dark, p.inks.tone, 0.42))
    left, bottom, right, top = p.edges
    cx, cy = p.box.middle
    pitch = 8.0
    bands: list[tuple[list[Op], float]] = []
    for i in range(-12, 13):
        for slope in (1, -1):
            points = []
            for j in range(40):
                t = -60 + j * 3.1
                wob = 1.25 * math.sin(t * math.tau / pitch)
                u = i * pitch + wob * (1 if i % 2 else -1)
                points.append((cx + (t - slope * u) * 0.7071, cy + (slope * t + u) * 0.7071))
            bands.append((s.smooth(points), 0.0))
    for ops, _ in bands:
        p.line(ops, dark, 1.9)
    for ops, _ in bands:
        p.line(ops, mix(dark, p.inks.tone, 0.85), 1.25)
        p.line(ops, mix(dark, p.inks.light, 0.5), 0.22)
    studs: list[Op] = []
    for i in range(-8, 9):
        for j in range(-10, 11):
            if (i + j) % 2 == 0:
                x, y = cx + i * pitch * 0.7071, cy + j * pitch * 0.7071
                if left < x < right and bottom < y < top:
                    studs += s.star(x, y, (0.35, 1.25), 4)
    p.fill(studs, mix(dark, p.inks.light, 0.75))


def _both(p: Plate, half: Plate) -> None:
    """The half drawn, and the half turned about the middle of the box."""
    x, y = p.box.middle
    clip = rectangle(p.box.x, p.box.y, p.box.width, p.box.height / 2)
    group = Group(tuple(half.items), clip=clip)
    p.items += [group, Group((group,), round(2 * x, 3), round(2 * y, 3), 180.0)]


GROUNDS: Mapping[str, Ground] = MappingProxyType(
    {"rays": _rays, "waves": _waves, "scales": _scales, "leaves": _leaves, "knot": _knot}
)
"""What a back's ``ornament`` may say."""
