"""Every address of the application with who may ask it: a guest, a seat, the host, the owner.

A route that is new has to be named here, or this fails.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from memory_store import MemoryStore
from plain_phone import PlainPhone, words
from toy_game import ToyGames

from companion.app import create_app
from companion.network.addresses import Network, networks
from companion.network.limits import no_limits
from companion.own_decks.decks import OwnDecks
from companion.service import Service
from companion.table.tables import Tables

HOST = "192.168.1.1:8000"
PHONE = {"REMOTE_ADDR": "192.168.1.60"}
ALL, SEAT, TABLE, HOST_ONLY, OWNER = "guest seat host owner", "seat", "seat host", "host", "owner"
PARTS = {
    "game": "toy", "id": "x", "letters": "XX", "name": "x", "card": "x", "filename": "style.css", "edition": "x",
    "night_id": "BBBBBB", "table_code": "BBBBBB", "person": "1",
    "deck": "x", "face": "1", "how": "undo", "target": "1", "spot": "x", "rev": "1", "action": "none",
}  # fmt: skip

# Method, endpoint, who may; then what is sent, where only that leads as far as the question who asks. Ben has seat 1.
ROUTES: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("GET", "home.start", ALL, {}),
    ("GET", "api.games", ALL, {}),
    ("GET", "api.schema", ALL, {}),
    ("GET", "api.described", ALL, {}),
    ("POST", "api.open_table", ALL, {"game": "toy"}),
    ("GET", "api.look", ALL, {}),
    ("GET", "api.export", ALL, {}),
    ("GET", "api.log", ALL, {}),
    ("POST", "api.join", ALL, {"name": "Cleo"}),
    ("POST", "api.ask", ALL, {"seat": 1}),
    ("POST", "api.claim", "", {"secret": "guessed"}),
    ("POST", "api.arrive", "", {"key": "guessed"}),
    ("GET", "api.moment", TABLE, {}),
    ("POST", "api.events", TABLE, {"id": "one", "type": "counted", "args": {"by": 1}}),
    ("POST", "api.undo", TABLE, {"id": "one"}),
    ("POST", "api.answer_undo", ALL, {"id": "one", "ask": 1}),  # where nothing is asked, everybody hears just that
    ("POST", "api.amend", TABLE, {"id": "one", "target": 4, "event": {"type": "counted", "args": {"by": 1}}}),
    ("POST", "api.insert", TABLE, {"id": "one", "target": 4, "event": {"type": "counted", "args": {"by": 1}}}),
    ("POST", "api.leave", SEAT, {"seat": 1}),
    ("POST", "api.rename", TABLE, {"seat": 1, "name": "Benno"}),
    ("POST", "api.hand_over", TABLE, {"seat": 1}),
    ("POST", "api.seen", SEAT, {"id": "one", "codes": []}),
    ("POST", "api.look_again", SEAT, {"session": "one"}),
    ("POST", "api.begin", HOST_ONLY, {}),
    ("POST", "api.grant", HOST_ONLY, {"ask": "x"}),
    ("POST", "api.level", HOST_ONLY, {"id": "one", "level": "count"}),
    ("POST", "api.lock", HOST_ONLY, {"locked": True}),
    ("POST", "api.close", HOST_ONLY, {"closed": True}),
    ("POST", "api.number", SEAT, {"id": "one", "spot": "none", "by": 1, "seat": 1}),
    ("POST", "api.revoke", HOST_ONLY, {"seat": 1}),
    ("POST", "api.swap", HOST_ONLY, {"first": 0, "second": 1}),
    ("POST", "api.take_over", HOST_ONLY, {"seat": 1}),
    ("POST", "api.scan", SEAT, {"photo": True}),
    ("POST", "api.frame", SEAT, {"frame": True}),
    ("GET", "calculators.every", ALL, {}),
    ("GET", "calculators.one", ALL, {}),
    ("GET", "cards.card", ALL, {}),
    ("GET", "club.nights", OWNER, {}),
    ("POST", "club.open_night", OWNER, {}),
    ("GET", "club.night", OWNER, {}),
    ("POST", "club.add_tables", OWNER, {}),
    ("POST", "club.next_round", OWNER, {}),
    ("POST", "club.take_round_back", OWNER, {}),
    ("POST", "club.give_result", OWNER, {}),
    ("POST", "club.answered", OWNER, {}),
    ("POST", "club.host_there", OWNER, {}),
    ("POST", "club.add_player", OWNER, {}),
    ("POST", "club.drop_player", OWNER, {}),
    ("POST", "club.close", OWNER, {}),
    ("GET", "club.cards", OWNER, {}),
    ("GET", "club.poster", OWNER, {}),
    ("GET", "club.as_csv", OWNER, {}),
    ("GET", "club.as_json", OWNER, {}),
    ("GET", "club.board", ALL, {}),
    ("GET", "club.news", ALL, {}),
    ("POST", "club.sit", ALL, {}),
    ("POST", "club.call", TABLE, {}),
    ("GET", "counter.counter", ALL, {}),
    ("GET", "counter.shared", ALL, {}),
    ("GET", "counter.screen", ALL, {}),
    ("POST", "api.open_counter", ALL, {"players": 2, "start": 20}),
    ("GET", "api.counter_look", ALL, {}),
    ("POST", "api.counter_changes", ALL, {"changes": []}),
    ("GET", "home.diag", ALL, {}),
    ("GET", "first_games.first", ALL, {}),
    ("GET", "history.us", ALL, {}),
    ("GET", "history.as_bg_stats", ALL, {}),
    ("GET", "history.as_csv", ALL, {}),
    ("GET", "cardstatistics.cards", OWNER, {}),
    ("GET", "cardstatistics.cards_csv", OWNER, {}),
    ("GET", "history.each", ALL, {}),
    ("GET", "history.evenings", ALL, {}),
    ("POST", "history.people", OWNER, {"name": "Zoe", "wish": "forget"}),
    ("GET", "home.help_", ALL, {}),
    ("GET", "home_screen.icon", ALL, {}),
    ("GET", "home_screen.manifest", ALL, {}),
    ("GET", "home_screen.offline", ALL, {}),
    ("GET", "home_screen.service_worker", ALL, {}),
    ("GET", "opening.short", ALL, {}),
    ("GET", "opening.find", ALL, {}),
    ("GET", "opening.new", ALL, {}),
    ("POST", "opening.open_table", ALL, {"game": "toy"}),
    ("GET", "opening.only_score", ALL, {}),
    ("POST", "opening.start_sheet", ALL, {"game": "toy"}),
    ("GET", "opening.join_page", ALL, {}),
    ("POST", "opening.join", ALL, {"name": "Cleo"}),
    ("POST", "opening.begin", ALL, {}),  # says on the page why not; see below
    ("POST", "opening.address", OWNER, {"ip": "192.168.1.1"}),
    ("POST", "settings.speak", ALL, {}),
    ("GET", "settings.settings", ALL, {}),
    ("POST", "settings.keep", ALL, {}),
    ("GET", "owner.overview", OWNER, {}),
    ("POST", "owner.only_this", OWNER, {}),
    ("GET", "printing.print_page", ALL, {}),
    ("GET", "printing.pdf", ALL, {"cards": "none"}),
    ("GET", "printing.work_file", ALL, {}),
    ("GET", "printing.work_page", ALL, {}),
    ("GET", "printing.work_state", ALL, {}),
    ("GET", "printing.preview", ALL, {"cards": "none"}),
    ("GET", "cutting.cuts", ALL, {"cards": "none"}),
    ("POST", "cutting.places", OWNER, {}),
    ("GET", "owncards.own_page", OWNER, {}),
    ("POST", "owncards.upload", OWNER, {}),
    ("GET", "owncards.deck_page", OWNER, {}),
    ("POST", "owncards.upload_again", OWNER, {}),
    ("GET", "owncards.first_nine", OWNER, {}),
    ("POST", "owncards.another_look", OWNER, {"look": "noir"}),
    ("POST", "owncards.remove", OWNER, {}),
    ("GET", "owncards.example", ALL, {}),
    ("GET", "naming.put_right_again", ALL, {}),
    ("POST", "naming.named_otherwise", ALL, {}),
    ("GET", "teaching.every", OWNER, {}),
    ("POST", "teaching.begin", OWNER, {}),
    ("GET", "teaching.one", OWNER, {}),
    ("POST", "teaching.photo", OWNER, {}),
    ("GET", "teaching.picture", OWNER, {}),
    ("GET", "teaching.face_page", OWNER, {}),
    ("POST", "teaching.name", OWNER, {}),
    ("POST", "teaching.forget", OWNER, {}),
    ("POST", "teaching.turn", OWNER, {}),
    ("POST", "teaching.name_rest", OWNER, {}),
    ("POST", "teaching.about", OWNER, {}),
    ("POST", "teaching.remove", OWNER, {}),
    ("GET", "teaching.alike", OWNER, {}),
    ("GET", "teaching_live.live", OWNER, {}),
    ("POST", "teaching_live.still", OWNER, {}),
    ("POST", "teaching_live.back", OWNER, {}),
    ("GET", "printers.overview", OWNER, {}),
    ("POST", "printers.measured", OWNER, {}),
    ("POST", "printers.save", OWNER, {}),
    ("GET", "printers.sheet", OWNER, {}),
    ("GET", "assets.qr", ALL, {}),
    ("GET", "assets.glyph", ALL, {}),
    ("GET", "assets.suits", ALL, {}),
    ("GET", "fonts.font", ALL, {}),
    ("GET", "static", ALL, {}),
    ("GET", "tiles.tile_picture", ALL, {}),
    ("GET", "naming.ask", ALL, {}),
    ("POST", "naming.answer", ALL, {}),
    ("GET", "safely.secure", ALL, {}),
    ("GET", "safely.trusted", ALL, {}),
    ("GET", "safely.certificate", ALL, {}),
    ("GET", "safely.over", ALL, {}),
    ("GET", "safely.arrive", SEAT, {}),
    ("GET", "play.play", ALL, {}),
    ("GET", "play.correct", ALL, {}),
    ("POST", "play.do", SEAT, {"seat": "1"}),
    ("POST", "play.sit", SEAT, {"seat": "1"}),
    ("POST", "play.undo", TABLE, {"id": "one"}),
    ("POST", "play.answer_undo", ALL, {"id": "one", "ask": "1"}),
    ("GET", "amend.ask", TABLE, {}),
    ("POST", "amend.change", TABLE, {}),
    ("POST", "scoring.again", TABLE, {}),
    ("GET", "scoring.picture", ALL, {}),
    ("GET", "scoring.picture_page", ALL, {}),
    ("GET", "scoring.scores", ALL, {}),
    ("POST", "scoring.sit_out", ALL, {}),  # leaves a seat of the phone's own where it has one
    ("GET", "seats.claim_page", ALL, {}),
    ("POST", "seats.claim", "", {"key": "guessed"}),
    ("GET", "seats.seats", ALL, {}),
    ("POST", "seats.change", ALL, {"seat": "1"}),  # an action that is none; each action below
    ("GET", "host.host", ALL, {}),
    ("POST", "host.decide", ALL, {}),  # the same
    ("GET", "scanning.dice_again", ALL, {}),
    ("POST", "scanning.dice", SEAT, {"seat": "1"}),
    ("GET", "scanning.live", ALL, {}),
    ("GET", "scanning.scan", ALL, {}),
    ("POST", "scanning.photo", SEAT, {"seat": "1"}),
    ("POST", "scanning.typed", SEAT, {"seat": "1"}),
    ("GET", "which_card.which_again", ALL, {}),
    ("POST", "which_card.which", SEAT, {"seat": "1"}),
    ("GET", "log.log", ALL, {}),
    ("GET", "log.log_json", ALL, {}),
    ("GET", "log.log_text", ALL, {}),
    ("GET", "replay.replay", ALL, {}),
    ("GET", "table_screen.table", ALL, {}),
    ("GET", "things.thing", ALL, {}),
    ("GET", "game_rules.rules", ALL, {}),
    ("GET", "set_aside.last_good", ALL, {}),
    ("POST", "set_aside.go_on", ALL, {}),  # of a whole table there is nothing to go on from
    ("POST", "things.level", HOST_ONLY, {"level": "full"}),
    ("POST", "things.number", SEAT, {"seat": "1"}),
    ("POST", "things.cell", SEAT, {"seat": "1"}),
)
ACTIONS = (
    ("seats/swap", HOST_ONLY, {"first": "0", "second": "1"}),
    ("seats/rename", TABLE, {"seat": "1", "name": "Benno"}),
    ("seats/free", TABLE, {"seat": "1"}),
    ("seats/play-for", HOST_ONLY, {"seat": "1"}),
    ("seats/link", TABLE, {"seat": "1"}),
    ("seats/overhead", SEAT, {"seat": "1"}),
    ("seats/answer", HOST_ONLY, {"ask": "x"}),
    ("seats/ask", ALL, {"seat": "1"}),
    ("host/corrections", HOST_ONLY, {"locked": "yes"}),
    ("host/end", HOST_ONLY, {"closed": "yes"}),
)
CALLERS = ALL.split()


class Evening:
    """A server with one table after the other, each with Ana and Ben, and somebody who asks from their phone."""

    def __init__(self, data: Path) -> None:
        network = Network(proxies=networks(["10.0.0.1"]))
        tables = Tables(MemoryStore(), games=ToyGames())
        self.service = Service(tables, network, no_limits(), own=OwnDecks(data), printers=data / "printers")
        self.app: Flask = create_app(self.service)

    def lay(self) -> dict[str, list[str]]:
        """A fresh table, and the tokens each kind of caller holds of it."""
        tables = self.service.tables
        opened = tables.open("toy")
        self.code = opened.code
        _, ben = (tables.join(self.code, name=name).token for name in ("Ana", "Ben"))
        tables.begin(self.code, [opened.host_token])
        return {"guest": [], "owner": [], "seat": [ben], "host": [opened.host_token]}

    def ask(self, caller: str, method: str, path: str, data: dict[str, Any]) -> Any:
        client = self.app.test_client()
        tokens = self.lay()[caller]
        if tokens:
            client.set_cookie(f"tw_{self.code}", ".".join(tokens), domain="192.168.1.1")
        if caller == "owner":
            client.set_cookie(
                "tw_owner", self.service.owner_keys.open(self.service.owner_keys.new_link()), domain="192.168.1.1"
            )
        more: dict[str, Any] = {"query_string": data} if method == "GET" else {"headers": {"Origin": f"http://{HOST}"}}
        if method == "POST":
            more |= self._body(path, data)
        return client.open(
            path.replace("CODE", self.code), method=method, base_url=f"http://{HOST}", environ_base=PHONE, **more
        )

    def _body(self, path: str, data: dict[str, Any]) -> dict[str, Any]:
        if "photo" in data:
            return {"data": {"image": (BytesIO(b"none"), "a.jpg"), "id": "one"}}
        if "frame" in data:
            return {"data": b"none", "content_type": "image/jpeg", "query_string": {"session": "one", "seat": "1"}}
        return {"json": data} if path.startswith("/api/") else {"data": data}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return Evening(tmp_path_factory.mktemp("data"))


def path_of(evening: Evening, endpoint: str, method: str) -> str:
    rule = next(r for r in evening.app.url_map.iter_rules(endpoint) if method in (r.methods or ()))
    given = {name: "CODE" if name == "code" else PARTS[name] for name in rule.arguments}
    given["target"] = 1  # type: ignore[assignment]
    adapter = evening.app.url_map.bind("x")
    return adapter.build(endpoint, {k: given[k] for k in rule.arguments}, method=method)


def test_every_route_is_named_here(evening: Evening):
    there = {
        (method, rule.endpoint)
        for rule in evening.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert there == {(method, endpoint) for method, endpoint, *_ in ROUTES}


@pytest.mark.parametrize(("method", "endpoint", "may", "data"), ROUTES, ids=[f"{m} {e}" for m, e, *_ in ROUTES])
def test_a_route_is_open_to_those_who_may_and_to_nobody_else(evening, method, endpoint, may, data):
    path = path_of(evening, endpoint, method)
    answers = {caller: evening.ask(caller, method, path, data).status_code for caller in CALLERS}
    assert {caller for caller, status in answers.items() if status != 403} == set(may.split()), answers
    assert max(answers.values()) < 500


@pytest.mark.parametrize(("action", "may", "data"), ACTIONS, ids=[action for action, *_ in ACTIONS])
def test_an_action_of_a_page_is_open_to_those_who_may_and_to_nobody_else(evening, action, may, data):
    answers = {caller: evening.ask(caller, "POST", f"/t/CODE/{action}", data).status_code for caller in CALLERS}
    assert {caller for caller, status in answers.items() if status != 403} == set(may.split()), answers


def test_only_the_host_begins(evening: Evening):
    tables = evening.service.tables
    for caller, begins in (("guest", False), ("seat", False), ("owner", False), ("host", True)):
        opened = tables.open("toy")
        ana = tables.join(opened.code, name="Ana").token
        client = evening.app.test_client()
        held = {"seat": ana, "host": opened.host_token}.get(caller)
        if held:
            client.set_cookie(f"tw_{opened.code}", held, domain="192.168.1.1")
        client.post(f"/t/{opened.code}/begin", base_url=f"http://{HOST}", environ_base=PHONE, headers=ours())
        assert tables.look(opened.code, []).begun is begins, caller


# --- the owner


def ours() -> dict[str, str]:
    return {"Origin": f"http://{HOST}"}


def status(evening: Evening, address: str = "127.0.0.1", host: str = "localhost:8000", **headers: str) -> int:
    client = evening.app.test_client()
    return client.get(
        "/printers", base_url=f"http://{host}", environ_base={"REMOTE_ADDR": address}, headers=headers
    ).status_code


def test_this_computer_is_the_owners_and_what_was_passed_on_is_not(evening: Evening):
    assert (
        status(evening) == status(evening, "::1", "[::1]:8000") == status(evening, "127.0.0.1", "127.0.0.1:8000") == 200
    )
    assert status(evening, "192.168.1.60", "localhost:8000") == 403
    for name in ("Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via", "X-Forwarded-Host"):
        assert status(evening, **{name: "127.0.0.1"}) == 403
    assert status(evening, host="192.168.1.1:8000") == 403, "a proxy beside us that says nothing asks by another name"
    assert status(evening, host="cards.local:8000") == 403


def test_a_named_proxy_on_this_computer_is_not_the_owner(tmp_path: Path):
    network = Network(proxies=networks(["127.0.0.1", "::1"]))
    service = Service(Tables(MemoryStore()), network, no_limits(), printers=tmp_path)
    client = create_app(service).test_client()
    assert client.get("/printers").status_code == 403


@pytest.fixture
def phone(evening: Evening) -> Any:
    """The owner's phone, by the home network."""
    client = evening.app.test_client()

    def open_(path: str, **more: Any) -> Any:
        return client.open(path, base_url=f"http://{HOST}", environ_base=PHONE, **more)

    open_.jar = client  # type: ignore[attr-defined]
    return open_


