"""The calculators of Dragoborne about a combat: an attack, and an effect that does damage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.calculator import Asked, bad_input, error, no
from rules.games.dragoborne import combat
from rules.games.dragoborne.calc_input import Answer, creature_of, fort_of, house_of
from rules.games.dragoborne.house import House


def attack(data: Mapping[str, Any]) -> Answer:
    """One attack on a fort, or on a creature at rest (``assassin_target``)."""
    asked = Asked(data)
    house, attacker = house_of(asked), creature_of(asked.needed("attacker"), "attacker")
    refused = combat.attack_objection(attacker, asked.whole_or_none("turn", low=1), house)
    if refused is not None:
        return error(refused)
    if asked.has("assassin_target"):
        return _assassinate(asked, attacker, house)
    fort = fort_of(asked.needed("fort"))
    block = asked.word("block", "") or None
    # "dragoshield" as the blocker says what happens anyway.
    block = None if block == "dragoshield" and fort.shields else block
    refused = combat.fort_objection(fort, house)
    if refused is None and block is not None:
        refused = combat.block_objection(attacker, fort, block)
    if refused is not None:
        return error(refused)
    shield = asked.whole("shield", 0, high=max(0, len(fort.shields) - 1))
    return _outcome(combat.attack(attacker, fort, block, shield=shield, house=house), attacker, fort, shield)


def _assassinate(asked: Asked, attacker: combat.Creature, house: House) -> Answer:
    target = creature_of(asked.needed("assassin_target"), "target")
    refused = combat.assassin_objection(attacker, target, house)
    if refused is not None:
        return error(refused)
    if asked.word("block", target.id) != target.id:
        raise bad_input("block", "the creature Assassin attacks is the blocker; nothing else may block")
    fort = fort_of(asked.part("fort")) if asked.has("fort") else None
    answer = _outcome(combat.assassinate(attacker, target, house), attacker, fort, 0)
    return answer | {
        "target_damage": answer["blocker_damage"],
        "target_destroyed": answer["blocker_destroyed"],
        "target_rested": True,
    }


def _outcome(outcome: combat.Outcome, attacker: combat.Creature, fort: combat.Fort | None, shield: int) -> Answer:
    fight, hit = outcome.fight, outcome.shield
    answer: Answer = {
        "blocked_by": outcome.blocked_by,
        "attacker_rested": True,
        "attacker_damage": fight.attacker_damage if fight else attacker.damage,
        "attacker_destroyed": bool(fight and fight.attacker_destroyed),
        "fort_damage": outcome.fort_damage,
    }
    if fight is not None:
        answer["blocker_damage"] = fight.blocker_damage
        answer["blocker_destroyed"] = fight.blocker_destroyed
        answer["blocker_rested"] = True
    if fort is not None:
        left = fort.barriers - outcome.fort_damage
        standing = fort.shields[shield] if fort.shields else None
        answer["barriers"] = left
        answer["fort_destroyed"] = left == 0
        answer["dragoshield"] = hit.value if hit else standing
        answer["dragoshield_destroyed"] = bool(hit and hit.destroyed)
    return answer


def effect(data: Mapping[str, Any]) -> Answer:
    """A spell or ability with ``source`` colours and traits deals ``n`` damage to a creature, a shield or a fort."""
    asked = Asked(data)
    amount = asked.whole("n", 0)
    if asked.has("target"):
        target = creature_of(asked.needed("target"), "target")
        source = asked.part("source")
        words = (*source.words("color"), *source.words("trait"), *source.words("traits"))
        refused = combat.effect_objection(words, target)
        if refused is not None:
            return no(refused)
        hurt = replace(target, damage=target.damage + amount)
        return {"ok": True, "damage": hurt.damage, "destroyed": combat.destroyed(hurt, house_of(asked))}
    if asked.has("dragoshield"):
        hit = combat.hit_shield(asked.whole("dragoshield", low=1, high=6), amount)
        return {"ok": True, "dragoshield": hit.value, "dragoshield_destroyed": hit.destroyed}
    barriers = asked.whole("barriers")
    left = combat.barriers_after_effect(barriers, amount)
    return {"ok": True, "barriers": left, "fort_damage": barriers - left, "fort_destroyed": left == 0}
