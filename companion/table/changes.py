"""The past of a table put right: an entry that was otherwise, a forgotten one, and what somebody is asked before.

Before anything is changed its preview says what would read otherwise and which later entries would no longer fit; the
change then says what becomes of each of them (``rules.log.Fix``).
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.errors import NotYours
from companion.table.events import Events
from companion.table.host_powers import still_open
from companion.table.later_entries import LaterEntry, in_words, read_fixes
from companion.table.live_table import LiveTable, Who, must, sender
from companion.table.log_lines import tell
from companion.table.registry import Registry, check_id, id_reused, sent_before
from companion.table.view_differences import Difference, differences
from rules import wire
from rules.game_protocol import Choice, Event, FieldSpec, Level, Refusal, Seat, reportable
from rules.log import CHANGES, Amend, Begin, Insert, Log, Undo
from rules.text import Name, say
from rules.view import fill

How = Literal["amend", "insert", "undo"]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change of the past would come to, for the eyes of one seat: nothing has been changed yet.

    ``text`` is the line that would be told, empty where something is taken back. ``misfits`` have no fix yet. Where
    the change would bring a secret of others to light, ``reveals`` says so and ``differences`` stays empty.
    """

    rev: int
    target: int
    text: str
    differences: tuple[Difference, ...]
    misfits: tuple[LaterEntry, ...]
    over: bool
    reveals: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """What a seat could do right before an entry: to say what it was instead, or what came before it."""

    rev: int
    target: int
    text: str
    turn: str
    seat: Seat
    event: Event | None
    choices: tuple[Choice, ...]


