"""One worker that draws the screens of the tables that changed, off every request's way.

A table waits at most once: however often it changes meanwhile, only its newest screens are drawn. The seat that acted
comes first, since its person waits for an answer. They are told of together: woken after each, the streams' thread
would wait for this one again and again, and everybody longer.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping

from companion.table.live_table import LiveTable
from companion.web.pushed_screens import Looker, Screen, Screens

log = logging.getLogger(__name__)

Told = Callable[[str, Mapping[Looker, Screen | None]], None]
"""Called from the worker with a table's code and the screens by who looks; None for one that cannot be drawn."""


class ScreenDrawing:
    """The worker. It begins with the first table that changes and ends with the process."""

    def __init__(self, screens: Screens, told: Told) -> None:
        self._screens, self._told = screens, told
        self._waiting: OrderedDict[str, tuple[LiveTable, set[Looker]]] = OrderedDict()
        self._there = threading.Condition()
        self._worker: threading.Thread | None = None

    def want(self, live: LiveTable, lookers: Iterable[Looker]) -> None:
        """Have the newest screens of a table drawn for these lookers."""
        with self._there:
            _, wanted = self._waiting.setdefault(live.code, (live, set()))
            wanted.update(lookers)
            if self._worker is None:
                self._worker = threading.Thread(target=self._run, name="screens", daemon=True)
                self._worker.start()
            self._there.notify()

    def _run(self) -> None:
        while True:
            with self._there:
                while not self._waiting:
                    self._there.wait()
                _, (live, lookers) = self._waiting.popitem(last=False)
            acted = live.log.entries[-1].by if live.log.entries else None
            in_turn = sorted(lookers, key=lambda one: one.viewer != acted)
            self._told(live.code, {looker: self._drawn(live, looker) for looker in in_turn})

    def _drawn(self, live: LiveTable, looker: Looker) -> Screen | None:
        try:
            return self._screens.newest(live, looker)
        except Exception:
            log.exception("the screen of table %s cannot be drawn", live.code)
            return None
