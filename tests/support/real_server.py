"""A server in a process of its own, that can be killed, and a phone that listens to it."""

from __future__ import annotations

import http.client
import itertools
import json
import os
import queue
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

TOY = Path(__file__).with_name("toy_server.py")
WAIT_S = 120
"""As long as nothing is wrong but a busy machine."""


def free_pair() -> int:
    """A port that is free, with the one after it: HTTP and HTTPS.

    None the system gives away, or it might before the port is used; and each test process looks somewhere else.
    """
    for port in _PORTS:
        with socket.socket() as one, socket.socket() as two:
            try:
                one.bind(("127.0.0.1", port))
                two.bind(("127.0.0.1", port + 1))
            except OSError:
                continue
            return port
    raise AssertionError("no two ports are free")


_PORTS = itertools.islice(itertools.cycle(range(10_000, 30_000, 2)), os.getpid() * 50 % 10_000, None)


@dataclass
class Server:
    """A running process and where it answers."""

    process: subprocess.Popen[str]
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """As Ctrl+C would. Returns the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(WAIT_S)

    def errors(self) -> str:
        """What it has said to stderr; ask when it has ended."""
        assert self.process.stderr
        return self.process.stderr.read()


@contextmanager
def toy_server(data: Path, port: int = 0, *, pages: int = 0, uid: int = 0, **connections: float) -> Iterator[Server]:
    """The toy game's server on that data; it is gone when the context ends. ``connections``: of ConnectionLimits."""
    limits = [json.dumps(connections)] if connections else []
    with running([sys.executable, str(TOY), str(data), str(port), str(pages), str(uid), *limits]) as started:
        assert started.stdout
        line = started.stdout.readline()
        yield Server(started, int(line))


@contextmanager
def running(command: list[str], **process: Any) -> Iterator[subprocess.Popen[str]]:
    """A command with its output as text, killed at the end if it still runs."""
    found = os.pathsep.join(filter(None, (str(TOY.parent), os.environ.get("PYTHONPATH", ""))))
    env = {**os.environ, "PYTHONPATH": found, "PYTHONUNBUFFERED": "1", **process.pop("env", {})}
    started = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", env=env, **process
    )
    try:
        yield started
    finally:
        if started.poll() is None:
            started.kill()
        started.communicate()


@dataclass
class Event:
    """One server-sent event."""

    name: str
    id: str
    data: Any


class Listener:
    """A phone on a table's stream; ``next`` waits for the next event of a name."""

    def __init__(self, server: Server, code: str, headers: dict[str, str] | None = None, query: str = "") -> None:
        self.events: queue.Queue[Event | None] = queue.Queue()
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=WAIT_S)
        self._connection.request("GET", f"/api/tables/{code}/stream{query}", headers=headers or {})
        self._socket = self._connection.sock
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def next(self, name: str = "rev") -> Any:
        """The data of the next event of that name. Fails when the stream ends before."""
        while True:
            event = self.events.get(timeout=WAIT_S)
            assert event is not None, "the stream has ended"
            if event.name == name:
                return event.data

    def ended(self) -> bool:
        """Wait for the end of the stream."""
        while self.events.get(timeout=WAIT_S) is not None:
            pass
        self.close()
        return True

    def close(self) -> None:
        """The phone is gone."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(WAIT_S)
        self._connection.close()

    def _run(self) -> None:
        name = id_ = ""
        with suppress(OSError, http.client.HTTPException), self._connection.getresponse() as response:
            while line := response.readline().decode():
                word, _, value = line.strip().partition(": ")
                if word == "event":
                    name = value
                elif word == "id":
                    id_ = value
                elif word == "data":
                    self.events.put(Event(name, id_, json.loads(value)))
        self.events.put(None)


class Phone:
    """What a program with a token does, over the wire."""

    def __init__(self, server: Server, code: str, *tokens: str) -> None:
        self.url = f"{server.url}/api/tables/{code}"
        self.headers = {"Authorization": "Bearer " + ",".join(tokens)} if tokens else {}

    def post(self, what: str, **body: Any) -> httpx.Response:
        return httpx.post(f"{self.url}/{what}", json=body, headers=self.headers, timeout=WAIT_S)

    def look(self) -> Any:
        return httpx.get(self.url, headers=self.headers, timeout=WAIT_S).json()

    def export(self) -> Any:
        return httpx.get(f"{self.url}/export", headers=self.headers, timeout=WAIT_S).json()


def open_table(server: Server, *names: str) -> tuple[str, str, list[str]]:
    """A begun toy table: code, the host's token, a token a name."""
    opened = httpx.post(f"{server.url}/api/tables", json={"game": "toy"}, timeout=WAIT_S).json()
    code, host = opened["code"], opened["host_token"]
    tokens = [Phone(server, code).post("join", name=name).json()["token"] for name in names]
    Phone(server, code, host).post("begin")
    return code, host, tokens
