"""Games from elsewhere, the same for every command: those that were installed, and ``--games DIR`` with folders."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.command_line import terminal_output
from companion.errors import JobError, every_one
from rules import plugin_entry_points


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
        raise every_one(refusal.problems) from None
    if len(plans) > 1:
        ids = ", ".join(plan.id for plan in plans)
        raise JobError(f"{folder}: holds {len(plans)} games ({ids}); print one of their folders")
    return plans[0].id


def bring(args: argparse.Namespace) -> None:
    """Have installed games known from here on, a line said for each that is left out; and the games of that folder.

    Raises JobError with file, line, key or column, and cure.
    """
    bring_installed()
    if args.games is None:
        return
    from companion.own_decks.game_folders import FolderRefusal, bring_all

    try:
        bring_all(args.games)
    except FolderRefusal as refusal:
        raise every_one(refusal.problems) from None


def bring_installed() -> None:
    """Have installed games known from here on, a line said for each that is left out."""
    if not plugin_entry_points.found():
        return  # nobody need wait for what reads and checks them
    from companion.own_decks import installed_games

    for line in installed_games.bring():
        terminal_output.refuse(line)
