"""What the first table will need is loaded once the server answers, in a thread of its own.

Whoever asks for something before that, and the first who prints or photographs, has it loaded at once
(``companion.late``): nothing waits for this thread but what it is loading at that moment.
"""

from __future__ import annotations

import gc
import logging
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from threading import Event, Thread

from companion import late
from rules import games

log = logging.getLogger(__name__)


class WarmUp:
    """The thread. It ends by itself, or with the step it is in where it is told to."""

    def __init__(self) -> None:
        self._ending = Event()
        self._thread: Thread | None = None

    def begin(self, further: Iterable[Callable[[], object]] = ()) -> None:
        """From now on: what all servers need, then these steps, each a part of a second."""
        self._thread = Thread(target=self._run, args=[further], name="warm-up", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """No further step. Returns once the last is done: Python cannot end well in the middle of an import."""
        self._ending.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self, further: Iterable[Callable[[], object]]) -> None:
        for step in chain(_steps(late.AT_TABLES), further):
            began = time.thread_time()
            _done(step)
            # It rests as long as it worked. A lower priority would not do: a request may wait for what is being loaded.
            if self._ending.wait(time.thread_time() - began):
                return
        gc.freeze()  # as after the start: no search for cycles need look through what stays


def load_now() -> None:
    """All of it, before anybody is answered: a process that is about to be several has it in memory they share."""
    for step in _steps(late.MODULES):
        _done(step)


def _done(step: Callable[[], object]) -> None:
    try:
        step()
    except Exception:  # whoever needs it is told; nobody asked for it yet
        log.debug("could not be loaded ahead of its use", exc_info=True)


def _steps(modules: Iterable[str]) -> Iterator[Callable[[], object]]:
    """What is loaded, each a part of a second: the games' rules and cards, then these modules that take long."""
    for name in games.playable():
        yield partial(games.load, name)
        yield partial(games.deck, name)
    for name in modules:
        yield partial(getattr, late, name)
