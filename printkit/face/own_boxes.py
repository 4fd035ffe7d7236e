"""Named boxes of a face of one's own, drawn for one card: columns' words, pictures, rows of icons, fields of colour."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import lru_cache

from printkit.art import own_signs
from printkit.card_layout.box_reading import COLUMN
from printkit.card_layout.records import Art, Box, CardLayout, DrawnBox, Only, Suit, Vector
from printkit.draw.display_list import Drawing, Fill, Group, Item, Path, Photo, rectangle, rounded
from printkit.draw.ink_saving import luminance
from printkit.face import lettering, suits
from printkit.type import typesetting
from rules.values.cards import Card, Face
from rules.values.picture import PictureError

MOST_ICONS = 30
PADDING_MM = 0.8
"""Between a box's edge and its words, where it has a ground of its own."""
CENTIMETRE = re.compile(r"\d+")
Cells = dict[str, str]


def cells_of(card: Card, face: Face) -> Cells:
    """What every column of the card says, by its name in small letters. What the face says in another language
    counts first."""
    fields = card.fields.items()
    cells = {name.casefold(): value if isinstance(value, str) else _plain(value) for name, value in fields}
    cells |= {"id": card.id, "code": card.code, "copies": str(card.copies), "back": card.back}
    cells |= {"name": face.title, "text": face.text}
    if face.picture is not None:
        cells["image"] = face.picture.name
    for name, said in (("kind", face.kind), ("value", face.value), ("note", face.note)):
        if said or name not in cells:
            cells[name] = said
    return cells


