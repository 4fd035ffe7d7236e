"""What a seat can do now: a button that already holds the event it means, or one with holes to fill first."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from rules.event import Event, Level, Refusal, Seat
from rules.score import Why
from rules.text import say


@dataclass(frozen=True, slots=True)
class Pick:
    """One answer a field offers. ``card`` names the card it stands for, so that a scan can find it.

    ``spot`` is what is touched on the board to give this answer; ``detail`` then stands there as a forecast.
    """

    value: str | int
    label: str
    card: str = ""
    uid: str = ""
    detail: str = ""
    suit: str = ""
    code: str = ""
    """The printed code, where this one paper card is known."""
    spot: str = ""
    uses: tuple[tuple[str, int], ...] = ()
    """What giving it uses up, unless somebody pays otherwise: the spot of a number on the board, and how many of it."""


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """A hole in a choice's event: the argument ``name`` takes ``low`` to ``high`` of ``picks``, or a number.

    With ``picks`` and ``many`` the argument is a tuple of values; with picks alone one value; without picks a whole
    number from ``low`` to ``high``, or, for kind ``cards``, the codes of scanned cards. A name such as ``hits.2b1``
    is the entry ``2b1`` of the mapping ``hits``: one hole for each target among which something is split. ``values.0``
    is the first entry of the list ``values``.
    """

    name: str
    label: str
    picks: tuple[Pick, ...] = ()
    many: bool = False
    low: int = 1
    high: int = 1
    kind: Literal["pick", "number", "cards"] = "pick"
    search: bool = False
    preset: tuple[str | int, ...] = ()
    """What is ticked, or the number shown, before anybody touches it."""


@dataclass(frozen=True, slots=True)
class Pool:
    """What the number fields named in ``fields`` share: together they take at most ``amount``."""

    label: str
    amount: int
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Something a seat can do now: a button that already holds the event it means.

    With ``fields`` the event has holes to fill first (``fill``); ``pools`` bounds several of them together. ``prompt``
    ties it to a Prompt of the view. ``correction`` marks by-hand corrections, which screens keep behind one tap and
    random players leave alone.

    ``spot`` is the thing on the board it begins with; a choice whose answers alone have spots begins with any of them.
    A spot ``tile:...`` need not be drawn by a view: pages draw it beside the large button, with the choice's label.
    ``primary`` is the one large button; ``quiet`` takes its gold away: the choice ends something while more is still
    possible, or gives up a right of one's own.
    """

    label: str
    event: Event
    fields: tuple[FieldSpec, ...] = ()
    detail: str = ""
    card: str = ""
    uid: str = ""
    suit: str = ""
    prompt: str = ""
    primary: bool = False
    correction: bool = False
    why: Why | None = None
    pools: tuple[Pool, ...] = ()
    spot: str = ""
    quiet: bool = False

    @property
    def begins_at(self) -> tuple[str, ...]:
        """The spots it begins at: its own, or those of the answers of its first field."""
        if self.spot:
            return (self.spot,)
        return tuple(pick.spot for spec in self.fields[:1] for pick in spec.picks if pick.spot)

    @classmethod
    def asking(
        cls,
        kind: type[Event],
        label: str,
        fields: tuple[FieldSpec, ...],
        *,
        known: Mapping[str, Any] | None = None,
        seat: Seat | None = None,
        override: bool = False,
        **more: Any,
    ) -> Choice:
        """A choice whose event is not whole yet: ``known`` arguments are settled, ``fields`` ask for the others.
        An argument both known and asked for holds what is known until the choice is filled.

        ``more`` are the choice's own fields. Until it is filled, an argument asked for holds the plainest value of its
        type. Raises TypeError where the event needs an argument that is neither known nor asked for.
        """
        settled = dict(known or {})
        asked = {spec.name.partition(".")[0] for spec in fields}
        required: Mapping[str, Any] = _required(kind)  # type: ignore[arg-type] # mypy sees its fields, not the class
        for name, plainest in required.items():
            if name not in settled:
                if name not in asked:
                    raise TypeError(f"{kind.__name__} needs {name}, which is neither known nor asked for")
                settled[name] = plainest
        return cls(label, kind(seat=seat, override=override, **settled), fields, **more)

    def fill(self, **values: object) -> Event:
        """The event with its holes filled. Raises Refusal STRUCT where a value is missing, foreign or out of bounds."""
        filled: dict[str, Any] = {}
        for spec in self.fields:
            if spec.name not in values:
                raise Refusal(Level.STRUCT, "bad_input", say("{label}: nothing was chosen", label=spec.label))
            filled[spec.name] = _checked(spec, values[spec.name])
        for pool in self.pools:
            total = sum(filled[name] for name in pool.fields)
            if total > pool.amount:
                raise Refusal(
                    Level.STRUCT,
                    "bad_input",
                    say(
                        "{label}: {total} is more than there is ({amount})",
                        label=pool.label,
                        total=total,
                        amount=pool.amount,
                    ),
                )
        named = {name.partition(".")[0] for name in filled}
        args = in_place({name: getattr(self.event, name) for name in named}, filled)
        return replace(self.event, **args) if args else self.event


