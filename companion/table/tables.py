"""The one door to the tables. Pages, the API and the command line all come in here.

Every change goes the same way: who may, does it fit, on disk, shown. What is refused leaves nothing behind.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Concatenate

from companion.results.highlights import Highlight, highlights
from companion.results.result import public_sheet
from companion.storage.store_protocol import Store
from companion.table import last_screen
from companion.table.board_numbers import BoardNumbers
from companion.table.changes import Changes
from companion.table.events import Accepted, Events
from companion.table.export import export
from companion.table.host_powers import HostPowers
from companion.table.live_table import Joined, LiveTable, Who
from companion.table.log_lines import LogLines
from companion.table.log_report import LogReport, by_turn
from companion.table.opening import Opened, Opening
from companion.table.registry import ID_MAX, Games, KnownDecks, Registry, check_id
from companion.table.rematch import Laid, Rematch
from companion.table.replay import Moment, moment_of
from companion.table.retries import Answer, Given, retried
from companion.table.scans import Scanned, Scans
from companion.table.seat_keys import SeatKeys
from companion.table.seats import Seats
from companion.table.set_aside import SetAsideTables
from companion.table.snapshot import Snapshot, snapshot_for
from companion.table.subscriptions import Subscription, Subscriptions, Wake
from companion.table.undo_requests import UndoRequests
from rules import games as all_games
from rules.game_protocol import Seat

__all__ = ["ID_MAX", "Accepted", "Joined", "Laid", "Opened", "Scanned", "Snapshot", "Tables", "check_id"]


class Tables:
    """The door. ``tokens`` are all the sender's phone has for the table: seats' and the host's.

    Each part has one duty; what can be done at a table is the parts' methods, which stand here under one roof:

    - ``opening``: laying a table, beginning its game
    - ``seats``: sitting down, another name, getting up, changing places
    - ``seat_keys``: a seat on another phone, and asking the host for a lost one
    - ``events``: what is reported, and taking it back
    - ``board_numbers``: a number drawn on the board, changed by touch
    - ``changes``: an old entry that was otherwise, a forgotten one
    - ``undo_requests``: agreeing to give back a secret that was seen
    - ``host_powers``: corrections kept for the host, a game ended where it stands
    - ``scans``: cards that were read, and what they mean
    - ``rematch``: the table laid after a table, and its seats
    - ``set_aside``: a table the disk has lost something of, and going on without it
    - ``registry``: the tables in memory, and writing them to the store
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], float] = time.time,
        games: Games = all_games,
        decks: KnownDecks | None = None,
    ) -> None:
        self.registry = Registry(store, clock=clock, games=games, decks=decks)
        self.registry.moved = partial(last_screen.keep, store)
        self.seats = Seats(self.registry)
        self.seat_keys = SeatKeys(self.registry)
        self.events = Events(self.registry)
        self.changes = Changes(self.registry, self.events)
        self.board_numbers = BoardNumbers(self.registry, self.events)
        self.undo_requests = UndoRequests(self.registry)
        self.host_powers = HostPowers(self.registry)
        self.scans = Scans(self.registry, self.events)
        self.opening = Opening(self.registry, self.seats)
        self.rematch = Rematch(self.registry, self.opening)
        self.set_aside = SetAsideTables(self.registry)

        def again(act: Callable[Concatenate[str, Given], Answer]) -> Callable[Concatenate[str, Given], Answer]:
            return retried(self.registry, act)

        self.live, self.deck = self.registry.live, self.registry.deck
        self.open = self.opening.open
        self.begin, self.set_help = again(self.opening.begin), again(self.opening.set_help)
        self.join, self.rename, self.leave = again(self.seats.join), again(self.seats.rename), again(self.seats.leave)
        self.joined = self.seats.joined
        self.revoke, self.swap_seats = again(self.seats.revoke), again(self.seats.swap_seats)
        self.hand_over, self.claim = again(self.seat_keys.hand_over), again(self.seat_keys.claim)
        self.claimable = self.seat_keys.claimable
        self.awaits = self.seat_keys.awaits
        self.ask, self.grant = again(self.seat_keys.ask), again(self.seat_keys.grant)
        self.take_over, self.host_link = again(self.seat_keys.take_over), again(self.seat_keys.host_link)
        self.one_more_host = again(self.seat_keys.one_more_host)
        self.again, self.follow = again(self.rematch.again), again(self.rematch.follow)
        self.next_table = self.rematch.next_table
        self.submit, self.undo = again(self.events.submit), again(self.events.undo)
        self.counted = self.events.counted
        self.moment, self.preview = self.changes.moment, self.changes.preview
        self.amend, self.insert = again(self.changes.amend), again(self.changes.insert)
        self.change_number, self.write_cell = again(self.board_numbers.change), again(self.board_numbers.write)
        self.answer_undo = again(self.undo_requests.answer)
        self.lock_corrections, self.close = again(self.host_powers.lock_corrections), again(self.host_powers.close)
        self.last_good, self.go_on = self.set_aside.last_good, self.set_aside.go_on
        self.scan, self.read, self.scanner = again(self.scans.scan), self.scans.read, self.scans.scanner

    @property
    def store(self) -> Store:
        """Where the tables are kept."""
        return self.registry.store

    @property
    def games(self) -> Games:
        """What can be played here."""
        return self.registry.games

    @property
    def subscriptions(self) -> Subscriptions:
        """Who listens at which table."""
        return self.registry.subscriptions

    def holds(self, code: str, tokens: Iterable[str]) -> bool:
        """Whether these tokens open anything at that table. Raises NoTable."""
        who = self.live(code).who(tokens)
        return bool(who.held) or who.host

    def known_as(self, code: str, tokens: Iterable[str]) -> str:
        """What these tokens open at that table, as one word; "" for nothing, however many there are. Raises NoTable."""
        live = self.live(code)
        who = live.who(tokens)
        opens = [*map(str, who.held), *(["host"] if who.host else [])]
        return f"{live.code} {' '.join(opens)}" if opens else ""

    def look(
        self, code: str, tokens: Iterable[str] = (), *, seat: Seat | None = None, as_table: bool = False
    ) -> Snapshot:
        """The table as the holder of these tokens may see it, from ``seat`` where they hold several.

        ``as_table`` is the table screen: what everybody may see. Raises NoTable, or NotYours for a seat not held.
        """
        live = self.live(code)
        return snapshot_for(live, live.who(tokens), seat, self.registry.online(live), as_table=as_table)

    def seen_by(self, live: LiveTable, who: Who) -> Snapshot:
        """The table as somebody with those seats may see it, from the first of them, whoever is connected."""
        return snapshot_for(live, who, None, frozenset())

    def log(self, code: str, tokens: Iterable[str] = (), *, seat: Seat | None = None) -> LogReport:
        """The whole log as the holder of these tokens may read it. Raises NoTable, or NotYours for a seat not held."""
        live = self.live(code)
        seen = snapshot_for(live, live.who(tokens), seat, self.registry.online(live))
        told = LogLines(live, live.log, seen.viewer, limit=max(1, live.log.rev))
        return LogReport(seen, by_turn(told), self.registry.clock())

    def undone(self, code: str, rev: int) -> bool:
        """Whether an entry has been taken back. Raises NoTable."""
        return rev in self.live(code).log.dead

    def export(self, code: str, tokens: Iterable[str] = ()) -> dict[str, Any]:
        """The log as JSON: in full once the game is over, before that with the secrets of others left out."""
        live = self.live(code)
        options = live.table.setup.options if live.table.setup else live.options
        return export(live, live.who(tokens), self.registry.clock(), self.registry.decks.versions(options))

    def highlights(self, code: str) -> tuple[Highlight, ...]:
        """What decided the game, from what everybody may see; empty while it goes on. Raises NoTable."""
        log = self.live(code).log
        state = log.table.state
        if state is None or not log.game.over(state):
            return ()
        return highlights(log, public_sheet(log.game, state, log.game.view(state, None)))

    def moment_at(self, code: str, *, number: int | None = None, rev: int | None = None) -> Moment | None:
        """What everybody could see after a step; None before the game has begun. Raises NoTable."""
        return moment_of(self.live(code), number=number, rev=rev)

    def subscribe(self, code: str, tokens: Iterable[str], wake: Wake, address: str = "") -> Subscription:
        """Have ``wake`` called, from any thread, whenever the table changes. Raises NoTable, TooOften.

        ``address`` is where the phone is; those that only watch are counted by it.
        """
        live = self.live(code)
        return self.subscriptions.listen(live.code, live.who(tokens).held, wake, address)
