"""The columns every card file has, whatever the game: what a cell of each may hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.code import COPIES_MAX, from_base36
from rules.columns import shown, whole_number


@dataclass(frozen=True, slots=True)
class Column:
    """A column a game adds. ``parse`` turns the cell into a value and raises ValueError saying what was expected.

    ``default`` is the cell assumed where the column or the cell is empty; None makes the column required.
    """

    name: str
    parse: Callable[[str], object] = str
    default: str | None = ""


def _card_number(cell: str) -> str:
    # A spreadsheet strips leading zeros from 001.
    code = cell.upper().rjust(3, "0")
    if not cell or not cell.isascii() or len(code) != 3 or from_base36(code) is None:
        raise ValueError(f"{shown(cell)} is not a card number; expected three of 0-9 A-Z, such as 01F")
    return code


def _identifier(cell: str) -> str:
    if not cell or not cell.isascii() or not cell.replace("_", "a").isalnum() or cell != cell.lower():
        raise ValueError(
            f"{shown(cell)} is not an id; expected lower-case letters, digits and _, as in sky_dance_dragon"
        )
    return cell


def _present(cell: str) -> str:
    if not cell:
        raise ValueError("is empty; expected a text")
    return cell


BASE_COLUMNS = (
    Column("id", _identifier, None),
    Column("code", _card_number, None),
    Column("name", _present, None),
    Column("copies", whole_number(0, COPIES_MAX), None),
    Column("back", str, ""),
    Column("text", str, ""),
)


OPTIONAL_BASE = (
    Column("id", lambda cell: _identifier(cell) if cell else ""),
    Column("code", lambda cell: _card_number(cell) if cell else ""),
    Column("name", _present, None),
    Column("copies", whole_number(0, COPIES_MAX), "1"),
    *BASE_COLUMNS[4:],
)
"""The same columns where whoever made the file need not think of ids."""
