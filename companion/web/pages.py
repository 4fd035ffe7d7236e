"""Puts the pages on the application: templates, filters, routes, and kind answers to what does not work out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping
from functools import partial
from typing import Any

from flask import Flask, request
from flask.templating import Environment
from jinja2 import PackageLoader

from companion.web import (
    amend,
    art_tiles,
    assets,
    board_things,
    calculators,
    card_pictures,
    card_statistics,
    club,
    cookies,
    counter,
    cutting_machines,
    first_games,
    game_rules,
    history,
    home,
    home_screen,
    host,
    identify_photo,
    lobby,
    log_page,
    own_decks,
    owner,
    page_fonts,
    page_language,
    play,
    print_page,
    printers,
    replay,
    scan,
    score_page,
    seats,
    secure_connection,
    set_aside,
    settings,
    table_screen,
    teach,
    teach_live,
    which_card,
)
from companion.web.kept_fragments import ID_MARK, KeptFragments
from companion.web.template_helpers import FILTERS

PAGES = (
    amend,
    art_tiles,
    assets,
    board_things,
    calculators,
    card_pictures,
    card_statistics,
    club,
    counter,
    first_games,
    game_rules,
    history,
    home,
    home_screen,
    host,
    identify_photo,
    lobby,
    log_page,
    play,
    secure_connection,
    replay,
    settings,
    scan,
    score_page,
    set_aside,
    table_screen,
    teach,
    teach_live,
    seats,
    cutting_machines,
    print_page,
    printers,
    own_decks,
    owner,
    page_fonts,
    which_card,
)
FIRST = ("home.html", "new.html", "join.html", "_blocks.html", "lobby.html", "play.html", "table.html", "print.html",
         "scan.html")  # fmt: skip


class _Environment(Environment):
    """Templates whose globals are looked up in one step: each macro that is imported compares them, some six a screen.

    All of them stand before the first template is loaded.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


def register(app: Flask) -> None:
    """All pages, over the service in the application's extensions."""
    page_language.register(app)
    app.jinja_environment = _Environment
    app.jinja_loader = PackageLoader("templates", "web")
    app.jinja_env.add_extension(KeptFragments)
    app.jinja_env.filters.update(FILTERS, worded=page_language.worded_filter)
    app.jinja_env.globals.update(
        _=page_language.sentence,
        fresh_id=lambda: ID_MARK,
        is_safe=secure_connection.is_safe,
        card_picture=card_pictures.card_picture,
        is_owner=owner.is_owner,
        place_said=score_page.place_said,
        tile=art_tiles.tile,
    )
    app.context_processor(_everywhere)
    for one in PAGES:
        app.register_blueprint(one.bp)


def first_used(app: Flask) -> Iterator[Callable[[], object]]:
    """Ways to have what the first pages need before somebody asks for one: languages, and templates compiled."""
    yield page_language.there_are
    for name in FIRST:
        yield partial(app.jinja_env.get_template, name)


def _everywhere() -> dict[str, Any]:
    return {
        "theme": cookies.theme(request),
        "sound": cookies.sound(request),
        "drag": cookies.drag(request),
        "flat": cookies.flat(request),
        "lang": page_language.language().code,
        "script_words": page_language.script_words(),
        "here": request.full_path.rstrip("?"),
        "path": request.path,
    }
