"""Screens that are sent in parts are the pages a phone would fetch, whatever it had before; and who gets none."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from kept_screen import KeptScreen, body_of
from memory_store import MemoryStore
from random_players import any_move, invariants
from toy_tables import Clock

from companion.app import create_app
from companion.errors import Trouble
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.live_table import LiveTable
from companion.table.tables import Tables
from companion.web import play
from companion.web.kept_fragments import KeptFragments, Piece, drawing, filled_in
from companion.web.pushed_screens import EXTENSION, HEADER, Screens, looker
from companion.web.template_helpers import event_json
from rules import games
from rules.game_protocol import Refusal

HOST = "localhost"
STEPS = 25


@dataclass
class Played:
    """A table of a game at which people do anything, and its application."""

    name: str
    rng: random.Random
    players: int = 0
    tables: Tables = field(init=False)
    app: Flask = field(init=False)
    code: str = field(init=False)
    host: str = field(init=False)
    tokens: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tables = Tables(MemoryStore(), clock=Clock())
        self.app = create_app(Service(self.tables, limits=no_limits()))
        players = self.players or min(3, games.load(self.name).info.players[1])
        opened = self.tables.open(self.name, players=players)
        self.code, self.host = opened.code, opened.host_token
        self.tokens = [self.tables.join(self.code, name=f"P{seat}").token for seat in range(players)]

    @property
    def live(self) -> LiveTable:
        return self.tables.live(self.code)

    @property
    def screens(self) -> Screens:
        found: Screens = self.app.extensions[EXTENSION]
        return found

    def client(self, *tokens: str, language: str = "") -> FlaskClient:
        client = self.app.test_client()
        client.set_cookie(f"tw_{self.code}", ".".join(tokens))
        if language:
            client.set_cookie("tw_language", language)
        return client

    def step(self) -> None:
        """Something somebody may do now, or an undo."""
        state, everybody, id_ = self.live.table.state, [self.host, *self.tokens], str(self.rng.random())
        event = any_move(games.load(self.name), state, self.rng, invariants(self.name))
        try:
            if event is None or self.rng.random() < 0.15:
                self.tables.undo(self.code, everybody, id=id_)
            else:
                self.tables.submit(self.code, everybody, id=id_, event=event)
        except (Refusal, Trouble):
            return  # what may not be taken back, or what the last undo left without sense


@pytest.mark.parametrize("name", games.playable())
def test_put_together_they_are_the_pages_a_phone_would_fetch(name: str) -> None:
    """Over moves and undos, for phones that miss some screens or most: seats, host, watchers, in two languages."""
    table = Played(name, random.Random(name))
    held = [(token,) for token in table.tokens] + [(table.host,), (), (table.host, table.tokens[0])]
    spoken = ["en", "de"]
    phones = [(KeptScreen(), tokens, language) for tokens in held for language in spoken]
    clients = {(tokens, language): table.client(*tokens, language=language) for _, tokens, language in phones}
    for _ in range(STEPS):
        table.step()
        for kept, tokens, language in table.rng.sample(phones, 4):
            who = looker(table.live, table.live.who(tokens), language)
            assert who is not None
            newest = table.screens.newest(table.live, who)
            kept.take(json.loads(table.screens.change(table.code, who, kept.name, newest)))
            page = clients[tokens, language].get(f"/t/{table.code}").get_data(as_text=True)
            assert (kept.body, kept.rev) == (body_of(page), table.live.log.rev)


@pytest.fixture
def table() -> Played:
    return Played("tower", random.Random(1))


def newest(table: Played, *tokens: str) -> Any:
    who = looker(table.live, table.live.who(tokens), "en")
    assert who is not None
    return who, table.screens.newest(table.live, who)


def test_phones_that_see_the_same_share_a_screen_and_its_change(table: Played) -> None:
    who, first = newest(table)
    assert newest(table, "nobody's")[1] is first
    table.step()
    changes = {table.screens.change(table.code, who, first.name, newest(table)[1]) for _ in range(2)}
    assert len(changes) == 1
    assert len(changes.pop()) < 0.2 * len("".join(first.parts))


def test_a_change_never_begins_at_another_persons_screen(table: Played) -> None:
    """Whoever names the screen of another seat is sent the whole of their own."""
    _, others = newest(table, table.tokens[1])
    who, own = newest(table, table.tokens[0])
    assert "from" not in json.loads(table.screens.change(table.code, who, others.name, own))


def test_a_phone_that_goes_from_hand_to_hand_and_a_score_sheet_are_sent_none(table: Played) -> None:
    live = table.live
    assert looker(live, live.who(table.tokens[:2]), "en") is None
    opened = table.tables.open("fairytale", players=2, mode="score")
    score = table.tables.live(opened.code)
    assert looker(score, score.who([opened.host_token]), "en") is None
    waiting = table.tables.live(table.tables.open("tower").code)
    assert looker(waiting, waiting.who([]), "en") is None


def tapped(table: Played, client: FlaskClient, seat: int, **headers: str) -> Any:
    """Take the first step that asks nothing more, as the page's form does."""
    choice = next(one for one in games.load(table.name).choices(table.live.table.state, seat) if not one.fields)
    data = {"id": str(table.rng.random()), "seat": str(seat), "event": event_json(choice.event)}
    headers = {"Origin": f"http://{HOST}", **headers}
    return client.post(f"/t/{table.code}/do", data=data, headers=headers)


