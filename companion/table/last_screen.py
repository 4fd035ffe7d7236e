"""The last screen of a table whose game came from elsewhere, out of a folder or a package: what everybody could see.

It is kept beside the table whenever that changes, so that it can still be looked at when the game is not there any
more. It holds what the table screen shows, never what one seat alone knows.
"""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from companion.errors import StoreBusy, StoreFull
from companion.storage.store_protocol import Store, TableRow
from companion.table.live_table import LiveTable, Who
from companion.table.snapshot import Snapshot, snapshot_of
from rules import games, wire
from rules.game_protocol import GameInfo, Refusal
from rules.log import Person
from rules.view import View

MOST_LINES = 12
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LastScreen:
    """What everybody saw of a table at its entry ``rev``. ``lines`` are the newest of the log, the newest first."""

    rev: int
    title: str
    people: tuple[Person | None, ...]
    view: View
    lines: tuple[str, ...]

    def look(self, row: TableRow) -> Snapshot:
        """The same as a look that nobody can do anything with."""
        return Snapshot(
            code=row.code,
            rev=self.rev,
            info=GameInfo(row.game, self.title, about="", players=(1, max(1, len(self.people))), rulebook=""),
            people=self.people,
            seats_online=frozenset(),
            viewer=None,
            held=(),
            host=False,
            begun=True,
            over=False,
            view=self.view,
            choices=(),
            notices=(),
            setup=None,
            options=(),
            mode="score" if row.mode == "score" else "play",
            log=(),
        )


def keep(store: Store, live: LiveTable) -> None:
    """Keep the screen of a table as it is now, if its game may go as it came. It is worth no entry: never raises."""
    if not games.brought(live.game.info.id) or live.log.table.state is None:
        return
    try:
        seen = snapshot_of(live, Who(), None, frozenset())
        people = [one and [one.name, one.colour, one.shape] for one in seen.people]
        lines = [str(line.text) for line in seen.log[: 3 * MOST_LINES] if not line.undone][:MOST_LINES]
        data = {"rev": seen.rev, "title": seen.info.title, "people": people, "view": wire.encode(seen.view)}
        text = json.dumps({**data, "lines": lines}, separators=(",", ":"))
        with suppress(StoreBusy, StoreFull):
            store.remember(_name(live.code), text)
    except Exception:  # what a game of somebody else's raises while it draws costs nobody an entry
        _log.warning("the last screen of the table %s is not kept", live.code, exc_info=True)


def kept(store: Store, code: str) -> LastScreen | None:
    """The screen kept of a table, None where there is none, or none that can be read."""
    text = store.remembered(_name(code))
    if not text:
        return None
    try:
        data: Any = json.loads(text)
        people = tuple(Person(*one) if one else None for one in data["people"])
        view = wire.decode(View, data["view"])
        lines = tuple(str(line) for line in data["lines"])
        return LastScreen(int(data["rev"]), str(data["title"]), people, view, lines)
    except (Refusal, ValueError, KeyError, TypeError):
        _log.warning("the last screen of the table %s cannot be read", code)
        return None


def _name(code: str) -> str:
    return f"screen {code}"
