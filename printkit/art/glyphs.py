"""Suit glyphs and inline icons: one colour, even-odd, drawn in a box from -10 to 10."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

from printkit.art.strokes import TAU, Point, arc_points, disc, leaf, moved, polygon, ribbon, smooth, star, taper
from printkit.ink import Op, Path, rounded

Glyph = Callable[[], list[Op]]


def _path(text: str) -> list[Op]:
    """Path data as in SVG, absolute M L C Z only, y upwards."""
    ops: list[Op] = []
    for part in text.replace("M", "|M").replace("L", "|L").replace("C", "|C").replace("Z", "|Z").split("|"):
        if not part:
            continue
        numbers = [float(n) for n in part[1:].replace(",", " ").split()]
        if part[0] == "Z":
            ops.append(("h",))
        elif part[0] == "C":
            for i in range(0, len(numbers), 6):
                ops.append(("c", *numbers[i : i + 6]))  # type: ignore[arg-type]  # six at a time
        else:
            kind = "m"
            for i in range(0, len(numbers), 2):
                ops.append(("l" if part[0] == "L" or kind == "l" else "m", numbers[i], numbers[i + 1]))
                kind = "l"
    return ops


def _round(points: list[Point]) -> list[Op]:
    return smooth(points, close=True)


def _flame() -> list[Op]:
    return _path(
        "M0,-10 C-6,-10 -8.2,-5.6 -7,-2 C-6.2,.4 -4.6,1.4 -4.8,4.4 C-2.8,3.2 -2.2,1.6 -2.2,.2 C.6,2.6 1.4,6.2 -.6,10"
        " C4.6,7.6 7.8,2.6 7.4,-2.4 C7,-7 4,-10 0,-10 Z"
        " M.2,-8.6 C-2.6,-8.6 -3.8,-6.2 -2.8,-4 C-2.2,-2.8 -1,-2 -.6,-.4 C1.8,-1.8 3.6,-4.2 3,-6.4"
        " C2.6,-7.8 1.6,-8.6 .2,-8.6 Z"
    )


def _dragon() -> list[Op]:
    """A dragon's head in profile, horns swept back."""
    return _path(
        "M-9.5,-9.8 C-9,-4 -7.6,-.6 -4.6,1.8 C-6.8,3.8 -8,6.2 -7.8,9.6 C-6,6.8 -3.8,5.2 -1.4,4.8"
        " C-2,6.2 -2,7.8 -1.2,9.4"
        " C-.2,7 1.4,5.2 3.6,4.2 C6.2,3.4 8.6,1.6 9.8,-1 C9.9,-2 9.4,-2.8 8.6,-3 L3.4,-2.4 C5.2,-3.2 6.6,-3.8 7.8,-4.4"
        " C7.6,-5.6 6.6,-6.4 5.4,-6.4 C3,-6.2 1.2,-5.4 .2,-4.2 C-.6,-6 -.6,-8 .2,-9.8 Z"
        " M1.6,1.6 C2.4,2.6 3.8,2.6 4.8,1.4 C3.8,.8 2.6,.8 1.6,1.6 Z"
    )


def _wheat() -> list[Op]:
    ops = taper([(0, -10), (0.2, -4), (0, 2)], 0.7, 0.5)
    for row in range(4):
        y = -3.2 + row * 2.9
        ops += leaf(0.5, y, 0.95, 4.9 - row * 0.25, 2.1) + leaf(-0.5, y, math.pi - 0.95, 4.9 - row * 0.25, 2.1)
    return ops + leaf(0, 6.6, math.pi / 2, 3.6, 2.2)


def _oak() -> list[Op]:
    """A leaf with lobes and a midrib cut out."""
    right: list[Point] = [
        (0.5, -7),
        (3.6, -5.6),
        (2.8, -3.6),
        (6.2, -2.4),
        (4.2, 0),
        (6.6, 2.2),
        (4, 4),
        (4, 6.6),
        (1.6, 8),
    ]
    outline = [(0.0, 9.6), *[(x, y) for x, y in reversed(right)], *[(-x, y) for x, y in right]]
    return _round(outline) + polygon([(-0.35, -10), (0.35, -10), (0.3, -7.2), (-0.3, -7.2)]) + _veins()


