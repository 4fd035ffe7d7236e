"""The house rules of Dragoborne: what the rulebook leaves open, as values the algorithms take."""

from __future__ import annotations

from dataclasses import dataclass

from rules.house_rules import option, options

NO_YES = (False, True)


@dataclass(frozen=True, slots=True)
class House:
    """One table's choice; the defaults are the rulebook as RULINGS.md reads it."""

    no_combat_turns: int = option(
        "Turns without combat", (1, 2), ruling="DB-R1",
        detail="1: only the very first turn of the game. 2: the first turn of each player.",
        said={2: "no combat in the first turn of each player"},
    )  # fmt: skip
    burst_destination: str = option(
        "A barrier whose fort burst was used", ("ask", "hand", "discard"), ruling="DB-R2",
        said={
            "hand": "a barrier goes to the hand after its fort burst",
            "discard": "a barrier is discarded after its fort burst",
        },
    )  # fmt: skip
    attack_destroyed: bool = option(
        "Destroyed forts may be attacked and shielded", NO_YES, ruling="DB-R3",
        said={True: "destroyed forts may be attacked and shielded"},
    )  # fmt: skip
    max_shields: int | str = option(
        "Dragoshields at one fort", ("none", 1), ruling="DB-R4",
        detail="none: no limit.", said={1: "one dragoshield at a fort"},
    )  # fmt: skip
    cross_stacks: bool = option(
        "Every die on a creature counts +1/+1", NO_YES, ruling="DB-R5",
        said={True: "every die on a creature counts +1/+1"},
    )  # fmt: skip
    may_discard_new: bool = option(
        "The third creature itself may leave the fort", NO_YES, ruling="DB-R10",
        said={True: "the third creature itself may leave the fort"},
    )  # fmt: skip
    summoning_rest: bool = option(
        "Creatures are summoned at rest", NO_YES, ruling="DB-R12", said={True: "creatures are summoned at rest"}
    )
    dice_scope: str = option(
        "Dice that count for DICE X-Y", ("not_discarded", "zone_only"), ruling="DB-R13",
        detail="not_discarded: dragoshields and dragocrosses count too.",
        said={"zone_only": "DICE looks only at dice in the zone"},
    )  # fmt: skip
    ambush_must_stand: bool = option(
        "An ambush must stand to be used", NO_YES, ruling="DB-R15", said={True: "an ambush must stand to be used"}
    )
    immune_stops_assassin: bool = option(
        "Immune also stops Assassin", NO_YES, ruling="DB-R23", said={True: "Immune also stops Assassin"}
    )
    ambush_destination: str = option(
        "A used ambush", ("ask", "discard"), ruling="DB-R24",
        said={"discard": "a used ambush is discarded without asking"},
    )  # fmt: skip


OPTIONS = options(House)
AS_WRITTEN = House()
