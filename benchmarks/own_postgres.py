"""A PostgreSQL of a benchmark's own, in a temporary folder: it can be restarted without asking anybody."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from server_process import free_port

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql*/bin")


@dataclass
class OwnPostgres:
    """A running cluster. ``url`` is of an empty database."""

    bin: Path
    data: Path
    port: int

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/postgres"

    def restart(self, how: str = "fast") -> None:
        """Stop (``immediate``: as a power cut) and start again."""
        self.run("pg_ctl", "-D", str(self.data), "-w", "-m", how, "-l", str(self.data) + ".log", "restart")

    def run(self, *command: str) -> None:
        """One of PostgreSQL's programs, as a user it accepts: never root."""
        words = [str(self.bin / command[0]), *command[1:]]
        if os.geteuid() == 0:
            words = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *words]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, cwd="/")


def programs() -> Path | None:
    """Where PostgreSQL's programs are, the newest; None where it is not installed."""
    found = [path for place in PLACES for path in sorted(Path("/").glob(place[1:])) if (path / "initdb").exists()]
    there = shutil.which("initdb")
    return found[-1] if found else Path(there).parent if there else None


@contextmanager
def own_postgres() -> Iterator[OwnPostgres]:
    """A cluster that is gone when the context ends. Raises SystemExit where PostgreSQL is not installed."""
    bin_ = programs()
    if bin_ is None:
        raise SystemExit("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        cluster = OwnPostgres(bin_, folder / "data", free_port())
        cluster.run("initdb", "-D", str(cluster.data), "-A", "trust", "-U", "postgres")
        options = f"-k {folder} -c listen_addresses=127.0.0.1 -p {cluster.port} -c max_connections=200"
        command = ("pg_ctl", "-D", str(cluster.data), "-w", "-o", options, "-l", f"{cluster.data}.log")
        cluster.run(*command, "start")
        try:
            yield cluster
        finally:
            cluster.run("pg_ctl", "-D", str(cluster.data), "-m", "immediate", "stop")