def test_a_tap_is_answered_with_what_changed(table: Played) -> None:
    """Where the phone says which screen it has; else it is sent to the page, as ever."""
    seat, client = 0, table.client(table.tokens[0])
    kept = KeptScreen()
    first = tapped(table, client, seat, **{HEADER: ""})
    kept.take(first.json)
    assert first.mimetype == "application/json"
    assert kept.body == body_of(client.get(f"/t/{table.code}").get_data(as_text=True))
    kept.take(tapped(table, client, seat, **{HEADER: kept.name}).json)
    assert kept.body == body_of(client.get(f"/t/{table.code}").get_data(as_text=True))
    assert tapped(table, client, seat).status_code == 303


def test_a_phone_with_two_seats_is_answered_with_its_page(table: Played) -> None:
    """The next person's view is asked for only when their curtain is opened."""
    answer = tapped(table, table.client(*table.tokens[:2]), 0, **{HEADER: ""})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.code}")


def test_what_is_refused_is_answered_with_a_page_that_says_why(table: Played) -> None:
    client = table.client(table.tokens[0])
    headers = {"Origin": f"http://{HOST}", HEADER: ""}
    answer = client.post(f"/t/{table.code}/do", data={"id": "1", "seat": "0", "event": "{"}, headers=headers)
    assert (answer.status_code, answer.mimetype) == (422, "text/html")


def test_no_two_pages_share_the_id_of_a_form(table: Played) -> None:
    """Ids are left open in what phones share, and put in when a page goes out."""
    client = table.client(table.tokens[0])
    pages = [client.get(f"/t/{table.code}").get_data(as_text=True) for _ in range(2)]
    ids = [word.split('"')[0] for page in pages for word in page.split('name="id" value="')[1:]]
    assert ids
    assert len(set(ids)) == len(ids)
    assert all(len(one) == 36 for one in ids)
    assert not any(mark in page for page in pages for mark in "\x01\x02\x03")


def test_a_phone_that_asks_for_a_seat_is_on_the_hosts_screen_as_soon_and_as_long_as_it_asks(table: Played) -> None:
    """The log says nothing of it."""
    kept, client = KeptScreen(), table.client(table.host)

    def shown() -> str:
        who, screen = newest(table, table.host)
        kept.take(json.loads(table.screens.change(table.code, who, kept.name, screen)))
        assert kept.body == body_of(client.get(f"/t/{table.code}").get_data(as_text=True))
        return kept.body

    assert "A phone asks" not in shown()
    number = table.tables.ask(table.code, 1).number
    assert f"It shows the number {number}." in shown()
    assert "A phone asks" not in "".join(newest(table, table.tokens[1])[1].parts)
    (ask,) = table.tables.look(table.code, [table.host]).asks
    table.tables.grant(table.code, [table.host], ask.id, give=False)
    assert "A phone asks" not in shown()


def test_the_link_to_a_games_rules_stays_on_a_sent_screen(table: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "rules_of", lambda live: "# How it goes")
    kept = KeptScreen()
    who, screen = newest(table, table.tokens[0])
    kept.take(json.loads(table.screens.change(table.code, who, kept.name, screen)))
    page = table.client(table.tokens[0]).get(f"/t/{table.code}").get_data(as_text=True)
    assert kept.body == body_of(page)
    assert f'href="/t/{table.code}/rules"' in kept.body


def test_a_name_that_looks_like_the_mark_of_a_piece_is_a_name() -> None:
    """Else somebody could bring what another phone alone may see into a text that all are shown."""
    with drawing():
        hidden = Piece("the hand of another")
        assert filled_in(f"A\x04{hidden.number}.\x04B", 1) == f"A\x04{hidden.number}.\x04B"


@pytest.mark.parametrize("name", games.playable())
def test_a_kept_piece_is_what_would_be_drawn_anew(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever saw it first: seats, the host, who watches, in two languages; pages share pieces as screens do."""
    table = Played(name, random.Random(f"{name} anew"))
    held = [(token,) for token in table.tokens] + [(table.host,), (table.host, table.tokens[0]), ()]
    for step in range(STEPS):
        table.step()
        if step % 6:
            continue
        lookers = [looker(table.live, table.live.who(one), language) for one in held for language in ("en", "de")]
        table.rng.shuffle(lookers)
        drawn = {one: "".join(table.screens.newest(table.live, one).parts) for one in lookers if one}
        with monkeypatch.context() as empty:
            empty.setattr(KeptFragments, "pieces", NothingKept())
            for one, kept in drawn.items():
                anew = Screens(table.app, table.tables).newest(table.live, one)
                assert "".join(anew.parts) == kept


class NothingKept:
    """In the place of the kept pieces."""

    def find(self, key: object) -> None:
        return None

    def keep(self, key: object, text: str) -> None:
        """Not at all."""
