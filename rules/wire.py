"""Values <-> JSON, driven by the dataclasses themselves; the JSON Schema of the same types.

Events travel as ``{"type", "seat", "override", "args"}``. Reading is strict: an unknown type, a missing, foreign or
mistyped field is a Refusal STRUCT that names it, so nothing half-understood reaches a game.
"""

from __future__ import annotations

import dataclasses
import json
import re
import sys
import types
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rules.game_protocol import Event, Level, Refusal, event_type
from rules.log import Entry
from rules.text import Text

Json = Any
FLOAT_MAX = sys.float_info.max
EVENT_FIELDS = ("seat", "override")
_WHOLE = re.compile(r"-?[0-9]{1,18}")
SCALARS: dict[Any, str] = {
    int: "integer",
    str: "string",
    bool: "boolean",
    float: "number",
    type(None): "null",
}


NOTHING: Mapping[str, Any] = {}


def encode(value: Any) -> Json:
    """A value as JSON. Dataclasses become objects with the class name under ``"is"``; sets are sorted."""
    # A look at a table is thousands of small values, sent to every phone: the usual kinds are settled first.
    kind = type(value)
    if kind is str or kind is int or value is None or kind is bool:
        return value
    if kind is Text:
        return str(value)
    if kind is tuple:
        return [encode(item) for item in value]
    if dataclasses.is_dataclass(kind):
        body: dict[str, Json] = {"is": event_type(kind)}
        for name in _names(kind):
            body[name] = encode(getattr(value, name))
        return body
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): encode(item) for key, item in value.items()}
    if isinstance(value, (frozenset, set)):
        # Members need not have an order, but the same set must always read the same.
        return sorted((encode(item) for item in value), key=lambda item: json.dumps(item, sort_keys=True))
    if isinstance(value, (tuple, list)):
        return [encode(item) for item in value]
    return value


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in dataclasses.fields(kind))


def decode(kind: Any, data: Json, place: str = "") -> Any:
    """The value of type ``kind`` in ``data``. Raises Refusal STRUCT ``bad_input`` naming the field."""
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _decode_union(get_args(kind), data, place)
    if origin is Literal:
        return _decode_one_of(get_args(kind), data, place)
    if origin in (tuple, frozenset):
        return _decode_many(origin, get_args(kind), data, place)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _decode_mapping(get_args(kind), data, place)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _decode_dataclass(kind, data, place)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(_decode_one_of(tuple(member.value for member in kind), data, place))
    return data if kind is Any else _decode_scalar(kind, data, place)


def _decode_scalar(kind: Any, data: Json, place: str) -> Any:
    if kind is float and type(data) in (int, float):
        # Neither fits JSON: a number too large to be one, and the infinities Python's reader lets through.
        if not -FLOAT_MAX <= data <= FLOAT_MAX:
            raise _bad(place, "expected a number that is not endless")
        return float(data)
    if type(data) is not kind:
        raise _bad(place, f"expected {_word(kind)}")
    if kind is str and any("\ud800" <= character <= "\udfff" for character in data):
        raise _bad(place, "holds half a character; send it again as UTF-8")
    return data


def _decode_one_of(values: tuple[Any, ...], data: Json, place: str) -> Any:
    for value in values:
        if type(value) is type(data) and value == data:
            return value
    raise _bad(place, "expected " + " or ".join(repr(value) for value in values))


def _decode_union(kinds: tuple[Any, ...], data: Json, place: str) -> Any:
    classes = [k for k in kinds if isinstance(k, type) and dataclasses.is_dataclass(k)]
    if isinstance(data, dict) and classes:
        tag = data.get("is")
        for cls in classes:
            if event_type(cls) == tag or (tag is None and len(classes) == 1):
                return _decode_dataclass(cls, data, place)
        known = " or ".join(event_type(cls) for cls in classes)
        raise _bad(f"{place}.is" if place else "is", f"{_shown(tag)} is not known here; expected {known}")
    for kind in kinds:
        if kind not in classes:
            try:
                return decode(kind, data, place)
            except Refusal:
                continue
    raise _bad(place, "expected " + " or ".join(map(_word, kinds)))


def _decode_many(origin: Any, args: tuple[Any, ...], data: Json, place: str) -> Any:
    if not isinstance(data, list):
        raise _bad(place, "expected a list")
    if origin is frozenset or (len(args) == 2 and args[1] is Ellipsis):
        return origin(decode(args[0], item, f"{place}[{i}]") for i, item in enumerate(data))
    if len(data) != len(args):
        raise _bad(place, f"expected {len(args)} values")
    return tuple(decode(a, item, f"{place}[{i}]") for i, (a, item) in enumerate(zip(args, data, strict=True)))


def _decode_mapping(args: tuple[Any, ...], data: Json, place: str) -> Any:
    """A mapping as a dict; JSON has only text for keys, so whole-number keys are read back from it."""
    if not isinstance(data, dict):
        raise _bad(place, "expected an object")
    key_kind, kind = args
    read: dict[Any, Any] = {}
    for key, item in data.items():
        at = f"{place}.{key}" if place else str(key)
        if key_kind is int and not _WHOLE.fullmatch(key):
            raise _bad(at, "expected a whole number as its name")
        name = int(key) if key_kind is int else decode(key_kind, key, at)
        read[name] = decode(kind, item, at)
    return read


