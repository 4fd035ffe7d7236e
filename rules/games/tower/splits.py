"""What the rules of Attack at the Tower have against a split of damage."""

from __future__ import annotations

from collections.abc import Mapping

from rules.event import Objection
from rules.games.tower.combat import NOT_TROOPS, OPPOSING, POOL, Battle, Damage, Orders, Part, Step, defended, pools
from rules.games.tower.house import AS_WRITTEN, House
from rules.text import say


def orders_objection(
    battle: Battle, step: Step, damage: Damage, orders: Orders, house: House = AS_WRITTEN
) -> Objection | None:
    """The first rule that stands against splitting the pools of this step like this, or None.

    Handing out less than the pool is allowed. ``damage`` is what was taken before the step.
    """
    limits = pools(battle, step, damage)
    parts: tuple[tuple[Part, Mapping[str, int], int], ...] = (
        ("att", orders.att, limits.att),
        ("siege", orders.siege, limits.siege),
        ("deff", orders.deff, limits.deff),
    )
    for part, split, limit in parts:
        refused = _split_objection(battle, part, split, limit)
        if refused is not None:
            return refused
    return defended(battle, step, damage, orders=orders, house=house)


def _split_objection(battle: Battle, part: Part, split: Mapping[str, int], limit: int) -> Objection | None:
    targets = battle.attackers if part == "deff" else battle.defenders
    troops = {one.id for one in targets}
    hit = [name for name, points in split.items() if points]
    for name in hit:
        # Siege weapons: prevented from damaging troops, so their pool only goes to bases and the palace.
        if part == "siege" and name in troops:
            return Objection("artillery_cannot_hit_troops", "Artillery hits bases and palaces only.", NOT_TROOPS)
        if name not in troops and (part == "deff" or name not in battle.structures):
            return Objection("bad_target", say("{name} is not on the other side of this battle.", name=name), OPPOSING)
    # Combat: the sum of the powers is all there is.
    total = sum(split.values())
    if total > limit:
        return Objection(
            "over_assigned", say("{total} damage was handed out, but there is {limit}.", total=total, limit=limit), POOL
        )
    return None
