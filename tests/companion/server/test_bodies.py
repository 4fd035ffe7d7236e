"""Bodies gathered before a thread is taken: whole ones go on as they came, others are said to have stopped."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from plain_phone import toy_service

from companion.app import create_app
from companion.camera.photo import Turns
from companion.errors import SCOPE_TROUBLE, TooOften
from companion.server.fair_turns import FairTurns
from companion.server.request_bodies import SMALL_BYTES, Bodies, Deadlines, Late, SharedMemory

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
    memory = SharedMemory()
    bodies = Bodies(app, most, deadlines=Deadlines(stall=0.01 if stalls else 30), memory=memory)
    asyncio.run(bodies({"type": "http", "headers": list(headers.items())}, receive, send))
    assert not memory.held
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


BIG = 400_000


class Sending:
    """Phones that send a large body each and stop before its end, until they are told to go on."""

    def __init__(self, memory: SharedMemory, **deadlines: float) -> None:
        self.app = App()
        self.bodies = Bodies(
            self.app, 10**7, deadlines=Deadlines(**{"stall": 30, "turn": 30, **deadlines}), memory=memory
        )
        self.read: Counter[str] = Counter()
        self.go_on = asyncio.Event()

    def begin(self, ip: str, size: int = BIG) -> asyncio.Task[None]:
        parts = [part(b"x" * (size - 1), more=True), part(b"y", more=False)]

        async def receive() -> Message:
            if len(parts) == 1:
                await self.go_on.wait()
            self.read[ip] += 1
            return parts.pop(0)

        async def send(message: Any) -> None:
            raise AssertionError(message)

        scope = {"type": "http", "client": (ip, 1), "headers": [(b"content-length", str(size).encode())]}
        return asyncio.create_task(self.bodies(scope, receive, send))


async def settled() -> None:
    """Everything that can happen now has happened."""
    for _ in range(50):
        await asyncio.sleep(0)


def test_one_address_reads_no_more_than_its_share_and_keeps_nobody_else_waiting():
    async def evening() -> None:
        memory = SharedMemory(most=10 * BIG, share=3 * BIG)
        sending = Sending(memory)
        many = [sending.begin("10.0.0.1") for _ in range(50)]
        await settled()
        assert sending.read["10.0.0.1"] == 3
        other = sending.begin("10.0.0.2")
        await settled()
        assert sending.read["10.0.0.2"] == 1
        assert memory.held.total() == 4 * BIG
        tap = sending.begin("10.0.0.1", SMALL_BYTES)
        await settled()
        assert sending.read["10.0.0.1"] == 4, "what is small waits for nobody"
        sending.go_on.set()
        await asyncio.gather(*many, other, tap)
        assert [len(body) for body in sending.app.bodies].count(BIG) == 51
        assert sending.app.troubles == [None] * 52
        assert not memory.held

    asyncio.run(evening())


def test_all_together_take_no_more_than_there_is():
    async def evening() -> None:
        memory = SharedMemory(most=4 * BIG, share=3 * BIG)
        sending = Sending(memory)
        tasks = [sending.begin(f"10.0.0.{n}") for n in range(20)]
        await settled()
        assert sending.read.total() == 4
        for task in tasks[:10]:  # phones that go away, some of them while they wait
            task.cancel()
        await settled()
        assert sending.read.total() == 8
        sending.go_on.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert len(sending.app.bodies) == 10
        assert not memory.held

    asyncio.run(evening())


def test_a_body_larger_than_a_share_goes_alone():
    async def evening() -> None:
        sending = Sending(SharedMemory(most=2 * BIG, share=BIG))
        sending.go_on.set()
        await asyncio.gather(*(sending.begin("10.0.0.1", 5 * BIG) for _ in range(3)))
        assert [len(body) for body in sending.app.bodies] == [5 * BIG] * 3

    asyncio.run(evening())


def test_who_waits_for_room_too_long_is_asked_to_come_again():
    async def evening() -> None:
        sending = Sending(SharedMemory(most=BIG, share=BIG), turn=0.01)
        first = sending.begin("10.0.0.1")
        await sending.begin("10.0.0.2")
        assert [one.status for one in sending.app.troubles] == [429]
        sending.go_on.set()
        await first

    asyncio.run(evening())


def test_one_address_never_has_all_the_threads():
    async def evening() -> None:
        inside: Counter[str] = Counter()
        go_on = asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            inside[scope["client"][0]] += 1
            await go_on.wait()

        turns = FairTurns(app, 3)

        def ask(ip: str) -> asyncio.Task[None]:
            return asyncio.create_task(turns({"client": (ip, 1)}, None, None))  # type: ignore[arg-type]

        tasks = [ask("10.0.0.1") for _ in range(20)]
        await settled()
        tasks.append(ask("10.0.0.2"))
        await settled()
        assert inside == {"10.0.0.1": 3, "10.0.0.2": 1}
        for task in tasks[:10]:
            task.cancel()
        await settled()
        assert inside["10.0.0.1"] == 6
        go_on.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert inside["10.0.0.1"] == 13, "three that were cancelled inside, and the ten that were not"
        await ask("10.0.0.1")

    asyncio.run(evening())


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
