"""Connections of phones: how many there may be in all and from one address, and how long each may keep us waiting.

``Door`` accepts them for all servers of a process and hands each to the protocol that reads HTTP, inside a ``Guarded``
that watches it from outside: it is told by the loop what arrives, and by ``Watched`` around the application when a
request's head is whole and when its answer has been given. It knows nothing of how HTTP is read.

Where there are too many, those go first that have been silent for longest: a phone that just connects asks within
moments, one that keeps us waiting does not.
"""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import logging
import os
import socket
import ssl
import sys
import time
from asyncio import sslproto
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Any, cast

from companion.network.addresses import Networks, within

if sys.platform != "win32":
    import resource

log = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Peer = tuple[object, object]
"""The address and port of a phone, and those it connected to: what tells a connection from every other."""

DESCRIPTORS_WANTED = 16_384
DESCRIPTORS_OURS = 200
"""For the database, decks, fonts, photos that are read: never given to connections."""
CONNECTIONS_MOST = 6_000
ADDRESS_MOST = 256
"""More than the phones of a club that share one address have open, and a twentieth of what there is."""
READ_BYTES = 32 * 1024
"""Read at once: what a connection may hold before anybody asked for it."""
GONE_MS = 30_000
PAUSE_S = 0.1
SAID_AGAIN_S = 60.0
PARTING_S, PARTING_MOST = 1.0, 64
AT_ONCE = 32
"""Accepted before anybody else on the loop has a turn."""
_NO_ROOM = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
_FULL_TEXT = b"Very many connections are open just now. Try again in a moment.\n"
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 5\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n%s"
) % (len(_FULL_TEXT), _FULL_TEXT)
FULL_SAID = "many connections are open at once (now from %s); more are turned away"


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """``total`` and ``by_address`` count connections; the rest are seconds.

    ``head_s`` for the head of a request to be whole, from its first byte or from connecting; ``tls_s`` for the keys of
    HTTPS; ``answer_s`` for the phone to take what was written; ``idle_s`` between requests.
    """

    total: int = CONNECTIONS_MOST
    by_address: int = ADDRESS_MOST
    head_s: float = 10.0
    tls_s: float = 8.0
    answer_s: float = 30.0
    idle_s: float = 90.0


def raise_descriptor_limit() -> int:
    """Have as many descriptors as we may, and want. Returns how many that are."""
    if sys.platform == "win32":
        return CONNECTIONS_MOST + DESCRIPTORS_OURS  # sockets are no descriptors there
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS_WANTED if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS_WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # some systems allow fewer than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return DESCRIPTORS_WANTED if soft == resource.RLIM_INFINITY else soft


