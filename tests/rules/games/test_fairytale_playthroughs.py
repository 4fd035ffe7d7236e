"""Golden playthroughs of Fairy Tale: the files say what the rules say, and together they show everything."""

from __future__ import annotations

from pathlib import Path

import playthroughs
import pytest

from rules.game_protocol import event_type
from rules.games.fairytale.game import GAME

FILES = playthroughs.files("fairytale")
CORRECTIONS = {"set_face", "add_card", "remove_card", "set_stage"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_goes_as_written(path: Path) -> None:
    """Where it is meant to differ: python tests/support/playthroughs.py --write, then read the diff."""
    assert not playthroughs.difference(path)


def _events(path: Path) -> list[list[str]]:
    return [line.split(" ") for line in playthroughs.read(path.read_text(encoding="utf-8")).events]


def test_every_kind_of_event_is_shown() -> None:
    shown = {words[1].rstrip("!") for path in FILES for words in _events(path)}
    assert {event_type(kind) for kind in GAME.events if kind not in GAME.retired} <= shown


def test_five_whole_games_need_no_correction_and_no_override() -> None:
    clean = []
    for path in FILES:
        words = [event[1] for event in _events(path)]
        ends = "points stand." in path.read_text(encoding="utf-8")
        if ends and "select" in words and not any(w.endswith("!") or w in CORRECTIONS for w in words):
            clean.append(path.stem)
    assert len(clean) >= 5
    people = {len(playthroughs.read(path.read_text(encoding="utf-8")).people) for path in FILES if path.stem in clean}
    assert people == {2, 3, 4, 5}


def test_an_undo_is_shown() -> None:
    assert any(event[0] == "undo" for path in FILES for event in _events(path))
