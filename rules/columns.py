"""Parsers for the columns of a card file: a cell in, a value out, or ValueError saying what was expected."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from typing import TypeVar

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
