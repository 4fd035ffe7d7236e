"""What the documents promise is there, and what is there is documented."""

from __future__ import annotations

import pkgutil
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from companion import commands
from rules import games

ROOT = Path(__file__).parent.parent
DOCS = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
COMMANDS = [found.name.rstrip("_") for found in pkgutil.iter_modules(commands.__path__)]


def words() -> str:
    return "\n".join(page.read_text("utf-8") for page in DOCS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented_and_helps_with_an_example(command: str) -> None:
    assert f"tablewright {command}" in words()
    asked = [sys.executable, "-m", "companion.cli", command, "--help"]
    answer = subprocess.run(asked, capture_output=True, text=True, check=True, cwd=ROOT)
    assert f"tablewright {command}" in answer.stdout.split("Example:\n")[1]


@pytest.mark.parametrize("game", games.names())
def test_every_game_is_in_the_readme(game: str) -> None:
    assert games.spec(game).title in (ROOT / "README.md").read_text("utf-8")


def test_every_dependency_is_defended() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    design = (ROOT / "docs" / "design.md").read_text("utf-8").lower()
    for dependency in project["dependencies"]:
        name = re.split(r"[<>=\[]", dependency)[0]
        assert name in design, f"{name} has no line in docs/design.md"


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_readme_has_its_two_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    commands_there = re.findall(r"<!-- (\w+) -->\n```sh\n(.+?)\n```", text, re.DOTALL)
    assert [name for name, _ in commands_there] == ["start", "test"]
    assert all(len(command.splitlines()) == 1 for _, command in commands_there)
