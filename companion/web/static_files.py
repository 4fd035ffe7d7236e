"""Style sheets, scripts and pictures of pages, as small as they can be sent and asked for once.

Everything a page is made of stands under ``/static/v-EDITION/``, where EDITION changes with any of it: browsers keep
those files for good, and what one file names relative to itself (a module, a picture, a font) is of the same edition.
The same files without an edition are kept for a moment only. Style sheets and scripts lose comments and spaces on the
way; what always goes together goes as one (``SHEETS``). All are compressed once, as hard as it goes.
"""

from __future__ import annotations

import hashlib
import logging
import mimetypes
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Any

import brotli
import rcssmin
import rjsmin
import zopfli.gzip
from flask import Flask, Response, abort, request

from companion.web import assets, page_fonts, script_bundle

ENDPOINT = "static"
FOLDER: Traversable = files("companion") / "static"
FONTS = "fonts.css"
_OF_SOME_GAMES: Mapping[str, tuple[str, ...]] = {
    "boards-troops.css": ("tower",),
    "boards-life.css": ("breeds",),
    "share.css": ("gilfate", "tower"),
}
"""What only some games draw, with their names: a table of another would load it for nothing."""
_BOARD = ("boards.css", "boards-troops.css", "boards-life.css", "picks.css")
_OF_A_GAME = "game-"
SHEETS = {
    "page.css": (FONTS, "style.css"),
    "board.css": (*_BOARD, "questions.css"),
    "play.css": (*_BOARD, "touch.css", "share.css"),
}
"""Style sheets that are sent as one; ``play-GAME.css`` is ``play.css`` with what only that game's board needs."""
SHORT_S = 300
"""How long a file may be kept under an address that says no edition, or another one."""
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_COMPRESSIBLE = frozenset(_TYPES)
_PACKED: Mapping[str, Callable[[bytes], bytes]] = {"br": brotli.compress, "gzip": zopfli.gzip.compress}


_ENTRIES_ALONE = "".join(f'import "./{name}";\n' for name in script_bundle.ENTRIES)
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sent:
    """A file as it is sent: its type, its bytes, and whether they get smaller by compressing."""

    mimetype: str
    data: bytes
    compressible: bool


def register(app: Flask) -> None:
    """The files on the application, under the endpoint Flask has for its own; ``url_for`` gives the kept address."""
    app.add_url_rule("/static/<path:filename>", ENDPOINT, _answer)
    app.add_url_rule("/static/v-<edition>/<path:filename>", ENDPOINT, _answer)
    app.url_defaults(_with_edition)
    app.jinja_env.globals.update(page_modules=page_modules)


def _with_edition(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint == ENDPOINT:
        values.setdefault("edition", this_edition())


def _answer(filename: str, edition: str = "") -> Response:
    sent = _sent(filename) if _is_there(filename) else None
    if sent is None:
        abort(404)
    answer = Response(sent.data, mimetype=sent.mimetype)
    how = request.accept_encodings.best_match(list(_PACKED)) if sent.compressible else None
    if how and request.accept_encodings[how] > 0:
        answer.set_data(_packed(filename, how))
        answer.headers["Content-Encoding"] = how
    if sent.compressible:
        answer.vary.add("Accept-Encoding")
    if edition != this_edition():
        return assets.kept(answer, SHORT_S)
    answer.cache_control.public = answer.cache_control.immutable = True  # so nobody asks again, and no ETag is needed
    answer.cache_control.max_age = assets.YEAR_S
    return answer


@cache
def this_edition() -> str:
    """Eight characters that are others as soon as any of the files is."""
    digest = hashlib.sha256(page_fonts.css().encode())
    for name in sorted(_names()):
        digest.update(name.encode() + b"\0" + (FOLDER / name).read_bytes())
    return digest.hexdigest()[:8]


def sheets() -> dict[str, tuple[str, ...]]:
    """All style sheets that are sent as one, with what they are made of."""
    games = (name.removeprefix(_OF_A_GAME) for name in _names() if name.startswith(_OF_A_GAME))
    own = {"play-own.css": (*SHEETS["play.css"], "pad.css")}
    return {**SHEETS, **own, **{f"play-{game}": _of_game(game) for game in games}}


def _of_game(file: str) -> tuple[str, ...]:
    """The parts of the sheet of a game whose own part is in that file."""
    game = file.removesuffix(".css")
    parts = (name for name in SHEETS["play.css"] if game in _OF_SOME_GAMES.get(name, (game,)))
    return (*parts, _OF_A_GAME + file)


def play_sheet(game: str, *, own: bool = False) -> str:
    """The name of the style sheet of a game's table; ``own`` where the game is out of a folder."""
    if own:
        return "play-own.css"
    own_sheet = f"play-{game}.css"
    return own_sheet if own_sheet in sheets() else "play.css"


def _is_there(name: str) -> bool:
    alone = name.removeprefix(script_bundle.FOLDER)
    return (
        name in _names()
        or name in sheets()
        or name == script_bundle.BUNDLE
        or (alone in _names() and alone.endswith(".js"))
    )


@cache
def _names() -> frozenset[str]:
    return frozenset(item.name for item in FOLDER.iterdir() if item.is_file())


@cache
def _sent(name: str) -> Sent:
    ending = PurePosixPath(name).suffix
    kind = _TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Sent(kind, _shortened(name), ending in _COMPRESSIBLE)


@cache
def _packed(name: str, how: str) -> bytes:
    """A file compressed: when somebody first asks for it so, for as small as it gets takes its time."""
    return _PACKED[how](_sent(name).data)


def _shortened(name: str) -> bytes:
    if name in sheets():
        return b"\n".join(map(_shortened, sheets()[name]))
    if name.endswith(".css"):
        return str(rcssmin.cssmin(page_fonts.css() if name == FONTS else _text(name))).encode()
    return str(rjsmin.jsmin(_script(name))).encode() if name.endswith(".js") else (FOLDER / name).read_bytes()


def _script(name: str) -> str:
    alone = name.removeprefix(script_bundle.FOLDER)
    if name == script_bundle.BUNDLE:
        return script_bundle.bundle(_text) if _bundled() else _ENTRIES_ALONE
    return script_bundle.handing_on(alone, _text) if name != alone and alone in _bundled() else _text(alone)


def _text(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


@cache
def _bundled() -> frozenset[str]:
    try:
        script_bundle.bundle(_text)
    except ValueError as problem:  # then the modules are loaded one by one, as they are written
        log.warning("the scripts are not sent as one: %s", problem)
        return frozenset()
    return frozenset(script_bundle.modules(_text))


@cache
def page_modules(name: str) -> tuple[str, ...]:
    """What a script imports, and what that imports: named in the page's head, they are fetched at once."""
    found = tuple(script_bundle.imports(_text(name)))
    return tuple(dict.fromkeys([*found, *(inner for module in found for inner in page_modules(module))]))
