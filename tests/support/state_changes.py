"""What an event changed in a state, field by field: short lines for people, and plain JSON for digests."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from enum import Enum
from functools import cache
from itertools import groupby
from typing import Any

from rules.game_protocol import event_type

LONGEST = 240
"""Characters of one change that is shown; what is left out of a longer one is counted."""
LONGEST_TEXT = 40
"""Characters of a text inside it."""
Change = tuple[tuple[str, ...], str]
"""Where something changed, from the outermost field inwards, and how: ``2 -> 3``, ``+ lair``."""


def changes(before: Any, after: Any, where: tuple[str, ...] = ()) -> Iterator[Change]:
    """Every leaf that differs between two values of the same type."""
    if _same(before, after):
        return
    if dataclasses.is_dataclass(before) and type(before) is type(after):
        for field in dataclasses.fields(before):
            yield from changes(getattr(before, field.name), getattr(after, field.name), (*where, f".{field.name}"))
    elif isinstance(before, Mapping) and isinstance(after, Mapping):
        yield from _in_mappings(before, after, where)
    elif isinstance(before, (frozenset, set)) and isinstance(after, (frozenset, set)):
        yield where, _gone_and_new(sorted(before - after, key=str), sorted(after - before, key=str))
    elif isinstance(before, (tuple, list)) and isinstance(after, (tuple, list)):
        yield from _in_sequences(before, after, where)
    else:
        # A whole table kept inside another is only said to be there.
        kept = dataclasses.is_dataclass(after) and type(after).__name__ == "State"
        yield where, f"{_old(before)} -> {'{..}' if kept else short(after)}"


def _in_mappings(
    before: Mapping[Any, Any], after: Mapping[Any, Any], where: tuple[str, ...], piece: str = ".{}"
) -> Iterator[Change]:
    for key in dict.fromkeys((*before, *after)):
        there = (*where, piece.format(key))
        if key not in after:
            yield there, "gone"
        elif key not in before:
            yield there, f"+ {short(after[key])}"
        else:
            yield from changes(before[key], after[key], there)


def _in_sequences(before: Sequence[Any], after: Sequence[Any], where: tuple[str, ...]) -> Iterator[Change]:
    old, new = _by_name(before), _by_name(after)
    if (old or new) and old is not None and new is not None:
        if list(old) != list(new) and old == new:
            yield where, "in another order"
        yield from _in_mappings(old, new, where, "[{}]")
        return
    same = len(before) == len(after)
    apart = [at for at in range(len(before)) if same and before[at] != after[at]]
    match = SequenceMatcher(None, [short(one) for one in before], [short(one) for one in after], autojunk=False)
    codes = [code for code in match.get_opcodes() if code[0] != "equal"]
    if same and len(apart) <= sum(max(code[2] - code[1], code[4] - code[3]) for code in codes):
        codes = [("replace", at, at + 1, at, at + 1) for at in apart]
    for _, left, right, new_left, new_right in codes:
        if right - left == new_right - new_left:
            for at, one, other in zip(range(left, right), before[left:right], after[new_left:new_right], strict=True):
                yield from changes(one, other, (*where, f"[{at}]"))
        else:
            yield where, _gone_and_new(before[left:right], after[new_left:new_right])


def _by_name(values: Sequence[Any]) -> dict[str, Any] | None:
    """Values by the name each has (``uid``, ``key``); None where one has none, or another's."""
    found = {str(getattr(value, "uid", getattr(value, "key", ""))): value for value in values}
    return found if len(found) == len(values) and "" not in found else None


def _gone_and_new(gone: Sequence[Any], new: Sequence[Any]) -> str:
    return _cut(" ".join([*(f"- {short(one)}" for one in gone), *(f"+ {short(one)}" for one in new)]))


def _old(value: Any) -> str:
    """What was there; of more than a word only that it is gone."""
    return "{..}" if dataclasses.is_dataclass(value) else short(value)


def short(value: Any) -> str:
    """A value in few characters: of a dataclass only the fields that are not at their default."""
    return _cut(_short(value))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} .. ({len(text) - LONGEST} characters more)"


def _short(value: Any) -> str:
    if dataclasses.is_dataclass(value):
        told = (f"{name} {_short(item)}" for name, item in unusual(value).items())
        return "{" + ", ".join(told) + "}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} {_short(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (frozenset, set)):
        return "(" + ", ".join(sorted(map(_short, value))) + ")"
    if isinstance(value, (tuple, list)):
        return "(" + ", ".join(map(_short, value)) + ")"
    if isinstance(value, Enum):
        return _short(value.value)
    if isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            value = f"{value[:LONGEST_TEXT].rsplit(' ', 1)[0]} .."
        return value if value and not set(value) & set(" ,(){};\n") else json.dumps(str(value), ensure_ascii=False)
    return json.dumps(value)


def unusual(value: Any) -> dict[str, Any]:
    """The fields of a dataclass that are not at their default."""
    found = {}
    for name, usual in _usual(type(value)):
        item = getattr(value, name)
        if not _same(item, usual):
            found[name] = item
    return found


def _same(one: Any, other: Any) -> bool:
    """Whether two values are equal; true and 1 are not, a text is whatever it is made of."""
    return one is other or (one == other and isinstance(one, bool) == isinstance(other, bool))


@cache
def _usual(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of a dataclass and their defaults; a field without one has a default nothing is equal to."""
    return tuple(
        (field.name, field.default if field.default_factory is dataclasses.MISSING else field.default_factory())
        for field in dataclasses.fields(kind)
    )


def plain(value: Any) -> Any:
    """A value as JSON that stays the same where classes move or gain fields nobody uses yet."""
    kind = type(value)
    if kind is str or kind is int or kind is bool or value is None:
        return value
    if kind is tuple:
        return [plain(item) for item in value]
    if dataclasses.is_dataclass(value):
        return [event_type(kind), {name: plain(item) for name, item in unusual(value).items()}]
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (frozenset, set)):
        return sorted((plain(item) for item in value), key=json.dumps)
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, Enum):
        return plain(value.value)
    return str(value) if isinstance(value, str) else value


def told(found: Sequence[Change]) -> str:
    """Changes in one line: ``sides[Ana]: hand.bases 3 -> 2; spaces[0].base "" -> lair · phase setup -> decide``."""
    groups = []
    for head, group in groupby(found, key=lambda one: _head(one[0])):
        rest = [(_name(where[len(head) :]), how) for where, how in group]
        name = _name(head)
        if len(rest) == 1:
            dot = "." if rest[0][0][:1] not in ("", "[") else ""
            groups.append(f"{name}{dot}{rest[0][0]} {rest[0][1]}")
        else:
            groups.append(f"{name}: " + "; ".join(f"{inner} {how}".strip() for inner, how in rest))
    return " · ".join(groups)


def _head(where: tuple[str, ...]) -> tuple[str, ...]:
    """The outermost field, with the seat where it holds one value a seat."""
    return where[:2] if where[1:2] and where[1].startswith("[") else where[:1]


def _name(where: tuple[str, ...]) -> str:
    return "".join(where).removeprefix(".")
