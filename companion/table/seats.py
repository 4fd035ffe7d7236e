"""Who sits where: sitting down, another name, getting up, changing places."""

from __future__ import annotations

from collections.abc import Iterable

from companion.errors import SeatTaken
from companion.storage.store_protocol import Key
from companion.table.live_table import Joined, LiveTable, must, sender
from companion.table.player_names import clean_name, pick_look
from companion.table.registry import Registry, check_id
from companion.table.tokens import digest, new_token, token_from
from rules.game_protocol import Event, Level, Refusal, Seat
from rules.log import Join, Leave, SwapSeats
from rules.text import Name, say

SECRET_ID_MIN = 16
"""An id that opens a seat is as hard to guess as a UUID."""


class Seats:
    """What people do about seats. ``tokens`` are all the sender's phone has for this table."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

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
        ``id`` sent twice sits down once. Raises Refusal (``bad_name``, ``name_taken``, ``no_such_seat``) or SeatTaken
        (also when the table is full).
        """
        live = self.registry.live(code)
        kept_name = clean_name(name)
        with live.lock:
            if live.mode == "score":
                raise Refusal(
                    Level.STRUCT, "score_only", "This is a score sheet on one phone; there is nothing to join."
                )
            token = new_token() if id is None else _token_of(live, id)
            key = live.keys.get(digest(token))
            if key is not None:
                return Joined(key.seat, token)
            before, seat = self._place(live, seat)
            _free_name(live, kept_name, seat)
            colour, shape = pick_look(live.table.seats, colour, shape)
            events = [*before, Join(kept_name, colour, shape, seat=seat)]
            put = [Key(digest(token), "seat", seat)]
            self.registry.record(live, events, by=seat, put=put, drop=live.seat_digests(seat))
            return Joined(seat, token)

    def joined(self, code: str, id: str) -> Joined | None:
        """The seat that was given under that id of a ``join``, for a phone that heard no answer."""
        live = self.registry.live(code)
        token = _token_of(live, id)
        key = live.keys.get(digest(token))
        return None if key is None else Joined(key.seat, token)

    def _place(self, live: LiveTable, wish: Seat | None) -> tuple[list[Event], Seat]:
        """The seat to take, and what must happen in the game first."""
        seats = live.table.seats
        vacant = [s for s in range(live.players) if s >= len(seats) or seats[s] is None]
        if wish is not None:
            if not 0 <= wish < live.players:
                raise Refusal(
                    Level.STRUCT, "no_such_seat", say("This table has the seats 1 to {players}.", players=live.players)
                )
            if wish not in vacant:
                raise SeatTaken(
                    "seat_taken",
                    say(
                        "{name} sits at seat {number}. Pick another, or, if that is you, ask the host to give it back.",
                        name=Name(live.table.name(wish)),
                        number=wish + 1,
                    ),
                )
            return [], wish
        if vacant:
            return [], vacant[0]
        add = getattr(live.game, "add_player", None)
        event = add(live.table.state) if add and live.table.state is not None else None
        if event is None:
            raise SeatTaken(
                "table_full",
                "Every seat at this table is taken. You can watch, or ask the host to free a seat.",
            )
        return [event], live.players

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
        live = self.registry.live(code)
        kept_name = clean_name(name)
        with live.lock:
            who = live.who(tokens)
            must(who.host or seat in who.held, "Only the person who sits there, or the host, can rename a seat.")
            live.known_seat(seat)
            _free_name(live, kept_name, seat)
            seats = live.table.seats
            now = seats[seat] if seat < len(seats) else None
            others = [person for s, person in enumerate(seats) if s != seat]
            wish = (colour or (now.colour if now else None), shape or (now.shape if now else None))
            named = Join(kept_name, *pick_look(others, *wish), seat=seat)
            return self.registry.record(live, [named], by=sender(who, seat))

    def leave(self, code: str, tokens: Iterable[str], *, seat: Seat) -> int:
        """Get up. The cards stay, and somebody may take the seat over."""
        live = self.registry.live(code)
        with live.lock:
            who = live.who(tokens)
            must(seat in who.held and live.mode == "play", "Only the person who sits there can leave a seat.")
            return self._free(live, seat, by=seat)

    def revoke(self, code: str, tokens: Iterable[str], seat: Seat) -> int:
        """Free a seat by the host's hand: whoever held it holds it no longer."""
        live = self.registry.live(code)
        with live.lock:
            who = live.who(tokens)
            must(who.host, "Only the host can free somebody else's seat.")
            live.known_seat(seat)
            return self._free(live, seat, by=None)

    def _free(self, live: LiveTable, seat: Seat, by: Seat | None) -> int:
        if not live.is_taken(seat):
            raise Refusal(Level.STRUCT, "seat_free", say("Seat {number} is free already.", number=seat + 1))
        return self.registry.record(live, [Leave(seat=seat)], by=by, drop=live.seat_digests(seat))

    def swap_seats(self, code: str, tokens: Iterable[str], first: Seat, second: Seat) -> int:
        """Two people change places; each keeps their phone, the cards stay where they lie."""
        live = self.registry.live(code)
        with live.lock:
            who = live.who(tokens)
            must(who.host or {first, second} <= set(who.held), "Only the host can swap two people.")
            for seat in (first, second):
                live.known_seat(seat)
            if first == second:
                raise Refusal(Level.STRUCT, "same_seat", "Pick two different seats to swap.")
            moved = [*_moved(live, first, second), *_moved(live, second, first)]
            return self.registry.record(live, [SwapSeats(first, second)], by=sender(who, None), put=moved)

    def move_up(self, live: LiveTable, here: list[Seat], then: Event, *, id_: str | None, by: Seat | None) -> int:
        """Move people up so that no seat between them is empty, then let ``then`` happen."""
        events: list[Event] = []
        keys: list[Key] = []
        for new, old in enumerate(here):
            if new != old:
                events.append(SwapSeats(new, old))
                keys += _moved(live, old, new)
        return self.registry.record(live, [*events, then], by=by, id_=id_, put=keys)


def _token_of(live: LiveTable, id_: str) -> str:
    if len(check_id(id_)) < SECRET_ID_MIN:
        text = "id: expected a fresh UUID that nobody else knows, since it opens the seat"
        raise Refusal(Level.STRUCT, "bad_id", text)
    return token_from("join", live.code, id_)


def _free_name(live: LiveTable, name: str, seat: Seat) -> None:
    """Two of one name could not be told apart where only names are said: whose turn it is, what the log says."""
    for other, person in enumerate(live.table.seats):
        if other != seat and person is not None and person.name.casefold() == name.casefold():
            text = say(
                "{name} sits here already. Add a letter; if that is you, choose “I sat here before”.",
                name=Name(person.name),
            )
            raise Refusal(Level.STRUCT, "name_taken", text)


def _moved(live: LiveTable, old: Seat, new: Seat) -> list[Key]:
    return [Key(key.digest, key.kind, new, key.until) for key in live.seat_keys(old)]
