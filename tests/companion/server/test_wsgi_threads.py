"""Requests in worker threads: what comes in is what was sent, what goes out is what was answered, long or short."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from companion.server.wsgi_threads import READ_AT_ONCE_BYTES, SENT_AT_ONCE_BYTES, WsgiThreads

Environ = dict[str, Any]


def asked(app: Any, parts: Iterable[bytes] = (), **scope: Any) -> list[dict[str, Any]]:
    """The messages an application answers a request with whose body comes in these parts."""
    waiting = list(parts)
    said = str(sum(map(len, waiting))).encode()
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(0)
        return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting)}

    async def send(message: Any) -> None:
        await asyncio.sleep(0)
        sent.append(dict(message))

    headers = [(b"content-length", said)] if waiting else []
    request = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "http_version": "1.1"}
    request |= {"headers": [*headers, *scope.pop("headers", ())], **scope}
    asyncio.run(WsgiThreads(app, 2)(request, receive, send))
    return sent


def body_of(sent: list[dict[str, Any]]) -> bytes:
    assert [message["type"] for message in sent] == ["http.response.start"] + ["http.response.body"] * (len(sent) - 1)
    assert [message["more_body"] for message in sent[1:]] == [True] * (len(sent) - 2) + [False]
    return b"".join(message["body"] for message in sent[1:])


def echo(environ: Environ, start: Any) -> Iterable[bytes]:
    start("201 Created", [("X-What", " echo ")])
    return [environ["wsgi.input"].read()]


@pytest.mark.parametrize("size", [0, 1, READ_AT_ONCE_BYTES, READ_AT_ONCE_BYTES + 1, 3_000_000])
def test_a_body_arrives_whole_and_its_answer_goes_out_whole(size: int) -> None:
    whole = bytes(range(256)) * (size // 256) + bytes(size % 256)
    parts = [whole[begin : begin + 70_000] for begin in range(0, size, 70_000)]
    sent = asked(echo, parts)
    assert body_of(sent) == whole
    assert (sent[0]["status"], sent[0]["headers"]) == (201, [(b"x-what", b"echo")])


def test_lines_of_a_long_body_can_be_read_one_by_one() -> None:
    """As parsers of forms with photos in them do."""
    lines = [b"%d\n" % number for number in range(40_000)]

    def counts(environ: Environ, start: Any) -> Iterable[bytes]:
        start("200 OK", [])
        return [str(list(environ["wsgi.input"]) == lines).encode()]

    assert body_of(asked(counts, [b"".join(lines)])) == b"True"


def test_a_body_nobody_reads_is_not_fetched() -> None:
    """One that is too large is refused by its length alone."""
    left: list[bytes] = [b"x" * (READ_AT_ONCE_BYTES + 1)] * 2

    def refuses(environ: Environ, start: Any) -> Iterable[bytes]:
        start("413 Too Large", [])
        return [environ["CONTENT_LENGTH"].encode()]

    async def receive() -> dict[str, Any]:
        raise AssertionError("it was read")

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    request = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "http_version": "1.1",
               "headers": [(b"content-length", str(len(b"".join(left))).encode())]}  # fmt: skip
    asyncio.run(WsgiThreads(refuses, 1)(request, receive, send))
    assert body_of(sent) == str(2 * READ_AT_ONCE_BYTES + 2).encode()


def test_a_long_answer_is_not_held_whole() -> None:
    """The thread makes more of it only once what it made is on its way."""
    made, most = 0, 0
    ended = threading.Event()

    def long(environ: Environ, start: Any) -> Iterator[bytes]:
        nonlocal made
        start("200 OK", [])
        try:
            for _ in range(100):
                made += 10_000
                yield b"x" * 10_000
        finally:
            ended.set()

    taken = 0

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        nonlocal taken, most
        most = max(most, made - taken)
        taken += len(message.get("body", b""))

    request = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "http_version": "1.1", "headers": []}
    asyncio.run(WsgiThreads(long, 1)(request, receive, send))
    assert taken == 1_000_000
    assert most <= SENT_AT_ONCE_BYTES + 20_000
    assert ended.is_set()


def test_what_fails_fails_for_the_server_to_say() -> None:
    def broken(environ: Environ, start: Any) -> Iterable[bytes]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asked(broken)


def test_the_request_is_told_as_it_came() -> None:
    seen: Environ = {}

    def looks(environ: Environ, start: Any) -> Iterable[bytes]:
        seen.update(environ)
        start("200 OK", [])
        return []

    headers = [(b"host", b"a:1"), (b"x-one", b"1"), (b"x-one", b"2"), (b"content-type", b"text/plain")]
    sent = asked(looks, headers=headers, path="/t/é", query_string=b"a=1", client=("10.0.0.9", 5), server=("h", 80))
    assert body_of(sent) == b""
    assert seen["PATH_INFO"] == "/t/é".encode().decode("latin-1")
    assert (seen["HTTP_HOST"], seen["HTTP_X_ONE"], seen["CONTENT_TYPE"]) == ("a:1", "1,2", "text/plain")
    assert (seen["REMOTE_ADDR"], seen["SERVER_PORT"], seen["QUERY_STRING"]) == ("10.0.0.9", "80", "a=1")
