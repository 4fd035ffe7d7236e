"""What a question to Dragoborne's calculators says: its house rules, creatures, shields and forts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.calculator import NEEDED, Asked
from rules.games.dragoborne import combat
from rules.games.dragoborne.house import AS_WRITTEN, OPTIONS, House

Answer = dict[str, Any]
LOW, HIGH = -999, 999


def house_of(asked: Asked) -> House:
    """The house rules a question is asked under; as written where it names none."""
    return replace(AS_WRITTEN, **asked.options(OPTIONS))


def creature_of(asked: Asked, default_id: str | None = None) -> combat.Creature:
    """A creature; without a default its id is needed."""
    assassin = asked.part("assassin")
    traits = (*asked.words("traits"), *asked.words("trait"))
    return combat.Creature(
        id=asked.word("id", NEEDED if default_id is None else default_id),
        atk=asked.whole("atk", low=LOW, high=HIGH),
        edr=asked.whole("edr", low=LOW, high=HIGH),
        damage=asked.whole("damage", 0),
        dice=_dice_on(asked),
        atk_mod=asked.whole("atk_mod", 0, low=LOW, high=HIGH),
        edr_mod=asked.whole("edr_mod", 0, low=LOW, high=HIGH),
        rested=asked.yes("rested"),
        color=asked.word("color", ""),
        traits=traits,
        deadly=asked.yes("deadly"),
        invade=asked.words("invade"),
        assassin=(*assassin.words("color"), *assassin.words("trait")),
        immune=asked.words("immune"),
    )


def _dice_on(asked: Asked) -> int:
    """``die`` is a colour, a list of colours, or true."""
    if isinstance(asked.raw("die"), bool):
        return int(asked.yes("die"))
    return len(asked.words("die"))


def shields_of(asked: Asked) -> tuple[int, ...]:
    """``dragoshield`` is one value, or a list of values where several stand."""
    if isinstance(asked.raw("dragoshield"), list):
        return asked.wholes("dragoshield", low=1, high=6, most=3)
    value = asked.whole_or_none("dragoshield", high=6)
    return () if not value else (value,)


def fort_of(asked: Asked) -> combat.Fort:
    """A fort with its barriers, dice and creatures."""
    return combat.Fort(
        color=asked.word("color", ""),
        barriers=asked.whole("barriers"),
        shields=shields_of(asked),
        creatures=tuple(creature_of(one) for one in asked.parts("creatures", most=20)),
    )
