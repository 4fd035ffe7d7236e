"""The calculators of Attack at the Tower: one question, one answer, no table (docs/calculators/tower.md).

They read JSON objects and call the functions the game itself uses; no rule stands here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.calculator import Asked, bad_input, error, no
from rules.games.tower import combat, endturn, renew, splits, suggest, turn
from rules.games.tower.house import AS_WRITTEN, OPTIONS, House
from rules.table import Calculator
from rules.text import say

Answer = dict[str, Any]
ABILITIES = ("light", "shooter", "heavy", "cavalry", "siege", "common", "special")
TROOPS_MOST = 60
RENEWING = "renew"
PHASES = ("setup", RENEWING, "action", "end")


def _house(asked: Asked) -> House:
    return replace(AS_WRITTEN, **asked.options(OPTIONS))


def _troops(asked: Asked, side: str) -> tuple[combat.Troop, ...]:
    kinds = tuple(combat.POWERS)
    return tuple(
        combat.Troop(one.word("id"), one.word("kind", among=kinds)) for one in asked.parts(side, most=TROOPS_MOST)
    )


def _abilities(asked: Asked, key: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    inner = asked.part(key)
    return inner.words("att", among=ABILITIES), inner.words("def", among=ABILITIES)


def _battle(asked: Asked, house: House) -> combat.Battle:
    attackers, defenders = _troops(asked, "attackers"), _troops(asked, "defenders")
    bases, palace = asked.words("bases", most=TROOPS_MOST), asked.yes("palace")
    ids = [*(one.id for one in (*attackers, *defenders)), *bases, *([combat.PALACE] if palace else [])]
    twice = next((name for name in ids if ids.count(name) > 1), None)
    if twice is not None:
        raise bad_input("attackers", say('the id "{twice}" stands twice in this battle', twice=twice))
    battle = combat.muster(attackers, defenders, _abilities(asked, "abilities"), house)
    return replace(battle, bases=bases, palace=palace)


def _orders(assign: Asked, step: str) -> combat.Orders:
    inner = assign.part(step)
    return combat.Orders(
        inner.part("att").numbers(),
        inner.part("siege").numbers(),
        (inner.part("def") if inner.has("def") else inner.part("deff")).numbers(),
    )


def _regular(asked: Asked, battle: combat.Battle, damage: combat.Damage, house: House) -> combat.Battle:
    """The battle of the regular step; ``abilities_regular`` are the cards in effect by then."""
    key = "abilities_regular" if asked.has("abilities_regular") else "abilities"
    attackers, defenders = (
        tuple(combat.Troop(one.id, one.kind) for one in combat.alive(side, damage))
        for side in (battle.attackers, battle.defenders)
    )
    return combat.remuster(battle, combat.muster(attackers, defenders, _abilities(asked, key), house), house)


def battle(data: Mapping[str, Any]) -> Answer:
    """A whole battle with the damage as it was handed out (``assign``); what is not handed out is not dealt."""
    asked = Asked(data)
    house, assign = _house(asked), asked.part("assign")
    first, damage = _battle(asked, house), dict[str, int]()
    early = combat.pools(first, "initiative", damage)
    orders = _orders(assign, "initiative")
    refused = splits.orders_objection(first, "initiative", damage, orders=orders, house=house)
    if refused is not None:
        return error(refused) | {"step": "initiative", "init_totals": [early.att, early.deff]}
    damage = combat.strike(first, "initiative", damage, orders)
    second = _regular(asked, first, damage, house)
    late = combat.pools(second, "regular", damage)
    totals = {"init_totals": [early.att, early.deff], "regular_totals": [late.att, late.siege, late.deff]}
    clearable = combat.can_clear(second, damage, house)
    orders = _orders(assign, "regular")
    refused = splits.orders_objection(second, "regular", damage, orders=orders, house=house)
    if refused is not None:
        return error(refused) | {"step": "regular"} | totals
    after = combat.aftermath(second, combat.strike(second, "regular", damage, orders))
    return totals | {
        "destroyed": list(after.destroyed),
        "survivors": list(after.survivors),
        "cleared": after.cleared,
        "palace_destroyed": after.palace_destroyed,
        "can_clear": clearable,
    }


def suggestion(data: Mapping[str, Any]) -> Answer:
    """A legal way to hand out the damage of a battle; an ``assign.initiative`` that is given is kept."""
    asked = Asked(data)
    house, assign = _house(asked), asked.part("assign")
    first = _battle(asked, house)
    early = _orders(assign, "initiative")
    if not assign.has("initiative"):
        early = suggest.suggested_orders(first, "initiative", {}, house)
    refused = splits.orders_objection(first, "initiative", {}, orders=early, house=house)
    if refused is not None:
        return error(refused) | {"step": "initiative"}
    damage = combat.strike(first, "initiative", {}, early)
    second = _regular(asked, first, damage, house)
    late = suggest.suggested_orders(second, "regular", damage, house)
    return {
        "initiative": {"att": dict(early.att), "def": dict(early.deff)},
        "regular": {"att": dict(late.att), "siege": dict(late.siege), "def": dict(late.deff)},
        "can_clear": combat.can_clear(second, damage, house),
    }


def _phase(asked: Asked) -> bool:
    """Whether the question is asked while renewing."""
    return asked.word("phase", "action", among=PHASES) == RENEWING


def declare_attack(data: Mapping[str, Any]) -> Answer:
    """Whether an attack may be declared; ``attacks_before`` counts this turn's attacks of that territory."""
    asked = Asked(data)
    before = asked.whole("attacks_before", 0)
    refused = turn.declare_objection(
        asked.whole("attacking_troops", 1),
        wall=asked.yes("wall_by_opponent"),
        attacks_before=before,
        renewing=_phase(asked),
        house=_house(asked),
    )
    if refused is not None:
        return no(refused)
    warning = turn.declare_warning(before)
    return {"ok": True} | ({"warning": warning.code, "text": warning.text} if warning else {})


