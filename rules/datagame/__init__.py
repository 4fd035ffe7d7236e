"""A game out of a folder, no Python in it: ``game.toml`` says what a table keeps, ``cards.csv`` what is printed.

    game = game_of(read_game(toml_bytes, {"cards.csv": csv_bytes}))

docs/own-games.md has every key. What such a game does by itself is keeping: counters with alarms, cards in zones, whose
turn it is, and the points. Everything else stands on its cards and in the heads of those who play it.
"""

from __future__ import annotations

from rules.datagame.game import DataGame, game_of
from rules.datagame.plan import Plan
from rules.datagame.plan_reading import read_game

__all__ = ["DataGame", "Plan", "game_of", "read_game"]
