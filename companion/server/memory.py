"""Memory that photos took goes back to the system: glibc keeps what threads let go of, for each of them apart.

Elsewhere than on Linux with glibc nothing is done, and nothing needs to be.
"""

from __future__ import annotations

import asyncio
import asyncio.sslproto
import ctypes
import sys
from contextlib import suppress

_ARENA_MAX, _MMAP_THRESHOLD = -8, -3  # mallopt(3)
ARENAS = 2
LARGE_BYTES = 256 * 1024
"""What is larger has pages of its own, which go back the moment it is let go of."""
AFTER_S = 2.0
TLS_BYTES = 32 * 1024
"""What asyncio lays ready for every connection over HTTPS; its own 256 kB make 64 MB of 250 phones that listen."""


def _libc() -> ctypes.CDLL | None:
    if sys.platform != "linux":
        return None
    with suppress(OSError):
        found = ctypes.CDLL(None)
        return found if hasattr(found, "malloc_trim") and hasattr(found, "mallopt") else None
    return None


class Memory:
    """Told after every large upload, it has freed memory given back once nobody sends for a moment."""

    def __init__(self) -> None:
        self._libc = _libc()
        self._later: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Before there are threads: few heaps, and large things outside of them; little for each connection."""
        asyncio.sslproto.SSLProtocol.max_size = TLS_BYTES
        if self._libc is not None:
            self._libc.mallopt(_ARENA_MAX, ARENAS)
            self._libc.mallopt(_MMAP_THRESHOLD, LARGE_BYTES)

    def give_back_soon(self) -> None:
        """On the loop: something large has been let go of."""
        if self._libc is None:
            return
        if self._later is not None:
            self._later.cancel()
        loop = asyncio.get_running_loop()
        self._later = loop.call_later(AFTER_S, lambda: loop.run_in_executor(None, self._libc.malloc_trim, 0))  # type: ignore[union-attr]  # asked above
