"""What tells one suit from another in black and white: strip patterns, and the icons a text may hold."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

from printkit.art.glyphs import GLYPHS, placed
from printkit.art.own_signs import vector
from printkit.art.strokes import arc_points, disc, leaf, polygon, ribbon, smooth, star
from printkit.card_layout.records import Box, CardLayout, Suit
from printkit.draw.display_list import WHITE, Colour, Fill, Item, Op, Path, Text, mix
from printkit.type.line_breaking import TONE
from rules.values.columns import nearest, shown

ICONS: Mapping[str, str] = MappingProxyType(
    {
        "flip": "flip",
        "unflip": "unflip",
        "act": "turn",
        "auto": "bolt",
        "cont": "endless",
        "cross": "cross",
        "dice": "dice",
        "shield": "shield",
        "burst": "burst",
        "ambush": "eye",
        "white": "diamond",
        "initiative": "bolt",
        "artillery": "target",
        "fireball": "flame",
        "expert": "star",
        "you": "you",
        "all": "all",
        "friend": "friend",
    }
)
"""Icons every game may use, beside the glyphs of its own suits."""
COINS: Mapping[str, str] = MappingProxyType({"c": "C", "r": "R", "e": "E", "f": "F"})
"""Coin symbols: a letter on a coin."""


DARKER = 0.66
"""The share of black in what frames a face on dark paper."""


def deep(suit: Suit, layout: CardLayout) -> Colour:
    """The suit's dark: frames, labels, patterns."""
    return mix(suit.colour, layout.dark, 0.42 if layout.paper == layout.light else DARKER)


@cache
def icons(game_suits: tuple[tuple[str, str], ...]) -> frozenset[str]:
    """The words a text may hold in brackets, given a layout's (suit, glyph) pairs."""
    return frozenset((*ICONS, *COINS, *GLYPHS, *(key for key, _ in game_suits)))


@cache
def icons_of(layout: CardLayout) -> frozenset[str]:
    """All a text on this face may hold in brackets: icons, and colours with their colon."""
    tones = (f"{name}{TONE}" for name in (*layout.colours, "suit"))
    ours = icons(tuple((key, suit.glyph) for key, suit in layout.suits.items()))
    return frozenset((*ours, *layout.icons, *tones))


_NAMED = re.compile(r"\[(?P<said>suit: ?)?(?P<word>[^\[\]\n:*]{1,40})\]")
NO_BREAK = "\u00a0"


def referring(text: str, layout: CardLayout, words: Mapping[str, str]) -> str:
    """A text in which ``[suit:moon]`` has become the sign of that suit and its word, and ``[moon]`` its sign.

    ``words`` are the deck's own for its suits, in small letters, and the suits of the face they stand for.
    """

    def put(mark: re.Match[str]) -> str:
        word = mark["word"].strip()
        key = _meant(word.casefold(), layout, words)
        if key is None or (not mark["said"] and word in icons_of(layout)):
            return mark[0]
        if not mark["said"]:
            return f"[{key}]"
        return f"[{key}]{NO_BREAK}{layout.suits[key].word if word.casefold() == key else word}"

    return _NAMED.sub(put, text) if "[" in text else text


def _meant(word: str, layout: CardLayout, words: Mapping[str, str]) -> str | None:
    """The suit of the face a word stands for."""
    by_name = {suit.word.casefold(): key for key, suit in layout.suits.items()}
    key = word if word in layout.suits else by_name.get(word) or words.get(word, "")
    return key if key in layout.suits else None


def icon(name: str, layout: CardLayout, at: tuple[float, float, float], tone: Colour) -> list[Item]:
    """An inline icon centred on (x, y) with a radius in mm. Suits come in their own colour, the others in ``tone``."""
    x, y, radius = at
    own, suit = layout.icons.get(name), layout.suits.get(name)
    if own is None and suit is not None and name not in ICONS:
        own, tone = suit.sign, suit.colour
    if own is not None:
        how = layout.icon_colour
        ink = None if how == "own" else tone if how == "suit" else layout.colours.get(how, WHITE)
        return vector(own, Box(x - radius, y - radius, 2 * radius, 2 * radius), ink)
    if name in COINS and suit is None:
        size = radius * 1.45 / 25.4 * 72 / 0.645 * 0.78
        return [
            Fill(Path(tuple(disc(x, y, radius))), tone),
            Text(
                x,
                y - size * 25.4 / 72 * 0.645 / 2,
                text=COINS[name],
                font="text-black",
                size_pt=round(size, 1),
                colour=WHITE,
                anchor="middle",
            ),
        ]
    glyph = suit.glyph if suit and name not in ICONS else ICONS.get(name, name if name in GLYPHS else "spark")
    return [Fill(placed(glyph, x, y, radius), tone, even_odd=True)]


