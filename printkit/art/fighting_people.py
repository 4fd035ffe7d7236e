"""People who carry arms: archer, goblin, warden, torchbearer, knight, sentry, assassin, corsair."""

from __future__ import annotations

from printkit.art import people, weapons
from printkit.art import strokes as s
from printkit.art.glyphs import placed
from printkit.art.people import Sitter
from printkit.card_layout import Suit
from printkit.draw.display_list import Op


def archer(who: Sitter, suit: Suit) -> None:
    """An elf with a bow over the shoulder and arrows in a quiver."""
    p, k = who.plate, who.plate.inks
    for i in range(4):
        u = 0.62 + 0.1 * i
        p.line(s.polygon(who.on([(u - 0.3, -0.6), (u, 0.34 + 0.05 * (i % 2))]), close=False), k.dark, 0.5)
        x, y = people.held(who, u, 0.34 + 0.05 * (i % 2))
        for j in range(3):
            for side in (-1, 1):
                p.fill(
                    s.leaf(x - people.lean(who, 0.5) * j, y - 1.4 * j, 1.3 + side * 0.7, length=2.2, width=0.8),
                    k.tone if j % 2 else k.deep,
                )
    limb = s.curve(who.on([(-1.16, 0.98), (-1.26, 0.5), (-1.02, -0.1), (-1.02, -0.5), (-1.1, -1.2)]), 5)
    p.line(s.polygon([limb[0], limb[-1]], close=False), k.dark, 0.2)
    half = len(limb) / 2
    p.fill(s.ribbon(limb, [who.size * (0.02 + 0.05 * (1 - abs(i - half) / half)) for i in range(len(limb))]), k.dark)
    people.long_hair(who, k.deep, k.light)
    people.pointed_ears(who)
    people.cloak(who)
    people.face(who)
    people.fringe(who, k.deep, k.light)
    x, y = people.held(who, 0.0, 0.76)
    for i in range(5):
        angle = 1.57 + 0.5 * (i - 2)
        p.fill(
            s.leaf(x, y, angle, length=who.size * (0.26 - 0.02 * abs(i - 2)), width=who.size * 0.09),
            k.light if i % 2 else k.tone,
        )
    p.fill(list(placed("spark", x, y, who.size * 0.06).ops), k.paper, even_odd=True)
    del suit


