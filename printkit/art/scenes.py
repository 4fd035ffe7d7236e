"""Which picture a card gets: a motif found in its words, set in the world of its suit.

A new card needs nothing: the words of its name choose the motif, its suit the inks and the world, its id the chances.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from random import Random

from printkit.art import beasts, dragons, land, moods, plate, sea, things, wild
from printkit.art import strokes as s
from printkit.art.plate import Inks, Plate
from printkit.art.strokes import Point
from printkit.ink import Item, Op, mix
from printkit.layout import CardLayout, LayoutError, Suit
from rules.cards import Card, Face

Scene = Callable[[Plate, Suit], None]


def seeded(*words: str) -> Random:
    """A random source that depends on the words alone, on every machine."""
    return Random(int.from_bytes(hashlib.sha256("/".join(words).encode()).digest()[:8], "big"))


def picture(card: Card, face: Face, suit: Suit, layout: CardLayout) -> tuple[Item, ...]:
    """The art of a card, filling the art box (whoever places it cuts it off there).

    Raises LayoutError where the suit names a kind of art there is not.
    """
    if suit.art not in moods.MOODS:
        known = ", ".join(moods.MOODS)
        raise LayoutError(
            f"{layout.game}.toml", f"suit.{suit.key}.art", f'"{suit.art}" is not known; expected one of {known}'
        )
    box = layout.boxes["art"]
    inks = Inks.of(suit.colour, suit.accent, suit.sky, ink=layout.colours["ink"], paper=layout.colours["paper"])
    p = Plate(box, inks, seeded(card.game, card.id, suit.key))
    x, y = p.at(0.5 + p.rnd.uniform(-0.02, 0.02), 0.52)
    p.light = (x, y, moods.RADIUS)
    scene_for(card, face, suit)(p, suit)
    return tuple(p.items)


def scene_for(card: Card, face: Face, suit: Suit) -> Scene:
    """The first motif a word of the name, the id or the kind asks for; else one of the suit's own."""
    from printkit.art.motifs import MOTIFS, OWN

    for words in (_words(f"{card.name} {card.id}"), _words(face.kind)):
        for art, asked, scene in MOTIFS:
            if (not art or art == suit.art) and any(word.startswith(asked) for word in words):
                return scene
    own = OWN[suit.art]
    return own[seeded("own", card.game, card.id).randrange(len(own))]


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in text.lower().replace("'", "")).split()


def emblem(draw: Callable[[Plate, Point], None], lift: float = 0.0) -> Scene:
    """One thing in the middle of its suit's world; ``lift`` moves it up by a share of the picture's height."""

    def scene(p: Plate, suit: Suit) -> None:
        moods.backdrop(p, suit.art)
        draw(p, (p.light[0], p.light[1] + lift * p.box.height))

    return scene


def lit(p: Plate, suit: Suit, u: float, v: float, radius: float) -> bool:
    """Move the light and draw the sky a landscape stands before; true where it is night."""
    p.light = (*p.at(u, v), radius)
    night = suit.art in moods.NIGHTS
    if night:
        day, p.inks = p.inks, p.inks.night()
        p.rnd.choice((plate.sky_smoke, plate.sky_rings))(p)
        plate.stars(p, 36, 0.3)
        plate.moon(p, p.rnd.choice((-0.7, 0.0, 0.7)))
        p.inks = day
        return True
    p.rnd.choice((plate.sky_lines, plate.sky_rays, plate.sky_rings))(p)
    if suit.art == "forest":
        plate.moon(p)
    else:
        plate.sun(p, face=p.rnd.random() < 0.4)
    return False


def ground(p: Plate, night: bool, base: float = 1.0, height: float = 4.0) -> None:
    """Hills in front, dark at night."""
    k = p.inks
    if not night:
        plate.hills(p, plate.ridge_line(p, p.box.y + base + 3, height, 0.1), k.soft, k.tone)
    plate.hills(
        p,
        plate.ridge_line(p, p.box.y + base - 1, height, 0.1),
        k.dark if night else k.tone,
        k.tone if night else k.deep,
    )


