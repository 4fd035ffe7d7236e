"""What a card's face is, read and checked: boxes in mm, suits, backs, styles, and the pictures it shows."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal

from printkit.draw.display_list import WHITE, Colour, Drawing, colour
from printkit.draw.ink_saving import luminance
from printkit.print_refusal import LayoutError
from rules.values.picture import Fit, Picture


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


@dataclass(frozen=True, eq=False)
class Vector:
    """An SVG picture as it is drawn: its size in its own units, y upwards, the lower left corner at 0, 0.

    ``mark`` tells two editions of a file apart.
    """

    name: str
    width: float
    height: float
    items: Drawing = field(repr=False)
    mark: str = ""


Art = Picture | Vector
"""A picture on a face: pixels, or lines and fields."""


@dataclass(frozen=True, slots=True)
class Suit:
    """How a faction (or kind) of cards is told: colour, strip pattern, glyph, kind of art, and its word.

    ``sign`` is an own picture that stands for it instead of the glyph. ``row`` is the table of suits and its line that
    say so, where one does: its ``word`` then stands on the cards.
    """

    key: str
    word: str
    colour: Colour
    accent: Colour
    sky: Colour
    pattern: str
    glyph: str
    art: str
    sign: Vector | None = None
    row: tuple[str, int] = field(default=("", 0), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class BackLook:
    """One uniform back: its colour, second colour, ornament and glyph, or a ``picture`` of its own."""

    key: str
    word: str
    colour: Colour
    accent: Colour
    ornament: str
    glyph: str
    picture: Art | None = None


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How words in a box are set. The fonts are keys of ``fonts``; ``colour`` is a name of the layout's colours."""

    font: str
    bold: str
    italic: str
    bold_italic: str
    size_pt: tuple[float, float]
    """(least, most)."""
    colour: str = "ink"
    align: Literal["left", "centre", "right", "justify"] = "left"
    valign: Literal["top", "middle", "bottom"] = "top"
    caps: bool = False


Words = tuple[str, ...] | Literal["any", "none"]
Only = tuple[tuple[str, Words], ...]
"""Where something is shown: cells of these columns that are one of the words, filled, or empty. All must hold."""


@dataclass(frozen=True, slots=True)
class DrawnBox:
    """A named box of a face of one's own. One of ``words``, ``picture``, ``picture_column`` and ``sign`` says what it
    shows; a box with none of them is a field of colour.

    ``words`` has columns in braces. ``sign`` is shown as many times as the cell of ``count_column`` says.
    """

    name: str
    at: Box
    bleed: bool
    words: str = ""
    picture: Art | None = None
    picture_column: str = ""
    sign: str = ""
    count_column: str = ""
    style: TextStyle | None = None
    ground: str = ""
    round_mm: float = 0.0
    turn: int = 0
    fit: Fit = "cover"
    focus: tuple[float, float] = (0.5, 0.5)
    over: str = ""
    only: Only = ()
    grow_up_mm: float = 0.0

    @property
    def pictured(self) -> bool:
        """Whether it shows a picture, which lies below everything else."""
        return self.picture is not None or bool(self.picture_column)


def _nothing() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, eq=False)
class CardLayout:
    """Everything about a game's face that is not on the card itself. Two layouts are equal where they are the same.

    ``drawn`` are boxes of a face of one's own in drawing order. ``styles`` are those of our own boxes that a face
    sets otherwise (name, rules, note, figures). ``fonts`` says which font stands for which of ours.
    """

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
    file: str = ""
    """How messages call its file."""
    hidden: frozenset[str] = frozenset()
    """Our boxes that a face of one's own leaves out or draws itself."""
    drawn: tuple[DrawnBox, ...] = ()
    styles: Mapping[str, TextStyle] = field(default_factory=_nothing)
    fonts: Mapping[str, str] = field(default_factory=_nothing)
    icons: Mapping[str, Vector] = field(default_factory=_nothing)
    icon_colour: str = "suit"
    suit_column: str = ""
    variants: tuple[tuple[Only, CardLayout], ...] = ()
    pictures: Mapping[str, Art] = field(default_factory=_nothing)
    """Those that cells of the deck name, by what the cell says."""
    notes: tuple[str, ...] = ()
    """What is worth telling of it: a family of letters that is not installed."""

    @cached_property
    def with_second(self) -> CardLayout:
        """The face with room for a second code: its box ``second`` is that of ``code`` turned about the middle."""
        (width, height), code = self.size_mm, self.boxes["code"]
        opposite = Box(width - code.right, height - code.top, code.width, code.height)
        variants = tuple((only, one.with_second) for only, one in self.variants)
        boxes = MappingProxyType({**self.boxes, **self.second, "second": opposite})
        return replace(self, boxes=boxes, variants=variants)

    @cached_property
    def in_low_ink(self) -> CardLayout:
        """A dark face as its light twin, so that nine cards do not cost a cartridge; a light one as it is."""
        if luminance(self.paper) >= 0.5:
            return self
        colours = {**self.colours, "paper": self.colours["ink"], "ink": self.colours["paper"]}
        variants = tuple((only, one.in_low_ink) for only, one in self.variants)
        return replace(self, colours=MappingProxyType(colours), variants=variants)

    @property
    def paper(self) -> Colour:
        return self.colours["paper"]

    @cached_property
    def dark(self) -> Colour:
        """The darker of ink and paper: what frames are mixed with."""
        return min(self.colours["ink"], self.colours["paper"], key=luminance)

    @cached_property
    def light(self) -> Colour:
        """The lighter of ink and paper."""
        return max(self.colours["ink"], self.colours["paper"], key=luminance)

    @property
    def whole(self) -> bool:
        """Whether a picture of one's own fills the card: then our frame, window and strip are left out."""
        return any(box.bleed and box.pictured and not box.only for box in self.drawn)

    def shows(self, box: str) -> bool:
        """Whether one of our boxes is drawn as ours."""
        return box not in self.hidden and not (self.whole and box in ("art", "strip", "stats"))

    def font(self, key: str) -> str:
        """The font that stands for one of ours."""
        return self.fonts.get(key, key)

    def colour(self, name: str, suit: Suit) -> Colour:
        """A colour by its name in the face, or as #rrggbb; ``suit`` is that of the card's suit."""
        if name == "suit":
            return suit.colour
        if name.startswith("#"):
            return colour(name)
        return WHITE if name == "white" else self.colours[name]

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

    def wrong(self, key: str, cure: str) -> LayoutError:
        """A fault of this face, to be raised."""
        return LayoutError(self.file, key, cure, "") if self.file else LayoutError(f"{self.game}.toml", key, cure)

    def _missing(self, known: Iterable[str], key: str, kind: str) -> LayoutError:
        close = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
        hint = f"did you mean {close[0]}?" if close else f"there is {', '.join(known) or 'none'}"
        return self.wrong(f"[{kind}.{key}]", f"is missing; {hint}")