class Changes:
    """What was otherwise, or forgotten. ``tokens`` are all the sender's phone has for this table."""

    def __init__(self, registry: Registry, events: Events) -> None:
        self.registry, self.events = registry, events

    def moment(self, code: str, tokens: Iterable[str], target: int, *, how: How, seat: Seat | None = None) -> Moment:
        """What ``seat`` (of an amended entry: whose it is) was offered right before entry ``target``.

        Raises Refusal for an entry that cannot be changed so, NotYours for somebody else's or a secret.
        """
        live = self.registry.live(code)
        with live.lock:
            who = live.who(tokens)
            _playing(who)
            event = _said(live, target) if how == "amend" else None
            if event is not None and event.seat is not None:
                seat = event.seat
            seat = seat if seat is not None else next(iter(who.held), 0)
            live.known_seat(seat)
            # What was offered tells what that seat knew then: not for the host's eyes either.
            text = f"That is for {live.table.name(seat)}'s phone; the host may take the seat over under Seats."
            must(seat in who.held, text)
            if event is not None:
                _may_know(live, who, target, event)
            state = _before(live, target)
            line = tell(live.log, live.log.entries[target - 1], seat)
            offered = _closest_first(live.game.choices(state, seat), event)
            turn = fill(line.turn, live.table.name)
            return Moment(live.log.rev, target, fill(line.text, live.table.name), turn, seat, event, offered)

    def preview(
        self,
        code: str,
        tokens: Iterable[str],
        *,
        how: How,
        target: int,
        event: object = None,
        fixes: object = (),
        seat: Seat | None = None,
    ) -> Preview:
        """What would read otherwise for ``seat`` (None: the first held), and what would no longer fit.

        Of an undo no ``event`` is asked. Raises Refusal and NotYours as the change itself would.
        """
        live = self.registry.live(code)
        with live.lock:
            who = live.who(tokens)
            change: Undo | Amend | Insert
            if how == "undo":
                change = _undo(live, who, target, fixes)
            else:
                change = self._change(live, who, how, target, event, fixes)
            entry = self.registry.entry(live, "preview", sender(who, None), change)
            tried = live.log.tried(entry)
            viewer = seat if seat in who.held else next(iter(who.held), None)
            now, then = live.table.state, tried.log.table.state
            if now is None or then is None:
                text = "All later entries would no longer fit without the beginning of the game."
                raise Refusal(Level.STRUCT, "not_begun", text)
            reveals = _reveals(live, tried.log, viewer)
            found = () if reveals else differences(live.game.view(now, viewer), live.game.view(then, viewer))
            named = tuple(_filled(one, live) for one in found)
            misfits = tuple(in_words(live, who, viewer, misfit) for misfit in tried.misfits)
            place = {"amend": target, "insert": entry.rev}.get(how)
            line = tried.log.line(place, viewer) if place is not None else None
            text = fill(line.text, live.table.name) if line is not None else ""
            over = not reveals and live.game.over(then)
            return Preview(live.log.rev, target, text, named, misfits, over=over, reveals=reveals)

    def amend(self, code: str, /, tokens: Iterable[str], **change: Any) -> int:
        """Entry ``target`` was ``event`` instead; returns the rev. Arguments as for ``preview``, and id and expect."""
        return self._commit(code, tokens, "amend", **change)

    def insert(self, code: str, /, tokens: Iterable[str], **change: Any) -> int:
        """``event`` happened right before entry ``target``; returns the rev."""
        return self._commit(code, tokens, "insert", **change)

    def _commit(
        self,
        code: str,
        tokens: Iterable[str],
        how: How,
        *,
        id: str,
        target: int,
        event: object,
        fixes: object = (),
        expect: int | None = None,
    ) -> int:
        live = self.registry.live(code)
        with live.lock:
            who = live.who(tokens)
            check_id(id)
            by = sender(who, None)
            kind = Amend if how == "amend" else Insert
            done = sent_before(live, id, by, (kind,))
            change = self._change(live, who, how, target, event, fixes) if done is None else done.event
            if done is not None:
                same = isinstance(change, kind) and change.target == target
                if not same:
                    raise id_reused()
                return done.rev
            refusal = _meanwhile(live, target, expect)
            try:
                if refusal is not None:
                    raise refusal
                self.registry.commit(live, [self.registry.entry(live, id, by, change)])
            except Refusal as found:
                raise self.events.stale(live, who, None, expect if refusal else None, found) from found
            return live.log.rev

    def _change(
        self, live: LiveTable, who: Who, how: How, target: object, event: object, fixes: object
    ) -> Amend | Insert:
        """The entry's event, read and allowed. Raises Refusal STRUCT for what cannot be read, NotYours."""
        _playing(who)
        if type(target) is not int:
            raise Refusal(Level.STRUCT, "bad_input", "target: expected the number of an entry")
        said = _said(live, target) if how == "amend" else None
        if not isinstance(event, Event):
            event = wire.event_from_json(reportable(live.game), event)
        seat = event.seat if event.seat is not None or said is None else said.seat
        if seat is None and said is None and len(who.held) == 1:
            seat = who.held[0]
        event = event if seat == event.seat else wire.seated(event, seat)
        if seat is not None:
            live.known_seat(seat)
        if said is not None and said.seat is not None and seat != said.seat:
            text = f"Entry {target} is {live.table.name(said.seat)}'s; insert what somebody else did."
            raise Refusal(Level.STRUCT, "bad_input", text)
        if seat is not None and seat not in who.held and not who.host and not self._offered(live, who, target, event):
            raise NotYours(
                "not_your_seat", say("That is for {who} to say, or for the host.", who=Name(live.table.name(seat)))
            )
        if said is not None:
            _may_know(live, who, target, said)
        still_open(live, who)
        kind = Amend if how == "amend" else Insert
        return kind(target=target, event=event, fixes=read_fixes(fixes))

    def _offered(self, live: LiveTable, who: Who, target: int, event: Event) -> bool:
        """Whether the sender was offered just that, about somebody else, at that moment."""
        state = _before(live, target)
        choices = (choice.event for own in who.held for choice in live.game.choices(state, own))
        return any(type(one) is type(event) and one.seat == event.seat for one in choices)


def _undo(live: LiveTable, who: Who, target: int, fixes: object) -> Undo:
    _playing(who)
    if 1 <= target <= live.log.rev and isinstance(live.log.entries[target - 1].event, Begin):
        must(who.host, "Only the host can take back the beginning of the game.")
    return Undo(target, fixes=read_fixes(fixes))


def _playing(who: Who) -> None:
    must(bool(who.held) or who.host, "You are watching; sit down first to take part.")


def _said(live: LiveTable, target: int) -> Event:
    """What stands at that place now. Raises Refusal for no such entry."""
    log = live.log
    if type(target) is not int or not 1 <= target <= log.rev:
        raise Refusal(Level.STRUCT, "no_such_entry", "There is no such entry; find its number in the log.")
    at = log.index.get(target)
    if at is not None:
        event = log.played[at].event
    elif target in log.asked:
        said = log.entries[target - 1].event
        event = said.event if isinstance(said, Insert) else said
    else:
        text = f"Entry {target} was taken back; bring it back before it is amended."
        raise Refusal(Level.STRUCT, "already_undone", text)
    if type(event) not in live.game.events:
        text = f"Entry {target} is nothing that happened in the game, so it stays."
        raise Refusal(Level.STRUCT, "not_amendable", text)
    return event