def flight(p: Plate, suit: Suit) -> None:
    """A dragon on the wing before the light, crags or the sea below."""
    left = p.rnd.random() < 0.5
    night = lit(p, suit, 0.3 if left else 0.7, 0.64, p.rnd.uniform(6, 8.5))
    k = p.inks
    if suit.art == "tide":
        plate.water(p, p.box.y + 7, (k.deep, k.soft))
    else:
        for u, half in ((0.14, 13), (0.86, 12), (0.6, 8)):
            plate.mountain(
                p,
                p.at(u + p.rnd.uniform(-0.06, 0.06), p.rnd.uniform(0.24, 0.46)),
                half,
                p.box.y - 1,
                (k.soft, k.deep if night else k.tone, k.paper),
            )
        ground(p, night, 0.0, 3.0)
    if p.rnd.random() < 0.5 and not night:
        plate.cloud(p, *p.at(0.86 if left else 0.14, 0.74), 15, (k.paper, k.tone))
    look = wild.hide(p)
    if night:
        look = dragons.Hide(k.dark, k.soft, k.soft, k.tone, k.deep, k.light)
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
    p.light = (*p.at(0.64 if left else 0.36, 0.55), 15.5 if suit.art in moods.NIGHTS else 12.0)
    moods.backdrop(p, suit.art)
    breath = p.rnd.random() < 0.5 if fire is None else fire
    wild.bust(
        p,
        p.at(0.56 if left else 0.44, 0.42 if crowned else 0.5),
        11.5 if crowned else 13,
        left=left,
        fire=breath and not crowned,
        crowned=crowned,
    )


def coiled(p: Plate, suit: Suit) -> None:
    """A dragon in coils before the light."""
    p.light = (p.light[0], p.light[1], 16.0 if suit.art in moods.NIGHTS else p.light[2])
    moods.backdrop(p, suit.art)
    wild.coiled(p, (p.light[0], p.light[1] - 2.2), 14.5, left=p.rnd.random() < 0.5)


def lair(p: Plate, suit: Suit) -> None:
    """Eyes and a hoard in a cave."""
    k = p.inks
    x, y = land.cave(p, (k.deep, k.dark, mix(k.dark, (0, 0, 0), 0.45)), k.light)
    things.coins(p, (x, y - 1.5), 15, 60)
    for side in (-1, 1):
        on = s.onto((x + side * 4.4, y + 14.5), 3.2, flip=side < 0)
        p.fill(s.polygon(on([(-0.8, -0.2), (0.0, 0.12), (0.95, 0.62), (0.7, -0.1), (0.1, -0.42)])), k.paper)
        p.fill(s.cut(on([(0.1, 0.4), (0.1, -0.46)]), 0.7), k.dark)


def hoard(p: Plate, suit: Suit) -> None:
    """A dragon asleep on its gold."""
    moods.backdrop(p, suit.art)
    wild.coiled(p, (p.light[0], p.light[1] + 0.5), 12.5, left=p.rnd.random() < 0.5)
    things.coins(p, p.at(0.5, -0.05), 27, 110)


def volcano(p: Plate, suit: Suit) -> None:
    """A burning mountain or a kiln under its smoke."""
    night = lit(p, suit, 0.24, 0.66, 5)
    k, (x, y) = p.inks, p.at(0.58, 0.56)
    for i in range(5):
        points = [
            (x + i - 2, y),
            (x + (i - 2) * 2.6, y + 6),
            (x + (i - 2) * 3 + 3 * math.sin(i), y + 12),
            (x + (i - 2) * 6, y + 20),
        ]
        p.fill(s.ribbon(s.curve(points, 4), [1.0 + 0.13 * j for j in range(13)]), k.soft if i % 2 else k.paper)
    plate.mountain(p, (x, y), 21, p.box.y - 1, (k.tone, k.deep, k.light))
    p.fill(s.star(x, y + 0.6, (1.2, 4.2), 9), k.light)
    ground(p, night, 0, 3)


def farm(p: Plate, suit: Suit) -> None:
    """A house over its furrows."""
    night = lit(p, suit, 0.72, 0.64, 6)
    k = p.inks
    horizon = p.box.y + 13
    plate.hills(p, plate.ridge_line(p, horizon - 1, 6, 0.08), k.soft, k.tone)
    land.field(p, horizon, (k.tone, k.deep), p.rnd.uniform(0.35, 0.5))
    land.house(p, p.at(0.07, 0.33), 14.5, (k.paper, k.tone, k.dark, k.light))
    del night


def burning_fields(p: Plate, suit: Suit) -> None:
    """Flames above the furrows, a dragon's shadow over them."""
    p.light = (*p.at(0.5, 0.3), 3.0)
    plate.sky_rays(p, 52)
    k = p.inks
    land.field(p, p.box.y + 12, (k.deep, k.dark), 0.5)
    for i in range(9):
        things.fire(p, (p.box.x + 3 + i * 6.4, p.box.y + 13.5 + (i % 2) * 1.2), 4.2 + (i % 3))
    dragons.flying(p, p.at(0.5, 0.66), 8.5, wild.hide(p), left=p.rnd.random() < 0.5)