def goblin(who: Sitter, suit: Suit) -> None:
    """A goblin with a grin full of teeth, two blades behind."""
    p, k = who.plate, who.plate.inks
    for side in (-1, 1):
        weapons.sword(
            p,
            people.held(who, 0.55 * side, 0.4),
            who.size * 0.95,
            -0.7 if people.held(who, side, 0)[0] > who.at[0] else 0.7,
        )
    people.cloak(who, clasp=False)
    p.fill(who.both([(0.0, 0.2), (0.2, 0.1), (0.26, -0.2), (0.0, -0.34)]), k.deep)
    who = Sitter(
        p, (who.at[0], who.at[1] + 0.4), who.size * 1.22, s.onto((who.at[0], who.at[1] + 0.4), who.size * 1.22)
    )
    people.pointed_ears(who, 0.62, droop=0.28)
    head = who.both([(0.0, 0.72), (0.26, 0.7), (0.42, 0.48), (0.36, 0.22), (0.2, 0.0), (0.0, -0.06)])
    shade = s.polygon(who.on([(0.02, 0.8), (0.0, 0.4), (0.08, 0.22), (0.0, -0.1), (0.6, -0.1), (0.6, 0.8)]))
    p.solid(head, k.soft, [(shade, k.tone)])
    p.line(head, k.dark, 0.35)
    for side in (-1, 1):
        eye = s.polygon(who.on([(0.07 * side, 0.36), (0.3 * side, 0.5), (0.32 * side, 0.4), (0.2 * side, 0.32)]))
        p.fill(eye, k.light)
        p.line(eye, k.dark, 0.3)
        p.fill(who.dot(0.18 * side, 0.39, 0.03), k.dark)
        p.fill(who.stroke([(0.04 * side, 0.4), (0.2 * side, 0.53), (0.38 * side, 0.56)], 0.04), k.dark)
    nose = s.smooth(who.on([(-0.02, 0.4), (-0.09, 0.24), (0.0, 0.2), (0.09, 0.24), (0.03, 0.4)]), close=True)
    p.fill(nose, k.tone)
    p.line(nose, k.dark, 0.25)
    mouth = s.smooth(
        who.on(
            [
                (-0.28, 0.2),
                (-0.16, 0.13),
                (0.0, 0.12),
                (0.16, 0.13),
                (0.28, 0.2),
                (0.14, 0.03),
                (0.0, 0.0),
                (-0.14, 0.03),
            ]
        ),
        close=True,
    )
    teeth: list[Op] = []
    for i in range(7):
        u = -0.21 + 0.07 * i
        v = 0.17 if abs(i - 3) == 3 else 0.13
        teeth += s.polygon(who.on([(u - 0.035, v + 0.02), (u + 0.035, v + 0.02), (u, v - 0.07)]))
        teeth += s.polygon(who.on([(u, -0.02), (u + 0.07, -0.02), (u + 0.035, 0.06)]))
    p.solid(mouth, k.dark, [(teeth, k.paper)])
    for i in range(5):
        u = -0.2 + 0.1 * i
        p.fill(s.polygon(who.on([(u - 0.06, 0.68), (u, 0.98 - 0.04 * abs(i - 2)), (u + 0.06, 0.68)])), k.dark)
    del suit


def warden(who: Sitter, suit: Suit) -> None:
    """An elf behind a great shield."""
    p, k = who.plate, who.plate.inks
    people.long_hair(who, k.dark, k.tone)
    people.pointed_ears(who)
    people.cloak(who)
    people.face(who, stern=0.9)
    people.fringe(who, k.dark, k.tone, parting=0.04)
    band = s.ribbon(who.on([(-0.32, 0.7), (0.0, 0.78), (0.32, 0.7)]), [who.size * 0.05] * 3)
    p.fill(band, k.light)
    p.line(band, k.dark, 0.25)
    weapons.shield(p, people.held(who, 0.52, -0.62), who.size * 0.62, suit.glyph)


def torchbearer(who: Sitter, suit: Suit) -> None:
    """A soldier in a kettle hat, a torch held high."""
    p, k = who.plate, who.plate.inks
    people.cloak(who)
    people.face(who, stern=1.0)
    _kettle_hat(who)
    people.sleeve(who, (0.7, -0.7), (0.92, -0.1))
    weapons.torch(p, people.held(who, 0.96, 0.32), who.size * 0.5, people.lean(who, -0.12))
    people.hand(who, 0.92, -0.02)
    del suit, k


def _kettle_hat(who: Sitter) -> None:
    p, k = who.plate, who.plate.inks
    dome = s.smooth(
        who.on([(-0.34, 0.66), (-0.3, 0.94), (0.0, 1.1), (0.3, 0.94), (0.34, 0.66), (0.0, 0.72)]), close=True
    )
    shade = s.polygon(who.on([(0.06, 1.2), (0.5, 1.2), (0.5, 0.6), (0.06, 0.6)]))
    p.solid(dome, k.paper, [(shade, k.soft)])
    p.line(dome, k.dark, 0.35)
    brim = s.smooth(
        who.on(
            [(-0.56, 0.58), (-0.3, 0.76), (0.0, 0.8), (0.3, 0.76), (0.56, 0.58), (0.3, 0.66), (0.0, 0.68), (-0.3, 0.66)]
        ),
        close=True,
    )
    p.fill(brim, k.soft)
    p.line(brim, k.dark, 0.35)
    p.fill(who.stroke([(-0.02, 1.1), (-0.03, 0.9), (-0.02, 0.74)], 0.02), k.dark)


