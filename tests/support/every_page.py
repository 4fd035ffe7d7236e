"""A server with everything a page can show, and the addresses of its pages: for tests and pictures of all of them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from memory_store import MemoryStore
from werkzeug.serving import make_server

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.own_decks.decks import OwnDecks
from companion.own_decks.game_decks import GameDecks
from companion.own_decks.taught_decks import TaughtDecks
from companion.printing.history import PrintHistory
from companion.service import Service
from companion.storage.data_folder import printers_folder
from companion.table.tables import Tables

NO_PAGES = ("/static", "/api", "/icon", "/qr", "/manifest", "/service", "/tls", "/secure/")
"""What routes that lead to no page begin with."""


@dataclass(frozen=True)
class Served:
    """The service, its address, and the routes that can be looked at."""

    service: Service
    url: str
    rules: tuple[str, ...]

    @property
    def plain(self) -> list[str]:
        """The pages that name nothing."""
        return [rule for rule in self.rules if "<" not in rule and not rule.startswith(NO_PAGES)]

    @property
    def of_a_game(self) -> list[str]:
        """The pages that name a game, and nothing else."""
        named = (rule for rule in self.rules if "<game>" in rule and rule.count("<") == 1)
        return [rule for rule in named if not rule.startswith(NO_PAGES)]

    @property
    def of_a_table(self) -> list[str]:
        """The pages of a table."""
        return [rule for rule in self.rules if rule.startswith("/t/<code>") and rule.count("<") == 1]


@contextmanager
def served(folder: Path) -> Iterator[Served]:
    """A server in this process, its data in ``folder``."""
    decks = GameDecks(folder)
    service = Service(
        Tables(MemoryStore(), decks=decks),
        Network(),
        no_limits(),
        print_history=PrintHistory(folder),
        own=OwnDecks(folder),
        game_decks=decks,
        taught=TaughtDecks(folder),
        printers=printers_folder(folder),
    )
    app = create_app(service)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    rules = tuple(sorted({str(rule) for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}))
    yield Served(service, f"http://127.0.0.1:{server.server_port}", rules)
    server.shutdown()
