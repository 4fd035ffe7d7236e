"""Playing at a table: events, taking them back, scans. Each goes the way of every change: who, fits, disk, shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import NotYours
from companion.table.live_table import Room, Who
from companion.table.registry import check_id, must, sender
from companion.table.seats import Seats
from companion.table.snapshot import Look, Stale, filled, look_at
from rules import wire
from rules.log import Begin, Entry, Undo
from rules.table import Event, Level, Notice, Reading, Refusal, Seat, suggested
from rules.values.code import CardCode
from rules.view import fill


@dataclass(frozen=True, slots=True)
class Accepted:
    """An event that is on disk, and what it left to be said to its sender."""

    rev: int
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Scanned:
    """What a scan meant, and what it did: ``accepted`` is None where somebody has to choose first."""

    reading: Reading
    accepted: Accepted | None = None


class Playing(Seats):
    """What people do once they sit. ``tokens`` are all the sender's phone has for this table."""

    def _look(self, room: Room, who: Who, seat: Seat | None, *, as_table: bool = False) -> Look:
        viewer = None
        if not as_table:
            must(seat is None or seat in who.held, "That seat is somebody else's; look from your own.")
            viewer = seat if seat is not None else next(iter(who.held), None)
        return look_at(room, who, viewer, self.hub.online(room.code))

    def submit(
        self,
        code: str,
        tokens: Iterable[str],
        *,
        id: str,
        event: object,
        expect: int | None = None,
        for_seat: Seat | None = None,
    ) -> Accepted:
        """One event, as JSON or as the Event of a Choice, from the seat it names or the sender's only one.

        The same id sent twice counts once. ``expect`` is the rev the sender saw: an event that no longer fits since
        then raises Stale instead of Refusal. The host may act for any seat, and the log shows it.
        """
        room = self.room(code)
        with room.lock:
            who = room.who(tokens)
            must(bool(who.held) or who.host, "You are watching; sit down first to take part.")
            fact = self._event(room, who, event, for_seat)
            by = self._by(room, who, fact)
            check_id(id)
            done = sent_before(room, id, by, (type(fact),))
            if done is not None and done.event != fact:
                raise _id_reused()
            if done is not None:
                return Accepted(done.rev)
            try:
                self.commit(room, [self.entry(room, id, by, fact)])
            except Refusal as refusal:
                raise self._stale(room, who, fact.seat, expect, refusal) from refusal
            return Accepted(room.log.rev, _notices(room, who))

    def _event(self, room: Room, who: Who, event: object, for_seat: Seat | None) -> Event:
        if not isinstance(event, Event):
            event = wire.event_from_json(room.game.events, event)
        elif type(event) not in room.game.events:
            raise Refusal(Level.STRUCT, "unknown_event", "That is not something this game knows.")
        seat = event.seat if event.seat is not None else for_seat
        if seat is None and len(who.held) == 1:
            seat = who.held[0]
        if for_seat is not None and seat != for_seat:
            raise Refusal(Level.STRUCT, "bad_input", "seat and for_seat name two different seats")
        if seat is not None:
            self._known_seat(room, seat)
        return event if seat == event.seat else wire.seated(event, seat)

    def _by(self, room: Room, who: Who, event: Event) -> Seat | None:
        """Whose phone this is. Raises NotYours where it may not report that event."""
        seat = event.seat
        if seat is None or seat in who.held:
            return None if room.mode == "score" else sender(who, seat)
        if who.host:
            return sender(who, seat)
        for own in who.held:
            offered = room.game.choices(room.table.state, own) if room.table.state is not None else ()
            if any(type(choice.event) is type(event) and choice.event.seat == seat for choice in offered):
                return own
        raise NotYours("not_your_seat", f"That is for {room.table.name(seat)} to say, or for the host.")

    def _stale(self, room: Room, who: Who, seat: Seat | None, expect: int | None, refusal: Refusal) -> Exception:
        if expect is None or expect >= room.log.rev or room.table.state is None:
            return refusal
        last = room.log.entries[-1]
        whose = f"{room.table.name(last.by)}'s" if last.by is not None else "the host's"
        why = fill(refusal.text, room.table.name)
        text = f"Two phones answered at once, and {whose} came first. {why[:1].upper()}{why[1:]}"
        return Stale(text, self._look(room, who, seat if seat in who.held else None), refusal)

    def undo(
        self,
        code: str,
        tokens: Iterable[str],
        *,
        id: str,
        target: int | None = None,
        through: bool = False,
        expect: int | None = None,
    ) -> int:
        """Take back entry ``target`` (None: the newest that counts), with ``through`` everything after it too.

        Undoing an undo brings the entry back. With ``expect`` and no target, a table that has moved on raises Stale
        rather than taking back what the sender has not seen. Raises Refusal where later entries depend on it.
        """
        room = self.room(code)
        with room.lock:
            who = room.who(tokens)
            must(bool(who.held) or who.host, "You are watching; sit down first to take part.")
            check_id(id)
            done = sent_before(room, id, sender(who, None), (Undo,))
            if done is not None:
                return done.rev
            aim = _last(room) if target is None else target
            if type(aim) is not int or type(through) is not bool:
                raise Refusal(Level.STRUCT, "bad_input", "target: expected the number of an entry")
            if target is None and expect is not None and expect < room.log.rev:
                refusal = Refusal(Level.STRUCT, "moved_on", "Look again before taking back the newest entry.")
                raise self._stale(room, who, None, expect, refusal)
            begins = 1 <= aim <= room.log.rev and isinstance(room.log.entries[aim - 1].event, Begin)
            must(who.host or not begins, "Only the host can take back the beginning of the game.")
            try:
                self.commit(room, [self.entry(room, id, sender(who, None), Undo(aim, through))])
            except Refusal as refusal:
                raise self._stale(room, who, None, expect, refusal) from refusal
            return room.log.rev

    def read(self, code: str, tokens: Iterable[str], *, seat: Seat | None = None, codes: Sequence[CardCode]) -> Reading:
        """What these cards, seen in one look by that seat's phone, mean now. Changes nothing."""
        room = self.room(code)
        who = room.who(tokens)
        return self._read(room, self._scanner(room, who, seat), codes)

    def _scanner(self, room: Room, who: Who, seat: Seat | None) -> Seat:
        own = seat if seat is not None else next(iter(who.held), None)
        if own is None or own not in who.held:
            raise NotYours("not_your_seat", "Sit down first; a photo is read for the seat that takes it.")
        self._known_seat(room, own)
        return own

    def scanner(self, code: str, tokens: Iterable[str], seat: Seat | None = None) -> Seat:
        """The seat a scan would be for. Raises NotYours, before anybody takes the trouble of reading a photo."""
        room = self.room(code)
        return self._scanner(room, room.who(tokens), seat)

    def _read(self, room: Room, seat: Seat, codes: Sequence[CardCode]) -> Reading:
        state = room.table.state
        if state is None:
            raise Refusal(Level.STRUCT, "not_begun", "The game has not begun yet; start it when everybody is here.")
        found: Reading = room.game.scan(state, seat, tuple(codes))
        return found

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
        room = self.room(code)
        tokens = tuple(tokens)
        with room.lock:
            who = room.who(tokens)
            own = self._scanner(room, who, seat)
            check_id(id)
            done = sent_before(room, id, None if room.mode == "score" else own, room.game.events)
            if done is not None:
                return Scanned(Reading(submit=done.event), Accepted(done.rev))
            reading = self._read(room, own, codes)
            event = reading.submit if reading.submit is not None or not settle else suggested(reading)
            if event is None or (news and not _changes(room, event)):
                return Scanned(reading)
            return Scanned(replace(reading, submit=event), self.submit(code, tokens, id=id, event=event))