def knight(who: Sitter, suit: Suit) -> None:
    """A knight in full armour, visor down, a plume on the helm."""
    p, k = who.plate, who.plate.inks
    people.plume(who, (0.0, 0.9), (k.tone, k.deep), reach=1.15)
    people.armour(who)
    helm = who.both([(0.0, 0.98), (0.22, 0.92), (0.36, 0.66), (0.36, 0.24), (0.26, -0.02), (0.0, -0.12)])
    shade = s.polygon(who.on([(0.0, 1.1), (0.5, 1.1), (0.5, -0.2), (0.0, -0.2)]))
    p.solid(helm, k.paper, [(shade, k.soft)])
    p.line(helm, k.dark, 0.4)
    slit = (
        s.polygon(who.on([(-0.32, 0.56), (-0.03, 0.48), (-0.03, 0.4), (-0.31, 0.46)])),
        s.polygon(who.on([(0.32, 0.56), (0.03, 0.48), (0.03, 0.4), (0.31, 0.46)])),
    )
    for part in slit:
        p.fill(part, k.dark)
    p.fill(who.stroke([(0.0, 0.98), (0.0, 0.4), (0.0, -0.1)], 0.03), k.dark)
    p.line(s.smooth(who.on([(-0.36, 0.66), (0.0, 0.6), (0.36, 0.66)])), k.dark, 0.3)
    for side in (-1, 1):
        for i in range(3):
            p.fill(
                s.cut(who.on([((0.09 + 0.07 * i) * side, 0.26), ((0.08 + 0.06 * i) * side, 0.06)]), who.size * 0.03),
                k.dark,
            )
    p.fill(list(placed(suit.glyph, *people.held(who, 0.0, -0.7), who.size * 0.22).ops), k.deep, even_odd=True)


def sentry(who: Sitter, suit: Suit) -> None:
    """A guard with a spear."""
    p, k = who.plate, who.plate.inks
    pole = s.onto(people.held(who, 0.92, -0.2), who.size, people.lean(who, -0.05))
    p.fill(s.polygon(pole([(-0.035, -1.4), (0.035, -1.4), (0.035, 0.9), (-0.035, 0.9)])), k.dark)
    blade = s.polygon(pole([(0.0, 1.42), (0.12, 1.06), (0.05, 0.88), (-0.05, 0.88), (-0.12, 1.06)]))
    p.fill(blade, k.paper)
    p.fill(s.polygon(pole([(0.0, 1.42), (0.12, 1.06), (0.05, 0.88), (0.0, 0.88)])), k.soft)
    p.line(blade, k.dark, 0.3)
    pennon = s.smooth(pole([(0.04, 0.84), (0.4, 0.8), (0.66, 0.68), (0.4, 0.62), (0.04, 0.5)]), close=True)
    p.fill(pennon, k.tone)
    p.line(pennon, k.dark, 0.25)
    people.armour(who)
    people.face(who)
    _kettle_hat(who)
    people.hand(who, 0.92, -0.5)
    p.fill(list(placed(suit.glyph, *people.held(who, 0.0, -0.7), who.size * 0.22).ops), k.deep, even_odd=True)


