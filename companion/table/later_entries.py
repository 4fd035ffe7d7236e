"""Later entries that would no longer fit once the past is changed, and what is to become of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.table.live_table import LiveTable, Who
from companion.table.log_lines import tell
from rules.game_protocol import Level, Refusal, Seat
from rules.log import Fixes, Misfit
from rules.view import fill

__all__ = ["FIXES", "LaterEntry", "in_words", "read_fixes"]

FIXES = ("override", "take_back", "ask")


@dataclass(frozen=True, slots=True)
class LaterEntry:
    """A later entry that would no longer fit, in words for the one who looks.

    ``because`` is what stands against it, empty where that would tell a secret; ``rule`` is where it is written.
    """

    rev: int
    seat: Seat | None
    text: str
    because: str
    rule: str
    can_override: bool


def in_words(live: LiveTable, who: Who, viewer: Seat | None, misfit: Misfit) -> LaterEntry:
    """A misfit as ``viewer`` may read it."""
    event = misfit.event
    known = event.seat in who.held or live.game.redact(live.table.state, event, viewer) == event
    return LaterEntry(
        misfit.rev,
        event.seat,
        fill(tell(live.log, live.log.entries[misfit.rev - 1], viewer).text, live.table.name),
        fill(misfit.refusal.text, live.table.name) if known else "",
        misfit.refusal.rule if known else "",
        misfit.can_override,
    )


def read_fixes(fixes: object) -> Fixes:
    """Fixes by rev, as ``{"12": "take_back"}`` or pairs. Raises Refusal STRUCT ``bad_input``."""
    pairs = tuple(fixes.items()) if isinstance(fixes, Mapping) else fixes
    if not isinstance(pairs, (list, tuple)):
        raise Refusal(Level.STRUCT, "bad_input", "fixes: expected the number of an entry with what becomes of it")
    read: dict[int, Any] = {}
    for pair in pairs:
        rev, fix = pair if isinstance(pair, (list, tuple)) and len(pair) == 2 else (None, None)
        rev = int(rev) if isinstance(rev, str) and rev.isascii() and rev.isdecimal() and len(rev) < 8 else rev
        if type(rev) is not int or fix not in FIXES:
            raise Refusal(Level.STRUCT, "bad_input", f"fixes: expected entries, each with {', '.join(FIXES)}")
        read[rev] = fix
    return tuple(read.items())