def barn(p: Plate, suit: Suit) -> None:
    """A barn going up: the frame stands, half the roof is on."""
    lit(p, suit, 0.2, 0.7, 5.5)
    k = p.inks
    ground(p, night=False)
    x, y = p.at(0.3, 0.12)
    beams: list[Op] = []
    for i in range(6):
        bx = x + i * 5.6
        beams += s.polygon([(bx - 0.5, y), (bx + 0.5, y), (bx + 0.5, y + 13), (bx - 0.5, y + 13)])
        beams += s.ribbon([(bx, y + 13), (bx + 2.8, y + 20)], [0.42, 0.42], soft=False)
        beams += s.ribbon([(bx + 5.6, y + 13), (bx + 2.8, y + 20)], [0.42, 0.42], soft=False)
        if i < 5:
            beams += s.ribbon([(bx, y), (bx + 5.6, y + 6.5)], [0.32, 0.32], soft=False)
    for v in (0.0, 6.5, 13.0):
        beams += s.polygon(
            [(x - 1.4, y + v - 0.4), (x + 29.4, y + v - 0.4), (x + 29.4, y + v + 0.4), (x - 1.4, y + v + 0.4)]
        )
    beams += s.polygon([(x + 1, y + 19.6), (x + 32, y + 19.6), (x + 32, y + 20.4), (x + 1, y + 20.4)])
    p.fill(beams, k.dark)
    planks: list[Op] = []
    for i in range(9):
        planks += s.polygon(
            [
                (x + 0.2 + i * 1.25, y + 0.6),
                (x + 1.2 + i * 1.25, y + 0.6),
                (x + 1.2 + i * 1.25, y + 12.4 - (i % 3)),
                (x + 0.2 + i * 1.25, y + 12.4 - (i % 3)),
            ]
        )
    p.fill(planks, k.light)
    ladder = s.polygon([(x + 22, y), (x + 22.6, y), (x + 26.6, y + 18), (x + 26, y + 18)]) + s.polygon(
        [(x + 25, y), (x + 25.6, y), (x + 29.6, y + 18), (x + 29, y + 18)]
    )
    for i in range(9):
        ladder += s.polygon(
            [
                (x + 22.4 + i * 0.44, y + 1 + i * 1.95),
                (x + 25.4 + i * 0.44, y + 1 + i * 1.95),
                (x + 25.4 + i * 0.44, y + 1.5 + i * 1.95),
                (x + 22.4 + i * 0.44, y + 1.5 + i * 1.95),
            ]
        )
    p.fill(ladder, k.tone)


def windmill(p: Plate, suit: Suit) -> None:
    """A mill on its hill."""
    night = lit(p, suit, 0.3, 0.6, 7.5)
    ground(p, night, 2, 5)
    land.mill(p, p.at(0.64, 0.1), 33, (p.inks.paper, p.inks.dark, p.inks.soft))


def road(p: Plate, suit: Suit) -> None:
    """A road winding into the hills, a lantern at its side."""
    night = lit(p, suit, 0.7, 0.66, 6.5)
    k = p.inks
    plate.hills(p, plate.ridge_line(p, p.box.y + 13, 6, 0.1), k.deep if night else k.soft, k.dark if night else k.tone)
    plate.hills(p, plate.ridge_line(p, p.box.y + 9, 2, 0.1), k.dark if night else k.tone, k.deep)
    x, y = p.at(0.5, 0.0)
    way = [(x + 6, y - 2), (x + 2, y + 3.5), (x - 5, y + 6), (x + 3, y + 9), (x + 7.5, y + 10.4), (x + 5, y + 12)]
    p.fill(s.ribbon(s.curve(way, 4), [5.2 * (1 - i / 20) ** 1.5 + 0.15 for i in range(21)]), k.paper)
    for i, (u, h) in enumerate(((0.05, 15), (0.16, 11), (0.9, 13), (0.97, 17))):
        land.pine(p, p.at(u, 0.02 + 0.03 * (i % 2)), h, (k.dark, k.tone))
    things.lantern(p, p.at(0.3, 0.45), 6.5)


def woods(p: Plate, suit: Suit) -> None:
    """Deep in the forest, toadstools and lights."""
    p.light = (*p.at(0.5, 0.6), 7.5)
    plate.sky_rings(p)
    plate.moon(p)
    k = p.inks
    land.wood(p, 14, [k.soft, k.tone, k.dark])
    plate.hills(p, plate.ridge_line(p, p.box.y - 0.5, 3, 0.1), k.dark, k.deep)
    spots = [0.34, 0.46, 0.58, 0.68]
    for u in spots:
        land.mushroom(
            p,
            p.at(u + p.rnd.uniform(-0.03, 0.03), 0.03),
            p.rnd.uniform(7, 12),
            (k.light if k.light[0] > 0.7 else k.tone, k.paper, k.dark),
        )
    lights(p, 14)


