"""A folder that is changed while the server runs: the next table plays it so, a table that is on goes on with what it
began with, also after a restart, until somebody at it says otherwise."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from example_folder_game import SHOWN, folder
from memory_store import MemoryStore

from companion.own_decks.folder_watch import Stamp, look_again
from companion.own_decks.game_decks import GameDecks
from companion.own_decks.game_editions import GameEditions
from companion.own_decks.game_folders import bring_all
from companion.table.tables import Tables
from rules import games
from rules.datagame import editions
from rules.datagame.counting import SetCounter
from rules.datagame.laying import Lay
from rules.datagame.renewing import UseEdition

CHANGED = (
    SHOWN.replace("max = 5\n", "max = 9\ndefault = 2\n")
    .replace("at = 5", "at = 9")
    .replace('label = "Bards"', 'label = "Song"')
)


@pytest.fixture
def rafters(tmp_path: Path) -> Iterator[Path]:
    where = folder(tmp_path / "rafters", SHOWN)
    bring_all(where)
    yield where
    games.send_away("rafters")
    editions.forget("rafters")


def begun(tables: Tables) -> tuple[str, list[str]]:
    """A table of two that has begun."""
    opened = tables.open("rafters")
    tokens = [tables.join(opened.code, name=name).token for name in ("Ana", "Ben")]
    tables.begin(opened.code, [opened.host_token])
    return opened.code, tokens


def change(where: Path, seen: dict[str, Stamp], toml: str) -> tuple[str, ...]:
    kept = GameEditions(where.parent / "data")
    look_again(seen, kept)
    (where / "game.toml").write_text(toml, "utf-8")
    os.utime(where / "game.toml", ns=(1, len(toml)))
    return look_again(seen, kept)


def test_a_table_goes_on_with_what_it_began_with_until_somebody_says_otherwise(
    rafters: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, data = MemoryStore(), tmp_path / "data"
    tables = Tables(store, decks=GameDecks(data))
    code, tokens = begun(tables)
    tables.submit(code, tokens, id="a", event=SetCounter("wounds", 4, seat=0))
    tables.submit(code, tokens, id="b", event=Lay("stage", ("003",), seat=0))
    assert change(rafters, {}, CHANGED) == ("Rafters was changed; tables laid from now on play it so.",)
    later, _ = begun(tables)
    assert tables.live(later).table.state.counters["wounds"] == (2, 2)
    for again in (tables, Tables(store, decks=GameDecks(data))):
        state = again.live(code).table.state
        assert (state.counters["wounds"], state.lying[0].card) == ((4, 0), "003")
    offered = {choice.label: choice.event for choice in again.look(code, tokens[:1]).choices}
    event = offered["Go on with the changed game"]
    assert isinstance(event, UseEdition)
    again.submit(code, tokens, id="c", event=event)
    again.submit(code, tokens, id="d", event=SetCounter("wounds", 9, seat=1))
    state = again.live(code).table.state
    assert (state.counters["wounds"], state.lying[0].card) == ((4, 9), "003")
    assert "Go on with the changed game" not in {choice.label for choice in again.look(code, tokens[:1]).choices}
    change(rafters, {}, SHOWN.replace("max = 5\n", "max = 7\n"))
    monkeypatch.setattr(editions, "_known", {})
    state = Tables(store, decks=GameDecks(data)).live(code).table.state
    assert state.counters["wounds"] == (4, 9)


def test_what_a_table_began_with_is_on_disk(rafters: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, data = MemoryStore(), tmp_path / "data"
    code, tokens = begun(Tables(store, decks=GameDecks(data)))
    change(rafters, {}, CHANGED)
    monkeypatch.setattr(editions, "_known", {})
    state = Tables(store, decks=GameDecks(data)).live(code).table.state
    assert state.counters["wounds"] == (0, 0)
    assert GameEditions(data).pinned("tower", (("edition", "x"),)) == ()
    assert tokens


def test_a_change_that_breaks_the_folder_leaves_the_game_as_it_was(rafters: Path) -> None:
    seen: dict[str, Stamp] = {}
    (said,) = change(rafters, seen, SHOWN.replace("max = 12", "max = many"))
    assert 'game.toml line 25: a word stands in quotation marks: max = "many"' in said
    assert said.endswith("rafters stays as it was.")
    assert games.load("rafters").info.title == "Rafters"
    (said,) = change(rafters, seen, SHOWN.replace('letters = "RF"', 'letters = "RG"'))
    assert "start the server again for that" in said
    assert look_again(seen, GameEditions(rafters.parent / "data")) == ()
