"""One process serves everything: Flask for pages and the API, and the event streams beside it."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import uvicorn
from a2wsgi import WSGIMiddleware

from companion.app import Service, create_app, foreign_host
from companion.errors import Trouble
from companion.stream import PATH, Receive, Scope, Send, Streams, host_of, refuse

THREADS = 16
_STOPS = [signal.SIGINT, signal.SIGTERM]
if sys.platform == "win32":
    _STOPS.append(signal.SIGBREAK)
GRACE_S = 5


class PortTaken(Exception):  # noqa: N818 - an answer, with the cure in it
    """Another program listens there already."""


def listen(host: str, port: int) -> socket.socket:
    """A socket on that address. Raises PortTaken, or OSError where the address is not this computer's."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named TCP, so that asyncio knows it may switch off Nagle's algorithm: it would hold answers back for 40 ms.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    # On Windows the option would let two programs share the port; elsewhere it lets us restart at once.
    if sys.platform != "win32":
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(2048)
    except OSError as error:
        sock.close()
        if error.errno in (errno.EADDRINUSE, getattr(errno, "WSAEADDRINUSE", -1)):
            raise PortTaken(str(port)) from error
        raise
    sock.setblocking(False)
    return sock


class Site:
    """The ASGI application: streams to the streams, everything else to Flask in worker threads."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.streams = Streams(service)
        # a2wsgi's own type of a WSGI application is narrower than Flask's, which is one.
        wsgi: Any = create_app(service)
        self.flask: Any = WSGIMiddleware(wsgi, workers=THREADS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or the server's start and end."""
        if scope["type"] == "lifespan":
            while True:
                message = await receive()
                await send({"type": f"{message['type']}.complete"})
                if message["type"] == "lifespan.shutdown":
                    return
        elif scope["type"] == "http":
            try:
                # Before Flask, which trips over names that cannot be names.
                foreign_host(self.service, host_of(scope))
            except Trouble as trouble:
                await refuse(send, trouble)
            else:
                streams = scope["method"] == "GET" and PATH.fullmatch(scope["path"])
                await (self.streams if streams else self.flask)(scope, receive, send)


class _Server(uvicorn.Server):
    """Ends the streams first when it is told to stop: uvicorn would wait for them, and they never end."""

    def __init__(self, config: uvicorn.Config, streams: Streams, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._streams, self._ready = streams, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._loop.call_soon_threadsafe(self._streams.close)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        # uvicorn's own raises the signal once more when everything has ended; for us being told to stop is a good end.
        before = {number: signal.signal(number, self.handle_exit) for number in _STOPS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def serve(service: Service, sock: socket.socket, ready: Callable[[], None] = lambda: None) -> None:
    """Serve on the socket until the process is told to stop; then let requests finish. Closes the socket.

    ``ready`` is called once requests are answered.
    """
    site = Site(service)
    config = uvicorn.Config(
        site,
        log_level="warning",
        access_log=False,
        server_header=False,
        # A header anybody can write must not decide whose limits count.
        proxy_headers=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=GRACE_S,
        ws="none",
        lifespan="on",
    )
    with sock:
        _Server(config, site.streams, ready).run([sock])
