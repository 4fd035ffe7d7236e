"""What happens when a turn ends in Attack at the Tower: druids draw, trolls come back (rulebook 002, abilities)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.games.tower.house import AS_WRITTEN, House
from rules.games.tower.renew import TROOPS_MAX, discard_to_limit


def druid_draws(druids_alive: int, cards: int, house: House = AS_WRITTEN) -> int:
    """Cards the shooter ability draws: one for each druid of its owner alive anywhere, for each copy (TW-R6)."""
    return druids_alive * _copies(cards, house)


def trolls_due(destroyed: int, cards: int, house: House = AS_WRITTEN) -> int:
    """Trolls the heavy ability brings back: one for each destroyed this turn, for each copy (TW-R6)."""
    return destroyed * _copies(cards, house)


def trolls_recruited(burrows: Sequence[int], destroyed: int, cards: int, house: House = AS_WRITTEN) -> tuple[int, ...]:
    """Troops on each Burrows after the heavy ability: a troll for each one destroyed this turn, for each copy.

    Only where there is room (two on a base), whichever Burrows it is (TW-R9); filled in the order given.
    """
    left = trolls_due(destroyed, cards, house)
    after = []
    for count in burrows:
        come = min(left, max(0, TROOPS_MAX - count))
        after.append(count + come)
        left -= come
    return tuple(after)


def end_discard(hand: int, house: House = AS_WRITTEN) -> int:
    """Cards to discard after the druids' draws: five is the limit then too, unless the table says not (TW-R10)."""
    return discard_to_limit(hand) if house.limit_always else 0


def _copies(cards: int, house: House) -> int:
    return cards if house.stack_abilities else min(1, cards)
