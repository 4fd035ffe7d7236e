"""A stream that carries the phone's screen: what it sends, to whom, and when it ends."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from kept_screen import KeptScreen, body_of
from real_server import Listener, Phone, Server, open_table, toy_server

Table = tuple[Server, str, str, list[str]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with toy_server(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def table(server: Server) -> Table:
    return server, *open_table(server, "Ada", "Ben")


def cookie(code: str, *tokens: str) -> dict[str, str]:
    return {"Cookie": f"tw_{code}={'.'.join(tokens)}"}


def listening(table: Table, *tokens: str, has: str = "") -> Listener:
    server, code, _, _ = table
    return Listener(server, code, cookie(code, *tokens), f"?screen={has}")


def page(table: Table, *tokens: str) -> str:
    server, code, _, _ = table
    return body_of(httpx.get(f"{server.url}/t/{code}", headers=cookie(code, *tokens), timeout=60).text)


def until(phone: Listener, kept: KeptScreen, rev: int) -> KeptScreen:
    while kept.rev < rev:
        kept.take(phone.next("screen"))
    return kept


def pick(table: Table, seat: int, card: int) -> int:
    server, code, _, tokens = table
    event = {"id": f"{code}{seat}{card}", "type": "picked", "args": {"card": card}}
    answer = Phone(server, code, tokens[seat]).post("events", **event)
    assert answer.status_code == 200, answer.text
    return int(answer.json()["rev"])


def test_a_whole_screen_first_then_what_changes(table: Table) -> None:
    tokens = table[3]
    phone, watcher = listening(table, tokens[0]), listening(table)
    kept, watched = KeptScreen(), KeptScreen()
    kept.take(phone.next("screen"))
    watched.take(watcher.next("screen"))
    for seat in (0, 1):
        rev = pick(table, seat, 3)
        assert until(phone, kept, rev).body == page(table, tokens[0])
        assert until(watcher, watched, rev).body == page(table)
    for one in (phone, watcher):
        one.close()


def test_who_comes_back_is_sent_what_changed_meanwhile(table: Table) -> None:
    phone, kept = listening(table, table[3][0]), KeptScreen()
    kept.take(phone.next("screen"))
    phone.close()
    rev = pick(table, 1, 5)
    back = listening(table, table[3][0], has=kept.name)
    assert until(back, kept, rev).body == page(table, table[3][0])
    back.close()


def test_a_phone_with_two_seats_only_hears_the_rev(table: Table) -> None:
    phone = listening(table, *table[3])
    rev = pick(table, 0, 3)
    while phone.next("rev")["rev"] < rev:
        pass
    phone.close()


@pytest.mark.parametrize("what", ["revoke", "swap", "leave"])
def test_whoever_is_no_longer_who_they_were_is_sent_nothing_more(table: Table, what: str) -> None:
    server, code, host, tokens = table
    phone, kept = listening(table, tokens[0]), KeptScreen()
    kept.take(phone.next("screen"))
    if what == "leave":
        answer = Phone(server, code, tokens[0]).post("leave", seat=0)
    elif what == "swap":
        answer = Phone(server, code, host).post("swap", first=0, second=1)
    else:
        answer = Phone(server, code, host).post("revoke", seat=0)
    assert answer.status_code == 200, answer.text
    events = []
    while (event := phone.events.get(timeout=60)) is not None:
        events.append(event.name)
    assert "screen" not in events
    phone.close()


def test_streams_without_a_screen_are_as_they_were(table: Table) -> None:
    server, code, _, tokens = table
    phone = Listener(server, code, cookie(code, tokens[0]))
    first = phone.next("rev")
    assert set(first) == {"rev"}
    rev = pick(table, 0, 3)
    assert phone.next("rev") == {"rev": rev}
    phone.close()
