"""The worlds pictures are set in, told apart by faction, and how a picture is staged in one: an emblem, or a land."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from printkit.art import crawling_creatures, engraving_plate, plants, sea, skies, stone_buildings
from printkit.art import strokes as s
from printkit.art.engraving_plate import Plate
from printkit.art.strokes import Point
from printkit.card_layout import Suit
from printkit.draw.display_list import Op, mix

NIGHTS = frozenset({"night", "web"})
"""Moods drawn light on dark."""
RADIUS = 13.0
"""The light behind an emblem, in mm."""


def fire(p: Plate) -> None:
    """Crags and embers under a burning sky."""
    p.rnd.choice((skies.sky_rays, skies.sky_rings))(p)
    k = p.inks
    base = p.box.y - 1
    for u, v, half in ((0.04, 0.42, 11), (0.2, 0.27, 9), (0.97, 0.46, 12), (0.8, 0.25, 9)):
        engraving_plate.mountain(
            p, p.at(u + p.rnd.uniform(-0.03, 0.03), v), half, base=base, colours=(k.soft, k.tone, k.paper)
        )
    sparks: list[Op] = []
    for _ in range(26):
        x, y = p.at(p.rnd.random(), p.rnd.uniform(0.3, 1))
        sparks += s.star(x, y, (0.1, p.rnd.uniform(0.3, 0.7)), 4)
    p.fill(sparks, k.light)


def fields(p: Plate) -> None:
    """Rolling furrows, ears of wheat to both sides."""
    p.rnd.choice((skies.sky_lines, skies.sky_rays))(p)
    k = p.inks
    engraving_plate.hills(p, engraving_plate.ridge_line(p, p.box.y + 5, 5, 0.08), k.soft, k.tone)
    engraving_plate.hills(p, engraving_plate.ridge_line(p, p.box.y + 0.5, 4, 0.08), k.tone, k.deep)
    for side in (0, 1):
        for i in range(4):
            u = 0.02 + 0.055 * i
            x, y = p.at(u if side == 0 else 1 - u, -0.02)
            lean = (1 if side == 0 else -1) * (0.6 - i * 0.9)
            plants.wheat(
                p,
                (x, y),
                (x + lean, y + 19 - 3.4 * i + p.rnd.uniform(-1, 1)),
                size=1.7,
                colours=(k.deep, mix(k.light, k.tone, 0.25 * (i % 2))),
            )


def forest(p: Plate) -> None:
    """Trunks to both sides and ferns below."""
    p.rnd.choice((skies.sky_rings, skies.sky_lines))(p)
    k = p.inks
    left, bottom, right, top = p.edges
    for depth, (ink, places) in enumerate(
        ((k.soft, (0.15, 0.24, 0.78, 0.87)), (k.tone, (0.09, 0.93)), (k.dark, (0.02, 0.985)))
    ):
        shapes: list[Op] = []
        for u in places:
            x = left + (right - left) * (u + p.rnd.uniform(-0.012, 0.012))
            w = 0.6 + 0.55 * depth
            inward = 1 if u < 0.5 else -1
            shapes += s.ribbon(
                [(x, bottom - 1), (x + p.rnd.uniform(-1, 1), bottom + 18), (x + p.rnd.uniform(-1, 1), top + 2)],
                [w * 1.5, w, w * 0.8],
            )
            for _ in range(2):
                y = p.rnd.uniform(bottom + 14, top - 3)
                shapes += s.taper([(x, y), (x + inward * w * 3, y + 2.4), (x + inward * w * 5, y + 3)], w * 0.34)
        p.fill(shapes, ink)
    engraving_plate.hills(p, engraving_plate.ridge_line(p, p.box.y - 0.5, 3.6, 0.1), k.deep, k.dark)
    ferns(p, 7)


def ferns(p: Plate, count: int) -> None:
    """Ferns along the lower edge."""
    light, dark = list[Op](), list[Op]()
    for i in range(count):
        x, y = p.at((i + p.rnd.random()) / count, 0.0)
        a = math.pi / 2 + p.rnd.uniform(-0.6, 0.6)
        long = p.rnd.uniform(4, 7)
        out = light if i % 2 else dark
        for j in range(9):
            t = j / 9
            px, py = x + long * t * math.cos(a), y + long * t * math.sin(a) - 0.5 * t * t
            for side in (-1, 1):
                out += s.leaf(px, py, a + side * 1.0, length=long * 0.34 * (1 - t * 0.8), width=0.62)
    p.fill(dark, p.inks.dark)
    p.fill(light, p.inks.tone)


def night(p: Plate) -> None:
    """Smoke, stars, and bare boughs from the corners."""
    p.rnd.choice((skies.sky_smoke, skies.sky_rings, skies.sky_rays))(p)
    skies.stars(p, 34, 0.2)
    for u, a in ((-0.02, 0.3), (1.02, math.pi - 0.3)):
        out: tuple[list[Op], list[tuple[float, float]]] = ([], [])
        v = p.rnd.uniform(0.1, 0.75)
        plants.branches(
            p, p.at(u, v), a + p.rnd.uniform(-0.4, 0.4), length=p.rnd.uniform(4.5, 6.5), width=0.7, depth=3, out=out
        )
        p.fill(out[0], p.inks.dark)
    engraving_plate.hills(p, engraving_plate.ridge_line(p, p.box.y - 0.5, 3, 0.3), p.inks.dark, p.inks.tone)


def waves(p: Plate) -> None:
    """Wave scales behind, a swell in front."""
    sea.sky_seigaiha(p, p.rnd.choice((6.0, 7.0, 8.4)))


def tide(p: Plate) -> None:
    """An open sky over the sea."""
    p.rnd.choice((skies.sky_lines, skies.sky_rays, skies.sky_rings))(p)
    engraving_plate.water(p, p.box.y + 9, (p.inks.deep, p.inks.soft), 4.6)


def dawn(p: Plate) -> None:
    """Rays over far walls."""
    skies.sky_rays(p, p.rnd.choice((36, 44, 56)))
    k = p.inks
    engraving_plate.hills(p, engraving_plate.ridge_line(p, p.box.y + 3, 4, 0.1), k.soft, k.tone)
    for u, h in ((0.06, 13), (0.14, 9), (0.95, 14), (0.87, 8)):
        stone_buildings.tower(p, p.at(u, 0.02), (4.2, h), (k.paper, k.deep, k.light), roof=h > 10)
    engraving_plate.hills(p, engraving_plate.ridge_line(p, p.box.y - 0.5, 3, 0.1), k.tone, k.deep)


def web(p: Plate) -> None:
    """A web across the night."""
    skies.sky_lines(p)
    crawling_creatures.web(p, p.at(0.5, 0.5), 36, p.inks.soft)


def stone(p: Plate) -> None:
    """A wall of rough courses, a hollow in it."""
    k = p.inks
    skies.sky_lines(p, 1.2)
    left, bottom, right, _top = p.edges
    blocks: list[Op] = []
    for row in range(9):
        y, x = bottom + row * 4.4, left - p.rnd.uniform(0, 6)
        while x < right:
            w = p.rnd.uniform(5, 9)
            if math.hypot((x + w / 2 - p.light[0]) * 0.8, y + 2 - p.light[1]) > RADIUS + 1.5:
                blocks += s.polygon(
                    [
                        (x + 0.2, y + 0.3),
                        (x + w - 0.3, y + 0.2 + p.rnd.uniform(-0.2, 0.2)),
                        (x + w - 0.4, y + 3.9),
                        (x + 0.3, y + 4.0),
                    ]
                )
            x += w
    p.fill(blocks, k.soft)
    cuts = [op for _ in range(90) for op in _scratch(p)]
    p.inside(blocks, [(cuts, k.tone)])


def _scratch(p: Plate) -> list[Op]:
    x, y = p.at(p.rnd.random(), p.rnd.random())
    return s.lens((x, y), (x + p.rnd.uniform(1.5, 3), y - p.rnd.uniform(0, 1.2)), 0.3)


def gold(p: Plate) -> None:
    """A ground of fine rings and rays, as on a banknote."""
    skies.sky_rings(p, 0.8)
    k, (x, y, _) = p.inks, p.light
    for lap in range(4):
        ring = []
        for i in range(48):
            a = s.TAU * i / 48
            r = 22 + 5 * math.sin(12 * a + lap * s.TAU / 4)
            ring.append((x + r * math.cos(a), y + r * 0.8 * math.sin(a)))
        p.line(s.smooth(ring, close=True), k.tone, 0.16)


MOODS: Mapping[str, Callable[[Plate], None]] = MappingProxyType(
    {
        "fire": fire, "fields": fields, "forest": forest, "night": night, "waves": waves, "tide": tide, "dawn": dawn,
        "web": web, "stone": stone, "gold": gold,
    }
)  # fmt: skip
"""What a suit's ``art`` may say."""


