"""Processor time until a command has done its job, or the companion is ready.

    python benchmarks/start_up.py [--runs 5] [--quick]

``--help`` and ``games`` are counted to their end, ``serve`` to the line that says how to stop it, on a new data folder
and over plain HTTP. Prints the median of the runs, and one line of JSON last. Needs Linux for ``serve`` (``/proc``).
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
from pathlib import Path

COMMAND = (sys.executable, "-c", "from companion.cli import main; raise SystemExit(main())")
READY = b"Stop with"


def to_its_end(*words: str) -> float:
    """Seconds of processor time of a command from start to end."""
    before = os.times()
    subprocess.run([*COMMAND, *words], stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def until_ready() -> float:
    """Seconds of processor time of ``serve`` until it says that it is ready."""
    with tempfile.TemporaryDirectory() as folder:
        words = ("serve", "--host", "127.0.0.1", "--no-https", "--data", folder)
        server = subprocess.Popen(
            [*COMMAND, *words], stdout=subprocess.PIPE, env=os.environ | {"PYTHONUNBUFFERED": "1"}
        )
        try:
            assert server.stdout is not None
            assert any(READY in line for line in server.stdout), "serve ended before it was ready"
            # User and system time, in ticks; the name before them may hold blanks, its bracket ends it.
            stat = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
        finally:
            server.send_signal(signal.SIGTERM)
            server.communicate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="a smoke run")
    runs = 1 if (asked := parser.parse_args()).quick else asked.runs
    ways = {"--help": lambda: to_its_end("--help"), "games": lambda: to_its_end("games"), "serve": until_ready}
    found = {}
    for name, way in ways.items():
        way()  # compiled modules and the disk's cache are no part of it
        found[name] = statistics.median(way() for _ in range(runs))
        print(f"{name:8} {found[name]:6.2f} s CPU")
    print(json.dumps({"runs": runs, "cpu_s": {name: round(figure, 3) for name, figure in found.items()}}))


if __name__ == "__main__":
    main()
