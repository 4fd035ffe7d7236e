"""The directions of imports, as import-linter reads them from pyproject.toml."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LINTER = shutil.which("lint-imports", path=str(Path(sys.executable).parent)) or shutil.which("lint-imports")
PLANT = "import printkit.draw.display_list\n"


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    assert LINTER is not None, "import-linter is one of the test dependencies"
    command = [LINTER, "--config", str(folder / "pyproject.toml"), "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def test_imports_run_one_way() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("room", ["rules", "vision", "templates"])
def test_a_planted_import_the_wrong_way_is_found(room: str, tmp_path: Path) -> None:
    for package in ("companion", "printkit", "vision", "rules", "templates"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__", "static"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / room / "planted.py").write_text(PLANT)
    done = lint(tmp_path)
    assert done.returncode == 1
    assert f"{room}.planted -> printkit" in done.stdout
