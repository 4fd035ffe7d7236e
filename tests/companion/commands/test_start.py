"""A command starts with what it needs: a print does not load the server, nor a score the printer."""

from __future__ import annotations

import subprocess
import sys

import pytest

SLOW = {"flask", "sqlalchemy", "openpyxl", "ezdxf", "cv2", "cryptography", "uvicorn"}


@pytest.mark.parametrize("command", ["print", "games"])
def test_a_command_loads_no_library_of_another(command: str) -> None:
    program = (
        "import contextlib, io, sys\n"
        "from companion.cli import main\n"
        "with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):\n"
        f"    main(['{command}', '--help'])\n"
        f"print(*sorted({SLOW!r} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not done.stdout.split()


@pytest.mark.parametrize("words", [["--help"], ["nonsense"]])
def test_without_a_command_all_are_listed(words: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", "companion.cli", *words], capture_output=True, text=True, check=False)
    for command in ("print", "serve", "scan", "calibrate"):
        assert command in done.stdout + done.stderr
