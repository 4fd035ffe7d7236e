"""Sheets with places of their own, brought to the print page: Squib sprues and silhouette-card-maker's layouts."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from companion import late
from printkit.print_refusal import option
from printkit.safe_files import write_whole
from printkit.sheet.paper import SheetError
from rules.text import say

if TYPE_CHECKING:
    from printkit.sheet.imported_slots import Slots


MOST_FILES = 20
LARGEST_BYTES = 300_000
"""A layouts.json has some sixty kilobytes; reading YAML takes seconds a megabyte."""


class SheetPlaces:
    """The files in a folder; a place is named by its file, and its layout where a file has several."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> tuple[str, ...]:
        """What can be chosen: ``mine.yml``, ``layouts.json#a4/poker``."""
        found = []
        for path in sorted(self.folder.glob("*"))[:MOST_FILES] if self.folder.is_dir() else ():
            with suppress(SheetError, OSError, UnicodeDecodeError):
                found += [f"{path.name}#{which}".rstrip("#") for which in _choices(path, path.stat().st_mtime_ns)]
        return tuple(found)

    def find(self, name: str) -> Slots | None:
        """The places of that name, None where there are none. Raises SheetError where they make no sense."""
        if name not in self.names():
            return None
        file, _, which = name.partition("#")
        path = self.folder / file
        return _slots(path, which, path.stat().st_mtime_ns)

    def keep(self, name: str, data: bytes) -> str:
        """Keep a file, and say what of it is chosen first. Raises SheetError where it cannot be used or kept."""
        file = re.sub(r"[^\w.-]+", "-", Path(name.replace("\\", "/")).name).strip(".-")[:60] or "places.yml"
        if len(data) > LARGEST_BYTES:
            raise SheetError(
                say("is larger than {number} kB; choose another file", number=LARGEST_BYTES // 1000),
                option("slots"),
                file,
            )
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise SheetError(
                "is not text; choose a Squib sprue (.yml) or a layouts.json", option("slots"), file
            ) from None
        first = late.imported_slots.choices(text, file)[0]
        late.imported_slots.read_slots(text, file, first)
        there = list(self.folder.glob("*")) if self.folder.is_dir() else []
        if len(there) >= MOST_FILES and file not in {path.name for path in there}:
            raise SheetError(
                say(
                    "{most_files} files are here already; delete one from {folder}",
                    most_files=MOST_FILES,
                    folder=self.folder,
                ),
                option("slots"),
                file,
            )
        try:
            write_whole({self.folder / file: text.encode()}, folders=True)
        except OSError as error:
            raise SheetError(
                say("cannot be kept ({strerror}); make room on the disk", strerror=error.strerror),
                option("slots"),
                file,
            ) from None
        return f"{file}#{first}".rstrip("#")


@lru_cache(maxsize=MOST_FILES)  # every print page asks; YAML takes seconds a megabyte
def _choices(path: Path, stamp: int) -> tuple[str, ...]:
    del stamp
    return late.imported_slots.choices(path.read_text("utf-8"), path.name)


@lru_cache(maxsize=MOST_FILES)  # the same
def _slots(path: Path, which: str, stamp: int) -> Slots:
    del stamp
    return late.imported_slots.read_slots(path.read_text("utf-8"), path.name, which or "a4/standard")
