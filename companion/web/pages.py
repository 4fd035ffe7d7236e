"""Puts the pages on the application: templates, filters, routes, and kind answers to what does not work out."""

from __future__ import annotations

from typing import Any

from flask import Flask, request
from jinja2 import PackageLoader

from companion.web import (
    assets,
    calculators,
    cards,
    cutting,
    dice,
    home,
    naming,
    opening,
    owncards,
    phone,
    play,
    printers,
    printing,
    safely,
    scanning,
    scoring,
    seats,
)
from companion.web.eyes import FILTERS, fresh_id

ROOMS = (
    assets,
    calculators,
    cards,
    dice,
    home,
    naming,
    opening,
    play,
    safely,
    scanning,
    scoring,
    seats,
    cutting,
    printing,
    printers,
    owncards,
)


def register(app: Flask) -> None:
    """All pages, over the service in the application's extensions."""
    app.jinja_loader = PackageLoader("templates", "web")
    app.jinja_env.filters.update(FILTERS)
    app.jinja_env.globals.update(fresh_id=fresh_id, card_picture=cards.card_picture)
    app.context_processor(_everywhere)
    for room in ROOMS:
        app.register_blueprint(room.bp)


def _everywhere() -> dict[str, Any]:
    return {"theme": phone.theme(request), "here": request.full_path.rstrip("?"), "path": request.path}
