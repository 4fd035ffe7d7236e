"""Event streams beside Flask, so that a thousand phones can listen without a thread each.

``GET /api/tables/CODE/stream`` says ``rev`` when the table changed and ``people`` when somebody came or went. Both
are told at once on connecting, unless the browser's Last-Event-ID shows that it knows; then a phone fetches its own
view. However often a table changes while a phone is slow, what waits for it is one rev.

``stream?screen=NAME`` sends the phone's ``screen`` itself instead of ``rev`` (``pushed_screens``): what changed from
the screen it has by that name, or all of it. Who looks is asked again each time; where that is no longer who began the
stream, it ends, and the phone comes back as whoever it is then.

``card`` tells the phones of a seat which card its camera sees that can mean several things.

A phone cannot see that a connection has died without a word, so ``beat`` comes in every silence, with the rev: whoever
misses it starts anew.

``GET /api/counters/CODE/stream`` says the same of a counter (``companion.counters``).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import re
import threading
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from markupsafe import escape
from werkzeug.wrappers import Request

from companion.errors import TooOften, Trouble
from companion.server.connections import origin
from companion.server.screen_drawing import ScreenDrawing
from companion.service import Service
from companion.table.live_table import LiveTable, Who
from companion.table.subscriptions import Signal, Subscription
from companion.table.tokens import digest
from companion.web import cookies
from companion.web.page_language import wanted
from companion.web.pushed_screens import Looker, Screen, Screens, looker

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

log = logging.getLogger(__name__)
PATH = re.compile(r"/api/(tables|counters)/([^/]{1,40})/stream/?")
BEAT_S = 2.0
SLOW_S = 20.0
RETRY_MS = 1000
_HEADERS = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    # nginx and its kind would otherwise collect the stream until there is a page full of it.
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
)
_GUARD = (
    (b"tablewright", b"1"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"),
)
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tablewright</title><style>:root{{color-scheme:light dark}}
body{{font:1.25rem/1.5 Georgia,serif;max-width:32rem;margin:18vh auto;padding:0 1.5rem}}</style></head>
<body><h1>Not under this name</h1><p>{text}</p></body></html>
"""


@dataclass(eq=False)
class _Keeps:
    """A phone that is sent screens: who it was when it came, and the screen it ``has``, by name.

    ``newest`` is what was drawn for it; ``alone`` says that it has to fetch its view itself just now.
    """

    live: LiveTable
    tokens: tuple[str, ...]
    who: Who
    language: str
    has: str
    newest: Screen | None = None
    alone: bool = False
    digests: tuple[str, ...] = field(init=False)
    """Of the tokens: who they make the phone is asked several times a change."""
    _looker: Looker | None = field(init=False, default=None)
    _keys: object = field(init=False, default=None)
    """The table's keys by which it was last seen to be who it was: while they are the same, it is."""

    def __post_init__(self) -> None:
        self.digests = tuple(map(digest, self.tokens))

    @property
    def looker(self) -> Looker | None:
        """Who looks, where that phone may be sent screens."""
        found = looker(self.live, self.who, self.language) if self._looker is None else self._looker
        self._looker = found
        return found if self.live.table.state is not None else None

    @property
    def is_other(self) -> bool:
        """Whether the phone is no longer who it was: its seat was freed, handed over, swapped or taken."""
        keys = self.live.keys
        if keys is self._keys and self.live.mode == "play":
            return False
        if self.live.whose(self.digests) != self.who:
            return True
        self._keys = keys
        return False


@dataclass(eq=False)
class _Phone:
    """What one phone has not been told yet. ``told`` is the rev it knows."""

    told: int = -1
    rev: int = -1
    people: bool = True
    closing: bool = False
    card: str = ""
    keeps: _Keeps | None = None
    """What a phone has that is sent screens; None for one that fetches its view itself."""
    awake: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, signal: Signal) -> None:
        """On the loop: something changed."""
        if signal.end:
            self.closing = True
        self.rev = max(self.rev, signal.rev)
        self.people = self.people or signal.people
        self.card = signal.card or self.card
        self.awake.set()


