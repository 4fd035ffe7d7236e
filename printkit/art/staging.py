"""How a picture is staged: one thing before its light, or a land under its sky."""

from __future__ import annotations

from collections.abc import Callable

from printkit.art import backdrops, engraving_plate, skies
from printkit.art.engraving_plate import Plate
from printkit.art.strokes import Point
from printkit.layout import Suit

Scene = Callable[[Plate, Suit], None]


def emblem(draw: Callable[[Plate, Point], None], lift: float = 0.0) -> Scene:
    """One thing in the middle of its suit's world; ``lift`` moves it up by a share of the picture's height."""

    def scene(p: Plate, suit: Suit) -> None:
        backdrops.backdrop(p, suit.art)
        draw(p, (p.light[0], p.light[1] + lift * p.box.height))

    return scene


def lit(p: Plate, suit: Suit, u: float, v: float, radius: float) -> bool:
    """Move the light and draw the sky a landscape stands before; true where it is night."""
    p.light = (*p.at(u, v), radius)
    night = suit.art in backdrops.NIGHTS
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
