"""A backup: one ZIP file with all tables and everything people have put into the data folder.

``tables.sqlite`` holds the tables, ``files/`` the folder's own files (decks with their pictures, printer profiles,
sheet places, what was printed, the certificates phones trust), ``backup.json`` a digest of each. It opens every seat's
cards and holds the installation's keys, so it is readable by its owner alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import time
import zipfile
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

from companion.errors import Trouble
from companion.storage.schema import SCHEMA
from companion.storage.sql_store import SqlStore
from companion.storage.table_copies import copy_out

FORMAT = "tablewright-backup"
TABLES_FILE = "tables.sqlite"
ABOUT_FILE = "backup.json"
FILES = "files/"
BACKUPS = "backups"
"""Where backups are put that nobody asked for by name, in the data folder."""
RESTORE = "restore"
"""How the files begin by which a restore is asked of a running server (``companion.server.restore_requests``)."""
_NOT_KEPT = ("tables.sqlite", "heads.sqlite", "lock", "Cache", BACKUPS, RESTORE, ".")
_PART = 1 << 20


class BadBackup(Trouble):
    """The file is no backup, not whole, or of a newer version."""

    def __init__(self, text: str) -> None:
        super().__init__("bad_backup", text)


def save(store: SqlStore, folder: Path, target: Path, without: Collection[str] = ()) -> int:
    """Write the backup, whole or not at all, while tables are played. Returns how many tables are in it.

    Folders called as ``without`` says are left out.

    Raises OSError where the file cannot be written, Trouble where the tables cannot be read.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".tablewright-{secrets.token_hex(8)}")
    with TemporaryDirectory(dir=target.parent, prefix=".tablewright-") as place:
        copied = Path(place) / TABLES_FILE
        count = copy_out(store, copied)
        try:
            handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with (
                os.fdopen(handle, "wb") as raw,
                zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as zip_,
            ):
                digests = {TABLES_FILE: _put(zip_, TABLES_FILE, copied)}
                for path in sorted(_own_files(folder, without)):
                    name = FILES + path.relative_to(folder).as_posix()
                    with suppress(FileNotFoundError):  # taken away meanwhile
                        digests[name] = _put(zip_, name, path)
                about = {"format": FORMAT, "schema": SCHEMA, "made_at": time.time(), "tables": count, "files": digests}
                zip_.writestr(ABOUT_FILE, json.dumps(about, indent=1))
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    return count


def _own_files(folder: Path, without: Collection[str]) -> Iterator[Path]:
    """What people, or the companion for them, have put there."""
    for top in folder.iterdir() if folder.is_dir() else ():
        if not top.name.startswith(_NOT_KEPT) and top.name not in without:
            found = [top] if top.is_file() else top.rglob("*")
            yield from (one for one in found if one.is_file() and not one.is_symlink())


def _put(zip_: zipfile.ZipFile, name: str, path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file, zip_.open(name, "w", force_zip64=True) as into:
        while part := file.read(_PART):
            digest.update(part)
            into.write(part)
    return digest.hexdigest()


def read_about(file: Path) -> dict[str, Any]:
    """What the backup says of itself, once every part of it was found as it was written. Raises BadBackup."""
    try:
        with zipfile.ZipFile(file) as zip_:
            about = json.loads(zip_.read(ABOUT_FILE))
            if about["format"] != FORMAT:
                raise KeyError(FORMAT)
            if about["schema"] > SCHEMA:
                raise BadBackup(f"{file.name} was made by a newer Tablewright; update this one to bring it back.")
            for name, digest in about["files"].items():
                if not _is_safe(name):
                    raise BadBackup(
                        f"{file.name} holds a file under a name no backup has ({name[:60]}); nothing changed."
                    )
                if _digest(zip_, name) != digest:
                    raise BadBackup(f"{file.name} is damaged at {name[:60]}; use another backup. Nothing was changed.")
            return dict(about)
    except OSError as error:
        raise BadBackup(f"{file.name} cannot be read ({error.strerror}).") from error
    except (
        zipfile.BadZipFile,
        KeyError,
        TypeError,
        ValueError,
        AttributeError,
        EOFError,
        NotImplementedError,
    ) as error:
        raise BadBackup(f"{file.name} is no backup of Tablewright, or not whole; nothing was changed.") from error


def _is_safe(name: str) -> bool:
    path = PurePosixPath(name)
    inside = name == TABLES_FILE or name.startswith(FILES)
    return inside and not path.is_absolute() and ".." not in path.parts and "\\" not in name and ":" not in name


def _digest(zip_: zipfile.ZipFile, name: str) -> str:
    digest = hashlib.sha256()
    with zip_.open(name) as file:
        while part := file.read(_PART):
            digest.update(part)
    return digest.hexdigest()


def unpack_tables(file: Path, place: Path) -> Path:
    """The tables of a backup that was read before, as a file in ``place``."""
    target = place / TABLES_FILE
    with zipfile.ZipFile(file) as zip_:
        _take(zip_, TABLES_FILE, target)
    return target


def unpack_files(file: Path, folder: Path) -> None:
    """The other files of a backup that was read before, each over what is there; files it does not know stay."""
    with zipfile.ZipFile(file) as zip_:
        for name in read_about(file)["files"]:
            if name.startswith(FILES):
                target = folder / name.removeprefix(FILES)
                target.parent.mkdir(parents=True, exist_ok=True)
                beside = target.with_name(f".tablewright-{secrets.token_hex(8)}")
                _take(zip_, name, beside)
                beside.replace(target)


def _take(zip_: zipfile.ZipFile, name: str, target: Path) -> None:
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as into, zip_.open(name) as part:
        while data := part.read(_PART):
            into.write(data)
