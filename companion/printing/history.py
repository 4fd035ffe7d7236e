"""What was printed of each game, kept in files of the companion's folder: a scan can say that a card is an old one."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.storage.data_folder import default_folder
from printkit.job.batch import Batch, BatchError, read_batch
from printkit.safe_files import write_whole
from rules.game_protocol import ScanProblem
from rules.values.cards import Deck
from rules.values.code import CardCode

if TYPE_CHECKING:
    from printkit.job.print_job import Plan


def record(game: str, data: Path | None = None) -> Path:
    """The companion's record of a game: scans are compared with it."""
    return (data or default_folder()) / "prints" / f"{game}.json"


class PrintHistory:
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
        """Remember which cards a job prints, of a deck of one's own under its name.

        A folder that cannot be written is no reason not to print.
        """
        if not plan.cards:
            return
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
