"""Questions about Attack at the Tower, one answer each, no table: the calculators (docs/calculators/tower.md), and the
page on which people ask how a battle ends.

Both call the functions the game itself uses; no rule stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.calculator_input import Asked, bad_input, error, no
from rules.event import Objection
from rules.game_protocol import Calculator, Pick
from rules.games.tower import combat_rules, turn_rules
from rules.games.tower.combat_rules import PALACE, POWERS, Aftermath, Battle, Damage, Orders, Pools, Step, Troop
from rules.games.tower.house_rules import AS_WRITTEN, OPTIONS, House
from rules.games.tower.turn_rules import Pile
from rules.question_pages import Counted, Group, Number, Question, Values, Yes, said_no
from rules.text import say
from rules.view import Banner, Block, Checklist, Counter, Meter

Answer = dict[str, Any]
ABILITIES = ("light", "shooter", "heavy", "cavalry", "siege", "common", "special")
TROOPS_MOST = 60
RENEWING = "renew"
PHASES = ("setup", "decide", RENEWING, "action", "end")


# --- a whole battle


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle worked out: what there was to hand out in each step, and its end, or the rule that stands against the
    split of ``step``. Refused in the initiative step it has no ``late`` pools."""

    step: Step
    early: Pools
    result: Objection | Aftermath
    late: Pools | None = None
    can_clear: bool = False


def fought(first: Battle, early: Orders, then: Callable[[Damage], tuple[Battle, Orders]], house: House) -> Fought:
    """The battle with the damage as it was handed out; what is not handed out is not dealt.

    ``then`` gives the battle of the regular step and its orders, from the damage of the initiative step.
    """
    pools = combat_rules.pools(first, "initiative", {})
    refused = combat_rules.orders_objection(first, "initiative", {}, orders=early, house=house)
    if refused is not None:
        return Fought("initiative", pools, refused)
    damage = combat_rules.strike(first, "initiative", {}, early)
    battle, late = then(damage)
    refused = combat_rules.orders_objection(battle, "regular", damage, orders=late, house=house)
    return Fought(
        "regular",
        pools,
        refused or combat_rules.aftermath(battle, combat_rules.strike(battle, "regular", damage, late)),
        late=combat_rules.pools(battle, "regular", damage),
        can_clear=combat_rules.can_clear(battle, damage, house),
    )


def _house(asked: Asked) -> House:
    return replace(AS_WRITTEN, **asked.options(OPTIONS))


def _troops(asked: Asked, side: str) -> tuple[Troop, ...]:
    there = asked.parts(side, most=TROOPS_MOST)
    return tuple(Troop(one.word("id"), one.word("kind", among=tuple(POWERS))) for one in there)


