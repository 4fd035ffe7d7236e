"""Questions about Dragon Breeds, no table needed: as a calculator answers them, and as people ask them on a page.

The calculators read JSON objects and call the functions the game itself uses; no rule stands here
(docs/calculators/breeds.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, cast, get_args

from rules import games
from rules.calculator_input import Asked, bad_input, error, no
from rules.choice import Pick
from rules.event import Objection
from rules.game_protocol import Calculator
from rules.games.breeds import checks, market, turn
from rules.games.breeds import combat_rules as combat
from rules.games.breeds import quests_and_tokens as quests
from rules.games.breeds.house_rules import AS_WRITTEN, OPTIONS, House
from rules.games.breeds.state import HAND_TARGET, QUESTS_AT_FIRST, Cycle
from rules.question_pages import Counted, Number, OneOf, Question, Rows, Values, Yes, said_no
from rules.text import first_lower, first_upper, listed, plural, say
from rules.view import Banner, Block, Checklist, Meter, Tone

Answer = dict[str, Any]
LOW, HIGH = -999, 999
DRAGONS_MOST = 60
SYMBOLS_MOST = 100
COMBAT_STEPS = ("attack", "defense", "fireball", "damage")


def _house(asked: Asked) -> House:
    return replace(AS_WRITTEN, **asked.options(OPTIONS))


def _dragon(name: str, asked: Asked) -> combat.Dragon:
    return combat.Dragon(
        name,
        asked.whole("sv", high=HIGH),
        bonus=asked.whole("bonus", 0, low=LOW, high=HIGH),
        always_hits=asked.yes("hits_player_when_blocked"),
        token=asked.yes("token"),
    )


def _side(asked: Asked, key: str) -> tuple[combat.Dragon, ...]:
    inner = asked.part(key)
    if len(inner.data) > DRAGONS_MOST:
        text = "names {count} dragons; at most {most} are read"
        raise bad_input(key, say(text, count=len(inner.data), most=DRAGONS_MOST))
    return tuple(_dragon(name, one) for name, one in inner.each())


def _field(asked: Asked) -> combat.Field:
    attackers, blockers = _side(asked, "attackers"), _side(asked, "blockers")
    known = {one.id for one in blockers}
    twice = next((one.id for one in attackers if one.id in known), None)
    if twice is not None:
        raise bad_input("blockers", say('"{twice}" is among the attackers too', twice=twice))
    inner = asked.part("blocks")
    blocks = {name: inner.word(name) for name in inner.named()}
    stranger = next((name for name in blocks if name not in known), None)
    if stranger is not None:
        raise bad_input("blocks", say('"{stranger}" is not among the blockers', stranger=stranger))
    return combat.Field(attackers, blockers, blocks)


def _shots(asked: Asked, key: str) -> tuple[combat.Shot, ...]:
    """Each fireball is a dragon's id, or an object with target, amount and ambush."""
    shots = []
    for i, item in enumerate(asked.items(key, most=200)):
        if isinstance(item, str):
            shots.append(combat.Shot(item))
            continue
        one = asked.part_of(key, i, item)
        shots.append(combat.Shot(one.word("target"), one.whole("amount", 1, low=0, high=HIGH), one.yes("ambush")))
    return tuple(shots)


def _ambushes(asked: Asked) -> tuple[tuple[combat.Shot, combat.Dragon | None], ...]:
    """Dragons the attacker plays in the fireball phase: target, value, and id and sv where the dragon attacks too."""
    found = []
    for one in asked.parts("ambushes", most=DRAGONS_MOST):
        shot = combat.Shot(one.word("target"), one.whole("value", high=HIGH), ambush=True)
        found.append((shot, _dragon(one.word("id"), one) if one.has("id") and one.has("sv") else None))
    return tuple(found)


def _gone(before: combat.Field, after: combat.Field) -> list[str]:
    living = {one.id for one in (*after.attackers, *after.blockers)}
    return sorted(one.id for one in (*before.attackers, *before.blockers) if one.id not in living)


