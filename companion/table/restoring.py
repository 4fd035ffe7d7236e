"""Bringing a backup back, also while people play: all tables are the backup's afterwards, and every phone hears."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.storage import backup_file
from companion.storage.sql_store import SqlStore
from companion.storage.store_protocol import EntryRow
from companion.storage.table_copies import bring_back
from companion.table.set_aside import going_on

KEPT = 10
"""How many ways back are kept."""


def restore(store: SqlStore, folder: Path, file: Path) -> tuple[int, Path]:
    """Put the backup's tables and files in the place of those there are, which are saved first.

    Returns how many tables there are now, and the backup of what was there before. A table that has moved on since
    keeps counting from where phones have seen it, and its log says so. Raises Trouble, OSError; no table has changed
    then.
    """
    backup_file.read_about(file)
    # To the microsecond: two restores must not write over one another's way back.
    before = folder / backup_file.BACKUPS / f"before-restore-{datetime.now():%Y%m%d-%H%M%S-%f}.zip"  # noqa: DTZ005
    before.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    backup_file.save(store, folder, before)
    for old in sorted(before.parent.glob("before-restore-*.zip"))[:-KEPT]:
        old.unlink(missing_ok=True)
    at = time.time()

    def entries(last: int, known: int) -> tuple[EntryRow, ...]:
        return going_on(last, known, at, backup=True)

    with TemporaryDirectory(dir=before.parent, prefix=".tablewright-") as place:
        # Files first: a table may play with a deck among them, and more decks than needed harm nobody.
        backup_file.unpack_files(file, folder)
        count = bring_back(store, backup_file.unpack_tables(file, Path(place)), entries)
    return count, before
