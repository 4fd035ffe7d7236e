"""Player aids and score pads."""

from __future__ import annotations

from printkit.art import strokes as s
from printkit.card_layout import Box, Suit
from printkit.components.component_drawing import Painter, shown_scene, sign_of, suit_of
from printkit.components.kit_file import Table
from printkit.components.part import Part
from printkit.draw.display_list import WHITE, Drawing, Fill, Item, Path, Stroke, mix, polygon, rectangle
from printkit.type import typesetting

BLEED_MM = 1.5
MOST_ROWS = 24
SIZES_PT = (9.4, 9.0, 8.7, 8.4, 8.1, 7.8, 7.5, 7.2, 6.9, 6.6, 6.3, 6.0)


def aid(painter: Painter, table: Table) -> Part:
    """A two-sided card: what to do, step by step or sign by sign."""
    table.known("title", "suit", "scene", "picture", "steps", "signs", "note", "copies", "back")
    behind = table.table("back")
    if behind:
        behind.known("title", "suit", "scene", "picture", "steps", "signs", "note")
    width, height = painter.layout.size_mm
    front = painter.shared(f"aid {table.place}", _side(painter, table, table))
    back = painter.shared(f"aid {table.place} back", _side(painter, behind, table)) if behind else None
    return Part(
        "aids",
        table.word("title"),
        width_mm=width,
        height_mm=height,
        front=front,
        back=back,
        copies=table.count("copies"),
        bleed_mm=BLEED_MM,
    )


def _side(painter: Painter, table: Table, first: Table) -> list[Item]:
    width, height = painter.layout.size_mm
    suit = suit_of(painter, table if table.has("suit") else first, "suit")
    dark = painter.dark(suit.colour)
    items = painter.frame(width, height, suit.colour, BLEED_MM)
    picture = Box(3.0, height - 22.0, width - 6.0, 19.0)
    items += shown_scene(painter, table, suit, picture)
    items.append(Fill(rectangle(3.0, picture.y - 0.3, width - 6.0, 0.6), dark))
    items += title_plate(painter, painter.say(table.word("title")), Box(9.0, picture.y - 3.6, width - 18.0, 7.4), suit)
    strip = Box(3.0, 3.0, width - 6.0, 4.4)
    items += painter.strip(suit, strip)
    low = strip.top + 1.0
    if table.has("note"):
        note = typesetting.Setting("text-italic", "text-bold", 7.4, 6.0, leading=1.06)
        _, tall = painter.paragraph(painter.say(table.word("note")), Box(6, low, width - 12, 8), note, painter.ink)
        lift = 8 - tall
        items += painter.paragraph(
            painter.say(table.word("note")), Box(6, low - lift, width - 12, 8), note, painter.ink
        )[0]
        low += tall + 0.8
    room = Box(5.2, low, width - 10.4, picture.y - 4.8 - low)
    return items + _rows(painter, table, room, suit)


def title_plate(painter: Painter, words: str, box: Box, suit: Suit) -> list[Item]:
    """A title on a dark plate with pointed ends."""
    dark = painter.dark(suit.colour)
    ends = [
        (box.x, box.middle[1]),
        (box.x + 2.6, box.top),
        (box.right - 2.6, box.top),
        (box.right, box.middle[1]),
        (box.right - 2.6, box.y),
        (box.x + 2.6, box.y),
    ]
    inner = [(x + (0.9 if x < box.middle[0] else -0.9), y + (box.middle[1] - y) * 0.16) for x, y in ends]
    return [
        Fill(polygon(ends), dark),
        Stroke(polygon(inner), painter.brass, 0.18),
        painter.fitted(words, box.inset(1.0), "title", (13.0, 7.0), WHITE),
    ]


def _rows(painter: Painter, table: Table, room: Box, suit: Suit) -> list[Item]:
    """Numbered steps, or signs with what they mean, all in one size of type: the largest that fits."""
    steps = [(str(n), painter.say(words)) for n, words in enumerate(table.words("steps"), 1)]
    signs = [(sign_of(painter, row), painter.say(row.word("text"))) for row in table.tables("signs")]
    rows = steps or signs
    if not rows:
        raise table.wrong("steps", 'is missing; list what to do: steps = ["Draw a card", "Play a card"]')
    width = room.width - 6.6
    for size in SIZES_PT:
        setting = typesetting.Setting("text", "text-bold", size, size, leading=1.08)
        tall = [
            max(painter.paragraph(words, Box(0, 0, width, 60), setting, painter.ink)[1], size * 0.44)
            for _, words in rows
        ]
        spare = room.height - sum(tall)
        if spare >= 0.9 * (len(rows) - 1):
            break
    gap = min(2.6, max(0.0, spare) / max(1, len(rows)))
    items: list[Item] = []
    top = room.top - max(0.0, (spare - gap * (len(rows) - 1)) / 2)
    for (mark, words), high in zip(rows, tall, strict=True):
        x, y, radius = room.x + 2.4, top - min(high / 2, 2.3), 2.3
        if steps:
            items += _numeral(painter, mark, x, y=y, radius=radius, suit=suit)
        else:
            tone = painter.layout.suits[mark].colour if mark in painter.layout.suits else painter.dark(suit.colour)
            glyph = painter.layout.suits[mark].glyph if mark in painter.layout.suits else mark
            items.append(painter.glyph(glyph, x, y, radius, tone))
        items += painter.paragraph(words, Box(room.x + 6.6, top - high - 1, width, high + 1), setting, painter.ink)[0]
        top -= high + gap
    return items