def battle(data: Mapping[str, Any]) -> Answer:
    """A whole combat: blocks, fireballs and ambushes, damage; or the question that must be answered first."""
    asked = Asked(data)
    house, field, own = _house(asked), _field(asked), asked.yes("own_dragons")
    refused = _first_objection(field, own=own)
    if refused is not None:
        return error(refused)
    fired = _fire(asked, field, house, own=own)
    if isinstance(fired, Objection):
        return error(fired)
    inner = asked.part("targets")
    targets = {name: inner.word(name) for name in inner.named()}
    attackers = {one.id for one in field.attackers} | {one.id for one in fired.attackers}
    for name, target in targets.items():
        if name not in attackers:
            raise bad_input("targets", say('"{name}" is not among the attackers', name=name))
        refused = combat.target_objection(fired, name, target)
        if refused is not None:
            return error(refused)
    kills = {"fireball_kills": _gone(field, fired)}
    open_questions = combat.questions(fired, targets)
    if open_questions:
        shown = [{"attacker": one.attacker, "candidates": list(one.candidates)} for one in open_questions]
        return kills | {"choice": shown[0], "choices": shown}
    return kills | _harvest(asked, fired, combat.combat_damage(fired, targets, house))


def _first_objection(field: combat.Field, *, own: bool) -> Objection | None:
    for blocker in field.blockers:
        # A dragon is only played on defence to block, so one without an attacker is refused by the same rule.
        refused = combat.block_objection(field, blocker.id, field.blocks.get(blocker.id, ""), own=own)
        if refused is not None:
            return refused
    return None


def _fire(asked: Asked, field: combat.Field, house: House, *, own: bool) -> combat.Field | Objection:
    fireballs = asked.part("fireballs")
    ambushes = _ambushes(asked)
    shots = (*_shots(fireballs, "att"), *(shot for shot, _ in ambushes))
    after = combat.volley(field, "att", shots, own=own, house=house)
    if isinstance(after, Objection):
        return after
    joining = tuple(dragon for _, dragon in ambushes if dragon is not None)
    after = combat.joined(after, joining, house)
    return combat.volley(after, "def", _shots(fireballs, "def"), own=own, house=house)


def _harvest(asked: Asked, field: combat.Field, done: combat.Harvest) -> Answer:
    tokens = {one.id for one in field.blockers if one.token}
    hits = done.player_damage
    if asked.yes("own_dragons"):
        hits = combat.self_attack_damage(hits, refractor_ko_this_turn=asked.yes("refractor_ko"))
    return {
        "unblocked": list(done.unblocked),
        "player_damage": hits,
        "combat_kills": list(done.killed),
        "killers": {name: list(killers) for name, killers in done.killers.items()},
        "blockers_return_to_hand": [name for name in done.surviving_blockers if name not in tokens],
        "blockers_return_to_token_area": [name for name in done.surviving_blockers if name in tokens],
    }


def damages(data: Mapping[str, Any]) -> Answer:
    """What damage over several turns makes of a player: alive, K.O., enraged, eliminated."""
    asked = Asked(data)
    stage = asked.whole("stage", 1, low=1, high=2)
    limit = asked.whole("breakpoint", combat.BREAKPOINTS[stage], low=1)
    status = asked.word("status", "alive", among=get_args(combat.Status))
    health = combat.Health(stage, cast(combat.Status, status), limit, asked.whole("taken", 0))
    turn: int | None = None
    for event in asked.parts("events"):
        now = event.whole("turn")
        if turn is not None and now != turn:
            health = combat.turn_ended(health)
        turn = now
        if event.yes("start_of_own_turn"):
            health = combat.own_turn_began(health)
        health = combat.hurt(health, event.whole("amount", 0))
    return {name: getattr(health, name) for name in ("status", "stage", "breakpoint", "taken", "immune")}


def _coins(asked: Asked) -> tuple[tuple[str, ...], ...]:
    """Each coin is the list of its symbols, or an object with ``pays``."""
    found = []
    for i, item in enumerate(asked.items("coins", most=SYMBOLS_MOST)):
        place = f"coins[{i}]"
        one, key = (Asked(item, place), "pays") if isinstance(item, Mapping) else (Asked({place: item}), place)
        found.append(one.words(key, most=20))
    return tuple(found)


