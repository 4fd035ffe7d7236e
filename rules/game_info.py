"""What a game is before anybody plays it: title, players, house rules to choose from, and how a table begins.

Apart from the contract of a game, so that a list of games can be shown without loading what their tables need.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.event import Level, Refusal
from rules.text import say

Mode = Literal["play", "score"]


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule of a game, chosen when a table opens. ``values`` lists them, the default first.

    ``names`` are what people read for them, in the same order; empty where the values say it themselves.
    """

    id: str
    label: str
    values: tuple[bool | int | str, ...]
    detail: str = ""
    ruling: str = ""
    names: tuple[str, ...] = ()

    @property
    def default(self) -> bool | int | str:
        return self.values[0]


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What a game is, for lists and headers. ``rulebook`` is how its rulebook is cited.

    ``minutes`` is about how long a game takes, (0, 0) where nobody has said.
    """

    id: str
    title: str
    about: str
    players: tuple[int, int]
    rulebook: str
    options: tuple[Option, ...] = ()
    modes: tuple[Mode, ...] = ("play",)
    decks: Literal["", "one", "several"] = ""
    """Whether a table may play with decks people typed in: one in place of its cards, or several beside them."""
    minutes: tuple[int, int] = (0, 0)
    editions: bool = False
    """Whether its rules may change while tables play, each with the edition it began with."""


DECKS = "decks"
"""The option of every game that takes decks people typed in: the keys of the decks, with spaces between them."""


EDITION = "edition"
"""The option of every game out of a folder that names which edition of it a table plays (``rules.datagame.editions``).
"""


@dataclass(frozen=True, slots=True)
class Setup:
    """How a table begins: how many seats, the options as (id, value) pairs, tracked play or only the score."""

    players: int
    options: tuple[tuple[str, bool | int | str], ...] = ()
    mode: Mode = "play"

    @property
    def decks(self) -> tuple[str, ...]:
        """The keys of the decks somebody typed in that the table plays with (``rules.games.deck_with``)."""
        return tuple(word for key, value in self.options if key == DECKS for word in str(value).split())

    @property
    def edition(self) -> str:
        """The edition the table plays, "" where its game has none."""
        return next((str(value) for key, value in self.options if key == EDITION), "")

    def chosen(self, info: GameInfo) -> dict[str, bool | int | str]:
        """Every option of the game with its value at this table, decks apart.

        Raises Refusal STRUCT on a foreign id or value.
        """
        values = {option.id: option.default for option in info.options}
        for key, value in self.options:
            if key == DECKS and info.decks:
                self._check_decks(info)
                continue
            if key == EDITION and info.editions:
                continue
            option = next((o for o in info.options if o.id == key), None)
            if option is None:
                raise Refusal(
                    Level.STRUCT, "bad_option", say("{title} has no option called {key}", title=info.title, key=key)
                )
            if not any(type(value) is type(v) and value == v for v in option.values):
                words = ", ".join(str(v) for v in option.values)
                raise Refusal(
                    Level.STRUCT,
                    "bad_option",
                    say("{label}: {value} is not among {words}", label=option.label, value=value, words=words),
                )
            values[key] = value
        return values

    def _check_decks(self, info: GameInfo) -> None:
        if info.decks == "one" and len(self.decks) > 1:
            text = say("{title} is played with one deck; choose one of them.", title=info.title)
            raise Refusal(Level.STRUCT, "bad_option", text)