def lights(p: Plate, count: int) -> None:
    """Small lights in the air."""
    for _ in range(count):
        x, y = p.at(p.rnd.uniform(0.05, 0.95), p.rnd.uniform(0.2, 0.95))
        p.fill(s.star(x, y, (0.2, p.rnd.uniform(0.7, 1.3)), 4), p.inks.paper)
        p.fill(s.disc(x, y, 0.3), p.inks.light)


def old_tree(p: Plate, suit: Suit, *, hollow: bool = False, fruit: bool = False, houses: bool = False) -> None:
    """A great tree before the light."""
    night = lit(p, suit, 0.5, 0.58, 11.5)
    ground(p, night, 0, 3)
    k, base = p.inks, p.at(0.5, 0.07)
    land.tree(p, base, 36, (k.dark, k.deep, k.tone), leaves=not night)
    if hollow:
        x, y = base[0], base[1] + 5
        p.fill(
            s.ribbon([(base[0], base[1] - 1), (base[0], base[1] + 6), (base[0], base[1] + 15)], [6, 4.4, 3.4]), k.dark
        )
        p.fill(s.disc(x, y + 1, 2.7, 1.5), k.light)
        p.fill(s.disc(x, y + 0.2, 1.8, 1.5), k.paper)
        p.line(s.disc(x, y + 1, 2.9, 1.5), k.tone, 0.5)
        p.line(s.disc(x, y + 1, 3.5, 1.45), k.deep, 0.3)
    for i in range(22 if fruit else 0):
        x, y = p.at(0.5 + p.rnd.uniform(-0.26, 0.26), p.rnd.uniform(0.55, 0.95))
        p.fill(s.disc(x, y, 1.05), k.dark)
        p.fill(s.disc(x - 0.1, y + 0.1, 0.85), k.light if i % 3 else k.paper)
    for u, v, w in ((0.33, 0.5, 6.0), (0.6, 0.62, 5.4), (0.43, 0.78, 4.6), (0.68, 0.4, 4.6)) if houses else ():
        x, y = p.at(u, v)
        p.fill(
            s.polygon([(x - w * 0.7, y - 0.5), (x + w * 0.7, y - 0.5), (x + w * 0.5, y - 1.5), (x - w * 0.5, y - 1.5)]),
            k.dark,
        )
        p.fill(
            s.polygon(
                [
                    (x - w * 0.4, y - 0.5),
                    (x + w * 0.4, y - 0.5),
                    (x + w * 0.36, y + w * 0.5),
                    (x - w * 0.36, y + w * 0.5),
                ]
            ),
            k.paper,
        )
        p.fill(s.polygon([(x - w * 0.62, y + w * 0.46), (x + w * 0.62, y + w * 0.46), (x, y + w * 1.15)]), k.deep)
        p.fill(s.disc(x, y + w * 0.16, w * 0.13, 1.4), k.light)


def treant(p: Plate, suit: Suit) -> None:
    """A tree that looks back."""
    night = lit(p, suit, 0.5, 0.6, 12)
    ground(p, night, 0, 3)
    wild.treant(p, p.at(0.5, 0.06), 36)


def stag(p: Plate, suit: Suit) -> None:
    """A stag's head before the moon."""
    p.light = (*p.at(0.5, 0.52), 12.5)
    moods.backdrop(p, suit.art)
    k = p.inks
    beasts.stag(p, p.at(0.5, 0.32), 12.6, (k.dark, k.tone, k.light))


def antler_crown(p: Plate, suit: Suit) -> None:
    """A crown of antlers and leaves."""
    moods.backdrop(p, suit.art)
    x, y = p.light[0], p.light[1] - 6
    k = p.inks
    for side in (-1, 1):
        for reach, root in ((1.0, 6.5), (0.72, 2.6)):
            beam = s.curve(
                [
                    (x + side * root, y),
                    (x + side * (root + 5 * reach), y + 7 * reach),
                    (x + side * (root + 4 * reach), y + 15 * reach),
                ],
                6,
            )
            ops = s.taper(beam, 0.85, 0.05)
            for i in (4, 7, 10):
                u, v = beam[i]
                ops += s.taper([(u, v), (u + side * 2.4, v + 2), (u + side * 2.8, v + 4.6)], 0.5)
                ops += s.taper([(u, v), (u - side * 1.8, v + 2.4)], 0.4)
            p.fill(ops, k.dark)
    things.crown(p, (x, y + 1), 8.6)


