"""The house rules of Dragon Breeds: what the rulebook leaves open, as values the algorithms take."""

from __future__ import annotations

from dataclasses import dataclass

from rules.house_rules import option, options

YES, NO = (True, False), (False, True)
"""The two answers, the one we play first."""


@dataclass(frozen=True, slots=True)
class House:
    """One table's choice; the fields are the options' ids, each a ruling with its own number."""

    legendary_to: str = option(
        "Where an unlocked legendary goes", ("discard", "hand"), ruling="BR-R3",
        said={"hand": "an unlocked legendary goes to the hand"})  # fmt: skip
    flush_pile: str = option(
        "Under which pile a flushed card goes", ("own", "any"), ruling="BR-R5",
        said={"any": "a flushed card goes under any pile"})  # fmt: skip
    ambush_attacks: bool = option(
        "A dragon that ambushes attacks as well", NO, ruling="BR-R7",
        said={True: "a dragon that ambushes attacks as well"})  # fmt: skip
    blocked_stays_blocked: bool = option(
        "Blocked stays blocked though every blocker died", NO, ruling="BR-R10",
        said={True: "blocked stays blocked"})  # fmt: skip
    ko_keeps_hand: bool = option(
        "A K.O.'d player keeps the hand", YES, ruling="BR-R17",
        said={False: "a K.O. costs the hand"})  # fmt: skip
    any_trash_counts: bool = option(
        "Every trashed card counts for the quest", NO, ruling="BR-R19",
        said={True: "every trashed card counts for the quest"})  # fmt: skip
    fireball_batch: bool = option(
        "Each side's fireballs hit at once", NO, ruling="BR-R25",
        said={True: "each side's fireballs hit at once"})  # fmt: skip
    token_coin_counts: bool = option(
        "A Faction coin gained as a token counts for the quest", YES, ruling="BR-R27",
        said={False: "a Faction coin as a token does not count"})  # fmt: skip


AS_WRITTEN = House()
"""The table without house rules."""

OPTIONS = options(House)
