"""A simulated table of real cards, beside which the companion never says what the paper does not.

``TABLEWRIGHT_GAMES`` says how many games of each, at most ``MOST``; ``benchmarks/paper_tables.py`` plays hundreds.
"""

from __future__ import annotations

import os

import pytest
from paper_table import GAMES, play

MOST = 20
COUNT = min(int(os.environ.get("TABLEWRIGHT_GAMES", "10")), MOST)
"""The seeds are the same in every run; a failure names its own."""
PORTION = 5
SEVERAL = {"tower": 3, "breeds": 3}
"""Games as long as so many others: fewer of them are played."""
PORTIONS = [(game, first) for game in GAMES for first in range(0, max(1, COUNT // SEVERAL.get(game, 1)), PORTION)]


@pytest.mark.parametrize(("game", "first"), PORTIONS)
def test_the_companion_agrees_with_the_paper(game: str, first: int) -> None:
    for seed in range(first, min(max(1, COUNT // SEVERAL.get(game, 1)), first + PORTION)):
        played = play(game, seed)
        assert not played.contradiction
        assert played.steps
