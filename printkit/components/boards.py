"""Mats and boards: pale engravings with places for cards, dice and counters on them."""

from __future__ import annotations

import math

from printkit.art import strokes as s
from printkit.art.backdrops import MOODS
from printkit.card_layout import Box, Suit
from printkit.components.component_drawing import Painter, shown_scene, sign_of, suit_of
from printkit.components.kit_file import Table
from printkit.components.part import Part
from printkit.draw.display_list import (
    WHITE,
    Colour,
    Fill,
    Group,
    Item,
    Op,
    Path,
    Stroke,
    circle,
    mix,
    polygon,
    rectangle,
    rounded,
)
from printkit.type import typesetting
from rules.values.columns import nearest, shown

LEAST_MM = {
    "card": (16.0, 22.0),
    "stack": (16.0, 22.0),
    "half": (16.0, 22.0),
    "ring": (6.0, 6.0),
    "strip": (24.0, 5.0),
    "field": (20.0, 14.0),
    "medal": (6.0, 6.0),
    "track": (12.0, 5.0),
}
"""The shapes a place may have, and how wide and high each is at least."""
SIDES_MM = (40.0, 1000.0)
MOST_STEPS = 60
BLEED_MM = 1.5
EDGE_MM = 3.0
OVERHANG_MM = 30.0
HINT = typesetting.Setting("text-italic", "text-bold", 8.6, 6.0, leading=1.06)


def board(painter: Painter, table: Table, *, keep_typos: bool = False) -> Part:
    """A board: pictures behind, places in front.

    ``typo`` is a place's label as its rulebook spells it, printed where ``keep_typos`` asks for it.
    """
    table.known("name", "size_mm", "tone", "picture", "pictures", "places", "copies")
    width, height = table.size("size_mm", *SIDES_MM)
    suit = suit_of(painter, table)
    whole = Box(-BLEED_MM, -BLEED_MM, width + 2 * BLEED_MM, height + 2 * BLEED_MM)
    pictured = table.has("picture")
    items = [] if pictured else painter.frame(width, height, suit.colour, BLEED_MM, EDGE_MM)
    if pictured:
        items += shown_scene(painter, table, suit, whole)
    for picture in table.tables("pictures"):
        _inside(picture, whole)
        items += _picture(painter, picture, suit)
    for place in table.tables("places"):
        _inside(place, whole)
        items += _place(painter, place, suit, keep_typos=keep_typos)
    if not pictured:
        items += _corners(painter, width, height, suit)
    drawing = painter.shared(f"board {table.place}", items)
    return Part(
        "boards",
        table.word("name"),
        width_mm=width,
        height_mm=height,
        front=drawing,
        back=None,
        copies=table.count("copies"),
        bleed_mm=BLEED_MM,
    )


def _inside(table: Table, whole: Box) -> None:
    """Nothing lies off the board. Raises LayoutError."""
    if not whole.holds(table.box()):
        raise table.wrong("box", "lies off the board; its numbers are [x, y, width, height] from the lower left corner")


def _picture(painter: Painter, table: Table, board: Suit) -> list[Item]:
    table.known("box", "scene", "picture", "tone", "art", "scale", "pale")
    box = table.box()
    suit = suit_of(painter, table, art=_art(painter, table)) if table.has("tone") else board
    how = table.number("scale", 2.0, least=0.5, most=8.0), table.number("pale", 0.55, most=1.0)
    dark = mix(painter.dark(suit.colour), painter.paper, 0.2)
    return [
        *shown_scene(painter, table, suit, box, how),
        Stroke(rectangle(box.x, box.y, box.width, box.height), dark, 0.4),
    ]


def _art(painter: Painter, table: Table) -> str:
    """The world a picture is set in. Raises LayoutError where there is none of that name."""
    art = table.word("art", "")
    if art and art not in MOODS:
        raise table.wrong("art", f"{shown(art)} is no kind of art; {nearest(art, tuple(MOODS))}")
    return art


def _corners(painter: Painter, width: float, height: float, suit: Suit) -> list[Item]:
    """Sprigs in the four corners of the frame."""
    dark = painter.dark(suit.colour)
    ops: list[Op] = []
    for x, y, angle in ((0, 0, 0.25), (width, 0, 0.75), (width, height, 1.25), (0, height, 1.75)):
        turn = math.pi * angle
        at = x + 3.0 * math.cos(turn) * 1.4, y + 3.0 * math.sin(turn) * 1.4
        for spread in (-0.75, 0.0, 0.75):
            ops += s.leaf(*at, turn + spread, 8.0 if spread == 0 else 6.4, 2.2)
    return [Fill(Path(tuple(ops)), dark), Stroke(Path(tuple(ops)), painter.brass, 0.16)]


