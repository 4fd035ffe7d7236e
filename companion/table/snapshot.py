"""What one phone, or the table screen, is shown: everything a page or the API says about a table comes from here.

Built from what that viewer may know and nothing else; the games see to it in ``view``, ``choices`` and ``story``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import Trouble
from companion.storage.store_protocol import Ask
from companion.table.house_rules import Options
from companion.table.live_table import LiveTable, Who, must
from companion.table.log_lines import LogLine, LogLines, asked_of
from companion.table.undo_requests import Pending, pending
from rules.game_protocol import Choice, GameInfo, Mode, Notice, Refusal, Seat, Setup
from rules.log import CHANGES, Help, Log, Person, Table
from rules.seat_away import SeatAway, SeatBack
from rules.view import View, fill


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table as one viewer may see it at ``rev``.

    ``viewer`` None is the table screen, a spectator or a host without a seat; ``held`` are all seats the tokens
    open. ``view`` is None until the game begins. Texts in ``view`` and ``choices`` still name seats as ``{p0}``:
    pass them through ``say``. ``notices`` and ``log`` (newest first) are filled already.
    """

    code: str
    rev: int
    info: GameInfo
    people: tuple[Person | None, ...]
    seats_online: frozenset[Seat]
    viewer: Seat | None
    held: tuple[Seat, ...]
    host: bool
    begun: bool
    over: bool
    view: View | None
    choices: tuple[Choice, ...]
    notices: tuple[Notice, ...]
    setup: Setup | None
    options: Options
    mode: Mode
    log: Sequence[LogLine]
    asks: tuple[Ask, ...] = ()
    """Phones that ask the host for a seat back; the host alone sees them."""
    pending: Pending | None = None
    """What somebody would take back, once the others agree."""
    asked: tuple[LogLine, ...] = ()
    """Entries of the viewer's that no longer fit since something before them was put right."""
    help: Help = "resolve"
    """How much the companion does at this table."""
    locked: bool = False
    """Whether the host alone corrects."""
    closed: bool = False
    """Whether the host has ended the game where it stands."""
    last: LogLine | None = None
    """What one tap takes back."""
    result: tuple[LogLine, ...] = ()
    """Of the last thing somebody did and the steps that passed after it: the lines with pictures, the first first."""
    absent: tuple[Choice, ...] = ()
    """For a seat whose player has left, or is back: the game goes on without them, or with them again."""

    def name(self, seat: Seat) -> str:
        """The name of who sits there, or Seat 3 where nobody does."""
        return Table(self.people).name(seat)

    def say(self, text: str) -> str:
        """A game's text with the names filled in."""
        return fill(text, self.name)


def allowed(choices: tuple[Choice, ...], table: Table[Any], who: Who) -> tuple[Choice, ...]:
    """The choices without what the host has kept for the host, or ended."""
    if table.closed:
        return ()
    return tuple(one for one in choices if not one.correction) if table.locked and not who.host else choices


class Stale(Trouble):
    """The sender looked before the table moved on, and what they sent no longer fits (409).

    ``look`` is the table as it is now, for the sender's eyes; ``because`` is why it no longer fits.
    """

    status = 409
    level = "STALE"

    def __init__(self, text: str, look: Snapshot, because: Refusal) -> None:
        self.look, self.because = look, because
        super().__init__("stale", text)


def snapshot_of(live: LiveTable, who: Who, viewer: Seat | None, online: frozenset[Seat]) -> Snapshot:
    """The table for that viewer. The caller has made sure that the viewer holds the seat."""
    log = live.log
    table, state = log.table, log.table.state
    seats = state.players if state is not None else len(table.seats)
    if viewer is not None and state is not None and viewer >= seats:
        viewer = None  # the late comer's arrival was taken back
    screen = _screen(live, log, viewer)
    return Snapshot(
        code=live.code,
        rev=log.rev,
        info=live.game.info,
        people=(*table.seats, *[None] * seats)[:seats],
        seats_online=online,
        viewer=viewer,
        held=who.held,
        host=who.host,
        begun=state is not None,
        over=screen.over or table.closed,
        view=screen.view,
        choices=allowed(screen.choices, table, who),
        notices=filled((n for n in log.notices if n.to in (None, viewer)), table),
        setup=table.setup,
        options=live.options,
        mode=live.mode,
        log=screen.log,
        asks=tuple(live.asks.values()) if who.host else (),
        pending=pending(live),
        asked=asked_of(live, log, viewer),
        absent=_absent(live, screen.choices),
        help=table.help,
        locked=table.locked,
        closed=table.closed,
        last=_last(log, screen.log),
        result=_result(log, screen.log),
    )


def _last(log: Log[Any], told: LogLines) -> LogLine | None:
    decision = log.last_decision()
    line = told.of(decision[0]) if decision else None
    return line if line is not None and line.can_undo else None


def _result(log: Log[Any], told: LogLines) -> tuple[LogLine, ...]:
    """What the newest decision came to; an undo, or somebody who sits down, leaves nothing to be shown."""
    decision = log.last_decision()
    if decision is None or isinstance(log.entries[-1].event, CHANGES):
        return ()
    return tuple(line for line in reversed(told.since(decision[0])) if line.pictures and not line.undone)


def _absent(live: LiveTable, choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """Of the choices, those that say of an empty seat that it is away, or of one taken again that it is back."""
    if live.mode == "score" or not any(live.table.seats):
        return ()
    wanted = {SeatAway: False, SeatBack: True}
    return tuple(
        choice
        for choice in choices
        if (taken := wanted.get(type(choice.event))) is not None
        and not choice.fields
        and choice.event.seat is not None
        and live.is_taken(choice.event.seat) == taken
    )


def snapshot_for(
    live: LiveTable, who: Who, seat: Seat | None, online: frozenset[Seat], *, as_table: bool = False
) -> Snapshot:
    """The table as ``who`` may see it, from ``seat`` or the first they hold; ``as_table`` what everybody may see.

    Raises NotYours for a seat not held.
    """
    viewer = None
    if not as_table:
        must(seat is None or seat in who.held, "That seat is somebody else's; look from your own.")
        viewer = seat if seat is not None else next(iter(who.held), None)
    return snapshot_of(live, who, viewer, online)


def filled(notices: Iterable[Notice], table: Table[Any]) -> tuple[Notice, ...]:
    """Notices with the names filled in."""
    return tuple(replace(notice, text=fill(notice.text, table.name)) for notice in notices)


@dataclass(frozen=True, slots=True)
class _Screen:
    """What a viewer sees at one rev, whoever is connected."""

    view: View | None
    choices: tuple[Choice, ...]
    over: bool
    log: LogLines


def _screen(live: LiveTable, log: Log[Any], viewer: Seat | None) -> _Screen:
    key = ("screen", log.rev, viewer)
    found: _Screen | None = live.worked_out.get(key)
    if found is None:
        state, game = log.table.state, live.game
        view = game.view(state, viewer) if state is not None else None
        choices = game.choices(state, viewer) if state is not None and viewer is not None else ()
        if log.table.help == "count" and live.mode == "play":
            view, choices = view and replace(view, prompts=()), tuple(filter(_only_counts, choices))
        found = live.worked_out[key] = _Screen(
            view=view,
            choices=choices,
            over=state is not None and game.over(state),
            log=LogLines(live, log, viewer),
        )
    return found


def _only_counts(choice: Choice) -> bool:
    """Whether a choice is there at a table that wants no questions: what sets a fact, and what leads on."""
    return choice.correction or (choice.primary and not choice.fields)
