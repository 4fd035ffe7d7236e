"""A Chromium that never finishes closing is killed and started anew, so that no run of the tests stands still.

Closing a context waits for the browser to end its pages, without a limit of time; some Chromium never does, and one
test in a worker then holds up the rest of its file until the whole run is stopped.
"""

from __future__ import annotations

import functools
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

CLOSES_WITHIN_S = 60.0
"""Far longer than a busy machine takes to close a page."""


class WatchedBrowser:
    """A browser as Playwright gives it, started anew by ``new_context`` and ``new_page`` after it was killed."""

    def __init__(self, launch: Callable[[], Any]) -> None:
        self._launch = launch
        self._running = launch()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._running, name)

    def _alive(self) -> Any:
        if not self._running.is_connected():
            self._running = self._launch()
        return self._running

    def new_context(self, **options: Any) -> Any:
        return self._alive().new_context(**options)

    def new_page(self, **options: Any) -> Any:
        return self._alive().new_page(**options)


def watch_closing() -> None:
    """Whatever of Playwright is closed from now on is closed within ``CLOSES_WITHIN_S``, or its browser is killed."""
    try:
        from playwright.sync_api import Browser, BrowserContext, Page
    except ImportError:  # the tests of pages skip, with the reason
        return
    for of in (Browser, BrowserContext, Page):
        of.close = _within_time(of.close)  # type: ignore[method-assign]


def _within_time(close: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(close)
    def watched(self: Any, *given: Any, **options: Any) -> None:
        from playwright.sync_api import Error

        killed = threading.Event()

        def kill() -> None:
            killed.set()
            print("killed a Chromium that did not finish closing", file=sys.stderr)  # noqa: T201 - shown if it fails
            kill_browsers()

        timer = threading.Timer(CLOSES_WITHIN_S, kill)
        timer.daemon = True
        timer.start()
        try:
            close(self, *given, **options)
        except Error:
            if not killed.is_set():
                raise
        finally:
            timer.cancel()

    return watched


def kill_browsers() -> None:
    """Kill every browser this process has started; what they were asked to do fails at once."""
    for process in browser_processes():
        os.kill(process, signal.SIGKILL)


def browser_processes() -> list[int]:
    """The main process of each headless browser that runs below this one."""
    # Wide without a limit: ps cuts its lines where COLUMNS is set.
    listed = subprocess.run(["ps", "-axwwo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    parents: dict[int, int] = {}
    browsers: list[int] = []
    for line in listed.splitlines():
        pid, parent, *command = line.split(None, 2)
        parents[int(pid)] = int(parent)
        if "--headless" in "".join(command) and "--type=" not in "".join(command):
            browsers.append(int(pid))
    return [pid for pid in browsers if os.getpid() in _ancestors(pid, parents)]


def _ancestors(pid: int, parents: dict[int, int]) -> Iterator[int]:
    while pid in parents:
        pid = parents[pid]
        yield pid
