"""The courses of finished games, read in the background and kept while the companion runs.

A game is read through once, which takes about half a second; hundreds of them are more than a page can wait for.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Sequence

from companion.results.card_figures import Told
from companion.results.result import Result
from companion.table.card_course import looked_into
from companion.table.registry import Registry
from rules import games
from rules.values.cards import Deck

MOST = 3_000
"""As many games, the newest first, are looked into for one answer."""
REST_S = 0.02
"""Between two tables, so that whoever plays meanwhile does not wait."""


class CardCourses:
    """What was read of finished games, by the table and the deck its cards were named after."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._news = threading.Condition()
        self._told: OrderedDict[str, tuple[Result, Deck | None, Told]] = OrderedDict()
        self._wanted: deque[Result] = deque()
        self._reading = False

    def told(self, results: Sequence[Result], wait_s: float) -> tuple[Told, ...]:
        """Those of the results, the newest ``MOST`` of them, that are read by now or within ``wait_s`` seconds.

        The others are read on in the background, those asked for last before any asked for earlier.
        """
        until = time.monotonic() + wait_s
        asked = results[:MOST]
        with self._news:
            missing = [one for one in asked if self._known(one) is None]
            self._wanted = deque(missing)
            if missing and not self._reading:
                self._reading = True
                threading.Thread(target=self._read, name="card courses", daemon=True).start()
            while any(self._known(one) is None for one in missing):
                left = until - time.monotonic()
                if left <= 0:
                    break
                self._news.wait(left)
            return tuple(found for one in asked if (found := self._known(one)) is not None)

    def _known(self, result: Result) -> Told | None:
        kept = self._told.get(result.code)
        if kept is None or kept[0] != result or kept[1] is not _deck(result.game):
            return None
        self._told.move_to_end(result.code)
        return kept[2]

    def _read(self) -> None:
        try:
            while self._read_next():
                time.sleep(REST_S)
        except BaseException:  # a folder that was taken away in between: whoever asks next has it read on
            with self._news:
                self._reading = False
            raise

    def _read_next(self) -> bool:
        with self._news:
            while self._wanted and self._known(self._wanted[0]) is not None:
                self._wanted.popleft()  # it was being read when it was asked for
            if not self._wanted:
                self._reading = False
                return False
            one = self._wanted.popleft()
        deck = _deck(one.game)
        found = looked_into(self._registry, one)
        with self._news:
            self._told[one.code] = (one, deck, found)
            while len(self._told) > 2 * MOST:
                self._told.popitem(last=False)
            self._news.notify_all()
        return True


def _deck(game: str) -> Deck | None:
    return games.deck(game) if game in games.with_cards() else None
