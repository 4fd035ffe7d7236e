"""Servers that start at once, for benchmarks that kill many: one process imports everything and forks when told.

    python benchmarks/forked_server.py

Reads lines from stdin: ``start PORT FOLDER [DATABASE]`` forks a server and prints its process id once it answers, the
end of stdin ends it. What is served is what ``tablewright serve`` serves, without HTTPS, limits and past results.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve()


def fork_when_told() -> None:
    from companion.network.addresses import Network
    from companion.network.limits import no_limits
    from companion.own_decks.decks import OwnDecks
    from companion.own_decks.game_decks import GameDecks
    from companion.server.server import listen, serve
    from companion.service import Service
    from companion.storage.sql_store import SqlStore
    from companion.table.shared_tables import SharedTables
    from companion.table.tables import Tables
    from rules import games

    for name in games.playable():
        games.load(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        _, port, folder, *database = line.split()
        pid = os.fork()
        if pid:
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        place = Path(folder)
        store = SqlStore(database[0]) if database else SqlStore.at(place)
        tables = Tables(store, decks=GameDecks(place))
        if store.others is not None:
            SharedTables(tables.registry, store.others).start()
        service = Service(tables, Network(int(port)), no_limits(), own=OwnDecks(place))
        serve(service, listen("127.0.0.1", int(port)), lambda: print(os.getpid(), flush=True))
        os._exit(0)


class Forked:
    """The process that forks servers; ``start`` gives the process id of one that answers."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(HERE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def start(self, port: int, folder: Path, database: str = "") -> int:
        """A server on that port and folder, once it answers."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"start {port} {folder} {database}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the server did not start")
        return int(line)

    def close(self) -> None:
        """No more servers."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


if __name__ == "__main__":
    fork_when_told()
