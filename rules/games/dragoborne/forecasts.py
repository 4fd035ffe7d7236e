"""What an action would come to, in the few words that stand on its target before it is chosen.

Made from what its player may know, and never from what lies face down: where that could matter, the words say so.
"""

from __future__ import annotations

from dataclasses import replace

from rules.event import Seat
from rules.games.dragoborne import combat_rules, deck, turn_rules
from rules.games.dragoborne.combat_rules import Fight, fighter, fort_under_attack
from rules.games.dragoborne.state import CREATURES_MAX, Clash, Creature, DieAt, State
from rules.text import plural, say

# --- attacks


def attack_on_fort(state: State, seat: Seat, one: Creature, number: str) -> str:
    """What the attack of a creature of the seat does to a fort of the other, and what may come in between."""
    clash = Clash(seat, one.uid, number)
    blocked = any(
        combat_rules.block_objection(fighter(state, seat, one, number), fort_under_attack(state, 1 - seat, number), uid)
        is None
        for uid in (other.uid for other in state.sides[1 - seat].at_fort(number))
    )
    ambushed = combat_rules.ambush_may_answer(replace(state, clash=clash), clash)
    result = _on_fort(state, seat, one, number)
    if blocked:
        return say("{result} · block or ambush?" if ambushed else "{result} · block?", result=result)
    return say("{result} · ambush?", result=result) if ambushed else result


def _on_fort(state: State, seat: Seat, one: Creature, number: str) -> str:
    own, there = fighter(state, seat, one, number), fort_under_attack(state, 1 - seat, number)
    strikes = combat_rules.power(own, state.house)
    if len(there.shields) > 1:
        return say("one of {count} shields blocks", count=len(there.shields))
    if there.shields:
        left = combat_rules.hit_shield(there.shields[0], strikes)
        if left.destroyed:
            return say("shield {value} falls", value=there.shields[0])
        return say("shield {value} → {left}", value=there.shields[0], left=left.value)
    return fort_loses(there.barriers, combat_rules.fort_damage(there.barriers, strikes))


def fort_loses(barriers: int, damage: int) -> str:
    """What damage does to a fort with so many barriers."""
    if not damage:
        return "no damage"
    left = combat_rules.barriers_after_effect(barriers, damage)
    return say("−{damage}", damage=barriers - left) if left else "fort falls"


def attack_on_creature(state: State, seat: Seat, one: Creature, target: Creature) -> str:
    """What Assassin does to a creature of the other player."""
    fought = combat_rules.fight(fighter(state, seat, one, ""), fighter(state, 1 - seat, target, ""), state.house)
    return both_fates(state, Clash(seat, one.uid, blocker=target.uid, assassin=True), target, fought)


def block(state: State, clash: Clash, blocker: Creature) -> str:
    """What a block comes to, for both creatures."""
    attacks = state.sides[clash.attacker].creature(clash.creature)
    if attacks is None:
        return ""
    own = fighter(state, clash.attacker, attacks, clash.fort)
    fought = combat_rules.fight(own, fighter(state, clash.defender, blocker, ""), state.house)
    return both_fates(state, clash, blocker, fought)


def both_fates(state: State, clash: Clash, blocker: Creature, fought: Fight) -> str:
    """What becomes of the creature that blocks, or is attacked, and of the one that attacks."""
    attacks = state.sides[clash.attacker].creature(clash.creature)
    if attacks is None:
        return ""
    match fought.blocker_destroyed, fought.attacker_destroyed:
        case True, True:
            return "both fall"
        case True, False:
            return say("{card} falls", card=blocker.name)
        case False, True:
            return say("{card} falls", card=attacks.name)
    return "both stay"


def let_through(state: State, clash: Clash) -> str:
    """What happens to the attacked fort if nobody blocks and nothing answers."""
    attacks = state.sides[clash.attacker].creature(clash.creature)
    if attacks is None or not clash.fort:
        return ""
    side = state.sides[clash.defender]
    result = _on_fort(state, clash.attacker, attacks, clash.fort)
    if side.shields(clash.fort):
        return result
    there = side.fort(clash.fort)
    damage = combat_rules.fort_damage(there.barriers, combat_rules.atk_now(state, clash.attacker, attacks))
    if not damage:
        return say("Fort {fort} takes no damage", fort=clash.fort)
    if there.barriers > damage:
        return say("Fort {fort} keeps {barriers}", fort=clash.fort, barriers=plural(there.barriers - damage, "barrier"))
    return say("Fort {fort} falls", fort=clash.fort)


# --- the main phase


def place_for_creature(state: State, seat: Seat, number: str) -> str:
    """What it takes for a creature to come to a fort of the seat."""
    return "here" if len(state.sides[seat].at_fort(number)) < CREATURES_MAX else "one must leave"


def shield(die: DieAt) -> str:
    """What a die is worth before a fort."""
    return say("shield {value}", value=die.value)


def cross(state: State, seat: Seat, die: DieAt, one: Creature) -> str:
    """What a die adds to a creature."""
    found = deck.dragocross(one.card)
    text = deck.plain(found.text) if found is not None and found.color in (turn_rules.ANY, die.color) else ""
    adds = state.house.cross_stacks or not state.sides[seat].crosses(one.uid)
    if text:
        return say("+1/+1 · {text}", text=text) if adds else text
    return "+1/+1" if adds else "nothing more"
