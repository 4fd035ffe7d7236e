"""Paper for a club night: a card for each table with its number and its code to scan, and a poster that leads to all.

Four cards on a sheet, to be cut along the middle; the number is read from the next table but one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import qrcode
from qrcode.constants import ERROR_CORRECT_M

from companion import late
from printkit.draw.display_list import (  # fmt: skip
    WHITE,
    Colour,
    Drawing,
    Fill,
    Group,
    Item,
    Op,
    Path,
    Stroke,
    Text,
    colour,
    mix,
    rectangle,
    rounded,
)
from printkit.sheet.paper import Sheet
from rules.values.cards import Card

if TYPE_CHECKING:
    from printkit.draw.pdf import Leaf


INK, MUTE, BRASS = colour("#1f1912"), colour("#5d5140"), colour("#7d5a16")
QUIET_MODULES = 4
INSET_MM = 6.0
LINE: Colour = (0.7, 0.7, 0.7)


@dataclass(frozen=True, slots=True)
class JoinCard:
    """What a table's card says. ``url`` is the text of its QR code, ``address`` what is typed where none can be read.

    ``about`` is a line for who plays here or what to do; ``cover`` a card whose art stands for the game.
    """

    number: str
    title: str
    url: str
    address: str
    code: str
    about: str
    cover: Card | None = None


def cards_pdf(cards: Sequence[JoinCard], sheet: Sheet, title: str) -> bytes:
    """The cards of tables as a PDF, four on a sheet, in the order given."""
    margin = max(INSET_MM, *sheet.margins_mm)
    width, height = (sheet.width_mm - 2 * margin) / 2, (sheet.height_mm - 2 * margin) / 2
    corners = [(margin + column * width, margin + row * height) for row in (1, 0) for column in (0, 1)]

    def leaves() -> Iterator[Leaf]:
        for page, start in enumerate(range(0, len(cards), len(corners)), 1):
            items: list[Item] = [*_cut_lines(sheet, margin)]
            for card, (x, y) in zip(cards[start : start + len(corners)], corners, strict=False):
                items.append(Group(tuple(_card(card, width, height)), x, y))
            yield _leaf(sheet, tuple(items), str(page), title)

    return late.pdf.write_pdf(leaves(), late.pdf.About(title, title, "Simplex"))


def poster_pdf(poster: JoinCard, sheet: Sheet) -> bytes:
    """One whole sheet that leads everybody to the board of the night."""
    margin = max(2 * INSET_MM, *sheet.margins_mm)
    width, height = sheet.width_mm - 2 * margin, sheet.height_mm - 2 * margin
    drawing = (Group(tuple(_card(poster, width, height)), margin, margin),)
    return late.pdf.write_pdf(
        [_leaf(sheet, drawing, "1", poster.title)], late.pdf.About(poster.title, poster.title, "Simplex")
    )


def _leaf(sheet: Sheet, drawing: Drawing, label: str, section: str) -> Leaf:
    whole = (0.0, 0.0, sheet.width_mm, sheet.height_mm)
    return late.pdf.Leaf(sheet.width_mm, sheet.height_mm, drawing, label, section, trim_mm=whole)


def _cut_lines(sheet: Sheet, margin: float) -> Iterator[Item]:
    x, y = sheet.width_mm / 2, sheet.height_mm / 2
    for path in (
        Path((("m", x, margin), ("l", x, sheet.height_mm - margin))),
        Path((("m", margin, y), ("l", sheet.width_mm - margin, y))),
    ):
        yield Stroke(path, LINE, 0.15, dash_mm=(1.5, 1.5))


def _card(card: JoinCard, width: float, height: float) -> Iterator[Item]:
    """One card from its lower left corner: number and art above, the code large, names and address below."""
    inset = INSET_MM * (1 if width < 150 else 0.5)
    x, y, w, h = inset, inset, width - 2 * inset, height - 2 * inset
    yield Stroke(rounded(x, y, w, h, 4), BRASS, 0.5)
    head = 0.3 * h
    split = 0.4 * w if card.cover is not None and card.number else 0.0
    if card.cover is not None:
        yield from _art(card.cover, x + split, y + h - head, w - split, head)
    left, room = (x + split / 2, split - 5) if split else (x + w / 2, w - 8)
    yield from _line(card.number, "title", left, y + h - 0.68 * head, room, head * 1.9, INK)
    middle, scale = x + w / 2, h / 130
    yield from _line(card.title, "title", middle, y + h - head - 9 * scale, w - 8, 22 * scale, INK)
    yield from _line(card.about, "text-bold", middle, y + h - head - 15.5 * scale, w - 8, 13 * scale, MUTE)
    foot = 19 * scale
    side = min(w - 10, h - head - foot - 19 * scale)
    yield from qr_symbol(card.url, middle - side / 2, y + foot, side)
    yield from _line(card.code, "code", middle, y + 10 * scale, w - 8, 24 * scale, INK)
    yield from _line(card.address, "text", middle, y + 4 * scale, w - 8, 12 * scale, MUTE)


def _line(text: str, font: str, x: float, y: float, width: float, size_pt: float, ink: Colour) -> Iterator[Item]:
    shown, size = late.typesetting.fit_line(text, font, width, (size_pt, min(6.0, size_pt)))
    if shown:
        yield Text(x, y, shown, font, size, ink, "middle")


def qr_symbol(text: str, x_mm: float, y_mm: float, side_mm: float) -> Iterator[Item]:
    """A QR code of any text with its quiet zone on white, ``side_mm`` in all, from its lower left corner."""
    made = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=QUIET_MODULES)
    made.add_data(text)
    rows = made.get_matrix()
    module = side_mm / len(rows)
    yield Fill(rectangle(x_mm, y_mm, side_mm, side_mm), WHITE)
    ops: list[Op] = []
    for down, row in enumerate(rows):
        for start, end in _runs(row):
            ops.extend(
                _box(x_mm + start * module, y_mm + side_mm - (down + 1) * module, (end - start) * module, module)
            )
    yield Fill(Path(tuple(ops)), INK)


def _runs(row: Iterable[bool]) -> Iterator[tuple[int, int]]:
    """Where dark modules begin and end."""
    start: int | None = None
    at = -1
    for at, dark in enumerate(row):
        if dark and start is None:
            start = at
        elif not dark and start is not None:
            yield start, at
            start = None
    if start is not None:
        yield start, at + 1


def _box(x: float, y: float, width: float, height: float) -> tuple[Op, ...]:
    return (("m", x, y), ("l", x + width, y), ("l", x + width, y + height), ("l", x, y + height), ("h",))


def _art(card: Card, x: float, y: float, width: float, height: float) -> Iterator[Item]:
    """The card's picture over the whole strip, cut to rounded corners."""
    drawing, box = late.faces.art(card)
    scale = max(width / box.width, height / box.height)
    frame = rounded(0, 0, width, height, 4)
    across, up = box.middle
    inside = Group(tuple(drawing), width / 2 - across * scale, height / 2 - up * scale, scale=scale)
    yield Group((inside,), x, y, clip=frame)
    yield Group((Stroke(frame, mix(BRASS, INK, 0.2), 0.4),), x, y)
