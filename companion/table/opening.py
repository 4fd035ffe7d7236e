"""Laying a new table, and beginning its game."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import get_args

from companion.errors import StoreBusy, Trouble
from companion.storage.store_protocol import CodeTaken, Key
from companion.table.house_rules import Options, read_options
from companion.table.live_table import LiveTable, must, sender, table_row
from companion.table.registry import Registry, check_id, sent_before
from companion.table.seats import Seats
from companion.table.tokens import digest, new_code, new_token
from rules.game_protocol import DECKS, Event, Level, Mode, Refusal, Setup
from rules.log import Begin, Entry, Help, Log, SetHelp

BEFORE = "before."
"""With a code behind it: the name the code of the table before it is remembered under."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A new table: the code for everybody, and the token that makes its holder the host."""

    code: str
    host_token: str


class Opening:
    """How a table comes to be and its game begins."""

    def __init__(self, registry: Registry, seats: Seats) -> None:
        self.registry, self.seats = registry, seats

    def open(self, game: str, *, players: int | None = None, options: object = (), mode: str = "play") -> Opened:
        """Lay a table. With ``players`` the game begins at once, else when the host says so.

        Raises Refusal STRUCT for a game, mode, option or number of players there is not.
        """
        if game not in self.registry.games.playable():
            known = ", ".join(self.registry.games.playable())
            raise Refusal(Level.STRUCT, "no_game", f"There is no game called {str(game)[:40]} here; there is {known}.")
        found = self.registry.games.load(game)
        kept_mode = _mode(mode, found.info.modes)
        pairs = self.registry.decks.pinned(game, read_options(options))
        setup = Setup(found.info.players[0] if players is None else players, pairs, kept_mode)
        setup.chosen(found.info)
        low, high = found.info.players
        # One player's cards can be counted too.
        _check_players(setup.players, (1 if kept_mode == "score" else low, high))
        token = new_token()
        for _ in range(20):
            live = LiveTable(new_code(), found, mode=kept_mode, options=pairs, log=Log(found), keys={})
            row = table_row(live, self.registry.clock())
            keys = (Key(digest(token), "host"),)
            entries: tuple[Entry, ...] = ()
            if players is not None:
                entries = (self.registry.entry(live, _new_id(), None, Begin(players, pairs, kept_mode)),)
                live.log.push(entries[0])
            try:
                self.registry.create(row, entries, keys)
            except CodeTaken:
                continue
            return Opened(live.code, token)
        raise StoreBusy

    def begin(
        self,
        code: str,
        tokens: Iterable[str],
        *,
        id: str | None = None,
        players: int | None = None,
        options: object = None,
    ) -> int:
        """Start the game, for everybody who has sat down or for more (``players``): seats may stay without a phone.

        Raises Refusal where too few or too many people are here, NotYours for anybody but the host.
        """
        live = self.registry.live(code)
        with live.lock:
            who = live.who(tokens)
            must(who.host, "Only the host can begin the game.")
            if id is not None:
                check_id(id)
            done = sent_before(live, id, sender(who, None), (Begin,))
            if done is not None:
                return done.rev
            here = [s for s, person in enumerate(live.table.seats) if person]
            low, high = live.game.info.players
            count = max(low, len(here)) if players is None else players
            _check_players(count, (max(low, len(here)), high))
            pairs = live.options if options is None else self._begun_with(live, read_options(options))
            self.seats.move_up(live, here, Begin(count, pairs, live.mode), id_=id, by=sender(who, None))
            if carried := self._carried(live):
                self.registry.record(live, carried, by=None)
            return live.log.rev

    def _carried(self, live: LiveTable) -> tuple[Event, ...]:
        """What a game takes along from the table before this one, for whoever sat there too."""
        carries = getattr(live.game, "carried", None)
        code = self.registry.store.remembered(BEFORE + live.code) if carries is not None else ""
        if not code or carries is None or live.table.state is None:
            return ()
        try:
            old = self.registry.live(code)
        except Trouble:
            return ()  # the evening before is gone; this one begins anew
        if old.table.state is None:
            return ()
        sat = {person.name: seat for seat, person in enumerate(old.table.seats) if person is not None}
        seats = {
            seat: sat[person.name]
            for seat, person in enumerate(live.table.seats)
            if person is not None and person.name in sat and seat < live.table.state.players
        }
        found: tuple[Event, ...] = carries(old.table.state, live.table.state, seats)
        return found

    def set_help(self, code: str, tokens: Iterable[str], *, level: object, id: str | None = None) -> int:
        """How much the companion does from now on, as the host says. Returns the rev.

        Raises Refusal STRUCT for a level there is not, NotYours for anybody but the host.
        """
        live = self.registry.live(code)
        with live.lock:
            who = live.who(tokens)
            must(who.host, "Only the host can change how much the companion does.")
            if id is not None:
                check_id(id)
            done = sent_before(live, id, sender(who, None), (SetHelp,))
            found = next((one for one in get_args(Help) if one == level), None)
            if found is None:
                words = ", ".join(get_args(Help))
                raise Refusal(Level.STRUCT, "bad_input", f"level: expected one of {words}")
            if done is not None or live.table.help == found:
                return live.log.rev
            return self.registry.record(live, [SetHelp(found)], by=sender(who, None), id_=id)

    def _begun_with(self, live: LiveTable, options: Options) -> Options:
        """Other options than the table was laid with; its decks stay where they name none."""
        named = any(key == DECKS for key, _ in options)
        decks = () if named else tuple(pair for pair in live.options if pair[0] == DECKS)
        return self.registry.decks.pinned(live.game.info.id, (*options, *decks))


def _new_id() -> str:
    return str(uuid.uuid4())


def _mode(mode: str, modes: Sequence[Mode]) -> Mode:
    found = next((m for m in modes if m == mode), None)
    if found is None:
        raise Refusal(Level.STRUCT, "bad_mode", f"mode: expected one of {', '.join(modes)}")
    return found


def _check_players(players: object, bounds: tuple[int, int]) -> None:
    low, high = bounds
    if type(players) is not int or not low <= players <= high:
        raise Refusal(Level.STRUCT, "bad_players", f"players: expected {low} to {high}")
