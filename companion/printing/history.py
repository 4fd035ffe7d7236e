"""What was printed, kept in files: what ``print --batch`` remembers, and what a scan can say about an old card."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from companion.storage.data_folder import default_folder
from printkit.batch import MOST_BYTES, Batch, BatchError, read_batch
from printkit.files import named_file, read_up_to, write_whole
from printkit.job import Plan, PrintError
from rules.table import ScanProblem
from rules.values.cards import Deck
from rules.values.code import CardCode

OWN = "companion"
"""What stands for the companion's own record where no file is named."""


def record(game: str, data: Path | None = None) -> Path:
    """The companion's record of a game: scans are compared with it."""
    return (data or default_folder()) / "prints" / f"{game}.json"


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


class Prints:
    """The records in a companion's folder, for its tables: which scanned copies say something old. Never raises."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self._known: dict[Path, tuple[tuple[int, int], Batch | None]] = {}

    def stale(self, deck: Deck, codes: Iterable[CardCode]) -> tuple[ScanProblem, ...]:
        """A sentence for each scanned copy whose card has other words now than when it was printed."""
        batch = self.batch(deck.game)
        found = []
        for _, printed, card in batch.stale(deck, codes) if batch else ():
            if card is not None:
                text = f"{card.name}: its text has changed since this copy was printed (revision {printed.revision})."
                found.append(ScanProblem("reprinted", text, card.id))
        return tuple(dict.fromkeys(found))

    def keep(self, plan: Plan, name: str = "") -> None:
        """Remember what a job prints, of a deck of one's own under its name.

        A folder that cannot be written is no reason not to print.
        """
        file = record(name or plan.deck.game, self.data)
        with suppress(OSError):
            write_whole({file: plan.printed.text().encode("ascii")}, folders=True)

    def batch(self, game: str) -> Batch | None:
        """The record as it is on disk, read again only when it has changed. None where there is none of use."""
        file = record(game, self.data)
        try:
            at = file.stat()
        except OSError:
            return None
        stamp = at.st_mtime_ns, at.st_size
        if self._known.get(file, ((0, 0), None))[0] != stamp:
            try:
                self._known[file] = stamp, read_batch(file.read_bytes(), str(file), game)
            except (OSError, BatchError):
                self._known[file] = stamp, None
        return self._known[file][1]
