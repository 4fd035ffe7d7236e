"""Editions of games out of folders, kept: a table is read again with the files it began with, whatever became of its
folder since.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.errors import Trouble
from companion.own_decks.folder_files import FolderFiles
from printkit.safe_files import write_whole
from rules import games
from rules.datagame import Plan, editions, read_game
from rules.datagame.plan_reading import File
from rules.game_protocol import EDITION, Level, Refusal
from rules.text import say
from rules.values.cards import DeckError

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
    """The editions tables play, in ``editions/`` of the companion's folder."""

    def __init__(self, data: Path) -> None:
        self.folder = data / FOLDER

    def pinned(self, game: str, options: Options) -> Options:
        """The options with the edition the table plays, which is kept from now on. Raises Refusal STRUCT."""
        others = tuple(pair for pair in options if pair[0] != EDITION)
        digest = editions.newest(game) if games.brought(game) else ""
        if not digest:
            return others
        file = self._file(game, digest)
        try:
            if not file.is_file():
                write_whole({file: _current[game].encode()}, folders=True, sync=True)
        except OSError as error:
            text = say("The game could not be kept for this table ({why}).", why=str(error.strerror))
            raise Refusal(Level.STRUCT, "not_kept", text) from None
        return (*others, (EDITION, digest))

    def bring(self, game: str, options: Options) -> None:
        """Have the editions of a table known before it is opened. Raises Trouble where one cannot be read."""
        for key, digest in options:
            known = editions.plan_of(game, str(digest)) is not None
            if key == EDITION and not known and KEY.fullmatch(str(digest)):
                self._read(game, str(digest))

    def _read(self, game: str, digest: str) -> None:
        file = self._file(game, digest)
        try:
            kept = json.loads(file.read_text("utf-8"))
            tables: Mapping[str, File] = {
                name: [(int(line), [str(cell) for cell in row]) for line, row in rows]
                for name, rows in kept["tables"].items()
            }
            texts: Mapping[str, File] = {name: text.encode() for name, text in kept["texts"].items()}
            editions.know(read_game(kept["toml"].encode(), {**tables, **texts}, game), digest)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, DeckError):
            text = say("The edition of {game} this table plays cannot be read from {folder}.", game=game, folder=file)
            raise Trouble("no_edition", text) from None

    def _file(self, game: str, digest: str) -> Path:
        return self.folder / f"{game}-{digest}.json"