def _prices(asked: Asked) -> tuple[tuple[str, ...], ...]:
    """``cost`` is one price; ``costs`` are several purchases of one phase, paid together."""
    if asked.has("costs"):
        costs = {f"costs[{i}]": item for i, item in enumerate(asked.items("costs", most=50))}
        prices = tuple(Asked(costs).words(place, most=SYMBOLS_MOST) for place in costs)
    else:
        prices = (asked.words("cost", most=SYMBOLS_MOST),)
    if sum(len(price) for price in prices) > SYMBOLS_MOST:
        raise bad_input("costs", say("has more than {symbols_most} symbols", symbols_most=SYMBOLS_MOST))
    return prices


def pay(data: Mapping[str, Any]) -> Answer:
    """Whether coins pay a price, or several prices together, and which coin pays what."""
    asked = Asked(data)
    up, legendary, trashed = asked.yes("face_up", True), asked.yes("legendary"), asked.yes("trashed")
    now = _phase(asked, "market")
    refused = market.buy_objection(face_up=up, legendary=legendary, trashed=trashed, market=now)
    if refused is not None:
        return no(refused)
    prices, paid_with = _prices(asked), _coins(asked)
    refused = market.payment_objection(prices, paid_with)
    if refused is not None:
        return no(refused)
    paid = market.match(prices, paid_with)
    return {"ok": True, "coins_used": [list(price) for price in paid.coins], "spent": list(paid.spent)}


def _phase(asked: Asked, wanted: str) -> bool:
    """Whether it is that phase; a step of the combat phase may be named instead of it."""
    return asked.word("phase", wanted, among=(*checks.PHASES, *COMBAT_STEPS)) == wanted


def trash(data: Mapping[str, Any]) -> Answer:
    """Whether a card may be trashed from the hand, and how many cards the deck has then."""
    asked = Asked(data)
    hand, pile = asked.whole("hand"), asked.whole("draw", 0) + asked.whole("discard", 0)
    refused = market.trash_objection(
        hand, pile, purchased=asked.yes("purchased"), token=asked.yes("token"), market=_phase(asked, "market")
    )
    return no(refused) if refused else {"ok": True, "deck_after": hand + pile - 1}


def quest(data: Mapping[str, Any]) -> Answer:
    """The quest cubes after some completions (0 unique, 1 Faction coin, 2 trash)."""
    asked = Asked(data)
    cubes = asked.wholes("start", high=quests.DONE, most=3) if asked.has("start") else QUESTS_AT_FIRST
    if len(cubes) != 3:
        raise bad_input("start", say("has {count} numbers; there are three quests", count=len(cubes)))
    ignored = 0
    for event in asked.wholes("events", high=2):
        after = quests.progress(cubes, event)
        ignored += after == cubes
        cubes = after
    return {"quests": list(cubes), "legendary_unlocked": quests.unlocked(cubes), "ignored": ignored}


def draws(data: Mapping[str, Any]) -> Answer:
    """The draw phase: everybody's hand, draw pile and discard afterwards, and whose discard was shuffled."""
    asked = Asked(data)
    house = _house(asked)
    hands = asked.needed("hands").numbers()
    piles, discards = asked.part("draw_piles").numbers_given(), asked.part("discards").numbers_given()
    players = tuple(dict.fromkeys((*hands, *piles, *discards)))
    gone, out = set(asked.words("eliminated")), asked.words("ko", among=(*players, *asked.words("eliminated")))
    cycles = {
        player: Cycle(hands.get(player, 0), piles.get(player, 0), discards.get(player, 0))
        for player in players
        if player not in gone
    }
    active = asked.word("active", "", among=tuple(cycles)) or None
    for player in out:
        if player in cycles:
            cycles[player] = cycles[player].knocked_out(house)
    after = turn.drawn_up(cycles, active, tokens=asked.whole("tokens", 0), targets=_targets(asked, players))
    return {
        "hands": {player: cycle.hand for player, cycle in after.items()},
        "draw": {player: cycle.draw for player, cycle in after.items()},
        "discard": {player: cycle.discard for player, cycle in after.items()},
        "reshuffled": sorted(player for player, cycle in after.items() if cycle.reshuffled),
    }


