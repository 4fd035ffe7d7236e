"""``tablewright new``: a game of one's own to begin with."""

from __future__ import annotations

import argparse
import os
import shutil
from contextlib import suppress
from pathlib import Path

from companion.command_line import games_option
from companion.errors import JobError
from companion.own_decks import new_game
from companion.own_decks.letters import free_letters
from companion.storage.data_folder import default_folder
from printkit.safe_files import is_folder, named_file, write_whole

HELP = "Make a new game: a folder that checks, prints and plays at once."
EXAMPLE = 'tablewright new "Lantern Walk" --like tidepool'
WAYS = "cards: counters, cards and points (the usual); pad: a score pad without cards; coop: all against the game"


def add(parser: argparse.ArgumentParser) -> None:
    """The name, and what kind of game."""
    parser.add_argument(
        "name",
        metavar="NAME",
        help="what the game is called, and its folder after it; or the folder to make, as ../lantern-walk",
    )
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--kind", choices=new_game.KINDS, default="cards", help=WAYS)
    way.add_argument("--like", metavar="GAME", default="", help=f"a copy of: {', '.join(new_game.like_names())}")
    way.add_argument("--python", action="store_true", help="a package with a program and tests (docs/python-games.md)")
    parser.add_argument(
        "--into", metavar="DIR", type=Path, default=Path(), help="the folder to make it in (default: here)"
    )


def run(args: argparse.Namespace) -> int:
    """Make the folder, and say what to do next."""
    games_option.bring_installed()
    place = _place(args.into, args.name)
    title = new_game.title_of(place.name) if place else args.name
    letters = free_letters(default_folder(), title)
    if args.python:
        found = new_game.package(title, letters)
    else:
        found = new_game.folder(title, kind=args.kind, like=args.like, letters=letters)
    folder: Path = place or args.into / found.id
    _write(folder, {folder / file: data for file, data in found.files.items()})
    if args.python:
        print(f"{folder}: {title}, a game in Python. Its tests are green at once:")
        print(f"  cd {folder} && pip install -e . pytest && pytest")
        print("Then it is among the games of: tablewright serve")
        return 0
    print(
        f"{folder}: {title}, a game to begin with; change {folder / 'game.toml'}"
        + (" and cards.csv." if "cards.csv" in found.files else ".")
    )
    print(f"  tablewright preview {folder}   shows it while you write")
    print(f"  tablewright check {folder}   says what is wrong with it")
    if "cards.csv" in found.files:
        print(f"  tablewright print {folder}   makes its cards as a PDF")
    print(f"  tablewright serve --games {folder}   plays it")
    return 0


def _place(into: Path, name: str) -> Path | None:
    """The folder to make, where the name is a path and no title: begins as one, or leads into a folder there is.

    Raises JobError for a path that names no new folder.
    """
    typed = named_file(name.rstrip("/").rstrip(os.sep))
    inside = typed.parent != Path() and is_folder(into / typed.parent)
    if not (inside or typed.is_absolute() or name.startswith(("./", "../", "~/")) or name in (".", "..")):
        return None
    if typed.name in ("", ".."):
        raise JobError(f"{name}: is a folder that is there; add the name of the game to make in it")
    return into / typed


def _write(folder: Path, files: dict[Path, bytes]) -> None:
    """Write all of it or nothing. Raises JobError where something is there already."""
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise JobError(f"{folder}: is there already; choose another name, or another folder with --into") from None
    except OSError as error:
        raise JobError(f"{folder}: cannot be made ({error.strerror}); choose another folder with --into") from None
    try:
        write_whole(files, folders=True)
    except BaseException:
        with suppress(OSError):
            shutil.rmtree(folder)
        raise
