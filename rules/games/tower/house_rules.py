"""The house rules of Attack at the Tower: what the rulebook leaves open, as values the algorithms take."""

from __future__ import annotations

from dataclasses import dataclass

from rules.house_rules import option, options


@dataclass(frozen=True, slots=True)
class House:
    """One table's choice; the fields are the ids of ``OPTIONS``."""

    base_overflow: bool = option(
        "Damage left over may hit bases in the same step",
        (True, False),
        ruling="TW-R1",
        said={False: "bases are hit only in a later step than the troops before them"},
    )
    attacks_per_territory: int | str = option(
        "Limit on the attacks of one territory in a turn",
        ("none", 1),
        detail="none: no limit.",
        ruling="TW-R2",
        said={1: "a territory attacks once in a turn"},
    )
    palace_defenders: str = option(
        "Who defends the palace",
        ("special", "all"),
        detail="special: the special troops on it. all: every troop its owner has.",
        ruling="TW-R3",
        said={"all": "every troop defends the palace"},
    )
    zero_power_dies: bool = option(
        "A troop whose power falls to 0 is destroyed",
        (False, True),
        ruling="TW-R5",
        said={True: "a troop of power 0 is destroyed"},
    )
    stack_abilities: bool = option(
        "Copies of one ability add up",
        (True, False),
        ruling="TW-R6",
        said={False: "copies of an ability do not add up"},
    )
    abilities_mid_combat: bool = option(
        "Powers are read again after the initiative step",
        (False, True),
        ruling="TW-R7",
        said={True: "powers are read again before the second step"},
    )
    limit_always: bool = option(
        "The hand limit holds at the end of a turn too",
        (True, False),
        ruling="TW-R10",
        said={False: "no hand limit when a turn ends"},
    )
    reshuffle: bool = option(
        "Empty draw piles are refilled from the discards",
        (False, True),
        ruling="TW-R11",
        said={True: "empty piles are refilled from the discards"},
    )
    replace_bases: bool = option(
        "A base may be laid over another", (True, False), ruling="TW-R12", said={False: "no base is laid over another"}
    )
    burn: bool = option(
        "The opening hand may be thrown back and drawn again",
        (False, True),
        ruling="TW-R22",
        said={True: "the opening hand may be drawn again"},
    )


OPTIONS = options(House)
AS_WRITTEN = House()
"""The table without house rules."""
