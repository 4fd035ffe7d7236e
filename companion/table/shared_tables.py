"""Tables that several processes keep over one database: each hears what the others changed, and who listens at them."""

from __future__ import annotations

import logging
import threading
from time import monotonic
from typing import Any

from companion.errors import NoTable, StoreBusy, StoreFull, Trouble
from companion.storage.other_processes import OtherProcesses
from companion.table.registry import Registry
from companion.table.subscriptions import Signal

AGAIN_S = 5.0
"""How often it is said who listens, for processes that were not there the last time."""
GONE_S = 16.0
"""After so long a silence nobody listens at a process any more."""
log = logging.getLogger(__name__)


class SharedTables:
    """Keeps the registry of this process and those of the others of one mind."""

    def __init__(self, registry: Registry, others: OtherProcesses) -> None:
        self.registry, self.others = registry, others
        self._stop = threading.Event()
        self._store_answers = True
        self._thread = threading.Thread(target=self._say_again, name="who listens", daemon=True)

    def start(self) -> None:
        """Listen and speak from now on."""
        self.registry.subscriptions.on_people = self._people
        self.others.start(self._hear, self._returned)
        self._thread.start()

    def close(self) -> None:
        """Neither any more."""
        self._stop.set()
        self._thread.join()
        self.others.close()

    def _people(self, code: str) -> None:
        seats = sorted(self.registry.subscriptions.online_here(code))
        self.others.say(code=code, seats=seats)

    def _hear(self, word: dict[str, Any]) -> None:
        if word.get("restored"):
            self.registry.forget_all()
        code = word.get("code")
        if not isinstance(code, str):
            return
        if "seats" in word:
            self.registry.subscriptions.online_elsewhere(word["from"], code, word["seats"], monotonic() + GONE_S)
        else:
            self._look(code)

    def _look(self, code: str) -> None:
        """Look at a table that others changed, if anybody here wants to know."""
        subscriptions = self.registry.subscriptions
        try:
            if subscriptions.listens_here(code):
                rev = self.registry.live(code).log.rev
                subscriptions.tell(code, Signal(rev, people=True))
            else:
                self.registry.catch_up(code)
            self._store_answers = True
        except NoTable:
            # A counter: whoever listens is told how far it is, and fetches what is new.
            kept = self.registry.store.load(code)
            if kept is not None:
                subscriptions.tell(code, Signal(kept.head.rev))
        except (StoreBusy, StoreFull) as trouble:
            # The same for every table: told once, until one can be looked at again.
            if self._store_answers:
                log.warning("what other processes changed cannot be looked at just now: %s", trouble.text)
            self._store_answers = False
        except Trouble as trouble:
            log.warning("table %s changed elsewhere and cannot be looked at: %s", code, trouble.text)

    def _returned(self) -> None:
        """Nothing was heard for a while: look at every table somebody here listens to."""
        for code in self.registry.subscriptions.listened_to():
            self._look(code)
            self._people(code)

    def _say_again(self) -> None:
        while not self._stop.wait(AGAIN_S):
            subscriptions = self.registry.subscriptions
            for code in subscriptions.listened_to():
                self._people(code)
            for code in subscriptions.gone(monotonic()):
                subscriptions.tell(code, Signal(0, people=True))
