"""Questions about Attack at the Tower answered on a page: a whole battle, with the damage handed out."""

from __future__ import annotations

from typing import Any

from rules.games.tower.calc import ABILITIES, CALCULATORS
from rules.games.tower.combat import PALACE, POWERS
from rules.question import Counted, Hole, Number, Question, Values, Yes, said_no
from rules.table import Pick
from rules.text import say
from rules.view import Banner, Block, Checklist, Counter, Meter

TROOPS = tuple(
    Pick(kind, kind.capitalize(), detail=say("power {power}", power=power)) for kind, power in POWERS.items()
)
CARDS = tuple(Pick(kind, kind.capitalize()) for kind in ABILITIES)
STEPS = (("initiative", "att"), ("initiative", "def"), ("regular", "att"), ("regular", "siege"), ("regular", "def"))
WHOSE = {"att": "Attacker", "siege": "Attacker's artillery", "def": "Defender"}


def _asked(values: Values) -> dict[str, Any]:
    """The battle as the calculator is asked about it."""
    attackers = [{"id": f"a{n}", "kind": kind} for n, kind in enumerate(values["attackers"], 1)]
    defenders = [{"id": f"d{n}", "kind": kind} for n, kind in enumerate(values["defenders"], 1)]
    return {
        "attackers": attackers,
        "defenders": defenders,
        "bases": [f"b{n}" for n in range(1, values["bases"] + 1)],
        "palace": values["palace"],
        "abilities": {"att": values["cards_att"], "def": values["cards_def"]},
    }


def _names(asked: dict[str, Any]) -> dict[str, str]:
    """What each id is called: "Elf 2 attacking"."""
    named = {PALACE: "The palace"}
    for side, word in (("attackers", "attacking"), ("defenders", "defending")):
        for one in asked[side]:
            named[one["id"]] = f"{one['kind'].capitalize()} {one['id'][1:]}, {word}"
    return named | {name: say("Base {name}", name=name[1:]) for name in asked["bases"]}


def _suggested(asked: dict[str, Any]) -> dict[str, dict[str, dict[str, int]]]:
    return {key: value for key, value in CALCULATORS["suggest"](asked).items() if isinstance(value, dict)}


def _splits(values: Values) -> tuple[Hole, ...]:
    """The damage to hand out, each step and side, as suggested until somebody changes it."""
    asked = _asked(values)
    if not asked["attackers"]:
        return ()
    names, suggested = _names(asked), _suggested(asked)
    attacked = [*(one["id"] for one in asked["defenders"])]
    walls = [*asked["bases"], *([PALACE] if asked["palace"] else [])]
    targets = {
        ("initiative", "att"): attacked,
        ("initiative", "def"): [one["id"] for one in asked["attackers"]],
        ("regular", "att"): [*attacked, *walls],
        ("regular", "siege"): walls,
        ("regular", "def"): [one["id"] for one in asked["attackers"]],
    }
    totals = CALCULATORS["combat"](asked | {"assign": suggested})
    pools = _pools(totals)
    return tuple(
        Number(
            f"{step}.{side}.{target}",
            f"{WHOSE[side]}, {step}: {names[target]}",
            low=0,
            high=999,
            preset=suggested.get(step, {}).get(side, {}).get(target, 0),
        )
        for step, side in STEPS
        if pools[step, side]
        for target in targets[step, side]
    )


def _pools(found: Any) -> dict[tuple[str, str], int]:
    early = dict(zip(("att", "def"), found["init_totals"], strict=True))
    late = dict(zip(("att", "siege", "def"), found.get("regular_totals", (0, 0, 0)), strict=True))
    return {(step, side): (early if step == "initiative" else late)[side] for step, side in STEPS}


def _battle(values: Values) -> tuple[Block, ...]:
    asked = _asked(values)
    if not asked["attackers"]:
        return (Banner("Who attacks?", "Count the troops on both sides; the damage follows."),)
    assign: dict[str, dict[str, dict[str, int]]] = {step: {"att": {}, "siege": {}, "def": {}} for step, _ in STEPS}
    for name, amount in values.items():
        step, _, rest = name.partition(".")
        side, _, target = rest.partition(".")
        if step in assign and target and amount:
            assign[step][side][target] = amount
    found = CALCULATORS["combat"](asked | {"assign": assign})
    pools = tuple(Counter(f"{WHOSE[side]}, {step}", amount) for (step, side), amount in _pools(found).items() if amount)
    refused = said_no(found)
    if refused:
        return (*refused, *pools)
    return (_outcome(found, asked), *pools, *_losses(found, asked))


def _outcome(found: Any, asked: dict[str, Any]) -> Banner:
    left = len(found["survivors"])
    who = say("{left} of {count} attackers are left.", left=left, count=len(asked["attackers"]))
    if found["palace_destroyed"]:
        return Banner("The palace falls", who, "good")
    if found["cleared"]:
        return Banner("The territory is cleared", who, "good")
    hope = "Another split of the damage would clear it." if found["can_clear"] else "No split of the damage clears it."
    return Banner("The territory holds", f"{who} {hope}", "act" if found["can_clear"] else "alarm")


def _losses(found: Any, asked: dict[str, Any]) -> tuple[Block, ...]:
    names = _names(asked)
    lost = set(found["destroyed"]) | ({PALACE} if found["palace_destroyed"] else set())
    order = [name for name in names if name != PALACE or asked["palace"]]
    standing = sum(1 for one in asked["defenders"] if one["id"] not in lost)
    return (
        Meter("Defenders left", standing, max(1, len(asked["defenders"])), alarm=not standing),
        Checklist("What stands", tuple((names[name], name not in lost) for name in order)),
    )


QUESTIONS = (
    Question(
        "battle",
        "How does the battle end?",
        about="Initiative strikes first, then everybody else; then you hand the damage out.",
        holes=(
            Counted("attackers", "Attacking troops", TROOPS, most=6, total=20),
            Counted("defenders", "Defending troops", TROOPS, most=6, total=20),
            Number("bases", "Bases in the territory", 0, 3),
            Yes("palace", "The palace is attacked"),
            Counted("cards_att", "The attacker's active abilities", CARDS, most=1),
            Counted("cards_def", "The defender's active abilities", CARDS, most=1),
        ),
        answer=_battle,
        follow=_splits,
    ),
)
