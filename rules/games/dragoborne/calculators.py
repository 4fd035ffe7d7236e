"""The calculators of Dragoborne (one question, one answer, no table: docs/calculators/dragoborne.md), and the pages on
which people ask some of them.

They read JSON objects and call the functions the game itself uses; no rule stands here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.calculator_input import NEEDED, Asked, bad_input, error, no
from rules.choice import Pick
from rules.game_protocol import Calculator
from rules.games.dragoborne import combat_rules, turn_rules
from rules.games.dragoborne.combat_rules import Fighter, FortUnderAttack
from rules.games.dragoborne.house_rules import AS_WRITTEN, OPTIONS, House
from rules.games.dragoborne.state import BARRIERS_START, DieAt, Place, Resource
from rules.question_pages import Counted, Group, Number, OneOf, Question, Values, Yes, said_no
from rules.text import say
from rules.view import Banner, Block, Counter, Die, Meter, Track

Answer = dict[str, Any]
LOW, HIGH = -999, 999


def house_of(asked: Asked) -> House:
    """The house rules a question is asked under; as written where it names none."""
    return replace(AS_WRITTEN, **asked.options(OPTIONS))


def creature_of(asked: Asked, default_id: str | None = None) -> Fighter:
    """A creature; without a default its id is needed."""
    traits = (*asked.words("traits"), *asked.words("trait"))
    return Fighter(
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
        invade=_named_by(asked, "invade"),
        assassin=_named_by(asked, "assassin"),
        immune=_named_by(asked, "immune"),
    )


def _named_by(asked: Asked, keyword: str) -> tuple[str, ...]:
    """The colours and traits a keyword names: a list, or an object with ``color`` and ``trait``."""
    if not isinstance(asked.raw(keyword), Mapping):
        return asked.words(keyword)
    inner = asked.part(keyword)
    return (*inner.words("color"), *inner.words("trait"), *inner.words("traits"))


def _dice_on(asked: Asked) -> int:
    """``die`` is a colour, a list of colours, a die with its colour and value, or true."""
    if isinstance(asked.raw("die"), bool):
        return int(asked.yes("die"))
    if isinstance(asked.raw("die"), Mapping):
        return 1
    return len(asked.words("die"))


def shields_of(asked: Asked) -> tuple[int, ...]:
    """``dragoshield`` is one value, or a list of values where several stand."""
    if isinstance(asked.raw("dragoshield"), list):
        return asked.wholes("dragoshield", low=1, high=6, most=3)
    value = asked.whole_or_none("dragoshield", high=6)
    return () if not value else (value,)


def fort_of(asked: Asked, barriers: int | None = None) -> FortUnderAttack:
    """A fort with its barriers, dice and creatures; without ``barriers`` to go by they are needed."""
    return FortUnderAttack(
        color=asked.word("color", ""),
        barriers=asked.whole("barriers", NEEDED if barriers is None else barriers),
        shields=shields_of(asked),
        creatures=tuple(creature_of(one) for one in asked.parts("creatures", most=20)),
    )


# --- battles


def attack(data: Mapping[str, Any]) -> Answer:
    """One attack on a fort, or on a creature at rest (``assassin_target``)."""
    asked = Asked(data)
    house, attacker = house_of(asked), creature_of(asked.needed("attacker"), "attacker")
    refused = combat_rules.attack_objection(attacker, asked.whole_or_none("turn", low=1), house)
    if refused is not None:
        return error(refused)
    if asked.has("assassin_target"):
        return _assassinate(asked, attacker, house)
    fort = fort_of(asked.needed("fort"))
    block = asked.word("block", "") or None
    # "dragoshield" as the blocker says what happens anyway.
    block = None if block == "dragoshield" and fort.shields else block
    refused = combat_rules.fort_objection(fort, house)
    if refused is None and block is not None:
        refused = combat_rules.block_objection(attacker, fort, block)
    if refused is not None:
        return error(refused)
    shield = asked.whole("shield", 0, high=max(0, len(fort.shields) - 1))
    return _outcome(combat_rules.attack(attacker, fort, block, shield=shield, house=house), attacker, fort, shield)


def _assassinate(asked: Asked, attacker: Fighter, house: House) -> Answer:
    target = creature_of(asked.needed("assassin_target"), "target")
    refused = combat_rules.assassin_objection(attacker, target, house)
    if refused is not None:
        return error(refused)
    fort = fort_of(asked.part("fort"), BARRIERS_START) if asked.has("fort") else None
    answer = _outcome(combat_rules.assassinate(attacker, target, house), attacker, fort, 0)
    # Assassin: no other creature may block, nor a dragoshield, so a block that is named changes nothing.
    others = asked.word("block", target.id) != target.id
    note = {"note": "The creature Assassin attacks is the blocker; nothing else may block."} if others else {}
    return (
        answer
        | note
        | {
            "target_damage": answer["blocker_damage"],
            "target_destroyed": answer["blocker_destroyed"],
            "target_rested": True,
        }
    )


def _outcome(outcome: combat_rules.Outcome, attacker: Fighter, fort: FortUnderAttack | None, shield: int) -> Answer:
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
        refused = combat_rules.effect_objection(words, target)
        if refused is not None:
            return no(refused)
        hurt = replace(target, damage=target.damage + amount)
        return {"ok": True, "damage": hurt.damage, "destroyed": combat_rules.destroyed(hurt, house_of(asked))}
    if asked.has("dragoshield"):
        hit = combat_rules.hit_shield(asked.whole("dragoshield", low=1, high=6), amount)
        return {"ok": True, "dragoshield": hit.value, "dragoshield_destroyed": hit.destroyed}
    barriers = asked.whole("barriers")
    left = combat_rules.barriers_after_effect(barriers, amount)
    return {"ok": True, "barriers": left, "fort_damage": barriers - left, "fort_destroyed": left == 0}


# --- around the battles


def pay(data: Mapping[str, Any]) -> Answer:
    """Whether the standing resources pay a cost, and which to rest; ``rest`` checks a payment of one's own."""
    asked = Asked(data)
    price = turn_rules.AMBUSH_PRICE if asked.yes("ambush") else _price(asked)
    resources = tuple(Resource(one.word("color"), one.yes("rested")) for one in asked.parts("resources"))
    if asked.has("rest"):
        chosen = asked.wholes("rest", high=max(0, len(resources) - 1))
        if not resources and chosen:
            raise bad_input("rest", "there are no resources")
        refused = turn_rules.payment_objection(price, resources, chosen)
        return no(refused) if refused else {"ok": True, "rest": sorted(chosen)}
    refused = turn_rules.price_objection(price, resources)
    return no(refused) if refused else {"ok": True, "rest": list(turn_rules.suggested_payment(price, resources))}