def brambles(p: Plate, suit: Suit, *, eyes: bool = False, wall: bool = False) -> None:
    """A thicket of thorns with roses, or with eyes in it."""
    moods.backdrop(p, suit.art, disc=not wall)
    k = p.inks
    for depth, (ink, leaf, width) in enumerate(((k.tone, k.soft, 0.5), (k.deep, k.tone, 0.65), (k.dark, k.deep, 0.8))):
        for i in range(3):
            v = (0.1 + 0.3 * i + 0.1 * depth) if not eyes else (0.02, 0.86, 0.2)[i] + 0.05 * depth
            points = [p.at(-0.06 + 0.14 * j, v + p.rnd.uniform(-0.17, 0.17)) for j in range(9)]
            land.bramble(p, points, width, (ink, leaf))
    if eyes:
        x, y = p.light[0], p.light[1]
        head = s.onto((x, y), 9)
        p.fill(
            s.smooth(
                head(
                    [
                        (-0.9, 0.5),
                        (-1.5, 1.1),
                        (-0.62, 0.78),
                        (0, 0.86),
                        (0.62, 0.78),
                        (1.5, 1.1),
                        (0.9, 0.5),
                        (0.7, -0.3),
                        (0, -0.95),
                        (-0.7, -0.3),
                    ]
                ),
                close=True,
            ),
            k.dark,
        )
        for side in (-1, 1):
            p.fill(
                s.polygon(head([(side * 0.14, 0.1), (side * 0.72, 0.44), (side * 0.6, 0.02), (side * 0.3, -0.04)])),
                k.light,
            )
            p.fill(s.disc(*head([(side * 0.42, 0.16)])[0], 0.75), k.dark)
        grin = head([(-0.5, -0.26), (-0.2, -0.42), (0.2, -0.42), (0.5, -0.26), (0.24, -0.62), (-0.24, -0.62)])
        p.fill(s.polygon(grin), k.paper)
        p.fill(
            [op for i in range(5) for op in s.cut(head([(-0.32 + 0.16 * i, -0.32), (-0.3 + 0.15 * i, -0.64)]), 0.3)],
            k.dark,
        )
        return
    for u, v in (
        ((0.2, 0.3), (0.5, 0.62), (0.78, 0.34), (0.36, 0.8), (0.9, 0.8), (0.06, 0.75))
        if wall
        else ((0.36, 0.36), (0.64, 0.66))
    ):
        land.rose(p, p.at(u, v), p.rnd.uniform(3.2, 4.6), (k.light, k.dark))


def reeds(p: Plate, suit: Suit) -> None:
    """Reed pipes among the rushes."""
    moods.backdrop(p, suit.art)
    k = p.inks
    for i in range(16):
        u = (0.02 + 0.3 * p.rnd.random()) if i % 2 else (0.68 + 0.3 * p.rnd.random())
        x, y = p.at(u, -0.02)
        top = y + p.rnd.uniform(15, 31)
        lean = p.rnd.uniform(-2.5, 2.5)
        p.fill(s.taper([(x, y), (x + lean * 0.3, (y + top) / 2), (x + lean, top)], 0.3), k.dark)
        p.fill(s.ribbon([(x + lean * 0.8, top - 6), (x + lean * 0.95, top - 1.5)], [0.75, 0.7]), k.deep)
    things.pipes(p, (p.light[0], p.light[1]), 10.5)


def castle(p: Plate, suit: Suit) -> None:
    """A castle before the light."""
    night = lit(p, suit, 0.5, 0.6, 9)
    ground(p, night, 1, 3)
    k = p.inks
    colours = (k.soft, k.dark, k.light) if night else (k.paper, k.dark, k.light)
    land.castle(p, p.at(0.5, 0.1), 38, colours)


def circle_of_stones(p: Plate, suit: Suit) -> None:
    """Standing stones before the moon."""
    night = lit(p, suit, 0.5, 0.62, 7.5)
    ground(p, night, 1, 2)
    k = p.inks
    land.stones(p, p.box.y + 3.5, (k.soft, k.dark, k.light))