def _targets(asked: Asked, players: tuple[str, ...]) -> dict[str, int]:
    """``hand_target`` is one number for all, or one for each player whose abilities say so."""
    if isinstance(asked.raw("hand_target"), Mapping):
        targets = asked.part("hand_target")
        stranger = next((player for player in targets.named() if player not in players), None)
        if stranger is not None:
            raise bad_input(targets.path(stranger), "is not one of the players")
        return targets.numbers_given()
    return dict.fromkeys(players, asked.whole("hand_target", HAND_TARGET))


def flush(data: Mapping[str, Any]) -> Answer:
    """Whether so many cards may be flushed, and what is left."""
    asked = Asked(data)
    there, face_up, count = asked.whole("coins"), asked.whole("face_up"), asked.whole("flushes", 1)
    refused = market.flush_objection(there, face_up, count, flush_phase=_phase(asked, "flush"))
    return no(refused) if refused else {"ok": True, "coins": there - count, "face_up": face_up - count}


CALCULATORS: Mapping[str, Calculator] = {
    "combat": battle, "damage": damages, "pay": pay, "trash": trash, "quest": quest, "draw": draws, "flush": flush,
}  # fmt: skip


# --- the pages

DECK = games.deck("breeds")
SYMBOLS = (Pick("c", "Common"), Pick("r", "Rare"), Pick("f", "Faction"), Pick("e", "Epic"))
STAGES = (Pick("1", "Before the dragon form"), Pick("2", "In dragon form"))
DRAGONS = 8


@cache
def _coin_kinds() -> tuple[Pick, ...]:
    """The coins of the deck by what they pay; the factions' are alike."""
    words = {str(pick.value): pick.label.lower() for pick in SYMBOLS}
    kinds = dict.fromkeys(card.words("pays") for card in DECK.cards if card["kind"] == "coin")
    return tuple(Pick(" ".join(kind), first_upper(listed(map(words.__getitem__, kind), "or"))) for kind in kinds)


def _combat(values: Values) -> tuple[Block, ...]:
    attackers = {f"A{one['row'] + 1}": one for one in values["attackers"]}
    blockers = {f"B{one['row'] + 1}": one for one in values["blockers"]}
    if not attackers:
        return (Banner("Who attacks?", "Give each attacking dragon its SV."),)
    blocks = {name: one["blocks"] for name, one in blockers.items()}
    field = combat.Field(_on_page(attackers), _on_page(blockers), blocks)
    targets = {name: one["target"] for name, one in attackers.items() if one["target"]}
    fired = _first_objection(field, own=False) or combat.volley(field, "att", _aimed_at(blockers))
    if isinstance(fired, combat.Field):
        fired = combat.volley(fired, "def", _aimed_at(attackers))
    if isinstance(fired, combat.Field):
        fired = next(filter(None, (combat.target_objection(fired, *one) for one in targets.items())), fired)
    if isinstance(fired, Objection):
        return said_no(error(fired))
    burnt = _gone(field, fired)
    fallen = tuple((say("{name} burns before the fight", name=name), False) for name in burnt)
    fireballs = (Checklist("Fireballs", fallen),) if burnt else ()
    unsaid = combat.questions(fired, targets)
    if unsaid:
        return (*map(_whom, unsaid), *fireballs)
    done = combat.combat_damage(fired, targets)
    dead = {*done.killed, *burnt}
    everybody = (
        (say("{name}: SV {sv}", name=n, sv=one["sv"]), n not in dead) for n, one in (attackers | blockers).items()
    )
    text = say("Unblocked: {dragons}.", dragons=", ".join(done.unblocked))
    text = text if done.unblocked else "Every attacker is blocked."
    tone: Tone = "alarm" if done.player_damage else "good"
    banner = Banner("Damage to the player", text, tone, big=str(done.player_damage))
    return (banner, *fireballs, Checklist("Who survives", tuple(everybody)))


def _on_page(rows: Mapping[str, Values]) -> tuple[combat.Dragon, ...]:
    return tuple(
        combat.Dragon(
            name,
            one["sv"],
            bonus=one.get("bonus") or 0,
            always_hits=one.get("through", False),
            token=one.get("token", False),
        )
        for name, one in rows.items()
    )


def _aimed_at(rows: Mapping[str, Values]) -> tuple[combat.Shot, ...]:
    """The fireballs that hit dragons of this side."""
    return tuple(combat.Shot(name) for name, one in rows.items() for _ in range(one["fire"] or 0))


