"""The three dice of Dragoborne: where they may go and when they count (rulebook 001, Using your dice)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rules.event import Objection
from rules.games.dragoborne.house import AS_WRITTEN, House
from rules.score import Why
from rules.text import say

Place = Literal["zone", "shield", "cross", "discard"]
PLACES: tuple[Place, ...] = ("zone", "shield", "cross", "discard")
ANY = "white"
BOOK = "Dragoborne rulebook"
ONCE = Why("Each die is assigned once in a turn.", f"{BOOK}, Main phase: Assigning your dice")
FROM_ZONE = Why("Dice are assigned from the dice zone.", f"{BOOK}, Playmat: Dice zone")
SAME_COLOR = Why("A dragoshield stands before a fort of its own colour.", f"{BOOK}, Using your dice: Dragoshield")
DESTROYED = Why("A destroyed fort needs no shield.", f"{BOOK}, Playmat: Dragoshield", "DB-R7")
ONE_SHIELD = Why("At this table a fort has one dragoshield.", f"{BOOK}, Playmat: Dragoshield", "DB-R4")
ONE_BOOST = Why("However many dice lie on a creature, it gets +1/+1 once.", f"{BOOK}, Using your dice", "DB-R5")


@dataclass(frozen=True, slots=True)
class Die:
    """A die: its colour, what it shows, where it is, and whether it was assigned this turn."""

    color: str
    value: int
    where: Place = "zone"
    assigned: bool = False


def rolled(dice: Iterable[Die], values: Sequence[int]) -> tuple[Die, ...]:
    """The dice step: every die is rolled and comes back to the zone, wherever it was (DB-R6, DB-R17)."""
    return tuple(
        replace(die, value=value, where="zone", assigned=False) for die, value in zip(dice, values, strict=True)
    )


def assign_objection(die: Die) -> Objection | None:
    """What stands against giving this die a task at all."""
    # Assigning your dice: once per die.
    if die.assigned:
        return Objection("already_assigned", "This die has its task for the turn.", ONCE)
    if die.where != "zone":
        return Objection("not_in_zone", "This die does not lie in the dice zone.", FROM_ZONE)
    return None


def shield_objection(
    die: Die, fort_color: str, barriers: int, *, shields: int = 0, house: House = AS_WRITTEN
) -> Objection | None:
    """What stands against placing this die as a dragoshield; ``shields`` stand there already."""
    refused = assign_objection(die)
    if refused is not None:
        return refused
    # Dragoshield: a fort with the same colour as the die.
    if die.color != fort_color:
        return Objection("color_mismatch", say("A {color} die shields a {color} fort.", color=die.color), SAME_COLOR)
    # Dragoshield at a destroyed fort (DB-R7, with DB-R3).
    if barriers == 0 and not house.attack_destroyed:
        return Objection("fort_destroyed", "That fort is destroyed.", DESTROYED)
    # Several dice of one colour at one fort (DB-R4).
    if isinstance(house.max_shields, int) and shields >= house.max_shields:
        return Objection("shield_there", "There is a dragoshield at that fort.", ONE_SHIELD)
    return None


def cross_warning(dice_there: int, house: House = AS_WRITTEN) -> Objection | None:
    """What to say when a die is put on a creature that has ``dice_there`` already: legal, but it adds nothing."""
    if dice_there and not house.cross_stacks:
        return Objection("one_boost", "A second die on a creature adds nothing to its +1/+1.", ONE_BOOST)
    return None


def dice_active(dice: Iterable[Die], color: str, low: int, high: int, house: House = AS_WRITTEN) -> bool:
    """Whether a DICE low-high ability works: a die of that colour (white: any) showing a value in the range.

    A destroyed die lies in the discard pile and does not count; one on a shield or a creature does (DB-R13).
    """
    places = ("zone",) if house.dice_scope == "zone_only" else ("zone", "shield", "cross")
    return any(
        die.where in places and (color == ANY or die.color == color) and low <= die.value <= high for die in dice
    )
