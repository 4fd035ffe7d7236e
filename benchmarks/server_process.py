"""A real server (``tablewright serve``) on loopback for a benchmark, and what it costs."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

START_S = 60


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def start(folder: str, port: int, checkout: Path | None = None) -> subprocess.Popen[str]:
    """The server, once it answers; with ``checkout`` the code that lies there."""
    command = [
        sys.executable,
        "-m",
        "companion.cli",
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--data",
        folder,
    ]
    server = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=checkout, env={**os.environ, "TABLEWRIGHT_LIMITS": "off"}
    )
    assert server.stdout
    deadline = time.monotonic() + START_S
    while "ready" not in server.stdout.readline():
        if server.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError("the server did not start")
    return server


def memory_mb(pid: int) -> float | None:
    """Resident memory where the system tells it simply."""
    try:
        with Path(f"/proc/{pid}/status").open(encoding="ascii") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))
    except OSError:
        return None


def cpu_s(pid: int) -> float | None:
    """Processor time used so far, where the system tells it simply."""
    try:
        with Path(f"/proc/{pid}/stat").open(encoding="ascii") as stat:
            fields = stat.read().rsplit(") ", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return None
