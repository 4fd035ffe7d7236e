"""A game's first game in six pictures, and the facts people choose a game by: players, minutes, sheets to print.

The pictures are data (``templates/first/GAME.toml``), drawn as SVG by ``templates/web/_scene.html`` on a field of 320
by 180: things of the table, each with its place, made of our own card faces and a few drawn signs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from flask import Blueprint, abort

import templates
from companion import late
from companion.web.request import page, tables
from printkit.job import sheet_counts
from printkit.print_refusal import LayoutError, PrintError
from rules import games
from rules.game_protocol import GameInfo
from rules.values.cards import Deck

bp = Blueprint("first_games", __name__)
FOLDER = "first"


@dataclass(frozen=True, slots=True)
class Picture:
    """One of the six: what lies there, one sentence, and the section of the rulebook that says it in full."""

    text: str
    section: str
    things: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class FirstGame:
    """The card that stands for a game, and its six pictures. ``sets`` is how often its cards are printed to play."""

    cover: str
    sets: int
    pictures: tuple[Picture, ...]


_counted: dict[str, tuple[Deck, int]] = {}


@dataclass(frozen=True, slots=True)
class OnShelf:
    """A game as it stands on the shelf. ``cover`` is the id of a card, "" where the game has no picture of ours.

    ``sheets`` is how many sheets of A4 its cards take, printed on both sides; 0 where there is nothing to print.
    """

    info: GameInfo
    cover: str
    sheets: int

    @property
    def taught(self) -> bool:
        """Whether there is a first game in pictures."""
        return bool(self.cover)


@cache
def first_game(game: str) -> FirstGame | None:
    """The first game in pictures, or None where nobody has drawn one."""
    if f"{game}.toml" not in templates.names(FOLDER):
        return None
    found = tomllib.loads(templates.text(FOLDER, f"{game}.toml"))
    pictures = (Picture(one["text"], one["section"], tuple(one["things"])) for one in found["picture"])
    return FirstGame(found["cover"], found.get("sets", 1), tuple(pictures))


@cache
def sheets_to_print(game: str) -> int:
    """How many sheets of A4 the cards to play with take, both sides printed."""
    known = first_game(game)
    try:
        return sheet_counts.sheets(game) * (known.sets if known else 1)
    except (PrintError, KeyError):
        return 0


def _own_sheets(game: str) -> int:
    """How many sheets the cards of a game from elsewhere take, counted once for every edition of its deck."""
    deck = games.deck(game)
    known = _counted.get(game)
    if known is None or known[0] is not deck:
        try:
            count = late.print_job.plan(late.print_job.PrintSpec(game), deck).sheets if deck.cards else 0
        except (PrintError, LayoutError):  # told where it is printed
            count = 0
        _counted[game] = known = deck, count
    return known[1]


def shelf() -> tuple[OnShelf, ...]:
    """The games that can be played here."""
    known = tables().games
    return tuple(on_shelf(known.load(name).info) for name in known.playable())


def on_shelf(info: GameInfo) -> OnShelf:
    """One game with its facts. A game from elsewhere has no cover."""
    if info.id not in games.names():
        return OnShelf(info, "", 0)
    if games.brought(info.id):
        return OnShelf(info, "", _own_sheets(info.id))
    known = first_game(info.id)
    return OnShelf(info, known.cover if known else "", sheets_to_print(info.id))


@bp.get("/first/<game>")
def first(game: str) -> str:
    """The six pictures, one under the other: nothing to tap on the way."""
    found = first_game(game)
    if found is None or game not in tables().games.playable():
        abort(404)
    return page("first.html", game=on_shelf(tables().games.info(game)), first=found)
