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


def bring_folder(folder: Path) -> str:
    """Have the game in a folder known, where it is not yet, and say its id. Raises JobError as ``bring``."""
    from companion.own_decks.game_folders import FolderRefusal, bring_all, brought_from

    known = {place.resolve(): game for game, place in brought_from().items()}
    if folder.resolve() in known:
        return known[folder.resolve()]
    try:
        plans = bring_all(folder)
    except FolderRefusal as refusal:
        raise JobError(str(refusal)) from None
    if len(plans) > 1:
        ids = ", ".join(plan.id for plan in plans)
        raise JobError(f"{folder}: holds {len(plans)} games ({ids}); print one of their folders")
    return plans[0].id


def bring(args: argparse.Namespace) -> None:
    """Have the games of that folder known from here on. Raises JobError with file, line, key or column, and cure."""
    if args.games is None:
        return
    from companion.own_decks.game_folders import FolderRefusal, bring_all

    try:
        bring_all(args.games)
    except FolderRefusal as refusal:
        raise JobError(str(refusal)) from None
