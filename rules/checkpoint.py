"""A long log taken up again at one of its entries: what it added up to there, kept beside it as JSON.

A checkpoint says what folding the entries up to its own would say, and nothing else. Whoever keeps it must know that it
belongs to those entries, and to these rules (``edition``).
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import Any

from rules import wire
from rules.continued import Continued
from rules.game_protocol import Event, Game, Notice, Refusal, Setup
from rules.log import Entry, Log, Mark, Person, Played, Stand, Table, said, step
from rules.log_line import Told
from rules.text import Text, text_from_json, text_to_json

__all__ = ["KeptCheckpoints", "checkpoint", "edition", "taken_up"]

KeptCheckpoints = Mapping[int, Callable[[], Any]]
"""How the checkpoints of a log are read, by their revs."""


@cache
def edition() -> str:
    """A digest of these rules: another program may add the same entries up to something else."""
    digest = hashlib.sha256()
    for name, file in sorted(_files_of(files("rules"), "")):
        digest.update(f"{name}:".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _files_of(folder: Traversable, path: str) -> Iterable[tuple[str, Traversable]]:
    for found in folder.iterdir():
        name = f"{path}/{found.name}"
        if found.is_dir():
            yield from _files_of(found, name)
        elif not name.endswith((".pyc", ".md")):
            yield name, found


def checkpoint(log: Log[Any]) -> Any:
    """A log that has just been ``marked``, as JSON; None where it could not be taken up just as it is."""
    state, setup = log.table.state, log.table.setup
    if state is None or setup is None or not log.fits:
        return None
    table = _table_to_json(log.table)
    if not _alike(_table_from_json(log.game, json.loads(json.dumps(table))), log.table):
        return None
    played = log.played
    return {
        "table": table,
        "notices": _to_json(log.notices),
        "dead": _runs(sorted(log.dead)),
        "asked": sorted(log.asked),
        "line": _runs([one.place for one in played]),
        "otherwise": [[at, one.rev, one.overridden] for at, one in enumerate(played) if _is_otherwise(one)],
        "again": _runs([at for at, one in enumerate(played) if one.again]),
        "marks": [list(mark) for mark in log.marks],
    }


def _is_otherwise(one: Played[Any]) -> bool:
    return one.rev != one.place or one.overridden


def taken_up(
    game: Game[Any],
    rev: int,
    kept: KeptCheckpoints,
    entries: Sequence[Entry],
    told: Mapping[int, Told],
    revs: dict[str, int],
) -> Log[Any]:
    """The log as it was at the checkpoint ``rev``; ``entries``, ``told`` and ``revs`` (by id) may have later ones too.

    Raises Refusal, KeyError, TypeError, ValueError or IndexError where the checkpoint cannot be read.
    """
    data = kept[rev]()
    otherwise = {at: (rev, overridden) for at, rev, overridden in data["otherwise"]}
    stands = [Stand(place, *otherwise.get(at, (place, False))) for at, place in enumerate(_listed(data["line"]))]
    marks = tuple(Mark(*mark) for mark in data["marks"])
    line = _KeptLine(game, entries, stands, frozenset(_listed(data["again"])), marks, kept)
    line.tables[len(stands)] = _table_from_json(game, data["table"])
    return Log(
        game,
        Continued((), entries, rev),
        Continued((), line, len(stands)),
        frozenset(_listed(data["dead"])),
        notices=_from_json(tuple[Notice, ...], data["notices"]),
        asked=frozenset(data["asked"]),
        told=ChainMap({}, told),  # type: ignore[arg-type] # only the first of its maps is ever written to
        marks=marks,
        _positions={stand.place: at for at, stand in enumerate(stands)},
        _revs=revs,
    )


class _KeptLine(Sequence[Played[Any]]):
    """The line of play up to a checkpoint. What stands in it is known; tables are folded from the checkpoint before."""

    def __init__(
        self,
        game: Game[Any],
        entries: Sequence[Entry],
        stands: Sequence[Stand],
        again: frozenset[int],
        marks: Sequence[Mark],
        kept: KeptCheckpoints,
    ) -> None:
        self.game, self.entries, self.stands, self.again, self.kept = game, entries, stands, again, kept
        self.marks = {mark.length: mark.rev for mark in marks}
        self.tables: dict[int, Table[Any]] = {0: Table()}
        """Tables that are known, by how much of the line leads to them."""

    def __len__(self) -> int:
        return len(self.stands)

    def __getitem__(self, at: Any) -> Any:
        return _KeptPlayed(self, at)

    def event(self, at: int) -> Event:
        """What happened there."""
        return said(self.entries, self.stands[at])

    def table(self, length: int) -> Table[Any]:
        """The table after so much of the line."""
        begin = length
        while begin not in self.tables and not self._is_read(begin):
            begin -= 1
        table = self.tables[begin]
        for at in range(begin, length):
            table = step(self.game, table, self.event(at))
            self.tables[at + 1] = table
        return table

    def _is_read(self, length: int) -> bool:
        """Whether there is a checkpoint there, which is known from now on."""
        rev = self.marks.pop(length, 0)
        if rev not in self.kept:
            return False
        try:
            self.tables[length] = _table_from_json(self.game, self.kept[rev]()["table"])
        except (Refusal, KeyError, TypeError, ValueError, IndexError):
            return False  # the one before it does as well
        return True


class _KeptPlayed(Played[Any]):
    """One event of a kept line, looked up when it is asked for."""

    __slots__ = ("_at", "_line")
    _line: _KeptLine
    _at: int

    def __init__(self, line: _KeptLine, at: int) -> None:
        stand = line.stands[at]
        for name, value in (*stand._asdict().items(), ("again", at in line.again), ("_line", line), ("_at", at)):
            object.__setattr__(self, name, value)

    @property
    def event(self) -> Event:
        return self._line.event(self._at)

    @property
    def after(self) -> Table[Any]:
        return self._line.table(self._at + 1)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Played):
            return NotImplemented
        return all(getattr(self, f.name) == getattr(other, f.name) for f in dataclasses.fields(Played))

    __hash__ = None  # type: ignore[assignment] # states need not be hashable


# --- as JSON


def _table_to_json(table: Table[Any]) -> Any:
    plain = {name: wire.encode(getattr(table, name)) for name in ("seats", "setup", "help", "locked", "closed")}
    return {**plain, "state": _to_json(table.state)}


def _table_from_json(game: Game[Any], data: Any) -> Table[Any]:
    setup = wire.decode(Setup, data["setup"])
    return Table(
        wire.decode(tuple[Person | None, ...], data["seats"]),
        setup,
        _from_json(type(game.start(setup)), data["state"]),
        help=data["help"],
        locked=data["locked"],
        closed=data["closed"],
    )


def _to_json(value: Any) -> Any:
    """A value, and beside it the texts in it with their templates, by the way to each."""
    return {"value": wire.encode(value), "texts": [[way, text_to_json(text)] for way, text in _texts(value, ())]}


def _from_json(kind: Any, data: Any) -> Any:
    value = wire.decode(kind, data["value"])
    for way, text in data["texts"]:
        value = _with_text(value, way, text_from_json(text))
    return value


Way = tuple[str | int, ...]


def _texts(value: Any, way: Way) -> Iterable[tuple[Way, Text]]:
    if type(value) is Text:
        yield way, value
    elif dataclasses.is_dataclass(value):
        for f in dataclasses.fields(value):
            yield from _texts(getattr(value, f.name), (*way, f.name))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _texts(item, (*way, str(key)))
    elif isinstance(value, (tuple, list)):
        for at, item in enumerate(value):
            yield from _texts(item, (*way, at))


def _with_text(value: Any, way: Sequence[Any], text: Text) -> Any:
    if not way:
        return text
    name, rest = way[0], way[1:]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.replace(value, **{name: _with_text(getattr(value, name), rest, text)})
    if isinstance(value, Mapping):
        return {key: _with_text(item, rest, text) if str(key) == name else item for key, item in value.items()}
    return (*value[:name], _with_text(value[name], rest, text), *value[name + 1 :])


def _alike(one: Any, other: Any) -> bool:
    """Whether two values are the same, their kinds and the templates of their texts too."""
    if type(one) is not type(other):
        return False
    if isinstance(one, Text):
        return one == other and one.template == other.template and _alike(dict(one.args), dict(other.args))
    if dataclasses.is_dataclass(one):
        return all(_alike(getattr(one, f.name), getattr(other, f.name)) for f in dataclasses.fields(one))
    if isinstance(one, Mapping):
        return list(one) == list(other) and all(_alike(item, other[key]) for key, item in one.items())
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(_alike, one, other))
    return bool(one == other)


def _runs(numbers: Sequence[int]) -> list[int]:
    """Whole numbers as first and count of each run of neighbours: what is mostly 1, 2, 3 ... stays short."""
    starts = [at for at in range(len(numbers)) if not at or numbers[at] != numbers[at - 1] + 1]
    return [part for at, end in pairwise([*starts, len(numbers)]) for part in (numbers[at], end - at)]


def _listed(runs: Sequence[int]) -> list[int]:
    return [
        number for first, count in zip(runs[::2], runs[1::2], strict=True) for number in range(first, first + count)
    ]
