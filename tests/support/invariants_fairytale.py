"""What holds in every tracked game of Fairy Tale without corrections."""

from __future__ import annotations

from rules.games.fairytale import stage_plan
from rules.games.fairytale.state import State, deck_in_use, deck_left, open_duties, resolving

CAP = 1_500


def keep(state: State) -> None:
    """Tableaus, stages and the deck agree with one another."""
    wide = state.players
    assert {len(state.tableaus), len(state.placed), len(state.noted)} == {wide}
    assert 1 <= state.stage <= 9
    assert all(len(own) <= stage_plan.TABLEAU_MAX for own in state.tableaus)
    assert all(len(own) <= stage_plan.HAND for own in state.noted)
    uids = [one.uid for own in state.tableaus for one in own] + [one.uid for one in state.placed if one]
    assert len(uids) == len(set(uids))
    assert deck_left(state) >= 0
    rounds = (state.stage - 1) // 2
    played = state.played if state.stage % 2 == 0 else 0
    waiting = 1 if resolving(state) else 0
    expected = stage_plan.PLAYS * rounds + played + waiting if state.stage < 9 else stage_plan.TABLEAU_MAX
    assert {len(own) for own in state.tableaus} == {expected}
    ended = stage_plan.counts(wide, state.stage - 1, deck_in_use(state).size) if state.stage > 1 else None
    before = ended.discard if ended else 0
    assert state.discarded == before + (2 * wide if state.closed else 0)
    # An open question always has more to choose from than it takes, or a way to decline.
    assert all(len(duty.candidates) > duty.low for duty in open_duties(state))