def test_the_link_makes_a_device_the_owners_for_good(evening: Evening, phone: Any):
    key = evening.service.owner_keys.new_link()
    assert phone("/printers").status_code == 403
    answer = phone(f"/owner?key={key}")
    assert (answer.status_code, answer.location) == (303, "/owner"), "the key stays in no address bar"
    assert phone("/printers").status_code == 200
    evening.service.owner_keys.new_link()
    assert phone("/printers").status_code == 200, "the next start makes a new link; devices stay"
    guest = PlainPhone(evening.service)
    guest.open(f"/owner?key={key}", base_url=f"http://{HOST}", environ_base=PHONE)
    assert guest.status == 403
    assert "earlier start" in guest.page.get_text()


def test_all_other_devices_are_guests_again(evening: Evening, phone: Any):
    key = evening.service.owner_keys.new_link()
    lent = evening.app.test_client()
    lent.get(f"/owner?key={key}", base_url=f"http://{HOST}")
    phone(f"/owner?key={key}")
    phone("/owner/only", method="POST", headers=ours())
    assert phone("/printers").status_code == 200
    again = {"base_url": f"http://{HOST}", "environ_base": PHONE}
    assert lent.get("/printers", **again).status_code == 403
    assert lent.get(f"/owner?key={key}", **again).status_code == 403


