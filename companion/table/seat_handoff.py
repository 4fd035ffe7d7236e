"""One-time keys that carry a phone's seats to another origin of this server: from HTTP to HTTPS, or to a camera.

To a browser the two are different sites. Nobody gets up: the same tokens hold in both places afterwards. Keys live in
memory for a few minutes and are gone when used, so that an address left in a history opens nothing.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock

from companion.errors import NotYours
from companion.table.tokens import digest, new_token, tidy_code
from rules.game_protocol import Seat

LIVES_S = 15 * 60
KEPT = 2000


@dataclass(frozen=True, slots=True)
class Handoff:
    """What a phone holds of one table, on its way. ``seat`` is the one it plays, None where it holds none."""

    code: str
    tokens: tuple[str, ...]
    seat: Seat | None
    until: float


@dataclass
class Handoffs:
    """The keys that have not been used yet."""

    clock: Callable[[], float] = time.monotonic
    _waiting: OrderedDict[str, Handoff] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def leave(self, code: str, tokens: Sequence[str], seat: Seat | None) -> str:
        """A key for these seats."""
        key = new_token()
        with self._lock:
            self._waiting[digest(key)] = Handoff(tidy_code(code), tuple(tokens), seat, self.clock() + LIVES_S)
            while len(self._waiting) > KEPT:
                self._waiting.popitem(last=False)
        return key

    def arrive(self, code: str, key: str) -> Handoff:
        """What the key carries; it opens nothing from then on. Raises NotYours ``link_spent``."""
        with self._lock:
            found = self._waiting.get(digest(key))
            if found is None or found.until < self.clock() or found.code != tidy_code(code):
                raise NotYours("link_spent", "This link was used already or is too old; go back and tap once more.")
            del self._waiting[digest(key)]
            return found
