"""Names of faces from a file: a text with one a line, or a table with a column called name."""

from __future__ import annotations

from companion.own_decks.taught_decks import MOST_FACE_NAME, MOST_FACES
from printkit.input.tables import read_table_file
from rules.values.rows import DeckError, Problem


def names_in(data: bytes, file: str) -> tuple[str, ...]:
    """The names, in their order. Raises DeckError for a table that cannot be read or has no column called name."""
    if file.lower().endswith(".txt"):
        return tidied(data.decode("utf-8-sig", "replace").splitlines())
    (_, header), *rows = read_table_file(data, file).rows
    column = next((at for at, name in enumerate(header) if name.strip().casefold() == "name"), None)
    if column is None:
        raise DeckError([Problem(file, 1, "", "there is no column called name")])
    return tidied([row[column] for _, row in rows if column < len(row)])


def tidied(lines: list[str]) -> tuple[str, ...]:
    """Names as they are kept: without spaces around them, empty ones left out, no more than a deck may have faces."""
    plain = ("".join(c for c in line if c.isprintable()).strip()[:MOST_FACE_NAME] for line in lines)
    return tuple(name for name in plain if name)[:MOST_FACES]
