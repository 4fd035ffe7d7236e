"""Questions about Dragoborne answered on a page: an attack on a fort, and whether a card can be paid."""

from __future__ import annotations

from typing import Any

from rules.games.dragoborne.calc import CALCULATORS
from rules.question import Counted, Number, OneOf, Question, Values, Yes, said_no
from rules.table import Pick
from rules.text import say
from rules.view import Banner, Block, Counter, Die, Meter, Track

COLOURS = ("red", "blue", "green")
PICKED = tuple(Pick(colour, colour.capitalize()) for colour in COLOURS)
BLOCKS = (Pick("no", "Nobody blocks"), Pick("yes", "A creature blocks"))


def _creature(values: Values, who: str) -> dict[str, Any]:
    return {
        "id": who,
        "atk": values[f"{who}_atk"],
        "edr": values[f"{who}_edr"],
        "damage": values[f"{who}_damage"],
        "die": values[f"{who}_die"],
        "deadly": values[f"{who}_deadly"],
    }


def _attack(values: Values) -> tuple[Block, ...]:
    fort: dict[str, Any] = {"color": values["color"], "barriers": values["barriers"]}
    if values["shield"]:
        fort["dragoshield"] = values["shield"]
    asked: dict[str, Any] = {"attacker": _creature(values, "attacker"), "fort": fort}
    if values["invade"]:
        asked["attacker"]["invade"] = [values["color"]]
    if values["block"] == "yes":
        fort["creatures"] = [_creature(values, "blocker")]
        asked["block"] = "blocker"
    found = CALCULATORS["attack"](asked)
    refused = said_no(found)
    if refused:
        return refused
    banner = _banner(found)
    fighters = tuple(
        Meter(
            say("The {who}", who=who),
            min(found[f"{who}_damage"], _toughness(values, who)),
            max(1, _toughness(values, who)),
            alarm=found[f"{who}_destroyed"],
            detail="destroyed" if found[f"{who}_destroyed"] else "damage until the end of the turn",
        )
        for who in ("attacker", "blocker")
        if f"{who}_destroyed" in found and found["blocked_by"] == "blocker"
    )
    shield = found.get("dragoshield") or 0
    die = (Die(values["color"], shield, "dragoshield"),) if shield and not found["dragoshield_destroyed"] else ()
    return (
        banner,
        Track(say("The {values} fort", values=values["color"]), found["barriers"], 2, "barrier"),
        *die,
        *fighters,
    )


def _toughness(values: Values, who: str) -> int:
    return int(values[f"{who}_edr"]) + int(values[f"{who}_die"])


def _banner(found: Any) -> Banner:
    if found["blocked_by"] == "dragoshield":
        gone = found["dragoshield_destroyed"]
        detail = "The die goes back." if gone else say("It stays with {found}.", found=found["dragoshield"])
        return Banner("The dragoshield takes it all", say("{detail} No barrier is lost.", detail=detail), "act")
    if found["blocked_by"]:
        return Banner("Blocked", "No barrier is lost.", "act")
    if found["fort_destroyed"]:
        return Banner("The fort is destroyed", "Its last barrier is gone.", "alarm")
    return Banner("One barrier is lost", "One for each attack nobody blocks, whatever the strength.", "alarm")


def _pay(values: Values) -> tuple[Block, ...]:
    standing = [{"color": colour} for colour in values["standing"]]
    asked: dict[str, Any] = {"cost": values["cost"], "color": values["color"], "resources": standing}
    if values["ambush"]:
        asked = {"ambush": True, "resources": standing}
    found = CALCULATORS["pay"](asked)
    refused = said_no(found)
    if refused:
        return refused
    rest = [standing[place]["color"] for place in found["rest"]]
    counts = tuple(
        Counter(say("Rest {colour}", colour=colour), rest.count(colour)) for colour in COLOURS if colour in rest
    )
    return (Banner("Yes, you can pay", "Rest these; one of them has the card's colour.", "good"), *counts)


def _of(who: str, title: str) -> tuple[Number | Yes, ...]:
    return (
        Number(f"{who}_atk", say("{title}: attack", title=title), low=0, high=30, preset=2),
        Number(f"{who}_edr", say("{title}: endurance", title=title), low=0, high=30, preset=2),
        Number(f"{who}_damage", say("{title}: damage on it already", title=title), 0, 30),
        Yes(f"{who}_die", say("{title}: a die lies on it (dragocross)", title=title)),
        Yes(f"{who}_deadly", say("{title}: Deadly", title=title)),
    )


QUESTIONS = (
    Question(
        "attack",
        "What does this attack do?",
        about="An attack on a fort: a dragoshield blocks by itself, a creature only if its player says so.",
        holes=(
            *_of("attacker", "Attacker"),
            Yes("invade", "Attacker: Invade at this fort"),
            OneOf("color", "The fort", PICKED),
            Number("barriers", "Barriers of the fort", low=0, high=2, preset=2),
            Number("shield", "Dragoshield there (0: none)", 0, 6),
            OneOf("block", "Block", BLOCKS),
            *_of("blocker", "Blocker"),
        ),
        answer=_attack,
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
