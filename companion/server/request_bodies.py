"""Bodies of requests, gathered before a worker thread is taken: a phone that sends slowly, or falls asleep while it
sends, keeps a connection and some memory, and nobody waiting.

What goes wrong meanwhile is handed on as a Trouble in the scope; the application says it in a page's or the API's way.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from companion.errors import SCOPE_TROUBLE, TooLarge, TooOften, Trouble

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

STALL_S = 30.0
"""So long a phone may send nothing in the middle of a body ..."""
WHOLE_S = 900.0
"""... and so long a whole one may take."""
SMALL_BYTES = 1_000_000
"""What a tap, a form or a frame has; larger ones share ``TOGETHER_BYTES``, so that photos never crowd out taps."""
TOGETHER_BYTES = 400_000_000


class Late(Trouble):
    """The sender stopped in the middle (408)."""

    status = 408

    def __init__(self) -> None:
        super().__init__(
            "stopped",
            "What you sent stopped on its way; nothing was changed. Go nearer to the Wi-Fi and send it again.",
        )


class Bodies:
    """Wraps an application. Bodies said to be larger than ``most`` go on unread, to be refused there."""

    def __init__(self, app: App, most: int, *, stall_s: float = STALL_S, together: int = TOGETHER_BYTES) -> None:
        self._app, self._most, self._stall_s, self._together = app, most, stall_s, together
        self._large = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request: its whole body first, then the application."""
        headers = dict(scope["headers"])
        said = headers.get(b"content-length", b"")
        if b"transfer-encoding" not in headers and (not said.isdigit() or not 0 < int(said[:18]) <= self._most):
            await self._app(scope, receive, send)
            return
        body = _Body()
        try:
            try:
                async with asyncio.timeout(WHOLE_S):
                    there = await self._gather(body, receive)
            except TimeoutError:
                body.trouble, there = Late(), True
            except Trouble as trouble:
                body.trouble, there = trouble, True
            if there:  # else nobody waits for an answer, and half a body means nothing
                await self._app(body.scope(scope), body.receive, send)
        finally:
            self._large -= body.counted

    async def _gather(self, body: _Body, receive: Receive) -> bool:
        """False where the sender has gone. Raises TimeoutError, TooLarge, TooOften."""
        more = True
        while more:
            message = await asyncio.wait_for(receive(), self._stall_s)
            if message["type"] == "http.disconnect":
                return False
            more = message.get("more_body", False)
            body.add(message.get("body", b""))
            if body.size > self._most:
                raise TooLarge("too_large", "That is more than this address takes.")
            large = max(0, body.size - SMALL_BYTES)
            self._large += large - body.counted
            body.counted = large
            if large and self._large > self._together:
                raise TooOften("Very many photos are arriving at once; send yours again in a moment.", 5)
        return True


class _Body:
    """One body: its parts in the order they came."""

    def __init__(self) -> None:
        self._parts: deque[bytes] = deque()
        self.size = 0
        self.counted = 0
        self.trouble: Trouble | None = None

    def add(self, part: bytes) -> None:
        self._parts.append(part)
        self.size += len(part)

    def scope(self, scope: Scope) -> Scope:
        """The request with a length, also where it came in chunks."""
        kept = [(n, v) for n, v in scope["headers"] if n not in (b"content-length", b"transfer-encoding")]
        length = 0 if self.trouble else self.size
        return {**scope, "headers": [*kept, (b"content-length", str(length).encode())], SCOPE_TROUBLE: self.trouble}

    async def receive(self) -> Message:
        """The next part, let go of as it is handed on."""
        if self.trouble or not self._parts:
            return {"type": "http.request", "body": b"", "more_body": False}
        part = self._parts.popleft()
        return {"type": "http.request", "body": part, "more_body": bool(self._parts)}
