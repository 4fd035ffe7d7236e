"""Reading what a calculator is asked: JSON in, checked values out, every complaint with the name of the field.

A calculator wraps its input once (``Asked(data)``) and takes what it needs. A missing, wrong or oversized value
raises ``Refusal(STRUCT, "bad_input", "<field>: ...")``; the field is named with its whole path
(``fort.creatures[1].edr``). ``null`` counts as absent, so that a hole in a spreadsheet means the default.
Fields nobody asks for are left alone: a case may carry a name or a note.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from rules.event import Level, Objection, Refusal
from rules.game_info import Option
from rules.text import say

MOST = 100_000
"""Larger numbers mean nothing at a table; refused before anybody multiplies them."""
MANY = 1_000
"""Longer lists likewise."""
LONG = 80
"""Longer words are nobody's name for a card or a player."""

NO_NAMES: Final[Mapping[str, str]] = {}

T = TypeVar("T")


class _Needed:
    """No default: the field must be there."""


NEEDED: Final = _Needed()


def bad_input(field: str, text: str) -> Refusal:
    """The refusal for a field; raise what this returns."""
    return Refusal(Level.STRUCT, "bad_input", say("{field}: {text}", field=field, text=text))


@dataclass(frozen=True, slots=True)
class Asked:
    """One JSON object of the input and where it stands (``at`` is empty for the whole input)."""

    data: Mapping[str, Any]
    at: str = ""

    def path(self, key: str) -> str:
        """The field's name with its place, for a person."""
        short = key if len(key) <= LONG else f"{key[:LONG]}..."
        return f"{self.at}.{short}" if self.at else short

    def has(self, key: str) -> bool:
        """Whether the field is there and not null."""
        return self.data.get(key) is not None

    def raw(self, key: str) -> Any:
        """The value as it came; None where absent."""
        return self.data.get(key)

    def whole(self, key: str, default: int | _Needed = NEEDED, *, low: int = 0, high: int = MOST) -> int:
        """A whole number from ``low`` to ``high``."""
        if not self.has(key):
            return self._default(key, default)
        return _whole(self.raw(key), self.path(key), low, high)

    def whole_or_none(self, key: str, *, low: int = 0, high: int = MOST) -> int | None:
        """A whole number, or None where the field is absent or null."""
        return self.whole(key, low=low, high=high) if self.has(key) else None

    def yes(self, key: str, default: bool | _Needed = False) -> bool:
        """true or false."""
        if not self.has(key):
            return self._default(key, default)
        value = self.raw(key)
        if not isinstance(value, bool):
            raise bad_input(self.path(key), say("expected true or false, not {shown}", shown=_shown(value)))
        return value

    def word(self, key: str, default: str | _Needed = NEEDED, *, among: Iterable[str] = ()) -> str:
        """A text; one of ``among`` where that is given, however its capitals and hyphens are written."""
        if not self.has(key):
            return self._default(key, default)
        return _word(self.raw(key), self.path(key), tuple(among))

    def words(self, key: str, *, among: Iterable[str] = (), most: int = MANY) -> tuple[str, ...]:
        """A list of texts; empty where absent. One bare text counts as a list of one."""
        value = [self.raw(key)] if isinstance(self.raw(key), str) else self.items(key, most=most)
        allowed = tuple(among)
        return tuple(_word(item, f"{self.path(key)}[{i}]", allowed) for i, item in enumerate(value))

    def wholes(self, key: str, *, low: int = 0, high: int = MOST, most: int = MANY) -> tuple[int, ...]:
        """A list of whole numbers; empty where absent."""
        return tuple(
            _whole(item, f"{self.path(key)}[{i}]", low, high) for i, item in enumerate(self.items(key, most=most))
        )

    def items(self, key: str, *, most: int = MANY) -> list[Any]:
        """A list of anything; empty where absent."""
        value = self.raw(key)
        if value is None:
            return []
        if not isinstance(value, list | tuple):
            raise bad_input(self.path(key), say("expected a list, not {shown}", shown=_shown(value)))
        if len(value) > most:
            raise bad_input(
                self.path(key), say("has {count:,} entries; at most {most:,} are read", count=len(value), most=most)
            )
        return list(value)

    def part(self, key: str) -> Asked:
        """An object inside; an empty one where absent."""
        value = self.raw(key)
        if value is None:
            return Asked({}, self.path(key))
        if not isinstance(value, Mapping):
            raise bad_input(self.path(key), say("expected an object, not {shown}", shown=_shown(value)))
        if len(value) > MANY:
            raise bad_input(
                self.path(key), say("has {count:,} entries; at most {many:,} are read", count=len(value), many=MANY)
            )
        return Asked(value, self.path(key))

    def needed(self, key: str) -> Asked:
        """An object that must be there."""
        if not self.has(key):
            raise bad_input(self.path(key), "is missing")
        return self.part(key)

    def parts(self, key: str, *, most: int = MANY) -> tuple[Asked, ...]:
        """A list of objects; empty where absent."""
        return tuple(self.part_of(key, i, item) for i, item in enumerate(self.items(key, most=most)))

    def part_of(self, key: str, index: int, item: Any) -> Asked:
        """One entry of a list as an object, with its place."""
        place = f"{self.path(key)}[{index}]"
        if not isinstance(item, Mapping):
            raise bad_input(place, say("expected an object, not {shown}", shown=_shown(item)))
        return Asked(item, place)

    def each(self) -> tuple[tuple[str, Asked], ...]:
        """Every field of this object as an object, with its name, in the order given."""
        return tuple((key, self.needed(key)) for key in self.data)

    def named(self) -> tuple[str, ...]:
        """The names of the fields that are there and not null, in the order given."""
        return tuple(key for key in self.data if self.has(key))

    def numbers(self, *, low: int = 0, high: int = MOST) -> dict[str, int]:
        """Every field of this object as a whole number."""
        return {key: self.whole(key, low=low, high=high) for key in self.data}

    def numbers_given(self) -> dict[str, int]:
        """The fields that are there as whole numbers: what is null counts as absent, and absent as nothing said."""
        return {key: self.whole(key) for key in self.named()}

    def options(
        self, known: Iterable[Option], *, taken: Iterable[str] = (), also: Mapping[str, str] = NO_NAMES
    ) -> dict[str, Any]:
        """The house rules named in the input: in ``options``, or beside the other fields unless ``taken`` there.

        ``also`` are other names people know a house rule by, to its id. Only what is named comes back, each an allowed
        value of its option; the game's defaults stand for the rest.
        """
        inner = self.part("options")
        chosen: dict[str, Any] = {}
        names = {option.id: option for option in known}
        for key in inner.data:
            if also.get(key, key) not in names:
                raise bad_input(
                    inner.path(key), say("is not a house rule; expected one of {words}", words=", ".join(names))
                )
        for option in names.values():
            words = (option.id, *(name for name, meant in also.items() if meant == option.id))
            places = (inner, self) if option.id not in set(taken) else (inner,)
            found = next(((place, word) for place in places for word in words if place.has(word)), None)
            if found is not None:
                place, word = found
                chosen[option.id] = _option(place.raw(word), place.path(word), option)
        return chosen

    def _default(self, key: str, default: T | _Needed) -> T:
        if isinstance(default, _Needed):
            raise bad_input(self.path(key), "is missing")
        return default


