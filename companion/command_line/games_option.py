"""``--games DIR``, the same for every command: games out of folders beside those that are here."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.errors import JobError


def add(parser: argparse.ArgumentParser) -> None:
    """The option."""
    parser.add_argument(
        "--games", type=Path, metavar="DIR", help="games of your own: folders with game.toml and cards.csv"
    )


def bring(args: argparse.Namespace) -> None:
    """Have the games of that folder known from here on. Raises JobError with file, line, key or column, and cure."""
    if args.games is None:
        return
    from companion.own_decks.game_folders import FolderRefusal, bring_all

    try:
        bring_all(args.games)
    except FolderRefusal as refusal:
        raise JobError(str(refusal)) from None
