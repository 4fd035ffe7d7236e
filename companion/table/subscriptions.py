"""Who is looking at which table, and telling them when it changed.

A signal to everybody carries a rev and nothing else, so nobody learns from it what they may not know; phones then fetch
their own view. What a seat's own camera sees is told to the phones of that seat alone. Safe to use from any thread.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from companion.errors import TooOften
from rules.game_protocol import Seat

OF_A_SEAT = 6
"""Streams of one seat: its phones and what is left of broken connections. One more ends the oldest."""
WATCHERS = 48
"""Streams of a table by phones without a seat; seats always find a place."""
WATCHERS_OF_ADDRESS = 16
WATCHERS_OF_PROCESS = 3000
POLL_AFTER_S = 5


@dataclass(frozen=True, slots=True)
class Signal:
    """Something changed: the table's ``rev``, or (``people``) only who is connected. After ``end`` nothing is told.

    ``card`` is the id of a card that a camera sees and that can mean several things: the phone may ask which.
    """

    rev: int
    people: bool = False
    end: bool = False
    card: str = ""


Wake = Callable[[Signal], None]


@dataclass(eq=False, slots=True)
class Subscription:
    """One open stream. Close it when the phone has gone; closing twice does no harm."""

    all: Subscriptions
    code: str
    seats: tuple[Seat, ...]
    wake: Wake
    address: str = ""

    def close(self) -> None:
        self.all.drop(self)


@dataclass
class Subscriptions:
    """The streams of this process."""

    streams: dict[str, dict[int, Subscription]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _watching: int = 0
    on_people: Callable[[str], None] = lambda code: None
    """Called, and must return at once, whenever somebody comes or goes here: other processes want to know."""
    _elsewhere: dict[str, dict[str, tuple[frozenset[Seat], float]]] = field(default_factory=dict)
    """By table and process: the seats that listen there, and until when that is believed."""

    def listen(self, code: str, seats: tuple[Seat, ...], wake: Wake, address: str = "") -> Subscription:
        """``wake`` is called, from any thread, for every change of the table. ``address`` is where the phone is.

        A seat always finds a place: its oldest stream ends for it. So does the oldest of an address that watches many
        times. Raises TooOften where too many others watch; whoever is refused can still ask now and then.

        ``wake`` must return at once and must not raise.
        """
        mine = Subscription(self, code, seats, wake, address)
        with self._lock:
            there = list(self.streams.get(code, {}).values())
            ended = self._too_many(mine, there)
            if not seats:
                watching = sum(not one.seats for one in there) - len(ended)
                if watching >= WATCHERS or self._watching - len(ended) >= WATCHERS_OF_PROCESS:
                    raise TooOften(
                        "Very many screens are watching already; this one asks now and then instead.", POLL_AFTER_S
                    )
            for old in ended:
                self._remove(old)
            self._watching += not seats
            self.streams.setdefault(code, {})[id(mine)] = mine
        for old in ended:
            old.wake(Signal(0, end=True))
        self._came_or_went(code)
        return mine

    @staticmethod
    def _too_many(new: Subscription, there: list[Subscription]) -> list[Subscription]:
        """The oldest of the same seats, or of the same address where nobody sits, that give way to a new stream."""
        if new.seats:
            alike, most = [one for one in there if one.seats == new.seats], OF_A_SEAT
        else:
            alike = [one for one in there if not one.seats and one.address == new.address]
            most = WATCHERS_OF_ADDRESS if new.address else WATCHERS
        return alike[: max(0, len(alike) + 1 - most)]

    def _remove(self, subscription: Subscription) -> bool:
        """Forget it; with the lock held. False where it was gone."""
        mine = self.streams.get(subscription.code, {})
        if mine.pop(id(subscription), None) is None:
            return False
        self._watching -= not subscription.seats
        if not mine:
            del self.streams[subscription.code]
        return True

    def drop(self, subscription: Subscription) -> None:
        """The stream has gone."""
        with self._lock:
            if not self._remove(subscription):
                return
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

    def tell_seat(self, code: str, seat: Seat, signal: Signal) -> None:
        """Wake the phones of one seat that are connected to this process."""
        with self._lock:
            awake = [one for one in self.streams.get(code, {}).values() if seat in one.seats]
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
