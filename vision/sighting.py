"""What was seen in a picture: plain frozen values, no pixels, and the geometry of quads. Importing this costs nothing.

Coordinates: pixels of the upright full-resolution picture, (0, 0) the outer corner of its first pixel. Corners are
those of the QR code itself, without its quiet zone, clockwise in the picture from the code's own top left.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median
from typing import Literal, Protocol, TypeVar

from rules.values.code import MIDDLE_MODULES, CardCode

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]

MODULES = 21
"""Along a side of a card's code: it is a QR symbol of version 1."""
MIDDLE_SIDES = (MIDDLE_MODULES[0] / MODULES, MIDDLE_MODULES[1] / MODULES)
"""From a code's middle to its card's, right and down, in code sides."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A QR code a general reader has read, whatever it says. ``backend`` is the reader's name.

    ``symbol`` is (version, error correction level, mask) of the code seen, where the reader tells.
    """

    text: str
    corners_px: Quad
    backend: str
    symbol: tuple[int, str, int] | None = None


@dataclass(frozen=True, slots=True)
class CardSeen:
    """One paper card of a deck, seen at one place. The same card seen at two places is two of these.

    ``text`` is the code's ten characters; ``game`` and ``card`` are ids, ``name`` is what the card is called.
    ``confidence`` is how well the picture agrees with the whole symbol the text is printed as, 0 to 1.

    A card printed with a second code in the opposite corner is one of these by either: ``second`` says that the corners
    are of that one, because the first is not in sight, and ``other_px`` are the second's where both are.
    """

    text: str
    code: CardCode
    game: str
    card: str
    name: str
    corners_px: Quad
    confidence: float
    second: bool = False
    other_px: Quad | None = None


ForeignReason = Literal["other_game", "not_in_deck", "check", "version"]


@dataclass(frozen=True, slots=True)
class Foreign:
    """A code that looks like a card of Tablewright's but is none of the decks looked for.

    ``other_game``: a card of the game ``game`` ("" where nobody knows its letters); ``not_in_deck``: the game is
    right, the number is not; ``check``: the check character does not fit; ``version``: a newer Tablewright's.
    ``why`` says it in one sentence for the person holding the card.
    """

    text: str
    reason: ForeignReason
    game: str
    why: str
    corners_px: Quad


@dataclass(frozen=True, slots=True)
class OtherCode:
    """A QR code that is no card: a link, a ticket, a coupon."""

    text: str
    corners_px: Quad


Cause = Literal["dark", "blurred", "far", "steep", "glare", "pale", "another_deck", "pattern", "no_card"]
CURES: dict[Cause, str] = {
    "dark": "It is too dark here: switch a lamp on, or use the phone’s light.",
    "blurred": "The picture is blurred: hold the phone still, and tap the screen so that it focuses.",
    "far": "The cards are too far away: go nearer.",
    "steep": "The cards are seen too much from the side: hold the phone more above them.",
    "glare": "A lamp is mirrored on a card: tilt the phone or move the card a little.",
    "pale": "The print is too pale here: go nearer, in even light, or print this card again with more ink.",
    "another_deck": "This card belongs to another deck than this table’s.",
    "pattern": "The pattern under the cards looks like thousands of codes: lay them on something plain, or go nearer.",
    "no_card": "No card with a code is in sight.",
}


@dataclass(frozen=True, slots=True)
class Hint:
    """Why cards are not read: the cause, and where in the picture it is, where it is somewhere."""

    cause: Cause
    place_px: Quad | None = None

    @property
    def text(self) -> str:
        """One sentence with the cure."""
        return CURES[self.cause]


@dataclass(frozen=True, slots=True)
class Photo:
    """One picture and what was on it, each list from top to bottom and left to right.

    ``width`` and ``height`` are of the upright picture at full resolution; ``exif_orientation`` (1 to 8) is what the
    file said. ``other`` is filled when asked for; ``ms`` is how long the looking took. ``unread`` are places that look
    like a code of the decks and could not be told from one frame, with the likeness of what all codes share. ``hint``
    says why cards are not read, None where all that look like one are.
    """

    width: int
    height: int
    exif_orientation: int
    cards: tuple[CardSeen, ...]
    other: tuple[OtherCode, ...]
    foreign: tuple[Foreign, ...]
    ms: float
    unread: tuple[tuple[Quad, float], ...] = ()
    hint: Hint | None = None


def centre(quad: Quad) -> Point:
    """The middle of a quad's corners."""
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4


def card_middle(quad: Quad, *, mirrored: bool = False) -> Point:
    """Where the middle of a code's card is.

    The code's perspective is left out: it is small, and its noise would swing the far corner.
    """
    a, b, c, d = quad
    x, y = centre(quad)
    right = ((b[0] - a[0] + c[0] - d[0]) / 2, (b[1] - a[1] + c[1] - d[1]) / 2)
    down = ((d[0] - a[0] + c[0] - b[0]) / 2, (d[1] - a[1] + c[1] - b[1]) / 2)
    u, v = MIDDLE_SIDES[::-1] if mirrored else MIDDLE_SIDES
    return x + u * right[0] + v * down[0], y + u * right[1] + v * down[1]


def opposite_code(quad: Quad) -> Quad:
    """Where a card's other code is, if it has two: the same, turned by 180 degrees about the middle of the card."""
    x, y = card_middle(quad)
    a, b, c, d = ((2 * x - px, 2 * y - py) for px, py in quad)
    return a, b, c, d


def first_code_place(card: CardSeen) -> Quad:
    """Where the card's first code is, in sight or not: where the card lies, whichever of its codes is seen."""
    return opposite_code(card.corners_px) if card.second else card.corners_px


def mean_side(quad: Quad) -> float:
    """The mean length of a quad's sides."""
    return sum(math.dist(a, b) for a, b in zip(quad, (*quad[1:], quad[0]), strict=True)) / 4


def contains(quad: Quad, point: Point) -> bool:
    """Whether a point lies in a convex quad, whichever way round its corners run."""
    x, y = point
    turns = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in zip(quad, (*quad[1:], quad[0]), strict=True)
    ]
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)


def same_place(one: Quad, other: Quad) -> bool:
    """Whether two quads lie on one another: one print cannot be two codes, so one of them is a repeat or bogus."""
    return contains(one, centre(other)) or contains(other, centre(one))


class Placed(Protocol):
    """Anything with a place in a picture."""

    @property
    def corners_px(self) -> Quad: ...


P = TypeVar("P", bound=Placed)

ROW_SIDES = 2.5
"""A row of cards may lean by this many code sides (some 3 cm on the table) and still read as one."""


def reading_order(found: Iterable[P]) -> tuple[P, ...]:
    """Top to bottom and, within a row, left to right; rows may be a little crooked."""

    def place(one: P) -> Point:
        return centre(first_code_place(one) if isinstance(one, CardSeen) else one.corners_px)

    waiting = sorted(found, key=lambda one: place(one)[::-1])
    if not waiting:
        return ()
    lean = ROW_SIDES * median(mean_side(one.corners_px) for one in waiting)
    rows: list[list[P]] = []
    for one in waiting:
        if rows and place(one)[1] - place(rows[-1][0])[1] <= lean:
            rows[-1].append(one)
        else:
            rows.append([one])
    return tuple(one for row in rows for one in sorted(row, key=place))
