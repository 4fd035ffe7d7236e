"""Golden playthroughs of Dragon Breeds: the files say what the rules say, and together they show everything."""

from __future__ import annotations

from pathlib import Path

import playthroughs
import pytest

from rules.game_protocol import event_type
from rules.games.breeds.game import GAME

FILES = playthroughs.files("breeds")
BY_HAND = {"damage", "ko", "clear_refracted", "call_off", "adjust", "seat_away", "seat_back"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_goes_as_written(path: Path) -> None:
    """Where it is meant to differ: python tests/support/playthroughs.py --write, then read the diff."""
    assert not playthroughs.difference(path)


def _kinds(path: Path) -> list[str]:
    return [line.split(" ")[1] for line in playthroughs.read(path.read_text(encoding="utf-8")).events]


def _by_hand(kind: str) -> bool:
    return kind.endswith("!") or kind.startswith("set_") or kind in BY_HAND


CLEAN = [path for path in FILES if not any(map(_by_hand, _kinds(path)))]


def test_every_kind_of_event_is_shown() -> None:
    shown = {kind.rstrip("!") for path in FILES for kind in _kinds(path)}
    assert {event_type(kind) for kind in GAME.events} - shown == set()


def test_every_action_of_the_rules_occurs_without_a_correction() -> None:
    shown = {kind for path in CLEAN for kind in _kinds(path)}
    actions = {event_type(kind) for kind in GAME.events if not _by_hand(event_type(kind))}
    assert actions - shown == set()


def test_five_whole_games_need_no_correction_and_no_override() -> None:
    whole = [path for path in CLEAN if " wins" in path.read_text(encoding="utf-8")]
    assert len(whole) >= 5
    people = {len(playthroughs.read(path.read_text(encoding="utf-8")).people) for path in whole}
    assert people >= {2, 3, 4}


def test_knock_outs_rage_and_elimination_are_shown() -> None:
    told = "\n".join(path.read_text(encoding="utf-8") for path in CLEAN)
    for sign in ("[K.O.]", "[enraged]", "[out]"):
        assert sign in told


def test_mishaps_are_shown() -> None:
    lines = [line for path in FILES for line in playthroughs.read(path.read_text(encoding="utf-8")).events]
    assert any(line.startswith("undo ") for line in lines)
    assert any("! {" in line for line in lines)