def old_stone(p: Plate, suit: Suit) -> None:
    """A giant's face in the rock."""
    moods.backdrop(p, suit.art)
    k, (x, y) = p.inks, (p.light[0], p.light[1])
    on = s.onto((x, y - 1), 15)
    shape = s.polygon(
        on(
            [
                (-0.94, -1.4),
                (-0.9, -0.4),
                (-0.76, 0.3),
                (-0.5, 0.8),
                (-0.12, 1.02),
                (0.3, 0.94),
                (0.66, 0.62),
                (0.8, 0.1),
                (0.86, -0.5),
                (1.0, -1.4),
            ]
        )
    )
    plate.volume(p, shape, (k.tone, k.dark), 0.75, 0.12)
    p.line(shape, k.dark, 0.5)
    for side in (-1, 1):
        p.fill(s.polygon(on([(side * 0.1, 0.18), (side * 0.66, 0.34), (side * 0.6, 0.1), (side * 0.2, 0.0)])), k.dark)
        p.fill(s.disc(*on([(side * 0.36, 0.12)])[0], 1.1), k.light)
        p.fill(s.polygon(on([(side * 0.04, 0.3), (side * 0.7, 0.54), (side * 0.72, 0.36), (side * 0.1, 0.18)])), k.deep)
    p.fill(s.polygon(on([(-0.12, 0.16), (0.14, 0.16), (0.24, -0.36), (-0.22, -0.38)])), k.soft)
    p.fill(s.polygon(on([(-0.46, -0.6), (0.5, -0.56), (0.44, -0.7), (-0.4, -0.74)])), k.dark)
    moss = [
        s.leaf(*on([(u, v)])[0], a, 3.4, 1.6)
        for u, v, a in (
            (-0.4, 0.9, 1.2),
            (-0.2, 1.0, 1.8),
            (0.1, 1.0, 1.3),
            (0.36, 0.9, 1.7),
            (0.6, 0.66, 1.0),
            (-0.66, 0.5, 2.2),
        )
    ]
    p.fill([op for ops in moss for op in ops], k.light)


def burrows(p: Plate, suit: Suit) -> None:
    """Round doors in a hillside."""
    night = lit(p, suit, 0.76, 0.74, 5.5)
    k = p.inks
    for base, height, ink in ((13, 9, k.soft), (5, 9, k.tone), (-3, 7, k.deep)):
        line = plate.ridge_line(p, p.box.y + base, height, 0.05)
        plate.hills(p, line, ink, k.dark if ink is k.deep else k.deep)
    for u, v, r in ((0.24, 0.3, 4.6), (0.52, 0.2, 5.6), (0.8, 0.26, 4.2)):
        x, y = p.at(u, v)
        p.fill(s.disc(x, y, r * 1.25), k.dark)
        for i in range(12):
            a = s.TAU * i / 12
            p.fill(s.disc(x + r * 1.1 * math.cos(a), y + r * 1.1 * math.sin(a), r * 0.22), k.paper if i % 2 else k.soft)
        p.fill(s.disc(x, y, r * 0.92), k.light)
        p.inside(s.disc(x, y, r * 0.92), [(s.hatch((x - r, y - r, x + r, y + r), math.pi / 2, 1.1, 0.34), k.dark)])
        p.fill(s.disc(x + r * 0.5, y, 0.5), k.dark)
    del night


def spider(p: Plate, suit: Suit) -> None:
    """A great spider in its web."""
    day = p.inks
    p.inks = day.night()
    p.light = (*p.at(0.5, 0.5), 0.0)
    plate.sky_rings(p)
    beasts.web(p, p.at(0.5, 0.5), 36, p.inks.paper)
    beasts.spider(p, p.at(0.5, 0.5), 13, (p.inks.dark, p.inks.light, p.inks.light))
    p.inks = day


def snared(p: Plate, suit: Suit) -> None:
    """A sword caught in silk."""
    moods.backdrop(p, suit.art)
    things.sword(p, (p.light[0], p.light[1]), 15, 0.7)
    beasts.web(p, (p.light[0] + 1, p.light[1] + 1), 17, p.inks.dark)
    x, y = p.at(0.83, 0.62)
    p.fill(s.lens((x, p.box.top), (x, y), 0.25), p.inks.paper)
    beasts.spider(p, (x, y), 4.6, (p.inks.paper, p.inks.dark, p.inks.dark))


def moth(p: Plate, suit: Suit) -> None:
    """A moth before the moon."""
    moods.backdrop(p, suit.art)
    k = p.inks
    beasts.moth(p, (p.light[0], p.light[1] - 0.5), 16.5, (k.paper, k.tone, k.light, k.dark))


def owl(p: Plate, suit: Suit) -> None:
    """An owl over an open book."""
    moods.backdrop(p, suit.art)
    k = p.inks
    beasts.owl(p, (p.light[0], p.light[1] + 3), 13.5, (k.dark, k.soft, k.light))
    things.book(p, (p.light[0], p.light[1] - 11), 9.5)


def ravens(p: Plate, suit: Suit) -> None:
    """Ravens over bare trees."""
    night = lit(p, suit, 0.34, 0.6, 8.5)
    ground(p, night, 0, 3)
    k = p.inks
    land.tree(p, p.at(0.82, 0.02), 33, (k.dark, k.dark, k.dark), leaves=False)
    for u, v, size in ((0.4, 0.56, 10.0), (0.16, 0.8, 5.5), (0.6, 0.86, 5.0), (0.14, 0.36, 4.4)):
        beasts.raven(p, p.at(u, v), size, k.dark, k.light)


