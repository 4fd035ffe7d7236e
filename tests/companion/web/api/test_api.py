"""The API as programs use it: every promise of docs/api.md, and everything hostile that can be posted."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from duel_game import DuelGames
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_store import MemoryStore
from toy_game import ToyGames
from toy_tables import Seated, fresh_id, seated
from werkzeug.test import TestResponse

from companion.app import create_app
from companion.errors import StoreBusy, StoreFull
from companion.network.limits import Limits, no_limits
from companion.service import Service
from companion.storage.sql_store import SqlStore
from companion.table.tables import Tables
from companion.web.api.routes import description


@pytest.fixture
def table() -> Seated:
    return seated("Ada", "Ben")


def app_of(table: Seated, limits: Limits | None = None) -> Flask:
    return create_app(Service(table.tables, limits=limits or no_limits()))


@pytest.fixture
def client(table: Seated) -> FlaskClient:
    return app_of(table).test_client()


def bearer(*tokens: str) -> dict[str, str]:
    return {"Authorization": "Bearer " + ",".join(tokens)}


def post(client: FlaskClient, table: Seated, what: str, body: Any, *tokens: str) -> TestResponse:
    return client.post(f"/api/tables/{table.code}/{what}", json=body, headers=bearer(*tokens))


# --- the ordinary way --------------------------------------------------------------------------------------------


def test_a_whole_game_over_the_wire(client: FlaskClient):
    opened = client.post("/api/tables", json={"game": "toy"}).get_json()
    where = f"/api/tables/{opened['code']}"
    seats = [client.post(f"{where}/join", json={"name": name}).get_json() for name in ("Ada", "Ben")]
    assert [seat["seat"] for seat in seats] == [0, 1]
    begun = client.post(f"{where}/begin", json={}, headers=bearer(opened["host_token"])).get_json()
    assert begun == {"rev": 3}
    for seat, card in zip(seats, (5, 8), strict=True):
        look = client.get(where, headers=bearer(seat["token"])).get_json()
        choice = next(choice for choice in look["choices"] if choice["prompt"] == "pick")
        event = choice["event"]
        body = {"id": fresh_id(), **event, "args": {**event["args"], choice["fields"][0]["name"]: card}}
        body = {key: body[key] for key in ("id", "type", "args")}
        answer = client.post(f"{where}/events", json=body, headers=bearer(seat["token"]))
        assert answer.get_json() == {"rev": look["rev"] + 1, "notices": []}
    seen = client.get(where).get_json()
    assert (seen["over"], seen["viewer"], seen["rev"]) == (True, None, 5)
    rows = [block for block in seen["view"]["blocks"] if block["is"] == "card_row"]
    assert [(row["title"], row["cards"][0]["name"]) for row in rows] == [("Ada", "Card 5"), ("Ben", "Card 8")]
    assert client.get(f"{where}/export").get_json()["complete"] is True


def test_a_number_of_the_board_is_changed_by_its_difference():
    tables = Tables(MemoryStore(), games=DuelGames())
    opened = tables.open("duel")
    tokens = [tables.join(opened.code, name=name).token for name in ("Ada", "Ben")]
    tables.begin(opened.code, [opened.host_token])
    client = create_app(Service(tables, limits=no_limits())).test_client()
    where, sent = f"/api/tables/{opened.code}/number", {"id": fresh_id(), "spot": "hearts:1", "by": -2}
    first = client.post(where, json=sent, headers=bearer(tokens[0])).get_json()
    assert client.post(where, json=sent, headers=bearer(tokens[0])).get_json()["rev"] == first["rev"]
    client.post(where, json={**sent, "id": fresh_id(), "by": -1}, headers=bearer(tokens[1]))
    assert tables.live(opened.code).table.state.hearts == (9, 6)
    for wrong in ({"by": 0}, {"by": 10_000}, {"spot": "nowhere"}):
        assert (
            client.post(where, json={**sent, "id": fresh_id(), **wrong}, headers=bearer(tokens[0])).status_code == 400
        )


def test_what_the_host_decides_over_the_wire(client: FlaskClient, table: Seated):
    level = {"id": fresh_id(), "level": "count"}
    wishes: list[tuple[str, Any]] = [("level", level), ("lock", {"locked": True}), ("close", {"closed": True})]
    for what, body in wishes:
        assert post(client, table, what, body, table.tokens[0]).status_code == 403
        assert post(client, table, what, body, table.host).status_code == 200
    kept = table.tables.live(table.code).table
    assert (kept.help, kept.locked, kept.closed) == ("count", True, True)
    assert post(client, table, "level", {"id": fresh_id(), "level": "all"}, table.host).status_code == 400


def test_names_are_filled_in_once_and_never_again(client: FlaskClient):
    opened = client.post("/api/tables", json={"game": "toy", "players": 2}).get_json()
    where = f"/api/tables/{opened['code']}"
    for name in ("{p1}", "<b onclick=x()>"):
        client.post(f"{where}/join", json={"name": name})
    titles = [block["title"] for block in client.get(where).get_json()["view"]["blocks"] if block["is"] == "card_row"]
    assert titles == ["{p1}", "<b onclick=x()>"]


def test_a_browser_needs_no_header_its_cookie_is_enough(client: FlaskClient, table: Seated):
    page = {"Origin": "http://localhost"}
    joined = client.post(f"/api/tables/{table.code}/join", json={"name": "Cy"}, headers=page)
    assert all(word in joined.headers["Set-Cookie"] for word in ("HttpOnly", "SameSite=Lax"))
    assert client.get(f"/api/tables/{table.code}").get_json()["viewer"] == joined.get_json()["seat"]
    event = {"id": "x", "type": "counted"}
    assert client.post(f"/api/tables/{table.code}/events", json=event, headers=page).status_code == 200


def test_two_seats_on_one_phone(client: FlaskClient, table: Seated):
    where = f"/api/tables/{table.code}?seat=1"
    look = client.get(where, headers=bearer(*table.tokens)).get_json()
    assert (look["viewer"], look["held"]) == (1, [0, 1])
    assert client.get(where, headers=bearer(table.tokens[0])).status_code == 403


def test_a_look_that_has_not_changed_is_not_sent_again(client: FlaskClient, table: Seated):
    where = f"/api/tables/{table.code}"
    first = client.get(where)
    again = client.get(where, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    table.count(0)
    assert client.get(where, headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_everything_about_seats_over_the_wire(client: FlaskClient, table: Seated):
    ada, ben = table.tokens
    assert post(client, table, "rename", {"seat": 0, "name": "Ada L"}, ada).status_code == 200
    assert post(client, table, "swap", {"first": 0, "second": 1}, table.host).status_code == 200
    secret = post(client, table, "hand-over", {"seat": 0}, ben).get_json()["secret"]
    moved = post(client, table, "claim", {"secret": secret}).get_json()
    assert moved["seat"] == 0
    asked = post(client, table, "ask", {"seat": 1}).get_json()
    (ask,) = client.get(f"/api/tables/{table.code}", headers=bearer(table.host)).get_json()["asks"]
    assert (ask["seat"], ask["number"]) == (1, asked["number"])
    assert post(client, table, "claim", {"secret": asked["secret"]}).status_code == 403
    assert post(client, table, "grant", {"ask": ask["id"]}, table.host).status_code == 200
    assert post(client, table, "claim", {"secret": asked["secret"]}).get_json()["seat"] == 1
    taken = post(client, table, "take-over", {"seat": 1}, table.host).get_json()
    assert post(client, table, "leave", {"seat": 1}, taken["token"]).status_code == 200
    assert post(client, table, "revoke", {"seat": 0}, table.host).status_code == 200
    people = client.get(f"/api/tables/{table.code}").get_json()["people"]
    assert people == [None, None]
    host = post(client, table, "hand-over", {}, table.host).get_json()["secret"]
    assert post(client, table, "claim", {"secret": host}).get_json()["seat"] is None


# --- refusals ----------------------------------------------------------------------------------------------------


def test_every_refusal_has_the_same_shape_and_its_status(client: FlaskClient, table: Seated):
    ada, ben = table.tokens
    table.pick(0, 5)
    pick = {"id": "x", "type": "picked", "args": {"card": 6}}
    where = f"/api/tables/{table.code}"
    answers = {
        (400, "STRUCT", "unknown_event"): post(client, table, "events", {"id": "x", "type": "jumped"}, ada),
        (422, "RULE", "picked"): post(client, table, "events", pick, ada),
        (409, "STALE", "stale"): post(client, table, "events", {**pick, "expect": 1}, ada),
        (403, "STRUCT", "not_your_seat"): post(client, table, "events", {**pick, "for_seat": 0}, ben),
        (403, "STRUCT", "not_yours"): post(client, table, "events", pick),
        (409, "STRUCT", "seat_taken"): post(client, table, "join", {"name": "Cy", "seat": 0}),
        (400, "STRUCT", "bad_name"): post(client, table, "join", {"name": "x" * 500}),
        (404, "STRUCT", "no_table"): client.get("/api/tables/KR7TQX"),
        (404, "STRUCT", "no_game"): client.get("/api/games/chess/schema.json"),
        (404, "STRUCT", "http_404"): client.get("/api/nothing"),
        (405, "STRUCT", "http_405"): client.delete(where, headers=bearer(ada)),
        (413, "STRUCT", "too_large"): post(client, table, "events", {**pick, "args": {"card": "9" * 100_000}}, ada),
    }
    for (status, level, code), answer in answers.items():
        body = answer.get_json()
        assert (answer.status_code, body["error"]["level"], body["error"]["code"]) == (status, level, code)
        assert set(body["error"]) == {"level", "code", "text", "rule"}
        assert "\n" not in body["error"]["text"]
        assert "Traceback" not in answer.get_data(as_text=True)
    rule = answers[422, "RULE", "picked"].get_json()
    assert (rule["error"]["text"], rule["error"]["rule"]) == ("Ada has picked already", "Toy rules, Counting · TY-R1")
    assert rule["rev"] == table.look().rev
    stale = answers[409, "STALE", "stale"].get_json()
    assert (stale["view"]["rev"], stale["view"]["viewer"]) == (table.look().rev, 0)


def test_an_override_passes_the_rule_and_says_so(client: FlaskClient, table: Seated):
    body = {"id": "x", "type": "counted", "args": {"by": 9}}
    assert post(client, table, "events", body, table.tokens[0]).status_code == 422
    answer = post(client, table, "events", {**body, "override": True}, table.tokens[0]).get_json()
    assert answer["notices"][0]["text"] == "Overridden: that is more than three"


@pytest.mark.parametrize(
    ("problem", "status"), [(StoreBusy(), 503), (StoreFull(), 507), (RuntimeError("secret detail"), 500)]
)
def test_trouble_with_the_disk_has_its_status_and_one_sentence(
    problem: Exception, status: int, table: Seated, monkeypatch: pytest.MonkeyPatch
):
    def fails(_: object) -> None:
        raise problem

    app = app_of(table)
    before = table.look(0)
    monkeypatch.setattr(table.tables.store, "write", fails)
    answer = post(app.test_client(), table, "events", {"id": "x", "type": "counted"}, table.tokens[0])
    assert answer.status_code == status
    assert "secret detail" not in answer.get_data(as_text=True)
    assert table.look(0) == before


# --- hostile requests --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"null",
        b"[]",
        b'"x"',
        b"{",
        b"\xff\xfe",
        b'{"id": "x", "type": "counted", "args": {"by": NaN}}',
        b'{"id": "x", "type": "counted", "args": {"by": Infinity}}',
        b'{"id": "x", "type": "\\ud800"}',
        b'{"id": "x", "type": "counted", "args": {"by": ' + b"9" * 5000 + b"}}",
        b"[" * 50_000,
        b'{"a":' * 10_000,
        b'{"id": "x"}',
        b'{"id": "x", "type": "counted", "more": 1}',
        b'{"id": 7, "type": "counted"}',
        b'{"id": "x", "type": "counted", "expect": "3"}',
        b'{"id": "x", "type": "counted", "for_seat": true}',
    ],
)
def test_what_is_not_a_good_body_is_refused_and_nothing_happens(raw: bytes, client: FlaskClient, table: Seated):
    before = table.look(0)
    headers = {**bearer(table.tokens[0]), "Content-Type": "application/json"}
    answer = client.post(f"/api/tables/{table.code}/events", data=raw, headers=headers)
    assert answer.status_code == 400
    assert answer.get_json()["error"]["level"] == "STRUCT"
    assert table.look(0) == before


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
FIELDS = st.sampled_from(
    [
        *(
            "id",
            "type",
            "args",
            "seat",
            "override",
            "expect",
            "for_seat",
            "target",
            "through",
            "name",
            "colour",
            "shape",
        ),
        *("first", "second", "secret", "ask", "give", "game", "players", "options", "mode", "by", "card", "is"),
    ]
)
CHANGES = ("events", "undo", "join", "rename", "begin", "swap", "leave", "revoke", "hand-over", "claim", "ask", "grant",
           "number", "level", "lock", "close")  # fmt: skip
PATHS = ("", *(f"/{change}" for change in CHANGES), "/take-over", "/scan")


@settings(max_examples=150, deadline=None)
@given(
    what=st.sampled_from(PATHS),
    body=JSONS
    | st.dictionaries(FIELDS, JSONS | st.sampled_from(["picked", "toy", "Ada", 0, 1, {"card": 3}]), max_size=6),
    held=st.sampled_from(["host", "seat", "both", "none"]),
)
def test_no_body_breaks_anything(what: str, body: Any, held: str):
    table = seated("Ada", "Ben")
    tokens = {"host": [table.host], "seat": table.tokens[:1], "both": [table.host, *table.tokens], "none": []}[held]
    client = app_of(table).test_client()
    where = f"/api/tables/{table.code}{what}" if what else "/api/tables"
    rev = table.look().rev
    answer = client.post(where, json=body, headers=bearer(*tokens))
    assert answer.status_code in (200, 400, 403, 404, 405, 409, 422, 429)
    if answer.status_code != 200:
        assert table.look().rev == rev
    again = Tables(table.tables.store, games=ToyGames())
    assert again.look(table.code).log == table.tables.look(table.code).log


@settings(max_examples=100, deadline=None)
@given(
    path=st.text(max_size=40), header=st.text(alphabet=st.characters(max_codepoint=255, exclude_characters="\r\n\0"))
)
def test_no_code_and_no_token_breaks_anything(path: str, header: str):
    table = seated("Ada", "Ben")
    client = app_of(table).test_client()
    for where in (f"/api/tables/{path}", f"/api/tables/{table.code}"):
        assert client.get(where, headers={"Authorization": header}).status_code in (200, 308, 400, 403, 404, 405)


def test_forms_of_other_websites_do_nothing(client: FlaskClient, table: Seated):
    client.post(f"/api/tables/{table.code}/join", json={"name": "Cy"}, headers={"Origin": "http://localhost"})
    undo = {"id": "x"}
    before = table.look().rev
    for headers in (
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:81"},
        {"Origin": "http://["},
        {"Referer": "http://evil.example/page"},
        {},
    ):
        answer = client.post(f"/api/tables/{table.code}/undo", json=undo, headers=headers)
        assert (answer.status_code, answer.get_json()["error"]["code"]) == (403, "foreign_page")
    plain = client.post(f"/api/tables/{table.code}/undo", data=json.dumps(undo), headers={"Origin": "http://localhost"})
    assert plain.status_code == 400
    assert table.look().rev == before
    own = client.post(f"/api/tables/{table.code}/count", json=undo, headers={"Origin": "http://localhost"})
    assert own.status_code == 404


def test_names_that_point_here_are_not_answered(client: FlaskClient, table: Seated):
    for host in ("evil.example", "evil.example:8000"):
        answer = client.get(f"/api/tables/{table.code}", headers={"Host": host})
        assert (answer.status_code, answer.get_json()["error"]["code"]) == (400, "foreign_host")


def test_every_answer_carries_the_guarding_headers(client: FlaskClient, table: Seated):
    for where in ("/api/games", f"/api/tables/{table.code}", "/api/nothing", "/"):
        headers = client.get(where).headers
        policy = headers["Content-Security-Policy"]
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"


# --- limits ------------------------------------------------------------------------------------------------------


def test_guessing_codes_is_slowed_down_and_a_right_code_always_opens(table: Seated):
    client = app_of(table, Limits(clock=lambda: 0.0)).test_client()
    statuses = [client.get("/api/tables/KR7TQX").status_code for _ in range(30)]
    assert statuses[0] == 404
    assert statuses[-1] == 429
    waits = client.get("/api/tables/KR7TQX")
    assert waits.status_code == 429
    assert int(waits.headers["Retry-After"]) > 0
    assert waits.get_json()["error"]["level"] == "WAIT"
    assert client.get("/api/tables/KR7TQX", headers=bearer("made up")).status_code == 429
    assert client.get(f"/api/tables/{table.code}").status_code == 200
    assert client.get(f"/api/tables/{table.code}", headers=bearer(table.tokens[0])).status_code == 200


@pytest.mark.parametrize(
    ("what", "body"), [("join", {"name": "Cy"}), ("claim", {"secret": "x"}), ("events", {"id": "x", "type": "counted"})]
)
def test_a_machine_that_hammers_is_told_to_wait(what: str, body: Any, table: Seated):
    client = app_of(table, Limits(clock=lambda: 0.0)).test_client()
    answers = [post(client, table, what, body, *([table.tokens[0]] if what == "events" else [])) for _ in range(60)]
    assert answers[-1].status_code == 429
    assert "Retry-After" in answers[-1].headers


def test_a_lively_table_is_never_told_to_wait(table: Seated):
    now = [0.0]
    client = app_of(table, Limits(clock=lambda: now[0])).test_client()
    for tap in range(120):
        now[0] += 0.25
        body = {"id": f"tap-{tap}", "type": "counted"}
        assert post(client, table, "events", body, table.tokens[tap % 2]).status_code == 200


# --- photos ------------------------------------------------------------------------------------------------------


def send(client: FlaskClient, table: Seated, data: bytes, *tokens: str, **form: str) -> TestResponse:
    body = {"image": (io.BytesIO(data), "photo.jpg"), "id": fresh_id(), **form}
    return client.post(f"/api/tables/{table.code}/scan", data=body, headers=bearer(*tokens))


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"", "empty"), (b"%PDF-1.7 not a photo", "not_an_image"), (b"\xff\xd8\xff\xe0" + b"\0" * 50, "truncated")],
)
def test_what_is_no_photo_gets_one_sentence(data: bytes, code: str, client: FlaskClient, table: Seated):
    answer = send(client, table, data, table.tokens[0])
    error = answer.get_json()["error"]
    assert (answer.status_code, error["level"]) == (400, "STRUCT")
    assert error["text"].count("\n") == 0


def test_a_photo_needs_a_seat_an_id_and_a_picture(client: FlaskClient, table: Seated):
    assert send(client, table, b"x").status_code == 403
    assert send(client, table, b"x", table.tokens[0], id="").status_code == 400
    assert send(client, table, b"x", table.tokens[0], mode="maybe").status_code == 400
    assert send(client, table, b"x", table.tokens[0], seat="one").status_code == 400
    answer = client.post(f"/api/tables/{table.code}/scan", data={"id": "x"}, headers=bearer(table.tokens[0]))
    assert "image" in answer.get_json()["error"]["text"]


# --- descriptions ------------------------------------------------------------------------------------------------


def routes(app: Flask) -> Iterator[tuple[str, str]]:
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/api/"):
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
                yield method.lower(), rule.rule.replace("<", "{").replace(">", "}")


def test_the_description_lists_exactly_what_there_is(table: Seated):
    described = {
        (method, path)
        for path, item in description("http://localhost")["paths"].items()
        for method in item
        if method != "parameters"
    }
    # The streams are served beside Flask.
    streams = {("get", "/api/tables/{code}/stream"), ("get", "/api/counters/{code}/stream")}
    assert described == {*routes(app_of(table)), *streams}


def test_the_documentation_names_every_address_and_status(table: Seated):
    text = (Path(__file__).parents[4] / "docs" / "api.md").read_text(encoding="utf-8")
    for method, path in routes(app_of(table)):
        shown = re.sub(r"{(\w+)}", lambda name: name[1].upper(), path)
        assert f"{method.upper()} {shown}" in text
    for status in (400, 403, 404, 409, 413, 422, 429, 503, 507):
        assert f"| {status} |" in text


def test_a_games_schema_is_one_and_fits_its_events_and_views(client: FlaskClient, table: Seated):
    schema = client.get("/api/games/toy/schema.json").get_json()
    titles = {event["title"] for event in schema["event"]["anyOf"]}
    assert titles == {"Picked", "Counted", "AddPlayer"}
    look = client.get(f"/api/tables/{table.code}", headers=bearer(table.tokens[0])).get_json()
    definitions = schema["view"]["$defs"]["view"]["properties"]
    assert set(look["view"]) == set(definitions)
    assert set(look["choices"][0]) <= set(schema["choice"]["$defs"]["choice"]["properties"])


def test_games_are_listed_with_their_options(client: FlaskClient):
    (game,) = client.get("/api/games").get_json()["games"]
    assert (game["id"], game["players"], game["options"][0]["default"]) == ("toy", [2, 4], False)


def test_tables_on_disk_answer_the_same(tmp_path: Path):
    store = SqlStore.at(tmp_path)
    table = seated("Ada", "Ben", store=store)
    client = app_of(table).test_client()
    assert post(client, table, "events", {"id": "x", "type": "counted"}, table.tokens[0]).get_json()["rev"] == 4
    store.close()


# --- the past put right ------------------------------------------------------------------------------------------


def test_an_old_entry_is_put_right_over_the_wire(client: FlaskClient, table: Seated):
    table.count(0, 1)
    table.count(1, 2)
    where, headers = f"/api/tables/{table.code}", bearer(table.tokens[0])
    moment = client.get(f"{where}/entries/4/choices?for=amend", headers=headers).get_json()
    assert (moment["text"], moment["event"]["args"]) == ("counted 1", {"by": 1})
    change = {"id": fresh_id(), "target": 4, "event": {"type": "counted", "args": {"by": 3}}}
    seen = post(client, table, "amend", {**change, "preview": True}, table.tokens[0]).get_json()
    assert seen["misfits"] == []
    assert [(one["label"], one["old"], one["new"]) for one in seen["differences"]] == [("Count", "3", "5")]
    assert post(client, table, "amend", change, table.tokens[0]).get_json() == {"rev": 6}
    forgotten = {"id": fresh_id(), "target": 5, "event": {"type": "counted", "args": {"by": 2}}}
    assert post(client, table, "insert", forgotten, table.tokens[1]).get_json() == {"rev": 7}
    log = {line["rev"]: line for line in client.get(where, headers=headers).get_json()["log"]}
    assert (log[4]["was"], log[4]["amended_by"], log[7]["place"]) == ("counted 1", 6, 5)
    assert log[4]["why"]["text"]


def test_an_undo_that_waits_says_so_beside_the_rev(client: FlaskClient, table: Seated):
    table.pick(0, 3)
    table.pick(1, 5)
    asked = post(client, table, "undo", {"id": "u", "target": 4}, table.tokens[0]).get_json()
    assert (asked["rev"], asked["pending"]["waiting"]) == (6, [1])
    done = post(client, table, "undo/answer", {"id": "y", "ask": 6}, table.tokens[1]).get_json()
    assert done == {"rev": 8}
    assert client.get(f"/api/tables/{table.code}").get_json()["pending"] is None


@pytest.mark.parametrize("rev", ["0", "99", "x", "-1", "9" * 30, "1"])
def test_an_entry_there_is_not_has_no_moment(client: FlaskClient, table: Seated, rev: str):
    answer = client.get(f"/api/tables/{table.code}/entries/{rev}/choices", headers=bearer(table.tokens[0]))
    assert answer.status_code == 400
    assert answer.get_json()["error"]["text"]
