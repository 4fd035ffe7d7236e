"""Which of the cards new in a camera's look are logged by themselves, and when. Pure: no clock, no table.

A card is logged once a second full look has come that added nothing to it: what one look shows may be half of what a
hand is laying down. On a score sheet the order of cards changes nothing, so there each goes its own way. In play, one
new card is a play and several at once are a look at everything there, which a person says the meaning of; where looks
are far apart, one card after another is still one play after another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

OFFER_S = 5.0
"""So long the table is asked what a card means; then it is a person's to say."""
GESTURE_S = 0.8
"""What comes to light within this time may be one gesture: a fan laid down, a phone moved over the table."""


@dataclass(slots=True)
class _New:
    since_s: float
    tried: bool = False


@dataclass(slots=True)
class News:
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

    def tried(self, laid: Iterable[int]) -> None:
        """These were offered to the table."""
        for one in laid:
            if one in self._waiting:
                self._waiting[one].tried = True

    def known(self, laid: Iterable[int]) -> None:
        """These are logged, by whomever: no news any more."""
        for one in laid:
            self._waiting.pop(one, None)