def _price(asked: Asked) -> turn_rules.Price:
    cost = None if asked.raw("cost") == "-" else asked.whole("cost", high=99)
    return turn_rules.Price(cost, asked.word("color", "") or None)


def summon(data: Mapping[str, Any]) -> Answer:
    """A creature comes to a fort; a third one asks who leaves."""
    asked = Asked(data)
    house, there = house_of(asked), asked.words("fort_creatures", most=2)
    new, discard = asked.word("card", "new"), asked.word("discard", "") or None
    refused = turn_rules.summon_objection(there, new, discard, house)
    if refused is not None:
        return no(refused)
    done = turn_rules.summon(there, new, discard, house)
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


def _die(asked: Asked) -> DieAt:
    # A dragoshield brought to 0 is destroyed and goes to the discard pile.
    place = _place(asked)
    low = 0 if place == "discard" else 1
    return DieAt(asked.word("color"), asked.whole("value", low=low, high=6), place, assigned=asked.yes("assigned"))


def _place(asked: Asked) -> Place:
    """Where a die lies; ``dragoshield`` and ``dragocross`` are words for it too, and so is ``cross:c1``."""
    word = asked.word("where", "zone").partition(":")[0]
    among: dict[str, Place] = {place: place for place in turn_rules.PLACES}
    among |= {f"drago{place}": place for place in ("shield", "cross")}
    return among[Asked({"where": word}, asked.at).word("where", among=among)]


def assign_shield(data: Mapping[str, Any]) -> Answer:
    """Whether a die may become a dragoshield."""
    asked = Asked(data)
    die, fort = _die(asked.needed("die")), asked.needed("fort")
    color, barriers = fort.word("color"), fort.whole("barriers", BARRIERS_START)
    there, house = len(shields_of(fort)), house_of(asked)
    refused = turn_rules.shield_objection(die, color, barriers, shields=there, house=house)
    return no(refused) if refused else {"ok": True, "dragoshield": die.value, "where": "shield"}


