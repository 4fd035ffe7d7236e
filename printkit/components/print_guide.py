"""The first page of a kit: how to print, cut and check it, in pictures; and what lies on which page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from printkit.card_layout import Box
from printkit.components import guide_pictures
from printkit.components.component_drawing import Painter, named_scene
from printkit.components.guide_pictures import GREY, Look
from printkit.components.part_sheets import Spread
from printkit.draw.display_list import WHITE, Fill, Item, Stroke, circle, mix, polygon, rectangle, rounded
from printkit.sheet.backs import Backs
from printkit.sheet.paper import Sheet
from printkit.type import text_measure, typesetting

BODY = typesetting.Setting("text", "text-bold", 11.2, 7.0, leading=1.12)
GAP_MM = 5.0
PANEL_MM = 56.0
"""A panel's width at least: the 50 mm line and its ends lie in one."""
LOW_MM = 50.0
"""Panels lower than this give their words a fixed height, and the picture what is left."""
WIDE_MM = 80.0
"""Two columns of contents this wide hold every line."""
SMALLEST_MM = (127.0, 195.0)
"""What a printer must reach of the paper for all six steps to be read."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the contents: what, how many, on which pages (first, last)."""

    sign: str
    what: str
    count: str
    pages: tuple[int, int]


def has_room(sheet: Sheet) -> bool:
    """Whether the page can be read on that paper: small books can, postcards cannot."""
    width, height = (side - 2 * sheet.margin_mm for side in sorted((sheet.width_mm, sheet.height_mm)))
    return width >= SMALLEST_MM[0] and height >= SMALLEST_MM[1]


