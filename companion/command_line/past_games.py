"""Past games as a file from the command line: ``tablewright export results --to csv`` (or ``bgstats``)."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from companion.errors import JobError, Trouble
from companion.results import exports
from companion.results.people import KEPT_AS, known, read_people
from companion.results.result import Result, kept_result
from companion.storage.data_folder import default_folder
from companion.storage.sql_store import SqlStore
from printkit.safe_files import write_whole

WORD = "results"
"""What stands for GAME where past games are wanted."""
FORMS = {"csv": exports.as_csv, "bgstats": exports.as_bg_stats}
_FILES = {"csv": "tablewright-games.csv", "bgstats": "tablewright-games.bgsplay"}


def add(parser: argparse.ArgumentParser) -> None:
    """Where the tables are kept, as for ``serve``."""
    parser.add_argument("--data", type=Path, metavar="DIR", help="for results: where tables are kept, as for serve")
    parser.add_argument("--database", metavar="URL", help="for results: the PostgreSQL they are kept in, as for serve")


def write(args: argparse.Namespace) -> str:
    """Write the file. Gives the line that says where it is; raises JobError with the cure."""
    if args.game != WORD:
        raise JobError(f"--to {args.to} is of past games; write: tablewright export {WORD} --to {args.to}")
    if args.to not in FORMS:
        raise JobError(f"past games are exported --to {' or --to '.join(FORMS)}, not --to {args.to}")
    try:
        found = _results(args.data, args.database or os.environ.get("TABLEWRIGHT_DATABASE"))
    except Trouble as trouble:
        raise JobError(trouble.text) from trouble
    file: Path = args.output or Path(_FILES[args.to])
    # Spreadsheets take a file without this mark for another alphabet's.
    text = ("\ufeff" if args.to == "csv" else "") + FORMS[args.to](found)
    try:
        write_whole({file: text.encode("utf-8", "replace")}, folders=True)
    except OSError as error:
        raise JobError(f"-o {file}: cannot be written ({error.strerror}); choose another file with -o") from None
    return f"{file}: {len(found)} game{'' if len(found) == 1 else 's'}."


def _results(folder: Path | None, database: str | None) -> tuple[Result, ...]:
    """Every result that is kept, with everybody under the name they go by."""
    if not database and not ((folder or default_folder()) / "tables.sqlite").exists():
        raise JobError(f"no tables are kept in {folder or default_folder()}; name their folder with --data")
    store = SqlStore(database) if database else SqlStore.at(folder or default_folder())
    try:
        rows, people = store.results(), read_people(store.remembered(KEPT_AS))
    finally:
        store.close()
    return known(filter(None, map(kept_result, rows)), people)
