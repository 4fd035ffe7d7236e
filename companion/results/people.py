"""Who a name stands for: spellings that are one person, and people who asked to be forgotten.

Tables know people by the name they typed. Kept as one line of JSON in the store, apart from the tables.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from companion.results.result import Result

KEPT_AS = "people"
"""The name the store remembers it under."""


@dataclass(frozen=True, slots=True)
class People:
    """``aliases`` has for a folded spelling the name it stands for; ``forgotten`` digests of folded names."""

    aliases: Mapping[str, str] = field(default_factory=dict)
    forgotten: frozenset[str] = frozenset()

    def shown(self, name: str) -> str:
        """The name a person goes by here, "" for somebody forgotten."""
        stands_for = self.aliases.get(folded(name), name)
        return "" if {digest(name), digest(stands_for)} & self.forgotten else stands_for

    def with_alias(self, spelling: str, name: str) -> People:
        """The spelling stands for that person from now on; with no name, or its own, for itself again."""
        aliases = {key: value for key, value in self.aliases.items() if key != folded(spelling)}
        if name.strip() and folded(name) != folded(spelling):
            target = self.aliases.get(folded(name), " ".join(name.split()))
            if folded(target) != folded(spelling):
                # Whoever stood for the spelling now stands for that person too.
                aliases = {
                    key: target if folded(value) == folded(spelling) else value for key, value in aliases.items()
                }
                aliases[folded(spelling)] = target
        return replace(self, aliases=aliases)

    def without(self, name: str) -> People:
        """That person is forgotten: no spelling of theirs is kept, and tables show them no more."""
        gone = {folded(name), *(key for key, value in self.aliases.items() if folded(value) == folded(name))}
        aliases = {key: value for key, value in self.aliases.items() if key not in gone}
        return People(aliases, self.forgotten | {digest(spelling) for spelling in gone})

    def with_back(self, gone: str) -> People:
        """Whoever was forgotten under that digest is counted again."""
        return replace(self, forgotten=self.forgotten - {gone})


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """A name as it is compared: without case, accents kept, spaces as one."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def digest(name: str) -> str:
    """What is kept of a forgotten name: enough to know it again, not to read it."""
    return hashlib.sha256(folded(name).encode("utf-8", "surrogatepass")).hexdigest()


def known(results: Iterable[Result], people: People) -> tuple[Result, ...]:
    """The results with everybody under the name they go by; the first spelling met is the one shown."""
    spelled: dict[str, str] = {}
    found = []
    for result in results:
        seats = []
        for seat in result.seats:
            shown = people.shown(seat.name)
            seats.append(replace(seat, name=spelled.setdefault(folded(shown), shown)))
        found.append(replace(result, seats=tuple(seats)))
    return tuple(found)


def read_people(text: str) -> People:
    """What the store remembered; nobody where that is nothing, or cannot be read."""
    try:
        data = json.loads(text) if text else {}
        aliases = {str(key): str(value) for key, value in data.get("aliases", {}).items()}
        return People(aliases, frozenset(map(str, data.get("forgotten", ()))))
    except (ValueError, AttributeError, TypeError):
        return People()


def written(people: People) -> str:
    """The line the store remembers."""
    return json.dumps({"aliases": dict(people.aliases), "forgotten": sorted(people.forgotten)}, ensure_ascii=False)
