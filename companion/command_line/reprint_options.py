"""The options of ``print`` that remember what was printed, and print only what changed since."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.printing.history import record
from printkit.job.batch import MOST_BYTES, Batch, BatchError, read_batch
from printkit.job.print_job import Plan, PrintError
from printkit.print_refusal import option
from printkit.safe_files import named_file, read_up_to
from rules.text import say

OWN = "companion"
"""What stands for the companion's own record where no file is named."""


def add(parser: argparse.ArgumentParser) -> None:
    """The options, as in docs/printing.md."""
    parser.add_argument(
        "--batch", nargs="?", const=OWN, metavar="FILE", help="remember what was printed (without FILE: for scans here)"
    )
    parser.add_argument(
        "--changed-since", nargs="?", const=OWN, metavar="FILE", help="only the cards that changed since that batch"
    )


def file_of(named: str, game: str) -> Path:
    """The file an option names."""
    return record(game) if named == OWN else named_file(named)


def find(named: str | None, game: str, *, there: bool) -> Batch | None:
    """The batch of a file; an empty one where there is none yet and it need not be ``there``. Raises PrintError."""
    if named is None:
        return None
    file, about = file_of(named, game), option("changed-since" if there else "batch")
    try:
        return read_batch(read_up_to(file, MOST_BYTES), str(file), game)
    except FileNotFoundError:
        if there:
            text = say("there is no such file; give the file a print with {batch} made", batch=option("batch"))
            raise PrintError(text, about, file) from None
        return Batch(game)
    except BatchError as error:
        elsewhere = " under another name" if not there and str(error).endswith("make a new one") else ""
        place, _, rest = str(error).partition(": ")
        raise PrintError(f"{rest}{elsewhere}", about, place) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PrintError(f"cannot be read ({reason}); choose another file", about, file) from None


def to_keep(named: str | None, plan: Plan, game: str) -> dict[Path, bytes]:
    """The batch file after a job of that game, if one is kept. Raises PrintError where its folder cannot be made."""
    if named is None:
        return {}
    file = file_of(named, game)
    if named == OWN:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise PrintError(
                say("its folder cannot be made ({strerror}); name a file", strerror=error.strerror),
                option("batch"),
                file,
            ) from None
    return {file: plan.printed.text().encode()}