def limits_within(descriptors: int) -> ConnectionLimits:
    """Limits well below so many descriptors."""
    total = max(16, min(CONNECTIONS_MOST, descriptors - max(DESCRIPTORS_OURS, descriptors // 5)))
    return ConnectionLimits(total, min(ADDRESS_MOST, max(8, total // 3)))


def origin(ip: str) -> str:
    """What counts as one address: of IPv6 the network of a household, which has its addresses by the billion."""
    try:
        address = ipaddress.ip_address(ip)
    except ValueError:
        return ip
    if address.version == 4:
        return str(address)
    mapped = address.ipv4_mapped
    return str(mapped) if mapped else str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))


class Door:
    """Lets connections in. ``proxies`` may have as many as there are: they speak for many phones."""

    def __init__(self, limits: ConnectionLimits, proxies: Networks = ()) -> None:
        self.limits, self._proxies = limits, proxies
        self._open: dict[str, set[Guarded]] = {}
        self._silent: dict[str, OrderedDict[Guarded, None]] = {}
        """Those of an address that have no request under way, the longest so first."""
        self._count = 0
        self._spare: IO[bytes] | None = None
        self._parting: deque[socket.socket] = deque()
        self._accepting: set[Accepting] = set()
        self._said_s = -SAID_AGAIN_S
        self.by_peer: dict[Peer, Guarded] = {}

    def open(
        self, sock: socket.socket, protocol: Callable[[], asyncio.Protocol], tls: ssl.SSLContext | None
    ) -> Accepting:
        """Accept on a listening socket, until the answer is closed."""
        self._take_spare()
        if tls is not None:
            # Else 256 kB for every connection from its first byte on: 64 MB for the silent ones of one guest.
            sslproto.SSLProtocol.max_size = READ_BYTES
        accepting = Accepting(asyncio.get_running_loop().create_task(self._accept(sock, protocol, tls)), self._closed)
        self._accepting.add(accepting)
        return accepting

    def _closed(self, accepting: Accepting) -> None:
        self._accepting.discard(accepting)
        if not self._accepting:
            for phone in self._parting:
                phone.close()
            if self._spare is not None:
                self._spare.close()

    async def _accept(
        self, sock: socket.socket, protocol: Callable[[], asyncio.Protocol], tls: ssl.SSLContext | None
    ) -> None:
        loop, taken = asyncio.get_running_loop(), 0
        while True:
            try:
                phone, address = await loop.sock_accept(sock)
            except OSError as error:
                if error.errno in _NO_ROOM:
                    self._turn_away(sock)
                    await asyncio.sleep(PAUSE_S)
                elif sock.fileno() < 0:
                    return
                # Else the phone went away while it waited.
                continue
            self._arrived(phone, str(address[0]), protocol, tls)
            taken += 1
            if not taken % AT_ONCE:
                await asyncio.sleep(0)

    def _arrived(
        self, phone: socket.socket, ip: str, protocol: Callable[[], asyncio.Protocol], tls: ssl.SSLContext | None
    ) -> None:
        who = origin(ip)
        if not self._room_for(who, ip):
            self._say_full(who)
            self._part(phone, tls)
            return
        one = Guarded(self, who, protocol)
        self._count += 1
        self._open.setdefault(who, set()).add(one)
        self.silent(one)
        one.begin_with(phone, tls)

    def _part(self, phone: socket.socket, tls: ssl.SSLContext | None) -> None:
        """Tell one for whom there is no room, and leave it a moment to hear that; closed at once it might not."""
        answer_full(phone, tls)
        self._parting.append(phone)
        while len(self._parting) > PARTING_MOST:
            self._parting.popleft().close()
        asyncio.get_running_loop().call_later(PARTING_S, phone.close)

    def _room_for(self, who: str, ip: str) -> bool:
        """Whether one more may come, perhaps because one that is silent goes."""
        if len(self._open.get(who, ())) >= self.limits.by_address and not within(ip, self._proxies):
            return self._let_go_of_one(who)
        return self._count < self.limits.total or self._let_go_of_one(self._most_open())

    def _most_open(self) -> str:
        return max(self._open, key=lambda who: len(self._open[who]), default="")

    def _let_go_of_one(self, who: str) -> bool:
        silent = self._silent.get(who)
        if not silent:
            return False
        next(iter(silent)).abort()
        return True

    def _turn_away(self, sock: socket.socket) -> None:
        """No descriptor is left, though we stay below their number: others have them. Answer with the spare one."""
        self._let_go_of_one(self._most_open())
        self._say_full("somewhere")
        if self._spare is not None:
            self._spare.close()
            with suppress(OSError), sock.accept()[0] as phone:
                answer_full(phone, None)
        self._take_spare()

    def _take_spare(self) -> None:
        if self._spare is None or self._spare.closed:
            self._spare = None
            with suppress(OSError):
                self._spare = open(os.devnull, "rb")  # noqa: SIM115, PTH123 - kept for as long as the process serves

    def _say_full(self, who: str) -> None:
        now = time.monotonic()
        if now - self._said_s >= SAID_AGAIN_S:
            self._said_s = now
            log.warning(FULL_SAID, who)

    # What connections tell.

    def silent(self, one: Guarded) -> None:
        """It has no request under way from now on."""
        self._silent.setdefault(one.who, OrderedDict())[one] = None

    def busy(self, one: Guarded) -> None:
        """A request of its is under way."""
        self._silent.get(one.who, OrderedDict()).pop(one, None)

    def gone(self, one: Guarded) -> None:
        """It is closed; being told twice does no harm."""
        mine = self._open.get(one.who)
        if mine is None or one not in mine:
            return
        mine.discard(one)
        self.busy(one)
        self._count -= 1
        if not mine:
            self._open.pop(one.who, None)
            self._silent.pop(one.who, None)


class Accepting:
    """What a server closes when it ends; as ``asyncio.Server`` is used by uvicorn."""

    def __init__(self, task: asyncio.Task[None], closed: Callable[[Accepting], None]) -> None:
        self._task, self._closed = task, closed

    def close(self) -> None:
        """Accept no more."""
        self._task.cancel()
        self._closed(self)

    async def wait_closed(self) -> None:
        """Until it has ended."""
        with suppress(asyncio.CancelledError):
            await self._task


_read = memoryview(bytearray(READ_BYTES))
"""One for all connections: what was read into it is handed on before the loop reads the next."""


@dataclass(eq=False)
class Guarded(asyncio.BufferedProtocol):
    """One connection: everything goes on to the protocol inside, unless it takes too long."""

    door: Door
    who: str
    make: Callable[[], asyncio.Protocol]
    _inside: asyncio.Protocol | None = None
    _transport: asyncio.Transport | None = None
    _opening: asyncio.Task[None] | None = None
    _peer: Peer = ((), ())
    _requests: int = 0
    _reading: bool = True
    _deadline: asyncio.TimerHandle | None = None
    _slow: asyncio.TimerHandle | None = field(default=None)

    def begin_with(self, phone: socket.socket, tls: ssl.SSLContext | None) -> None:
        """Speak with the phone on that socket."""
        self._opening = asyncio.get_running_loop().create_task(self._open(phone, tls))

    async def _open(self, phone: socket.socket, tls: ssl.SSLContext | None) -> None:
        loop = asyncio.get_running_loop()
        more: dict[str, Any] = {"ssl_handshake_timeout": self.door.limits.tls_s} if tls else {}
        try:
            phone.setblocking(False)
            with suppress(OSError):
                phone.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                # A phone that went out of reach confirms nothing: without this it would stay for a quarter of an hour.
                if hasattr(socket, "TCP_USER_TIMEOUT"):
                    phone.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MS)
            await loop.connect_accepted_socket(lambda: self, phone, ssl=tls, **more)
        except (OSError, asyncio.CancelledError):  # ssl.SSLError and time-outs are OSErrors
            phone.close()
            self.door.gone(self)

    def abort(self) -> None:
        """End it at once."""
        self.door.gone(self)
        if self._transport is not None:
            self._transport.abort()
        elif self._opening is not None:
            self._opening.cancel()

    def _within(self, seconds: float) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = asyncio.get_running_loop().call_later(seconds, self.abort) if seconds else None

    # What the loop tells.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        keep_little = getattr(transport, "set_read_buffer_limits", None)  # those over TLS have one, and keep 256 kB
        if keep_little is not None:
            keep_little(READ_BYTES)
        self._inside = self.make()
        self._inside.connection_made(transport)
        self._peer = (_ends(transport, "peername"), _ends(transport, "sockname"))
        self.door.by_peer[self._peer] = self
        self._within(self.door.limits.head_s)

    def get_buffer(self, sizehint: int) -> memoryview:
        return _read

    def buffer_updated(self, nbytes: int) -> None:
        if not self._requests and not self._reading:
            self._reading = True
            self._within(self.door.limits.head_s)
        if self._inside is not None:
            self._inside.data_received(bytes(_read[:nbytes]))

    def eof_received(self) -> bool | None:
        return self._inside.eof_received() if self._inside is not None else None

    def pause_writing(self) -> None:
        self._slow = asyncio.get_running_loop().call_later(self.door.limits.answer_s, self.abort)
        if self._inside is not None:
            self._inside.pause_writing()

    def resume_writing(self) -> None:
        if self._slow is not None:
            self._slow.cancel()
        if self._inside is not None:
            self._inside.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.gone(self)
        self.door.by_peer.pop(self._peer, None)
        self._within(0)
        if self._slow is not None:
            self._slow.cancel()
        if self._inside is not None:
            self._inside.connection_lost(exc)

    # What the application tells.

    def request_begins(self) -> None:
        """The head of a request is whole."""
        self._requests += 1
        self._reading = False
        self._within(0)
        self.door.busy(self)

    def request_ends(self) -> None:
        """It was answered, or there is nobody left to answer."""
        self._requests -= 1
        if not self._requests and self._transport is not None and self.door.by_peer.get(self._peer) is self:
            # Longer than the server inside waits for the next request: what it closes but cannot finish ends here.
            self._within(self.door.limits.idle_s)
            self.door.silent(self)


def _ends(transport: asyncio.BaseTransport, name: str) -> object:
    found = transport.get_extra_info(name)
    return (str(found[0]), int(found[1])) if isinstance(found, tuple) and len(found) >= 2 else ()


def answer_full(phone: socket.socket, tls: ssl.SSLContext | None) -> None:
    """One sentence, where it can be said without keys."""
    with suppress(OSError):
        phone.setblocking(False)
        if tls is None:
            phone.send(FULL)
        phone.shutdown(socket.SHUT_WR)


class Watched:
    """Tells each connection when a request of its begins and ends. Stands before whatever changes who the client is."""

    def __init__(self, app: App, door: Door) -> None:
        self._app, self._door = app, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        one = self._door.by_peer.get((_of_scope(scope, "client"), _of_scope(scope, "server")))
        if one is None or scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        one.request_begins()
        try:
            await self._app(scope, receive, send)
        finally:
            one.request_ends()


def _of_scope(scope: Scope, name: str) -> object:
    found = scope.get(name)
    return tuple(found[:2]) if found else ()
