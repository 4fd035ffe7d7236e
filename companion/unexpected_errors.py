"""Faults of our own while people play: said to them in one sentence, and told in the server's log once.

A fault in the reader comes back with every frame of every camera, so a traceback that was just told is only counted.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from traceback import extract_tb

from companion.errors import Trouble
from rules.game_protocol import Refusal

TELL_AGAIN_S = 600.0
SELDOM_S = 60.0
KEPT = 200
FRAMES = 3
"""So many of the innermost lines of a traceback tell one fault from another."""

Place = tuple[object, ...]


@dataclass(eq=False)
class Once(logging.Filter):
    """Lets a traceback into the log once, then again after a while with how often it came in between."""

    clock: Callable[[], float] = time.monotonic
    _told: OrderedDict[Place, tuple[float, int]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        super().__init__()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to tell it. Lines without a traceback always are."""
        if not isinstance(record.exc_info, tuple) or record.exc_info[1] is None:
            return True
        more = self._more(_place(record.exc_info[1]))
        if more:
            record.msg, record.args = f"{record.getMessage()} (and {more} times since it was last told)", None
        return more is not None

    def _more(self, place: Place) -> int | None:
        """How often it came since it was last told, None where that was just now."""
        now = self.clock()
        with self._lock:
            told_s, more = self._told.get(place, (now - TELL_AGAIN_S, 0))
            again = now - told_s >= TELL_AGAIN_S
            self._told[place] = (now, 0) if again else (told_s, more + 1)
            self._told.move_to_end(place)
            while len(self._told) > KEPT:
                self._told.popitem(last=False)
        return more if again else None


@dataclass(eq=False)
class Seldom(logging.Filter):
    """Lets the same line into the log once a minute: what anybody in the Wi-Fi can cause must not fill the disk."""

    clock: Callable[[], float] = time.monotonic
    _told: dict[object, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to tell it. ``msg`` tells lines apart, not what is filled in."""
        now = self.clock()
        again = now - self._told.get(record.msg, -SELDOM_S) >= SELDOM_S
        if again:
            self._told[record.msg] = now
        return again or bool(record.exc_info)


def _place(error: BaseException) -> Place:
    lines = extract_tb(error.__traceback__, limit=-FRAMES)
    return (type(error), *((line.filename, line.lineno) for line in lines))


ONCE = Once()
SELDOM = Seldom()
log = logging.getLogger(__name__)
log.addFilter(ONCE)


class ReaderBroke(Trouble):
    """The reader met something it was not made for (500). Nothing was changed."""

    status = 500

    def __init__(self) -> None:
        super().__init__(
            "reader_failed",
            "Tablewright broke while it read this picture; nothing was changed. Take another from a little nearer or "
            "farther, or type the ten characters printed beside the code.",
        )


FRAME_BROKE = (
    "Tablewright broke on this view and goes on. Move the phone a little, or type the characters beside the code."
)


@contextmanager
def looking(*answers: type[Exception]) -> Iterator[None]:
    """Around whatever looks at a picture. Raises ReaderBroke for anything but ``answers``, Trouble and Refusal."""
    meant: tuple[type[Exception], ...] = (Trouble, Refusal, *answers)
    try:
        yield
    except meant:
        raise
    except Exception as error:
        log.exception("a picture could not be read")
        raise ReaderBroke from error