class Streams:
    """The ASGI application of the streams of one server."""

    def __init__(self, service: Service, screens: Screens) -> None:
        self.service, self.screens = service, screens
        self._drawing = ScreenDrawing(screens, self._drawn)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._telling = threading.Lock()
        self._to_call: list[Callable[[], None]] = []
        self._to_draw: dict[str, tuple[LiveTable, set[Looker]]] = {}
        self._phones: set[_Phone] = set()
        self._keeping: dict[str, set[_Phone]] = {}
        self._closing = False

    def close(self) -> None:
        """On the loop: end every stream, so that a server that stops does not wait for phones that listen."""
        self._closing = True
        for one in self._phones:
            one.closing = True
            one.awake.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one stream until the phone goes, is too slow, or the server stops."""
        request = _request(scope)
        one = _Phone()

        def wake(signal: Signal) -> None:
            self._on_loop(partial(self._hear, one, signal))

        self._runs_on(asyncio.get_running_loop())
        try:
            code, rev, subscription, one.keeps = await asyncio.to_thread(self._subscribe, request, wake)
        except Trouble as trouble:
            await refuse(send, trouble)
            return
        one.rev, one.told, one.closing = rev, _last_seen(request), one.closing or self._closing
        self._phones.add(one)
        if one.keeps:
            self._keeping.setdefault(code, set()).add(one)
            self._ask(one, one.keeps)
            self._have_drawn()
        gone = asyncio.ensure_future(_disconnected(receive))
        gone.add_done_callback(lambda _: one.awake.set())
        try:
            await self._serve(one, code, gone, send)
        except (TimeoutError, OSError):
            pass  # the phone is gone or does not keep up; it comes back by itself and asks from where it was
        finally:
            gone.cancel()
            self._phones.discard(one)
            self._forget(one, code)
            subscription.close()

    def _forget(self, one: _Phone, code: str) -> None:
        keeping = self._keeping.get(code, set())
        keeping.discard(one)
        if not keeping:
            self._keeping.pop(code, None)

    def _hear(self, one: _Phone, signal: Signal) -> None:
        """On the loop: something changed. A phone that is sent screens hears of a rev when its screen is drawn."""
        if one.keeps and not (signal.people or signal.card) and not one.keeps.is_other:
            one.rev = max(one.rev, signal.rev)
            self._ask(one, one.keeps)
        else:
            one.hear(signal)

    def _ask(self, one: _Phone, keeps: _Keeps) -> None:
        found = keeps.looker
        # A table that was read anew from disk is not the one this stream knows.
        keeps.alone = found is None or one.rev > keeps.live.log.rev
        if found is None or keeps.alone:
            one.awake.set()
        else:
            self._to_draw.setdefault(keeps.live.code, (keeps.live, set()))[1].add(found)

    def _have_drawn(self) -> None:
        """On the loop: hand over what phones asked for, a table's screens at once."""
        to_draw, self._to_draw = self._to_draw, {}
        for live, lookers in to_draw.values():
            self._drawing.want(live, lookers)

    def _drawn(self, code: str, screens: Mapping[Looker, Screen | None]) -> None:
        """On the worker: the screens of a table are there, those but that cannot be drawn."""
        self._on_loop(partial(self._tell, code, screens))

    def _on_loop(self, call: Callable[[], None]) -> None:
        """From any thread: have it called on the loop, which is woken once for all that comes until it looks.

        Each waking hands the interpreter to the loop's thread, and whoever tells eight phones would wait eight times.
        """
        with self._telling:
            is_first = not self._to_call
            self._to_call.append(call)
        if is_first and self._loop is not None:
            # The loop is closed for a moment before the process ends; nobody listens any more then.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._call_all)

    def _call_all(self) -> None:
        with self._telling:
            calls, self._to_call = self._to_call, []
        for call in calls:
            try:
                call()
            except Exception:  # what goes wrong for one phone is not the others'
                log.exception("a phone could not be told")
        self._have_drawn()

    def _runs_on(self, loop: asyncio.AbstractEventLoop) -> None:
        """The loop the streams are served on; what one that has ended was to be told is dropped with it."""
        if loop is not self._loop:
            with self._telling:
                self._loop, self._to_call, self._to_draw = loop, [], {}

    def _tell(self, code: str, screens: Mapping[Looker, Screen | None]) -> None:
        for one in self._keeping.get(code, ()):
            found = one.keeps.looker if one.keeps else None
            if one.keeps and found is not None and found in screens:
                one.keeps.newest = screens[found]
                one.keeps.alone = one.keeps.newest is None
                one.awake.set()

    def _subscribe(
        self, request: Request, wake: Callable[[Signal], None]
    ) -> tuple[str, int, Subscription, _Keeps | None]:
        match = PATH.fullmatch(request.path)
        kind, code = match.groups() if match else ("", "")
        tokens = _tokens(request, code)
        address = origin(request.remote_addr or "")
        self.service.refuse_guessing(code, address)
        if kind == "counters":
            # Whoever is told of a counter fetches what is new by itself.
            counters = self.service.counters
            subscription = counters.subscribe(code, wake, address)
            return subscription.code, counters.find(code).rev, subscription, None
        tables = self.service.tables
        subscription = tables.subscribe(code, tokens, wake, address)
        # Asked after subscribing: what happens in between is told twice rather than never.
        live = tables.live(code)
        has = request.args.get("screen")
        keeps = None if has is None else _Keeps(live, tokens, live.who(tokens), wanted(request), has)
        return subscription.code, live.log.rev, subscription, keeps

    async def _serve(self, one: _Phone, code: str, gone: asyncio.Future[None], send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": list(_HEADERS)})
        await _push(send, f"retry: {RETRY_MS}\n\n".encode())
        one.awake.set()
        while not gone.done() and not one.closing:
            # Not wait_for, here and in _push: it makes a task each time, for every phone and every change.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_S):
                    await one.awake.wait()
            news = self._news(one, code) if one.awake.is_set() else _event("beat", one.rev).encode()
            one.awake.clear()
            if one.keeps and one.keeps.is_other:
                break
            if not gone.done() and not one.closing:
                await _push(send, news)
        if not gone.done():
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _news(self, one: _Phone, code: str) -> bytes:
        """What the phone does not know yet, as events; b"" where it knows everything."""
        text = ""
        if one.keeps and not one.keeps.alone:
            text += self._screen(one, one.keeps, code)
        elif one.rev > one.told:
            text += f"id: {one.rev}\n{_event('rev', one.rev)}"
            one.told = one.rev
        if one.people:
            online = json.dumps(
                {"online": sorted(self.service.tables.subscriptions.online(code))}, separators=(",", ":")
            )
            text += f"event: people\ndata: {online}\n\n"
            one.people = False
        if one.card:
            text += f"event: card\ndata: {json.dumps(one.card)}\n\n"
            one.card = ""
        return text.encode()

    def _screen(self, one: _Phone, keeps: _Keeps, code: str) -> str:
        """What changed on the phone's screen; "" where it has the newest, or is no longer who it is drawn for."""
        screen, found = keeps.newest, keeps.looker
        if screen is None or found is None or screen.name == keeps.has or keeps.is_other:
            return ""
        change = self.screens.change(code, found, keeps.has, screen)
        keeps.has, one.told = screen.name, screen.rev
        return f"id: {screen.rev}\nevent: screen\ndata: {change}\n\n"


def _event(name: str, rev: int) -> str:
    return f'event: {name}\ndata: {{"rev":{rev}}}\n\n'


def _last_seen(request: Request) -> int:
    """The rev a returning browser knows, -1 for a new one."""
    word = request.headers.get("Last-Event-ID", "")
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else -1


def _tokens(request: Request, code: str) -> tuple[str, ...]:
    scheme, _, value = request.headers.get("Authorization", "").partition(" ")
    return cookies.bearer(value) if scheme.lower() == "bearer" else cookies.tokens(request, code)


def _request(scope: Scope) -> Request:
    """The ASGI scope as the request our helpers know; streams have no body."""
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "PATH_INFO": scope["path"].encode("utf-8", "replace").decode("latin-1"),
        "QUERY_STRING": scope.get("query_string", b"").decode("latin-1"),
        "REMOTE_ADDR": (scope.get("client") or ("", 0))[0],
        "wsgi.url_scheme": scope.get("scheme", "http"),
    }
    for name, value in scope["headers"]:
        environ[f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}"] = value.decode("latin-1")
    return Request(environ, populate_request=False)


async def _push(send: Send, data: bytes) -> None:
    """Send, unless the phone has taken nothing for too long: then TimeoutError."""
    if data:
        async with asyncio.timeout(SLOW_S):
            await send({"type": "http.response.body", "body": data, "more_body": True})


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def host_of(scope: Scope) -> str:
    """The Host header, "" without one."""
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")


async def refuse(send: Send, trouble: Trouble, *, page: bool = False) -> None:
    """Answer with a trouble, in the API's shape; with ``page`` as a page for people, which needs nothing beside it."""
    error = {"level": trouble.level, "code": trouble.code, "text": trouble.text, "rule": ""}
    kind, body = b"application/json", json.dumps({"error": error}).encode()
    if page:
        kind, body = b"text/html; charset=utf-8", _PAGE.format(text=escape(trouble.text)).encode()
    headers = [(b"content-type", kind), *_GUARD]
    if isinstance(trouble, TooOften):
        headers.append((b"retry-after", str(trouble.after_s).encode()))
    await send({"type": "http.response.start", "status": trouble.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
