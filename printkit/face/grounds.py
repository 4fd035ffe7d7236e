"""What a face stands on: frame, panel, texture, the code's white field and the strip at the foot."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from printkit.art.strokes import disc
from printkit.card_layout.records import Box, CardLayout, Suit
from printkit.draw.display_list import WHITE, Fill, Group, Item, Op, Path, Shared, Stroke, mix, rectangle, rounded
from printkit.face import suits
from printkit.type import text_measure

SPECKS, FIBRES = 260, 90
GRID_MM = 4.0


@lru_cache(maxsize=512)
def ground(layout: CardLayout, suit: Suit, strip_end_mm: float) -> Shared:
    """Frame, panel, code field, strip: the same on every card of a suit with as many figures."""
    end = "" if strip_end_mm >= layout.boxes["strip"].right - 0.01 else f"-{strip_end_mm:.2f}"
    width, height = layout.size_mm
    name = f"ground-{layout.game}-{suit.key}{end}{'-two' if 'second' in layout.boxes else ''}-{width:g}-{height:g}"
    if layout.whole:
        return Shared(f"{name}-plain", (_all_over(layout, layout.paper), *code_fields(layout)))
    return Shared(name, tuple(_framed(layout, suit, strip_end_mm)))


def _all_over(layout: CardLayout, colour: tuple[float, float, float]) -> Fill:
    (width, height), bleed = layout.size_mm, layout.numbers["bleed_mm"]
    return Fill(rectangle(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed), colour)


def code_fields(layout: CardLayout) -> Iterator[Item]:
    """The white fields of the codes, with the clear modules round them."""
    for box in (layout.boxes["code"], layout.boxes.get("second")):
        if box:
            yield Fill(rectangle(box.x, box.y, box.width, box.height), WHITE)


PLATE_MM = 19.0
"""As wide as the ten letters of a code are, with a margin."""


def plates(layout: CardLayout, kind: str) -> Iterator[Item]:
    """Fields behind the small print that stands on a picture of one's own: the code's letters, and the kind."""
    code, box = layout.boxes["code_text"], layout.boxes["kind"]
    yield Fill(rectangle(code.x - 1.2, code.y - 0.2, min(PLATE_MM, code.width), code.height + 0.5), layout.paper)
    if kind and layout.shows("kind"):
        width = min(text_measure.width_mm(kind.upper(), layout.font("label"), 6.6) + 2.4, box.width + 1.2)
        yield Fill(rectangle(box.x - 1.2, box.y - 0.3, width, box.height + 0.5), layout.paper)


def _framed(layout: CardLayout, suit: Suit, strip_end_mm: float) -> Iterator[Item]:
    paper, brass, panel = layout.paper, layout.colours["brass"], layout.boxes["frame"]
    dark = suits.deep(suit, layout)
    if layout.words["frame"] == "none":
        yield _all_over(layout, paper)
    else:
        yield _all_over(layout, dark)
        yield Stroke(
            rounded(panel.x - 0.7, panel.y - 0.7, panel.width + 1.4, height_mm=panel.height + 1.4, radius_mm=0.9),
            mix(dark, brass, 0.75),
            0.2,
        )
        yield Fill(rounded(panel.x, panel.y, panel.width, height_mm=panel.height, radius_mm=0.35), paper)
    yield from TEXTURES[layout.words["texture"]](layout)
    yield from code_fields(layout)
    if layout.shows("strip"):
        yield from _strip(layout, suit, strip_end_mm)


def _strip(layout: CardLayout, suit: Suit, end_mm: float) -> Iterator[Item]:
    strip, paper, dark = layout.boxes["strip"], layout.paper, suits.deep(suit, layout)
    yield Fill(rectangle(strip.x, strip.y, strip.width, strip.height), mix(suit.colour, paper, 0.74))
    yield Fill(rectangle(strip.x, strip.top - 0.25, strip.width, 0.25), dark)
    room = end_mm - strip.x - 9.4
    if room > 4.0:
        pattern = suits.pattern(suit.pattern, Box(strip.x + 8.4, strip.y, room, strip.height - 0.25), layout)
        yield Fill(pattern, mix(suit.colour, dark, 0.35))
    x, y, radius = strip.x + 4.6, strip.y + strip.height / 2, strip.height / 2 + 0.35
    yield Fill(Path(tuple(disc(x, y, radius + 0.3))), paper)
    yield Fill(Path(tuple(disc(x, y, radius))), dark)
    yield Stroke(Path(tuple(disc(x, y, radius - 0.3))), layout.colours["brass"], 0.14)
    yield from suits.sign(suit, (x, y, radius - 0.95), layout.light, layout)


# Textures


def _none(layout: CardLayout) -> Iterator[Item]:
    yield from ()


def _inside(layout: CardLayout, items: list[Item]) -> Group:
    box = layout.boxes["frame"]
    return Group(tuple(items), clip=rectangle(box.x, box.y, box.width, box.height))


def _parchment(layout: CardLayout) -> Iterator[Item]:
    """Fibres in the paper, the same on every card."""
    rnd, box = Random(7), layout.boxes["frame"]
    tone = mix(layout.paper, layout.colours["ink"], 0.07)
    items: list[Item] = []
    for _ in range(FIBRES):
        x, y, turn = rnd.uniform(box.x, box.right), rnd.uniform(box.y, box.top), rnd.uniform(0, math.pi)
        long = rnd.uniform(0.8, 3.2)
        dx, dy = math.cos(turn) * long, math.sin(turn) * long
        bend = rnd.uniform(-0.6, 0.6)
        ops: tuple[Op, ...] = (("m", x, y), ("c", x + dx / 3, y + dy / 3 + bend, x + dx, y + dy - bend, x + dx, y + dy))
        items.append(Stroke(Path(ops), tone, rnd.choice((0.1, 0.14, 0.2))))
    yield _inside(layout, items)


def _grain(layout: CardLayout) -> Iterator[Item]:
    """Grains as on film."""
    rnd, box, ops = Random(11), layout.boxes["frame"], list[Op]()
    for _ in range(SPECKS):
        ops += disc(rnd.uniform(box.x, box.right), rnd.uniform(box.y, box.top), rnd.uniform(0.05, 0.16))
    yield _inside(layout, [Fill(Path(tuple(ops)), mix(layout.paper, layout.colours["ink"], 0.09))])


def _grid(layout: CardLayout) -> Iterator[Item]:
    """Thin lines across and up."""
    box, ops = layout.boxes["frame"], list[Op]()
    for index in range(1, math.ceil(box.width / GRID_MM)):
        ops += [("m", box.x + index * GRID_MM, box.y), ("l", box.x + index * GRID_MM, box.top)]
    for index in range(1, math.ceil(box.height / GRID_MM)):
        ops += [("m", box.x, box.y + index * GRID_MM), ("l", box.right, box.y + index * GRID_MM)]
    yield Stroke(Path(tuple(ops)), mix(layout.paper, layout.colours["ink"], 0.08), 0.1)


TEXTURES = {"none": _none, "parchment": _parchment, "grain": _grain, "grid": _grid}
