"""How a card looks, as a short digest: its face's file, suit, drawing, pictures, and what its own boxes show.

Nothing of paper, ink or codes, and nothing of how our own drawings are drawn: a newer Tablewright reprints no deck.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache

from printkit.card_layout import find_layout
from printkit.card_layout.records import CardLayout, Vector
from printkit.face import faces, own_boxes
from rules.values.cards import Card, Face
from rules.values.picture import Picture

ASIDE = frozenset({"game", "title", "file", "notes", "suits", "backs", "variants", "second"})
"""What of a layout is not seen on every card of it."""


def look_of(card: Card, face: Face) -> str:
    """Twelve characters that are others as soon as the card looks otherwise. Raises LayoutError as ``faces.front``."""
    layout = find_layout(card.game)
    cells = own_boxes.cells_of(card, face) if layout.drawn or layout.variants or layout.suit_column else {}
    layout = own_boxes.variant_of(layout, cells)
    suit = faces.suit_of(card, face, layout)
    back = layout.backs.get(card.back)
    seen = (_of_layout(layout), _plain(suit), _plain(back), card.drawing, sorted(cells.items()) if layout.drawn else [])
    pictures = [_plain(layout.pictures[said]) for said in sorted({*cells.values()} & {*layout.pictures})]
    return _short((*seen, pictures))


@lru_cache(maxsize=256)
def _of_layout(layout: CardLayout) -> str:
    """A digest of what all cards of a face share. Layouts are the same where they are one object."""
    return _short([_plain(getattr(layout, one.name)) for one in fields(layout) if one.name not in {*ASIDE, "pictures"}])


def _short(what: object) -> str:
    return hashlib.sha256(repr(what).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _plain(value: object) -> object:
    """Lists and words alone, in an order that is the same in every process."""
    if isinstance(value, Picture):
        return [value.digest, value.fit, value.focus]
    if isinstance(value, Vector):
        return [value.width, value.height, repr(value.items)]
    if is_dataclass(value) and not isinstance(value, type):
        return [_plain(getattr(value, one.name)) for one in fields(value) if one.compare]
    if isinstance(value, Mapping):
        return [(str(key), _plain(value[key])) for key in sorted(value, key=str)]
    if isinstance(value, frozenset | set):
        return sorted(map(str, value))
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    return value
