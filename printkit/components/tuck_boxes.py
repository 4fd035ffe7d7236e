"""Tuck boxes, as thick as their deck: one piece of card, cut, folded and glued at one flap."""

from __future__ import annotations

from dataclasses import dataclass

from printkit.art import strokes as s
from printkit.card_layout import Box
from printkit.components.component_drawing import Painter, shown_scene, sign_of, suit_of
from printkit.components.kit_file import Table
from printkit.components.part import Part
from printkit.draw.display_list import (
    WHITE,
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

CARD_MM = 0.31
"""One card of 250 g paper."""
SLEEVED_MM = 0.6
"""A print on thin paper before a playing card, in a sleeve of 0.1 mm."""
SLEEVE_MM = 3.0
"""What a sleeve adds to a card's width and height."""
PLAY_MM = 1.5
"""Room beside, above and behind the cards."""
GLUE_MM, TUCK_MM, SPILL_MM = 11.0, 12.0, 1.0
MOST_CARDS = 250
"""A box for more is larger than the paper it is cut from."""


@dataclass(frozen=True, slots=True)
class CardStock:
    """The cards a box is for: their trimmed size, and whether each is in a sleeve with a playing card behind it."""

    size_mm: tuple[float, float]
    sleeved: bool = False

    @property
    def outer_mm(self) -> tuple[float, float]:
        """A card's width and height as it goes into the box."""
        more = SLEEVE_MM if self.sleeved else 0.0
        return self.size_mm[0] + more, self.size_mm[1] + more

    def thickness_mm(self, cards: int) -> float:
        """How deep the box of so many cards is."""
        return round(cards * (SLEEVED_MM if self.sleeved else CARD_MM) + PLAY_MM, 1)


def _cards(table: Table) -> int:
    """How many cards a box is for: as many as it says, or all of the game's."""
    return table.count("cards", table.source.cards or None, most=MOST_CARDS)


def box(painter: Painter, table: Table, stock: CardStock | None = None) -> Part:
    """The net of a box for ``cards`` cards, of the game's size where no ``stock`` is given."""
    table.known("title", "cards", "tone", "scene", "picture", "sign", "line", "copies")
    stock = stock or CardStock(painter.layout.size_mm)
    width, height = stock.outer_mm
    w, h = width + PLAY_MM, height + PLAY_MM
    d = stock.thickness_mm(_cards(table))
    cut = _outline(w, h, d)
    xs, ys = [p[0] for p in cut], [p[1] for p in cut]
    outline = polygon(cut)
    suit = suit_of(painter, table)
    dark = painter.dark(suit.colour)
    items: list[Item] = [Stroke(outline, dark, 2 * SPILL_MM), Fill(outline, dark)]
    y = d  # the floor flaps hang below the walls
    back, left, front = Box(0, y, w, h), Box(w, y, d, h), Box(w + d, y, w, h)
    right = Box(2 * w + d, y, d, h)
    items += _front(painter, table, front)
    items += _front(painter, table, back)
    for side in (left, right):
        items += _side(painter, table, side)
    items += _lid(painter, table, Box(w + d, y + h, w, d))
    glue = Box(right.right, y, GLUE_MM, h)
    items += _glue(painter, glue)
    items += [Stroke(line, mix(dark, WHITE, 0.75), 0.16, (1.8, 1.4)) for line in _folds(w, h, d)]
    thumb = circle(w / 2, y + h, 9.0)
    notch = (Fill(thumb, painter.paper), Stroke(thumb, mix(dark, WHITE, 0.5), 0.2))
    items.append(Group(notch, clip=rectangle(0, y, w, h + SPILL_MM)))
    drawing = painter.shared(f"box {table.place} {w:g} {h:g} {d:g}", items)
    return Part(
        "boxes",
        table.word("title"),
        width_mm=max(xs),
        height_mm=max(ys),
        front=drawing,
        back=None,
        copies=table.count("copies"),
        bleed_mm=SPILL_MM,
        outline=outline,
    )


def _outline(w: float, h: float, d: float) -> list[tuple[float, float]]:
    """Back, side, front, side, glue flap in a row; the lid on the front, floor flaps below all four."""
    y, dust, r = d, min(d, w * 0.45), 4.0
    floor = min(d, w * 0.45) * 0.92
    top = y + h
    points = [(0.0, y), (1.5, y - d + 1), (w - 1.5, y - d + 1), (w, y)]
    points += [(w + 0.6, y - floor + 3), (w + 3, y - floor), (w + d - 3, y - floor), (w + d - 0.6, y - floor + 3)]
    points += [(w + d, y), (w + d + 1.5, 0.0), (2 * w + d - 1.5, 0.0), (2 * w + d, y)]
    points += [(2 * w + d + 0.6, y - floor + 3), (2 * w + d + 3, y - floor), (2 * w + 2 * d - 3, y - floor)]
    points += [(2 * w + 2 * d - 0.6, y - floor + 3), (2 * w + 2 * d, y), (2 * w + 2 * d + GLUE_MM, y + 4)]
    points += [(2 * w + 2 * d + GLUE_MM, top - 4), (2 * w + 2 * d, top)]
    points += [(2 * w + 2 * d - 0.6, top + dust - 3), (2 * w + 2 * d - 3, top + dust), (2 * w + d + 3, top + dust)]
    points += [(2 * w + d, top)]
    lid = top + d
    points += [(2 * w + d, lid), (2 * w + d - 0.5, lid + TUCK_MM - r), (2 * w + d - r, lid + TUCK_MM)]
    points += [(w + d + r, lid + TUCK_MM), (w + d + 0.5, lid + TUCK_MM - r), (w + d, lid), (w + d, top)]
    points += [(w + d - 3, top + dust), (w + 3, top + dust), (w + 0.6, top + dust - 3), (w, top)]
    return [*points, (0.0, top)]


def _folds(w: float, h: float, d: float) -> list[Path]:
    y, top = d, d + h
    lines = [((x, y), (x, top)) for x in (w, w + d, 2 * w + d, 2 * w + 2 * d)]
    lines += [((0.0, y), (2 * w + 2 * d, y)), ((w, top), (2 * w + 2 * d, top))]
    lines += [((w + d, top + d), (2 * w + d, top + d))]
    return [polygon(line, close=False) for line in lines]


def _front(painter: Painter, table: Table, face: Box) -> list[Item]:
    suit = suit_of(painter, table)
    dark = painter.dark(suit.colour)
    picture = Box(face.x + 5, face.y + 24, face.width - 10, face.height - 34)
    frame = rectangle(picture.x, picture.y, picture.width, picture.height)
    items: list[Item] = [
        *shown_scene(painter, table, suit, picture),
        Stroke(frame, painter.brass, 0.45),
        Stroke(
            rounded(face.x + 3, face.y + 3, face.width - 6, height_mm=face.height - 6, radius_mm=2.0),
            mix(dark, painter.brass, 0.6),
            0.2,
        ),
        painter.fitted(
            painter.title,
            Box(face.x + 6, face.y + 11, face.width - 12, 7),
            "title",
            (19.0, 9.0),
            mix(painter.brass, WHITE, 0.35),
        ),
        painter.fitted(
            painter.say(table.word("title")),
            Box(face.x + 6, face.y + 5.6, face.width - 12, 5),
            "label",
            (8.4, 5.5),
            WHITE,
        ),
    ]
    return [
        *items,
        *painter.roundel(sign_of(painter, table, default="spark"), face.middle[0], picture.y + 1.4, 5.8, suit.colour),
    ]


def _side(painter: Painter, table: Table, face: Box) -> list[Item]:
    suit = suit_of(painter, table)
    x, y = face.middle
    size = min(17.0, face.width * 1.1)
    words = painter.fitted(
        painter.title,
        Box(-36, -face.width / 2, 72, face.width),
        "title",
        (size, 7.0),
        mix(painter.brass, WHITE, 0.35),
    )
    lines = [
        Stroke(polygon(((-36, v), (36, v)), close=False), painter.brass, 0.16)
        for v in (-face.width * 0.38, face.width * 0.38)
    ]
    turned = Group((words, *lines), x, y, 90.0)
    return [
        turned,
        *painter.roundel(
            sign_of(painter, table, default="spark"), x, face.y + 6, min(3.6, face.width * 0.24), suit.colour
        ),
    ]


def _lid(painter: Painter, table: Table, face: Box) -> list[Item]:
    suit = suit_of(painter, table)
    ops: list[Op] = []
    x, y = face.middle
    for side in (-1, 1):
        for k in range(7):
            ops += s.leaf(x + side * (7 + 3.2 * k), y, 0.6 if side > 0 else 2.5, length=3.4 - 0.2 * k, width=1.1)
            ops += s.leaf(x + side * (7 + 3.2 * k), y, -0.6 if side > 0 else -2.5, length=3.4 - 0.2 * k, width=1.1)
    radius = min(5.0, face.height * 0.36)
    line = painter.fitted(
        painter.say(table.word("line", "")),
        Box(face.x + 4, face.top + 2.5, face.width - 8, 6),
        "text-italic",
        (9.0, 6.0),
        WHITE,
    )
    leaves = Group(
        (Fill(Path(tuple(ops)), mix(painter.dark(suit.colour), painter.brass, 0.6)),),
        clip=rectangle(face.x, face.y, face.width, face.height),
    )
    return [leaves, *painter.roundel(sign_of(painter, table, default="spark"), x, y, radius, suit.colour), line]


def _glue(painter: Painter, face: Box) -> list[Item]:
    label = painter.fitted(painter.say("glue"), Box(-20, -4, 40, 8), "text-italic", (10.0, 7.0), painter.ink)
    area = polygon([(face.x, face.y), (face.right, face.y + 4), (face.right, face.top - 4), (face.x, face.top)])
    return [Fill(area, painter.paper), Group((label,), *face.middle, 90.0)]
