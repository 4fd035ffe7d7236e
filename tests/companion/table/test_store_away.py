"""A database that is away while other processes tell what they changed: said once, whatever the number of tables."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest
from memory_store import MemoryStore
from toy_game import ToyGames

from companion.errors import StoreBusy
from companion.table.shared_tables import SharedTables
from companion.table.subscriptions import Signal
from companion.table.tables import Tables


class Line:
    """The line to other processes, spoken into by the test."""

    hear: Callable[[dict[str, Any]], None]
    returned: Callable[[], None]

    def start(self, hear: Callable[[dict[str, Any]], None], returned: Callable[[], None]) -> None:
        self.hear, self.returned = hear, returned

    def say(self, **what: Any) -> None:
        pass

    def close(self) -> None:
        pass


def test_a_database_that_is_away_is_one_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tables, line = Tables(MemoryStore(), games=ToyGames()), Line()
    shared = SharedTables(tables.registry, line)  # type: ignore[arg-type] # speaks as it does, over no database
    heard: list[Signal] = []
    codes = [tables.open("toy").code for _ in range(12)]
    listening = [tables.subscribe(code, [], heard.append) for code in codes]
    shared.start()

    def away(code: str) -> None:
        raise StoreBusy

    with caplog.at_level(logging.WARNING):
        for outage in (1, 2):
            with monkeypatch.context() as meanwhile:
                meanwhile.setattr(tables.registry, "live", away)
                for code in codes:
                    line.hear({"from": "another", "code": code})
                line.returned()
            assert len(caplog.records) == outage
            heard.clear()
            line.returned()
            assert len(heard) >= len(codes)
    for one in listening:
        one.close()
    shared.close()
