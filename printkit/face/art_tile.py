"""A card's art as a small picture for screens: what is seen in the window of its face, without frame or words."""

from __future__ import annotations

import hashlib
import io
from typing import TYPE_CHECKING

from PIL import Image

from printkit.draw.display_list import Group
from printkit.draw.pdf import About, Leaf, write_pdf
from printkit.draw.pdf_preview import page_picture
from printkit.draw.stream_cache import edition
from printkit.face.faces import art, layout_of
from rules import games

if TYPE_CHECKING:
    from rules.values.cards import Card

WIDTH_PX, HEIGHT_PX = 228, 152
"""Twice and thrice as many pixels as a tile is wide on a page: a phone's pixels are small."""
SCALES = (1, 2)
_QUALITY = {1: 41, 2: 50}
"""About 5 kB and 15 kB; drawn as they are, in flat colours, they look no better above that."""
_RAIL_MM = 0.35
"""How far the lines above and below the window reach into it."""


def tile_webp(card: Card, scale: int) -> bytes:
    """The middle of the card's art as WebP, 228 x 152 pixels times ``scale`` (1 or 2).

    Raises LayoutError for a card whose face cannot be drawn, PictureError for a picture that is not there any more.
    """
    drawing, box = art(card)
    low = 0.0 if games.spec(card.game).face(card).tracks else _RAIL_MM
    height = box.height - 2 * low
    width = min(box.width, height * WIDTH_PX / HEIGHT_PX)
    middle, _ = box.middle
    moved = Group(drawing, width / 2 - middle, -box.y - low)
    leaf = Leaf(width, height, (moved,), label="", section="", trim_mm=(0.0, 0.0, width, height))
    size = (WIDTH_PX * scale, HEIGHT_PX * scale)
    # Drawn twice as large and taken down: PDFium leaves hairline gaps between neighbouring fills.
    picture = page_picture(write_pdf([leaf], About(card.name, "", "Simplex")), 1, 2 * size[0])
    file = io.BytesIO()
    picture.convert("RGB").resize(size, Image.Resampling.BOX).save(file, "WEBP", quality=_QUALITY[scale], method=6)
    return file.getvalue()


def tile_version(card: Card) -> str:
    """Eight characters that are others as soon as the card's tile may look different."""
    words = (edition(), card, card.drawing, games.spec(card.game).face(card), layout_of(card.game))
    return hashlib.sha256(repr(words).encode("utf-8", "surrogatepass")).hexdigest()[:8]
