"""A simulated table of real cards, beside which the companion never says what the paper does not.

``TABLEWRIGHT_GAMES`` says how many games of each; ``benchmarks/paper_tables.py`` plays hundreds.
"""

from __future__ import annotations

import os

import pytest
from paper_table import GAMES, play

COUNT = int(os.environ.get("TABLEWRIGHT_GAMES", "10"))
"""The seeds are the same in every run; a failure names its own."""
PORTION = 5


@pytest.mark.parametrize("portion", range(0, COUNT, PORTION))
@pytest.mark.parametrize("game", GAMES)
def test_the_companion_agrees_with_the_paper(game: str, portion: int) -> None:
    for seed in range(portion, min(COUNT, portion + PORTION)):
        played = play(game, seed)
        assert not played.contradiction
        assert played.steps
