"""``tablewright new``: what it makes checks, plays and prints at once, whatever the game is called."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.cli import main
from companion.errors import JobError
from companion.own_decks import new_game
from companion.own_decks.game_folders import look_over
from rules.datagame.game import game_of
from rules.plugin import API, Plugin
from rules.testing import GameContract

WAYS = [*(["--kind", kind] for kind in new_game.KINDS), *(["--like", name] for name in new_game.like_names())]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way[1])
def test_a_new_folder_checks_and_plays_at_once(
    way: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "Größe & “Glück”", *way, "--into", str(tmp_path)]) == 0
    folder = tmp_path / "grosse_gluck"
    assert str(folder) in capsys.readouterr().out
    assert main(["check", str(folder)]) == 0
    assert "Größe & “Glück” can be played" in capsys.readouterr().out
    plan = look_over(folder).plan

    class Made(GameContract):
        plugin = Plugin(API, game_of(plan), plan.deck)
        seeds = (1,)

    Made().test_random_players_reach_the_end()


def test_a_package_in_python_has_green_tests_at_once(tmp_path: Path) -> None:
    assert main(["new", 'The "Lantern" \\ Walk', "--python", "--into", str(tmp_path)]) == 0
    folder = tmp_path / "the_lantern_walk"
    asked = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests"]
    env = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(asked, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


@pytest.mark.parametrize(
    ("typed", "made", "title"),
    [
        ("../lantern-walk", "lantern-walk", "Lantern Walk"),
        ("{here}/up", "up", "Up"),
        ("../games/OwlFox/", "games/OwlFox", "OwlFox"),
        ("Love/Hate", "work/love_hate", "Love/Hate"),
    ],
)
def test_a_path_is_taken_at_its_word_and_the_title_is_said(
    typed: str,
    made: str,
    title: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("work", "games"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "work")
    assert main(["new", typed.format(here=tmp_path)]) == 0
    assert f"{title}, a game to begin with" in capsys.readouterr().out
    assert look_over(tmp_path / made).plan.title == title


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["Fairy Tale"], "is a game that is here already (Fairy Tale)"),
        (["fairytale"], "is a game that is here already"),
        (["???"], "is no name for a game"),
        (["a{p0}"], "is no name for a game"),
        (["x" * 41], "at most 40"),
        ([".."], "is a folder that is there; add the name"),
        (["./"], "is a folder that is there; add the name"),
        (["./there"], "is there already; choose another name"),
        (["Good", "--like", "tidepol"], "is none of the ready games; did you mean tidepool?"),
        (["There"], "is there already; choose another name"),
    ],
)
def test_what_cannot_be_made_leaves_nothing(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "there").mkdir()
    assert main(["new", *words, "--into", str(tmp_path)]) == 1
    assert said in capsys.readouterr().err
    assert [one.name for one in tmp_path.rglob("*")] == ["there"]


@settings(max_examples=60, deadline=None)
@given(title=st.text(min_size=1, max_size=20), python=st.booleans())
@example(title="猫の王", python=True)
@example(title="class", python=True)
@example(title="own", python=False)
@example(title="new_game", python=True)
@example(title="12 o'clock", python=False)
def test_any_name_makes_a_game_or_is_refused(title: str, python: bool) -> None:
    made = None
    with suppress(JobError):
        made = new_game.package(title, "QX") if python else new_game.folder(title, letters="QX")
    if made is not None and python:
        assert made.id.isidentifier()
        compile(made.files[f"{made.id}/__init__.py"], made.id, "exec")
        assert f'{made.id} = "{made.id}:PLUGIN"'.encode() in made.files["pyproject.toml"]
