"""A table's log: who sits where, what was done, and the fold of it all.

Entries are numbered without gaps. An undo is an entry naming another, and so are an amendment (it happened, but
otherwise) and an insertion (it happened, and was forgotten); undoing one of them brings back what was before. What
counts, in the order in which it happened, is the line of play: the table is its fold. People joining and leaving are
entries too, but a table does not undo a person.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, NamedTuple

from rules.continued import Continued
from rules.game_protocol import Event, Game, Level, Mode, Notice, Refusal, S, Seat, Setup
from rules.log_line import Line, Told
from rules.text import say

SHAPES = ("circle", "square", "triangle", "diamond", "hexagon", "star")
COLOURS = ("amber", "sky", "lime", "rose", "violet", "teal")
SEATS_MAX = 12
"""No table has more seats; a log that names one is refused rather than believed."""


@dataclass(frozen=True, slots=True)
class Join(Event):
    """Somebody sits down at ``seat`` (which the event must name), or changes name, colour or shape."""

    name: str = ""
    colour: str = COLOURS[0]
    shape: str = SHAPES[0]


@dataclass(frozen=True, slots=True)
class Leave(Event):
    """The person at ``seat`` goes; their cards stay, and somebody may take the seat over."""


@dataclass(frozen=True, slots=True)
class SwapSeats(Event):
    """The people at two seats change places; cards stay where they lie."""

    first: Seat = 0
    second: Seat = 0


@dataclass(frozen=True, slots=True)
class Handover(Event):
    """The person at ``seat`` goes on with another phone; where ``by`` differs from it, the host gave it."""


@dataclass(frozen=True, slots=True)
class Begin(Event):
    """Everybody is here: the game starts with ``players`` seats."""

    players: int = 2
    options: tuple[tuple[str, bool | int | str], ...] = ()
    mode: Mode = "play"


Fix = Literal["override", "take_back", "ask"]
"""What becomes of a later entry that no longer fits: kept against the rule, taken back, or its owner is asked."""
Fixes = tuple[tuple[int, Fix], ...]


@dataclass(frozen=True, slots=True)
class Undo(Event):
    """Take back entry ``target``; with ``through`` also everything after it. Undoing an undo is a redo.

    ``fixes`` says by rev what becomes of later entries that would no longer fit.
    """

    target: int = 0
    through: bool = False
    fixes: Fixes = ()


@dataclass(frozen=True, slots=True)
class Amend(Event):
    """Entry ``target`` was otherwise: ``event`` is what happened in its place. An inserted entry can be amended too."""

    target: int = field(kw_only=True)
    event: Event = field(kw_only=True)
    fixes: Fixes = ()


@dataclass(frozen=True, slots=True)
class Insert(Event):
    """``event`` was forgotten; it happened right before entry ``target``. Its place is known by this entry's rev."""

    target: int = field(kw_only=True)
    event: Event = field(kw_only=True)
    fixes: Fixes = ()


@dataclass(frozen=True, slots=True)
class AskUndo(Event):
    """Somebody would take back entry ``target``, a secret others have seen by now; those in ``of`` are asked."""

    target: int = 0
    through: bool = False
    fixes: Fixes = ()
    of: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerUndo(Event):
    """What somebody says to the request in entry ``ask``."""

    ask: int = 0
    agree: bool = True


@dataclass(frozen=True, slots=True)
class Hidden(Event):
    """Something ``seat`` reported that the reader of an export may not know; it changes nothing they could see."""


Help = Literal["resolve", "remind", "count"]
"""How much the companion does: steps nobody decides pass by themselves and questions are asked; it asks, and nothing
passes by itself; or it asks nothing, and everything is set by touch."""


@dataclass(frozen=True, slots=True)
class SetHelp(Event):
    """The table chooses how much the companion does from now on."""

    level: Help = "resolve"


@dataclass(frozen=True, slots=True)
class LockCorrections(Event):
    """From now on facts are set right, and the past changed, by the host alone; with ``locked`` off by everybody."""

    locked: bool = True


@dataclass(frozen=True, slots=True)
class CloseTable(Event):
    """The host ends the game where it stands; with ``closed`` off it goes on."""

    closed: bool = True


@dataclass(frozen=True, slots=True)
class Lost(Event):
    """What this entry said is not kept any more; its place in the log stays."""


