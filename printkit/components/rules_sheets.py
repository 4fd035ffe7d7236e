"""The rules of a game as sheets of their own: a text file set on small pages, two to a sheet of paper's side.

Of Markdown it knows headings (``#``), items (``-``, ``1.``), paragraphs, **bold**, *italic* and [icons]; the rest is
printed as typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from printkit.art.drawing_by_words import motif
from printkit.art.strokes import disc
from printkit.card_layout import Box, Suit
from printkit.card_layout.files import Files
from printkit.components.component_drawing import Painter, named_scene, shown_scene, suit_of
from printkit.components.kit_file import Table
from printkit.components.part import Part
from printkit.components.player_aids import BLEED_MM, title_plate
from printkit.draw.display_list import Fill, Item, Path, rectangle
from printkit.type.typesetting import Setting
from rules.values.columns import shown

WIDTH_MM, HEIGHT_MM = 126.0, 180.0
"""Two lie on a sheet of A4 or Letter."""
EDGE_MM, PICTURE_MM, FOOT_MM = 9.0, 34.0, 9.5
MOST_BYTES, MOST_PAGES = 100_000, 40
INDENT_MM = 4.6
LEAST_LINES_MM = 14.0
"""A heading keeps so much of what follows on its page."""
BODY = Setting("text", "text-bold", 9.6, 9.6, leading=1.2, italic="text-italic", bold_italic="text-bold")
HEADING = Setting("title", "title", 13.0, 13.0, leading=1.1)
TALL_MM = 10_000.0


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, an item of a list or a paragraph."""

    kind: Literal["heading", "item", "text"]
    words: str

    @property
    def setting(self) -> Setting:
        """How it is set."""
        return HEADING if self.kind == "heading" else BODY

    @property
    def indent_mm(self) -> float:
        """How far its words stand in."""
        return INDENT_MM if self.kind == "item" else 0.0

    @property
    def above_mm(self) -> float:
        """Room above it, but at the top of a page."""
        return {"heading": 3.4, "item": 1.0, "text": 2.0}[self.kind]


def sheets(painter: Painter, table: Table) -> Iterator[Part]:
    """The pages of a rules file, front and back in turn. Raises LayoutError for a file that cannot be printed."""
    table.known("file", "text", "title", "suit", "scene", "picture", "copies")
    title = table.word("title", painter.title)
    pages = list(_pages(painter, list(blocks(_text(table), title)), table))
    suit = suit_of(painter, table, "suit")
    drawn = [
        painter.shared(
            f"rules {table.place} {number}", _page(painter, table, suit, placed, (number, len(pages), title))
        )
        for number, placed in enumerate(pages, 1)
    ]
    for at in range(0, len(drawn), 2):
        back = drawn[at + 1] if at + 1 < len(drawn) else None
        name = title if len(drawn) <= 2 else f"{title} {at // 2 + 1}"
        yield Part("rules", name, WIDTH_MM, HEIGHT_MM, drawn[at], back, table.count("copies"), BLEED_MM)


def _text(table: Table) -> str:
    """What is printed: the file beside the kit, or the text itself. Raises LayoutError."""
    if table.has("text"):
        return table.word("text")
    name, files = table.word("file"), table.source.files
    try:
        return _decoded(files, name)
    except ValueError as error:
        raise table.wrong("file", str(error)) from None


def _decoded(files: Files, name: str) -> str:
    data = files.read(name, MOST_BYTES, "a text")
    if len(data) > MOST_BYTES:
        raise ValueError(f"{shown(name)} is larger than {MOST_BYTES:,} bytes; shorten it")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{shown(name)} is not UTF-8; save it as a text in UTF-8") from None


def blocks(text: str, title: str) -> Iterator[Block]:
    """The text in blocks; a first heading that only says the title again is left out."""
    parts: list[str] = []
    kind: Literal["item", "text"] = "text"
    first = True

    def gathered() -> Iterator[Block]:
        if parts:
            yield Block(kind, " ".join(parts))
            parts.clear()

    for line in text.splitlines():
        said = line.strip()
        heading = re.match(r"#{1,6}\s+(.*?)\s*#*$", said)
        item, number = re.match(r"[-*+]\s+(.*)$", said), re.match(r"(\d{1,3}[.)])\s+(.*)$", said)
        if heading or item or number or not said:
            yield from gathered()
        if heading:
            if not (first and heading[1].casefold() == title.casefold()):
                yield Block("heading", heading[1])
            first = False
        elif item:
            kind = "item"
            parts.append(item[1])
        elif number:
            kind = "text"
            parts.append(f"**{number[1]}** {number[2]}")
        elif said:
            kind = kind if parts else "text"
            parts.append(said)
            first = False
    yield from gathered()


