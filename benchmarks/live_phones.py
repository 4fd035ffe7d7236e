"""How long an action takes to reach every phone at the table, and what it costs.

    python benchmarks/live_phones.py [--tables 1] [--phones 8] [--actions 60] [--rate 10] [--views]
                                     [--before CHECKOUT] [--quick]

Starts a real server (``tablewright serve``) on loopback with its data on disk, seats people at tables of Fairy Tale and
replays a recorded game: its first half at once, then, at a steady rate and tables in turn, the moves that are measured,
each posted as the board's own form. One stream a phone is open. Two times are taken for every action: to the answer,
which comes after fsync, and to the last of the table's phones having heard of it.

With ``--views`` every phone has its board, and the time to the last of those is what counts. Ways, one after another:

- *screens*: the stream brings what changed, and so does the answer, as in a browser
- *pages*: the stream names the rev and every phone fetches its page, compressed (also how a browser without scripts
  for it goes on); with ``--before`` the same of another checkout of the project, such as the code before screens
- *bare*: the least a server can do (``bare_server.py``), for what no cleverness takes away
- *boardgame.io* (only where asked for; needs node, and npm fetches it once): the same kind of moves on its own server
  with its own clients (``boardgame_io``). It works out no screens, keeps its tables in memory, and every phone gets
  the whole state; its bytes are counted before compression

The generator looks for no moves and draws nothing while it measures; it is in the same machine, so times are only
comparable within one run, and processor time is the server's alone. Prints a table, and one JSON line last.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from server_process import cpu_s, free_port, memory_mb, start

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

import boardgame_io_peer
from random_players import any_move, invariants

from rules import games, wire
from rules.game_protocol import Refusal
from rules.log import Begin, Entry, Log

GAME = "fairytale"
SEATS = 5
LONGEST = 140
SETTLE_S = 60
REST_S = 0.1
"""Processor time in a second below which a server does nothing but beat."""
WAYS = ("screens", "pages", "bare", "boardgame.io")
Move = dict[str, Any]
"""An event as JSON, whole."""


def recorded(seed: int = 1) -> list[Move]:
    """The moves of one game by random players, as far as ``LONGEST``; what passes by itself is not among them."""
    game, rng = games.load(GAME), random.Random(seed)
    log: Log[Any] = Log(game)
    log = log.push(Entry(1, "begin", 0.0, None, Begin(SEATS)))
    moves: list[Move] = []
    while len(moves) < LONGEST and not game.over(log.table.state):
        found = game.next_step(log.table.state)
        event = found or any_move(game, log.table.state, rng, invariants(GAME))
        if event is None:
            break
        try:
            log = log.push(Entry(log.rev + 1, f"e{log.rev}", 0.0, event.seat, event))
        except Refusal:
            continue
        if not found:
            moves.append(wire.event_to_json(event))
    return moves


@dataclass
class Wire:
    """A bare keep-alive HTTP connection: the generator must not cost more than what it measures."""

    port: int
    cookie: str = ""
    phone: int = 0
    """Which of all phones it belongs to: each has an address of its own, as at home, where the system has so many."""
    received: int = 0
    reader: asyncio.StreamReader = field(init=False)
    writer: asyncio.StreamWriter = field(init=False)

    async def connect(self) -> Wire:
        own = (f"127.0.{1 + self.phone // 250}.{1 + self.phone % 250}", 0) if sys.platform == "linux" else None
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20, local_addr=own)
        return self

    def send(self, method: str, path: str, body: Any = None, form: bool = False, **headers: str) -> None:
        head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        data = b"" if body is None else (urlencode(body) if form else json.dumps(body)).encode()
        if self.cookie:
            head.append(f"Cookie: {self.cookie}")
        if body is not None:
            kind = "application/x-www-form-urlencoded" if form else "application/json"
            head += [f"Content-Type: {kind}", f"Content-Length: {len(data)}", f"Origin: http://127.0.0.1:{self.port}"]
        head += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.writer.write("\r\n".join([*head, "", ""]).encode() + data)

    async def answer(self) -> tuple[int, str, bytes]:
        """Status, where it leads, and the body as it came."""
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
        body = await self.reader.readexactly(int(length.group(1)) if length else 0)
        leads = re.search(r"\r\nlocation: (\S+)", head, re.IGNORECASE)
        self.received += len(body)
        return int(head.split()[1]), leads.group(1) if leads else "", body

    async def ask(self, method: str, path: str, body: Any = None, **more: Any) -> tuple[int, str, bytes]:
        try:
            self.send(method, path, body, **more)
            return await self.answer()
        except (asyncio.IncompleteReadError, ConnectionError):  # closed after a while in which nobody asked
            await self.connect()
            self.send(method, path, body, **more)
            return await self.answer()

    async def told(self, method: str, path: str, body: Any = None) -> Any:
        status, _, answer = await self.ask(method, path, body)
        if status != 200:
            raise RuntimeError(answer.decode())
        return json.loads(answer)


@dataclass
class Phone:
    """One open stream: when it heard of which rev first, and when its board showed it."""

    stream: Wire
    pages: Wire | None
    board: str
    heard: dict[int, float] = field(default_factory=dict)
    seen: dict[int, float] = field(default_factory=dict)
    screen: str = ""

    async def listen(self, path: str) -> None:
        self.stream.send("GET", path)
        name, rev = "", 0
        try:
            while line := await self.stream.reader.readline():
                self.stream.received += len(line)
                if line.startswith(b"id: "):
                    rev = int(line[4:])
                    self.up_to(self.heard, rev)
                elif line.startswith(b"event: "):
                    name = line[7:].strip().decode()
                elif line.startswith(b"data: ") and name == "screen":
                    self.shows(line[6:], rev)
                elif line.startswith(b"data: ") and name == "rev" and self.pages:
                    await self.fetch(rev)
        except (asyncio.CancelledError, ConnectionError):
            return

    def up_to(self, times: dict[int, float], rev: int) -> None:
        """Whoever knows a rev knows all before it."""
        now = time.perf_counter()
        for older in range(rev, 0, -1):
            if older in times:
                break
            times[older] = now

    def shows(self, change: bytes, rev: int) -> None:
        found = re.search(rb'"screen":"([^"]+)"', change[:200])
        self.screen = found.group(1).decode() if found else ""
        self.up_to(self.seen, rev)

    async def fetch(self, rev: int) -> None:
        assert self.pages
        if rev not in self.seen:
            await self.pages.ask("GET", self.board, Accept_Encoding="gzip, br")
            self.up_to(self.seen, rev)


@dataclass
class Table:
    """A table with its phones, the seats' first; ``done`` is how many moves of the record were made."""

    code: str
    phones: list[Phone]
    tasks: list[asyncio.Task[None]]
    posts: list[Wire]
    rev: int = 0
    done: int = 0


