"""A game's components as data: ``templates/kits/<game>.toml``, or ``kit.toml`` in the folder of a game of one's own,
read with errors that name file, line and key."""

from __future__ import annotations

import difflib
import math
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import templates
from printkit.card_layout import Box
from printkit.card_layout.files import Files
from printkit.card_layout.records import Art
from printkit.card_layout.tables import parse
from printkit.print_refusal import LayoutError

FILE = "kit.toml"
OURS = "kits"
"""The folder of ``templates``; a file of somebody's own lies in none ("")."""
MOST_BYTES = 200_000
MOST_COPIES = 500
MOST_RULES = 60_000
"""Characters of a rules text that are printed unasked: some twenty pages."""
SIGNED_MM = 1000.0
_brought: dict[str, Kit] = {}


@dataclass(frozen=True, eq=False)
class Source:
    """A kit file: how messages call it, its text, what lies beside it; the title of its game where the face does not
    say it, and how many cards that has (0: a box says how many it holds)."""

    file: str
    folder: str = OURS
    text: str = ""
    files: Files = field(default_factory=lambda: Files(None))
    title: str = ""
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a kit file; ``place`` names it in errors."""

    place: str
    values: dict[str, Any]
    source: Source

    def wrong(self, key: str, cure: str) -> LayoutError:
        """The error to raise about a key."""
        source = self.source
        line = _line(source.text, self.place, key) if source.folder != OURS else 0
        return LayoutError(source.file, f"{self.place}.{key}".strip("."), cure, source.folder, line)

    def _expected(self, key: str, what: str) -> str:
        return f"expected {what}" if self.has(key) else f"is missing; expected {what}"

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return key in self.values

    def word(self, key: str, default: str | None = None) -> str:
        """A text."""
        value = self.values.get(key, default)
        if not isinstance(value, str):
            raise self.wrong(key, self._expected(key, 'a text in quotes, such as "waves"'))
        return value

    def number(self, key: str, default: float | None = None, least: float = 0.0, most: float = 1000.0) -> float:
        """A number, from 0 to 1000 where nothing else is said."""
        value = self.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
            such = min(63.0, (least + most) / 2)
            raise self.wrong(key, self._expected(key, f"a number from {least:g} to {most:g}, such as {such:g}"))
        return float(value)

    def count(self, key: str, default: int | None = 1, most: int = MOST_COPIES) -> int:
        """A whole number, of copies or cards."""
        value = self.values.get(key, default)
        if type(value) is not int or not 0 <= value <= most:
            raise self.wrong(key, f"expected a whole number from 0 to {most}")
        return value

    def words(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty where the key is missing."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.wrong(key, 'expected a list of texts, such as ["one", "two"]')
        return tuple(value)

    def numbers(self, key: str, count: int) -> tuple[float, ...]:
        """A list of so many numbers."""
        value = self.values.get(key)
        if not isinstance(value, list) or len(value) != count or not all(map(_is_length, value)):
            raise self.wrong(key, f"expected a list of {count} numbers")
        return tuple(float(n) for n in value)

    def size(self, key: str, least: float, most: float) -> tuple[float, float]:
        """[width, height] in mm, each within these."""
        width, height = self.numbers(key, 2)
        if not (least <= width <= most and least <= height <= most):
            raise self.wrong(key, f"expected [width, height] in mm, each from {least:g} to {most:g}")
        return width, height

    def box(self, key: str = "box", least: tuple[float, float] = (1.0, 1.0)) -> Box:
        """A box in mm: [x, y, width, height], ``least`` so wide and high."""
        box = Box(*self.numbers(key, 4))
        if box.width < least[0] or box.height < least[1]:
            raise self.wrong(key, f"is too small; make it {least[0]:g} mm wide and {least[1]:g} mm high at least")
        return box

    def tables(self, key: str) -> tuple[Table, ...]:
        """The tables of a ``[[key]]``; none where it is missing."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.wrong(key, f"expected tables such as [[{key}]]")
        return tuple(
            Table(f"{self.place}.{key}[{index}]".lstrip("."), item, self.source) for index, item in enumerate(value)
        )

    def table(self, key: str) -> Table | None:
        """One table, or None where it is missing."""
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self.wrong(key, f"expected a table such as [{key}]")
        return Table(f"{self.place}.{key}".lstrip("."), value, self.source)

    def picture(self, key: str = "picture") -> Art | None:
        """The picture a key names, None where it is missing. Raises LayoutError where it cannot be shown."""
        if not self.has(key):
            return None
        try:
            return self.source.files.picture(self.word(key))
        except ValueError as error:
            raise self.wrong(key, str(error)) from None

    def known(self, *keys: str) -> None:
        """Raises LayoutError for a key that is none of these."""
        for key in self.values:
            if key not in keys:
                close = difflib.get_close_matches(key, keys, n=1)
                raise self.wrong(key, f"is not known; {f'did you mean {close[0]}?' if close else 'leave it out'}")


