"""Several seats on one phone: who of them is to be handed it next."""

from __future__ import annotations

from companion.table.snapshot import Snapshot
from companion.web.choice_forms import layout
from companion.web.request import tables, tokens
from rules.game_protocol import Seat


def next_here(seen: Snapshot) -> Seat | None:
    """The next seat of this phone, clockwise, that has something to do while the one it plays has nothing."""
    if seen.mode != "play" or seen.viewer is None or len(seen.held) < 2 or _wanted(seen):
        return None
    mine = tokens(seen.code)
    others = sorted(seen.held, key=lambda seat: (seat <= (seen.viewer or 0), seat))
    waiting = (seat for seat in others if seat != seen.viewer)
    return next((seat for seat in waiting if _wanted(tables().look(seen.code, mine, seat=seat))), None)


def _wanted(seen: Snapshot) -> bool:
    """Whether the table waits for the viewer: something is asked, or their next step is due."""
    due = (one for one in seen.choices if one.primary and not one.correction)
    return bool(layout(seen).asks) or any(due)
