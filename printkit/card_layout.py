"""A game's card face as data: boxes, suits and backs in millimetres, read from ``templates/cards/<game>.toml``.

Boxes are [x, y, width, height] from the lower left corner of the trimmed card, y upwards. A file may say
``extends = "family"`` and then holds only what differs.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any

import templates
from printkit.draw.display_list import Colour, colour
from rules import games
from rules.values.own_deck import GAME as OWN


class LayoutError(ValueError):
    """A card face cannot be used. ``file`` and ``key`` say where; the text is one line with the cure."""

    def __init__(self, file: str, key: str, cure: str, folder: str = "cards") -> None:
        self.file, self.key = file, key
        super().__init__(f"templates/{folder}/{', '.join(filter(None, (file, key)))}: {cure}")


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the card, in mm from its lower left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def top(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, by_mm: float) -> Box:
        """The same box with every side moved inwards."""
        return Box(self.x + by_mm, self.y + by_mm, self.width - 2 * by_mm, self.height - 2 * by_mm)

    def holds(self, other: Box, slack_mm: float = 1e-6) -> bool:
        """Whether the other box lies inside this one."""
        return (
            other.x >= self.x - slack_mm
            and other.y >= self.y - slack_mm
            and other.right <= self.right + slack_mm
            and other.top <= self.top + slack_mm
        )

    def meets(self, other: Box) -> bool:
        """Whether the two overlap in more than an edge."""
        return min(self.right, other.right) - max(self.x, other.x) > 1e-6 and (
            min(self.top, other.top) - max(self.y, other.y) > 1e-6
        )


@dataclass(frozen=True, slots=True)
class Suit:
    """How a faction (or kind) of cards is told: colour, strip pattern, glyph, kind of art, and its word."""

    key: str
    word: str
    colour: Colour
    accent: Colour
    sky: Colour
    pattern: str
    glyph: str
    art: str


@dataclass(frozen=True, slots=True)
class BackLook:
    """One uniform back: its colour, second colour, ornament and glyph."""

    key: str
    word: str
    colour: Colour
    accent: Colour
    ornament: str
    glyph: str


@dataclass(frozen=True, eq=False)
class CardLayout:
    """Everything about a game's face that is not on the card itself. Two layouts are equal where they are the same."""

    game: str
    title: str
    size_mm: tuple[float, float]
    numbers: Mapping[str, float]
    words: Mapping[str, str]
    colours: Mapping[str, Colour]
    boxes: Mapping[str, Box]
    second: Mapping[str, Box]
    """What is elsewhere on a face with a second code in the opposite corner."""
    suits: Mapping[str, Suit]
    backs: Mapping[str, BackLook]

    @cached_property
    def with_second(self) -> CardLayout:
        """The face with room for a second code: its box ``second`` is that of ``code`` turned about the middle."""
        (width, height), code = self.size_mm, self.boxes["code"]
        opposite = Box(width - code.right, height - code.top, code.width, code.height)
        return replace(self, boxes=MappingProxyType({**self.boxes, **self.second, "second": opposite}))

    def suit(self, key: str) -> Suit:
        """The look of a suit. Raises LayoutError naming the nearest one where there is none."""
        if key not in self.suits:
            raise self._missing(self.suits, key, "suit")
        return self.suits[key]

    def back(self, key: str) -> BackLook:
        """The look of a back. Raises LayoutError naming the nearest one where there is none."""
        if key not in self.backs:
            raise self._missing(self.backs, key, "back")
        return self.backs[key]

    def _missing(self, known: Iterable[str], key: str, kind: str) -> LayoutError:
        close = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
        hint = f"did you mean {close[0]}?" if close else f"there is {', '.join(known) or 'none'}"
        return LayoutError(f"{self.game}.toml", f"[{kind}.{key}]", f"is missing; {hint}")


BOXES = ("frame", "code", "code_text", "title", "kind", "value", "art", "text", "note", "strip", "stats")
NUMBERS = ("module_mm", "bleed_mm", "safe_mm")
WORDS = ("medallion", "window")
COLOURS = ("paper", "ink", "brass")


def names() -> tuple[str, ...]:
    """The games a face is described for, alphabetically."""
    return tuple(
        n.removesuffix(".toml") for n in templates.names("cards") if n.endswith(".toml") and n != "family.toml"
    )


@cache
def find_layout(game: str) -> CardLayout:
    """The face of a game's cards; games brought from elsewhere share that of cards of one's own.

    Raises LayoutError where the file is missing or cannot be used.
    """
    return read_layout(_text(f"{OWN if games.brought(game) else game}.toml"), game)


