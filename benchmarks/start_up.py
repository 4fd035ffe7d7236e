"""Processor time until a command has done its job, or the companion is ready, and then has loaded all it will need.

    python benchmarks/start_up.py [--runs 5] [--quick]

``--help`` and ``games`` are counted to their end, ``serve`` to the line that says how to stop it, on a new data folder
and over plain HTTP; ``warm`` is the same until it has loaded in the background what tables need. Prints the
median of the runs, and one line of JSON last. Needs Linux for ``serve`` (``/proc``).
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMMAND = (sys.executable, "-c", "from companion.cli import main; raise SystemExit(main())")
READY = b"Stop with"
STILL, IDLE_S = 4, 0.03
"""A server is warm that has used so little in so many half seconds."""


def to_its_end(*words: str) -> float:
    """Seconds of processor time of a command from start to end."""
    before = os.times()
    subprocess.run([*COMMAND, *words], stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def cpu_s(pid: int) -> float:
    """Seconds of processor time of a running process."""
    # User and system time, in ticks; the name before them may hold blanks, its bracket ends it.
    stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


def _until_still(pid: int) -> float:
    """Its processor time once it has used next to none for a while."""
    used = [cpu_s(pid)]
    while len(used) <= STILL or used[-1] - used[-1 - STILL] > IDLE_S:
        time.sleep(0.5)
        used.append(cpu_s(pid))
    return used[-1]


def of_serve() -> tuple[float, float]:
    """Seconds of processor time of ``serve`` until it says that it is ready, and until it is warm."""
    with tempfile.TemporaryDirectory() as folder:
        words = ("serve", "--host", "127.0.0.1", "--no-https", "--data", folder)
        server = subprocess.Popen(
            [*COMMAND, *words], stdout=subprocess.PIPE, env=os.environ | {"PYTHONUNBUFFERED": "1"}
        )
        try:
            assert server.stdout is not None
            assert any(READY in line for line in server.stdout), "serve ended before it was ready"
            ready = cpu_s(server.pid)
            return ready, _until_still(server.pid)
        finally:
            server.send_signal(signal.SIGTERM)
            server.communicate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="a smoke run")
    runs = 1 if (asked := parser.parse_args()).quick else asked.runs
    found = {}
    for name in ("--help", "games"):
        to_its_end(name)  # compiled modules and the disk's cache are no part of it
        found[name] = statistics.median(to_its_end(name) for _ in range(runs))
    of_serve()
    served = [of_serve() for _ in range(runs)]
    found["serve"], found["warm"] = (statistics.median(column) for column in zip(*served, strict=True))
    for name, figure in found.items():
        print(f"{name:8} {figure:6.2f} s CPU")
    print(json.dumps({"runs": runs, "cpu_s": {name: round(figure, 3) for name, figure in found.items()}}))


if __name__ == "__main__":
    main()