def _veins() -> list[Op]:
    ops = polygon([(-0.3, -7), (0.3, -7), (0.12, 7), (-0.12, 7)])
    for y in (-3.6, -0.4, 2.8):
        for s in (1, -1):
            ops += polygon([(0.3 * s, y), (3.6 * s, y + 2.1), (0.3 * s, y + 0.9)])
    return ops


def _crescent() -> list[Op]:
    outer = arc_points(0, 0, 9.4, (0.9, TAU - 0.9))
    tips = (outer[0], outer[-1])
    radius = math.hypot(tips[0][0] - 3.4, tips[0][1])
    start = math.atan2(tips[0][1], tips[0][0] - 3.4)
    body = smooth(outer)
    back = smooth(arc_points(3.4, 0, radius, (TAU - start, start)))
    return [*body, *back[1:], ("h",), *star(5.4, 0, (1.2, 3.6), 4)]


def _sun() -> list[Op]:
    ops = disc(0, 0, 4.6) + disc(0, 0, 3.2) + disc(0, 0, 1.6)
    for i in range(12):
        a = TAU * i / 12
        reach = 10 if i % 2 == 0 else 8
        ops += polygon(
            [
                (5.6 * math.cos(a - 0.2), 5.6 * math.sin(a - 0.2)),
                (reach * math.cos(a), reach * math.sin(a)),
                (5.6 * math.cos(a + 0.2), 5.6 * math.sin(a + 0.2)),
            ]
        )
    return ops


def _wave() -> list[Op]:
    """A cresting wave over two swells."""
    crest = _path(
        "M-10,-2.4 C-7.4,-1.6 -7,8.6 1,8.8 C6,8.8 8.6,5.4 7.6,2.2 C6.8,-.2 3.6,-.4 2.8,1.8 C2.4,3.2 3.6,4.4 4.8,3.6"
        " C4.8,5.6 2.4,6.2 .8,5.2 C-2,3.4 -1,-1.6 3.6,-2.2 C6,-2.5 8,-2.2 10,-1.6 L10,-4.6 C4,-6 -4,-5.4 -10,-4.4 Z"
    )
    swell = [(-10, -6.6), (-5, -7.6), (0, -6.8), (5, -7.6), (10, -6.8)]
    return crest + ribbon(swell, [0.2, 0.9, 0.9, 0.9, 0.2])


def _skull() -> list[Op]:
    return _path(
        "M0,9.6 C-6,9.6 -9,5.6 -8.6,1.2 C-8.4,-1 -7.2,-2.4 -5.6,-3.4 L-5,-7.6 C-3.4,-9.4 3.4,-9.4 5,-7.6 L5.6,-3.4"
        " C7.2,-2.4 8.4,-1 8.6,1.2 C9,5.6 6,9.6 0,9.6 Z"
        " M-5.6,2.6 C-3.6,3.8 -1.6,2.6 -1.4,.4 C-1.4,-1.6 -3.4,-2.4 -4.8,-1.8"
        " C-6.6,-1 -6.8,1.4 -5.6,2.6 Z"
        " M5.6,2.6 C6.8,1.4 6.6,-1 4.8,-1.8 C3.4,-2.4 1.4,-1.6 1.4,.4 C1.6,2.6 3.6,3.8 5.6,2.6 Z"
        " M0,-1.4 L-1.4,-4.4 L1.4,-4.4 Z M-2.6,-5.8 L-1.8,-5.8 L-1.8,-8.4 L-2.6,-8.2 Z"
        " M-.4,-5.8 L.4,-5.8 L.4,-8.6 L-.4,-8.6 Z"
        " M1.8,-5.8 L2.6,-5.8 L2.6,-8.2 L1.8,-8.4 Z"
    )


