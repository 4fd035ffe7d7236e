"""The games themselves, over the wire: whatever one seat keeps secret, the others' bytes are the same.

``test_privacy.py`` holds this of the table with a made-up game, the games' own tests of their views; here both meet:
two tables that differ only in what Ben hid, and everything Ana's phone, a stranger's and the export say.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from memory_store import MemoryStore
from toy_tables import Clock

from companion.app import create_app
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.tables import Tables
from companion.web.pushed_screens import EXTENSION, Screens, looker
from rules import games, wire
from rules.game_protocol import Event, Level, Refusal, event_type
from rules.games.fairytale.play import Reveal

Step = tuple[int | None, str, dict[str, Any]]
"""Who says what: (seat, type, arguments)."""


SECRETS: dict[str, tuple[str, dict[str, Any], Sequence[Step], Sequence[Step], Sequence[Step]]] = {
    "a placed card": (
        "fairytale",
        {},
        [(None, "next_stage", {"to": 2})],
        [(1, "select", {"card": "homesteader"})],
        [(1, "select", {"card": "dragons_lair"})],
    ),
    "a noted pick": (
        "fairytale",
        {},
        [],
        [(1, "log_pick", {"cards": ["homesteader"]})],
        [(1, "log_pick", {"cards": ["dragons_lair"]})],
    ),
    "a secret bomb": (
        "gilfate",
        {"secret_bombs": True},
        [],
        [(1, "add_secret", {"bomb": True})],
        [(1, "add_secret", {"bomb": False})],
    ),
    "a noted hand": (
        "gilfate",
        {},
        [(None, "start_round", {"first": 0})],
        [(1, "note_hand", {"cards": ["1", "2", "3"]})],
        [(1, "note_hand", {"cards": ["12a", "5b", "9a"]})],
    ),
    "the legendary": (
        "breeds",
        {},
        [(0, "choose_summoner", {"faction": "black"}), (1, "choose_summoner", {"faction": "teal"})],
        [(1, "choose_legendary", {"card": "teal_ondrathys"})],
        [(1, "choose_legendary", {"card": "teal_vael"})],
    ),
    "banners": (
        "dragoborne",
        {},
        [(0, "use_deck", {"deck": "ember"}), (1, "use_deck", {"deck": "tide"})],
        [
            (
                1,
                "place_banners",
                {"left": "blue", "middle": "blue", "right": "yellow"},
            )
        ],
        [
            (
                1,
                "place_banners",
                {"left": "yellow", "middle": "blue", "right": "blue"},
            )
        ],
    ),
}


def seen_by_others(game: str, options: dict[str, Any], steps: Sequence[Step], monkeypatch: pytest.MonkeyPatch) -> str:
    """Everything Ana's phone, the table screen and a stranger can get of a table after these steps."""
    numbers = iter(range(10_000))
    monkeypatch.setattr("companion.table.opening.new_code", lambda: "KR7TQX")
    for place in ("companion.table.opening", "companion.table.seats", "companion.table.seat_keys"):
        monkeypatch.setattr(f"{place}.new_token", lambda: f"token-{next(numbers)}")
    monkeypatch.setattr("uuid.uuid4", lambda: f"uuid-{next(numbers)}")
    tables = Tables(MemoryStore(), clock=Clock())
    opened = tables.open(game, options=list(options.items()))
    # At a table for two Ana's own card would be the last one, and turn Ben's over with it.
    people = ("Ana", "Ben", "Cleo") if game == "fairytale" else ("Ana", "Ben")
    held = [tables.join(opened.code, name=name).token for name in people]
    tables.begin(opened.code, [opened.host_token], id="begin")
    for number, (seat, kind, args) in enumerate(steps):
        token = held[seat] if seat is not None else opened.host_token
        tables.submit(opened.code, [token], id=f"s{number}", event={"type": kind, "seat": seat, "args": args})
    return everything(tables, opened.code, held[0])


def everything(tables: Tables, code: str, ana: str) -> str:
    app = create_app(Service(tables, limits=no_limits()))
    client = app.test_client()
    told: list[Any] = every_screen(app, tables, code, ana)
    for headers in ({"Authorization": f"Bearer {ana}"}, {}):
        for where in ("", "?as=table", "/export", "?seat=1"):
            told.append(client.get(f"/api/tables/{code}{where}", headers=headers).get_data(as_text=True))
        for body in every_event(tables, code):
            answer = client.post(f"/api/tables/{code}/events", json=body, headers=headers)
            told.append([answer.status_code, answer.get_data(as_text=True)] if answer.status_code >= 400 else body)
            if answer.status_code < 400:
                undo = client.post(f"/api/tables/{code}/undo", json={"id": body["id"] + "u"}, headers=headers)
                told.append(undo.status_code)
        told += every_look(tables, code, headers)
        told += every_past(client, tables, code, headers)
        told += every_page(client, code, headers)
        photo = {"image": (io.BytesIO(b"not a picture"), "a.jpg"), "id": "p"}
        told.append(client.post(f"/api/tables/{code}/scan", data=photo, headers=headers).get_data(as_text=True))
    return re.sub(r'"(ms|at)": ?[0-9.e-]+', r'"\1": 0', json.dumps(told))


