"""The small vocabulary every screen is made of.

A game says what is to be seen in these words; the companion renders each with one macro, a terminal with one
function. So a new game needs no HTML, and a phone, the table screen and ``tablewright replay`` show the same thing.

Texts may name a seat as ``{p0}``: whoever renders puts the name of the person sitting there (``fill``).

What is drawn can be touched: a thing with a ``spot`` is found again by the choices that begin or end there
(``Choice.spot``, ``Pick.spot``). A spot names one thing on one screen, such as ``fort:0:2`` or ``card:c17``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rules.score import ScoreSheet, Why
from rules.text import Name, Text

Tone = Literal["calm", "act", "alarm", "good"]
Progress = Literal["done", "now", "todo"]
Direction = Literal["left", "right", ""]
Sign = Literal["ko", "enraged", "out", ""]

_SEAT = re.compile(r"\{p(0|[1-9][0-9]?)\}")


def person(seat: int) -> str:
    """How a text names the person at ``seat``."""
    return f"{{p{seat}}}"


def fill(text: str, name: Callable[[int], str]) -> str:
    """``text`` with every seat's name put in. Game texts hold no other braces, and names are not searched again.

    A Text stays one, so that it can still be worded in another language; the names in it are no words of ours.
    """
    if isinstance(text, Text):
        args = {key: fill(value, name) if isinstance(value, str) else value for key, value in text.args.items()}
        return Text(text.template, args)
    whole = _SEAT.fullmatch(text)
    if whole:
        found = name(int(whole.group(1)))
        return found if isinstance(found, Text) else Name(found)
    return _SEAT.sub(lambda match: name(int(match.group(1))), text)


@dataclass(frozen=True, slots=True)
class Banner:
    """The largest thing on the screen: what the table does next. ``big`` is a short figure such as 2/3."""

    title: str
    detail: str = ""
    tone: Tone = "calm"
    arrow: Direction = ""
    big: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a phase list; ``share`` (0 to 1) is how much of a running step is over."""

    label: str
    progress: Progress
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class PhaseList:
    """Where we are in the game."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Counter:
    """A number with a name. ``seat`` marks whose it is; None is the table's."""

    label: str
    value: int
    detail: str = ""
    seat: int | None = None
    spot: str = ""
    step: int = 1
    """What a touch adds or takes away."""


@dataclass(frozen=True, slots=True)
class Meter:
    """A bar that fills to ``limit``; ``coming`` is what lands if nothing changes. ``kind`` picks the picture:
    ``bar``, ``life`` for hearts of which ``value`` are lost, or ``percent`` for a chance, out of 100.
    """

    label: str
    value: int
    limit: int
    coming: int = 0
    alarm: bool = False
    detail: str = ""
    kind: Literal["bar", "life", "percent"] = "bar"
    spot: str = ""
    step: int = 1
    """What a touch adds or takes away."""


@dataclass(frozen=True, slots=True)
class Track:
    """Places in a row, ``filled`` of them marked (quests, barriers, bombs). ``kind`` picks the picture, ``suit`` its
    colour where it has one of its own."""

    label: str
    filled: int
    places: int
    kind: str = "dot"
    suit: str = ""
    spot: str = ""


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the table; ``colour`` is a suit key."""

    colour: str
    value: int
    where: str = ""
    spot: str = ""


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as this viewer may see it. A face-down card of somebody else has no name, suit or value.

    ``uid`` names the paper card within the table; ``badges`` are label and value pairs; ``tokens`` lie on the card.
    """

    uid: str
    name: str = ""
    suit: str = ""
    value: str = ""
    detail: str = ""
    up: bool = True
    rested: bool = False
    badges: tuple[tuple[str, str], ...] = ()
    marked: bool = False
    spot: str = ""
    tokens: tuple[Die | Track | Meter | Counter, ...] = ()
    why_not: str = ""
    """Why it cannot be played or bought now, for whoever touches it; empty where no one reason can be given."""
    card: str = ""
    """The card whose picture it is, where its name alone does not say so: the second of a name, one that imitates."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """Cards side by side: a tableau, a hand, a supply. ``secret`` are those only this seat sees, as in a hand.

    ``spot`` is where a card is laid: a place behind the last one, drawn while something begins there.
    """

    title: str
    cards: tuple[CardView, ...]
    seat: int | None = None
    empty: str = ""
    secret: bool = False
    spot: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of a board. ``tokens`` are dice, tracks and meters lying there."""

    label: str
    cards: tuple[CardView, ...] = ()
    tokens: tuple[Die | Track | Meter | Counter, ...] = ()
    suit: str = ""
    marked: bool = False
    gone: bool = False
    spot: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """A grid of slots, ``columns`` wide, in reading order. ``seat`` marks whose side it is."""

    slots: tuple[Slot, ...]
    columns: int
    seat: int | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One person at a glance. ``ready`` is None where nobody is waited for; ``points`` None where they are secret.

    ``sign`` is a picture of how the person stands: knocked out for now, come back enraged, out of the game.
    """

    seat: int
    cards: tuple[CardView, ...] = ()
    points: int | None = None
    ready: bool | None = None
    status: str = ""
    tone: Tone = "calm"
    meters: tuple[Meter | Track | Counter, ...] = ()
    sign: Sign = ""
    spot: str = ""


@dataclass(frozen=True, slots=True)
class Players:
    """Everybody, in clockwise order from seat 0. ``direction`` draws the arrow between them."""

    rows: tuple[PlayerRow, ...]
    direction: Direction = ""


@dataclass(frozen=True, slots=True)
class Checklist:
    """Things to do or to have seen, each with a tick; ``spots`` are what is touched of each, where it can be."""

    title: str
    items: tuple[tuple[str, bool], ...]
    spots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reminder:
    """Card text the engine does not do by itself, said at the right moment."""

    text: str
    why: Why | None = None


@dataclass(frozen=True, slots=True)
class Scores:
    """A score sheet on the screen."""

    sheet: ScoreSheet
    title: str = ""


@dataclass(frozen=True, slots=True)
class PadColumn:
    """A column of a score pad: a player's, or a team's (``label``). ``total`` is the running total at its foot."""

    label: str
    seat: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class PadCell:
    """What stands in a cell of a pad, None where nothing is written. A cell with a ``spot`` can be written."""

    value: int | None = None
    spot: str = ""
    points: int | None = None
    """What it is worth, where that is not what stands in it."""


@dataclass(frozen=True, slots=True)
class PadRow:
    """A line of a pad, a cell a column; ``head`` marks a line that sums up those above it."""

    label: str
    cells: tuple[PadCell, ...]
    group: str = ""
    head: bool = False


@dataclass(frozen=True, slots=True)
class Pad:
    """A score pad: who across, what down, running totals at the foot."""

    columns: tuple[PadColumn, ...]
    rows: tuple[PadRow, ...]
    title: str = ""


Block = (
    Banner | PhaseList | Counter | Meter | Track | Die | CardRow | Board | Players | Checklist | Reminder | Scores | Pad
)


@dataclass(frozen=True, slots=True)
class Prompt:
    """What this viewer is asked now; the answers are among the seat's choices, marked with the same ``key``."""

    key: str
    title: str
    detail: str = ""
    why: Why | None = None
    tone: Tone = "act"


@dataclass(frozen=True, slots=True)
class View:
    """One viewer's whole screen, in order of importance; the prompts come first, at the thumb."""

    title: str
    blocks: tuple[Block, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    house_rules: tuple[str, ...] = ()
    over: bool = False
