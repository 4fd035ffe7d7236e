"""Steps nobody decides: after what somebody did they pass by themselves, each an entry of the log like any other.

One tap takes the last decision back with what passed after it (``Log.last_decision``); after that nothing passes until
somebody acts again.
"""

from __future__ import annotations

import logging
import uuid
from dataclasses import replace
from typing import Any

from companion.table.live_table import LiveTable
from companion.table.log_lines import told_at_once
from rules.game_protocol import Event, Refusal
from rules.log import AUTOMATIC, Begin, Entry, Log

STEPS_MAX = 40
"""More steps in a row than any game has: a game that would never come to rest stops here."""

_log = logging.getLogger("tablewright.table")


def passed_by_itself(live: LiveTable, log: Log[Any], at: float, entries_max: int) -> Log[Any]:
    """The log, not yet kept, with the steps that follow its newest entry by themselves.

    Nothing passes after an undo, an amendment or what people do with seats, at a table that only scores, or where the
    table wants to be asked.
    """
    newest = log.entries[-1].event
    if live.mode != "play" or log.table.help != "resolve" or type(newest) not in (Begin, *live.game.events):
        return log
    notices = log.notices
    for _ in range(min(STEPS_MAX, entries_max - log.rev)):
        event = _next(live, log)
        if event is None:
            break
        entry = Entry(log.rev + 1, f"{AUTOMATIC}{uuid.uuid4()}", at=at, by=None, event=event)
        try:
            pushed = log.push(entry)
        except Refusal as refusal:
            _log.warning("table %s: a step that should pass by itself was refused: %s", live.code, refusal.text)
            break
        log = pushed.keep(entry.rev, told_at_once(log, pushed, entry))
        notices += tuple(one for one in log.notices if one not in notices)
    return replace(log, notices=notices)


def _next(live: LiveTable, log: Log[Any]) -> Event | None:
    try:
        found: Event | None = live.game.next_step(log.table.state)
    except Exception:  # a fault in a convenience must not cost somebody the turn they reported
        _log.exception("table %s: the next step cannot be told", live.code)
        return None
    return found


def has_passed(log: Log[Any], event: Event) -> bool:
    """Whether this very step passed by itself after the last thing somebody did."""
    for entry in reversed(log.entries):
        if not entry.automatic or entry.rev in log.dead:
            return False
        if entry.event == event:
            return True
    return False
