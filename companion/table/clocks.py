"""How long a game and its turn have taken, by the times of the log. They advise; no time ends anything."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.live_table import LiveTable
from rules.log import Begin


@dataclass(frozen=True, slots=True)
class Clocks:
    """When the game began and when its present turn did, in seconds since 1970; None where that is not known."""

    game_s: float | None = None
    turn_s: float | None = None


def clocks(live: LiveTable) -> Clocks:
    """The clocks of a running game, none before it begins. A turn lasts as long as its heading stays the same."""
    log, state = live.log, live.table.state
    heading = getattr(live.game, "turn", None)
    if state is None:
        return Clocks()
    at_s = {entry.rev: entry.at for entry in log.entries}
    begun = next((at_s[one.rev] for one in log.played if isinstance(one.event, Begin)), None)
    if heading is None or not (now := heading(state)):
        return Clocks(begun)
    since = begun
    for one in reversed(log.played):
        if one.after.state is None or heading(one.after.state) != now:
            break
        since = at_s[one.rev]
    return Clocks(begun, since)
