"""One process serves everything: Flask for pages and the API, and the event streams beside it.

HTTP and HTTPS are two servers on one loop with one application, so that they share the live state.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
import ssl
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import Any, Literal

import uvicorn
from a2wsgi import WSGIMiddleware
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from companion.app import BODY_BYTES, create_app
from companion.errors import Trouble
from companion.server.connections import ConnectionLimits, Door, Watched, limits_within, raise_descriptor_limit
from companion.server.event_stream import PATH, Receive, Scope, Send, Streams, host_of, refuse
from companion.server.fair_turns import FairTurns
from companion.server.memory import Memory
from companion.server.request_bodies import Bodies
from companion.server.siblings import HandedOn, Siblings, answering_siblings
from companion.server.warm_up import WarmUp
from companion.service import Service
from companion.unexpected_errors import SELDOM
from companion.web import pages
from companion.web.pushed_screens import EXTENSION

THREADS = 32
"""More than can be waiting for their turn at a photo or a page, so that a tap always finds one."""
THREADS_OF_ONE = 12
"""So many of them one address has at most."""
_STOPS = [signal.SIGINT, signal.SIGTERM]
if sys.platform == "win32":
    _STOPS.append(signal.SIGBREAK)
GRACE_S = 5
RENEW_S = 60.0
"""How often the certificate is compared with the addresses: a laptop may change its network while people play."""
log = logging.getLogger(__name__)


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
        self.app = app = create_app(service)
        self.streams = Streams(service, app.extensions[EXTENSION])
        # a2wsgi's own type of a WSGI application is narrower than Flask's, which is one.
        wsgi: Any = app
        flask: Any = WSGIMiddleware(wsgi, workers=THREADS)
        self.memory = Memory()
        self.flask = Bodies(FairTurns(flask, THREADS_OF_ONE), BODY_BYTES, after_large=self.memory.give_back_soon)

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
                self.service.refuse_foreign_host(host_of(scope))
            except Trouble as trouble:
                await refuse(send, trouble, page=not scope["path"].startswith("/api/"))
            else:
                streams = scope["method"] == "GET" and PATH.fullmatch(scope["path"])
                await (self.streams if streams else self.flask)(scope, receive, send)


class _Server(uvicorn.Server):
    """Ends the streams first when it is told to stop: uvicorn would wait for them, and they never end."""

    def __init__(
        self, config: uvicorn.Config, door: Door, streams: Streams, ready: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(config)
        self._door, self._streams, self._ready = door, streams, ready
        self.beside: list[uvicorn.Server] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        # uvicorn's own has asyncio accept without end: who opens a thousand connections then keeps everybody else out.
        self._loop = asyncio.get_running_loop()
        await self.lifespan.startup()
        tls = self.config.ssl
        self.servers: list[Any] = [
            self._door.open(sock, self._protocol, tls if isinstance(tls, ssl.SSLContext) else None)
            for sock in sockets or ()
        ]
        self.started = True
        self._ready()

    def _protocol(self) -> asyncio.Protocol:
        made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]  # as uvicorn makes its own
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return made

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        for one in self.beside:
            one.handle_exit(sig, frame)
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


def serve(
    service: Service,
    sock: socket.socket,
    ready: Callable[[], None] = lambda: None,
    *,
    secure: socket.socket | None = None,
    limits: ConnectionLimits | None = None,
    siblings: Siblings | None = None,
    warm_up: WarmUp | None = None,
) -> None:
    """Serve on the socket, and over HTTPS on ``secure``, until the process is told to stop; then let requests finish.

    Closes the sockets. ``ready`` is called once requests are answered. With ``secure`` the service has an authority.
    Without ``limits`` as many connections are taken as the system allows. With ``siblings`` the process is one of
    several, and answers those as well. ``warm_up`` begins once ``ready`` was called, and ends with the server.
    """
    site = Site(service)
    site.memory.begin()
    if warm_up is None:
        _serve(site, sock, ready, secure, limits, siblings)
        return

    def answering() -> None:
        ready()
        warm_up.begin(pages.first_used(site.app))

    try:
        _serve(site, sock, answering, secure, limits, siblings)
    finally:
        warm_up.end()


def _serve(
    site: Site,
    sock: socket.socket,
    ready: Callable[[], None],
    secure: socket.socket | None,
    limits: ConnectionLimits | None,
    siblings: Siblings | None,
) -> None:
    service = site.service
    door = Door(limits or limits_within(raise_descriptor_limit()), service.network.proxies)
    app: Any = HandedOn(site, siblings) if siblings else site
    plain = _Server(_config(service, app, door), door, site.streams, ready)
    if secure is None and siblings is None:
        with sock:
            plain.run([sock])
        return
    asyncio.run(_together(plain, sock, site, app, door, secure, siblings))


async def _together(
    plain: _Server,
    sock: socket.socket,
    site: Site,
    app: Any,
    door: Door,
    secure: socket.socket | None,
    siblings: Siblings | None,
) -> None:
    """The plain server, which hears the signals, with the safe one beside it, and the one that answers siblings."""
    # Not serve() for those beside it: that one would take the signals.
    tasks: list[asyncio.Task[None]] = []
    with ExitStack() as ending:
        ending.enter_context(sock)
        if secure is not None:
            authority = site.service.authority
            assert authority is not None
            config = _config(site.service, app, door, lifespan="off")
            config.load()
            config.ssl = authority.context()
            plain.beside.append(_Server(config, door, site.streams))
            tasks.append(asyncio.create_task(plain.beside[-1]._serve([ending.enter_context(secure)])))
            tasks.append(asyncio.create_task(_renew(site.service, config.ssl)))
        if siblings is not None:
            plain.beside.append(answering_siblings(site, GRACE_S))
            tasks.append(asyncio.create_task(plain.beside[-1]._serve([ending.enter_context(siblings.listen())])))
        try:
            await plain.serve([sock])
        finally:
            for one in plain.beside:
                one.should_exit = True
            if secure is not None:
                tasks[1].cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _renew(service: Service, context: ssl.SSLContext) -> None:
    """Keep the certificate fit for the addresses of now, and fresh."""
    while True:
        await asyncio.sleep(RENEW_S)
        try:
            await asyncio.to_thread(renew, service, context)
        except (Trouble, OSError) as problem:
            log.warning("the certificate could not be renewed: %s", problem)


def renew(service: Service, context: ssl.SSLContext) -> bool:
    """Have a certificate for the addresses of now and serve with it. True where it is a new one."""
    authority = service.authority
    if authority is None or not authority.vouch(service.network.hosts()):
        return False
    authority.load_into(context)
    return True


def _config(service: Service, inside: Any, door: Door, lifespan: Literal["on", "off"] = "on") -> uvicorn.Config:
    proxies = [str(network) for network in service.network.proxies]
    # A header anybody can write must not decide whose limits count: only that of a proxy that was named does.
    logging.getLogger("uvicorn.error").addFilter(SELDOM)
    app: Any = ProxyHeadersMiddleware(inside, proxies) if proxies else inside
    return uvicorn.Config(
        Watched(app, door),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=GRACE_S,
        ws="none",
        lifespan=lifespan,
    )