def _abilities(asked: Asked, key: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    inner = asked.part(key)
    return inner.words("att", among=ABILITIES), inner.words("def", among=ABILITIES)


def _initiative_battle(asked: Asked, house: House) -> Battle:
    """The battle as its initiative step begins."""
    attackers, defenders = _troops(asked, "attackers"), _troops(asked, "defenders")
    bases, palace = asked.words("bases", most=TROOPS_MOST), asked.yes("palace")
    ids = [*(one.id for one in (*attackers, *defenders)), *bases, *([PALACE] if palace else [])]
    twice = next((name for name in ids if ids.count(name) > 1), None)
    if twice is not None:
        raise bad_input("attackers", say('the id "{id}" appears twice in this battle', id=twice))
    battle = combat_rules.muster(attackers, defenders, _abilities(asked, "abilities"), house)
    return replace(battle, bases=bases, palace=palace)


def _regular_battle(asked: Asked, battle: Battle, damage: Damage, house: House) -> Battle:
    """The battle of the regular step; ``abilities_regular`` are the cards in effect by then."""
    key = "abilities_regular" if asked.has("abilities_regular") else "abilities"
    return combat_rules.regular_battle(battle, damage, _abilities(asked, key), house)


def _orders(assign: Asked, step: str) -> Orders:
    inner = assign.part(step)
    deff = inner.part("def") if inner.has("def") else inner.part("deff")
    return Orders(inner.part("att").numbers_given(), inner.part("siege").numbers_given(), deff.numbers_given())


def battle(data: Mapping[str, Any]) -> Answer:
    """A whole battle with the damage as it was handed out (``assign``); what is not handed out is not dealt."""
    asked = Asked(data)
    house, assign = _house(asked), asked.part("assign")
    if not asked.has("attackers"):
        raise bad_input("attackers", "is missing")
    first = _initiative_battle(asked, house)
    refused = turn_rules.declare_objection(len(first.attackers), wall=False)
    if refused is not None:
        return error(refused)

    def then(damage: Damage) -> tuple[Battle, Orders]:
        return _regular_battle(asked, first, damage, house), _orders(assign, "regular")

    found = fought(first, _orders(assign, "initiative"), then, house)
    totals: Answer = {"init_totals": [found.early.att, found.early.deff]}
    if found.late is not None:
        totals["regular_totals"] = [found.late.att, found.late.siege, found.late.deff]
    after = found.result
    if isinstance(after, Objection):
        return error(after) | {"step": found.step} | totals
    return totals | {
        "destroyed": list(after.destroyed),
        "survivors": list(after.survivors),
        "cleared": after.cleared,
        "palace_destroyed": after.palace_destroyed,
        "can_clear": found.can_clear,
    }


def suggestion(data: Mapping[str, Any]) -> Answer:
    """A legal way to hand out the damage of a battle; an ``assign.initiative`` that is given is kept."""
    asked = Asked(data)
    house, assign = _house(asked), asked.part("assign")
    first = _initiative_battle(asked, house)
    early = _orders(assign, "initiative")
    if not assign.has("initiative"):
        early = combat_rules.suggested_orders(first, "initiative", {}, house)
    refused = combat_rules.orders_objection(first, "initiative", {}, orders=early, house=house)
    if refused is not None:
        return error(refused) | {"step": "initiative"}
    damage = combat_rules.strike(first, "initiative", {}, early)
    second = _regular_battle(asked, first, damage, house)
    late = combat_rules.suggested_orders(second, "regular", damage, house)
    return {
        "initiative": {"att": dict(early.att), "def": dict(early.deff)},
        "regular": {"att": dict(late.att), "siege": dict(late.siege), "def": dict(late.deff)},
        "can_clear": combat_rules.can_clear(second, damage, house),
    }


# --- a turn around its battles


def _phase(asked: Asked) -> str:
    """The phase the question is asked in; while attacks and abilities are played where it says nothing."""
    return asked.word("phase", "action", among=PHASES)


def declare_attack(data: Mapping[str, Any]) -> Answer:
    """Whether an attack may be declared; ``attacks_before`` counts this turn's attacks of that territory."""
    asked = Asked(data)
    before = asked.whole("attacks_before", 0)
    refused = turn_rules.declare_objection(
        asked.whole("attacking_troops", 1),
        wall=asked.yes("wall_by_opponent"),
        attacks_before=before,
        phase=_phase(asked),
        house=_house(asked),
    )
    if refused is not None:
        return no(refused)
    warning = turn_rules.declare_warning(before)
    return {"ok": True} | ({"warning": warning.code, "text": warning.text} if warning else {})


def _piles(asked: Asked) -> tuple[Pile, ...] | None:
    if not asked.has("piles"):
        return None
    discards = asked.wholes("discards", most=2)
    draws = asked.wholes("piles", most=2)
    return tuple(Pile(draw, discards[i] if i < len(discards) else 0) for i, draw in enumerate(draws))


def _counters(asked: Asked, key: str) -> tuple[int | None, ...]:
    """Troops on each base; null is a space without a base."""
    return tuple(
        None if item is None else Asked({key: item}).whole(key, high=turn_rules.TROOPS_MAX) for item in asked.items(key)
    )


def renewal(data: Mapping[str, Any]) -> Answer:
    """Renewing for one player: counters, cards in hand, how many to discard."""
    asked = Asked(data)
    hand = asked.whole("hand", 0)
    drawn = turn_rules.can_draw(turn_rules.DRAWN, _piles(asked), _house(asked))
    return {
        "counters": list(turn_rules.recruited(_counters(asked, "bases"))),
        "draw": drawn,
        "hand_before_discard": hand + drawn,
        "must_discard": turn_rules.discard_to_limit(hand + drawn),
    }


def special(data: Mapping[str, Any]) -> Answer:
    """The limit of special troops, whether ``play`` more fit, how many must go."""
    asked = Asked(data)
    bases = asked.wholes("territories", high=turn_rules.SLOTS, most=12)
    there, playing = asked.whole("specials", 0), asked.whole("play", 0)
    answer = {"limit": turn_rules.special_limit(bases), "must_discard": turn_rules.special_excess(bases, there)}
    refused = turn_rules.special_objection(bases, there, playing, renewing=playing > 0 and _phase(asked) == RENEWING)
    return answer | (no(refused) if refused else {"ok": True})


def end_of_turn(data: Mapping[str, Any]) -> Answer:
    """What the shooter and heavy abilities do when the turn ends, and the hand limit."""
    asked = Asked(data)
    house, hand = _house(asked), asked.whole("hand", 0)
    wanted = turn_rules.druid_draws(asked.whole("druids_alive", 0), asked.whole("druid_cards", 0, high=99), house)
    drawn = turn_rules.can_draw(wanted, _piles(asked), house)
    burrows = asked.wholes("burrows", high=turn_rules.TROOPS_MAX, most=TROOPS_MOST)
    trolls = asked.whole("trolls_destroyed", 0)
    after = turn_rules.trolls_recruited(burrows, trolls, asked.whole("troll_cards", 0, high=99), house)
    return {
        "draw": drawn,
        "hand_before_discard": hand + drawn,
        "must_discard": turn_rules.end_discard(hand + drawn, house),
        "recruited": sum(after) - sum(burrows),
        "burrows": list(after),
    }


def match(data: Mapping[str, Any]) -> Answer:
    """Who has won the match: the first with two games."""
    results = Asked(data).words("results")
    wins = {player: results.count(player) for player in dict.fromkeys(results)}
    return {"winner": turn_rules.match_winner(results), "wins": wins}


CALCULATORS: Mapping[str, Calculator] = {
    "combat": battle,
    "suggest": suggestion,
    "declare_attack": declare_attack,
    "renew": renewal,
    "special": special,
    "end_of_turn": end_of_turn,
    "match": match,
}


# --- the page: how does the battle end?

TROOPS = tuple(
    Pick(kind, kind.capitalize(), detail=say("power {power}", power=power)) for kind, power in POWERS.items()
)
CARDS = tuple(Pick(kind, kind.capitalize()) for kind in ABILITIES)
POOLS: dict[tuple[Step, str], str] = {
    ("initiative", "att"): "Attacker's initiative damage",
    ("initiative", "def"): "Defender's initiative damage",
    ("regular", "att"): "Attacker's damage",
    ("regular", "siege"): "Attacker's artillery damage",
    ("regular", "def"): "Defender's damage",
}
"""The pools to hand out, as they are named in the holes ``STEP.SIDE.TARGET``, and as people call them."""


def _filled_in(values: Values) -> Battle:
    """The battle as it was filled in: attackers ``a1``, defenders ``d1``, bases ``b1`` and so on."""
    attackers = (Troop(f"a{n}", kind) for n, kind in enumerate(values["attackers"], 1))
    defenders = (Troop(f"d{n}", kind) for n, kind in enumerate(values["defenders"], 1))
    battle = combat_rules.muster(attackers, defenders, (values["cards_att"], values["cards_def"]))
    bases = tuple(f"b{n}" for n in range(1, values["bases"] + 1))
    return replace(battle, bases=bases, palace=values["palace"])


def _names(battle: Battle) -> dict[str, str]:
    """What each id is called: "Elf 2, attacking"."""
    named = {PALACE: "The palace"}
    for side, template in ((battle.attackers, "{troop} {n}, attacking"), (battle.defenders, "{troop} {n}, defending")):
        named |= {one.id: say(template, troop=one.kind.capitalize(), n=one.id[1:]) for one in side}
    return named | {name: say("Base {n}", n=name[1:]) for name in battle.bases}


def _pools(early: Pools, late: Pools) -> dict[tuple[Step, str], int]:
    amounts = (early.att, early.deff, late.att, late.siege, late.deff)
    return dict(zip(POOLS, amounts, strict=True))


def _splits(values: Values) -> tuple[Group, ...]:
    """The damage to hand out, each step and side, as suggested until somebody changes it."""
    battle = _filled_in(values)
    if not battle.attackers:
        return ()
    early = combat_rules.suggested_orders(battle, "initiative", {})
    damage = combat_rules.strike(battle, "initiative", {}, early)
    late = combat_rules.suggested_orders(battle, "regular", damage)
    pools = _pools(combat_rules.pools(battle, "initiative", {}), combat_rules.pools(battle, "regular", damage))
    names, walls = _names(battle), tuple(battle.structures)
    attackers, defenders = ([one.id for one in side] for side in (battle.attackers, battle.defenders))
    targets = (defenders, attackers, (*defenders, *walls), walls, attackers)
    presets = (early.att, early.deff, late.att, late.siege, late.deff)
    return tuple(
        Group(label, tuple(Number(f"{step}.{side}.{one}", names[one], 0, 999, preset.get(one, 0)) for one in those))
        for ((step, side), label), those, preset in zip(POOLS.items(), targets, presets, strict=True)
        if pools[step, side] and those
    )


def _answer(values: Values) -> tuple[Block, ...]:
    battle = _filled_in(values)
    if not battle.attackers:
        return (Banner("Who attacks?", "Count the troops on both sides; the damage follows."),)
    assigned: dict[tuple[str, str], dict[str, int]] = {pool: {} for pool in POOLS}
    for name, amount in values.items():
        step, _, rest = name.partition(".")
        side, _, target = rest.partition(".")
        if (step, side) in assigned and target and amount:
            assigned[step, side][target] = amount
    hits = tuple(assigned.values())
    late = Orders(hits[2], hits[3], hits[4])
    found = fought(battle, Orders(hits[0], {}, hits[1]), lambda damage: (battle, late), AS_WRITTEN)
    amounts = _pools(found.early, found.late or Pools()).items()
    pools = tuple(Counter(POOLS[pool], amount) for pool, amount in amounts if amount)
    if isinstance(found.result, Objection):
        return (*said_no(error(found.result)), *pools)
    return (_outcome(battle, found.result, found.can_clear), *pools, *_losses(battle, found.result))


def _outcome(battle: Battle, after: Aftermath, can_clear: bool) -> Banner:
    left = say("Attackers left: {left} of {count}.", left=len(after.survivors), count=len(battle.attackers))
    if after.palace_destroyed:
        return Banner("The palace falls", left, "good")
    if after.cleared:
        return Banner("The territory is cleared", left, "good")
    text = (
        "{left} Another split of the damage would clear it."
        if can_clear
        else "{left} No split of the damage clears it."
    )
    return Banner("The territory holds", say(text, left=left), "act" if can_clear else "alarm")


def _losses(battle: Battle, after: Aftermath) -> tuple[Block, ...]:
    names, lost = _names(battle), {*after.destroyed, *([PALACE] if after.palace_destroyed else [])}
    order = [name for name in names if name != PALACE or battle.palace]
    standing = sum(1 for one in battle.defenders if one.id not in lost)
    return (
        Meter("Defenders left", standing, max(1, len(battle.defenders)), alarm=not standing),
        Checklist("What stands", tuple((names[name], name not in lost) for name in order)),
    )


QUESTIONS = (
    Question(
        "battle",
        "How does the battle end?",
        about="Initiative strikes first, then everybody else; then you assign the damage.",
        holes=(
            Counted("attackers", "Attacking troops", TROOPS, most=6, total=20),
            Counted("defenders", "Defending troops", TROOPS, most=6, total=20),
            Number("bases", "Bases in the territory", 0, 3),
            Yes("palace", "The palace is attacked"),
            Counted("cards_att", "The attacker's active abilities", CARDS, most=1),
            Counted("cards_def", "The defender's active abilities", CARDS, most=1),
        ),
        answer=_answer,
        follow=_splits,
    ),
)