def _sword() -> list[Op]:
    blade = polygon([(0, 10), (1.5, 7.4), (1.2, -3.4), (-1.2, -3.4), (-1.5, 7.4)])
    fuller = polygon([(0.25, 6.4), (0.25, -2.4), (-0.25, -2.4), (-0.25, 6.4)])
    guard = ribbon([(-5.4, -3), (-2, -4.3), (2, -4.3), (5.4, -3)], [0.3, 1, 1, 0.3])
    return blade + fuller + guard + polygon([(-0.7, -5), (0.7, -5), (0.7, -8), (-0.7, -8)]) + disc(0, -8.7, 1.3)


def _leafblade() -> list[Op]:
    """An elf's bow drawn: a bow with a leaf for an arrow."""
    bow = arc_points(-4, 0, 10, (-1.15, 1.15))
    top, bottom = bow[-1], bow[0]
    ops = ribbon(bow, [0.3, *[1.0] * (len(bow) - 2), 0.3])
    string = [top, (-6.5, 0.0), bottom]
    ops += polygon([(x - 0.18, y) for x, y in string] + [(x + 0.22, y) for x, y in reversed(string)])
    return ops + polygon([(-6.6, 0.3), (4, 0.3), (4, -0.3), (-6.6, -0.3)]) + leaf(3.4, 0, 0, 6.6, 3.2)


def _sickle() -> list[Op]:
    blade = arc_points(0.6, 2, 7.2, (-0.5, 3.7))
    widths = [0.1, *[1.9 * math.sin(math.pi * (0.15 + 0.85 * (1 - i / 8))) ** 0.7 for i in range(len(blade) - 2)], 0.8]
    ops = ribbon(blade, widths[: len(blade)])
    end = blade[-1]
    return ops + taper([end, (end[0] + 1.5, end[1] - 2.6), (-1.4, -10)], 0.9, 1.3)


def _hammer() -> list[Op]:
    head = polygon([(-8, 8.6), (6.4, 8.6), (8.6, 5.6), (6.4, 2.6), (-8, 2.6), (-7, 5.6)])
    return (
        head
        + polygon([(-1.4, 2), (1.4, 2), (1.8, -10), (-1.8, -10)])
        + polygon([(-3, 7.4), (-2, 7.4), (-2, 3.8), (-3, 3.8)])
    )


def _spider() -> list[Op]:
    ops = disc(0, -2.2, 3.6, 1.25) + disc(0, 3.4, 2.1)
    for i, (knee, foot) in enumerate(
        (((5, 6.2), (6.6, 10)), ((6.6, 3.6), (9.8, 5)), ((6.6, 0.4), (9.6, -4.6)), ((5.4, -2), (6.4, -9.6)))
    ):
        root = (1.4, 3.6 - i * 0.7)
        for s in (1, -1):
            ops += ribbon(
                [(s * root[0], root[1]), (s * knee[0], knee[1]), (s * foot[0], foot[1])], [0.65, 0.6, 0.1], soft=False
            )
    return ops


def _thorn() -> list[Op]:
    stem = [(-9.4, -7), (-4, -3.4), (0, 0.4), (4, 3.2), (9.4, 6.6)]
    ops = ribbon(stem, [1.0, 1.1, 1.1, 1.0, 0.3])
    for x, y, a in ((-6, -4.6, 2.2), (-3.2, -2.8, -0.6), (0.4, 0.9, 2.1), (3.4, 2.6, -0.5), (6.2, 4.6, 2.1)):
        ops += polygon([(x - 1.3, y - 0.9), (x + 4.4 * math.cos(a), y + 4.4 * math.sin(a)), (x + 1.3, y + 0.9)])
    return ops


