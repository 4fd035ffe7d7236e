"""The calculators of Dragoborne: one question, one answer, no table (docs/calculators/dragoborne.md).

They read JSON objects and call the functions the game itself uses; no rule stands here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.ask import NEEDED, Asked, bad_input, error, no
from rules.games.dragoborne import combat, deckcheck, payment, turn
from rules.games.dragoborne import dice as dice_rules
from rules.games.dragoborne.house import AS_WRITTEN, OPTIONS, House
from rules.table import Calculator

Answer = dict[str, Any]
LOW, HIGH = -999, 999


def _house(asked: Asked) -> House:
    return replace(AS_WRITTEN, **asked.options(OPTIONS))


def _creature(asked: Asked, default_id: str | None = None) -> combat.Creature:
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


def _shields(asked: Asked) -> tuple[int, ...]:
    """``dragoshield`` is one value, or a list of values where several stand."""
    if isinstance(asked.raw("dragoshield"), list):
        return asked.wholes("dragoshield", low=1, high=6, most=3)
    value = asked.whole_or_none("dragoshield", high=6)
    return () if not value else (value,)


def _fort(asked: Asked) -> combat.Fort:
    return combat.Fort(
        color=asked.word("color", ""),
        barriers=asked.whole("barriers"),
        shields=_shields(asked),
        creatures=tuple(_creature(one) for one in asked.parts("creatures", most=20)),
    )


def attack(data: Mapping[str, Any]) -> Answer:
    """One attack on a fort, or on a creature at rest (``assassin_target``)."""
    asked = Asked(data)
    house, attacker = _house(asked), _creature(asked.needed("attacker"), "attacker")
    refused = combat.attack_objection(attacker, asked.whole_or_none("turn", low=1), house)
    if refused is not None:
        return error(refused)
    if asked.has("assassin_target"):
        return _assassinate(asked, attacker, house)
    fort = _fort(asked.needed("fort"))
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
    target = _creature(asked.needed("assassin_target"), "target")
    refused = combat.assassin_objection(attacker, target, house)
    if refused is not None:
        return error(refused)
    if asked.word("block", target.id) != target.id:
        raise bad_input("block", "the creature Assassin attacks is the blocker; nothing else may block")
    fort = _fort(asked.part("fort")) if asked.has("fort") else None
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
        target = _creature(asked.needed("target"), "target")
        source = asked.part("source")
        words = (*source.words("color"), *source.words("trait"), *source.words("traits"))
        refused = combat.effect_objection(words, target)
        if refused is not None:
            return no(refused)
        hurt = replace(target, damage=target.damage + amount)
        return {"ok": True, "damage": hurt.damage, "destroyed": combat.destroyed(hurt, _house(asked))}
    if asked.has("dragoshield"):
        hit = combat.hit_shield(asked.whole("dragoshield", low=1, high=6), amount)
        return {"ok": True, "dragoshield": hit.value, "dragoshield_destroyed": hit.destroyed}
    barriers = asked.whole("barriers")
    left = combat.barriers_after_effect(barriers, amount)
    return {"ok": True, "barriers": left, "fort_damage": barriers - left, "fort_destroyed": left == 0}


def pay(data: Mapping[str, Any]) -> Answer:
    """Whether the standing resources pay a cost, and which to rest; ``rest`` checks a payment of one's own."""
    asked = Asked(data)
    price = payment.ambush_price() if asked.yes("ambush") else _price(asked)
    resources = tuple(payment.Resource(one.word("color"), one.yes("rested")) for one in asked.parts("resources"))
    if asked.has("rest"):
        chosen = asked.wholes("rest", high=max(0, len(resources) - 1))
        if not resources and chosen:
            raise bad_input("rest", "there are no resources")
        refused = payment.payment_objection(price, resources, chosen)
        return no(refused) if refused else {"ok": True, "rest": sorted(chosen)}
    refused = payment.price_objection(price, resources)
    return no(refused) if refused else {"ok": True, "rest": list(payment.suggested_payment(price, resources))}


def _price(asked: Asked) -> payment.Price:
    cost = None if asked.raw("cost") == "-" else asked.whole("cost", high=99)
    return payment.Price(cost, asked.word("color", "") or None)


def summon(data: Mapping[str, Any]) -> Answer:
    """A creature comes to a fort; a third one asks who leaves."""
    asked = Asked(data)
    house, there = _house(asked), asked.words("fort_creatures", most=2)
    new, discard = asked.word("card", "new"), asked.word("discard", "") or None
    refused = turn.summon_objection(there, new, discard, house)
    if refused is not None:
        return no(refused)
    done = turn.summon(there, new, discard, house)
    if done.choice:
        return {"ok": False, "why": "choice", "choice": list(done.choice), "text": "Which creature leaves the fort?"}
    return {
        "ok": True,
        "creatures": len(done.creatures),
        "fort_creatures": list(done.creatures),
        "discarded": done.discarded,
        "destroyed_trigger": False,
        "rested": done.rested,
    }


