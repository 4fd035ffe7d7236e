"""What people who play notice while somebody in the Wi-Fi attacks the server without knowing any code.

    python benchmarks/guests.py [--seconds 8] [--uploads 120] [--only "stalled"] [--quick]

A real ``tablewright serve`` with its limits on; the guest has an address of its own (127.0.0.66) and a process of its
own, the two who play another (127.0.0.7). One of them changes something five times a second, every second time over a
new connection, and the other listens. Printed for each attack: taps that were answered with yes, how long they took,
how many the other phone heard of, by how much the server's memory grew, its descriptors and its lines in the log. Last,
photos are sent for a while, and its memory before and after is compared. Each row has a server of its own that has just
begun. A table for people, one line of JSON last.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import cv2
import httpx
import numpy as np
from server_process import START_S, cpu_s, free_port, memory_mb

GUEST, HONEST = "127.0.0.66", "127.0.0.7"
EVERY_S = 0.2
LOST_S = 10.0
PHOTOS_S = 900.0
"""No further photos are sent after so long: a slow computer still gets its last line, with how many there were."""
WARM_S = 2.0
"""Played before an attack begins: what is loaded with the first tap is not the guest's doing."""
HEAD = b"Host: localhost\r\nUser-Agent: guest\r\n"
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


# --- the guest, in a process of its own


async def dial(port: int, tls: ssl.SSLContext | None = None) -> Streams:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(GUEST, 0), ssl=tls)


async def again_and_again(count: int, one: Callable[[], Awaitable[object]]) -> None:
    """So many at once, each beginning anew when it ends, but no more than ten times a second."""

    async def keep() -> None:
        while True:
            with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
                await one()
            await asyncio.sleep(0.1)

    await asyncio.gather(*(keep() for _ in range(count)))


def sending(port: int, data: bytes, then: float, tls: ssl.SSLContext | None = None) -> Callable[[], Awaitable[None]]:
    """Connect, send that, wait for the end or so many seconds, and read nothing meanwhile."""

    async def one() -> None:
        reader, writer = await asyncio.wait_for(dial(port, tls), 10)
        try:
            writer.write(data)
            await asyncio.wait_for(reader.read(1), then)
        finally:
            writer.close()

    return one


def asking(port: int, path: str, headers: bytes = b"", method: bytes = b"GET") -> Callable[[], Awaitable[None]]:
    """Ask over one connection, on and on."""

    async def one() -> None:
        reader, writer = await asyncio.wait_for(dial(port), 10)
        try:
            for n in range(1000):
                where = path.replace("{n}", str(n)).encode()
                writer.write(method + b" " + where + b" HTTP/1.1\r\n" + HEAD + headers + b"Content-Length: 0\r\n\r\n")
                head = await reader.readuntil(b"\r\n\r\n")
                length = re.search(rb"content-length: (\d+)", head.lower())
                await reader.readexactly(int(length[1]) if length else 0)
                if not length:
                    return
        finally:
            writer.close()

    return one


UPLOAD = (
    b"POST /scan HTTP/1.1\r\n"
    + HEAD
    + b"Content-Type: image/jpeg\r\nContent-Length: 20000000\r\n\r\n"
    + b"x" * 1_000_000
)


def attacks(port: int, code: str) -> dict[str, Callable[[], Awaitable[None]]]:
    """What a guest can do, by what it is called."""
    trust = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    made_up = b"Authorization: Bearer made-up\r\n"
    return {
        "nobody": lambda: asyncio.sleep(3600),
        "1060 silent connections": lambda: again_and_again(1060, sending(port, b"", 60)),
        "300 heads that trickle": lambda: again_and_again(300, sending(port, b"GET / HTTP/1.1\r\n" + HEAD, 60)),
        "500 silent over HTTPS": lambda: again_and_again(500, sending(port + 1, b"", 60)),
        "250 stalled uploads": lambda: again_and_again(250, sending(port, UPLOAD, 60)),
        "250 the same over HTTPS": lambda: again_and_again(250, sending(port + 1, UPLOAD, 60, trust)),
        "100 who read no answer": lambda: again_and_again(
            100, sending(port, (b"GET /help HTTP/1.1\r\n" + HEAD + b"\r\n") * 50, 60)
        ),
        "300 watchers": lambda: again_and_again(
            300, sending(port, b"GET /api/tables/%s/stream HTTP/1.1\r\n" % code.encode() + HEAD + b"\r\n", 60)
        ),
        "wrong codes, 40 at once": lambda: again_and_again(40, asking(port, "/t/BBBB22")),
        "made-up tokens, 40 at once": lambda: again_and_again(
            40, asking(port, f"/api/tables/{code}/rename", made_up, b"POST")
        ),
        "previews, 20 at once": lambda: again_and_again(20, asking(port, "/print/page.png?game=tower&page={n}")),
    }