def _before(live: LiveTable, target: int) -> Any:
    """The state right before an entry, or now where its owner is asked. Raises Refusal where nothing was played yet."""
    log = live.log
    if type(target) is not int or not 1 <= target <= log.rev:
        raise Refusal(Level.STRUCT, "no_such_entry", "There is no such entry; find its number in the log.")
    if target not in log.index and target not in log.asked:
        raise Refusal(
            Level.STRUCT,
            "no_such_place",
            say("Entry {target} has no place in the game; take one that counts.", target=target),
        )
    state = log.before(target).state if target in log.index else log.table.state
    if state is None:
        raise Refusal(
            Level.STRUCT, "before_start", "Nothing happened before the game began; insert after its beginning."
        )
    return state


def _may_know(live: LiveTable, who: Who, target: int, event: Event) -> None:
    """Raise NotYours where the entry holds a secret the sender does not know."""
    state = live.table.state
    viewers: tuple[Seat | None, ...] = who.held or (None,)
    if not any(live.game.redact(state, event, viewer) == event for viewer in viewers):
        raise NotYours("secret", say("Entry {target} holds a secret; its owner puts it right.", target=target))


def _closest_first(choices: Iterable[Choice], event: Event | None) -> tuple[Choice, ...]:
    """Choices of the same kind as the event first, filled in as it was: another card, target or number."""
    offered = (_filled_in(one, event) if type(one.event) is type(event) else one for one in choices)
    return tuple(sorted(offered, key=lambda one: (type(one.event) is not type(event), one.correction)))


def _filled_in(choice: Choice, event: Event | None) -> Choice:
    return replace(choice, fields=tuple(replace(one, preset=_answer(one, event)) for one in choice.fields))


def _answer(spec: FieldSpec, event: Event | None) -> tuple[str | int, ...]:
    """What the event answers to a field, as far as it can be answered; else what the field suggests."""
    outer, _, inner = spec.name.partition(".")
    value = getattr(event, outer, None)
    if inner:
        value = value.get(inner) if isinstance(value, Mapping) else None
    values = tuple(value) if spec.many and isinstance(value, (tuple, list, frozenset)) else (value,)
    offered = {pick.value for pick in spec.picks}
    fits = (
        type(value) is int and spec.low <= value <= spec.high if spec.kind == "number" else offered.issuperset(values)
    )
    return values if fits and value is not None else spec.preset


def _filled(one: Difference, live: LiveTable) -> Difference:
    name = live.table.name
    return replace(one, label=fill(one.label, name), old=fill(one.old, name), new=fill(one.new, name))


def _reveals(live: LiveTable, then: Log[Any], viewer: Seat | None) -> bool:
    """Whether something the viewer may not know now would no longer be hidden from them."""
    veil = live.game.veil
    now, later = (_hidden(state, veil(state, viewer)) for state in (live.table.state, then.table.state))
    return bool(now - later)


def _hidden(state: Any, veiled: Any) -> Tally[str]:
    """What a veil takes away of a state: every value that is in the one and not in the other, as often as it is."""
    return Tally(_leaves(wire.encode(state))) - Tally(_leaves(wire.encode(veiled)))


def _leaves(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for name, item in data.items():
            yield f"{name}:"
            yield from _leaves(item)
    elif isinstance(data, list):
        for item in data:
            yield from _leaves(item)
    else:
        yield repr(data)


def _meanwhile(live: LiveTable, target: int, expect: int | None) -> Refusal | None:
    """What to say where another phone has changed the same entry since the sender looked."""
    if type(expect) is not int:
        return None
    for entry in live.log.entries[max(0, expect) :]:
        if isinstance(entry.event, CHANGES) and _touches(entry.event, target):
            return Refusal(
                Level.STRUCT, "moved_on", say("entry {target} was changed meanwhile; look at it again.", target=target)
            )
    return None


def _touches(change: Undo | Amend | Insert, target: int) -> bool:
    return change.target == target or any(rev == target for rev, _ in change.fixes)
