"""Flask in worker threads behind the ASGI server: a request is handed to a thread once, and its answer back once.

Each hand-over wakes a thread that then waits for the interpreter. a2wsgi, which does this for every step of an answer,
took a millisecond of processor time a request, and behind a thread that draws screens up to five a step.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Environ = dict[str, Any]
StartResponse = Callable[..., Callable[[bytes], object]]
WsgiApp = Callable[[Environ, StartResponse], Iterable[bytes]]

READ_AT_ONCE_BYTES = 64 * 1024
"""Longer bodies are read by the thread, as it wants more of them."""
SENT_AT_ONCE_BYTES = 64 * 1024
"""Longer answers go in parts of about so much; the thread waits for each, so that a slow phone fills no memory."""


class WsgiThreads:
    """The ASGI application. At most ``threads`` requests are inside at once."""

    def __init__(self, app: WsgiApp, threads: int) -> None:
        self._app = app
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="request")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one HTTP request."""
        loop = asyncio.get_running_loop()
        environ = _environ(scope)
        environ["wsgi.input"] = await _body(environ, receive, loop)
        answer = _Answer(lambda message: _waited_for(send(message), loop))
        call = partial(copy_context().run, answer.made, self._app, environ)
        for message in await loop.run_in_executor(self._pool, call):
            await send(message)


class _Answer:
    """What the application answers, as messages: the last are given back, those before are sent from the thread."""

    def __init__(self, send: Callable[[Message], object]) -> None:
        self._send = send
        self._head: Message | None = None
        self._parts: list[bytes] = []
        self._size = 0

    def made(self, app: WsgiApp, environ: Environ) -> list[Message]:
        """On the thread: call the application. Returns what is left to be sent."""
        chunks = app(environ, self._start)
        try:
            for chunk in chunks:
                if self._size >= SENT_AT_ONCE_BYTES:
                    for message in self._so_far(more=True):
                        self._send(message)
                self._add(chunk)
        finally:
            getattr(chunks, "close", lambda: None)()
        return self._so_far(more=False)

    def _start(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], object]:
        encoded = [(name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers]
        self._head = {"type": "http.response.start", "status": int(status.split(" ", 1)[0]), "headers": encoded}
        return self._add

    def _add(self, chunk: bytes) -> None:
        self._parts.append(chunk)
        self._size += len(chunk)

    def _so_far(self, *, more: bool) -> list[Message]:
        head, self._head = self._head, None
        body, self._parts, self._size = b"".join(self._parts), [], 0
        message = {"type": "http.response.body", "body": body, "more_body": more}
        return [message] if head is None else [head, message]


class _Arriving(io.RawIOBase):
    """A long body, read on the thread: each part is fetched when the one before is used up."""

    def __init__(self, fetch: Callable[[], Message]) -> None:
        self._fetch, self._part, self._more = fetch, b"", True

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._part and self._more:
            message = self._fetch()
            self._part, self._more = message.get("body", b""), message.get("more_body", False)
        taken = self._part[: len(buffer)]
        buffer[: len(taken)] = taken
        self._part = self._part[len(taken) :]
        return len(taken)


async def _body(environ: Environ, receive: Receive, loop: asyncio.AbstractEventLoop) -> Any:
    """The request's body as the application reads it."""
    said = environ.get("CONTENT_LENGTH", "0")
    size = int(said) if said.isascii() and said.isdigit() and len(said) < 19 else 0
    if size > READ_AT_ONCE_BYTES:
        return io.BufferedReader(_Arriving(lambda: _waited_for(receive(), loop)), READ_AT_ONCE_BYTES)
    parts, more = list[bytes](), size > 0
    while more:
        message = await receive()
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    return io.BytesIO(b"".join(parts))


def _waited_for(what: Awaitable[T], loop: asyncio.AbstractEventLoop) -> T:
    """On a thread: what comes of it on the loop."""

    async def awaited() -> T:
        return await what

    return asyncio.run_coroutine_threadsafe(awaited(), loop).result()


def _environ(scope: Scope) -> Environ:
    """The request as PEP 3333 has it, but for its body."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client")
    environ: Environ = {
        "asgi.scope": scope,
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("ascii"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    if client is not None:
        environ["REMOTE_ADDR"], environ["REMOTE_PORT"] = client[0], str(client[1])
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1").upper().replace("-", "_"), raw_value.decode("latin-1")
        if name not in ("CONTENT_LENGTH", "CONTENT_TYPE"):
            name = f"HTTP_{name}"
        environ[name] = f"{environ[name]},{value}" if name in environ else value
    return environ
