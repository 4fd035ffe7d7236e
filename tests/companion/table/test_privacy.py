"""Nobody's bytes hold what they may not know: whatever one seat keeps secret, the others' bytes are the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_store import MemoryStore
from toy_game import ToyGames
from toy_tables import Clock, Seated, seated

from companion.app import create_app
from companion.network.limits import no_limits
from companion.service import Service
from companion.table.snapshot import Stale
from companion.table.tables import Tables
from companion.web.api.json_answers import look_json
from rules.game_protocol import Refusal


def everything_seen_by(table: Seated, seat: int | None) -> bytes:
    """All bytes a phone (or, with seat None, a screen without a seat) can get, over the wire and through the door."""
    tokens = [] if seat is None else [table.tokens[seat]]
    client = create_app(Service(table.tables, limits=no_limits())).test_client()
    headers = {"Authorization": "Bearer " + ",".join(tokens)}
    seen: list[Any] = [
        client.get(f"/api/tables/{table.code}{query}", headers=headers).get_data().decode()
        for query in ("", "?as=table", "/export", "?seat=1")
    ]
    for call in (
        lambda: table.tables.undo(table.code, tokens, id="u", target=99),
        lambda: table.tables.submit(table.code, tokens, id="s", event={"type": "picked", "args": {"card": 99}}),
        lambda: table.tables.submit(table.code, tokens, id="s", event={"type": "picked", "seat": 1, "args": {}}),
    ):
        try:
            call()
        except Stale as stale:
            seen.append([str(stale), look_json(stale.look)])
        except Refusal as refusal:
            seen.append([refusal.code, str(refusal), refusal.rule])
        except Exception as other:
            seen.append([type(other).__name__, str(other)])
    return json.dumps(seen, sort_keys=True, default=str).encode()


def a_table_where_ben_picks(card: int, monkeypatch: pytest.MonkeyPatch, *, then: str = "") -> Seated:
    """The same table again and again, all but one secret equal: codes, tokens and ids are numbered, time stands."""
    numbers = iter(range(10_000))
    monkeypatch.setattr("companion.table.opening.new_code", lambda: "KR7TQX")
    for place in ("companion.table.opening", "companion.table.seats", "companion.table.seat_keys"):
        monkeypatch.setattr(f"{place}.new_token", lambda: f"token-{next(numbers)}")
    monkeypatch.setattr("uuid.uuid4", lambda: f"uuid-{next(numbers)}")
    table = seated("Ada", "Ben", "Cy", store=MemoryStore(), clock=Clock())
    table.pick(0, 2, id="ada")
    table.pick(1, card, id="ben")
    if then == "undo":
        table.undo(1, id="back")
    if then == "undo and redo":
        table.undo(1, target=table.undo(1, id="back"), id="again")
    if then == "pick again":
        table.undo(1, id="back")
        table.pick(1, 9, id="new")
    return table


@pytest.mark.parametrize("then", ["", "undo", "undo and redo", "pick again"])
@pytest.mark.parametrize("viewer", [0, 2, None])
def test_other_phones_get_the_same_bytes_whatever_ben_keeps_secret(
    viewer: int | None, then: str, monkeypatch: pytest.MonkeyPatch
):
    one = everything_seen_by(a_table_where_ben_picks(4, monkeypatch, then=then), viewer)
    other = everything_seen_by(a_table_where_ben_picks(7, monkeypatch, then=then), viewer)
    assert one == other


def test_ben_himself_sees_the_difference(monkeypatch: pytest.MonkeyPatch):
    one = everything_seen_by(a_table_where_ben_picks(4, monkeypatch), 1)
    other = everything_seen_by(a_table_where_ben_picks(7, monkeypatch), 1)
    assert one != other


def test_the_host_sees_no_secrets_without_taking_a_seat(monkeypatch: pytest.MonkeyPatch):
    looks = [a_table_where_ben_picks(card, monkeypatch).as_host() for card in (4, 7)]
    assert look_json(looks[0]) == look_json(looks[1])


def test_an_export_before_the_end_is_of_its_viewer_and_says_so():
    table = seated("Ada", "Ben", "Cy")
    table.pick(0, 2)
    table.pick(1, 7)
    mine = table.tables.export(table.code, [table.tokens[1]])
    cards = [entry["args"]["card"] for entry in mine["entries"] if entry["type"] == "picked"]
    assert (cards, mine["seats"]) == ([0, 7], [1])
    both = table.tables.export(table.code, table.tokens[:2])
    assert [entry["args"]["card"] for entry in both["entries"] if entry["type"] == "picked"] == [2, 7]


@settings(max_examples=40, deadline=None)
@given(cards=st.lists(st.tuples(st.integers(0, 2), st.integers(1, 9), st.booleans()), max_size=8))
def test_no_line_of_play_shows_a_pick_before_all_have_picked(cards: list[tuple[int, int, bool]]):
    table = seated("Ada", "Ben", "Cy", "Di", store=MemoryStore())
    for seat, card, back in cards:
        try:
            table.pick(seat, card)
            if back:
                table.undo(seat)
        except Refusal:
            continue
    look = Tables(table.tables.store, games=ToyGames()).look(table.code, [table.tokens[3]])
    assert "Card" not in json.dumps(look_json(look)["view"])
    assert all(" a card" in line.text for line in look.log if "picked" in line.text)


def a_tale_where_ben_first_meant(card: str) -> tuple[str, str]:
    """What Ana sees (screens and export) once Ben, who took a first card back, has shown another."""
    tables = Tables(MemoryStore(), clock=Clock())
    opened = tables.open("fairytale")
    ana, ben = (tables.join(opened.code, name=name).token for name in ("Ana", "Ben"))
    tables.begin(opened.code, [opened.host_token], id="begin")

    def offered(token: str, kind: str) -> Any:
        choices = tables.look(opened.code, [token]).choices
        return next(choice for choice in choices if type(choice.event).__name__ == kind and choice.primary)

    tables.submit(opened.code, [ana], id="draft", event={"type": "next_stage", "args": {"to": 2}})
    tables.submit(opened.code, [ben], id="first", event=offered(ben, "Select").fill(card=card))
    tables.undo(opened.code, [ben], id="back")
    tables.submit(opened.code, [ben], id="second", event=offered(ben, "Select").fill(card="moss_keeper"))
    tables.submit(opened.code, [ana], id="ana", event=offered(ana, "Select").fill(card="homesteader"))
    log = [line.text for line in tables.look(opened.code, [ana]).log]
    assert any("Moss Keeper" in line for line in log), "what lies open is named"
    export = tables.export(opened.code, [ana])
    return "\n".join(log), json.dumps([{**entry, "id": ""} for entry in export["entries"]], default=str)


def test_a_card_taken_back_is_not_named_when_it_is_shown_after_all() -> None:
    assert a_tale_where_ben_first_meant("moss_keeper") == a_tale_where_ben_first_meant("wyrmbane")
