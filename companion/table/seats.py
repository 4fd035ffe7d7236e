"""People at a table: sitting down, moving, leaving, and getting a seat back on another phone."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.errors import NotYours, SeatTaken, TooOften
from companion.storage.store import Ask, Key, KeyKind
from companion.table.live_table import Room
from companion.table.names import clean_name, pick_look
from companion.table.registry import Desk, check_id, must, sender
from companion.table.tokens import digest, new_token
from rules.log import Handover, Join, Leave, SwapSeats
from rules.table import Event, Level, Refusal, Seat

LINK_LIVES_S = 15 * 60
ASKS_MAX = 8
JOINS_KEPT = 32


@dataclass(frozen=True, slots=True)
class Joined:
    """A seat and the token that proves it; the token is given once and kept only as a digest.

    ``seat`` None is the host's place.
    """

    seat: Seat | None
    token: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What a phone keeps while it waits for the host: the number both screens show, and the secret to claim with."""

    number: int
    secret: str


class Seats(Desk):
    """What people do about seats. ``tokens`` are all the sender's phone has for this table."""

    def join(
        self,
        code: str,
        *,
        name: object,
        colour: str | None = None,
        shape: str | None = None,
        seat: Seat | None = None,
        tokens: Iterable[str] = (),
        id: str | None = None,
    ) -> Joined:
        """Sit down: at ``seat``, or wherever there is room.

        A game that has begun gives a vacant seat, or one more where the game knows late comers. The same secret
        ``id`` sent twice sits down once. Raises Refusal (``bad_name``, ``no_such_seat``) or SeatTaken (also when the
        table is full).
        """
        room = self.room(code)
        kept_name = clean_name(name)
        with room.lock:
            if room.mode == "score":
                raise Refusal(
                    Level.STRUCT, "score_only", "This is a score sheet kept on one phone; there is nothing to join."
                )
            if id is not None and check_id(id) in room.joined:
                return Joined(*room.joined[id])
            before, seat = self._place(room, seat)
            colour, shape = pick_look(room.table.seats, colour, shape)
            token = new_token()
            events = [*before, Join(kept_name, colour, shape, seat=seat)]
            self.record(room, events, by=seat, put=[Key(digest(token), "seat", seat)], drop=_digests(room, seat))
            if id is not None:
                room.joined[id] = (seat, token)
                for oldest in list(room.joined)[:-JOINS_KEPT]:
                    del room.joined[oldest]
            return Joined(seat, token)

    def _place(self, room: Room, wish: Seat | None) -> tuple[list[Event], Seat]:
        """The seat to take, and what must happen in the game first."""
        seats = room.table.seats
        vacant = [s for s in range(room.players) if s >= len(seats) or seats[s] is None]
        if wish is not None:
            if not 0 <= wish < room.players:
                raise Refusal(Level.STRUCT, "no_such_seat", f"This table has the seats 1 to {room.players}.")
            if wish not in vacant:
                raise SeatTaken(
                    "seat_taken",
                    f"{room.table.name(wish)} sits at seat {wish + 1}. Pick another, or, if that is you, "
                    "ask the host to give it back.",
                )
            return [], wish
        if vacant:
            return [], vacant[0]
        add = getattr(room.game, "add_player", None)
        event = add(room.table.state) if add and room.table.state is not None else None
        if event is None:
            raise SeatTaken(
                "table_full",
                "Every seat at this table is taken. You can watch, or ask the host to free a seat.",
            )
        return [event], room.players

    def rename(
        self,
        code: str,
        tokens: Iterable[str],
        *,
        seat: Seat,
        name: object,
        colour: str | None = None,
        shape: str | None = None,
    ) -> int:
        """Another name, colour or shape for a seat one holds; the host may name any, also one nobody sits at."""
        room = self.room(code)
        kept_name = clean_name(name)
        with room.lock:
            who = room.who(tokens)
            must(who.host or seat in who.held, "Only the person who sits there, or the host, can rename a seat.")
            self._known_seat(room, seat)
            seats = room.table.seats
            now = seats[seat] if seat < len(seats) else None
            others = [person for s, person in enumerate(seats) if s != seat]
            wish = (colour or (now.colour if now else None), shape or (now.shape if now else None))
            return self.record(room, [Join(kept_name, *pick_look(others, *wish), seat=seat)], by=sender(who, seat))

    def leave(self, code: str, tokens: Iterable[str], *, seat: Seat) -> int:
        """Get up. The cards stay, and somebody may take the seat over."""
        room = self.room(code)
        with room.lock:
            who = room.who(tokens)
            must(seat in who.held and room.mode == "play", "Only the person who sits there can leave a seat.")
            return self._free(room, seat, by=seat)

    def revoke(self, code: str, tokens: Iterable[str], seat: Seat) -> int:
        """Free a seat by the host's hand: whoever held it holds it no longer."""
        room = self.room(code)
        with room.lock:
            who = room.who(tokens)
            must(who.host, "Only the host can free somebody else's seat.")
            self._known_seat(room, seat)
            return self._free(room, seat, by=None)

    def _free(self, room: Room, seat: Seat, by: Seat | None) -> int:
        if seat >= len(room.table.seats) or room.table.seats[seat] is None:
            raise Refusal(Level.STRUCT, "seat_free", f"Seat {seat + 1} is free already.")
        return self.record(room, [Leave(seat=seat)], by=by, drop=_digests(room, seat))

    def swap_seats(self, code: str, tokens: Iterable[str], first: Seat, second: Seat) -> int:
        """Two people change places; each keeps their phone, the cards stay where they lie."""
        room = self.room(code)
        with room.lock:
            who = room.who(tokens)
            must(who.host or {first, second} <= set(who.held), "Only the host can have two people change places.")
            for seat in (first, second):
                self._known_seat(room, seat)
            if first == second:
                raise Refusal(Level.STRUCT, "same_seat", "Pick two different seats to swap.")
            moved = [*_moved(room, first, second), *_moved(room, second, first)]
            return self.record(room, [SwapSeats(first, second)], by=sender(who, None), put=moved)

    def hand_over(self, code: str, tokens: Iterable[str], seat: Seat | None) -> str:
        """A secret for a link that moves a seat (None: the host's place) to another phone or address, once.

        It works for a quarter of an hour. The host can make one for any seat somebody sits at.
        """
        room = self.room(code)
        with room.lock:
            who = room.who(tokens)
            if seat is None:
                must(who.host, "Only the host can hand over the host's place.")
            else:
                must(who.host or seat in who.held, "Only the person who sits there, or the host, can move a seat.")
                self._known_seat(room, seat)
                if seat >= len(room.table.seats) or room.table.seats[seat] is None:
                    raise Refusal(Level.STRUCT, "seat_free", f"Nobody sits at seat {seat + 1}; simply join there.")
            return self._link(room, seat, by_host=who.host and seat not in who.held)

    def _link(self, room: Room, seat: Seat | None, by_host: bool, lives_s: float = LINK_LIVES_S) -> str:
        secret = new_token()
        kind: KeyKind = "host_link" if by_host else "link"
        self.commit(room, put=[Key(digest(secret), kind, seat, self.clock() + lives_s)], drop=self._spent(room))
        return secret

    def _spent(self, room: Room) -> list[str]:
        now = self.clock()
        return [key.digest for key in room.keys.values() if key.until is not None and key.until < now]

    def claim(self, code: str, secret: str) -> Joined:
        """Take the seat a link moves. The seat's old token opens nothing from then on, and everybody sees it."""
        room = self.room(code)
        with room.lock:
            key = room.keys.get(digest(secret))
            if key is None or key.until is None or key.until < self.clock():
                raise NotYours("link_spent", "This link was used already or is too old; ask for a new one.")
            token = new_token()
            if key.seat is None:
                hosts = [old.digest for old in room.keys.values() if old.seat is None]
                self.commit(room, put=[Key(digest(token), "host")], drop=hosts)
                return Joined(None, token)
            by = None if key.kind == "host_link" else key.seat
            put = [Key(digest(token), "seat", key.seat)]
            self.record(room, [Handover(seat=key.seat)], by=by, put=put, drop=_digests(room, key.seat))
            return Joined(key.seat, token)

    def ask(self, code: str, seat: Seat) -> Asked:
        """Ask the host for a seat somebody sits at, from a phone that lost it. ``claim`` works once it was granted."""
        room = self.room(code)
        with room.lock:
            self._known_seat(room, seat)
            if seat >= len(room.table.seats) or room.table.seats[seat] is None:
                raise Refusal(Level.STRUCT, "seat_free", f"Nobody sits at seat {seat + 1}; simply join there.")
            now = self.clock()
            given_up = tuple(ask.id for ask in room.asks.values() if ask.at < now - LINK_LIVES_S)
            if len(room.asks) - len(given_up) >= ASKS_MAX:
                raise TooOften("Several phones are asking for seats already; let the host answer those first.", 30)
            secret, number = new_token(), 10 + secrets.randbelow(90)
            ask = Ask(new_token(), seat, number, digest(secret), now)
            self.commit(room, asks=(ask,), answered=given_up)
            return Asked(ask.number, secret)

    def grant(self, code: str, tokens: Iterable[str], ask_id: str, *, give: bool = True) -> None:
        """The host's one tap: the phone that asked may claim the seat, or (``give`` False) may not."""
        room = self.room(code)
        with room.lock:
            must(room.who(tokens).host, "Only the host can give a seat back.")
            ask = room.asks.get(ask_id)
            if ask is None:
                raise Refusal(Level.STRUCT, "no_such_ask", "That phone no longer asks; let it ask again.")
            key = Key(ask.digest, "host_link", ask.seat, self.clock() + LINK_LIVES_S)
            self.commit(room, put=[key] if give else [], drop=self._spent(room), answered=(ask_id,))

    def claimable(self, code: str, secret: str) -> bool:
        """Whether ``claim`` would give a seat now: the host has said yes, and the link is fresh."""
        key = self.room(code).keys.get(digest(secret))
        return key is not None and key.until is not None and key.until >= self.clock()

    def host_link(self, code: str, *, lives_s: float) -> str:
        """A secret that makes its claimer the host, for whoever sits at the server itself."""
        room = self.room(code)
        with room.lock:
            return self._link(room, None, by_host=True, lives_s=lives_s)

    def take_over(self, code: str, tokens: Iterable[str], seat: Seat) -> Joined:
        """The host's phone takes a seat whose phone has died. Everybody sees it in the log."""
        room = self.room(code)
        with room.lock:
            must(room.who(tokens).host, "Only the host can take over somebody else's seat.")
            return self.claim(code, self.hand_over(code, tokens, seat))

    def close_ranks(self, room: Room, here: list[Seat], then: Event, *, id_: str | None, by: Seat | None) -> int:
        """Move people up so that no seat between them is empty, then let ``then`` happen."""
        events: list[Event] = []
        keys: list[Key] = []
        for new, old in enumerate(here):
            if new != old:
                events.append(SwapSeats(new, old))
                keys += _moved(room, old, new)
        return self.record(room, [*events, then], by=by, id_=id_, put=keys)

    def _known_seat(self, room: Room, seat: Any) -> None:
        if type(seat) is not int or not 0 <= seat < room.players:
            raise Refusal(Level.STRUCT, "no_such_seat", f"This table has the seats 1 to {room.players}.")


def _digests(room: Room, seat: Seat) -> tuple[str, ...]:
    return tuple(key.digest for key in room.seat_keys(seat))


def _moved(room: Room, old: Seat, new: Seat) -> list[Key]:
    return [Key(key.digest, key.kind, new, key.until) for key in room.seat_keys(old)]
