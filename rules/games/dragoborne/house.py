"""The house rules of Dragoborne: what the rulebook leaves open, as values the algorithms take."""

from __future__ import annotations

from dataclasses import dataclass

from rules.table import Option

OPTIONS = (
    Option(
        "no_combat_turns",
        "Turns without combat",
        values=(1, 2),
        detail="1: only the very first turn of the game. 2: the first turn of each player.",
        ruling="DB-R1",
    ),
    Option(
        "burst_destination",
        "A barrier whose fort burst was used",
        values=("ask", "hand", "discard"),
        detail="",
        ruling="DB-R2",
    ),
    Option(
        "attack_destroyed",
        "Destroyed forts may be attacked and shielded",
        values=(False, True),
        detail="",
        ruling="DB-R3",
    ),
    Option("max_shields", "Dragoshields at one fort", values=("none", 1), detail="none: no limit.", ruling="DB-R4"),
    Option("cross_stacks", "Every die on a creature counts +1/+1", values=(False, True), detail="", ruling="DB-R5"),
    Option(
        "may_discard_new",
        "The third creature itself may leave the fort",
        values=(False, True),
        detail="",
        ruling="DB-R10",
    ),
    Option("summoning_rest", "Creatures are summoned at rest", values=(False, True), detail="", ruling="DB-R12"),
    Option(
        "dice_scope",
        "Dice that count for DICE X-Y",
        values=("not_discarded", "zone_only"),
        detail="not_discarded: dragoshields and dragocrosses count too.",
        ruling="DB-R13",
    ),
    Option("ambush_must_stand", "An ambush must stand to be used", values=(False, True), detail="", ruling="DB-R15"),
    Option("immune_stops_assassin", "Immune also stops Assassin", values=(False, True), detail="", ruling="DB-R23"),
    Option("ambush_destination", "A used ambush", values=("ask", "discard"), detail="", ruling="DB-R24"),
)


@dataclass(frozen=True, slots=True)
class House:
    """One table's choice among ``OPTIONS``; the fields are their ids, the defaults their defaults."""

    no_combat_turns: int = 1
    burst_destination: str = "ask"
    attack_destroyed: bool = False
    max_shields: int | str = "none"
    cross_stacks: bool = False
    may_discard_new: bool = False
    summoning_rest: bool = False
    dice_scope: str = "not_discarded"
    ambush_must_stand: bool = False
    immune_stops_assassin: bool = False
    ambush_destination: str = "ask"


AS_WRITTEN = House()

_SAID = {
    ("no_combat_turns", 2): "no combat in the first turn of each player",
    ("burst_destination", "hand"): "a barrier goes to the hand after its fort burst",
    ("burst_destination", "discard"): "a barrier is discarded after its fort burst",
    ("attack_destroyed", True): "destroyed forts may be attacked and shielded",
    ("max_shields", 1): "one dragoshield at a fort",
    ("cross_stacks", True): "every die on a creature counts +1/+1",
    ("may_discard_new", True): "the third creature itself may leave the fort",
    ("summoning_rest", True): "creatures are summoned at rest",
    ("dice_scope", "zone_only"): "DICE looks only at dice in the zone",
    ("ambush_must_stand", True): "an ambush must stand to be used",
    ("immune_stops_assassin", True): "Immune also stops Assassin",
    ("ambush_destination", "discard"): "a used ambush is discarded without asking",
}


def said(house: House) -> tuple[str, ...]:
    """The house rules off default, for the header and the score sheet."""
    return tuple(text for (key, value), text in _SAID.items() if getattr(house, key) == value)