def every_page(client: FlaskClient, code: str, headers: dict[str, str]) -> list[Any]:
    """Every page of the table by its routes, and whatever its pages link to: the board's things, the past, the log."""
    phone = client.application.test_client()
    if headers:
        phone.set_cookie(f"tw_{code}", headers["Authorization"].removeprefix("Bearer "))
    rules = client.application.url_map.iter_rules()
    waiting = sorted(
        str(rule).replace("<code>", code)
        for rule in rules
        if "GET" in (rule.methods or ()) and rule.arguments == {"code"}
    )
    told: dict[str, Any] = {}
    while waiting:
        path = waiting.pop(0)
        if path in told:
            continue
        answer = phone.get(path)
        body = answer.get_data()
        told[path] = [answer.status_code, answer.headers.get("Location"), body.decode("utf-8", "replace")]
        if answer.mimetype == "text/html":
            found = re.findall(rf'href="((?:/t/{code}/|\?)[^"#]*)', told[path][2])
            waiting += [unescape(link) if link[0] == "/" else path.split("?")[0] + unescape(link) for link in found]
    assert len(told) > 15, "the pages link to hardly anything"
    return [[path, *told[path]] for path in told]


def every_screen(app: Flask, tables: Tables, code: str, ana: str) -> list[Any]:
    """The screens that are sent to Ana's phone and to one that only watches, in both languages."""
    screens: Screens = app.extensions[EXTENSION]
    live = tables.live(code)
    lookers = [looker(live, live.who(held), language) for held in ([ana], []) for language in ("en", "de")]
    assert all(lookers)
    return [list(screens.newest(live, one).parts) for one in lookers if one]


def every_past(client: FlaskClient, tables: Tables, code: str, headers: dict[str, str]) -> list[Any]:
    """What is said to somebody who would put any entry right, and what the log says as a file."""
    where = f"/api/tables/{code}"
    told: list[Any] = [
        client.get(f"/t/{code}/log.{kind}", headers=headers).get_data(as_text=True) for kind in ("txt", "json")
    ]
    for rev in range(1, tables.live(code).log.rev + 1):
        for how in ("amend", "insert"):
            moment = client.get(f"{where}/entries/{rev}/choices?for={how}", headers=headers)
            told.append(moment.get_data(as_text=True))
            offered = (moment.get_json() or {}).get("choices", [])[:3]
            for number, seat in enumerate((0, 1)):
                for choice in (*offered, {"event": {"type": "reveal"}}):
                    event = {**choice["event"], "seat": seat}
                    body = {"id": f"{how}{rev}{number}", "target": rev, "event": event, "preview": True}
                    answer = client.post(f"{where}/{how}", json=body, headers=headers)
                    told.append([answer.status_code, answer.get_data(as_text=True)])
    return told


def every_look(tables: Tables, code: str, headers: dict[str, str]) -> list[Any]:
    """What Ana's camera is told of every card of the game, one at a time, and of all that can be seen at once."""
    if not headers:
        return []
    room, ana = tables.live(code), headers["Authorization"].removeprefix("Bearer ")
    cards = [printed for _, printed in games.deck(room.game.info.id).codes()]
    looks = [[card] for card in cards] + [cards[begin : begin + 12] for begin in range(0, len(cards), 12)]
    return [wire.encode(tables.read(code, [ana], codes=look)) for look in looks]


def every_event(tables: Tables, code: str) -> list[dict[str, Any]]:
    """One attempt of every kind of event, for Ana and in Ben's name: what refusals say must not differ either."""
    kinds: Sequence[type[Event]] = tables.live(code).game.events
    return [
        {"id": f"{event_type(kind)}{seat}", "type": event_type(kind), "seat": seat, "args": {}}
        for kind in kinds
        for seat in (0, 1)
    ]


@pytest.mark.parametrize("secret", SECRETS)
def test_other_phones_get_the_same_bytes_whatever_ben_hid(secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, options, before, one, other = SECRETS[secret]
    first = seen_by_others(game, options, [*before, *one], monkeypatch)
    second = seen_by_others(game, options, [*before, *other], monkeypatch)
    assert first == second


def test_every_game_with_something_to_hide_is_here() -> None:
    """Attack at the Tower keeps counts alone: nothing at its table is anybody's secret."""
    assert {game for game, *_ in SECRETS.values()} | {"tower"} == set(games.playable())


def test_an_event_that_only_kept_tables_hold_is_taken_from_no_phone() -> None:
    """Fairy Tale's old reveal showed placed cards to whoever sent it."""
    tables = Tables(MemoryStore(), clock=Clock())
    opened = tables.open("fairytale")
    tokens = [tables.join(opened.code, name=name).token for name in ("Ana", "Ben")]
    tables.begin(opened.code, [opened.host_token], players=2)
    tables.submit(opened.code, tokens[:1], id="1", event={"type": "next_stage", "args": {"to": 2}})
    tables.submit(opened.code, tokens[:1], id="2", event={"type": "select", "args": {"card": "homesteader"}})
    for event in ({"type": "reveal", "override": True}, Reveal(seat=1, override=True)):
        with pytest.raises(Refusal) as caught:
            tables.submit(opened.code, tokens[1:], id="3", event=event)
        assert caught.value.level is Level.STRUCT
