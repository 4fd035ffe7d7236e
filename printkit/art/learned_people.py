"""People who know a craft or a secret: smith, spirit, keeper, wizard, oracle."""

from __future__ import annotations

from printkit.art import household_things, people
from printkit.art import strokes as s
from printkit.art.glyphs import placed
from printkit.art.people import Sitter
from printkit.card_layout import Suit
from printkit.draw.display_list import Op


def smith(who: Sitter, suit: Suit) -> None:
    """A dwarf with a braided beard, a hammer over the shoulder."""
    p, k = who.plate, who.plate.inks
    tool = s.onto(people.held(who, 0.5, -0.5), who.size, people.lean(who, -0.42))
    p.fill(s.polygon(tool([(-0.06, -0.6), (0.06, -0.6), (0.06, 1.3), (-0.06, 1.3)])), k.dark)
    iron = s.polygon(tool([(-0.42, 1.12), (0.42, 1.12), (0.42, 1.56), (-0.42, 1.56)]))
    p.solid(iron, k.deep, [(s.polygon(tool([(-0.42, 1.4), (0.42, 1.4), (0.42, 1.56), (-0.42, 1.56)])), k.soft)])
    p.line(iron, k.dark, 0.4)
    people.cloak(who, wide=1.12, clasp=False)
    people.face(who, people.BROAD, stern=0.8)
    people.beard(who, k.light, k.deep, length=1.0, wide=0.46)
    for side in (-1, 1):
        for i in range(4):
            v = -0.3 - 0.16 * i
            p.fill(who.dot(0.3 * side, v, 0.09 - 0.01 * i, 0.8), k.light)
            p.line(who.dot(0.3 * side, v, 0.09 - 0.01 * i, 0.8), k.dark, 0.25)
        p.fill(who.dot(0.3 * side, -0.34, 0.05), k.dark)
    cap = s.smooth(
        who.on([(-0.42, 0.6), (-0.36, 0.84), (0.0, 1.0), (0.36, 0.84), (0.42, 0.6), (0.0, 0.68)]), close=True
    )
    p.solid(cap, k.deep, [(s.polygon(who.on([(0.04, 1.1), (0.5, 1.1), (0.5, 0.5), (0.04, 0.5)])), k.dark)])
    p.line(cap, k.dark, 0.35)
    band = s.ribbon(who.on([(-0.43, 0.6), (0.0, 0.68), (0.43, 0.6)]), [who.size * 0.05] * 3)
    p.fill(band, k.light)
    p.line(band, k.dark, 0.25)
    p.fill(who.dot(0.0, 0.68, 0.07), k.paper)
    p.line(who.dot(0.0, 0.68, 0.07), k.dark, 0.25)
    del suit


def spirit(who: Sitter, suit: Suit) -> None:
    """A hood with nothing in it but two lights, dissolving into mist."""
    p, k = who.plate, who.plate.inks
    people.cloak(who, cloth=k.deep, clasp=False)
    people.hood(who, peak=0.2, cloth=k.deep)
    p.fill(people.dark_under_hood(who), k.dark)
    for side in (-1, 1):
        for radius, ink in ((0.11, k.tone), (0.075, k.light), (0.035, k.paper)):
            p.fill(who.dot(0.13 * side, 0.42, radius), ink)
    left, bottom, right, _ = p.edges
    bands: list[Op] = []
    for i in range(9):
        y = bottom + 0.6 + 1.75 * i
        share = 0.5 - 0.045 * i
        for _ in range(2 if i < 6 else 1):
            x = left + (right - left) * p.rnd.uniform(0.0, 1.0)
            reach = (right - left) * share * p.rnd.uniform(0.5, 0.9)
            points = [
                (x - reach, y),
                (x - reach * 0.4, y + p.rnd.uniform(-0.6, 0.8)),
                (x + reach * 0.4, y + p.rnd.uniform(-0.8, 0.6)),
                (x + reach, y),
            ]
            bands += s.swell(points, 0.62 - 0.04 * i)
    p.fill(bands, k.paper)
    del suit


def keeper(who: Sitter, suit: Suit) -> None:
    """Somebody in a cowl, a lantern held up."""
    p, k = who.plate, who.plate.inks
    people.cloak(who)
    people.hood(who, peak=0.02, cloth=k.deep)
    people.face(who, stern=0.1)
    inner = people.dark_under_hood(who)
    opening = who.both([(0.0, 0.98), (0.26, 0.88), (0.37, 0.58), (0.34, 0.2), (0.24, -0.1), (0.0, -0.24)])
    p.fill([*opening, *inner], k.dark, even_odd=True)
    people.sleeve(who, (0.74, -0.7), (0.98, 0.12))
    x, y = people.held(who, 0.98, 0.24)
    for radius, ink in ((0.62, k.light), (0.5, k.paper)):
        p.fill(s.rays(x, y - who.size * 0.34, (who.size * 0.3, who.size * radius), 18, 0.05), ink)
    household_things.lantern(p, (x, y - who.size * 0.36), who.size * 0.42)
    people.hand(who, 0.98, 0.22)
    del suit