def _place(painter: Painter, table: Table, suit: Suit, *, keep_typos: bool) -> list[Item]:
    table.known("box", "shape", "label", "hint", "sign", "tone", "value", "values", "typo", "start")
    own = suit_of(painter, table) if table.has("tone") else suit
    shape = table.word("shape")
    if shape not in LEAST_MM:
        raise table.wrong("shape", f"{shown(shape)} is not known; expected one of {', '.join(LEAST_MM)}")
    box = table.box(least=LEAST_MM[shape])
    label = painter.say(table.word("label", ""))
    if keep_typos and table.has("typo"):
        label = table.word("typo")
    hint = painter.say(table.word("hint")) if table.has("hint") else ""
    match shape:
        case "card" | "stack" | "half":
            return _card(painter, table, own, label=label, hint=hint)
        case "ring":
            return _ring(painter, table, own, label)
        case "medal":
            return _medal(painter, table, own, label)
        case "strip":
            return _banner(painter, box, own, label=label, hint=hint)
        case "field":
            return _field(painter, table, own, label=label, hint=hint)
        case _:
            return _track(painter, table, own, label)


def _slot(painter: Painter, box: Box, tone: Colour) -> list[Item]:
    """The outline of a place, light inside so that it reads over any picture."""
    dark = painter.dark(tone)
    return [
        Stroke(rounded(box.x, box.y, box.width, height_mm=box.height, radius_mm=3.0), painter.paper, 1.5),
        Stroke(rounded(box.x, box.y, box.width, height_mm=box.height, radius_mm=3.0), dark, 0.5),
        Stroke(
            rounded(box.x + 1.2, box.y + 1.2, box.width - 2.4, height_mm=box.height - 2.4, radius_mm=2.2),
            mix(dark, painter.brass, 0.6),
            0.2,
        ),
    ]


def _card(painter: Painter, table: Table, suit: Suit, label: str, hint: str) -> list[Item]:
    box = table.box()
    items: list[Item] = []
    if table.word("shape") == "stack":
        for step in (2.4, 1.2):
            behind = rounded(box.x + step, box.y + step, box.width, height_mm=box.height, radius_mm=3.0)
            items += [Stroke(behind, painter.paper, 1.0), Stroke(behind, mix(suit.colour, painter.ink, 0.2), 0.3)]
    if table.word("shape") == "half":
        # a card that lies over the board's lower edge: its place is open there
        visible = rectangle(box.x - 1, box.y, box.width + 2, box.height + 1)
        whole = Box(box.x, box.y - OVERHANG_MM, box.width, box.height + OVERHANG_MM)
        ground = Fill(
            rounded(whole.x, whole.y, whole.width, height_mm=whole.height, radius_mm=3.0),
            mix(painter.paper, suit.sky, 0.45),
        )
        items.append(Group((ground, *_slot(painter, whole, suit.colour)), clip=visible))
    else:
        items += _slot(painter, box, suit.colour)
    x, y = box.middle
    radius = min(box.width, box.height) * 0.19
    if table.has("sign"):
        items += painter.roundel(sign_of(painter, table), x, y + 2.0, radius, suit.colour)
    if label:
        items += painter.plate(label, Box(box.x + 2, box.y + 3.4, box.width - 4, 6.0), suit.colour, (9.5, 6.0))
    if hint:
        room = Box(box.x + 5, y - radius - 10.5, box.width - 10, 10.0)
        items += _hint(painter, hint, room)
    return items


def _hint(painter: Painter, words: str, room: Box) -> list[Item]:
    """A line or two on a light cartouche."""
    drawn, tall = painter.paragraph(words, room, HINT, painter.ink, middle=True)
    back = Box(room.x - 1, room.middle[1] - tall / 2 - 0.8, room.width + 2, tall + 1.4)
    return [Fill(rounded(back.x, back.y, back.width, height_mm=back.height, radius_mm=1.6), painter.paper), *drawn]


def _ring(painter: Painter, table: Table, suit: Suit, label: str) -> list[Item]:
    """A place for a die or a round counter."""
    box = table.box()
    x, y = box.middle
    r, dark = min(box.width, box.height) / 2, painter.dark(suit.colour)
    petals: list[Op] = []
    for k in range(20):
        a = s.TAU * k / 20
        petals += s.leaf(x + r * 0.93 * math.cos(a), y + r * 0.93 * math.sin(a), a, length=r * 0.2, width=r * 0.13)
    items: list[Item] = [
        Fill(circle(x, y, r * 1.16), painter.paper),
        Fill(Path(tuple(petals)), mix(dark, painter.brass, 0.5)),
        Fill(circle(x, y, r * 0.92), mix(painter.paper, suit.sky, 0.6)),
        Stroke(circle(x, y, r * 0.92), dark, 0.5),
        Stroke(circle(x, y, r * 0.8), mix(dark, painter.brass, 0.6), 0.18),
    ]
    if table.has("value"):
        words = table.word("value")
        items.append(painter.fitted(words, Box(x - r, y - r, 2 * r, 2 * r), "text-black", (r * 2.4, 8.0), dark))
    elif table.has("sign"):
        items.append(painter.glyph(sign_of(painter, table), x, y, r * 0.5, mix(suit.colour, painter.paper, 0.35)))
    if label:
        items += painter.plate(label, Box(x - 24, box.y - 6.6, 48, 5.2), suit.colour, (8.4, 5.5))
    return items


