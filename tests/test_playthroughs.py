"""The golden files are for reading: few enough lines, none too wide, and a difference says where it is."""

from __future__ import annotations

import pytest
from playthroughs import FOLDER, difference, files, read, show
from refusals import path_of
from state_changes import changes, plain, short, told

from rules import games
from rules.games.tower.state import Hand, Side, Space, State

MOST_LINES = 17_000
WIDEST = 150


def test_a_person_can_read_them() -> None:
    golden = (*files(), *(path_of(game) for game in games.playable()))
    lines = [line for path in golden for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) < MOST_LINES
    assert max(map(len, lines)) <= WIDEST


def test_every_file_is_a_playthrough_of_the_game_it_lies_under() -> None:
    assert sorted(path for path in FOLDER.rglob("*") if path.is_file()) == files()
    for path in files():
        assert read(path.read_text(encoding="utf-8")).game == path.parent.name


def test_a_difference_names_the_step_and_a_step_can_be_shown_whole(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = files("tower/given_up")[0].read_text(encoding="utf-8")
    path = tmp_path / "given_up.txt"
    path.write_text(text, encoding="utf-8")
    assert difference(path) == ""
    path.write_text(text.replace("hand.abilities 0 -> 2", "hand.abilities 0 -> 3", 1), encoding="utf-8")
    assert "-  [1 | " in difference(path)
    shown = "\n".join(show(path, 1))
    assert "== the screen of Ana" in shown
    assert '"draw": 28' in shown


def test_changes_are_told_field_by_field() -> None:
    side = Side(hand=Hand(3, 2))
    before = State(sides=(side, Side()))
    after = State(sides=(Side(spaces=(Space("lair", 1), *side.spaces[1:]), hand=Hand(3, 1)), Side()), phase="renew")
    assert told(list(changes(before, after))) == (
        'phase setup -> renew · sides[0]: spaces[0].base "" -> lair; spaces[0].troops 0 -> 1; hand.bases 2 -> 1'
    )
    assert told(list(changes(before, before))) == ""


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        (("a", "b", "c"), ("b", "c"), "- a"),
        (("a", "b"), ("a", "c"), "[1] b -> c"),
        (("a", "b", "c"), ("b", "c", "d"), "- a; + d"),
        ({"a": 1}, {"b": 1}, ".a gone; .b + 1"),
        (frozenset("ab"), frozenset("bc"), "- a + c"),
        (None, Hand(2), "null -> {abilities 2}"),
        (Hand(2), None, "{..} -> null"),
        ("a b", "", '"a b" -> ""'),
    ],
)
def test_every_kind_of_value_has_its_words(before: object, after: object, text: str) -> None:
    assert "; ".join(" ".join(filter(None, ("".join(where), how))) for where, how in changes(before, after)) == text


def test_a_long_value_is_cut_and_says_so() -> None:
    assert short(tuple(range(200))).endswith("characters more)")


def test_what_digests_are_made_of_leaves_out_what_nobody_set() -> None:
    assert plain(Side(done=True)) == ["side", {"done": True}]