Placed = tuple[Block, float, float]
"""A block, its top and its height in mm."""


def _pages(painter: Painter, left: list[Block], table: Table) -> Iterator[list[Placed]]:
    """The blocks on pages; a paragraph goes on over the page where it must. Raises LayoutError for too many pages."""
    if not left:
        raise table.wrong("text" if table.has("text") else "file", "holds no text; write the rules in it")
    number = 0
    while left:
        number += 1
        if number > MOST_PAGES:
            raise table.wrong("text" if table.has("text") else "file", f"is longer than {MOST_PAGES} pages; shorten it")
        top = HEIGHT_MM - (PICTURE_MM + 11.0 if number == 1 else EDGE_MM + 1.0)
        page: list[Placed] = []
        while left:
            block = left[0]
            y = top - (block.above_mm if page else 0.0)
            room, tall = y - FOOT_MM, height_mm(painter, block)
            needs = tall + (LEAST_LINES_MM if block.kind == "heading" and len(left) > 1 else 0.0)
            if needs > room and page and (block.kind == "heading" or room < LEAST_LINES_MM):
                break
            if tall > room:
                head, tail = _split(painter, block, room)
                page.append((head, y, height_mm(painter, head)))
                left[0] = tail
                break
            page.append((left.pop(0), y, tall))
            top = y - tall
        yield page


def height_mm(painter: Painter, block: Block) -> float:
    """How much of a page a block takes."""
    box = Box(0, 0, WIDTH_MM - 2 * EDGE_MM - block.indent_mm, TALL_MM)
    return painter.paragraph(block.words, box, block.setting, painter.ink)[1]


def _split(painter: Painter, block: Block, room_mm: float) -> tuple[Block, Block]:
    """As many whole words as the room holds, one at least, and the rest."""
    words = block.words.split(" ")
    low, high = 1, len(words) - 1
    while low < high:
        middle = (low + high + 1) // 2
        fits = height_mm(painter, replace(block, words=" ".join(words[:middle]))) <= room_mm
        low, high = (middle, high) if fits else (low, middle - 1)
    head, tail = " ".join(words[:low]), " ".join(words[low:])
    if head.count("**") % 2:
        head, tail = f"{head}**", f"**{tail}"
    return replace(block, words=head), Block("text", tail)


def _page(painter: Painter, table: Table, suit: Suit, placed: Iterable[Placed], of: tuple[int, int, str]) -> list[Item]:
    number, count, title = of
    dark = painter.dark(suit.colour)
    items = painter.frame(WIDTH_MM, HEIGHT_MM, suit.colour, BLEED_MM)
    if number == 1:
        picture = Box(3.0, HEIGHT_MM - PICTURE_MM, WIDTH_MM - 6.0, PICTURE_MM - 3.0)
        if table.has("picture") or table.has("scene"):
            items += shown_scene(painter, table, suit, picture, (1.2, 0.0))
        else:
            scene = motif(title, suit.art) or motif(" ".join(one.words for one, _, _ in placed), suit.art)
            items.append(painter.picture(named_scene(scene, suit), suit, picture, scale=1.2))
        items.append(Fill(rectangle(3.0, picture.y - 0.3, WIDTH_MM - 6.0, 0.6), dark))
        items += title_plate(painter, title, Box(WIDTH_MM / 2 - 36, picture.y - 5.0, 72, 10.0), suit)
    items += painter.strip(suit, Box(3.0, 3.0, WIDTH_MM - 6.0, 4.0))
    if count > 1:
        at = Box(WIDTH_MM - 20.0, 3.0, 14.0, 4.0)
        items.append(Fill(rectangle(at.x, at.y, at.width, at.height), dark))
        items.append(painter.fitted(f"{number} / {count}", at, "text-bold", (7.5, 6.0), painter.paper))
    for block, top, tall in placed:
        x = EDGE_MM + block.indent_mm
        box = Box(x, top - tall - 1.0, WIDTH_MM - EDGE_MM - x, tall + 1.0)
        ink = dark if block.kind == "heading" else painter.ink
        items += painter.paragraph(block.words, box, block.setting, ink)[0]
        if block.kind == "item":
            items.append(Fill(Path(tuple(disc(EDGE_MM + 1.7, top - 2.0, 0.75))), suit.colour))
    return items
