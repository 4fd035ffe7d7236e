"""A deck of one's own by the link of a published sheet: what comes, what must not, and who may ask for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient
from memory_store import MemoryStore
from toy_game import ToyGames

from companion.app import create_app
from companion.network.limits import no_limits
from companion.network.linked_file import LinkError
from companion.own_decks.decks import OwnDecks
from companion.service import Service
from companion.table.tables import Tables
from companion.web import own_decks

OURS = {"Origin": "http://localhost"}
SHEET = "https://docs.google.com/spreadsheets/d/e/2PACX-1v/pub?output=csv"
CARDS = b"name,suit\r\nKiln,red\r\nGong,blue\r\n"


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    tables = Tables(MemoryStore(), games=ToyGames())
    return create_app(Service(tables, limits=no_limits(), own=OwnDecks(tmp_path))).test_client()


def send(client: FlaskClient, link: str, path: str = "/print/own", **more: str) -> tuple[int, str]:
    answer = client.post(path, data={"letters": "WF", "title": "Wind", "link": link, **more}, headers=OURS)
    return answer.status_code, answer.text


def test_a_published_sheet_becomes_a_deck_and_is_fetched_again(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def fetched(link: str) -> bytes:
        asked.append(link)
        return CARDS + b"Owl,green\r\n" * (len(asked) - 1)

    monkeypatch.setattr(own_decks, "fetched", fetched)
    assert send(client, SHEET)[0] == 303
    shown = client.get("/print/own/WF").text
    assert "2 cards of 2 kinds" in shown
    assert f'value="{SHEET}"' in shown
    assert send(client, SHEET, "/print/own/WF")[0] == 303
    assert "3 cards of 3 kinds" in client.get("/print/own/WF").text
    assert asked == [SHEET, SHEET]


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("file:///etc/passwd", "does not begin with https://"),
        ("http://docs.google.com/x.csv", "does not begin with https://"),
        ("https://localhost/x.csv", "a home network"),
        ("https://127.0.0.1:8000/owner", "a home network"),
        ("https://[::1]/x.csv", "a home network"),
        ("https://[::ffff:10.0.0.1]/x.csv", "a home network"),
        ("https://169.254.169.254/latest/meta-data", "a home network"),
        ("https://192.168.1.1/", "a home network"),
        ("https://0x7f000001/", "a home network"),
        ("https://user:secret@docs.google.com/", "a name or a password"),
        ("https://", "does not begin with https://"),
        ("   ", "There was no file"),
    ],
)
def test_what_leads_elsewhere_is_refused_in_a_sentence(client: FlaskClient, link: str, said: str) -> None:
    status, text = send(client, link)
    assert status == 422
    assert said in text
    assert client.get("/print/own/WF").status_code == 404


def test_what_is_no_table_is_said_and_keeps_the_deck(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_decks, "fetched", lambda link: CARDS)
    send(client, SHEET)

    def page(link: str) -> bytes:
        raise LinkError("leads to a page, not a table; in the sheet choose File, Share, Publish to web, CSV")

    monkeypatch.setattr(own_decks, "fetched", page)
    status, text = send(client, SHEET, "/print/own/WF")
    assert status == 422
    assert "The link leads to a page, not a table" in text
    assert "2 cards of 2 kinds" in client.get("/print/own/WF").text


def test_only_the_owner_may_have_a_link_fetched(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_decks, "fetched", lambda link: pytest.fail("it was fetched"))
    form = {"letters": "WF", "link": SHEET}
    guest = {"REMOTE_ADDR": "192.168.1.77"}
    assert client.post("/print/own", data=form, headers=OURS, environ_base=guest).status_code == 403
