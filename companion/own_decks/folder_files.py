"""The files of a game's folder, each read when it is asked for: tables whatever program saved them, and texts."""

from __future__ import annotations

import errno
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from printkit.input.tables import is_table, read_table_file
from rules.values.cards import DeckError, Problem
from rules.values.rows import MAX_BYTES

if TYPE_CHECKING:
    from rules.datagame.plan_reading import File

TEXTS = (".md", ".txt")
MOST_FILES = 2000


class FolderFiles(Mapping[str, "File"]):
    """The tables and texts of a folder by name, none that is a link out of it. A table is given as its rows, a text as
    its bytes; asking for one raises DeckError where it cannot be read. ``notes`` are what had to be guessed to read
    them, ``used`` the names of those that were asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.notes = folder, list[str]()
        self.used: dict[str, None] = {}
        inside = folder.resolve()
        found = sorted(folder.iterdir())[:MOST_FILES]
        self._names = tuple(
            one.name for one in found if _wanted(one.name) and one.is_file() and one.resolve().is_relative_to(inside)
        )

    def __getitem__(self, name: str) -> File:
        if name not in self._names:
            raise KeyError(name)
        self.used[name] = None
        file = self.folder / name
        try:
            data = bounded(file, MAX_BYTES)
        except OSError as error:
            text = f"cannot be read ({error.strerror}); look at who may read it"
            raise DeckError([Problem(str(file), 1, "", text)]) from None
        if name.lower().endswith(TEXTS):
            return data
        table = read_table_file(data, str(file))
        self.notes += [f"{file}: {note}" for note in table.notes]
        return table.rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _wanted(name: str) -> bool:
    return is_table(name) or name.lower().endswith(TEXTS)


def bounded(file: Path, most: int) -> bytes:
    """No more of a file than it may have and one byte: enough to refuse a larger one. Raises OSError.

    A pipe or a device under that name is refused: to open it might never end.
    """
    mode = file.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.EINVAL, "it is no file", str(file))
    with file.open("rb") as opened:
        return opened.read(most + 1)