def _numeral(painter: Painter, mark: str, x: float, y: float, radius: float, suit: Suit) -> list[Item]:
    dark = painter.dark(suit.colour)
    return [
        Fill(Path(tuple(s.disc(x, y, radius))), dark),
        Stroke(Path(tuple(s.disc(x, y, radius - 0.35))), painter.brass, 0.14),
        painter.fitted(mark, Box(x - radius, y - radius, 2 * radius, 2 * radius), "text-black", (8.6, 6.0), WHITE),
    ]


def pad(painter: Painter, table: Table) -> Part:
    """A sheet of a score pad: players across, what counts down."""
    table.known(
        "title", "suit", "scene", "picture", "rows", "players", "total", "copies", "width_mm", "height_mm", "note"
    )
    width = table.number("width_mm", 94.0, least=70.0, most=300.0)
    height = table.number("height_mm", 127.0, least=90.0, most=400.0)
    drawing = painter.shared(f"pad {table.place}", _pad(painter, table, width, height))
    return Part(
        "pads",
        table.word("title"),
        width_mm=width,
        height_mm=height,
        front=drawing,
        back=None,
        copies=table.count("copies"),
        bleed_mm=BLEED_MM,
    )


def _pad(painter: Painter, table: Table, width: float, height: float) -> Drawing:
    suit = suit_of(painter, table, "suit")
    dark = painter.dark(suit.colour)
    items = painter.frame(width, height, suit.colour, BLEED_MM)
    picture = Box(3.0, height - 29.0, width - 6.0, 26.0)
    items += shown_scene(painter, table, suit, picture, (1.25, 0.0))
    items.append(Fill(rectangle(3.0, picture.y - 0.3, width - 6.0, 0.6), dark))
    items += title_plate(painter, painter.say(table.word("title")), Box(width / 2 - 27, picture.y - 4.2, 54, 8.4), suit)
    note = Box(6.0, 4.0, width - 12.0, 6.0)
    setting = typesetting.Setting("text-italic", "text-bold", 8.0, 6.0, leading=1.05)
    words = painter.say(table.word("note", ""))
    items += painter.paragraph(words, note, setting, painter.ink, middle=True)[0]
    grid = Box(6.0, note.top + 1.0, width - 12.0, picture.y - 6.0 - note.top - 1.0)
    return (*items, *_grid(painter, table, grid, suit))


def _grid(painter: Painter, table: Table, grid: Box, suit: Suit) -> list[Item]:
    players, rows = table.count("players", 5, most=12), table.tables("rows")
    if not players or not rows or len(rows) > MOST_ROWS:
        raise table.wrong("rows" if players else "players", f"give 1 to {MOST_ROWS} rows, and 1 to 12 players")
    head = 25.0
    column = (grid.width - head) / players
    lines = len(rows) + 2
    row = grid.height / lines
    dark, soft = painter.dark(suit.colour), mix(suit.colour, painter.paper, 0.82)
    items: list[Item] = []
    for index in range(lines):
        y = grid.top - (index + 1) * row
        band = Box(grid.x, y, grid.width, row)
        if index == lines - 1:
            items.append(Fill(rectangle(band.x, band.y, band.width, band.height), mix(suit.colour, painter.paper, 0.6)))
        elif index % 2:
            items.append(Fill(rectangle(band.x, band.y, band.width, band.height), soft))
        label = Box(band.x + 7.2, band.y, head - 8.0, band.height)
        if index == 0:
            items.append(painter.fitted(painter.say("Name"), label, "label", (9.0, 6.0), dark, "start"))
        elif index == lines - 1:
            items.append(
                painter.fitted(painter.say(table.word("total", "Total")), label, "title", (13.0, 7.0), dark, "start")
            )
        else:
            items += _pad_label(painter, rows[index - 1], band, label=label, dark=dark)
        items.append(Stroke(polygon(((grid.x, y), (grid.right, y)), close=False), dark, 0.12 if index else 0.35))
    for number in range(players + 1):
        x = grid.x + head + number * column
        items.append(Stroke(polygon(((x, grid.y), (x, grid.top)), close=False), dark, 0.12 if number else 0.35))
    items.append(Stroke(rectangle(grid.x, grid.y, grid.width, grid.height), dark, 0.35))
    return items


def _pad_label(painter: Painter, row: Table, band: Box, label: Box, dark: tuple[float, float, float]) -> list[Item]:
    sign = sign_of(painter, row)
    own = painter.layout.suits.get(sign)
    size = min(2.5, band.height * 0.36)
    icon = painter.glyph(own.glyph if own else sign, band.x + 3.6, band.middle[1], size, own.colour if own else dark)
    return [icon, painter.fitted(painter.say(row.word("text")), label, "text-bold", (9.4, 6.0), painter.ink, "start")]
