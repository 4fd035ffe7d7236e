"""The table laid after a table: the same people in the same seats, and each phone shown to its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.storage.store_protocol import Key
from companion.table.live_table import Joined, LiveTable, must
from companion.table.opening import BEFORE, Opening
from companion.table.registry import Registry
from companion.table.subscriptions import Signal
from companion.table.tokens import digest, new_token, token_from
from rules.game_protocol import Event, Seat
from rules.log import Join

NEXT = "next."
"""With a code behind it: the name the code of the table laid after it is remembered under."""
KNOWN_MAX = 1000


@dataclass(frozen=True, slots=True)
class Laid:
    """The next table, and the tokens the phone that laid it holds there: the host's and its seats'."""

    code: str
    tokens: tuple[str, ...]


class Rematch:
    """Playing again. ``tokens`` are all the sender's phone has for the table that ended."""

    def __init__(self, registry: Registry, opening: Opening) -> None:
        self.registry, self.opening = registry, opening
        self._known: dict[str, str] = {}

    def next_table(self, code: str) -> str:
        """The table laid after this one, "" where there is none."""
        found = self._known.get(code)
        if found is None:
            found = self.registry.store.remembered(NEXT + code)
            self._learn(code, found)
        return found

    def again(self, code: str, tokens: Iterable[str]) -> Laid:
        """Lay the next table with the same house rules and everybody in their seats, or find the one laid already.

        Whoever is still at the old table is told. Raises NotYours for a phone that only watches.
        """
        live = self.registry.live(code)
        with live.lock:
            who = live.who(tokens)
            must(bool(who.held) or who.host, "You are watching; one of the players lays the next game.")
            found = self.next_table(live.code)
            if found:
                return Laid(found, tuple(joined.token for joined in self.follow(found, live.code, tokens)))
            players = live.players if live.mode == "score" else None
            opened = self.opening.open(live.game.info.id, options=live.options, mode=live.mode, players=players)
            held = who.held if live.mode == "play" else ()
            seated = self._seat(self.registry.live(opened.code), live, held)
            self.registry.store.remember(NEXT + live.code, opened.code)
            self.registry.store.remember(BEFORE + opened.code, live.code)
            self._learn(live.code, opened.code)
            self.registry.subscriptions.tell(live.code, Signal(live.log.rev, people=True))
            return Laid(opened.code, (opened.host_token, *seated))

    def _seat(self, next_: LiveTable, old: LiveTable, held: tuple[Seat, ...]) -> tuple[str, ...]:
        """Everybody of the old table in their seat of the next. Gives the tokens of the seats in ``held``."""
        people = [(seat, person) for seat, person in enumerate(old.table.seats) if person is not None]
        events: list[Event] = [Join(one.name, one.colour, one.shape, seat=seat) for seat, one in people]
        tokens = {seat: new_token() for seat, _ in people if seat in held}
        keys = [Key(digest(token), "seat", seat) for seat, token in tokens.items()]
        if events:
            with next_.lock:
                self.registry.record(next_, events, by=None, put=keys)
        return tuple(tokens.values())

    def follow(self, code: str, old: str, tokens: Iterable[str]) -> tuple[Joined, ...]:
        """The seats at ``code`` of a phone that held them at ``old``, the table before it.

        Empty for seats that another phone has taken already, or that nobody holds for it any more. Raises NoTable.
        """
        before, live = self.registry.live(old), self.registry.live(code)
        if self.next_table(before.code) != live.code or live.mode != "play":
            return ()
        with live.lock:
            # By the old seat's token, so that a phone that heard no answer is given the same again.
            mine = {
                seat: token_from("follow", live.code, token) for token in tokens for seat in before.who([token]).held
            }
            joined = [Joined(seat, token) for seat, token in sorted(mine.items()) if live.is_taken(seat)]
            new = [one for one in joined if one.seat is not None and not live.seat_keys(one.seat)]
            if new:
                self.registry.commit(live, put=[Key(digest(one.token), "seat", one.seat) for one in new])
            return tuple(one for one in joined if digest(one.token) in live.keys)

    def _learn(self, code: str, found: str) -> None:
        self._known[code] = found
        while len(self._known) > KNOWN_MAX:
            self._known.pop(next(iter(self._known)))