def test_the_database_holds_nothing_that_makes_a_device_the_owners(evening: Evening, phone: Any):
    key = evening.service.owner_keys.new_link()
    phone(f"/owner?key={key}")
    token = phone.jar.get_cookie("tw_owner", domain="192.168.1.1").value
    notes = repr(evening.service.tables.store.notes)  # type: ignore[attr-defined]
    assert key not in notes
    assert token not in notes


def test_a_guest_reads_one_sentence_with_the_cure(evening: Evening):
    guest = PlainPhone(evening.service)
    guest.open("/printers", base_url=f"http://{HOST}", environ_base=PHONE)
    said = words(guest.page.select_one("main"))
    assert "For the owner only" in said
    assert "Open the owner's link from the terminal" in said
    guest.open("/printers", base_url=f"http://{HOST}", environ_base=PHONE, headers={"Accept-Language": "de"})
    assert "Öffne den Link für Eigentümer" in words(guest.page.select_one("main"))


def test_the_print_page_offers_a_guest_nothing_that_is_the_owners(evening: Evening):
    guest = PlainPhone(evening.service)
    at = {"base_url": f"http://{HOST}", "environ_base": PHONE}
    guest.open("/print?game=fairytale", **at)
    links = {str(link.get("href") or link.get("action")) for link in guest.page.select("a[href],form")}
    assert not {link for link in links if link.startswith(("/printers", "/print/own"))}
    assert not guest.page.select("input[type=file]")
    guest.open("/print?game=own-XX", **at)
    assert guest.status == 403


