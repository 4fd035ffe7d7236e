"""Several processes on one computer that serve as one: each table and each print has its home in one of them.

A connection arrives at whichever process takes it. What belongs to a table (its camera, its screens, its limits) stays
at the table's home, so a request with a table's code in its address is handed on there, over a socket only this user
can reach. It is a matter of speed and of finding what a process keeps in memory: where the home does not answer,
whoever was asked answers from the rows.
"""

from __future__ import annotations

import asyncio
import re
import socket
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import h11
import uvicorn

from companion.errors import StoreBusy
from companion.server.event_stream import Receive, Scope, Send, refuse
from companion.table.tokens import tidy_code

FROM = b"x-tablewright-from"
"""Who asked, on its way between siblings; from anybody else it counts for nothing."""
CONNECT_S = 2.0
_TABLE = re.compile(r"/(?:t|j|c|api/tables|api/counters)/([^/]{1,40})")
_PRINT = re.compile(r"/print/(?:job|file)/([A-Za-z0-9_-]{1,40})")
_OWN_TO_A_CONNECTION = (b"connection", b"keep-alive", b"transfer-encoding", FROM)


@dataclass(frozen=True, slots=True)
class Siblings:
    """This process among its siblings: number ``number`` of ``count``; their sockets lie in ``folder``."""

    number: int
    count: int
    folder: Path

    def home_of(self, path: str) -> int | None:
        """Whose the thing with this address is, None where everybody can answer for it."""
        table, made = _TABLE.match(path), _PRINT.match(path)
        code = tidy_code(table.group(1)) if table else made.group(1) if made else ""
        return self._home(code) if code else None

    def is_mine(self, name: str) -> bool:
        """Whether what has this name is at home here."""
        return self._home(name) == self.number

    def _home(self, name: str) -> int:
        return zlib.crc32(name.encode()) % self.count

    def socket_of(self, number: int) -> Path:
        """Where that sibling listens."""
        return self.folder / f"{number}.sock"

    def listen(self) -> socket.socket:
        """Our own socket, in the place of one a process that died has left."""
        path = self.socket_of(self.number)
        path.unlink(missing_ok=True)
        found = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        found.bind(str(path))
        found.listen(512)
        found.setblocking(False)
        return found


class HandedOn:
    """Wraps an application: what is at home elsewhere is handed on there."""

    def __init__(self, app: Any, siblings: Siblings) -> None:
        self._app, self._siblings = app, siblings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, here or at home."""
        home = self._siblings.home_of(scope["path"]) if scope["type"] == "http" else None
        if home is None or home == self._siblings.number:
            await self._app(scope, receive, send)
            return
        try:
            opened = asyncio.open_unix_connection(self._siblings.socket_of(home))
            reader, writer = await asyncio.wait_for(opened, CONNECT_S)
        except (OSError, TimeoutError):
            await self._app(scope, receive, send)
            return
        try:
            await _Handing(reader, writer, receive, send).run(scope)
        finally:
            writer.close()


class _Handing:
    """One request on its way to a sibling, and its answer on the way back."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, receive: Receive, send: Send
    ) -> None:
        self._reader, self._writer, self._receive, self._send = reader, writer, receive, send
        self._http = h11.Connection(h11.CLIENT)
        self._begun = False

    async def run(self, scope: Scope) -> None:
        asking = asyncio.ensure_future(self._ask(scope))
        answering = asyncio.ensure_future(self._answer())
        try:
            # The answer may come before the whole question: a body that is too large is refused at once.
            await asyncio.wait((asking, answering), return_when=asyncio.FIRST_COMPLETED)
            if not answering.done() and not asking.cancelled() and asking.exception() is None:
                gone = asyncio.ensure_future(self._disconnected())
                await asyncio.wait((gone, answering), return_when=asyncio.FIRST_COMPLETED)
                gone.cancel()
            if answering.done():
                answering.result()
        except (OSError, h11.RemoteProtocolError, h11.LocalProtocolError, asyncio.IncompleteReadError):
            if not self._begun:
                # It died in the middle: whether it was done, nobody knows. Sent again under its id, it counts once.
                await refuse(self._send, StoreBusy())
        finally:
            for task in (asking, answering):
                task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await asking

    async def _ask(self, scope: Scope) -> None:
        headers = [(n, v) for n, v in scope["headers"] if n not in _OWN_TO_A_CONNECTION]
        if not any(name == b"content-length" for name, _ in headers) and _has_body(scope["headers"]):
            headers.append((b"transfer-encoding", b"chunked"))
        client = scope.get("client") or ("", 0)
        headers += [(b"connection", b"close"), (FROM, f"{client[0]} {client[1]} {scope['scheme']}".encode())]
        target = scope.get("raw_path") or scope["path"].encode()
        if scope.get("query_string"):
            target += b"?" + scope["query_string"]
        await self._write(h11.Request(method=scope["method"], target=target, headers=headers))
        more = True
        while more:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                self._writer.close()
                return
            more = message.get("more_body", False)
            if message.get("body"):
                await self._write(h11.Data(data=message["body"]))
        await self._write(h11.EndOfMessage())

    async def _write(self, event: Any) -> None:
        self._writer.write(self._http.send(event) or b"")
        await self._writer.drain()

    async def _answer(self) -> None:
        while True:
            event = self._http.next_event()
            if event is h11.NEED_DATA:
                self._http.receive_data(await self._reader.read(65_536))
            elif isinstance(event, h11.Response):
                headers = [(n, v) for n, v in event.headers if n not in _OWN_TO_A_CONNECTION]
                self._begun = True
                await self._send({"type": "http.response.start", "status": event.status_code, "headers": headers})
            elif isinstance(event, h11.Data):
                await self._send({"type": "http.response.body", "body": bytes(event.data), "more_body": True})
            elif isinstance(event, h11.EndOfMessage):
                await self._send({"type": "http.response.body", "body": b"", "more_body": False})
                return
            elif isinstance(event, h11.ConnectionClosed):
                raise ConnectionError("closed before it answered")

    async def _disconnected(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass


def _has_body(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    return any(name == b"transfer-encoding" for name, _ in headers)


class FromSiblings:
    """Wraps the application where only siblings reach it: who asked is who they say asked."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "http":
            said = next((value.decode() for name, value in scope["headers"] if name == FROM), "")
            address, port, scheme = said.split(" ")
            headers = [(name, value) for name, value in scope["headers"] if name != FROM]
            scope = {**scope, "headers": headers, "client": (address, int(port)), "scheme": scheme}
        await self._app(scope, receive, send)


def answering_siblings(site: Any, grace_s: int) -> uvicorn.Server:
    """The server that answers siblings; run its ``_serve`` on ``Siblings.listen``."""
    return uvicorn.Server(
        uvicorn.Config(
            FromSiblings(site),
            log_level="warning",
            access_log=False,
            server_header=False,
            date_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=grace_s,
            ws="none",
            lifespan="off",
        )
    )
