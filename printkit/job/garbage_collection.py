"""Python's search for reference cycles, put off while a file is drawn.

A drawing is hundreds of thousands of small tuples, each of which brings the next search nearer, and none of which is in
a cycle: searching took a tenth of the time of a print and found nothing. What the drawing drops is freed at once all
the same; that is counting references, which goes on.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

PAGES = 100
"""After so many pages ReportLab has left enough cycles behind to be worth a short look."""
_lock = threading.Lock()
_busy = 0
_was_on = False


@contextmanager
def put_off() -> Iterator[None]:
    """No search for cycles inside, in any thread; nested and side by side, the last to leave turns it on again."""
    global _busy, _was_on
    with _lock:
        if _busy == 0:
            _was_on = gc.isenabled()
            gc.disable()
        _busy += 1
    try:
        yield
    finally:
        with _lock:
            _busy -= 1
            if _busy == 0 and _was_on:
                if not gc.get_freeze_count():
                    # All that is new counts as old from here on: looking through it now would cost what was saved.
                    # Where a server has frozen what it loaded, that would thaw it too, for every later search.
                    gc.freeze()
                    gc.unfreeze()
                gc.enable()


def look_at(pages: int) -> None:
    """After each page, with how many are done: in a long file, look for cycles among what is new, now and then."""
    if pages % PAGES == 0:
        gc.collect(0)
