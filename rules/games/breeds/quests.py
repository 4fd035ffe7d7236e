"""The three quests of Dragon Breeds (rulebook 003, Quests): unique, Faction coin, trash."""

from __future__ import annotations

from collections.abc import Sequence

from rules.games.breeds.house import AS_WRITTEN, House

UNIQUE, COIN, TRASH = 0, 1, 2
START = (0, 2, 0)
DONE = 3


def progress(quests: Sequence[int], quest: int) -> tuple[int, ...]:
    """One cube one space up; beyond 3 nothing more happens (BR-R18)."""
    return tuple(min(DONE, count + 1) if i == quest else count for i, count in enumerate(quests))


def unlocked(quests: Sequence[int]) -> bool:
    """Whether all three are done, which unlocks the legendary."""
    return all(count >= DONE for count in quests)


def coin_counts(*, own_color: bool, token: bool, house: House = AS_WRITTEN) -> bool:
    """Whether gaining a Faction coin counts for the middle quest: one's own colour, as a token too (BR-R27)."""
    return own_color and (house.token_coin_counts or not token)


def trash_counts(*, from_hand: bool, house: House = AS_WRITTEN) -> bool:
    """Whether a trashed card counts for the right quest: from the hand, or any at this table (BR-R19)."""
    return from_hand or house.any_trash_counts
