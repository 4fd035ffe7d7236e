"""How often one phone may do what: enough for any table, too little for a machine that guesses codes."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import NamedTuple, Protocol

from companion.errors import TooOften

KEYS_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Allowance:
    """``burst`` at once, and ``per_minute`` in the long run."""

    burst: int
    per_minute: float
    text: str


ALLOWANCES = {
    "open": Allowance(20, 20, "That is a lot of new tables; wait a moment before opening another."),
    "join": Allowance(30, 20, "That is a lot of joining from one place; wait a moment, then try again."),
    "guess": Allowance(20, 10, "That is a lot of codes that open nothing; look at the host's screen, then try again."),
    "change": Allowance(40, 300, "One thing at a time: wait a second, then tap again."),
    "frame": Allowance(60, 1500, "That is more than 25 frames a second; send the next when the last is answered."),
    "page": Allowance(120, 240, "That is a lot of pages to draw; wait a moment, then look on."),
    "check": Allowance(12, 30, "That is a lot to check; wait a moment, then ask again."),
    "print": Allowance(10, 12, "That is a lot to print; wait a moment before the next."),
    "upload": Allowance(8, 8, "That is a lot of files; wait a moment before the next."),
    "scan": Allowance(12, 60, "One photo at a time: wait a second, then take the next."),
}


class Bucket(NamedTuple):
    """What is ``left`` of an allowance, as of ``at_s`` of the clock."""

    left: float
    at_s: float


class Buckets(Protocol):
    """Where buckets are kept. Safe to use from any thread."""

    def change(self, name: str, to: Callable[[Bucket | None], Bucket]) -> None:
        """Put in the place of the bucket of that name, None where there is none, what ``to`` makes of it; where that
        raises, all stays as it is."""


class OwnBuckets:
    """Those of one process; what was not used for longest is forgotten."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Bucket] = OrderedDict()
        self._lock = Lock()

    def change(self, name: str, to: Callable[[Bucket | None], Bucket]) -> None:
        """As ``Buckets`` has it."""
        with self._lock:
            self._kept[name] = to(self._kept.get(name))
            self._kept.move_to_end(name)
            while len(self._kept) > KEYS_KEPT:
                self._kept.popitem(last=False)


@dataclass
class Limits:
    """A bucket of allowance for each (what, who); who is an address or a token's digest.

    ``clock`` is one that all who share the buckets see alike.
    """

    allowances: dict[str, Allowance] = field(default_factory=lambda: dict(ALLOWANCES))
    clock: Callable[[], float] = time.monotonic
    buckets: Buckets = field(default_factory=OwnBuckets)

    def spend(self, what: str, who: str, amount: float = 1) -> None:
        """Take from the allowance. Raises TooOften, saying for how long to wait, when it is used up."""
        allowance = self.allowances.get(what)
        if allowance is None:
            return
        a_second = allowance.per_minute / 60

        def taken(bucket: Bucket | None) -> Bucket:
            now = self.clock()
            left, then = bucket or (float(allowance.burst), now)
            left = min(float(allowance.burst), left + (now - then) * a_second)
            if left < max(amount, 1):
                # Asking costs nothing more, so that whoever waits is not kept waiting for having asked.
                raise TooOften(allowance.text, math.ceil((max(amount, 1) - left) / a_second))
            return Bucket(left - amount, now)

        self.buckets.change(f"{what} {who}", taken)


def no_limits() -> Limits:
    """For tests and benchmarks, which are faster than any table."""
    return Limits({})
