"""Editions of games out of folders, kept: a table is read again with the files it began with, whatever became of its
folder since.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import late
from companion.errors import Trouble
from companion.own_decks.folder_files import FolderFiles
from printkit.safe_files import write_whole
from rules import games
from rules.datagame import editions
from rules.game_protocol import EDITION, Level, Refusal
from rules.text import say
from rules.values.cards import DeckError
from rules.values.rows import Row

if TYPE_CHECKING:
    from rules.datagame.plan import Plan
    from rules.datagame.plan_reading import File

FOLDER = "editions"
FORMAT = 1
KEY = re.compile(r"[0-9a-f]{16}")
Options = tuple[tuple[str, bool | int | str], ...]
_current: dict[str, str] = {}
"""The newest edition of each game as it is kept, by its id."""


def learn(plan: Plan, toml: bytes, files: FolderFiles) -> str:
    """Have a folder's game known as the newest edition of it. Gives its digest. Raises DeckError."""
    kept: dict[str, Any] = {
        "tablewright_game_edition": FORMAT,
        "toml": toml.decode("utf-8-sig"),
        "tables": {},
        "texts": {},
    }
    for name in files.used:
        found = files[name]
        if isinstance(found, bytes):
            kept["texts"][name] = found.decode("utf-8-sig", "replace")
        else:
            kept["tables"][name] = [[line, list(row)] for line, row in found]
    text = json.dumps(kept, ensure_ascii=False, sort_keys=True)
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    editions.know(plan, digest, newest=True)
    _current[plan.id] = text
    return digest


class GameEditions:
    """The editions tables play, in ``editions/`` of the companion's folder. Tables find them there."""

    def __init__(self, data: Path) -> None:
        self.folder = data / FOLDER
        editions.look_in(self.find)

    def keep(self, game: str) -> str:
        """Have the newest edition of a game on disk, and give its digest: "" for a game that has none.

        Raises OSError.
        """
        digest = editions.newest(game) if games.brought(game) else ""
        if digest and not (file := self._file(game, digest)).is_file():
            write_whole({file: _current[game].encode()}, folders=True, sync=True)
        return digest

    def pinned(self, game: str, options: Options) -> Options:
        """The options with the edition the table plays, which is kept from now on. Raises Refusal STRUCT."""
        others = tuple(pair for pair in options if pair[0] != EDITION)
        try:
            digest = self.keep(game)
        except OSError as error:
            text = say("The game could not be kept for this table ({why}).", why=str(error.strerror))
            raise Refusal(Level.STRUCT, "not_kept", text) from None
        return (*others, (EDITION, digest)) if digest else others

    def bring(self, game: str, options: Options) -> None:
        """See that the edition of a table can be read before it is opened. Raises Trouble where it cannot."""
        for key, digest in options:
            if key == EDITION and editions.plan_of(game, str(digest)) is None:
                text = say(
                    "The edition of {game} this table plays cannot be read from {folder}.",
                    game=game,
                    folder=self.folder,
                )
                raise Trouble("no_edition", text)

    def find(self, game: str, digest: str) -> Plan | None:
        """An edition that is kept here, None where it is not, or cannot be read."""
        if not KEY.fullmatch(digest) or not games.brought(game):
            return None
        try:
            kept = json.loads(self._file(game, digest).read_text("utf-8"))
            tables: Mapping[str, File] = {name: _rows(rows) for name, rows in kept["tables"].items()}
            texts: Mapping[str, File] = {name: text.encode() for name, text in kept["texts"].items()}
            return late.plan_reading.read_game(kept["toml"].encode(), {**tables, **texts}, game)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, DeckError):
            return None

    def _file(self, game: str, digest: str) -> Path:
        return self.folder / f"{game}-{digest}.json"


def _rows(rows: Any) -> list[Row]:
    return [(int(line), [str(cell) for cell in row]) for line, row in rows]
