"""Who draws next: one at a time, somebody looking at a page before anything that may take a while."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

from companion.errors import TooOften

WAIT_S = 10.0


class Pen:
    """Drawing takes a whole core for as long as it lasts, so one thing is drawn at a time, however many phones ask.

    Long work lets go of it after every page and gets it back once nobody waits for a quick look.
    """

    def __init__(self, wait_s: float = WAIT_S) -> None:
        self._free = Condition()
        self._wait_s = wait_s
        self._taken = False
        self._looking = 0

    @contextmanager
    def look(self) -> Iterator[None]:
        """For a page somebody is waiting to see. Raises TooOften where it does not come free in time."""
        with self._free:
            self._looking += 1
            try:
                if not self._free.wait_for(lambda: not self._taken, self._wait_s):
                    raise TooOften("Several pages are being drawn just now; look again in a moment.", 3)
                self._taken = True
            finally:
                self._looking -= 1
        try:
            yield
        finally:
            self._release()

    @contextmanager
    def work(self) -> Iterator[None]:
        """For work in the background, which waits as long as it must."""
        self._take_for_work()
        try:
            yield
        finally:
            self._release()

    def breathe(self) -> None:
        """Between two pages of a work: let others have it, and every other thread a moment."""
        self._release()
        time.sleep(0.001)
        self._take_for_work()

    def _take_for_work(self) -> None:
        with self._free:
            self._free.wait_for(lambda: not self._taken and not self._looking)
            self._taken = True

    def _release(self) -> None:
        with self._free:
            self._taken = False
            self._free.notify_all()
