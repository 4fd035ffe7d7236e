"""Random players bring every game there is to its end, and what the rules promise holds all the way.

``TABLEWRIGHT_GAMES`` says how many games of each (``.ci/run``: 40), ``TABLEWRIGHT_SEED`` brings a run back;
``benchmarks/playouts.py`` plays thousands.
"""

from __future__ import annotations

import os
import random

import pytest
from random_players import play

from rules import games

GAMES = int(os.environ.get("TABLEWRIGHT_GAMES", "10"))
BASE = int(os.environ.get("TABLEWRIGHT_SEED", random.randrange(10**6)))
"""Seeds vary from run to run; a failure names its own."""
PORTION = 10


@pytest.mark.parametrize("portion", range(0, GAMES, PORTION))
@pytest.mark.parametrize("game", games.playable())
def test_random_players_reach_the_end(game: str, portion: int) -> None:
    for seed in range(BASE + portion, BASE + min(GAMES, portion + PORTION)):
        play(game, seed)