def backdrop(p: Plate, mood: str, *, disc: bool = True) -> None:
    """The mood's world, and the light an emblem stands before."""
    day = p.inks
    dark = mood in NIGHTS
    if dark:
        p.inks = day.night()
    MOODS[mood](p)
    if disc:
        x, y, r = p.light
        p.fill(s.disc(x, y, r + 0.9), p.inks.paper)
        p.fill(s.disc(x, y, r), p.inks.light)
        lines = skies.shade_disc(x, y, r, gap=0.7, edge=1.0 if p.rnd.random() < 0.5 else -1.0)
        p.inside(s.disc(x, y, r), [(lines, mix(p.inks.light, day.tone, 0.32))])
    p.inks = day


Scene = Callable[[Plate, Suit], None]


def emblem(draw: Callable[[Plate, Point], None], lift: float = 0.0) -> Scene:
    """One thing in the middle of its suit's world; ``lift`` moves it up by a share of the picture's height."""

    def scene(p: Plate, suit: Suit) -> None:
        backdrop(p, suit.art)
        draw(p, (p.light[0], p.light[1] + lift * p.box.height))

    return scene


def lit(p: Plate, suit: Suit, u: float, v: float, radius: float) -> bool:
    """Move the light and draw the sky a landscape stands before; true where it is night."""
    p.light = (*p.at(u, v), radius)
    night = suit.art in NIGHTS
    if night:
        day, p.inks = p.inks, p.inks.night()
        p.rnd.choice((skies.sky_smoke, skies.sky_rings))(p)
        skies.stars(p, 36, 0.3)
        skies.moon(p, p.rnd.choice((-0.7, 0.0, 0.7)))
        p.inks = day
        return True
    p.rnd.choice((skies.sky_lines, skies.sky_rays, skies.sky_rings))(p)
    if suit.art == "forest":
        skies.moon(p)
    else:
        skies.sun(p, face=p.rnd.random() < 0.4)
    return False


def ground(p: Plate, night: bool, base: float = 1.0, height: float = 4.0) -> None:
    """Hills in front, dark at night."""
    k = p.inks
    if not night:
        engraving_plate.hills(p, engraving_plate.ridge_line(p, p.box.y + base + 3, height, 0.1), k.soft, k.tone)
    engraving_plate.hills(
        p,
        engraving_plate.ridge_line(p, p.box.y + base - 1, height, 0.1),
        k.dark if night else k.tone,
        k.tone if night else k.deep,
    )
