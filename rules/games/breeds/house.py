"""The house rules of Dragon Breeds: what the rulebook leaves open, as values the algorithms take."""

from __future__ import annotations

from dataclasses import dataclass

from rules.table import Option

OPTIONS = (
    Option("legendary_to", "Where an unlocked legendary goes", values=("discard", "hand"), detail="", ruling="BR-R3"),
    Option("flush_pile", "Under which pile a flushed card goes", values=("own", "any"), detail="", ruling="BR-R5"),
    Option("ambush_attacks", "A dragon that ambushes attacks as well", values=(False, True), detail="", ruling="BR-R7"),
    Option(
        "blocked_stays_blocked",
        "Blocked stays blocked though every blocker died",
        values=(False, True),
        detail="",
        ruling="BR-R10",
    ),
    Option("ko_keeps_hand", "A K.O.'d player keeps the hand", values=(True, False), detail="", ruling="BR-R17"),
    Option(
        "any_trash_counts", "Every trashed card counts for the quest", values=(False, True), detail="", ruling="BR-R19"
    ),
    Option("fireball_batch", "Each side's fireballs hit at once", values=(False, True), detail="", ruling="BR-R25"),
    Option(
        "token_coin_counts",
        "A Faction coin gained as a token counts for the quest",
        values=(True, False),
        detail="",
        ruling="BR-R27",
    ),
)


@dataclass(frozen=True, slots=True)
class House:
    """One table's choice among ``OPTIONS``; the fields are their ids, the defaults their defaults."""

    legendary_to: str = "discard"
    flush_pile: str = "own"
    ambush_attacks: bool = False
    blocked_stays_blocked: bool = False
    ko_keeps_hand: bool = True
    any_trash_counts: bool = False
    fireball_batch: bool = False
    token_coin_counts: bool = True


AS_WRITTEN = House()
"""The table without house rules."""

_SAID = {
    ("legendary_to", "hand"): "an unlocked legendary goes to the hand",
    ("flush_pile", "any"): "a flushed card goes under any pile",
    ("ambush_attacks", True): "a dragon that ambushes attacks as well",
    ("blocked_stays_blocked", True): "blocked stays blocked",
    ("ko_keeps_hand", False): "a K.O. costs the hand",
    ("any_trash_counts", True): "every trashed card counts for the quest",
    ("fireball_batch", True): "each side's fireballs hit at once",
    ("token_coin_counts", False): "a Faction coin as a token does not count",
}


def said(house: House) -> tuple[str, ...]:
    """The house rules off default, for the header and the score sheet."""
    return tuple(text for (key, value), text in _SAID.items() if getattr(house, key) == value)
