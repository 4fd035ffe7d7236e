"""The options of ``print`` that remember what was printed, and print only what changed since."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.printing.history import record
from printkit.input.files import named_file, read_up_to
from printkit.job.batch import MOST_BYTES, Batch, BatchError, read_batch
from printkit.job.print_job import Plan, PrintError

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
    file, option = file_of(named, game), "--changed-since" if there else "--batch"
    try:
        return read_batch(read_up_to(file, MOST_BYTES), str(file), game)
    except FileNotFoundError:
        if there:
            cure = "give the file a print with --batch made"
            raise PrintError(f"--changed-since {file}: there is no such file; {cure}") from None
        return Batch(game)
    except BatchError as error:
        elsewhere = " under another name" if not there and str(error).endswith("make a new one") else ""
        raise PrintError(f"{option} {error}{elsewhere}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PrintError(f"{option} {file}: cannot be read ({reason}); choose another file") from None


def to_keep(named: str | None, plan: Plan, game: str) -> dict[Path, bytes]:
    """The batch file after a job of that game, if one is kept. Raises PrintError where its folder cannot be made."""
    if named is None:
        return {}
    file = file_of(named, game)
    if named == OWN:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise PrintError(f"--batch {file}: its folder cannot be made ({error.strerror}); name a file") from None
    return {file: plan.printed.text().encode()}
