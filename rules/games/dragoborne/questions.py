"""Questions about Dragoborne answered on a page: an attack on a fort, and whether a card can be paid."""

from __future__ import annotations

from typing import Any

from rules.games.dragoborne.calc import CALCULATORS
from rules.question import Counted, Number, OneOf, Question, Values, Yes, said_no
from rules.table import Pick
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
            f"The {who}",
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
    return (banner, Track(f"The {values['color']} fort", found["barriers"], 2, "barrier"), *die, *fighters)


def _toughness(values: Values, who: str) -> int:
    return int(values[f"{who}_edr"]) + int(values[f"{who}_die"])


def _banner(found: Any) -> Banner:
    if found["blocked_by"] == "dragoshield":
        gone = found["dragoshield_destroyed"]
        detail = "The die goes back." if gone else f"It stays with {found['dragoshield']}."
        return Banner("The dragoshield takes it all", f"{detail} No barrier is lost.", "act")
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
    counts = tuple(Counter(f"Rest {colour}", rest.count(colour)) for colour in COLOURS if colour in rest)
    return (Banner("Yes, you can pay", "Rest these; one of them has the card's colour.", "good"), *counts)


def _of(who: str, title: str) -> tuple[Number | Yes, ...]:
    return (
        Number(f"{who}_atk", f"{title}: attack", 0, 30, 2),
        Number(f"{who}_edr", f"{title}: endurance", 0, 30, 2),
        Number(f"{who}_damage", f"{title}: damage on it already", 0, 30),
        Yes(f"{who}_die", f"{title}: a die lies on it (dragocross)"),
        Yes(f"{who}_deadly", f"{title}: Deadly"),
    )


QUESTIONS = (
    Question(
        "attack",
        "What does this attack do?",
        "An attack on a fort: a dragoshield blocks by itself, a creature only if its player says so.",
        (
            *_of("attacker", "Attacker"),
            Yes("invade", "Attacker: Invade at this fort"),
            OneOf("color", "The fort", PICKED),
            Number("barriers", "Barriers of the fort", 0, 2, 2),
            Number("shield", "Dragoshield there (0: none)", 0, 6),
            OneOf("block", "Block", BLOCKS),
            *_of("blocker", "Blocker"),
        ),
        _attack,
    ),
    Question(
        "pay",
        "Can I pay for this card?",
        "As many standing resources as the cost, at least one of the card's colour.",
        (
            Number("cost", "Cost of the card", 0, 12, 2),
            OneOf("color", "Its colour", PICKED),
            Counted("standing", "Standing resources", PICKED, most=12, total=30),
            Yes("ambush", "It is set as an ambush (two of any colour)"),
        ),
        _pay,
    ),
)
