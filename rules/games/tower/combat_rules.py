"""A battle in Attack at the Tower: powers, pools, who may be hit, what is left (rulebook 002, Instructions).

A battle has two steps. In the initiative step the troops with initiative strike, in the regular step the others that
are still alive, and the defender's bases and palace. Damage adds up over both steps and is gone with the battle
(TW-R15). ``Damage`` maps ids to what they have taken; the palace's id is ``PALACE``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rules.event import Objection
from rules.games.tower import citations as cite
from rules.games.tower.house_rules import AS_WRITTEN, House
from rules.text import say

Step = Literal["initiative", "regular"]
Part = Literal["att", "siege", "deff"]
Damage = Mapping[str, int]

PALACE = "palace"
BASE_POWER = 4
PALACE_POWER = 10
POWERS: Mapping[str, int] = {"elf": 1, "druid": 1, "troll": 2, "spiderrider": 3, "dragon": 4, "treant": 7}
INITIATIVE = ("druid",)
ARTILLERY = ("dragon",)
LIGHT_POWER = 2


@dataclass(frozen=True, slots=True)
class Troop:
    """A troop of a territory, or a special one of the palace; ``kind`` is a key of ``POWERS``."""

    id: str
    kind: str


@dataclass(frozen=True, slots=True)
class Fighter:
    """A troop in battle: what it strikes for, what it bears, when and at what it strikes."""

    id: str
    kind: str
    strike: int
    toughness: int
    initiative: bool
    artillery: bool


@dataclass(frozen=True, slots=True)
class Battle:
    """Both sides with their powers fixed. ``siege`` is what each dragon of (attacker, defender) deals besides."""

    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    bases: tuple[str, ...] = ()
    palace: bool = False
    siege: tuple[int, int] = (0, 0)

    @property
    def structures(self) -> Mapping[str, int]:
        """What stands behind the troops, with the damage that destroys it."""
        return dict.fromkeys(self.bases, BASE_POWER) | ({PALACE: PALACE_POWER} if self.palace else {})


@dataclass(frozen=True, slots=True)
class Pools:
    """Damage to hand out in one step: the attackers', their artillery's (structures only), the defenders'."""

    att: int = 0
    siege: int = 0
    deff: int = 0


@dataclass(frozen=True, slots=True)
class Orders:
    """How the pools of one step are split: id of what is hit -> damage."""

    att: Mapping[str, int]
    siege: Mapping[str, int]
    deff: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Aftermath:
    """A battle's end. ``cleared`` says that no defending troop, base or palace is left."""

    destroyed: tuple[str, ...]
    survivors: tuple[str, ...]
    cleared: bool
    palace_destroyed: bool


def muster(
    attackers: Iterable[Troop],
    defenders: Iterable[Troop],
    abilities: tuple[Iterable[str], Iterable[str]] = ((), ()),
    house: House = AS_WRITTEN,
) -> Battle:
    """Fix every power as the initiative step begins (TW-R7). ``abilities`` are the (attacker's, defender's) cards
    in effect by kind: light, cavalry and siege matter here. Add bases or the palace with ``dataclasses.replace``.
    """
    sides = (tuple(attackers), tuple(defenders))
    copies = tuple(_copies(tuple(cards), house) for cards in abilities)
    riders = tuple(any(troop.kind == "spiderrider" for troop in side) for side in sides)
    fighters = []
    for own, enemy in ((0, 1), (1, 0)):
        # Cavalry: enemy troops lose power while they battle a rider of its owner; without a rider it does nothing.
        loss = copies[enemy]["cavalry"] if riders[enemy] else 0
        light = copies[own]["light"] > 0
        fighters.append(tuple(_fighter(troop, light, loss, house) for troop in sides[own]))
    return Battle(fighters[0], fighters[1], siege=(copies[0]["siege"], copies[1]["siege"]))


def _copies(cards: tuple[str, ...], house: House) -> dict[str, int]:
    """How often each ability counts: additive effects add, "set" effects do not (TW-R6)."""
    counts = {kind: cards.count(kind) for kind in ("light", "cavalry", "siege")}
    return counts if house.stack_abilities else {kind: min(1, count) for kind, count in counts.items()}


def _fighter(troop: Troop, light: bool, loss: int, house: House) -> Fighter:
    # Light infantry: elves have power 2 and initiative, however many copies.
    lifted = light and troop.kind == "elf"
    power = (LIGHT_POWER if lifted else POWERS[troop.kind]) - loss
    return Fighter(
        troop.id,
        troop.kind,
        strike=max(0, power),
        # Power 0 strikes for nothing and still takes one damage to destroy (TW-R5).
        toughness=max(0 if house.zero_power_dies else 1, power),
        initiative=lifted or troop.kind in INITIATIVE,
        artillery=troop.kind in ARTILLERY,
    )


