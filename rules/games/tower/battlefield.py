"""A battle as it stands at the table: who fights, what each side may hand out, what is in its way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.event import Objection
from rules.games.tower import combat, splits, turn
from rules.games.tower.state import (
    PALACE,
    SOURCES,
    Clash,
    Split,
    State,
    all_troops,
    bases_at,
    in_effect,
    troops_at,
    wall_against,
)
from rules.table import Seat

NONE: Mapping[str, int] = {}


def attack_objection(state: State, seat: Seat, source: str) -> Objection | None:
    """What stands against the seat attacking from there now."""
    return turn.declare_objection(
        len(troops_at(state, seat, source)),
        wall=wall_against(state, seat),
        attacks_before=state.sides[seat].attacks[SOURCES.index(source)],
        renewing=state.phase == "renew",
        house=state.house,
    )


def attackers(state: State, clash: Clash) -> tuple[combat.Troop, ...]:
    """The attacking troops that are left."""
    return tuple(one for one in troops_at(state, clash.attacker, clash.source) if one.id in clash.troops)


def defenders(state: State, clash: Clash) -> tuple[combat.Troop, ...]:
    """The troops that defend the territory, or the palace (TW-R3)."""
    if not clash.palace:
        return troops_at(state, clash.defender, clash.target)
    specials = {one.id: one for one in troops_at(state, clash.defender, PALACE)}
    others = {one.id: one for one in all_troops(state, clash.defender)}
    there = specials | others
    return tuple(there[key] for key in turn.palace_defenders(tuple(specials), tuple(others), state.house))


def mustered(state: State, clash: Clash) -> combat.Battle:
    """The battle with powers as they would be read now."""
    cards = (in_effect(state.sides[clash.attacker]), in_effect(state.sides[clash.defender]))
    battle = combat.muster(attackers(state, clash), defenders(state, clash), cards, state.house)
    walls = () if clash.palace else bases_at(state, clash.defender, clash.target)
    return replace(battle, bases=walls, palace=clash.palace)


def asked(state: State, clash: Clash, role: int) -> bool:
    """Whether the attacker (0) or defender (1) has damage to hand out in this step and something to hit."""
    battle = clash.battle
    if battle is None or clash.moment not in ("initiative", "regular"):
        return False
    limits, extra = pools(clash), siege(clash)
    if role == 1:
        return limits.deff > 0 and bool(combat.alive(battle.attackers, combat.added(clash.damage, extra)))
    troops = combat.alive(battle.defenders, combat.added(clash.damage, extra))
    walls = standing_walls(clash) and not keeping_walls(state, clash, {})
    return bool((limits.att and (troops or walls)) or (limits.siege and walls))


def pools(clash: Clash) -> combat.Pools:
    """What both sides have to hand out in the step going on."""
    if clash.battle is None:
        return combat.Pools()
    return combat.pools(clash.battle, step_of(clash), clash.damage)


def siege(clash: Clash) -> Mapping[str, int]:
    """What the siege ability deals by itself in the step going on."""
    if clash.battle is None or clash.moment != "regular":
        return NONE
    return combat.siege_damage(clash.battle, clash.damage)


def standing_walls(clash: Clash) -> Mapping[str, int]:
    """The bases and palace that still stand, with the damage each still bears."""
    if clash.battle is None:
        return NONE
    needs = {key: power - clash.damage.get(key, 0) for key, power in clash.battle.structures.items()}
    return {key: need for key, need in needs.items() if need > 0}


def keeping_walls(state: State, clash: Clash, hits: Mapping[str, int]) -> tuple[combat.Fighter, ...]:
    """The troops that keep the bases and the palace from harm in this step, if ``hits`` are handed out."""
    if clash.battle is None:
        return ()
    return combat.still_defending(clash.battle, step_of(clash), clash.damage, hits=hits, house=state.house)


def step_of(clash: Clash) -> combat.Step:
    return "initiative" if clash.moment == "initiative" else "regular"


def orders(clash: Clash) -> combat.Orders:
    """Both sides' splits as the algorithms take them."""
    att, deff = clash.splits
    return combat.Orders(att.hits, att.siege, deff.hits)


def role_of(clash: Clash, seat: Seat) -> int:
    """0 for the attacker, 1 for the defender."""
    return 0 if seat == clash.attacker else 1


def with_split(clash: Clash, role: int, split: Split) -> Clash:
    """The battle with another split of one side."""
    return replace(clash, splits=(split, clash.splits[1]) if role == 0 else (clash.splits[0], split))


def objection_to(state: State, clash: Clash, role: int, split: Split) -> Objection | None:
    """The rule that stands against one side's split, whatever the other side does."""
    if clash.battle is None:
        return None
    none: dict[str, int] = {}
    own = combat.Orders(split.hits, split.siege, none) if role == 0 else combat.Orders(none, none, split.hits)
    return splits.orders_objection(clash.battle, step_of(clash), clash.damage, orders=own, house=state.house)


def left_over(clash: Clash, role: int, split: Split) -> int:
    """What of a side's own pool is not handed out."""
    limits = pools(clash)
    return (limits.att if role == 0 else limits.deff) - sum(split.hits.values())


def needs_of(clash: Clash, role: int, split: Split) -> dict[str, int]:
    """What each troop on the other side still bears before it falls, by this split and the siege ability."""
    battle = clash.battle
    if battle is None:
        return {}
    side = battle.defenders if role == 0 else battle.attackers
    taken = combat.added(clash.damage, siege(clash), split.hits)
    before = combat.alive(side, clash.damage)
    return {one.id: max(0, one.toughness - taken.get(one.id, 0)) for one in before}


def regular(state: State, clash: Clash) -> Clash:
    """The regular step, with powers read again where the table does so (TW-R7)."""
    battle = clash.battle or mustered(state, clash)
    cards = (in_effect(state.sides[clash.attacker]), in_effect(state.sides[clash.defender]))
    att, deff = (
        tuple(combat.Troop(one.id, one.kind) for one in combat.alive(side, clash.damage))
        for side in (battle.attackers, battle.defenders)
    )
    now = combat.muster(att, deff, cards, state.house)
    return replace(clash, battle=combat.remuster(battle, now, state.house), moment="regular")


def fighters(clash: Clash) -> tuple[combat.Fighter, ...]:
    return (*clash.battle.attackers, *clash.battle.defenders) if clash.battle is not None else ()


def walls(clash: Clash) -> Mapping[str, int]:
    return clash.battle.structures if clash.battle is not None else NONE