def _plain(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else "" if value is None else str(value)


def holds(only: Only, cells: Cells) -> bool:
    """Whether a box or a variant is for a card with these cells."""
    for column, words in only:
        said = cells.get(column, "").strip().casefold()
        if words == "any":
            fits = bool(said)
        elif words == "none":
            fits = not said
        else:
            fits = said in words
        if not fits:
            return False
    return True


def variant_of(layout: CardLayout, cells: Cells) -> CardLayout:
    """The layout of the first variant this card is of, else the layout."""
    return next((one for only, one in layout.variants if holds(only, cells)), layout)


def shown(layout: CardLayout, cells: Cells) -> tuple[DrawnBox, ...]:
    """The boxes on this card, each after those it lies over."""
    return tuple(box for box in ordered(layout) if holds(box.only, cells))


@lru_cache(maxsize=64)
def ordered(layout: CardLayout) -> tuple[DrawnBox, ...]:
    """The boxes in drawing order: pictures first, then in the file's order, each after what it lies over."""
    left = sorted(layout.drawn, key=lambda box: not box.pictured)
    names, done = {box.name for box in left}, list[DrawnBox]()
    while left:
        ready = next(
            (one for one in left if one.over not in names or any(one.over == there.name for there in done)), left[0]
        )
        done.append(ready)
        left.remove(ready)
    return tuple(done)


def draw(box: DrawnBox, cells: Cells, layout: CardLayout, suit: Suit, language: str) -> list[Item]:
    """One box of a card. Raises PictureError for a cell that names no picture of the deck."""
    at = box.at if not box.turn else _turned(box)
    block, at = _words(box, cells, layout, language, at)
    items: list[Item] = []
    if box.ground and not (box.words and not _said(box, cells)):
        ground = layout.colour(box.ground, suit)
        items.append(Fill(_outline(at, box.round_mm), ground))
    art = box.picture
    if box.picture_column and cells.get(box.picture_column):
        art = layout.pictures.get(cells[box.picture_column])
        if art is None:
            raise PictureError(f"{cells['id']}: {cells[box.picture_column]} was not found when the face was read")
    if art is not None:
        items += placed(art, box, at)
    if block is not None and box.style is not None:
        inner = _inner(box, at)
        left_over = inner.height - block.height_mm
        drop = {"top": 0.0, "middle": left_over / 2, "bottom": left_over}[box.style.valign]
        ink = layout.colour(box.style.colour, suit)
        items += lettering.lines(block, (inner.x, inner.top - drop), layout, ink, align=box.style.align, tones=suit)
    if box.sign:
        items += _row(box, at, cells, layout, suit)
    if not box.turn:
        return items
    (x, y), (u, v) = box.at.middle, at.middle
    turn = math.radians(box.turn)
    c, s = math.cos(turn), math.sin(turn)
    return [Group(tuple(items), x - c * u + s * v, y - s * u - c * v, float(box.turn))]


def _turned(box: DrawnBox) -> Box:
    """The box as it lies before it is turned about its middle."""
    if box.turn == 180:
        return box.at
    (x, y), width, height = box.at.middle, box.at.height, box.at.width
    return Box(x - width / 2, y - height / 2, width, height)


def _said(box: DrawnBox, cells: Cells) -> str:
    """A box's words with the cells in them; "" where every column in them is empty."""
    columns = COLUMN.findall(box.words)
    if columns and not any(cells.get(column) for column in columns):
        return ""
    return COLUMN.sub(lambda found: cells.get(found[1], ""), box.words)


def _words(
    box: DrawnBox, cells: Cells, layout: CardLayout, language: str, at: Box
) -> tuple[typesetting.Block | None, Box]:
    """The box's words set, and the box as they make it: they take room upwards before they are set smaller."""
    words = _said(box, cells) if box.words else ""
    if not words or box.style is None:
        return None, at
    if box.style.caps:
        words = words.upper()
    setting = lettering.set_in(lettering.BODY, box.style, language)
    inner, icons = _inner(box, at), suits.icons_of(layout)
    grown = inner.height + box.grow_up_mm
    block = typesetting.fit(words, inner.width, grown, setting=setting, icons=icons)
    up = min(box.grow_up_mm, max(0.0, block.height_mm - inner.height))
    return block, replace(at, height=at.height + up)


def _inner(box: DrawnBox, at: Box) -> Box:
    """Where the words of a box may stand."""
    padding = min(PADDING_MM, at.width / 8, at.height / 8) if box.ground else 0.0
    return at.inset(padding)


def cut_texts(layout: CardLayout, cells: Cells, language: str) -> list[tuple[str, str]]:
    """(box, the words left) of every box whose words do not fit at the least size of its style."""
    found = []
    for box in shown(layout, cells):
        block, _ = _words(box, cells, layout, language, box.at if not box.turn else _turned(box))
        if block is not None and block.cut:
            found.append((box.name, _said(box, cells)))
    return found


def placed(art: Art, box: DrawnBox, at: Box) -> list[Item]:
    """A picture in its box, cut off there."""
    clip = _outline(at, box.round_mm)
    if isinstance(art, Vector):
        return [Group(tuple(own_signs.vector(art, at, cover=box.fit == "cover")), clip=clip)]
    picture = replace(art, fit=box.fit, focus=box.focus) if art.focus == (0.5, 0.5) and art.fit == "cover" else art
    width, height = at.width, at.height
    if picture.fit == "contain":
        share = min(at.width / picture.width_px, at.height / picture.height_px)
        width, height = picture.width_px * share, picture.height_px * share
    x, y = at.x + (at.width - width) / 2, at.y + (at.height - height) / 2
    photo = Photo(picture, x, y, width, height, picture.crop(width, height), None)
    return [Group((photo,), clip=clip)]


def _outline(at: Box, round_mm: float) -> Path:
    if round_mm:
        return rounded(at.x, at.y, at.width, height_mm=at.height, radius_mm=round_mm)
    return rectangle(at.x, at.y, at.width, at.height)


def _row(box: DrawnBox, at: Box, cells: Cells, layout: CardLayout, suit: Suit) -> Drawing:
    """So many icons side by side from the left, smaller where they have no room; a cell that is no number shows one."""
    said = cells.get(box.count_column, "").strip()
    count = min(int(said), MOST_ICONS) if said.isdecimal() else int(bool(said))
    if not count:
        return ()
    step = min(at.height, at.width / count)
    start = at.x + (at.width - step * count) / 2 if box.style and box.style.align == "centre" else at.x
    items: list[Item] = []
    for number in range(count):
        middle = start + (number + 0.5) * step, at.middle[1], step * 0.44
        items += suits.icon(box.sign, layout, middle, suit.colour)
    return tuple(items)


def is_dark(layout: CardLayout) -> bool:
    """Whether letters are light on dark here."""
    return luminance(layout.paper) < 0.5
