"""Pictures of dragons and of fire in the sky."""

from __future__ import annotations

import math

from printkit.art import (
    backdrops,
    countryside_things,
    crafted_things,
    dragon_details,
    dragons,
    engraving_plate,
    skies,
    weapons,
)
from printkit.art import strokes as s
from printkit.art.backdrops import ground, lit
from printkit.art.engraving_plate import Plate
from printkit.card_layout import Suit
from printkit.draw.display_list import mix


def flight(p: Plate, suit: Suit) -> None:
    """A dragon on the wing before the light, crags or the sea below."""
    left = p.rnd.random() < 0.5
    night = lit(p, suit, 0.3 if left else 0.7, v=0.64, radius=p.rnd.uniform(6, 8.5))
    k = p.inks
    if suit.art == "tide":
        engraving_plate.water(p, p.box.y + 7, (k.deep, k.soft))
    else:
        for u, half in ((0.14, 13), (0.86, 12), (0.6, 8)):
            engraving_plate.mountain(
                p,
                p.at(u + p.rnd.uniform(-0.06, 0.06), p.rnd.uniform(0.24, 0.46)),
                half,
                base=p.box.y - 1,
                colours=(k.soft, k.deep if night else k.tone, k.paper),
            )
        ground(p, night, 0.0, 3.0)
    if p.rnd.random() < 0.5 and not night:
        engraving_plate.cloud(p, *p.at(0.86 if left else 0.14, 0.74), 15, (k.paper, k.tone))
    look = dragon_details.hide(p)
    if night:
        look = dragons.Hide(k.dark, k.soft, belly=k.soft, wing=k.tone, far=k.deep, eye=k.light)
    dragons.flying(
        p,
        p.at(0.5 + (0.03 if left else -0.03), 0.36),
        p.rnd.uniform(14.5, 16.5),
        look,
        left=left,
        fire=p.rnd.random() < 0.45,
    )


def bust(p: Plate, suit: Suit, *, crowned: bool = False, fire: bool | None = None) -> None:
    """A dragon's head, large, before the light."""
    left = p.rnd.random() < 0.5
    p.light = (*p.at(0.64 if left else 0.36, 0.55), 15.5 if suit.art in backdrops.NIGHTS else 12.0)
    backdrops.backdrop(p, suit.art)
    breath = p.rnd.random() < 0.5 if fire is None else fire
    dragon_details.bust(
        p,
        p.at(0.56 if left else 0.44, 0.42 if crowned else 0.5),
        11.5 if crowned else 13,
        left=left,
        fire=breath and not crowned,
        crowned=crowned,
    )


def coiled(p: Plate, suit: Suit) -> None:
    """A dragon in coils before the light."""
    p.light = (p.light[0], p.light[1], 16.0 if suit.art in backdrops.NIGHTS else p.light[2])
    backdrops.backdrop(p, suit.art)
    dragon_details.coiled(p, (p.light[0], p.light[1] - 2.2), 14.5, left=p.rnd.random() < 0.5)


def lair(p: Plate, suit: Suit) -> None:
    """Eyes and a hoard in a cave."""
    k = p.inks
    x, y = countryside_things.cave(p, (k.deep, k.dark, mix(k.dark, (0, 0, 0), 0.45)), k.light)
    crafted_things.coins(p, (x, y - 1.5), 15, 60)
    for side in (-1, 1):
        on = s.onto((x + side * 4.4, y + 14.5), 3.2, flip=side < 0)
        p.fill(s.polygon(on([(-0.8, -0.2), (0.0, 0.12), (0.95, 0.62), (0.7, -0.1), (0.1, -0.42)])), k.paper)
        p.fill(s.cut(on([(0.1, 0.4), (0.1, -0.46)]), 0.7), k.dark)


def hoard(p: Plate, suit: Suit) -> None:
    """A dragon asleep on its gold."""
    backdrops.backdrop(p, suit.art)
    dragon_details.coiled(p, (p.light[0], p.light[1] + 0.5), 12.5, left=p.rnd.random() < 0.5)
    crafted_things.coins(p, p.at(0.5, -0.05), 27, 110)


def volcano(p: Plate, suit: Suit) -> None:
    """A burning mountain or a kiln under its smoke."""
    night = lit(p, suit, 0.24, v=0.66, radius=5)
    k, (x, y) = p.inks, p.at(0.58, 0.56)
    for i in range(5):
        points = [
            (x + i - 2, y),
            (x + (i - 2) * 2.6, y + 6),
            (x + (i - 2) * 3 + 3 * math.sin(i), y + 12),
            (x + (i - 2) * 6, y + 20),
        ]
        p.fill(s.ribbon(s.curve(points, 4), [1.0 + 0.13 * j for j in range(13)]), k.soft if i % 2 else k.paper)
    engraving_plate.mountain(p, (x, y), 21, base=p.box.y - 1, colours=(k.tone, k.deep, k.light))
    p.fill(s.star(x, y + 0.6, (1.2, 4.2), 9), k.light)
    ground(p, night, 0, 3)


def burning_fields(p: Plate, suit: Suit) -> None:
    """Flames above the furrows, a dragon's shadow over them."""
    p.light = (*p.at(0.5, 0.3), 3.0)
    skies.sky_rays(p, 52)
    k = p.inks
    countryside_things.field(p, p.box.y + 12, (k.deep, k.dark), 0.5)
    for i in range(9):
        crafted_things.fire(p, (p.box.x + 3 + i * 6.4, p.box.y + 13.5 + (i % 2) * 1.2), 4.2 + (i % 3))
    dragons.flying(p, p.at(0.5, 0.66), 8.5, dragon_details.hide(p), left=p.rnd.random() < 0.5)


def eclipse(p: Plate, suit: Suit) -> None:
    """The sun gone black."""
    day = p.inks
    p.inks = day.night()
    p.light = (*p.at(0.5, 0.56), 10.0)
    skies.sky_smoke(p)
    skies.stars(p, 20, 0.1)
    skies.eclipse(p)
    engraving_plate.hills(p, engraving_plate.ridge_line(p, p.box.y - 1, 4, 0.5), p.inks.dark, p.inks.tone)
    p.inks = day


def comet(p: Plate, suit: Suit, *, heads: int = 2) -> None:
    """Comets over dark hills."""
    day = p.inks
    p.inks = day.night()
    p.light = (*p.at(0.4, 0.5), 0.0)
    skies.sky_smoke(p)
    skies.stars(p, 40, 0.1)
    skies.comet(p, heads)
    engraving_plate.hills(p, engraving_plate.ridge_line(p, p.box.y - 1, 5, 0.5), p.inks.dark, p.inks.tone)
    p.inks = day


def embers(p: Plate, suit: Suit) -> None:
    """Burning stones falling."""
    comet(p, suit, heads=3)


def slain(p: Plate, suit: Suit) -> None:
    """A sword before a dragon's coils."""
    backdrops.backdrop(p, suit.art)
    dragon_details.coiled(p, (p.light[0], p.light[1] - 1.5), 13, left=p.rnd.random() < 0.5)
    weapons.sword(p, (p.light[0], p.light[1] + 1), 17.5, math.pi + 0.35)
