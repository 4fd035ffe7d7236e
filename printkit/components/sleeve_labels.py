"""A label for a sleeve: a card's code with its name, so that a card somebody owns is scanned like a printed one. Pure.

The symbol is as large as on a card and keeps its clear modules on the label, with more to spare for a sheet that went
into the printer a little askew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from printkit.card_layout import CardLayout
from printkit.draw.display_list import Drawing, Fill, Item, Symbol, Text, mix, rounded
from printkit.face import faces, lettering, suits
from printkit.type import typesetting
from printkit.units import MM_PER_POINT
from rules.values.cards import Face
from rules.values.code import CardCode, symbol

SPARE_MM = 1.5
"""Paper beyond the clear modules: what a sheet may lie askew and the code still stands on white."""
INSET_MM = 2.0
"""How far letters keep from the label's edge."""
NAME = typesetting.Setting("title", "title", 13.5, 6.0, leading=1.05, most_lines=3, balanced=True)
NARROW_MM, NARROW_PT = 20.0, 9.5
"""Beside the code on a narrow label no name is larger, so that most of a sheet are of one size."""
FIRST_NAME_PT, CODE_PT = (7.0, 5.0), (7.0, 5.5)
RULE_MM = (7.0, 0.55)
"""The stroke in the suit's colour under the name: how long and how thick."""
AIR_MM = 1.1
BASELINE = 0.22
"""How far a line of small print stands above its lower edge, as a share of its size."""


@dataclass(frozen=True, slots=True)
class Room:
    """A label's size, and how far from its edges, sideways and up and down, the printer reaches on its sheet."""

    width_mm: float
    height_mm: float
    clear_x_mm: float = 0.0
    clear_y_mm: float = 0.0


def label(face: Face, code: CardCode, layout: CardLayout, room: Room, language: str) -> Drawing:
    """The label of one paper card, from the label's lower left corner. Raises LayoutError for an unknown suit."""
    module = layout.numbers["module_mm"]
    side = (17 + 4 * symbol(str(code))[0]) * module
    quiet = faces.QUIET_MODULES * module
    x = max(quiet + SPARE_MM, room.clear_x_mm)
    left = x + side + quiet
    right = room.width_mm - max(INSET_MM, room.clear_x_mm)
    height = room.height_mm - 2 * max(INSET_MM, room.clear_y_mm)
    return (
        Symbol(str(code), x, (room.height_mm - side) / 2, module),
        *_words(face, code, layout, (left, right - left, height, room.height_mm / 2), language),
    )


def _words(
    face: Face, code: CardCode, layout: CardLayout, box: tuple[float, float, float, float], language: str
) -> list[Item]:
    """Name, a stroke of the suit's colour, the untranslated name where there is one, and the code's characters.

    ``box`` is where they begin, how wide and high they may be, and the height their middle is to have.
    """
    x, width, height, middle = box
    ink = layout.colours["ink"]
    small = [typesetting.fit_line(faces.grouped(str(code)), "code", width, CODE_PT)]
    fonts = ["code"]
    if face.original:
        small.insert(0, typesetting.fit_line(face.original, "text-italic", width, FIRST_NAME_PT))
        fonts.insert(0, "text-italic")
    below = 2 * AIR_MM + RULE_MM[1] + sum(size * MM_PER_POINT for _, size in small)
    largest = NARROW_PT if width < NARROW_MM else NAME.largest_pt
    setting = replace(NAME, font=lettering.title_font(face.title), largest_pt=largest, language=language)
    name = typesetting.fit(lettering.title_words(face), width, height - below, setting)
    top = middle + (name.height_mm + below) / 2
    at = top - name.height_mm - AIR_MM - RULE_MM[1]
    stroke = rounded(x, at, RULE_MM[0], height_mm=RULE_MM[1], radius_mm=RULE_MM[1] / 2)
    items = [
        *lettering.lines(name, (x, top), layout, ink),
        Fill(stroke, suits.deep(layout.suit(face.suit), layout)),
    ]
    at -= AIR_MM
    soft = mix(ink, layout.colours["paper"], 0.2)
    for (shown, size), font in zip(small, fonts, strict=True):
        at -= size * MM_PER_POINT
        baseline = at + BASELINE * size * MM_PER_POINT
        items.append(Text(round(x, 3), round(baseline, 3), text=shown, font=font, size_pt=size, colour=soft))
    return items
