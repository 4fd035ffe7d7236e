"""The past put right: amended and inserted entries, what hangs on them, and the lines that are told of it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from changed_logs import changed_game
from stack_game import Pile, Put, Stack, Take

from rules import games, log_line, wire
from rules.game_protocol import Event, Level, Refusal
from rules.log import TABLE_EVENTS, Amend, Begin, Entry, Insert, Join, Log, Undo
from rules.text import say, worded

GAME = Stack()


def push(log: Log[Pile], *events: Event) -> Log[Pile]:
    for event in events:
        log = log.push(Entry(log.rev + 1, f"id{log.rev + 1}", 0.0, event.seat, event))
        log = log.keep(log.rev, log.tell(log.rev))
    return log


def cards(log: Log[Pile]) -> tuple[int, ...]:
    assert log.table.state is not None
    return log.table.state.cards


def refusal(log: Log[Pile], event: Event) -> Refusal:
    with pytest.raises(Refusal) as caught:
        push(log, event)
    return caught.value


def text(log: Log[Pile], rev: int) -> str:
    line = log.line(rev, None)
    assert line is not None
    return line.text


LOG = push(Log(GAME), Begin(2), Put(1), Put(2), Put(3))


class TestAmend:
    def test_another_card_was_put(self) -> None:
        log = push(LOG, Amend(target=3, event=Put(7)))
        assert cards(log) == (1, 7, 3)
        assert [entry.event for entry in log.entries[:4]] == [Begin(2), Put(1), Put(2), Put(3)], "the old one stays"

    def test_the_newest_amendment_counts_and_each_is_undone_alone(self) -> None:
        log = push(LOG, Amend(target=3, event=Put(7)), Amend(target=3, event=Put(8)))
        assert cards(log) == (1, 8, 3)
        assert cards(push(log, Undo(6))) == (1, 7, 3)
        assert cards(push(log, Undo(5))) == (1, 8, 3)
        assert cards(push(log, Undo(6), Undo(5))) == (1, 2, 3)

    def test_what_does_not_fit_there_is_refused_itself(self) -> None:
        assert refusal(LOG, Amend(target=3, event=Put(1))).code == "there"
        assert refusal(LOG, Amend(target=3, event=Take(9))).code == "gone"

    def test_a_later_entry_that_no_longer_fits_is_named_first(self) -> None:
        log = push(LOG, Take(3))
        change = Amend(target=4, event=Put(9))
        tried = log.tried(Entry(log.rev + 1, "", 0.0, None, change))
        assert [(one.rev, one.event, one.can_override) for one in tried.misfits] == [(5, Take(3), False)]
        assert refusal(log, change).code == "undo_dependent"
        assert cards(push(log, replace(change, fixes=((5, "take_back"),)))) == (1, 2, 9)

    def test_kept_against_the_rule(self) -> None:
        log = push(LOG, Take(3))
        change = Insert(target=5, event=Put(4))
        (misfit,) = log.tried(Entry(log.rev + 1, "", 0.0, None, change)).misfits
        assert misfit.can_override
        kept = push(log, replace(change, fixes=((5, "override"),)))
        assert cards(kept) == (1, 2, 4)
        line = kept.line(5, None)
        assert line is not None

    def test_its_owner_is_asked_and_answers(self) -> None:
        log = push(LOG, Take(3))
        asked = push(log, Amend(target=4, event=Put(9), fixes=((5, "ask"),)))
        assert asked.asked == {5}
        assert cards(asked) == (1, 2, 9)
        assert cards(answered := push(asked, Amend(target=5, event=Take(9)))) == (1, 2)
        assert not answered.asked
        left_out = push(asked, Undo(5))
        assert (cards(left_out), left_out.asked) == ((1, 2, 9), frozenset())
        before = push(asked, Undo(6))
        assert (cards(before), before.asked) == (cards(log), frozenset())

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            (Amend(target=0, event=Put(7)), "no_such_entry"),
            (Amend(target=99, event=Put(7)), "no_such_entry"),
            (Amend(target=1, event=Put(7)), "not_amendable"),
            (Amend(target=2, event=Begin(3)), "unknown_event"),
            (Amend(target=2, event=Undo(2)), "unknown_event"),
            (Amend(target=2, event=Put(7), fixes=((40, "take_back"),)), "no_such_entry"),
            (Insert(target=1, event=Put(7)), "before_start"),
            (Insert(target=5, event=Put(7)), "no_such_entry"),
            (Insert(target=0, event=Put(7)), "no_such_entry"),
        ],
    )
    def test_what_cannot_be_changed_is_said(self, change: Event, code: str) -> None:
        found = refusal(LOG, change)
        assert (found.code, found.level) == (code, Level.STRUCT)

    def test_what_was_taken_back_is_brought_back_first(self) -> None:
        log = push(LOG, Undo(4))
        assert refusal(log, Amend(target=4, event=Put(7))).code == "already_undone"
        assert refusal(log, Insert(target=4, event=Put(7))).code == "no_such_place"

    def test_the_game_must_have_begun(self) -> None:
        log = push(Log(GAME), Join("Ada", seat=0))
        assert refusal(log, Insert(target=1, event=Put(7))).code == "before_start"


class TestInsert:
    def test_it_stands_where_it_happened(self) -> None:
        log = push(LOG, Insert(target=3, event=Put(7)))
        assert cards(log) == (1, 7, 2, 3)

    def test_the_second_stands_behind_the_first(self) -> None:
        log = push(LOG, Insert(target=3, event=Put(7)), Insert(target=3, event=Put(8)))
        assert cards(log) == (1, 7, 8, 2, 3)

    def test_before_an_inserted_one_also_when_that_is_taken_back(self) -> None:
        log = push(LOG, Insert(target=3, event=Put(7)), Insert(target=5, event=Put(8)))
        assert cards(log) == (1, 8, 7, 2, 3)
        assert cards(push(log, Undo(5))) == (1, 8, 2, 3)

    def test_an_inserted_one_is_amended_by_its_own_number(self) -> None:
        log = push(LOG, Insert(target=3, event=Put(7)), Amend(target=5, event=Put(9)))
        assert cards(log) == (1, 9, 2, 3)
        assert cards(push(log, Undo(5))) == (1, 2, 3)


class TestUndo:
    def test_later_entries_can_be_said_to_go_too(self) -> None:
        log = push(LOG, Take(3))
        assert refusal(log, Undo(4)).code == "undo_dependent"
        undone = push(log, Undo(4, fixes=((5, "take_back"),)))
        assert cards(undone) == (1, 2)
        assert refusal(undone, Undo(5)).code == "already_undone"
        assert cards(push(undone, Undo(6))) == (1, 2)


class TestLines:
    def test_a_line_is_told_from_the_table_around_its_event(self) -> None:
        assert text(LOG, 3) == "put: 1 cards, then 2"

    def test_a_kept_line_is_read_as_it_was_told(self) -> None:
        told = log_line.Told(log_line.Line("as it was told once"))
        assert text(LOG.keep(3, told), 3) == "as it was told once"
        assert text(push(LOG.keep(3, told), Undo(3)), 3) == "as it was told once"

    def test_only_what_was_folded_again_is_told_again(self) -> None:
        log = push(LOG, Insert(target=4, event=Put(7)))
        assert [text(log, rev) for rev in (2, 3, 5, 4)] == [
            "put: 0 cards, then 1", "put: 1 cards, then 2", "put: 2 cards, then 3", "put: 3 cards, then 4",
        ]  # fmt: skip

    def test_lines_are_kept_with_their_templates(self) -> None:
        line = log_line.Line(
            say("{who} draws {count}", who="{p0}", count=say("{n} cards", n=2)),
            (say("{n} left", n=3),),
            set_aside=(log_line.SetAside(say("no {thing}", thing="more"), "R1"),),
            turn=say("Turn {n}", n=4),
        )
        told = log_line.Told(line, {1: replace(line, text="secret")})
        again = log_line.told_from_json(json.loads(json.dumps(log_line.told_to_json(told))))
        assert again == told
        german = {"{who} draws {count}": "{who} zieht {count}", "{n} cards": "{n} Karten"}
        assert worded(again.public.text, lambda text: german.get(text, text)) == "{p0} zieht 2 Karten"

    @pytest.mark.parametrize(
        "data", [None, 3, {}, {"public": 3}, {"public": {"why": [1]}}, {"public": {}, "seats": []}]
    )
    def test_a_line_that_cannot_be_read_is_said(self, data: Any) -> None:
        with pytest.raises(Refusal, match="cannot be read"):
            log_line.told_from_json(data)


@pytest.mark.parametrize(
    "change", [Amend(target=3, event=Put(7), fixes=((4, "ask"),)), Insert(target=2, event=Take(1))]
)
def test_a_change_travels_with_what_it_says(change: Event) -> None:
    kinds = (*TABLE_EVENTS, *GAME.events)
    assert wire.event_from_json(kinds, wire.event_to_json(change)) == change


def test_changes_are_not_nested() -> None:
    kinds = (*TABLE_EVENTS, *GAME.events)
    nested = wire.event_to_json(Amend(target=3, event=Amend(target=2, event=Put(1))))
    with pytest.raises(Refusal, match="not something this game knows"):
        wire.event_from_json(kinds, nested)


@pytest.mark.parametrize("name", games.playable())
@pytest.mark.parametrize("seed", range(2))
def test_a_changed_log_equals_the_one_written_at_the_time(name: str, seed: int) -> None:
    game = games.load(name)
    few, most = game.info.players
    beside = changed_game(game, Begin(few + seed % (most - few + 1)), 700 + seed, events=30, changes=6)
    assert beside.changes == 6