async def lay(port: int, args: argparse.Namespace, way: str, moves: list[Move], number: int) -> Table:
    """Table ``number`` in the midst of the record with every phone listening; phones beyond the seats watch."""
    first = number * args.phones
    if way == "bare":
        return await listening(port, args, way, f"t{uuid.uuid4().hex}", [""] * SEATS, first)
    wire_ = await Wire(port, phone=first).connect()
    opened = await wire_.told("POST", "/api/tables", {"game": GAME, "players": SEATS})
    path = f"/api/tables/{opened['code']}"
    joined = [(await wire_.told("POST", f"{path}/join", {"name": f"P{n}"}))["token"] for n in range(SEATS)]
    cookies = [f"tw_{opened['code']}={token}" for token in joined]
    wire_.cookie = f"tw_{opened['code']}={'.'.join([*joined, opened['host_token']])}"
    half = len(moves) // 2
    for move in moves[:half]:
        status, _, body = await wire_.ask("POST", f"{path}/events", {"id": str(uuid.uuid4()), **move})
        if status not in (200, 422):
            raise RuntimeError(body.decode())
    table = await listening(port, args, way, opened["code"], cookies, first)
    table.done, table.rev = half, (await wire_.told("GET", path))["rev"]
    await until(lambda: all(table.rev in phone.heard for phone in table.phones))
    return table


async def listening(port: int, args: argparse.Namespace, way: str, code: str, cookies: list[str], first: int) -> Table:
    made = []
    for number in range(args.phones):
        cookie, own = cookies[number] if number < SEATS else "", first + number
        pages = await Wire(port, cookie, own).connect() if args.views and way in ("pages", "before") else None
        made.append(Phone(await Wire(port, cookie, own).connect(), pages, f"/t/{code}"))
    stream = f"/{code}" if way == "bare" else f"/api/tables/{code}/stream{'?screen=' if way == 'screens' else ''}"
    tasks = [asyncio.create_task(phone.listen(stream)) for phone in made]
    return Table(
        code, made, tasks, [await Wire(port, cookie, first + seat).connect() for seat, cookie in enumerate(cookies)]
    )


async def until(holds: Any) -> None:
    """Wait for a condition, or give up."""
    deadline = time.monotonic() + SETTLE_S
    while not holds():
        if time.monotonic() > deadline:
            raise RuntimeError("phones did not hear of everything in time")
        await asyncio.sleep(0.005)