@dataclass(frozen=True, slots=True)
class GoOn(Event):
    """The table goes on from entry ``last``: what came after it was lost on the disk, or a backup was brought back."""

    last: int = 0
    backup: bool = False


TABLE_EVENTS: tuple[type[Event], ...] = (
    Join, Leave, SwapSeats, Handover, Begin, SetHelp, LockCorrections, CloseTable, Lost, GoOn,
    Undo, AskUndo, AnswerUndo, Amend, Insert, Hidden,
)  # fmt: skip
PEOPLE = (Join, Leave, SwapSeats, Handover)
CHANGES = (Undo, Amend, Insert)
"""The events that change the past."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted event: ``rev`` counts from 1, ``id`` is the sender's UUID, ``at`` seconds since 1970 (UTC).

    ``by`` is the seat whose phone sent it, None for the host's or the table screen; it differs from ``event.seat``
    where somebody acted for somebody else.
    """

    rev: int
    id: str
    at: float
    by: Seat | None
    event: Event

    @property
    def automatic(self) -> bool:
        """Whether it is a step that passed by itself after the entry before it (``Game.next_step``)."""
        return self.id.startswith(AUTOMATIC)


AUTOMATIC = "auto-"
"""How the ids of steps begin that passed by themselves; senders' ids may not."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits at a seat: colour and shape tell people apart, never colour alone."""

    name: str
    colour: str
    shape: str


@dataclass(frozen=True, slots=True)
class Table(Generic[S]):
    """What the entries so far add up to. ``state`` is None until the game begins."""

    seats: tuple[Person | None, ...] = ()
    setup: Setup | None = None
    state: S | None = None
    help: Help = "resolve"
    locked: bool = False
    closed: bool = False

    def name(self, seat: Seat) -> str:
        """The person's name, or Seat 3 where nobody sits."""
        who = self.seats[seat] if 0 <= seat < len(self.seats) else None
        return who.name if who else say("Seat {number}", number=seat + 1)


@dataclass(frozen=True, slots=True)
class Played(Generic[S]):
    """One event of the line of play, and the table after it.

    ``place`` is the rev of the entry whose place it has (an insertion's own), ``rev`` that of the entry that says it
    (an amendment's where it was amended). ``again`` says that it was folded again after something before it changed,
    ``overridden`` that a later change of the past keeps it against the rule.
    """

    place: int
    rev: int
    event: Event
    after: Table[S]
    again: bool = False
    overridden: bool = False


class Stand(NamedTuple):
    """What stands in the line of play: the fields of ``Played`` of these names."""

    place: int
    rev: int
    overridden: bool = False


class Mark(NamedTuple):
    """Where the line of play can be taken up again: a checkpoint was made at ``rev``, when it was ``length`` long.

    ``turned`` is where in the line the heading of the turn it stood in began.
    """

    rev: int
    length: int
    turned: int


class Places(Mapping[int, int]):
    """Where in the line of play each place stands.

    Logs that were pushed from one to the next share ``positions``, so what is found there may come later than here.
    """

    __slots__ = ("_played", "_positions")

    def __init__(self, positions: Mapping[int, int], played: Sequence[Played[Any]]) -> None:
        self._positions, self._played = positions, played

    def __getitem__(self, place: int) -> int:
        at = self._positions[place]
        if at < len(self._played) and self._played[at].place == place:
            return at
        raise KeyError(place)

    def __iter__(self) -> Iterator[int]:
        return (one.place for one in self._played)

    def __len__(self) -> int:
        return len(self._played)


@dataclass(frozen=True, slots=True)
class Misfit:
    """A later event that does not fit any more, and what stands against it. ``rev`` is its place."""

    rev: int
    event: Event
    refusal: Refusal

    @property
    def can_override(self) -> bool:
        """Whether it can be kept against the rule."""
        return self.refusal.level is Level.RULE and not self.event.override


