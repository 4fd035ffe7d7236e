"""A command starts with what it needs: a print does not load the server, nor a score the printer."""

from __future__ import annotations

import subprocess
import sys

import pytest

SLOW = {"flask", "sqlalchemy", "openpyxl", "ezdxf", "cv2", "cryptography", "uvicorn"}


@pytest.mark.parametrize("command", ["print", "games"])
def test_a_command_loads_no_library_of_another(command: str) -> None:
    assert not loaded([command, "--help"]) & SLOW


def loaded(words: list[str]) -> set[str]:
    """The modules a command has loaded at its end."""
    program = (
        "import contextlib, io, sys\n"
        "from companion.cli import main\n"
        "with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):\n"
        f"    main({words!r})\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_games_are_listed_without_their_tables_and_without_the_printer() -> None:
    seen = loaded(["games"])
    assert not seen & {"numpy", "cv2", "reportlab", "PIL", "flask", "sqlalchemy", "fontTools", "jinja2"}
    assert "printkit.job.print_job" not in seen
    assert not [name for name in seen if name.startswith("rules.games.") and name.endswith((".game", ".screens"))]


@pytest.mark.parametrize("words", [["--help"], ["nonsense"]])
def test_without_a_command_all_are_listed(words: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", "companion.cli", *words], capture_output=True, text=True, check=False)
    for command in ("print", "serve", "scan", "calibrate"):
        assert command in done.stdout + done.stderr
