"""Pictures of woods, stones and what lives there."""

from __future__ import annotations

from printkit.art import (
    backdrops,
    beasts,
    crafted_things,
    crawling_creatures,
    engraving_plate,
    household_things,
    musical_instruments,
    plants,
    skies,
    small_animals,
    stone_buildings,
    weapons,
    wild_animals,
)
from printkit.art import strokes as s
from printkit.art.backdrops import ground, lit
from printkit.art.engraving_plate import Plate
from printkit.card_layout import Suit
from printkit.draw.display_list import Op


def woods(p: Plate, suit: Suit) -> None:
    """Deep in the forest, toadstools and lights."""
    p.light = (*p.at(0.5, 0.6), 7.5)
    skies.sky_rings(p)
    skies.moon(p)
    k = p.inks
    plants.wood(p, 14, [k.soft, k.tone, k.dark])
    engraving_plate.hills(p, engraving_plate.ridge_line(p, p.box.y - 0.5, 3, 0.1), k.dark, k.deep)
    spots = [0.34, 0.46, 0.58, 0.68]
    for u in spots:
        plants.mushroom(
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
    night = lit(p, suit, 0.5, v=0.58, radius=11.5)
    ground(p, night, 0, 3)
    k, base = p.inks, p.at(0.5, 0.07)
    plants.tree(p, base, 36, (k.dark, k.deep, k.tone), leaves=not night)
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
    night = lit(p, suit, 0.5, v=0.6, radius=12)
    ground(p, night, 0, 3)
    wild_animals.treant(p, p.at(0.5, 0.06), 36)


def stag(p: Plate, suit: Suit) -> None:
    """A stag's head before the moon."""
    p.light = (*p.at(0.5, 0.52), 12.5)
    backdrops.backdrop(p, suit.art)
    k = p.inks
    beasts.stag(p, p.at(0.5, 0.32), 12.6, (k.dark, k.tone, k.light))


def antler_crown(p: Plate, suit: Suit) -> None:
    """A crown of antlers and leaves."""
    backdrops.backdrop(p, suit.art)
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
    crafted_things.crown(p, (x, y + 1), 8.6)


def brambles(p: Plate, suit: Suit, *, eyes: bool = False, wall: bool = False) -> None:
    """A thicket of thorns with roses, or with eyes in it."""
    backdrops.backdrop(p, suit.art, disc=not wall)
    k = p.inks
    for depth, (ink, leaf, width) in enumerate(((k.tone, k.soft, 0.5), (k.deep, k.tone, 0.65), (k.dark, k.deep, 0.8))):
        for i in range(3):
            v = (0.1 + 0.3 * i + 0.1 * depth) if not eyes else (0.02, 0.86, 0.2)[i] + 0.05 * depth
            points = [p.at(-0.06 + 0.14 * j, v + p.rnd.uniform(-0.17, 0.17)) for j in range(9)]
            plants.bramble(p, points, width, (ink, leaf))
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
        plants.rose(p, p.at(u, v), p.rnd.uniform(3.2, 4.6), (k.light, k.dark))


def reeds(p: Plate, suit: Suit) -> None:
    """Reed pipes among the rushes."""
    backdrops.backdrop(p, suit.art)
    _rushes(p)
    musical_instruments.pipes(p, (p.light[0], p.light[1]), 10.5)


def marsh(p: Plate, suit: Suit) -> None:
    """A heron among the rushes, before still water."""
    backdrops.backdrop(p, suit.art)
    k, (left, bottom, right, _) = p.inks, p.edges
    p.fill(
        s.polygon([(left - 1, bottom - 1), (right + 1, bottom - 1), (right + 1, bottom + 8), (left - 1, bottom + 8)]),
        k.soft,
    )
    ripples: list[Op] = []
    for _ in range(34):
        x, y, half = p.rnd.uniform(left, right), bottom + p.rnd.uniform(0.5, 7.4), p.rnd.uniform(2, 6)
        ripples += s.lens((x - half, y), (x + half, y), 0.3)
    p.fill(ripples, k.tone)
    small_animals.heron(p, (p.light[0], p.light[1] + 1.0), 12.0)
    _rushes(p)


def _rushes(p: Plate) -> None:
    k = p.inks
    for i in range(16):
        u = (0.02 + 0.3 * p.rnd.random()) if i % 2 else (0.68 + 0.3 * p.rnd.random())
        x, y = p.at(u, -0.02)
        top = y + p.rnd.uniform(15, 31)
        lean = p.rnd.uniform(-2.5, 2.5)
        p.fill(s.taper([(x, y), (x + lean * 0.3, (y + top) / 2), (x + lean, top)], 0.3), k.dark)
        p.fill(s.ribbon([(x + lean * 0.8, top - 6), (x + lean * 0.95, top - 1.5)], [0.75, 0.7]), k.deep)


def circle_of_stones(p: Plate, suit: Suit) -> None:
    """Standing stones before the moon."""
    night = lit(p, suit, 0.5, v=0.62, radius=7.5)
    ground(p, night, 1, 2)
    k = p.inks
    stone_buildings.stones(p, p.box.y + 3.5, (k.soft, k.dark, k.light))


def old_stone(p: Plate, suit: Suit) -> None:
    """A giant's face in the rock."""
    backdrops.backdrop(p, suit.art)
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
    engraving_plate.volume(p, shape, (k.tone, k.dark), gap=0.75, turn=0.12)
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


def spider(p: Plate, suit: Suit) -> None:
    """A great spider in its web."""
    day = p.inks
    p.inks = day.night()
    p.light = (*p.at(0.5, 0.5), 0.0)
    skies.sky_rings(p)
    crawling_creatures.web(p, p.at(0.5, 0.5), 36, p.inks.paper)
    crawling_creatures.spider(p, p.at(0.5, 0.5), 13, (p.inks.dark, p.inks.light, p.inks.light))
    p.inks = day


def snared(p: Plate, suit: Suit) -> None:
    """A sword caught in silk."""
    backdrops.backdrop(p, suit.art)
    weapons.sword(p, (p.light[0], p.light[1]), 15, 0.7)
    crawling_creatures.web(p, (p.light[0] + 1, p.light[1] + 1), 17, p.inks.dark)
    x, y = p.at(0.83, 0.62)
    p.fill(s.lens((x, p.box.top), (x, y), 0.25), p.inks.paper)
    crawling_creatures.spider(p, (x, y), 4.6, (p.inks.paper, p.inks.dark, p.inks.dark))


def moth(p: Plate, suit: Suit) -> None:
    """A moth before the moon."""
    backdrops.backdrop(p, suit.art)
    k = p.inks
    crawling_creatures.moth(p, (p.light[0], p.light[1] - 0.5), 16.5, (k.paper, k.tone, k.light, k.dark))


def owl(p: Plate, suit: Suit) -> None:
    """An owl over an open book."""
    backdrops.backdrop(p, suit.art)
    k = p.inks
    beasts.owl(p, (p.light[0], p.light[1] + 3), 13.5, (k.dark, k.soft, k.light))
    household_things.book(p, (p.light[0], p.light[1] - 11), 9.5)


def ravens(p: Plate, suit: Suit) -> None:
    """Ravens over bare trees."""
    night = lit(p, suit, 0.34, v=0.6, radius=8.5)
    ground(p, night, 0, 3)
    k = p.inks
    plants.tree(p, p.at(0.82, 0.02), 33, (k.dark, k.dark, k.dark), leaves=False)
    for u, v, size in ((0.4, 0.56, 10.0), (0.16, 0.8, 5.5), (0.6, 0.86, 5.0), (0.14, 0.36, 4.4)):
        beasts.raven(p, p.at(u, v), size, colour=k.dark, cut=k.light)


def wolf(p: Plate, suit: Suit) -> None:
    """A wolf before the moon, snow on the firs."""
    p.light = (*p.at(0.52, 0.56), 12.0)
    backdrops.backdrop(p, suit.art)
    k = p.inks
    for u, h in ((0.08, 22), (0.2, 15), (0.9, 24), (0.8, 14)):
        plants.pine(p, p.at(u, -0.02), h, (k.deep, k.paper))
    wild_animals.wolf(p, p.at(0.5, 0.36), 12.5)


def hound(p: Plate, suit: Suit) -> None:
    """A watching head before the light."""
    backdrops.backdrop(p, suit.art)
    wild_animals.wolf(p, (p.light[0], p.light[1] - 4), 12)


def boar(p: Plate, suit: Suit) -> None:
    """A boar in the clearing."""
    backdrops.backdrop(p, suit.art)
    k = p.inks
    beasts.boar(p, (p.light[0], p.light[1] - 4.5), 14, (k.dark, k.tone, k.paper))