def _tree() -> list[Op]:
    crown = _round(
        [(0, 10), (5, 8), (8.6, 4.4), (8.4, 0), (4.6, -2.4), (0, -1.6), (-4.6, -2.4), (-8.4, 0), (-8.6, 4.4), (-5, 8)]
    )
    trunk = _path("M-1.2,-2.4 L-1.4,-6.6 C-2,-8.4 -4,-9.4 -6,-9.8 L6,-9.8 C4,-9.4 2,-8.4 1.4,-6.6 L1.2,-2.4 Z")
    cut = polygon([(-0.3, -1), (0.3, -1), (0.2, 6), (-0.2, 6)])
    for y, s in ((1, 1), (2.6, -1), (3.8, 1)):
        cut += polygon([(0.2 * s, y), (3.8 * s, y + 2.6), (0.2 * s, y + 0.7)])
    return crown + trunk + cut


def _bolt() -> list[Op]:
    return polygon([(2.4, 10), (-6.4, -1.2), (-0.8, -1.2), (-2.8, -10), (6.6, 2.2), (0.8, 2.2)])


def _bomb() -> list[Op]:
    ops = disc(-1.2, -2.4, 7) + ribbon(arc_points(-1.2, -2.4, 5, (2.2, 3.3)), [0.1, 0.6, 0.6, 0.1])
    ops += polygon([(2.2, 4), (4.6, 2), (6, 3.6), (3.6, 5.6)])
    ops += ribbon([(4.8, 4.6), (6, 6.6), (7.8, 6.2)], [0.45, 0.45, 0.3])
    return ops + star(8, 7.8, (1, 2.6), 5)


def _burst() -> list[Op]:
    return star(0, 0, (5, 10), 9) + star(0, 0, (2.4, 5), 9, 1.9)


def _dice() -> list[Op]:
    ops = _round_box(-8.6, -8.6, 17.2, 2.6)
    for x, y in ((-4.4, 4.4), (0, 0), (4.4, -4.4), (4.4, 4.4), (-4.4, -4.4)):
        ops += disc(x, y, 1.8)
    return ops


def _round_box(x: float, y: float, side: float, r: float) -> list[Op]:
    return list(rounded(x, y, side, side, r).ops)


def _shield() -> list[Op]:
    outline = "M-8,8.6 C-4,8.8 -1.4,9.2 0,10 C1.4,9.2 4,8.8 8,8.6 C8.6,1 6,-6.4 0,-10 C-6,-6.4 -8.6,1 -8,8.6 Z"
    inner = "M0,7.6 C1.6,6.8 3.6,6.6 5.8,6.4 C6,1 4.2,-4.4 0,-7.4 Z"
    return _path(outline + inner)


def _cross() -> list[Op]:
    """The dragocross: four claws around a point."""
    ops: list[Op] = []
    for i in range(4):
        ops += moved(_path("M0,1.4 C2.6,3.4 3,7 0,10 C-3,7 -2.6,3.4 0,1.4 Z"), 0, 0, 1, i * math.pi / 2)
    for i in range(4):
        ops += moved(polygon([(0, 3.4), (0.8, 5.6), (0, 7.4), (-0.8, 5.6)]), 0, 0, 0.8, math.pi / 4 + i * math.pi / 2)
    return ops


def _eye() -> list[Op]:
    return _path("M-10,0 C-5,6.6 5,6.6 10,0 C5,-6.6 -5,-6.6 -10,0 Z") + disc(0, 0, 4.2) + disc(0, 0, 2.2)


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
    ops = list(rounded(-4.6, -6.6, 9.2, 13.2, 1.3).ops)
    if hollow:
        ops += rounded(-4.6 + hollow, -6.6 + hollow, 9.2 - 2 * hollow, 13.2 - 2 * hollow, 0.6).ops
    return moved(ops, x, y, 1, angle)


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
    return disc(0, 0, 10) + disc(0, 0, 8.6) + star(0, 0, (2, 8), 4) + star(0, 0, (1.2, 4.4), 4, math.pi / 4)