def guide(painter: Painter, sheet: Sheet, backs: Backs, entries: Sequence[Entry], look: Look) -> Spread:
    """The page, upright."""
    width, height = sorted((sheet.width_mm, sheet.height_mm))
    edge = sheet.margin_mm + 5.0
    columns = 3 if width - 2 * edge >= 3 * PANEL_MM + 2 * GAP_MM else 2
    tall = 45.0 if columns == 3 else 15.0
    head = Box(edge, height - sheet.margin_mm - 5.0 - tall, width - 2 * edge, tall)
    items = _head(painter, head, look)
    rows = -(-len(entries) // 2)
    foot = Box(edge, sheet.margin_mm + 2.0, width - 2 * edge, 12.0 + 6.4 * rows)
    items += _contents(painter, foot, entries, look)
    room = Box(edge, foot.top + 4.0, width - 2 * edge, head.y - foot.top - 12.0)
    items += _panels(painter, room, backs, look=look, columns=columns)
    aims = tuple(_aims(width, height, sheet.margin_mm))
    hold = painter.say("Hold this sheet against the light: each cross lies within the ring of the other side.")
    words = painter.fitted(hold, Box(edge, height / 2, width - 2 * edge, 8), "text-italic", (12.0, 8.0), GREY)
    behind = (*aims, words) if backs.shared_sheet else ()
    return Spread(width, height, front=(*items, *aims), back=behind, trim_mm=(edge, foot.y, width - edge, head.top))


def _aims(width: float, height: float, margin: float) -> Iterator[Item]:
    """Four crosses in rings of 1 mm, at the same places once the paper is turned: the page is its own trial sheet."""
    for x in (margin + 2.5, width - margin - 2.5):
        for y in (70.0, height - 70.0):
            for dx, dy in ((2.2, 0.0), (0.0, 2.2)):
                yield Stroke(polygon(((x - dx, y - dy), (x + dx, y + dy)), close=False), (0.0, 0.0, 0.0), 0.15)
            yield Stroke(circle(x, y, 1.0), (0.0, 0.0, 0.0), 0.15)


def _head(painter: Painter, box: Box, look: Look) -> list[Item]:
    dark = painter.dark(look.suit.colour)
    frame = rectangle(box.x, box.y, box.width, box.height)
    wide = min(104.0, box.width - 8.0)
    plate = Box(box.middle[0] - wide / 2, box.y - 5.5, wide, 17.0)
    ends = [
        (plate.x, plate.middle[1]),
        (plate.x + 6, plate.top),
        (plate.right - 6, plate.top),
        (plate.right, plate.middle[1]),
        (plate.right - 6, plate.y),
        (plate.x + 6, plate.y),
    ]
    inner = [(x + (1.6 if x < plate.middle[0] else -1.6), y + (plate.middle[1] - y) * 0.14) for x, y in ends]
    upper = Box(plate.x + 8, plate.y + 6.2, plate.width - 16, 9.4)
    lower = Box(plate.x + 8, plate.y + 1.6, plate.width - 16, 5.0)
    return [
        painter.picture(named_scene(look.scene, look.suit), look.suit, box, scale=1.6),
        Stroke(frame, dark, 0.9),
        Stroke(rectangle(box.x + 1.2, box.y + 1.2, box.width - 2.4, box.height - 2.4), painter.brass, 0.25),
        Fill(polygon(ends), dark),
        Stroke(polygon(inner), painter.brass, 0.25),
        painter.fitted(painter.title, upper, "title", (24.0, 12.0), WHITE),
        painter.fitted(
            painter.say("From paper to the table"), lower, "text-italic", (11.0, 7.0), mix(painter.brass, WHITE, 0.3)
        ),
    ]


Step = tuple[Callable[[Painter, Box, Look], list[Item]], str, str]
"""A picture, its heading (English) and what it says."""


def _steps(painter: Painter, backs: Backs) -> tuple[Step, ...]:
    turn = painter.say(backs.guide)
    return (
        (guide_pictures.printer, "Print", painter.say("Actual size (100 %), {turn}.", turn=turn)),
        (
            guide_pictures.trial,
            "One trial sheet first",
            painter.say(
                "The line must measure **50 mm**. Hold the sheet against the light: "
                "front and back crosses lie within 1 mm."
            ),
        ),
        (
            guide_pictures.paper,
            "Thick enough",
            painter.say(
                "**160 g** paper or more; or thin paper in a **sleeve** with a playing card "
                "behind. Through 80 g a code shines."
            ),
        ),
        (
            guide_pictures.scissors,
            "Cut",
            painter.say(
                "Along the marks, long cuts first. Tokens along their outline. Score dashed lines, fold, glue."
            ),
        ),
        (
            guide_pictures.code,
            "Keep codes clear",
            painter.say(
                "Nothing dark on the white around a code. A scratched one can be typed: its letters stand beside it."
            ),
        ),
        (
            guide_pictures.phone,
            "Scan with the companion",
            painter.say(
                "Its scanner knows every card. The phone's own **camera app** does not: it only shows ten letters."
            ),
        ),
    )


def _panels(painter: Painter, room: Box, backs: Backs, look: Look, columns: int) -> list[Item]:
    """Six steps, a picture and a sentence or two each."""
    steps = _steps(painter, backs)
    rows = len(steps) // columns
    width = (room.width - (columns - 1) * GAP_MM) / columns
    height = (room.height - (rows - 1) * GAP_MM) / rows
    items: list[Item] = []
    for index, (picture, title, words) in enumerate(steps):
        x = room.x + (index % columns) * (width + GAP_MM)
        y = room.top - (index // columns + 1) * height - (index // columns) * GAP_MM
        items += _panel(painter, Box(x, y, width, height), (str(index + 1), painter.say(title), words), look)
        low, high = (
            (height * 0.4, height * 0.5) if height >= LOW_MM else (_cap(height) + 1.5, height - _cap(height) - 4)
        )
        items += picture(painter, Box(x + 4, y + low, width - 8, high), look)
    return items


def _cap(height: float) -> float:
    """How high the words of a panel stand."""
    return height * 0.37 if height >= LOW_MM else 21.0


def _panel(painter: Painter, box: Box, words: tuple[str, str, str], look: Look) -> list[Item]:
    number, title, body = words
    dark = painter.dark(look.suit.colour)
    cap = _cap(box.height)
    items: list[Item] = [
        Fill(
            rounded(box.x, box.y, box.width, height_mm=box.height, radius_mm=3.0),
            mix(painter.paper, look.suit.sky, 0.12),
        ),
        Fill(
            rounded(box.x + 1.5, box.y + cap, box.width - 3, height_mm=box.height - cap - 1.5, radius_mm=2.0),
            mix(painter.paper, look.suit.sky, 0.55),
        ),
        Stroke(rounded(box.x, box.y, box.width, height_mm=box.height, radius_mm=3.0), dark, 0.35),
        Fill(circle(box.x + 2.5, box.top - 2.5, 5.0), dark),
        Stroke(circle(box.x + 2.5, box.top - 2.5, 4.3), painter.brass, 0.2),
        painter.fitted(number, Box(box.x - 2.5, box.top - 7.5, 10, 10), "text-black", (15.0, 9.0), WHITE),
        painter.fitted(title, Box(box.x + 4, box.y + cap - 8.0, box.width - 8, 7.0), "title", (13.0, 8.0), dark),
    ]
    items += painter.paragraph(
        body, Box(box.x + 3.5, box.y + 2.5, box.width - 7, cap - 10.5), BODY, painter.ink, middle=True
    )[0]
    return items


def _contents(painter: Painter, box: Box, entries: Sequence[Entry], look: Look) -> list[Item]:
    dark = painter.dark(look.suit.colour)
    title = painter.say("What lies where")
    items: list[Item] = [
        Fill(
            rounded(box.x, box.y, box.width, height_mm=box.height, radius_mm=3.0),
            mix(painter.paper, look.suit.sky, 0.3),
        ),
        Stroke(rounded(box.x, box.y, box.width, height_mm=box.height, radius_mm=3.0), dark, 0.35),
    ]
    items += painter.plate(title, Box(box.x, box.top - 3.6, box.width, 7.2), look.suit.colour, (11.0, 8.0))
    # On a narrow page the first column, where the long names of cards stand, takes room from the second.
    column, other = (box.width / 2,) * 2 if box.width > 2 * WIDE_MM else (0.58 * box.width, 0.42 * box.width)
    rows = -(-len(entries) // 2)
    for index, entry in enumerate(entries):
        wide_mm = other if index >= rows else column
        x, y = box.x + (index // rows) * column, box.top - 8.0 - (index % rows + 1) * 6.4 + 1.4
        first, last = entry.pages
        pages = (
            painter.say("page {n}", n=first) if first == last else painter.say("pages {n}–{last}", n=first, last=last)
        )
        items.append(painter.glyph(entry.sign, x + 6.5, y + 1.6, 2.3, look.suit.colour))
        line = Box(x + 10.5, y - 0.9, wide_mm - 17 - text_measure.width_mm(pages, "text-bold", 9.2), 5.0)
        words = f"{entry.what} · {entry.count}"
        if text_measure.width_mm(words, "text", 7.0) > line.width:
            words = entry.what
        items.append(painter.fitted(words, line, "text", (9.6, 6.0), painter.ink, "start"))
        items.append(painter.line(pages, (x + wide_mm - 5, y + 0.45), "text-bold", 9.2, dark, "end"))
    return items
