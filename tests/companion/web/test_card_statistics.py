"""What the cards of a game did, as a page: the owner's alone, the same figures as the file, read once a game."""

from __future__ import annotations

import csv
import io
import threading
from dataclasses import replace

import pytest
from memory_store import MemoryStore
from mid_game import laid
from plain_phone import PlainPhone

from companion.network.addresses import Network
from companion.network.limits import no_limits
from companion.results.result import kept_result
from companion.service import Service
from companion.table import card_courses
from companion.table.tables import Tables
from rules import games

AWAY = {"REMOTE_ADDR": "192.168.1.20"}
PAGE, FILE = "/games/cards", "/games/cards.csv?game=fairytale"


@pytest.fixture
def owner(monkeypatch: pytest.MonkeyPatch) -> PlainPhone:
    """At the computer itself, after two whole games of Fairy Tale; however slow it is, pages wait for all of it."""
    monkeypatch.setattr("companion.web.card_statistics.WAIT_S", 120)
    service = Service(Tables(MemoryStore()), Network(), no_limits())
    for _ in range(2):
        laid(service.tables, "fairytale", 1.0)
    return PlainPhone(service)


def bars(phone: PlainPhone) -> dict[str, str]:
    """The cards of the chart, and their figures."""
    return {str(one.b.get_text()): str(one.strong.get_text()) for one in phone.page.select(".card-bars li")}


def test_the_chart_and_the_file_say_the_same(owner: PlainPhone):
    rows = csv.DictReader(io.StringIO(owner.client.get(FILE).get_data().decode("utf-8-sig")))
    found = {row["card"]: row for row in rows}
    assert list(found) == [card.name for card in games.deck("fairytale").cards]
    owner.open(PAGE)
    assert bars(owner) == {name: f"{row['played']}/4" for name, row in found.items() if row["played"] != "0"}
    owner.open(f"{PAGE}?by=won")
    shown = {name: f"{row['played_and_won']}/{row['played']}" for name, row in found.items() if row["played"] != "0"}
    assert bars(owner) == shown
    owner.open(f"{PAGE}?by=brought")
    points = {name: f"{float(row['brought']):.1f}" for name, row in found.items() if row["brought"]}
    assert bars(owner) == {name: text.replace("-", "−") for name, text in points.items()}
    never = [
        name for name, row in found.items() if not any(row[key] != "0" for key in ("held", "played", "at_the_end"))
    ]
    assert [one.get_text() for one in owner.page.select(".card-charts > p bdi")] == never


def test_nobody_but_the_owner_sees_it(owner: PlainPhone):
    for path in (PAGE, FILE):
        owner.open(path, environ_base=AWAY)
        assert owner.status == 403
    assert PAGE not in str(owner.open("/games", environ_base=AWAY))
    assert PAGE in str(owner.open("/games"))


@pytest.mark.parametrize("query", ["game=%00", "game=nogame", "who=nobody", "since=2200-01-01", "by=%3Cb%3E", "game="])
def test_odd_questions_have_answers(owner: PlainPhone, query: str):
    for path in (f"{PAGE}?{query}", f"/games/cards.csv?{query}"):
        owner.open(path)
        assert owner.status == 200


def test_before_the_first_game_the_page_says_what_will_stand_there():
    phone = PlainPhone(Service(Tables(MemoryStore()), Network(), no_limits()))
    assert "this page shows what each of its cards did" in phone.open(PAGE).get_text()


def test_while_games_are_read_the_page_says_how_many_and_comes_again(owner: PlainPhone, monkeypatch):
    going_on, look = threading.Event(), card_courses.looked_into
    read: list[str] = []

    def slow(registry, result):
        read.append(result.code)
        assert going_on.wait(120)
        return look(registry, result)

    monkeypatch.setattr(card_courses, "looked_into", slow)
    monkeypatch.setattr("companion.web.card_statistics.WAIT_S", 0)
    first = owner.client.get(PAGE)
    assert "0 of 2 games are read" in first.get_data(as_text=True)
    assert int(first.headers["Refresh"]) > 0
    assert owner.client.get(FILE).headers["Location"].startswith(PAGE), "half a file is no file"
    going_on.set()
    monkeypatch.setattr("companion.web.card_statistics.WAIT_S", 120)
    last = owner.client.get(PAGE)
    assert "Refresh" not in last.headers
    assert sorted(read) == sorted(set(read)), "every game is read once"


def test_a_game_that_ended_otherwise_since_is_read_again(owner: PlainPhone):
    courses = owner.service.card_courses
    result = kept_result(owner.service.tables.store.results(None)[0])
    assert result is not None
    (before,) = courses.told([result], 120)
    assert courses.told([result], 0) == (before,)
    later = replace(result, ended_at=result.ended_at + 60)
    (after,) = courses.told([later], 120)
    assert after.result.ended_at == later.ended_at
