"""Every refusal of every game says where the rulebook speaks of it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from random_players import play, setup

from rules import games
from rules.game_protocol import Event, Game, Refusal, event_type

STATES = 40


@pytest.mark.parametrize("name", games.playable())
def test_every_refusal_cites_the_rulebook(name: str) -> None:
    """Every kind of event, as somebody once said it, at forty moments of a game."""
    game = games.load(name)
    _, events = play(name, 3, checked=False)
    kinds = {type(event): event for event in events}
    state, refused = game.start(setup(game, random.Random(3))), set[str]()
    for number, said in enumerate(events):
        for event in kinds.values() if number % max(1, len(events) // STATES) == 0 else ():
            refusal = _refusal(game, state, event)
            if refusal is not None:
                assert refusal.rule.startswith(game.info.rulebook), (event, refusal.code, refusal.text)
                refused.add(event_type(type(event)))
        state = game.apply(state, said)
    assert len(refused) > len(kinds) // 2


def _refusal(game: Game[Any], state: Any, event: Event) -> Refusal | None:
    try:
        game.apply(state, event)
    except Refusal as refusal:
        return refusal
    return None
