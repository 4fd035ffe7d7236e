"""The benchmarks start, and what others read of them keeps its shape; how fast anything is, no test says."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import numpy as np
import pytest

FOLDER = Path(__file__).parent.parent / "benchmarks"
FILES = sorted(FOLDER.glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_all_a_benchmark_needs_is_there(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(FOLDER)
    names = runpy.run_path(str(file), run_name="looked at")
    assert "main" not in names or "--quick" in file.read_text("utf-8")


def test_a_row_of_readers_is_over_all_games_and_says_seven_things(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(FOLDER)
    import scan_readers as shown

    place = ((10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0))
    beside = ((60.0, 60.0), (80.0, 60.0), (80.0, 80.0), (60.0, 80.0))
    grey = np.zeros((100, 100), np.uint8)
    first = shown.Picture(grey, [("A", place)])
    second = shown.Picture(grey, [("A", place), ("B", beside)])
    readers = {"ours": lambda _: [("A", place), ("B", place), ("a link", beside)], "absent": None}
    every = [list(shown.rows(1.0, True, [picture], readers, "AB".__contains__)) for picture in (first, second)]
    shown.last([shown.added(same) for same in zip(*every, strict=True)])
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert row.pop("ms") >= 0
    assert row == {"px_per_module": 1.0, "hard": True, "reader": "ours", "right": 2, "wrong": 2, "of": 3}
