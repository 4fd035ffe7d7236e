"""A table's log: who sits where, what was done, and the fold of it all.

Entries are numbered without gaps. An undo is an entry naming another; undoing the undo brings it back. People
joining and leaving are entries too, but a table does not undo a person.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Generic

from rules.game_protocol import Event, Game, Level, Mode, Notice, Refusal, S, Seat, Setup
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


@dataclass(frozen=True, slots=True)
class Undo(Event):
    """Take back entry ``target``; with ``through`` also everything after it. Undoing an undo is a redo."""

    target: int = 0
    through: bool = False


@dataclass(frozen=True, slots=True)
class Hidden(Event):
    """Something ``seat`` reported that the reader of an export may not know; it changes nothing they could see."""


TABLE_EVENTS: tuple[type[Event], ...] = (Join, Leave, SwapSeats, Handover, Begin, Undo, Hidden)


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

    def name(self, seat: Seat) -> str:
        """The person's name, or Seat 3 where nobody sits."""
        who = self.seats[seat] if 0 <= seat < len(self.seats) else None
        return who.name if who else say("Seat {number}", number=seat + 1)


@dataclass(frozen=True)
class Log(Generic[S]):
    """An append-only log of one table and what it adds up to after every entry.

    ``after[i]`` is the table once entry i + 1 was taken into account along the line of play that still holds, so an
    undo folds again only from its target on, however long the game.
    """

    game: Game[S]
    entries: tuple[Entry, ...] = ()
    after: tuple[Table[S], ...] = ()
    dead: frozenset[int] = frozenset()
    notices: tuple[Notice, ...] = field(default=())

    @property
    def rev(self) -> int:
        return len(self.entries)

    @property
    def table(self) -> Table[S]:
        return self.after[-1] if self.after else Table()

    def push(self, entry: Entry) -> Log[S]:
        """The log with one more entry. Raises Refusal and keeps nothing where it does not fit."""
        if entry.rev != self.rev + 1:
            raise ValueError(say("entry {rev} does not follow {rev2}", rev=entry.rev, rev2=self.rev))
        if isinstance(entry.event, Undo):
            return self._undo(entry, entry.event)
        table = step(self.game, self.table, entry.event)
        notices = table.state.notices if table.state is not None and not isinstance(entry.event, TABLE_EVENTS) else ()
        return replace(self, entries=(*self.entries, entry), after=(*self.after, table), notices=notices)

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
        self._check_target(Undo(target))
        dead = dead_entries((*self.entries, Entry(self.rev + 1, "", at=0.0, by=None, event=Undo(target))))
        return self._fold(min(target, *_changed(dead, self.dead)), self.entries, dead)[1]

    def _undo(self, entry: Entry, event: Undo) -> Log[S]:
        self._check_target(event)
        entries = (*self.entries, entry)
        dead = dead_entries(entries)
        after, broken = self._fold(min(event.target, *_changed(dead, self.dead)), entries, dead)
        if broken:
            raise Refusal(
                Level.RULE,
                "undo_dependent",
                say(
                    "{count} later {word} would no longer fit; take back everything from here on instead",
                    count=len(broken),
                    word="entry" if len(broken) == 1 else "entries",
                ),
            )
        return replace(self, entries=entries, after=after, dead=dead, notices=())

    def _check_target(self, event: Undo) -> None:
        if not 1 <= event.target <= self.rev:
            raise Refusal(
                Level.STRUCT, "no_such_entry", say("there is no entry {target} to take back", target=event.target)
            )
        if event.target in self.dead:
            raise Refusal(
                Level.STRUCT, "already_undone", say("entry {target} was already taken back", target=event.target)
            )
        if not undoable(self.entries[event.target - 1].event):
            raise Refusal(
                Level.STRUCT,
                "not_undoable",
                "people joining and leaving are not taken back; change the seat instead",
            )

    def _fold(
        self, first: int, entries: Sequence[Entry], dead: frozenset[int]
    ) -> tuple[tuple[Table[S], ...], tuple[int, ...]]:
        """The tables from entry ``first`` on, and the entries that did not fit."""
        after = list(self.after[: first - 1])
        table: Table[S] = after[-1] if after else Table()
        broken: list[int] = []
        for entry in entries[first - 1 :]:
            if entry.rev not in dead and not isinstance(entry.event, Undo):
                try:
                    table = step(self.game, table, entry.event)
                except Refusal:
                    broken.append(entry.rev)
            after.append(table)
        return tuple(after), tuple(broken)


def undoable(event: Event) -> bool:
    """Whether a table can take the event back. People and seats are changed, not undone."""
    return not isinstance(event, (Join, Leave, SwapSeats, Handover))


def dead_entries(entries: Sequence[Entry]) -> frozenset[int]:
    """The revs that no longer count: walked from the newest, so an undone undo has no effect."""
    dead: set[int] = set()
    for entry in reversed(entries):
        if entry.rev in dead or not isinstance(entry.event, Undo):
            continue
        dead.add(entry.event.target)
        if entry.event.through:
            dead.update(e.rev for e in entries[entry.event.target : entry.rev - 1] if undoable(e.event))
    return frozenset(dead)


def _changed(now: frozenset[int], before: frozenset[int]) -> frozenset[int]:
    return now ^ before


def step(game: Game[S], table: Table[S], event: Event) -> Table[S]:
    """The table after one event that counts. Raises Refusal."""
    if isinstance(event, (Join, Leave, SwapSeats, Handover)):
        return replace(table, seats=_seats(table.seats, event))
    if isinstance(event, Begin):
        return _begin(game, table, event)
    if isinstance(event, Hidden):
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
