"""``tablewright export results``: past games as a file, from the folder they are kept in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from toy_tables import seated

from companion.cli import main
from companion.results.people import KEPT_AS, People, written
from companion.storage.sql_store import SqlStore


@pytest.fixture
def data(tmp_path: Path) -> Path:
    store = SqlStore.at(tmp_path / "data")
    table = seated("Ada", "Ben", store=store)
    table.pick(0, 5)
    table.pick(1, 7)
    seated("Cleo", "Dan", store=store)
    store.remember(KEPT_AS, written(People().with_alias("Ben", "Benedikt").without("Ada")))
    store.close()
    return tmp_path / "data"


def test_finished_games_are_written_with_the_names_people_go_by(data: Path, tmp_path: Path, capsys):
    out = tmp_path / "new" / "games.csv"
    assert main(["export", "results", "--to", "csv", "-o", str(out), "--data", str(data)]) == 0
    text = out.read_text("utf-8-sig")
    assert len(text.splitlines()) == 3
    assert "Benedikt" in text
    assert not {"Ada", "Cleo"} & set(text.replace(",", " ").split())
    assert f"{out}: 1 game." in capsys.readouterr().out


def test_the_file_for_bg_stats_is_json(data: Path, tmp_path: Path):
    out = tmp_path / "games.bgsplay"
    assert main(["export", "results", "--to", "bgstats", "-o", str(out), "--data", str(data)]) == 0
    assert len(json.loads(out.read_text("utf-8"))["plays"]) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("results --to png", "--to csv or --to bgstats"),
        ("tower --to csv", "export results --to csv"),
        ("results --to csv --data nowhere", "no tables are kept in nowhere"),
        ("results --to csv --database nonsense", "database address cannot be used"),
    ],
)
def test_what_cannot_be_is_said_with_the_cure(words: str, said: str, tmp_path: Path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["export", *words.split()]) != 0
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
