"""A long log taken up at a checkpoint is the log that folding all its entries gives, whatever was done to it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import example_folder_game
import pytest
from changed_logs import any_event, entry

from companion.storage.store_protocol import EntryRow, Kept, TableRow
from companion.table import kept_log
from companion.table.kept_log import entry_row, folded, opened_log
from companion.table.log_lines import told_at_once
from rules import games
from rules.game_protocol import Game, Refusal
from rules.log import Amend, Begin, Entry, Insert, Log, Undo, dead_entries

ROW = TableRow("KR7TQX", "any", "play", "{}", 0.0)
EACH, STEPS = 9, 70
GAMES = {**{name: games.load(name) for name in games.playable()}, "out of a folder": example_folder_game.game()}


def _tried(log: Log[Any], event: Any) -> Log[Any]:
    """The log with the event and its lines, or as it is where that is refused."""
    one = entry(log, event)
    with suppress(Refusal):
        pushed = log.push(one)
        return pushed.keep(one.rev, told_at_once(log, pushed, one))
    return log


def _something(log: Log[Any], rng: random.Random) -> Any:
    """Something people do: mostly play, now and then a change of the past."""
    chance, far = rng.random(), rng.random() < 0.2
    target = rng.randint(2 if far else max(2, log.rev - 5), log.rev) if log.rev > 2 else 1
    event = any_event(log.game, log.table.state, rng)
    if chance < 0.25 and log.rev > 2:
        return Undo(target, through=rng.random() < 0.4)
    if chance < 0.35 and log.rev > 2 and event is not None:
        return rng.choice((Amend, Insert))(target=target, event=event)
    return event


def played(game: Game[Any], seed: int) -> list[EntryRow]:
    """The rows of a random game in which the past is changed."""
    rng = random.Random(seed)
    few, most = game.info.players
    log = _tried(Log(game), Begin(rng.randint(few, most)))
    for _ in range(STEPS):
        event = _something(log, rng)
        log = _tried(log, event) if event is not None else log
    return [entry_row(one, log.told.get(one.rev)) for one in log.entries]


def same(one: Log[Any], other: Log[Any]) -> None:
    """Assert that both logs are the same in all that anybody can see of them."""
    assert one.entries == other.entries
    assert (one.table, one.notices, one.dead, one.asked) == (other.table, other.notices, other.dead, other.asked)
    assert dict(one.told) == dict(other.told)
    assert list(one.played) == list(other.played)
    assert dict(one.index) == dict(other.index)
    assert (one.last_decision(), one.turn_began()) == (other.last_decision(), other.turn_began())
    players = one.table.state.players if one.table.state is not None else 0
    for rev in range(1, one.rev + 1):
        assert one.by_id(f"e{rev}") == other.entries[rev - 1]
        for viewer in (None, *range(players)):
            assert one.line(rev, viewer) == other.line(rev, viewer)


@pytest.fixture(autouse=True)
def _checkpoints_lie_close(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_log, "CHECKPOINT_EACH", EACH)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_log_from_its_checkpoint_is_the_log_from_its_beginning(name: str, seed: int):
    game = GAMES[name]
    rows = played(game, seed)
    whole, made = folded(Log(game), rows)
    assert len(made) > 1
    for count in (1, len(made)):
        log, later = opened_log(Kept(ROW, tuple(rows), checkpoints=made[:count]), game)
        assert log.played.kept, "it was taken up at a checkpoint"
        same(log, whole)
        assert [row.rev for row in later] == [row.rev for row in made[count:]]
    rng, taken = random.Random(seed), log
    for _ in range(12):
        event = _something(whole, rng)
        if event is not None:
            whole, taken = _tried(whole, event), _tried(taken, event)
    same(taken, whole)


class ReadWhole(Log[Any]):
    """A log that reads all its entries for each change of the past."""

    def _since(self, entries: Sequence[Entry]) -> tuple[int, frozenset[int]]:
        return 1, dead_entries(entries)


def _change(log: Log[Any], rng: random.Random) -> Any:
    """A change of the past, often one of another change, with fixes for what would no longer fit."""
    if rng.random() < 0.25:
        return any_event(log.game, log.table.state, rng)
    undos = [one.rev for one in log.entries if isinstance(one.event, Undo) and one.rev not in log.dead]
    near = rng.randint(max(2, log.rev - 6), log.rev)
    target = rng.choice((near, near, undos[-1] if undos else near, rng.randint(2, log.rev)))
    other = any_event(log.game, log.table.state, rng)
    undo = Undo(target, through=rng.random() < 0.3)
    event: Any = undo if other is None else rng.choice((undo, undo, undo, Amend(target=target, event=other)))
    if other is not None and rng.random() < 0.15:
        event = Insert(target=target, event=other)
    if rng.random() < 0.2:
        event = replace(event, fixes=((rng.randint(2, log.rev), rng.choice(("override", "take_back", "ask"))),))
    for _ in range(len(log.entries)):
        with suppress(Refusal):
            if not (misfits := log.tried(entry(log, event)).misfits):
                break
            fix = rng.choice(("override", "take_back", "ask") if misfits[0].can_override else ("take_back", "ask"))
            event = replace(event, fixes=tuple({**dict(event.fixes), misfits[0].rev: fix}.items()))
            continue
        break
    return event


def _parts(log: Log[Any]) -> tuple[Any, ...]:
    stands = [(one.place, one.rev, one.again, one.overridden) for one in log.played]
    return log.table, log.dead, log.asked, log.fits, log.notices, log.marks, stands, dict(log.index)


@pytest.mark.parametrize("name", sorted(games.playable()))
def test_changes_of_changes_come_to_what_reading_every_entry_comes_to(name: str):
    game, rng = games.load(name), random.Random(5)
    rows = played(game, 5)
    near = opened_log(Kept(ROW, tuple(rows), checkpoints=folded(Log(game), rows)[1]), game)[0]
    whole = folded(ReadWhole(game), rows)[0]
    same(near, whole)
    redone = 0
    for _ in range(40):
        if (event := _change(whole, rng)) is None:
            continue
        redone += isinstance(event, Undo) and isinstance(whole.entries[event.target - 1].event, Undo)
        near, whole = _tried(near, event), _tried(whole, event)
        assert _parts(near) == _parts(whole), event
    assert redone, "changes were changed again"
    assert near.played.kept, "it was taken up at a checkpoint"
    same(near, whole)
    again = folded(Log(game), [entry_row(one, whole.told.get(one.rev)) for one in whole.entries])[0]
    same(again, whole)


@pytest.mark.parametrize("harm", ["another program's", "cut", "no JSON", "of later entries"])
def test_a_checkpoint_that_does_not_fit_is_not_believed(harm: str):
    game = games.load("tower")
    rows = tuple(played(game, 3))
    whole, made = folded(Log(game), rows)
    last = made[-1]
    harmed = {
        "another program's": replace(last, edition="0" * 64),
        "cut": replace(last, body=last.body[:-9]),
        "no JSON": replace(last, body=b"{"),
        "of later entries": replace(last, rev=len(rows) + 1),
    }[harm]
    log, _ = opened_log(Kept(ROW, rows, checkpoints=(harmed,)), game)
    same(log, whole)


def test_no_checkpoint_is_made_where_lines_were_told_again():
    game = games.load("tower")
    bare = [replace(row, told=None) for row in played(game, 4)]
    assert folded(Log(game), bare)[1] == (), "the rows do not have the lines that are shown"
