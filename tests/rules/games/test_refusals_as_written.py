"""What each game refuses along its playthroughs, in which words and by which rule, is as written."""

from __future__ import annotations

import pytest
import refusals

from rules import games


@pytest.mark.parametrize("game", games.playable())
def test_a_game_refuses_as_written(game: str) -> None:
    """Where it is meant to differ: python tests/support/refusals.py --write, then read the diff."""
    assert not refusals.difference(game)


def test_every_file_is_of_a_game() -> None:
    assert sorted(path.stem for path in refusals.FOLDER.iterdir()) == sorted(games.playable())
