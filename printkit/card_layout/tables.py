"""A face's TOML tables, read with care: every fault is told with file, line, key and cure."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from printkit.card_layout.records import Box
from printkit.draw.display_list import Colour, colour
from printkit.print_refusal import LayoutError

OURS, LOOKS = "cards", "looks"
"""Folders of ``templates``; a file of somebody's own lies in none (\"\")."""
MOST_MM = 500.0


def parse(text: str, file: str, folder: str = OURS) -> dict[str, Any]:
    """A file's tables. Raises LayoutError where it is no TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        said = re.sub(r" \(at .*", "", str(error))
        line = int(found[1]) if found else len(text.rstrip().splitlines())  # it ended too early
        raise LayoutError(
            file, "the file", f"cannot be read as TOML: {said}; correct that line", folder, line
        ) from None
    except RecursionError:
        raise LayoutError(file, "the file", "holds brackets in brackets without end; leave them out", folder) from None


def merged(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Both, ``own`` where they differ; tables are merged, everything else is replaced."""
    both = dict(base)
    for key, value in own.items():
        old = both.get(key)
        both[key] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return both


def line_of(text: str, key: str) -> int:
    """The line a dotted key stands in, or its table begins; 0 where it is not in the file."""
    best = here = 0
    parts, inside = key.replace("[", "").replace("]", "").split("."), list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        heading = re.match(r"\s*\[+\s*([^\]]+?)\s*\]+", line)
        assigned = re.match(r"\s*[\"']?([\w.-]+)[\"']?\s*=", line)
        if heading:
            inside = [part.strip(" \"'") for part in heading[1].split(".")]
            whole = inside
        elif assigned:
            whole = [*inside, *assigned[1].split(".")]
        else:
            continue
        shared = sum(1 for _ in _common(whole, parts))
        if shared == len(whole) and shared > here:
            best, here = number, shared
    return best


def _common(one: list[str], other: list[str]) -> Iterable[str]:
    for a, b in zip(one, other, strict=False):
        if a != b:
            return
        yield a


@dataclass(frozen=True, slots=True)
class Reader:
    """The tables of one face, and the files they came from, the last one first."""

    file: str
    table: dict[str, Any]
    folder: str = OURS
    texts: tuple[tuple[str, str, str], ...] = field(default=(), repr=False)
    """(file, folder, text) of each, the one that is read last first."""

    def fault(self, key: str, cure: str) -> NoReturn:
        """Raise LayoutError, naming the file that says so and the line."""
        for file, folder, text in self.texts:
            line = line_of(text, key)
            if line:
                raise LayoutError(file, key, cure, folder, 0 if folder == OURS else line)
        raise LayoutError(self.file, key, cure, self.folder)

    def section(self, key: str) -> dict[str, Any]:
        """A table of tables."""
        found = self.table.get(key, {})
        if not isinstance(found, dict):
            self.fault(key, f"expected sections such as [{key}.name]")
        return found

    def named(self, key: str, name: str) -> dict[str, Any]:
        """One table of a section."""
        found = self.section(key)[name]
        if not isinstance(found, dict):
            self.fault(f"{key}.{name}", f"expected a table: [{key}.{name}]")
        return found

    def only(self, table: dict[str, Any], known: Iterable[str], place: str = "") -> None:
        """Refuse a key that is not known, naming the nearest."""
        known = tuple(known)
        for key in table:
            if key not in known:
                close = difflib.get_close_matches(str(key), known, n=1)
                cure = f"did you mean {close[0]}?" if close else "leave it out"
                self.fault(f"{place}.{key}".lstrip("."), f"is not known; {cure}")

    def number(self, table: dict[str, Any], key: str, place: str = "", default: float | None = None) -> float:
        value = table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST_MM:
            self.fault(place or key, "expected a length in mm, such as 0.6")
        return float(value)

    def word(self, table: dict[str, Any], key: str, place: str, default: str | None = None) -> str:
        value = table.get(key, default)
        if not isinstance(value, str) or (not value.strip() and default != ""):
            self.fault(place, 'expected a word in quotes, such as "waves"')
        return value

    def choice(self, table: dict[str, Any], key: str, place: str, words: Iterable[str], default: str) -> str:
        words = tuple(words)
        value = table.get(key, default)
        if value not in words:
            self.fault(place, f"expected {' or '.join(words)}")
        return str(value)

    def flag(self, table: dict[str, Any], key: str, place: str, *, default: bool = False) -> bool:
        value = table.get(key, default)
        if not isinstance(value, bool):
            self.fault(place, "expected true or false")
        return value

    def colour(self, table: dict[str, Any], key: str, place: str) -> Colour:
        return self.as_colour(table.get(key), place)

    def as_colour(self, value: object, place: str) -> Colour:
        try:
            return colour(str(value))
        except ValueError as error:
            self.fault(place, str(error))

    def size(self) -> tuple[float, float]:
        value = self.table.get("size_mm")
        if not isinstance(value, list) or len(value) != 2:
            self.fault("size_mm", "expected [width, height] in mm, such as [63.0, 88.0]")
        width, height = (self.number({"size_mm": side}, "size_mm") for side in value)
        return width, height

    def box(self, key: str, section: str = "box") -> Box:
        """A box given as four numbers."""
        return self.as_box(self.section(section).get(key), f"{section}.{key}")

    def as_box(self, value: object, place: str) -> Box:
        if not isinstance(value, list) or len(value) != 4:
            self.fault(place, "expected [x, y, width, height] in mm")
        x, y, width, height = (self.number({place: side}, place) for side in value)
        if not width or not height:
            self.fault(place, "expected [x, y, width, height] in mm, the last two more than 0")
        return Box(x, y, width, height)
