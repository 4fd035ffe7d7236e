"""Values <-> JSON, driven by the dataclasses themselves; the JSON Schema of the same types.

Events travel as ``{"type", "seat", "override", "args"}``. Reading is strict: an unknown type, a missing, foreign or
mistyped field is a Refusal STRUCT that names it, so nothing half-understood reaches a game.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rules.log import Entry
from rules.table import Event, Level, Refusal, event_type

Json = Any
_EVENT_FIELDS = ("seat", "override")
_SCALARS: dict[Any, str] = {
    int: "integer",
    str: "string",
    bool: "boolean",
    float: "number",
    type(None): "null",
}


def encode(value: Any) -> Json:
    """A value as JSON. Dataclasses become objects; where a union needs it the class name stands under ``"is"``."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        body = {f.name: encode(getattr(value, f.name)) for f in dataclasses.fields(value)}
        return {"is": event_type(type(value)), **body}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): encode(item) for key, item in value.items()}
    if isinstance(value, (tuple, list, frozenset, set)):
        items = sorted(value) if isinstance(value, (frozenset, set)) else value
        return [encode(item) for item in items]
    return value


def decode(kind: Any, data: Json, place: str = "") -> Any:
    """The value of type ``kind`` in ``data``. Raises Refusal STRUCT ``bad_input`` naming the field."""
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _decode_union(get_args(kind), data, place)
    if origin is Literal:
        if data in get_args(kind) and type(data) in {type(v) for v in get_args(kind)}:
            return data
        raise _bad(place, "expected " + " or ".join(repr(v) for v in get_args(kind)))
    if origin in (tuple, frozenset):
        return _decode_many(origin, get_args(kind), data, place)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _decode_dataclass(kind, data, place)
    if isinstance(kind, type) and issubclass(kind, Enum):
        try:
            return kind(data)
        except ValueError:
            raise _bad(place, f"{data!r} is not known") from None
    if kind is Any or type(data) is kind or (kind is float and type(data) is int):
        return data
    raise _bad(place, f"expected {_SCALARS.get(kind, getattr(kind, '__name__', kind))}")


def _decode_union(kinds: tuple[Any, ...], data: Json, place: str) -> Any:
    classes = [k for k in kinds if isinstance(k, type) and dataclasses.is_dataclass(k)]
    if isinstance(data, dict) and classes:
        tag = data.get("is")
        for cls in classes:
            if len(classes) == 1 or event_type(cls) == tag:
                return _decode_dataclass(cls, data, place)
        raise _bad(place, f"{tag!r} is not known here")
    for kind in kinds:
        try:
            return decode(kind, data, place)
        except Refusal:
            continue
    raise _bad(place, "expected " + " or ".join(_SCALARS.get(k, getattr(k, "__name__", str(k))) for k in kinds))


def _decode_many(origin: Any, args: tuple[Any, ...], data: Json, place: str) -> Any:
    if not isinstance(data, list):
        raise _bad(place, "expected a list")
    if origin is frozenset or (len(args) == 2 and args[1] is Ellipsis):
        return origin(decode(args[0], item, f"{place}[{i}]") for i, item in enumerate(data))
    if len(data) != len(args):
        raise _bad(place, f"expected {len(args)} values")
    return tuple(decode(a, item, f"{place}[{i}]") for i, (a, item) in enumerate(zip(args, data, strict=True)))


def _decode_dataclass(cls: type, data: Json, place: str) -> Any:
    if not isinstance(data, dict):
        raise _bad(place, "expected an object")
    hints = _hints(cls)
    values: dict[str, Any] = {}
    for f in dataclasses.fields(cls):
        at = f"{place}.{f.name}" if place else f.name
        if f.name in data:
            values[f.name] = decode(hints[f.name], data[f.name], at)
        elif f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING:
            raise _bad(at, "is missing")
    for name in data:
        if name not in hints and name != "is":
            raise _bad(f"{place}.{name}" if place else str(name), "is not known here")
    return cls(**values)


_HINTS: dict[Any, dict[str, Any]] = {}


