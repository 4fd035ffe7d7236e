"""Bodies of requests, gathered before a worker thread is taken: a phone that sends slowly, or falls asleep while it
sends, keeps a connection and some memory, and nobody waiting.

All bodies share one memory. A small one, as a tap or a form has, is simply read; a larger one is read when there is
room for the whole of it, and one address never has more than its share. Until then it waits where it is, in the phone.

What goes wrong meanwhile is handed on as a Trouble in the scope; the application says it in a page's or the API's way.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from companion.errors import SCOPE_TROUBLE, TooLarge, TooOften, Trouble
from companion.server.connections import origin

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SMALL_BYTES = 64 * 1024
"""What a tap or a form has; larger ones take from the shared memory."""


@dataclass(frozen=True, slots=True)
class Deadlines:
    """Seconds: ``stall`` for nothing to come in the middle of a body, ``turn`` to wait for room; and, for a whole body,
    ``whole`` and one for every ``bytes_a_second`` of it, the slowest Wi-Fi anybody has patience for."""

    stall: float = 10.0
    turn: float = 30.0
    whole: float = 15.0
    bytes_a_second: float = 16_000

    def for_body(self, size: int) -> float:
        """So long a body of that size may take."""
        return self.whole + size / self.bytes_a_second


class Late(Trouble):
    """The sender stopped in the middle (408)."""

    status = 408

    def __init__(self) -> None:
        super().__init__(
            "stopped",
            "What you sent stopped on its way; nothing was changed. Go nearer to the Wi-Fi and send it again.",
        )


@dataclass
class SharedMemory:
    """Bytes for bodies on their way: ``most`` in all, ``share`` for one address; one alone always finds room.

    Used on the loop only.
    """

    most: int = 96_000_000
    share: int = 32_000_000
    held: Counter[str] = field(default_factory=Counter)
    _waiting: deque[tuple[str, int, asyncio.Future[None]]] = field(default_factory=deque)

    @asynccontextmanager
    async def room(self, who: str, size: int, turn_s: float) -> AsyncIterator[Callable[[], None]]:
        """Wait for room, and hold it until the block ends or what it gives is called.

        Raises TooOften after ``turn_s``.
        """
        await self._take(who, size, turn_s)
        left = [size]

        def give_back() -> None:
            if left:
                self._give(who, left.pop())

        try:
            yield give_back
        finally:
            give_back()

    async def _take(self, who: str, size: int, turn_s: float) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((who, size, turn))
        self._let_in()
        try:
            await asyncio.wait_for(asyncio.shield(turn), turn_s)
        except TimeoutError:
            if not turn.done():
                turn.cancel()
                raise TooOften("Very many photos are arriving at once; send yours again in a moment.", 5) from None
        except asyncio.CancelledError:
            if not turn.cancel():  # it had its room in the moment it went
                self._give(who, size)
            raise

    def _give(self, who: str, size: int) -> None:
        self.held[who] -= size
        self.held += Counter()  # forgets who holds nothing
        self._let_in()

    def _let_in(self) -> None:
        """Those for whom there is room, in the order they came; who has used up a share keeps nobody else waiting."""
        kept: deque[tuple[str, int, asyncio.Future[None]]] = deque()
        for who, size, turn in self._waiting:
            if turn.done():
                continue
            if self._fits(who, size):
                self.held[who] += size
                turn.set_result(None)
            else:
                kept.append((who, size, turn))
        self._waiting = kept

    def _fits(self, who: str, size: int) -> bool:
        mine, all_ = self.held[who], self.held.total()
        return (not mine or mine + size <= self.share) and (not all_ or all_ + size <= self.most)


class Bodies:
    """Wraps an application. Bodies said to be larger than ``most`` go on unread, to be refused there."""

    def __init__(
        self,
        app: App,
        most: int,
        *,
        deadlines: Deadlines | None = None,
        memory: SharedMemory | None = None,
        after_large: Callable[[], None] = lambda: None,
    ) -> None:
        self._app, self._most, self._after_large = app, most, after_large
        self._deadlines, self._memory = deadlines or Deadlines(), memory or SharedMemory()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request: its whole body first, then the application."""
        headers = dict(scope["headers"])
        said = headers.get(b"content-length", b"")
        in_pieces = b"transfer-encoding" in headers
        if not in_pieces and (not said.isdigit() or not 0 < int(said[:18]) <= self._most):
            await self._app(scope, receive, send)
            return
        size = self._most if in_pieces else int(said)
        if size <= SMALL_BYTES:
            await self._serve(scope, receive, send, _Body(size))
            return
        who = origin(str((scope.get("client") or ("",))[0]))
        try:
            async with self._memory.room(who, size, self._deadlines.turn) as give_back:
                await self._serve(scope, receive, send, _Body(size, give_back))
            self._after_large()
        except TooOften as trouble:
            await self._app(_Body(size, trouble=trouble).scope(scope), _nothing, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send, body: _Body) -> None:
        try:
            async with asyncio.timeout(self._deadlines.for_body(body.expected)):
                there = await self._gather(body, receive)
        except TimeoutError:
            body.trouble, there = Late(), True
        except Trouble as trouble:
            body.trouble, there = trouble, True
        if there:  # else nobody waits for an answer, and half a body means nothing
            await self._app(body.scope(scope), body.receive, send)

    async def _gather(self, body: _Body, receive: Receive) -> bool:
        """False where the sender has gone. Raises TimeoutError, TooLarge."""
        more = True
        while more:
            async with asyncio.timeout(self._deadlines.stall):
                message = await receive()
            if message["type"] == "http.disconnect":
                return False
            more = message.get("more_body", False)
            body.add(message.get("body", b""))
            if body.size > self._most:
                raise TooLarge("too_large", "That is too much for this address.")
        return True


class _Body:
    """One body: its parts in the order they came."""

    def __init__(
        self, expected: int, give_back: Callable[[], None] = lambda: None, *, trouble: Trouble | None = None
    ) -> None:
        self.expected, self._give_back = expected, give_back
        self._parts: deque[bytes] = deque()
        self.size = 0
        self.trouble = trouble

    def add(self, part: bytes) -> None:
        self._parts.append(part)
        self.size += len(part)

    def scope(self, scope: Scope) -> Scope:
        """The request with a length, also where it came in chunks."""
        kept = [(n, v) for n, v in scope["headers"] if n not in (b"content-length", b"transfer-encoding")]
        length = 0 if self.trouble else self.size
        return {**scope, "headers": [*kept, (b"content-length", str(length).encode())], SCOPE_TROUBLE: self.trouble}

    async def receive(self) -> Message:
        """The next part, let go of as it is handed on; with the last the memory is somebody else's."""
        if self.trouble:
            self._parts.clear()
        part = self._parts.popleft() if self._parts else b""
        if not self._parts:
            self._give_back()
        return {"type": "http.request", "body": part, "more_body": bool(self._parts)}


async def _nothing() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}
