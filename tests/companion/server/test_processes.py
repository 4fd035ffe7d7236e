"""Two real processes over a PostgreSQL of their own, killed and restarted in small: the benchmark finds nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[3] / "benchmarks"


def test_processes_killed_and_a_database_restarted_leave_one_log_and_one_view(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(FOLDER)
    from own_postgres import programs

    if programs() is None:
        pytest.skip("needs PostgreSQL's programs (Debian: postgresql)")
    done = subprocess.run(
        [sys.executable, str(FOLDER / "processes.py"), "--quick"],
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = json.loads(done.stdout.splitlines()[-1])["runs"]
    assert (found["answered"] >= 120, found["views_compared"] > 0) == (True, True)
    assert (found["gaps_doubles_losses"], found["views_that_differ"]) == (0, 0)