def _hints(cls: Any) -> dict[str, Any]:
    # functools.cache would do, but mypy holds classes of dataclasses not to be hashable.
    if cls not in _HINTS:
        _HINTS[cls] = get_type_hints(cls)
    return _HINTS[cls]


def _bad(place: str, text: str) -> Refusal:
    return Refusal(Level.STRUCT, "bad_input", f"{place or 'the message'}: {text}")


def event_to_json(event: Event) -> dict[str, Json]:
    """An event as it travels and is stored."""
    args = {f.name: encode(getattr(event, f.name)) for f in dataclasses.fields(event) if f.name not in _EVENT_FIELDS}
    return {"type": event_type(type(event)), "seat": event.seat, "override": event.override, "args": args}


def event_from_json(kinds: Iterable[type[Event]], data: Json) -> Event:
    """The event in ``data``, one of ``kinds``. Raises Refusal STRUCT ``bad_input`` or ``unknown_event``."""
    if not isinstance(data, dict):
        raise _bad("", "expected an object with type and args")
    by_type = {event_type(kind): kind for kind in kinds}
    kind = by_type.get(data.get("type") or "")
    if kind is None:
        raise Refusal(Level.STRUCT, "unknown_event", f"{data.get('type')!r} is not something this game knows")
    args = data.get("args", {})
    if not isinstance(args, dict):
        raise _bad("args", "expected an object")
    clash = next((name for name in args if name in _EVENT_FIELDS), None)
    if clash:
        raise _bad(f"args.{clash}", "belongs beside args, not inside")
    head = {name: data[name] for name in _EVENT_FIELDS if name in data}
    event: Event = _decode_dataclass(kind, {**args, **head}, "")
    return event


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
    return Entry(values["rev"], values["id"], values["at"], values["by"], event_from_json(kinds, body))


def schema(kind: Any) -> dict[str, Json]:
    """The JSON Schema (2020-12) of what ``encode`` makes of a ``kind``, with dataclasses under ``$defs``."""
    defs: dict[str, Json] = {}
    body = _schema(kind, defs)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **body, "$defs": defs}


def events_schema(kinds: Iterable[type[Event]]) -> dict[str, Json]:
    """The JSON Schema of every event of a game as it travels."""
    defs: dict[str, Json] = {}
    any_of = []
    for kind in kinds:
        hints = _hints(kind)
        fields = [f for f in dataclasses.fields(kind) if f.name not in _EVENT_FIELDS]
        args: dict[str, Json] = {
            "type": "object",
            "properties": {f.name: _schema(hints[f.name], defs) for f in fields},
            "required": [f.name for f in fields if f.default is dataclasses.MISSING],
            "additionalProperties": False,
        }
        properties = {
            "type": {"const": event_type(kind)},
            "seat": {"type": ["integer", "null"]},
            "override": {"type": "boolean"},
            "args": args,
        }
        any_of.append({"type": "object", "title": kind.__name__, "properties": properties, "required": ["type"]})
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "anyOf": any_of, "$defs": defs}


def _schema(kind: Any, defs: dict[str, Json]) -> dict[str, Json]:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return {"anyOf": [_schema(k, defs) for k in get_args(kind)]}
    if origin is Literal:
        return {"enum": list(get_args(kind))}
    if origin in (tuple, frozenset):
        args = get_args(kind)
        if origin is frozenset or (len(args) == 2 and args[1] is Ellipsis):
            return {"type": "array", "items": _schema(args[0], defs)}
        return {"type": "array", "prefixItems": [_schema(a, defs) for a in args], "items": False}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"enum": [member.value for member in kind]}
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        name = event_type(kind)
        if name not in defs:
            defs[name] = {}
            hints = _hints(kind)
            properties = {f.name: _schema(hints[f.name], defs) for f in dataclasses.fields(kind)}
            defs[name] = {"type": "object", "properties": {"is": {"const": name}, **properties}}
        return {"$ref": f"#/$defs/{name}"}
    return {"type": _SCALARS[kind]} if kind in _SCALARS else {}
