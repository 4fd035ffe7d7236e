"""Events at a table, and taking them back. Each goes the way of every change: who, fits, disk, shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.errors import NotYours
from companion.table.host_powers import still_open
from companion.table.later_entries import read_fixes
from companion.table.live_table import LiveTable, Who, must, sender
from companion.table.passed_steps import has_passed
from companion.table.registry import Registry, check_id, id_reused, sent_before
from companion.table.snapshot import Stale, filled, snapshot_for
from companion.table.undo_requests import asked_first
from rules import wire
from rules.game_protocol import Event, Level, Notice, Refusal, Seat, reportable
from rules.log import AskUndo, Begin, Undo
from rules.text import Name, say
from rules.view import fill


@dataclass(frozen=True, slots=True)
class Accepted:
    """An event that is on disk, and what it left to be said to its sender."""

    rev: int
    notices: tuple[Notice, ...] = ()


class Events:
    """What people report once they sit. ``tokens`` are all the sender's phone has for this table."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

    def counted(self, code: str, tokens: Iterable[str], id: str) -> bool:
        """Whether the sender's entry with this id is in the log: then sending it again asks for nothing more.

        What is sent again may be refused for what came of it, so this is asked where something is refused.
        """
        live = self.registry.live(code)
        found = live.log.by_id(id) if id else None
        who = live.who(tokens)
        return found is not None and (found.by in who.held if found.by is not None else who.host)

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
        live = self.registry.live(code)
        with live.lock:
            who = live.who(tokens)
            must(bool(who.held) or who.host, "You are watching; sit down first to take part.")
            fact = self._event(live, who, event, for_seat)
            try:
                by = self._by(live, who, fact)
                still_open(live, who, fact)
            except (Refusal, NotYours):
                done = live.log.by_id(id)
                if done is None or done.event != fact or not self.counted(code, tokens, id):
                    raise
                return Accepted(done.rev)
            check_id(id)
            done = sent_before(live, id, by, (type(fact),))
            if done is not None and done.event != fact:
                raise id_reused()
            if done is not None:
                return Accepted(done.rev)
            try:
                self.registry.commit(live, [self.registry.entry(live, id, by, fact)])
            except Refusal as refusal:
                if has_passed(live.log, fact):
                    return Accepted(live.log.rev)
                raise self.stale(live, who, fact.seat, expect, refusal) from refusal
            return Accepted(live.log.rev, _notices(live, who))

    def _event(self, live: LiveTable, who: Who, event: object, for_seat: Seat | None) -> Event:
        if not isinstance(event, Event):
            event = wire.event_from_json(reportable(live.game), event)
        elif type(event) not in reportable(live.game):
            raise Refusal(Level.STRUCT, "unknown_event", "That is not something this game knows.")
        seat = event.seat if event.seat is not None else for_seat
        if seat is None and len(who.held) == 1:
            seat = who.held[0]
        if for_seat is not None and seat != for_seat:
            raise Refusal(Level.STRUCT, "bad_input", "seat and for_seat name two different seats")
        if seat is not None:
            live.known_seat(seat)
        return event if seat == event.seat else wire.seated(event, seat)

    def _by(self, live: LiveTable, who: Who, event: Event) -> Seat | None:
        """Whose phone this is. Raises NotYours where it may not report that event."""
        seat = event.seat
        if seat is None or seat in who.held:
            return None if live.mode == "score" else sender(who, seat)
        if who.host:
            return sender(who, seat)
        for own in who.held:
            offered = live.game.choices(live.table.state, own) if live.table.state is not None else ()
            if any(type(choice.event) is type(event) and choice.event.seat == seat for choice in offered):
                return own
        raise NotYours(
            "not_your_seat", say("That is for {who} to say, or for the host.", who=Name(live.table.name(seat)))
        )

    def stale(self, live: LiveTable, who: Who, seat: Seat | None, expect: int | None, refusal: Refusal) -> Exception:
        """The refusal, or Stale where the table has moved on since the sender looked."""
        if expect is None or expect >= live.log.rev or live.table.state is None:
            return refusal
        last = live.log.entries[-1]
        whose = f"{live.table.name(last.by)}'s" if last.by is not None else "the host's"
        why = fill(refusal.text, live.table.name)
        text = f"Two phones answered at once, and {whose} came first. {why[:1].upper()}{why[1:]}"
        return Stale(
            text, snapshot_for(live, who, seat if seat in who.held else None, self.registry.online(live)), refusal
        )

    def undo(
        self,
        code: str,
        tokens: Iterable[str],
        *,
        id: str,
        target: int | None = None,
        through: bool = False,
        fixes: object = (),
        expect: int | None = None,
    ) -> int:
        """Take back entry ``target``, with ``through`` everything after it too; with no target the last thing somebody
        did, and what passed by itself after it.

        ``fixes`` says what becomes of later entries that would no longer fit. Where it gives back a secret that others
        have seen they are asked first: the entry is the request then (``undo_requests.pending``).

        Undoing an undo brings the entry back. With ``expect`` and no target, a table that has moved on raises Stale
        rather than taking back what the sender has not seen. Raises Refusal where later entries depend on it.
        """
        live = self.registry.live(code)
        with live.lock:
            who = live.who(tokens)
            must(bool(who.held) or who.host, "You are watching; sit down first to take part.")
            check_id(id)
            done = sent_before(live, id, sender(who, None), (Undo, AskUndo))
            if done is not None:
                return done.rev
            last = live.log.last_decision()
            if target is None and last is None:
                raise Refusal(Level.STRUCT, "nothing_to_undo", "There is nothing to take back yet.")
            # What passed by itself after the last decision goes with it, also where the decision is named.
            aim = target
            if last is not None and target in (None, last[0]):
                aim, through = last[0], through or last[1]
            if type(aim) is not int or type(through) is not bool:
                raise Refusal(Level.STRUCT, "bad_input", "target: expected the number of an entry")
            if target is None and expect is not None and expect < live.log.rev:
                refusal = Refusal(Level.STRUCT, "moved_on", "Look again before taking back the newest entry.")
                raise self.stale(live, who, None, expect, refusal)
            begins = 1 <= aim <= live.log.rev and isinstance(live.log.entries[aim - 1].event, Begin)
            must(who.host or not begins, "Only the host can take back the beginning of the game.")
            try:
                event = asked_first(live, who, Undo(aim, through, read_fixes(fixes)))
                self.registry.commit(live, [self.registry.entry(live, id, sender(who, None), event)])
            except Refusal as refusal:
                raise self.stale(live, who, None, expect, refusal) from refusal
            return live.log.rev


def _notices(live: LiveTable, who: Who) -> tuple[Notice, ...]:
    return filled((n for n in live.log.notices if n.to is None or n.to in who.held), live.table)
