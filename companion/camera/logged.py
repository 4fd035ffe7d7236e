"""Which cards live cameras have logged, so that two phones over one table make one play, and not two.

A card stands in it from its play until a camera has seen it leave the table. Kept in memory: it decides only what is
logged by itself, never what a person taps.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Lock

from companion.table.tables import Accepted
from rules.table import Seat

KEPT = 5000
SAME_TAP_S = 5.0
"""Two phones that accept the same cards within this time mean the same."""


@dataclass(frozen=True, slots=True)
class _Tap:
    codes: frozenset[str]
    at_s: float
    accepted: Accepted


@dataclass
class Ledger:
    """By table, seat and code; times are the eye's."""

    _played: OrderedDict[tuple[str, Seat, str], float] = field(default_factory=OrderedDict)
    _taps: OrderedDict[tuple[str, Seat], _Tap] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def has(self, table: str, seat: Seat, code: str) -> bool:
        """Whether the card, as it lies there, was logged already."""
        with self._lock:
            return (table, seat, code) in self._played

    def play(self, table: str, seat: Seat, codes: Iterable[str], at_s: float, accepted: Accepted) -> None:
        """These cards were logged just now, by one event."""
        codes = frozenset(codes)
        with self._lock:
            for code in codes:
                self._played[table, seat, code] = at_s
                self._played.move_to_end((table, seat, code))
            self._taps[table, seat] = _Tap(codes, at_s, accepted)
            self._taps.move_to_end((table, seat))
            for kept in (self._played, self._taps):
                while len(kept) > KEPT:
                    kept.popitem(last=False)

    def tapped(self, table: str, seat: Seat, codes: Iterable[str], at_s: float) -> Accepted | None:
        """What another phone has just made of exactly these cards."""
        with self._lock:
            tap = self._taps.get((table, seat))
        same = tap is not None and tap.codes == frozenset(codes) and at_s - tap.at_s <= SAME_TAP_S
        return tap.accepted if tap is not None and same else None

    def left(self, table: str, seat: Seat, code: str, seen_s: float) -> None:
        """A camera saw the card leave that it had last seen at ``seen_s``; of an older play that says nothing."""
        with self._lock:
            if self._played.get((table, seat, code), seen_s + 1) <= seen_s:
                del self._played[table, seat, code]
