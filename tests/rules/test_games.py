"""Games are found by their folders."""

from __future__ import annotations

import pytest

from rules import games

ALL = ("breeds", "dragoborne", "fairytale", "gilfate", "tower")


def test_the_five_games_are_found() -> None:
    assert games.names() == ALL
    assert set(games.playable()) <= set(ALL)


@pytest.mark.parametrize("name", ALL)
def test_a_game_goes_by_one_name_everywhere(name: str) -> None:
    assert games.deck(name).game == games.spec(name).game == name
    assert games.spec(name).title


@pytest.mark.parametrize("name", ["", "chess", "../fairytale", "fairytale.deck", "__pycache__", "Fairytale"])
def test_what_is_not_a_game_is_not_loaded(name: str) -> None:
    for look_up in (games.spec, games.deck, games.load):
        with pytest.raises(KeyError):
            look_up(name)


def test_a_game_that_only_prints_cannot_be_played() -> None:
    for name in set(ALL) - set(games.playable()):
        with pytest.raises(KeyError):
            games.load(name)
