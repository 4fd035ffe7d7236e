"""The cameras running over the tables: each one's look, kept while its frames come and forgotten soon after."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import BoundedSemaphore, Lock
from typing import TYPE_CHECKING

from companion import late
from companion.camera.automatic_logging import AutoLog
from companion.errors import TooOften
from companion.table.tokens import digest, tidy_code
from rules.game_protocol import Reading, Seat
from vision.sighting import Foreign, Hint

if TYPE_CHECKING:
    from vision.far_cards import FarCards
    from vision.video.averaging import FrameAverager
    from vision.video.camera_motion import SmallFrame
    from vision.video.tracking import Scene


IN_FLIGHT = 2
IDLE_S = 30.0
SESSIONS_MAX = 400
PER_TABLE_MAX = 24
WORK_WAIT_S = 4.0

TOO_FAST = "Frames come faster than they are read; send the next when this one is answered."


@dataclass(eq=False)
class Session:
    """One camera's look at one table. Use it with its lock held."""

    table: str
    used_s: float
    slots: BoundedSemaphore = field(default_factory=lambda: BoundedSemaphore(IN_FLIGHT))
    lock: Lock = field(default_factory=Lock)
    scene: Scene = field(default_factory=lambda: late.tracking.Scene())
    averager: FrameAverager = field(default_factory=lambda: late.averaging.FrameAverager())
    far: FarCards = field(default_factory=lambda: late.far_cards.FarCards())
    before: SmallFrame | None = None
    stirred: bool = False
    """Something on the table has changed since the last full look."""
    read_s: float = -1e9
    """When it was last looked at in full ..."""
    took_s: float = 0.0
    """... and how long that took: on a busy computer there is as much time for following between two."""
    newest: int = -1
    size: tuple[int, int] = (0, 0)
    foreign: tuple[Foreign, ...] = ()
    done: set[int] = field(default_factory=set)
    autolog: AutoLog = field(default_factory=AutoLog)
    meaning: tuple[tuple[int, Seat, tuple[str, ...]], Reading] | None = None
    hint: Hint | None = None
    """Why cards are not read, as the last two full looks agree ..."""
    hinted: str = ""
    """... and the cause the last one named."""
    thorough_s: float = -1e9
    """When a full look was last a thorough one."""
    broken: str = ""
    """What to say where the reader broke on the last full look."""

    def begin_anew(self) -> None:
        """Forget what is carried from frame to frame, as if the camera had just been opened."""
        self.scene, self.averager, self.far, self.before, self.stirred = (
            late.tracking.Scene(),
            late.averaging.FrameAverager(),
            late.far_cards.FarCards(),
            None,
            False,
        )
        self.done, self.autolog, self.foreign = set(), AutoLog(), ()
        self.hint, self.hinted = None, ""

    def noted_hint(self, hint: Hint | None) -> None:
        """Take over what a full look says: at once where it is the same again or nothing is left to say."""
        cause = hint.cause if hint is not None else ""
        if hint is None or cause == self.hinted:
            self.hint = hint
        self.hinted = cause


class Sessions:
    """By table, tokens and the name the phone gave its look."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._all: OrderedDict[tuple[str, str, str], Session] = OrderedDict()
        self._lock = Lock()

    @contextmanager
    def entered(self, code: str, tokens: Iterable[str], name: str) -> Iterator[Session]:
        """The session, alone; begun where there is none.

        Raises TooOften where two frames of it are in work already: nothing old ever waits.
        """
        one = self._found(_key(code, tokens, name))
        if not one.slots.acquire(blocking=False):
            raise TooOften(TOO_FAST, 1)
        try:
            if not one.lock.acquire(timeout=WORK_WAIT_S):
                raise TooOften(TOO_FAST, 1)
            try:
                one.used_s = self.clock()
                yield one
            finally:
                one.lock.release()
        finally:
            one.slots.release()

    def _found(self, key: tuple[str, str, str]) -> Session:
        now = self.clock()
        with self._lock:
            for old in [k for k, one in self._all.items() if now - one.used_s > IDLE_S]:
                del self._all[old]
            found = self._all.get(key)
            if found is None:
                here = sum(one.table == key[0] for one in self._all.values())
                if here >= PER_TABLE_MAX or len(self._all) >= SESSIONS_MAX:
                    raise TooOften("Too many cameras are already running; close one of them.", 10)
                found = self._all[key] = Session(key[0], now)
            return found

    def get(self, code: str, tokens: Iterable[str], name: str) -> Session | None:
        """The session where there is one."""
        with self._lock:
            return self._all.get(_key(code, tokens, name))

    def end(self, code: str, tokens: Iterable[str], name: str) -> Session | None:
        """Forget a session; what it was."""
        with self._lock:
            return self._all.pop(_key(code, tokens, name), None)

    def names(self) -> list[str]:
        """The names of the sessions running."""
        with self._lock:
            return [name for _, _, name in self._all]


def _key(code: str, tokens: Iterable[str], name: str) -> tuple[str, str, str]:
    return tidy_code(code), digest(".".join(tokens)), name
