"""JSON Schemas (2020-12) of what ``rules.wire`` sends, made from the dataclasses themselves."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, Literal, Union, get_args, get_origin

from rules.game_protocol import Event, event_type
from rules.wire import EVENT_FIELDS, SCALARS, Json, hints_of, is_required

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(kind: Any) -> dict[str, Json]:
    """The JSON Schema (2020-12) of what ``encode`` makes of a ``kind``, with dataclasses under ``$defs``."""
    names = _Names()
    body = _schema(kind, names)
    return {"$schema": DIALECT, **body, "$defs": names.defs}


def events_schema(kinds: Iterable[type[Event]]) -> dict[str, Json]:
    """The JSON Schema of every event of a game as it travels; what stands beside it (id, expect) is left open."""
    names = _Names()
    any_of = []
    for kind in kinds:
        args = _object(kind, names, leave_out=EVENT_FIELDS)
        properties = {
            "type": {"const": event_type(kind)},
            "seat": {"type": ["integer", "null"]},
            "override": {"type": "boolean"},
            "args": args,
        }
        required = ["type", "args"] if args["required"] else ["type"]
        any_of.append({"type": "object", "title": kind.__name__, "properties": properties, "required": required})
    return {"$schema": DIALECT, "anyOf": any_of, "$defs": names.defs}


class _Names:
    """The dataclasses met so far. Two of one name in different modules get a number, not each other's fields."""

    def __init__(self) -> None:
        self.defs: dict[str, Json] = {}
        self._classes: dict[str, Any] = {}

    def of(self, cls: Any) -> tuple[str, bool]:
        """The name of the class under ``$defs``, and whether it is new."""
        base = name = event_type(cls)
        number = 2
        while self._classes.get(name, cls) is not cls:
            name, number = f"{base}_{number}", number + 1
        new = name not in self._classes
        self._classes[name] = cls
        return name, new


def _object(cls: Any, names: _Names, leave_out: tuple[str, ...] = ()) -> dict[str, Json]:
    hints = hints_of(cls)
    fields = [f for f in dataclasses.fields(cls) if f.name not in leave_out]
    return {
        "type": "object",
        "properties": {f.name: _schema(hints[f.name], names) for f in fields},
        "required": [f.name for f in fields if is_required(f)],
        "additionalProperties": False,
    }


def _any_of(kinds: tuple[Any, ...], names: _Names) -> dict[str, Json]:
    several = sum(dataclasses.is_dataclass(kind) for kind in kinds) > 1
    options = [_schema(kind, names) for kind in kinds]
    # Classes are told apart by their name alone, never by which fields happen to be there.
    return {"anyOf": [{**o, "required": ["is"]} if several and "$ref" in o else o for o in options]}


def _schema(kind: Any, names: _Names) -> dict[str, Json]:
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _any_of(args, names)
    if origin is Literal:
        return {"enum": list(args)}
    if origin is frozenset or (origin is tuple and len(args) == 2 and args[1] is Ellipsis):
        return {"type": "array", "items": _schema(args[0], names)}
    if origin is tuple:
        prefix = [_schema(a, names) for a in args]
        return {"type": "array", **({"prefixItems": prefix} if prefix else {}), "items": False, "minItems": len(args)}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema(args[1], names)}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"enum": [member.value for member in kind]}
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        name, new = names.of(kind)
        if new:
            body = _object(kind, names)
            body["properties"] = {"is": {"const": event_type(kind)}, **body["properties"]}
            names.defs[name] = body
        return {"$ref": f"#/$defs/{name}"}
    return {"type": SCALARS[kind]} if kind in SCALARS else {}
