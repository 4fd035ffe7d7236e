"""``tablewright fetch``: the cards of a game's folder, fetched from the sheet its game.toml links to."""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

from companion.commands import check
from companion.errors import JobError
from companion.network.linked_file import LinkError, fetched
from companion.own_decks.folder_files import bounded
from printkit.input.tables import is_table, read_table_file
from printkit.safe_files import write_whole
from rules.datagame.toml_reading import FILE, MOST_BYTES
from rules.values.cards import DeckError
from rules.values.columns import one_line

HELP = "Fetch a game's cards from the published sheet its game.toml links to."
EXAMPLE = "tablewright fetch rafters/"


def add(parser: argparse.ArgumentParser) -> None:
    """The folder."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder with game.toml")


def run(args: argparse.Namespace) -> int:
    """Write the cards over those in the folder, whole or not at all, then look the game over."""
    link, name = _linked(args.folder)
    target = args.folder / name
    try:
        data = fetched(link)
        rows = len(read_table_file(data, f"{link} as {name}").rows)
        write_whole({target: data})
    except LinkError as error:
        raise JobError(f"{args.folder / FILE}, key link: {one_line(link)[:120]} {error}") from None
    except DeckError as error:
        raise JobError(f"{error.problems[0]}; {target} stays as it was") from None
    except OSError as error:
        raise JobError(f"{target}: cannot be written ({error.strerror}); look at who may write there") from None
    print(f"{target}: {rows - 1} lines of cards, fetched now.")
    return check.run(args)


def _linked(folder: Path) -> tuple[str, str]:
    """The link of a folder's cards, and the name of their file. Raises JobError where there is none."""
    place = folder / FILE
    try:
        said = tomllib.loads(bounded(place, MOST_BYTES).decode("utf-8-sig")).get("cards", {})
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        raise JobError(f"{place}: cannot be read; tablewright check {folder} says why") from None
    link = said.get("link") if isinstance(said, dict) else None
    if not isinstance(link, str) or not link.strip():
        raise JobError(f'{place}: names no sheet; write link = "https://..." under [cards]')
    name = said.get("file", "cards.csv")
    if not isinstance(name, str) or not is_table(name) or Path(name).name != name:
        raise JobError(f"{place}, key file: is no name of a table, such as cards.csv")
    return link, name
