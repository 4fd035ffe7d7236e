"""Golden playthroughs of Gilfate Fantasy: the files say what the rules say, and together they show everything."""

from __future__ import annotations

from pathlib import Path

import playthroughs
import pytest

from rules.game_protocol import event_type
from rules.games.gilfate.deck import attack_cards
from rules.games.gilfate.game import GAME

FILES = playthroughs.files("gilfate")
BY_HAND = {
    "draw_bomb",
    "return_bomb",
    "explosion",
    "activate",
    "remove_active",
    "reverse",
    "knock_out",
    "set_bombs",
    "set_hand",
    "set_decks",
    "set_turn",
    "set_points",
    "end_round",
    "paid_in_part",
    "not_in_part",
    "set_attack_decks",
    "seat_away",
    "seat_back",
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_goes_as_written(path: Path) -> None:
    """Where it is meant to differ: python tests/support/playthroughs.py --write, then read the diff."""
    assert not playthroughs.difference(path)


def _lines(path: Path) -> tuple[str, ...]:
    return playthroughs.read(path.read_text(encoding="utf-8")).events


def _kinds(path: Path) -> set[str]:
    return {line.split(" ")[1] for line in _lines(path)}


def _clean(path: Path) -> bool:
    return not any(kind.endswith("!") or kind in BY_HAND for kind in _kinds(path))


CLEAN = [path for path in FILES if _clean(path)]


def test_every_kind_of_event_is_shown() -> None:
    shown = {kind.rstrip("!") for path in FILES for kind in _kinds(path)}
    assert {event_type(kind) for kind in GAME.events} <= shown


def test_every_action_of_the_rules_occurs_without_a_correction() -> None:
    shown = {kind for path in CLEAN for kind in _kinds(path)}
    assert {event_type(kind) for kind in GAME.events} - BY_HAND <= shown


def test_five_whole_games_need_no_correction_and_no_override() -> None:
    whole = [path for path in CLEAN if "★" in path.read_text(encoding="utf-8")]
    assert len(whole) >= 5
    people = {len(playthroughs.read(path.read_text(encoding="utf-8")).people) for path in whole}
    assert people == {2, 3, 4, 5}


def test_every_attack_card_is_played_somewhere() -> None:
    told = "\n".join(line for path in FILES for line in _lines(path))
    assert [card for card in attack_cards() if f'"card": "{card}"' not in told] == []


def test_an_undo_is_shown() -> None:
    assert any(line.startswith("undo ") for path in FILES for line in _lines(path))
