"""Suit glyphs and inline icons: one colour, even-odd, drawn in a box from -10 to 10."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

from printkit.art import suit_emblems
from printkit.art.strokes import TAU, arc_points, disc, drawn, mirrored, moved, polygon, ribbon, star
from printkit.draw.display_list import Op, Path, rounded

Glyph = Callable[[], list[Op]]


def _flame() -> list[Op]:
    return drawn(
        "M0,-10 C-6,-10 -8.2,-5.6 -7,-2 C-6.2,.4 -4.6,1.4 -4.8,4.4 C-2.8,3.2 -2.2,1.6 -2.2,.2 C.6,2.6 1.4,6.2 -.6,10"
        " C4.6,7.6 7.8,2.6 7.4,-2.4 C7,-7 4,-10 0,-10 Z"
        " M.2,-8.6 C-2.6,-8.6 -3.8,-6.2 -2.8,-4 C-2.2,-2.8 -1,-2 -.6,-.4 C1.8,-1.8 3.6,-4.2 3,-6.4"
        " C2.6,-7.8 1.6,-8.6 .2,-8.6 Z"
    )


def _bolt() -> list[Op]:
    return polygon([(2.4, 10), (-6.4, -1.2), (-0.8, -1.2), (-2.8, -10), (6.6, 2.2), (0.8, 2.2)])


def _bomb() -> list[Op]:
    ops = disc(-1.2, -2.4, 7) + ribbon(arc_points(-1.2, -2.4, 5, (2.2, 3.3)), [0.1, 0.6, 0.6, 0.1])
    ops += polygon([(2.2, 4), (4.6, 2), (6, 3.6), (3.6, 5.6)])
    ops += ribbon([(4.8, 4.6), (6, 6.6), (7.8, 6.2)], [0.45, 0.45, 0.3])
    return ops + star(8, 7.8, (1, 2.6), 5)


def _burst() -> list[Op]:
    return star(0, 0, (5, 10), 9) + star(0, 0, (2.4, 5), points=9, turn=1.9)


def _dice() -> list[Op]:
    ops = _round_box(-8.6, -8.6, 17.2, 2.6)
    for x, y in ((-4.4, 4.4), (0, 0), (4.4, -4.4), (4.4, 4.4), (-4.4, -4.4)):
        ops += disc(x, y, 1.8)
    return ops


def _round_box(x: float, y: float, side: float, r: float) -> list[Op]:
    return list(rounded(x, y, side, height_mm=side, radius_mm=r).ops)


def _shield() -> list[Op]:
    outline = "M-8,8.6 C-4,8.8 -1.4,9.2 0,10 C1.4,9.2 4,8.8 8,8.6 C8.6,1 6,-6.4 0,-10 C-6,-6.4 -8.6,1 -8,8.6 Z"
    inner = "M0,7.6 C1.6,6.8 3.6,6.6 5.8,6.4 C6,1 4.2,-4.4 0,-7.4 Z"
    return drawn(outline + inner)


def _cross() -> list[Op]:
    """The dragocross: four claws around a point."""
    ops: list[Op] = []
    for i in range(4):
        ops += moved(drawn("M0,1.4 C2.6,3.4 3,7 0,10 C-3,7 -2.6,3.4 0,1.4 Z"), 0, 0, scale=1, angle=i * math.pi / 2)
    for i in range(4):
        ops += moved(
            polygon([(0, 3.4), (0.8, 5.6), (0, 7.4), (-0.8, 5.6)]), 0, 0, scale=0.8, angle=math.pi / 4 + i * math.pi / 2
        )
    return ops


def _eye() -> list[Op]:
    return drawn("M-10,0 C-5,6.6 5,6.6 10,0 C5,-6.6 -5,-6.6 -10,0 Z") + disc(0, 0, 4.2) + disc(0, 0, 2.2)


def _turn() -> list[Op]:
    """An arrow round to its start: do it."""
    ring = arc_points(0, 0, 6.6, (0.9, TAU - 0.5))
    x, y = ring[0]
    return ribbon(ring, [1.3] * len(ring)) + polygon([(x - 4.6, y + 2.0), (x + 2.6, y + 3.8), (x + 1.4, y - 3.6)])


def _endless() -> list[Op]:
    points = [
        (7.6 * math.cos(t) / (1 + math.sin(t) ** 2) * 1.28, 12.6 * math.sin(t) * math.cos(t) / (1 + math.sin(t) ** 2))
        for t in [TAU * i / 24 for i in range(25)]
    ]
    return ribbon(points, [1.25] * 25)


def _diamond() -> list[Op]:
    return polygon([(0, 10), (7.4, 0), (0, -10), (-7.4, 0)]) + polygon([(0, 6), (4.4, 0), (0, -6), (-4.4, 0)])


def _card(x: float, y: float, angle: float, hollow: float) -> list[Op]:
    ops = list(rounded(-4.6, -6.6, 9.2, height_mm=13.2, radius_mm=1.3).ops)
    if hollow:
        ops += rounded(-4.6 + hollow, -6.6 + hollow, 9.2 - 2 * hollow, height_mm=13.2 - 2 * hollow, radius_mm=0.6).ops
    return moved(ops, x, y, scale=1, angle=angle)


def _flip() -> list[Op]:
    """A card turned face down: filled, an arrow going down beside it."""
    arrow = polygon([(5.6, 7), (7.6, 7), (7.6, -2.6), (10, -2.6), (6.6, -8), (3.2, -2.6), (5.6, -2.6)])
    return _card(-4.2, 0, 0, 0) + moved(star(0, 0, (1.1, 2.8), 4), -4.2, 0) + arrow


def _unflip() -> list[Op]:
    """A card turned face up: open, an arrow going up beside it."""
    arrow = polygon([(5.6, -7), (7.6, -7), (7.6, 2.6), (10, 2.6), (6.6, 8), (3.2, 2.6), (5.6, 2.6)])
    return _card(-4.2, 0, 0, 1.3) + moved(star(0, 0, (1.1, 2.8), 4), -4.2, 0) + arrow


def _hand() -> list[Op]:
    """A fan of cards."""
    ops: list[Op] = []
    for x, y, a in ((-4.6, -0.6, 0.42), (4.6, -0.6, -0.42)):
        ops += _card(x, y, a, 1.2)
    return _card(0, 1.2, 0, 0) + ops


def _deck() -> list[Op]:
    ops: list[Op] = []
    for i, y in enumerate((-6, -2, 2)):
        box = [(-8.5, y), (0, y - 3.6), (8.5, y), (0, y + 3.6)]
        if i == 2:
            ops += polygon([(x, v + 1) for x, v in box])
        else:
            ops += polygon([(-8.5, y), (0, y - 3.6), (8.5, y), (8.5, y + 1.6), (0, y - 2), (-8.5, y + 1.6)])
    return ops


def _compass() -> list[Op]:
    return disc(0, 0, 10) + disc(0, 0, 8.6) + star(0, 0, (2, 8), 4) + star(0, 0, (1.2, 4.4), points=4, turn=math.pi / 4)


def _mist() -> list[Op]:
    ops: list[Op] = []
    for y, left, right in ((6, -5, 8), (2, -9, 5), (-2, -6, 9), (-6, -9, 4)):
        ops += ribbon(
            [(left, y), ((left + right) / 2 - 2, y + 1), ((left + right) / 2 + 2, y - 1), (right, y)], [0.1, 1, 1, 0.1]
        )
    return ops


def _people() -> list[Op]:
    return disc(0, 5.4, 3.4) + drawn("M-6.4,-9 C-6.4,-1.4 -3.6,1 0,1 C3.6,1 6.4,-1.4 6.4,-9 Z")


def _you() -> list[Op]:
    """One seat: a person."""
    return disc(0, 5, 4) + drawn("M-8,-9.6 C-8,-2 -4.6,.2 0,.2 C4.6,.2 8,-2 8,-9.6 Z")


def _all() -> list[Op]:
    """Every seat: three people in a row."""
    ops = disc(0, 4.6, 3.2) + drawn("M-4.6,-8.6 C-4.6,-1.6 -2.8,.4 0,.4 C2.8,.4 4.6,-1.6 4.6,-8.6 Z")
    for side in (-1, 1):
        ops += disc(side * 7, 2.2, 2.2)
        ops += polygon(
            [
                (side * 5.6, -8.6),
                (side * 5.3, -3),
                (side * 6.6, -0.9),
                (side * 9, -1.6),
                (side * 10, -4),
                (side * 10, -8.6),
            ]
        )
    return ops


def _friend() -> list[Op]:
    """Two linked rings."""
    ops: list[Op] = []
    for x, start in ((-3.6, 0.55), (3.6, math.pi + 0.55)):
        ring = arc_points(x, 0, 4.9, (start, start + TAU - 0.85))
        ops += ribbon(ring, [1.2] * len(ring))
    return ops


def _star() -> list[Op]:
    return star(0, 0, (4, 10), 5)


def _spark() -> list[Op]:
    return star(0, 0, (2.4, 10), 4)


def _drop() -> list[Op]:
    return drawn(
        "M0,10 C2.4,5 6.8,1.4 6.8,-3 C6.8,-7 3.8,-9.8 0,-9.8 C-3.8,-9.8 -6.8,-7 -6.8,-3 C-6.8,1.4 -2.4,5 0,10 Z"
    ) + ribbon(arc_points(0, -3, 4.4, (3.4, 4.6)), [0.1, 0.7, 0.7, 0.1][: len(arc_points(0, -3, 4.4, (3.4, 4.6)))])


def _mask() -> list[Op]:
    """A slit eye in a waning moon."""
    return (
        disc(0, 0, 9.6)
        + drawn("M-8,0 C-4,5 4,5 8,0 C4,-5 -4,-5 -8,0 Z")
        + drawn("M0,3.6 C1.4,1.4 1.4,-1.4 0,-3.6 C-1.4,-1.4 -1.4,1.4 0,3.6 Z")
    )


def _crown() -> list[Op]:
    return drawn("M-9,6 L-7.4,-5 L7.4,-5 L9,6 L4.4,.6 L0,8.4 L-4.4,.6 Z") + polygon(
        [(-7.4, -6.4), (7.4, -6.4), (7.4, -8.6), (-7.4, -8.6)]
    )


def _lozenge() -> list[Op]:
    return polygon([(0, 10), (6, 0), (0, -10), (-6, 0)])


def _coin() -> list[Op]:
    return disc(0, 0, 10) + disc(0, 0, 8.2) + disc(0, 0, 6.6) + polygon([(0, 3.6), (2.6, 0), (0, -3.6), (-2.6, 0)])


def _target() -> list[Op]:
    return disc(0, 0, 10) + disc(0, 0, 7.4) + disc(0, 0, 4.8) + disc(0, 0, 2.2)


def _left() -> list[Op]:
    head = polygon([(-10, 0), (-1, 8), (-1, 3.4), (1.5, 3.4), (1.5, -3.4), (-1, -3.4), (-1, -8)])
    return [*head, *polygon([(3.4, 3.4), (5.6, 3.4), (5.6, -3.4), (3.4, -3.4)]), *polygon(
        [(7.5, 3.4), (8.8, 3.4), (8.8, -3.4), (7.5, -3.4)])]  # fmt: skip


def _right() -> list[Op]:
    return mirrored(_left())


def _heart() -> list[Op]:
    return drawn(
        "M0,-10 C-3,-6 -10,-2.4 -10,3.4 C-10,7.4 -7.2,9.4 -4.8,9.4 C-2.6,9.4 -.8,8 0,5.8"
        " C.8,8 2.6,9.4 4.8,9.4 C7.2,9.4 10,7.4 10,3.4 C10,-2.4 3,-6 0,-10 Z"
    )


def _spade() -> list[Op]:
    return drawn(
        "M0,10 C3,6 9.4,2.4 9.4,-3 C9.4,-6.4 7,-8 4.8,-8 C2.9,-8 1.2,-6.9 .6,-5.2 C.9,-7.4 1.8,-9 3.6,-10"
        " L-3.6,-10 C-1.8,-9 -.9,-7.4 -.6,-5.2 C-1.2,-6.9 -2.9,-8 -4.8,-8 C-7,-8 -9.4,-6.4 -9.4,-3"
        " C-9.4,2.4 -3,6 0,10 Z"
    )


def _club() -> list[Op]:
    """Three leaves and a stem that do not overlap: glyphs are filled even-odd."""
    return drawn(
        "M0,10 C2.6,10 4.6,8.1 4.6,5.6 C4.6,4.2 4,3 3.1,2.2 C3.7,2.5 4.5,2.7 5.3,2.7 C7.9,2.7 9.9,.7 9.9,-1.9"
        " C9.9,-4.5 7.9,-6.5 5.3,-6.5 C3.2,-6.5 1.4,-5.2 .7,-3.3 C.8,-6 1.6,-8.6 3.4,-10 L-3.4,-10"
        " C-1.6,-8.6 -.8,-6 -.7,-3.3 C-1.4,-5.2 -3.2,-6.5 -5.3,-6.5 C-7.9,-6.5 -9.9,-4.5 -9.9,-1.9"
        " C-9.9,.7 -7.9,2.7 -5.3,2.7 C-4.5,2.7 -3.7,2.5 -3.1,2.2 C-4,3 -4.6,4.2 -4.6,5.6 C-4.6,8.1 -2.6,10 0,10 Z"
    )


def _diamond_suit() -> list[Op]:
    return drawn(
        "M0,10 C1.8,6.4 4.4,2.8 7,0 C4.4,-2.8 1.8,-6.4 0,-10 C-1.8,-6.4 -4.4,-2.8 -7,0 C-4.4,2.8 -1.8,6.4 0,10 Z"
    )


GLYPHS: dict[str, Glyph] = {
    "heart": _heart,
    "spade": _spade,
    "club": _club,
    "diamond_suit": _diamond_suit,
    "flame": _flame,
    "dragon": suit_emblems.dragon,
    "wheat": suit_emblems.wheat,
    "oak": suit_emblems.oak,
    "crescent": suit_emblems.crescent,
    "sun": suit_emblems.sun,
    "wave": suit_emblems.wave,
    "skull": suit_emblems.skull,
    "sword": suit_emblems.sword,
    "bow": suit_emblems.leafblade,
    "sickle": suit_emblems.sickle,
    "hammer": suit_emblems.hammer,
    "spider": suit_emblems.spider,
    "thorn": suit_emblems.thorn,
    "tree": suit_emblems.tree,
    "bolt": _bolt,
    "bomb": _bomb,
    "burst": _burst,
    "dice": _dice,
    "shield": _shield,
    "cross": _cross,
    "eye": _eye,
    "turn": _turn,
    "endless": _endless,
    "diamond": _diamond,
    "flip": _flip,
    "unflip": _unflip,
    "hand": _hand,
    "deck": _deck,
    "compass": _compass,
    "mist": _mist,
    "people": _people,
    "star": _star,
    "spark": _spark,
    "drop": _drop,
    "mask": _mask,
    "crown": _crown,
    "you": _you,
    "all": _all,
    "friend": _friend,
    "lozenge": _lozenge,
    "coin": _coin,
    "target": _target,
    "left": _left,
    "right": _right,
}


@cache
def glyph(name: str) -> Path:
    """The glyph, filling a box from -10 to 10. Raises KeyError for a name that is not one."""
    ops = GLYPHS[name]()
    xs = [float(n) for op in ops for n in op[1::2]]
    ys = [float(n) for op in ops for n in op[2::2]]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    scale = 20 / max(max(xs) - min(xs), max(ys) - min(ys))
    return Path(tuple(moved(ops, -x * scale, -y * scale, scale)))


def placed(name: str, x: float, y: float, radius: float, angle: float = 0.0) -> Path:
    """The glyph around (x, y), reaching ``radius`` mm."""
    return Path(tuple(moved(glyph(name).ops, x, y, scale=radius / 10, angle=angle)))
