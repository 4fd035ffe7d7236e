"""Who draws next: one at a time, somebody looking at a page before anything that may take a while."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

from companion.errors import TooOften

WAIT_S = 10.0
PATIENCE_S = 1.5
"""So long a work lets everybody who looks go first, before each of its pages."""


class Turnstile:
    """Drawing takes a whole core for as long as it lasts, so one thing is drawn at a time, however many phones ask.

    Long work lets go of it after every page and gets it back once nobody waits for a quick look, or once it has let
    looks go first for a while: phones that never stop turning pages slow a print, and do not stop it. Those who look
    take turns, and of one who asked several times the newest comes first: the older pages have been turned over.
    """

    def __init__(self, wait_s: float = WAIT_S, patience_s: float = PATIENCE_S) -> None:
        self._free = Condition()
        self._wait_s = wait_s
        self._patience_s = patience_s
        self._taken = False
        self._due: list[float] = []
        """When each work that waits has been patient enough."""
        self._looking: OrderedDict[str, list[object]] = OrderedDict()

    @contextmanager
    def look(self, who: str = "") -> Iterator[None]:
        """For a page somebody is waiting to see. Raises TooOften where it does not come free in time."""
        mine = object()
        with self._free:
            self._looking.setdefault(who, []).append(mine)
            try:
                if not self._free.wait_for(lambda: self._is_turn_of(mine), self._wait_s):
                    raise TooOften("Several pages are being drawn right now; try again in a moment.", 3)
                self._taken = True
            finally:
                self._leave(who, mine)
        try:
            yield
        finally:
            self._release()

    def _is_turn_of(self, look: object) -> bool:
        """Whether it is free and nobody goes first; the newest look of whoever has waited longest is next."""
        due = any(due <= time.monotonic() for due in self._due)
        return not self._taken and not due and next(iter(self._looking.values()))[-1] is look

    def _leave(self, who: str, mine: object) -> None:
        """Out of the row; what is left of this one's goes to its end."""
        self._looking[who].remove(mine)
        self._looking.move_to_end(who)
        if not self._looking[who]:
            del self._looking[who]
        self._free.notify_all()

    @contextmanager
    def work(self) -> Iterator[None]:
        """For work in the background, which waits as long as it must."""
        self._take_for_work()
        try:
            yield
        finally:
            self._release()

    def let_others_draw(self) -> None:
        """Between two pages of a work: let others have it, and every other thread a moment."""
        self._release()
        time.sleep(0.001)
        self._take_for_work()

    def _take_for_work(self) -> None:
        with self._free:
            due = time.monotonic() + self._patience_s
            self._due.append(due)
            try:
                # Woken when it is due, too: a look asked in between waits for it from then on.
                if not self._free.wait_for(lambda: not self._taken and not self._looking, self._patience_s):
                    self._free.wait_for(lambda: not self._taken)
            finally:
                self._due.remove(due)
            self._taken = True

    def _release(self) -> None:
        with self._free:
            self._taken = False
            self._free.notify_all()
