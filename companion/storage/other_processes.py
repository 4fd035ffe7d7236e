"""What processes on one PostgreSQL tell one another: which table changed, and who listens where.

A word is only a reason to look: the rows carry the truth, and who misses one sees it at the next look.
"""

from __future__ import annotations

import json
import logging
import threading
import uuid
from collections.abc import Callable, Iterable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

CHANNEL = "tablewright"
AGAIN_S = 0.5
"""Between two tries to listen to a database that is away."""
LOOK_S = 1.0
log = logging.getLogger(__name__)


class OtherProcesses:
    """The line to the others. ``hear`` is called, on a thread of its own, with what each of them says.

    ``returned`` is called whenever listening has begun: what was said before was not heard. Neither may raise.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self.name = uuid.uuid4().hex[:12]
        self._stop = threading.Event()
        self._heard = True
        self._words: SimpleQueue[str | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []

    def start(self, hear: Callable[[dict[str, Any]], None], returned: Callable[[], None]) -> None:
        """Listen, and say what is to be said."""
        for work in (lambda: self._listen(hear, returned), self._speak):
            thread = threading.Thread(target=work, name="other processes", daemon=True)
            thread.start()
            self._threads.append(thread)

    def say(self, **what: Any) -> None:
        """Tell the others, soon; it is not kept for those who are away."""
        self._words.put(json.dumps({"from": self.name, **what}, separators=(",", ":")))

    def close(self) -> None:
        """Neither listen nor speak any more."""
        self._stop.set()
        self._words.put(None)
        for thread in self._threads:
            thread.join()

    def _speak(self) -> None:
        while (word := self._words.get()) is not None:
            # One that is lost is made up for: who listens is said again, and a table is looked at anyway.
            with suppress(SQLAlchemyError), self.engine.begin() as connection:
                connection.execute(sa.select(sa.func.pg_notify(CHANNEL, word)))

    def _listen(self, hear: Callable[[dict[str, Any]], None], returned: Callable[[], None]) -> None:
        while not self._stop.is_set():
            try:
                self._listen_once(hear, returned)
            except Exception as error:  # whatever the driver says: the database is away, and will be back
                if self._heard:
                    log.warning("what other processes do is not heard just now: %s", str(error).strip())
                self._heard = False
            self._stop.wait(AGAIN_S)

    def _listen_once(self, hear: Callable[[dict[str, Any]], None], returned: Callable[[], None]) -> None:
        pooled = self.engine.raw_connection()
        connection: Any = pooled.driver_connection
        pooled.detach()
        try:
            connection.rollback()
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
            self._heard = True
            returned()
            while not self._stop.is_set():
                for word in _words(connection.notifies(timeout=LOOK_S)):
                    if word.get("from") != self.name:
                        hear(word)
        finally:
            connection.close()


def _words(notifies: Iterable[Any]) -> Iterable[dict[str, Any]]:
    for one in notifies:
        with suppress(ValueError):
            word = json.loads(one.payload)
            if isinstance(word, dict):
                yield word


def notify(connection: sa.Connection, name: str, **what: Any) -> None:
    """Tell the others once this transaction is on disk."""
    word = json.dumps({"from": name, **what}, separators=(",", ":"))
    connection.execute(sa.select(sa.func.pg_notify(CHANNEL, word)))
