"""How long a game and its turn have taken, by the times of the log. They advise; no time ends anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.table.live_table import LiveTable
from rules.log import Begin, Log


@dataclass(frozen=True, slots=True)
class Clocks:
    """When the game began and when its present turn did, in seconds since 1970; None where that is not known."""

    game_s: float | None = None
    turn_s: float | None = None


def clocks(live: LiveTable) -> Clocks:
    """The clocks of a running game, none before it begins. A turn lasts as long as its heading stays the same."""
    log = live.log
    key = ("clocks", log.rev)
    found: Clocks | None = live.worked_out.get(key)
    if found is None:
        found = live.worked_out[key] = _clocks(log)
    return found


def _clocks(log: Log[Any]) -> Clocks:
    if log.table.state is None:
        return Clocks()
    begun = next((one.rev for one in log.played if isinstance(one.event, Begin)), None)
    game_s = log.entries[begun - 1].at if begun is not None else None
    at = log.turn_began()
    if at is None:
        return Clocks(game_s)
    return Clocks(game_s, log.entries[log.played[at].rev - 1].at if at < len(log.played) else game_s)
