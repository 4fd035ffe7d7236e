"""Tables with people at them, for tests of the companion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from memory_store import MemoryStore
from toy_game import ToyGames

from companion.storage.store_protocol import Store
from companion.table.snapshot import Snapshot
from companion.table.tables import Accepted, Tables

_ids = count(1)


def fresh_id() -> str:
    return f"id-{next(_ids)}"


@dataclass
class Clock:
    """A clock that stands until it is moved."""

    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Seated:
    """A table of the toy game with people at it: their tokens by seat, the host's beside them."""

    tables: Tables
    code: str
    host: str
    tokens: list[str] = field(default_factory=list)

    def join(self, name: str, **more: Any) -> str:
        joined = self.tables.join(self.code, name=name, **more)
        self.tokens.append(joined.token)
        return joined.token

    def look(self, seat: int | None = None) -> Snapshot:
        return self.tables.look(self.code, [] if seat is None else [self.tokens[seat]])

    def as_host(self) -> Snapshot:
        return self.tables.look(self.code, [self.host])

    def pick(self, seat: int, card: int, **more: Any) -> Accepted:
        return self.send(seat, "picked", {"card": card}, **more)

    def count(self, seat: int, by: int = 1, **more: Any) -> Accepted:
        return self.send(seat, "counted", {"by": by}, **more)

    def send(self, seat: int, kind: str, args: dict[str, Any], *, override: bool = False, **more: Any) -> Accepted:
        event = {"type": kind, "args": args, "override": override}
        more.setdefault("id", fresh_id())
        return self.tables.submit(self.code, [self.tokens[seat]], event=event, **more)

    def undo(self, seat: int, **more: Any) -> int:
        more.setdefault("id", fresh_id())
        return self.tables.undo(self.code, [self.tokens[seat]], **more)


def seated(
    *names: str, store: Store | None = None, begin: bool = True, clock: Callable[[], float] | None = None
) -> Seated:
    """A table with these people, begun unless told otherwise."""
    tables = Tables(store or MemoryStore(), games=ToyGames(), clock=clock or Clock())
    opened = tables.open("toy")
    table = Seated(tables, opened.code, opened.host_token)
    for name in names:
        table.join(name)
    if begin:
        tables.begin(opened.code, [opened.host_token])
    return table


def texts(look: Snapshot) -> list[str]:
    """The log in words, oldest first."""
    return [line.text for line in reversed(look.log)]
