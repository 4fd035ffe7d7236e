"""A proxy that does to a phone's connections what networks do: they die without a word, answers are lost, or come late.

A browser loads pages from ``url``; everything goes on to the server until something is asked for:

- ``freeze()``: what is open now stays open and is silent for good, as after a sleep or in another network;
- ``silent``: new connections are accepted and never answered; ``refuse()``: there is nobody to connect to;
- ``instead``: the next POSTs are answered with these, and the server hears nothing of them;
- ``lose_answers``: so many POSTs reach the server, and what it answers does not come back;
- ``posts_die``: POSTs go nowhere while pages still load.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

CHUNK_BYTES = 65_536
ANSWER = "HTTP/1.1 {status} -\r\nContent-Type: text/html\r\n{more}Content-Length: {length}\r\n\r\n"
PAGE = "<main><h1>No</h1><p>A made-up trouble.</p></main>"


@dataclass(eq=False)
class _Connection:
    """One connection of the browser, with the one to the server behind it."""

    writers: list[asyncio.StreamWriter] = field(default_factory=list)
    silent: bool = False


@dataclass
class Instead:
    """An answer the proxy gives itself; not ``ours`` it comes from some other machine."""

    status: int
    retry_after_s: int | None = None
    ours: bool = True

    def raw(self) -> bytes:
        """As it goes over the wire."""
        more = "" if self.retry_after_s is None else f"Retry-After: {self.retry_after_s}\r\n"
        more += "Tablewright: 1\r\n" if self.ours else ""
        return (ANSWER.format(status=self.status, more=more, length=len(PAGE)) + PAGE).encode()


class FreezingProxy:
    """Use it as a context; ``port`` stays the same for its life. Everything may be set from any thread."""

    def __init__(self, server_port: int) -> None:
        self.server_port, self.port = server_port, 0
        self.silent = self.posts_die = False
        self.instead: list[Instead] = []
        self.lose_answers = 0
        self.arrived: list[str] = []
        """The paths of the POSTs that have reached the server."""
        self._open: set[_Connection] = set()
        self._listening: asyncio.Server | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> FreezingProxy:
        self._thread.start()
        self.accept()
        return self

    def __exit__(self, *_: object) -> None:
        self.refuse()
        self._do(self._end)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def freeze(self) -> None:
        """Everything that is open goes silent for good, and nobody is told."""
        self._do(self._freeze)

    def refuse(self) -> None:
        """There is nobody to connect to, until ``accept``."""
        self._do(self._refuse)

    def accept(self) -> None:
        """New connections are taken, on the same port as before."""
        self._do(self._accept)

    def _do(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        asyncio.run_coroutine_threadsafe(work(), self._loop).result(30)

    async def _accept(self) -> None:
        if self._listening is None:
            self._listening = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
            self.port = self._listening.sockets[0].getsockname()[1]

    async def _refuse(self) -> None:
        if self._listening is not None:
            self._listening.close()
            self._listening = None

    async def _freeze(self) -> None:
        for one in self._open:
            one.silent = True

    async def _end(self) -> None:
        for one in self._open:
            for writer in one.writers:
                writer.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        one = _Connection([writer], silent=self.silent)
        self._open.add(one)
        try:
            with suppress(OSError):
                if one.silent:
                    while await reader.read(CHUNK_BYTES):
                        pass
                    return
                back, forth = await asyncio.open_connection("127.0.0.1", self.server_port)
                one.writers.append(forth)
                answers = asyncio.create_task(self._answers(one, back, writer))
                await self._requests(one, reader, forth, writer)
                answers.cancel()
        finally:
            self._open.discard(one)
            for each in one.writers:
                each.close()

    async def _requests(
        self, one: _Connection, reader: asyncio.StreamReader, forth: asyncio.StreamWriter, writer: asyncio.StreamWriter
    ) -> None:
        """From the browser to the server, until the browser closes."""
        while data := await reader.read(CHUNK_BYTES):
            if one.silent:
                continue
            if data.startswith(b"POST "):
                data = await _whole(data, reader)
                if self.posts_die:
                    one.silent = True
                    continue
                if self.instead:
                    writer.write(self.instead.pop(0).raw())
                    continue
                self.arrived.append(data.split(b" ", 2)[1].decode())
                if self.lose_answers:
                    self.lose_answers -= 1
                    one.silent = True
            forth.write(data)
            await forth.drain()

    async def _answers(self, one: _Connection, back: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """From the server to the browser."""
        with suppress(OSError):
            while data := await back.read(CHUNK_BYTES):
                if not one.silent:
                    writer.write(data)
                    await writer.drain()
            if not one.silent:
                writer.close()


async def _whole(data: bytes, reader: asyncio.StreamReader) -> bytes:
    """A request with its body, as far as its length says."""
    while b"\r\n\r\n" not in data:
        data += await reader.read(CHUNK_BYTES)
    head, _, body = data.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: *(\d+)", head)
    missing = int(length[1]) - len(body) if length else 0
    return data + (await reader.readexactly(missing) if missing > 0 else b"")