async def at_rest(pid: int) -> None:
    """Wait until the server has loaded what it loads once it answers: that is what starting costs, not an action."""
    deadline, used_s = time.monotonic() + SETTLE_S, -1.0
    while (now_s := cpu_s(pid) or 0.0) - used_s > REST_S and time.monotonic() < deadline:
        used_s = now_s
        await asyncio.sleep(1)


async def act(table: Table, way: str, moves: list[Move]) -> tuple[int, float, float] | None:
    """The next move of the record by its seat: the least rev it led to, when it was sent, when answered; None where
    it no longer fits."""
    move = moves[table.done % len(moves)]
    table.done += 1
    seat = move["seat"] or 0
    post, phone = table.posts[seat], table.phones[seat]
    sent = time.perf_counter()
    if way == "bare":
        table.rev = (await post.told("POST", f"/{table.code}", move))["rev"]
        return table.rev, sent, time.perf_counter()
    form = {"id": str(uuid.uuid4()), "seat": str(seat), "event": json.dumps(move)}
    headers = {"X_Screen": phone.screen} if way == "screens" else {}
    status, leads, body = await post.ask("POST", f"/t/{table.code}/do", form, form=True, **headers)
    answered = time.perf_counter()
    if status == 200:
        found = re.search(rb'"rev":(\d+)', body[:100])
        table.rev = int(found.group(1)) if found else table.rev + 1
        phone.up_to(phone.seen, table.rev)
    elif status == 303:
        _, _, page = await post.ask("GET", leads, Accept_Encoding="gzip")
        found = re.search(rb'data-rev="(\d+)"', zlib.decompress(page, 16 + zlib.MAX_WBITS))
        table.rev = int(found.group(1)) if found else table.rev + 1
    else:
        return None
    return table.rev, sent, answered


async def measure(port: int, args: argparse.Namespace, way: str, moves: list[Move], pid: int) -> dict[str, Any]:
    """Act at the asked rate, tables in turn, and gather the times in milliseconds."""
    tables = [await lay(port, args, way, moves, number) for number in range(args.tables)]
    done: list[tuple[Table, int, float, float]] = []
    busy = {id(table): asyncio.Lock() for table in tables}
    await at_rest(pid)
    before, bytes_before = cpu_s(pid) or 0.0, received(tables)

    async def one(number: int) -> None:
        table = tables[number % len(tables)]
        async with busy[id(table)]:
            found = await act(table, way, moves)
            if found:
                done.append((table, *found))

    began = time.perf_counter()
    tasks = []
    for number in range(args.actions):
        await asyncio.sleep(max(0.0, began + number / args.rate - time.perf_counter()))
        tasks.append(asyncio.create_task(one(number)))
    await asyncio.gather(*tasks)
    took_s = time.perf_counter() - began
    shown = "seen" if args.views and way != "bare" else "heard"
    for table, rev, _, _ in done:
        await until(lambda table=table, rev=rev: all(rev in getattr(phone, shown) for phone in table.phones))
    cost_s, sent_bytes = (cpu_s(pid) or 0.0) - before, received(tables) - bytes_before
    for table in tables:
        for task in table.tasks:
            task.cancel()
    return {
        "way": way,
        "acted": len(done),
        "actions_per_s": round(len(done) / took_s, 1),
        "cpu_ms": round(1000 * cost_s / len(done), 1),
        "kb": round(sent_bytes / 1000 / len(done), 1),
        "memory_mb": round(memory_mb(pid) or 0),
        "answered": times((answered - sent) for _, _, sent, answered in done),
        "seen": times(max(getattr(p, shown)[rev] for p in table.phones) - sent for table, rev, sent, _ in done),
    }


def received(tables: list[Table]) -> int:
    """Bytes that all phones were sent so far: streams, pages and the answers to what they posted."""
    wires = [wire_ for table in tables for phone in table.phones for wire_ in (phone.stream, phone.pages) if wire_]
    return sum(wire_.received for wire_ in (*wires, *(post for table in tables for post in table.posts)))


def times(seconds: Any) -> dict[str, float]:
    """p50, p99 and the most, in milliseconds."""
    ms = sorted(1000 * s for s in seconds)
    return {
        "p50_ms": round(statistics.median(ms), 1),
        "p99_ms": round(ms[min(len(ms) - 1, int(len(ms) * 0.99))], 1),
        "max_ms": round(ms[-1], 1),
    }


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How long an action takes to reach every phone at the table.")
    parser.add_argument("--tables", type=int, default=1)
    parser.add_argument("--phones", type=int, default=8, help="streams a table (5 seats, the others watch)")
    parser.add_argument("--actions", type=int, default=60)
    parser.add_argument("--rate", type=float, default=10.0, help="actions a second, over all tables")
    parser.add_argument("--views", action="store_true", help="every phone has its board after each change")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=["screens", "pages", "bare"])
    parser.add_argument("--before", type=Path, help="another checkout of the project, whose pages are fetched too")
    parser.add_argument("--quick", action="store_true", help="a smoke run of a few seconds")
    args = parser.parse_args()
    if args.quick:
        args.tables, args.actions, args.rate, args.views = 1, 12, 10.0, True
    return args


