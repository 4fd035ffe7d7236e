"""Who is looking at which table, and telling them when it changed.

A signal carries a rev and nothing else, so nobody learns from it what they may not know; phones then fetch their
own view. Safe to use from any thread.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import count

from companion.errors import TooOften
from rules.game_protocol import Seat

STREAMS_PER_TABLE = 64
STREAMS_PER_PROCESS = 5000


@dataclass(frozen=True, slots=True)
class Signal:
    """Something changed: the table's ``rev``, or (``people``) only who is connected."""

    rev: int
    people: bool = False


Wake = Callable[[Signal], None]


@dataclass(eq=False, slots=True)
class Subscription:
    """One open stream. Close it when the phone has gone; closing twice does no harm."""

    all: Subscriptions
    code: str
    seats: tuple[Seat, ...]
    wake: Wake

    def close(self) -> None:
        self.all.drop(self)


@dataclass
class Subscriptions:
    """The streams of this process."""

    streams: dict[str, dict[int, Subscription]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _numbers: count[int] = field(default_factory=count)
    _open: int = 0
    on_people: Callable[[str], None] = lambda code: None
    """Called, and must return at once, whenever somebody comes or goes here: other processes want to know."""
    _elsewhere: dict[str, dict[str, tuple[frozenset[Seat], float]]] = field(default_factory=dict)
    """By table and process: the seats that listen there, and until when that is believed."""

    def listen(self, code: str, seats: tuple[Seat, ...], wake: Wake) -> Subscription:
        """``wake`` is called, from any thread, for every change of the table. Raises TooOften when there are too many.

        ``wake`` must return at once and must not raise.
        """
        subscription = Subscription(self, code, seats, wake)
        with self._lock:
            mine = self.streams.setdefault(code, {})
            if len(mine) >= STREAMS_PER_TABLE or self._open >= STREAMS_PER_PROCESS:
                raise TooOften(
                    "Very many screens are watching already; close one, or reload this page now and then.", 30
                )
            mine[id(subscription)] = subscription
            self._open += 1
        self._came_or_went(code)
        return subscription

    def drop(self, subscription: Subscription) -> None:
        """The stream has gone."""
        with self._lock:
            mine = self.streams.get(subscription.code, {})
            if mine.pop(id(subscription), None) is None:
                return
            self._open -= 1
            if not mine:
                del self.streams[subscription.code]
        self._came_or_went(subscription.code)

    def _came_or_went(self, code: str) -> None:
        self.tell(code, Signal(0, people=True))
        self.on_people(code)

    def tell(self, code: str, signal: Signal) -> None:
        """Wake everybody at the table."""
        with self._lock:
            awake = list(self.streams.get(code, {}).values())
        for subscription in awake:
            subscription.wake(signal)

    def listened_to(self) -> tuple[str, ...]:
        """The tables somebody listens to."""
        with self._lock:
            return tuple(self.streams)

    def listens_here(self, code: str) -> bool:
        """Whether anybody listens to that table at this process."""
        with self._lock:
            return code in self.streams

    def online(self, code: str) -> frozenset[Seat]:
        """The seats with at least one phone connected, at whichever process."""
        with self._lock:
            elsewhere = [seats for seats, _ in self._elsewhere.get(code, {}).values()]
        return self.online_here(code).union(*elsewhere)

    def online_here(self, code: str) -> frozenset[Seat]:
        """The seats with at least one phone connected to this process."""
        with self._lock:
            mine = self.streams.get(code, {}).values()
            return frozenset(Counter(seat for subscription in mine for seat in subscription.seats))

    def online_elsewhere(self, process: str, code: str, seats: Iterable[Seat], until: float) -> None:
        """What another process says of who listens to a table there; ``until`` is when it must have said so again."""
        now = frozenset(seats)
        with self._lock:
            said = self._elsewhere.setdefault(code, {})
            before = said.pop(process, (frozenset[Seat](), 0.0))[0]
            if now:
                said[process] = (now, until)
            if not said:
                del self._elsewhere[code]
        if now != before:
            self.tell(code, Signal(0, people=True))

    def gone(self, now: float) -> tuple[str, ...]:
        """Forget what silent processes said. Returns the tables at which somebody is gone by that."""
        changed = []
        with self._lock:
            for code, said in list(self._elsewhere.items()):
                left = {process: word for process, word in said.items() if word[1] > now}
                if len(left) < len(said):
                    changed.append(code)
                    self._elsewhere[code] = left
                if not left:
                    del self._elsewhere[code]
        return tuple(changed)
