"""A legal way to hand out damage in Attack at the Tower, for the "auto" button; never required (rules.md 3e).

Troops first: the ones whose fall takes most striking power away. Bases and the palace when nothing else is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.games.tower.combat import Battle, Damage, Fighter, Orders, Step, added, alive, pools, siege_damage
from rules.games.tower.house import AS_WRITTEN, House
from rules.games.tower.splits import orders_objection


def suggested_orders(battle: Battle, step: Step, damage: Damage, house: House = AS_WRITTEN) -> Orders:
    """How both sides could split their pools of this step; always allowed by ``orders_objection``."""
    limits = pools(battle, step, damage)
    extra = siege_damage(battle, damage) if step == "regular" else {}
    carries = step == "initiative"
    taken = added(damage, extra)
    deff = _on_troops(alive(battle.attackers, taken), taken, limits.deff, carries=carries)
    att = _on_troops(alive(battle.defenders, taken), taken, limits.att, carries=carries)
    troops_only = Orders(att, {}, deff)
    left = limits.att - sum(att.values())
    walls = _on_walls(battle, damage, left, limits.siege)
    with_walls = Orders(added(att, walls[0]), walls[1], deff)
    return troops_only if orders_objection(battle, step, damage, orders=with_walls, house=house) else with_walls


def _on_troops(troops: Iterable[Fighter], taken: Damage, pool: int, *, carries: bool) -> dict[str, int]:
    """Lethal damage on the set of troops worth most, exactly (0/1 knapsack over at most ``pool`` points).

    Worth is the strike taken away, then the number of troops. Where damage carries into a later step, what is left
    starts on the most dangerous troop that stands.
    """
    wanted = [(one, one.toughness - taken.get(one.id, 0)) for one in troops]
    best: dict[int, tuple[int, int, tuple[str, ...]]] = {0: (0, 0, ())}
    for one, need in wanted:
        for spent, (worth, count, chosen) in sorted(best.items(), reverse=True):
            total = spent + need
            offer = (worth + one.strike, count + 1, (*chosen, one.id))
            if total <= pool and (total not in best or offer[:2] > best[total][:2]):
                best[total] = offer
    spent, (_, _, chosen) = max(best.items(), key=lambda entry: (entry[1][:2], -entry[0]))
    split = {one.id: need for one, need in wanted if one.id in chosen}
    rest = [(one, need) for one, need in wanted if one.id not in chosen]
    if carries and rest and pool > spent:
        target, _ = max(rest, key=lambda entry: (entry[0].strike, entry[0].id))
        split[target.id] = pool - spent
    return split


def _on_walls(battle: Battle, damage: Damage, normal: int, siege: int) -> tuple[dict[str, int], dict[str, int]]:
    """Structures one after the other, artillery first, because it can do nothing else."""
    from_normal: dict[str, int] = {}
    from_siege: dict[str, int] = {}
    structures: Mapping[str, int] = battle.structures
    for name, power in structures.items():
        need = max(0, power - damage.get(name, 0))
        heavy = min(need, siege)
        light = min(need - heavy, normal)
        siege, normal = siege - heavy, normal - light
        if heavy:
            from_siege[name] = heavy
        if light:
            from_normal[name] = light
    return from_normal, from_siege
