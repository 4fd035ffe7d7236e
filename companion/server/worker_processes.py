"""Several workers under one process: started, watched, started again where one dies, ended together."""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType

AGAIN_S = 0.5
YOUNG_S, YOUNG_MOST = 10.0, 5
"""Where so many in a row die so young, starting them again helps nobody."""
log = logging.getLogger(__name__)


class Workers:
    """``count`` forked processes, each of which runs ``work`` with its number. Fork before any thread is started."""

    def __init__(self, count: int, work: Callable[[int], None]) -> None:
        self._count, self._work = count, work
        self._numbers: dict[int, int] = {}
        self._stopping = False

    def run(self) -> int:
        """Until told to stop. Returns the exit status: 1 where workers cannot be kept alive."""
        before = {number: signal.signal(number, self._stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            for number in range(self._count):
                self._start(number)
            return self._watch()
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True
        for pid in list(self._numbers):
            _tell(pid, signal.SIGTERM)

    def _start(self, number: int) -> None:
        pid = os.fork()
        if pid:
            self._numbers[pid] = number
            if self._stopping:
                _tell(pid, signal.SIGTERM)
            return
        status = 1
        try:
            for one in (signal.SIGINT, signal.SIGTERM):
                signal.signal(one, signal.SIG_DFL)
            _end_with(os.getppid())
            self._work(number)
            status = 0
        except BaseException:
            log.exception("worker %d has ended", number)
        finally:
            os._exit(status)

    def _watch(self) -> int:
        born, young = time.monotonic(), 0
        while self._numbers:
            try:
                pid, status = os.wait()
            except InterruptedError:
                continue
            number = self._numbers.pop(pid, None)
            if number is None or self._stopping:
                continue
            young = young + 1 if time.monotonic() - born < YOUNG_S else 0
            if young >= YOUNG_MOST:
                log.error("workers end as soon as they have begun (status %d); this server stops", status)
                self._stop(0, None)
                continue
            log.warning("worker %d has ended (status %d) and is started again", number, status)
            time.sleep(AGAIN_S)
            born = time.monotonic()
            self._start(number)
        return 1 if young >= YOUNG_MOST else 0


def _tell(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return


def _end_with(parent: int) -> None:
    """End this process when its parent is gone, however that went."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parent", daemon=True).start()
