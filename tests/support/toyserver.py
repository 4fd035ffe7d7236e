"""A real server process with the toy game, for tests that kill it or fill its disk.

    python toyserver.py DATA PORT [LIMIT]

Prints the port once it answers. ``LIMIT`` is the most pages the database may have (a full disk).
"""

from __future__ import annotations

import sys
from pathlib import Path

import sqlalchemy as sa
from toygame import ToyGames

from companion.app import Service
from companion.limits import no_limits
from companion.network import Network
from companion.server import listen, serve
from companion.sqlstore import SqlStore
from companion.tables import Tables


def main(data: str, port: str, limit: str = "") -> None:
    sock = listen("127.0.0.1", int(port))
    store = SqlStore.at(Path(data))
    if limit:
        sa.event.listen(store.engine, "connect", lambda c, _: c.execute(f"PRAGMA max_page_count={int(limit)}"))
        store.engine.dispose()
    number = sock.getsockname()[1]
    tables = Tables(store, games=ToyGames())
    serve(Service(tables, Network(number), no_limits()), sock, lambda: print(number, flush=True))  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
