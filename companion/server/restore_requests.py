"""How ``tablewright restore`` reaches a server that runs: by files in its data folder, which only its owner may write.

The command puts the backup beside its place and renames it to ``restore.zip``; the server takes it between two commits,
and answers in ``restore.json``.
"""

from __future__ import annotations

import json
import logging
import shutil
import threading
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from companion.errors import JobError, Trouble
from companion.storage.backup_file import RESTORE
from companion.storage.sql_store import SqlStore
from companion.table.registry import Registry
from companion.table.restoring import restore
from printkit.safe_files import write_whole

EVERY_S = 1.0
WAIT_S = 300.0
log = logging.getLogger(__name__)


def watch(registry: Registry, store: SqlStore, folder: Path, every_s: float = EVERY_S) -> threading.Event:
    """Look for requests beside everything else. Set the event to stop."""
    stop = threading.Event()
    (folder / f"{RESTORE}.zip").unlink(missing_ok=True)  # asked of a server that stopped before it answered

    def look() -> None:
        while not stop.wait(every_s):
            if (folder / f"{RESTORE}.zip").exists():
                _answer(registry, store, folder)

    threading.Thread(target=look, name="restore requests", daemon=True).start()
    return stop


def _answer(registry: Registry, store: SqlStore, folder: Path) -> None:
    asked, taken = folder / f"{RESTORE}.zip", folder / f"{RESTORE}-taken.zip"
    try:
        asked.replace(taken)
        count, before = restore(store, folder, taken)
        registry.forget_all()
        said: dict[str, object] = {"tables": count, "before": str(before)}
    except Trouble as trouble:
        said = {"error": trouble.text}
    except OSError as error:
        said = {"error": f"The data folder cannot be used ({error.strerror}); the tables are as they were."}
    except Exception:
        log.exception("a backup could not be brought back")
        said = {
            "error": "Something in Tablewright broke; the tables are as they were. The server's terminal says more."
        }
    with suppress(OSError):
        taken.unlink(missing_ok=True)
    try:
        write_whole({folder / f"{RESTORE}.json": json.dumps(said).encode()})
    except OSError:
        log.exception("nobody can be told what became of the restore: %s", said)


def ask(folder: Path, file: Path, wait_s: float = WAIT_S) -> tuple[int, Path]:
    """Have the server that runs on the folder bring the backup back. Raises JobError."""
    asked, answer = folder / f"{RESTORE}.zip", folder / f"{RESTORE}.json"
    part = folder / f"{RESTORE}.part"
    answer.unlink(missing_ok=True)
    shutil.copyfile(file, part)
    part.replace(asked)
    until = monotonic() + wait_s
    while not answer.exists():
        if monotonic() > until:
            asked.unlink(missing_ok=True)
            raise JobError("the server on this folder does not answer; stop it, then restore once more")
        sleep(0.1)
    said = json.loads(answer.read_text("utf-8"))
    answer.unlink(missing_ok=True)
    if "error" in said:
        raise JobError(said["error"])
    return said["tables"], Path(said["before"])
