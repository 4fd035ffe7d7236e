"""What happens now whatever anybody decides: cards drawn with one outcome, windows nobody can use, damage in one way.

It is judged by what lies open on the table; hands and piles count by their backs. The end of a turn is never among it.
"""

from __future__ import annotations

from rules.event import Event, Seat
from rules.games.tower import battle, settle
from rules.games.tower.attack import AssignDamage, Fight
from rules.games.tower.setup_and_renewing import (
    HANDS_MOVE,
    Discard,
    Done,
    Draw,
    abilities_discarded,
    abilities_drawn,
    can_burn,
    free_places,
)
from rules.games.tower.state import Clash, State


def sole_step(state: State) -> Event | None:
    """The next thing that happens by itself, or None where somebody has to act."""
    for seat in range(state.players):
        step = cards_step(state, seat)
        if step is not None:
            return step
    return battle_step(state, state.clash) if state.clash is not None else None


def cards_step(state: State, seat: Seat) -> Event | None:
    """Drawing from the one pile that is left, discarding the one kind held, laying no base where none fits."""
    side = state.sides[seat]
    if state.phase in HANDS_MOVE and side.due_draw:
        low, high = abilities_drawn(state, seat)
        return Draw(side.due_draw, low, seat=seat) if low == high else None
    over = settle.due_discard(state, seat)
    if over:
        low, high = abilities_discarded(state, seat)
        # A hand that is wrong by our count (low above high) is for people to put right.
        return Discard(over, low, seat=seat) if low == high else None
    if settle.laying(state, seat) and not can_burn(state, seat) and not free_places(state, seat):
        return Done(seat=seat)
    return None


def battle_step(state: State, clash: Clash) -> Event | None:
    """The fighting begins where nobody could answer; damage that comes to the same however it is split is dealt."""
    if clash.moment in ("declared", "between"):
        return Fight(seat=clash.attacker) if not may_play(state, clash) else None
    for seat in (clash.attacker, clash.defender):
        share = battle.share_of(state, seat)
        split = battle.only_split(state, share) if share is not None else None
        if split is not None:
            return AssignDamage(clash.step, split.hits, split.siege, confirm=True, seat=seat)
    return None


def may_play(state: State, clash: Clash) -> bool:
    """Whether somebody could play an ability that counts in this battle. Attackers had the time for theirs before."""
    asked = (clash.defender,) if clash.moment == "declared" else (clash.attacker, clash.defender)
    return any(state.sides[seat].hand.abilities for seat in asked)
