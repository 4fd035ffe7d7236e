"""How much of the disk uploads may take, counted over everything that is kept of them, removed things included."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.errors import StoreFull
from rules.text import Name, say

BYTES = 2_000_000_000


@dataclass(frozen=True, slots=True)
class UploadQuota:
    """``most`` bytes in these folders and below them."""

    folders: tuple[Path, ...]
    most: int = BYTES

    def refuse_over(self, sizes: Iterable[int]) -> None:
        """Raise StoreFull where files of these sizes would be too much beside what is there."""
        if self._kept() + sum(sizes) > self.most:
            raise StoreFull(
                say(
                    "Uploads may take {count} MB of this computer's disk, and that is used up. Remove decks you no "
                    "longer need and empty {folder}, or start Tablewright with a larger --upload-quota.",
                    count=self.most // 1_000_000,
                    folder=Name(self.folders[0] / "removed"),
                ),
                "uploads_full",
            )

    def _kept(self) -> int:
        total = 0
        for folder in self.folders:
            for path in folder.rglob("*"):
                with suppress(OSError):  # gone in the meantime
                    total += path.stat().st_size if path.is_file() else 0
        return total