def _decode_dataclass(cls: type, data: Json, place: str, known: Mapping[str, Any] = NOTHING) -> Any:
    if not isinstance(data, dict):
        raise _bad(place, "expected an object")
    hints = hints_of(cls)
    if data.get("is", event_type(cls)) != event_type(cls):
        raise _bad(f"{place}.is" if place else "is", f"{_shown(data['is'])} is not {event_type(cls)}")
    values: dict[str, Any] = {}
    for f in dataclasses.fields(cls):
        at = f"{place}.{f.name}" if place else f.name
        if f.name in known:
            values[f.name] = known[f.name]
        elif f.name in data:
            values[f.name] = decode(hints[f.name], data[f.name], at)
        elif is_required(f):
            raise _bad(at, "is missing")
    for name in data:
        if name not in hints and name != "is":
            raise _bad(f"{place}.{name}" if place else str(name), "is not known here")
    try:
        return cls(**values)
    except ValueError as error:
        raise _bad(place, str(error)) from None


def is_required(f: dataclasses.Field[Any]) -> bool:
    """Whether a field has no default."""
    return f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING


def _word(kind: Any) -> str:
    if kind in SCALARS:
        return SCALARS[kind]
    origin = get_origin(kind)
    if origin is Literal:
        return " or ".join(repr(value) for value in get_args(kind))
    return "a list" if origin in (tuple, frozenset) else "an object"


def _shown(value: Json) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:39] + "…"


_HINTS: dict[Any, dict[str, Any]] = {}


def hints_of(cls: Any) -> dict[str, Any]:
    """The types of a dataclass's fields."""
    # functools.cache would do, but mypy holds classes of dataclasses not to be hashable.
    if cls not in _HINTS:
        _HINTS[cls] = get_type_hints(cls)
    return _HINTS[cls]


def _bad(place: str, text: str) -> Refusal:
    return Refusal(Level.STRUCT, "bad_input", f"{place or 'the message'}: {text}")


def event_to_json(event: Event) -> dict[str, Json]:
    """An event as it travels and is stored."""
    args = {f.name: getattr(event, f.name) for f in dataclasses.fields(event) if f.name not in EVENT_FIELDS}
    args = {name: event_to_json(item) if isinstance(item, Event) else encode(item) for name, item in args.items()}
    return {"type": event_type(type(event)), "seat": event.seat, "override": event.override, "args": args}


def event_from_json(kinds: Iterable[type[Event]], data: Json) -> Event:
    """The event in ``data``, one of ``kinds``; a field that is an event itself is read likewise.

    Raises Refusal STRUCT ``bad_input`` or ``unknown_event``.
    """
    if not isinstance(data, dict):
        raise _bad("", "expected an object with type and args")
    by_type = _by_type(tuple(kinds))
    name = data.get("type")
    kind = by_type.get(name) if isinstance(name, str) else None
    if kind is None:
        raise Refusal(Level.STRUCT, "unknown_event", f"{_shown(name)} is not something this game knows")
    args = data.get("args", {})
    if not isinstance(args, dict):
        raise _bad("args", "expected an object")
    clash = next((name for name in args if name in (*EVENT_FIELDS, "is")), None)
    if clash:
        raise _bad(f"args.{clash}", "belongs beside args, not inside")
    head = {name: data[name] for name in EVENT_FIELDS if name in data}
    inner = {name: event_from_json(_plain(kinds), args[name]) for name in _carried(kind) if name in args}
    event: Event = _decode_dataclass(kind, {**args, **head}, "", inner)
    return event


@cache
def _by_type(kinds: tuple[type[Event], ...]) -> Mapping[str, type[Event]]:
    return {event_type(kind): kind for kind in kinds}


def _carried(kind: type[Event]) -> tuple[str, ...]:
    """The fields of an event that are events themselves."""
    return tuple(name for name, hint in hints_of(kind).items() if hint is Event)


def _plain(kinds: Iterable[type[Event]]) -> tuple[type[Event], ...]:
    """The kinds of events that carry no other: events are not nested deeper."""
    return tuple(kind for kind in kinds if not _carried(kind))


def seated(event: Event, seat: int | None) -> Event:
    """The same event, said of ``seat``."""
    return dataclasses.replace(event, seat=seat)


def entry_to_json(entry: Entry) -> dict[str, Json]:
    """A log entry as exported."""
    body = event_to_json(entry.event)
    return {"rev": entry.rev, "id": entry.id, "at": entry.at, "by": entry.by, **body}


def entry_from_json(kinds: Iterable[type[Event]], data: Json) -> Entry:
    """The log entry in ``data``. Raises Refusal STRUCT where it is not one."""
    if not isinstance(data, dict):
        raise _bad("", "expected a log entry")
    head = {"rev": int, "id": str, "at": float, "by": int | None}
    values = {name: decode(kind, data.get(name), name) for name, kind in head.items()}
    body = {name: data[name] for name in ("type", "seat", "override", "args") if name in data}
    return Entry(values["rev"], values["id"], at=values["at"], by=values["by"], event=event_from_json(kinds, body))
