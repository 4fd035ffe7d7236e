"""A game's components as data: ``templates/kits/<game>.toml``, read with errors that name file and key."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import templates
from printkit.card_layout import Box, LayoutError


def has_kit(game: str) -> bool:
    """Whether there is a kit file for the game."""
    return f"{game}.toml" in templates.names("kits")


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a kit file; ``place`` names it in errors."""

    place: str
    values: dict[str, Any]

    def wrong(self, key: str, cure: str) -> LayoutError:
        """The error to raise about a key."""
        file, _, inner = self.place.partition(".toml")
        return LayoutError(f"{file}.toml", f"{inner}.{key}".lstrip("."), cure, folder="kits")

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return key in self.values

    def word(self, key: str, default: str | None = None) -> str:
        """A text."""
        value = self.values.get(key, default)
        if not isinstance(value, str):
            raise self.wrong(key, 'expected a text in quotes, such as "waves"')
        return value

    def number(self, key: str, default: float | None = None) -> float:
        """A number from 0 to 1000."""
        value = self.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1000:
            raise self.wrong(key, "expected a number from 0 to 1000, such as 63.0")
        return float(value)

    def count(self, key: str, default: int = 1) -> int:
        """A whole number of copies."""
        return round(self.number(key, default))

    def words(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty where the key is missing."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.wrong(key, 'expected a list of texts, such as ["one", "two"]')
        return tuple(value)

    def numbers(self, key: str, count: int) -> tuple[float, ...]:
        """A list of so many numbers."""
        value = self.values.get(key)
        if not isinstance(value, list) or len(value) != count or not all(isinstance(n, int | float) for n in value):
            raise self.wrong(key, f"expected a list of {count} numbers")
        return tuple(float(n) for n in value)

    def box(self, key: str = "box") -> Box:
        """A box in mm: [x, y, width, height]."""
        return Box(*self.numbers(key, 4))

    def tables(self, key: str) -> tuple[Table, ...]:
        """The tables of a ``[[key]]``; none where it is missing."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.wrong(key, f"expected tables such as [[{key}]]")
        return tuple(Table(f"{self.place}.{key}[{index}]", item) for index, item in enumerate(value))

    def table(self, key: str) -> Table | None:
        """One table, or None where it is missing."""
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self.wrong(key, f"expected a table such as [{key}]")
        return Table(f"{self.place}.{key}", value)

    def known(self, *keys: str) -> None:
        """Raises LayoutError for a key that is none of these."""
        for key in self.values:
            if key not in keys:
                close = difflib.get_close_matches(key, keys, n=1)
                raise self.wrong(key, f"is not known; {f'did you mean {close[0]}?' if close else 'leave it out'}")


def read_kit(game: str) -> Table:
    """The kit file of a game; an empty table where it has none. Raises LayoutError where it is not TOML."""
    file = f"{game}.toml"
    if not has_kit(game):
        return Table(file, {})
    try:
        return Table(file, tomllib.loads(templates.text("kits", file)))
    except tomllib.TOMLDecodeError as error:
        raise LayoutError(file, "the file", f"cannot be read as TOML: {error}", folder="kits") from None


def every(kit: Table, *keys: str) -> Iterator[tuple[str, Table]]:
    """The tables of several ``[[key]]``, as (key, table)."""
    for key in keys:
        for table in kit.tables(key):
            yield key, table
