"""Small pictures of cards' art for pages: ``/tile/GAME/CARD.webp``, and ``CARD@2x.webp`` twice as large.

Drawn when first asked for (some hundredths of a second) and kept in memory. The address a page uses says which version
of the picture it means, so a phone asks once and then never again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import lru_cache
from urllib.parse import quote

from flask import Blueprint, Response, abort, request

from companion import late
from companion.web.assets import YEAR_S, kept
from printkit.print_refusal import LayoutError
from rules import games
from rules.values.cards import Card
from rules.values.picture import PictureError

bp = Blueprint("tiles", __name__)
LARGE = "@2x"
MOST_BYTES = 24_000_000
"""All cards of all games in both sizes are 4 MB; the rest is for games and decks of people's own."""
SHORT_S = 300
"""How long an address without a version may be kept."""


class _Shelf:
    """The tiles in memory, the longest unused leaving first."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.drawing = threading.Lock()
        self.held: OrderedDict[tuple[str, str, str, int], bytes] = OrderedDict()
        self.bytes = 0

    def find(self, key: tuple[str, str, str, int]) -> bytes | None:
        with self.lock:
            if key in self.held:
                self.held.move_to_end(key)
            return self.held.get(key)

    def keep(self, key: tuple[str, str, str, int], tile: bytes) -> None:
        with self.lock:
            self.bytes += len(tile) - len(self.held.pop(key, b""))
            self.held[key] = tile
            while self.bytes > MOST_BYTES and len(self.held) > 1:
                self.bytes -= len(self.held.popitem(last=False)[1])


_shelf = _Shelf()


@bp.get("/tile/<game>/<name>.webp")
def tile_picture(game: str, name: str) -> Response:
    """The tile of a card, by its id."""
    card = _card(game, name.removesuffix(LARGE))
    if card is None:
        abort(404)
    try:
        version = _version(card)
        data = _drawn(card, version, 2 if name.endswith(LARGE) else 1)
    except (LayoutError, PictureError, OSError):
        abort(404)
    answer = kept(Response(data, mimetype="image/webp"), YEAR_S if request.args.get("v") == version else SHORT_S)
    answer.cache_control.immutable = request.args.get("v") == version
    return answer


def tile(game: str, name: str, *, large: bool = False) -> str:
    """The address of the tile of a card, by its id or its name; "" where no card of the game has it."""
    card = _card(game, name) or games.card_named(game, name)
    try:
        version = _version(card) if card else ""
    except LayoutError:
        return ""
    if card is None:
        return ""
    return f"/tile/{quote(game, safe='')}/{quote(card.id, safe='')}{LARGE if large else ''}.webp?v={version}"


def _card(game: str, card_id: str) -> Card | None:
    return games.card(game, card_id) if game in games.names() else None


def _drawn(card: Card, version: str, scale: int) -> bytes:
    key = (card.game, card.id, version, scale)
    found = _shelf.find(key)
    if found is None:
        with _shelf.drawing:  # forty at once are one page that opens; drawn one by one they are done as soon
            found = _shelf.find(key) or late.art_tile.tile_webp(card, scale)
        _shelf.keep(key, found)
    return found


@lru_cache(maxsize=4096)
def _version(card: Card) -> str:
    return late.art_tile.tile_version(card)
