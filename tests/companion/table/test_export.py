"""The log is the save file: what is exported is played again to the same screens."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_store import MemoryStore
from toy_game import ToyGames
from toy_tables import Seated, fresh_id, seated

from companion.cli import main
from companion.table.export import read
from companion.table.tables import Tables
from rules import games
from rules.game_protocol import Choice, Event, Refusal


def played(table: Seated) -> Any:
    return read(json.dumps(table.tables.export(table.code, table.tokens)), ToyGames().load)


def test_an_export_plays_again_to_the_same_table():
    table = seated("Ada", "Ben", "Cy")
    table.pick(0, 5)
    table.undo(1)
    table.pick(0, 6)
    table.count(1, 9, override=True)
    saved = played(table)
    log = table.tables.live(table.code).log
    assert saved.log.entries == log.entries
    assert saved.log.table == log.table
    assert saved.log.dead == log.dead


def random_event(choice: Choice, chance: random.Random) -> Event:
    values: dict[str, Any] = {}
    for spec in choice.fields:
        if spec.kind == "number":
            values[spec.name] = chance.randint(spec.low, spec.high)
            continue
        if spec.kind == "cards":
            raise AssertionError("a scan fills these")
        high = min(spec.high, len(spec.picks)) if spec.many else 1
        picks = chance.sample(spec.picks, chance.randint(min(spec.low, high), high))
        values[spec.name] = tuple(p.value for p in picks) if spec.many else picks[0].value
    return choice.fill(**values)


@pytest.mark.parametrize("game", games.playable())
@pytest.mark.parametrize("seed", range(2))
def test_whatever_was_exported_when_its_viewer_sees_the_same_screen_again(game: str, seed: int):
    """Random play of the real games: at every so often, each seat's export leads to that seat's own view."""
    chance = random.Random(seed)
    tables = Tables(MemoryStore())
    low, high = games.load(game).info.players
    players = chance.randint(low, high)
    opened = tables.open(game, players=players)
    tokens = [tables.join(opened.code, name=f"P{n}").token for n in range(players)]
    for turn in range(500):
        seat = chance.randrange(players)
        look = tables.look(opened.code, [tokens[seat]])
        if look.over:
            break
        usual = [c for c in look.choices if not c.correction and not any(f.kind == "cards" for f in c.fields)]
        if usual:
            with suppress(Refusal):  # several holes of one choice may have a bound together
                event = random_event(chance.choice(usual), chance)
                tables.submit(opened.code, [tokens[seat]], id=fresh_id(), event=event)
        if turn % 50 == 0:
            for viewer, token in enumerate(tokens):
                saved = read(json.dumps(tables.export(opened.code, [token])), games.load)
                now = tables.look(opened.code, [token])
                assert saved.log.rev == now.rev
                assert (saved.complete, saved.seats) == (False, (viewer,))
                assert saved.views[viewer] == now.view
                assert saved.views[None] == tables.look(opened.code).view
    if tables.look(opened.code).over:
        saved = read(json.dumps(tables.export(opened.code)), games.load)
        for viewer, token in enumerate(tokens):
            assert saved.game.view(saved.log.table.state, viewer) == tables.look(opened.code, [token]).view


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        "{}",
        '{"format": "else"}',
        '{"format": "tablewright-table", "version": 99, "game": "toy", "entries": []}',
        '{"format": "tablewright-table", "version": "1", "game": "toy", "entries": []}',
        '{"format": "tablewright-table", "version": 1, "game": "chess", "entries": []}',
        '{"format": "tablewright-table", "version": 1, "game": "toy"}',
        '{"format": "tablewright-table", "version": 1, "game": "toy", "entries": [7], "seats": [], "views": {}}',
        '{"format": "tablewright-table", "version": 1, "game": ["toy"], "entries": []}',
        '{"format": "tablewright-table", "version": 1, "game": "toy", "entries": [], "seats": [], "views": {"x": {}}}',
        "[" * 100_000,
    ],
)
def test_what_is_no_export_is_refused_in_words(text: str):
    with pytest.raises(Refusal) as caught:
        read(text, ToyGames().load)
    assert caught.value.code == "bad_export"


def test_an_entry_that_does_not_fit_is_named():
    table = seated("Ada", "Ben")
    data = table.tables.export(table.code)
    for spoiled, said in (
        ({"rev": 7}, "entry 3 is numbered 7"),
        ({"type": "jumped"}, "entry 3 cannot be read"),
        ({"args": {"players": 99}}, "entry 3"),
    ):
        entries = [*data["entries"][:2], {**data["entries"][2], **spoiled}]
        with pytest.raises(Refusal, match=said):
            read(json.dumps({**data, "entries": entries}), ToyGames().load)


@settings(max_examples=150)
@given(
    place=st.sampled_from(["rev", "id", "at", "by", "type", "seat", "override", "args"]),
    value=st.none()
    | st.booleans()
    | st.integers()
    | st.text()
    | st.lists(st.integers())
    | st.dictionaries(st.text(), st.none()),
    number=st.integers(0, 3),
)
def test_no_spoiled_entry_gets_past_in_anything_but_words(place: str, value: Any, number: int):
    table = seated("Ada", "Ben")
    table.count(0)
    data = table.tables.export(table.code)
    data["entries"][number][place] = value
    said = "bad_export"
    try:
        read(json.dumps(data), ToyGames().load)
    except Refusal as refusal:
        said = refusal.code
    assert said == "bad_export"


# --- the command -------------------------------------------------------------------------------------------------


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    tables = Tables(MemoryStore())
    opened = tables.open("fairytale", players=2)
    tokens = [tables.join(opened.code, name=name).token for name in ("Ada", "Ben")]
    path = tmp_path / "table.json"
    path.write_text(json.dumps(tables.export(opened.code, tokens[:1])))
    return path


def test_the_command_shows_the_last_view(exported: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["replay", str(exported)]) == 0
    shown = capsys.readouterr().out
    assert "Ada, Ben" in shown
    assert "Exported before the end by Ada" in shown
    assert main(["replay", str(exported), "--seat", "0"]) == 0
    assert capsys.readouterr().out != shown


@pytest.mark.parametrize("seat", ["-1", "2"])
def test_a_seat_there_is_not_is_said(seat: str, exported: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["replay", str(exported), "--seat", seat]) == 1
    assert "does not hold what seat" in capsys.readouterr().err


def test_a_file_that_is_none_gets_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0\0")
    (tmp_path / "notes.txt").write_text("buy milk")
    for name in ("missing.json", "photo.jpg", "notes.txt", "."):
        assert main(["replay", str(tmp_path / name)]) == 1
        err = capsys.readouterr().err
        assert err.startswith(f"tablewright: {tmp_path / name}: ")
        assert err.count("\n") == 1
