"""What holds at every table of Gilfate Fantasy without corrections."""

from __future__ import annotations

from collections.abc import Sequence

import gilfate_states

from rules.game_protocol import Choice
from rules.games.gilfate.deck import knocked_out
from rules.games.gilfate.rounds import DrawBlanks
from rules.games.gilfate.state import State

IN_TURN = ("start", "pick", "play", "end")


def weights(state: State, choices: Sequence[Choice]) -> list[float]:
    """Draws follow the odds of the deck, notes are rare."""
    draws = sum(gilfate_states.weight(state, one) for one in choices if isinstance(one.event, DrawBlanks))
    return [
        4 * gilfate_states.weight(state, one) / draws
        if draws and isinstance(one.event, DrawBlanks)
        else gilfate_states.weight(state, one)
        for one in choices
    ]


def keep(state: State) -> None:
    """Bombs, cards and turns add up."""
    assert len(state.seats) == state.players
    assert state.direction in (1, -1)
    for player in state.seats:
        assert min(player.hand, player.bombs, player.explosions) >= 0
        uids = [one.uid for one in player.front]
        assert len(set(uids)) == len(uids)
        if state.version not in ("knockout", "all_cards_knockout"):
            assert not player.out
        elif not player.out:
            assert not knocked_out(player.bombs, player.front_ids)
    # Every bomb is in the deck, in the box, or in front of somebody; no card is in two places.
    bombs = sum(player.bombs for player in state.seats)
    counted = bombs + state.blank.bombs_most + state.box_bombs
    assert counted <= 12 if state.secret_bombs else counted == 12
    pending = state.pending
    open_card = int(pending is not None and not pending.active)
    cards = sum(player.hand + len(player.front) + len(player.partial) for player in state.seats)
    aside = 48 % state.players if state.version in ("all_cards", "all_cards_knockout") else 0
    if state.phase in IN_TURN:
        # When hands are laid open they are what they are, whatever was counted before.
        assert cards + len(state.discard) + state.attack_left + open_card + aside <= 48
    assert 0 <= state.blank.bombs_least <= state.blank.bombs_most <= state.blank.left
    assert len(state.blank.top) + len(state.blank.bottom) <= state.blank.left
    if state.phase in IN_TURN:
        assert not state.seats[state.active].out
        assert state.version not in ("knockout", "all_cards_knockout") or len(state.living) > 1
        owed = state.due
        assert owed is None or not state.seats[owed.seat].out or state.dues
    assert len(state.records) <= state.round
