"""Counters several screens share: what is kept of them, whatever is sent and whoever sends at the same time."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_store import MemoryStore
from postgres_schema import empty_schema

from companion.app import create_app
from companion.counters.counter_changes import COUNTED, FIELDS
from companion.counters.shared_counters import AT_ONCE_MAX, SharedCounters
from companion.errors import NoTable, StoreBusy
from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.service import Service
from companion.storage.sql_store import SqlStore
from companion.storage.store_protocol import Store
from companion.table.shared_tables import SharedTables
from companion.table.subscriptions import Subscriptions
from companion.table.tables import Tables
from rules.game_protocol import Refusal


def counters_of(store: Store) -> SharedCounters:
    return SharedCounters(store, Subscriptions(), lambda: 1000.0)


def life(id_: str, by: int, seat: int = 0, **more: Any) -> dict[str, Any]:
    return {"id": id_, "kind": "count", "seat": seat, "counter": "life", "by": by, "group": id_, **more}


def test_what_was_answered_is_there_after_a_restart(tmp_path: Path):
    store = SqlStore.at(tmp_path)
    counter = counters_of(store).open(4, 40)
    counters_of(store).add(counter.code, [life("a", -3), {"id": "b", "kind": "name", "seat": 1, "name": "Ana"}])
    store.close()
    again = SqlStore.at(tmp_path)
    found = counters_of(again).find(counter.code.lower())
    assert (found.players, found.start, found.rev) == (4, 40, 2)
    assert found.changes[0]["by"] == -3
    assert found.changes[1]["name"] == "Ana"
    again.close()


def test_a_counter_the_disk_has_changed_says_so_and_leads_to_another(tmp_path: Path):
    store = SqlStore.at(tmp_path)
    code = counters_of(store).open(2, 20).code
    counters_of(store).add(code, [life("a", -3), life("b", -1)])
    store.close()
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        connection.execute("UPDATE entries SET body = replace(body, '-3', '-4') WHERE rev = 1")
    connection.close()
    again = SqlStore.at(tmp_path)
    app = create_app(Service(Tables(again), Network(), no_limits()))
    answer = app.test_client().get(f"/c/{code}")
    assert answer.status_code == 503
    assert code in answer.text
    assert 'href="/counter"' in answer.text
    assert "last-good" not in answer.text
    again.close()


def test_a_change_that_was_sent_twice_counts_once_and_one_bad_change_keeps_none(tmp_path: Path):
    counters = counters_of(MemoryStore())
    code = counters.open(2, 20).code
    counters.add(code, [life("a", -1)])
    assert counters.add(code, [life("a", -1), life("b", 2)]).rev == 2
    with pytest.raises(Refusal):
        counters.add(code, [life("c", 1), life("d", 1, seat=2)])
    assert counters.find(code).rev == 2
    with pytest.raises(Refusal):
        counters.add(code, [life(str(n), 1) for n in range(AT_ONCE_MAX + 1)])


def test_phones_that_count_at_once_lose_nothing_also_over_two_processes(tmp_path: Path):
    store = SqlStore.at(tmp_path)
    processes = [counters_of(store), counters_of(store)]
    code = processes[0].open(2, 20).code

    def count(number: int) -> None:
        for n in range(12):
            sent, tries = life(f"{number}-{n}", 1), 0
            while tries < 50:
                tries += 1
                try:
                    processes[number % 2].add(code, [sent])
                    break
                except StoreBusy:
                    continue

    phones = [threading.Thread(target=count, args=(number,)) for number in range(4)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert [one.find(code).rev for one in processes] == [48, 48]
    assert len({change["id"] for change in processes[1].find(code).changes}) == 48
    store.close()


def test_over_postgres_a_phone_at_one_process_hears_what_is_counted_at_another():
    url = empty_schema("counters")
    stores = [SqlStore(url) for _ in range(2)]
    services = [Service(Tables(store), Network(), no_limits()) for store in stores]
    shared = []
    for service, store in zip(services, stores, strict=True):
        assert store.others is not None
        shared.append(SharedTables(service.tables.registry, store.others))
        shared[-1].start()
    here, there = (service.counters for service in services)
    code = here.open(2, 20).code
    heard = threading.Event()
    listening = here.subscribe(code, lambda signal: heard.set() if signal.rev == 24 else None)

    def count(counters: SharedCounters, name: str) -> None:
        for n in range(12):
            counters.add(code, [life(f"{name}-{n}", 1)])

    phones = [threading.Thread(target=count, args=(at, name)) for at, name in ((here, "a"), (there, "b"))]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert heard.wait(60)
    assert here.find(code).changes == there.find(code).changes
    assert [change["id"] for change in here.find(code).changes if change["id"][0] == "b"] == [
        f"b-{n}" for n in range(12)
    ]
    listening.close()
    for one, store in zip(shared, stores, strict=True):
        one.close()
        store.close()


def test_a_phone_that_was_out_of_reach_says_when_it_was():
    counters = counters_of(MemoryStore())
    code = counters.open(2, 20, began_s=600).code
    assert counters.find(code).made_at == 400
    assert counters.add(code, [life("a", 1, ago_s=60)]).changes[0]["at"] == 940


def test_a_code_of_no_counter_is_none_and_a_counters_is_no_table():
    tables = Tables(MemoryStore())
    service = Service(tables, Network(), no_limits())
    with pytest.raises(NoTable):
        service.counters.find("BBBBBB")
    table = tables.open("fairytale").code
    assert not service.counters.has(table)
    counter = service.counters.open(2, 20).code
    client = create_app(service).test_client()
    assert client.get(f"/join?code={counter}").location.endswith(f"/c/{counter}")
    assert client.get(f"/j/{counter}").location.endswith(f"/c/{counter}")
    assert client.get(f"/j/{table}").location.endswith(f"/t/{table}/join")
    assert client.get(f"/t/{counter}").status_code == 404
    assert client.get("/c/BBBBBB").status_code == 404
    assert client.get("/games").status_code == client.get("/").status_code == 200


WORDS = st.text(max_size=6) | st.integers() | st.none() | st.booleans() | st.floats(allow_nan=False)
SENT = st.fixed_dictionaries(
    {"id": st.uuids().map(str), "kind": st.sampled_from([*FIELDS, "x"])},
    optional={
        "group": st.sampled_from(["a", "b"]) | WORDS,
        "seat": st.integers(0, 3) | WORDS,
        "counter": st.sampled_from(COUNTED) | WORDS,
        "by": st.integers(-5, 5) | WORDS,
        "source": st.integers(0, 3) | WORDS,
        "name": st.text(max_size=40) | WORDS,
        "ago_s": WORDS,
    },
)


@settings(max_examples=120, deadline=None)
@given(st.lists(SENT | WORDS, max_size=4))
def test_no_body_breaks_a_counter(sent: list[Any]):
    service = Service(Tables(MemoryStore()), Network(), no_limits())
    code = service.counters.open(3, 20).code
    client = create_app(service).test_client()
    answer = client.post(f"/api/counters/{code}/changes", json={"changes": sent})
    assert answer.status_code in (200, 400)
    rev = len(sent) if answer.status_code == 200 else 0
    assert client.get(f"/api/counters/{code}").get_json()["rev"] == rev
