"""Names of faces from a file: a text with one a line, or a table with a column called name."""

from __future__ import annotations

from collections.abc import Sequence

from companion.own_decks.taught_decks import MOST_FACE_NAME, MOST_FACES
from printkit.input.tables import read_table_file
from rules.values.rows import DeckError, Problem


def names_in(data: bytes, file: str) -> tuple[str, ...]:
    """The names, in their order. Raises DeckError for a table that cannot be read or has no column called name."""
    if file.lower().endswith(".txt"):
        return counted(tidied(data.decode("utf-8-sig", "replace").splitlines()), file)
    (_, header), *rows = read_table_file(data, file).rows
    column = next((at for at, name in enumerate(header) if name.strip().casefold() == "name"), None)
    if column is None:
        raise DeckError([Problem(file, 1, "", "there is no column called name")])
    return counted(tidied([row[column] for _, row in rows if column < len(row)]), file)


def counted(names: tuple[str, ...], file: str) -> tuple[str, ...]:
    """The names. Raises DeckError where a deck cannot have so many faces."""
    if len(names) > MOST_FACES:
        text = f"a deck has at most {MOST_FACES} faces, and these are {len(names)} names; teach it as two decks"
        raise DeckError([Problem(file, MOST_FACES + 1, "", text)])
    return names


def tidied(lines: Sequence[str]) -> tuple[str, ...]:
    """Names as they are kept: without spaces around them, empty ones left out."""
    plain = ("".join(c for c in line if c.isprintable()).strip()[:MOST_FACE_NAME] for line in lines)
    return tuple(filter(None, plain))
