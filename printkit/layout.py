"""A game's card face as data: frozen boxes, suits and backs, in millimetres. ``facefile.py`` reads them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

from printkit.draw.display_list import Colour


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
