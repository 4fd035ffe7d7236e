"""Our games: who sees which tables, figures and lists of them, names, and files."""

from __future__ import annotations

import json

import pytest
from plain_phone import PlainPhone, table_of

AWAY = {"REMOTE_ADDR": "192.168.1.20"}


def away(phone: PlainPhone, path: str) -> str:
    """A page as it is shown to that phone in the home network, not at the computer itself."""
    return str(phone.open(path, environ_base=AWAY).get_text(" "))


@pytest.fixture
def evening():
    """Ana and Ben have played; Cleo has a phone and sat nowhere."""
    service, (ana, ben) = table_of(["Ana", "Ben"])
    ana.tap("Pick", f__card="7")
    ben.tap("Pick", f__card="9")
    return ana, ben, PlainPhone(service)


PAGES = ("/games", "/games/each", "/games/evenings", "/games.csv", "/games.bgsplay")


@pytest.mark.parametrize("path", PAGES)
def test_a_person_sees_the_tables_they_sat_at_and_the_owner_all(evening, path):
    ana, _, cleo = evening
    who = "Toy" if path == "/games/each" else "Ben"
    assert who in away(ana, path)
    assert who not in away(cleo, path)
    assert who in cleo.open(path).get_text(" ")


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_what_comes_through_a_proxy_is_nobody_at_the_computer(evening, header):
    _, _, cleo = evening
    assert "Ben" not in cleo.open("/games", headers={header: "127.0.0.1"}).get_text(" ")


def test_a_token_that_opens_nothing_shows_nothing(evening):
    ana, _, cleo = evening
    code = ana.path.split("/t/")[1][:6]
    cleo.client.set_cookie(f"tw_{code}", "guessed")
    assert "Ben" not in away(cleo, "/games/evenings")


def test_taking_the_end_back_takes_the_table_out_of_the_list(evening):
    ana, ben, _ = evening
    path = ana.path
    assert "Ben" in away(ana, "/games/evenings")
    ben.open(f"{path}/log")
    ben.post(f"{path}/undo", {"id": "one", "target": "5"})
    ana.open(path)
    ana.post(f"{path}/undo/answer", {"id": "two", "ask": "6", "agree": "yes"})
    assert "No finished games" in away(ana, "/games/evenings")


def test_a_past_table_leads_to_its_replay(evening):
    ana, _, _ = evening
    ana.open("/games/evenings")
    ana.open(str(ana.page.select_one(".past-replay")["href"]))
    assert ana.status == 200
    assert "step 0 of 2" in ana.page.get_text()


def test_one_forgets_oneself_in_one_tap_and_nobody_else(evening):
    ana, ben, cleo = evening
    wish = {"name": "Ben", "wish": "forget"}
    ana.post("/games/people", wish, environ_base=AWAY)
    assert ana.status == 403
    ben.post("/games/people", wish, environ_base=AWAY)
    assert ben.status == 200
    assert "Ben" not in cleo.open("/games").get_text(" ")
    assert "somebody" in cleo.open("/games/evenings").get_text(" ")
    plays = json.loads(cleo.client.get("/games.bgsplay").get_data(as_text=True))
    assert sorted(one["name"] for one in plays["players"]) == ["Ana", "Somebody"]


def test_two_names_of_one_person_become_one(evening):
    _, _, cleo = evening
    cleo.open("/games")
    cleo.post("/games/people", {"name": "Ben", "stands_for": "Benedikt"})
    assert "Benedikt" in cleo.open("/games").get_text(" ")


@pytest.mark.parametrize(
    "query",
    ["?game=%00", "?since=yesterday", "?who=" + "W" * 300, "?from=99999", "?from=-1", "?a=Ana&b=Ana", "?a=x&b=y"],
)
@pytest.mark.parametrize("path", PAGES[:3])
def test_odd_questions_have_answers(evening, path, query):
    _, _, cleo = evening
    cleo.open(path + query)
    assert cleo.status == 200