@dataclass(frozen=True)
class Log(Generic[S]):
    """An append-only log of one table and what it adds up to.

    ``played`` is the line of play, so that a change of the past folds again only from there on, however long the game.
    ``dead`` are the revs taken back, ``asked`` the places left out until their owner has been asked. ``told`` has the
    lines entries were told by, where somebody kept them. ``fits`` says that every entry counts as it was sent, which
    one that was accepted under other rules need not. ``marks`` are the checkpoints this line of play has gone through.
    """

    game: Game[S]
    entries: Continued[Entry] = field(default_factory=Continued)
    played: Continued[Played[S]] = field(default_factory=Continued)
    dead: frozenset[int] = frozenset()
    notices: tuple[Notice, ...] = field(default=())
    asked: frozenset[int] = frozenset()
    told: ChainMap[int, Told] = field(default_factory=ChainMap)
    fits: bool = True
    marks: tuple[Mark, ...] = ()
    # What may stand where, by place and by id: shared by the logs that were pushed from one to the next.
    _positions: dict[int, int] = field(default_factory=dict, repr=False, compare=False)
    _revs: dict[str, int] = field(default_factory=dict, repr=False, compare=False)

    @property
    def rev(self) -> int:
        return len(self.entries)

    @property
    def table(self) -> Table[S]:
        return self.played[-1].after if self.played else Table()

    @property
    def index(self) -> Mapping[int, int]:
        """Where in ``played`` each place stands."""
        return Places(self._positions, self.played)

    def by_id(self, id_: str) -> Entry | None:
        """The entry with that id."""
        rev = self._revs.get(id_, 0)
        found = self.entries[rev - 1] if 0 < rev <= self.rev else None
        return found if found is not None and found.id == id_ else None

    def before(self, place: int) -> Table[S]:
        """The table right before what stands at that place of the line of play. Raises KeyError for no such place."""
        at = self.index[place]
        return self.played[at - 1].after if at else Table()

    def push(self, entry: Entry) -> Log[S]:
        """The log with one more entry. Raises Refusal and keeps nothing where it does not fit."""
        if entry.rev != self.rev + 1:
            raise ValueError(say("entry {rev} does not follow {rev2}", rev=entry.rev, rev2=self.rev))
        if isinstance(entry.event, CHANGES):
            tried = self.tried(entry)
            if tried.misfits:
                raise _hanging(tried.misfits)
            return tried.log
        table = step(self.game, self.table, entry.event)
        notices = table.state.notices if table.state is not None and not isinstance(entry.event, TABLE_EVENTS) else ()
        self._positions[entry.rev], self._revs[entry.id] = len(self.played), entry.rev
        played = self.played.then(Played(entry.rev, entry.rev, entry.event, table))
        return replace(self, entries=self.entries.then(entry), played=played, notices=notices)

    def tried(self, entry: Entry) -> Tried[S]:
        """The log with an entry that changes the past, and the later entries that no longer fit, left out.

        Raises Refusal where what it names cannot be changed so, or what it says does not fit itself.
        """
        event = entry.event
        assert isinstance(event, CHANGES)
        self._check(event)
        self._revs[entry.id] = entry.rev
        entries = self.entries.then(entry)
        since, later_dead = self._since(entries)
        line, later_asked = line_of_play(entries, later_dead, since)
        start = self._length_before(since)
        first = self._alike(line, entries, start)
        more, misfits = self._fold(first, line[first - start :], entries)
        itself = event.target if isinstance(event, Amend) else entry.rev
        for misfit in misfits:
            if misfit.rev == itself and not isinstance(event, Undo):
                raise misfit.refusal
        played = self.played.first(first, more)
        log = replace(
            self,
            entries=entries,
            played=played,
            dead=frozenset(rev for rev in self.dead if rev < since) | later_dead,
            notices=(),
            asked=frozenset(place for place in self.asked if place < since) | later_asked,
            fits=self.fits and not misfits,
            marks=tuple(mark for mark in self.marks if mark.length <= first),
            _positions=self._positions | {one.place: at for at, one in enumerate(more, first)},
        )
        return Tried(log, misfits)

    def _since(self, entries: Sequence[Entry]) -> tuple[int, frozenset[int]]:
        """From which rev on the newest entry changes the past, and the revs from there on that no longer count.

        Whatever says something of an entry comes after it. So all before stays as it is, if nothing before is named by
        a change that counts from now on, or no longer, and nothing that stands there was inserted later.
        """
        if not self.fits:
            return 1, dead_entries(entries)
        since = _earliest(entries[-1].event)
        while True:
            dead = dead_entries(entries, since)
            reach = since
            for one in entries[since - 1 :]:
                turned = (one.rev in dead) != (one.rev in self.dead)
                if isinstance(one.event, Insert) or (turned and isinstance(one.event, CHANGES)):
                    reach = min(reach, _earliest(one.event))
            if reach == since:
                return since, dead
            # At least twice as far: an undo of an undo of an undo leads back step by step.
            since = max(1, min(reach, 2 * since - len(entries)))

    def _length_before(self, since: int) -> int:
        """How much of the line of play stands before all from ``since`` on."""
        length = len(self.played)
        while length and self.played[length - 1].place >= since:
            length -= 1
        return length

    def _alike(self, line: Sequence[Stand], entries: Sequence[Entry], start: int) -> int:
        """How much of the line of play is as it was where ``line`` is to stand from ``start`` on."""
        for at, (old, new) in enumerate(zip(self.played[start:], line, strict=False), start):
            if _stand(old) != new and (old.place != new.place or old.event != said(entries, new)):
                return at
        return min(len(self.played), start + len(line))

    def gone_from(self, left: Log[S]) -> tuple[Played[S], ...]:
        """What counts here and no longer does in ``left``, which a change of the past made of this."""
        same = self.played.shared(left.played)
        return tuple(one for one in self.played[same:] if one.place not in left.index)

    def tell(self, rev: int) -> Told | None:
        """Every viewer's line of what stands at that place now, told from the tables around it; None for no place."""
        at = self.index.get(rev)
        if at is None:
            return None
        one, before, after = self.played[at], self.before(rev).state, self.played[at].after.state
        if type(one.event) not in self.game.events or before is None or after is None:
            return None
        public = self._line(before, after, one.event, after, None)
        lines = {seat: self._line(before, after, one.event, after, seat) for seat in range(after.players)}
        return Told(public, {seat: line for seat, line in lines.items() if line != public})

    def keep(self, rev: int, told: Told | None) -> Log[S]:
        """The log with an entry's lines kept as they were told."""
        if told is None:
            return self
        newest, *kept = self.told.maps
        return replace(self, told=ChainMap({**newest, rev: told}, *kept))

    def line(self, rev: int, viewer: Seat | None) -> Line | None:
        """The line of a game's event for this viewer now; None where none was kept of what no longer counts.

        It is the line kept when it was told, but where something before it was changed since, or a secret of it has
        been revealed: then it is told from the tables around it.
        """
        kept = self.told.get(rev)
        at = self.index.get(rev)
        if at is None:
            return kept.to(viewer) if kept else None
        one, before, after = self.played[at], self.before(rev).state, self.played[at].after.state
        now = self.table.state
        if type(one.event) not in self.game.events or before is None or after is None or now is None:
            return None
        # What lay open when it was told stays told; what was a secret then is told once it is none any more.
        then = self.game.redact(after, one.event, viewer)
        seen = then if then == one.event else self.game.redact(now, one.event, viewer)
        if kept is not None and not one.again and one.rev == rev and seen == then:
            return kept.to(viewer)
        return self.game.tell(before, after, seen, viewer)

    def _line(self, before: S, after: S, event: Event, now: S, viewer: Seat | None) -> Line:
        """A line told from the tables around it, with the secrets that are none any more ``now``."""
        return self.game.tell(before, after, self.game.redact(now, event, viewer), viewer)

    def without(self, undo: Undo | AskUndo) -> Log[S]:
        """The log as an undo would leave it. Raises Refusal where it cannot be."""
        change = Undo(undo.target, undo.through, undo.fixes)
        return self.tried(Entry(self.rev + 1, "", at=0.0, by=None, event=change)).log

    def seen_since(self, gone: Sequence[Played[S]], left: Table[S]) -> tuple[Played[S], ...]:
        """The choices made in secret that an undo gives back although somebody else has seen them by now.

        ``gone`` is what it takes back and ``left`` the table it leaves. Where somebody's own choice goes, those of
        others that would be secret again count too: they could be answered knowing them.
        """
        now, then = self.table.state, left.state
        if now is None:
            return ()
        seen = [one for one in gone if self._was_revealed(one, now)]
        if then is not None and any(self.game.can_hide(one.event) for one in gone):
            places = {one.place for one in gone}
            stay = (one for one in self.played if one.place not in places)
            seen += [one for one in stay if self._hidden_again(one, now, then)]
        return tuple(seen)

    def _hidden_again(self, one: Played[S], now: S, then: S) -> bool:
        event, redact = one.event, self.game.redact
        if type(event) not in self.game.events or not self.game.can_hide(event) or event.seat is None:
            return False
        others = (seat for seat in range(now.players) if seat != event.seat)
        return any(redact(now, event, seat) == event != redact(then, event, seat) for seat in others)

    def _was_revealed(self, one: Played[S], now: S) -> bool:
        before, event = self.before(one.place).state, one.event
        if before is None or type(event) not in self.game.events or event.seat is None:
            return False
        others = (seat for seat in range(now.players) if seat != event.seat)
        redact = self.game.redact
        return any(redact(before, event, seat) != event and redact(now, event, seat) == event for seat in others)

    def last_decision(self) -> tuple[int, bool] | None:
        """What one tap takes back: the newest thing somebody did that still counts, and whether steps that passed by
        themselves after it go too. None where nothing was done yet.
        """
        passed = False
        for rev in self._counting():
            entry = self.entries[rev - 1]
            if type(entry.event) not in self.game.events:
                continue
            if not entry.automatic:
                return entry.rev, passed
            passed = True
        return None

    def _counting(self) -> Iterator[int]:
        """The revs of what counts or waits for its owner, the newest first; of an insertion its own."""
        waiting = sorted(self.asked)
        for one in reversed(self.played):
            while waiting and waiting[-1] > one.place:
                yield waiting.pop()
            yield one.place
        yield from reversed(waiting)

    def turn_began(self) -> int | None:
        """Where in ``played`` the present turn began, by its heading; None where the game tells of none."""
        heading = getattr(self.game, "turn", None)
        state = self.table.state
        if heading is None or state is None or not (now := heading(state)):
            return None
        marks = {mark.length: mark for mark in self.marks}
        at = len(self.played)
        while at:
            then = self.played[at - 1].after.state
            if then is None or heading(then) != now:
                break
            # Everything between a mark and where its turn began has the mark's own heading.
            at = marks[at].turned if at in marks else at - 1
        return at

    def marked(self) -> Log[S]:
        """The log with a mark where it stands, for a checkpoint of it."""
        length, began = len(self.played), self.turn_began()
        return replace(self, marks=(*self.marks, Mark(self.rev, length, length if began is None else began)))

    def last_undoable(self) -> int | None:
        """The rev of the newest entry that still counts and can be taken back."""
        for entry in reversed(self.entries):
            if entry.rev not in self.dead and undoable(entry.event) and not isinstance(entry.event, Undo):
                return entry.rev
        return None

    def dependents(self, target: int) -> tuple[int, ...]:
        """The later entries that would no longer fit if ``target`` alone were taken back.

        Raises Refusal STRUCT where ``target`` cannot be taken back at all.
        """
        undo = Entry(self.rev + 1, "", at=0.0, by=None, event=Undo(target))
        return tuple(misfit.rev for misfit in self.tried(undo).misfits)

    def _check(self, event: Undo | Amend | Insert) -> None:
        """Refuse what cannot be taken back, amended or inserted there."""
        if not 1 <= event.target <= self.rev:
            text = say("there is no entry {target} to take back", target=event.target)
            if not isinstance(event, Undo):
                text = say("there is no entry {target}; look at the log for its number", target=event.target)
            raise Refusal(Level.STRUCT, "no_such_entry", text)
        there, asked = self.index, self.asked
        strange = next((place for place, _ in event.fixes if place not in there and place not in asked), None)
        if strange is not None:
            text = say("there is no later entry {rev} that counts; look at the log again", rev=strange)
            raise Refusal(Level.STRUCT, "no_such_entry", text)
        if isinstance(event, Undo):
            self._check_undo(event)
            return
        if type(event.event) not in self.game.events:
            raise Refusal(Level.STRUCT, "unknown_event", "only what happens in the game can be amended or inserted")
        begin = next((at for at, one in enumerate(self.played) if isinstance(one.event, Begin)), None)
        if isinstance(event, Amend):
            if event.target in self.dead:
                text = say("entry {target} was taken back; bring it back before it is amended", target=event.target)
                raise Refusal(Level.STRUCT, "already_undone", text)
            said = self.entries[event.target - 1].event
            if type(said) not in self.game.events and not isinstance(said, Insert):
                text = say("entry {target} is nothing that happened in the game, so it stays", target=event.target)
                raise Refusal(Level.STRUCT, "not_amendable", text)
            return
        at = self.index.get(event.target)
        if at is None:
            text = say("entry {target} has no place in the game; insert before one that counts", target=event.target)
            raise Refusal(Level.STRUCT, "no_such_place", text)
        if begin is None or at <= begin:
            raise Refusal(
                Level.STRUCT, "before_start", "nothing happened before the game began; insert after its beginning"
            )

    def _check_undo(self, event: Undo) -> None:
        target = event.target
        said = self.entries[target - 1].event
        left_out = type(said) in self.game.events and target not in self.index and target not in self.asked
        if target in self.dead or left_out:
            raise Refusal(Level.STRUCT, "already_undone", say("entry {target} was already taken back", target=target))
        if not undoable(said):
            text = "people joining and leaving are not taken back; change the seat instead"
            if not isinstance(said, PEOPLE):
                text = "a question and its answer are not taken back"
            raise Refusal(Level.STRUCT, "not_undoable", text)

    def _fold(
        self, first: int, later: Sequence[Stand], entries: Sequence[Entry]
    ) -> tuple[tuple[Played[S], ...], tuple[Misfit, ...]]:
        """What stands in the line of play from ``first`` on folded again, and what did not fit."""
        played: list[Played[S]] = []
        table: Table[S] = self.played[first - 1].after if first else Table()
        misfits: list[Misfit] = []
        for stand in later:
            event = said(entries, stand)
            try:
                table = step(self.game, table, event)
            except Refusal as refusal:
                misfits.append(Misfit(stand.place, event, refusal))
                continue
            played.append(Played(stand.place, stand.rev, event, table, again=True, overridden=stand.overridden))
        return tuple(played), tuple(misfits)