def _piles(asked: Asked) -> tuple[renew.Pile, ...] | None:
    if not asked.has("piles"):
        return None
    discards = asked.wholes("discards", most=2)
    draws = asked.wholes("piles", most=2)
    return tuple(renew.Pile(draw, discards[i] if i < len(discards) else 0) for i, draw in enumerate(draws))


def _counters(asked: Asked, key: str) -> tuple[int | None, ...]:
    """Troops on each base; null is a space without a base."""
    return tuple(
        None if item is None else Asked({key: item}).whole(key, high=renew.TROOPS_MAX) for item in asked.items(key)
    )


def renewal(data: Mapping[str, Any]) -> Answer:
    """Renewing for one player: counters, cards in hand, how many to discard."""
    asked = Asked(data)
    hand = asked.whole("hand", 0)
    drawn = renew.can_draw(renew.DRAWN, _piles(asked), _house(asked))
    return {
        "counters": list(renew.recruited(_counters(asked, "bases"))),
        "draw": drawn,
        "hand_before_discard": hand + drawn,
        "must_discard": renew.discard_to_limit(hand + drawn),
    }


def special(data: Mapping[str, Any]) -> Answer:
    """The limit of special troops, whether ``play`` more fit, how many must go."""
    asked = Asked(data)
    bases = asked.wholes("territories", high=turn.SLOTS, most=12)
    there, playing = asked.whole("specials", 0), asked.whole("play", 0)
    answer = {"limit": turn.special_limit(bases), "must_discard": turn.special_excess(bases, there)}
    refused = turn.special_objection(bases, there, playing, renewing=playing > 0 and _phase(asked))
    return answer | (no(refused) if refused else {"ok": True})


def end_of_turn(data: Mapping[str, Any]) -> Answer:
    """What the shooter and heavy abilities do when the turn ends, and the hand limit."""
    asked = Asked(data)
    house, hand = _house(asked), asked.whole("hand", 0)
    wanted = endturn.druid_draws(asked.whole("druids_alive", 0), asked.whole("druid_cards", 0, high=99), house)
    drawn = renew.can_draw(wanted, _piles(asked), house)
    burrows = asked.wholes("burrows", high=renew.TROOPS_MAX, most=TROOPS_MOST)
    trolls = asked.whole("trolls_destroyed", 0)
    after = endturn.trolls_recruited(burrows, trolls, asked.whole("troll_cards", 0, high=99), house)
    return {
        "draw": drawn,
        "hand_before_discard": hand + drawn,
        "must_discard": endturn.end_discard(hand + drawn, house),
        "recruited": sum(after) - sum(burrows),
        "burrows": list(after),
    }


def match(data: Mapping[str, Any]) -> Answer:
    """Who has won the match: the first with two games."""
    results = Asked(data).words("results")
    wins = {player: results.count(player) for player in dict.fromkeys(results)}
    return {"winner": turn.match_winner(results), "wins": wins}


CALCULATORS: Mapping[str, Calculator] = {
    "combat": battle,
    "suggest": suggestion,
    "declare_attack": declare_attack,
    "renew": renewal,
    "special": special,
    "end_of_turn": end_of_turn,
    "match": match,
}
