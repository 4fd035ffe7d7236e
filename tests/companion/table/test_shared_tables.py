"""Two, three processes over one PostgreSQL: whichever is asked answers rightly for any table."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import sleep

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from postgres_schema import empty_schema
from toy_game import ToyGames
from toy_tables import fresh_id, texts

from companion.errors import NotYours, StoreBusy
from companion.storage.sql_store import SqlStore
from companion.table.shared_tables import SharedTables
from companion.table.subscriptions import Signal
from companion.table.tables import Tables

COUNT = {"type": "counted", "args": {"by": 1}}


@dataclass
class Process:
    """What one process has, without its sockets."""

    store: SqlStore
    tables: Tables
    shared: SharedTables

    def close(self) -> None:
        self.shared.close()
        self.store.close()


def _process(url: str) -> Process:
    store = SqlStore(url)
    tables = Tables(store, games=ToyGames())
    assert store.others is not None
    shared = SharedTables(tables.registry, store.others)
    shared.start()
    return Process(store, tables, shared)


@pytest.fixture(scope="module")
def processes() -> Iterator[list[Process]]:
    url = empty_schema("shared")
    made = [_process(url) for _ in range(3)]
    yield made
    for one in made:
        one.close()


@dataclass
class At:
    """A begun table of two."""

    code: str
    host: str
    tokens: list[str]


def _table(tables: Tables) -> At:
    opened = tables.open("toy")
    tokens = [tables.join(opened.code, name=name).token for name in ("Ada", "Ben")]
    tables.begin(opened.code, [opened.host_token])
    return At(opened.code, opened.host_token, tokens)


def _until(holds: Callable[[], bool]) -> None:
    """Wait for something another thread does in its own time."""
    for _ in range(12_000):
        if holds():
            return
        sleep(0.01)
    raise AssertionError("waited in vain")


def test_what_one_process_was_told_every_other_shows_at_once(processes: list[Process]):
    table = _table(processes[0].tables)
    for number in range(9):
        teller, reader = processes[number % 3], processes[(number + 1) % 3]
        rev = teller.tables.submit(table.code, [table.tokens[number % 2]], id=fresh_id(), event=COUNT).rev
        assert reader.tables.look(table.code).rev == rev
    assert len({tuple(texts(one.tables.look(table.code, [table.tokens[0]]))) for one in processes}) == 1


def test_a_seat_freed_at_one_process_opens_nothing_at_another(processes: list[Process]):
    one, two = processes[0].tables, processes[1].tables
    table = _table(one)
    assert two.look(table.code, [table.tokens[1]]).held == (1,)
    one.revoke(table.code, [table.host], 1)
    assert two.look(table.code, [table.tokens[1]]).held == ()
    with pytest.raises(NotYours):
        two.submit(table.code, [table.tokens[1]], id=fresh_id(), event=COUNT)
    secret = two.hand_over(table.code, [table.host], 0)
    claimed = one.claim(table.code, secret)
    assert two.look(table.code, [claimed.token]).held == (0,)
    assert two.look(table.code, [table.tokens[0]]).held == ()


def test_a_phone_that_asks_at_one_process_is_answered_at_another(processes: list[Process]):
    table = _table(processes[0].tables)
    asked = processes[1].tables.ask(table.code, 1)
    (ask,) = processes[2].tables.look(table.code, [table.host]).asks
    assert ask.number == asked.number
    processes[0].tables.grant(table.code, [table.host], ask.id)
    assert processes[1].tables.claim(table.code, asked.secret).seat == 1


def test_phones_at_other_processes_hear_of_changes_and_of_people(processes: list[Process]):
    one, two = processes[0].tables, processes[1].tables
    table = _table(one)
    heard: list[Signal] = []
    listening = one.subscribe(table.code, [table.tokens[0]], heard.append)
    rev = two.submit(table.code, [table.tokens[1]], id=fresh_id(), event=COUNT).rev
    _until(lambda: any(signal.rev == rev for signal in heard))
    other = two.subscribe(table.code, [table.tokens[1]], lambda _: None)
    _until(lambda: one.look(table.code).seats_online == {0, 1})
    _until(lambda: two.look(table.code).seats_online == {0, 1})
    other.close()
    _until(lambda: one.look(table.code).seats_online == {0})
    listening.close()


def test_who_listened_at_a_process_that_died_is_forgotten(processes: list[Process]):
    table = _table(processes[0].tables)
    known = processes[0].tables.subscriptions
    known.online_elsewhere("dead", table.code, [1], until=50.0)
    assert known.online(table.code) == {1}
    assert known.gone(49.0) == ()
    assert known.gone(51.0) == (table.code,)
    assert known.online(table.code) == set()


def test_many_at_once_number_every_entry_once_and_nobody_is_refused(processes: list[Process]):
    table, problems = _table(processes[0].tables), list[Exception]()
    answered: list[int] = []

    def play(tables: Tables, seat: int) -> None:
        try:
            for _ in range(15):
                answered.append(tables.submit(table.code, [table.tokens[seat]], id=fresh_id(), event=COUNT).rev)
        except Exception as error:
            problems.append(error)

    threads = [threading.Thread(target=play, args=(one.tables, seat)) for one in processes for seat in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert sorted(answered) == list(range(4, 4 + 90))
    assert {one.tables.look(table.code).rev for one in processes} == {93}


def test_the_same_id_sent_to_two_processes_at_once_counts_once(processes: list[Process]):
    table, revs = _table(processes[0].tables), list[int]()

    def send(tables: Tables) -> None:
        revs.append(tables.submit(table.code, [table.tokens[0]], id="the same", event=COUNT).rev)

    threads = [threading.Thread(target=send, args=(one.tables,)) for one in processes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert revs == [4, 4, 4]


MOVES = st.lists(
    st.tuples(st.integers(0, 2), st.sampled_from(["count", "undo", "hand over"]), st.integers(0, 1)), max_size=25
)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves=MOVES)
def test_any_play_spread_over_processes_is_one_log_without_a_gap(
    processes: list[Process], moves: list[tuple[int, str, int]]
):
    table = _table(processes[0].tables)
    last = 3
    for process, what, seat in moves:
        tables = processes[process].tables
        token = [table.tokens[seat]]
        if what == "count":
            last = tables.submit(table.code, token, id=fresh_id(), event=COUNT).rev
        elif what == "undo" and last > 3 and tables.live(table.code).log.last_decision() is not None:
            last = tables.undo(table.code, token, id=fresh_id())
        elif what == "hand over":
            table.tokens[seat] = tables.claim(table.code, tables.hand_over(table.code, token, seat)).token
            last += 1
        for one in processes:
            seen = one.tables.look(table.code, [table.tokens[0]])
            assert (seen.rev, seen.held) == (last, (0,))
    fresh = Tables(processes[0].store, games=ToyGames())
    right = fresh.look(table.code, [table.tokens[1]])
    assert [entry.rev for entry in fresh.live(table.code).log.entries] == list(range(1, last + 1))
    for one in processes:
        seen = one.tables.look(table.code, [table.tokens[1]])
        assert (seen.view, seen.choices, texts(seen)) == (right.view, right.choices, texts(right))


def test_the_database_lets_go_of_everybody_and_play_goes_on(processes: list[Process]):
    table = _table(processes[0].tables)
    heard: list[Signal] = []
    listening = processes[0].tables.subscribe(table.code, [], heard.append)
    with processes[2].store.engine.connect() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ILIKE '%%tablewright%%'"
        )
    id_ = fresh_id()
    for _ in range(100):
        try:
            rev = processes[1].tables.submit(table.code, [table.tokens[0]], id=id_, event=COUNT).rev
            break
        except StoreBusy:
            sleep(0.05)  # as a phone does, which sends it again under the same id
    assert rev == 4
    _until(lambda: any(signal.rev == rev for signal in heard))
    listening.close()