@dataclass(frozen=True, slots=True)
class Tried(Generic[S]):
    """What a change of the past would come to: the log with it, and the later events that would no longer fit."""

    log: Log[S]
    misfits: tuple[Misfit, ...]


def undoable(event: Event) -> bool:
    """Whether a table can take the event back. People and seats are changed, not undone; what was asked was asked."""
    return not isinstance(event, (*PEOPLE, LockCorrections, CloseTable, Lost, GoOn, AskUndo, AnswerUndo))


def _earliest(change: Event) -> int:
    """The first rev that a change of the past names."""
    assert isinstance(change, CHANGES)
    return min((change.target, *(place for place, _ in change.fixes)))


def dead_entries(entries: Sequence[Entry], since: int = 1) -> frozenset[int]:
    """The revs from ``since`` on that no longer count: walked from the newest, so an undone undo has no effect."""
    dead: set[int] = set()
    for entry in reversed(entries[since - 1 :]):
        if entry.rev in dead or not isinstance(entry.event, Undo):
            continue
        target = entry.event.target
        dead.add(target)
        if entry.event.through:
            dead.update(e.rev for e in entries[max(target, since - 1) : entry.rev - 1] if undoable(e.event))
    return frozenset(rev for rev in dead if rev >= since)


def line_of_play(entries: Sequence[Entry], dead: frozenset[int], since: int = 1) -> tuple[list[Stand], frozenset[int]]:
    """What counts from the rev ``since`` on, in the order it happened; and the places that wait for their owner.

    An amended entry keeps its place and says what the newest amendment says; an insertion stands before its target.
    None of them from ``since`` on may stand before an earlier target.
    """
    changes = [entry for entry in entries[since - 1 :] if isinstance(entry.event, CHANGES)]
    changed = {entry.rev for entry in changes}
    order = [rev for rev in range(since, len(entries) + 1) if rev not in changed]
    stands: dict[int, Stand] = {}
    out: dict[int, Fix] = {}
    for entry in changes:
        event = entry.event
        assert isinstance(event, CHANGES)
        if isinstance(event, Insert):
            # One that was taken back keeps its place: another may stand before it.
            order.insert(order.index(event.target), entry.rev)
        if entry.rev in dead:
            continue
        if isinstance(event, Amend):
            stands[event.target] = Stand(event.target, entry.rev)
            out.pop(event.target, None)
        for place, fix in event.fixes:
            if fix == "override":
                stands[place] = stands.get(place, Stand(place, place))._replace(overridden=True)
            else:
                out[place] = fix
    line = [stands.get(place) or Stand(place, place) for place in order if place not in dead and place not in out]
    waiting = frozenset(place for place, fix in out.items() if fix == "ask" and place >= since)
    return line, waiting - dead


