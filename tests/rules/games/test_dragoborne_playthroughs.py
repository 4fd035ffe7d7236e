"""Golden playthroughs of Dragoborne: the files say what the rules say, and together they show everything."""

from __future__ import annotations

from pathlib import Path

import playthroughs
import pytest

from rules.game_protocol import event_type
from rules.games.dragoborne.game import GAME

FILES = playthroughs.files("dragoborne")
ALL = {event_type(kind) for kind in GAME.events}
BY_HAND = {kind for kind in ALL if kind.startswith("set_") and kind != "set_ambush"} | {
    "put_creature",
    "take_creature",
    "call_off",
}
OF_OTHER_CARDS = {"damage_fort", "ambush_leaves"}
"""What no card of ours says: other decks have such cards."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_goes_as_written(path: Path) -> None:
    """Where it is meant to differ: python tests/support/playthroughs.py --write, then read the diff."""
    assert not playthroughs.difference(path)


def _kinds(path: Path) -> list[str]:
    return [line.split(" ")[1] for line in playthroughs.read(path.read_text(encoding="utf-8")).events]


def _clean(path: Path) -> bool:
    return not any(kind.endswith("!") or kind in BY_HAND for kind in _kinds(path))


def test_every_kind_of_event_is_shown() -> None:
    shown = {kind.rstrip("!") for path in FILES for kind in _kinds(path)}
    assert shown >= ALL


def test_every_action_of_the_rules_occurs_without_a_correction() -> None:
    shown = {kind for path in FILES if _clean(path) for kind in _kinds(path)}
    assert ALL - BY_HAND - shown == OF_OTHER_CARDS


def test_five_whole_games_need_no_correction_and_no_override() -> None:
    whole = [path for path in FILES if _clean(path) and "The result:" in path.read_text(encoding="utf-8")]
    assert len(whole) >= 5