def no(objection: Objection) -> dict[str, Any]:
    """The answer ``ok: false`` with why."""
    return {"ok": False, "why": objection.code, "text": objection.text, "rule": objection.why.citation}


def error(objection: Objection) -> dict[str, Any]:
    """The answer ``error: CODE`` with why."""
    return {"error": objection.code, "text": objection.text, "rule": objection.why.citation}


def _whole(value: Any, place: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise bad_input(place, say("expected a whole number, not {shown}", shown=_shown(value)))
    if not low <= value <= high:
        raise bad_input(place, say("{shown} is outside {low:,} to {high:,}", shown=_shown(value), low=low, high=high))
    return value


def _word(value: Any, place: str, among: tuple[str, ...]) -> str:
    if among and value not in among:
        value = _meant(value, among)
    if not isinstance(value, str):
        raise bad_input(place, say("expected a text, not {shown}", shown=_shown(value)))
    if len(value) > LONG:
        raise bad_input(place, say("has {count:,} characters; at most {long} are read", count=len(value), long=LONG))
    if among and value not in among:
        raise bad_input(
            place, say("{shown} is not known; expected one of {words}", shown=_shown(value), words=", ".join(among))
        )
    return value


def _meant(value: Any, among: tuple[str, ...]) -> Any:
    """The one word of ``among`` that is written differently only in capitals or hyphens ("FLIP", "all-cards"), or the
    one that is this number (card 1); the value as it came where there is none, or more than one.
    """
    if isinstance(value, bool) or not isinstance(value, str | int):
        return value
    if len(value) > LONG if isinstance(value, str) else abs(value) > MOST:
        return value
    plain = _plain(str(value))
    meant = [word for word in among if _plain(word) == plain]
    return meant[0] if len(meant) == 1 else value


def _plain(word: str) -> str:
    return word.strip().casefold().replace("-", "_").replace(" ", "_")


def _option(value: Any, place: str, option: Option) -> bool | int | str:
    for allowed in option.values:
        if type(value) is type(allowed) and value == allowed:
            return allowed
    words = ", ".join(str(allowed).lower() if isinstance(allowed, bool) else str(allowed) for allowed in option.values)
    raise bad_input(place, say("expected one of {words}, not {shown}", words=words, shown=_shown(value)))


def _shown(value: Any) -> str:
    """A value short enough for a sentence."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, int) and abs(value) > 10**12:
        return "that number"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 40 else f'{text[:36]}..."'
