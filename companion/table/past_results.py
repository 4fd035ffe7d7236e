"""The results of games that ended before results were kept: worked out once, in the background, table by table."""

from __future__ import annotations

import threading
from contextlib import suppress

from companion.errors import Trouble
from companion.storage.store_protocol import Commit
from companion.table.registry import Registry, ended

DONE = "results"
"""The name under which the store remembers that every table has been looked at."""
REST_S = 0.02
"""Between two tables, so that whoever plays meanwhile does not wait."""
EVERY = 1_000_000


def work_out(registry: Registry, stop: threading.Event) -> int:
    """Keep the results of finished games that have none, until told to stop. Gives how many there were.

    Looks at every table once in a database's life. A table that cannot be opened has no result.
    """
    store, found = registry.store, 0
    if store.remembered(DONE):
        return 0
    for row in store.without_result(EVERY):
        if stop.wait(REST_S):
            return found
        try:
            live = registry.read(row.code, row.code)
        except Trouble:
            continue
        result = ended(live.code, live.mode, live.log)
        if result is not None:
            # The store leaves it out where the table has moved on since: then somebody is at it, who keeps it.
            store.write(Commit(row.code, result=result))
            found += 1
    store.remember(DONE, "whole")
    return found


def start(registry: Registry) -> threading.Event:
    """Work them out beside everything else. Set the event to stop."""
    stop = threading.Event()
    threading.Thread(target=_quietly, args=(registry, stop), name="past results", daemon=True).start()
    return stop


def _quietly(registry: Registry, stop: threading.Event) -> None:
    with suppress(Trouble):  # a database that is busy now is asked again when the server starts next
        work_out(registry, stop)
