"""The game out of a folder that docs/own-games.md shows, in format 1 but for that word for word, and changes of it."""

from __future__ import annotations

import re
from pathlib import Path

from rules.datagame.game import DataGame, game_of
from rules.datagame.plan import Plan
from rules.datagame.plan_reading import read_game

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "own-games.md").read_text("utf-8")
SHOWN, CSV = (re.findall(rf"```{kind}\n(.+?)```", PAGE, re.DOTALL)[0] for kind in ("toml", "csv"))
TOML = SHOWN.removeprefix("format = 2\n\n")
"""The same as it was written before there were formats."""


def plan(*changes: tuple[str, str], csv: str = CSV) -> Plan:
    """The game, with texts of its game.toml replaced."""
    toml = TOML
    for old, new in changes:
        assert old in toml, old
        toml = toml.replace(old, new, 1)
    return read_game(toml.encode(), {"cards.csv": csv.encode()})


def game(*changes: tuple[str, str]) -> DataGame:
    """The same, to be played."""
    return game_of(plan(*changes))


def folder(where: Path, toml: str = TOML, csv: str = CSV) -> Path:
    """Its folder on disk."""
    where.mkdir(parents=True, exist_ok=True)
    (where / "game.toml").write_text(toml, "utf-8")
    (where / "cards.csv").write_text(csv, "utf-8")
    return where