def wizard(who: Sitter, suit: Suit) -> None:
    """An old wizard in a pointed hat, a staff with a bright stone."""
    p, k = who.plate, who.plate.inks
    staff = s.curve(
        who.on([(0.9, -1.5), (0.94, -0.4), (0.9, 0.5), (0.84, 0.72), (0.92, 0.98), (1.14, 1.0), (1.22, 0.8)]), 4
    )
    p.fill(s.ribbon(staff, [who.size * 0.05] * len(staff)), k.dark)
    x, y = people.held(who, 1.04, 0.78)
    p.fill(s.rays(x, y, (who.size * 0.12, who.size * 0.36), 16, 0.08), k.paper)
    p.fill(s.disc(x, y, who.size * 0.12), k.light)
    p.line(s.disc(x, y, who.size * 0.12), k.dark, 0.3)
    people.long_hair(who, k.paper, k.tone, length=0.6)
    people.cloak(who, clasp=False)
    people.face(who, stern=0.4)
    people.beard(who, k.paper, k.tone, length=0.95, wide=0.34)
    hat = s.smooth(
        who.on(
            [(-0.38, 0.66), (-0.26, 0.94), (-0.1, 1.14), (0.34, 1.3), (0.2, 1.1), (0.3, 0.9), (0.38, 0.66), (0.0, 0.74)]
        ),
        close=True,
    )
    folds = who.stroke([(-0.2, 0.96), (0.0, 1.0), (0.26, 0.94)], 0.016) + who.stroke(
        [(-0.1, 1.08), (0.06, 1.1), (0.2, 1.05)], 0.014
    )
    p.solid(
        hat, k.deep, [(s.polygon(who.on([(0.06, 1.6), (0.6, 1.6), (0.6, 0.5), (0.04, 0.5)])), k.dark), (folds, k.tone)]
    )
    p.line(hat, k.dark, 0.3)
    brim = s.smooth(
        who.on(
            [(-0.66, 0.62), (-0.3, 0.76), (0.0, 0.8), (0.3, 0.76), (0.66, 0.62), (0.3, 0.64), (0.0, 0.67), (-0.3, 0.64)]
        ),
        close=True,
    )
    p.fill(brim, k.deep)
    p.line(brim, k.dark, 0.3)
    p.fill(list(placed(suit.glyph, *people.held(who, 0.0, 0.95), who.size * 0.12).ops), k.light, even_odd=True)
    people.hand(who, 0.92, -0.5)


def oracle(who: Sitter, suit: Suit) -> None:
    """A seer with long hair and a diadem, a shining pearl in both hands."""
    p, k = who.plate, who.plate.inks
    people.long_hair(who, k.dark, k.tone, length=1.3)
    people.cloak(who, clasp=False, cloth=k.deep)
    people.face(who, stern=-0.2)
    people.fringe(who, k.dark, k.tone, parting=0.0)
    band = s.ribbon(who.on([(-0.31, 0.68), (0.0, 0.6), (0.31, 0.68)]), [who.size * 0.03] * 3)
    p.fill(band, k.light)
    p.line(band, k.dark, 0.2)
    for u, v in ((-0.2, 0.64), (0.0, 0.62), (0.2, 0.64)):
        p.fill(who.dot(u, v, 0.055 if u else 0.075), k.paper)
        p.line(who.dot(u, v, 0.055 if u else 0.075), k.dark, 0.25)
    x, y = people.held(who, 0.0, -0.62)
    p.fill(s.rays(x, y, (who.size * 0.26, who.size * 0.62), 24, 0.06), k.light)
    p.fill(s.disc(x, y, who.size * 0.26), k.paper)
    p.inside(
        s.disc(x, y, who.size * 0.26),
        [(s.swell(s.arc_points(x, y, who.size * 0.17, (-1.2, 0.6)), who.size * 0.05), k.soft)],
    )
    p.line(s.disc(x, y, who.size * 0.26), k.dark, 0.3)
    for side in (-1, 1):
        palm = s.smooth(
            who.on(
                [
                    (0.12 * side, -1.0),
                    (0.34 * side, -0.92),
                    (0.44 * side, -0.6),
                    (0.34 * side, -0.66),
                    (0.24 * side, -0.82),
                    (0.06 * side, -0.92),
                ]
            ),
            close=True,
        )
        p.fill(palm, k.paper if side < 0 else k.soft)
        p.line(palm, k.dark, 0.3)
    del suit
