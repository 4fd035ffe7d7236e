"""What is left of allowances, in a file that several processes of one server share.

The file is a table of slots, as a processor's cache is: a name belongs to one set of ``WAYS`` slots, and where they are
all taken the one that was used longest ago gives way. A process that is killed in the middle leaves no lock behind (the
system lets go of it) and at worst one slot with another number in it.
"""

from __future__ import annotations

import fcntl
import mmap
import struct
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from threading import Lock

from companion.network.limits import Bucket

WAYS = 8
SETS = 4096
"""Together more slots than ``limits.KEYS_KEPT``."""
_SLOT = struct.Struct("=Qdd")
_SET = struct.Struct("=" + "Qdd" * WAYS)


class SharedBuckets:
    """Buckets in the file at ``path``, which is made where it is not there. Open it in each process anew."""

    def __init__(self, path: Path) -> None:
        path.touch(mode=0o600)
        self._file = path.open("r+b", buffering=0)
        self._file.truncate(SETS * _SET.size)
        self._kept = mmap.mmap(self._file.fileno(), SETS * _SET.size)
        self._lock = Lock()

    def change(self, name: str, to: Callable[[Bucket | None], Bucket]) -> None:
        """Put in the place of the bucket of that name, None where there is none, what ``to`` makes of it; where that
        raises, all stays as it is."""
        key = int.from_bytes(blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()) or 1
        begin = key % SETS * _SET.size
        with self._lock:  # threads of this process have one file open between them
            fcntl.flock(self._file, fcntl.LOCK_EX)
            try:
                self._change(key, begin, to)
            finally:
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Let go of the file."""
        self._kept.close()
        self._file.close()

    def _change(self, key: int, begin: int, to: Callable[[Bucket | None], Bucket]) -> None:
        slots = list(_SLOT.iter_unpack(self._kept[begin : begin + _SET.size]))
        at = next((at for at, slot in enumerate(slots) if slot[0] == key), None)
        bucket = to(Bucket(*slots[at][1:]) if at is not None else None)
        if at is None:
            at = min(range(WAYS), key=lambda one: slots[one][2] if slots[one][0] else float("-inf"))
        _SLOT.pack_into(self._kept, begin + at * _SLOT.size, key, bucket.left, bucket.at_s)
