"""``tablewright games``: what can be played."""

from __future__ import annotations

import argparse

from companion.command_line import games_option
from printkit.job import sheet_counts
from rules import games

HELP = "List the games: players, cards, sheets of paper."
EXAMPLE = "tablewright games"


def add(parser: argparse.ArgumentParser) -> None:
    """Which games of one's own to list too."""
    games_option.add(parser)


def run(args: argparse.Namespace) -> int:
    """Print one line a game."""
    games_option.bring(args)
    wide = max(12, *(len(name) + 1 for name in games.names()))
    print(f"{'game':<{wide}}{'title':<24}{'players':<9}{'cards':>6}{'sheets':>8}  at the table")
    for name in games.names():
        deck = games.deck(name)
        playable = name in games.playable()
        low, high = games.info(name).players if playable else (0, 0)
        players = f"{low}-{high}" if playable else "–"
        sheets = sheet_counts.sheets(name)
        does = "play, score, print" if playable and deck.cards else "play, score" if playable else "print"
        print(f"{name:<{wide}}{deck.spec.title:<24}{players:<9}{deck.size:>6}{sheets:>8}  {does}")
    return 0
