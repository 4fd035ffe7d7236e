"""The counters of this server: opened, followed and changed by whoever has the code, and kept in the tables' store.

Nobody has a seat at a counter: like a notepad in the middle of the table, it belongs to everybody who can see it.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from companion.counters.counter_changes import Change, ago_s, read_change, read_setup
from companion.errors import CounterDamaged, NoTable, SetAside, StoreBusy
from companion.storage.store_protocol import COUNTER, CodeTaken, Commit, EntryRow, Head, MovedOn, Store, TableRow
from companion.table.registry import check_id, no_table
from companion.table.retries import TRIES
from companion.table.subscriptions import Signal, Subscription, Subscriptions, Wake
from companion.table.tokens import new_code, tidy_code
from rules.game_protocol import Level, Refusal
from rules.text import Name, say

CHANGES_MAX = 5000
AT_ONCE_MAX = 100
KEPT_IN_MEMORY = 200
DAMAGED = (
    "The disk has lost or changed a part of the counter {code}. Phones that count on it still show its numbers; "
    "begin another and set them there."
)


@dataclass(frozen=True, slots=True)
class SharedCounter:
    """A counter as it stands: its changes in order, each with its id and ``at`` in seconds since 1970."""

    code: str
    players: int
    start: int
    made_at: float
    changes: tuple[Change, ...]
    head: Head

    @property
    def rev(self) -> int:
        """How many changes there are."""
        return len(self.changes)


class SharedCounters:
    """Safe to use from any thread; what ``add`` has answered is on disk."""

    def __init__(self, store: Store, subscriptions: Subscriptions, clock: Callable[[], float]) -> None:
        self.store, self.subscriptions, self.clock = store, subscriptions, clock
        self._lock = threading.Lock()
        self._known: OrderedDict[str, SharedCounter] = OrderedDict()

    def open(self, players: object, start: object, began_s: object = 0) -> SharedCounter:
        """A new counter, whose game began so many seconds ago. Raises Refusal STRUCT for what cannot be."""
        count, at = read_setup(players, start)
        options = json.dumps({"players": count, "start": at})
        for _ in range(20):
            row = TableRow(new_code(), COUNTER, "play", options, self.clock() - ago_s({"ago_s": began_s}))
            with suppress(CodeTaken):
                self.store.write(Commit(row.code, create=row))
                return self.find(row.code)
        raise StoreBusy

    def find(self, code: str) -> SharedCounter:
        """The counter with this code, as typed. Raises NoTable, CounterDamaged."""
        tidy = tidy_code(code)
        with self._lock:
            return self._found(tidy, code)

    def has(self, code: str) -> bool:
        """Whether the code, as typed, is a counter's."""
        try:
            self.find(code)
        except NoTable:
            return False
        except SetAside:
            return True
        return True

    def add(self, code: str, sent: Sequence[object]) -> SharedCounter:
        """Add changes, all or none; one whose id is there already is the same change sent twice, and counts once.

        Raises Refusal STRUCT for a change that cannot be read and for a counter that is full, NoTable.
        """
        if len(sent) > AT_ONCE_MAX:
            raise Refusal(Level.STRUCT, "bad_input", f"changes: send up to {AT_ONCE_MAX} at once")
        tidy = tidy_code(code)
        with self._lock:
            for _ in range(TRIES):
                before = self._found(tidy, code)
                rows = self._rows(before, sent)
                if not rows:
                    return before
                with suppress(MovedOn):
                    head = self.store.write(Commit(tidy, rows, based_on=before.head.version))
                    after = _with(before, rows, head)
                    self._keep(after)
                    break
                self._known.pop(tidy, None)  # another process has written: read it anew
            else:
                raise StoreBusy
        self.subscriptions.tell(tidy, Signal(after.rev))
        return after

    def subscribe(self, code: str, wake: Wake, address: str = "") -> Subscription:
        """Have ``wake`` called, from any thread, whenever the counter changes. Raises NoTable, TooOften."""
        return self.subscriptions.listen(self.find(code).code, (), wake, address)

    def _found(self, tidy: str, typed: str) -> SharedCounter:
        known = self._known.get(tidy)
        if known is None or self.store.version(tidy) != known.head.version:
            known = self._read(tidy, typed)
        self._keep(known)
        return known

    def _read(self, tidy: str, typed: str) -> SharedCounter:
        kept = self.store.load(tidy) if tidy else None
        if kept is None or kept.row.game != COUNTER:
            raise no_table(typed)
        if kept.damage is not None:
            raise CounterDamaged(say(DAMAGED, code=Name(tidy)))
        setup = json.loads(kept.row.options)
        empty = SharedCounter(tidy, setup["players"], setup["start"], kept.row.made_at, (), Head())
        return _with(empty, kept.entries, kept.head)

    def _keep(self, counter: SharedCounter) -> None:
        self._known[counter.code] = counter
        self._known.move_to_end(counter.code)
        while len(self._known) > KEPT_IN_MEMORY:
            self._known.popitem(last=False)

    def _rows(self, before: SharedCounter, sent: Iterable[object]) -> tuple[EntryRow, ...]:
        there = {change["id"] for change in before.changes}
        rows: list[EntryRow] = []
        for one in sent:
            body = read_change(one, before.players)
            id_ = check_id(one.get("id") if isinstance(one, dict) else None)
            if id_ in there:
                continue
            there.add(id_)
            rev = before.head.rev + len(rows) + 1
            rows.append(EntryRow(rev, id_, self.clock() - ago_s(one), None, json.dumps(body)))
        if before.rev + len(rows) > CHANGES_MAX:
            text = "This counter's history is full; begin another."
            raise Refusal(Level.STRUCT, "log_full", text)
        return tuple(rows)


def _with(before: SharedCounter, rows: Iterable[EntryRow], head: Head) -> SharedCounter:
    # A backup that is brought back puts a table's own words between: they are places, and no changes.
    more = ({"id": row.id, "at": row.at, **json.loads(row.body)} for row in rows)
    return SharedCounter(before.code, before.players, before.start, before.made_at, (*before.changes, *more), head)
