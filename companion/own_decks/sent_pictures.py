"""Pictures sent along with a table on the page: several files, or zips of them. Nothing is on disk until all is well.

Names lead nowhere: a picture is found by the name it was sent under, and kept under a digest of its bytes.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from companion import late
from companion.own_decks.deck_file import OwnRefusal, picture_file
from rules.values.columns import shown
from rules.values.picture import Finder, Picture, PictureError

MOST_TOGETHER = 64_000_000
MOST_PICTURES = 500
MOST_PIXELS = 500_000_000
"""Of one upload's PNGs and WEBPs together: each is decoded once, to be sure it can be."""
PARTS = 2_000
ZIP = b"PK\x03\x04"


@dataclass(frozen=True)
class Sent:
    """Pictures by the names they were sent under."""

    files: Mapping[str, bytes] = field(default_factory=dict)

    def finder(self, had: Sequence[Picture], folder: Path) -> Finder:
        """Finds what was sent, else what the deck ``had`` under that name; each is looked at once."""
        old = {picture.name: picture for picture in had if picture.file.is_file()}
        by_name = {name.casefold(): name for name in (*old, *self.files)}
        by_name |= {name.rpartition("/")[2]: full for name, full in by_name.items()} | by_name
        spent = 0

        @cache
        def find(cell: str) -> Picture:
            nonlocal spent
            wanted = str(late.pictures.inside(cell)).casefold()
            name = by_name.get(wanted) or by_name.get(wanted.rpartition("/")[2])
            if name is None and not by_name:
                raise ValueError(
                    "no pictures came along; choose them beside the table, several at once or a zip of them"
                )
            if name is None:
                raise ValueError(late.pictures.missing(cell, sorted(set(by_name.values()))))
            if name not in self.files:
                return old[name]
            found = late.pictures.examined(self.files[name], name)
            spent += 0 if found.kind == "jpeg" else found.width_px * found.height_px
            if spent > MOST_PIXELS:
                raise ValueError(f"{shown(name)} and the others are too large together; save them as JPEG, or smaller")
            try:
                late.photos.check(self.files[name], found)
            except PictureError as error:
                raise ValueError(str(error)) from None
            return replace(found, file=picture_file(folder, found))

        return find


NOTHING_SENT = Sent()


def unpacked(files: Iterable[tuple[str, bytes]]) -> Sent:
    """What was sent, zips opened. Raises OwnRefusal where it is too much, or a zip is broken."""
    found: dict[str, bytes] = {}
    room = MOST_TOGETHER
    for name, data in files:
        parts = _parts(name, data, room) if data.startswith(ZIP) else [(name, data)]
        for inner, content in parts:
            room -= len(content)
            found[inner] = content
            if room < 0 or len(found) > MOST_PICTURES:
                most = f"{MOST_PICTURES} pictures and {MOST_TOGETHER // 1_000_000} MB are the most for one deck"
                raise OwnRefusal(f"That is too much: {most}. Save the pictures smaller, 1,500 pixels across will do")
    return Sent(found)


def _parts(name: str, data: bytes, room: int) -> Iterable[tuple[str, bytes]]:
    """The pictures in a zip, never more than there is room for."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [one for one in archive.infolist() if not one.is_dir() and _wanted(one.filename)]
            if len(entries) > PARTS:
                raise OwnRefusal(
                    f"{shown(name)} holds {len(entries):,} pictures; {MOST_PICTURES} are the most.", "pictures"
                )
            for entry in entries:
                with archive.open(entry) as opened:
                    content = opened.read(min(room, late.pictures.MOST_BYTES) + 1)
                room -= len(content)
                yield entry.filename.replace("\\", "/"), content
                if room < 0:
                    return
    except (zipfile.BadZipFile, zlib.error, ValueError, OSError, NotImplementedError, EOFError, RuntimeError):
        raise OwnRefusal(f"{shown(name)} is a broken or locked zip; pack it again.", "pictures") from None


def _wanted(name: str) -> bool:
    """Not what macOS packs along, nor hidden files."""
    return not name.startswith("__MACOSX/") and not name.rpartition("/")[2].startswith(".")