def _die(asked: Asked) -> dice_rules.Die:
    where = asked.word("where", "zone", among=dice_rules.PLACES)
    place = next(one for one in dice_rules.PLACES if one == where)
    return dice_rules.Die(asked.word("color"), asked.whole("value", low=1, high=6), place, asked.yes("assigned"))


def assign_shield(data: Mapping[str, Any]) -> Answer:
    """Whether a die may become a dragoshield."""
    asked = Asked(data)
    die, fort = _die(asked.needed("die")), asked.needed("fort")
    refused = dice_rules.shield_objection(
        die,
        fort.word("color"),
        fort.whole("barriers", turn.BARRIERS_START),
        shields=len(_shields(fort)),
        house=_house(asked),
    )
    return no(refused) if refused else {"ok": True, "dragoshield": die.value, "where": "shield"}


def assign_cross(data: Mapping[str, Any]) -> Answer:
    """Whether a die may be put on a creature, and what the creature is then."""
    asked = Asked(data)
    house, die = _house(asked), _die(asked.needed("die"))
    refused = dice_rules.assign_objection(die)
    if refused is not None:
        return no(refused)
    creature = _creature(asked.needed("creature"), "creature")
    crossed = replace(creature, dice=creature.dice + 1)
    warning = dice_rules.cross_warning(creature.dice, house)
    stats = {"atk": combat.power(crossed, house), "edr": combat.endurance(crossed, house)}
    return {"ok": True, "where": "cross", **stats} | ({"warning": warning.code} if warning else {})


def dice_condition(data: Mapping[str, Any]) -> Answer:
    """Whether a DICE low-high ability is active."""
    asked = Asked(data)
    dice = tuple(_die(one) for one in asked.parts("dice", most=12))
    low = asked.whole("lo", 1, low=1, high=6)
    high = asked.whole("hi", 6, low=1, high=6)
    return {"active": dice_rules.dice_active(dice, asked.word("color", dice_rules.ANY), low, high, _house(asked))}


def resources(data: Mapping[str, Any]) -> Answer:
    """The most resources one can have in one's own turn number ``own_turn``."""
    asked = Asked(data)
    own_turn = asked.whole("own_turn", low=1)
    return {"resources": turn.most_resources(own_turn, goes_first=asked.yes("player_first"))}


def setup(data: Mapping[str, Any]) -> Answer:
    """What a player has after setting up with a deck of this size."""
    asked = Asked(data)
    cards = asked.whole("deck")
    refused = turn.deck_size_objection(cards)
    if refused is not None:
        return error(refused)
    start = turn.setup(cards)
    return {
        "deck": start.deck,
        "hand": start.hand,
        "barriers": list(start.barriers),
        "resources": start.resources,
    }


def deck_check(data: Mapping[str, Any]) -> Answer:
    """Everything wrong with a deck: its size, copies of a name, dice against banners."""
    asked = Asked(data)
    problems = deckcheck.deck_problems(
        asked.needed("cards").numbers(high=999),
        asked.words("dice") if asked.has("dice") else None,
        asked.words("banners") if asked.has("banners") else None,
    )
    shown = [{"code": one.code, "text": one.text, "rule": one.why.citation} for one in problems]
    return {"ok": not problems, "problems": shown} | ({"why": problems[0].code} if problems else {})


def draw(data: Mapping[str, Any]) -> Answer:
    """A required draw: what is left, or that the game is lost."""
    asked = Asked(data)
    deck, count = asked.whole("deck"), asked.whole("n", 1)
    lost = turn.decked(deck, count)
    return {"lost": lost, "deck": deck if lost else deck - count, "drawn": 0 if lost else count}


def end_turn(data: Mapping[str, Any]) -> Answer:
    """The end of a turn: cards to discard, who has lost, the result."""
    asked = Asked(data)
    inside = asked.needed("barriers")
    if not inside.data:
        raise bad_input("barriers", "names no player")
    barriers = {player: inside.wholes(player, most=12) for player in inside.data}
    if asked.has("active"):
        asked.word("active", among=tuple(barriers))
    end = turn.end_turn(barriers, asked.whole("hand", 0))
    answer: Answer = {"discard": end.discard, "losers": list(end.losers), "result": end.result}
    return answer | ({"winner": end.winner} if end.winner is not None else {})


CALCULATORS: Mapping[str, Calculator] = {
    "attack": attack,
    "effect": effect,
    "pay": pay,
    "summon": summon,
    "assign_shield": assign_shield,
    "assign_cross": assign_cross,
    "dice_condition": dice_condition,
    "resources": resources,
    "setup": setup,
    "deck_check": deck_check,
    "draw": draw,
    "end_turn": end_turn,
}
