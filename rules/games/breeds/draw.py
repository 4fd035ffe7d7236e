"""The draw phase of Dragon Breeds: hands and piles as counts (rulebook 003, Draw; Deck cycle)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.games.breeds.house import AS_WRITTEN, House

HAND_TARGET = 5


@dataclass(frozen=True, slots=True)
class Cycle:
    """A player's deck cycle as counts. ``reshuffled`` says whether the discard was shuffled in the last refill."""

    hand: int
    draw: int
    discard: int
    reshuffled: bool = False


def put_away(cycle: Cycle, tokens: int = 0) -> Cycle:
    """The active player's hand goes to the discard, and so do cards of the own deck used as tokens."""
    return replace(cycle, hand=0, discard=cycle.discard + cycle.hand + tokens, reshuffled=False)


def knocked_out(cycle: Cycle, house: House = AS_WRITTEN) -> Cycle:
    """A player's cycle at the moment of a K.O.: the hand is kept, or goes to the discard (BR-R17)."""
    return cycle if house.ko_keeps_hand else put_away(cycle)


def refill(cycle: Cycle, target: int = HAND_TARGET) -> Cycle:
    """Draw up to ``target``; the discard is shuffled only when a card must be drawn and the pile is empty.

    A hand that is larger stays; with both piles empty the hand stays short.
    """
    missing = max(0, target - cycle.hand)
    first = min(missing, cycle.draw)
    hand, draw, discard, missing = cycle.hand + first, cycle.draw - first, cycle.discard, missing - first
    # Deck cycle: shuffling earlier than the card is needed would change the game.
    if missing == 0 or discard == 0:
        return Cycle(hand, draw, discard)
    second = min(missing, discard)
    return Cycle(hand + second, discard - second, 0, reshuffled=True)


def draw_phase(
    cycles: Mapping[str, Cycle],
    active: str | None,
    *,
    tokens: int = 0,
    targets: Mapping[str, int] | None = None,
) -> dict[str, Cycle]:
    """Everybody's cycle after the draw phase: the active player puts away, then all draw up to their target."""
    after = {}
    for player, cycle in cycles.items():
        ready = put_away(cycle, tokens) if player == active else cycle
        after[player] = refill(ready, (targets or {}).get(player, HAND_TARGET))
    return after
