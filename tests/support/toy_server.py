"""A real server process with the toy game, for tests that kill it or fill its disk.

    python toy_server.py DATA PORT [LIMIT [UID [CONNECTIONS]]]

``CONNECTIONS`` are fields of ConnectionLimits as JSON. Prints the port once it answers. ``LIMIT`` is the most pages the
database may have (a full disk; 0: no limit), ``UID`` the user the process becomes then. SIGUSR1 makes it let go of the
database's files, to open them anew when needed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

import sqlalchemy as sa
from toy_game import ToyGames

from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.own_decks.decks import OwnDecks
from companion.printing.history import PrintHistory
from companion.server.connections import ConnectionLimits
from companion.server.server import listen, serve
from companion.service import Service
from companion.storage.sql_store import SqlStore
from companion.table.tables import Tables


def main(data: str, port: str, limit: str = "0", uid: str = "0", connections: str = "") -> None:
    sock = listen("127.0.0.1", int(port))
    store = SqlStore.at(Path(data))
    if int(limit):
        sa.event.listen(store.engine, "connect", lambda c, _: c.execute(f"PRAGMA max_page_count={int(limit)}"))
        store.engine.dispose()
    number = sock.getsockname()[1]
    tables = Tables(store, games=ToyGames())

    def ready() -> None:
        if int(uid):
            "".encode("idna")  # loads what the new user may not be allowed to read
            os.setuid(int(uid))
            store.engine.dispose()
        print(number, flush=True)  # noqa: T201 - whoever started this waits for it

    signal.signal(signal.SIGUSR1, lambda *_: store.engine.dispose())
    try:
        own, prints = OwnDecks(Path(data)), PrintHistory(Path(data))
        service = Service(tables, Network(number), no_limits(), own=own, print_history=prints)
        serve(service, sock, ready, limits=ConnectionLimits(**json.loads(connections)) if connections else None)
    finally:
        store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