# --- cookies over HTTPS


def set_cookies(answer: Any) -> dict[str, str]:
    return {line.split("=", 1)[0]: line for line in answer.headers.getlist("Set-Cookie")}


def test_over_https_secrets_have_names_of_their_own_that_only_https_sets(evening: Evening):
    client = evening.app.test_client()
    made = client.post(
        "/new", data={"game": "toy", "name": "Ana"}, base_url=f"https://{HOST}", headers={"Origin": f"https://{HOST}"}
    )
    (name,) = set_cookies(made)
    assert name.startswith("__Host-tw_")
    line = set_cookies(made)[name]
    assert "Secure" in line
    assert "HttpOnly" in line
    assert "Domain" not in line
    key = evening.service.owner_keys.new_link()
    assert set(set_cookies(client.get(f"/owner?key={key}", base_url=f"https://{HOST}"))) == {"__Host-tw_owner"}


def test_a_seat_of_plain_http_comes_along_to_https_and_none_comes_back(evening: Evening):
    tokens = evening.lay()
    code = evening.code
    host, ben = tokens["host"][0], tokens["seat"][0]

    def held(scheme: str, cookie: str) -> int:
        client = evening.app.test_client(use_cookies=False)
        path = f"/t/{code}/seats"
        page = client.get(path, base_url=f"{scheme}://{HOST}", environ_base=PHONE, headers={"Cookie": cookie})
        return page.get_data(as_text=True).count("this phone")

    none = held("http", "x=1")
    assert held("https", f"tw_{code}={ben}") > none
    assert held("https", f"__Host-tw_{code}={ben}") > none
    assert held("http", f"__Host-tw_{code}={ben}") == none, "plain HTTP could have been written by anybody on the way"
    assert held("https", f"tw_{code}={host}; __Host-tw_{code}={ben}") > none