def assassin(who: Sitter, suit: Suit) -> None:
    """Somebody hooded, the mouth covered, a blade before the face."""
    p, k = who.plate, who.plate.inks
    people.cloak(who, clasp=False)
    people.hood(who, peak=0.18)
    people.face(who, stern=1.3)
    mask = who.both([(0.0, 0.3), (0.2, 0.36), (0.29, 0.3), (0.24, 0.04), (0.0, -0.16)])
    p.solid(
        mask,
        k.deep,
        [
            (
                who.pair([(0.02, 0.26), (0.14, 0.2), (0.26, 0.24)], 0.012)
                + who.pair([(0.02, 0.1), (0.12, 0.06), (0.24, 0.12)], 0.012),
                k.dark,
            )
        ],
    )
    p.line(mask, k.dark, 0.25)
    opening = who.both([(0.0, 0.98), (0.26, 0.88), (0.37, 0.58), (0.34, 0.2), (0.24, -0.08), (0.0, -0.22)])
    inner = people.dark_under_hood(who)
    p.fill([*opening, *inner], k.dark, even_odd=True)
    brow = s.smooth(
        who.on([(-0.33, 0.62), (0.0, 0.7), (0.33, 0.62), (0.24, 0.92), (0.0, 1.0), (-0.24, 0.92)]), close=True
    )
    p.fill(brow, k.dark)
    p.fill(who.stroke([(-0.34, 0.56), (-0.24, 0.86), (0.0, 0.97), (0.24, 0.86)], 0.02), k.soft)
    weapons.sword(p, people.held(who, 0.66, -0.1), who.size * 0.86, people.lean(who, 0.16))
    people.hand(who, 0.55, -0.72)
    del suit


def corsair(who: Sitter, suit: Suit) -> None:
    """A pirate in a tricorn, a patch over one eye, a cutlass."""
    p, k = who.plate, who.plate.inks
    people.long_hair(who, k.dark, k.tone, length=0.5)
    blade = s.curve(who.on([(0.62, -0.7), (0.96, -0.2), (1.14, 0.36), (1.08, 0.96)]), 5)
    p.fill(
        s.ribbon(blade, [who.size * w for w in [0.05] + [0.075] * (len(blade) - 5) + [0.07, 0.055, 0.03, 0.0]]), k.paper
    )
    p.line(
        s.ribbon(blade, [who.size * w for w in [0.05] + [0.075] * (len(blade) - 5) + [0.07, 0.055, 0.03, 0.0]]),
        k.dark,
        0.3,
    )
    people.cloak(who, clasp=False)
    for side in (-1, 1):
        lapel = s.polygon(
            who.on(
                [
                    (0.06 * side, -0.2),
                    (0.3 * side, -0.12),
                    (0.52 * side, -0.5),
                    (0.3 * side, -0.62),
                    (0.06 * side, -1.4),
                ]
            )
        )
        p.fill(lapel, k.tone)
        p.line(lapel, k.light, 0.3)
        for i in range(3):
            p.fill(who.dot(0.16 * side, -0.72 - 0.2 * i, 0.035), k.light)
    people.face(who, stern=0.8)
    patch = s.smooth(who.on([(0.04, 0.52), (0.24, 0.54), (0.24, 0.38), (0.12, 0.33), (0.04, 0.4)]), close=True)
    p.fill(patch, k.dark)
    p.line(s.polygon(who.on([(-0.28, 0.7), (0.14, 0.46), (0.3, 0.3)]), close=False), k.dark, 0.4)
    p.fill(who.pair([(0.0, 0.2), (0.12, 0.18), (0.2, 0.12), (0.3, 0.2)], 0.03), k.dark)
    p.fill(s.polygon(who.on([(-0.07, 0.1), (0.07, 0.1), (0.0, -0.12)])), k.dark)
    hat = s.smooth(
        who.on(
            [
                (-0.7, 0.72),
                (-0.5, 0.92),
                (-0.3, 1.16),
                (0.0, 1.24),
                (0.3, 1.16),
                (0.5, 0.92),
                (0.7, 0.72),
                (0.34, 0.74),
                (0.0, 0.66),
                (-0.34, 0.74),
            ]
        ),
        close=True,
    )
    p.fill(hat, k.dark)
    p.fill(who.stroke([(-0.66, 0.74), (-0.34, 0.78), (0.0, 0.71), (0.34, 0.78), (0.66, 0.74)], 0.03), k.light)
    p.fill(list(placed("skull", *people.held(who, 0.0, 0.94), who.size * 0.14).ops), k.paper, even_odd=True)
    people.hand(who, 0.62, -0.74)
    del suit
