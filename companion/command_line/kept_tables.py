"""Where tables are kept, for commands that look into them: the options of ``serve``, and the store they name."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.errors import JobError
from companion.storage.data_folder import default_folder
from companion.storage.sql_store import SqlStore


def add(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("--data", type=Path, metavar="DIR", help=f"where tables are kept (default: {default_folder()})")
    parser.add_argument("--database", metavar="URL", help="the PostgreSQL they are kept in (or TABLEWRIGHT_DATABASE)")


def folder(args: argparse.Namespace) -> Path:
    """The data folder."""
    found: Path = args.data or default_folder()
    return found


def url(args: argparse.Namespace) -> str:
    """The database's address, "" for the file in the data folder."""
    return args.database or os.environ.get("TABLEWRIGHT_DATABASE", "")


@contextmanager
def opened(args: argparse.Namespace, *, new: bool = False) -> Iterator[SqlStore]:
    """The store, closed afterwards. Raises Trouble; JobError where there is none and none may be made ``new``."""
    if not url(args) and not new and not (folder(args) / "tables.sqlite").exists():
        raise JobError(f"no tables are kept in {folder(args)}; name their folder with --data")
    with _closed(SqlStore(url(args)) if url(args) else SqlStore.at(folder(args))) as store:
        yield store


@contextmanager
def store_at(place: Path) -> Iterator[SqlStore]:
    """The store in that folder, closed afterwards. Raises Trouble."""
    with _closed(SqlStore.at(place)) as store:
        yield store


@contextmanager
def _closed(store: SqlStore) -> Iterator[SqlStore]:
    try:
        yield store
    finally:
        store.close()