def sign(suit: Suit, at: tuple[float, float, float], ink: Colour, layout: CardLayout) -> list[Item]:
    """A suit's own sign or its glyph, around (x, y) with a radius in mm, in one ink."""
    x, y, radius = at
    if suit.sign is not None:
        return vector(suit.sign, Box(x - radius, y - radius, 2 * radius, 2 * radius), ink)
    return [Fill(placed(check_glyph(suit.glyph, layout), x, y, radius), ink, even_odd=True)]


def _row(box: Box, gap: float) -> list[float]:
    count = max(1, int((box.width - gap * 0.4) / gap))
    start = box.x + (box.width - (count - 1) * gap) / 2
    return [start + i * gap for i in range(count)]


def _zig(box: Box) -> list[Op]:
    xs = _row(box, 1.3)
    mid, tall = box.middle[1], box.height * 0.26
    points = [(x, mid + (tall if i % 2 else -tall)) for i, x in enumerate(xs)]
    return ribbon(points, [0.2] * len(points), soft=False)


def _bars(box: Box) -> list[Op]:
    ops: list[Op] = []
    for i, x in enumerate(_row(box, 1.15)):
        tall = box.height * (0.36 if i % 2 else 0.22)
        ops += polygon(
            [
                (x - 0.2, box.middle[1] - tall),
                (x + 0.2, box.middle[1] - tall),
                (x + 0.2, box.middle[1] + tall),
                (x - 0.2, box.middle[1] + tall),
            ]
        )
    return ops


def _ears(box: Box) -> list[Op]:
    """Wheat ears lying in a row."""
    ops: list[Op] = []
    for x in _row(box, 1.9):
        for s in (1, -1):
            ops += leaf(x - 0.7, box.middle[1], s * 0.8, length=1.7, width=0.8)
    return ops


def _leaves(box: Box) -> list[Op]:
    ops: list[Op] = []
    xs = _row(box, 1.7)
    for i, x in enumerate(xs):
        ops += leaf(x - 0.5, box.middle[1], 0.9 if i % 2 else -0.9, length=box.height * 0.42, width=0.95)
    vine = [(x, box.middle[1] + (0.12 if i % 2 else -0.12)) for i, x in enumerate(xs)]
    return ops + ribbon(vine, [0.1] * len(vine)) if len(vine) > 2 else ops


def _moons(box: Box) -> list[Op]:
    """The moon through its phases."""
    ops: list[Op] = []
    y, r = box.middle[1], box.height * 0.25
    for i, x in enumerate(_row(box, 2.9)):
        phase = (i % 6) - 2
        if phase == 3:
            ops += star(x, y, (0.2, 0.9), 4)
            continue
        if phase == 0:
            ops += disc(x, y, r)
            continue
        side, bulge = (1 if phase > 0 else -1), (-0.45 if abs(phase) == 1 else 0.45)
        outer = arc_points(0, 0, r, (math.pi / 2, -math.pi / 2))
        lit = smooth([(x + side * u, y + v) for u, v in outer])
        ops += [*lit, *smooth([(x + side * u * bulge, y + v) for u, v in reversed(outer)])[1:], ("h",)]
    return ops


def _dots(box: Box) -> list[Op]:
    ops: list[Op] = []
    for i, x in enumerate(_row(box, 1.5)):
        ops += disc(x, box.middle[1] + (0.62 if i % 2 else -0.62), 0.42)
    return ops


def _waves(box: Box) -> list[Op]:
    ops: list[Op] = []
    for dy in (-0.95, 0.0, 0.95):
        points = [(x, box.middle[1] + dy + (0.32 if i % 2 else -0.32)) for i, x in enumerate(_row(box, 1.2))]
        ops += ribbon(points, [0.14] * len(points))
    return ops


def _chevrons(box: Box) -> list[Op]:
    ops: list[Op] = []
    tall = box.height * 0.3
    for x in _row(box, 1.6):
        y = box.middle[1]
        ops += polygon(
            [
                (x - 0.6, y - tall),
                (x - 0.1, y - tall),
                (x + 0.6, y),
                (x - 0.1, y + tall),
                (x - 0.6, y + tall),
                (x + 0.1, y),
            ]
        )
    return ops