def assign_cross(data: Mapping[str, Any]) -> Answer:
    """Whether a die may be put on a creature, and what the creature is then."""
    asked = Asked(data)
    house, die = house_of(asked), _die(asked.needed("die"))
    refused = turn_rules.assign_objection(die)
    if refused is not None:
        return no(refused)
    creature = creature_of(asked.needed("creature"), "creature")
    crossed = replace(creature, dice=creature.dice + 1)
    warning = turn_rules.cross_warning(creature.dice, house)
    stats = {"atk": combat_rules.power(crossed, house), "edr": combat_rules.endurance(crossed, house)}
    return {"ok": True, "where": "cross", **stats} | ({"warning": warning.code} if warning else {})


def dice_condition(data: Mapping[str, Any]) -> Answer:
    """Whether a DICE low-high ability is active."""
    asked = Asked(data)
    dice = tuple(_die(one) for one in asked.parts("dice", most=12))
    low = asked.whole("lo", 1, low=1, high=6)
    high = asked.whole("hi", 6, low=1, high=6)
    color = asked.word("color", turn_rules.ANY)
    return {"active": turn_rules.dice_active(dice, color, low, high=high, house=house_of(asked))}


def resources(data: Mapping[str, Any]) -> Answer:
    """The most resources one can have in one's own turn number ``own_turn``."""
    asked = Asked(data)
    own_turn = asked.whole("own_turn", low=1)
    return {"resources": turn_rules.most_resources(own_turn, goes_first=asked.yes("player_first"))}


def setup(data: Mapping[str, Any]) -> Answer:
    """What a player has after setting up with a deck of this size."""
    asked = Asked(data)
    cards = asked.whole("deck")
    refused = turn_rules.deck_size_objection(cards)
    if refused is not None:
        return error(refused)
    start = turn_rules.setup(cards)
    barriers = list(start.barriers)
    return {"deck": start.deck, "hand": start.hand, "barriers": barriers, "resources": start.resources}


