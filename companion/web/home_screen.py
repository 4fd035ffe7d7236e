"""Tablewright among the apps of a phone: its manifest, its icons, and what it shows where the table is out of reach.

Browsers take all of it over HTTPS alone (and on this computer itself), so over plain HTTP nothing of it is offered. The
service worker keeps the shell and nothing else: a page that says what is wrong, and what that is drawn with. What
belongs to a table is never kept.
"""

from __future__ import annotations

import json
from functools import cache

from flask import Blueprint, Response, abort, render_template, url_for

from companion import late
from companion.web.assets import YEAR_S, kept
from companion.web.page_language import language
from companion.web.request import page
from companion.web.secure_connection import is_safe
from companion.web.static_files import page_modules, this_edition
from printkit.draw.display_list import Fill, Group, Item, Path, circle, colour, rectangle, rounded

bp = Blueprint("home_screen", __name__)
GROUND, BRASS, PAPER = "#1d1710", "#dcb55f", "#f8f1e1"
ICONS = {"192": (192, 1.0), "512": (512, 1.0), "maskable-512": (512, 0.78), "apple-180": (180, 0.9)}
"""Pixels and how large the mark is: a launcher may cut a maskable icon to a circle of four fifths."""
_SIDE_MM = 48.0
_STAR = ((24, 18.5), (25.5, 22.5), (29.5, 24), (25.5, 25.5), (24, 29.5), (22.5, 25.5), (18.5, 24), (22.5, 22.5))
_CARDS = ((20.5, 7, 7, 10), (20.5, 31, 7, 10), (31, 20.5, 10, 7), (7, 20.5, 10, 7))


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a phone wants to know of an app."""
    said = {
        "id": "/",
        "name": "Tablewright",
        "short_name": "Tablewright",
        "lang": language().code,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "orientation": "any",
        "theme_color": GROUND,
        "background_color": GROUND,
        "icons": [_icon(name) for name in ("192", "512", "maskable-512")],
    }
    answer = Response(json.dumps(said), mimetype="application/manifest+json")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _icon(name: str) -> dict[str, str]:
    pixels, _ = ICONS[name]
    purpose = "maskable" if name.startswith("maskable") else "any"
    return {"src": f"/icon/{name}.png", "sizes": f"{pixels}x{pixels}", "type": "image/png", "purpose": purpose}


@bp.get("/icon/<name>.png")
def icon(name: str) -> Response:
    """One of the icons."""
    if name not in ICONS:
        abort(404)
    return kept(Response(_png(*ICONS[name]), mimetype="image/png"), YEAR_S)


@cache
def _png(pixels: int, share: float) -> bytes:
    """Four cards around a table, on the dark of the room."""
    side, dark, brass, paper = _SIDE_MM, colour(GROUND), colour(BRASS), colour(PAPER)
    star = Path((("m", *_STAR[0]), *(("l", x, y) for x, y in _STAR[1:]), ("h",)))
    cards = [rounded(x, y, width, height_mm=height, radius_mm=1.4) for x, y, width, height in _CARDS]
    mark: list[Item] = [Fill(circle(24, 24, 23), brass), Fill(circle(24, 24, 21.2), dark)]
    mark += [*(Fill(card, paper) for card in cards), Fill(star, brass)]
    edge = side / 2 * (1 - share)
    drawing = (Fill(rectangle(0, 0, side, side), dark), Group(tuple(mark), edge, edge, scale=share))
    leaf = late.pdf.Leaf(side, side, drawing, label="", section="", trim_mm=(0.0, 0.0, side, side))
    return late.pdf_preview.page_png(
        late.pdf.write_pdf([leaf], late.pdf.About("Tablewright", "", "Simplex")), 1, pixels
    )


@bp.get("/offline")
def offline() -> str:
    """What the phone shows where the table is out of reach."""
    return page("offline.html")


@bp.get("/service-worker.js")
def service_worker() -> Response:
    """The script that keeps the shell on the phone. Nothing of it over plain HTTP."""
    if not is_safe():
        abort(404)
    fonts = [f"fonts/{name}.woff2" for name in ("Marcellus-Regular", "AlegreyaSans-Medium", "AlegreyaSans-Black")]
    names = ("page.css", "pages.css", "board.css", "first.js", "main.js", *page_modules("main.js"), "wood.svg", *fonts)
    shell = ["/offline", *(url_for("static", filename=name) for name in names)]
    text = render_template("service_worker.js", edition=f"{this_edition()}-{language().code}", shell=json.dumps(shell))
    answer = Response(text, mimetype="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    return answer