def said(entries: Sequence[Entry], stand: Stand) -> Event:
    """The event of what stands in the line of play."""
    event = entries[stand.rev - 1].event
    event = event.event if isinstance(event, (Amend, Insert)) else event
    return replace(event, override=True) if stand.overridden else event


def _stand(one: Played[Any]) -> Stand:
    return Stand(one.place, one.rev, one.overridden)


def _hanging(misfits: Sequence[Misfit]) -> Refusal:
    """What is said where later entries hang on a change and nobody has said what becomes of them."""
    text = say(
        "{count} later {word} would no longer fit; take back everything from here on instead",
        count=len(misfits),
        word="entry" if len(misfits) == 1 else "entries",
    )
    return Refusal(Level.RULE, "undo_dependent", text)


def step(game: Game[S], table: Table[S], event: Event) -> Table[S]:
    """The table after one event that counts. Raises Refusal."""
    if isinstance(event, PEOPLE):
        return replace(table, seats=_seats(table.seats, event))
    if isinstance(event, Begin):
        return _begin(game, table, event)
    if isinstance(event, SetHelp):
        return replace(table, help=event.level)
    if isinstance(event, LockCorrections):
        return replace(table, locked=event.locked)
    if isinstance(event, CloseTable):
        return replace(table, closed=event.closed)
    if isinstance(event, (Hidden, Lost, GoOn, AskUndo, AnswerUndo)):
        return table
    if table.state is None:
        raise Refusal(Level.STRUCT, "not_begun", "the game has not begun yet; start it when everybody is here")
    if event.seat is not None and not 0 <= event.seat < table.state.players:
        raise _no_such_seat(table.state.players)
    return replace(table, state=game.apply(table.state, event))


