"""Worker threads shared fairly: one address never has them all, so that whoever asks without end waits for itself."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from companion.server.connections import origin

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class FairTurns:
    """Wraps an application: at most ``at_once`` requests of one address are inside, the others wait in their order."""

    def __init__(self, app: App, at_once: int) -> None:
        self._app, self._at_once = app, at_once
        self._inside: dict[str, int] = {}
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request when it is its turn."""
        who = origin(str((scope.get("client") or ("",))[0]))
        await self._turn(who)
        try:
            await self._app(scope, receive, send)
        finally:
            self._next(who)

    async def _turn(self, who: str) -> None:
        if self._inside.get(who, 0) < self._at_once:
            self._inside[who] = self._inside.get(who, 0) + 1
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._next(who)  # it was given a turn in the moment it went
            raise

    def _next(self, who: str) -> None:
        """Give the turn to the next of the address, or leave it free."""
        waiting = self._waiting.get(who, deque())
        while waiting:
            one = waiting.popleft()
            if not one.done():
                one.set_result(None)
                return
        self._waiting.pop(who, None)
        self._inside[who] -= 1
        if not self._inside[who]:
            del self._inside[who]