def _medal(painter: Painter, table: Table, suit: Suit, label: str) -> list[Item]:
    """A dark roundel with a figure or a sign."""
    box = table.box()
    x, y = box.middle
    r = min(box.width, box.height) / 2
    if not table.has("value"):
        items = painter.roundel(sign_of(painter, table), x, y, r, suit.colour)
    else:
        dark = painter.dark(suit.colour)
        items = [
            Fill(circle(x, y, r), dark),
            Stroke(circle(x, y, r * 0.88), painter.brass, 0.3),
            painter.fitted(table.word("value"), Box(x - r, y - r, 2 * r, 2 * r), "text-black", (r * 2.6, 8.0), WHITE),
        ]
    if label:
        items += painter.plate(label, Box(x - 30, box.y - 6.6, 60, 5.4), suit.colour, (8.6, 5.5))
    return items


def _banner(painter: Painter, box: Box, suit: Suit, label: str, hint: str) -> list[Item]:
    """A title on a ribbon, what to know beside it."""
    dark = painter.dark(suit.colour)
    middle = box.middle[1]
    ends = [
        (box.x, box.y),
        (box.right, box.y),
        (box.right - box.height * 0.4, middle),
        (box.right, box.top),
        (box.x, box.top),
        (box.x + box.height * 0.4, middle),
    ]
    inner = [
        (box.x + 1.8, box.y + 0.9),
        (box.right - 1.8, box.y + 0.9),
        (box.right - 1.4 - box.height * 0.4, middle),
        (box.right - 1.8, box.top - 0.9),
        (box.x + 1.8, box.top - 0.9),
        (box.x + 1.4 + box.height * 0.4, middle),
    ]
    items: list[Item] = [Fill(polygon(ends), dark), Stroke(polygon(inner), painter.brass, 0.22)]
    room = Box(box.x + box.height * 0.55, box.y, box.width - 1.1 * box.height, box.height)
    if not hint:
        return [*items, painter.fitted(label, room, "title", (box.height * 1.7, 6.0), WHITE)]
    upper = Box(room.x, room.y + room.height * 0.4, room.width, room.height * 0.6)
    lower = Box(room.x, room.y + room.height * 0.06, room.width, room.height * 0.36)
    items.append(painter.fitted(label, upper, "title", (box.height * 1.25, 8.0), WHITE))
    return [*items, painter.fitted(hint, lower, "text-italic", (9.0, 6.0), mix(painter.brass, WHITE, 0.4))]


def _field(painter: Painter, table: Table, suit: Suit, label: str, hint: str) -> list[Item]:
    """An open place for many cards or tokens."""
    box, dark = table.box(), painter.dark(suit.colour)
    items: list[Item] = [
        Fill(rounded(box.x, box.y, box.width, height_mm=box.height, radius_mm=3.0), mix(painter.paper, suit.sky, 0.45)),
        Stroke(rounded(box.x, box.y, box.width, height_mm=box.height, radius_mm=3.0), dark, 0.4, (2.4, 1.6)),
    ]
    if table.has("sign"):
        radius = min(9.0, box.height * 0.3)
        items += painter.roundel(sign_of(painter, table), box.x + radius + 4, box.middle[1], radius, suit.colour)
    if label:
        items += painter.plate(label, Box(box.x + 4, box.top - 3.0, box.width - 8, 6.0), suit.colour, (9.5, 6.0))
    if hint:
        left = box.x + (24 if table.has("sign") else 4)
        items += painter.paragraph(
            hint, Box(left, box.y + 2, box.right - left - 4, box.height - 7), HINT, painter.ink, middle=True
        )[0]
    return items


def _track(painter: Painter, table: Table, suit: Suit, label: str) -> list[Item]:
    """A row of numbered rings; ``start`` is marked."""
    box, values = table.box(), table.words("values")
    if not 1 <= len(values) <= MOST_STEPS:
        raise table.wrong("values", f'list 1 to {MOST_STEPS} steps, as values = ["0", "1", "2"]')
    step = box.width / max(1, len(values))
    r, dark = min(box.height, step) * 0.44, painter.dark(suit.colour)
    y = box.middle[1]
    items: list[Item] = [Fill(rectangle(box.x + step / 2, y - 0.5, box.width - step, 1.0), dark)]
    for index, value in enumerate(values):
        x = box.x + (index + 0.5) * step
        marked = value == table.word("start", "")
        ground = dark if marked else mix(painter.paper, suit.sky, 0.5)
        items += [
            Fill(circle(x, y, r), ground),
            Stroke(circle(x, y, r), dark, 0.45),
            Stroke(circle(x, y, r * 0.84), painter.brass, 0.18),
            painter.fitted(
                value, Box(x - r, y - r, 2 * r, 2 * r), "text-black", (r * 2.4, 7.0), WHITE if marked else dark
            ),
        ]
    if label:
        items += painter.plate(label, Box(box.x, box.top + 0.8, box.width, 5.4), suit.colour, (8.6, 5.5))
    return items
