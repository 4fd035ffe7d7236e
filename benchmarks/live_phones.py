"""How long an action takes to reach every phone at the table.

    python benchmarks/live_phones.py [--tables 1] [--phones 8] [--actions 200] [--rate 10] [--views] [--quick]

Starts a real server (``tablewright serve``) on loopback with its data on disk, seats people at tables of Fairy Tale,
opens one event stream a phone, and then acts by plain POST at a steady rate. Two times are taken for every action: to
the answer, which comes after fsync, and to the last of the table's phones having heard the new rev. With ``--views``
every phone then fetches its own view, as phones do, and the time to the last of those is taken too.

The load generator is in the same machine and its own work is inside the times. Prints a table, and one JSON line last.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import re
import statistics
import tempfile
import time
import uuid
from dataclasses import dataclass, field
from typing import Any

from server_process import cpu_s, free_port, memory_mb, start

GAME = "fairytale"
SEATS = 5
SETTLE_S = 30


@dataclass
class Wire:
    """A bare keep-alive HTTP connection: the generator must not cost more than what it measures."""

    port: int
    token: str = ""
    reader: asyncio.StreamReader = field(init=False)
    writer: asyncio.StreamWriter = field(init=False)

    async def connect(self) -> Wire:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    def send(self, method: str, path: str, body: Any = None) -> None:
        head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        data = b"" if body is None else json.dumps(body).encode()
        if self.token:
            head.append(f"Authorization: Bearer {self.token}")
        if body is not None:
            head += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
        self.writer.write("\r\n".join([*head, "", ""]).encode() + data)

    async def answer(self) -> Any:
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
        body = await self.reader.readexactly(int(length.group(1)) if length else 0)
        if not head.startswith("HTTP/1.1 200"):
            raise RuntimeError(body.decode())
        return json.loads(body)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        self.send(method, path, body)
        return await self.answer()


@dataclass
class Phone:
    """One open stream: when it heard which rev first, and its own view fetched after each, if asked for."""

    stream: Wire
    views: Wire | None
    heard: dict[int, float] = field(default_factory=dict)
    fetched: dict[int, float] = field(default_factory=dict)
    top: int = 0

    async def listen(self, path: str) -> None:
        self.stream.send("GET", f"{path}/stream")
        try:
            while line := await self.stream.reader.readline():
                if line.startswith(b"id: "):
                    await self._hear(int(line[4:]), path)
        except (asyncio.CancelledError, ConnectionError):
            return

    async def _hear(self, rev: int, path: str) -> None:
        now = time.perf_counter()
        # A stream says the newest rev: whoever knows it knows all before it.
        for older in range(self.top + 1, rev + 1):
            self.heard[older] = now
        first, self.top = self.top + 1, max(self.top, rev)
        if self.views:
            look = await self.views.ask("GET", path)
            now = time.perf_counter()
            for older in range(first, look["rev"] + 1):
                self.fetched.setdefault(older, now)


@dataclass
class Table:
    """A table with its phones; ``tokens`` are its seats'."""

    path: str
    tokens: list[str]
    actor: Wire
    phones: list[Phone]
    tasks: list[asyncio.Task[None]]


async def lay(port: int, phones: int, *, views: bool) -> Table:
    """A begun table with every phone listening; phones beyond the seats watch."""
    wire = await Wire(port).connect()
    opened = await wire.ask("POST", "/api/tables", {"game": GAME, "players": SEATS})
    path = f"/api/tables/{opened['code']}"
    tokens = [(await wire.ask("POST", f"{path}/join", {"name": f"P{n}"}))["token"] for n in range(SEATS)]
    made = []
    for number in range(phones):
        token = tokens[number] if number < SEATS else ""
        made.append(Phone(await Wire(port, token).connect(), await Wire(port, token).connect() if views else None))
    table = Table(path, tokens, wire, made, [])
    table.tasks = [asyncio.create_task(phone.listen(path)) for phone in made]
    rev = (await wire.ask("GET", path))["rev"]
    await until(lambda: all(phone.top >= rev for phone in made))
    return table


async def until(holds: Any) -> None:
    """Wait for a condition, or give up."""
    deadline = time.monotonic() + SETTLE_S
    while not holds():
        if time.monotonic() > deadline:
            raise RuntimeError("phones did not hear of everything in time")
        await asyncio.sleep(0.002)


async def act(table: Table, number: int) -> tuple[int, float, float]:
    """One move of the game by a seat that has one: its rev, when it was sent, when it was answered."""
    what, body = await next_move(table, number)
    sent = time.perf_counter()
    rev = (await table.actor.ask("POST", f"{table.path}/{what}", body))["rev"]
    return rev, sent, time.perf_counter()


