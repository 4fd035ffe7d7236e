"""The folder tables are kept in, and that only one Tablewright uses it at a time."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from companion.errors import JobError, Trouble

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


TAUGHT = "taught"
"""The folder, in the data folder, of decks without codes: pictures of somebody's published cards."""


def default_folder() -> Path:
    """Where programs of this platform keep what is theirs. Raises JobError for a user who has no home."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local") / "Tablewright"
    if sys.platform == "darwin":
        return _home() / "Library" / "Application Support" / "Tablewright"
    return Path(os.environ.get("XDG_DATA_HOME") or _home() / ".local" / "share") / "tablewright"


def printers_folder(data: Path | None = None) -> Path:
    """Where printer profiles are kept."""
    return (data or default_folder()) / "printers"


def cache_folder() -> Path | None:
    """Where what can be made again is kept between runs; None where ``TABLEWRIGHT_CACHE`` is set to nothing."""
    named = os.environ.get("TABLEWRIGHT_CACHE")
    if named is not None:
        return Path(named) if named else None
    if sys.platform == "win32":
        return default_folder() / "Cache"
    with suppress(JobError):
        if sys.platform == "darwin":
            return _home() / "Library" / "Caches" / "Tablewright"
        return Path(os.environ.get("XDG_CACHE_HOME") or _home() / ".cache") / "tablewright"
    return None


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # as in a container that runs under a number nobody has
        raise JobError("you have no home folder here to keep things in; set HOME to a folder of yours") from None


def make_private(folder: Path, *databases: str) -> None:
    """Make the folder and the database files where they are missing; nobody else on this computer may look into them.

    Raises OSError where the folder cannot be made. What belongs to somebody else stays as it is.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(OSError):
        if not folder.stat().st_mode & stat.S_ISVTX:  # a folder everybody shares, such as /tmp
            folder.chmod(0o700)
    for name in databases:
        with suppress(OSError):  # opening it says better what is wrong
            (folder / name).touch(mode=0o600)
            (folder / name).chmod(0o600)


def claim(folder: Path) -> IO[bytes]:
    """Keep the folder for this process, for as long as the file that is returned stays open.

    Two servers on one folder would each number a table's entries. Raises Trouble where another process has it or it
    cannot be used. A process that dies lets go by dying.
    """
    path = folder / "lock"
    try:
        make_private(folder)
        file = path.open("ab")
    except OSError as error:
        reason = (error.strerror or "it is not usable").lower()
        text = f"{folder} cannot be used to keep tables ({reason}); choose another folder with --data."
        raise Trouble("data_folder", text) from error
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        text = f"Tablewright is running on {folder} already; use that one, or give this one a folder with --data."
        raise Trouble("data_folder_used", text) from error
    return file


@contextmanager
def waiting_for(path: Path) -> Iterator[None]:
    """Hold the lock file at ``path``, waiting for whoever has it; a process that dies lets go by dying.

    Raises Trouble where its folder cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("ab")
    except OSError as error:
        raise Trouble("data_folder", f"{path.parent} cannot be written ({error.strerror}).") from error
    with file:
        try:
            if sys.platform == "win32":
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
            else:
                fcntl.flock(file, fcntl.LOCK_EX)
        except OSError as error:
            raise Trouble(
                "data_folder_used", f"{path.parent} is being written by another program; try again."
            ) from error
        yield