def regular_battle(
    battle: Battle, damage: Damage, abilities: tuple[Iterable[str], Iterable[str]], house: House = AS_WRITTEN
) -> Battle:
    """The battle for the regular step: as it was, or with powers read again of who is alive (TW-R7).

    ``abilities`` are in effect by now. Whoever struck in the initiative step does not strike again, and whoever did
    not still may (``abilities_mid_combat``).
    """
    if not house.abilities_mid_combat:
        return battle
    left = [[Troop(one.id, one.kind) for one in alive(side, damage)] for side in (battle.attackers, battle.defenders)]
    now = muster(left[0], left[1], abilities, house)
    fresh = {fighter.id: fighter for fighter in (*now.attackers, *now.defenders)}

    def reread(side: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
        return tuple(replace(fresh.get(one.id, one), initiative=one.initiative) for one in side)

    return replace(battle, attackers=reread(battle.attackers), defenders=reread(battle.defenders), siege=now.siege)


def alive(side: Iterable[Fighter], damage: Damage) -> tuple[Fighter, ...]:
    """The troops still standing: damage below their power (TW-R21: reaching it is enough to fall)."""
    return tuple(fighter for fighter in side if damage.get(fighter.id, 0) < fighter.toughness)


def pools(battle: Battle, step: Step, damage: Damage) -> Pools:
    """What each side has to hand out in this step, given the damage so far.

    Only troops alive when the step begins strike, all at the same moment; bases and the palace strike for their
    owner in the regular step alone (TW-R14), unless the initiative step destroyed them.
    """
    first = step == "initiative"
    attackers = [one for one in alive(battle.attackers, damage) if one.initiative is first or one.artillery]
    normal = sum(one.strike for one in attackers if not one.artillery)
    defence = sum(
        one.strike for one in alive(battle.defenders, damage) if one.initiative is first and not one.artillery
    )
    if first:
        return Pools(normal, 0, defence)
    walls = sum(power for name, power in battle.structures.items() if damage.get(name, 0) < power)
    return Pools(normal, sum(one.strike for one in attackers if one.artillery), defence + walls)


def siege_damage(battle: Battle, damage: Damage) -> dict[str, int]:
    """What the siege ability does in the regular step: each dragon alive hits every enemy troop alive (TW-R18)."""
    sides = (alive(battle.attackers, damage), alive(battle.defenders, damage))
    dealt: dict[str, int] = {}
    for own, enemy in ((0, 1), (1, 0)):
        each = battle.siege[own] * sum(1 for one in sides[own] if one.kind == "dragon")
        if each:
            dealt |= {one.id: each for one in sides[enemy]}
    return dealt


def added(*amounts: Damage) -> dict[str, int]:
    """Damage summed by id."""
    total: dict[str, int] = {}
    for amount in amounts:
        for name, points in amount.items():
            total[name] = total.get(name, 0) + points
    return total


def still_defending(
    battle: Battle, step: Step, damage: Damage, hits: Damage, house: House = AS_WRITTEN
) -> tuple[Fighter, ...]:
    """The defending troops that keep bases and palace from harm in this step, with ``hits`` handed out in it.

    Lethal damage of the same step clears the way, or only what fell before it (TW-R1, ``base_overflow``).
    """
    if not house.base_overflow:
        return alive(battle.defenders, damage)
    extra = siege_damage(battle, damage) if step == "regular" else {}
    return alive(battle.defenders, added(damage, hits, extra))


def strike(battle: Battle, step: Step, damage: Damage, orders: Orders) -> dict[str, int]:
    """The damage after a step: the orders of both sides, and in the regular step the siege ability, at once."""
    extra = siege_damage(battle, damage) if step == "regular" else {}
    return added(damage, orders.att, orders.siege, orders.deff, extra)


def aftermath(battle: Battle, damage: Damage) -> Aftermath:
    """Who and what is removed when the battle ends; nothing of the damage stays for later (TW-R15)."""
    attackers, defenders = alive(battle.attackers, damage), alive(battle.defenders, damage)
    standing = {one.id for one in (*attackers, *defenders)}
    fallen = [one.id for one in (*battle.attackers, *battle.defenders) if one.id not in standing]
    bases = [base for base in battle.bases if damage.get(base, 0) >= BASE_POWER]
    palace_destroyed = battle.palace and damage.get(PALACE, 0) >= PALACE_POWER
    walls_left = len(bases) < len(battle.bases) or (battle.palace and not palace_destroyed)
    return Aftermath(
        tuple(sorted((*fallen, *bases))),
        tuple(one.id for one in attackers),
        cleared=not defenders and not walls_left,
        palace_destroyed=palace_destroyed,
    )


def can_clear(battle: Battle, damage: Damage, house: House = AS_WRITTEN) -> bool:
    """Whether the attacker can destroy every troop and structure in the regular step (rules: feasibility).

    With N normal and S artillery damage, T left to destroy the troops and W the structures: N >= T and
    (N - T) + S >= W. Artillery never helps with troops, and normal damage left over may go anywhere.
    """
    limits = pools(battle, "regular", damage)
    extra = siege_damage(battle, damage)
    before = alive(battle.defenders, damage)
    troops = sum(max(0, one.toughness - damage.get(one.id, 0) - extra.get(one.id, 0)) for one in before)
    walls = sum(max(0, power - damage.get(name, 0)) for name, power in battle.structures.items())
    if before and walls and not house.base_overflow:
        return False
    return limits.att >= troops and limits.att - troops + limits.siege >= walls


# --- what stands against a split


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
    return _defended(battle, step, damage, orders=orders, house=house)


def _split_objection(battle: Battle, part: Part, split: Mapping[str, int], limit: int) -> Objection | None:
    targets = battle.attackers if part == "deff" else battle.defenders
    troops = {one.id for one in targets}
    hit = [name for name, points in split.items() if points]
    for name in hit:
        # Siege weapons: prevented from damaging troops, so their pool only goes to bases and the palace.
        if part == "siege" and name in troops:
            return Objection("artillery_cannot_hit_troops", "Artillery hits bases and palaces only.", cite.NOT_TROOPS)
        if name not in troops and (part == "deff" or name not in battle.structures):
            return Objection(
                "bad_target", say("{name} is not on the other side of this battle.", name=name), cite.OPPOSING
            )
    # Combat: the sum of the powers is all there is.
    total = sum(split.values())
    if total > limit:
        return Objection(
            "over_assigned",
            say("{total} damage was assigned, but there is {limit}.", total=total, limit=limit),
            cite.POOL,
        )
    return None


def _defended(battle: Battle, step: Step, damage: Damage, orders: Orders, house: House) -> Objection | None:
    """Bases and the palace: only when every defending troop is destroyed, here at the latest by these orders."""
    walls = [name for split in (orders.att, orders.siege) for name, points in split.items() if points]
    if not any(name in battle.structures for name in walls):
        return None
    left = still_defending(battle, step, damage, hits=orders.att, house=house)
    if not left:
        return None
    taken = added(damage, orders.att, siege_damage(battle, damage) if step == "regular" else {})
    short = ", ".join(say("{id} by {number}", id=one.id, number=one.toughness - taken.get(one.id, 0)) for one in left)
    text = (
        say("A troop still defends: {short}.", short=short)
        if house.base_overflow
        else "Troops stood there when this step began."
    )
    return Objection("defended", text, cite.UNDEFENDED)


# --- a split suggested: troops first, those whose fall takes most striking power away; bases and palace after them


def suggested_orders(
    battle: Battle, step: Step, damage: Damage, house: House = AS_WRITTEN, *, first: str = ""
) -> Orders:
    """How both sides could split their pools of this step; always allowed by ``orders_objection``.

    ``first`` is a troop or structure that is to fall before any other, where the damage is enough for it.
    """
    limits = pools(battle, step, damage)
    extra = siege_damage(battle, damage) if step == "regular" else {}
    carries = step == "initiative"
    taken = added(damage, extra)
    deff = _on_troops(alive(battle.attackers, taken), taken, limits.deff, carries=carries, first=first)
    att = _on_troops(alive(battle.defenders, taken), taken, limits.att, carries=carries, first=first)
    troops_only = Orders(att, {}, deff)
    left = limits.att - sum(att.values())
    walls = _on_walls(battle, damage, left, limits.siege, first=first)
    with_walls = Orders(added(att, walls[0]), walls[1], deff)
    return troops_only if orders_objection(battle, step, damage, orders=with_walls, house=house) else with_walls


def _on_troops(
    troops: Iterable[Fighter], taken: Damage, pool: int, *, carries: bool, first: str = ""
) -> dict[str, int]:
    """Lethal damage on the set of troops worth most, exactly (0/1 knapsack over at most ``pool`` points).

    Worth is the strike taken away, then the number of troops. Where damage carries into a later step, what is left
    starts on the most dangerous troop that stands.
    """
    wanted = [(one, one.toughness - taken.get(one.id, 0)) for one in troops]
    must = next((need for one, need in wanted if one.id == first), 0)
    if 0 < must <= pool:
        others = [one for one, _ in wanted if one.id != first]
        return {first: must, **_on_troops(others, taken, pool - must, carries=carries)}
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


def _on_walls(
    battle: Battle, damage: Damage, normal: int, siege: int, *, first: str = ""
) -> tuple[dict[str, int], dict[str, int]]:
    """Structures one after the other, artillery first, because it can do nothing else."""
    from_normal: dict[str, int] = {}
    from_siege: dict[str, int] = {}
    structures: Mapping[str, int] = battle.structures
    for name, power in sorted(structures.items(), key=lambda one: one[0] != first):
        need = max(0, power - damage.get(name, 0))
        heavy = min(need, siege)
        light = min(need - heavy, normal)
        siege, normal = siege - heavy, normal - light
        if heavy:
            from_siege[name] = heavy
        if light:
            from_normal[name] = light
    return from_normal, from_siege