async def next_move(table: Table, number: int) -> tuple[str, dict[str, Any]]:
    """The first thing any seat may do, seats in turn; an undo where nobody has anything to do."""
    for turn in range(SEATS):
        table.actor.token = table.tokens[(number + turn) % SEATS]
        look = await table.actor.ask("GET", table.path)
        for choice in look["choices"]:
            event, fields = choice["event"], choice["fields"]
            if choice["correction"] or any(f["kind"] != "pick" or len(f["picks"]) < f["low"] for f in fields):
                continue
            filled = {f["name"]: [p["value"] for p in f["picks"][: f["low"]]] for f in fields}
            args = {f["name"]: filled[f["name"]] if f["many"] else filled[f["name"]][0] for f in fields}
            return "events", {"id": str(uuid.uuid4()), "type": event["type"], "args": {**event["args"], **args}}
    return "undo", {"id": str(uuid.uuid4())}


async def measure(port: int, args: argparse.Namespace) -> dict[str, Any]:
    """Act at the asked rate, tables in turn, and gather the times in milliseconds."""
    tables = [await lay(port, args.phones, views=args.views) for _ in range(args.tables)]
    done: list[tuple[Table, int, float, float]] = []
    busy = {id(table): asyncio.Lock() for table in tables}

    async def one(number: int) -> None:
        table = tables[number % len(tables)]
        async with busy[id(table)]:
            done.append((table, *await act(table, number)))

    began = time.perf_counter()
    tasks = []
    for number in range(args.actions):
        await asyncio.sleep(max(0.0, began + number / args.rate - time.perf_counter()))
        tasks.append(asyncio.create_task(one(number)))
    await asyncio.gather(*tasks)
    took_s = time.perf_counter() - began
    for table, rev, _, _ in done:
        await until(lambda table=table, rev=rev: all(rev in phone.heard for phone in table.phones))
        if args.views:
            await until(lambda table=table, rev=rev: all(rev in phone.fetched for phone in table.phones))
    result = {
        "answered": times((answered - sent) for _, _, sent, answered in done),
        "heard": times(max(p.heard[rev] for p in table.phones) - sent for table, rev, sent, _ in done),
    }
    if args.views:
        result["seen"] = times(max(p.fetched[rev] for p in table.phones) - sent for table, rev, sent, _ in done)
    for table in tables:
        for task in table.tasks:
            task.cancel()
    return {"actions_per_s": round(args.actions / took_s, 1), **result}


def times(seconds: Any) -> dict[str, float]:
    """p50, p99 and the most, in milliseconds."""
    ms = sorted(1000 * s for s in seconds)
    return {
        "p50_ms": round(statistics.median(ms), 2),
        "p99_ms": round(ms[min(len(ms) - 1, int(len(ms) * 0.99))], 2),
        "max_ms": round(ms[-1], 2),
    }


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How long an action takes to reach every phone at the table.")
    parser.add_argument("--tables", type=int, default=1)
    parser.add_argument("--phones", type=int, default=8, help="streams a table (5 seats, the others watch)")
    parser.add_argument("--actions", type=int, default=200)
    parser.add_argument("--rate", type=float, default=10.0, help="actions a second, over all tables")
    parser.add_argument("--views", action="store_true", help="every phone fetches its view after each change")
    parser.add_argument("--quick", action="store_true", help="a smoke run of a few seconds")
    args = parser.parse_args()
    if args.quick:
        args.tables, args.actions, args.rate, args.views = 1, 20, 10.0, True
    return args


def main() -> None:
    args = parsed()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        server = start(folder, port)
        try:
            before = cpu_s(server.pid)
            result = asyncio.run(measure(port, args))
            after = cpu_s(server.pid)
            result["memory_mb"] = round(memory_mb(server.pid) or 0)
            if before is not None and after is not None:
                result["cpu_ms_per_action"] = round(1000 * (after - before) / args.actions, 1)
        finally:
            server.terminate()
            server.wait()
    print(f"{args.tables} table(s) x {args.phones} phones, {args.actions} actions at {args.rate:g} a second")
    print(f"{'':<34}{'p50':>9}{'p99':>9}{'max':>9}  ms")
    words = {"answered": "answered (on disk)", "heard": "heard by all phones", "seen": "new view on all phones"}
    for name, label in words.items():
        if name in result:
            t = result[name]
            print(f"{label:<34}{t['p50_ms']:>9}{t['p99_ms']:>9}{t['max_ms']:>9}")
    print(f"server: {result['memory_mb']} MB, {result.get('cpu_ms_per_action')} ms CPU an action")
    shown = {"benchmark": "live_phones", "tables": args.tables, "phones": args.phones, "rate": args.rate, **result}
    print(json.dumps({**shown, "cores": os.cpu_count(), "python": platform.python_version()}))


if __name__ == "__main__":
    main()
