"""What is to be drawn, before anybody draws it: a display list in millimetres.

Pure. Origin at the lower left corner of the face, y upwards, as on a PDF page. ``pdf`` turns it into PDF
operators and ``svg`` into SVG for screens, so a card looks the same on paper and on a phone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, overload

from rules.values.columns import shown
from rules.values.picture import Picture

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Colour = tuple[float, float, float]
"""Red, green, blue, each 0 to 1."""
WHITE: Colour = (1.0, 1.0, 1.0)

Op = (
    tuple[Literal["m", "l"], float, float]
    | tuple[Literal["c"], float, float, float, float, float, float]
    | tuple[Literal["h"]]
)


NUMBERS = {"m": 2, "l": 2, "c": 6, "h": 0}
"""How many numbers an operator has."""


class OpArray(Sequence[Op]):
    """Very many operators as two arrays, operator for operator the same as a tuple of them.

    ``kinds`` are their letters (N,), uint8; ``numbers`` all their numbers in order, float64, mm. Whoever computes lines
    in arrays makes one, and whoever writes them (``number_text``) need not take tuples apart.
    """

    __slots__ = ("kinds", "numbers")

    def __init__(self, kinds: NDArray[np.uint8], numbers: NDArray[np.float64]) -> None:
        self.kinds, self.numbers = kinds, numbers

    def __len__(self) -> int:
        return len(self.kinds)

    def __iter__(self) -> Iterator[Op]:
        numbers, at = self.numbers.tolist(), 0
        for kind in self.kinds.tobytes().decode("ascii"):
            end = at + NUMBERS[kind]
            yield (kind, *numbers[at:end])
            at = end

    @overload
    def __getitem__(self, index: int) -> Op: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Op, ...]: ...
    def __getitem__(self, index: int | slice) -> Any:
        return tuple(self)[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


@dataclass(frozen=True, slots=True)
class Path:
    """Move, line, cubic curve and close operators, in mm."""

    ops: tuple[Op, ...] | OpArray

    @classmethod
    def of(cls, ops: Sequence[Op]) -> Path:
        """Operators as they were collected."""
        return cls(ops if isinstance(ops, OpArray) else tuple(ops))


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled path; ``even_odd`` cuts holes."""

    path: Path
    colour: Colour
    even_odd: bool = False


@dataclass(frozen=True, slots=True)
class Stroke:
    """A stroked path, round caps and joins; ``dash_mm`` alternates on and off."""

    path: Path
    colour: Colour
    width_mm: float
    dash_mm: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text on its baseline. ``font`` is a key of fonts.FONTS."""

    x_mm: float
    y_mm: float
    text: str
    font: str
    size_pt: float
    colour: Colour
    anchor: Literal["start", "middle", "end"] = "start"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A QR symbol: its lower left module corner and module size. The white ground and quiet zone are drawn apart.

    ``second`` is the symbol of a card's second code (``rules.values.code.second_symbol``).
    """

    text: str
    x_mm: float
    y_mm: float
    module_mm: float
    second: bool = False


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture of one's own, its ``crop`` (left, top, right, bottom as shares of it) filling a rectangle.

    ``ground`` shows through where it is transparent, or with None whatever lies below; ``tone`` is the ink it is
    printed in.
    """

    picture: Picture
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    crop: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    ground: Colour | None = (1.0, 1.0, 1.0)
    tone: Literal["full", "grey", "low"] = "full"


@dataclass(frozen=True, slots=True)
class Group:
    """Items moved by (x, y) mm, turned ``angle_deg`` counter-clockwise about their origin, scaled, clipped."""

    items: tuple[Item, ...]
    x_mm: float = 0.0
    y_mm: float = 0.0
    angle_deg: float = 0.0
    scale: float = 1.0
    clip: Path | None = None


class Shared:
    """A drawing used many times under one name: drawn once in a file (a form XObject), then referred to.

    ``items`` may be a function that makes them: it is called when they are asked for, which they are not where the
    drawing is already known, and what it made is not kept: pictures are large and wanted once.
    ``key`` says everything the drawing depends on; with one, its finished stream is kept for the next file. A key that
    is a str is a digest with the same meaning in every process, and may be kept on disk.
    """

    __slots__ = ("_items", "key", "name")

    def __init__(
        self, name: str, items: tuple[Item, ...] | Callable[[], tuple[Item, ...]], key: Hashable | None = None
    ) -> None:
        self.name, self.key = name, key
        self._items = items

    @property
    def items(self) -> tuple[Item, ...]:
        """What is drawn."""
        return self._items() if callable(self._items) else self._items

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shared) or self.name != other.name or self.key != other.key:
            return False
        return self.key is not None or self.items == other.items

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"Shared({self.name!r})"


Item = Fill | Stroke | Text | Symbol | Photo | Group | Shared
Drawing = tuple[Item, ...]


def rectangle(x_mm: float, y_mm: float, width_mm: float, height_mm: float) -> Path:
    """A rectangle by its lower left corner."""
    right, top = x_mm + width_mm, y_mm + height_mm
    return Path((("m", x_mm, y_mm), ("l", right, y_mm), ("l", right, top), ("l", x_mm, top), ("h",)))


def polygon(points: Iterable[tuple[float, float]], close: bool = True) -> Path:
    """Straight lines through the points."""
    (x0, y0), *rest = points
    ops: list[Op] = [("m", x0, y0), *(("l", x, y) for x, y in rest)]
    return Path((*ops, ("h",)) if close else tuple(ops))


KAPPA = 0.5522847498307936
"""How far a cubic's control points lie out for a quarter circle."""


def circle(x_mm: float, y_mm: float, radius_mm: float) -> Path:
    """A circle as four cubics."""
    return rounded(x_mm - radius_mm, y_mm - radius_mm, 2 * radius_mm, height_mm=2 * radius_mm, radius_mm=radius_mm)


def rounded(x_mm: float, y_mm: float, width_mm: float, height_mm: float, radius_mm: float) -> Path:
    """A rectangle with round corners, at most as round as its shorter sides allow."""
    r = min(radius_mm, width_mm / 2, height_mm / 2)
    k = r * (1 - KAPPA)
    left, bottom, right, top = x_mm, y_mm, x_mm + width_mm, y_mm + height_mm
    return Path(
        (
            ("m", left + r, bottom),
            ("l", right - r, bottom),
            ("c", right - k, bottom, right, bottom + k, right, bottom + r),
            ("l", right, top - r),
            ("c", right, top - k, right - k, top, right - r, top),
            ("l", left + r, top),
            ("c", left + k, top, left, top - k, left, top - r),
            ("l", left, bottom + r),
            ("c", left, bottom + k, left + k, bottom, left + r, bottom),
            ("h",),
        )
    )


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """``a`` with ``share`` (0 to 1) of ``b``."""
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share)


def colour(text: str) -> Colour:
    """``#rrggbb`` as a colour. Raises ValueError where it is not one."""
    if len(text) != 7 or text[0] != "#":
        raise ValueError(f"{shown(text)} is not a colour; expected #rrggbb")
    return (int(text[1:3], 16) / 255, int(text[3:5], 16) / 255, int(text[5:7], 16) / 255)
