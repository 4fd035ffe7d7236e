"""The log of a table: it only grows, undo is an entry, and the table is always the fold of what still counts."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from stack_game import Pile, Put, Stack, Take

from rules.game_protocol import Event, Level, Refusal
from rules.log import (
    COLOURS,
    SEATS_MAX,
    SHAPES,
    Begin,
    Entry,
    Handover,
    Join,
    Leave,
    Log,
    Person,
    SwapSeats,
    Table,
    Undo,
    dead_entries,
    step,
    undoable,
)

GAME = Stack()


def push(log: Log[Pile], *events: Event) -> Log[Pile]:
    for event in events:
        log = log.push(Entry(log.rev + 1, f"id{log.rev + 1}", 0.0, event.seat, event))
    return log


def begun(*events: Event, players: int = 2) -> Log[Pile]:
    """A log whose first entry begins the game."""
    return push(Log(GAME), Begin(players), *events)


def cards(log: Log[Pile]) -> tuple[int, ...]:
    assert log.table.state is not None
    return log.table.state.cards


def refusal(log: Log[Pile], event: Event) -> Refusal:
    with pytest.raises(Refusal) as caught:
        push(log, event)
    return caught.value


class TestUndo:
    log = begun(Put(1), Put(2), Put(3))

    def test_the_newest_entry_is_taken_back_and_stays_in_the_log(self) -> None:
        log = push(self.log, Undo(4))
        assert cards(log) == (1, 2)
        assert [entry.event for entry in log.entries] == [Begin(2), Put(1), Put(2), Put(3), Undo(4)]
        assert log.dead == {4}

    def test_an_entry_in_the_middle_is_taken_back_where_the_rest_still_fits(self) -> None:
        assert cards(push(self.log, Undo(3))) == (1, 3)

    def test_undoing_the_undo_brings_the_entry_back_in_its_place(self) -> None:
        log = push(self.log, Undo(3), Undo(5))
        assert cards(log) == (1, 2, 3)
        assert log.dead == {5}

    def test_undo_redo_undo(self) -> None:
        log = push(self.log, Undo(4), Undo(5), Undo(6))
        assert cards(log) == (1, 2)
        assert log.dead == {4, 6}

    def test_through_takes_back_everything_after_it_too(self) -> None:
        log = push(self.log, Undo(3, through=True))
        assert cards(log) == (1,)
        assert log.dead == {3, 4}
        assert cards(push(log, Undo(5))) == (1, 2, 3)

    def test_through_takes_back_undos_in_its_reach(self) -> None:
        log = push(self.log, Undo(4), Undo(3, through=True))
        assert cards(log) == (1,)
        assert log.dead == {3, 4, 5}

    def test_through_leaves_people_where_they_sit(self) -> None:
        log = push(self.log, Join("Ben", seat=1), Undo(1, through=True))
        assert log.table.state is None
        assert log.table.name(1) == "Ben"

    def test_taking_back_the_beginning_lets_the_table_begin_anew(self) -> None:
        log = push(begun(), Undo(1), Begin(4))
        assert log.table.setup is not None
        assert log.table.setup.players == 4

    def test_an_entry_others_build_on_is_not_taken_back_alone(self) -> None:
        log = push(self.log, Take(3), Take(2))
        problem = refusal(log, Undo(4))
        assert (problem.level, problem.code) == (Level.RULE, "undo_dependent")
        assert str(problem) == "1 later entry would no longer fit; take back everything from here on instead"
        assert log.dependents(4) == (5,)
        assert log.dependents(3) == (6,)
        assert log.dependents(1) == (2, 3, 4, 5, 6)
        assert log.dependents(6) == ()
        assert cards(push(log, Undo(4, through=True))) == (1, 2)

    def test_a_redo_that_no_longer_fits_is_refused(self) -> None:
        log = push(self.log, Undo(4), Put(3))
        assert refusal(log, Undo(5)).code == "undo_dependent"
        assert log.dependents(5) == (6,)

    @pytest.mark.parametrize(
        ("target", "code"),
        [(0, "no_such_entry"), (-1, "no_such_entry"), (7, "no_such_entry"), (4, "already_undone"), (5, "not_undoable")],
    )
    def test_what_cannot_be_taken_back(self, target: int, code: str) -> None:
        log = push(self.log, Join("Ben", seat=0), Undo(4))
        problem = refusal(log, Undo(target))
        assert (problem.level, problem.code) == (Level.STRUCT, code)
        with pytest.raises(Refusal) as caught:
            log.dependents(target)
        assert caught.value.code == code

    def test_the_newest_entry_that_counts(self) -> None:
        assert Log(GAME).last_undoable() is None
        assert self.log.last_undoable() == 4
        log = push(self.log, Join("Ben", seat=0), Undo(4))
        assert log.last_undoable() == 3
        assert push(log, Undo(6)).last_undoable() == 4

    def test_notices_are_of_the_last_event_alone(self) -> None:
        log = begun(Put(1), Put(2), Put(3), Put(4))
        assert [notice.code for notice in log.notices] == ["tall"]
        assert push(log, Join("Ben", seat=0)).notices == ()
        assert push(log, Undo(5)).notices == ()

    def test_an_override_is_accepted_and_noted(self) -> None:
        assert refusal(self.log, Take(1)).level is Level.RULE
        log = push(self.log, Take(1, override=True))
        assert cards(log) == (2, 3)
        assert log.notices[0].text == "Overridden: 1 is not on top"


class TestPush:
    @pytest.mark.parametrize("rev", [0, 1, 3, -1])
    def test_revs_have_no_gaps(self, rev: int) -> None:
        with pytest.raises(ValueError, match=f"entry {rev} does not follow 1"):
            begun().push(Entry(rev, "x", 0.0, None, Put(1)))

    def test_nothing_happens_before_the_beginning(self) -> None:
        assert refusal(Log(GAME), Put(1)).code == "not_begun"

    def test_a_game_begins_once(self) -> None:
        assert refusal(begun(), Begin(2)).code == "already_begun"

    @pytest.mark.parametrize("players", [-3, 0, SEATS_MAX + 1, 10**12])
    def test_players_are_as_many_as_a_table_has(self, players: int) -> None:
        problem = refusal(Log(GAME), Begin(players))
        assert (problem.level, problem.code) == (Level.STRUCT, "bad_players")

    def test_a_foreign_option_is_refused(self) -> None:
        assert refusal(Log(GAME), Begin(2, (("fast", True),))).code == "bad_option"

    @pytest.mark.parametrize("seat", [-1, 2, 10**9])
    def test_an_event_for_a_seat_that_is_not_there_never_reaches_the_game(self, seat: int) -> None:
        problem = refusal(begun(), Put(1, seat=seat))
        assert (problem.level, problem.code) == (Level.STRUCT, "no_such_seat")
        assert "seats 1 to 2" in str(problem)


class TestPeople:
    ada, ben = Person("Ada", "amber", "circle"), Person("Ben", "sky", "star")

    def sat(self) -> Log[Pile]:
        return push(Log(GAME), Join("Ada", seat=0), Join("Ben", "sky", "star", seat=2))

    def test_people_sit_where_they_say(self) -> None:
        log = self.sat()
        assert log.table.seats == (self.ada, None, self.ben)
        assert [log.table.name(seat) for seat in (0, 1, 2, 9, -1)] == ["Ada", "Seat 2", "Ben", "Seat 10", "Seat 0"]

    def test_joining_a_taken_seat_changes_its_person(self) -> None:
        assert push(self.sat(), Join("Ann", "teal", "hexagon", seat=0)).table.seats[0] == Person(
            "Ann", "teal", "hexagon"
        )

    def test_somebody_leaves_and_comes_late(self) -> None:
        log = push(self.sat(), Begin(4), Leave(seat=0))
        assert log.table.seats == (None, None, self.ben, None)
        assert push(log, Join("Cleo", seat=3)).table.name(3) == "Cleo"

    def test_seats_change_people_and_cards_stay(self) -> None:
        log = push(self.sat(), Begin(3), Put(7), SwapSeats(0, 2))
        assert log.table.seats == (self.ben, None, self.ada)
        assert cards(log) == (7,)
        assert push(log, SwapSeats(1, 1)).table.seats == log.table.seats

    def test_another_phone_changes_nothing_at_the_table(self) -> None:
        log = self.sat()
        assert push(log, Handover(seat=2)).table == log.table

    @pytest.mark.parametrize(
        "event",
        [
            Join("Eve"), Join("Eve", seat=-1), Join("Eve", seat=SEATS_MAX), Join("Eve", seat=10**12),
            Leave(), Leave(seat=-1), Leave(seat=3), Handover(), Handover(seat=-3), Handover(seat=3),
            SwapSeats(0, 3), SwapSeats(-1, 0), SwapSeats(10**12, 10**12),
        ],
        ids=repr,
    )  # fmt: skip
    def test_seats_that_are_not_there(self, event: Event) -> None:
        log = self.sat()
        problem = refusal(log, event)
        assert (problem.level, problem.code) == (Level.STRUCT, "no_such_seat")
        assert str(problem).startswith("there is no such seat; this table has the seats 1 to ")

    def test_an_empty_table_has_no_seats_to_leave(self) -> None:
        assert str(refusal(Log(GAME), Leave(seat=0))).endswith("this table has no seats yet")

    @pytest.mark.parametrize("look", [("mauve", "circle"), ("amber", "<svg>"), ("", "")])
    def test_colours_and_shapes_are_ours(self, look: tuple[str, str]) -> None:
        assert refusal(Log(GAME), Join("Eve", *look, seat=0)).code == "bad_input"

    def test_the_last_seat_of_the_largest_table(self) -> None:
        assert len(push(Log(GAME), Join("Zoe", seat=SEATS_MAX - 1)).table.seats) == SEATS_MAX


def test_a_thousand_entries_and_an_undo_of_the_first_move() -> None:
    log = begun(*(Put(n) for n in range(999)))
    assert log.rev == 1_000
    undone = push(log, Undo(2))
    assert cards(undone) == tuple(range(1, 999))
    assert undone.table == fold(undone)
    assert cards(push(undone, Undo(1_001))) == tuple(range(999))


def fold(log: Log[Pile]) -> Table[Pile]:
    """The table from scratch: every entry that counts, in order."""
    dead = dead_entries(log.entries)
    table: Table[Pile] = Table()
    for entry in log.entries:
        if entry.rev not in dead and not isinstance(entry.event, Undo):
            table = step(GAME, table, entry.event)
    return table


people = st.builds(
    Join, st.sampled_from(["Ada", "Ben"]), st.sampled_from(COLOURS), st.sampled_from(SHAPES), seat=st.integers(-1, 4)
)
small = st.integers(0, 4)
events = st.one_of(
    people,
    st.builds(Leave, seat=st.integers(-1, 4)),
    st.builds(Handover, seat=st.integers(-1, 4)),
    st.builds(SwapSeats, st.integers(-1, 4), st.integers(-1, 4)),
    st.builds(Begin, st.integers(0, 5)),
    st.builds(Put, small, seat=st.none() | st.integers(-1, 4)),
    st.builds(Take, small, override=st.booleans()),
    st.builds(Put, small),
    st.builds(Take, small),
)


class Logs(RuleBasedStateMachine):
    """Everything people can do to a log, in any order; what is refused must leave no trace."""

    def __init__(self) -> None:
        super().__init__()
        self.log = push(Log(GAME), Begin(2))
        self.sent: list[Event] = [Begin(2)]

    def send(self, event: Event) -> bool:
        before, copy = self.log, replace(self.log)
        with suppress(Refusal):
            self.log = push(self.log, event)
            self.sent.append(event)
        assert before == copy
        return self.log is not before

    @rule(event=events)
    def something_happens(self, event: Event) -> None:
        self.send(event)

    @rule(data=st.data(), through=st.booleans())
    def somebody_takes_back(self, data: st.DataObject, through: bool) -> None:
        target = data.draw(st.integers(-1, self.log.rev + 1))
        alone = not through and 1 <= target <= self.log.rev and target not in self.log.dead
        alone = alone and undoable(self.log.entries[target - 1].event)
        hanging = self.log.dependents(target) if alone else ()
        done = self.send(Undo(target, through))
        if alone:
            assert done == (not hanging)

    @precondition(lambda self: self.log.last_undoable() is not None)
    @rule()
    def the_newest_is_taken_back_and_brought_again(self) -> None:
        before, target = self.log, self.log.last_undoable()
        assert target is not None
        if self.send(Undo(target)) and self.send(Undo(self.log.rev)):
            assert self.log.table == before.table

    @invariant()
    def the_table_is_the_fold_of_what_counts(self) -> None:
        assert self.log.table == fold(self.log)
        assert self.log.dead == dead_entries(self.log.entries)

    @invariant()
    def entries_are_numbered_without_gaps_and_none_is_lost(self) -> None:
        assert [entry.rev for entry in self.log.entries] == list(range(1, self.log.rev + 1))
        assert [entry.event for entry in self.log.entries] == self.sent
        assert [self.log.index[one.place] for one in self.log.played] == list(range(len(self.log.played)))

    @invariant()
    def playing_the_entries_again_gives_the_same_log(self) -> None:
        again: Log[Pile] = Log(GAME)
        for entry in self.log.entries:
            again = again.push(entry)
        assert [replace(one, again=False) for one in again.played] == [
            replace(one, again=False) for one in self.log.played
        ]
        assert (again.entries, again.dead, again.asked) == (self.log.entries, self.log.dead, self.log.asked)


TestAnySequence = Logs.TestCase
TestAnySequence.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