def _checks(box: Box) -> list[Op]:
    ops: list[Op] = []
    s = box.height * 0.2
    for i, x in enumerate(_row(box, s * 2)):
        for j in (-1, 0, 1):
            if (i + j) % 2:
                y = box.middle[1] + j * s * 1.05
                ops += polygon([(x - s, y - s / 2), (x + s, y - s / 2), (x + s, y + s / 2), (x - s, y + s / 2)])
    return ops


def _crosses(box: Box) -> list[Op]:
    ops: list[Op] = []
    for x in _row(box, 1.9):
        ops += star(x, box.middle[1], (0.32, box.height * 0.27), points=4, turn=math.pi / 4)
    return ops


def _stars(box: Box) -> list[Op]:
    ops: list[Op] = []
    for i, x in enumerate(_row(box, 2.1)):
        ops += star(x, box.middle[1], (0.3, 1.2), 4) if i % 2 else disc(x, box.middle[1], 0.34)
    return ops


def _scales(box: Box) -> list[Op]:
    ops: list[Op] = []
    for row, dy in enumerate((-0.8, 0.5)):
        for x in _row(box, 1.9):
            cx = x + (0.95 if row else 0)
            if cx + 0.95 > box.right:
                continue
            points = arc_points(cx, box.middle[1] + dy + 0.7, 0.95, (math.pi, 2 * math.pi))
            ops += ribbon(points, [0.05, *[0.19] * (len(points) - 2), 0.05])
    return ops


def _thorns(box: Box) -> list[Op]:
    ops: list[Op] = []
    mid = box.middle[1]
    xs = _row(box, 1.6)
    ops += ribbon([(xs[0] - 0.6, mid), (xs[-1] + 0.6, mid)], [0.22, 0.22], soft=False)
    for i, x in enumerate(xs):
        s = 1 if i % 2 else -1
        ops += polygon([(x - 0.5, mid), (x + 0.5, mid), (x + 0.7, mid + s * box.height * 0.34)])
    return ops


def _bricks(box: Box) -> list[Op]:
    ops: list[Op] = []
    for j, dy in enumerate((-1.25, 0.0, 1.25)):
        for x in _row(box, 2.6):
            cx = x + (1.3 if j % 2 else 0)
            if cx + 1.1 <= box.right:
                y = box.middle[1] + dy
                ops += polygon([(cx - 1.1, y - 0.46), (cx + 1.1, y - 0.46), (cx + 1.1, y + 0.46), (cx - 1.1, y + 0.46)])
    return ops


def _web(box: Box) -> list[Op]:
    ops: list[Op] = []
    for x in _row(box, 2.2):
        for r in (0.55, 1.1):
            ring = [
                (x + r * 1.0 * math.cos(a), box.middle[1] + r * 1.25 * math.sin(a))
                for a in (math.pi * k / 4 for k in range(9))
            ]
            ops += ribbon(ring, [0.1] * 9, soft=False)
    return ops


def _sparks(box: Box) -> list[Op]:
    ops: list[Op] = []
    for i, x in enumerate(_row(box, 1.7)):
        a = 1.1 if i % 2 else 2.0
        dx, dy = math.cos(a) * box.height * 0.3, math.sin(a) * box.height * 0.3
        ops += leaf(x - dx, box.middle[1] - dy, a, length=box.height * 0.6, width=0.55)
    return ops


PATTERNS: Mapping[str, Callable[[Box], list[Op]]] = MappingProxyType(
    {
        "zig": _zig, "bars": _bars, "ears": _ears, "leaves": _leaves, "moons": _moons, "dots": _dots, "waves": _waves,
        "chevrons": _chevrons, "checks": _checks, "crosses": _crosses, "stars": _stars, "scales": _scales,
        "thorns": _thorns, "bricks": _bricks, "web": _web, "sparks": _sparks,
    }
)  # fmt: skip


def pattern(name: str, box: Box, layout: CardLayout) -> Path:
    """A strip's pattern inside a box. Raises LayoutError where there is none of that name."""
    if name not in PATTERNS:
        raise layout.wrong("pattern", f'"{name}" is not known; expected one of {", ".join(PATTERNS)}')
    return Path(tuple(PATTERNS[name](box)))


def check_glyph(name: str, layout: CardLayout, place: str = "glyph") -> str:
    """The glyph's name. Raises LayoutError where there is none of that name; ``place`` is the key that says it."""
    if name not in GLYPHS:
        raise layout.wrong(place, f"{shown(name)} is not known; {nearest(name, tuple(GLYPHS))}")
    return name