def served(args: argparse.Namespace, way: str, moves: list[Move]) -> dict[str, Any]:
    """One way, on a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        if way == "bare":
            command = [sys.executable, str(Path(__file__).parent / "bare_server.py"), str(port), folder]
            server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            assert server.stdout
            server.stdout.readline()
            time.sleep(1)
        else:
            server = start(folder, port, args.before if way == "before" else None)
        try:
            return asyncio.run(measure(port, args, way, moves, server.pid))
        finally:
            server.kill()  # nothing of it is kept, and a server with open streams takes its time to end
            server.wait()


def served_by_boardgame_io(args: argparse.Namespace) -> dict[str, Any]:
    """The peer's way. Its clients say when the measured moves begin and end."""
    with tempfile.TemporaryDirectory() as folder:
        if why_not := boardgame_io_peer.install(folder):
            sys.exit(why_not)
        port, cards = free_port(), boardgame_io_peer.card_facts()
        events = next(events for players, events in boardgame_io_peer.fairytale_games(4, 1) if players == SEATS)
        asked = {"port": port, "cards": cards, "actions": [*map(boardgame_io_peer.as_action, events)]}
        asked |= {"tables": args.tables, "phones": args.phones, "moves": args.actions, "rate": args.rate}
        Path(folder, "cards.json").write_text(json.dumps(cards), encoding="utf-8")
        Path(folder, "question.json").write_text(json.dumps(asked), encoding="utf-8")
        server = _node(folder, "server.js", "cards.json", str(port))
        clients = None
        try:
            _line(server, "ready")
            clients = _node(folder, "clients.js", "question.json")
            _line(clients, "measuring")
            before = cpu_s(server.pid) or 0.0
            found = json.loads(_line(clients, "done"))
            cost_s = (cpu_s(server.pid) or 0.0) - before
            return {
                "way": "boardgame.io",
                "acted": args.actions,
                "actions_per_s": round(args.actions / found["s"], 1),
                "cpu_ms": round(1000 * cost_s / args.actions, 1),
                "kb": round(found["received"] / 1000 / args.actions, 1),
                "memory_mb": round(memory_mb(server.pid) or 0),
                "answered": {"p50_ms": "-", "p99_ms": "-"},
                "seen": times(ms / 1000 for ms in found["times_ms"]),
            }
        finally:
            for process in (server, clients):
                if process:
                    process.kill()
                    process.wait()


def _node(folder: str, *command: str) -> subprocess.Popen[str]:
    return subprocess.Popen(["node", *command], cwd=folder, stdout=subprocess.PIPE, text=True)


def _line(process: subprocess.Popen[str], word: str) -> str:
    """What follows ``word`` on the first line that begins with it."""
    assert process.stdout
    for line in process.stdout:
        if line.startswith(word):
            return line[len(word) :]
    raise RuntimeError(f"boardgame.io ended without saying {word}")


def main() -> None:
    args, moves = parsed(), recorded()
    most = args.tables * (len(moves) - len(moves) // 2)
    if args.actions > most:
        sys.exit(f"--actions: the record has {most} moves for {args.tables} table(s); more would all be refused")
    ways = [*args.ways, *(["before"] if args.before else [])]
    found = [served_by_boardgame_io(args) if way == "boardgame.io" else served(args, way, moves) for way in ways]
    shown = "on all phones" if args.views else "heard by all"
    print(f"{args.tables} table(s) x {args.phones} phones, {args.actions} actions at {args.rate:g} a second")
    heads = ("way", "CPU ms", "KB", "a second", "answered p50", "p99", f"{shown} p50", "p99", "MB")
    print(" | ".join(heads))
    for one in found:
        cells = (one["way"], one["cpu_ms"], one["kb"], one["actions_per_s"], one["answered"]["p50_ms"],
                 one["answered"]["p99_ms"], one["seen"]["p50_ms"], one["seen"]["p99_ms"], one["memory_mb"])  # fmt: skip
        print(" | ".join(f"{cell!s:>{len(head)}}" for cell, head in zip(cells, heads, strict=True)))
    about = {"benchmark": "live_phones", "tables": args.tables, "phones": args.phones, "rate": args.rate}
    machine = {"cores": os.cpu_count(), "load": os.getloadavg()[0], "python": platform.python_version()}
    print(json.dumps({**about, "ways": found, **machine}))


if __name__ == "__main__":
    main()
