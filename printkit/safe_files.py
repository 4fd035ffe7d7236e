"""Files somebody names, and files we leave: a name may be anything at all, and what we write is whole or not there."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

BESIDE = ".tablewright-"
"""What a file is called until it is whole; short, because the name it gets may be as long as names can be."""


def named_file(name: str) -> Path:
    """A file as somebody typed it, ``~`` and all. Never raises: a home nobody has is a folder that is not there."""
    try:
        return Path(name).expanduser()
    except (RuntimeError, OSError):
        return Path(name)


def is_there(path: Path) -> bool:
    """Whether it is a file. False too where the name is one no file can have, or nobody lets us look."""
    with suppress(OSError, ValueError):
        return path.is_file()
    return False


def is_folder(path: Path) -> bool:
    """Whether it is a folder. False too where the name is one no folder can have, or nobody lets us look."""
    with suppress(OSError, ValueError):
        return path.is_dir()
    return False


def read_up_to(path: Path, most: int) -> bytes:
    """No more of a file than it may have and one byte: enough to refuse a larger one, or one without end."""
    with path.open("rb") as file:
        return file.read(most + 1)


def write_whole(contents: Mapping[Path, bytes], *, folders: bool = False, sync: bool = False) -> None:
    """Put files in their places: all of them whole, or none, and nothing beside them however it ends.

    Each is written beside its place, then all are renamed. With ``folders`` their folders are made; with ``sync``
    they are on the disk and not on their way there. Raises OSError with the place as its ``filename``.
    """
    ready: dict[Path, Path] = {}
    place = Path()
    try:
        for place, data in contents.items():
            if folders:
                place.parent.mkdir(parents=True, exist_ok=True)
            if place.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            ready[place] = beside = place.with_name(f"{BESIDE}{secrets.token_hex(8)}")
            with beside.open("xb") as file:
                file.write(data)
                if sync:
                    file.flush()
                    os.fsync(file.fileno())
        for place, beside in ready.items():
            beside.replace(place)
    except OSError as error:
        raise OSError(error.errno, error.strerror or "it is not usable", str(place)) from None
    finally:
        for left in ready.values():
            with suppress(OSError):
                left.unlink(missing_ok=True)