def _is_length(value: object) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and math.isfinite(value) and abs(value) <= SIGNED_MM  # type: ignore[arg-type]  # a number


@dataclass(frozen=True, eq=False)
class Kit:
    """A game's kit as it was read. Two kits are equal where they are the same."""

    table: Table


def bring(game: str, kit: Kit) -> None:
    """Have a game's components made from this from now on: a game out of a folder."""
    _brought[game] = kit


def forget(game: str) -> None:
    """Have a game without components of its own again."""
    _brought.pop(game, None)


def own_kit(file: Path, title: str, cards: int) -> Kit:
    """The kit in a file of somebody's own, of a game with this title and so many cards. Raises LayoutError."""
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise LayoutError(str(file), "", f"cannot be read ({error.strerror}); look at who may read it", "") from None
    if len(data) > MOST_BYTES:
        raise LayoutError(str(file), "", f"is larger than {MOST_BYTES:,} bytes, and no kit is; shorten it", "")
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise LayoutError(str(file), "", "is not UTF-8; save it as a text in UTF-8", "", line) from None
    source = Source(str(file), "", text, Files(file.parent), title, cards)
    return Kit(Table("", parse(text, str(file), ""), source))


def with_rules(kit: Kit | None, text: str, folder: Path, title: str, cards: int) -> Kit | None:
    """The kit with the rules of its game as sheets of their own, unless it says itself what its rules are."""
    if not text.strip() or len(text) > MOST_RULES or (kit is not None and "rules" in kit.table.values):
        return kit
    source = kit.table.source if kit else Source(str(folder / FILE), "", "", Files(folder), title, cards)
    values = kit.table.values if kit else {}
    return Kit(Table("", {**values, "rules": [{"text": text}]}, source))


def read_kit(game: str) -> Kit:
    """The kit of a game; an empty one where it has none. Raises LayoutError where its file is not TOML."""
    return _brought[game] if game in _brought else _ours(game)


@cache
def _ours(game: str) -> Kit:
    file = f"{game}.toml"
    return our_kit(templates.text("kits", file) if file in templates.names("kits") else "", file)


def our_kit(text: str, file: str) -> Kit:
    """A kit of ours from TOML text. Raises LayoutError where it is not TOML."""
    return Kit(Table("", parse(text, file, OURS), Source(file)))


def _line(text: str, place: str, key: str) -> int:
    """The line a key of a table stands in, else the one where its table begins; tomllib does not say.

    ``place`` is as ``Table.place``: board[1].places[0].
    """
    lines = text.splitlines()
    start, end, at = 0, len(lines), 0
    names: list[str] = []
    for name, number in re.findall(r"(\w+)(?:\[(\d+)\])?", place):
        names.append(name)
        heading = re.compile(rf"\s*\[+\s*{re.escape('.'.join(names))}\s*\]+")
        found = [n for n in range(start, end) if heading.match(lines[n])]
        index = int(number or 0)
        if len(found) > index:
            start = at = found[index]
            after = (n for n in range(start + 1, end) if _leaves(lines[n], names))
            end = next(after, end)
        else:
            at = _inline(lines, start, end, name, index) or at
            start = at
    assigned = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=")
    own = next((n for n in range(start, end) if assigned.match(lines[n])), None)
    if own is None or (own != at and lines[at].lstrip().startswith("{")):
        own = at if place else next((n for n in range(end) if re.match(rf"\s*\[+\s*{re.escape(key)}\b", lines[n])), at)
    return own + 1


def _leaves(line: str, names: list[str]) -> bool:
    """Whether a line is the heading of a table that is not inside the one of these names."""
    found = re.match(r"\s*\[+\s*([\w.]+)\s*\]+\s*(#.*)?$", line)
    parts = found[1].split(".") if found else names
    return parts[: len(names)] != names or (found is not None and len(parts) == len(names))


def _inline(lines: list[str], start: int, end: int, name: str, index: int) -> int:
    """The line of the so-manieth table in braces of a list; 0 where it is not found."""
    begins = next((n for n in range(start, end) if re.match(rf"\s*{re.escape(name)}\s*=", lines[n])), None)
    if begins is None:
        return 0
    inner = [n for n in range(begins, end) if lines[n].lstrip().startswith("{")]
    return inner[index] if len(inner) > index else begins
