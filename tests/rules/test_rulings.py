"""RULINGS.md of the games: every house rule stands there with its ruling, and the tests it names exist."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from rules import games

HERE = Path(__file__).parent
OURS = ("dragoborne", "tower", "breeds", "gilfate")


def rows(game: str) -> list[str]:
    text = (Path(games.__file__).parent / game / "RULINGS.md").read_text("utf-8")
    return [line for line in text.splitlines() if line.startswith("|")][2:]


@pytest.mark.parametrize("game", OURS)
def test_every_house_rule_stands_beside_its_ruling(game):
    for option in import_module(f"rules.games.{game}.house_rules").OPTIONS:
        found = [row for row in rows(game) if f"`{option.id}`" in row and option.ruling in row.split("|")[1]]
        assert found, option.id


@pytest.mark.parametrize("game", OURS)
def test_the_tests_named_there_exist(game):
    source = "".join(file.read_text("utf-8") for file in (HERE / "games").glob(f"test_{game}_*.py"))
    named = re.findall(r"`(test_\w+)`", "".join(rows(game)))
    assert named
    assert [name for name in named if f"def {name}(" not in source] == []


@pytest.mark.parametrize("game", OURS)
def test_every_house_rule_that_computes_something_has_a_test_of_both_readings(game):
    for option in import_module(f"rules.games.{game}.house_rules").OPTIONS:
        row = next(row for row in rows(game) if f"`{option.id}`" in row and option.ruling in row.split("|")[1])
        assert "`test_option_" in row or "at the table" in row, option.id
