"""Taking back a secret that all have seen: the others are asked first, after a minute the host may decide.

The request and the answers are entries of the log. A request lapses when the game goes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.table.live_table import LiveTable, Who, must, sender
from companion.table.registry import Registry, check_id, sent_before
from rules.game_protocol import Level, Refusal, Seat
from rules.log import CHANGES, AnswerUndo, AskUndo, Entry, Undo

HOST_WAITS_S = 60.0
"""After so long the host may decide for those who have not answered."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A request to take something back that waits for answers.

    ``rev`` is its entry, ``by`` who asks, ``waiting`` the seats that have not answered; ``host_from`` is when
    (seconds since 1970) the host may decide.
    """

    rev: int
    by: Seat | None
    target: int
    through: bool
    waiting: tuple[Seat, ...]
    host_from: float


def pending(live: LiveTable) -> Pending | None:
    """The request that waits now, if any."""
    log = live.log
    agreed: set[Seat] = set()
    for entry in reversed(log.entries):
        event = entry.event
        if isinstance(event, AnswerUndo) and event.agree and entry.by is not None:
            agreed.add(entry.by)
        elif isinstance(event, AskUndo):
            waiting = tuple(seat for seat in event.of if seat not in agreed and live.is_taken(seat))
            host_from = entry.at + HOST_WAITS_S
            return Pending(entry.rev, entry.by, event.target, event.through, waiting, host_from) if waiting else None
        elif isinstance(event, (*CHANGES, AnswerUndo)) or type(event) in live.game.events:
            return None
    return None


def asked_first(live: LiveTable, who: Who, undo: Undo) -> Undo | AskUndo:
    """The undo, or the request to the others where it gives back a secret they have seen.

    Raises Refusal where it cannot be done at all.
    """
    asker = sender(who, None)
    others = tuple(seat for seat in range(live.players) if live.is_taken(seat) and seat not in who.held)
    if live.mode == "score" or not others:
        return undo
    tried = live.log.tried(Entry(live.log.rev + 1, "", at=0.0, by=asker, event=undo))
    if tried.misfits or not live.log.seen_since(live.log.gone_from(tried.log), tried.log.table):
        return undo
    return AskUndo(undo.target, undo.through, undo.fixes, others)


class UndoRequests:
    """Answering a request to take something back."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

    def answer(self, code: str, tokens: Iterable[str], *, id: str, ask: int, agree: bool = True) -> int:
        """Yes or no to the request in entry ``ask``; with the last yes it is done. Returns the rev.

        The host may decide alone once a minute has passed; the log says so. Raises Refusal STRUCT where nothing of
        the kind is asked any more, NotYours for somebody who is not asked.
        """
        live = self.registry.live(code)
        with live.lock:
            who = live.who(tokens)
            check_id(id)
            done = live.log.by_id(id)
            if done is not None:
                found = sent_before(live, id, done.by, (AnswerUndo,))
                return found.rev if found else live.log.rev
            asked = pending(live)
            if asked is None or asked.rev != ask:
                raise Refusal(Level.STRUCT, "not_asked", "Nobody asks that any more; the table has gone on.")
            own = [seat for seat in who.held if seat in asked.waiting]
            decides = who.host and self.registry.clock() >= asked.host_from
            withdrawn = not agree and (asked.by in who.held or (asked.by is None and who.host))
            must(bool(own) or decides or withdrawn, "Somebody else is asked; the host may decide after a minute.")
            by = own[0] if own else sender(who, None) if not decides else None
            entries = [self.registry.entry(live, id, by, AnswerUndo(ask, agree, seat=by))]
            left = set(asked.waiting) - set(own)
            if agree and (decides or not left):
                request = live.log.entries[ask - 1].event
                assert isinstance(request, AskUndo)
                undo = Undo(request.target, request.through, request.fixes)
                entries.append(self.registry.entry(live, f"{id}-undo"[-64:], asked.by, undo, ahead=2))
            self.registry.commit(live, entries)
            return live.log.rev
