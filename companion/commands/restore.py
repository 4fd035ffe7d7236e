"""``tablewright restore``: a backup in the place of the tables there are, also while the companion runs."""

from __future__ import annotations

import argparse
import time
from contextlib import ExitStack
from pathlib import Path

from companion.command_line import kept_tables
from companion.errors import JobError, Trouble
from companion.server import restore_requests
from companion.storage import backup_file
from companion.storage.data_folder import claim
from companion.table.restoring import restore

HELP = "Bring a backup back in the place of the tables there are, also while the companion runs."
EXAMPLE = "tablewright restore tablewright.zip"


def add(parser: argparse.ArgumentParser) -> None:
    """The file, and where the tables are kept, as for ``serve``."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a file that tablewright backup has written")
    kept_tables.add(parser)


def run(args: argparse.Namespace) -> int:
    """Bring it back; what was there is saved first, and the answer says where."""
    folder = kept_tables.folder(args)
    try:
        backup_file.read_about(args.file)
        count, before = _restore(args, folder)
    except Trouble as trouble:
        raise JobError(trouble.text) from trouble
    except OSError as error:
        raise JobError(f"{error.filename or folder}: {error.strerror}; nothing was changed") from error
    print(f"{count} table{'' if count == 1 else 's'} brought back. What was there before: {before}")
    return 0


def _restore(args: argparse.Namespace, folder: Path) -> tuple[int, Path]:
    with ExitStack() as ending:
        if not kept_tables.url(args):
            try:
                ending.enter_context(claim(folder))
            except Trouble as trouble:
                if trouble.code != "data_folder_used":
                    raise
                return restore_requests.ask(folder, args.file)
            _laid_away(folder)
        store = ending.enter_context(kept_tables.opened(args, new=True))
        return restore(store, folder, args.file)


def _laid_away(folder: Path) -> None:
    """Lay a file that cannot be opened as tables any more beside its place, so that new ones can begin there."""
    try:
        with kept_tables.store_at(folder) as store:
            store.damaged()
    except Trouble as trouble:
        if trouble.code != "store_damaged":
            raise
        for path in (*folder.glob("tables.sqlite*"), *folder.glob("heads.sqlite*")):
            path.replace(path.with_name(f"damaged-{int(time.time())}-{path.name}"))