def _changes(room: Room, event: Event) -> bool:
    """Whether an event would leave the game otherwise than it is, whatever it would have said."""
    state: Any = room.table.state
    after: Any = room.game.apply(state, event)
    return bool(replace(after, notices=()) != replace(state, notices=()))


def sent_before(room: Room, id_: str | None, by: Seat | None, kinds: tuple[type[Event], ...]) -> Entry | None:
    """The entry this very sender has made under that id.

    Raises Refusal ``id_reused`` where the id is another entry's: exports show ids, and an id opens nothing.
    """
    found = next((entry for entry in room.log.entries if entry.id == id_), None) if id_ else None
    if found is not None and (found.by != by or not isinstance(found.event, kinds)):
        raise _id_reused()
    return found


def _id_reused() -> Refusal:
    return Refusal(Level.STRUCT, "id_reused", "This id was used for another event; send a new one.")


def _notices(room: Room, who: Who) -> tuple[Notice, ...]:
    return filled((n for n in room.log.notices if n.to is None or n.to in who.held), room.table)


def _last(room: Room) -> int:
    entries = room.log.entries
    dead = room.log.dead
    for entry in reversed(entries):
        if entry.rev not in dead and type(entry.event) in room.game.events:
            return entry.rev
    raise Refusal(Level.STRUCT, "nothing_to_undo", "There is nothing to take back yet.")
