"""The columns of a card file: those every game has, and the parsers for their cells.

A parser takes a cell and gives a value, or raises ValueError saying what was expected.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from rules.values.code import COPIES_MAX, from_base36

T = TypeVar("T")
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Whole numbers from ``low`` to ``high``, in plain digits."""

    def parse(cell: str) -> int:
        if not _WHOLE.fullmatch(cell):
            raise ValueError(f"{shown(cell)} is not a whole number; expected {low} to {high}")
        number = int(cell)
        if not low <= number <= high:
            raise ValueError(f"{number} is outside {low} to {high}")
        return number

    return parse


def one_of(*words: str) -> Callable[[str], str]:
    """One word of a list; the refusal names the nearest."""

    def parse(cell: str) -> str:
        if cell in words:
            return cell
        raise ValueError(f"{shown(cell)} is not known; {nearest(cell, words)}")

    return parse


def yes_no(cell: str) -> bool:
    """1/0 and yes/no."""
    word = cell.lower()
    if word in ("1", "yes", "true"):
        return True
    if word in ("0", "no", "false"):
        return False
    raise ValueError(f"{shown(cell)} is neither yes (1) nor no (0)")


def listed(separator: str = ";", of: tuple[str, ...] = ()) -> Callable[[str], tuple[str, ...]]:
    """Several words in one cell; with ``of`` only those words."""
    known = one_of(*of) if of else str
    return lambda cell: tuple(known(part.strip()) for part in cell.split(separator) if part.strip())


def maybe(parse: Callable[[str], T]) -> Callable[[str], T | None]:
    """An empty cell is None; the rest is for ``parse``."""
    return lambda cell: parse(cell) if cell else None


def nearest(word: str, known: tuple[str, ...]) -> str:
    """What to say about an unknown word: the known one it is probably meant to be, or all of them."""
    close = difflib.get_close_matches(word[:80], known, n=1, cutoff=0.5)
    if close:
        return f"did you mean {close[0]}?"
    words = ", ".join(word for word in known if word)
    return f"expected one of {words}" + (", or nothing" if "" in known else "")


def one_line(cell: str) -> str:
    """A cell as it can stand in a message: one line, nothing a terminal would obey."""
    return "".join(character if character.isprintable() else "\ufffd" for character in " ".join(cell.split()))


def shown(cell: str) -> str:
    """A cell in quotation marks, short enough for one line."""
    line = one_line(cell)
    return f'"{line}"' if len(line) <= 40 else f'"{line[:39]}…"'


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
