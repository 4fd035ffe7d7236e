"""``tablewright backup``: all tables and everything people put into the data folder, in one file, while it runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.command_line import kept_tables
from companion.errors import JobError, Trouble
from companion.storage.backup_file import save
from companion.storage.data_folder import TAUGHT

HELP = "Save all tables, decks and settings in one file, also while the companion runs."
EXAMPLE = "tablewright backup tablewright.zip"


def add(parser: argparse.ArgumentParser) -> None:
    """The file, and where the tables are kept, as for ``serve``."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the file to write, such as tablewright.zip")
    parser.add_argument(
        "--without-faces", action="store_true", help="leave out the faces of decks that were taught (tablewright teach)"
    )
    kept_tables.add(parser)


def run(args: argparse.Namespace) -> int:
    """Write the file, whole or not at all."""
    folder = kept_tables.folder(args)
    try:
        with kept_tables.opened(args) as store:
            count = save(store, folder, args.file, (TAUGHT,) if args.without_faces else ())
            hurt = store.damaged()
    except Trouble as trouble:
        raise JobError(trouble.text) from trouble
    except OSError as error:
        raise JobError(f"{args.file}: cannot be written ({error.strerror}); choose another place") from error
    print(
        f"{args.file}: {count} table{'' if count == 1 else 's'}. It holds every secret, so keep it where you keep keys."
    )
    for code, damage in sorted(hurt.items()):
        print(f"Of the table {code} only the first {damage.rev} of {damage.known} entries were there to be saved.")
    return 0