# --- the people


class Evening:
    """A table with two people, the server it is kept on, and what they notice."""

    def __init__(self, port: int, log: Path, pid: int) -> None:
        self.port, self.log, self.pid = port, log, pid
        self.url = f"http://127.0.0.1:{port}"
        with httpx.Client(transport=httpx.HTTPTransport(local_address=HONEST)) as client:
            opened = client.post(f"{self.url}/api/tables", json={"game": "tower"}).json()
            self.code = opened["code"]
            self.tokens = [
                client.post(f"{self.url}/api/tables/{self.code}/join", json={"name": name}).json()["token"]
                for name in ("Ana", "Ben")
            ]

    async def through(self, name: str, seconds: float) -> dict[str, object]:
        """What an attack comes to."""
        lines, before = self._lines(), memory_mb(self.pid) or 0.0
        command = [sys.executable, __file__, "--attack", name, "--port", str(self.port), "--code", self.code]
        guest = subprocess.Popen(command)
        try:
            await asyncio.sleep(0 if name == "nobody" else 1.5)  # until the guest has begun
            took, heard, most_mb, descriptors = await self.played(seconds)
        finally:
            guest.kill()
            guest.wait()
        yes = sorted(one for one in took if one is not None)
        return {
            "attack": name,
            "taps": len(took),
            "answered": len(yes),
            "p50_ms": round(yes[len(yes) // 2] * 1000, 1) if yes else None,
            "p99_ms": round(yes[min(len(yes) - 1, len(yes) * 99 // 100)] * 1000, 1) if yes else None,
            "heard": heard,
            "grew_mb": round(most_mb - before, 1),
            "descriptors": descriptors,
            "log_lines": self._lines() - lines,
        }

    def _lines(self) -> int:
        return len(self.log.read_bytes().splitlines())

    async def played(self, seconds: float) -> tuple[list[float | None], int, float, int]:
        """Play so long: what each tap took, how many were heard, the most memory and the most descriptors meanwhile."""
        took: list[float | None] = []
        heard: set[int] = set()
        most_mb, descriptors = 0.0, 0
        listening = asyncio.create_task(self._listen(heard))
        await asyncio.sleep(0.5)
        async with self._client() as kept:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                began = time.monotonic()
                if len(took) % 2:
                    async with self._client() as fresh:
                        took.append(await self._tap(fresh, len(took)))
                else:
                    took.append(await self._tap(kept, len(took)))
                most_mb = max(most_mb, memory_mb(self.pid) or 0.0)
                descriptors = max(descriptors, len(os.listdir(f"/proc/{self.pid}/fd")))  # noqa: PTH208 - counted only
                await asyncio.sleep(max(0.0, EVERY_S - (time.monotonic() - began)))
        await asyncio.sleep(0.5)
        listening.cancel()
        return took, len(heard), most_mb, descriptors

    def _client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(local_address=HONEST), timeout=LOST_S)

    async def _tap(self, client: httpx.AsyncClient, n: int) -> float | None:
        """How long a change took that was answered with yes, None for any other."""
        began = time.monotonic()
        body = {"seat": 0, "name": f"Ana {n}"}
        headers = {"Authorization": f"Bearer {self.tokens[0]}"}
        try:
            answer = await client.post(f"{self.url}/api/tables/{self.code}/rename", json=body, headers=headers)
        except httpx.HTTPError:
            return None
        return time.monotonic() - began if answer.status_code == 200 else None

    async def _listen(self, heard: set[int]) -> None:
        headers = {"Authorization": f"Bearer {self.tokens[1]}"}
        first = True
        async with self._client() as client:
            while True:
                with suppress(httpx.HTTPError):
                    async with client.stream(
                        "GET", f"{self.url}/api/tables/{self.code}/stream", headers=headers
                    ) as said:
                        event = ""
                        async for line in said.aiter_lines():
                            word, _, value = line.partition(": ")
                            event = value if word == "event" else event
                            if word == "data" and event == "rev":
                                if not first:
                                    heard.add(json.loads(value)["rev"])
                                first = False
                await asyncio.sleep(0.2)

    def photos(self, count: int) -> dict[str, object]:
        """Memory before and after so many photos of twelve megapixels, two at once."""
        # A table's plain surface with the grain of a camera: in mere noise every speck may be a code, and each such
        # picture is read for longer than the whole row is to take.
        some = np.random.default_rng(1)
        table = cv2.resize(some.integers(90, 170, (30, 40, 3), np.uint8), (4000, 3000)).astype(np.int16)
        grainy = np.clip(table + some.integers(-12, 13, table.shape), 0, 255).astype(np.uint8)
        photo = cv2.imencode(".jpg", grainy)[1].tobytes()
        addresses = [f"127.0.1.{n}" for n in range(1, 9)]

        async def send(each: int) -> None:
            async def one(address: str) -> None:
                transport = httpx.AsyncHTTPTransport(local_address=address)
                async with httpx.AsyncClient(transport=transport, timeout=60) as client:
                    for _ in range(each):
                        files = {"photo": ("a.jpg", photo, "image/jpeg")}
                        answer = await client.post(f"{self.url}/scan", files=files)
                        statuses.append(answer.status_code)

            await asyncio.gather(*(one(address) for address in addresses[:2]))

        statuses: list[int] = []
        asyncio.run(send(1))  # the reader is loaded with the first
        time.sleep(4)
        before, done, begun = memory_mb(self.pid) or 0.0, 0, time.monotonic()
        most = before
        while done < count and time.monotonic() - begun < PHOTOS_S:
            asyncio.run(send(2))
            done += 4
            most = max(most, memory_mb(self.pid) or 0.0)
        taken = time.monotonic() - begun
        time.sleep(4)
        after = memory_mb(self.pid) or 0.0
        answers = {status: statuses.count(status) for status in sorted(set(statuses))}
        return {
            "photos": len(statuses), "answers": answers, "seconds": round(taken),
            "photo_mb": round(len(photo) / 1e6, 1),
            "before_mb": round(before, 1), "most_mb": round(most, 1), "after_mb": round(after, 1),
            "ratio": round(after / before, 2),
        }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--uploads", type=int, default=120)
    parser.add_argument("--only", default="", metavar="WORDS", help="the attacks whose names have these words")
    parser.add_argument("--quick", action="store_true", help="a smoke run")
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--code", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.attack:
        asyncio.run(_attack(asked.attack, asked.port, asked.code))
        return
    if asked.quick:
        asked.seconds, asked.uploads, asked.only = 1.5, 4, asked.only or "uploads"
    rows, photos = run(asked.seconds, asked.uploads, asked.only)
    print(f"photos: {photos}")
    print(json.dumps({"benchmark": "guests", "attacks": rows, "photos": photos}))


def show(row: dict[str, object]) -> None:
    """One line of the table, as soon as there is one."""
    print(
        f"{row['attack']:28} {row['answered']:>4} of {row['taps']:<4} p50 {row['p50_ms']} p99 {row['p99_ms']} ms, "
        f"heard {row['heard']}, +{row['grew_mb']} MB, "
        f"{row['descriptors']} descriptors, {row['log_lines']} log lines",
        flush=True,
    )


async def _attack(name: str, port: int, code: str) -> None:
    await attacks(port, code)[name]()


def run(seconds: float, uploads: int, only: str) -> tuple[list[dict[str, object]], dict[str, object]]:
    """Every row on a server of its own: what one attack left in memory would hide what the next one takes."""
    rows = []
    for name in attacks(0, ""):
        if only in name:
            with evening() as fresh:
                asyncio.run(fresh.played(WARM_S))
                rows.append(asyncio.run(fresh.through(name, seconds)))
            show(rows[-1])
    with evening() as fresh:
        return rows, fresh.photos(uploads)


@contextmanager
def evening() -> Iterator[Evening]:
    """A table on a server that has just begun, and has kept nothing yet."""
    with tempfile.TemporaryDirectory() as data:
        log, port = Path(data) / "log.txt", free_port()
        command = [sys.executable, "-m", "companion.cli", "serve", "--host", "127.0.0.1", "--port", str(port)]
        with log.open("wb") as out:
            server = subprocess.Popen([*command, "--data", f"{data}/kept"], stdout=out, stderr=subprocess.STDOUT)
        try:
            _until_ready(log, server)
            _until_still(server.pid)
            yield Evening(port, log, server.pid)
        finally:
            server.terminate()
            server.wait()


def _until_ready(log: Path, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_S
    while b"Stop with Ctrl+C" not in log.read_bytes():
        if server.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError("the server did not start")
        time.sleep(0.1)


def _until_still(pid: int) -> None:
    """Until it has loaded in the background what it may need: on a busy computer that takes longer than the warming."""
    used = [cpu_s(pid) or 0.0]
    while len(used) < 5 or used[-1] - used[-5] > 0.04:
        time.sleep(0.5)
        used.append(cpu_s(pid) or 0.0)


if __name__ == "__main__":
    main()
