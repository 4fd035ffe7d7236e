"""A club night as it is kept: its tables, the people of its tournament and the results given by hand. Pure.

Kept as JSON under a name of its own. A person is known by their number in ``people``, so that a name can be put right.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

Kind = Literal["open", "swiss", "round_robin", "groups"]
"""``open``: tables and no tournament. ``groups``: a tournament at tables of more than two, mixed anew each round."""
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Seated:
    """One table of the night. ``number`` stands on the table and on its card, ``game`` is the id of its game.

    ``round`` counts from 1; it is 0 where there is no tournament. ``people`` are those who play here, in the order of
    the seats. ``by_hand`` is everybody's place as the host gave it, in the same order; empty where the game's own
    result counts.
    """

    number: int
    code: str
    game: str
    round: int = 0
    people: tuple[int, ...] = ()
    by_hand: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody of the tournament. ``since`` is the first round they can play in, ``left`` the first they do not."""

    name: str
    since: int = 1
    left: int = 0

    def plays(self, round_: int) -> bool:
        """Whether this person is there in a round."""
        return self.since <= round_ and not 0 < self.left <= round_


@dataclass(frozen=True, slots=True)
class Night:
    """A club night. ``began_at`` are the times the rounds began, in seconds since 1970 (UTC), the first round first.

    ``byes`` are who sat out, round by round. ``calls`` are tables that want the host, and since when. ``closed`` nights
    take no calls and no more rounds. ``round_minutes`` 0 is no clock.
    """

    id: str
    title: str
    made_at: float
    kind: Kind = "open"
    game: str = ""
    options: tuple[tuple[str, bool | int | str], ...] = ()
    seats: int = 2
    round_minutes: int = 0
    tables: tuple[Seated, ...] = ()
    people: tuple[Player, ...] = ()
    byes: tuple[tuple[int, ...], ...] = ()
    began_at: tuple[float, ...] = ()
    calls: tuple[tuple[str, float], ...] = ()
    closed: bool = False

    @property
    def round(self) -> int:
        """The newest round; 0 before the first, and where there is no tournament."""
        return len(self.byes)

    @property
    def is_tournament(self) -> bool:
        """Whether there are rounds and standings."""
        return self.kind != "open"

    def of_round(self, round_: int) -> tuple[Seated, ...]:
        """The tables of a round, by their numbers."""
        return tuple(table for table in self.tables if table.round == round_)

    @property
    def now(self) -> tuple[Seated, ...]:
        """The tables that matter now: those of the newest round."""
        return self.of_round(self.round)

    def table(self, code: str) -> Seated | None:
        """The table with this code, None where it is another night's."""
        return next((table for table in self.tables if table.code == code), None)

    def with_table(self, changed: Seated) -> Night:
        """The night with that table in place of the one with its code."""
        return replace(self, tables=tuple(changed if one.code == changed.code else one for one in self.tables))

    def names(self, table: Seated) -> tuple[str, ...]:
        """Who plays at a table, by name."""
        return tuple(self.people[number].name for number in table.people)


def to_json(night: Night) -> str:
    """The night as it is kept."""
    return json.dumps({"format": FORMAT, **asdict(night)}, separators=(",", ":"))


def from_json(text: str) -> Night:
    """A kept night. Raises ValueError, KeyError or TypeError for a text that is none, or of a newer version."""
    data: dict[str, Any] = json.loads(text)
    if data.pop("format") != FORMAT or data["kind"] not in get_args(Kind):
        raise ValueError("a night of another version")
    return Night(
        **{
            **data,
            "options": tuple((str(key), value) for key, value in data["options"]),
            "tables": tuple(map(_table, data["tables"])),
            "people": tuple(Player(**one) for one in data["people"]),
            "byes": tuple(map(tuple, data["byes"])),
            "began_at": tuple(data["began_at"]),
            "calls": tuple((code, at) for code, at in data["calls"]),
        }
    )


def _table(data: Mapping[str, Any]) -> Seated:
    return Seated(**{**data, "people": tuple(data["people"]), "by_hand": tuple(data["by_hand"])})
