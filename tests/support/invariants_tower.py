"""What holds in every match of Attack at the Tower without corrections and overrides."""

from __future__ import annotations

from collections.abc import Sequence

from rules.game_protocol import Choice
from rules.games.tower import deck, turn_rules
from rules.games.tower.state import Side, State
from rules.games.tower.turn import GiveUp

CAP = 6_000
PATIENCE = 800
"""With house rules drawn at random a match may take thousands of events; so far they are followed."""
STANDS_STILL = 400
"""Turns in which two random players have long drawn every card; without a limit a match may wander for thousands."""
ABILITIES, BASES = 30, 25


def weights(state: State, choices: Sequence[Choice]) -> list[float]:
    """A game that stands still is given up: now and then at once, and for certain after some hundred turns."""
    tired = 1.0 if state.turn > STANDS_STILL else 0.004
    return [tired if isinstance(one.event, GiveUp) else 1.0 for one in choices]


def keep(state: State) -> None:
    """Boards, hands and decks hold what the army has."""
    for own in state.sides:
        assert all(0 <= one.troops <= 2 for one in own.spaces)
        assert all(one.base for one in own.spaces if one.troops)
        assert len(own.specials) <= turn_rules.special_limit(own.bases_held)
        assert counted(own) == (ABILITIES, BASES)
        # What is still to be discarded is the only way over five cards.
        assert own.hand.size <= 5 or state.phase in ("renew", "end") or not state.house.limit_always
        assert min(own.hand.abilities, own.hand.bases, own.abilities.draw, own.bases.draw) >= 0
        for name in {one.card for one in own.active}:
            assert deck.card(name)["kind"] == "ability"
    assert max(state.results.count(0), state.results.count(1)) <= 2
    assert (state.clash is None) or state.phase == "action"


def counted(own: Side) -> tuple[int, int]:
    """Every card of the army is somewhere: abilities, bases."""
    laid = sum(1 for one in own.spaces if one.base)
    abilities = own.hand.abilities + own.abilities.draw + own.abilities.discard + len(own.active) + len(own.specials)
    return abilities, own.hand.bases + own.bases.draw + own.bases.discard + laid