def eclipse(p: Plate, suit: Suit) -> None:
    """The sun gone black."""
    day = p.inks
    p.inks = day.night()
    p.light = (*p.at(0.5, 0.56), 10.0)
    plate.sky_smoke(p)
    plate.stars(p, 20, 0.1)
    wild.eclipse(p)
    plate.hills(p, plate.ridge_line(p, p.box.y - 1, 4, 0.5), p.inks.dark, p.inks.tone)
    p.inks = day


def comet(p: Plate, suit: Suit, *, heads: int = 2) -> None:
    """Comets over dark hills."""
    day = p.inks
    p.inks = day.night()
    p.light = (*p.at(0.4, 0.5), 0.0)
    plate.sky_smoke(p)
    plate.stars(p, 40, 0.1)
    wild.comet(p, heads)
    plate.hills(p, plate.ridge_line(p, p.box.y - 1, 5, 0.5), p.inks.dark, p.inks.tone)
    p.inks = day


def embers(p: Plate, suit: Suit) -> None:
    """Burning stones falling."""
    comet(p, suit, heads=3)


def wolf(p: Plate, suit: Suit) -> None:
    """A wolf before the moon, snow on the firs."""
    p.light = (*p.at(0.52, 0.56), 12.0)
    moods.backdrop(p, suit.art)
    k = p.inks
    for u, h in ((0.08, 22), (0.2, 15), (0.9, 24), (0.8, 14)):
        land.pine(p, p.at(u, -0.02), h, (k.deep, k.paper))
    wild.wolf(p, p.at(0.5, 0.36), 12.5)


def hound(p: Plate, suit: Suit) -> None:
    """A watching head before the light."""
    moods.backdrop(p, suit.art)
    wild.wolf(p, (p.light[0], p.light[1] - 4), 12)


def boar(p: Plate, suit: Suit) -> None:
    """A boar in the clearing."""
    moods.backdrop(p, suit.art)
    k = p.inks
    beasts.boar(p, (p.light[0], p.light[1] - 4.5), 14, (k.dark, k.tone, k.paper))


def serpent(p: Plate, suit: Suit) -> None:
    """A sea serpent out of the waves."""
    lit(p, suit, 0.76, 0.66, 6.5)
    k = p.inks
    beasts.serpent(p, p.rnd.uniform(14, 15.5), wild.hide(p), p.box.y + 10)
    plate.water(p, p.box.y + 11.5, (k.deep, k.soft))


def wave(p: Plate, suit: Suit) -> None:
    """A wave about to break."""
    p.light = (*p.at(0.74, 0.72), 5.0)
    p.rnd.choice((plate.sky_rays, plate.sky_lines))(p)
    plate.sun(p)
    sea.great_wave(p)


def maelstrom(p: Plate, suit: Suit) -> None:
    """A whirlpool."""
    sea.whirlpool(p, back=p.rnd.random() < 0.5)


def ship(p: Plate, suit: Suit) -> None:
    """A ship under sail."""
    lit(p, suit, 0.7, 0.6, 8)
    sea.ship(p, p.at(0.45, 0.52), 13.5)
    plate.water(p, p.box.y + 9, (p.inks.deep, p.inks.soft))


def isle(p: Plate, suit: Suit, *, over: bool = False) -> None:
    """An island; ``over`` hangs a second one upside down above it."""
    lit(p, suit, 0.5, 0.72 if not over else 0.5, 7)
    size = 16.0 if not over else 11.5
    sea.island(p, p.at(0.5, 0.26 if not over else 0.14), size)
    plate.water(p, p.box.y + (10 if not over else 5.5), (p.inks.deep, p.inks.soft))
    if over:
        from printkit.ink import Group

        half = Plate(p.box, p.inks, p.rnd)
        sea.island(half, p.at(0.5, 0.14), size)
        plate.water(half, p.box.y + 5.5, (p.inks.deep, p.inks.soft))
        cx, cy = p.at(0.5, 0.5)
        p.items.append(Group(tuple(half.items), round(2 * cx, 3), round(2 * cy, 3), 180.0))


