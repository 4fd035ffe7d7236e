"""People as scenes: each before the world of their suit. And the giant that is a castle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from printkit.art import backdrops, fighting_people, learned_people, people
from printkit.art import strokes as s
from printkit.art.backdrops import Scene
from printkit.art.engraving_plate import Plate
from printkit.art.people import Sitter
from printkit.card_layout import Suit
from printkit.draw.display_list import Op

SIZE_MM = 15.5


def _portrait(draw: Callable[[Sitter, Suit], None]) -> Scene:
    def scene(p: Plate, suit: Suit) -> None:
        backdrops.backdrop(p, suit.art)
        draw(people.sitter(p, (p.light[0], p.light[1] - 4.4), SIZE_MM), suit)

    scene.__doc__ = draw.__doc__
    return scene


def living_bastion(p: Plate, suit: Suit) -> None:
    """A giant of hewn stone with battlements for a crown."""
    backdrops.backdrop(p, suit.art)
    k, (x, y) = p.inks, (p.light[0], p.light[1] - 3.0)
    on = s.onto((x, y), 15.5)
    for side in (-1, 1):
        stone = s.polygon(
            on([(0.5 * side, -0.3), (1.0 * side, -0.16), (1.44 * side, -0.5), (1.5 * side, -1.5), (0.4 * side, -1.5)])
        )
        _hewn(p, stone, on, 0.24)
        for i in range(3):
            u = (0.8 + 0.24 * i) * side
            p.fill(
                s.polygon(
                    on(
                        [
                            (u - 0.08, -0.24 - 0.09 * i),
                            (u + 0.08, -0.24 - 0.09 * i),
                            (u + 0.08, 0.0 - 0.09 * i),
                            (u - 0.08, 0.0 - 0.09 * i),
                        ]
                    )
                ),
                k.deep,
            )
    head = s.polygon(
        on(
            [
                (-0.52, 0.86),
                (0.52, 0.86),
                (0.56, 0.2),
                (0.42, -0.5),
                (0.2, -0.7),
                (-0.2, -0.7),
                (-0.42, -0.5),
                (-0.56, 0.2),
            ]
        )
    )
    _hewn(p, head, on, 0.22)
    for i in range(4):
        u = -0.6 + 0.4 * i
        merlon = s.polygon(on([(u - 0.12, 0.86), (u + 0.12, 0.86), (u + 0.12, 1.2), (u - 0.12, 1.2)]))
        p.fill(merlon, k.paper if i < 2 else k.soft)
        p.line(merlon, k.dark, 0.4)
    wall = s.polygon(on([(-0.74, 0.72), (0.74, 0.72), (0.74, 0.96), (-0.74, 0.96)]))
    p.fill(wall, k.soft)
    p.line(wall, k.dark, 0.4)
    for side in (-1, 1):
        p.fill(
            s.polygon(on([(0.06 * side, 0.36), (0.44 * side, 0.5), (0.42 * side, 0.36), (0.1 * side, 0.26)])), k.dark
        )
        p.fill(s.disc(*on([(0.24 * side, 0.36)])[0], 15.5 * 0.06), k.light)
    p.fill(s.polygon(on([(-0.07, 0.3), (0.07, 0.3), (0.13, -0.06), (-0.13, -0.06)])), k.tone)
    gate = s.smooth(on([(-0.26, -0.66), (-0.24, -0.34), (0.0, -0.2), (0.24, -0.34), (0.26, -0.66)]), close=True)
    p.fill(gate, k.dark)
    bars: list[Op] = []
    for i in range(4):
        bars += s.ribbon(on([(-0.15 + 0.1 * i, -0.64), (-0.15 + 0.1 * i, -0.27)]), [0.16, 0.16], soft=False)
    p.inside(gate, [(bars, k.light)])


def _hewn(p: Plate, shape: list[Op], on: s.Placer, course: float) -> None:
    """A wall of courses cut to a shape, its right side in shadow."""
    k = p.inks
    joints: list[Op] = []
    for row in range(13):
        v = -1.5 + course * row
        joints += s.ribbon(on([(-1.6, v), (1.6, v)]), [0.14, 0.14], soft=False)
        for column in range(9):
            u = -1.6 + 0.42 * column + (0.21 if row % 2 else 0.0)
            joints += s.ribbon(on([(u, v), (u, v + course)]), [0.12, 0.12], soft=False)
    shade = s.polygon(on([(0.16, 1.3), (1.7, 1.3), (1.7, -1.6), (0.3, -1.6)]))
    p.solid(shape, k.paper, [(shade, k.soft), (joints, k.tone)])
    p.line(shape, k.dark, 0.45)


PORTRAITS: Mapping[str, Scene] = MappingProxyType(
    {
        "archer": _portrait(fighting_people.archer),
        "assassin": _portrait(fighting_people.assassin),
        "corsair": _portrait(fighting_people.corsair),
        "goblin": _portrait(fighting_people.goblin),
        "keeper": _portrait(learned_people.keeper),
        "knight": _portrait(fighting_people.knight),
        "living_bastion": living_bastion,
        "oracle": _portrait(learned_people.oracle),
        "sentry": _portrait(fighting_people.sentry),
        "smith": _portrait(learned_people.smith),
        "spirit": _portrait(learned_people.spirit),
        "torchbearer": _portrait(fighting_people.torchbearer),
        "warden": _portrait(fighting_people.warden),
        "wizard": _portrait(learned_people.wizard),
    }
)
"""People by the name of their drawing."""
