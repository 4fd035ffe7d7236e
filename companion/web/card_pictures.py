"""Pictures of cards for screens: the printed face as an SVG that carries the few letters of its fonts along.

A picture on a page may load nothing, so fonts travel inside, cut down to the characters of that one card.
"""

from __future__ import annotations

import base64
import io
import re
from functools import lru_cache

from flask import Blueprint, Response, abort

from companion import late
from companion.web.assets import kept
from rules import games

bp = Blueprint("cards", __name__)
_KEYS = {"400": "title", "500": "text", "500i": "text-italic", "700": "text-bold", "800": "label", "900": "text-black"}
_STYLE = re.compile(r"style=\"font-family:'([^']+)'[^\"]*?font-weight:(\d+)(;font-style:italic)?[^\"]*\"")
# The picture's own style sheet and fonts stand inside it; scripts have no place there.
SECURITY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
KEPT_S = 24 * 3600


@bp.get("/card/<game>/<card>.svg")
def card(game: str, card: str) -> Response:
    """The front of a card."""
    if game not in games.names() or card not in games.deck(game).by_id:
        abort(404)
    answer = Response(with_fonts(late.faces.card_svg(game, card)), mimetype="image/svg+xml")
    answer.headers["Content-Security-Policy"] = SECURITY
    return kept(answer, KEPT_S)


def card_picture(game: str, name: str) -> str:
    """The address of the picture of the card of that name, "" where no card has it."""
    cards = reversed(games.deck(game).cards) if game in games.names() else ()
    found = next((card.id for card in cards if card.name == name), "")
    return f"/card/{game}/{found}.svg" if found else ""


@lru_cache(maxsize=256)  # a third of a second a card: the letters of its fonts are cut out; some 25 kB each
def with_fonts(drawn: str) -> bytes:
    """A drawn card with the letters it needs, for a page."""
    used = {(family, weight, bool(italic)) for family, weight, italic in _STYLE.findall(drawn)}
    letters = frozenset("".join(re.findall(r">([^<]+)<", drawn)))
    faces = "".join(_face(family, weight, letters, italic=italic) for family, weight, italic in sorted(used))
    return drawn.replace(">", f"><style>{faces}</style>", 1).encode()


def _face(family: str, weight: str, letters: frozenset[str], *, italic: bool) -> str:
    key = _KEYS.get(f"{weight}i" if italic else weight)
    if key is None:
        return ""
    options = late.subset.Options(flavor="woff2", layout_features=["kern", "liga"], notdef_outline=True, hinting=False)
    with late.subset.load_font(io.BytesIO(late.fonts.data(key)), options) as font:
        cutter = late.subset.Subsetter(options)
        cutter.populate(unicodes=[ord(letter) for letter in letters])
        cutter.subset(font)
        out = io.BytesIO()
        late.subset.save_font(font, out, options)
    data = base64.b64encode(out.getvalue()).decode("ascii")
    style = "italic" if italic else "normal"
    return (
        f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{style};"
        f"src:url(data:font/woff2;base64,{data})}}"
    )
