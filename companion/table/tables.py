"""The one door to the tables. Pages, the API and the command line all come in here.

Every change goes the same way: who may, does it fit, on disk, shown. What is refused leaves nothing behind.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import StoreBusy
from companion.storage.store import CodeTaken, Key
from companion.table.events import Accepted, Playing, Scanned, sent_before
from companion.table.export import export
from companion.table.live_table import Options, Room, options_from_json, table_row
from companion.table.registry import check_id, must, sender
from companion.table.seats import Joined
from companion.table.snapshot import Look
from companion.table.subscriptions import Subscription, Wake
from companion.table.tokens import digest, new_code, new_token
from rules.log import Begin, Entry, Log
from rules.table import Level, Mode, Refusal, Seat, Setup

__all__ = ["Accepted", "Joined", "Look", "Opened", "Scanned", "Tables", "check_id"]


@dataclass(frozen=True, slots=True)
class Opened:
    """A new table: the code for everybody, and the token that makes its holder the host."""

    code: str
    host_token: str


class Tables(Playing):
    """The door. ``tokens`` are all the sender's phone has for the table: seats' and the host's."""

    def open(self, game: str, *, players: int | None = None, options: object = (), mode: str = "play") -> Opened:
        """Lay a table. With ``players`` the game begins at once, else when the host says so.

        Raises Refusal STRUCT for a game, mode, option or number of players there is not.
        """
        if game not in self.games.playable():
            known = ", ".join(self.games.playable())
            raise Refusal(Level.STRUCT, "no_game", f"There is no game called {str(game)[:40]} here; there is {known}.")
        found = self.games.load(game)
        kept_mode = _mode(mode, found.info.modes)
        pairs = _options(options)
        setup = Setup(found.info.players[0] if players is None else players, pairs, kept_mode)
        setup.chosen(found.info)
        low, high = found.info.players
        # One player's cards can be counted too.
        _check_players(setup.players, (1 if kept_mode == "score" else low, high))
        token = new_token()
        for _ in range(20):
            room = Room(new_code(), found, kept_mode, pairs, Log(found), {})
            row = table_row(room, self.clock())
            keys = (Key(digest(token), "host"),)
            entries: tuple[Entry, ...] = ()
            if players is not None:
                entries = (self.entry(room, _new_id(), None, Begin(players, pairs, kept_mode)),)
                room.log.push(entries[0])
            try:
                self.lay(row, entries, keys)
            except CodeTaken:
                continue
            return Opened(room.code, token)
        raise StoreBusy

    def holds(self, code: str, tokens: Iterable[str]) -> bool:
        """Whether these tokens open anything at that table. Raises NoTable."""
        who = self.room(code).who(tokens)
        return bool(who.held) or who.host

    def look(self, code: str, tokens: Iterable[str] = (), *, seat: Seat | None = None, as_table: bool = False) -> Look:
        """The table as the holder of these tokens may see it, from ``seat`` where they hold several.

        ``as_table`` is the table screen: what everybody may see. Raises NoTable, or NotYours for a seat not held.
        """
        room = self.room(code)
        return self._look(room, room.who(tokens), seat, as_table=as_table)

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
        room = self.room(code)
        with room.lock:
            who = room.who(tokens)
            must(who.host, "Only the host can begin the game.")
            if id is not None:
                check_id(id)
            done = sent_before(room, id, sender(who, None), (Begin,))
            if done is not None:
                return done.rev
            here = [s for s, person in enumerate(room.table.seats) if person]
            low, high = room.game.info.players
            count = max(low, len(here)) if players is None else players
            _check_players(count, (max(low, len(here)), high))
            pairs = room.options if options is None else _options(options)
            return self.close_ranks(room, here, Begin(count, pairs, room.mode), id_=id, by=sender(who, None))

    def undone(self, code: str, rev: int) -> bool:
        """Whether an entry has been taken back."""
        return rev in self.room(code).log.dead

    def export(self, code: str, tokens: Iterable[str] = ()) -> dict[str, Any]:
        """The log as JSON: in full once the game is over, before that with the secrets of others left out."""
        room = self.room(code)
        return export(room, room.who(tokens), self.clock())

    def subscribe(self, code: str, tokens: Iterable[str], wake: Wake) -> Subscription:
        """Have ``wake`` called, from any thread, whenever the table changes. Raises NoTable, TooOften."""
        room = self.room(code)
        return self.hub.listen(room.code, room.who(tokens).held, wake)


def _new_id() -> str:
    return str(uuid.uuid4())


def _mode(mode: str, modes: Sequence[Mode]) -> Mode:
    found = next((m for m in modes if m == mode), None)
    if found is None:
        raise Refusal(Level.STRUCT, "bad_mode", f"mode: expected one of {', '.join(modes)}")
    return found


def _options(data: object) -> Options:
    if isinstance(data, dict):
        data = list(data.items())
    if not isinstance(data, (list, tuple)) or any(not isinstance(p, (list, tuple)) or len(p) != 2 for p in data):
        raise Refusal(Level.STRUCT, "bad_option", "options: expected an object of option and value")
    return options_from_json(data)


def _check_players(players: object, bounds: tuple[int, int]) -> None:
    low, high = bounds
    if type(players) is not int or not low <= players <= high:
        raise Refusal(Level.STRUCT, "bad_players", f"players: expected {low} to {high}")
