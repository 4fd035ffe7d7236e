"""Tables served by a thread of the test's own process, so that the test can play at them beside its browser.

with served(tables) as url:
    page.goto(f"{url}/t/{code}")
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from werkzeug.serving import make_server

from companion.app import create_app
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.tables import Tables


@contextmanager
def served(tables: Tables) -> Iterator[str]:
    """The address of a server of these tables, which knows no limits and streams nothing."""
    server = make_server("127.0.0.1", 0, create_app(Service(tables, Network(), no_limits())), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
