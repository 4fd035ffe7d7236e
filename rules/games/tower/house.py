"""The house rules of Attack at the Tower: what the rulebook leaves open, as values the algorithms take."""

from __future__ import annotations

from dataclasses import dataclass

from rules.table import Option

OPTIONS = (
    Option(
        "base_overflow",
        "Damage left over may hit bases in the same step",
        values=(True, False),
        detail="",
        ruling="TW-R1",
    ),
    Option(
        "attacks_per_territory",
        "Attacks of one territory in a turn",
        values=("none", 1),
        detail="none: no limit.",
        ruling="TW-R2",
    ),
    Option(
        "palace_defenders",
        "Who defends the palace",
        values=("special", "all"),
        detail="special: the special troops on it. all: every troop its owner has.",
        ruling="TW-R3",
    ),
    Option(
        "zero_power_dies",
        "A troop whose power falls to 0 is destroyed",
        values=(False, True),
        detail="",
        ruling="TW-R5",
    ),
    Option("stack_abilities", "Copies of one ability add up", values=(True, False), detail="", ruling="TW-R6"),
    Option(
        "abilities_mid_combat",
        "Powers are read again after the initiative step",
        values=(False, True),
        detail="",
        ruling="TW-R7",
    ),
    Option(
        "limit_always",
        "The hand limit holds at the end of a turn too",
        values=(True, False),
        detail="",
        ruling="TW-R10",
    ),
    Option(
        "reshuffle", "Empty draw piles are refilled from the discards", values=(False, True), detail="", ruling="TW-R11"
    ),
    Option("replace_bases", "A base may be laid over another", values=(True, False), detail="", ruling="TW-R12"),
    Option(
        "burn", "The opening hand may be thrown back and drawn again", values=(False, True), detail="", ruling="TW-R22"
    ),
)


@dataclass(frozen=True, slots=True)
class House:
    """One table's choice among ``OPTIONS``; the fields are their ids, the defaults their defaults."""

    base_overflow: bool = True
    attacks_per_territory: int | str = "none"
    palace_defenders: str = "special"
    zero_power_dies: bool = False
    stack_abilities: bool = True
    abilities_mid_combat: bool = False
    limit_always: bool = True
    reshuffle: bool = False
    replace_bases: bool = True
    burn: bool = False


AS_WRITTEN = House()
"""The table without house rules."""

_SAID = {
    ("base_overflow", False): "bases are hit only in a later step than the troops before them",
    ("attacks_per_territory", 1): "a territory attacks once in a turn",
    ("palace_defenders", "all"): "every troop defends the palace",
    ("zero_power_dies", True): "a troop of power 0 is destroyed",
    ("stack_abilities", False): "copies of an ability do not add up",
    ("abilities_mid_combat", True): "powers are read again before the second step",
    ("limit_always", False): "no hand limit when a turn ends",
    ("reshuffle", True): "empty piles are refilled from the discards",
    ("replace_bases", False): "no base is laid over another",
    ("burn", True): "the opening hand may be drawn again",
}


def said(house: House) -> tuple[str, ...]:
    """The house rules off default, for the header and the score sheet."""
    return tuple(text for (key, value), text in _SAID.items() if getattr(house, key) == value)