def read_layout(text: str, game: str) -> CardLayout:
    """A layout from TOML text. Raises LayoutError(file, key, cure) for the first thing that cannot be used."""
    file = f"{game}.toml"
    table = _parse(text, file)
    base = table.pop("extends", None)
    if base is not None:
        if base != "family":
            raise LayoutError(file, "extends", f'expected "family", not "{base}"')
        table = _merged(_parse(_text("family.toml"), "family.toml"), table)
    reader = _Reader(file, table)
    known = {"title", "size_mm", "box", "second", "suit", "back", *NUMBERS, *WORDS, *COLOURS}
    for key in table:
        if key not in known:
            close = difflib.get_close_matches(key, known, n=1)
            raise LayoutError(file, key, f"is not known; {f'did you mean {close[0]}?' if close else 'leave it out'}")
    layout = CardLayout(
        game,
        reader.word(table, "title", "title"),
        size_mm=reader.size(),
        numbers=MappingProxyType({key: reader.number(table, key) for key in NUMBERS}),
        words=MappingProxyType({key: reader.word(table, key, key) for key in WORDS}),
        colours=MappingProxyType({key: reader.colour(table, key, key) for key in COLOURS}),
        boxes=MappingProxyType({key: reader.box(key) for key in BOXES}),
        second=MappingProxyType({key: reader.box(key, "second") for key in BOXES if key in reader.section("second")}),
        suits=MappingProxyType({key: reader.suit(key) for key in reader.section("suit")}),
        backs=MappingProxyType({key: reader.back(key) for key in reader.section("back")}),
    )
    _check_boxes(layout, file)
    _check_second(layout, file, reader.section("second"))
    return layout


def _text(name: str) -> str:
    try:
        return templates.text("cards", name)
    except FileNotFoundError:
        raise LayoutError(name, "the file", f"is missing; there is {', '.join(names()) or 'none'}") from None


def _parse(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LayoutError(file, "the file", f"cannot be read as TOML: {error}") from None


def _merged(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    both = dict(base)
    for key, value in own.items():
        old = both.get(key)
        both[key] = _merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return both


def _check_boxes(layout: CardLayout, file: str) -> None:
    """Boxes lie on the card, and only those meant to lie on others do."""
    width, height = layout.size_mm
    card = Box(0, 0, width, height)
    for key, box in layout.boxes.items():
        if not card.holds(box):
            raise LayoutError(file, f"box.{key}", f"reaches outside the {width:g} × {height:g} mm card; move it in")
    lying = [(key, box) for key, box in layout.boxes.items() if key not in ("frame", "stats")]
    for index, (key, box) in enumerate(lying):
        for other, second in lying[:index]:
            if box.meets(second):
                raise LayoutError(file, f"box.{key}", f"overlaps box.{other}; boxes stand side by side")


def _check_second(layout: CardLayout, file: str, said: Iterable[str]) -> None:
    """The boxes of a face with two codes: the same checks; the second code has its corner, but for text beside it."""
    for key in said:
        if key not in BOXES or key in ("code", "frame"):
            raise LayoutError(file, f"second.{key}", "is not a box that moves for a second code; leave it out")
    both = layout.with_second
    for key, box in both.boxes.items():
        if key not in ("second", "frame", "text") and box.meets(both.boxes["second"]):
            raise LayoutError(file, f"second.{key}", "lies on the second code; end it left of or above its corner")
    apart = {key: box for key, box in both.boxes.items() if key != "second"}
    _check_boxes(replace(both, boxes=apart), file)


@dataclass(frozen=True, slots=True)
class _Reader:
    file: str
    table: dict[str, Any]

    def section(self, key: str) -> dict[str, Any]:
        found = self.table.get(key, {})
        if not isinstance(found, dict):
            raise LayoutError(self.file, key, f"expected sections such as [{key}.name]")
        return found

    def number(self, table: dict[str, Any], key: str) -> float:
        value = table.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 500:
            raise LayoutError(self.file, key, "expected a length in mm, such as 0.6")
        return float(value)

    def word(self, table: dict[str, Any], key: str, place: str) -> str:
        value = table.get(key)
        if not isinstance(value, str) or not value.strip():
            raise LayoutError(self.file, place, 'expected a word in quotes, such as "waves"')
        return value

    def colour(self, table: dict[str, Any], key: str, place: str) -> Colour:
        try:
            return colour(str(table.get(key)))
        except ValueError as error:
            raise LayoutError(self.file, place, str(error)) from None

    def size(self) -> tuple[float, float]:
        value = self.table.get("size_mm")
        if not isinstance(value, list) or len(value) != 2:
            raise LayoutError(self.file, "size_mm", "expected [width, height] in mm, such as [63.0, 88.0]")
        width, height = (self.number({"size_mm": side}, "size_mm") for side in value)
        return width, height

    def box(self, key: str, section: str = "box") -> Box:
        value = self.section(section).get(key)
        if not isinstance(value, list) or len(value) != 4:
            raise LayoutError(self.file, f"{section}.{key}", "expected [x, y, width, height] in mm")
        x, y, width, height = (self.number({f"{section}.{key}": side}, f"{section}.{key}") for side in value)
        return Box(x, y, width, height)

    def suit(self, key: str) -> Suit:
        table, place = self.section("suit")[key], f"suit.{key}"
        return Suit(
            key,
            self.word(table, "word", f"{place}.word"),
            colour=self.colour(table, "colour", f"{place}.colour"),
            accent=self.colour(table, "accent", f"{place}.accent"),
            sky=self.colour(table, "sky", f"{place}.sky"),
            pattern=self.word(table, "pattern", f"{place}.pattern"),
            glyph=self.word(table, "glyph", f"{place}.glyph"),
            art=self.word(table, "art", f"{place}.art"),
        )

    def back(self, key: str) -> BackLook:
        table, place = self.section("back")[key], f"back.{key}"
        return BackLook(
            key,
            self.word(table, "word", f"{place}.word"),
            colour=self.colour(table, "colour", f"{place}.colour"),
            accent=self.colour(table, "accent", f"{place}.accent"),
            ornament=self.word(table, "ornament", f"{place}.ornament"),
            glyph=self.word(table, "glyph", f"{place}.glyph"),
        )
