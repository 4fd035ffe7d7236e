"""Bodies gathered before a thread is taken: whole ones go on as they came, others are said to have stopped."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable
from typing import Any

import pytest
from plain_phone import toy_service

from companion.app import create_app
from companion.camera.photo import Turns
from companion.errors import SCOPE_TROUBLE, TooOften
from companion.server.request_bodies import SMALL_BYTES, Bodies, Late

Message = dict[str, Any]


def part(body: bytes, *, more: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


class App:
    """What the application behind was given."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.troubles: list[Any] = []
        self.headers: dict[bytes, bytes] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.troubles.append(scope.get(SCOPE_TROUBLE))
        self.headers, body, more = dict(scope["headers"]), b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        self.bodies.append(body)


def sent(
    messages: Iterable[Message],
    headers: dict[bytes, bytes],
    *,
    most: int = 100,
    together: int = 10**9,
    stalls: bool = False,
) -> App:
    waiting = list(messages)

    async def receive() -> Message:
        if not waiting and stalls:
            await asyncio.sleep(60)
        return waiting.pop(0) if waiting else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        raise AssertionError(message)

    app = App()
    bodies = Bodies(app, most, stall_s=0.01 if stalls else 30, together=together)
    asyncio.run(bodies({"type": "http", "headers": list(headers.items())}, receive, send))
    assert bodies._large == 0
    return app


CHUNKED, LONG = {b"transfer-encoding": b"chunked"}, {b"content-length": b"6"}


@pytest.mark.parametrize("headers", [CHUNKED, LONG])
def test_a_body_goes_on_whole_and_with_its_length(headers: dict[bytes, bytes]):
    app = sent([part(b"abc", more=True), part(b"", more=True), part(b"def", more=False)], headers)
    assert (app.bodies, app.troubles) == ([b"abcdef"], [None])
    assert app.headers == {b"content-length": b"6"}


def test_what_has_no_body_or_says_it_is_too_large_is_not_waited_for():
    for headers in ({}, {b"content-length": b"0"}, {b"content-length": b"101"}, {b"content-length": b"9" * 5000}):
        app = sent([part(b"x", more=False)], headers)
        assert (app.bodies, app.headers) == ([b"x"], headers)


def test_who_goes_in_the_middle_is_not_answered():
    assert sent([part(b"abc", more=True)], LONG).bodies == []


@pytest.mark.parametrize("first", [[], [part(b"abc", more=True)]])
def test_who_stops_in_the_middle_is_told(first: list[Message]):
    app = sent(first, LONG, stalls=True)
    assert [type(one) for one in app.troubles] == [Late]
    assert app.bodies == [b""]


def test_pieces_without_end_are_too_much():
    app = sent([part(b"x" * 60, more=True)] * 50, CHUNKED)
    assert [one.status for one in app.troubles] == [413]


def test_many_large_ones_at_once_wait_and_small_ones_do_not():
    large = [part(b"x" * SMALL_BYTES, more=True), part(b"y" * 11, more=False)]
    length = {b"content-length": str(SMALL_BYTES + 11).encode()}
    assert [one.status for one in sent(large, length, most=10**7, together=10).troubles] == [429]
    assert sent(large, length, most=10**7, together=11).troubles == [None]
    assert sent([part(b"tap", more=False)], LONG, together=0).troubles == [None]


def test_what_stopped_on_its_way_is_said_in_the_way_of_its_address():
    client = create_app(toy_service()).test_client()
    scope = {"asgi.scope": {SCOPE_TROUBLE: Late()}}
    for path in ("/t/ABC234/scan", "/api/tables/ABC234/events"):
        answer = client.post(path, environ_overrides=scope)
        assert answer.status_code == 408
        assert "Go nearer to the Wi-Fi" in answer.get_data(as_text=True)
        assert answer.headers["Content-Security-Policy"]


def test_only_so_many_wait_for_their_turn_at_a_photo():
    turns, inside, done = Turns(at_once=1, wait_s=30, waiting=1), threading.Event(), threading.Event()

    def reads() -> None:
        with turns:
            inside.set()
            done.wait(30)

    first = threading.Thread(target=reads)
    first.start()
    assert inside.wait(30)
    inside.clear()
    second = threading.Thread(target=reads)
    second.start()
    while turns._queue.acquire(blocking=False):  # until the second waits
        turns._queue.release()
    with pytest.raises(TooOften), turns:
        pass
    done.set()
    first.join(30)
    second.join(30)
    assert inside.is_set()
    with turns:
        pass
