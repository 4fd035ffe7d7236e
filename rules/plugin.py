"""A game in Python that came as a package of its own: what it hands over, and which version of ``rules.api`` it is for.

The package names it in the entry point group ``tablewright.games`` under the game's id::

    [project.entry-points."tablewright.games"]
    lantern_walk = "lantern_walk:PLUGIN"
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.datagame.deck import no_cards, read_cards
from rules.game_protocol import Game
from rules.question_pages import Question
from rules.values.cards import Deck
from rules.values.rows import read_rows

API = (1, 2)
"""The version of ``rules.api``: the first number changes when something is taken away or means something else, the
second when something is added."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """A game and what belongs to it.

    ``api`` is the version of ``rules.api`` it was written for. ``deck`` is None for a game without cards. ``look`` is a
    ready look for its cards (templates/looks), ``face`` a file with a face of its own; both may be left out.
    ``questions`` are what people can ask of its calculators on a page. ``kit`` is a file of boards, tokens and boxes as
    docs/own-kits.md describes it (since 1.1). ``languages`` is a folder with what the game says in other languages, a
    file such as ``de.toml`` for each (since 1.2).
    """

    api: tuple[int, int]
    game: Game[Any]
    deck: Deck | None = None
    look: str = ""
    face: Path | None = None
    questions: tuple[Question, ...] = ()
    kit: Path | None = None
    languages: Path | None = None

    @property
    def cards(self) -> Deck:
        """Its deck, an empty one for a game without cards."""
        return self.deck if self.deck is not None else no_cards(self.game.info.id, self.game.info.title)


def too_new(api: tuple[int, int]) -> bool:
    """Whether a game for that version needs a newer Tablewright than this."""
    return api[0] > API[0] or (api[0] == API[0] and api[1] > API[1])


def too_old(api: tuple[int, int]) -> bool:
    """Whether what a game for that version uses may be gone by now."""
    return api[0] < API[0]


def deck_from_csv(data: bytes, *, game: str, letters: str, title: str, file: str = "cards.csv") -> Deck:
    """The deck in a table of cards as docs/own-games.md describes it: ``code`` and ``name``, and any columns beside.

    It is drawn on the face for cards of one's own. A card's id is its code in small letters unless it has an ``id``.

    Raises DeckError naming every fault with its line.
    """
    return read_cards(read_rows(data, file), file, game, letters, title, by_code=True)