def touched(choice: Choice, spot: str) -> Choice | None:
    """The choice as it is once ``spot`` was touched: begun there, or with the one answer that stands there given.

    None where it has nothing to do with that spot.
    """
    if choice.spot == spot:
        return choice
    for spec in choice.fields:
        pick = next((pick for pick in spec.picks if pick.spot == spot), None)
        if pick is None or spec.kind != "pick":
            continue
        value = (pick.value,) if spec.many else pick.value
        if spec.many and not spec.low <= 1 <= spec.high:
            return choice
        name = spec.name.partition(".")[0]
        args = in_place({name: getattr(choice.event, name)}, {spec.name: value})
        left = tuple(one for one in choice.fields if one is not spec)
        return replace(choice, event=replace(choice.event, **args), fields=left, card=pick.card or choice.card)
    return None


@cache
def _required(kind: Any) -> Mapping[str, Any]:
    """The arguments an event cannot do without, each with the plainest value of its type."""
    hints = get_type_hints(kind)
    missing = dataclasses.MISSING
    bare = (one for one in dataclasses.fields(kind) if one.default is missing and one.default_factory is missing)
    return {one.name: _plainest(hints[one.name]) for one in bare}


def _plainest(hint: Any) -> Any:
    """The value of a type that says least: an empty text, no entries, 0; of several words the first."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return args[0]
    if hint is None or type(None) in args:
        return None
    made = origin or hint
    return {} if made is Mapping else made()


def in_place(args: Mapping[str, Any], filled: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of an event with what fills its holes.

    ``hits.2b1`` goes under ``2b1`` of the mapping ``hits``, ``values.0`` to the first place of the list ``values``.
    """
    found = dict(args)
    for name, value in filled.items():
        outer, _, inner = name.partition(".")
        if not inner:
            found[outer] = value
            continue
        there = found.get(outer)
        if isinstance(there, (tuple, list)) and inner.isdecimal() and int(inner) < len(there):
            at = int(inner)
            found[outer] = (*there[:at], value, *there[at + 1 :])
            continue
        found[outer] = {**(there if isinstance(there, Mapping) else {}), inner: value}
    return found


def _checked(spec: FieldSpec, value: Any) -> Any:
    if spec.kind == "number":
        if type(value) is not int or not spec.low <= value <= spec.high:
            raise _unfit(spec, say("expected {low} to {high}", low=spec.low, high=spec.high))
        return value
    if (spec.many or spec.kind == "cards") and not isinstance(value, (tuple, list)):
        raise _unfit(spec, "expected a list")
    if spec.kind == "cards":
        if not all(isinstance(code, str) for code in value):
            raise _unfit(spec, "expected the codes of cards")
        return tuple(value)
    chosen = tuple(value) if spec.many else (value,)
    # Compared by type too: a true is not the card with number 1.
    allowed = {(type(pick.value), pick.value) for pick in spec.picks}
    known = all(isinstance(v, (str, int)) and (type(v), v) in allowed for v in chosen)
    if not known or len(set(chosen)) != len(chosen):
        raise _unfit(spec, "that is not among what was offered")
    if spec.many and not spec.low <= len(chosen) <= spec.high:
        raise _unfit(
            spec,
            say("choose {low}", low=spec.low)
            if spec.low == spec.high
            else say("choose {low} to {high}", low=spec.low, high=spec.high),
        )
    return chosen if spec.many else value


def _unfit(spec: FieldSpec, text: str) -> Refusal:
    return Refusal(Level.STRUCT, "bad_input", f"{spec.label}: {text}")