def _whom(question: combat.Question) -> Banner:
    text = say("Say so in its row: {dragons}.", dragons=listed(question.candidates, "or"))
    return Banner(say("Who does {dragon} hit?", dragon=question.attacker), text, "act")


def _pay(values: Values) -> tuple[Block, ...]:
    prices = [price for price in (values["first"], values["second"]) if price]
    if not values["first"]:
        return (Banner("What does it cost?", "Count the symbols on the card."),)
    purse = [coin.split() for coin in values["coins"]]
    refused = market.payment_objection(prices, purse)
    if refused is not None:
        return said_no(no(refused))
    paid = market.match(prices, purse)
    kinds = {str(pick.value): first_lower(pick.label) for pick in _coin_kinds()}
    words = {str(pick.value): pick.label for pick in SYMBOLS}
    pairs = (pair for price, used in zip(prices, paid.coins, strict=True) for pair in zip(price, used, strict=True))
    text = "{symbol}: paid with a {coin} coin"
    lines = tuple(
        (say(text, symbol=words[symbol], coin=kinds[" ".join(purse[coin or 0])]), True) for symbol, coin in pairs
    )
    left = say("{coins} left.", coins=plural(len(purse) - len(paid.spent), "coin"))
    return (Banner("Yes, that pays it", left, "good"), Checklist("Which coin for which symbol", lines))


def _breakpoint(values: Values) -> tuple[Block, ...]:
    stage = int(values["stage"])
    limit = values["limit"] or combat.BREAKPOINTS[stage]
    health = combat.hurt(combat.Health(stage, "alive", limit, values["taken"]), values["hit"])
    words = {
        "alive": ("Still standing", say("{more} more this turn is the breakpoint.", more=max(0, limit - health.taken))),
        "ko": ("Knocked out", "Immune for the rest of the turn; back in dragon form on their next turn."),
        "eliminated": ("Eliminated", "The dragon form is broken too: out of the game."),
    }
    meter = Meter("Damage this turn", min(limit, health.taken), limit, alarm=health.immune)
    return (Banner(*words[health.status], "alarm" if health.immune else "good"), meter)


ATTACKERS = tuple(Pick(f"A{n}", f"A{n}") for n in range(1, DRAGONS + 1))
BLOCKERS = (Pick("", "asked when it matters"), *(Pick(f"B{n}", f"B{n}") for n in range(1, DRAGONS + 1)))

FIRE, BONUS = Number("fire", "Fireballs on it", 0, 9), Number("bonus", "Bonus", -9, 30)
SV = Number("sv", "SV", 0, 30, blank=True)
ATTACKING = (SV, BONUS, FIRE, Yes("through", "Hits the player when blocked"), OneOf("target", "Strikes", BLOCKERS))
BLOCKING = (SV, OneOf("blocks", "Blocks", ATTACKERS), BONUS, FIRE, Yes("token", "A token"))

QUESTIONS = (
    Question(
        "combat",
        "How does the combat end?",
        about="Fireballs first: they change the SV. Then damage; a bonus changes only the damage.",
        holes=(
            Rows("attackers", "Attacking dragons", each="A", holes=ATTACKING, key="sv"),
            Rows("blockers", "Blocking dragons", each="B", holes=BLOCKING, key="sv"),
        ),
        answer=_combat,
    ),
    Question(
        "coins",
        "Can I pay with these coins?",
        about="Each coin pays one of its symbols. Two cards bought in one market phase are paid together.",
        holes=(
            Counted("first", "Symbols of the card", SYMBOLS, most=6, total=12),
            Counted("second", "Symbols of a second card", SYMBOLS, most=6, total=12),
            Counted("coins", "Your coins", _coin_kinds(), most=12, total=40),
        ),
        answer=_pay,
    ),
    Question(
        "breakpoint",
        "Is that a breakpoint?",
        about="Damage counts within one turn: 4 knocks a player out, or 2 in dragon form.",
        holes=(
            OneOf("stage", "The player is", STAGES),
            Number("taken", "Damage taken this turn already", 0, 30),
            Number("hit", "Damage now", low=0, high=30, preset=2),
            Number("limit", "Breakpoint, where a card changes it", 1, 30, blank=True),
        ),
        answer=_breakpoint,
    ),
)
