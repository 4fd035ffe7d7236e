"""What holds at every table of Dragon Breeds without corrections."""

from __future__ import annotations

from collections.abc import Sequence

import breeds_states

from rules.game_protocol import Choice
from rules.games.breeds.combat_rules import BREAKPOINTS
from rules.games.breeds.state import State


def weights(state: State, choices: Sequence[Choice]) -> list[float]:
    """What needs a card's text is rare, attacking is the point."""
    return [breeds_states.weight(one) for one in choices]


def paper(state: State, seat: int) -> int:
    """How many cards of a box are somewhere: deck, supply, trash, battlefield, lent, refracted."""
    player = state.seats[seat]
    count = player.deck_size + sum(slot.pile for slot in player.supply)
    count += sum(one.owner == seat for one in state.trash)
    count += sum(token.owner == seat for own in state.seats for token in own.tokens)
    parts = [part for ghost in state.refracted for part in ghost.fighter.parts]
    if state.clash is not None:
        clash = state.clash
        parts += [p for one in (*clash.attackers, *clash.blockers, *clash.joining) for p in one.parts]
        parts += clash.ambushed
        count += sum(token.owner == seat for token in clash.spent)
    return count + sum(part.owner == seat for part in parts) - int(player.unlocked and not player.out)


def keep(state: State) -> None:
    """What holds at every table without corrections."""
    for seat, player in enumerate(state.seats):
        health = player.health
        assert health.breakpoint == BREAKPOINTS[health.stage]
        assert all(0 <= cube <= 3 for cube in player.quests)
        assert health.status != "alive" or health.taken < health.breakpoint
        # Twelve starters and twenty-eight of the faction deck: no card is made or lost while a player is in.
        expected = 0 if player.out else 40
        assert paper(state, seat) == expected, seat
        assert not player.out or seat in state.fallen
    if state.phase not in ("setup", "over"):
        assert not state.seats[state.active].out or state.phase == "draw"
    assert state.clash is None or state.phase == "combat"
    assert len([one for one in state.seats if not one.out]) >= 1
