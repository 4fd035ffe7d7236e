"""The calculators of Dragoborne: one question, one answer, no table (docs/calculators/dragoborne.md).

They read JSON objects and call the functions the game itself uses; no rule stands here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.calculator import Asked, bad_input, error, no
from rules.games.dragoborne import combat, deckcheck, payment, turn
from rules.games.dragoborne import dice as dice_rules
from rules.games.dragoborne.calc_combat import attack, effect
from rules.games.dragoborne.calc_input import Answer, creature_of, house_of, shields_of
from rules.table import Calculator


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
    house, there = house_of(asked), asked.words("fort_creatures", most=2)
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
        shields=len(shields_of(fort)),
        house=house_of(asked),
    )
    return no(refused) if refused else {"ok": True, "dragoshield": die.value, "where": "shield"}


def assign_cross(data: Mapping[str, Any]) -> Answer:
    """Whether a die may be put on a creature, and what the creature is then."""
    asked = Asked(data)
    house, die = house_of(asked), _die(asked.needed("die"))
    refused = dice_rules.assign_objection(die)
    if refused is not None:
        return no(refused)
    creature = creature_of(asked.needed("creature"), "creature")
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
    return {
        "active": dice_rules.dice_active(
            dice, asked.word("color", dice_rules.ANY), low, high=high, house=house_of(asked)
        )
    }


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
