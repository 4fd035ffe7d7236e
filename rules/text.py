"""Texts for people: English as it reads, and beside it the template and the arguments it was made from.

A game says ``say("{who} draws {cards}", who=person(seat), cards=counted(2, "card"))``. The result is a ``str``, so it
compares, sorts and travels as one; ``worded`` puts it together again from its template, in another language or with
other arguments. A text without arguments is its own template.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

__all__ = [
    "Name",
    "Text",
    "first_lower",
    "first_upper",
    "listed",
    "plural",
    "say",
    "text_from_json",
    "text_to_json",
    "worded",
]


_FIRST_PLACE = re.compile(r"\{(\w+)\}")


class Name(str):
    """A person's name: the same in every language, even where it reads like a word of ours."""

    __slots__ = ()


class Text(str):
    """A text made from ``template`` and ``args``; what it reads as in English is the string itself."""

    __slots__ = ("args", "template")

    template: str
    args: Mapping[str, Any]

    def __new__(cls, template: str, args: Mapping[str, Any]) -> Text:
        made = super().__new__(cls, template.format_map(args))
        made.template, made.args = template, args
        return made

    def __reduce__(self) -> tuple[type[Text], tuple[str, Mapping[str, Any]]]:
        return Text, (self.template, self.args)


def say(template: str, /, **args: Any) -> str:
    """The Text with its arguments put in; ``{name}`` in the template is the argument of that name."""
    return Text(template, args)


def worded(text: str, look_up: Callable[[str], str]) -> str:
    """The text in another language: its template looked up, its arguments likewise, put together.

    ``look_up`` gives the template of the other language for an English one, or the same where it has none.
    """
    if isinstance(text, Name):
        return text
    if not isinstance(text, Text):
        return look_up(text)
    args = {name: worded(value, look_up) if isinstance(value, str) else value for name, value in text.args.items()}
    return look_up(text.template).format_map(args)


def plural(count: int, one: str, several: str = "") -> str:
    """Such as ``1 card`` and ``2 cards``; ``several`` where an s is not enough."""
    return say(f"{{count}} {one if count == 1 else several or one + 's'}", count=count)


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words in a row, ``last`` before the last one: ``a, b and c``. Any number of them is made from two templates."""
    row = tuple(words)
    if len(row) < 2:
        return row[0] if row else ""
    front = row[0]
    for word in row[1:-1]:
        front = say("{front}, {next}", front=front, next=word)
    return say(f"{{front}} {last} {{end}}", front=front, end=row[-1])


def first_upper(text: str) -> str:
    """The text with a capital letter, still made from its template."""
    return _first(text, str.upper)


def first_lower(text: str) -> str:
    """The text with a small first letter, still made from its template."""
    return _first(text, str.lower)


def _first(text: str, change: Callable[[str], str]) -> str:
    if not isinstance(text, Text):
        return change(text[:1]) + text[1:]
    place = _FIRST_PLACE.match(text.template)
    if place is None:
        return Text(_first(text.template, change), text.args)
    first = text.args[place[1]]
    return Text(text.template, {**text.args, place[1]: _first(first, change)}) if isinstance(first, str) else text


def text_to_json(text: Any) -> Any:
    """A text with its template and arguments; other plain values as they are."""
    if isinstance(text, Text):
        return {"text": text.template, "with": {name: text_to_json(value) for name, value in text.args.items()}}
    return text if type(text) in (str, int, float, bool) or text is None else str(text)


def text_from_json(data: Any) -> Any:
    """What ``text_to_json`` made. Raises KeyError, TypeError or ValueError for anything else."""
    if isinstance(data, dict):
        return Text(data["text"], {name: text_from_json(value) for name, value in data["with"].items()})
    return data
