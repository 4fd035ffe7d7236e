"""Cards a phone has read: what they mean at the table, and doing it where that is one thing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import NotYours
from companion.table.events import Accepted, Events
from companion.table.live_table import LiveTable, Who
from companion.table.registry import Registry, check_id, sent_before
from rules.game_protocol import Event, Level, Reading, Refusal, Seat, suggested
from rules.values.code import CardCode


@dataclass(frozen=True, slots=True)
class Scanned:
    """What a scan meant, and what it did: ``accepted`` is None where somebody has to choose first."""

    reading: Reading
    accepted: Accepted | None = None


class Scans:
    """Reads cards for a seat. ``tokens`` are all the sender's phone has for this table."""

    def __init__(self, registry: Registry, events: Events) -> None:
        self.registry, self.events = registry, events

    def read(self, code: str, tokens: Iterable[str], *, seat: Seat | None = None, codes: Sequence[CardCode]) -> Reading:
        """What these cards, seen in one look by that seat's phone, mean now. Changes nothing."""
        live = self.registry.live(code)
        who = live.who(tokens)
        return self._read(live, self._scanner(live, who, seat), codes)

    def scanner(self, code: str, tokens: Iterable[str], seat: Seat | None = None) -> Seat:
        """The seat a scan would be for. Raises NotYours, before anybody takes the trouble of reading a photo."""
        live = self.registry.live(code)
        return self._scanner(live, live.who(tokens), seat)

    def scan(
        self,
        code: str,
        tokens: Iterable[str],
        *,
        id: str,
        codes: Sequence[CardCode],
        seat: Seat | None = None,
        settle: bool = False,
        news: bool = False,
    ) -> Scanned:
        """Read cards and, where they can mean only one thing, do it. A photo sent twice counts once.

        With ``settle`` somebody has agreed to what is suggested: where the cards leave one choice whose answers are
        all suggested, that choice is taken. With ``news`` what would change nothing is not done: nobody asked for it.
        """
        live = self.registry.live(code)
        tokens = tuple(tokens)
        with live.lock:
            who = live.who(tokens)
            own = self._scanner(live, who, seat)
            check_id(id)
            done = sent_before(live, id, None if live.mode == "score" else own, live.game.events)
            if done is not None:
                return Scanned(Reading(submit=done.event), Accepted(done.rev))
            reading = self._read(live, own, codes)
            event = reading.submit if reading.submit is not None or not settle else suggested(reading)
            if event is None or (news and not _changes(live, event)):
                return Scanned(reading)
            return Scanned(replace(reading, submit=event), self.events.submit(code, tokens, id=id, event=event))

    def _scanner(self, live: LiveTable, who: Who, seat: Seat | None) -> Seat:
        own = seat if seat is not None else next(iter(who.held), None)
        if own is None or own not in who.held:
            raise NotYours("not_your_seat", "Sit down first; a photo is read for the seat that takes it.")
        live.known_seat(own)
        return own

    def _read(self, live: LiveTable, seat: Seat, codes: Sequence[CardCode]) -> Reading:
        state = live.table.state
        if state is None:
            raise Refusal(Level.STRUCT, "not_begun", "The game has not begun yet; start it when everybody is here.")
        found: Reading = live.game.scan(state, seat, tuple(codes))
        return found


def _changes(live: LiveTable, event: Event) -> bool:
    """Whether an event would leave the game otherwise than it is, whatever it would have said."""
    state: Any = live.table.state
    after: Any = live.game.apply(state, event)
    return bool(replace(after, notices=()) != replace(state, notices=()))