def _mist() -> list[Op]:
    ops: list[Op] = []
    for y, left, right in ((6, -5, 8), (2, -9, 5), (-2, -6, 9), (-6, -9, 4)):
        ops += ribbon(
            [(left, y), ((left + right) / 2 - 2, y + 1), ((left + right) / 2 + 2, y - 1), (right, y)], [0.1, 1, 1, 0.1]
        )
    return ops


def _people() -> list[Op]:
    return disc(0, 5.4, 3.4) + _path("M-6.4,-9 C-6.4,-1.4 -3.6,1 0,1 C3.6,1 6.4,-1.4 6.4,-9 Z")


def _you() -> list[Op]:
    """One seat: a person."""
    return disc(0, 5, 4) + _path("M-8,-9.6 C-8,-2 -4.6,.2 0,.2 C4.6,.2 8,-2 8,-9.6 Z")


def _all() -> list[Op]:
    """Every seat: three people in a row."""
    ops = disc(0, 4.6, 3.2) + _path("M-4.6,-8.6 C-4.6,-1.6 -2.8,.4 0,.4 C2.8,.4 4.6,-1.6 4.6,-8.6 Z")
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
    return _path(
        "M0,10 C2.4,5 6.8,1.4 6.8,-3 C6.8,-7 3.8,-9.8 0,-9.8 C-3.8,-9.8 -6.8,-7 -6.8,-3 C-6.8,1.4 -2.4,5 0,10 Z"
    ) + ribbon(arc_points(0, -3, 4.4, (3.4, 4.6)), [0.1, 0.7, 0.7, 0.1][: len(arc_points(0, -3, 4.4, (3.4, 4.6)))])


def _mask() -> list[Op]:
    """A slit eye in a waning moon."""
    return (
        disc(0, 0, 9.6)
        + _path("M-8,0 C-4,5 4,5 8,0 C4,-5 -4,-5 -8,0 Z")
        + _path("M0,3.6 C1.4,1.4 1.4,-1.4 0,-3.6 C-1.4,-1.4 -1.4,1.4 0,3.6 Z")
    )


def _crown() -> list[Op]:
    return _path("M-9,6 L-7.4,-5 L7.4,-5 L9,6 L4.4,.6 L0,8.4 L-4.4,.6 Z") + polygon(
        [(-7.4, -6.4), (7.4, -6.4), (7.4, -8.6), (-7.4, -8.6)]
    )


def _lozenge() -> list[Op]:
    return polygon([(0, 10), (6, 0), (0, -10), (-6, 0)])


def _coin() -> list[Op]:
    return disc(0, 0, 10) + disc(0, 0, 8.4)


def _target() -> list[Op]:
    return disc(0, 0, 10) + disc(0, 0, 7.4) + disc(0, 0, 4.8) + disc(0, 0, 2.2)


GLYPHS: dict[str, Glyph] = {
    "flame": _flame, "dragon": _dragon, "wheat": _wheat, "oak": _oak, "crescent": _crescent, "sun": _sun,
    "wave": _wave, "skull": _skull, "sword": _sword, "bow": _leafblade, "sickle": _sickle, "hammer": _hammer,
    "spider": _spider, "thorn": _thorn, "tree": _tree, "bolt": _bolt, "bomb": _bomb, "burst": _burst, "dice": _dice,
    "shield": _shield, "cross": _cross, "eye": _eye, "turn": _turn, "endless": _endless, "diamond": _diamond,
    "flip": _flip, "unflip": _unflip, "hand": _hand, "deck": _deck, "compass": _compass, "mist": _mist,
    "people": _people, "star": _star, "spark": _spark, "drop": _drop, "mask": _mask, "crown": _crown,
    "you": _you, "all": _all, "friend": _friend, "lozenge": _lozenge, "coin": _coin, "target": _target,
}  # fmt: skip


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
    return Path(tuple(moved(glyph(name).ops, x, y, radius / 10, angle)))
