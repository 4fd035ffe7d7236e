"""What the host alone decides about a running game: who corrects, and that it ends where it stands."""

from __future__ import annotations

from collections.abc import Iterable

from companion.errors import NotYours
from companion.table.live_table import LiveTable, Who, must, sender
from companion.table.registry import Registry
from rules.game_protocol import Event, Level, Refusal
from rules.log import CloseTable, LockCorrections
from rules.text import say


class HostPowers:
    """What the host decides. ``tokens`` are all the sender's phone has for this table."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

    def lock_corrections(self, code: str, tokens: Iterable[str], *, locked: bool) -> int:
        """From now on only the host corrects, or everybody does again. Returns the rev."""
        return self._decide(code, tokens, LockCorrections(locked), "Only the host can say who corrects.")

    def close(self, code: str, tokens: Iterable[str], *, closed: bool) -> int:
        """End the game where it stands, or have it go on. Returns the rev."""
        return self._decide(code, tokens, CloseTable(closed), "Only the host can end the game.")

    def _decide(self, code: str, tokens: Iterable[str], wish: LockCorrections | CloseTable, text: str) -> int:
        live = self.registry.live(code)
        with live.lock:
            who = live.who(tokens)
            must(who.host, text)
            if live.table.state is None:
                raise Refusal(Level.STRUCT, "not_begun", say("The game has not begun yet."))
            table = live.table
            stands = table.locked == wish.locked if isinstance(wish, LockCorrections) else table.closed == wish.closed
            return live.log.rev if stands else self.registry.record(live, [wish], by=sender(who, None))


def still_open(live: LiveTable, who: Who, event: Event | None = None) -> None:
    """Raise where the host has ended the game, or alone may do ``event`` (None: change the past)."""
    if live.table.closed:
        text = say("The host has ended this game; on the host's page it can go on.")
        raise Refusal(Level.STRUCT, "table_closed", text)
    if live.table.locked and not who.host and (event is None or _corrects(live, event)):
        raise NotYours("corrections_locked", say("At this table only the host corrects; ask the host."))


def _corrects(live: LiveTable, event: Event) -> bool:
    """Whether the event sets a fact by hand: the game declares it so, or offers it as nothing else."""
    declared = getattr(live.game, "corrects", None)
    if declared is not None and declared(event):
        return True
    state = live.table.state
    seats = range(state.players) if state is not None else ()
    offered = [one for seat in seats for one in live.game.choices(state, seat) if type(one.event) is type(event)]
    return bool(offered) and all(one.correction for one in offered)
