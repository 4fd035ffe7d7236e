"""Killed and damaged in small, with all games: a few rounds of the benchmark find nothing lost or made up."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

BENCHMARK = Path(__file__).parents[3] / "benchmarks" / "crash.py"


def test_kills_and_damages_lose_double_and_make_up_nothing():
    done = subprocess.run(
        [sys.executable, str(BENCHMARK), "--quick"], capture_output=True, text=True, check=False, timeout=600
    )
    found = json.loads(done.stdout.splitlines()[-1])
    assert done.returncode == 0, done.stdout
    assert (found["rounds"], found["lost_or_doubled"], found["server_errors"]) == (3, 0, 0)
    assert set(found["after_damage"]) <= {"whole", "set aside", "in a file that is said to be damaged", "not openable"}
