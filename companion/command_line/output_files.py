"""Where a command puts what it made: looked at before the work is done, and whole or not there after it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from companion.errors import JobError
from printkit.safe_files import write_whole


def check(places: Iterable[Path], taken: Sequence[Path] = (), option: str = "-o") -> None:
    """Refuse what cannot be written, or would take the place of a file that is ``taken``: read, or written too.

    Raises JobError with the option and the cure.
    """
    for file in places:
        _check(file, option)
        if any(_same(file, one) for one in taken):
            raise JobError(f"{option} {file}: is another file of this job; choose another name with {option}")


def _check(file: Path, option: str) -> None:
    place, other = f"{option} {file}", f"choose another place with {option}"
    try:
        if file.is_dir():
            raise JobError(f"{place}: is a folder; add the file's name, as {file / 'deck.pdf'}")
        if not file.parent.is_dir():
            raise JobError(f"{place}: there is no folder {file.parent}; make it first, or {other}")
        if file.exists() and not file.is_file():
            # A finished file takes the place of what has its name; a device (/dev/null) would be gone.
            raise JobError(f"{place}: is a device or a pipe, not a file; {other}")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise JobError(f"{place}: cannot be written ({reason}); {other}") from None
    if not os.access(file.parent, os.W_OK):
        raise JobError(f"{place}: the folder {file.parent} cannot be written to; {other}")


def _same(one: Path, other: Path) -> bool:
    with suppress(OSError, ValueError):
        return one.samefile(other)
    return os.path.abspath(one) == os.path.abspath(other)  # noqa: PTH100 - Path.resolve follows links, and may fail


def save(contents: Mapping[Path, bytes], option: str = "-o") -> None:
    """Write every file, all of them whole or none. Raises JobError naming the one that cannot be written."""
    try:
        write_whole(contents)
    except OSError as error:
        text = f"{option} {error.filename}: cannot be written ({error.strerror}); choose another place with {option}"
        raise JobError(text) from None
