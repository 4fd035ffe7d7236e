"""A line of the log: what was done, what followed from it, the rule behind it. Made once, and kept as it was made.

Texts name seats as ``{p0}``. A line is kept with the templates and arguments of its texts, so that it can be worded in
the reader's language long after the game (``rules.text.worded``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.event import OVERRIDDEN, Event, Level, Notice, Refusal, Seat
from rules.score import Why
from rules.text import Text, text_from_json, text_to_json

__all__ = [
    "Line",
    "Pictured",
    "SetAside",
    "Told",
    "from_json",
    "set_aside_by",
    "to_json",
    "told_from_json",
    "told_to_json",
]


@dataclass(frozen=True, slots=True)
class SetAside:
    """A rule that an override set aside: what stood against it, and where that is written."""

    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Pictured:
    """A card a result is shown with: its id and name, what became of it, and whether it fell (is struck through).

    Or a player a round is over for: the ``seat``, its name, how its ``points`` came about.
    """

    card: str
    name: str
    text: str = ""
    fell: bool = False
    seat: Seat | None = None
    points: int = 0
    down: bool = False
    """Whether it was turned face down, and lies where it lay."""


@dataclass(frozen=True, slots=True)
class Line:
    """What one reader is told of one event.

    ``outcome`` is what followed from it, in the order it followed. ``why`` is the rule the event rests on, None where
    no rule stands behind it. ``turn`` is the heading it belongs under, such as ``Turn 3 · {p0}``. ``pictures`` are
    the cards of a result everybody should see (a fight, a purchase, a reveal); a line without any is only read in the
    log.
    """

    text: str
    outcome: tuple[str, ...] = ()
    why: Why | None = None
    set_aside: tuple[SetAside, ...] = ()
    turn: str = ""
    pictures: tuple[Pictured, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """The lines one event was told by: ``public`` to everybody who was not told more, ``seats`` to those who were.

    ``again`` says that it was told later, from a replay, because it had been kept without a line.
    """

    public: Line
    seats: Mapping[Seat, Line] = field(default_factory=dict)
    again: bool = False

    def to(self, viewer: Seat | None) -> Line:
        """The line as that viewer was told it."""
        return self.public if viewer is None else self.seats.get(viewer, self.public)


def set_aside_by(event: Event, notices: tuple[Notice, ...], viewer: Seat | None) -> tuple[SetAside, ...]:
    """The rules an override set aside, as far as the viewer may know, from the notices it left."""
    if not event.override:
        return ()
    left = (one for one in notices if one.level is Level.RULE and one.to in (None, viewer))
    return tuple(SetAside(_objection(one.text), one.rule) for one in left)


def _objection(text: str) -> str:
    """What stood against it, without the words of the notice."""
    return text.args["text"] if isinstance(text, Text) and text.template == OVERRIDDEN else text


# --- as JSON, with the templates


def to_json(line: Line) -> dict[str, Any]:
    """A line as it is kept; what is empty is left out."""
    why = line.why and [text_to_json(line.why.text), line.why.source, line.why.ruling]
    data = {
        "text": text_to_json(line.text),
        "outcome": [text_to_json(one) for one in line.outcome],
        "why": why,
        "set_aside": [[text_to_json(one.text), one.rule] for one in line.set_aside],
        "turn": text_to_json(line.turn),
        "pictures": [_picture_to_json(one) for one in line.pictures],
    }
    return {name: value for name, value in data.items() if value}


def from_json(data: Mapping[str, Any]) -> Line:
    """A line as it was kept. Raises KeyError, TypeError or ValueError where it is none."""
    why = data.get("why")
    return Line(
        text_from_json(data.get("text", "")),
        tuple(text_from_json(one) for one in data.get("outcome", ())),
        Why(text_from_json(why[0]), why[1], why[2]) if why else None,
        tuple(SetAside(text_from_json(text), rule) for text, rule in data.get("set_aside", ())),
        text_from_json(data.get("turn", "")),
        tuple(
            Pictured(card, text_from_json(name), text_from_json(text), fell, *more)
            for card, name, text, fell, *more in data.get("pictures", ())
        ),
    )


def _picture_to_json(one: Pictured) -> list[Any]:
    more: list[Any] = [] if one.seat is None and not one.down else [one.seat, one.points]
    more += [one.down] if one.down else []
    return [one.card, text_to_json(one.name), text_to_json(one.text), one.fell, *more]


def told_to_json(told: Told) -> dict[str, Any]:
    """All lines of an event as they are kept."""
    data: dict[str, Any] = {"public": to_json(told.public)}
    if told.seats:
        data["seats"] = {str(seat): to_json(line) for seat, line in told.seats.items()}
    return data


def told_from_json(data: Any) -> Told:
    """The lines of an event as they were kept. Raises Refusal STRUCT where they are none."""
    try:
        seats = {int(seat): from_json(line) for seat, line in data.get("seats", {}).items()}
        return Told(from_json(data["public"]), seats)
    except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
        raise Refusal(Level.STRUCT, "bad_line", "a line of the log cannot be read") from error