def deck_check(data: Mapping[str, Any]) -> Answer:
    """Everything wrong with a deck: its size, copies of a name, dice against banners."""
    asked = Asked(data)
    problems = turn_rules.deck_problems(
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
    lost = turn_rules.decked(deck, count)
    return {"lost": lost, "deck": deck if lost else deck - count, "drawn": 0 if lost else count}


def end_turn(data: Mapping[str, Any]) -> Answer:
    """The end of a turn: cards to discard, who has lost, the result."""
    asked = Asked(data)
    inside = asked.needed("barriers")
    if not inside.data:
        raise bad_input("barriers", "names no player")
    barriers = {player: inside.wholes(player, most=12) for player in inside.data}
    # Nothing said about somebody's forts does not mean that they have fallen.
    unsaid = next((player for player, forts in barriers.items() if not forts), None)
    if unsaid is not None:
        raise bad_input(inside.path(unsaid), "is missing; the barriers of each fort are needed")
    if asked.has("active"):
        asked.word("active", among=tuple(barriers))
    end = turn_rules.end_turn(barriers, asked.whole("hand", 0))
    answer: Answer = {"discard": end.discard, "losers": list(end.losers), "result": end.result}
    return answer | {"winner": end.winner}


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


# --- the pages

COLOURS = ("red", "blue", "green")
PICKED = tuple(Pick(colour, colour.capitalize(), suit=colour) for colour in COLOURS)
BLOCKS = (Pick("no", "Nobody blocks"), Pick("yes", "A creature blocks"))


def _fighter(values: Values, who: str, invade: tuple[str, ...] = ()) -> Fighter:
    atk, edr, damage, die = (int(values[f"{who}_{field}"]) for field in ("atk", "edr", "damage", "die"))
    return Fighter(who, atk, edr=edr, damage=damage, dice=die, deadly=bool(values[f"{who}_deadly"]), invade=invade)


def _attack(values: Values) -> tuple[Block, ...]:
    color, barriers, shield = str(values["color"]), int(values["barriers"]), int(values["shield"])
    blocker = "blocker" if values["block"] == "yes" else None
    attacker = _fighter(values, "attacker", (color,) if values["invade"] else ())
    creatures: tuple[Fighter, ...] = (_fighter(values, "blocker"),) if blocker else ()
    fort = FortUnderAttack(color, barriers, (shield,) if shield else (), creatures)
    refused = combat_rules.fort_objection(fort)
    if refused is None and blocker:
        refused = combat_rules.block_objection(attacker, fort, blocker)
    if refused is not None:
        return said_no(error(refused))
    outcome = combat_rules.attack(attacker, fort, blocker)
    hit, fight = outcome.shield, outcome.fight
    left = barriers - outcome.fort_damage
    blocks: list[Block] = [Track(say("The {color} fort", color=color), left, 2, "barrier")]
    if hit is not None and not hit.destroyed:
        blocks.append(Die(color, hit.value, "dragoshield"))
    if fight is not None:
        blocks.append(_meter(attacker, fight.attacker_damage, destroyed=fight.attacker_destroyed))
        blocks.append(_meter(creatures[0], fight.blocker_damage, destroyed=fight.blocker_destroyed))
    return (_banner(outcome, left), *blocks)


def _meter(one: Fighter, damage: int, *, destroyed: bool) -> Meter:
    bears = combat_rules.endurance(one)
    detail = "destroyed" if destroyed else "damage until the end of the turn"
    return Meter(say("The {who}", who=one.id), min(damage, bears), max(1, bears), alarm=destroyed, detail=detail)


def _banner(outcome: combat_rules.Outcome, left: int) -> Banner:
    if outcome.shield is not None:
        back, stays = "The die goes back. No barrier is lost.", "It stays with {value}. No barrier is lost."
        text = back if outcome.shield.destroyed else say(stays, value=outcome.shield.value)
        return Banner("The dragoshield takes it all", text, "act")
    if outcome.fight is not None:
        return Banner("Blocked", "No barrier is lost.", "act")
    if not outcome.fort_damage:
        return Banner("No barrier is lost", "With attack 0 it deals no damage.", "act")
    if left == 0:
        return Banner("The fort is destroyed", "Its last barrier is gone.", "alarm")
    return Banner("One barrier is lost", "One for each attack nobody blocks, whatever the strength.", "alarm")


def _pay(values: Values) -> tuple[Block, ...]:
    standing = tuple(Resource(colour) for colour in values["standing"])
    asked = turn_rules.Price(int(values["cost"]), str(values["color"]))
    price = turn_rules.AMBUSH_PRICE if values["ambush"] else asked
    refused = turn_rules.price_objection(price, standing)
    if refused is not None:
        return said_no(no(refused))
    rest = [standing[place].color for place in turn_rules.suggested_payment(price, standing)]
    counts = (Counter(say("Rest {colour}", colour=colour), rest.count(colour)) for colour in COLOURS if colour in rest)
    return (Banner("Yes, you can pay", "Rest these; one of them has the card's colour.", "good"), *counts)


def _of(who: str, label: str, *more: Yes) -> Group:
    return Group(
        label,
        (
            Number(f"{who}_atk", "Attack", low=0, high=30, preset=2),
            Number(f"{who}_edr", "Endurance", low=0, high=30, preset=2),
            Number(f"{who}_damage", "Damage on it already", 0, 30),
            Yes(f"{who}_die", "A die lies on it (dragocross)"),
            Yes(f"{who}_deadly", "Deadly"),
            *more,
        ),
    )


def _blocker(values: Values) -> tuple[Group, ...]:
    return (_of("blocker", "Blocker"),) if values["block"] == "yes" else ()


QUESTIONS = (
    Question(
        "attack",
        "What does this attack do?",
        about="An attack on a fort: a dragoshield blocks by itself, a creature only if its player says so.",
        holes=(
            _of("attacker", "Attacker", Yes("invade", "Invade at this fort")),
            Group(
                "The fort",
                (
                    OneOf("color", "Its colour", PICKED),
                    Number("barriers", "Barriers of the fort", low=0, high=2, preset=2),
                    Number("shield", "Dragoshield there (0: none)", 0, 6),
                    OneOf("block", "Block", BLOCKS),
                ),
            ),
        ),
        answer=_attack,
        follow=_blocker,
    ),
    Question(
        "pay",
        "Can I pay for this card?",
        about="As many standing resources as the cost, at least one of the card's colour.",
        holes=(
            Number("cost", "Cost of the card", low=0, high=12, preset=2),
            OneOf("color", "Its colour", PICKED),
            Counted("standing", "Standing resources", PICKED, most=12, total=30),
            Yes("ambush", "It is set as an ambush (two of any colour)"),
        ),
        answer=_pay,
    ),
)