def _seats(seats: tuple[Person | None, ...], event: Event) -> tuple[Person | None, ...]:
    """Who sits where after people joined, left or changed places."""
    there = len(seats)
    match event:
        case Join(seat=int() as seat, colour=colour, shape=shape) if 0 <= seat < SEATS_MAX:
            if colour not in COLOURS or shape not in SHAPES:
                raise Refusal(
                    Level.STRUCT,
                    "bad_input",
                    say("{colour} {shape} is not a colour and a shape of ours", colour=colour[:20], shape=shape[:20]),
                )
            wide = seats + (None,) * (seat + 1 - there)
            return (*wide[:seat], Person(event.name, colour, shape), *wide[seat + 1 :])
        case Leave(seat=int() as seat) if 0 <= seat < there:
            return (*seats[:seat], None, *seats[seat + 1 :])
        case Handover(seat=int() as seat) if 0 <= seat < there:
            return seats
        case SwapSeats(first=first, second=second) if 0 <= first < there and 0 <= second < there:
            swap = {first: second, second: first}
            return tuple(seats[swap.get(place, place)] for place in range(there))
    raise _no_such_seat(SEATS_MAX if isinstance(event, Join) else there)


def _begin(game: Game[S], table: Table[S], event: Begin) -> Table[S]:
    if table.state is not None:
        raise Refusal(
            Level.STRUCT,
            "already_begun",
            "the game has already begun; undo that first to change the players",
        )
    if not 1 <= event.players <= SEATS_MAX:
        raise Refusal(Level.STRUCT, "bad_players", say("a table has 1 to {seats_max} players", seats_max=SEATS_MAX))
    setup = Setup(event.players, event.options, event.mode)
    seats = table.seats + (None,) * (event.players - len(table.seats))
    return replace(table, seats=seats, setup=setup, state=game.start(setup))


def _no_such_seat(seats: int) -> Refusal:
    has = say("has the seats 1 to {seats}", seats=seats) if seats else "has no seats yet"
    return Refusal(Level.STRUCT, "no_such_seat", say("there is no such seat; this table {has}", has=has))
