"""When bombs and explosions knock a player out of the round (rulebook 004, Out of the round; cards 7, 11, 12)."""

from __future__ import annotations

from collections.abc import Sequence

BOMBS = 3
SLOT = "7a"
FOUR = "12b"
SHIELD = "11b"


def slots(active: Sequence[str]) -> int:
    """How many bombs count little at the end, and how many knock out: 3, +1 for each active 7a, +1 for 12b.

    12b says four instead of three, so a second 12b adds nothing; every 7a adds one (GF-R2, GF-R9).
    """
    return BOMBS + active.count(SLOT) + (1 if FOUR in active else 0)


def knocked_out(bombs: int, active: Sequence[str], *, explosion: bool = False, shielded: bool = False) -> bool:
    """Whether the player is out; to be asked again whenever a bomb comes or an active card goes.

    ``explosion``: one was drawn. 12b survives it, and so does 11b whose second option was used this turn
    (``shielded``) while it still lies in front.
    """
    if bombs >= slots(active):
        return True
    return explosion and FOUR not in active and not (shielded and SHIELD in active)
