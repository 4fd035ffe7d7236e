"""What a game keeps from one table to the next of the same people: counters named in its [campaign]."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import as_file, files

import pytest
from memory_store import MemoryStore

from companion.own_decks.game_folders import bring_all
from companion.table.tables import Tables
from rules import games
from rules.datagame.counting import SetCounter
from rules.datagame.phases import CountPoints


@pytest.fixture(autouse=True)
def winters() -> Iterator[None]:
    with as_file(files("templates") / "games" / "fivewinters") as folder:
        bring_all(folder)
    yield
    games.send_away("fivewinters")


def test_scars_and_lore_come_along_with_whoever_sits_there_again() -> None:
    tables = Tables(MemoryStore())
    opened = tables.open("fivewinters")
    tokens = [tables.join(opened.code, name=name).token for name in ("Ana", "Ben", "Cem")]
    tables.begin(opened.code, [opened.host_token])
    for number, event in enumerate((
        SetCounter("scars", 4, seat=0), SetCounter("lore", 2, seat=1), SetCounter("scars", 1, seat=2),
        SetCounter("wood", 9, seat=0), CountPoints(seat=0),
    )):  # fmt: skip
        tables.submit(opened.code, tokens, id=f"e{number}", event=event)
    laid = tables.again(opened.code, [opened.host_token, *tokens])
    tables.begin(laid.code, laid.tokens)
    state = tables.live(laid.code).table.state
    assert (state.counters["scars"], state.counters["lore"]) == ((4, 0, 1), (0, 2, 0))
    assert state.counters["wood"] == (0, 0, 0)


def test_a_table_of_its_own_begins_anew() -> None:
    tables = Tables(MemoryStore())
    opened = tables.open("fivewinters")
    for name in ("Ana", "Ben"):
        tables.join(opened.code, name=name)
    tables.begin(opened.code, [opened.host_token])
    assert tables.live(opened.code).table.state.counters["scars"] == (0, 0)