def islands(p: Plate, suit: Suit) -> None:
    """A compass over the sea."""
    moods.backdrop(p, suit.art)
    k, (x, y, r) = p.inks, p.light
    for share, ink in ((1.08, k.dark), (1.0, k.paper), (0.84, k.tone), (0.8, k.sky)):
        p.fill(s.disc(x, y, r * share), ink)
    ticks: list[Op] = []
    for i in range(64):
        a = s.TAU * i / 64
        ticks += s.lens(
            (x + r * 0.86 * math.cos(a), y + r * 0.86 * math.sin(a)),
            (x + r * 0.98 * math.cos(a), y + r * 0.98 * math.sin(a)),
            0.34 if i % 8 == 0 else 0.16,
        )
    p.fill(ticks, k.dark)
    turn = p.rnd.uniform(0, s.TAU)
    for points, out, ink, lag in ((8, 0.6, k.soft, 0.39), (4, 0.96, k.deep, 0.0)):
        p.fill(s.star(x, y, (r * 0.2, r * out), points if points == 4 else 4, turn + lag * 2), ink)
    for i in range(4):
        a = turn + i * math.pi / 2
        p.fill(
            s.polygon(
                [
                    (x, y),
                    (x + r * 0.96 * math.cos(a), y + r * 0.96 * math.sin(a)),
                    (x + r * 0.2 * math.cos(a + math.pi / 4), y + r * 0.2 * math.sin(a + math.pi / 4)),
                ]
            ),
            k.light,
        )
    p.fill(s.disc(x, y, r * 0.1), k.dark)


def storm(p: Plate, suit: Suit) -> None:
    """Rain and lightning."""
    p.light = (*p.at(0.5, 0.5), 0.0)
    plate.sky_lines(p)
    sea.rain(p)
    k = p.inks
    on = s.onto(p.at(p.rnd.uniform(0.4, 0.6), 0.4), 14)
    bolt = s.polygon(
        on([(0.1, 1.1), (-0.44, 0.0), (-0.08, 0.0), (-0.32, -1.3), (0.46, 0.22), (0.08, 0.22), (0.42, 1.1)])
    )
    p.fill(bolt, k.light)
    p.line(bolt, k.dark, 0.45)


def gate(p: Plate, suit: Suit) -> None:
    """A gate with its bars down."""
    lit(p, suit, 0.5, 0.66, 8)
    ground(p, night=False)
    k = p.inks
    for u in (0.2, 0.8):
        land.tower(p, p.at(u, 0.04), (11, 22), (k.paper, k.dark, k.light), roof=False)
    x, y = p.at(0.5, 0.04)
    arch = [
        *s.polygon([(x - 12, y), (x - 12, y + 11)], close=False),
        *s.smooth([(x - 12, y + 11), (x - 8, y + 17), (x, y + 19.5), (x + 8, y + 17), (x + 12, y + 11)])[1:],
        ("l", x + 12, y),
        ("h",),
    ]
    p.fill(s.polygon([(x - 14, y), (x + 14, y), (x + 14, y + 21), (x - 14, y + 21)]), k.soft)
    p.line(s.polygon([(x - 14, y), (x + 14, y), (x + 14, y + 21), (x - 14, y + 21)]), k.dark, 0.4)
    bars: list[Op] = []
    for i in range(7):
        bars += s.polygon(
            [(x - 11 + i * 3.4, y), (x - 10 + i * 3.4, y), (x - 10 + i * 3.4, y + 20), (x - 11 + i * 3.4, y + 20)]
        )
    for i in range(5):
        bars += s.polygon(
            [
                (x - 12, y + 2 + i * 3.6),
                (x + 12, y + 2 + i * 3.6),
                (x + 12, y + 2.9 + i * 3.6),
                (x - 12, y + 2.9 + i * 3.6),
            ]
        )
    p.solid(arch, k.light, [(bars, k.dark)])
    p.line(arch, k.dark, 0.6)


def duel(p: Plate, suit: Suit) -> None:
    """Two crossed swords."""
    moods.backdrop(p, suit.art)
    for angle in (0.62, -0.62):
        things.sword(p, (p.light[0], p.light[1]), 15.5, angle)


def axes(p: Plate, suit: Suit) -> None:
    """Two crossed axes."""
    moods.backdrop(p, suit.art)
    things.axe(p, (p.light[0], p.light[1]), 14, -0.55)
    things.axe(p, (p.light[0], p.light[1]), 14, 0.55, flip=True)


def slain(p: Plate, suit: Suit) -> None:
    """A sword before a dragon's coils."""
    moods.backdrop(p, suit.art)
    wild.coiled(p, (p.light[0], p.light[1] - 1.5), 13, left=p.rnd.random() < 0.5)
    things.sword(p, (p.light[0], p.light[1] + 1), 17.5, math.pi + 0.35)


def calm(p: Plate, suit: Suit) -> None:
    """Nothing stirs: mist over a still sea, a far island."""
    p.light = (*p.at(0.5, 0.62), 7.0)
    plate.sky_smoke(p, 1.15)
    plate.moon(p)
    k = p.inks
    plate.mountain(p, p.at(0.22, 0.4), 7, p.box.y + 8, (k.soft, k.tone, k.paper))
    plate.water(p, p.box.y + 10, (k.tone, k.soft), 5.6)
