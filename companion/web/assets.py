"""The suits' colours and QR pictures, made here from what is installed: nothing comes from the internet."""

from __future__ import annotations

import io
import re
import tomllib
from typing import Any

import qrcode
from flask import Blueprint, Response, abort, request

import templates
from companion import late
from printkit.art.glyphs import GLYPHS, placed
from printkit.draw.display_list import Fill, colour
from rules import games
from rules.values.own_deck import GAME as OWN

bp = Blueprint("assets", __name__)
YEAR_S = 365 * 24 * 3600
PATTERNS = (
    "repeating-linear-gradient(45deg, #0003 0 2px, #0000 2px 6px)",
    "repeating-linear-gradient(90deg, #0003 0 1.5px, #0000 1.5px 5px)",
    "radial-gradient(circle at 50% 50%, #0004 0 1.4px, #0000 1.6px) 0 0/5px 5px",
    "repeating-linear-gradient(45deg, #0002 0 1.5px, #0000 1.5px 5px), "
    "repeating-linear-gradient(-45deg, #0003 0 1.5px, #0000 1.5px 5px)",
    "repeating-linear-gradient(0deg, #0003 0 1.5px, #0000 1.5px 5px)",
    "repeating-radial-gradient(circle at 50% 120%, #0003 0 1.5px, #0000 1.5px 5px)",
    "linear-gradient(#0000, #0000)",
)
"""Colour never stands alone: every suit has a pattern of its own, in the order its file names them."""


@bp.get("/static/suits.css")
def suits() -> Response:
    """Colour and pattern of every suit of every game (or of ``game``), from the card faces' own files."""
    return kept(Response(suits_css(request.args.get("game", "")), mimetype="text/css"), 300)


def suits_css(only: str = "") -> str:
    """The rules, scoped by game; of one game alone where it is named.

    A file that cannot be read leaves its game in plain parchment.
    """
    faces = [(name, name.removesuffix(".toml")) for name in templates.names("cards")]
    faces += [(f"{OWN}.toml", name) for name in games.names() if games.brought(name)]
    rules = [rule for file, game in faces if only in ("", game) for rule in _game_rules(file, game)]
    return "\n".join(rules + [rule for game in games.names() if only in ("", game) for rule in _face_rules(game)])


def _face_rules(game: str) -> list[str]:
    """The colours a game of one's own has on its cards, where its own face says so."""
    if not games.brought(game) or game not in games.with_cards() or not re.fullmatch(r"[a-z0-9_]+", game):
        return []
    inks: dict[str, str] = {}
    try:
        layout, deck = late.card_layout.find_layout(game), games.deck(game)
        if not layout.suits:
            return []
        for card in deck.cards:
            face = deck.spec.face(card)
            if face.suit not in inks and re.fullmatch(r"[A-Za-z0-9_-]+", face.suit):
                ink = late.faces.suit_of(card, face, layout).colour
                inks[face.suit] = "#" + "".join(f"{round(255 * share):02X}" for share in ink)
    except (KeyError, ValueError):
        return []  # its face cannot be used now: the colours of cards of one's own stand in
    return [f".g-{game} .s-{suit} {{ --suit: {shown}; }}" for suit, shown in inks.items()]


@bp.get("/static/glyphs/<name>.svg")
def glyph(name: str) -> Response:
    """One of the glyphs of the card faces, in black; a page uses it as a mask and gives it its colour."""
    if name not in GLYPHS:
        abort(404)
    drawn = (Fill(placed(name, 12, 12, 11), (0.0, 0.0, 0.0), even_odd=True),)
    return kept(Response(late.svg.drawing_svg(drawn, (24, 24), name), mimetype="image/svg+xml"), YEAR_S)


def _game_rules(file: str, game: str) -> list[str]:
    try:
        face = tomllib.loads(templates.text("cards", file))
    except (ValueError, OSError):
        return []
    found = face.get("suit")
    if not isinstance(found, dict) or not re.fullmatch(r"[a-z0-9_]+", game):
        return []
    rules = []
    for number, (suit, entry) in enumerate(found.items()):
        shown = _hex(entry)
        if shown and re.fullmatch(r"[A-Za-z0-9_-]+", suit):
            pattern = PATTERNS[number % len(PATTERNS)]
            sign = entry.get("glyph") if isinstance(entry, dict) else None
            mask = f" --suit-glyph: url(/static/glyphs/{sign}.svg);" if sign in GLYPHS else ""
            rules.append(f".g-{game} .s-{suit} {{ --suit: {shown}; --suit-pattern: {pattern};{mask} }}")
            if number == 0:
                rules.append(f".g-{game} {{ --mood: {shown}; }}")
    return rules


def _hex(entry: Any) -> str:
    shown = entry.get("colour") if isinstance(entry, dict) else entry
    try:
        colour(str(shown))
    except ValueError:
        return ""
    return str(shown)


@bp.get("/qr.svg")
def qr() -> Response:
    """A QR code of an address of this server. Other texts are refused: we are no QR service for strangers."""
    text = request.args.get("to", "")
    if len(text) > 300 or not re.fullmatch(r"https?://[A-Za-z0-9.:\[\]%/_?=&#-]+", text):
        abort(404)
    return kept(Response(qr_svg(text), mimetype="image/svg+xml"), 3600)


def qr_svg(text: str) -> bytes:
    """The symbol as one SVG path, quiet zone included."""
    made = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M, border=4)
    made.add_data(text)
    out = io.BytesIO()
    made.make_image(image_factory=late.SvgPathImage).save(out)
    return out.getvalue()


def kept(response: Response, seconds: int) -> Response:
    """An answer browsers may keep that long."""
    response.cache_control.public = True
    response.cache_control.max_age = seconds
    response.add_etag()
    response.make_conditional(request)
    return response
