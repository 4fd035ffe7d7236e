"""Questions about Dragon Breeds answered on a page: a combat, a payment with coins, the breakpoint."""

from __future__ import annotations

from functools import cache
from typing import Any

from rules import games
from rules.games.breeds.calc import CALCULATORS
from rules.games.breeds.damage import BREAKPOINTS
from rules.question import Counted, Number, OneOf, Question, Rows, Values, Yes, said_no
from rules.table import Pick
from rules.text import say
from rules.view import Banner, Block, Checklist, Meter

DECK = games.deck("breeds")
SYMBOLS = (Pick("c", "Common"), Pick("r", "Rare"), Pick("f", "Faction"), Pick("e", "Epic"))
STAGES = (Pick("1", "Before the dragon form"), Pick("2", "In dragon form"))
DRAGONS = 8


@cache
def _coin_kinds() -> tuple[Pick, ...]:
    """The coins of the deck by what they pay; the factions' are alike."""
    words = {str(pick.value): pick.label.lower() for pick in SYMBOLS}
    kinds = dict.fromkeys(card.words("pays") for card in DECK.cards if card["kind"] == "coin")
    return tuple(Pick(" ".join(kind), " or ".join(map(words.__getitem__, kind)).capitalize()) for kind in kinds)


def _combat(values: Values) -> tuple[Block, ...]:
    attackers = {f"A{one['row'] + 1}": one for one in values["attackers"]}
    blockers = {f"B{one['row'] + 1}": one for one in values["blockers"]}
    if not attackers:
        return (Banner("Who attacks?", "Give each attacking dragon its SV."),)
    targets = {name: one["target"] for name, one in attackers.items() if one["target"]}
    asked = {
        "attackers": {name: _dragon(one) for name, one in attackers.items()},
        "blockers": {name: _dragon(one) for name, one in blockers.items()},
        "blocks": {name: one["blocks"] for name, one in blockers.items()},
        "fireballs": {
            "att": [name for name, one in blockers.items() for _ in range(one["fire"] or 0)],
            "def": [name for name, one in attackers.items() for _ in range(one["fire"] or 0)],
        },
        "targets": targets,
    }
    found = CALCULATORS["combat"](asked)
    refused = said_no(found)
    if refused:
        return refused
    burnt = tuple((say("{name} burns before the fight", name=name), False) for name in found["fireball_kills"])
    if "choices" in found:
        asks = tuple(
            Banner(
                say("Whom does {one} strike?", one=one["attacker"]),
                say("Say so in its row: {words}.", words=" or ".join(one["candidates"])),
                "act",
            )
            for one in found["choices"]
        )
        return (*asks, *((Checklist("Fireballs", burnt),) if burnt else ()))
    damage = found["player_damage"]
    dead = set(found["combat_kills"]) | set(found["fireball_kills"])
    everybody = tuple(
        (say("{name}: SV {one}", name=name, one=one["sv"]), name not in dead)
        for name, one in {**attackers, **blockers}.items()
    )
    unblocked = ", ".join(found["unblocked"])
    return (
        Banner(
            "Damage to the player",
            say("Unblocked: {unblocked}.", unblocked=unblocked) if unblocked else "Every attacker is blocked.",
            "alarm" if damage else "good",
            big=str(damage),
        ),
        *((Checklist("Fireballs", burnt),) if burnt else ()),
        Checklist("Who survives", everybody),
    )


def _dragon(one: Values) -> dict[str, Any]:
    return {
        "sv": one["sv"],
        "bonus": one.get("bonus") or 0,
        "hits_player_when_blocked": one.get("through", False),
        "token": one.get("token", False),
    }


def _pay(values: Values) -> tuple[Block, ...]:
    costs = [list(values["first"]), *([list(values["second"])] if values["second"] else [])]
    if not costs[0]:
        return (Banner("What does it cost?", "Count the symbols on the card."),)
    coins = [coin.split() for coin in values["coins"]]
    found = CALCULATORS["pay"]({"costs": costs, "coins": coins})
    refused = said_no(found)
    if refused:
        return refused
    names = {str(pick.value): pick.label for pick in _coin_kinds()}
    words = {str(pick.value): pick.label for pick in SYMBOLS}
    lines = tuple(
        (
            say("{words}: paid with a {names} coin", words=words[symbol], names=names[" ".join(coins[coin])].lower()),
            True,
        )
        for cost, used in zip(costs, found["coins_used"], strict=True)
        for symbol, coin in zip(cost, used, strict=True)
    )
    left = len(coins) - len(found["spent"])
    return (
        Banner(
            "Yes, that pays it", say("{left} {word} left.", left=left, word="coin" if left == 1 else "coins"), "good"
        ),
        Checklist("Which coin for which symbol", lines),
    )


def _breakpoint(values: Values) -> tuple[Block, ...]:
    stage = int(values["stage"])
    asked: dict[str, Any] = {
        "stage": stage,
        "taken": values["taken"],
        "events": [{"turn": 1, "amount": values["hit"]}],
    }
    if values["limit"] is not None:
        asked["breakpoint"] = values["limit"]
    limit = values["limit"] or BREAKPOINTS[stage]
    found = CALCULATORS["damage"](asked)
    words = {
        "alive": (
            "Still standing",
            say("{number} more this turn is the breakpoint.", number=limit - min(limit, found["taken"])),
            "good",
        ),
        "ko": ("Knocked out", "Immune for the rest of the turn; back in dragon form at the own next turn.", "alarm"),
        "eliminated": ("Eliminated", "The dragon form is broken too: out of the game.", "alarm"),
    }
    title, detail, tone = words[found["status"]]
    taken = min(limit, values["taken"] + values["hit"])
    meter = Meter("Damage this turn", taken, limit, alarm=found["status"] != "alive")
    return (Banner(title, detail, "alarm" if tone == "alarm" else "good"), meter)


ATTACKERS = tuple(Pick(f"A{n}", f"A{n}") for n in range(1, DRAGONS + 1))
BLOCKERS = (Pick("", "asked when it matters"), *(Pick(f"B{n}", f"B{n}") for n in range(1, DRAGONS + 1)))

QUESTIONS = (
    Question(
        "combat",
        "How does the combat end?",
        about="Fireballs first: they change the SV. Then damage; a bonus changes only the damage.",
        holes=(
            Rows(
                "attackers",
                "Attacking dragons",
                each="A",
                holes=(
                    Number("sv", "SV", 0, 30, blank=True),
                    Number("bonus", "Bonus", -9, 30),
                    Number("fire", "Fireballs on it", 0, 9),
                    Yes("through", "Hits the player when blocked"),
                    OneOf("target", "Strikes", BLOCKERS),
                ),
                key="sv",
            ),
            Rows(
                "blockers",
                "Blocking dragons",
                each="B",
                holes=(
                    Number("sv", "SV", 0, 30, blank=True),
                    OneOf("blocks", "Blocks", ATTACKERS),
                    Number("bonus", "Bonus", -9, 30),
                    Number("fire", "Fireballs on it", 0, 9),
                    Yes("token", "A token"),
                ),
                key="sv",
            ),
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
        about="Damage counts within one turn: 4 knocks a player out, 2 the dragon form.",
        holes=(
            OneOf("stage", "The player is", STAGES),
            Number("taken", "Damage taken this turn already", 0, 30),
            Number("hit", "Damage now", low=0, high=30, preset=2),
            Number("limit", "Breakpoint, where a card changes it", 1, 30, blank=True),
        ),
        answer=_breakpoint,
    ),
)
