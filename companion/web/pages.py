"""Puts the pages on the application: templates, filters, routes, and kind answers to what does not work out."""

from __future__ import annotations

from typing import Any

from flask import Flask, request
from jinja2 import PackageLoader

from companion.web import assets, cards, home, opening, phone, play, printing, scanning, scoring, seats
from companion.web.eyes import FILTERS, fresh_id

BLUEPRINTS = (assets.bp, cards.bp, home.bp, opening.bp, play.bp, scanning.bp, scoring.bp, seats.bp, printing.bp)


def register(app: Flask) -> None:
    """All pages, over the service in the application's extensions."""
    app.jinja_loader = PackageLoader("templates", "web")
    app.jinja_env.filters.update(FILTERS)
    app.jinja_env.globals.update(fresh_id=fresh_id, card_picture=cards.card_picture)
    app.context_processor(_everywhere)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)


def _everywhere() -> dict[str, Any]:
    return {"theme": phone.theme(request), "here": request.full_path.rstrip("?"), "path": request.path}
