"""Which of the cards new in a camera's look are logged by themselves, and when; and which live cameras have logged.

A card is logged once a second full look has come that added nothing to it: what one look shows may be half of what a
hand is laying down. On a score sheet the order of cards changes nothing, so there each goes its own way. In play, one
new card is a play and several at once are a look at everything there, which a person says the meaning of; where looks
are far apart, one card after another is still one play after another. Two phones over one table make one play: what a
camera has logged stands in ``LoggedCards`` until one has seen it leave.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from threading import Lock

from companion.table.events import Accepted
from rules.game_protocol import Seat

OFFER_S = 5.0
"""So long the table is asked what a card means; then it is a person's to say."""
GESTURE_S = 0.8
"""What comes to light within this time may be one gesture: a fan laid down, a phone moved over the table."""


@dataclass(slots=True)
class _New:
    since_s: float
    tried: bool = False


@dataclass(slots=True)
class AutoLog:
    """One camera's new cards, by their laying, between coming to light and being logged."""

    _waiting: dict[int, _New] = field(default_factory=dict)
    _offered: set[int] = field(default_factory=set)
    """Cards that waited long enough: a person says what they mean, or they leave the picture and come back."""

    @property
    def hurries(self) -> bool:
        """Whether a card waits for nothing but the next full look."""
        return any(not one.tried for one in self._waiting.values())

    def look(self, here: Collection[int], in_view: Collection[int], now_s: float, *, scoring: bool) -> tuple[int, ...]:
        """After a full look: the cards to be logged now, in the order they came; ``tried`` says what came of it.

        ``here`` are the cards read and not logged, ``in_view`` those of them in sight.
        """
        self._offered &= set(in_view)
        for laid, one in list(self._waiting.items()):
            late = one.tried and laid in in_view and now_s - one.since_s > OFFER_S
            if late:
                self._offered.add(laid)
            if late or laid not in here:
                del self._waiting[laid]
        before = tuple(self._waiting)
        for laid in sorted(set(in_view) - self._offered - set(before)):
            self._waiting[laid] = _New(now_s)
        if scoring:
            return tuple(laid for laid in here if laid in before or laid in self._offered) if before else ()
        if len(before) == len(self._waiting):
            several = len(before) > 1
            return tuple(here) if several else before
        return self._one_after_another()

    def _one_after_another(self) -> tuple[int, ...]:
        """The card that was laid by itself, where the next one came in a gesture of its own."""
        waiting = list(self._waiting.items())
        if len(waiting) != 2:
            return ()
        (laid, first), (_, second) = waiting
        return (laid,) if not first.tried and second.since_s - first.since_s > GESTURE_S else ()

    def tried(self, laid: Iterable[int]) -> bool:
        """These were offered to the table. True where one of them is for the first time."""
        waiting = [self._waiting[one] for one in laid if one in self._waiting]
        first = any(not one.tried for one in waiting)
        for one in waiting:
            one.tried = True
        return first

    def known(self, laid: Iterable[int]) -> None:
        """These are logged, by whomever: nothing new any more."""
        for one in laid:
            self._waiting.pop(one, None)


KEPT = 5000
SAME_TAP_S = 5.0
"""Two phones that accept the same cards within this time mean the same."""


@dataclass(frozen=True, slots=True)
class _Tap:
    codes: frozenset[str]
    at_s: float
    accepted: Accepted


@dataclass
class LoggedCards:
    """By table, seat and code; times are the live cameras' clock's."""

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
